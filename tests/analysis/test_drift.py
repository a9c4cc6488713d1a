"""A game has drifted or it has not: verdicts, refusals, five formats, and exit codes."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from balance.analysis.baseline_file import BaselineError, load_baseline
from balance.analysis.comparison import MOVED, NOT_COMPARABLE, NOT_COMPUTABLE, SAME, UNDECIDED, compare, hold_against
from balance.engine.game import find_game
from balance.judging import reference as drift
from balance.judging.gate import Check, check_game
from balance.judging.reference import baseline_plan
from balance.report.checks.words import sentence as drift_sentence
from balance.report.checks.writers import WRITERS, full_text
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused
from helpers.run_tools import small_plan

GAMES = 1200
KNOWN = find_game("fairy").figures
NAN = float("nan")
SEAT = "seat_win_share (seat 1)"
CARDS = f"cards: {baseline_plan('fairy', frozen_cards()).card_table.label}"


def row(value: float | None, se: float = 0.001, figure: str = "seat_win_share", subject: str = "seat 1", n: int = 1000):
    """A figure as it is stored."""
    return {"figure": figure, "subject": subject, "value": value, "se": se, "n": n}


def reference(*rows: dict, **changes: object) -> str:
    """A file of reference figures, of one figure where none are given."""
    whole = {"format": 1, "games": 9, "seed": 1, "card_rows": {}, "figures": rows or [row(0.25, n=9)]}
    return json.dumps({**whole, **changes})


def verdict(before: dict | None, after: dict | None) -> drift.Comparison:
    """The comparison of one figure."""
    (comparison,) = compare([before] if before else [], [after] if after else [], KNOWN)
    return comparison


def held(before: dict, after: dict) -> tuple[drift.Comparison, str]:
    """The same, where it is held against a reference; and what is doubted."""
    (comparison,), doubt = hold_against([before], [after], KNOWN, games=GAMES)
    return comparison, doubt


# ---------------------------------------------------------------- verdicts


@pytest.mark.parametrize(
    ("before", "after", "se", "says"),
    [  # shares: the margin is one percentage point
        (0.25, 0.25, 0.001, SAME),
        (0.25, 0.25, 0.5, SAME),  # the same to the last digits, as when nothing changed
        (0.25, 0.25 + 1e-15, 0.5, SAME),
        (0.25, 0.252, 0.001, SAME),  # inside the margin, and sure of it
        (0.25, 0.27, 0.001, MOVED),
        (0.25, 0.23, 0.001, MOVED),
        (0.25, 0.2605, 0.01, UNDECIDED),  # large, but not certain
        (0.25, 0.255, 0.005, UNDECIDED),  # small, but might be large
        (0.25, 0.2590, 0.0001, SAME),
        (0.25, 0.2599, 0.0001, UNDECIDED),  # at the margin
    ],
)
def test_a_verdict_on_a_share_needs_size_and_certainty(before, after, se, says):
    comparison = verdict(row(before, se, n=100_000), row(after, se, n=100_000))
    assert comparison.verdict == says
    assert comparison.margin == 0.01
    half = 1.959964 * math.sqrt(2) * se
    assert (comparison.low, comparison.high) == pytest.approx((after - before - half, after - before + half), abs=1e-5)


@pytest.mark.parametrize(
    ("before", "after", "se", "margin", "says"),
    [  # means: 2 %, but at least 0.02
        (20.0, 20.3, 0.01, 0.4, SAME),
        (20.0, 20.5, 0.01, 0.4, MOVED),
        (20.0, 20.5, 0.3, 0.4, UNDECIDED),
        (-20.0, -20.5, 0.01, 0.4, MOVED),
        (0.0, 0.015, 0.001, 0.02, SAME),
        (0.0, 0.03, 0.001, 0.02, MOVED),
        (0.5, 0.515, 0.001, 0.02, SAME),
    ],
)
def test_a_verdict_on_a_mean_is_relative_to_its_size(before, after, se, margin, says):
    comparison = verdict(row(before, se, "turns_mean", ""), row(after, se, "turns_mean", ""))
    assert (comparison.verdict, comparison.margin) == (says, pytest.approx(margin))


def test_an_undecided_figure_says_how_many_games_would_decide():
    """Twice the precision takes four times the games."""
    few = verdict(row(0.25, 0.01), row(0.255, 0.01))
    half = few.high - few.difference
    assert few.games_needed == math.ceil(1000 * (half / 0.005) ** 2)
    enough = 0.01 * math.sqrt(1000 / few.games_needed)
    assert verdict(row(0.25, enough * 0.999), row(0.255, enough * 0.999)).verdict == SAME
    assert verdict(row(0.25, enough * 1.01), row(0.255, enough * 1.01)).verdict == UNDECIDED
    assert verdict(row(0.25), row(0.25)).games_needed is None


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [  # the share that has it, all or none of so many: their errors are 0
        ((1.0, 1), (0.0, 1), UNDECIDED),
        ((0.0, 1), (1.0, 2), UNDECIDED),
        ((1.0, 29), (0.0, 29), UNDECIDED),
        ((1.0, 29), (1.0, 29), SAME),
        ((1.0, 30), (0.0, 30), MOVED),
        ((0.0, 20_000), (0.0, 20_000), SAME),
        ((0.0, 20_000), (1.0, 20_000), MOVED),
    ],
)
def test_few_cases_prove_nothing(before, after, says):
    before, after = (row(value, 0.0, "card_used_share", "FY01", n) for value, n in (before, after))
    against_a_reference, doubt = held(before, after)
    for figure in (verdict(before, after), against_a_reference):
        assert figure.verdict == says
        assert figure.games_needed is None or figure.games_needed >= 30
    assert doubt == ""


def test_a_share_of_none_is_known_as_if_there_were_one_more():
    """1 of 30 cases before, none now: the error of nothing is not nothing, and the stored one is not too wide."""
    figure, _ = held(row(1 / 30, 1 / 30, n=30), row(0.0, 0.0, n=30))
    assert (figure.verdict, figure.reason) == (UNDECIDED, "")
    assert figure.high > 0.01
    hit = verdict(row(3 / 40, 0.042, n=40), row(0.0, 0.0, n=40))
    assert hit.high - hit.difference == pytest.approx(1.96 * math.hypot(0.042, 1 / 40), rel=1e-3)


@pytest.mark.parametrize(("often", "says"), [(1e-5, SAME), (0.012, MOVED)])
def test_an_end_that_one_side_never_saw_is_a_share_of_none(often, says):
    """One game in 100,000 ended so: that is no reason to fail, and 1,200 of them are."""
    games = 100_000
    usual = row(1 - often, math.sqrt(often / games), "end_share", "done", games)
    rare = row(often, math.sqrt(often / games), "end_share", "stalemate", games)
    never = row(1.0, 0.0, "end_share", "done", games)
    for before, after in (([usual, rare], [never]), ([never], [usual, rare])):
        comparisons, doubt = hold_against(before, after, KNOWN, games=games)
        assert ({figure.subject: figure.verdict for figure in comparisons}["stalemate"], doubt) == (says, "")
        assert len(comparisons) == 2


def test_a_stored_number_of_cases_hides_nothing():
    """What is stored may have been changed since: few cases there do not excuse what moved."""
    assert held(row(0.25, 0.001, n=29), row(0.3, 0.001))[0].verdict == NOT_COMPARABLE
    assert held(row(0.25, 0.001, n=29), row(0.5, 0.02, n=2000))[0].verdict == MOVED


def test_of_many_figures_some_differ_by_luck_and_none_of_these_moved():
    """Two standard errors are clear of one figure, not of three hundred; a change that is no luck still moves."""
    chance = np.random.default_rng(1)
    before = [row(0.0, 0.01, "card_power", f"FY{i:03}") for i in range(300)]
    luck = [row(chance.normal(0.0, 0.01 * math.sqrt(2)), 0.01, "card_power", one["subject"]) for one in before]
    alone = [verdict(*pair) for pair in zip(before, luck, strict=True)]
    together = compare(before, luck, KNOWN, games=1000)
    assert sum(figure.verdict == MOVED for figure in alone) > 5
    for one, figure in zip(alone, together, strict=True):
        assert figure.verdict == (UNDECIDED if one.verdict == MOVED else one.verdict)
        assert (figure.low, figure.high) == (one.low, one.high)
        assert figure.games_needed is None or one.verdict != MOVED or figure.games_needed > 1000
    changed = [row(0.08, 0.01, "card_power", "FY000"), *luck[1:]]
    assert [figure.subject for figure in compare(before, changed, KNOWN) if figure.verdict == MOVED] == ["FY000"]


def test_figures_that_move_together_need_less_certainty_each():
    """A twentieth of what moved may be luck: where everything moves, each is judged as if it were alone."""
    before = [row(0.25, subject=f"seat {i}") for i in range(50)]
    after = [row(0.25 + 2.1 * math.sqrt(2) * 0.005, 0.007, subject=one["subject"]) for one in before]
    assert {figure.verdict for figure in compare(before, after, KNOWN)} == {MOVED}
    few = [*after[:1], *before[1:]]
    assert {figure.verdict for figure in compare(before, few, KNOWN)} == {UNDECIDED, SAME}


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (row(0.25), None, NOT_COMPUTABLE),  # removed, or renamed
        (None, row(0.25), NOT_COMPARABLE),  # new
        (row(0.25), row(NAN), NOT_COMPUTABLE),
        (row(0.25), row(math.inf), NOT_COMPUTABLE),
        (row(0.25), row(None), NOT_COMPUTABLE),
        (row(0.25), row(0.25, NAN), NOT_COMPUTABLE),
        (row(0.25), row(0.25, None), NOT_COMPUTABLE),
        (row(NAN), row(0.25), NOT_COMPARABLE),
        (row(None), row(0.25), NOT_COMPARABLE),
        (row(0.25, NAN), row(0.25), NOT_COMPARABLE),
        (row("much"), row(0.25), NOT_COMPARABLE),
        (row(NAN), row(NAN), NOT_COMPARABLE),
    ],
)
def test_a_figure_that_cannot_be_compared_fails(before, after, says):
    comparison = verdict(before, after)
    assert comparison.verdict == says
    assert comparison.difference is None
    assert Check("fairy", [comparison]).failed


def test_a_renamed_figure_and_a_removed_card_fail_on_both_sides():
    before = [row(0.5, figure="card_met_share", subject="FY01"), row(0.5, figure="old_share", subject="")]
    after = [row(0.5, figure="card_met_share", subject="FY99"), row(0.5, figure="new_share", subject="")]
    assert [
        (comparison.figure, comparison.subject, comparison.verdict) for comparison in compare(before, after, KNOWN)
    ] == [
        ("card_met_share", "FY01", NOT_COMPUTABLE),
        ("card_met_share", "FY99", NOT_COMPARABLE),
        ("new_share", "", NOT_COMPARABLE),
        ("old_share", "", NOT_COMPUTABLE),
    ]


def test_only_what_is_undecided_or_the_same_passes():
    same, undecided = verdict(row(0.25), row(0.25)), verdict(row(0.25, 0.1), row(0.255, 0.1))
    assert not Check("fairy", [same, undecided]).failed
    assert Check("fairy", [same, verdict(row(0.25), row(0.5))]).failed
    assert Check("fairy", [], refused="other rules").failed


@pytest.mark.parametrize(
    ("after", "stored_se", "says"),
    [
        (0.25, 0.0019, SAME),
        (0.25, 0.0021, NOT_COMPARABLE),  # the same games would have given 0.001
        (0.25, 1e9, NOT_COMPARABLE),
        (0.252, 0.0021, SAME),  # inside the margin, even with that error
        (0.258, 0.0019, UNDECIDED),
        (0.258, 0.0021, NOT_COMPARABLE),
        (0.27, 0.0021, MOVED),  # beyond it, even with that error
        (0.27, 1e9, NOT_COMPARABLE),
        (0.27, 0.0, MOVED),
    ],
)
def test_a_stored_error_is_held_against_the_one_played_again(after, stored_se, says):
    comparison, told = held(row(0.25, stored_se), row(after, 0.001))
    assert comparison.verdict == says
    assert bool(comparison.reason) == (says == NOT_COMPARABLE)
    assert ("1 stored standard error is more than twice" in told) == (says == NOT_COMPARABLE)


def test_a_rounded_error_of_nothing_is_no_larger_than_nothing():
    """Sums in another order: 0 is not more than twice of what is as good as 0."""
    assert held(row(0.25, 1e-17), row(0.25, 0.0))[0].verdict == SAME


def test_a_reference_of_fewer_games_than_its_errors_say_is_doubted():
    """Sharp figures, and games too few to say anything: nothing would ever move."""
    seats = [f"seat {i}" for i in range(1, 5)]
    sharp = [row(0.25, 0.0005, subject=seat) for seat in seats]
    for moved, doubted in ((1, True), (2, False)):
        few = [row(0.29, 0.05 if i >= moved else 0.001, subject=seat) for i, seat in enumerate(seats)]
        _, told = hold_against(sharp, few, KNOWN, games=10)
        assert told.startswith("3 of 4 figures that this reference is sharp enough to decide") == doubted
        assert bool(told) == doubted
    blurred, few = ([row(value, 0.05, subject=seat) for seat in seats] for value in (0.25, 0.29))
    assert hold_against(blurred, few, KNOWN, games=10)[1] == ""  # it never was sharp enough


def test_figures_of_few_cases_hide_no_reference_that_is_doubted():
    """Four figures that differ by 2.8 of their errors are clear among four, not among 300: the others judge nothing."""
    sharp = [row(0.25, 0.01, subject=f"seat {i}") for i in range(1, 5)]
    blurred = [{**one, "value": 0.29, "se": 0.05} for one in sharp]
    rare = [row(0.5, 0.1, "card_used_share", f"FY{i:03}", n=29) for i in range(300)]
    assert hold_against(sharp, blurred, KNOWN, games=10)[1].startswith("4 of 4 figures")
    assert hold_against([*sharp, *rare], [*blurred, *rare], KNOWN, games=10)[1].startswith("4 of 4 figures")


# ---------------------------------------------------------------- playing again


@pytest.fixture(scope="module")
def stored(tmp_path_factory) -> Path:
    """Reference figures of fairy."""
    folder = tmp_path_factory.mktemp("baseline")
    said = balance("baseline", "fairy", "--games", GAMES, "--folder", folder, "--cards", frozen_cards())
    assert said.code == 0
    assert said.out == f"Fairy: {len(load_baseline(folder / 'fairy.json')['figures'])} reference figures of" + (
        f" {GAMES:,} games: {folder / 'fairy.json'}\n  {CARDS}\n"
    )
    return folder


def altered(stored: Path, folder: Path, **changes) -> Path:
    """The reference figures with some entries changed."""
    content = json.loads((stored / "fairy.json").read_text())
    (folder / "fairy.json").write_text(json.dumps({**content, **changes}))
    return folder


def check(folder: Path, *words: object):
    """`balance check fairy` against the reference figures in this folder."""
    cards = () if "--cards" in words else ("--cards", frozen_cards())
    return balance("check", "fairy", "--no-targets", "--folder", folder, *cards, *words)


@pytest.mark.slow
def test_the_reference_says_what_it_is_of(stored):
    content = load_baseline(stored / "fairy.json")
    assert (content["game"], content["games"], content["seed"], content["agents"]) == ("fairy", GAMES, 1, "mixed")
    assert content["rules_version"] == find_game("fairy").rules_version
    assert content["cards_sha256"] == baseline_plan("fairy", frozen_cards()).card_table.sha256
    assert {row["figure"] for row in content["figures"]} >= {
        "turns_mean",
        "turns_sd",
        "end_share",
        "style_win_share",
        "seat_win_share",
        "component_mean",
        "card_met_share",
        "card_used_share",
        "right_share",
    }
    assert all(math.isfinite(row["value"]) and row["se"] >= 0 and row["n"] > 0 for row in content["figures"])


def test_an_unchanged_game_passes_with_everything_the_same(stored):
    said = check(stored)
    assert said.code == 0
    figures = len(load_baseline(stored / "fairy.json")["figures"])
    drawn = "greedy, forgetful, cautious, dreamer, chaser, watcher, daredevil"
    players = f"verdicts hold among players who draw from: {drawn}"
    assert said.out == f"fairy: PASS, {figures} same\n  {CARDS}\n  {players}\n"


@pytest.mark.slow
def test_a_changed_payoff_fails_and_says_which_card_was_edited(stored, tmp_path):
    cards = tmp_path / "cards.csv"
    cards.write_text(frozen_cards().read_text().replace("fairy,7,key=catch", "fairy,9,key=catch"))
    said = check(stored, "--cards", cards)
    assert said.code == 1
    assert said.lines[0].startswith("fairy: FAIL, ")
    assert said.lines[1].startswith(f"  cards: {cards} (sha256 ")
    assert said.lines[1] != f"  {CARDS}"
    assert said.lines[3] == "  cards changed since the reference: FYG4"
    moved = [line for line in said.lines if line.startswith("  moved: ")]
    assert any("Points of a player, Catch: " in line for line in moved)


@pytest.mark.slow
def test_a_new_name_on_a_card_changes_nothing(stored, tmp_path):
    cards = tmp_path / "cards.csv"
    cards.write_text(frozen_cards().read_text().replace("Charm 2,", "Charming,"))
    said = check(stored, "--cards", cards)
    assert (said.code, len(said.lines)) == (0, 3)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"rules_version": 99}, "another version of the rules"),
        ({"players": 5}, "another number of players"),
        ({"variant": "fifteen"}, "another variant"),
        ({"settings": {}}, "other settings"),
        ({"styles": []}, "other play styles"),
        ({"agents": ["greedy"] * 4}, "another line-up"),
        ({"log": "seats"}, "another kind of log"),
        ({"card_rows": {}}, "another set of cards"),
        ({"players": 5, "variant": "x"}, "another number of players, another variant"),
    ],
)
def test_figures_of_something_else_are_refused(stored, tmp_path, changes, says):
    said = check(altered(stored, tmp_path, **changes))
    assert said.code == 1
    assert said.lines == [
        f"fairy: FAIL, the reference figures are of {says}: nothing can be compared.",
        "`balance baseline fairy` makes new ones.",
    ]


def test_a_changed_style_is_other_styles(stored, tmp_path, monkeypatch):
    game = find_game("fairy")
    bolder = replace(game.styles[1], weights={"ev": 2.0})
    changed = replace(game, styles=(game.styles[0], bolder, *game.styles[2:]))
    monkeypatch.setattr("balance.engine.game.plan.find_game", lambda _: changed)
    checked = check_game("fairy", stored / "fairy.json", frozen_cards(), 1)
    assert checked.refused.startswith("the reference figures are of other play styles")


def test_missing_figures_fail(tmp_path):
    said = check(tmp_path)
    assert said.code == 2
    assert said.lines == [
        f"fairy: NO BASELINE, {tmp_path / 'fairy.json'}: there are no reference figures.",
        "`balance baseline fairy` plays and stores them.",
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "cannot be read: Expecting value"),
        (b"\xff\xfe", "cannot be read: 'utf-8' codec can't decode"),
        ("[]", "is not a file of reference figures of this version."),
        ('{"format": 99}', "is not a file of reference figures of this version."),
        ('{"format": 1}', "is damaged: one of games, seed, card_rows, figures is missing or of the wrong kind."),
        (
            '{"format": 1, "games": "x", "seed": 1, "card_rows": {}, "figures": []}',
            "is damaged: one of games, seed, card_rows, figures is missing or of the wrong kind.",
        ),
        (
            '{"format": 1, "games": 1, "seed": 1, "card_rows": {}, "figures": [{"figure": "x"}]}',
            "is damaged: every figure has figure, n, se, subject, value.",
        ),
        (
            '{"format": 1, "games": 1, "seed": 1, "card_rows": {}, "figures": [3]}',
            "is damaged: every figure has figure, n, se, subject, value.",
        ),
        ("[" * 100_000, "cannot be read: nested more than 50 deep."),
        ('{"format": 1, "format": 1}', "cannot be read: the entry 'format' is there twice."),
        ('{"format": 1, "games": 1' + "0" * 5000 + "}", "cannot be read: a number has thousands of digits."),
        (reference(row(0.25, -0.001)), f"is damaged: the standard error of {SEAT} cannot be '-0.001'."),
        (reference(row(0.25, math.inf)), f"is damaged: the standard error of {SEAT} cannot be 'inf'."),
        (reference(row(0.25, 1e300)), f"is damaged: the standard error of {SEAT} cannot be '1e+300'."),
        (reference(row(0.25, None)), f"is damaged: the standard error of {SEAT} cannot be 'None'."),
        (reference(row(NAN)), f"is damaged: the value of {SEAT} cannot be 'nan'."),
        (reference(row("\x1b[31m")), f"is damaged: the value of {SEAT} cannot be '\ufffd[31m'."),
        (reference(row(0.25, n=0)), f"is damaged: the number of cases (n) of {SEAT} cannot be '0'."),
        (reference(row(0.25), row(0.25, 1e9)), f"is damaged: the figure {SEAT} is there twice."),
        (reference(games=0), "is damaged: games cannot be 0 (allowed: a whole number from 1 to 1,000,000,000)."),
        (reference(games=10**12), "is damaged: games cannot be 1000000000000 (allowed: a whole number from 1 to "),
        (reference(games=True), "is damaged: games cannot be True (allowed: "),
        (reference(games=9 * 10**8), "is damaged: it says 900,000,000 games, but no figure counts more than 9 cases."),
        (reference(seed=-1), "is damaged: seed cannot be -1 (allowed: a whole number from 0 to "),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_damaged_reference_is_told_in_words(tmp_path, content, says):
    file = tmp_path / "fairy.json"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(BaselineError) as error:
        load_baseline(file)
    assert str(error.value).startswith(f"{file}: {says}")
    (line,) = refused("check", "fairy", "--no-targets", "--folder", tmp_path, "--cards", frozen_cards())
    assert line == f"balance: {error.value}"


def test_a_folder_in_the_place_of_the_reference_is_told(tmp_path):
    (tmp_path / "fairy.json").mkdir()
    with pytest.raises(BaselineError, match=r"fairy\.json: cannot be read: Is a directory\.$"):
        load_baseline(tmp_path / "fairy.json")


def test_bad_usage_is_not_a_finding(stored, tmp_path):
    folder = ("--folder", stored)
    assert refused("check", "fary", *folder)[0] == "balance: there is no game 'fary'"
    assert refused("check", "fairy", *folder, "--format", "junitt")[2] == "  did you mean 'junit'?"
    broken = tmp_path / "cards.csv"
    broken.write_text(frozen_cards().read_text().replace("number=3", "number=three"))
    assert "line 4" in refused("check", "fairy", *folder, "--cards", broken)[0]
    assert refused("baseline", "fairy", "--games", "0")[0] == "balance: --games cannot be 0"
    assert "cannot be written" in refused("baseline", "fairy", "--games", "5", "--folder", "/dev/null/x", "-q")[0]


def test_quiet_says_only_what_could_not_be_compared_and_ends_the_same(stored, tmp_path):
    said = check(stored, "--quiet")
    assert (said.code, said.out, said.err) == (0, "", "")
    said = check(altered(stored, tmp_path, players=5), "--quiet")
    says = "the reference figures are of another number of players: nothing can be compared."
    assert (said.code, said.out, said.err) == (1, "", f"balance: {says}\n")


def test_baseline_is_silent_when_asked(tmp_path):
    said = balance("baseline", "fairy", "--games", 10, "--folder", tmp_path, "--quiet")
    assert (said.code, said.out, said.err) == (0, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["fairy.json"]


def test_the_reference_figures_are_the_same_every_time(stored, tmp_path):
    balance("baseline", "fairy", "--games", GAMES, "--folder", tmp_path, "--cards", frozen_cards())
    mine, theirs = (load_baseline(folder / "fairy.json") for folder in (tmp_path, stored))
    for name in ("value", "se"):
        numbers = [figure.pop(name) for figure in mine["figures"]]
        assert numbers == pytest.approx([figure.pop(name) for figure in theirs["figures"]], rel=1e-12)
    assert {**mine, "made": ""} == {**theirs, "made": ""}


# ---------------------------------------------------------------- formats


@pytest.fixture
def checks() -> list[Check]:
    """Every verdict, and a game that was refused; with characters that mean something to the formats."""
    figures = [
        verdict(row(0.25), row(0.27)),
        verdict(row(0.25, 0.01), row(0.255, 0.01)),
        verdict(row(0.25, subject='<a> & "b" | c'), None),
        verdict(None, row(NAN, figure="turns_mean", subject="100%\nsure::")),
        verdict(row(5.0, figure="turns_mean", subject=""), row(5.0, figure="turns_mean", subject="")),
    ]
    notes = ("cards changed since the reference: FYG4",)
    return [Check("fairy", figures, notes=notes, plan=small_plan()), Check("x", [], "no\nfigures")]


def test_text_tells_what_is_not_the_same(checks):
    lines = WRITERS["text"](checks).splitlines()
    assert lines[:1] + lines[3:8] == [
        "fairy: FAIL, 1 moved, 1 not comparable, 1 not computable, 1 undecided, 1 same",
        "  cards changed since the reference: FYG4",
        "  moved: Player 1 wins 27.0 % instead of 25.0 % (+2.0 points, +1.7 to +2.3)",
        "  not comparable: Length of a game: 100%\ufffdsure::: - -> -",
        '  not computable: Win rate of a seat: <a> & "b" | c: 25.00 % -> -',
        "  and 1 undecided: --all tells them",
    ]


def test_all_of_the_text_tells_what_is_not_decided_too(checks):
    says = (
        "undecided: Player 1 wins 25.5 % instead of 25.0 % (+0.5 points, −2.3 to +3.3); about 30,732 games would decide"
    )
    assert f"  {says}" in full_text(checks).splitlines()


def test_text_tells_the_largest_changes_first_and_how_many_more_there_are():
    """Those of edited cards before those of the game, and these before those of other cards."""
    subjects = [f"seat {n}" for n in range(2, 13)]
    shares = [verdict(row(0.25, subject=seat), row(0.25 + n / 100, subject=seat)) for n, seat in enumerate(subjects, 2)]
    used = {"figure": "card_used_share", "subject": "FYG4"}
    card = verdict(row(0.2, **used), row(0.9, **used))
    checked = Check("fairy", [card, *shares], plan=small_plan())
    edited = WRITERS["text"]([replace(checked, edited=("FYG4",))]).splitlines()
    assert edited[3].startswith("  moved: Catch (FYG4)")
    lines = WRITERS["text"]([checked]).splitlines()
    assert [line.split(" wins ")[0].strip() for line in lines[3:-1]] == [f"moved: Player {n}" for n in range(12, 4, -1)]
    assert lines[-1] == "  and 4 more like these: --all tells them"


def test_forecasts_are_of_games_and_not_of_what_is_counted_in_them():
    """A table of four has four players a game; what is played again is a number of games of its own."""
    before, after = row(0.25, 0.01, n=4000), row(0.255, 0.01, n=4000)
    (players,) = compare([before], [after], KNOWN)
    (games,) = compare([before], [after], KNOWN, games=1000)
    assert players.games_needed == pytest.approx(4 * games.games_needed, abs=4)
    power = {"figure": "card_power", "subject": "FYG4"}
    (again,) = compare([{**before, **power}], [{**after, **power}], KNOWN, games=1000)
    assert again.games_needed == players.games_needed


def test_power_is_in_points_and_its_forecast_names_games_that_are_played_again():
    power = {"figure": "card_power", "subject": "FYG4"}
    (moved,) = compare([{**row(0.0981, 0.0192), **power}], [{**row(-0.0123, 0.018), **power}], KNOWN, games=1000)
    told = "Catch (FYG4) is worth −1.2 points instead of 9.8 points (−11.0 points, −16.2 to −5.9)"
    assert drift_sentence(moved, small_plan()) == told
    (unsure,) = compare([{**row(0.02, 0.019), **power}], [{**row(0.04, 0.019), **power}], KNOWN, games=1000)
    forecast = "; about 6,934 games played again without the card would decide, more than a check plays"
    assert drift_sentence(unsure, small_plan()).endswith(forecast)


def test_json_is_strict_and_has_every_figure(checks):
    told = json.loads(WRITERS["json"](checks), parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    assert [(game["game"], game["failed"]) for game in told] == [("fairy", True), ("x", True)]
    assert [figure["verdict"] for figure in told[0]["figures"]] == [
        MOVED,
        UNDECIDED,
        NOT_COMPUTABLE,
        NOT_COMPARABLE,
        SAME,
    ]
    assert told[1]["refused"] == "no\nfigures"


def test_markdown_is_a_table_with_whole_rows(checks):
    text = WRITERS["markdown"](checks)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows[:2] == ["| verdict | figure | before | after | margin |", "| --- | --- | --- | --- | --- |"]
    assert len(rows) == 2 + 4
    assert all(line.replace("\\|", "").count("|") == 6 for line in rows)
    assert text.count("### ") == 2
    assert "&lt;a> &amp;" in text


def test_junit_can_be_parsed_and_counts_its_failures(checks):
    root = ElementTree.fromstring(WRITERS["junit"](checks))
    fairy, other = root.findall("testsuite")
    assert (fairy.get("tests"), fairy.get("failures")) == ("5", "3")
    assert len(fairy.findall("testcase")) == 5
    assert len(fairy.findall("testcase/failure")) == 3
    assert fairy.findall("testcase")[2].get("name") == 'seat_win_share (<a> & "b" | c)'
    assert (other.get("tests"), other.get("failures")) == ("1", "1")
    assert other.find("testcase/failure").get("message") == "no\nfigures"


def test_github_annotations_are_one_line_each_with_their_characters_escaped(checks):
    lines = WRITERS["github"](checks).splitlines()
    assert [line.split("::")[1].split(" title=")[0] for line in lines] == [
        "error",
        "error",
        "error",
        "warning",
        "notice",
        "error",
        "notice",
    ]
    assert "27.0 %25" in lines[0]
    assert "100%25\ufffdsure::" in lines[1]
    assert lines[5] == "::error title=x::no%0Afigures"


@pytest.mark.nightly
@pytest.mark.parametrize("form", WRITERS)
def test_every_format_ends_the_same_and_prints_nothing_else(stored, tmp_path, form):
    passed = check(stored, "--format", form)
    failed = check(altered(stored, tmp_path, players=5), "--format", form)
    assert (passed.code, failed.code) == (0, 1)
    assert passed.err == failed.err == ""
    assert passed.out != failed.out
    assert passed.out.endswith("\n")
    if form == "json":
        assert [game["failed"] for game in (*passed.json, *failed.json)] == [False, True]
        again = check(stored, "--json")
        assert [figure["verdict"] for figure in again.json[0]["figures"]] == [
            figure["verdict"] for figure in passed.json[0]["figures"]
        ]
