"""What is different between two plans, in words."""

from __future__ import annotations

from balance.engine.plan import Plan

UNTOLD = {"game", "id", "source"}
"""Columns of a card table in which nothing is edited that a game or a reader would notice."""


def changes(before: Plan, after: Plan) -> list[str]:
    """What is different between the two plans, in words, cell by cell."""
    found = []
    if before.variant != after.variant:
        found.append(f"variant {after.variant} instead of {before.variant}")
    for setting in after.game.settings:
        was, now = (plan.settings[setting.name] for plan in (before, after))
        if was != now:
            found.append(f"{setting.name} = {setting.show(now)} instead of {setting.show(was)}")
    if before.lineup != after.lineup or before.fixed_seats != after.fixed_seats:
        found.append(f"styles {_seats(after)} instead of {_seats(before)}")
    if [style.as_json() for style in before.styles] != [style.as_json() for style in after.styles]:
        found.append("other weights in the play styles")
    if before.seed != after.seed:
        found.append(f"seed {after.seed} instead of {before.seed}")
    return found + _cells(before, after)


def _cells(before: Plan, after: Plan) -> list[str]:
    old, new = (plan.card_table.cells(UNTOLD) for plan in (before, after))
    found = [f"{card} is new" for card in new.keys() - old.keys()]
    found += [f"{card} is gone" for card in old.keys() - new.keys()]
    for card in new.keys() & old.keys():
        for column, now in new[card].items():
            if now != old[card][column]:
                found.append(f"{card}: {column} {now or 'empty'} instead of {old[card][column] or 'empty'}")
    return sorted(found)


def _seats(plan: Plan) -> str:
    return (",".join(plan.lineup) or "mixed") + (" in these seats" if plan.fixed_seats else "")
