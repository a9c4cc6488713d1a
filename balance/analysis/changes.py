"""What is different between two plans, in words."""

from __future__ import annotations

from dataclasses import dataclass

from balance.engine.game import Plan
from balance.engine.game.agents import lineup_text

ROW = "row"
UNSEEN = {"game", "id", "source"}
"""Columns of a card table in which nothing is edited that a game or a reader would notice."""
LONG = 40
"""Letters. Of a longer cell that is a list only the parts are named that are not the same."""


@dataclass(frozen=True)
class Change:
    """One thing that is different."""

    words: str
    """Without the card: "points 9 instead of 7"; of a row "is new"."""
    what: str
    """The setting, or the column of the card table; ROW where a card is new or gone."""
    before: str
    after: str
    card: str = ""
    """The id of the edited card."""

    @property
    def text(self) -> str:
        """In words: "FYG4: points 9 instead of 7"."""
        return self.text_of(self.card)

    def text_of(self, card: str) -> str:
        """The same, of a card that is called so."""
        return f"{card}{' ' if self.what == ROW else ': '}{self.words}" if card else self.words


def changes(before: Plan, after: Plan) -> list[str]:
    """What is different between the two plans, in words, cell by cell."""
    return [change.text for change in edits(before, after)]


def edits(before: Plan, after: Plan) -> list[Change]:
    """What is different between the two plans: rules first, then the cells of the card table."""
    listed = []
    if before.variant != after.variant:
        listed.append(_instead("variant ", "variant", before.variant, after.variant))
    for setting in after.game.settings:
        was, now = (setting.show(plan.settings[setting.name]) for plan in (before, after))
        if was != now:
            listed.append(_instead(f"{setting.name} = ", setting.name, was, now))
    if before.lineup != after.lineup or before.fixed_seats != after.fixed_seats:
        listed.append(_instead("styles ", "styles", _seats(before), _seats(after)))
    if [style.as_json() for style in before.styles] != [style.as_json() for style in after.styles]:
        listed.append(Change("other weights in the play styles", "weights of the styles", "", "others"))
    if before.seed != after.seed:
        listed.append(_instead("seed ", "seed", str(before.seed), str(after.seed)))
    return listed + _cells(before, after)


def _instead(begin: str, what: str, before: str, after: str, card: str = "") -> Change:
    return Change(f"{begin}{after or 'empty'} instead of {before or 'empty'}", what, before, after, card)


def _cells(before: Plan, after: Plan) -> list[Change]:
    old, new = (plan.card_table.cells(UNSEEN) for plan in (before, after))
    changes = [Change("is new", ROW, "", "there", card) for card in new.keys() - old.keys()]
    changes += [Change("is gone", ROW, "there", "", card) for card in old.keys() - new.keys()]
    for card in new.keys() & old.keys():
        for column, now in new[card].items():
            for what, was, is_now in cell_changes(column, old[card][column], now):
                changes.append(_instead(f"{what} ", what, was, is_now, card))
    return sorted(changes, key=lambda change: change.text)


def cell_changes(column: str, before: str, after: str) -> list[tuple[str, str, str]]:
    """What is different in a cell: (what, before, after), the column or, of traits and long lists, their parts."""
    if before == after:
        return []
    if column != "traits":
        parts = [cell.split(";") for cell in (before, after)]
        if max(len(before), len(after)) <= LONG or len(parts[0]) != len(parts[1]):
            return [(column, before, after)]
        pairs = enumerate(zip(*parts, strict=True), start=1)
        return [(f"{column} (part {number})", was.strip(), now.strip()) for number, (was, now) in pairs if was != now]
    old, new = _traits(before), _traits(after)
    cells = [(name, old.get(name, ""), new.get(name, "")) for name in dict.fromkeys([*old, *new])]
    return [cell for cell in cells if cell[1] != cell[2]] or [(column, before, after)]


def _traits(cell: str) -> dict[str, str]:
    parts = (trait.partition("=") for trait in cell.split(";"))
    return {name.strip(): value.strip() if equals else "yes" for name, equals, value in parts if name.strip()}


def _seats(plan: Plan) -> str:
    return lineup_text(plan.lineup) + (" in these seats" if plan.fixed_seats else "")
