"""The log of Fairy Conundrum (section 6): a game held in the state, its rows written, and read as they are shown."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import duckdb
import pytest

from balance.engine.game import Plan
from balance.engine.kernels.kernel import new
from balance.games.fairy_conundrum import GAME, codes, state
from balance.games.fairy_conundrum.cards import Cards
from balance.games.fairy_conundrum.codes import MEMORY, PRISON, UNDER, VALLEY, CardEvent
from balance.games.fairy_conundrum.log import (
    CARDS,
    GAMES,
    SEATS,
    TURNS,
    log_cards,
    log_game,
    log_seat,
    log_turn,
    rows_per_game,
    tables,
)
from balance.games.fairy_conundrum.rules.events import log_event
from balance.games.fairy_conundrum.state import NOW
from fairy_conundrum.box import card_table, cards_of, fairy

Row = dict[str, Any]

TABLE = card_table(more=[fairy("FZ1")])
BOX = cards_of(TABLE)
PLAYERS = 3

SECTION_6 = """
    match_id match_game seat agent deck avatar turn destiny_pos chose_first initiative life_start life_end stage
    maturation sparkles_start gathered effect_sparkles shared_received spent_calls spent_toll spent_mes spent_other
    sparkles_end fairies_called shards_called shelters_called traps_set traps_fired traps_lapsed abilities_used guests
    exits shelters_in_valley explorers ray_total mat_total joust_target joust_attack joust_defence joust_life_taken
    joust_life_lost reaped_own reaped_foe imprisoned bewitched drawn_haversack drawn_canvas discarded hand_end deck_end
    canvas_end cut
