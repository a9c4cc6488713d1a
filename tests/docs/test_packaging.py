"""What the package says of itself is what is tried, and what is tried can be typed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import balance
from helpers.marks import NIGHTLY
from helpers.pages import ROOT, parsed, words_of
from helpers.plain_games import forgotten, write_game

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = {
    file.name: yaml.safe_load(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
}
SYSTEMS = WORKFLOWS["systems.yml"]["jobs"]["wheel"]
MADE = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
"""What `make` can be asked for."""
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


OWN_GAME = "class Mill(Game):\n    players = 2, 4\n"


def test_every_python_that_is_promised_is_tried_on_every_system():
    promised = re.findall(
        r"Programming Language :: Python :: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.MULTILINE
    )
    assert promised == SYSTEMS["strategy"]["matrix"]["python"]
    assert PROJECT["requires-python"] == f">={promised[0]}"
    systems = {name.partition("-")[0] for name in SYSTEMS["strategy"]["matrix"]["os"]}
    assert systems == {"ubuntu", "macos", "windows"}
    for system in ("POSIX", "MacOS", "Microsoft :: Windows"):
        assert f"Operating System :: {system}" in PROJECT["classifiers"]


def test_every_command_that_is_tried_can_be_typed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path, OWN_GAME, "mill.py")
    lines = [line for step in SYSTEMS["steps"] for line in step.get("run", "").splitlines()]
    typed = [words_of(line)[1:] for line in lines if line.startswith("balance ")]
    assert len(typed) > 4
    with forgotten():
        for words in typed:
            parsed(words)


def steps(workflow: str) -> list[dict[str, Any]]:
    """All steps of the workflow of this name."""
    return [step for job in WORKFLOWS[workflow]["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_a_workflow_begins_by_itself_and_asks_make_for_what_there_is(workflow: str):
    said = WORKFLOWS[workflow]
    assert {"name", "permissions", "jobs"} <= said.keys()
    assert {"push", "pull_request", "schedule"} & said[True].keys()  # YAML 1.1 reads the word `on` so
    assert all(job["timeout-minutes"] for job in said["jobs"].values())
    for step in steps(workflow):
        assert ("uses" in step) != ("run" in step)
        assert asked_of_make(step.get("run", "")) <= {*MADE}


def asked_of_make(script: str) -> set[str]:
    """What a script asks `make` for, settings left out."""
    lines = [line for line in script.splitlines() if line.startswith("make ")]
    return {word for line in lines for word in words_of(line)[1:] if "=" not in word}


def test_what_is_run_at_every_push_is_what_the_front_page_says():
    assert asked_of_make((ROOT / ".ci" / "run").read_text(encoding="utf-8")) == {"test"}
    assert re.search(r"^make test ", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert "test" in MADE


def test_every_test_there_is_runs_once_a_night():
    assert [step["run"] for step in steps("nightly.yml") if "make" in step.get("run", "")] == ["make nightly"]
    (begun,) = WORKFLOWS["nightly.yml"][True]["schedule"]
    minute, hour, *days = begun["cron"].split()
    assert (minute.isdigit(), hour.isdigit(), days) == (True, True, ["*", "*", "*"])
    _, _, recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nnightly:")
    (tests,) = [line for line in recipe.partition("\n\n")[0].splitlines() if "$(PYTEST)" in line]
    assert f"--hypothesis-profile={NIGHTLY}" in tests
    assert " -m " not in tests.partition("#")[0], "no test is left out"


def test_the_name_on_pypi_is_our_own_and_the_one_that_pages_say():
    assert PROJECT["name"] == "tabletop-balance"
    named = re.compile(r"(?:pip install '?|BALANCE: )(?:balance\b|\w+-balance\b)")
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.yml"), *code()]
    names = {match for page in pages for match in named.findall(page.read_text(encoding="utf-8"))}
    assert {name.rpartition("'")[2].rpartition(" ")[2] for name in names} == {"tabletop-balance"}
    for extra in ("cloud", "cluster"):
        assert PROJECT["optional-dependencies"][extra]


def test_addresses_are_those_of_the_distribution():
    assert PROJECT["urls"]["Homepage"] == f"https://pypi.org/project/{PROJECT['name']}/"
    assert all(f"/{PROJECT['name']}/" in address for address in PROJECT["urls"].values())


def code() -> list[Path]:
    return sorted(Path(balance.__file__).parent.rglob("*.py"))


def test_every_package_that_is_asked_for_has_a_reason():
    page = (ROOT / "docs" / "decisions" / "dependencies.md").read_text(encoding="utf-8")
    reasons = re.findall(r"^\| (\w+)[^|]*\| \d+ \| [^|]{20,} \| [^|]{20,} \|$", page, re.MULTILINE)
    asked = [re.match(r"\w+", wanted).group() for wanted in PROJECT["dependencies"]]
    assert {name.lower() for name in reasons} == {"jinja" if name == "jinja2" else name for name in asked}


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_a_form_for_issues_can_be_filled_in(file: Path):
    form = yaml.safe_load(file.read_text(encoding="utf-8"))
    if file.name == "config.yml":
        return
    assert {"name", "description", "body"} <= form.keys()
    ids = [field["id"] for field in form["body"]]
    assert len(set(ids)) == len(ids) > 0
    assert all(field["attributes"]["label"] for field in form["body"])
