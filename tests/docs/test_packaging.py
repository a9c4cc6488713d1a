"""What the package says of itself is what is tried, and what is tried can be typed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

import balance
from helpers.pages import ROOT, parsed, words_of

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SYSTEMS = yaml.safe_load((ROOT / ".github" / "workflows" / "systems.yml").read_text(encoding="utf-8"))["jobs"]["wheel"]
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


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


def test_every_command_that_is_tried_can_be_typed():
    lines = [line for step in SYSTEMS["steps"] for line in step.get("run", "").splitlines()]
    typed = [words_of(line)[1:] for line in lines if line.startswith("balance ")]
    assert len(typed) > 4
    for words in typed:
        parsed(words)


def test_the_name_on_pypi_is_our_own_and_the_one_that_pages_say():
    assert PROJECT["name"] == "tabletop-balance"
    named = re.compile(r"(?:pip install '?|BALANCE: )(?:balance\b|\w+-balance\b)")
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.yml"), *code()]
    found = {match for page in pages for match in named.findall(page.read_text(encoding="utf-8"))}
    assert {name.rpartition("'")[2].rpartition(" ")[2] for name in found} == {"tabletop-balance"}
    for extra in ("cloud", "cluster"):
        assert PROJECT["optional-dependencies"][extra]


def code() -> list[Path]:
    return sorted(Path(balance.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_a_form_for_issues_can_be_filled_in(file: Path):
    form = yaml.safe_load(file.read_text(encoding="utf-8"))
    if file.name == "config.yml":
        return
    assert {"name", "description", "body"} <= form.keys()
    ids = [field["id"] for field in form["body"]]
    assert len(set(ids)) == len(ids) > 0
    assert all(field["attributes"]["label"] for field in form["body"])
