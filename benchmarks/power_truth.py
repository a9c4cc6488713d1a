"""Whether the numbers of `balance power` are true: measured with other luck, on planted cards, and on equal cards.

    python benchmarks/power_truth.py coverage [GAME ...] [--repetitions 200] [--games N] [--again 0.3] [--workers W]
    python benchmarks/power_truth.py verdicts [GAME ...] [--repetitions 200] [--games N]
    python benchmarks/power_truth.py plants [GAME ...] [--truth N] [--games N]
    python benchmarks/power_truth.py pairs [GAME ...] [--games N]
    python benchmarks/power_truth.py signs [GAME ...] [--until 0.015] [--games N]
    python benchmarks/power_truth.py likely [GAME ...] [--repetitions 3] [--until 0.011]
    python benchmarks/power_truth.py speed [GAME ...] [--workers W]

*coverage*: how often the 95 % interval of eight cards holds the truth. Every repetition has luck of its own; the
truth is what all of them tell together (each is a 200th of it, so that it seems a quarter of a percent nearer). With
``--again`` a repetition knows this share of its games played again, and of the others how they end as they are.

*verdicts*: a game in which different cards are equal by symmetry, so that all power is 0 (in Fairy: one guess is
another's twin, so doing without it costs nothing). How often any card of a run gets a wrong verdict: judged as always,
and in the worst case, with all numbers moved so that the truth lies on the margin.

*plants*: a card raised by a known step. What power and a trial edit say of it, and what plain play of both tables says,
with other luck, of the players that gained the card: their logs are joined, nothing of ``balance.judging`` is used.

*pairs*: how much less two win shares with the same luck differ than two with other luck, how much of what is left comes
from the card that is drawn to stand in, and how much could be foreseen from the player's seat, style and win share as
it is.

*signs*: cards of which users' power and the two-way difference clearly have different signs.

*likely*: of the clear cards of quick measurements, as in a report, how far off they are, how far a report says that
they likely are, and how far they are when they are measured anew, with other luck.

*speed*: how long it takes, and how many games, until users' power of all cards that are not rare is known to 2.5 points
and to one.

Progress goes to standard error, a line for every result to standard output.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import duckdb
import numpy as np
import polars as pl

from balance.analysis.stats import Z, wilson
from balance.analysis.verdicts import TOO_STRONG, TOO_WEAK, CardPower, judged, usual_margin
from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan, with_cards
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.runner import Watcher, compile_rules
from balance.judging.again import Games, Room
from balance.judging.effects import effect
from balance.judging.power import QUICK, Asked, PowerEvidence, figures, power
from balance.judging.rounds import play_rounds
from balance.judging.sensitivity import same_players
from balance.judging.trials import kinds_of, logged_cards, trials, with_row_of

GAMES = ("fairy", "heroes", "fairy_school", "alfheim", "fairy_conundrum")
NEVER = 1e-9
"""No interval is so narrow: all the games are played."""

CARDS = {
    "fairy": ("FYG1", "FYG2", "FYG3", "FYG4"),
    "heroes": ("HF14", "HF24", "HF49", "HFA05", "HFA33", "HFM12", "HFM14", "HFM15"),
    "fairy_school": ("FS001", "FS007", "FS101", "FS082", "FS096", "FSL01", "FSL04", "FSL09"),
    "alfheim": ("nisse_1_a", "nisse_1_c", "nisse_1_e", "king_a", "king_c", "king_e", "footprint_1", "footprint_4"),
    "fairy_conundrum": (
        *("FC-F005", "FC-F045", "FC-F065", "FC-E019", "FC-E029", "FC-R22", "FC-R33"),
        *("FC-A11", "FC-A21", "FC-A31", "FC-A41"),  # known from about a thousand games a run on
    ),
}  # fmt: skip
"""Eight of each game or more, of all its kinds that have power; Fairy has four."""
USUAL = {"fairy": 1000, "heroes": 1000, "fairy_school": 500, "alfheim": 300, "fairy_conundrum": 500}
"""Games of a repetition."""

Cells = tuple[tuple[str, str, str], ...]


def tell(says: str) -> None:
    """A line of progress."""
    print(says, file=sys.stderr, flush=True)


def plan_of(game: str, seed: int, cells: Cells = ()) -> Plan:
    """The game as it is usually played, with some cells of its cards changed."""
    return edited(make_plan(Request(game=game, games=1, seed=seed)), cells)


def edited(plan: Plan, cells: Cells) -> Plan:
    """The plan with these cells (card, column, text) changed."""
    return with_cards(plan, plan.card_table.with_cells(cells)) if cells else plan


def measured(plan: Plan, cards: Sequence[str], games: int, workers: int) -> dict[str, PowerEvidence]:
    """What so many games tell of these cards."""
    tried = trials(plan, cards)
    evidence = {id: PowerEvidence(trial, NEVER, named=True) for id in cards if (trial := tried[id]) is not None}
    play_rounds(replace(plan, log="turns"), list(evidence.values()), games, workers)
    return evidence


SEED_RUNS = 10
"""So many repetitions share a seed, each with games of its own: the table with a stand-in is filled once for all."""


def repeated(name: str, game: str, given: argparse.Namespace, cells: Cells, cards: Sequence[str]) -> Iterator[tuple]:
    """Repetition by repetition: the plan and what its games tell."""
    games, begun = given.games or USUAL[game], time.process_time()
    for seed in range(1, math.ceil(given.repetitions / SEED_RUNS) + 1):
        plan = plan_of(game, seed, cells)
        runs = min(SEED_RUNS, given.repetitions - (seed - 1) * SEED_RUNS)
        played = measured(plan, cards, runs * games, given.workers)
        for run in range(runs):
            yield plan, {id: _run_of(evidence, run * games, games, given.again) for id, evidence in played.items()}
        done = (seed - 1) * SEED_RUNS + runs
        tell(f"{name} {game}: {done} of {given.repetitions}, {time.process_time() - begun:.0f} s of CPU")


def _run_of(evidence: PowerEvidence, first: int, games: int, again: float) -> PowerEvidence:
    """What these games alone tell, numbered from 0, of which the first are played ``again``: this share."""

    def some(rows: pl.DataFrame, count: int) -> list[pl.DataFrame]:
        return [rows.filter(pl.col("case").is_between(first, first + count - 1)).with_columns(pl.col("case") - first)]

    rows, watched = some(evidence.all_rows, round(again * games)), some(evidence.gainers.everybody, games)
    return PowerEvidence(evidence.trial, NEVER, seats=games, rows=rows, watched=watched)


# ---------------------------------------------------------------- coverage

MEASURES = {
    "users": ("users_power", "users_low", "users_high"),
    "power": ("power", "low", "high"),
    "two-way": ("two_way", "two_way_low", "two_way_high"),
}


def coverage(game: str, given: argparse.Namespace) -> None:
    """How often the interval of one repetition holds what all tell together."""
    cards, games = CARDS[game], given.games or USUAL[game]
    told: list[dict[str, CardPower]] = []
    totals: dict[str, PowerEvidence] = {}
    for number, (plan, evidence) in enumerate(repeated("coverage", game, given, (), cards)):
        told.append(figures(plan, evidence))
        for id, of_card in evidence.items():
            total = totals.setdefault(id, PowerEvidence(of_card.trial, NEVER, named=True))
            for kept, part in ((total.rows, of_card.all_rows), (total.watched, of_card.gainers.everybody)):
                kept.append(part.with_columns(pl.col("case") + number * games))
            total.seats += of_card.seats
    truth = figures(plan, totals)
    shares = {name: [_held(id, told, truth, *fields) for id in cards] for name, fields in MEASURES.items()}
    for name, by_card in shares.items():
        known = [share for share, _, _, _ in by_card if share is not None]
        each = ", ".join(
            f"{id} {100 * share:.1f} (truth {100 * true:+.1f} +- {100 * half:.1f}, {runs} runs)"
            for id, (share, true, half, runs) in zip(cards, by_card, strict=True)
            if share is not None
        )
        print(f"coverage {game} {name}: {100 * float(np.mean(known)):.1f} % of {games} games a run; {each}", flush=True)


def _held(
    id: str, told: Sequence[Mapping[str, CardPower]], truth: Mapping[str, CardPower], value: str, low: str, high: str
) -> tuple[float | None, float, float, int]:
    """How often the interval holds the truth, the truth, half the usual width, and of how many runs."""
    true = getattr(truth[id], value)
    runs = [cards[id] for cards in told if getattr(cards[id], value) is not None]
    if true is None or not runs:
        return None, 0.0, 0.0, 0
    held = [getattr(card, low) <= true <= getattr(card, high) for card in runs]
    half = float(np.median([(getattr(card, high) - getattr(card, low)) / 2 for card in runs]))
    return float(np.mean(held)), true, half, len(runs)


# ---------------------------------------------------------------- verdicts


def _cycle(cost: str, times: int) -> str:
    """A cost of Alfheim with every icon but the bread moved on by so many places."""
    ring = "CHJMP"
    moved = {icon: ring[(place + times) % 5] for place, icon in enumerate(ring)}
    return "".join(moved.get(icon, icon) for icon in cost)


def _equal_heroes() -> Cells:
    """The energies of one hero permuted in all ways; and whatever else asks for an energy asks for all alike."""
    heroes = ["LFI", "LIF", "FLI", "FIL", "ILF", "IFL"]
    cells: list[tuple[str, str, str]] = []
    for number in range(60):
        a, b, c = heroes[number % 6]
        id = f"HF{number + 1:02}"
        cells += [(id, "effect", "fight 2"), (id, "traits", f"strength=2; left={a}{b}-; right=-{a}{c}; slots=")]
    for place, energy in enumerate("LFI"):
        cells += [(f"HFM{2 + place:02}", "cost", f"wounds {energy}"), (f"HFM{2 + place:02}", "points", "3;1")]
        cells += [(f"HFM{8 + place:02}", "cost", f"wounds 1{energy}"), (f"HFM{8 + place:02}", "points", "5;4")]
    return (*cells, ("HFD2", "effect", "1 1 2 L F I"), ("HFD3", "effect", "1 2 2 L F I"))


def _equal_costs() -> Cells:
    """Of every type of fairy one cost, moved on four times; and five footprints that go with it."""
    costs = {"queen": "BCHJM", "nisse_1": "CHJ", "nisse_2": "CCH", "nisse_3": "BCJ", "fairy_1": "CHJM",
             "fairy_2": "BCHJ", "fairy_3": "BCCH", "tomte": "BCH"}  # fmt: skip
    cells = [
        (f"{type}_{'abcde'[times]}", "cost", "".join(sorted(_cycle(cost, times))))
        for type, cost in costs.items()
        for times in range(5)
    ]
    feet = [(f"footprint_{n + 1}", "effect", f"match:{''.join(sorted(_cycle('CH', n)))}") for n in range(5)]
    return (*cells, *feet, ("footprint_6", "copies", "0"))


def _equal_projects(plan: Plan) -> Cells:
    """Projects of the first trimester that give more earth or more water; all else treats the two alike."""
    cells: list[tuple[str, str, str]] = []
    traits = {row.id: row.cell("traits") for row in plan.card_table.rows if row.kind == "initial"}
    place = {id: text.split("place=")[1] for id, text in traits.items() if "place=" in text}
    place["FS065"] = "F"  # two decks are each other's mirror, the others their own
    gives = ("2E+W", "E+2W")
    for number, row in enumerate(row for row in plan.card_table.rows if row.kind == "project"):
        first = row.set == "I"
        effect, cost = (gives[number % 2], "2E+2P+F+2W") if first else ("E+P+F+W", "3E+2P+2F+3W")
        cells += [(row.id, "cost", cost), (row.id, "effect", effect), (row.id, "traits", "creature=dragon")]
    for row in plan.card_table.rows:
        if row.kind in ("start", "initial"):
            kept = f"; place={place[row.id]}" if row.id in place else ""
            cells += [(row.id, "effect", "E|W"), (row.id, "traits", f"creature=dragon{kept}")]
        elif row.kind == "final":
            short = ";3E+3P+A+4F+3W" * (row.set == "long")
            cells.append((row.id, "cost", f"2P+3F;2E+3P+A+4F+2W;3E+5P+A+6F+3W{short};2E+2P+A+2F+2W"))
    return tuple(cells)


TWIN: Cells = (("FYG4", "effect", "next > pile"), ("FYG4", "points", "2"))
"""A guess that says what another one says: doing without one of them costs nothing."""


def equal(game: str) -> tuple[Cells, tuple[str, ...]]:
    """The cells that make cards equal, and these cards."""
    if game == "fairy":
        return TWIN, ("FYG1", "FYG4")
    if game == "heroes":
        return _equal_heroes(), tuple(f"HF{number:02}" for number in range(1, 13))
    if game == "fairy_school":
        return _equal_projects(plan_of(game, 1)), tuple(f"FS0{number}" for number in range(77, 87))
    if game == "alfheim":
        return _equal_costs(), tuple(f"{type}_{letter}" for type in ("nisse_1", "tomte") for letter in "abcde")
    return (), ()


FAR = 1.0
"""So far the two-way difference is moved to whichever side: it agrees, and all hangs on power."""


def verdicts(game: str, given: argparse.Namespace) -> None:
    """How often a run says of any of equal cards that it is too strong, or too weak."""
    cells, cards = equal(game)
    if not cards:
        print(f"verdicts {game}: no symmetry makes different cards of it equal", flush=True)
        return
    wrong = {"as always": 0, "on the upper margin": 0, "on the lower margin": 0}
    sizes: list[float] = []
    for plan, evidence in repeated("verdicts", game, given, cells, cards):
        margin = usual_margin(plan.players)
        told = [card for card in figures(plan, evidence).values() if card.power is not None]
        sizes += [card.power / card.se for card in told if card.power is not None and card.se]
        for name, by in (("as always", 0.0), ("on the upper margin", margin), ("on the lower margin", -margin)):
            wrong[name] += _any_verdict([_moved(card, by) for card in told], margin)
    for name, count in wrong.items():
        low, high = wilson(count / given.repetitions, given.repetitions)
        says = f"{count} of {given.repetitions} runs with a wrong verdict ({100 * low:.1f} to {100 * high:.1f} %)"
        print(f"verdicts {game}, {len(cards)} equal cards, {name}: {says}", flush=True)
    print(f"verdicts {game}: spread of power, in its standard errors {np.std(sizes):.3f}, wanted 1", flush=True)


def _moved(card: CardPower, by: float) -> CardPower:
    far = math.copysign(FAR, by) if by else 0.0
    moves = dict.fromkeys(("power", "low", "high"), by) | dict.fromkeys(("two_way", "two_way_low", "two_way_high"), far)
    return replace(card, **{name: getattr(card, name) + much for name, much in moves.items()})


def _any_verdict(cards: Sequence[CardPower], margin: float) -> bool:
    return any(card.verdict in (TOO_STRONG, TOO_WEAK) for card in judged(cards, margin))


# ---------------------------------------------------------------- plants


@dataclass(frozen=True)
class Plant:
    """A card, the cell that is turned, and a card of its kind that takes its place as it was."""

    card: str
    cells: Cells
    gained: str
    """The column of the log that says that a player gained it."""
    twin: str = ""
    """Empty: of these cards power exchanges one for one player, which no card table can say."""


def plant(card: str, column: str, text: str, gained: str, twin: str = "") -> Plant:
    """A plant of one cell."""
    return Plant(card, ((card, column, text),), gained, twin)


PLANTS = {
    "fairy": (
        plant("FYG4", "points", "8", "played"),
        plant("FYG4", "points", "5", "played"),
        plant("FYG3", "points", "5", "played"),
        plant("FYG3", "points", "3", "played"),
        plant("FYG4", "cost", "0", "played"),
    ),
    "heroes": (
        plant("HF24", "effect", "fight 1 / heal 3", "taken", "HF25"),
        plant("HF49", "effect", "shine 2", "taken", "HF50"),
        plant("HF06", "effect", "fight 2", "taken", "HF07"),
        plant("HFA33", "points", "3", "taken", "HFA34"),
        plant("HFM15", "points", "12;5", "attempted", "HFM13"),
    ),
    "fairy_school": (
        plant("FS101", "points", "5", "realized", "FS102"),
        plant("FS111", "effect", "P+4N", "realized", "FS112"),
        plant("FS077", "effect", "3W", "realized", "FS078"),
    ),
    "alfheim": (
        plant("king_a", "cost", "#2+1", "paid"),
        plant("nisse_1_a", "cost", "CH", "paid"),
        plant("tomte_a", "cost", "BC", "paid"),
    ),
    "fairy_conundrum": (
        plant("FC-F005", "ray", "2", "seen"),
        plant("FC-F045", "mat", "3", "seen"),
        plant("FC-E019", "effect", "CALL: dmg 6/8/10 foe.avatar", "seen"),
    ),
}
TRUTH = {"fairy": 1_000_000, "heroes": 1_000_000, "fairy_school": 100_000, "alfheim": 100_000,
         "fairy_conundrum": 100_000}  # fmt: skip
"""Games of plain play."""
JUDGED = {"fairy": 40_000, "heroes": 20_000, "fairy_school": 8_000, "alfheim": 6_000, "fairy_conundrum": 8_000}
"""Games that the number on trial rests on."""
PART = 2000


def plants(game: str, given: argparse.Namespace) -> None:
    """What plain play says of a planted step, and what power and a trial edit say."""
    for planted in PLANTS[game]:
        plan = plan_of(game, 1)
        base = with_row_of(plan, planted.twin, planted.card) if planted.twin else plan
        assert base is not None
        raised = edited(base, planted.cells)
        games = given.games or JUDGED[game]
        says: dict[str, tuple[float, float]] = {}
        if planted.twin:
            trial = replace(trials(raised, [planted.card])[planted.card], ways=(planted.twin,))
            evidence = PowerEvidence(trial, NEVER, named=True)
            play_rounds(replace(raised, log="turns"), [evidence], games, given.workers)
            users, both = evidence.gainers.power(), effect(evidence.all_rows)
            says |= {"users' power": (users.value, users.se), "two-way": (both.value, both.se)}
        tried = same_players(base, [planted.card], raised, NEVER, games, given.workers)[planted.card]
        if tried is not None:
            says["trial edit"] = tried.change, (tried.high - tried.low) / (2 * Z)
        of_users, of_either = plain_truth(base, raised, planted, given.truth or TRUTH[game])
        for name, (value, se) in says.items():
            true, its_se = of_users if name == "users' power" else of_either
            far = (value - true) / math.hypot(se, its_se)
            says_true = f"plain play {100 * true:+.2f} +- {100 * Z * its_se:.2f}"
            cell = planted.cells[0]
            print(
                f"plants {game} {planted.card} {cell[1]} {cell[2]!r} {name}: {100 * value:+.2f} +- {100 * Z * se:.2f}, "
                f"{says_true}, {far:+.1f} standard errors apart",
                flush=True,
            )


def plain_truth(
    base: Plan, raised: Plan, planted: Plant, games: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """(mean, standard error) of the win share with the raised card less that without, of the same players: of those who
    gain it where it is raised, and of those who gain it in either table. From the logs alone, with other luck."""
    arms = [Log(replace(plan, seed=2_000_003)) for plan in (raised, base)]
    parts: list[pl.DataFrame] = []
    for first in range(0, games, PART):
        count = min(PART, games - first)
        with_it, without = (arm.gains(planted, first, count) for arm in arms)
        both = with_it.join(without, on=["game_no", "seat"], suffix="_without")
        change = both.select(
            "game_no", "gained", "gained_without", change=pl.col("win_share") - pl.col("win_share_without")
        )
        parts.append(change.filter(pl.col("gained") | pl.col("gained_without")))
        if first % (50 * PART) == 0:
            tell(f"plants {base.game.id} {planted.card}: {first + count:,} of {games:,} games played plainly")
    rows = pl.concat(parts)
    return _mean_by_game(rows.filter("gained")), _mean_by_game(rows)


def _mean_by_game(rows: pl.DataFrame) -> tuple[float, float]:
    """The mean over players and its standard error, players of one game taken together."""
    mean = float(rows["change"].mean())
    by_game = rows.group_by("game_no").agg((pl.col("change") - mean).sum())["change"]
    return mean, math.sqrt(float((by_game**2).sum())) / rows.height


class Log:
    """Plain play of one plan."""

    def __init__(self, plan: Plan):
        self.batch = GameBatch(replace(plan, log="turns"))
        self.memory = duckdb.connect(":memory:", config={"threads": 1})
        compile_rules(plan, Watcher())

    def gains(self, planted: Plant, first: int, count: int) -> pl.DataFrame:
        """Of every game and seat: win_share, and whether it gained the card."""
        self.batch.clear()
        parts = []
        while count:
            some = min(count, self.batch.room)
            if not some:
                parts.append(self._emptied(planted))
                continue
            self.batch.play(first, some)
            first, count = first + some, count - some
        return pl.concat([*parts, self._emptied(planted)])

    def _emptied(self, planted: Plant) -> pl.DataFrame:
        cards = self._view("cards", pl.col("card") == planted.card)
        gainers = cards.filter(pl.col(planted.gained) > 0).select("game_no", "seat", gained=True)
        seats = self._view("seats", pl.lit(True)).select("game_no", "seat", pl.col("win_share").cast(pl.Float64))
        self.batch.clear()
        return seats.join(gainers, on=["game_no", "seat"], how="left").with_columns(pl.col("gained").fill_null(False))

    def _view(self, name: str, kept: pl.Expr) -> pl.DataFrame:
        self.memory.register("stored", self.batch.frame(name).filter(kept).to_arrow())
        return self.memory.sql(self.batch.tables[name].view("stored")).pl()


# ---------------------------------------------------------------- pairs


def pairs(game: str, given: argparse.Namespace) -> None:
    """What makes the differences of one player's two win shares vary."""
    games = given.games or 4 * USUAL[game]
    plan = replace(plan_of(game, 1), log="turns")
    compile_rules(plan, Watcher())
    room, code = Room(plan), {id: place for place, id in enumerate(logged_cards(plan))}
    played = _joined_games(room, games)
    for id, trial in trials(plan, CARDS[game]).items():
        if id not in CARDS[game] or trial is None:
            continue
        met = played.met.filter(pl.col("card") == code[id])
        begun = time.process_time()
        rows = room.again(trial, played, met)
        took = time.process_time() - begun
        turned = replace(trial, ways=(*trial.ways[1:], trial.ways[0]))  # the same games with the next card as stand-in
        other = room.again(turned, played, met) if len(trial.ways) > 1 else rows
        _tell_pairs(game, id, rows, other, met.height, took, plan.players)


