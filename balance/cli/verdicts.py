"""The verdicts of a check in the formats people and CI systems read."""

from __future__ import annotations

import json
from collections.abc import Callable
from xml.etree import ElementTree

from balance.analysis.drift import (
    FAILING,
    MOVED,
    NOT_COMPARABLE,
    NOT_COMPUTABLE,
    SAME,
    UNDECIDED,
    Check,
    Comparison,
    as_json,
)
from balance.analysis.results import is_share
from balance.engine.errors import plain

VERDICTS = (MOVED, NOT_COMPARABLE, NOT_COMPUTABLE, UNDECIDED, SAME)


def name_of(one: Comparison) -> str:
    """A figure and what it is of, in one line."""
    return plain(f"{one.figure} ({one.subject})" if one.subject else one.figure)


def shown(one: Comparison, value: float | None) -> str:
    """A value of the figure, readable."""
    if value is None:
        return "-"
    return f"{100 * value:.2f} %" if is_share(one.figure) else f"{value:.4g}"


def sentence(one: Comparison) -> str:
    """What happened to one figure."""
    text = f"{name_of(one)}: {shown(one, one.before)} -> {shown(one, one.after)}"
    if one.difference is not None:
        text += f" (difference {shown(one, one.low)} to {shown(one, one.high)}, margin {shown(one, one.margin)})"
    if one.games_needed:
        text += f"; about {one.games_needed:,} games would decide"
    return text


def summary(check: Check) -> str:
    """One line for a game."""
    if check.refused:
        return f"{check.game}: FAIL, {check.refused}"
    counts = ", ".join(f"{check.count(verdict)} {verdict}" for verdict in VERDICTS if check.count(verdict))
    return f"{check.game}: {'FAIL' if check.failed else 'PASS'}, {counts}"


def text(checks: list[Check]) -> str:
    """For the terminal: what moved, and one line for what did not."""
    lines = []
    for check in checks:
        lines.append(summary(check))
        lines += [f"  {note}" for note in check.notes]
        for one in check.comparisons:
            if one.verdict != SAME:
                lines.append(f"  {one.verdict}: {sentence(one)}")
    return "\n".join(lines) + "\n"


def to_json(checks: list[Check]) -> str:
    """For programs."""
    return json.dumps([as_json(check) for check in checks], indent=2, ensure_ascii=False) + "\n"


def markdown(checks: list[Check]) -> str:
    """For a pull request's comment."""
    lines = []
    for check in checks:
        lines += [f"### {summary(check)}", "", *[f"{note}" for note in check.notes], ""]
        shown_rows = [one for one in check.comparisons if one.verdict != SAME]
        if shown_rows:
            lines += ["| verdict | figure | before | after | margin |", "| --- | --- | --- | --- | --- |"]
            for one in shown_rows:
                values = (shown(one, value) for value in (one.before, one.after, one.margin))
                cells = (one.verdict, name_of(one), *values)
                lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
            lines.append("")
    return "\n".join(lines) + "\n"


def junit(checks: list[Check]) -> str:
    """For CI systems that show test results: one case per figure."""
    suites = ElementTree.Element("testsuites")
    for check in checks:
        failures = sum(one.verdict in FAILING for one in check.comparisons) + bool(check.refused)
        cases = len(check.comparisons) + bool(check.refused)
        suite = ElementTree.SubElement(suites, "testsuite", name=check.game, tests=str(cases), failures=str(failures))
        if check.refused:
            case = ElementTree.SubElement(suite, "testcase", classname=check.game, name="reference figures")
            ElementTree.SubElement(case, "failure", message=check.refused)
        for one in check.comparisons:
            case = ElementTree.SubElement(suite, "testcase", classname=check.game, name=name_of(one))
            if one.verdict in FAILING:
                ElementTree.SubElement(case, "failure", message=f"{one.verdict}: {sentence(one)}")
            elif one.verdict == UNDECIDED:
                ElementTree.SubElement(case, "system-out").text = f"undecided: {sentence(one)}"
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def github(checks: list[Check]) -> str:
    """For GitHub Actions: annotations."""
    lines = []
    for check in checks:
        if check.refused:
            lines.append(f"::error title={check.game}::{_one_line(check.refused)}")
        for one in check.comparisons:
            if one.verdict in FAILING:
                lines.append(f"::error title={check.game} {one.verdict}::{_one_line(sentence(one))}")
            elif one.verdict == UNDECIDED:
                lines.append(f"::warning title={check.game} undecided::{_one_line(sentence(one))}")
        lines.append(f"::notice title={check.game}::{_one_line(summary(check))}")
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "").replace("\n", "%0A")


WRITERS: dict[str, Callable[[list[Check]], str]] = {
    "text": text,
    "json": to_json,
    "markdown": markdown,
    "junit": junit,
    "github": github,
}
