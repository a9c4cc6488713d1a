"""Invariants of Fairy Conundrum that the log cannot show: asked of the table itself, after every moment of a game.

``watched`` plays a game as `play_game` does, moment by moment, and hands its state over after each of them. A check
returns what is wrong, in words; nothing is wrong where it returns nothing.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from balance.engine.game import Plan
from balance.engine.kernels.kernel import compiling, new
from balance.games.fairy_conundrum import codes
from balance.games.fairy_conundrum.codes import (
    AWAKENING,
    CANVAS,
    CANVAS_PLACE,
    DECK,
    DECK_PLACE,
    FAIRY,
    FALLOW,
    HAND,
    MEMORY,
    MOMENTS,
    NARRATION,
    NOBODY,
    NOWHERE,
    PIECES_PER_SEAT,
    PRISON,
    REST,
    SHELTER,
    STORED,
    TOKEN,
    TOKEN_PLACE,
    TRAPS,
    TURN_END,
    UNDER,
    VALLEY,
    WIDOWED_FOR_NOW,
    D,
    E,
    N,
)
from balance.games.fairy_conundrum.play.games import clear_now, open_game, start_chance, start_match
from balance.games.fairy_conundrum.play.moments import begin_turn
from balance.games.fairy_conundrum.play.turns import play_moment
from balance.games.fairy_conundrum.rules.values import refresh
from fairy_conundrum.invariants.log import compile_once

ZONES = (
    "DECK",
    "CANVAS",
    "HAND",
    "VALLEY",
    "TRAPS",
    "REST",
    "FALLOW",
    "MEMORY",
    "PRISON",
    "STORED",
    "UNDER",
    "NOWHERE",
)
CACHES = ("cost", "ray", "mat", "slots", "letter", "radiance", "teleport", "hushed", "visitors", "filled")
SEAT_CACHES = ("gather", "vision", "dream", "handmax", "contrib", "mature", "entry", "ray", "mat", "explorers",
               "guests", "homes")  # fmt: skip


class Look:
    """A state read once: the pieces in play, by number, and what their cards are."""

    def __init__(self, s: Any, t: Any):
        self.s, self.t = s, t
        self.piece = s.piece[: t.players * PIECES_PER_SEAT]
        self.zone = self.piece["zone"].copy()
        self.card = self.piece["card"].copy()
        self.kind = t.card["kind"][self.card]
        self.letter = t.card["letter"][self.card]
        self.slots, self.vol = t.card["slots"][self.card], t.card["vol"][self.card]
        self.lay = [int(p) for p in s.lay[: s.laid]]
        self.downs = [int(p) for p in s.down[: s.downs]]
        self.seats = range(int(t.players))
        self.summons = bool((t.step["op"] == codes.OP_SUMMON).any())
        self.avatars = [int(s.seat[seat].avatar) for seat in self.seats]

    def name(self, p: int) -> str:
        """A piece in words."""
        piece = self.piece[p]
        return f"piece {p} (card {piece['card']}, seat {piece['owner']}, {ZONES[piece['zone']]})"

    def get(self, p: int, field: str) -> int:
        """A field of a piece."""
        return int(self.piece[field][p])

    def stack(self, p: int) -> list[int]:
        """The piece and the parts under it."""
        pieces = [p]
        while self.get(pieces[-1], "next") >= 0:
            pieces.append(self.get(pieces[-1], "next"))
        return pieces

    def is_held(self, p: int) -> bool:
        """Whether who holds the piece is in the valley; what ends with the turn may outlast it."""
        jailer = self.get(p, "jailer")
        return jailer >= 0 and (self.zone[jailer] == VALLEY or self.get(p, "hold") == TURN_END)

    def is_fairy(self, p: int) -> bool:
        return bool(self.kind[p] in (FAIRY, TOKEN) or self.get(p, "token"))


Check = Callable[[Look], Iterator[str]]


# ---------------------------------------------------------------- cards and zones


def cards_are_conserved(look: Look) -> Iterator[str]:
    """(a) Every card of deck and canvas is in one zone of its owner, as the same card; tokens in valley or memory."""
    s, match = look.s, look.s.match
    index = int(s.game_no - match.number * look.t.match_games)
    for seat in look.seats:
        who = (seat - index) % int(look.t.players)
        first, me = seat * PIECES_PER_SEAT, s.seat[seat]
        deck = slice(first + DECK_PLACE, first + DECK_PLACE + int(match.cards[who]))
        canvas = slice(first + CANVAS_PLACE, first + CANVAS_PLACE + int(me.shelters))
        if Counter(look.card[deck]) != Counter(match.card[who, : match.cards[who]]) or me.cards != match.cards[who]:
            yield f"seat {seat} has other cards than its deck"
        wanted = look.t.canvas[match.canvas[who], : me.shelters]
        if not np.array_equal(look.card[canvas], wanted) or me.shelters != look.t.canvas_cards[match.canvas[who]]:
            yield f"seat {seat} has other shelters than its canvas"
        for part in (deck, canvas):
            if (look.zone[part] == NOWHERE).any() or look.piece["token"][part].any():
                yield f"seat {seat} has lost a card"
        if (look.piece["owner"][first : first + PIECES_PER_SEAT] != seat).any():
            yield f"seat {seat} does not own its cards"
        tokens = slice(first + TOKEN_PLACE, first + PIECES_PER_SEAT)
        if not np.isin(look.zone[tokens], (VALLEY, UNDER, MEMORY, NOWHERE)).all():
            yield f"a token of seat {seat} is in no place for tokens"
        lost = look.zone[first + DECK_PLACE + int(me.cards) : first + CANVAS_PLACE]
        if (lost != NOWHERE).any():
            yield f"seat {seat} has more cards than its deck"


def lists_are_the_zones(look: Look) -> Iterator[str]:
    """Lists of hand, haversack, canvas, mésangettes and valley hold exactly the pieces in these zones, each once."""
    s = look.s
    for seat in look.seats:
        me, first = s.seat[seat], seat * PIECES_PER_SEAT
        own = look.zone[first + 1 : first + PIECES_PER_SEAT]
        for zone, pile, count in ((HAND, me.hand_card, me.hand), (DECK, me.deck_card, me.deck),
                                  (CANVAS, me.canvas_card, me.canvas)):  # fmt: skip
            listed = sorted(int(p) for p in pile[:count])
            if listed != [first + 1 + int(i) for i in np.flatnonzero(own == zone)]:
                yield f"{ZONES[zone]} of seat {seat} is not its list"
        ranks = [int(look.t.card[look.card[p]].rank) for p in me.canvas_card[: me.canvas]]
        if ranks != sorted(ranks, reverse=True):
            yield f"the canvas of seat {seat} is out of order"
    laid = [p for p in map(int, np.flatnonzero(look.zone == VALLEY)) if p not in look.avatars]
    if sorted(look.lay) != laid:
        yield "the valley is not its list"
    if sorted(look.downs) != [int(p) for p in np.flatnonzero(look.zone == TRAPS)]:
        yield "the mésangettes are not their list"
    arrivals = [look.get(p, "arrival") for p in look.lay]
    if arrivals != sorted(set(arrivals)):
        yield "the valley is not in order of arrival"
    kinds = look.kind
    if np.isin(kinds[look.zone == REST], (SHELTER, TOKEN)).any() or (kinds[look.zone == FALLOW] != SHELTER).any():
        yield "a card lies in the wrong discard"


def counters_count(look: Look) -> Iterator[str]:
    """Prisoners, bewitched and stored cards, links and temporary widows are as many as the state says."""
    s, piece, zone = look.s, look.piece, look.zone
    laid = np.array(look.lay, int)
    kept = (zone == VALLEY) | (zone == PRISON)
    counts = {
        "prisoners": (zone == PRISON).sum(),
        "bewitched": (piece["jailer"][laid] >= 0).sum(),
        "stored": (zone == STORED).sum(),
        "links": (piece["link"][kept] >= 0).sum(),
        "widows": (piece["widow"][laid] == WIDOWED_FOR_NOW).sum(),
    }
    for name, count in counts.items():
        if int(count) != int(s[name]):
            yield f"{name} are {count}, not {s[name]}"


def fusions_are_whole(look: Look) -> Iterator[str]:
    """FC-124: every part lies under one base, which is in the valley or in prison and knows how many it has."""
    under: Counter = Counter()
    for p in map(int, np.flatnonzero(look.piece["parts"] > 0)):
        if look.zone[p] in (VALLEY, PRISON):
            parts = look.stack(p)[1:]
            under.update(parts)
            if len(parts) != look.get(p, "parts"):
                yield f"{look.name(p)} counts {look.get(p, 'parts')} parts of {len(parts)}"
            if any(look.zone[q] != UNDER or look.get(q, "host") != p for q in parts):
                yield f"a part of {look.name(p)} is not under it"
    if sorted(under.elements()) != [int(p) for p in np.flatnonzero(look.zone == UNDER)]:
        yield "a part belongs to no fusion, or to two"


# ---------------------------------------------------------------- the valley


def guests_fit(look: Look) -> Iterator[str]:
    """(g) Guests are fairies in a shelter of the valley, a pair one unit, no more of them than slots; 0 stays 0."""
    units: Counter = Counter()
    for p in look.lay:
        host = look.get(p, "host")
        if host < 0:
            continue
        if look.zone[host] != VALLEY or look.kind[host] != SHELTER or not look.is_fairy(p):
            yield f"{look.name(p)} is a guest of {look.name(host)}"
        spouse = look.get(p, "spouse")
        units[host] += 0 if spouse >= 0 and spouse < p and look.get(spouse, "host") == host else 1
    for host, count in units.items():
        slots = look.get(host, "slots") if look.slots[host] > 0 else 0
        if count > slots:
            yield f"{look.name(host)} has {count} guests in {slots} slots"


def copies_are_unique(look: Look) -> Iterator[str]:
    """(j) At most one copy of an E in the valley, of a D or N on a side; parts of fusions count."""
    sides: Counter = Counter()
    for p in look.lay:
        sides.update((int(look.card[q]), look.get(p, "narr")) for q in look.stack(p))
    everywhere: Counter = Counter()
    for (card, _), count in sides.items():
        everywhere[card] += count
    for (card, narr), count in sides.items():
        if look.t.card[card].letter in (D, N) and count > 1:
            yield f"{count} copies of card {card}, a D or N, on the side of seat {narr}"
    for card, count in everywhere.items():
        if look.t.card[card].letter == E and count > 1:
            yield f"{count} copies of card {card}, an E, in the valley"


def couples_are_together(look: Look) -> Iterator[str]:
    """FC-125, FC-126: spouses are each other's, in the same place and on the same side; no widow is married."""
    for p in look.lay:
        q = look.get(p, "spouse")
        if q < 0:
            continue
        same = all(look.get(p, field) == look.get(q, field) for field in ("host", "narr"))
        if q not in look.lay or look.get(q, "spouse") != p or not same or q == p:
            yield f"{look.name(p)} is married to {look.name(q)}"
        if look.get(p, "widow"):
            yield f"{look.name(p)} is married and a widow"


