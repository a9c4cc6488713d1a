"""What is dealt anew in a what-if is all that the seat cannot know (section 4), fairly, and nothing that it knows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial

import pytest

from balance.engine.game.decisions import Decision, Force, script_of
from balance.engine.game.log import kept_tables
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_on, play_redealt, play_scripted
from balance.games.fairy_conundrum.codes import (
    DECK,
    EVENT_SHARD,
    HAND,
    MOMENTS,
    NOBODY,
    PIECES_PER_SEAT,
    REST,
    SHELTER,
    STORED,
    TRAPS,
    Point,
    Verb,
)
from balance.games.fairy_conundrum.play.moments import begin_turn
from balance.games.fairy_conundrum.play.narration import lay_down
from balance.games.fairy_conundrum.play.turns import play_moment
from balance.games.fairy_conundrum.rules.events import raise_event
from balance.games.fairy_conundrum.rules.pieces import go_to_hand, take_from_zone
from balance.games.fairy_conundrum.rules.redeal import redeal
from fairy_conundrum.box import Row, changed_rows, curious_rows, fairy, shard
from fairy_conundrum.invariants.log import Logged
from fairy_conundrum.invariants.whole import check_all
from fairy_conundrum.table import Opening, plan_for
from helpers.marks import by_day, games
from helpers.play import compile_once, make
from helpers.shares import assert_even, assert_shares

pytestmark = pytest.mark.slow

FUTURES = 400
TURNS = 1


def rows() -> list[Row]:
    """A deck of six plain fairies, one copy of each or two, and of three cards that may be set."""
    plain = {f"FA{n}": {"decks": "dawn:4"} for n in range(1, 7)}
    more = [
        fairy("TR1", effect="TRAP foe.shard: draw 1", mes=1, decks="dawn:2", astralae="A"),
        fairy("TR2", effect="TRAP foe.shard: spark 1", mes=1, decks="dawn:3", astralae="A"),
        shard("TR3", effect="TRAP foe.joust: cancel", mes=2, decks="dawn:1", astralae="A"),
        *(fairy(f"FB{n}", decks="dawn:5", astralae="A") for n in range(3)),
    ]
    return changed_rows(plain, more=more)


def started(players: int = 3, **request: object) -> Opening:
    """A game after its first turn, in which seat 1 has two mésangettes face down and two cards stored."""
    game = Opening(players, agents=("greedy",), rows=rows(), **request)
    game.open_all(0)
    s, t = game.s, game.t
    while s.turn < TURNS:
        s.turn += 1
        begin_turn(s, t)
        for moment in range(MOMENTS):
            play_moment(s, t, moment)
    assert s.living == players
    for p in [p for p in game.deck(1) if t.card[s.piece[p].card].mes > 0][:2]:
        take_from_zone(s, p)
        lay_down(s, p)
    for p in game.deck(1)[-2:]:
        take_from_zone(s, p)
        s.piece[p].zone, s.piece[p].host = STORED, s.lay[0]
        s.stored += 1
    return game


def redealt(game: Opening, seat: int = 0, futures: int = FUTURES) -> Iterator[int]:
    """The same game with what the seat cannot know dealt anew, time and again."""
    game.s.decision.branch_seat = seat
    game.s.decision.game = 0
    before = game.s.copy()
    for future in range(1, futures + 1):
        game.s.decision.future[0] = future
        redeal(game.s, game.t, seat)
        yield future
        game.s = before.copy()


def cards_in(game: Opening, seat: int, *zones: int) -> list[str]:
    """The cards that a seat has in these zones, those of the canvas apart."""
    first = seat * PIECES_PER_SEAT + 1
    pieces = game.s.piece[first : first + PIECES_PER_SEAT - 1]
    return [
        game.cards.ids[piece.card]
        for piece in pieces
        if piece.zone in zones and game.t.card[piece.card].kind != SHELTER
    ]


HIDDEN = (HAND, DECK, TRAPS, STORED)


def test_4_of_the_own_haversack_the_cards_are_known_and_not_their_order():
    game = started()
    before = game.deck(0)
    tops: Counter[int] = Counter()
    for _ in redealt(game):
        assert sorted(game.deck(0)) == sorted(before)
        tops[game.deck(0)[-1]] += 1
    assert_even(tops, before)


def test_4_the_own_hand_and_the_own_mesangettes_are_known():
    game = started()
    before = cards_in(game, 1, HAND), cards_in(game, 1, TRAPS), cards_in(game, 1, STORED)
    for _ in redealt(game, seat=1, futures=50):
        assert (cards_in(game, 1, HAND), cards_in(game, 1, TRAPS), cards_in(game, 1, STORED)) == before


def test_4_what_another_holds_is_any_of_what_has_not_been_seen_of_the_deck():
    game = started()
    heap = Counter(cards_in(game, 2, *HIDDEN))
    held: Counter[str] = Counter()
    p = next(p for p in game.hand_pieces(2) if game.t.card[game.s.piece[p].card].kind != SHELTER)
    for _ in redealt(game):
        assert Counter(cards_in(game, 2, *HIDDEN)) == heap
        held[game.id_of(p)] += 1
    assert_shares(held, heap)


def test_fc_75_what_lies_face_down_can_be_set_and_is_any_such_card():
    game = started()
    places = [int(p) for p in game.s.down[: game.s.downs]]
    heap = Counter(cards_in(game, 1, *HIDDEN))
    traps = Counter({id: count for id, count in heap.items() if id.startswith("TR")})
    down: Counter[str] = Counter()
    for _ in redealt(game):
        assert [int(p) for p in game.s.down[: game.s.downs]] == places
        for p in places:
            piece = game.s.piece[p]
            assert (piece.zone, piece.live, piece.mat0) == (TRAPS, 1, game.t.card[piece.card].mat)
        down[game.id_of(places[0])] += 1
    assert_shares(down, traps)


def test_4_all_that_lies_open_stays_and_so_do_places_and_numbers():
    game = started()
    s = game.s
    before = s.copy()
    open_cards = [cards_in(game, seat, *set(range(12)) - set(HIDDEN)) for seat in range(3)]
    for _ in redealt(game, futures=50):
        s = game.s
        assert [cards_in(game, seat, *set(range(12)) - set(HIDDEN)) for seat in range(3)] == open_cards
        for field in ("zone", "host", "owner", "narr", "arrival", "object", "live", "damage"):
            assert (s.piece[field] == before.piece[field]).all(), field
        for field in ("hand", "deck", "canvas", "life", "sparkles"):
            assert (s.seat[field] == before.seat[field]).all()


def test_4_a_card_that_came_back_to_the_hand_openly_is_known_and_so_are_shelters():
    game = started()
    s = game.s
    p = next(p for p in game.deck(2))
    take_from_zone(s, p)
    s.piece[p].zone = REST
    go_to_hand(s, p)
    card = int(s.piece[p].card)
    shelters = [p for p in game.hand_pieces(2) if game.t.card[s.piece[p].card].kind == SHELTER]
    kept = [int(s.piece[p].card) for p in shelters]
    for _ in redealt(game, futures=100):
        assert int(game.s.piece[p].card) == card
        assert [int(game.s.piece[p].card) for p in shelters] == kept


def test_fc_77_what_happened_is_heard_by_the_mesangettes_dealt():
    """Two of three wait for a shard of a foe: they are met, and nothing else is."""
    game = started()
    s, t = game.s, game.t
    s.hearing |= 1 << EVENT_SHARD
    raise_event(s, t, EVENT_SHARD, 0, NOBODY, int(s.lay[0]), 0)
    s.next_event = 1
    met = Counter()
    for _ in redealt(game):
        s = game.s
        event = s.event[0]
        heard = s.heard[event.first : event.first + event.heard]
        traps = sorted(int(hearer.card) for hearer in heard if hearer.trap)
        waiting = [p for p in s.down[: s.downs] if game.id_of(p) in ("TR1", "TR2")]
        assert traps == sorted(map(int, waiting))
        met[len(traps)] += 1
    assert set(met) <= {1, 2}
    assert met[2] > met[1]


def test_fc_191_a_random_haversack_is_made_up_around_what_has_been_seen_of_it():
    game = Opening(2, agents=("greedy",), cards_of_the_game=True, deck_mode="random_legal")
    game.open_all(0)
    s, t = game.s, game.t
    while s.turn < TURNS:
        s.turn += 1
        begin_turn(s, t)
        for moment in range(MOMENTS):
            play_moment(s, t, moment)
    seen = cards_in(game, 1, *set(range(12)) - set(HIDDEN))
    before = Counter(cards_in(game, 1, *HIDDEN))
    others = 0
    most = dict(zip(game.cards.ids, t.card["most"].tolist(), strict=False))
    for _ in redealt(game, futures=100):
        hidden = Counter(cards_in(game, 1, *HIDDEN))
        assert hidden.total() == before.total()
        others += (hidden - before).total()
        whole = hidden + Counter(seen)
        tokens = {id for id in whole if most[id] == 0}
        assert all(count <= most[id] for id, count in whole.items() if id not in tokens)
    assert others > 100 * before.total() / 2


# ---------------------------------------------------------------- whole games


def table(players: int, **request: object) -> GameBatch:
    compile_once("fairy_conundrum")
    return GameBatch(make("fairy_conundrum", players=players, **request))


OTHER_RULES = {
    "conspiracy": "on",
    "narration_mode": "alternate",
    "order_after_first": "initiative",
    "joust_assign": "split",
    "joust_mode": "simultaneous",
    "maturation_timing": "continuous",
}


@pytest.mark.parametrize("players", [2, 4])
def test_games_dealt_anew_break_no_rule(players):
    """What lies open in games that were left at some decision, each at another, is as in any game."""
    batch = table(players, seed=6, log="turns")
    for game_no in range(games(25, 60)):
        before = batch.used.copy()
        made = play_scripted(batch, game_no)
        batch.used[:] = before  # forget it, keep the others
        number = (37 * game_no) % len(made)
        play_redealt(batch, game_no, made[: number + 1], future=game_no + 1)
    log = Logged(batch.plan, {name: batch.frame(name) for name in kept_tables("turns")})
    check_all(log)


BLIND_BY_DAY = [(OTHER_RULES, "random_legal")]
BLIND_AT_NIGHT = [({}, "prebuilt"), ({}, "random_legal"), (OTHER_RULES, "prebuilt")]


@pytest.mark.parametrize(("rules", "deck_mode"), by_day(BLIND_BY_DAY, BLIND_AT_NIGHT))
def test_4_no_style_sees_more_under_other_rules(rules, deck_mode):
    """As the contract asks it of the usual rules."""
    assert_blind(table(3, seed=8, log="seats", settings={"deck_mode": deck_mode} | rules), games(1, 2))


def test_4_nor_with_cards_that_work_on_hidden_ones():
    asked = assert_blind(with_odd_cards("greedy", "trickster", "warden"), games(2, 4))
    hidden = [decision for decision in asked if any(option.card == NOBODY for option in decision.options)]
    assert sum(decision.point == Point.TARGET for decision in hidden) > 0


def with_odd_cards(*agents: str) -> GameBatch:
    """A table at which cards work on what is hidden."""
    compile_once("fairy_conundrum")
    return GameBatch(plan_for(3, curious_rows(), agents))


def under_other_rules(agents: str) -> GameBatch:
    return table(4, seed=8, agents=agents, log="turns", settings=OTHER_RULES)


@pytest.mark.parametrize("batch", [
    partial(with_odd_cards, "greedy", "random", "trickster"), partial(under_other_rules, "mixed"),
    partial(under_other_rules, "random"),
])  # fmt: skip
def test_forcing_what_was_chosen_gives_the_same_rows(batch):
    """A forced choice weighs nothing; nothing that follows leans on what a style worked out."""
    played, rng = batch(), random.Random(3)
    names = kept_tables(played.plan.log)
    for game_no in range(games(3, 6)):
        made = play_scripted(played, game_no)
        was = [played.frame(name) for name in names]
        for length in (len(made), *rng.sample(range(len(made)), min(5, len(made)))):
            played.clear()
            play_scripted(played, game_no, script_of(made[:length]))
            assert all(played.frame(name).equals(frame) for name, frame in zip(names, was, strict=True))
        played.clear()


def assert_blind(batch: GameBatch, count: int) -> list[Decision]:
    """At every decision of some games: what the seat cannot know is dealt anew, and it thinks and chooses the same."""
    asked = []
    for game_no in range(count):
        made = play_scripted(batch, game_no)
        batch.clear()
        for decision in made:
            redealt = play_redealt(batch, game_no, made[: decision.number + 1], future=1 + decision.number)
            batch.clear()
            again = redealt[decision.number]
            assert again.place == decision.place, f"{game_no}, {decision}"
            assert repr(again.options) == repr(decision.options)  # a worth may be no number, which equals nothing
        asked += made
    return asked


# ---------------------------------------------------------------- matches


def of_match() -> GameBatch:
    return table(2, seed=4, log="seats", settings={"match_games": 3})


def seats_of(batch: GameBatch) -> list[dict]:
    seat_rows = batch.frame("seats").to_dicts()
    batch.clear()
    return seat_rows


def test_fc_180_any_game_of_a_match_is_played_again_alone():
    batch = of_match()
    batch.play(0, 30)
    logged = batch.frame("seats").to_dicts()
    batch.clear()
    swaps = 0
    for game_no in (29, 1, 2, 0, 4, 5, 16, 7):
        was = [row for row in logged if row["game_no"] == game_no]
        made = play_scripted(batch, game_no)
        assert seats_of(batch) == was
        swaps += sum(choice.point == Point.SWAP for choice in made)
        assert bool(made) == bool(was), "a game that the match did not need has no decisions"
        for length in {0, len(made) // 2, len(made)}:
            play_scripted(batch, game_no, script_of(made[:length]))
            assert seats_of(batch) == was
        for decision in made[:: max(1, len(made) // 8)]:
            _, scores = play_on(batch, game_no, made[: decision.number + 1], [decision.place], [0])
            assert scores[0].tolist() == [row["score"] for row in was]
    assert swaps > 0


def test_fc_180_a_script_changes_no_other_game_of_its_match():
    batch = of_match()
    batch.play(0, 3)
    was = seats_of(batch)
    made = play_scripted(batch, 0)
    batch.clear()
    at = next(decision for decision in made if decision.point == Point.NAR and decision.chosen.verb != Verb.PASS)
    play_scripted(batch, 0, [Force(at.number, Verb.PASS, NOBODY, 0)])
    batch.clear()
    batch.play(1, 2)
    assert seats_of(batch) == [row for row in was if row["game_no"] > 0]


def test_there_is_room_for_all_decisions_of_long_games():
    rules = {"turn_cap": 200, "narration_mode": "alternate", "conspiracy": "on"}
    batch = table(4, agents="random", log="seats", seed=1, settings=rules)
    longest = 0
    for game_no in range(30):
        longest = max(longest, len(play_scripted(batch, game_no)))
        batch.clear()
    assert longest > 1000
