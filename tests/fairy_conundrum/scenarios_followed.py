"""The slow implementation plays the scenarios: positions laid out, verbs played and values asked once more.

In a scenario that is a game of a seed it makes the choices that the kernels have made.

Only in plain Python (NUMBA_DISABLE_JIT=1) do the kernels play scenarios.

python -m fairy_conundrum.scenarios_followed FILE ...
"""

from __future__ import annotations

import pickle
import sys
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from balance.engine.game.decisions import Decision
from balance.engine.game.game_file import GameFile
from balance.engine.game.scenario import Refused, ScenarioFile, read_json
from balance.engine.game.story import LoggedGame
from balance.judging.scenarios import PlayedFile
from fairy_conundrum.reference.box import Box
from fairy_conundrum.reference.cards import Card, Deck, GameOver, Player, Row
from fairy_conundrum.reference.deciders import POINTS, Passive
from fairy_conundrum.reference.log import tables
from fairy_conundrum.reference.table import Chance, Settings
from fairy_conundrum.reference.whole import Reference
from helpers.followed_scenarios import play_both, play_both_positions

LISTS = ("hand", "deck", "canvas", "valley", "rest", "prison", "traps")
OF_SEATS = ("life", "sparkles", "stage", "maturation", "toll")
SETTINGS = [setting.name for setting in fields(Settings)]
WORDS = {"yes": True, "no": False, "stop": None, "pass": ("end",), "end": ("end",)}


class Told(Passive):
    """Answers as it is told; of what nobody has said anything it decides as `passive`."""

    def __init__(self) -> None:
        self.answers: list[tuple[str, Any, bool]] = []  # point, answer, whether it need not fit
        self.wrong = False

    def decide(self, game: Any, seat: int, point: str, options: Sequence[Any]) -> int:
        for answer in [answer for answer in self.answers if answer[0] == point]:
            places = [place for place, option in enumerate(options) if is_meant(option, answer[1])]
            if places or not answer[2]:
                self.answers.remove(answer)
                self.wrong |= not places
                return places[0] if places else super().decide(game, seat, point, options)
        return super().decide(game, seat, point, options)


def is_meant(option: Any, answer: Any) -> bool:
    """Whether an answer names this option: a card also the unit it is in, a morpheme any card that can pay it."""
    if isinstance(option, tuple) and isinstance(answer, tuple):
        return is_action(option, *answer)
    if isinstance(option, tuple) and isinstance(answer, str):
        return option[0] == answer
    if isinstance(option, list):
        return answer in option
    return option is answer or (not isinstance(answer, Card) and option == answer)


def is_action(option: tuple[Any, ...], verb: str, card: Card | None = None, more: Any = None) -> bool:
    """Whether an option of Narration or Conspiracy is this one; who goes from shelter to shelter goes in, too."""
    if verb == "shelter" and option[0] in ("shelter", "passage"):
        return card in option[1] and option[2] is more
    return option[0] == verb and (card is None or option[1] is card) and (more is None or option[2] is more)


class Followed:
    """Chooses as the kernels have chosen: (seat, point), decision after decision."""

    def __init__(self, name: str, made: Iterable[Decision]):
        self.name = name
        self.made = defaultdict(deque)
        for decision in made:
            self.made[decision.seat, POINTS[decision.point]].append(decision.place)

    def decide(self, game: Any, seat: int, point: str, options: Sequence[Any]) -> int:
        return self.made[seat, point].popleft()


def slow(file: GameFile, played: PlayedFile) -> LoggedGame:
    """What the slow implementation logs of a game of a seed."""
    plan, box, chance = played.plan, Box(played.plan.cards), Chance(file.seed, file.game_no)
    settings = Settings(**{name: plan.settings[name] for name in SETTINGS})
    deciders = [Followed(player["style"], played.decisions) for player in file.players]
    decks = box.decks_for(settings, plan.players, chance)
    rows = tables(Reference(decks, deciders, settings, chance, box.tokens).play())
    return LoggedGame(plan, rows["games"][0], rows["seats"], rows["turns"], rows["cards"])


