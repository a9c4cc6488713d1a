"""Fairy: everybody guesses how the next charm card compares with the last, and the fairies pay best."""

from __future__ import annotations

from pathlib import Path

from balance.engine.game import Chance, First, Game, Variant
from balance.engine.game.settings import Setting
from balance.games.fairy.by_hand import handy
from balance.games.fairy.cards import read_fairy
from balance.games.fairy.face import face
from balance.games.fairy.headlines import HEADLINES
from balance.games.fairy.kinds import KINDS
from balance.games.fairy.log import CARDS, GAMES, SEATS, TURNS, rows_per_game, tables
from balance.games.fairy.play import play_games
from balance.games.fairy.questions import EXPERIMENTS, QUESTIONS, WORDS
from balance.games.fairy.state import DECK_STREAM, EMPTY_DECK, MAX_CARDS, MAX_SEATS, STATE, TABLE
from balance.games.fairy.styles import KNOBS, STYLES, features
from balance.games.fairy.table import fill_table
from balance.games.fairy.tell import look, tell, wording

GAME = Game(
    id="fairy",
    name="Fairy",
    about="Prediction and push your luck: guess how the next card compares with the pile card. 2 to 10 players.",
    rules_version=4,
    seats=(2, MAX_SEATS),
    usual_seats=4,
    variants=(
        Variant("base", "ends with the last of the 3 fairies, or when somebody has 24 points"),
        Variant("fifteen", "fairies end nothing; ends when somebody has 15 points"),
    ),
    settings=(
        Setting("initial_fairy_counts", True, "a fairy on the first pile card counts as revealed", "FY-3"),
        Setting("end_fairies", "all", "fairies that end the base game", "FY-18", 1, MAX_CARDS, ("all",)),
        Setting(
            "top_rule",
            "compare",
            "several players at the target in one turn: highest score wins, scores are cut at the top, or all share",
            "FY-22",
            words=("compare", "clamp", "share"),
        ),
        Setting("fifteen_target", 15, "points that end the variant", "FY-30", 1, 10_000),
    ),
    knobs=KNOBS,
    styles=STYLES,
    folder=Path(__file__).parent,
    demo_games=25_000,
    baseline_games=200_000,
    read_cards=read_fairy,
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
    face=face,
    troubles={EMPTY_DECK: "a card was to be flipped from an empty deck"},
    words=WORDS,
    turns_include="tie-breaks included",
    first=First(nobody="all guess at the same time"),
    luck=(Chance("the cards", (DECK_STREAM,)),),
    kinds=KINDS,
    headlines=HEADLINES,
    questions=QUESTIONS,
    experiments=EXPERIMENTS,
)
