"""The kernels against the slow implementation in ``reference``: rule by rule, game by game, and in distribution.

It needs no tests of its own: where it alone is wrong the games differ. A mistake made in both alike is for the worked
examples, the tests of the rules and the invariants, which the kernels must meet.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, permutations, product
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from hypothesis import given

from balance.engine.game import Plan
from balance.engine.kernels.kernel import new
from balance.games.heroes.cards.box import COLORS, Cards, Damage
from balance.games.heroes.play.actions import place_damage
from balance.games.heroes.rules.damage import fits
from balance.games.heroes.rules.lineup import find_slots, find_start, icons_between
from balance.games.heroes.rules.scoring import best_collections
from balance.games.heroes.state import STATE
from helpers.marks import games
from helpers.modes import MODES
from helpers.own_plans import first_games, many
from helpers.own_process import run_module
from helpers.play import Log, parts, play, view
from heroes.any_table import plans
from heroes.box import adversary, box, hero
from heroes.chance import SameChance, differences, settings_of
from heroes.modes import MORE_TILES, ODD_ACTIONS
from heroes.play import compile_once, make
from heroes.reference import (
    AT_THE_END,
    ON_THE_TRACK,
    Game,
    HeroCard,
    Seat,
    bonus_by_cards,
    bonus_by_colors,
    can_place,
    end_scores,
    icons,
    most_placed,
    starting_seat,
)
from heroes.table import card_table

pytestmark = pytest.mark.slow

SIGMAS = 4.5

# ---------------------------------------------------------------- whole games, cell by cell


def assert_same(plan: Plan, first: int, count: int) -> None:
    """All seats choose at random: play both and compare."""
    log = play(plan, first, count)
    for place, game_no in enumerate(range(first, first + count)):
        wrong = list(differences(SameChance(plan, game_no).play(), log, place))
        assert not wrong, f"game {game_no}: {wrong[:5]}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_seats_play_the_same_games(players):
    assert_same(make(players=players, agents="random", seed=players), 0, 60)


def test_random_seats_play_the_same_games_with_other_settings():
    settings = {
        "dice": "harsh",
        "allow_decline": "off",
        "tile_timing": "on_draw",
        "discard_after_last_round": "off",
        "collection_mode": "shared",
    }
    assert_same(make(agents="random", settings=settings), 10**12, 40)


@pytest.mark.parametrize("players", [2, 4])
def test_random_seats_play_the_same_games_with_several_steps_in_a_turn(players):
    table = card_table(ODD_ACTIONS, more=MORE_TILES)
    assert_same(make(table, players=players, agents="random", seed=players), 0, 30)


@given(plans(agents="random"), first_games)
@many(15)
def test_random_seats_play_the_same_games_with_any_card_table(drawn, first):
    assert_same(drawn.plan, first, 2)


def test_the_slow_implementation_follows_every_choice_of_the_styles():
    """In a process of its own, in plain Python: only there can somebody listen to the choices."""
    run_module("heroes.followed", games(2, 20), 1, environment=MODES["plain"])


# ---------------------------------------------------------------- single rules


class Table:
    """A state and a table for kernels that are called by themselves; all seats choose at random."""

    def __init__(self, cards: Cards, players: int = 4, **settings: str):
        compile_once()
        plan = make(players=players, agents="random", settings=settings)
        self.cards = cards
        self.t = replace(plan, cards=cards).table()
        self.s = new(STATE)

    def line_up(self, seat: int, heroes: list[int]) -> None:
        """Heroes, by their numbers."""
        me = self.s.seat[seat]
        me.heroes = len(heroes)
        me.lineup[: len(heroes)] = heroes
        me.tile[:] = -1
        me.strength = sum(self.cards.heroes[number].strength for number in heroes)

    def give(self, seat: int, adversaries: list[int]) -> None:
        me = self.s.seat[seat]
        me.held = len(adversaries)
        me.holds[: len(adversaries)] = adversaries
        for color, name in enumerate(COLORS):
            me.color[color] = sum(self.cards.adversaries[number].color == name for number in adversaries)


def test_every_small_damage_is_placed_as_well_as_possible():
    """u untyped and up to two typed points on up to two energy slots each, a plain and a prestige slot."""
    table = Table(box())
    slots, hit = table.s.seat[0].slots, table.s.hit
    damages = [Damage(untyped, typed) for untyped in range(4) for typed in product(range(3), repeat=3)]
    frees = [(*energies, plain, prestige) for *energies, plain, prestige in product(*[range(3)] * 3, *[range(2)] * 2)]
    for damage, free in product(damages, frees):
        slots.energy[:] = slots.free_energy[:] = free[:3]
        slots.plain = slots.free_plain = free[3]
        slots.prestige = slots.free_prestige = free[4]
        slots.value[0] = 2
        hit[:] = (*damage.typed, damage.untyped)
        generic = (*free[:3], free[3] + free[4])
        assert fits(slots, hit) == can_place(damage, generic)
        assert place_damage(table.s, table.t, 0) == most_placed(damage, generic)
        left = (*slots.free_energy, slots.free_plain, slots.free_prestige)
        assert min(left) >= 0
        assert sum(free) - sum(left) == most_placed(damage, generic)
        assert all(now <= max(0, was - d) for now, was, d in zip(left, free, damage.typed, strict=False))


def collectors(rng: random.Random) -> Cards:
    """A box with any adversaries: collection cards of all pictures, and plain ones."""
    pictures = list(combinations_with_replacement(COLORS, 3))
    sets = [(color, picture) for picture in pictures for color in sorted(set(picture))]
    cards = [
        adversary(color, f"set {'+'.join(picture)} = {rng.choice((1, 2, 3, 5))}", id=f"{n}")
        for n, (color, picture) in enumerate(rng.sample(sets, 40) + rng.choices(sets[:10], k=40))
    ]
    cards += [adversary(color, id=f"plain {color}", points=0) for color in COLORS]
    return box(adversaries=tuple(cards))


def holdings(rng: random.Random, cards: Cards, sets: int, others: int) -> list[int]:
    """Numbers of adversaries: so many collection cards of a few pictures and so many plain ones."""
    few = rng.sample(range(80), rng.randint(1, 12))
    return [*rng.choices(few, k=sets), *(rng.randrange(80, 84) for _ in range(others))]


def paid(table: Table) -> int:
    """What the cards pay that the kernel says pay."""
    held = table.s.collection
    return sum(table.t.adversary[held[i]].bonus for i in range(16) if int(table.s.paying) >> i & 1)


@pytest.mark.parametrize("mode", ["exclusive", "shared"])
def test_collections_pay_as_much_as_they_can(mode):
    """Against every choice of disjoint sets of actual cards."""
    rng = random.Random(16)
    table = Table(collectors(rng), collection_mode=mode)
    for _ in range(1500):
        held = holdings(rng, table.cards, rng.randint(1, 5), rng.randint(0, 5))
        table.give(0, held)
        best = best_collections(table.s, table.t, 0)
        assert best == bonus_by_cards(tuple(table.cards.adversaries[number] for number in held), mode)
        assert best == paid(table)


@pytest.mark.parametrize("mode", ["exclusive", "shared"])
def test_large_collections_pay_as_much_as_they_can(mode):
    """Up to 12 collection cards and 30 others: against the exact rules of HF-106, tried out in full."""
    rng = random.Random(12)
    table = Table(collectors(rng), collection_mode=mode)
    for _ in range(150):
        held = holdings(rng, table.cards, rng.randint(1, 12), rng.randint(0, 30))
        table.give(0, held)
        wanted = bonus_by_colors(tuple(table.cards.adversaries[number] for number in held), mode)
        assert best_collections(table.s, table.t, 0) == wanted == paid(table)


def test_who_starts_with_all_kinds_of_ties():
    rng = random.Random(41)
    table = Table(box(heroes=tuple(hero(strength=n, id=f"{n}", copies=40) for n in range(3))))
    for _ in range(3000):
        players, length = rng.randint(2, 4), rng.randint(4, 6)
        first = [rng.randrange(3) for _ in range(length)]
        line_ups = [rng.sample(first, length) if rng.random() < 0.7 else first for _ in range(players)]
        age = rng.choice(list(permutations(range(players))))
        table.t.players = players
        table.s.age[:players] = age
        for seat, line_up in enumerate(line_ups):
            table.line_up(seat, line_up)
        find_start(table.s, table.t)
        cards = [[table.cards.heroes[number] for number in line_up] for line_up in line_ups]
        assert table.s.starts[0] == starting_seat(cards, age)


def test_icons_and_slots_of_random_line_ups():
    rng = random.Random(20)
    heroes = tuple(
        hero(
            left="".join(rng.choices("LFI-", k=5)),
            right="".join(rng.choices("LFI-", k=5)),
            slots=tuple(rng.choices((0, 0, 1, 2, 3), k=rng.randint(0, 4))),
            id=f"{n}",
        )
        for n in range(60)
    )
    table = Table(box(heroes=heroes))
    for left, right in product(range(60), repeat=2):
        assert icons_between(table.t, left, right) == len(icons(heroes[left], heroes[right]))
    for _ in range(500):
        line_up = rng.sample(range(60), rng.randint(4, 6))
        table.line_up(0, line_up)
        find_slots(table.s, table.t, 0)
        seat = Seat(0, None, lineup=[HeroCard(heroes[number]) for number in line_up])
        seat.make_slots()
        mine = table.s.seat[0].slots
        free = seat.free()
        assert tuple(mine.free_energy) == free[:3]
        assert mine.free_plain + int(mine.free_prestige).bit_count() == free[3]
        values = sorted(slot.value for slot in seat.slots if slot.value)
        assert list(mine.value[: mine.prestige]) == values


# ---------------------------------------------------------------- end scores of logged positions


def positions(plan: Plan, log: Log) -> Iterator[tuple[SimpleNamespace, pl.DataFrame]]:
    """The end of every game as the slow implementation sees it, and the rows of its seats."""
    adversaries = {card.id: card for card in plan.cards.adversaries}
    heroes = {card.id: card for card in plan.cards.heroes}
    kept = log.cards.filter(pl.col("kept") > 0).select("game_no", "seat", "card", "kept")
    held: dict[tuple[int, int], list[str]] = {}
    for game_no, seat, card, copies in kept.rows():
        held.setdefault((game_no, seat), []).extend([card] * copies)
    for rows in log.seats.partition_by("game_no", maintain_order=True):
        seats = []
        for row in rows.to_dicts():
            ids = held.get((row["game_no"], row["seat"]), [])
            seat = Seat(row["seat"], None)
            seat.adversaries = [adversaries[id] for id in ids if id in adversaries]
            seat.lineup = [HeroCard(heroes[id]) for id in ids if id in heroes]
            seat.reserve = [None] * row["tiles_end"]
            seat.points = {name: row[f"pts_{name}"] for name in ON_THE_TRACK}
            seats.append(seat)
        yield SimpleNamespace(seats=seats, settings=settings_of(plan)), rows


def assert_end_scores(plan: Plan, count: int) -> None:
    for position, rows in positions(plan, play(plan, 0, count)):
        for seat, wanted, row in zip(position.seats, end_scores(position), rows.to_dicts(), strict=True):
            points = {name: row[f"pts_{name}"] for name in (*ON_THE_TRACK, *AT_THE_END)}
            assert (points, row["score"]) == (wanted, sum(wanted.values()))
            assert row["final_strength"] == seat.strength()
            assert [row[f"held_{color}"] for color in COLORS] == [seat.held(color) for color in COLORS]


@pytest.mark.nightly
@pytest.mark.parametrize("mode", ["exclusive", "shared"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_end_scores_of_mixed_styles_by_component(players, mode):
    assert_end_scores(make(players=players, settings={"collection_mode": mode}), games(20, 60))


def test_end_scores_with_all_heroes_kept_and_many_tiles():
    changes = {f"H{n}": {"effect": "tile"} for n in (1, 2, 8)} | {"A13": {"copies": 9}, "A12": {"copies": 6}}
    plan = make(card_table(changes), agents="astrologer", settings={"discard_after_last_round": "off"})
    assert_end_scores(plan, 200)


# ---------------------------------------------------------------- distributions

DICE_SETS = ("green", "yellow", "green+yellow", "red", "green+red", "yellow+red", "green+yellow+red")
HOW_OFTEN = {  # rows per game in which this is so
    **{f"{k} of {most} fought": f"k = {k} AND k_offered = {most}" for most in range(4) for k in range(most + 1)},
    **{f"rolled {dice}": f"dice = '{dice}'" for dice in DICE_SETS},
    **{f"won with {k}": f"won = 1 AND k = {k}" for k in (1, 2, 3)},
    **{f"lost with {k}": f"won = 0 AND k = {k}" for k in (1, 2, 3)},
    **{f"tile {fate}": f"tile_fate = '{fate}'" for fate in ("used", "own", "opponent", "kept")},
    **{f"tile at {n}": f"tile_position = {n}" for n in range(1, 7)},
    **{f"mission {rank} achieved": f"mission_rank = '{rank}' AND failed = 0" for rank in "BAS"},
    **{f"mission {rank} failed": f"mission_rank = '{rank}' AND failed = 1" for rank in "BAS"},
    **{f"space {n}": f"space = {n}" for n in (1, 2)},
    "missions declined": "declined = 1",
    "missions cycled": "cycled = 1",
    "left side": "side = 'left'",
    "second option": "option = 1",
    "tile in force": "tile_in_force IS NOT NULL",
    "hit": "victim IS NOT NULL",
    "gift": "gift_seat IS NOT NULL",
    "start seat 0": "start_seat = 0",
    "left neighbour hit": "victim = (seat + 1) % players",
    "left neighbour given": "gift_seat = (seat + 1) % players",
}
SUMS = (  # per game
    *("icons_gained", "tiles_placed", "free_l", "free_f", "free_i", "free_generic", "placed", "hit_placed"),
    *("dmg_any", "dmg_l", "dmg_f", "dmg_i", "hit_any", "hit_l", "hit_f", "hit_i", "victim_pslot"),
    *("victim_free_l", "victim_free_f", "victim_free_i", "victim_free_generic", "mission_points"),
    *("counters", "adv_held", "reserve", "track", "score", "gained", "given"),
    *("prestige_slots", "counters_removed", "tiles_lost"),
)
ON_ADVENTURES = ("strength", "l_after", "f_after", "i_after", "plain_after", "pslot_after")
WORDS = ("phase", "side", "dice", "tile_fate", "mission_rank", "tile_in_force")
NUMBERS = (
    *("game_no", "seat", "turn", "k", "k_offered", "won", "tile_position", "failed", "space", "declined", "cycled"),
    *("option", "victim", "gift_seat", "start_seat", *SUMS, *ON_ADVENTURES),
)


def figures_of_turns(players: int) -> str:
    """SQL over the table ``turns``: one row per game."""
    lost = "coalesce(sum(dmg_any + dmg_l + dmg_f + dmg_i - placed), 0) AS lost"
    healed = "coalesce(sum(placed), 0) + coalesce(sum(hit_placed), 0) - sum(counters_removed) AS healed"
    parts = [
        *(f'count(*) FILTER ({condition}) AS "{name}"' for name, condition in HOW_OFTEN.items()),
        *(f"coalesce(sum({name}), 0) AS {name}" for name in SUMS),
        *(f"sum({name}) FILTER (phase = 'adventure') AS {name}" for name in ON_ADVENTURES),
        *(f"sum({name}) FILTER (turn = {turn}) AS {name}_{turn}" for name in ("score", "track") for turn in (9, 19)),
        *(lost, healed),
    ]
    source = f"(SELECT *, {players} AS players FROM turns)"
    return f"SELECT {', '.join(parts)} FROM {source} GROUP BY game_no ORDER BY game_no"


FIGURES_OF_SEATS = ", ".join(
    [
        *(f"sum(pts_{name}) AS pts_{name}" for name in (*ON_THE_TRACK, *AT_THE_END)),
        *(f"count(*) FILTER (pts_{name} > 0) AS some_{name}" for name in (*ON_THE_TRACK, *AT_THE_END)),
        *(f"sum({name}) AS {name}_in_the_end" for name in ("adv_held", "final_strength", "tiles_end")),
        *(f"sum(held_{color}) AS held_{color}" for color in COLORS),
        "max(score) AS best_score, min(score) AS worst_score, sum(score) FILTER (seat = 0) AS first_seat",
        "count(*) FILTER (rank = 1) AS winners, sum(score * score) AS squares",
    ]
)
FIGURES_OF_GAMES = "max_counters, row_left, adv_deck_left, missions_cycled, supply_emptied, " + ", ".join(
    f"start_{n} = youngest AS youngest_starts_{n}, start_{n} = 0 AS first_seat_starts_{n}" for n in (1, 2, 3)
)


def figures(tables: dict[str, pl.DataFrame], players: int) -> pl.DataFrame:
    """One row per game."""
    frames = [
        view(figures_of_turns(players), turns=tables["turns"]),
        view(f"SELECT {FIGURES_OF_SEATS} FROM seats GROUP BY game_no ORDER BY game_no", seats=tables["seats"]),
        view(f"SELECT {FIGURES_OF_GAMES} FROM games ORDER BY game_no", games=tables["games"]),
    ]
    return pl.concat([frame.cast(pl.Float64) for frame in frames], how="horizontal")


def slow_games(plan: Plan, count: int) -> dict[str, pl.DataFrame]:
    """Games of random seats with a chance of their own."""
    rows: dict[str, list] = {"turns": [], "seats": [], "games": []}
    for game_no in range(count):
        game = Game(plan.cards, plan.players, settings=settings_of(plan), rng=random.Random(game_no)).play()
        for line in game.turn_rows():
            rows["turns"].append([game_no, *(line[name] for name in (*WORDS, *NUMBERS[1:]))])
        rows["seats"] += [row | {"game_no": game_no} for row in game.seat_rows()]
        rows["games"].append(game.game_row() | {"game_no": game_no})
    schema = {"game_no": pl.Int64, **dict.fromkeys(WORDS, pl.String), **dict.fromkeys(NUMBERS[1:], pl.Int64)}
    turns = pl.DataFrame(rows["turns"], schema=schema, orient="row")
    return {"turns": turns, "seats": pl.DataFrame(rows["seats"]), "games": pl.DataFrame(rows["games"])}


QUICK_GAMES = games(5_000, 20_000)


@pytest.mark.nightly
@pytest.mark.parametrize(("players", "slow"), [(4, 200), (2, 300), (4, 2000), (2, 2400)])
def test_random_seats_play_alike(players, slow):
    """Every figure of thousands of games of the kernels agrees with games of the slow implementation."""
    plan = make(players=players, agents="random", seed=players)
    fast = []
    for first, count in parts(plan, QUICK_GAMES):
        log = play(plan, first, count, (*WORDS, *NUMBERS))
        fast.append(figures({"turns": log.turns, "seats": log.seats, "games": log.games}, players))
    played, wanted = pl.concat(fast), figures(slow_games(plan, slow), players)
    assert played.height == QUICK_GAMES
    assert played.columns == wanted.columns
    wrong = {}
    for name in played.columns:
        sample, other = played[name].to_numpy(), wanted[name].to_numpy()
        error = np.sqrt(sample.var() / len(sample) + other.var() / len(other))
        if abs(sample.mean() - other.mean()) > SIGMAS * max(error, 1e-12):
            wrong[name] = (sample.mean(), other.mean(), error)
    assert not wrong
