"""What a repository copies to be guarded: the workflow, the hooks, and the examples beside them."""

from __future__ import annotations

import re
import shutil
from contextlib import chdir
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from balance.analysis.targets.measures import BOTH, MEASURES
from balance.analysis.targets.read import KEYS, parse_targets
from balance.cards.read import read_cards
from balance.cli.check import read_files
from balance.engine.game import game_ids
from helpers.cards import frozen_cards
from helpers.command_line import Said, balance
from helpers.pages import ROOT, parsed, words_of
from helpers.typed import typed

GUARD = (ROOT / "docs" / "how-to" / "guard-in-ci.md").read_text(encoding="utf-8")
WORKFLOW = yaml.safe_load((ROOT / "docs" / "how-to" / "github-actions.yml").read_text(encoding="utf-8"))
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
STEPS = ACTION["runs"]["steps"]
BASH = "bash --noprofile --norc -e -o pipefail"
"""The shell of a step that names bash."""
LOCAL = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", GUARD, re.DOTALL)]


def understood(line: str) -> dict[str, Any]:
    """What a `balance` command on this line is asked to do; an unknown word is an error."""
    first, *words = words_of(line)
    assert first == "balance"
    return parsed(words)[1]


def test_the_workflow_is_one_and_takes_the_action():
    assert set(WORKFLOW[True]) == {"pull_request", "workflow_dispatch"}  # YAML 1.1 reads the word `on` so
    steps = WORKFLOW["jobs"]["balance"]["steps"]
    (ours,) = [step for step in steps if step.get("uses", "").startswith("OWNER/balance@")]
    assert ours["with"].keys() <= ACTION["inputs"].keys()
    assert ours["with"]["arguments"] == "--warn-only"
    others = [step for step in (*STEPS, *steps) if "uses" in step and step is not ours]
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]) for step in others)
    assert all(("uses" in step) != ("run" in step) for step in STEPS)
    assert all(step["shell"] == "bash" for step in STEPS if "run" in step), "a composite action names its shell"


def test_the_project_guards_its_own_games_with_the_action():
    own = yaml.safe_load((ROOT / ".github" / "workflows" / "balance.yml").read_text(encoding="utf-8"))
    (step,) = [step for step in own["jobs"]["check"]["steps"] if step["uses"] == "./"]
    assert step["with"].keys() <= ACTION["inputs"].keys()
    assert understood(f"balance check {step['with']['arguments']}")["power"] == "off"


def run_by(step: dict[str, Any]) -> str:
    """What a step runs, with the words of the workflow filled in."""
    return step.get("run", "").replace("$ARGUMENTS", "--warn-only")