"""
TURN_COLUMNS = set(SECTION_6.split())
"""What section 6 asks of `turns`, beside the number of the game."""

EVENTS = {
    "opening_seen": CardEvent.OPENING_SEEN,
    "opening_discarded": CardEvent.OPENING_DISCARDED,
    "drawn": CardEvent.DRAWN,
    "called": CardEvent.CALLED,
    "placed": CardEvent.PLACED,
    "set": CardEvent.SET_DOWN,
    "trap_fired": CardEvent.TRAP_FIRED,
    "trap_lapsed": CardEvent.TRAP_LAPSED,
    "acted": CardEvent.ACTED,
    "sheltered": CardEvent.SHELTERED,
    "exited": CardEvent.EXITED,
    "reaped": CardEvent.REAPED,
    "bounced": CardEvent.BOUNCED,
    "dissipated": CardEvent.DISSIPATED,
    "imprisoned": CardEvent.IMPRISONED,
    "bewitched": CardEvent.BEWITCHED,
    "stolen_from": CardEvent.STOLEN_FROM,
    "stored": CardEvent.STORED_AWAY,
    "fused": CardEvent.FUSED,
    "married": CardEvent.MARRIED,
    "token_made": CardEvent.TOKEN_MADE,
    "discarded": CardEvent.DISCARDED,
}
"""The card events of section 6 that are counts."""


# ---------------------------------------------------------------- a game held


def plan_of(box: Cards = BOX, **settings: Any) -> Plan:
    """A plan with three seats."""
    chosen = {setting.name: setting.default for setting in GAME.settings} | settings
    return Plan(GAME, PLAYERS, "base", chosen, TABLE, box, GAME.styles, (), False, 1, 9, "turns")


@functools.cache
def buffer(name: str) -> Any:
    """The buffer of a table; it is large, so there is one for all tests."""
    return new({"games": GAMES, "seats": SEATS, "turns": TURNS, "cards": CARDS}[name])


class Held:
    """A game under way, made by hand: every seat has an avatar and nothing else."""

    def __init__(self, box: Cards = BOX, **settings: Any) -> None:
        self.plan = plan_of(box, **settings)
        self.t = new(state.TABLE)
        self.t.players = PLAYERS
        self.t.match_games = int(self.plan.settings["match_games"])
        self.s = s = new(state.STATE)
        s.logs_turns = 1
        s.players = PLAYERS
        s.turn = 4
        for seat in range(PLAYERS):
            me = s.seat[seat]
            me.alive = 1
            me.avatar = seat * codes.PIECES_PER_SEAT + codes.AVATAR_PLACE
            for stage in range(codes.STAGES):
                me.stages[stage] = BOX.numbers[f"AV{stage + 1}"]
            for p in range(me.avatar, me.avatar + codes.PIECES_PER_SEAT):
                s.piece[p].owner = seat
                s.piece[p].zone = codes.NOWHERE
            self.lay(me.avatar, "AV1", VALLEY)

    def lay(self, p: int, id: str, zone: int) -> int:
        """A piece is this card and lies here."""
        self.s.piece[p].card = BOX.numbers[id]
        self.s.piece[p].zone = zone
        return p

    def deck(self, seat: int, *ids: str, zone: int = codes.DECK) -> list[int]:
        """The seat's haversack; its pieces."""
        first = seat * codes.PIECES_PER_SEAT + codes.DECK_PLACE
        self.s.seat[seat].cards = len(ids)
        return [self.lay(first + i, id, zone) for i, id in enumerate(ids)]

    def canvas(self, seat: int, *ids: str) -> list[int]:
        """The seat's canvas; its pieces."""
        first = seat * codes.PIECES_PER_SEAT + codes.CANVAS_PLACE
        self.s.seat[seat].shelters = len(ids)
        return [self.lay(first + i, id, codes.CANVAS) for i, id in enumerate(ids)]

    def tokens(self, seat: int, *ids: str) -> list[int]:
        """The tokens that the seat has made; their pieces."""
        first = seat * codes.PIECES_PER_SEAT + codes.TOKEN_PLACE
        self.s.seat[seat].tokens = len(ids)
        made = [self.lay(first + i, id, VALLEY) for i, id in enumerate(ids)]
        for p in made:
            self.s.piece[p].token = 1
            log_event(self.s, p, CardEvent.TOKEN_MADE)
        return made

    def turn(self, seat: int = 0) -> Row:
        """The seat's row of this turn."""
        log_turn(buffer("turns"), 0, self.s, self.t, seat)
        return self.shown("turns", 1)[0]

    def seat(self, seat: int = 0) -> Row:
        """The seat's row of the game."""
        log_seat(buffer("seats"), 0, self.s, self.t, seat)
        return self.shown("seats", 1)[0]

    def game(self) -> Row:
        """The game's row."""
        log_game(buffer("games"), 0, self.s, self.t)
        return self.shown("games", 1)[0]

    def cards(self) -> dict[tuple[int, str], Row]:
        """The rows of the cards, by seat and card: each has one row."""
        rows = self.shown("cards", log_cards(buffer("cards"), 0, self.s, self.t))
        by_card = {(row["seat"], row["card"]): row for row in rows}
        assert len(by_card) == len(rows)
        return by_card

    def shown(self, name: str, count: int) -> list[Row]:
        """The first rows of a buffer, derived columns included."""
        table = tables(self.plan, self.plan.cards)[name]
        with duckdb.connect(":memory:") as database:
            database.register("stored", table.frame(buffer(name), count).to_arrow())
            return database.sql(table.view("stored")).pl().to_dicts()


@pytest.fixture
def held() -> Held:
    return Held()


# ---------------------------------------------------------------- turns


def test_a_turn_has_all_columns_of_section_6(held):
    assert TURN_COLUMNS - set(held.turn()) == set()


def test_a_turn_has_only_few_more_columns(held):
    assert set(held.turn()) - TURN_COLUMNS == {"game_no", "score", "spent_opposite"}


def test_every_count_of_a_turn_stands_in_its_own_column(held):
    counts = {name: number for number, name in enumerate(NOW.names or (), start=2)} | {"chose_first": 1, "cut": 1}
    for name, number in counts.items():
        held.s.now[1][name] = number
    row = held.turn(1)
    del counts["over"], counts["joust_rest"], counts["joust_cancelled"]  # only while the turn is played
    assert {name: row[name] for name in counts} == counts


def test_a_turn_says_its_game_turn_and_seat(held):
    held.s.game_no = 5_000_000_000
    held.s.turn = 200
    row = held.turn(2)
    assert (row["game_no"], row["turn"], row["seat"]) == (5_000_000_000, 200, 2)


def test_the_score_of_a_turn_is_the_life_at_its_end(held):
    held.s.now[0].life_end = -3
    row = held.turn()
    assert (row["score"], row["life_end"]) == (-3, -3)


def test_without_a_joust_there_is_no_target(held):
    held.s.now[0].joust_target = codes.NOBODY
    assert held.turn()["joust_target"] is None


