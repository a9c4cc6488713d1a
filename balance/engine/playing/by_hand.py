"""Games that somebody directs: a script chooses, persons are asked, piles and dice are set by hand.

Only where rules are plain Python, or run as such: compiled ones cannot ask anybody in the middle of a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from balance.common.errors import BalanceError
from balance.engine.game import Plan
from balance.engine.game.by_hand import Lay, as_orders
from balance.engine.game.decisions import Decision, Option, Wording
from balance.engine.game.game_file import GameFile, as_said, find_option
from balance.engine.kernels.by_hand import ByHand
from balance.engine.kernels.decision_record import ALONE, FORCED, WEIGHED
from balance.engine.kernels.decisions import Person
from balance.engine.kernels.kernel import PLAIN
from balance.engine.kernels.news import Listener
from balance.engine.playing.game_batch import GameBatch
from balance.engine.playing.what_if import play_scripted, traced

Choose = Callable[[Decision, Sequence[Decision], Any], int]
"""(the decision under way, with what its style thinks of it; those made before it; the state of the game) -> the place
of the option chosen. May raise, to leave the game: what derives from BaseException alone passes as it is."""

MOST_LISTED = 40
"""Options that are named where none of them was meant."""


class Unmet(BaseException):
    """The game does not go as its script or its piles say: what was expected, what was found, and where."""


class Script:
    """The choices of a script, each made when its time comes."""

    def __init__(self, entries: Sequence[Mapping[str, Any]], plan: Plan):
        self.wording: Wording = plan.wording()
        self.ids = tuple(plan.cards.ids)
        self.entries = [entry for given in entries for entry in each_time(given)]
        self.said = [at for at, given in enumerate(entries, 1) for _ in each_time(given)]
        """By entry: its number in the file, from 1."""
        self.points = self.wording.names
        self.by_number = {entry["decision"]: at for at, entry in enumerate(self.entries) if "decision" in entry}
        self.waiting = [at for at, entry in enumerate(self.entries) if "point" in entry]
        self.spoken: dict[int, list[int]] = {}
        """By entry: the numbers of its decisions."""

    def entry_at(self, number: int, point: int, seat: int, turn: int) -> int | None:
        """The place of the entry that speaks at a decision, which is used up unless it is for always.

        Raises Unmet where it names the decision by its number, and another seat or turn.
        """
        at = self.by_number.get(number)
        if at is not None:
            for key, found in (("seat", seat), ("turn", turn)):
                if self.entries[at].get(key, found) != found:
                    here = f"script {self.said[at]} {shown(self.entries[at])}, decision {number}"
                    raise Unmet(f"{here}: {key}: expected {self.entries[at][key]}, found {found}")
        else:
            fitting = [at for at in self.waiting if self._fits(self.entries[at], point, seat, turn)]
            at = min(fitting, key=lambda at: (self.entries[at].get("always", False), at), default=None)
        if at is None:
            return None
        self.spoken.setdefault(at, []).append(number)
        if at in self.waiting and not self.entries[at].get("always", False):
            self.waiting.remove(at)
        return at

    def _fits(self, entry: Mapping[str, Any], point: int, seat: int, turn: int) -> bool:
        return (
            self.points[str(entry["point"])] == point
            and entry.get("seat", seat) == seat
            and entry.get("turn", turn) == turn
        )

    def choose(self, at: int, decision: Decision) -> int:
        """The place of the option that an entry wants. Raises Unmet where it is none, or not clear which."""
        wanted = self.entries[at]["choose"]
        places = find_option(wanted, decision, self.wording, self.ids)
        if len(places) == 1:
            return places[0]
        message = f"expected {shown(wanted)}" if not places else f"expected one option by {shown(wanted)}"
        raise Unmet(f"{self.place(at, decision)}: {message}, found: {self.options(decision, places)}")

    def check(self, made: Sequence[Decision]) -> None:
        """Look whether every entry spoke, and at what was offered where it says so. Raises Unmet."""
        for at, entry in enumerate(self.entries):
            numbers = self.spoken.get(at, [])
            if not numbers:
                here = f"script {self.said[at]} {shown(entry)}"
                if "decision" in entry:
                    raise Unmet(f"{here}: expected a decision {entry['decision']}, found {len(made)}, from 0 on")
                raise Unmet(f"{here}: expected this to be asked, found that it was not")
            for number in numbers:
                self._check_offer(at, made[number])

    def _check_offer(self, at: int, decision: Decision) -> None:
        entry = self.entries[at]
        words = {self.wording.option(decision, decision.options[place]) for place in decision.different}
        if "offers" in entry and words != set(map(as_said, entry["offers"])):
            expected = f"expected the options {'; '.join(entry['offers']) or 'none'}"
            raise Unmet(f"{self.place(at, decision)}: {expected}, found: {self.options(decision)}")
        for refused in entry.get("refuses", ()):
            if places := find_option(refused, decision, self.wording, self.ids):
                expected = f"expected no option {shown(refused)}"
                raise Unmet(f"{self.place(at, decision)}: {expected}, found: {self.options(decision, places)}")

    def place(self, at: int, decision: Decision) -> str:
        """Where something went wrong: the entry and the decision."""
        asked = f"turn {decision.turn}, seat {decision.seat}: {self.wording.points[decision.point]}"
        return f"script {self.said[at]} {shown(self.entries[at])}, decision {decision.number} ({asked})"

    def options(self, decision: Decision, places: Sequence[int] = ()) -> str:
        """These options in words, or all that there are."""
        there = list(places or decision.different)
        words = [self.wording.option(decision, decision.options[place]) for place in there[:MOST_LISTED]]
        more = len(there) - len(words)
        return "; ".join([*words, f"and {more} more"] if more else words)


def each_time(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """An entry with a list of choices as one for each time that it is asked."""
    choices = entry.get("choose")
    return [{**entry, "choose": choice} for choice in choices] if isinstance(choices, list) else [entry]


class Voice:
    """Whoever chooses in a game besides its styles: a script, and persons where it is silent."""

    def __init__(self, script: Script | None, persons: Collection[int] = (), choose: Choose | None = None):
        self.script, self.persons, self.person = script, persons, choose
        self.at: int | None = None

    def how(self, s: Any) -> int:
        """Who makes the decision that begins."""
        d = s.decision
        seat = int(d.seat)
        self.at = None
        if self.script is not None:
            self.at = self.script.entry_at(int(d.number), int(d.point), seat, int(s.turn))
        if self.at is not None and self.script is not None:
            return FORCED if "choose" in self.script.entries[self.at] else ALONE
        return WEIGHED if seat in self.persons else ALONE

    def choose(self, s: Any, place: int) -> int:
        """The place of the option chosen."""
        decision = _under_way(s.decision, int(s.turn), place)
        if self.at is not None and self.script is not None:
            return self.script.choose(self.at, decision)
        assert self.person is not None
        return self.person(decision, traced(s.decision), s)


class Luck:
    """Piles, dice and the position that are set by hand in the game of one state."""

    def __init__(self, state: Any, plan: Plan, file: GameFile, lay: Lay | None):
        self.state, self.position = state, lay
        self.piles = {pile.stream: pile for pile in plan.handy.piles if pile.name in file.piles}
        self.orders = {pile.stream: as_orders(file.piles[pile.name]) for pile in self.piles.values()}
        self.dice = {die.stream: die for die in plan.handy.dice if die.name in file.dice}
        self.results = {die.stream: [str(face) for face in file.dice[die.name]] for die in self.dice.values()}

    def arrange(self, stream: int, pile: Any, count: int) -> None:
        """Put the named cards of a pile first, in the order in which they will be taken. Raises Unmet."""
        if not self.orders.get(stream):
            return
        order = self.orders[stream].pop(0)
        kind = self.piles[stream]
        left = pile[:count].tolist()
        if kind.from_end:
            left.reverse()
        taken = []
        for name in map(str, order):
            card = next((card for card in left if kind.names[card] == name), None)
            if card is None:
                there = ", ".join(sorted({kind.names[card] for card in left})) or "nothing"
                raise Unmet(f"piles, {kind.name}: expected {name!r} in the pile, found: {there}")
            left.remove(card)
            taken.append(card)
        ordered = taken + left
        pile[:count] = ordered[::-1] if kind.from_end else ordered

    def drawn(self, stream: int, n: int) -> int | None:
        """The next result of a die. Raises Unmet where it has no such side now."""
        if not self.results.get(stream):
            return None
        die = self.dice[stream]
        wanted = self.results[stream].pop(0)
        side = next((side for side in range(min(n, len(die.sides))) if die.sides[side] == wanted), None)
        if side is None:
            raise Unmet(f"dice, {die.name}: expected {wanted!r}, found: {', '.join(die.sides[:n])}")
        return side

    def lay(self, s: Any, t: Any, moment: int) -> None:
        """Set the position where its moment has come."""
        if self.position is not None:
            self.position(s, t, moment)

    def check(self) -> None:
        """Look whether everything that was set has been used. Raises Unmet."""
        left = {f"piles, {self.piles[stream].name}": len(more) for stream, more in self.orders.items()}
        left |= {f"dice, {self.dice[stream].name}": len(more) for stream, more in self.results.items()}
        for place, more in left.items():
            if more:
                raise Unmet(f"{place}: expected {more} more to be used, found that the game is over")


Hear = Callable[[Any, tuple[int, ...]], None]
"""(the state of the game, what happens in it: a code and three numbers of the game)"""


def play_by_hand(
    batch: GameBatch, game_no: int, voice: Voice, luck: Luck | None = None, hear: Hear | None = None
) -> Sequence[Decision]:
    """Append a game to the buffers in which a voice is heard and luck is set by hand. Returns all its decisions.

    ``hear``: hears what happens that nobody decides. Raises what the voice raises; then the batch is not to be used
    again. Raises BalanceError where rules are compiled.
    """
    if not (PLAIN or batch.plan.game.is_plain):
        message = f"{batch.plan.game.name}: nobody can be asked in the middle of a game whose rules are compiled."
        raise BalanceError(f"{message}\nSet NUMBA_DISABLE_JIT=1.")
    decision = batch.state.decision
    heard = voice.script is not None or voice.persons
    decision.persons = (1 << batch.plan.players) - 1 if heard else 0
    Person.how, Person.choose = voice.how, voice.choose
    ByHand.hand, Listener.hear = luck, hear
    try:
        return play_scripted(batch, game_no, here=True)
    finally:
        Person.how = Person.choose = ByHand.hand = Listener.hear = None
        decision.persons = 0


def _under_way(decision: Any, turn: int, place: int) -> Decision:
    """The decision that is being made; the place is that which the style would choose."""
    options = [
        Option(int(option.verb), int(option.card), int(option.target), float(worth))
        for option, worth in zip(decision.option[: decision.options], decision.worth, strict=False)
    ]
    return Decision(
        int(decision.number),
        int(decision.group),
        turn,
        int(decision.point),
        int(decision.seat),
        tuple(options),
        place,
        forced=False,
    )


def shown(value: Any) -> str:
    """An entry or a value as it stands in a file."""
    return json.dumps(value, ensure_ascii=False, default=str)
