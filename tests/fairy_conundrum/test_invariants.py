"""The invariants of section 7 of the rules page, asked of the log and of the table of games of all kinds."""

from __future__ import annotations

import pytest

from balance.engine.game.styles import LARGEST_WEIGHT
from balance.games.fairy_conundrum import GAME
from balance.games.fairy_conundrum.codes import (
    AWAKENING,
    DECK_PLACE,
    DREAM,
    HAND,
    NOBODY,
    NOWHERE,
    SHELTER,
    TOKEN_PLACE,
    UNDER,
    D,
    E,
)
from fairy_conundrum.any_table import drawn_from
from fairy_conundrum.box import card_table
from fairy_conundrum.invariants.log import logged, make, own_style, reference_table
from fairy_conundrum.invariants.state import CHECKS, Look, faults, watched, wrong_awakening, wrong_things
from fairy_conundrum.invariants.whole import INVARIANTS, check_all
from helpers.logged_sql import unnoticed
from helpers.marks import by_day, few_by_day, games
from helpers.play import stored

pytestmark = pytest.mark.slow

RANDOM = {"deck_mode": "random_legal"}
KINDS_OF_GAMES = {  # what differs from two seats of mixed styles with prebuilt decks
    "2 mixed": {},
    "2 random": {"agents": "random"},
    "2 random decks": {"agents": "random", "settings": RANDOM},
    "2 greedy": {"agents": "greedy"},
    "2 greedy with random decks": {"agents": "greedy", "settings": RANDOM},
    "2 scripts": {"agents": "passive,curve"},
    "3 in rotation": {
        "players": 3,
        "agents": "random,greedy",
        "settings": RANDOM | {"narration_mode": "alternate", "joust_mode": "simultaneous", "conspiracy": "on"},
    },
    "3 by cost": {
        "players": 3,
        "agents": "greedy,random",
        "settings": {"shard_maturation": "cost", "opposite_regresses": "off", "joust_assign": "split"},
    },
    "4 continuous": {
        "players": 4,
        "agents": "random,greedy",
        "settings": RANDOM | {"maturation_timing": "continuous", "order_after_first": "initiative"},
    },
    "4 rich": {
        "players": 4,
        "agents": "random",
        "settings": {"start_sparkles": "20", "start_hand": "12", "gather_base": "4", "shard_maturation": "both"},
    },
    "2 in a match": {"agents": "random", "settings": {"match_games": "3"}},
}
LOGGED_GAMES = games(60, 400)  # of each kind
WATCHED_GAMES = games(1, 4)


@pytest.mark.parametrize("kind", few_by_day(list(KINDS_OF_GAMES), 2))
def test_a_to_p_with_the_frozen_cards(kind):
    check_all(logged(make(reference_table(), seed=len(kind), **KINDS_OF_GAMES[kind]), 0, LOGGED_GAMES))


@pytest.mark.parametrize("kind", ["2 random", "2 scripts", "3 in rotation"])
def test_a_to_p_with_cards_without_abilities(kind):
    check_all(logged(make(card_table(), seed=len(kind), **KINDS_OF_GAMES[kind]), 0, LOGGED_GAMES))


@pytest.mark.parametrize("seed", range(10))
def test_a_to_p_with_any_cards(seed):
    check_all(logged(drawn_from(seed).plan, 0, 30))


@pytest.mark.parametrize("kill", [-LARGEST_WEIGHT, -3.0, LARGEST_WEIGHT])
def test_a_to_p_whatever_a_style_weighs(kill):
    greedy = next(style for style in GAME.styles if style.name == "greedy")
    steep = own_style("steep", {**greedy.weights, "kill": kill})
    huge = own_style("huge", dict.fromkeys(greedy.weights, LARGEST_WEIGHT) | {"kill": kill}, nest=12.0)
    plan = make(reference_table(), [steep, huge], players=3, agents="steep,huge,steep", settings=RANDOM)
    check_all(logged(plan, 0, 60))