@pytest.mark.parametrize("line", [run_by(step) for step in STEPS if run_by(step).startswith("balance")])
def test_every_command_of_the_action_can_be_typed(line):
    given = understood(line)
    assert "fmt" not in given or (given["warn_only"] and given["quiet"])
    files = [word.partition("=")[2] for word in given.get("write") or []]
    assert not files or read_files(given["write"]).keys() == {Path(file) for file in files}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository to be guarded: cards, a target, and reference figures of few games."""
    folder = tmp_path_factory.mktemp("guarded") / "here"
    folder.mkdir()
    shutil.copy(frozen_cards(), folder / "cards.csv")
    (folder / "targets.toml").write_text('[[target]]\ngame = "fairy"\ngames = 1000\nlength = { at_least = 2 }\n')
    with chdir(folder):
        assert balance("baseline", "fairy", "--games", 1000, "--power", "off").code == 0
    return folder


STOOD_IN = {"pip": "echo some-package==1.0", "balance": 'printf "%s\\0" "$@" > "$BALANCE_GIVEN"'}
"""Programs in whose place the steps of the action find others: nothing is installed, and `balance` is called here."""


def run_step(script: str, folder: Path, **variables: str) -> Said:
    """A step of the action, as GitHub runs it: what `balance` says to what it is given there, if it is called."""
    home = folder.parent / "home"
    (home / "bin").mkdir(parents=True, exist_ok=True)
    for program, does in STOOD_IN.items():
        (home / "bin" / program).write_text(f"#!/bin/sh\n{does}\n")
        (home / "bin" / program).chmod(0o755)
    given = folder.parent / "given"
    given.write_text("")
    done = typed(script, folder, home, BASH, BALANCE_GIVEN=str(given), **variables)
    assert done.returncode == 0, done
    words = given.read_text().split("\0")[:-1]
    with chdir(folder):
        return balance(*words) if words else Said(0, done.stdout, done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize(("wanted", "code"), [("at_least = 2", 0), ("at_most = 2", 1)])
def test_the_steps_of_the_action_run_one_after_the_other(wanted: str, code: int, guarded: Path, tmp_path: Path):
    """A target that is missed fails the last of them."""
    folder = tmp_path / "here"
    shutil.copytree(guarded, folder)
    targets = folder / "targets.toml"
    targets.write_text(targets.read_text().replace("at_least = 2", wanted))
    given = {"ARGUMENTS": "fairy --power off", "GITHUB_ACTION_PATH": str(ROOT)}
    given |= {name: str(tmp_path / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    install, cards, check = (run_step(step["run"], folder, **given) for step in STEPS if "run" in step)
    assert (install.code, cards.code, check.code) == (0, 0, code), (install, cards, check)
    assert re.fullmatch("key=[0-9a-f]{16}-[0-9a-f]{16}\n", Path(given["GITHUB_OUTPUT"]).read_text())
    assert cards.lines[0].startswith("cards.csv: 0 errors, ")
    assert ("::error" in check.out) == bool(code)
    assert "### fairy" in Path(given["GITHUB_STEP_SUMMARY"]).read_text()
    assert (ElementTree.parse(folder / "balance.xml").getroot().find(".//failure") is not None) == bool(code)


@pytest.mark.slow
def test_the_hook_for_games_plays_them(guarded: Path):
    """As pre-commit calls it, with `args` that name a game."""
    (hook,) = [hook for hook in HOOKS if hook["id"] == "balance-check"]
    program, *words = hook["entry"].split()
    assert program == "balance"
    with chdir(guarded):
        said = balance(*words, "fairy", "--power", "off")
    assert (said.code, said.err) == (0, "")
    assert said.lines[0].startswith("### fairy: PASS, ")


def test_the_action_checks_cards_and_games():
    lines = [step["run"] for step in STEPS if "run" in step]
    assert [line.split()[:3] for line in lines if line.startswith("balance cards")] == [["balance", "cards", "check"]]
    (check,) = [line for line in lines if line.startswith("balance check")]
    assert re.findall(r"(?:--format |--write )(\w+)", check) == ["github", "markdown", "junit"]


def test_the_cache_of_the_action_knows_what_is_installed_in_any_repository():
    """A key made of files that only this repository has would be empty everywhere else."""
    (place,) = [number for number, step in enumerate(STEPS) if step.get("uses", "").startswith("actions/cache")]
    assert "hashFiles" not in STEPS[place]["with"]["key"]
    outputs = re.findall(r"steps\.(\w+)\.outputs\.(\w+)", STEPS[place]["with"]["key"])
    assert outputs
    for step, output in outputs:
        (before,) = [earlier for earlier in STEPS[:place] if earlier.get("id") == step]
        assert f'echo "{output}=' in before["run"]
    assert 'pip install "$GITHUB_ACTION_PATH"' in "".join(step.get("run", "") for step in STEPS)


def test_no_hook_is_pinned_to_a_version_that_is_not_there():
    remote = LOCAL[0]["repos"][0]
    assert remote["rev"] == "COMMIT"


def test_the_hooks_can_be_typed_and_are_documented():
    assert [hook["id"] for hook in HOOKS] == ["balance-cards", "balance-check"]
    for hook in HOOKS:
        assert {"id", "name", "entry", "language"} <= hook.keys()
        understood(hook["entry"] + (" cards.csv other/cards.csv" if hook.get("pass_filenames", True) else ""))
    remote, local = (page["repos"][0]["hooks"] for page in LOCAL)
    assert [hook["id"] for hook in remote] == [hook["id"] for hook in HOOKS]
    assert [(hook["id"], hook["entry"]) for hook in local] == [(hook["id"], hook["entry"]) for hook in HOOKS]


def test_the_hook_for_cards_names_every_table_that_is_changed_and_fails_for_one(tmp_path):
    """As pre-commit calls it: with the files behind the entry."""
    (hook,) = [hook for hook in HOOKS if hook["id"] == "balance-cards"]
    text = frozen_cards().read_text(encoding="utf-8")
    good, bad = tmp_path / "cards.csv", tmp_path / "game" / "cards.csv"
    bad.parent.mkdir()
    good.write_text(text, encoding="utf-8")
    bad.write_text(text.replace(",rulebook", ",hearsay", 1), encoding="utf-8")
    program, *words = hook["entry"].split()
    assert program == "balance"
    for files in ((good, bad), (bad, good)):
        said = balance(*words, *files)
        assert (said.code, said.err) == (1, "")
        assert sum(line.startswith(f"{good}: 0 errors, ") for line in said.lines) == 1
        assert sum(line.startswith(f"{bad}: 1 error, ") for line in said.lines) == 1
    assert "no source of this name (found 'hearsay')" in said.out


@pytest.mark.parametrize(
    ("hook", "files"),
    [("balance-cards", ["cards.csv", "game/cards.csv"]), ("balance-check", ["cards.csv", "targets.toml"])],
)
def test_a_hook_wakes_for_its_files(hook, files):
    pattern = next(entry["files"] for entry in HOOKS if entry["id"] == hook)
    assert all(re.search(pattern, file) for file in files)
    assert not any(re.search(pattern, file) for file in ("README.md", "cards.csv.md", "mytargets.toml"))


def test_the_targets_in_the_text_can_be_read():
    cards = read_cards(frozen_cards(), game_ids())
    first, second = re.findall(r"```toml\n(.*?)```", GUARD, re.DOTALL)
    assert len(parse_targets(first, "first", cards)) == 1
    assert len(parse_targets(f'[[target]]\ngame = "fairy"\n{second}', "second", cards)) == 1


UNITS = {"lift": "even shares"}
"""Units by their words in machine-readable output, where people read others."""


def test_every_word_of_a_target_is_explained():
    for name, measure in MEASURES.items():
        shown = {"component": f"{name}.NAME", "card": f"{name}.ID"}.get(measure.each, name)
        ends = rf"\| {UNITS.get(measure.unit, measure.unit)} \| {measure.margin:g} \|$"
        row = re.search(rf"^\| `{re.escape(shown)}` \|.*{ends}", GUARD, re.MULTILINE)
        assert row, shown
        assert all(f"`{word}" in GUARD for word in measure.options)
        only = {"only `at_most`": ("at_most",), "only the `margin`": ()}
        assert measure.ends == next((ends for words, ends in only.items() if words in row[0]), BOTH)
    assert all(f"| `{key}` |" in GUARD for key in KEYS)