def holders_are_there(look: Look) -> Iterator[str]:
    """FC-21, FC-117, FC-118: who holds a prisoner or a bewitched card is in the valley, or an E in it keeps it."""
    copies = Counter(int(look.card[q]) for p in look.lay for q in look.stack(p))
    for p in map(int, np.flatnonzero(look.zone == PRISON)):
        if look.get(p, "waiting"):
            stack = look.stack(p)
            if not any(look.letter[q] == E and copies[int(look.card[q])] for q in stack):
                yield f"{look.name(p)} waits for nothing"
        elif not look.is_held(p):
            yield f"{look.name(p)} is held by nobody"
    for p in look.lay:
        jailer = look.get(p, "jailer")
        summoned = jailer < 0 and look.get(p, "witch") < 0 and look.summons  # called by another than its owner
        held = look.is_held(p)
        if look.get(p, "narr") != look.get(p, "owner") and not held and not summoned:
            yield f"{look.name(p)} is bewitched by nobody"
        if look.get(p, "narr") == look.get(p, "owner") and jailer >= 0:
            yield f"{look.name(p)} is held, though it is free"
        link = look.get(p, "link")
        if link >= 0 and look.zone[link] not in (VALLEY, PRISON):
            yield f"{look.name(p)} is linked to {look.name(link)}"
    for p in map(int, np.flatnonzero(look.zone == STORED)):
        bearer = look.get(p, "host")
        if bearer < 0 or look.zone[bearer] not in (VALLEY, PRISON):
            yield f"{look.name(p)} is stored under nothing"


