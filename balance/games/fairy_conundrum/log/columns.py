"""The columns of the four tables, stored and derived, one sentence each (section 6)."""

from __future__ import annotations

from typing import Any

from balance.engine.game import Plan
from balance.engine.game.columns import (
    CHOICE_COLUMNS,
    GAME_NO,
    SEAT,
    WINNERS,
    agent_column,
    card_columns,
    event_columns,
    event_count,
    game_columns,
    lead_columns,
    seat_columns,
)
from balance.engine.game.log import Column, Derived, Table
from balance.games.fairy_conundrum.cards.box import FAIRY, SHARD, TOKEN, Cards
from balance.games.fairy_conundrum.codes import MAX_DECK, MAX_TOKENS, MIN_DECK, ROW_EVENTS, CardEvent

Columns = tuple[Column | Derived, ...]

LONGEST = MAX_DECK // 2 + 20
"""Turns that the largest haversack may take, whatever the setting says (FC-102)."""

END_REASONS = ("life", "deckout", "effect", "no_winner", "stalemate")
"""In the order of the codes END_LIFE .. END_STALEMATE (FC-103)."""

PARTS = (
    ("life_initial", "life at the start"),
    ("gained", "life gained"),
    ("lost_joust", "life lost in jousts, as a number below 0"),
    ("lost_damage", "life lost to damage of effects that went past the defence, as a number below 0"),
    ("lost_direct", "life lost to effects directly, as a number below 0"),
    ("paid_mes", "life paid for mésangettes, as a number below 0"),
    ("paid_cost", "life paid as the cost of abilities, as a number below 0"),
)
"""In the order of the codes LIFE_INITIAL .. PAID_COST."""

EVENTS: tuple[Any, ...] = (
    ("opening_seen", "times drawn in the opening", CardEvent.OPENING_SEEN),
    ("opening_discarded", "times discarded in the opening", CardEvent.OPENING_DISCARDED),
    ("drawn", "times drawn later, shelter no. 2 in the opening included", CardEvent.DRAWN),
    ("called", "times called as a fairy or shard, by an effect too", CardEvent.CALLED),
    ("placed", "times placed as a shelter, the entry at the start included", CardEvent.PLACED),
    ("set", "times set face down as a mésangette", CardEvent.SET_DOWN),
    ("trap_fired", "times activated as a mésangette", CardEvent.TRAP_FIRED),
    ("trap_lapsed", "times its condition was met and the mésangette became inactive", CardEvent.TRAP_LAPSED),
    ("acted", "times an ACT ability of it was used, whoever did", CardEvent.ACTED, CardEvent.USED_BY_OTHERS),
    ("sheltered", "times it entered a shelter", CardEvent.SHELTERED),
    ("exited", "times it left a shelter by an exit", CardEvent.EXITED),
    ("reaped", "times reaped", CardEvent.REAPED),
    ("bounced", "times returned to the owner's hand", CardEvent.BOUNCED),
    ("dissipated", "times dissipated", CardEvent.DISSIPATED),
    ("imprisoned", "times imprisoned", CardEvent.IMPRISONED),
    ("bewitched", "times bewitched", CardEvent.BEWITCHED),
    ("stolen_from", "times an ability or a morpheme was stolen from it", CardEvent.STOLEN_FROM),
    ("stored", "times stored under another card", CardEvent.STORED_AWAY),
    ("fused", "times fused with others", CardEvent.FUSED),
    ("married", "times married", CardEvent.MARRIED),
    ("token_made", "times made as a token, as a copy too", CardEvent.TOKEN_MADE),
    ("discarded", "times discarded or abandoned, unless from the valley", CardEvent.DISCARDED),
)
"""Card events: column, what it counts, and the card events that it adds up."""


def tables(plan: Plan, cards: Cards) -> dict[str, Table]:
    """The columns of the four tables, stored and derived."""
    return {
        "games": Table("games", _games(plan)),
        "seats": Table("seats", _seats(plan, cards)),
        "turns": Table("turns", _turns(plan, cards)),
        "cards": Table("cards", _cards(cards)),
    }


