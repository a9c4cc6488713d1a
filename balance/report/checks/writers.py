"""The verdicts of a check in the formats people and CI systems read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from xml.etree import ElementTree

from balance.analysis.targets.measures import POWER
from balance.common.errors import plain
from balance.common.files import json_text
from balance.engine.game import Plan
from balance.judging.gate import Check, TargetCheck, as_json
from balance.report.checks.words import (
    FAILS,
    OPEN,
    STRICT,
    Item,
    Mode,
    heading,
    items,
    judged_cards,
    largest,
    margin,
    measured,
    more_of,
    not_the_same,
    players_of,
    shown,
    summary,
    target_sentence,
    wanted,
    width,
)
from balance.report.differences import LISTED

TARGETS = ("verdict", "target", "found", "wanted", "margin", "say more")
"""Columns of a table of targets."""
WOULD_FAIL = "This check would not pass; --warn-only reports only."


def text(checks: list[Check], mode: Mode = STRICT) -> str:
    """For the terminal: what moved most, one line for what did not, and every target."""
    return _text(checks, mode, lambda check: largest(check, mode))


def full_text(checks: list[Check], mode: Mode = STRICT) -> str:
    """The same, with everything that moved or is not decided."""
    return _text(checks, mode, lambda check: map(str, not_the_same(check)))


def _text(checks: list[Check], mode: Mode, figures: Callable[[Check], Iterable[str]]) -> str:
    lines = []
    for check in checks:
        lines.append(summary(check, mode))
        lines += [f"  {note}" for note in _notes(check)]
        lines += [f"  {line}" for line in figures(check)]
        for target in check.targets:
            lines.append(f"  {heading(target)}")
            lines += [f"    refused: {line}" for line in target.refused.splitlines()[:1]]
            lines += [f"    {line}" for line in target.refused.splitlines()[1:]]
            lines += [f"    {judged.verdict}: {target_sentence(judged, check.plans)}" for judged in target.judgements]
    return "\n".join([*lines, *_warning(checks, mode)]) + "\n"


def _notes(check: Check) -> list[str]:
    """What stands below the line of a game."""
    return [*filter(None, [judged_cards(check), players_of(check)]), *check.notes]


def would_fail(checks: list[Check], mode: Mode) -> bool:
    """Whether something fails; a check of nothing at all does, too."""
    return not checks or any(mode.fails(check) for check in checks)


def _warning(checks: list[Check], mode: Mode) -> list[str]:
    return [WOULD_FAIL] if mode.warn_only and would_fail(checks, mode) else []


def to_json(checks: list[Check], mode: Mode = STRICT) -> str:
    """For programs."""
    entries = [{**as_json(check), "failed": mode.fails(check)} for check in checks]
    return json_text(entries, indent=2) + "\n"


def markdown(checks: list[Check], mode: Mode = STRICT) -> str:
    """For a pull request's comment."""
    lines = []
    for check in checks:
        lines += [f"### {_cell(summary(check, mode))}", "", *(f"- {_cell(note)}" for note in _notes(check)), ""]
        lines += _figures(check)
        for target in check.targets:
            lines += [f"#### {_cell(heading(target))}", ""]
            lines += [f"refused: {_cell(target.refused)}", ""] if target.refused else []
            lines += _table(TARGETS, _target_rows(target, check.plans))
    return "\n".join([*lines, *_warning(checks, mode)]) + "\n"


def _figures(check: Check) -> list[str]:
    """What is not the same: the first as a table, and the rest as one that opens."""
    heads = ("verdict", "figure", "before", "after", "margin")
    rows = [
        (
            text.verdict,
            text.name,
            *(shown(text.figure, x) for x in (text.figure.before, text.figure.after)),
            width(text.figure),
        )
        for text in not_the_same(check)
    ]
    first, rest = _table(heads, rows[:LISTED]), _table(heads, rows[LISTED:])
    fold = ["<details>", f"<summary>{len(rows[LISTED:])} more</summary>", "", *rest, "</details>", ""]
    return [*first, *(fold if rest else [])]


def _target_rows(target: TargetCheck, plans: Sequence[Plan]) -> list[tuple[str, ...]]:
    return [
        (
            judged.verdict,
            judged.name,
            measured(judged, plans),
            wanted(judged),
            "" if judged.name == POWER else margin(judged),
            more_of(judged, plans),
        )
        for judged in target.judgements
    ]


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    """A Markdown table and an empty line; nothing for no rows."""
    if not rows:
        return []
    lines = [heads, ("---",) * len(heads), *rows]
    return ["| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines] + [""]


def _cell(words: str) -> str:
    """Text on one line, without a bar that would end a cell; names of cards are text and no HTML."""
    return words.replace("\n", " ").replace("|", "\\|").replace("&", "&amp;").replace("<", "&lt;")


def junit(checks: list[Check], mode: Mode = STRICT) -> str:
    """For CI systems that show test results: one case per figure and per target."""
    suites = ElementTree.Element("testsuites")
    for check in checks:
        lines = list(items(check, mode))
        failing = sum(item.weight == FAILS for item in lines)
        suite = ElementTree.SubElement(suites, "testsuite", name=check.game, tests=str(len(lines)), errors="0")
        suite.set("failures", str(0 if mode.warn_only else failing))
        suite.set("skipped", str(failing if mode.warn_only else 0))
        if check.cards:
            properties = ElementTree.SubElement(suite, "properties")
            ElementTree.SubElement(properties, "property", name="cards", value=plain(check.cards.label))
            ElementTree.SubElement(properties, "property", name="agents", value=plain(",".join(check.agents)))
        for item in lines:
            _case(suite, item, mode)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ElementTree.Element, item: Item, mode: Mode) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=plain(item.of), name=plain(item.name))
    words = "\n".join(plain(line) for line in item.message.split("\n"))
    message = words if item.verdict == "refused" else f"{item.verdict}: {words}"
    if item.weight == FAILS:
        ElementTree.SubElement(case, "skipped" if mode.warn_only else "failure", message=message)
    elif item.weight == OPEN:
        ElementTree.SubElement(case, "system-out").text = message


def github(checks: list[Check], mode: Mode = STRICT) -> str:
    """For GitHub Actions: annotations."""
    lines = []
    for check in checks:
        for item in items(check, mode):
            if item.weight == FAILS:
                lines.append(_annotation("warning" if mode.warn_only else "error", item))
            elif item.weight == OPEN:
                lines.append(_annotation("warning", item))
        text = "\n".join([summary(check, mode), *_notes(check)])
        lines.append(f"::notice title={_property(check.game)}::{_message(text)}")
    return "\n".join([*lines, *(f"::warning title=balance::{line}" for line in _warning(checks, mode))]) + "\n"


def _annotation(kind: str, item: Item) -> str:
    """One annotation, at the line of the targets file where there is one."""
    place = [f"file={_property(item.file)}"] if item.file else []
    place += [f"line={item.line}"] if item.file and item.line else []
    title = item.of if item.verdict == "refused" else f"{item.of} {item.verdict}"
    return f"::{kind} {','.join([*place, f'title={_property(title)}'])}::{_message(item.message)}"


def _message(words: str) -> str:
    """The text of an annotation, escaped as GitHub asks."""
    return words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(words: str) -> str:
    """A value before the text of an annotation: colons and commas would end it."""
    return _message(words).replace(":", "%3A").replace(",", "%2C")


WRITERS: dict[str, Callable[..., str]] = {
    "text": text,
    "json": to_json,
    "markdown": markdown,
    "junit": junit,
    "github": github,
}
"""By format: (checks, mode) -> the whole text."""
