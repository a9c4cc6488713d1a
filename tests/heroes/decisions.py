"""The choices that seats made, read back from the log of their games.

What the log does not tell, the deals, follows from the seed: the hands and the row of adversaries are dealt again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from balance.games.heroes.cards.box import RANKS
from balance.games.heroes.state import ADVERSARY_STREAM, HERO_STREAM
from balance.games.heroes.table import set_of
from helpers.plain_chance import Stream, shuffle
from heroes.played import (
    ADVENTURE,
    FATES,
    HURTING,
    KEPT,
    LEFT,
    OPPONENT,
    OWN,
    RECRUIT,
    Array,
    Capacity,
    Played,
    Turn,
    discarded,
    fight_of,
)

COLUMNS = (
    *("game_no", "phase", "hero", "side", "tile_in_force", "action", "option", "k_offered", "k", "dice", "won"),
    *("adv_1", "adv_2", "adv_3", "mission_rank", "failed", "declined", "tile_drawn", "tile_fate", "tile_seat"),
    *("tile_position", "tiles_placed", "reserve", "gift_seat", "discard_1", "discard_2", "discard_3"),
    *("dmg_any", "dmg_l", "dmg_f", "dmg_i", "mission", "cycled", "adv_held", *Turn.names),
)
"""What this module wants to know of turns."""

KINDS = ("lightning", "fire", "ice", "plain", "prestige")

Deck = Sequence[Any]


def dealt(p: Played, game: int, stream: int, cards: Deck) -> list[int]:
    """The order in which a deck comes, from the first card on."""
    deck = [number for number, card in enumerate(cards) for _ in range(card.copies)]
    shuffle(Stream(p.plan.seed, int(p.numbers[game]), stream), deck)
    return deck


# ---------------------------------------------------------------- recruiting


def picks(p: Played) -> Counter[tuple[int, int]]:
    """D1: (cards in hand, place of the one picked)."""
    counts: Counter[tuple[int, int]] = Counter()
    for game, heroes in enumerate(p["hero"].tolist()):
        deck = iter(dealt(p, game, HERO_STREAM, p.cards.heroes))
        for stage in range(3):
            hands = [[next(deck) for _ in range(5)] for _ in range(p.players)]
            for pick, turn in enumerate(RECRUIT[stage]):
                for seat, hero in enumerate(heroes[turn]):
                    hand = hands[(seat - pick) % p.players]
                    counts[len(hand), hand.index(hero) + 1] += 1
                    hand.remove(hero)
    return counts


def sides(p: Played) -> Counter[str]:
    """D2."""
    side = p["side"]
    return Counter({"left": int((side == LEFT).sum()), "right": int((side == LEFT + 1).sum())})


def heroes_let_go(p: Played) -> Counter[tuple[int, tuple[int, ...]]]:
    """D13: (heroes in the line-up, positions of those discarded). Only of line-ups without two copies of a hero."""
    counts: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for stage in range(3 if p.plan.settings["discard_after_last_round"] else 2):
        lineup = p.lineup(stage)
        clear = (np.diff(np.sort(lineup, axis=1), axis=1) != 0).all(axis=1)
        gone = ~discarded(p, stage)[0].transpose(0, 2, 1)[clear]
        for positions, count in counted(gone @ (1 << np.arange(gone.shape[1]))).items():
            counts[gone.shape[1], places(positions)] += count
    return counts


def places(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, from 1."""
    return tuple(place + 1 for place in range(mask.bit_length()) if mask >> place & 1)


def counted(values: Array) -> Counter[int]:
    """How often each number stands there."""
    numbers, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(numbers.tolist(), counts.tolist(), strict=True)))


def pairs(*columns: Array) -> Counter[tuple[int, ...]]:
    """How often each combination of numbers stands there."""
    rows, counts = np.unique(np.stack(columns, axis=-1).reshape(-1, len(columns)), axis=0, return_counts=True)
    return Counter(dict(zip(map(tuple, rows.tolist()), counts.tolist(), strict=True)))