# ---------------------------------------------------------------- on the table, after every moment


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS_OF_GAMES)
def test_nothing_is_wrong_on_the_table_with_the_frozen_cards(kind):
    plan = make(reference_table(), seed=len(kind), **KINDS_OF_GAMES[kind])
    for match in range(WATCHED_GAMES):
        assert faults(plan, match * plan.match_games) == []


@pytest.mark.parametrize("seed", by_day(range(2), range(2, 80)))
def test_nothing_is_wrong_on_the_table_with_any_cards(seed):
    assert faults(drawn_from(seed).plan, 0) == []


@pytest.mark.parametrize("kind", ["2 random decks", "3 in rotation", "4 rich"])
def test_watched_games_are_the_games_of_a_run(kind):
    plan = make(reference_table(), seed=5, **KINDS_OF_GAMES[kind])
    *_, (_, s, _) = watched(plan, 0)
    seats = stored(plan, 0, 1)["seats"]
    assert seats["score"].to_list() == [int(s.seat[seat].life) for seat in range(plan.players)]


# ---------------------------------------------------------------- the invariants themselves

CHANGES = {  # a change of one row of a table, and the invariant that must notice
    "turn: sparkles_end = -1": "purses_add_up",
    "turn: sparkles_end = sparkles_end + 1": "purses_add_up",
    "turn: gathered = gathered + 1": "purses_add_up",
    "turn: effect_sparkles = effect_sparkles + 1": "purses_add_up",
    "turn: shared_received = shared_received + 1": "purses_add_up",
    "turn: spent_calls = spent_calls + 1": "purses_add_up",
    "turn: spent_toll = spent_toll + 1": "purses_add_up",
    "turn: spent_mes = spent_mes + 2": "purses_add_up",
    "turn: spent_other = spent_other + 1": "purses_add_up",
    "turn: sparkles_start = sparkles_start + 1, sparkles_end = sparkles_end + 1 WHERE turn = 3": "purses_add_up",
    "turn: sparkles_start = sparkles_start + 1 WHERE turn = 1": "openings_are_paid",
    "met: opening_seen = opening_seen + 1 WHERE opening_seen > 0": "openings_are_paid",
    "met: opening_discarded = opening_discarded + 1": "openings_are_paid",
    "turn: drawn_canvas = drawn_canvas + 2": "openings_are_paid",
    "turn: gathered = 0 WHERE turn = 2": "all_gather",
    "turn: shelters_called = 2": "one_shelter_a_turn",
    "turn: spent_toll = 1 WHERE fairies_called = 0": "tolls_are_paid",
    "turn: spent_toll = 11 WHERE fairies_called = 4": "tolls_are_paid",
    "turn: joust_life_taken = joust_life_taken + 1": "jousts_take_what_is_lost",
    "turn: joust_life_lost = joust_life_lost + 1": "jousts_take_what_is_lost",
    "turn: joust_target = seat WHERE joust_life_taken = 0": "jousts_take_what_is_lost",
    "turn: joust_defence = joust_defence + 1 WHERE joust_life_taken > 0": "jousts_take_what_is_lost",
    "turn: joust_target = NULL WHERE joust_life_taken = 0 AND joust_attack > 0": "jousts_take_what_is_lost",
    "turn: destiny_pos = 1 - destiny_pos": "destiny_is_an_order",
    "turn: chose_first = NOT chose_first": "destiny_is_an_order",
    "turn: initiative = initiative + 99 WHERE chose_first = 1": "destiny_is_an_order",
    "game: first_player_t1 = 1 - first_player_t1": "destiny_is_an_order",
    "turn: shared_received = 99": "shares_are_of_opposite_shards",
    "turn: spent_opposite = 99": "shares_are_of_opposite_shards",
    "turn: spent_opposite = 0 WHERE spent_opposite > 0": "shares_are_of_opposite_shards",
    "turn: turn = turn + 1": "rows_are_turns",
    "turn: score = -1 WHERE turn = 2": "rows_are_turns",
    "turn: seat = 3": "rows_are_turns",
    "turn: life_start = life_start + 1": "life_goes_on",
    "turn: score = score + 1 WHERE turn = 2": "life_goes_on",
    "game: turns = 61": "games_are_short",
    "game: turns = turns - 1": "games_are_short",
    "game: end_reason = 'stalemate'": "games_are_short",
    "seat: score = score + 1": "lives_add_up",
    "seat: pts_gained = -1": "lives_add_up",
    "seat: pts_paid_mes = 1": "lives_add_up",
    "seat: pts_life_initial = pts_life_initial + 1, score = score + 1": "lives_add_up",
    "seat: pts_lost_joust = pts_lost_joust - 1, score = score - 1": "lives_add_up",
    "seat: pts_lost_direct = pts_lost_direct - 1, score = score - 1": "lives_add_up",
    "game: winner = -1 WHERE winner >= 0": "ends_are_what_they_say",
    "game: end_reason = 'effect' WHERE end_reason = 'life'": "ends_are_what_they_say",
    "game: end_reason = 'life' WHERE end_reason = 'deckout'": "ends_are_what_they_say",
    "game: end_reason = 'no_winner', winner = -1, winners = 0 WHERE end_reason = 'life'": "ends_are_what_they_say",
    "game: end_reason = 'stalemate', winner = -1, winners = 0 WHERE end_reason = 'life'": "ends_are_what_they_say",
    "game: winners = 2": "ends_are_what_they_say",
    "seat: rank = 3 WHERE rank = 2": "ranks_are_by_elimination",
    "seat: win_share = 0.5": "ranks_are_by_elimination",
    "game: margin = margin + 1": "ranks_are_by_elimination",
    "met: taken = 6 WHERE taken > 1": "decks_are_legal",
    "met: taken = 41 WHERE card LIKE 'FC-F%'": "decks_are_legal",
    "met: taken = taken - 1 WHERE card LIKE 'FC-R%'": "decks_are_legal",
    "met: taken = 2 WHERE card LIKE 'FC-A%'": "decks_are_legal",
    "met: taken = taken - 1 WHERE taken > 1": "decks_are_legal",
    "met: kept = kept + 99": "cards_stay_with_their_owners",
    "turn: hand_end = 99": "cards_stay_with_their_owners",
    "met: seen = seen + 1": "card_events_are_the_turns",
    "met: played = played + 1": "card_events_are_the_turns",
    "met: first_turn = 0 WHERE first_turn > 0": "card_events_are_the_turns",
    "met: called_turn = 0 WHERE called > 0": "card_events_are_the_turns",
    "turn: fairies_called = 999": "card_events_are_the_turns",
    "met: options_in = 0, chosen_in = 0 WHERE chosen_in > 0": "calls_are_choices",
    "met: chosen_in = 1 WHERE options_in & 1 = 0": "calls_are_choices",
    "met: called = 0, placed = 0 WHERE chosen_in > 0": "calls_are_choices",
} | {
    f"turn: {column} = {column} + 1": "card_events_are_the_turns"
    for column in ("drawn_haversack", "traps_set", "traps_fired", "traps_lapsed", "abilities_used", "exits",
                   "reaped_own", "bewitched")
}  # fmt: skip