def _joined_games(room: Room, games: int) -> Games:
    parts, first = [], 0
    while first < games:
        room.batch.clear()
        count = min(games - first, room.batch.room // room.plan.match_games * room.plan.match_games)
        parts.append(room.as_they_are(first, count))
        first += count
    arrays = ("numbers", "share", "score", "agent", "turns", "played")
    return Games(*(np.concatenate([getattr(part, name) for part in parts]) for name in arrays),
                 pl.concat([part.met for part in parts]).sort("card", "game_no"))  # fmt: skip


def _tell_pairs(
    game: str, id: str, rows: pl.DataFrame, other: pl.DataFrame, replays: int, took: float, players: int
) -> None:
    users = rows.filter("gained").with_columns(change=pl.col("before") - pl.col("after"))
    if users.height < 100:
        return
    before, after, change = (float(users[name].var()) for name in ("before", "after", "change"))
    both = users.join(other.with_columns(change_other=pl.col("before") - pl.col("after")), on=["case", "seat"])
    between = float(np.cov(both["change"], both["change_other"])[0, 1]) if other is not rows else math.nan
    known = float(users.select(pl.col("change").mean().over("agent", "seat").var()).item())
    cells = users.select("agent", "seat").n_unique()
    known_net = max(0.0, known / change - cells / users.height)
    with_before = float(np.corrcoef(users["before"], users["change"])[0, 1] ** 2)
    with_user = users["case"].n_unique() / replays
    two = effect(rows)
    print(
        f"pairs {game} {id}: {users.height} players in {users['case'].n_unique()} of {replays} replays "
        f"({100 * with_user:.0f} % have one); fewer games than with other luck x {(before + after) / change:.1f}; "
        f"variance {change:.3f}, of this the stand-in's part {100 * (1 - between / change):.0f} %; foreseen from seat "
        f"and style {100 * known_net:.1f} %, from the win share as it is {100 * with_before:.0f} %; "
        f"two-way half {100 * Z * two.se:.2f}, users' half {100 * Z * effect(users).se:.2f}; "
        f"{1000 * took / max(1, replays):.2f} ms a replay",
        flush=True,
    )


# ---------------------------------------------------------------- signs


def signs(game: str, given: argparse.Namespace) -> None:
    """Cards of which users' power and two-way clearly have different signs."""
    plan = plan_of(game, 1)
    powers = power(plan, Asked(until=given.until, most=given.games or 24_000), given.workers)
    known = [card for card in powers.measured if card.two_way is not None]
    for value, low, high in (MEASURES["users"], MEASURES["power"]):
        differ = [card for card in known if _clear_signs(card, low, high) == -1]
        print(
            f"signs {game}: of {len(known)} cards {value} and two-way differ clearly in sign for {len(differ)}, "
            f"in sign at all for {sum(getattr(card, value) * card.two_way < 0 for card in known)}: "
            + ", ".join(
                f"{card.card} {100 * getattr(card, value):+.1f} and {100 * (card.two_way or 0):+.1f}" for card in differ
            ),
            flush=True,
        )
    kinds = kinds_of(plan)
    for kind in dict.fromkeys(card.kind for card in known):
        of_kind = [card for card in known if card.kind == kind]
        means = [100 * float(np.mean([getattr(card, name) for card in of_kind])) for name in ("users_power", "two_way")]
        print(f"signs {game} {kind}: {len(of_kind)} cards, users' power {means[0]:+.2f} and two-way {means[1]:+.2f} "
              f"on average, gained: {kinds[of_kind[0].card].gained}", flush=True)  # fmt: skip


ANEW = 99
"""The seed of what is measured anew."""


def likely(game: str, given: argparse.Namespace) -> None:
    """What becomes of cards that were named for being far off."""
    close = power(plan_of(game, ANEW), Asked(until=given.until), given.workers)
    rows = []
    for seed in range(1, min(given.repetitions, ANEW - 1) + 1):
        quick = power(plan_of(game, seed), QUICK, given.workers)
        for card in quick.off:
            side, anew = math.copysign(100, card.power or 0.0), close.of(card.card)
            if anew is not None and anew.power is not None:
                rows.append([side * number for number in (card.power or 0.0, quick.again(card) or 0.0, anew.power)])
    shown, said, found = np.mean(rows, axis=0) if rows else (math.nan,) * 3
    print(f"likely {game}: {len(rows)} clear cards show {shown:.1f} points, likely about {said:.1f}, "
          f"measured anew {found:.1f}", flush=True)  # fmt: skip


def speed(game: str, given: argparse.Namespace) -> None:
    """How long it takes to know the power of all cards. What is compiled, is before."""
    plan = plan_of(game, 1)
    compile_rules(plan, Watcher())
    for until in (0.025, 0.01):
        begun, asked = time.perf_counter(), Asked(until=until)
        powers = power(plan, asked, given.workers)
        took = time.perf_counter() - begun
        known = [card for card in powers.measured if card.users_high is not None and card.users_low is not None]
        wide = sum((card.users_high - card.users_low) / 2 > until for card in known)  # type: ignore[operator]
        again = sum(card.games for card in powers.cards)
        print(f"speed {game} +-{100 * until:g} points: {took:.1f} s, {again:,} games "
              f"played again; {len(known) - wide} cards known, {wide} rare ones wider", flush=True)  # fmt: skip


def _clear_signs(card: CardPower, low: str, high: str) -> int:
    """The product of two signs: 0 where one is not clear."""

    def sign(lower: float, upper: float) -> int:
        return (lower > 0) - (upper < 0)

    return sign(getattr(card, low), getattr(card, high)) * sign(card.two_way_low or 0.0, card.two_way_high or 0.0)


WORK = {
    "coverage": coverage,
    "verdicts": verdicts,
    "plants": plants,
    "pairs": pairs,
    "signs": signs,
    "likely": likely,
    "speed": speed,
}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("work", choices=WORK)
    words.add_argument("game", nargs="*", metavar="GAME", help="default: all")
    words.add_argument("--repetitions", type=int, default=200)
    words.add_argument("--games", type=int, default=0, help="games of a repetition, or that a number rests on")
    words.add_argument("--again", type=float, default=1.0, help="coverage: the share of them that is played again")
    words.add_argument("--truth", type=int, default=0, help="games of plain play")
    words.add_argument("--until", type=float, default=0.015, help="half the width of users' power")
    words.add_argument("--workers", type=int, default=1)
    given = words.parse_args()
    for game in given.game or GAMES:
        WORK[given.work](game, given)


if __name__ == "__main__":
    main()