# ---------------------------------------------------------------- actions


def options(p: Played) -> Counter[tuple[int, ...]]:
    """D4: (options of the action in force, the one chosen)."""
    sizes = np.array([len(card.action.options) for card in (*p.cards.heroes, *p.cards.tiles)])
    tile, here = p["tile_in_force"], p["phase"] == 1
    source = np.where(tile >= 0, len(p.cards.heroes) + tile, p["hero"])[here]
    return pairs(sizes[source], p["option"][here])


def numbers_fought(p: Played) -> Counter[tuple[int, ...]]:
    """D5: (the most there may be, the number chosen)."""
    here = p["k"] >= 0
    return pairs(p["k_offered"][here], p["k"][here])


def dice_chosen(p: Played) -> Counter[tuple[int, ...]]:
    """D6: (the added die, the dice chosen), both as bits."""
    added = np.array(
        [set_of([step.with_die]) if (step := fight_of(o)) and step.with_die else 0 for o in p.words.options]
    )
    here = p["k"] > 0
    more = added[p["action"][here]]
    return pairs(more, p["dice"][here] & ~more)


def adversaries_taken(p: Played) -> tuple[Counter[tuple[int, tuple[int, ...]]], Counter[int]]:
    """D8: (cards in the row, places of those taken); and how many cards there were at each fight."""
    taken: Counter[tuple[int, tuple[int, ...]]] = Counter()
    sizes: Counter[int] = Counter()
    acts = np.stack([p.all_acts(name) for name in ("k", "adv_1", "adv_2", "adv_3")], axis=2)
    for game, turns in enumerate(acts.tolist()):
        deck = dealt(p, game, ADVERSARY_STREAM, p.cards.adversaries)
        row, deck = deck[:3], deck[3:]
        for k, *cards in turns:
            if k < 0:
                continue
            sizes[len(row)] += 1
            cards = [card for card in cards if card >= 0]
            if not cards:
                continue
            left, chosen = list(enumerate(row, start=1)), []
            for card in cards:  # of two copies, the first
                chosen.append(next(place for place in left if place[1] == card))
                left.remove(chosen[-1])
            taken[len(row), tuple(sorted(place for place, _ in chosen))] += 1
            row = [card for _, card in left] + deck[: 3 - len(left)]
            deck = deck[3 - len(left) :]
    return taken, sizes


def missions_chosen(p: Played) -> Counter[str]:
    """D9: a rank, or "decline"."""
    counts = counted(p["mission_rank"])
    chosen = Counter({rank: counts[number] for number, rank in enumerate(RANKS)})
    chosen["decline"] = int((p["declined"] == 1).sum())
    return chosen


def missions_open(p: Played) -> Counter[tuple[int, int]]:
    """D9: (ranks without an own token as bits, the rank chosen, 3: decline), where every mission has dice only."""
    assert p.once("mission")
    assert all(card.dice and not card.have for card in p.cards.missions)
    counts: Counter[tuple[int, int]] = Counter()
    columns = {name: p.all_acts(name) for name in ("mission_rank", "declined", "failed", "cycled")}
    tokens, games = np.zeros((p.games, 3), np.int64), np.arange(p.games)
    for act in range(p.all_actors.shape[1]):
        rank, declined, failed, cycled = (column[:, act] for column in columns.values())
        bit = 1 << p.all_actors[:, act]
        open_ranks = ((tokens & bit[:, None] == 0) << np.arange(3)).sum(axis=1)
        asked = declined >= 0
        counts.update(zip(open_ranks[asked].tolist(), np.where(rank < 0, 3, rank)[asked].tolist(), strict=True))
        done = failed == 0
        tokens[games[done], rank[done]] |= bit[done]
        tokens[games[cycled == 1], rank[cycled == 1]] = 0
    return counts


def opponents_chosen(p: Played, column: str) -> Counter[int]:
    """D12: how far to the left the opponent sits."""
    other = p[column]
    seats = np.broadcast_to(np.arange(p.players), other.shape)
    return counted(((other - seats) % p.players)[other >= 0])