def test_seat_0_can_be_the_target_of_a_joust(held):
    held.s.now[1].joust_target = 0
    assert held.turn(1)["joust_target"] == 0


@pytest.mark.parametrize("name", ["initiative", "effect_sparkles", "joust_attack", "joust_defence", "ray_total"])
def test_minus_one_is_a_number_in_a_turn(held, name):
    held.s.now[0][name] = -1
    assert held.turn()[name] == -1


@pytest.mark.parametrize("name", ["chose_first", "cut"])
def test_a_switch_of_a_turn_is_on_or_off(held, name):
    off = held.turn()[name]
    held.s.now[0][name] = 1
    assert (off, held.turn()[name]) == (False, True)


def test_large_purses_and_lives_fit(held):
    held.s.now[0].sparkles_end = held.s.now[0].life_end = 100_000
    row = held.turn()
    assert (row["sparkles_end"], row["life_end"]) == (100_000, 100_000)


def test_a_turn_says_the_style_of_the_seat(held):
    held.s.style[1] = 2
    assert held.turn(1)["agent"] == GAME.styles[2].name


# ---------------------------------------------------------------- matches, decks, avatars


def test_without_matches_every_game_is_one(held):
    held.s.game_no = held.s.match.number = 7
    row = held.turn()
    assert (row["match_id"], row["match_game"]) == (7, 0)


def test_a_match_owns_as_many_game_numbers_as_it_may_have_games():
    held = Held(match_games="3")
    held.s.game_no = 8
    held.s.match.number = 2
    row = held.turn()
    assert (row["match_id"], row["match_game"]) == (2, 2)


def test_a_game_says_its_match():
    held = Held(match_games="5")
    held.s.game_no = 13
    held.s.match.number = 2
    row = held.game()
    assert (row["match_id"], row["match_game"]) == (2, 3)


def two_decks() -> Cards:
    """The default box with a second deck and a second avatar: dusk and AW."""
    avatar = [replace(BOX.cards[n], id=f"AW{i + 1}", set="AW") for i, n in enumerate(BOX.avatars[0])]
    first = len(BOX.cards)
    return replace(
        BOX,
        cards=(*BOX.cards, *avatar),
        avatars=(*BOX.avatars, (first, first + 1, first + 2)),
        decks=(*BOX.decks, replace(BOX.decks[0], name="dusk", avatar=1)),
    )


@pytest.mark.parametrize("row", ["turn", "seat"])
def test_a_seat_plays_the_deck_and_the_avatar_of_its_participant(row):
    held = Held(two_decks())
    held.s.match.deck[2] = held.s.match.avatar[2] = 1
    assert [getattr(held, row)(seat)["deck"] for seat in range(3)] == ["dawn", "dawn", "dusk"]
    assert [getattr(held, row)(seat)["avatar"] for seat in range(3)] == ["AV", "AV", "AW"]


@pytest.mark.parametrize(("index", "seat"), [(0, 0), (1, 1), (2, 2)])
def test_in_every_game_of_a_match_a_participant_sits_one_seat_further(index, seat):
    held = Held(two_decks(), match_games="3")
    held.s.game_no = 3 + index
    held.s.match.number = 1
    held.s.match.deck[0] = 1
    assert [held.turn(at)["deck"] == "dusk" for at in range(3)] == [at == seat for at in range(3)]


def test_a_made_up_deck_is_called_random():
    held = Held(deck_mode="random_legal")
    held.s.match.deck[0] = codes.NOBODY
    assert held.turn()["deck"] == held.seat()["deck"] == "random"


# ---------------------------------------------------------------- seats


def test_the_parts_of_the_life_are_signed_points_in_their_order(held):
    held.s.seat[1].parts[:] = [30, 4, -20, -3, -2, -5, -6]
    row = held.seat(1)
    assert [(name, value) for name, value in row.items() if name.startswith("pts_")] == [
        ("pts_life_initial", 30),
        ("pts_gained", 4),
        ("pts_lost_joust", -20),
        ("pts_lost_damage", -3),
        ("pts_lost_direct", -2),
        ("pts_paid_mes", -5),
        ("pts_paid_cost", -6),
    ]


