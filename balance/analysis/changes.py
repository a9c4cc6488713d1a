"""What is different between two plans, in words."""

from __future__ import annotations

from typing import Any

from balance.cards.check import OWN_COLUMNS
from balance.engine.plan import Plan


def changes(before: Plan, after: Plan) -> list[str]:
    """What is different between the two plans, in words, cell by cell."""
    found = []
    if before.variant != after.variant:
        found.append(f"variant {after.variant} instead of {before.variant}")
    for name, value in after.settings.items():
        if before.settings.get(name) != value:
            found.append(f"{name} = {_word(value)} instead of {_word(before.settings.get(name))}")
    if before.lineup != after.lineup or before.fixed_seats != after.fixed_seats:
        found.append(f"styles {_seats(after)} instead of {_seats(before)}")
    if [style.as_json() for style in before.styles] != [style.as_json() for style in after.styles]:
        found.append("other weights in the play styles")
    if before.seed != after.seed:
        found.append(f"seed {after.seed} instead of {before.seed}")
    return found + _cells(before, after)


def _cells(before: Plan, after: Plan) -> list[str]:
    columns = ("name", "kind", "set", "copies", "cost", "effect", "points", "traits", *OWN_COLUMNS)
    old, new = ({row.id: row for row in plan.card_table.rows} for plan in (before, after))
    found = [f"{card} is new" for card in new if card not in old] + [
        f"{card} is gone" for card in old if card not in new
    ]
    for card in new.keys() & old.keys():
        for column in columns:
            was, now = old[card].cell(column), new[card].cell(column)
            if was != now:
                found.append(f"{card}: {column} {now or 'empty'} instead of {was or 'empty'}")
    return sorted(found)


def _word(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _seats(plan: Plan) -> str:
    return (",".join(plan.lineup) or "mixed") + (" in these seats" if plan.fixed_seats else "")
