"""Heroes of Fairy Tail: recruit a line-up of heroes, then fight, go on missions and shine, three rounds long."""

from __future__ import annotations

from pathlib import Path

from balance.engine.game import Chance, First, Game, Variant
from balance.engine.game.settings import Setting
from balance.games.heroes.by_hand import handy, lay
from balance.games.heroes.cards import read_heroes
from balance.games.heroes.face import face
from balance.games.heroes.headlines import HEADLINES
from balance.games.heroes.kinds import KINDS
from balance.games.heroes.log import CARDS, GAMES, SEATS, TURNS, rows_per_game, tables
from balance.games.heroes.play import play_games
from balance.games.heroes.questions import EXPERIMENTS, QUESTIONS, WORDS
from balance.games.heroes.state import (
    ADVERSARY_STREAM,
    AGE_STREAM,
    DICE,
    DIE_STREAM,
    HERO_STREAM,
    MAX_SEATS,
    MISSION_STREAM,
    RANKS,
    STATE,
    TABLE,
    TILE_STREAM,
)
from balance.games.heroes.styles import KNOBS, STYLES, features
from balance.games.heroes.table import fill_table
from balance.games.heroes.tell import tell, wording
from balance.games.heroes.tell.look import look
from balance.games.heroes.tell.news import news
from balance.games.heroes.tell.remarks import remarks

GAME = Game(
    id="heroes",
    name="Heroes of Fairy Tail",
    about="Draft and adventure: recruit heroes side by side, then fight, go on missions and shine. 2 to 4 players.",
    rules_version=4,
    seats=(2, MAX_SEATS),
    usual_seats=4,
    variants=(Variant("base", "the only rules: three rounds"),),
    settings=(
        Setting(
            "dice",
            "cards",
            "faces of the dice: as in the card table, or a ready-made set",
            "HF-51",
            words=("cards", "mild", "standard", "harsh"),
        ),
        Setting("allow_decline", True, "fights and missions may be declined", "HF-45"),
        Setting(
            "tile_timing",
            "flexible",
            "tiles may be kept and placed later, or must be placed when drawn",
            "HF-74",
            words=("flexible", "on_draw"),
        ),
        Setting("discard_after_last_round", True, "three heroes are discarded after the last round too", "HF-93"),
        Setting(
            "collection_mode",
            "exclusive",
            "every collection card needs a set of its own, or several may share one",
            "HF-106",
            words=("exclusive", "shared"),
        ),
    ),
    knobs=KNOBS,
    styles=STYLES,
    folder=Path(__file__).parent,
    demo_games=10_000,
    baseline_games=100_000,
    arm_games=10_000,
    read_cards=read_heroes,
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
    remarks=remarks,
    news=news,
    handy=handy,
    lay=lay,
    face=face,
    words=WORDS,
    first=First(
        "The player who starts a round",
        "players as strong",
        "The player with the most Strength starts a round, and Strength wins games. So only rounds count in which "
        "several players have the most: there the order of their heroes decides who starts.",
    ),
    luck=(
        Chance(
            "the deal",
            (AGE_STREAM, HERO_STREAM, ADVERSARY_STREAM, *range(MISSION_STREAM, MISSION_STREAM + RANKS)),
        ),
        Chance("tiles and dice", (TILE_STREAM, *range(DIE_STREAM, DIE_STREAM + DICE))),
    ),
    kinds=KINDS,
    headlines=HEADLINES,
    questions=QUESTIONS,
    experiments=EXPERIMENTS,
)