def wounds_and_labels_have_been_settled(look: Look) -> Iterator[str]:
    """FC-33, FC-80, FC-150, FC-151: who has too much damage, no label or no morpheme left is gone by now."""
    for p in look.lay:
        morphs = look.get(p, "morphs")
        held = look.piece["morph"][p][:morphs]
        if morphs > codes.MAX_MORPHEMES or len(set(held)) != morphs:
            yield f"{look.name(p)} has the morphemes {held}"
        if morphs == 0 and not look.get(p, "arrived_bare"):
            yield f"{look.name(p)} has lost its last morpheme"
        if look.vol[p] > 0 and look.get(p, "vol") == 0:
            yield f"{look.name(p)} has no volatility left"
        q = look.get(p, "spouse")
        pair = [p] if q < 0 else [p, q]
        damage = sum(look.get(piece, "damage") for piece in pair)
        if damage > max(0, sum(look.get(piece, "mat") for piece in pair)) and look.kind[p] != codes.SHARD:
            yield f"{look.name(p)} stands with {damage} damage"
        if look.get(p, "held") > codes.MAX_HELD:
            yield f"{look.name(p)} has too many abilities"


def caches_are_fresh(look: Look) -> Iterator[str]:
    """FC-6: the current values are those that are worked out from the start."""
    kept, fresh = look.s.copy(), look.s.copy()
    refresh(kept, look.t)
    fresh.dirty = 1
    refresh(fresh, look.t)
    laid = np.array(look.lay, int)
    for field in CACHES:
        differ = laid[kept.piece[field][laid] != fresh.piece[field][laid]]
        if len(differ):
            yield f"{field} of {look.name(int(differ[0]))} is stale"
    living = [seat for seat in look.seats if look.s.seat[seat].alive]
    for field in SEAT_CACHES:
        if (kept.seat[field][living] != fresh.seat[field][living]).any():
            yield f"{field} of a seat is stale"
    for field in ("overfull", "always", "modifiers"):
        if kept[field] != fresh[field]:
            yield f"{field} is stale"
    for many, pieces in (("changers", "changer"), ("hearers", "hearer"), ("fairies", "fairy"), ("shelters", "shelter")):
        if kept[pieces][: kept[many]].tolist() != fresh[pieces][: fresh[many]].tolist():
            yield f"{many} are stale"


