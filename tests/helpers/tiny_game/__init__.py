"""Tiny: everybody throws a die ten times, and the highest sum wins. A game from outside, without cards."""

from __future__ import annotations

from pathlib import Path

from balance.engine.game import Game, Variant
from balance.engine.game.questions import Question
from balance.engine.game.styles import Style
from tiny_game.log import CARDS, GAMES, SEATS, TURNS, rows_per_game, tables
from tiny_game.play import STATE, TABLE, play_games


def fill_table(t, plan, cards):
    """Every style has one weight: how often it throws the better of two dice."""
    for code, style in enumerate(plan.styles):
        t.luck[code] = int(style.weights.get("luck", 0))


def tell(game):
    """The story of a game: who won."""
    best = max(game.seats, key=lambda row: row["score"])
    return [f"Seat {best['seat'] + 1} wins with {best['score']} points."]


GAME = Game(
    id="tiny",
    name="Tiny",
    about="Everybody throws a die ten times; the highest sum wins.",
    rules_version=1,
    seats=(2, 4),
    usual_seats=2,
    variants=(Variant("base", "ten throws"),),
    settings=(),
    knobs=(),
    styles=(
        Style("random", "throws", reference=True, in_mixed=False),
        Style("greedy", "throws again after a one", {"luck": 1}, reference=True),
        Style("calm", "throws"),
    ),
    folder=Path(__file__).parent,
    demo_games=1000,
    baseline_games=1000,
    read_cards=lambda table, problems: (),
    features=lambda cards: (),
    fill_table=fill_table,
    tables=tables,
    rows_per_game=rows_per_game,
    table_record=TABLE,
    state_record=STATE,
    blocks={"games": GAMES, "seats": SEATS, "turns": TURNS, "cards": CARDS},
    play_games=play_games,
    tell=tell,
    questions=(Question(1, "How close is it?", "close"),),
    arm_games=1000,
)
