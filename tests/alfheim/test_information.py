"""FA-14: what a player may not know changes nothing that she decides, whatever her style.

Games are played to every decision. There the seat decides; then something hidden is changed and it decides again, with
the same luck: choice and luck used up must be the same. What may be seen does change decisions, so that nothing of
this holds for want of looking.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from alfheim import box
from alfheim.table import Sheet, style
from balance.engine.kernels.decision_record import ALONE, LUCK, WEIGHED
from balance.games.alfheim.cards.box import TYPES
from balance.games.alfheim.play.choosing import choose_clue, choose_fairy, choose_footprint, choose_swap
from balance.games.alfheim.rules.lines import find_legal
from balance.games.alfheim.rules.rounds import serve_swaps
from balance.games.alfheim.state import ICONS, NONE, OF_A_TYPE, PREPARATION, STACK, STREAMS
from helpers.marks import by_day, games

EVERYTHING = style(
    "everything", slip=0.2, w_king=1, w_queen=1, w_nisse=1.2, w_fairy=0.9, w_tomte=1, x_kq=1, x_tomte=1, x_fairy=1,
    race=0.5, close_q=1.5, second=0.3, fp=1, fp_open=0.2, king_prep=0.3, sides=0.1, swap_margin=0.01, eager=0.3,
    noise=0.05,
)  # fmt: skip
SURE = style("sure", sides=0.3, **{name: weight for name, weight in EVERYTHING.weights.items() if name != "sides"})
TABLES = (
    ("greedy", "courtier", "farmhand", "gardener"),
    ("sprinter", "purist", "tracker", "random"),
    (EVERYTHING, "greedy", SURE, "purist"),
)
TOMTE = TYPES.index("tomte")

Decision = tuple[Any, int, Any]
Change = Callable[[Sheet, int, random.Random], None]


def decide(game: Sheet, seat: int, point: str) -> Decision:
    """What the seat decides now, the state of its luck after it, and what it thinks of every option."""
    s, t = game.s, game.t
    s.decision.stream[LUCK] = 0  # it stays so where it is not asked
    choice: Any
    s.decision.how = ALONE
    if point == "swap":
        choice = choose_swap(s, t, seat)
    elif point == "clue":
        choice = choose_clue(s, t, seat, s.now[seat].kept) if s.seat[seat].edges else None
    elif point == "footprint":
        choice = choose_footprint(s, t, seat) if s.seat[seat].edges else None
    else:
        types = find_legal(s, t, seat)
        choice = choose_fairy(s, t, seat) if types else None
    worth = s.decision.worth[: s.decision.count]
    return choice, int(s.decision.stream[LUCK]), worth.tolist() if s.decision.how == WEIGHED else None


def others(game: Sheet, seat: int) -> list[int]:
    return [other for other in range(game.players) if other != seat]


# ---------------------------------------------------------------- what is hidden


def shuffle(values: Any, rng: random.Random) -> None:
    """Any order of these values."""
    values[:] = rng.sample(values.tolist(), len(values))


def stack(game: Sheet, seat: int, rng: random.Random) -> None:
    """The order of the lead's tiles that are not drawn, the removed one among them."""
    left = sum(int(n) for n in game.s.left)
    shuffle(game.s.stack[:left], rng)


def centre(game: Sheet, seat: int, rng: random.Random) -> None:
    """The order of the centre stack."""
    shuffle(game.s.centre[: game.s.centres], rng)
    game.s.centre_start = 0


def decks(game: Sheet, seat: int, rng: random.Random) -> None:
    """The costs that are not revealed: which tile is where, and what tiles there are at all."""
    s = game.s
    shown = [s.first.tolist(), s.second.tolist(), [record.secret for record in s.seat]]
    shown_ids = {number for row in shown for number in row}
    for kind in range(len(TYPES)):
        for i in range(OF_A_TYPE):
            if s.deck[kind, i] not in shown_ids:
                s.deck[kind, i] = rng.randrange(len(game.cards.fairies))