def test_a_seat_has_its_final_life_and_its_rank(held):
    held.s.score[1] = -2
    held.s.ranking[1] = 3
    row = held.seat(1)
    assert (row["score"], row["rank"], row["win_share"]) == (-2, 3, 0)


def test_the_winner_gets_the_whole_win(held):
    held.s.won[2] = held.s.winners = 1
    assert held.seat(2)["win_share"] == 1


# ---------------------------------------------------------------- games


def test_the_winner_is_a_seat(held):
    held.s.won[2] = held.s.winners = 1
    row = held.game()
    assert (row["winner"], row["winners"]) == (2, 1)


def test_without_a_winner_it_is_minus_one(held):
    row = held.game()
    assert (row["winner"], row["winners"]) == (-1, 0)


@pytest.mark.parametrize(
    ("end", "word"),
    [
        (codes.END_LIFE, "life"),
        (codes.END_DECKOUT, "deckout"),
        (codes.END_EFFECT, "effect"),
        (codes.END_NO_WINNER, "no_winner"),
        (codes.END_STALEMATE, "stalemate"),
    ],
)
def test_a_game_says_why_it_ended(held, end, word):
    held.s.end = end
    assert held.game()["end_reason"] == word


def test_a_game_says_who_was_first_on_turn_1_and_how_long_it_was(held):
    held.s.first_player = 2
    held.s.turn = 17
    row = held.game()
    assert (row["first_player_t1"], row["turns"]) == (2, 17)


def test_the_margin_is_about_life(held):
    held.s.score[:PLAYERS] = [-4, 3, 11]
    assert held.game()["margin"] == 8


# ---------------------------------------------------------------- cards: events


@pytest.mark.parametrize("name", EVENTS)
def test_a_card_event_is_counted_in_its_own_column(held, name):
    (p,) = held.deck(1, "FA2")
    for _ in range(3):
        log_event(held.s, p, EVENTS[name])
    row = held.cards()[1, "FA2"]
    assert {other: row[other] for other in EVENTS if row[other]} == {name: 3}


COMMON = {
    "seen": {"opening_seen", "drawn"},
    "played": {"called", "placed", "token_made"},
    "used": {"acted", "trap_fired"},
}


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_counts_in_the_common_columns_it_belongs_to(held, name):
    (p,) = held.deck(0, "FA1")
    log_event(held.s, p, EVENTS[name])
    row = held.cards()[0, "FA1"]
    common = ("seen", "taken", "played", "used", "used_by_others")
    assert {column for column in common if row[column]} == {c for c, names in COMMON.items() if name in names}


def test_an_ability_that_another_seat_used_is_an_act_of_the_card(held):
    (p,) = held.deck(0, "FA1")
    log_event(held.s, p, CardEvent.ACTED)
    log_event(held.s, p, CardEvent.USED_BY_OTHERS)
    log_event(held.s, p, CardEvent.USED_BY_OTHERS)
    row = held.cards()[0, "FA1"]
    assert (row["acted"], row["used"], row["used_by_others"]) == (3, 1, 2)


def test_copies_add_up(held):
    one, _, two = held.deck(0, "FA1", "FA1", "FA1")
    for p in (one, two, two):
        log_event(held.s, p, CardEvent.DRAWN)
    assert held.cards()[0, "FA1"]["drawn"] == 3


def test_copies_that_do_not_lie_side_by_side_have_one_row_too(held):
    one, _, two = held.deck(0, "FA1", "FA2", "FA1")
    for p in (one, two):
        log_event(held.s, p, CardEvent.DRAWN)
    assert held.cards()[0, "FA1"]["drawn"] == 2


def test_full_counts_of_many_copies_do_not_run_into_each_other(held):
    for p in held.deck(0, *["FA1"] * 5):
        held.s.piece[p].counts[:] = -1  # all bits
    row = held.cards()[0, "FA1"]
    expected = dict.fromkeys(EVENTS, 5 * 255) | {"acted": 10 * 255}
    assert ({name: row[name] for name in EVENTS}, row["taken"]) == (expected, 5 * 255)


def test_taken_are_the_copies_in_the_deck(held):
    for p in held.deck(0, "FA1", "FA1", "FA1"):
        log_event(held.s, p, CardEvent.TAKEN)
    assert held.cards()[0, "FA1"]["taken"] == 3


