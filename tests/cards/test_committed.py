"""The commits that touched a card table: renames, merges, odd names, shallow clones, no repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.cards.committed import cards_of, commits, commits_after, is_shallow
from balance.common.errors import InputError
from helpers.card_history import begin, commit, git, renamed

CARDS = Path("cards.csv")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder that is in no repository."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))


def name_of_first(commit_) -> str:
    return cards_of(CARDS, commit_, ["fairy", "heroes"]).tables["fairy"].rows[0].name


def test_commits_are_told_oldest_first_and_others_left_out():
    begin()
    Path("else.txt").touch()
    commit("something else")
    commit("rename", renamed(1))
    history = commits(CARDS)
    assert [committed.subject for committed in history] == ["Cards as they came", "rename"]
    assert [name_of_first(committed) for committed in history] == ["Charm 1", "Charm no 1"]
    assert history[1].hash == git("rev-parse", "HEAD").strip()
    assert history[1].hash.startswith(history[1].short)
    assert (history[1].author, history[1].path) == ("nobody", "cards.csv")
    assert len(history[1].date) == len("2026-05-31")


def test_a_renamed_table_is_followed_from_a_folder_with_an_odd_name(monkeypatch):
    begin()
    odd = Path("a:b *[x]\n--all")
    odd.mkdir()
    git("mv", "cards.csv", str(odd / "-c:a?rds.csv"))
    commit_all("move")
    monkeypatch.chdir(odd)
    history = commits(Path("-c:a?rds.csv"))
    assert [committed.subject for committed in history] == ["Cards as they came", "move"]
    assert [committed.path for committed in history] == ["cards.csv", f"{odd}/-c:a?rds.csv"]
    assert all(
        cards_of(Path("-c:a?rds.csv"), committed, ["fairy", "heroes"]).tables["fairy"].rows for committed in history
    )


def commit_all(subject: str) -> None:
    git("add", "--all")
    git("commit", "--quiet", "--message", subject)


def test_a_merge_is_one_commit():
    begin()
    git("checkout", "--quiet", "-b", "side")
    commit("side 1", renamed(1))
    commit("side 2", renamed(2))
    git("checkout", "--quiet", "main")
    commit("main", renamed(19))
    git("merge", "--quiet", "--no-ff", "--message", "merged", "side")
    assert [committed.subject for committed in commits(CARDS)] == ["Cards as they came", "main", "merged"]
    later = commits_after(CARDS, "HEAD~1")
    assert git("rev-parse", "side").strip() in later
    assert git("rev-parse", "HEAD~1").strip() not in later


def test_settings_of_the_user_change_nothing():
    begin()
    for name in ("log.showSignature", "log.follow", "log.decorate", "color.ui"):
        git("config", name, "always" if name == "color.ui" else "true")
    assert [committed.subject for committed in commits(CARDS)] == ["Cards as they came"]


def test_a_revision_that_is_elsewhere_or_an_option():
    begin()
    git("checkout", "--quiet", "--orphan", "other")
    commit("other", renamed(1))
    git("checkout", "--quiet", "main")
    with pytest.raises(InputError, match="'other' is not in the past of the current branch"):
        commits_after(CARDS, "other")
    for revision in ("--all", "HEAD~3", "", "a\0b"):
        with pytest.raises(InputError, match="its repository has no revision"):
            commits_after(CARDS, revision)


def test_no_commit_yet_and_a_table_that_was_never_committed():
    git("init", "--quiet")
    CARDS.touch()
    assert commits(CARDS) == []
    begin()
    Path("new.csv").touch()
    assert commits(Path("new.csv")) == []


def test_a_commit_that_removed_the_table():
    begin()
    CARDS.rename("kept.txt")
    Path("kept.txt").write_text("nothing alike")
    commit_all("remove")
    with pytest.raises(InputError, match="this commit removed the card table"):
        cards_of(CARDS, commits(CARDS)[-1], ["fairy"])


def test_a_shallow_clone(tmp_path, monkeypatch):
    begin()
    commit("rename", renamed(1))
    assert not is_shallow(CARDS)
    git("clone", "--quiet", "--depth", "1", f"file://{tmp_path}", "clone")
    monkeypatch.chdir("clone")
    assert is_shallow(CARDS)
    assert [committed.subject for committed in commits(CARDS)] == ["rename"]


def test_without_a_repository_or_git(monkeypatch):
    CARDS.touch()
    with pytest.raises(InputError, match=r"cards\.csv: is in no git repository that can be read"):
        commits(CARDS)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match="git is not installed"):
        commits(CARDS)