# ---------------------------------------------------------------- slots


@dataclass
class Slots:
    """One turn of every game in which a seat's slots are known before and after: by game and kind."""

    turn: Turn
    before: Array  # free
    after: Array
    whole: Array  # free or covered
    known: Array  # by game


def slots(p: Played) -> Iterator[Slots]:
    """Turn by turn: the free slots of the seat that acts. They are not known before if somebody hit it."""
    games = np.arange(p.games)
    for stage in range(3):
        capacity = Capacity(p, stage)
        columns = {name: p.in_order(name, stage) for name in (*Turn.names, "dmg_any", "dmg_l", "dmg_f", "dmg_i")}
        whole = np.concatenate([capacity.energy, capacity.plain[:, :, None], capacity.prestige[:, :, None]], axis=2)
        free, known = whole.copy(), np.ones((p.games, p.players), bool)
        covered, before = np.zeros((p.games, p.players), np.int64), np.zeros(p.games, np.int64)
        for act in range(columns["counters"].shape[1]):
            turn, me = Turn(columns, act), (games, p.actors(stage)[:, act])
            victim, was_hit = (games, np.maximum(turn["victim"], 0)), turn["victim"] >= 0
            hit = np.maximum(turn["hit_placed"], 0)
            covered[me] += turn["counters"] - before - hit
            covered[victim] += hit
            before = turn["counters"]
            after = np.stack([turn[f"{kind}_after"] for kind in ("l", "f", "i", "plain")], axis=1)
            prestige = capacity.all[me] - covered[me] - after.sum(axis=1)
            after = np.concatenate([after, prestige[:, None]], axis=1)
            yield Slots(turn, free[me], after, whole[me], known[me])
            free[me], known[me] = after, True
            known[victim] &= ~was_hit


def untyped_damage(p: Played) -> tuple[Array, Array]:
    """D7: free slots by kind before untyped points were placed, and the slots they took; one row per turn.

    Only of turns with one damage, no healing, and a real choice.
    """
    quiet = np.array([not p.words.times(option, "heal") for option in p.words.options])
    quiet &= p.words.most(*HURTING) == 1
    free, took = [], []
    for now in slots(p):
        turn = now.turn
        typed = np.stack([np.minimum(turn[f"dmg_{t}"], now.before[:, i]) for i, t in enumerate("lfi")], axis=1)
        left = now.before.copy()
        left[:, :3] -= np.maximum(typed, 0)
        here = now.known & (turn["dmg_any"] > 0) & quiet[turn["action"]] & (now.after.sum(axis=1) > 0)
        free.append(left[here])
        took.append((left - now.after)[here])
    return np.concatenate(free), np.concatenate(took)


def healing(p: Played) -> tuple[Array, Array]:
    """D11: covered slots by kind before healing, and those that were healed; one row per turn.

    Only of turns with nothing else, where some slots stayed covered.
    """
    healing = np.array([all(step.word == "heal" for step in option.steps) for option in p.words.options])
    covered, healed = [], []
    for now in slots(p):
        here = now.known & healing[now.turn["action"]] & (now.turn["placed"] < 0)
        here &= (now.after < now.whole).any(axis=1) & (now.after.sum(axis=1) > now.before.sum(axis=1))
        covered.append((now.whole - now.before)[here])
        healed.append((now.after - now.before)[here])
    return np.concatenate(covered), np.concatenate(healed)


# ---------------------------------------------------------------- tiles


def tile_kinds(p: Played) -> Array:
    """By tile: 0 immediate, 1 activation, 2 interaction."""
    return np.array([("immediate", "activation", "interaction").index(tile.set) for tile in p.cards.tiles])