def test_a_card_that_stayed_in_the_deck_has_a_row(held):
    (p,) = held.deck(2, "FA1")
    log_event(held.s, p, CardEvent.TAKEN)
    row = held.cards()[2, "FA1"]
    assert (row["taken"], row["seen"], row["played"], row["first_turn"], row["kept"]) == (1, 0, 0, 0, 0)


def test_events_belong_to_the_owner_whoever_narrates_the_card(held):
    (p,) = held.deck(0, "FA1", zone=VALLEY)
    held.s.piece[p].narr = 1
    log_event(held.s, p, CardEvent.BEWITCHED)
    rows = held.cards()
    assert (rows[0, "FA1"]["bewitched"], (1, "FA1") in rows) == (1, False)


# ---------------------------------------------------------------- cards: turns and rays


def test_first_turn_is_the_earliest_of_all_copies(held):
    for p, turn in zip(held.deck(0, "FA1", "FA1", "FA1", "FA1"), (0, 6, 3, 0), strict=True):
        held.s.piece[p].first_turn = turn
        held.s.piece[p].called_turn = turn and turn + 1
    row = held.cards()[0, "FA1"]
    assert (row["first_turn"], row["called_turn"]) == (3, 4)


def test_a_called_card_has_its_turn(held):
    (p,) = held.deck(0, "FA1")
    log_event(held.s, p, CardEvent.CALLED)
    row = held.cards()[0, "FA1"]
    assert (row["first_turn"], row["called_turn"]) == (4, 4)


def test_a_token_is_made_on_a_turn_but_not_called(held):
    held.tokens(0, "T1")
    row = held.cards()[0, "T1"]
    assert (row["first_turn"], row["called_turn"]) == (4, 0)


def test_the_entry_is_placed_on_turn_1(held):
    entry, second = held.canvas(0, "CV1", "CV2")
    held.s.turn = 0
    log_event(held.s, entry, CardEvent.PLACED)
    held.s.turn = 5
    log_event(held.s, entry, CardEvent.PLACED)  # once more, later
    log_event(held.s, second, CardEvent.PLACED)
    rows = held.cards()
    assert (rows[0, "CV1"]["first_turn"], rows[0, "CV2"]["first_turn"]) == (1, 5)


def test_rays_of_copies_add_up_below_0_too(held):
    for p, ray in zip(held.deck(0, "FA1", "FA1"), (-5, 2), strict=True):
        held.s.piece[p].joust_ray = ray
    assert held.cards()[0, "FA1"]["joust_ray"] == -3


# ---------------------------------------------------------------- cards: which rows there are


def test_a_seat_has_a_row_for_every_card_of_avatar_haversack_and_canvas(held):
    held.deck(1, "FA1", "FA1", "SH1")
    held.canvas(1, "CV1", "CV2")
    assert [card for seat, card in held.cards() if seat == 1] == ["AV1", "FA1", "SH1", "CV1", "CV2"]


def test_equal_cards_of_different_seats_have_rows_of_their_own(held):
    held.deck(0, "FA1")
    (p,) = held.deck(1, "FA1")
    log_event(held.s, p, CardEvent.DRAWN)
    rows = held.cards()
    assert (rows[0, "FA1"]["drawn"], rows[1, "FA1"]["drawn"]) == (0, 1)


def test_equal_tokens_share_a_row(held):
    held.tokens(0, "T1", "T1")
    row = held.cards()[0, "T1"]
    assert (row["token_made"], row["played"], row["taken"]) == (2, 2, 0)


def test_a_copy_of_an_own_fairy_joins_its_row(held):
    held.deck(0, "FA1", "FA2")
    held.tokens(0, "T1", "FA1")
    rows = held.cards()
    assert (rows[0, "FA1"]["token_made"], rows[0, "FA2"]["token_made"]) == (1, 0)


def test_a_copy_of_anothers_fairy_is_a_row_of_its_maker(held):
    held.deck(0, "FA1")
    held.tokens(1, "FA1")
    rows = held.cards()
    assert (rows[0, "FA1"]["token_made"], rows[1, "FA1"]["token_made"]) == (0, 1)