def tomtes(game: Sheet, seat: int, rng: random.Random) -> None:
    """The secret tiles of the others: those they have are others, and some have none."""
    for other in others(game, seat):
        me = game.s.seat[other]
        if me.secret != NONE and not me.fairies >> TOMTE & 1:
            me.secret = rng.choice([tomte for tomte in game.s.deck[TOMTE].tolist() if tomte != me.secret])
    shuffle(game.s.deck[TOMTE], rng)


def footprints(game: Sheet, seat: int, rng: random.Random) -> None:
    """Footprints before round 7, the own one too; later those that were never dealt, which nobody ever sees."""
    for player in range(game.players):
        if game.s.turn < PREPARATION:
            game.s.seat[player].footprint = rng.randrange(game.t.footprints)
    game.s.footprint_pile[:] = 0


def others_luck(game: Sheet, seat: int, rng: random.Random) -> None:
    """All luck but the own."""
    for stream in range(STREAMS):
        game.s.stream[stream] = rng.getrandbits(64)
    for other in others(game, seat):
        game.s.decision.key[other] = rng.getrandbits(64)


def others_first(point: str) -> Change:
    """The others have done this phase's deed already."""

    def change(game: Sheet, seat: int, rng: random.Random) -> None:
        s, t = game.s, game.t
        for other in others(game, seat):
            me = s.seat[other]
            if point == "swap":
                s.wants[other] = choose_swap(s, t, other)
            elif point == "footprint":
                game.place_footprint(other)
            elif point == "clue":
                s.now[other].swapped = 1 - s.now[other].swapped
                s.now[other].kept = rng.randrange(ICONS)
                game.place_clue(other)
            elif point == "fairies":
                game.place_fairies(other)
                me.fairies |= rng.getrandbits(len(TYPES))
                s.taken[:] += rng.randrange(2)
                s.secrets += 1

    return change


def order(game: Sheet, seat: int, rng: random.Random) -> None:
    """Who is served when."""
    shuffle(game.s.queue[: game.players], rng)
    for place, player in enumerate(game.s.queue[: game.players]):
        game.s.now[player].queue = place


HIDDEN: dict[str, Change] = {
    "stack": stack,
    "centre": centre,
    "decks": decks,
    "tomtes": tomtes,
    "footprints": footprints,
    "luck": others_luck,
    "order": order,
    "swap": others_first("swap"),
    "clue": others_first("clue"),
    "footprint": others_first("footprint"),
    "fairies": others_first("fairies"),
}
PHASES = ("swap", "clue", "footprint", "fairies")


def compare(agents: tuple[Any, ...], games: range, name: str, change: Change, **settings: object) -> Counter:
    """How many decisions of each sort a change leaves as they are, and changes: ("swap", True) counts the latter."""
    counts: Counter = Counter()
    for game_no in games:
        game = Sheet(4, agents=agents, game_no=game_no, **settings)
        rng = random.Random(game_no)
        for _, point in game.go():
            if point == "end" or (name in PHASES and name != point):
                continue
            game.keep()
            for seat in range(game.players):
                first = decide(game, seat, point)
                game.back()
                change(game, seat, rng)
                game.s.seat[seat].weighed = 0  # what it worked out for its swap is worked out again
                second = decide(game, seat, point)
                game.back()
                counts[point, first != second] += 1
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("agents", by_day(TABLES[2:], [(agents,) for agents in TABLES[:2]]))
@pytest.mark.parametrize("name", HIDDEN)
def test_fa_14_what_is_hidden_changes_no_decision(name, agents):
    counts = compare(agents, range(games(1, 3)), name, HIDDEN[name])
    assert {point for point, changed in counts} == ({name} if name in PHASES else set(PHASES))
    assert [point for point, changed in counts if changed] == []


@pytest.mark.parametrize("name", ["tomtes", "decks"])
def test_fa_14_nor_with_the_other_reading_of_lines_which_places_more(name):
    counts = compare((EVERYTHING, "greedy"), range(2), name, HIDDEN[name], line_match="contains")
    assert [point for point, changed in counts if changed] == []


@pytest.mark.parametrize("agents", TABLES)
def test_fa_14_a_clue_is_laid_as_if_nobody_else_had_swapped(agents):
    """Which icons have come into the centre stack by then belongs to the same phase."""

    def more_swaps(game: Sheet, seat: int, rng: random.Random) -> None:
        s = game.s
        s.wants[: game.players] = [other != seat and not s.now[other].swapped for other in range(game.players)]
        serve_swaps(s, game.t)

    assert set(compare(agents, range(3), "clue", more_swaps)) == {("clue", False)}


