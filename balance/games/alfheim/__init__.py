"""Fairies of Alfheim: lay the same clue tiles as everybody else into lines of your own, and draw fairies to them."""

from __future__ import annotations

from pathlib import Path

from balance.engine.game import Chance, First, Game, Variant
from balance.engine.game.settings import Setting
from balance.games.alfheim.by_hand import handy, lay
from balance.games.alfheim.cards import read_alfheim
from balance.games.alfheim.face import face
from balance.games.alfheim.headlines import HEADLINES
from balance.games.alfheim.kinds import KINDS
from balance.games.alfheim.log import CARDS, GAMES, SEATS, TURNS, rows_per_game, tables
from balance.games.alfheim.play import play_games
from balance.games.alfheim.questions import EXPERIMENTS, QUESTIONS, WORDS
from balance.games.alfheim.state import (
    CENTRE_STREAM,
    DECK_STREAM,
    FOOTPRINT_STREAM,
    LEAD_STREAM,
    MAX_SEATS,
    ORDER_STREAM,
    STACK_STREAM,
    STATE,
    TABLE,
    TYPES,
)
from balance.games.alfheim.styles import KNOBS, STYLES, features
from balance.games.alfheim.table import fill_table
from balance.games.alfheim.tell import picture, tell, wording
from balance.games.alfheim.tell.look import look

GAME = Game(
    id="alfheim",
    name="Fairies of Alfheim",
    about="Simultaneous tile laying: lines of clues draw fairies to them. 2 to 5 players, or 1 alone.",
    rules_version=4,
    seats=(1, MAX_SEATS),
    usual_seats=4,
    variants=(Variant("base", "the only rules: eleven rounds"),),
    settings=(
        Setting("line_match", "segment", "a fairy is paid by consecutive tiles, or by any tiles of one line",
                "FA-25", words=("segment", "contains")),
        Setting("process_order", "random", "who is served first when several swap: drawn every round, or the lead",
                "FA-20", words=("random", "lead_first")),
        Setting("swap", True, "clue tiles may be swapped for the top one of the centre stack", "FA-19"),
        Setting("second_reveal", True, "second costs are revealed in round 7, not the King's alone", "FA-16"),
        Setting("footprint_point", 1, "points for each clue tile that matches the footprint", "FA-38", low=0, high=9),
        Setting("footprint_cap", 4, "points for the footprint, at most", "FA-38", low=0, high=36),
    ),
    knobs=KNOBS,
    styles=STYLES,
    folder=Path(__file__).parent,
    demo_games=5_000,
    baseline_games=20_000,
    arm_games=2_000,
    read_cards=read_alfheim,
    features=features,
    fill_table=fill_table,
    tables=tables,
    rows_per_game=rows_per_game,
    table_record=TABLE,
    state_record=STATE,
    blocks={"games": GAMES, "seats": SEATS, "turns": TURNS, "cards": CARDS},
    play_games=play_games,
    tell=tell,
    wording=wording,
    look=look,
    handy=handy,
    lay=lay,
    face=face,
    picture=picture,
    words=WORDS,
    first=First(
        "The lead player",
        how="The lead is drawn by lot before the game, and leads all of it.",
    ),
    headlines=HEADLINES,
    questions=QUESTIONS,
    experiments=EXPERIMENTS,
    luck=(
        Chance("the deal", (LEAD_STREAM, CENTRE_STREAM, ORDER_STREAM)),
        Chance("tiles drawn", (STACK_STREAM, FOOTPRINT_STREAM, *range(DECK_STREAM, DECK_STREAM + TYPES))),
    ),
    kinds=KINDS,
)  # fmt: skip