def tiles_drawn(p: Played) -> Counter[str]:
    """D10: own, opponent, kept; kept only where an own hero was certainly free for it."""
    fate = p["tile_fate"]
    counts = Counter({FATES[what]: int((fate == what).sum()) for what in (OWN, OPPONENT)})
    placed = np.cumsum(np.maximum(p["tiles_placed"], 0) + (fate == OWN), axis=1)
    heroes = np.array([len(ADVENTURE[stage]) for stage in range(3)])[np.digitize(np.arange(30), (9, 19))]
    free = placed < heroes[None, :, None]
    counts["kept"] = int(((fate == KEPT) & (tile_kinds(p)[p["tile_drawn"]] == 1) & free).sum())
    return counts


def tiles_from_reserve(p: Played) -> Counter[str]:
    """D3: placed, or kept where an own hero was certainly free for one of them."""
    before = np.concatenate([np.zeros((p.games, 1, p.players), np.int64), p["reserve"][:, :-1, :]], axis=1)
    placed = np.maximum(p["tiles_placed"], 0)
    counts = Counter({"place": int(placed.sum())})
    fate, kinds, drawn = p["tile_fate"], tile_kinds(p), p["tile_drawn"]
    for game, seat in np.argwhere((before > 0).any(axis=1)).tolist():
        reserve: list[int] | None = []
        own = 0
        for turn in range(30):
            if p["phase"][game, turn, seat] == 1 and reserve is not None:
                now = int(placed[game, turn, seat])
                heroes = len(ADVENTURE[0 if turn < 9 else 1 if turn < 19 else 2])
                if now == 0 and 1 in reserve and own < heroes:
                    counts["keep"] += 1
                if now not in (0, len(reserve)):
                    break  # it does not show which one was placed
                reserve = reserve if now == 0 else []
                own += now + int(fate[game, turn, seat] == OWN)
            if fate[game, turn, seat] == KEPT:
                reserve.append(int(kinds[drawn[game, turn, seat]]))
    return counts


def first_tiles(p: Played) -> Counter[tuple[str, int, int]]:
    """D10: (set of the tile, legal places, number of the place), the last number for keeping it.

    Of the first tile that anybody takes, when no other tile is on the table; only of round 1.
    """
    counts: Counter[tuple[str, int, int]] = Counter()
    drawn, fate = p.in_order("tile_drawn", 0), p.in_order("tile_fate", 0)
    seat, position, actors = p.in_order("tile_seat", 0), p.in_order("tile_position", 0), p.actors(0)
    lineups = p.lineup(0).transpose(0, 2, 1)
    first = (drawn >= 0).argmax(axis=1)
    for game, act in enumerate(first.tolist()):
        tile = p.cards.tiles[drawn[game, act]]
        if drawn[game, act] < 0 or tile.set == "immediate":
            continue
        actor = int(actors[game, act])
        legal = [
            (owner, place)
            for owner in range(p.players)
            for place, hero in enumerate(lineups[game, owner].tolist(), start=1)
            if (owner == actor if tile.set == "activation" else owner != actor)
            and (not tile.icon or p.cards.heroes[hero].action.has(tile.icon))
        ]
        chosen = len(legal) if fate[game, act] == KEPT else legal.index((seat[game, act], position[game, act]))
        counts[tile.set, len(legal), chosen] += 1
    return counts


def second_thoughts(p: Played) -> Counter[bool]:
    """D3: whether the first tile of a seat was placed at its next turn, having been kept in round 1.

    Only with activation tiles alone, so that all four own heroes are free for it.
    """
    assert all(tile.set == "activation" for tile in p.cards.tiles)
    counts: Counter[bool] = Counter()
    turns = list(ADVENTURE[0])
    fate, placed = p["tile_fate"][:, turns, :], p["tiles_placed"][:, turns, :]
    first = (fate >= 0).argmax(axis=1)
    for game, seat in np.argwhere((fate >= 0).any(axis=1)).tolist():
        turn = first[game, seat]
        if fate[game, turn, seat] == KEPT and turn < 3:
            counts[bool(placed[game, turn + 1, seat])] += 1
    return counts


def subsets(n: int, k: int) -> list[tuple[int, ...]]:
    """Every k of the numbers 1 .. n."""
    return list(combinations(range(1, n + 1), k))