def rows_per_game(plan: Plan, cards: Cards) -> dict[str, int]:
    """The most rows a game adds to each table."""
    return {
        "games": 1,
        "seats": plan.players,
        "turns": plan.players * max(int(plan.settings["turn_cap"]), LONGEST),
        "cards": plan.players * _cards_per_seat(plan, cards),
    }


def _cards_per_seat(plan: Plan, cards: Cards) -> int:
    """The most different cards of a seat: avatar, haversack, canvas, and tokens, which may be copies of fairies."""
    kinds = [card.kind for card in cards.cards]
    fairies = kinds.count(FAIRY)
    if _made_up(plan):
        haversack = min(MIN_DECK, fairies + kinds.count(SHARD))
    else:
        haversack = max((len(deck.cards) + len(deck.reserve) for deck in cards.decks), default=0)
    canvas = max((len(canvas) for canvas in cards.canvases), default=0)
    return 1 + haversack + canvas + min(MAX_TOKENS, kinds.count(TOKEN) + fairies)


def _made_up(plan: Plan) -> bool:
    """Whether every haversack is made up (FC-191)."""
    return plan.settings["deck_mode"] == "random_legal"


def _match_columns(plan: Plan) -> Columns:
    """Both follow from the number of the game (section 6)."""
    games = plan.settings["match_games"]
    return (
        Derived("match_id", "number of the match, from 0", f"(game_no // {games})::BIGINT"),
        Derived("match_game", "number of the game in its match, from 0", f"(game_no % {games})::TINYINT"),
    )


def _deck_columns(plan: Plan, cards: Cards) -> Columns:
    """What the seat plays. A made-up haversack has no name: there is one word for all, and its code is 0."""
    decks = ("random",) if _made_up(plan) else cards.deck_names
    avatars = tuple(cards.cards[stages[0]].set for stages in cards.avatars)
    return (
        Column("deck", "name of its deck; random: made up for this match", values=decks),
        Column("avatar", "name of its avatar", values=avatars),
    )


def _games(plan: Plan) -> Columns:
    return (
        *game_columns(plan),
        *_match_columns(plan),
        Column("turns", "turns begun", field="turn"),
        WINNERS,
        Column("winner", "seat that won, -1 = nobody"),
        Column(
            "end_reason",
            "life, deckout or effect: how the last avatar fell; no_winner: nobody was left with life; "
            "stalemate: the last turn was over",
            values=END_REASONS,
        ),
        *lead_columns("most life minus second most; it does not say who won"),
        Column("first_player_t1", "seat that was first in destiny order on turn 1", field="first_player"),
    )


def _seats(plan: Plan, cards: Cards) -> Columns:
    return (
        *seat_columns(
            plan,
            score="final life; of a fallen avatar, the life when it fell",
            rank="1 = still standing, then the last to fall, and so on; those who fell together share",
        ),
        *(Column(f"pts_{name}", description, field="part", place=i) for i, (name, description) in enumerate(PARTS)),
        *_deck_columns(plan, cards),
    )


def _turns(plan: Plan, cards: Cards) -> Columns:
    return (
        GAME_NO,
        *_match_columns(plan),
        Column("turn", "turn, from 1"),
        SEAT,
        agent_column(plan),
        *_deck_columns(plan, cards),
        Column("score", "life at the end of the turn, or when the avatar fell"),
        Column("destiny_pos", "place in destiny order, 0 = first"),
        Column("chose_first", "the seat chose who plays first", switch=True),
        Column("initiative", "life minus vision, in Destiny"),
        Column("life_start", "life before Destiny"),
        Derived("life_end", "the same as score", "score"),
        Column("stage", "stage of the avatar at the end of the turn, 1 to 3"),
        Column("maturation", "maturation as last computed"),
        *_sparkle_columns(),
        *_action_columns(),
        *_joust_columns(),
        *_loss_columns(),
        Column("hand_end", "cards in hand at the end of the turn"),
        Column("deck_end", "cards in the haversack at the end of the turn"),
        Column("canvas_end", "cards in the canvas at the end of the turn"),
        Column("cut", "a cap was reached, or room ran out, and something was dropped", switch=True),
    )