QUIET_CHANGES = {  # the same, of games with cards without abilities
    "turn: hand_end = 8 WHERE turn = 2": "hands_are_held",
    "turn: spent_toll = spent_toll + 1 WHERE turn = 2 AND fairies_called > 0": "tolls_are_paid",
    "turn: spent_toll = spent_toll - 1 WHERE turn = 2 AND spent_toll > 0 AND shelters_called = 0": "tolls_are_paid",
}


@pytest.mark.nightly
def test_every_invariant_notices_one_wrong_row():
    log = logged(make(reference_table(), seed=4, agents="random", settings=RANDOM), 0, 120)
    check_all(log)
    assert unnoticed(log, INVARIANTS, CHANGES) == []
    log = logged(make(card_table(), seed=4, agents="random"), 0, 120)
    check_all(log)
    assert unnoticed(log, INVARIANTS, QUIET_CHANGES) == []
    noticed = {*CHANGES.values(), *QUIET_CHANGES.values()}
    assert noticed == {invariant.__name__ for invariant in INVARIANTS}


# ---------------------------------------------------------------- the checks of the table themselves


@pytest.fixture(scope="module")
def position():
    """A state after Dream with guests, pairs of fairies outside, mésangettes and hands; and its table."""
    plan = make(reference_table(), seed=2, agents="random", settings=RANDOM)
    for game_no in range(40):
        for moment, s, t in watched(plan, game_no):
            look = Look(s, t)
            fairies = [p for p in look.lay if look.is_fairy(p)]
            guests = [p for p in fairies if look.get(p, "host") >= 0]
            if moment == DREAM and s.living == 2 and guests and len(fairies) > 3 and look.downs and s.seat[0].hand:
                return s.copy(), t
    raise AssertionError("no game is rich enough")