def ears_are_open(look: Look) -> Iterator[str]:
    """No card hears or traps an event that the table thinks nobody hears."""
    for p in (*look.lay, *(avatar for seat, avatar in enumerate(look.avatars) if look.s.seat[seat].alive)):
        heard, always = 0, 0
        for n in look.piece["ability"][p][: look.get(p, "held")]:
            ability = look.t.ability[n]
            if ability.trigger == codes.ALWAYS:
                always = 1
            elif ability.trigger != codes.TRAP:
                heard |= int(ability.hears)
        if heard != look.get(p, "hears") or heard & ~int(look.s.hearing) or always != (look.get(p, "always") > 0):
            yield f"{look.name(p)} hears less than its abilities do"
    for p in look.downs:
        if look.get(p, "live") and look.get(p, "traps") & ~int(look.s.hearing):
            yield f"{look.name(p)} would not be asked"


# ---------------------------------------------------------------- players


def purses_and_lives_are_right(look: Look) -> Iterator[str]:
    """(b), (c) No purse is below 0; a life is the sum of its parts; nobody below 0 is in the game."""
    for seat in look.seats:
        me = look.s.seat[seat]
        if me.sparkles < 0:
            yield f"seat {seat} has {me.sparkles} sparkles"
        if me.life != me.parts.sum():
            yield f"seat {seat} has life {me.life}, in parts {me.parts}"
        if me.alive and me.life < 0:
            yield f"seat {seat} lives with {me.life}"


def the_dead_have_left(look: Look) -> Iterator[str]:
    """FC-171: a fallen player's cards are in the memory; destiny order has the living, each once."""
    living = [seat for seat in look.seats if look.s.seat[seat].alive]
    if look.s.living != len(living):
        yield f"{look.s.living} live, they say"
    for order in (look.s.order, look.s.initiative):
        if sorted(int(seat) for seat in order[: len(living)]) != living:
            yield f"the order is {order}"
    for seat in set(look.seats) - set(living):
        first = seat * PIECES_PER_SEAT
        if not np.isin(look.zone[first : first + PIECES_PER_SEAT], (MEMORY, NOWHERE)).all():
            yield f"cards of seat {seat}, which fell, are in the game"
    for p in look.lay:
        if look.get(p, "narr") not in living or look.get(p, "owner") not in living:
            yield f"{look.name(p)} is of a fallen player"