def test_fa_14_what_was_swapped_is_known_when_all_clues_are_laid():
    game = Sheet(4, agents=("greedy", "tracker"))
    known: list[int] = []
    seen: Counter = Counter()
    for _, point in game.go():
        if point == "swap":
            known = list(game.s.in_centre)
        as_it_lies = [game.stack().count(icon) for icon in box.ICONS]
        if point == "clue":
            assert list(game.s.in_centre) == known
            seen[point, as_it_lies != known] += 1
        elif point == "fairies":
            assert list(game.s.in_centre) == as_it_lies
            seen[point, as_it_lies != known] += 1
    assert seen["clue", True] == seen["fairies", True] > 0


def test_fa_15_the_footprint_is_laid_before_the_seventh_clue_is_known():
    """Neither the icon nor the tile in the stack is looked at."""

    def another_icon(game: Sheet, seat: int, rng: random.Random) -> None:
        game.s.stack[STACK - game.s.turn] = rng.randrange(ICONS)
        game.s.drawn = rng.randrange(ICONS)

    for agents in TABLES:
        assert set(compare(agents, range(4), "footprint", another_icon)) == {("footprint", False)}


# ---------------------------------------------------------------- what is seen


def changed(counts: Counter) -> set[str]:
    """The points at which some decision changed."""
    return {point for point, different in counts if different}


def test_fa_14_the_icons_of_the_centre_stack_are_seen():
    def other_icons(game: Sheet, seat: int, rng: random.Random) -> None:
        shuffle(game.s.in_centre, rng)

    assert changed(compare(TABLES[0], range(2), "swap", other_icons)) == {"swap"}


def test_fa_14_the_icon_drawn_is_seen():
    def another(game: Sheet, seat: int, rng: random.Random) -> None:
        game.s.drawn = rng.randrange(ICONS)

    assert changed(compare(TABLES[0], range(2), "swap", another)) == {"swap"}


def test_fa_14_how_often_an_icon_is_left_is_seen():
    def other_icons(game: Sheet, seat: int, rng: random.Random) -> None:
        shuffle(game.s.left, rng)
        game.s.draws += 1

    assert changed(compare(TABLES[0], range(6), "", other_icons)) >= {"swap", "clue"}


def test_fa_14_costs_in_force_are_seen():
    def fewer(game: Sheet, seat: int, rng: random.Random) -> None:
        game.s.in_force &= rng.getrandbits(45)

    assert changed(compare(TABLES[0], range(3), "", fewer)) == set(PHASES)


def test_fa_14_the_own_tomte_is_seen():
    def another(game: Sheet, seat: int, rng: random.Random) -> None:
        game.secret(rng.choice(["tomte_a", "tomte_b", "tomte_c", "tomte_d", "tomte_e"]), seat)

    assert changed(compare(TABLES[0], range(3), "", another)) >= {"swap", "clue", "fairies"}


def test_fa_14_the_own_footprint_is_seen_from_round_7_on():
    def another(game: Sheet, seat: int, rng: random.Random) -> None:
        if game.s.turn >= PREPARATION:
            game.s.seat[seat].footprint = rng.randrange(game.t.footprints)

    assert changed(compare(TABLES[0], range(3), "", another)) >= {"swap", "clue", "footprint"}


def test_fa_14_what_others_lacked_when_the_round_began_is_seen_by_those_who_race():
    def all_lack_one(game: Sheet, seat: int, rng: random.Random) -> None:
        for other in others(game, seat):
            game.s.seat[other].lacks[:] = 1

    assert changed(compare(("sprinter",), range(3), "", all_lack_one)) >= {"swap", "clue"}
    assert changed(compare(("greedy",), range(3), "", all_lack_one)) == set()


def test_fa_14_the_expert_tiles_that_are_left_are_seen():
    def none_left(game: Sheet, seat: int, rng: random.Random) -> None:
        game.s.claims[:] = 5

    assert changed(compare(TABLES[0], range(3), "", none_left)) >= {"swap", "clue"}