def test_places_of_tokens_that_were_not_made_have_no_row(held):
    first = codes.TOKEN_PLACE
    held.lay(first, "T1", codes.NOWHERE)  # as an earlier game left it
    assert (0, "T1") not in held.cards()


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_an_avatar_has_the_row_of_its_first_stage(held, stage):
    avatar = held.lay(held.s.seat[1].avatar, f"AV{stage}", VALLEY)
    log_event(held.s, avatar, CardEvent.ACTED)
    rows = held.cards()
    assert [card for seat, card in rows if seat == 1] == ["AV1"]
    assert rows[1, "AV1"]["used"] == 1


# ---------------------------------------------------------------- cards: what is in the valley


@pytest.mark.parametrize("zone", [zone for zone in range(codes.NOWHERE) if zone != UNDER])
def test_only_cards_in_the_valley_are_kept(held, zone):
    held.deck(0, "FA1", "FA1", zone=zone)
    row = held.cards()[0, "FA1"]
    assert row["kept"] == row["in_valley_at_end"] == (2 if zone == VALLEY else 0)


@pytest.mark.parametrize(("zone", "kept"), [(VALLEY, 1), (PRISON, 0)])
def test_parts_of_a_fusion_are_where_it_is(held, zone, kept):
    base, part = held.deck(0, "FA1", "FA2")
    held.s.piece[base].zone = zone
    held.s.piece[part].zone = UNDER
    held.s.piece[part].host = base
    rows = held.cards()
    assert (rows[0, "FA1"]["kept"], rows[0, "FA2"]["kept"]) == (kept, kept)


def test_guests_are_in_the_valley(held):
    (shelter,) = held.canvas(0, "CV1")
    (guest,) = held.deck(0, "FA1", zone=VALLEY)
    held.s.piece[guest].host = shelter
    assert held.cards()[0, "FA1"]["kept"] == 1


def test_the_avatar_of_a_fallen_player_is_not_kept(held):
    held.s.piece[held.s.seat[1].avatar].zone = MEMORY
    rows = held.cards()
    assert (rows[0, "AV1"]["kept"], rows[1, "AV1"]["kept"]) == (1, 0)


# ---------------------------------------------------------------- buffers


def test_rows_of_cards_follow_what_is_there(held):
    held.deck(0, "FA1")
    assert log_cards(buffer("cards"), 10, held.s, held.t) == 10 + 1 + PLAYERS
    assert buffer("cards").card[10] == BOX.numbers["AV1"]


def test_nothing_of_an_earlier_game_stays_in_the_rows(held):
    (p,) = held.deck(0, "FA1", zone=VALLEY)
    held.s.piece[p].joust_ray = 9
    for event in EVENTS.values():
        log_event(held.s, p, event)
    held.cards()
    after = Held()
    after.deck(0, "FA1")
    row = after.cards()[0, "FA1"]
    numbers = {name: value for name, value in row.items() if name not in ("game_no", "seat", "card")}
    assert set(numbers.values()) == {0}


def test_card_columns_have_16_bits_but_for_the_ray(held):
    held.cards()
    table = tables(held.plan, held.plan.cards)["cards"]
    with duckdb.connect(":memory:") as database:
        database.register("stored", table.frame(buffer("cards"), 1).to_arrow())
        kinds = dict(database.sql(f"SELECT column_name, column_type FROM (DESCRIBE {table.view('stored')})").fetchall())
    del kinds["game_no"], kinds["seat"], kinds["card"]
    assert (kinds.pop("options_in"), kinds.pop("chosen_in")) == ("BIGINT", "BIGINT"), "a bit for every choice"
    assert (kinds.pop("joust_ray"), set(kinds.values())) == ("INTEGER", {"SMALLINT"})


def test_there_is_room_for_every_card_a_seat_can_have():
    # dawn: 8 cards, 2 in reserve; an avatar, 3 shelters, and tokens: T1 or copies of the 9 fairies
    assert rows_per_game(plan_of(), BOX)["cards"] == PLAYERS * (1 + 8 + 2 + 3 + 1 + 9)


def test_a_made_up_deck_may_have_every_fairy_and_shard_there_is():
    assert rows_per_game(plan_of(deck_mode="random_legal"), BOX)["cards"] == PLAYERS * (1 + 9 + 2 + 3 + 1 + 9)


@pytest.mark.parametrize(("cap", "turns"), [(40, 60), (60, 60), (200, 200)])
def test_there_is_room_for_the_turns_that_the_largest_deck_may_take(cap, turns):
    assert rows_per_game(plan_of(turn_cap=cap), BOX)["turns"] == PLAYERS * turns