@pytest.fixture
def s(position):
    """A copy of the position, nothing wrong with it."""
    state = position[0].copy()
    assert wrong_things(state, position[1]) == []
    return state


def fairies_of(s, t):
    """Fairies in exploration, by arrival."""
    look = Look(s, t)
    return [p for p in look.lay if look.is_fairy(p) and look.get(p, "host") < 0]


def lose_a_card(s, t):
    s.piece[int(s.seat[0].deck_card[0])].zone = NOWHERE


def swap_a_card(s, t):
    p = DECK_PLACE
    s.piece[p].card = s.piece[p + 39].card


def hold_a_token(s, t):
    s.piece[TOKEN_PLACE].zone = HAND


def forget_a_hand_card(s, t):
    s.seat[0].hand -= 1


def lay_out_of_order(s, t):
    s.lay[0], s.lay[1] = int(s.lay[1]), int(s.lay[0])


def forget_a_trap(s, t):
    s.downs -= 1


def lose_a_part(s, t):
    s.piece[fairies_of(s, t)[0]].parts = 1


def hide_a_card(s, t):
    s.piece[int(s.seat[0].hand_card[0])].zone = UNDER


def visit_a_fairy(s, t):
    fairy, other = fairies_of(s, t)[:2]
    s.piece[fairy].host = other


def fill_a_shelter(s, t):
    look = Look(s, t)
    shelter = next(p for p in look.lay if look.kind[p] == SHELTER)
    s.piece[shelter].slots = 0
    for p in fairies_of(s, t):
        s.piece[p].host = shelter


def copy_letter(letter, same_side):
    def make_copies(s, t):
        card = next(n for n in range(t.cards) if t.card[n].letter == letter)
        fairy, other = fairies_of(s, t)[:2]
        s.piece[fairy].card = s.piece[other].card = card
        s.piece[fairy].narr = 0
        s.piece[other].narr = 0 if same_side else 1

    return make_copies


def marry_one_side(s, t):
    fairy, other = fairies_of(s, t)[:2]
    s.piece[fairy].spouse = other


def marry_apart(s, t):
    fairy, other = fairies_of(s, t)[:2]
    s.piece[fairy].spouse, s.piece[other].spouse = other, fairy
    s.piece[fairy].narr, s.piece[other].narr = 0, 1


def marry_a_widow(s, t):
    fairy, other = fairies_of(s, t)[:2]
    s.piece[fairy].spouse, s.piece[other].spouse = other, fairy
    s.piece[fairy].widow = 2


def bewitch_by_nobody(s, t):
    p = fairies_of(s, t)[0]
    s.piece[p].narr = 1 - s.piece[p].owner
    s.piece[p].witch = p
    s.piece[p].jailer = NOBODY


def link_to_a_hand_card(s, t):
    s.piece[fairies_of(s, t)[0]].link = int(s.seat[0].hand_card[0])


def hurt_badly(s, t):
    s.piece[fairies_of(s, t)[0]].damage = 99


def double_a_morpheme(s, t):
    piece = s.piece[fairies_of(s, t)[0]]
    piece.morphs = 2
    piece.morph[:2] = 3


def lose_all_morphemes(s, t):
    piece = s.piece[fairies_of(s, t)[0]]
    piece.morphs = 0
    piece.arrived_bare = 0