def everything_is_done(look: Look) -> Iterator[str]:
    """FC-162: after a moment nothing waits: no event, no card about to leave, no avatar about to fall."""
    for name in ("fallen", "departed", "doomed", "leaving", "events"):
        if look.s[name]:
            yield f"{name}: {look.s[name]}"


CHECKS: tuple[Check, ...] = (
    cards_are_conserved,
    lists_are_the_zones,
    counters_count,
    fusions_are_whole,
    guests_fit,
    copies_are_unique,
    couples_are_together,
    holders_are_there,
    wounds_and_labels_have_been_settled,
    caches_are_fresh,
    ears_are_open,
    purses_and_lives_are_right,
    the_dead_have_left,
    everything_is_done,
)
AFTERMATH = (guests_fit, wounds_and_labels_have_been_settled, everything_is_done)
"""What must follow from what happened: nothing does any more when the last rival has fallen (FC-101)."""


def wrong_things(s: Any, t: Any) -> list[str]:
    """All that is wrong with a state after a moment, as "check: what"."""
    settled = s.copy()
    refresh(settled, t)
    look = Look(settled, t)
    checks = [check for check in CHECKS if s.living > 1 or check not in AFTERMATH]
    wrong = [f"{check.__name__}: {says}" for check in checks for says in check(look)]
    if s.trouble:
        wrong.append(f"trouble: {s.trouble}")
    return wrong


# ---------------------------------------------------------------- Awakening, Narration


def wrong_awakening(before: Any, after: Any, t: Any) -> list[str]:
    """(e) What is wrong after Awakening: damage, or hands beyond the maximum. Cards that came meanwhile are excused.

    So is damage where an ability was set off by what ends with the turn, such as the return of a prisoner to its
    shelter: defences are restored once, after everybody's discards (FC-93), and what follows comes later (FC-162).
    """
    wrong = []
    look = Look(after, t)
    if after.living > 1 and after.resolved == 0:  # nothing was set off since
        if look.piece["damage"][[*look.lay, *map(int, np.flatnonzero(look.zone == PRISON))]].any():
            wrong.append("there is damage after Awakening")
        if after.seat["absorbed"].any():
            wrong.append("a defence is still worn after Awakening")
    for seat in look.seats:
        me, was = after.seat[seat], before.seat[seat]
        hand = me.hand_card[: me.hand]
        old = int((look.piece["arrival"][hand] <= before.stamp).sum()) if me.hand else 0
        if after.living > 1 and me.alive and old > max(int(me.handmax), int(was.handmax)):
            wrong.append(f"seat {seat} keeps {old} cards")
    return wrong


# ---------------------------------------------------------------- games


@functools.cache
def compile_moments() -> None:
    """Under the lock of the cache, for tests may run in several processes."""
    compile_once()


def watched(plan: Plan, game_no: int) -> Iterator[tuple[int, Any, Any]]:
    """Play one game, the first of its match; after the opening and every moment: (moment or -1, state, table).

    The state goes on changing: copy what is kept.
    """
    compile_moments()
    t, s = plan.table(), new(plan.game.state_record)
    assert game_no % int(t.match_games) == 0
    with compiling(play_moment):
        start_match(s, t, game_no // int(t.match_games))
        s.game_no = game_no
        start_chance(s, t, game_no)
        s.logs_turns = True
        open_game(s, t, 0)
        refresh(s, t)
    yield NOBODY, s, t
    while s.living > 1 and s.turn < t.turn_cap:
        s.turn += 1
        s.seated = sum(1 << seat for seat in range(t.players) if s.seat[seat].alive)
        for seat in range(t.players):
            if s.seat[seat].alive:
                clear_now(s, t, seat)
        begin_turn(s, t)
        for moment in range(MOMENTS):
            if s.living > 1:
                play_moment(s, t, moment)
                yield moment, s, t


def faults(plan: Plan, game_no: int) -> list[str]:
    """Everything wrong in one game, where it is first: turn, moment, and what."""
    before = None
    for moment, s, t in watched(plan, game_no):
        wrong = wrong_things(s, t)
        if moment == AWAKENING and before is not None:
            wrong += wrong_awakening(before, s, t)
        if wrong:
            return [f"game {game_no}, turn {s.turn}, moment {moment}: {says}" for says in wrong]
        if moment == NARRATION + 4:
            before = s.copy()
    return []
