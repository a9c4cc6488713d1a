"""Fairy School: build a deck of creatures side by side, share them with the neighbours, and race to graduate."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from balance.engine.game import Chance, First, Game, Variant
from balance.engine.game.settings import Setting
from balance.games.fairy_school.by_hand import handy, lay
from balance.games.fairy_school.cards import read_school
from balance.games.fairy_school.face import face
from balance.games.fairy_school.headlines import HEADLINES
from balance.games.fairy_school.kinds import KINDS
from balance.games.fairy_school.log import CARDS, GAMES, SEATS, TURNS, rows_per_game, tables
from balance.games.fairy_school.play import play_games
from balance.games.fairy_school.questions import EXPERIMENTS, QUESTIONS, WORDS
from balance.games.fairy_school.state import (
    FINAL_STREAM,
    INITIAL_STREAM,
    MAX_SEATS,
    MOST_CUBES,
    MOST_FINAL_TURNS,
    MOST_TURNS,
    ORDER_STREAM,
    PILE_STREAM,
    SET_STREAM,
    STATE,
    TABLE,
    TRIMESTER_STREAM,
)
from balance.games.fairy_school.styles import KNOBS, STYLES, features
from balance.games.fairy_school.table import USUAL, fill_table
from balance.games.fairy_school.tell import tell, wording
from balance.games.fairy_school.tell.look import look

DIRECTIONS = tuple("".join(letters) for letters in product("RL", repeat=3))

GAME = Game(
    id="fairy_school",
    name="Fairy School",
    about="Simultaneous deck building: what a neighbour uses of your cards is a point for you. 2 to 6 players.",
    rules_version=5,
    seats=(2, MAX_SEATS),
    usual_seats=4,
    variants=(
        Variant("advanced", "predefined starting decks; the projects of every trimester are drafted (2 to 5 players)"),
        Variant("initiation", "predefined starting decks and projects of the first trimester (2 to 5 players)"),
        Variant("expert", "starting cards are drafted too, and laid out at will; the usual one at 6 players"),
    ),
    usual_variant=lambda players: "expert" if players == MAX_SEATS else "advanced",
    settings=(
        Setting("length", "long", "long or short game: three trimesters before the final one, or two", "FS-83",
                words=("long", "short")),
        Setting("sharing", "neighbours", "shared cards lie before their owner, or before a neighbour (4 or more)",
                "FS-85", words=("neighbours", "insensitive")),
        Setting("insensitive_alternation", "per_card", "when shared cards change sides, if they lie before a neighbour",
                "FS-86", words=("per_card", "per_turn")),
        Setting("turns_per_trimester", USUAL, "turns of each trimester before the final one; usual: 3, at 2 players 5",
                "FS-50", low=1, high=MOST_TURNS, words=(USUAL,)),
        Setting("activation_cubes", USUAL, "cubes of each player; usual: 37, in the short game 32", "FS-15",
                low=1, high=MOST_CUBES, words=(USUAL,)),
        Setting("draft_direction", "RRL", "where the hands of drafts I, II, III go: right or left", "FS-27",
                words=DIRECTIONS),
        Setting("must_play_two", False, "two columns must be played whenever two can be paid for", "FS-35"),
        Setting("leader_bonus_at_zero", True, "the leaders of the race gain an element even at 0 steps", "FS-67"),
        Setting("final_turn_cap", 20, "turns of the final trimester after which the game ends in any case", "FS-71",
                low=1, high=MOST_FINAL_TURNS),
        Setting("start_elements", "1,1,1,1,0", "earth, plants, fire, water and air at the start", "FS-14",
                low=0, high=20, numbers=5),
        Setting("pass_mark", 85, "points from which on a fairy passes; changes nothing in the game", "FS-77",
                low=0, high=1000),
        Setting("honors_mark", 90, "points from which on she passes with high honors", "FS-77", low=0, high=1000),
    ),
    knobs=KNOBS,
    styles=STYLES,
    folder=Path(__file__).parent,
    demo_games=5_000,
    baseline_games=20_000,
    arm_games=2_500,
    read_cards=read_school,
    features=features,
    fill_table=fill_table,
    tables=tables,
    rows_per_game=rows_per_game,
    table_record=TABLE,
    state_record=STATE,
    blocks={"games": GAMES, "seats": SEATS, "turns": TURNS, "cards": CARDS},
    play_games=play_games,
    tell=tell,
    tells_happenings=True,
    wording=wording,
    look=look,
    handy=handy,
    lay=lay,
    face=face,
    words=WORDS,
    first=First(nobody="all choose at the same time"),
    luck=(
        Chance(
            "the deal",
            (*range(TRIMESTER_STREAM, INITIAL_STREAM), INITIAL_STREAM, SET_STREAM, FINAL_STREAM, ORDER_STREAM),
        ),
        Chance("cards drawn", tuple(range(PILE_STREAM, PILE_STREAM + MAX_SEATS))),
    ),
    kinds=KINDS,
    headlines=HEADLINES,
    questions=QUESTIONS,
    experiments=EXPERIMENTS,
)  # fmt: skip
