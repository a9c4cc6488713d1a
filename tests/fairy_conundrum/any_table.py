"""Plans of Fairy Conundrum for random legal card tables: any cards the notation allows, any players, settings, styles.

As a script it plays such games in plain Python and counts what was executed, see ``executed``:

python conundrum_any_table.py FIRST_SEED TABLES
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from hypothesis import strategies as st

from balance.engine.kernels.kernel import PLAIN
from balance.engine.playing.runner import play_in_memory
from balance.games.fairy_conundrum import GAME, codes
from balance.games.fairy_conundrum.cards import Cards
from balance.games.fairy_conundrum.cards.abilities import TRIGGERS
from balance.games.fairy_conundrum.cards.operations import WORDS as OPERATIONS
from balance.games.fairy_conundrum.codes import MIN_DECK
from balance.games.fairy_conundrum.play import abilities, narration
from balance.games.fairy_conundrum.rules import values
from balance.games.fairy_conundrum.styles import features
from balance.games.fairy_conundrum.table import WORDS
from fairy_conundrum.box import cards_from, rows_of, table_of
from fairy_conundrum.invariants.log import make, own_style
from helpers.card_tables import text_of
from helpers.modes import MODES
from helpers.own_plans import Drawn
from helpers.own_process import run_module

STYLES = tuple(style.name for style in GAME.styles)
NAMES = tuple(feature.name for feature in features(None))

NUMBERS = {
    "match_games": ("1", "1", "3", "5"),
    "conspiracy": ("off", "off", "on"),
    "opposite_regresses": ("on", "on", "off"),
    "gather_base": ("1", "1", "0", "4"),
    "dream_base": ("2", "2", "0", "5"),
    "start_sparkles": ("5", "5", "0", "20"),
    "start_hand": ("5", "5", "0", "12"),
    "mes_set_cost": ("2", "2", "0", "3"),
    "turn_cap": ("60", "40"),
    "narration_cap": ("20", "10", "60", "1"),
    "trigger_cap": ("64", "8", "1"),
}
"""Settings that are numbers or switches, and some of their values; the usual ones are frequent."""

Below = Callable[[int], int]


def plan_by(below: Below, box: Cards, agents: Sequence[str] = (*STYLES, "own", "random")) -> Drawn:
    """A plan for the cards of a box, by a source of numbers: players, settings, line-up, seed."""
    rows = rows_of(box)
    table, text = table_of(rows), text_of(rows)
    enough = sum(card.limit for card in box.cards if card.astralae != "F") >= MIN_DECK

    def pick(things: Sequence[Any]) -> Any:
        return things[below(len(things))]

    players = 2 + below(3)
    settings: dict[str, object] = {name: pick((words[0], *words)) for name, words in WORDS.items()}
    settings |= {name: pick(values) for name, values in NUMBERS.items()}
    if not enough:
        settings["deck_mode"] = "prebuilt"
    weights = {pick(NAMES): (below(17) - 8) / 4 for _ in range(below(12))}
    own = [own_style("own", weights, slip=pick((0.0, 0.25, 0.9)), noise=pick((0.0, 1.0)), storm=pick((0.0, 1.0)))]
    lineup = ",".join(pick(agents) for _ in range(1 + below(players)))
    plan = make(
        table, own, players=players, settings=settings, agents=lineup, fixed_seats=below(2) == 1, seed=below(2**62)
    )
    return Drawn(text, plan)


def drawn_from(seed: int, agents: Sequence[str] = ("random",)) -> Drawn:
    """A plan for a random table; the same for the same seed."""
    return plan_by(random.Random(seed).randrange, cards_from(seed), agents)


@st.composite
def plans(draw: st.DrawFn) -> Drawn:
    """A plan for any legal table, with any number of players, settings and line-up."""
    return plan_by(lambda n: draw(st.integers(0, n - 1)), cards_from(draw(st.integers(0, 2**32 - 1))))


# ---------------------------------------------------------------- what is executed


def executed(seeds: Iterable[int]) -> dict[str, Any]:
    """One game of each of some random tables in plain Python: see ``execute``."""
    return json.loads(run_module("fairy_conundrum.any_table", *seeds, environment=MODES["plain"], patience=900))


class Watch:
    """Counts what the kernels execute; only in a process that runs them as plain Python."""

    def __init__(self) -> None:
        assert PLAIN
        self.counts: Counter = Counter()
        self.called: Counter = Counter()
        self.tolls = 0
        self.wrong: list[str] = []
        self.perform, self.run_steps = abilities.perform, abilities.run_steps
        self.apply_step, self.call = values.apply_step, narration.call
        abilities.perform, abilities.run_steps = self.counted_perform, self.counted_run
        values.apply_step, narration.call = self.counted_apply, self.counted_call

    def counted_perform(self, s: Any, t: Any, k: int, seat: int, source: int) -> None:
        self.counts[OPERATIONS[t.step[k].op]] += 1
        self.perform(s, t, k, seat, source)

    def counted_run(self, s: Any, t: Any, ability: Any, seat: int, source: int) -> None:
        self.counts[TRIGGERS[ability.trigger]] += 1
        self.run_steps(s, t, ability, seat, source)

    def counted_apply(self, s: Any, t: Any, k: int, seat: int, source: int) -> None:
        self.counts["ALWAYS"] += 1
        self.apply_step(s, t, k, seat, source)

    def counted_call(self, s: Any, t: Any, seat: int, p: int) -> None:
        """(h) The toll of every call from hand or face down, counted anew."""
        key = (int(s.game_no), int(s.turn), seat)
        fairy = bool(t.card[s.piece[p].card].kind == codes.FAIRY)
        laid = s.piece[s.lay[: s.laid]]
        shelters = sum(int(t.card[piece.card].kind == codes.SHELTER and piece.narr == seat) for piece in laid)
        values.refresh(s, t)
        free = max(0, shelters - int(s.seat[seat].contrib))
        toll = int(max(0, self.called[key] + 1 - free)) if fairy else 0
        before = int(s.now[seat].spent_toll)
        self.called[key] += fairy
        self.tolls += toll > 0
        self.call(s, t, seat, p)
        if s.now[seat].spent_toll - before != toll:
            self.wrong.append(f"game, turn, seat {key}: {s.now[seat].spent_toll - before} instead of {toll}")


def execute(seeds: Iterable[int]) -> dict[str, Any]:
    """``counts`` of operations and triggers executed, how many ``tolls`` were paid, and the ``wrong`` ones."""
    watch = Watch()
    for seed in seeds:
        watch.called.clear()
        play_in_memory(drawn_from(seed).plan, 0, 1)
    return {"counts": watch.counts, "tolls": watch.tolls, "wrong": watch.wrong}


if __name__ == "__main__":
    print(json.dumps(execute(map(int, sys.argv[1:]))))
