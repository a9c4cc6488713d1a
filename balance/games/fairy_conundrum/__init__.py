"""Fairy Conundrum: a collectible card duel with constructed decks, in ten moments a turn."""

from __future__ import annotations

from pathlib import Path

from balance.engine.game import Chance, First, Game, Variant
from balance.engine.game.settings import Setting
from balance.games.fairy_conundrum.cards import read_conundrum
from balance.games.fairy_conundrum.cards.cells import CARD_COLUMNS, MIXED_DECKS
from balance.games.fairy_conundrum.codes import (
    DECKS_STREAM,
    MAX_SEATS,
    MAX_TURNS,
    PICK_STREAM,
    SHUFFLE_STREAM,
    TIE_STREAM,
    WRONG_ANSWER,
)
from balance.games.fairy_conundrum.face import face
from balance.games.fairy_conundrum.headlines import HEADLINES
from balance.games.fairy_conundrum.kinds import KINDS
from balance.games.fairy_conundrum.log import CARDS, GAMES, SEATS, TURNS, rows_per_game, tables
from balance.games.fairy_conundrum.play import play_games
from balance.games.fairy_conundrum.questions import EXPERIMENTS, QUESTIONS, WORDS
from balance.games.fairy_conundrum.scenario import Position
from balance.games.fairy_conundrum.state import STATE, TABLE
from balance.games.fairy_conundrum.styles import KNOBS, STYLES, features
from balance.games.fairy_conundrum.table import WORDS as SETTING_WORDS
from balance.games.fairy_conundrum.table import fill_table
from balance.games.fairy_conundrum.tell import look, news, remarks, tell, wording


def _words(name: str, description: str, rule: str) -> Setting:
    """A setting of words: the first is the default."""
    words = SETTING_WORDS[name]
    return Setting(name, words[0], description, rule, words=words)


GAME = Game(
    id="fairy_conundrum",
    name="Fairy Conundrum",
    about="Collectible card duel: avatars that grow, fairies, shards, shelters, traps. 2 to 4 players.",
    rules_version=3,
    seats=(2, MAX_SEATS),
    usual_seats=2,
    variants=(Variant("base", "the only rules"),),
    settings=(
        Setting(
            "decks",
            MIXED_DECKS,
            "which prebuilt decks are played: every player draws one, or one named per player",
            "FC-192",
            words=(MIXED_DECKS,),
            names="decks",
        ),
        _words("deck_mode", "prebuilt decks, or random legal ones made up for every game", "FC-191"),
        Setting(
            "match_games",
            "1",
            "games of a match, with swaps from the reserve between them",
            "FC-180",
            words=("1", "3", "5"),
        ),
        Setting("conspiracy", False, "a moment of Conspiracy after Narration, for experienced players", "FC-38"),
        _words("narration_mode", "each player narrates at one go, or one action each in rotation", "FC-30"),
        _words("order_after_first", "who follows the first player: clockwise, or by initiative", "FC-32"),
        _words(
            "shard_maturation", "shards of the avatar's radiance give a label, or count by their cost, or both", "FC-50"
        ),
        _words("maturation_timing", "maturation is computed in its moment, or after every action", "FC-84"),
        Setting("opposite_regresses", True, "cards of the opposite radiance make the avatar regress", "FC-84"),
        _words("joust_mode", "jousts one by one, or all losses at once", "FC-78"),
        _words("joust_assign", "the whole attack meets the avatar, or parts of it may go to fairies", "FC-83"),
        Setting("gather_base", 1, "sparkles gathered without any occupied shelter", "FC-36", low=0, high=20),
        Setting("dream_base", 2, "cards drawn in the Dream", "FC-90", low=0, high=20),
        Setting("start_sparkles", 5, "sparkles at the start", "FC-24", low=0, high=60),
        Setting("start_hand", 5, "cards drawn at the start", "FC-24", low=0, high=40),
        Setting("mes_set_cost", 2, "sparkles for setting a mésangette", "FC-75", low=0, high=20),
        Setting("turn_cap", 60, "turns after which a game is a stalemate", "FC-102", low=40, high=MAX_TURNS),
        Setting("narration_cap", 60, "actions of one Narration", "FC-37", low=1, high=1000),
        Setting("trigger_cap", 64, "abilities that one action may set off", "FC-162", low=1, high=1000),
    ),
    knobs=KNOBS,
    styles=STYLES,
    folder=Path(__file__).parent,
    demo_games=5_000,
    baseline_games=20_000,
    arm_games=4_000,
    read_cards=read_conundrum,
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
    remarks=remarks,
    news=news,
    face=face,
    words=WORDS,
    first=First(
        "The first in Destiny on turn 1",
        "players with as much initiative",
        "The player with the lowest initiative chooses who goes first, and initiative comes from the deck. So only "
        "games count in which another player has as much initiative as the first: there luck decides.",
    ),
    strata=("deck",),
    luck=(
        Chance("the decks", (DECKS_STREAM,), chosen=True),
        Chance("cards drawn", (TIE_STREAM, PICK_STREAM, *range(SHUFFLE_STREAM, SHUFFLE_STREAM + MAX_SEATS))),
    ),
    kinds=KINDS,
    card_columns=CARD_COLUMNS,
    headlines=HEADLINES,
    questions=QUESTIONS,
    experiments=EXPERIMENTS,
    scenario=Position,
    match_games=lambda settings: int(settings["match_games"]),
    troubles={WRONG_ANSWER: "a scenario's answer was none of the options"},
)