class Laid(Reference):
    """A game from a position on."""

    def __init__(self, file: ScenarioFile):
        box, self.told, self.played = Box(file.cards), Told(), False
        self.rows_of = {row.id: row for row in box.rows}
        settings = Settings(**{name: file.plan.settings[name] for name in SETTINGS})
        players = file.data["players"]
        decks = [Deck("", stages_of(box, player["avatar"]), (), ()) for player in players]
        super().__init__(decks, [self.told] * len(decks), settings, Chance(file.plan.seed, 0), box.tokens)
        self.by_name: dict[str, Card] = {}
        self.turn, self.moment = file.data.get("turn", 1), file.data.get("moment", "narration")
        self.order = self.initiative_order = [player.seat for player in self.players]
        for seat, player in zip(self.players, players, strict=True):
            self.seat(seat, player)
        for seat, player in zip(self.players, players, strict=True):
            for entry, card in zip(player.get("valley", ()), self.lay("valley", seat.seat), strict=True):
                self.tell_of(card, entry)
        for seat in self.players:
            self.begin_row(seat.seat)

    def seat(self, seat: Player, player: Mapping[str, Any]) -> None:
        """What the position says of a player, but for what it says of single cards of the valley."""
        for stage in seat.deck_list.avatar:
            self.name(stage.id, seat.avatar)
        seat.stage, seat.life = player.get("stage", 1), player.get("life", 20)
        seat.sparkles = player.get("sparkles", 0)
        for zone in LISTS:
            for entry in player.get(zone, ()):
                self.lay_card(seat, zone, entry["id"] if zone == "valley" else entry)

    def name(self, id: str, card: Card) -> None:
        """ID#1, ID#2, in the order of listing."""
        number = 1
        while f"{id}#{number}" in self.by_name:
            number += 1
        self.by_name[f"{id}#{number}"] = card

    def name_tokens(self) -> None:
        """Those made since, seat after seat."""
        known = set(self.by_name.values())
        for card in sorted(self.cards, key=lambda card: card.owner):
            if card not in known:
                self.name(card.row.id, card)

    def card(self, name: str) -> Card:
        return self.by_name[name if "#" in name else f"{name}#1"]

    def lay_card(self, seat: Player, zone: str, id: str) -> None:
        row = self.rows_of[id]
        place = "fallow" if zone == "rest" and row.kind == "shelter" else zone
        card = self.new_card(row, seat.seat, place, token=row.kind == "token")
        self.name(id, card)
        if zone == "deck":
            seat.deck.insert(0, card)  # the first in the file is the top
        elif zone == "canvas":
            seat.canvas.append(card)
        elif zone == "traps":
            card.active = True

    def tell_of(self, card: Card, entry: Mapping[str, Any]) -> None:
        """What the position says of a card in the valley."""
        card.vol, card.damage = entry.get("vol", card.row.vol), entry.get("damage", 0)
        card.actioned, card.narr = entry.get("actioned", False), entry.get("narr", card.owner)
        card.host = self.card(entry["host"]) if entry.get("host") else None
        card.morphs = list(entry.get("morphs", card.morphs))


def stages_of(box: Box, avatar: str) -> tuple[Row, ...]:
    """The three rows of the avatar to which this one belongs."""
    return next(rows for rows in map(box.avatar, range(len(box.cards.avatars))) if avatar in [row.id for row in rows])


