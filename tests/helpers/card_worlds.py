"""Made-up worlds of cards in which the truth is known: drawn in NumPy by the thousand, no game engine near.

Every seat is dealt a hand, picks some of it one by one, and wins by its style's skill and by what its cards are worth.
Good styles lean towards some cards, so that these *look* good (confounding).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl

from balance.analysis.cards.facts import CardFacts

SEATS = 4
COMPANIES = ("weak", "mixed", "strong")
CLOSE = 0.1
"""A lead smaller than this is a shared win."""


@dataclass(frozen=True)
class World:
    """What is true. ``worth``, ``wanted``: by card, in log-odds. ``skill``: by style. ``leaning``: (styles, cards).

    All seats are dealt from one deck with one copy of each card, or (``own_decks``) each from one of its own.
    """

    worth: np.ndarray
    wanted: np.ndarray
    skill: np.ndarray
    leaning: np.ndarray
    hand: int
    picks: int
    own_decks: bool
    cards: list[str] = field(init=False)

    def __post_init__(self):
        object.__setattr__(self, "cards", [f"card-{n:02}" for n in range(len(self.worth))])


def world(
    cards: int = 22,
    strong: float = 0.0,
    weak: float = 0.0,
    skill: float = 0.6,
    hand: int = 5,
    picks: int = 3,
    own_decks: bool = False,
) -> World:
    """Card 0 is worth ``strong``, card 1 ``weak``, all others nothing; the best style leans to the even cards."""
    worth = np.zeros(cards)
    worth[:2] = strong, weak
    wanted = np.linspace(-0.8, 0.8, cards)[np.random.default_rng(1).permutation(cards)]
    leaning = np.where(np.arange(cards) % 2 == 0, 1.0, -1.0) * np.array([-0.6, 0.0, 0.6])[:, None]
    return World(worth, wanted, np.array([-skill, 0.0, skill]), leaning, hand, picks, own_decks)


def played(world: World, games: int, seed: int) -> CardFacts:
    """The facts of a run of so many games in that world, every game looked at."""
    rng = np.random.default_rng(seed)
    style = rng.integers(0, len(world.skill), (games, SEATS))
    decks = rng.random((games, SEATS if world.own_decks else 1, len(world.worth))).argsort(axis=2)
    dealt = decks[:, :, : world.hand if world.own_decks else SEATS * world.hand]
    hand = dealt.reshape(games, SEATS, world.hand)
    wish = world.wanted[hand] + world.leaning[style[:, :, None], hand] + rng.gumbel(size=hand.shape)
    rank = (-wish).argsort(axis=2).argsort(axis=2)  # 0: picked first (Plackett and Luce)
    taken = rank < world.picks
    luck = rng.gumbel(size=style.shape)
    score = world.skill[style] + (world.worth[hand] * taken).sum(axis=2) + luck
    win_share = _shared(score)
    turns = rng.integers(3, 10, games)
    met = rng.integers(1, 4, hand.shape)
    when = met + rng.geometric(0.35, hand.shape) - 1
    when = np.where(taken & (when <= turns[:, None, None]), when, 0)
    level = world.skill[style].sum(axis=1)
    company = np.searchsorted(np.quantile(level, [1 / 3, 2 / 3]), level)
    cell = (np.arange(SEATS) * len(world.skill) + style) * len(COMPANIES) + company[:, None]
    return _facts(world, cell, win_share, score.round(3), turns, hand, rank, met, when)


def _shared(score: np.ndarray) -> np.ndarray:
    """Win shares: the best seat's, or shared with the second when that is close."""
    close = score > score.max(axis=1, keepdims=True) - CLOSE
    return close / close.sum(axis=1, keepdims=True)


def _facts(world, cell, win_share, score, turns, hand, rank, met, when) -> CardFacts:
    games, styles = len(hand), len(world.skill)
    ids = pl.Enum(world.cards)

    def flat(by_seat: np.ndarray) -> np.ndarray:
        return np.broadcast_to(by_seat[:, :, None], hand.shape).ravel()

    game_no = np.broadcast_to(np.arange(games)[:, None], cell.shape)
    last_choice = np.minimum(rank, world.picks - 1).ravel()
    kinds = pl.DataFrame(
        {
            "cell": np.arange(SEATS * styles * len(COMPANIES)),
            "seat": np.arange(SEATS).repeat(styles * len(COMPANIES)),
            "agent": [f"style-{n}" for n in np.tile(np.arange(styles).repeat(len(COMPANIES)), SEATS)],
            "stratum": "",
            "company": list(COMPANIES) * (SEATS * styles),
        }
    )
    seats = pl.DataFrame({"cell": cell.ravel(), "win_share": win_share.ravel()})
    seats = seats.group_by("cell").agg(pl.len().alias("n"), pl.col("win_share").sum().alias("w"))
    cases = pl.DataFrame(
        {
            "card": pl.Series(hand.ravel().astype(np.uint8)).cat.to(ids),
            "game_no": flat(game_no),
            "seat": flat(np.broadcast_to(np.arange(SEATS), cell.shape)),
            "cell": flat(cell),
            "seen": True,
            "taken": (rank < world.picks).ravel(),
            "played": (when > 0).ravel(),
            "used": (when > 0).ravel(),
            "win_share": flat(win_share),
            "score": flat(score),
            "first_turn": when.ravel(),
            "met_turn": met.ravel(),
            "turns": flat(np.broadcast_to(turns[:, None], cell.shape)),
            "options_in": (1 << (last_choice + 1)) - 1,
            "chosen_in": np.where(rank < world.picks, 1 << rank, 0).ravel(),
        }
    )
    kinds = kinds.cast({"agent": pl.Categorical, "company": pl.Categorical})
    return CardFacts(
        SEATS,
        games,
        games,
        kinds.join(seats, on="cell"),
        cells(cases).join(kinds, on="cell"),
        first_turns(cases),
        cases.join(kinds.drop("seat", "stratum"), on="cell"),
        {},
    )


def cells(cases: pl.DataFrame) -> pl.DataFrame:
    """What card_cells.sql adds up."""
    keys = ["card", "cell", "seen", "taken", "played", "used"]
    return cases.group_by(keys).agg(
        pl.len().cast(pl.Int64).alias("n"), pl.col("win_share").sum().alias("w"), pl.col("score").sum().alias("s")
    )


def first_turns(cases: pl.DataFrame) -> pl.DataFrame:
    """What card_turns.sql adds up."""
    return cases.group_by("card", "first_turn", "met_turn", "turns").agg(
        pl.len().cast(pl.Int64).alias("n"), pl.col("win_share").sum().alias("w")
    )


def together(runs: list[CardFacts], every_case: bool = True) -> CardFacts:
    """One long run of several: the truth, as nearly as all of them know it. With all their cases, or the first's."""
    games = [run.games for run in runs]
    cases = runs[0].cases
    if every_case:
        firsts = np.cumsum([0, *games[:-1]]).tolist()
        moved = (run.cases.with_columns(pl.col("game_no") + first) for run, first in zip(runs, firsts, strict=True))
        cases = pl.concat(moved)

    def summed(frames: list[pl.DataFrame], *sums: str) -> pl.DataFrame:
        whole = pl.concat(frames)
        return whole.group_by([name for name in whole.columns if name not in sums]).agg(pl.col(*sums).sum())

    return CardFacts(
        runs[0].players,
        sum(games),
        sum(games),
        summed([run.seats for run in runs], "n", "w"),
        summed([run.cells for run in runs], "n", "w", "s"),
        summed([run.turns for run in runs], "n", "w"),
        cases,
        {},
    )
