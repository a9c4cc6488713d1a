"""What to type for games like those of a plan."""

from __future__ import annotations

import shlex

from balance.cards.read import default_cards
from balance.engine.game import Plan


def options(plan: Plan) -> list[str]:
    """The options that ask for games like these, as far as they are not the usual ones; not their cards and styles."""
    game = plan.game
    words = [f"--players {plan.players}"] if plan.players != game.usual_seats else []
    words += [f"--variant {plan.variant}"] if plan.variant != game.variant_for(plan.players) else []
    for setting in game.settings:
        value = plan.settings[setting.name]
        if value != setting.default:
            words.append(f"--set {shlex.quote(f'{setting.name}={setting.show(value)}')}")
    words += [f"--agents {shlex.quote(','.join(plan.lineup))}"] if plan.lineup else []
    return [*words, "--fixed-seats"] if plan.fixed_seats else words


def cards_option(plan: Plan) -> list[str]:
    """The option that names its card table, where that is not the usual one."""
    file = plan.card_table.file
    usual = not plan.card_table.rows or file == str(plan.game.own_cards or default_cards())
    return [] if usual else [f"--cards {shlex.quote(file)}"]