class Position:
    """A position on the table of the slow implementation: what `balance.engine.game.scenario.Position` asks of one."""

    def __init__(self, file: ScenarioFile):
        self.active: int = file.data.get("active", 0)
        self.game = Laid(file)

    # -- verbs

    def do(self, verb: list[Any]) -> None:
        game = self.game
        if game.is_over() and verb[0] not in ("choose", "trap"):
            raise Refused("the game is over")
        getattr(self, f"do_{verb[0]}", self.do_action)(*verb)
        game.name_tokens()
        if game.told.wrong:
            game.told.wrong = False
            raise Refused("a queued answer is none of the options")

    def play(self, action: Callable[[], None], targets: Sequence[Any] = ()) -> None:
        """Do it and what comes of it; what is left of the targets is forgotten."""
        told = self.game.told
        told.answers += [("TARGET", self.answer(target), True) for target in targets]
        with suppress(GameOver):
            self.game.follow(action)
        told.answers = [answer for answer in told.answers if not answer[2]]

    def do_action(self, verb: str, *words: Any) -> None:
        """call, place, set, shelter, act."""
        action, targets = self.action(verb, *words)
        options = [option for option in self.game.narration_options(self.active) if is_action(option, *action)]
        if not options:
            raise Refused("the rules do not allow it now")
        self.play(lambda: self.game.do(self.active, options[0]), targets)

    def action(self, verb: str, name: str, *more: Any) -> tuple[tuple[Any, ...], Sequence[Any]]:
        """An action as its option names it, and its targets."""
        card = self.game.card(name)
        if verb == "shelter":
            return (verb, card, self.game.card(more[0])), ()
        if verb == "act":
            slots = self.game.slots_of(card)
            if more[0] >= len(slots):
                raise Refused("it has no such ability")
            return (verb, card, slots[more[0]]), more[1] if len(more) > 1 else ()
        return (verb, card), more[0] if more else ()

    def do_exit(self, verb: str, name: str) -> None:
        card, game = self.game.card(name), self.game
        if any(card in unit for unit in game.leavers(self.active)):
            self.play(lambda: game.move_unit(game.unit(card), None))
        elif card in game.teleporters(self.active):
            self.play(lambda: game.let_out(card))
        else:
            raise Refused("it cannot leave")

    def do_trap(self, verb: str, name: str | None) -> None:
        self.game.told.answers.append(("MES", self.answer(name), False))

    def do_choose(self, verb: str, point: str, value: Any) -> None:
        answer, targets = (self.answer(value), ()) if not isinstance(value, list) else self.action(*value)
        self.game.told.answers.append((point, answer, False))
        self.game.told.answers += [("TARGET", self.answer(target), False) for target in targets]

    def do_joust(self, verb: str, seat: int, target: int) -> None:
        game = self.game
        if seat == target or not (game.players[seat].alive and game.players[target].alive):
            raise Refused("nobody jousts himself, or who has left the game")
        if len(game.living()) > 2:
            game.told.answers.insert(0, ("FOE", target, False))
        self.play(lambda: game.strike([game.declare(seat)]))

    def do_moment(self, verb: str, moment: str) -> None:
        game, moments = self.game, self.game.moments()
        words = list(moments)
        now, then = words.index(game.moment), words.index(moment)
        if then < now or (then == now and game.played):
            game.begin_turn()
        game.played = True
        with suppress(GameOver):
            game.at(moment, moments[moment])

    def answer(self, value: Any) -> Any:
        """A seat, a letter, a code, a word, or a card."""
        if not isinstance(value, str):
            return value
        if value in WORDS:
            return WORDS[value]
        if value == "avatar":
            return self.game.players[self.active].avatar
        name = value if "#" in value else f"{value}#1"
        return self.game.by_name.get(name, value)

    # -- going back

    def snapshot(self) -> bytes:
        return pickle.dumps(self.game)

    def restore(self, snapshot: bytes) -> None:
        self.game = pickle.loads(snapshot)

    # -- asking

    def value(self, expectation: list[Any]) -> Any:
        word, *asked = expectation
        if word == "ended":
            return self.ended()
        if word == "count":
            cards = [card for card in self.game.cards if card.owner == asked[0] and not card.is_avatar]
            return sum(zone_of(card) == asked[1] for card in cards)
        if word in OF_SEATS:
            return self.of_seat(word, asked[0])
        return self.of_card(word, self.game.card(asked[0]), asked[1])

    def of_seat(self, word: str, seat: int) -> int:
        if word == "toll":
            return self.game.toll(seat)
        return getattr(self.game.players[seat], "stored_maturation" if word == "maturation" else word)

    def of_card(self, word: str, card: Card, wanted: Any) -> Any:
        if word == "zone":
            return zone_of(card)
        if word == "host":
            inside = card.host is not None and card.in_valley
            names = [name for name, other in self.game.by_name.items() if inside and other is card.host]
            return wanted if wanted and self.game.card(wanted) is card.host and inside else "".join(names[:1])
        if word in ("narr", "morphs", "widow"):
            return getattr(card, word)
        return self.game.number(card, word)

    def ended(self) -> tuple[str, int]:
        """Why the game ended and who won; ("", -1) while it goes on."""
        game = self.game
        if game.is_over():
            game.end()
            return game.reason, game.winner
        return ("stalemate", -1) if game.turn > game.settings.turn_cap else ("", -1)


def zone_of(card: Card) -> str:
    """As scenarios call it; what is part of a fusion lies in the valley."""
    return {"valley": "v", "fused": "v"}.get(card.zone, card.zone)


def is_game_of_a_seed(file: str) -> bool:
    return "seed" in read_json(Path(file))


if __name__ == "__main__":
    games = [file for file in sys.argv[1:] if is_game_of_a_seed(file)]
    positions = [file for file in sys.argv[1:] if file not in games]
    if games:
        play_both(slow, games)
    if positions:
        play_both_positions(Position, positions)
