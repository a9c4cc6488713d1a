"""What styles weigh, number by number, against the formula of section 4.4 written slowly: hundreds of random areas."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from alfheim.box import ICONS, box, odd_box
from alfheim.lines import FOOTPRINT, Cell, is_clue, legal_cells, neighbours
from alfheim.table import Sheet, style
from alfheim.worth import View, fairy_value, potential, secret_chance, stop_value, worth_of_types
from balance.engine.game.styles import Style
from balance.games.alfheim import GAME
from balance.games.alfheim.cards.box import AFTER, EXPERTS, TYPES, Cards, Reveal
from balance.games.alfheim.play.choosing import choose_swap
from balance.games.alfheim.state import NONE, PREPARATION, ROUNDS
from balance.games.alfheim.styles.clues import weigh_cells, weigh_clues, weigh_footprint, weigh_swap
from balance.games.alfheim.styles.fairies import weigh_fairies
from balance.games.alfheim.styles.potential import weigh_secret, weigh_types
from helpers.marks import few_by_day, games, one_by_day

pytestmark = pytest.mark.slow

ALL_ICONS = (1 << len(ICONS)) - 1
STYLES = {own_style.name: own_style for own_style in GAME.styles} | {
    "everything": style(
        "everything", w_king=1.1, w_queen=0.9, w_nisse=1.2, w_fairy=0.8, w_tomte=1.3, x_kq=0.7, x_tomte=1.4,
        x_fairy=0.6, race=0.5, close_q=1.5, second=0.3, fp=1.2, fp_open=0.2, king_prep=0.3, sides=0.15,
        swap_margin=0.01, eager=0.4,
    ),
    "reckoner": style(
        "reckoner", reckon=1, w_king=1, w_queen=1.1, w_nisse=0.9, w_fairy=1, w_tomte=1, x_kq=1, x_tomte=2, x_fairy=1,
        close_q=1.2, second=0.2, fp=1, fp_open=0.1, sides=0.1, eager=0.3,
    ),
}  # fmt: skip
POINTS = style("points", w_queen=1.0, close_q=1.0)
RECKONS = style("reckons", reckon=1, w_queen=1.0, close_q=1.0)
ONE = {"slip": 0.0, "reckon": 1.0}
NAMES = ("greedy", "courtier", "reckoner", "everything")
close = partial(pytest.approx, rel=1e-9, abs=1e-9)


def area_of(rng: random.Random, turn: int, footprint: bool) -> dict[Cell, str]:
    """A random area of this round: clues, some fairies, perhaps the footprint, in rather long lines."""
    tiles = [*rng.choices(ICONS, k=turn), *rng.sample(TYPES, rng.choice([0, 1, 2, 4, 8])), *([FOOTPRINT] * footprint)]
    rng.shuffle(tiles)
    area = {(0, 0): rng.choice(ICONS), (1, 0): rng.choice(ICONS)}
    straight = rng.random()
    for tile in tiles:
        cells = sorted(legal_cells(area))
        if tile in TYPES:
            cells = [cell for cell in cells if any(is_clue(area.get(beside)) for beside in neighbours(cell))]
        if cells:
            row = [cell for cell in cells if cell[1] == 0]
            area[rng.choice(row if row and rng.random() < straight else cells)] = tile
    return area


def values_of(cards: Cards, row: str) -> list[int]:
    """What the next expert tile of a row is worth, by how many are gone."""
    return [*(expert.points for expert in cards.experts if expert.row == row), 0]


def staged(
    seed: int, name: str, turn: int, cards=None, line_match: str = "segment", before: bool = False, **settings: object
) -> tuple[Sheet, View, dict[Cell, str]]:
    """A game in this round with everything at random, what seat 1 of it sees, and her area.

    ``before``: the clue of this round is still to be laid.
    """
    rng = random.Random(seed)
    own: Style = STYLES[name]
    game = Sheet(3, cards=cards or box(), agents=(own,), line_match=line_match, **settings)
    s, t, cards = game.s, game.t, game.cards
    area = area_of(rng, turn - before, turn >= PREPARATION)
    s.turn = turn
    game.lay_out(area, 1)
    left = [rng.randrange(3) for _ in ICONS]
    game.left("".join(icon * n for icon, n in zip(ICONS, left, strict=True)))
    force = rng.sample(range(len(cards.fairies)), 12)
    secret = next(name for name, reveal in cards.reveal.items() if reveal.when == AFTER)
    force = [number for number in force if cards.fairies[number].type != secret]
    game.force_ids(*(cards.fairies[number].id for number in force))
    costs = [cards.fairies[number] for number in force]
    if secret not in area.values() and rng.random() < 0.5:
        tile = rng.choice([fairy for fairy in cards.fairies if fairy.type == secret])
        game.secret(tile.id, 1)
        costs.append(tile)
    s.seat[1].footprint = rng.randrange(len(cards.footprints))
    s.claims[:] = [rng.randrange(6) for _ in EXPERTS]
    claimed = rng.getrandbits(len(EXPERTS)) if rng.random() < 0.3 else 0
    s.seat[1].experts = claimed
    for seat in range(3):
        s.seat[seat].lacks[:] = [rng.randrange(4) for _ in EXPERTS]
    view = View(
        cards=cards,
        reckons=bool(own.knobs["reckon"]),
        weights=own.weights,
        costs=tuple(fairy for fairy in costs if fairy.type not in area.values()),
        to_come=ROUNDS - turn,
        left="".join(icon * n for icon, n in zip(ICONS, left, strict=True)),
        match=line_match,
        point=int(t.footprint_point),
        cap=int(t.footprint_cap),
        icons=cards.footprints[s.seat[1].footprint].icons,
        next_values={row: values_of(cards, row)[s.claims[i]] for i, row in enumerate(EXPERTS)},
        rivals={row: sum(s.seat[seat].lacks[i] == 1 for seat in (0, 2)) for i, row in enumerate(EXPERTS)},
        claimed=frozenset(row for i, row in enumerate(EXPERTS) if claimed >> i & 1),
        before_preparation=turn < PREPARATION,
    )
    if view.reckons and view.to_come < 2:
        unseen = [fairy for fairy in cards.fairies if fairy.type == secret]
        view = replace(view, chain=secret_chance(view, area, unseen))
    return game, view, area


def cases(name: str, line_match: str, count: int, **more: object) -> Iterator[tuple[Sheet, View, dict[Cell, str]]]:
    """So many of them, in all rounds, two in three with odd cards."""
    for seed in range(count):
        cards = odd_box(seed, short=seed % 2 == 0) if seed % 3 else box()
        settings = {"footprint_point": 2, "footprint_cap": 5} if seed % 4 == 0 else {}
        turn = 1 + seed % ROUNDS
        yield staged(seed, name, turn, cards, line_match, **settings, **more)


# ---------------------------------------------------------------- types


@pytest.mark.parametrize("name", few_by_day(NAMES, 4))
def test_4_2_what_types_are_worth(name):
    for game, view, _ in cases(name, "segment", games(40, 100)):
        for placed in (game.fairies(1), [], list(TYPES[:5])):
            mask = sum(1 << TYPES.index(type) for type in placed)
            weigh_secret(game.s, game.t, 1)
            weigh_types(game.s, game.t, 1, mask)
            wanted = worth_of_types(view, placed)
            assert list(game.s.worth) == close([wanted.get(type, 0.0) for type in TYPES])


def types_worth(*placed: str, claims: tuple[int, int, int] = (0, 0, 0), **weights: float) -> dict[str, float]:
    """What the types are worth to a style with these weights; all multipliers of points are 1."""
    points = {f"w_{group}": 1.0 for group in ("king", "queen", "nisse", "fairy", "tomte")}
    game = Sheet(3, agents=(style("own", **points | weights),))
    game.s.claims[:] = claims
    weigh_types(game.s, game.t, 0, sum(1 << TYPES.index(name) for name in placed))
    return dict(zip(TYPES, game.s.worth.tolist(), strict=True))


def test_4_2_points_alone():
    assert list(types_worth().values()) == [6, 5, 2, 2, 2, 3, 3, 4, 4]
    assert list(types_worth("queen", "tomte").values()) == [6, 0, 2, 2, 2, 3, 3, 4, 0]


def test_4_2_king_and_queen_lead_to_their_expert():
    worth = types_worth(x_kq=1.0)
    assert (worth["king"], worth["queen"]) == close((6 + 0.35 * 6, 5 + 0.35 * 6))
    assert types_worth("king", x_kq=1.0, claims=(2, 0, 0))["queen"] == close(5 + 4)
    assert types_worth("king", x_kq=1.0, claims=(4, 0, 0))["queen"] == close(5 + 2)
    assert types_worth("king", x_kq=1.0, claims=(5, 0, 0))["queen"] == close(5)


def test_4_2_the_fairies_lead_to_their_expert():
    assert types_worth(x_fairy=2.0)["fairy_1"] == close(3 + 2 * 0.25 * 5)
    assert types_worth("fairy_2", x_fairy=2.0)["fairy_1"] == close(3 + 2 * 0.5 * 5)
    assert types_worth("fairy_2", "fairy_3", x_fairy=2.0)["fairy_1"] == close(3 + 2 * 5)


def test_4_2_the_nisse_lead_to_the_tomte_and_its_expert():
    assert types_worth(x_tomte=1.0)["nisse_1"] == close(2 + 0.5 * (4 + 5) * 0.25)
    assert types_worth("nisse_2", x_tomte=1.0, claims=(0, 1, 0))["nisse_1"] == close(2 + 0.5 * (4 + 4) * 0.5)
    assert types_worth("nisse_2", "nisse_3", x_tomte=1.0)["nisse_1"] == close(2 + 0.5 * (4 + 5))
    assert types_worth(x_tomte=1.0)["tomte"] == close(4 + 5)


def test_4_2_a_race_makes_shares_worth_more():
    game = Sheet(3, agents=(style("own", x_kq=1.0, race=0.5),))
    game.s.seat[1].lacks[:] = game.s.seat[2].lacks[:] = [1, 2, 3]
    game.s.seat[0].lacks[:] = 1
    weigh_types(game.s, game.t, 0, 0)
    assert game.s.worth.tolist() == close([0.35 * 6 * 2, 0.35 * 6 * 2, 0, 0, 0, 0, 0, 0, 0])


def test_4_2_who_has_claimed_a_row_gets_no_share_of_it():
    game = Sheet(2, agents=(style("own", x_kq=1.0, x_fairy=1.0),))
    game.s.seat[0].experts = 1
    weigh_types(game.s, game.t, 0, 0)
    assert game.s.worth.tolist() == close([0, 0, 0, 0, 0, *[0.25 * 5] * 3, 0])


def test_4_2_opponents_lack_what_they_have_not_placed_and_the_tomte_tile():
    game = Sheet(2)
    assert game.s.seat[0].lacks.tolist() == [2, 2, 3]
    game.has("king", "fairy_1", "fairy_3", "nisse_1", "nisse_2", "nisse_3")
    game.begin(4)
    game.claim()
    assert game.s.seat[0].lacks.tolist() == [1, 2, 1]
    game.secret("tomte_a")
    game.claim()
    assert game.s.seat[0].lacks.tolist() == [1, 1, 1]


# ---------------------------------------------------------------- areas


@pytest.mark.parametrize("line_match", one_by_day(["segment", "contains"], "segment"))
@pytest.mark.parametrize("name", NAMES)
def test_4_4_an_area_with_a_clue_on_each_legal_cell(name, line_match):
    for game, view, area in cases(name, line_match, games(16, 44), before=True):
        weigh_cells(game.s, game.t, 1, ALL_ICONS)
        rng = random.Random(len(area))
        cells = list(enumerate(game.edge(1)))
        for place, cell in rng.sample(cells, min(4, len(cells))):
            icon = rng.randrange(len(ICONS))
            wanted = potential(view, {**area, cell: ICONS[icon]})
            assert game.s.value[1, icon, place] == close(wanted), (area, cell, ICONS[icon])


@pytest.mark.parametrize("line_match", one_by_day(["segment", "contains"], "segment"))
@pytest.mark.parametrize("name", NAMES)
def test_4_4_an_area_with_the_footprint_on_each_legal_cell(name, line_match):
    for seed in range(12):
        cards = odd_box(seed, short=seed % 2 == 0) if seed % 3 else box()
        game, view, area = staged(seed, name, PREPARATION, cards, line_match, before=True)
        area = {cell: tile for cell, tile in area.items() if tile != FOOTPRINT}
        if any(not any(beside in area for beside in neighbours(cell)) for cell in area):
            continue
        game.lay_out(area, 1)
        weigh_footprint(game.s, game.t, 1)
        later = View(**{**vars(view), "to_come": ROUNDS - PREPARATION + 1})
        for place, cell in list(enumerate(game.edge(1)))[seed % 3 :: 3]:
            assert game.s.decision.worth[place] == close(potential(later, {**area, cell: FOOTPRINT})), (area, cell)


@pytest.mark.parametrize("line_match", one_by_day(["segment", "contains"], "segment"))
@pytest.mark.parametrize("name", few_by_day(NAMES, 4))
def test_4_5_each_fairy_that_may_be_placed(name, line_match):
    options = 0
    for game, view, area in cases(name, line_match, games(20, 55)):
        pairs = list(game.payers(1))
        weigh_fairies(game.s, game.t, 1)
        worth = game.s.decision.worth
        for number in range(0, len(pairs), 1 + len(pairs) // 4):
            assert worth[number] == close(fairy_value(view, area, *pairs[number])), (area, pairs[number])
            options += 1
        if pairs:
            best = pairs[int(np.argmax(worth[: len(pairs)]))]
            wanted = stop_value(view, area, *best, {kind for kind, _ in pairs})
            assert worth[len(pairs)] == close(wanted), area
    assert options > 50


def worth_of_b(
    *picture: str,
    cell: Cell,
    fenced: Sequence[Cell] = (),
    turn: int = 3,
    cost: str = "BHJ",
    left: str = "",
    own: Style = POINTS,
) -> float:
    """What the area is worth with a B on this cell, when one point is to be had for one cost."""
    game = Sheet(costs={"queen": cost}, cards=box({"queen": [cost] * 5}, {"queen": 1}), agents=(own,))
    game.force("queen")
    game.lay(*picture)
    game.fence(*fenced)
    game.begin(turn)
    if left:
        game.left(left)
    weigh_cells(game.s, game.t, 0, ALL_ICONS)
    return float(game.s.value[0, ICONS.index("B"), game.edge().index(cell)])


def test_4_4_a_complete_line_counts_in_full_and_others_by_what_is_missing():
    assert worth_of_b("HJ", cell=(2, 0)) == close(1)
    assert worth_of_b("H", cell=(1, 0)) == close(0.45)
    assert worth_of_b("C", cell=(1, 0)) == close(0.2)


def test_4_4_a_line_without_an_empty_cell_beside_it_counts_nothing():
    """Nor is there room for another line."""
    beside = [*((x, y) for x in (0, 1, 2) for y in (-1, 1)), (-1, 0), (3, 0)]
    assert worth_of_b("HJ", cell=(2, 0), fenced=beside) == 0
    assert worth_of_b("HJ", cell=(2, 0), fenced=beside[1:]) == close(1)


def test_4_4_more_clues_missing_than_come_later_count_nothing():
    assert worth_of_b("H", cell=(1, 0), turn=10) == close(0.45)
    assert worth_of_b("H", cell=(1, 0), turn=11) == 0
    assert worth_of_b("C", cell=(1, 0), turn=9) == close(0.2)
    assert worth_of_b("C", cell=(1, 0), turn=10) == 0


@pytest.mark.parametrize(
    ("left", "surely"),
    [
        ("JJCMP", 1),  # one of two comes
        ("JCCMP", 1 - 1 / 5 * 0.78**4),  # unless it is the one removed
        ("BCCMP", 1 - 0.78**4),  # by a swap alone
    ],
)
def test_4_4_who_reckons_asks_how_surely_the_missing_clue_comes(left, surely):
    """In round 7 five clues are left, and four of them come."""
    assert worth_of_b("H", cell=(1, 0), turn=7, left=left, own=RECKONS) == close(0.45 * surely)
    assert worth_of_b("H", cell=(1, 0), turn=7, left=left) == close(0.45 * (1 if "J" in left else 0.35))


@pytest.mark.parametrize(
    ("left", "surely"),
    [("HHJJP", 1), ("HJJPP", 1 - 1 / 5 * 0.78**3), ("HJMPP", 1 - 2 / 5 * 0.78**3), ("HMMPP", 1 - 0.78**3)],
)
def test_4_4_who_reckons_asks_how_surely_two_missing_clues_come(left, surely):
    assert worth_of_b("C", cell=(1, 0), turn=7, left=left, own=RECKONS) == close(0.2 * surely)


@pytest.mark.parametrize(("left", "surely"), [("CHJMP", 1), ("CBBBB", 1 - 1 / 5 * 0.78**4), ("BBBBB", 1 - 0.78**4)])
def test_4_4_who_reckons_asks_which_icons_complete_a_pattern(left, surely):
    worth = worth_of_b("BB", cell=(2, 0), turn=7, cost="#3+1", left=left, own=RECKONS)
    assert worth == close(0.45 * surely)
    assert worth_of_b("BB", cell=(2, 0), turn=7, cost="#3+1", left=left) == close(0.45)


@pytest.mark.parametrize(("tomte", "reckons"), [("MPP", "fairy_1"), ("CHJ", "nisse_3")])
def test_4_4_who_reckons_brings_no_tomte_that_cannot_be_placed(tomte, reckons):
    """In the last round one cell is left for a Fairy or the third Nisse; another line pays for all Tomtes or none."""
    costs = {"nisse_3": "BCM", "fairy_1": "BCM", "tomte": tomte}
    for own, wanted in ((STYLES["greedy"], "nisse_3"), (replace(STYLES["greedy"], name="own", knobs=ONE), reckons)):
        game = Sheet(costs=costs, agents=(own,))
        game.force("nisse_3", "fairy_1")
        game.lay("BCM")
        game.fence((0, -1), (1, -1), (2, -1), (0, 1), (1, 1))
        game.has("nisse_1", "nisse_2")
        for x, icon in enumerate("CHJ"):
            game.put(icon, (x + 3, 1))
        game.begin(ROUNDS)
        pairs = game.payers()
        assert {cell for _, cell in pairs} == {(2, 1)}
        weigh_fairies(game.s, game.t, 0)
        assert list(pairs)[int(np.argmax(game.s.decision.worth[: len(pairs)]))][0] == wanted


def test_4_5_while_the_footprint_is_laid_the_clue_of_the_round_is_still_to_come():
    """Five of six are missing, and five clues come in rounds 7 to 11."""
    game = Sheet(cards=box({"queen": ["BBCCHH"] * 5}, {"queen": 100}), agents=(POINTS,))
    game.force("queen")
    game.lay("B")
    game.begin(PREPARATION)
    weigh_footprint(game.s, game.t, 0)
    assert list(game.s.decision.worth[:4]) == close([1] * 4)


def test_4_5_the_swap_compares_the_mean_of_the_centre_stack_with_the_icon_drawn():
    swaps = []
    for margin in (0.02, 0.3, 1.0):
        own = {**STYLES["greedy"].weights, "swap_margin": margin}
        STYLES["own"] = style("own", **own)
        for seed in range(60):
            game, _, area = staged(seed, "own", 1 + seed % ROUNDS, before=True)
            s = game.s
            s.drawn = seed % len(ICONS)
            if s.seat[1].edges == 0:
                continue
            wants = choose_swap(s, game.t, 1)
            best = [max(s.value[1, icon, : s.seat[1].edges]) for icon in range(len(ICONS))]
            stack = [ICONS.index(icon) for icon in game.stack()]
            gain = sum(best[icon] for icon in stack) / len(stack) - best[s.drawn]
            if abs(gain - margin) > 1e-9:
                assert bool(wants) == (gain > margin), area
            swaps.append((margin, bool(wants)))
    assert {margin for margin, swapped in swaps if swapped} == {0.02, 0.3, 1.0}


@pytest.mark.parametrize("swap", [True, False])
def test_4_5_who_ponders_asks_what_the_next_clue_brings_on_the_best_cells(swap):
    own = STYLES["pondering"] = style("pondering", ponder=3, **STYLES["greedy"].weights)
    pondered = 0
    for seed in range(33):
        turn, icon = 1 + seed % ROUNDS, seed % len(ICONS)
        game, _, area = staged(seed, "pondering", turn, before=True, swap=swap)
        game.left("BCCHJJMP")
        s, t, edge = game.s, game.t, game.edge(1)
        if len(edge) < 3:
            continue
        swapper = seed % 2 and ICONS[icon] in game.stack()  # she knows her own swap
        s.drawn, s.now[1].kept, s.now[1].swapped = (icon + 1) % len(ICONS), icon, swapper
        weigh_cells(s, t, 1, 1 << icon)
        alone = s.value[1, icon, : len(edge)].tolist()
        weigh_clues(s, t, 1, icon)
        worth = s.decision.worth[: len(edge)].tolist()
        assert (game.area(1), game.edge(1), s.turn) == (area, edge, turn)
        if turn == ROUNDS:
            assert worth == alone
            continue
        tried = sorted(range(len(edge)), key=lambda place: -alone[place])[:3]
        game.keep()
        for place in tried:
            game.put(ICONS[icon], edge[place], 1)
            s.turn = turn + 1
            weigh_cells(s, t, 1, ALL_ICONS)
            best = [max(s.value[1, other, : s.seat[1].edges]) for other in range(len(ICONS))]
            stack = game.stack()
            if swapper:
                stack = stack.replace(ICONS[icon], "", 1) + ICONS[s.drawn]
            swapped = sum(best[ICONS.index(other)] for other in stack) / len(stack) - own.weights["swap_margin"]
            hoped = [max(best[ICONS.index(other)], swapped if swap else -np.inf) for other in "BCCHJJMP"]
            assert worth[place] == close(sum(hoped) / len(hoped))
            game.back()
        for place in set(range(len(edge))) - set(tried):
            assert worth[place] == close(worth[tried[-1]] + alone[place] - alone[tried[-1]])
        pondered += int(np.argmax(worth)) != int(np.argmax(alone))
    assert pondered > 1


def pondered(game: Sheet, icon: int, swapped: int) -> float:
    """What the next clue brings seat 1 when this one lies on its best cell, be it swapped for or not."""
    game.s.now[1].kept, game.s.now[1].swapped = icon, swapped
    weigh_cells(game.s, game.t, 1, 1 << icon)
    best = int(np.argmax(game.s.value[1, icon, : game.s.seat[1].edges]))
    weigh_clues(game.s, game.t, 1, icon)
    return float(game.s.decision.worth[best])


def test_4_5_who_ponders_thinks_of_the_next_clue_where_a_swap_is_close():
    own = STYLES["pondering"] = style("pondering", ponder=3, **STYLES["greedy"].weights)
    margin, asked = own.weights["swap_margin"], set()
    for seed in range(66):
        turn, drawn = 1 + seed % ROUNDS, seed % len(ICONS)
        game, _, area = staged(seed, "pondering", turn, before=True)
        game.left("BCCHJJMP")
        s, t, places = game.s, game.t, len(game.edge(1))
        if places == 0:
            continue
        s.drawn = drawn
        stack = [ICONS.index(icon) for icon in game.stack()]
        gain = sum(pondered(game, icon, 1) for icon in stack) / len(stack) - pondered(game, drawn, 0)
        weigh_cells(s, t, 1, ALL_ICONS)
        alone = [max(s.value[1, icon, :places]) for icon in range(len(ICONS))]
        gain_alone = sum(alone[icon] for icon in stack) / len(stack) - alone[drawn]
        weigh_swap(s, t, 1)
        is_close = abs(gain_alone - margin) < 0.6 and turn < ROUNDS
        assert s.decision.worth[1] - s.decision.worth[0] == close((gain if is_close else gain_alone) - margin)
        assert (s.now[1].kept, s.now[1].swapped, game.area(1)) == (drawn, 0, area)
        asked.add((is_close, gain > margin, gain_alone > margin))
    assert asked >= {(True, True, False), (True, False, True), (False, True, True), (False, False, False)}


def test_4_4_no_secret_tile_no_lines_for_it():
    """Its cost is not known: neither before, nor when placing the fairy that brings it."""
    reveal = {"tomte": Reveal(AFTER, ("queen",))}
    game = Sheet(cards=box({"tomte": ["??"] * 5, "queen": ["CH"] * 5}, reveal=reveal), agents=("greedy",))
    game.force("queen")
    game.lay("CH")
    assert game.s.seat[0].secret == NONE
    pairs = game.payers(0)
    weigh_fairies(game.s, game.t, 0)
    assert len({round(float(worth), 9) for worth in game.s.decision.worth[: len(pairs)]}) == 1