def _sparkle_columns() -> Columns:
    return (
        Column("sparkles_start", "sparkles before Destiny"),
        Column("gathered", "sparkles gained in Gathering"),
        Column("effect_sparkles", "sparkles gained by effects, minus those lost by them"),
        Column("shared_received", "sparkles received from others' shards of opposite radiance"),
        Column("spent_calls", "sparkles paid as call costs"),
        Column("spent_toll", "sparkles paid as contribution for more fairies than shelters"),
        Column("spent_mes", "sparkles paid to set mésangettes"),
        Column("spent_other", "sparkles paid as the cost of abilities"),
        Column("spent_opposite", "of spent_calls, those for shards of opposite radiance"),
        Column("sparkles_end", "sparkles at the end of the turn"),
    )


def _action_columns() -> Columns:
    return (
        Column("fairies_called", "fairies called from hand or from face down"),
        Column("shards_called", "shards called from hand or from face down"),
        Column("shelters_called", "shelters called from hand, 0 or 1"),
        Column("traps_set", "mésangettes set"),
        Column("traps_fired", "mésangettes activated"),
        Column("traps_lapsed", "mésangettes whose condition was met and that became inactive"),
        Column("abilities_used", "ACT abilities used"),
        Column("guests", "cards it has in shelters at the end of the turn"),
        Column("exits", "cards of it that left a shelter by an exit"),
        Column("shelters_in_valley", "shelters it narrates at the end of the turn"),
        Column("explorers", "fairies it has in exploration at the end of the turn"),
        Column("ray_total", "ray of those fairies"),
        Column("mat_total", "mat of those fairies"),
    )


def _joust_columns() -> Columns:
    return (
        Column("joust_target", "seat it jousted", blank=True),
        Column("joust_attack", "attack of its joust, 0 without one"),
        Column("joust_defence", "defence of the target as this attack met it, 0 without a joust"),
        Column("joust_life_taken", "life its joust took"),
        Column("joust_life_lost", "life it lost in others' jousts"),
    )


def _loss_columns() -> Columns:
    return (
        Column("reaped_own", "cards reaped on its side"),
        Column("reaped_foe", "cards on other sides that its abilities reaped"),
        Column("imprisoned", "cards that its abilities imprisoned"),
        Column("bewitched", "cards that its abilities bewitched"),
        Column("drawn_haversack", "cards drawn from the haversack"),
        Column("drawn_canvas", "cards drawn from the canvas"),
        Column("discarded", "cards of its hand or haversack that were discarded"),
    )


def _count(name: str, description: str, *events: CardEvent) -> Derived:
    """How often some events happened to all copies together."""
    return Derived(name, description, event_count(ROW_EVENTS, *events))


def _cards(cards: Cards) -> Columns:
    return (
        *card_columns(cards.ids),
        *event_columns(ROW_EVENTS),
        _count("seen", "times drawn, in the opening or later", CardEvent.OPENING_SEEN, CardEvent.DRAWN),
        _count("taken", "copies in haversack, canvas or avatar at the start", CardEvent.TAKEN),
        _count(
            "played", "times called, placed or made as a token",
            CardEvent.CALLED, CardEvent.PLACED, CardEvent.TOKEN_MADE,
        ),
        _count(
            "used", "times its owner used an ACT ability of it, or activated its trap",
            CardEvent.ACTED, CardEvent.TRAP_FIRED,
        ),
        _count("used_by_others", "times another seat used an ACT ability of it", CardEvent.USED_BY_OTHERS),
        Column("first_turn", "turn when first called, placed or made as a token; 0 = never"),
        Column("kept", "copies in the valley at the end, guests and parts of fusions included"),
        *CHOICE_COLUMNS,
        Column("called_turn", "turn when first called; 0 = never"),
        *(_count(*row) for row in EVENTS),
        Column("joust_ray", "ray it contributed to jousts, added up over all of them"),
        Derived("in_valley_at_end", "the same as kept", "kept"),
    )  # fmt: skip