def change(name, place, field, value):
    def changed(s, t):
        where = {"state": s, "seat": s.seat[0], "piece": s.piece[fairies_of(s, t)[0]]}[place]
        where[field] = value if not callable(value) else value(int(where[field]))

    changed.__name__ = name
    return changed


def more(n):
    return n + 1


WRONG_STATES = [
    (lose_a_card, "cards_are_conserved"),
    (swap_a_card, "cards_are_conserved"),
    (hold_a_token, "cards_are_conserved"),
    (forget_a_hand_card, "lists_are_the_zones"),
    (lay_out_of_order, "lists_are_the_zones"),
    (forget_a_trap, "lists_are_the_zones"),
    (lose_a_part, "fusions_are_whole"),
    (hide_a_card, "fusions_are_whole"),
    (visit_a_fairy, "guests_fit"),
    (fill_a_shelter, "guests_fit"),
    (copy_letter(E, False), "copies_are_unique"),
    (copy_letter(D, True), "copies_are_unique"),
    (marry_one_side, "couples_are_together"),
    (marry_apart, "couples_are_together"),
    (marry_a_widow, "couples_are_together"),
    (bewitch_by_nobody, "holders_are_there"),
    (link_to_a_hand_card, "holders_are_there"),
    (hurt_badly, "wounds_and_labels_have_been_settled"),
    (double_a_morpheme, "wounds_and_labels_have_been_settled"),
    (lose_all_morphemes, "wounds_and_labels_have_been_settled"),
    *[(change(name, "state", name, more), "counters_count")
      for name in ("prisoners", "bewitched", "stored", "links", "widows")],
    *[(change(f"stale {name}", "piece", name, more), "caches_are_fresh") for name in ("cost", "ray", "mat", "hushed")],
    *[(change(f"stale {name}", "seat", name, more), "caches_are_fresh") for name in ("gather", "contrib", "homes")],
    (change("deaf", "state", "hearing", 0), "ears_are_open"),
    (change("in debt", "seat", "sparkles", -1), "purses_and_lives_are_right"),
    (change("a life more", "seat", "life", more), "purses_and_lives_are_right"),
    (change("dead", "seat", "alive", 0), "the_dead_have_left"),
    (change("one more alive", "state", "living", 3), "the_dead_have_left"),
    *[(change(name, "state", name, 1), "everything_is_done") for name in ("fallen", "departed", "doomed", "events")],
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "check"), WRONG_STATES, ids=[spoil.__name__ for spoil, _ in WRONG_STATES])
def test_one_wrong_thing_on_the_table_is_noticed(s, position, spoil, check):
    spoil(s, position[1])
    s.dirty = 0
    look = Look(s, position[1])
    assert [says for invariant in CHECKS if invariant.__name__ == check for says in invariant(look)]


def test_every_check_of_the_table_can_fail():
    assert {check for _, check in WRONG_STATES} == {check.__name__ for check in CHECKS}


def awoken(plan):
    """The states before and after the first Awakening of a game, and the table."""
    before = None
    for moment, s, t in watched(plan, 0):
        if moment == AWAKENING:
            return before, s, t
        before = s.copy()
    raise AssertionError


def test_damage_after_awakening_is_noticed():
    before, after, t = awoken(make(reference_table(), seed=2, agents="random"))
    assert wrong_awakening(before, after, t) == []
    after.piece[int(after.lay[0])].damage = 1
    assert wrong_awakening(before, after, t)
    after.resolved = 1  # an ability that the end of the turn set off may have done it
    assert wrong_awakening(before, after, t) == []


def test_a_defence_worn_after_awakening_is_noticed():
    before, after, t = awoken(make(reference_table(), seed=2, agents="random"))
    after.seat[0].absorbed = 1
    assert wrong_awakening(before, after, t)


def test_a_hand_beyond_its_maximum_is_noticed():
    before, after, t = awoken(make(reference_table(), seed=2, agents="random"))
    before.seat[0].handmax = after.seat[0].handmax = after.seat[0].hand - 1
    assert wrong_awakening(before, after, t)
