"""Scenarios: a position from JSON, verbs played from it, values asked of it (section 7 of the rules page)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from balance.common.errors import nearest
from balance.engine.game.scenario import Refused, ScenarioError
from balance.games.fairy_conundrum import codes
from balance.games.fairy_conundrum.cards import MORPHEMES, RADIANCES
from balance.games.fairy_conundrum.layout import MOMENTS, ZONES, Layout
from balance.games.fairy_conundrum.play.abilities import resolve
from balance.games.fairy_conundrum.play.arrivals import move_out
from balance.games.fairy_conundrum.play.games import clear_now, crown
from balance.games.fairy_conundrum.play.joust import joust
from balance.games.fairy_conundrum.play.maturation import mature_all
from balance.games.fairy_conundrum.play.moments import begin_turn, list_exits
from balance.games.fairy_conundrum.play.narration import can_act, do, list_narration
from balance.games.fairy_conundrum.play.release import release
from balance.games.fairy_conundrum.play.turns import play_moment
from balance.games.fairy_conundrum.rules.filters import cost_of, number_of
from balance.games.fairy_conundrum.rules.options import other_of, piece_of
from balance.games.fairy_conundrum.rules.totals import toll_of
from balance.games.fairy_conundrum.rules.values import refresh

ENDS = ("life", "deckout", "effect", "no_winner", "stalemate")
WIDOWS = ("", "temp", "perm")
VERBS = {word: int(codes.Verb[word.upper()]) for word in ("call", "place", "set", "shelter")}
POINTS = [point.name for point in codes.Point]
WITH_ANOTHER = (codes.Verb.SHELTER, codes.Verb.PASSAGE, codes.Verb.ACT)
"""Options that name a shelter, or the place of an ability, besides their piece."""
WORDS = {"yes": 1, "no": 0, "haversack": 0, "canvas": 1, "draw": 1, "stop": codes.NOBODY}
"""Answers that are words."""


def offered_in(s: Any) -> list[tuple[int, int, int]]:
    """The options of Narration, Conspiracy or Renewal that were just listed: verb, piece and what else they name."""
    offered = []
    for option in s.decision.option[: s.decision.options]:
        other = int(other_of(option)) if option.verb in WITH_ANOTHER else codes.NOBODY
        offered.append((int(option.verb), int(piece_of(option)), other))
    return offered


class Position(Layout):
    """A table from a scenario; every verb acts for the active seat, at once and whatever the moment."""

    # Verbs

    def do(self, verb: list[Any]) -> None:
        """Play one verb. Raises Refused when it is against the rules, ScenarioError when it makes no sense."""
        known: Mapping[str, Callable[[list[Any]], None]] = {
            **dict.fromkeys(VERBS, self._act_of),
            "exit": self._exit,
            "act": self._act,
            "trap": self._trap,
            "choose": self._choose,
            "joust": self._joust,
            "moment": self._moment,
        }
        if verb[0] not in known:
            allowed = ", ".join([*known, "illegal", "end"])
            raise ScenarioError(
                "there is no such verb", value=verb[0], allowed=allowed, nearest=nearest(verb[0], known)
            )
        if self.s.living <= 1 and verb[0] not in ("choose", "trap"):
            raise Refused("the game is over")
        try:
            known[verb[0]](verb)
        except IndexError:
            raise ScenarioError("has too few words") from None
        self._name_tokens()
        if self.s.trouble == codes.WRONG_ANSWER:
            self.s.trouble = 0
            raise Refused("a queued answer is none of the options")

    def _seat_now(self) -> int:
        return int(self.s.active)

    def _act_of(self, verb: list[Any]) -> None:
        """call, place, set, shelter: options of Narration."""
        p = self.piece(verb[1])
        target = self.piece(verb[2]) if verb[0] == "shelter" else codes.NOBODY
        code = VERBS[verb[0]]
        seat = self._seat_now()
        trial = self.s.copy()
        list_narration(trial, self.t, seat)
        offered = offered_in(trial)
        if (code, p, target) not in offered and code == codes.Verb.SHELTER:
            p, code = self._unit(p, target, offered)
        if (code, p, target) not in offered:
            raise Refused(self._why_not(verb[0], p))
        self._play(lambda: do(self.s, self.t, seat, code, p, target), verb[2] if len(verb) > 2 and target < 0 else ())

    def _unit(self, p: int, target: int, offered: Sequence[tuple[int, int, int]]) -> tuple[int, int]:
        """A shelter move by another name: a passage, or the other one of a pair."""
        for code in (int(codes.Verb.SHELTER), int(codes.Verb.PASSAGE)):
            for partner in (p, int(self.s.piece[p].spouse)):
                if (code, partner, target) in offered:
                    return partner, code
        return p, int(codes.Verb.SHELTER)

    def _why_not(self, verb: str, p: int) -> str:
        """Why a verb is refused, as far as that is easily said."""
        seat, piece = self._seat_now(), self.s.piece[p]
        card = self.t.card[piece.card]
        if verb in ("call", "place", "set") and piece.owner != seat:
            return "it is another player's card"
        if verb in ("call", "place", "set") and piece.zone not in (codes.HAND, codes.TRAPS):
            return "it is not in the hand"
        if verb == "set" and card.mes == 0:
            return "it is not a mésangette"
        if verb == "place" and self.s.seat[seat].placed:
            return "one shelter was called this turn already"
        if verb == "call" and self.s.seat[seat].sparkles < cost_of(self.s, self.t, p):
            return "there are too few sparkles"
        return "the rules do not allow it now"

    def _play(self, action: Callable[[], None], targets: Any) -> None:
        """Do it, the listed targets being the answers to TARGET, one after another."""
        if targets and not isinstance(targets, list):
            raise ScenarioError("targets are a list", allowed="[ID, ...]")
        for target in targets or ():
            self._queue(codes.Point.TARGET, self._answer("TARGET", target), loose=1)
        action()
        if self.t.maturation_timing == codes.CONTINUOUS:
            mature_all(self.s, self.t)
        kept = [answer.copy() for answer in self.s.answer[: self.s.answers] if not answer.loose]
        for place, answer in enumerate(kept):
            self.s.answer[place] = answer
        self.s.answers = len(kept)

    def _queue(self, point: int, value: int, loose: int = 0, verb: int = 0, target: int = codes.NOBODY) -> None:
        """One more answer waits."""
        if self.s.answers == codes.MAX_ANSWERS:
            raise ScenarioError(f"more than {codes.MAX_ANSWERS} answers wait")
        answer = self.s.answer[self.s.answers]
        answer.point, answer.value, answer.loose, answer.verb, answer.target = point, value, loose, verb, target
        self.s.answers += 1

    def _exit(self, verb: list[Any]) -> None:
        p = self.piece(verb[1])
        seat = self._seat_now()
        trial = self.s.copy()
        list_exits(trial, self.t, seat)
        offered = [(verb, piece) for verb, piece, _ in offered_in(trial)]
        for leaving in (p, int(self.s.piece[p].spouse)):
            if (codes.Verb.EXIT, leaving) in offered:
                self._play(lambda leaving=leaving: self._leave(leaving), ())  # type: ignore[misc]
                return
            if (codes.Verb.FREE, leaving) in offered:
                self._play(lambda leaving=leaving: self._free(leaving), ())  # type: ignore[misc]
                return
        raise Refused("it cannot leave")

    def _leave(self, p: int) -> None:
        move_out(self.s, self.t, p)
        resolve(self.s, self.t)

    def _free(self, p: int) -> None:
        release(self.s, self.t, p)
        resolve(self.s, self.t)

    def _act(self, verb: list[Any]) -> None:
        p = self.piece(verb[1])
        seat = self._seat_now()
        place = self._number(verb[2], "ability index", 0, codes.MAX_HELD - 1)
        trial = self.s.copy()
        refresh(trial, self.t)
        piece = trial.piece[p]
        near = piece.narr == seat or (int(piece.visitors) >> seat) & 1
        if place >= piece.held or piece.zone != codes.VALLEY or not near:
            raise Refused("it has no such ability for this player")
        if not can_act(trial, self.t, seat, p, place):
            raise Refused("the ability cannot be used now")
        self._play(lambda: do(self.s, self.t, seat, int(codes.Verb.ACT), p, place), verb[3] if len(verb) > 3 else ())

    def _trap(self, verb: list[Any]) -> None:
        self._queue(codes.Point.MES, codes.NOBODY if verb[1] is None else self.piece(verb[1]))

    def _choose(self, verb: list[Any]) -> None:
        point = self._code(POINTS, verb[1], "choose")
        if verb[1] in ("NAR", "CON"):
            self._choose_action(point, verb[2])
        else:
            self._queue(point, self._answer(verb[1], verb[2]))

    def _choose_action(self, point: int, value: Any) -> None:
        if value in ("end", "pass", None):
            self._queue(point, codes.NOBODY, verb=codes.Verb.PASS)
            return
        if not isinstance(value, list) or value[0] not in (*VERBS, "act"):
            raise ScenarioError("is not an action", allowed='["call", ID], ["act", ID, 0], "end", ...')
        p = self.piece(value[1])
        if value[0] == "act":
            self._queue(point, p, verb=codes.Verb.ACT, target=value[2])
            targets = value[3] if len(value) > 3 else ()
        else:
            target = self.piece(value[2]) if value[0] == "shelter" else codes.NOBODY
            self._queue(point, p, verb=VERBS[value[0]], target=target)
            targets = value[2] if len(value) > 2 and target < 0 else ()
        for target_id in targets:
            self._queue(codes.Point.TARGET, self._answer("TARGET", target_id))

    def _answer(self, point: str, value: Any) -> int:
        """The code of an answer: a seat, a word, a radiance, a morpheme, a number or a card."""
        if value is None:
            return codes.NOBODY
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, int):
            return value
        if point == "RADIANCE":
            return self._code(RADIANCES, value, "choose")
        if point in ("MORPH", "PRINCIPAL"):
            return self._code(MORPHEMES, value, "choose")
        if point == "DECKOUT" and value == "avatar":
            return int(self.s.seat[self._seat_now()].avatar)
        if value in WORDS and point in ("MAY", "DREAM", "SPLIT", "EXIT", "MES", "S1", "S2", "S3"):
            return 0 if point in ("S2", "S3") and value == "stop" else WORDS[value]
        return self.piece(value)

    def _joust(self, verb: list[Any]) -> None:
        seat = self._number(verb[1], "joust", 0, self.t.players - 1)
        target = self._number(verb[2], "joust", 0, self.t.players - 1)
        if seat == target or not self.s.seat[seat].alive or not self.s.seat[target].alive:
            raise Refused("nobody jousts himself, or who has left the game")
        answers = [answer.copy() for answer in self.s.answer[: self.s.answers]]
        self.s.answers = 0
        if self.s.living > 2:
            self._queue(codes.Point.FOE, target)
        for answer in answers:
            self.s.answer[self.s.answers] = answer
            self.s.answers += 1
        self._play(lambda: joust(self.s, self.t, seat), ())

    def _moment(self, verb: list[Any]) -> None:
        moment = self._code(MOMENTS, verb[1], "moment")
        s = self.s
        if moment < s.moment or (moment == s.moment and self.played):
            s.turn += 1
            for seat in range(self.t.players):
                clear_now(s, self.t, seat)
            begin_turn(s, self.t)
        active = int(s.active)
        self.played = True
        play_moment(s, self.t, moment)
        s.active = active

    # Asking

    def snapshot(self) -> Any:
        """Everything a verb may change."""
        return self.s.copy()

    def restore(self, snapshot: Any) -> None:
        """Make the position what it was at the snapshot."""
        self.s = snapshot.copy()

    def value(self, expectation: list[Any]) -> Any:
        """What the game has where an expectation wants something. Raises ScenarioError."""
        word = expectation[0]
        refresh(self.s, self.t)
        if word in ("life", "sparkles", "stage", "maturation", "toll"):
            return self._of_seat(word, self._number(expectation[1], word, 0, self.t.players - 1))
        if word in ("zone", "narr", "host", "ray", "mat", "cost", "morphs", "widow"):
            return self._of_card(word, self.piece(expectation[1], word), expectation[-1])
        if word == "count":
            return self._count(expectation)
        if word == "ended":
            return self._ended()
        known = ("life", "sparkles", "stage", "maturation", "toll", "zone", "narr", "host", "ray", "mat", "cost",
                 "morphs", "widow", "count", "ended")  # fmt: skip
        raise ScenarioError("there is no such expectation", value=str(word), allowed=", ".join(known),
                            nearest=nearest(str(word), known))  # fmt: skip

    def _of_seat(self, word: str, seat: int) -> int:
        me = self.s.seat[seat]
        if word == "stage":
            return int(me.stage) + 1
        if word == "toll":
            return int(toll_of(self.s, self.t, seat))
        return int(me[word])

    def _of_card(self, word: str, p: int, wanted: Any) -> Any:
        piece = self.s.piece[p]
        if word == "zone":
            zone = codes.VALLEY if piece.zone == codes.UNDER else int(piece.zone)
            return next((name for name, code in ZONES.items() if code == zone), "nowhere")
        if word == "narr":
            return int(piece.narr)
        if word == "host":
            return self._host(piece, wanted)
        if word == "morphs":
            return [MORPHEMES[code] for code in piece.morph[: piece.morphs]]
        if word == "widow":
            return WIDOWS[int(piece.widow)]
        if word == "cost":
            return int(cost_of(self.s, self.t, p))
        return int(number_of(self.s, self.t, p, codes.BY_RAY if word == "ray" else codes.BY_MAT))

    def _host(self, piece: Any, wanted: Any) -> str:
        """The name of the card's shelter, spelt as it is wanted if it is that one."""
        if piece.host < 0 or piece.zone != codes.VALLEY:
            return ""
        if (
            isinstance(wanted, str)
            and wanted
            and self.names.get(wanted if "#" in wanted else f"{wanted}#1") == piece.host
        ):
            return wanted
        return next(name for name, p in self.names.items() if p == piece.host)

    def _count(self, expectation: list[Any]) -> int:
        seat = self._number(expectation[1], "count", 0, self.t.players - 1)
        zone = ZONES[list(ZONES)[self._code(list(ZONES), expectation[2], "count")]]
        first = seat * codes.PIECES_PER_SEAT
        zones = (zone, codes.UNDER) if zone == codes.VALLEY else (zone,)
        pieces = self.s.piece[first + 1 : first + codes.PIECES_PER_SEAT]
        return sum(int(piece.zone in zones) for piece in pieces)

    def _ended(self) -> tuple[str, int]:
        """Why the game ended and who won; ("", -1) while it goes on."""
        if self.s.living > 1 and self.s.turn <= self.t.turn_cap:
            return "", codes.NOBODY
        trial = self.s.copy()
        crown(trial, self.t)
        winners = [seat for seat in range(self.t.players) if trial.won[seat]]
        return ENDS[int(trial.end)], winners[0] if winners else codes.NOBODY
