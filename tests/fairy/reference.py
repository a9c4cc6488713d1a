"""Fairy once more, slow and obvious, written from the rules page alone: the kernels must agree with it row by row.

Cards are places in the deck, sets of cards are sets, and every number is worked out where it is needed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from fairy.box import Box, Guess
from helpers.plain_chance import Stream, shuffle

Row = dict[str, Any]

# ---------------------------------------------------------------- seats


@dataclass
class Seat:
    """A player: how it plays, what it remembers, what it has done."""

    number: int
    agent: str
    weights: dict[str, float]
    retention: float
    fairy_memory: bool
    noise: float
    watchful: bool
    memory: Stream
    score: int
    remembered: set[int] = field(default_factory=set)
    looked: Counter[int] = field(default_factory=Counter)
    """By other seat: how often it was seen to look at the others, less how often to take most points."""
    rows: list[Row] = field(default_factory=list)


class Game:
    """One game, played by the algorithm of section 3.7."""

    def __init__(self, box: Box, plan: Any, game_no: int):
        self.box, self.plan, self.game_no = box, plan, game_no
        settings = plan.settings
        self.fifteen = plan.variant == "fifteen"
        self.target = settings["fifteen_target"] if self.fifteen else box.top
        self.top_rule = settings["top_rule"]
        self.end_fairies = box.fairies if settings["end_fairies"] == "all" else settings["end_fairies"]
        self.order = self.stack()
        self.seats = [self.sit(seat, name) for seat, name in enumerate(self.deal())]
        self.pile = self.order[0]
        self.position = 1
        self.fairies = int(box.deck[self.pile].fairy and settings["initial_fairy_counts"])
        self.playing = list(self.seats)
        self.turn = 0
        self.turns_main = 0
        self.history: list[dict[int, int]] = []  # per turn: score by seat, of the seats that played
        self.winners: list[Seat] = []
        self.play()

    def stack(self) -> list[int]:
        """The deck, shuffled; the first pile card first."""
        order = list(range(len(self.box.deck)))
        shuffle(self.stream(1), order)
        return order

    def stream(self, purpose: int) -> Stream:
        return Stream(self.plan.seed, self.game_no, purpose)

    # -- the line-up

    def deal(self) -> list[str]:
        """The style of every seat."""
        draw = self.stream(0)
        if not self.plan.lineup:
            mixed = [style.name for style in self.plan.styles if style.in_mixed and not style.script]
            return [mixed[draw.below(len(mixed))] for _ in range(self.plan.players)]
        names = []
        for word in self.plan.lineup:
            drawn = word.removeprefix("mixed(").rstrip(")").split(",")
            if word == "mixed":
                drawn = [style.name for style in self.plan.styles if style.in_mixed and not style.script]
            names.append(drawn[draw.below(len(drawn))] if len(drawn) > 1 else drawn[0])
        if not self.plan.fixed_seats and len(set(self.plan.lineup)) > 1:
            shuffle(draw, names)
        return names

    def sit(self, seat: int, name: str) -> Seat:
        (style,) = (style for style in self.plan.styles if style.name == name)
        return Seat(
            number=seat,
            agent=name,
            weights=dict(style.weights),
            retention=style.knobs["retention"],
            fairy_memory=bool(style.knobs["fairy_memory"]),
            noise=style.knobs["noise"],
            watchful=bool(style.knobs.get("watchful")),
            memory=self.stream(3 + 2 * seat),
            score=self.box.start,
        )

    # -- the rules

    def play(self) -> None:
        """Turn after turn until somebody has won."""
        phase = "main"
        while True:
            self.play_turn(phase)
            deck_out = self.position == len(self.order)
            if phase == "main":
                if any(seat.score >= self.target for seat in self.seats):
                    self.end_reason = "target"
                elif not self.fifteen and self.fairies >= self.end_fairies:
                    self.end_reason = "fairies"
                elif deck_out:
                    self.end_reason = "deck_out"
                else:
                    continue
                self.turns_main = self.turn
                self.score_main = [seat.score for seat in self.seats]
                if self.end_reason == "target" and self.top_rule == "share":
                    self.winners = [seat for seat in self.seats if seat.score >= self.target]
                    self.decided = "outright" if len(self.winners) == 1 else "shared"
                    return
            best = max(seat.score for seat in self.playing)
            self.playing = [seat for seat in self.playing if seat.score == best]
            self.winners = self.playing
            if len(self.playing) == 1:
                self.decided = "outright" if phase == "main" else "tiebreak"
                return
            if deck_out:
                self.decided = "shared"
                return
            phase = "tiebreak"

    def play_turn(self, phase: str) -> None:
        self.turn += 1
        guesses = {seat.number: self.choose(seat) for seat in self.playing}
        for seat in self.playing:
            self.watch(seat, guesses)
        following = self.order[self.position]
        for seat in self.playing:
            seat.rows.append(self.score(seat, guesses[seat.number], following, phase))
        self.position += 1
        self.fairies += self.box.deck[following].fairy
        for seat in self.seats:
            self.remember(seat)
        self.pile = following
        self.history.append({seat.number: seat.score for seat in self.playing})

    def score(self, seat: Seat, guess: Guess, following: int, phase: str) -> Row:
        """Score a guess; the row of the log it makes."""
        box, unseen = self.box, set(self.order[self.position :])
        right = following in box.right[guess.key, self.pile]
        before = seat.score
        gain = guess.gain if right else 0
        after = before + gain if right else max(box.floor, before - guess.loss)
        loss = 0 if right else before - after
        if self.top_rule == "clamp":
            after = min(box.top, after)
        seat.score = after
        ev_true = {
            other.key: self.ev(other, len(unseen & box.right[other.key, self.pile]) / len(unseen))
            for other in box.guesses
        }
        pool = self.pool(seat)
        return {
            "game_no": self.game_no,
            "turn": self.turn,
            "phase": phase,
            "seat": seat.number,
            "agent": seat.agent,
            "pile_card": box.deck[self.pile].id,
            "next_card": box.deck[following].id,
            "deck_left": len(unseen),
            "fairies_seen": self.fairies,
            **{f"unseen_right_{g.key}": len(unseen & box.right[g.key, self.pile]) for g in box.guesses},
            "guess": guess.key,
            "right": right,
            "p_believed": len(pool & box.right[guess.key, self.pile]) / len(pool),
            "ev_true": ev_true[guess.key],
            "ev_best": max(ev_true.values()),
            "score_before": before,
            "score": after,
            "score_after": after,
            "gain": gain,
            "loss": loss,
            "floor_saved": 0 if right else guess.loss - loss,
        }

    # -- choices (section 4)

    def remember(self, seat: Seat) -> None:
        """The pile card is covered now; the seat may keep it in mind (4.2)."""
        kept = seat.fairy_memory and self.box.deck[self.pile].fairy
        if 0 < seat.retention < 1:
            kept |= seat.memory.uniform() < seat.retention
        elif seat.retention == 1:
            kept = True
        if kept:
            seat.remembered.add(self.pile)

    def pool(self, seat: Seat) -> set[int]:
        """All cards but the pile card and the remembered ones."""
        return set(self.order) - {self.pile} - seat.remembered

    def ev(self, guess: Guess, p: float) -> float:
        return p * guess.gain - (1 - p) * guess.loss

    def turns_left(self) -> float:
        """R of section 4.3. Where the game needs fewer fairies than the deck hides: the turns until those are out."""
        d = len(self.order) - self.position
        f = sum(self.box.deck[card].fairy for card in self.order[self.position :])
        needed = self.end_fairies - self.fairies
        if self.fifteen or needed <= 0 or needed > f:
            return d
        return needed * (d + 1) / (f + 1)

    def features(self, seat: Seat, guess: Guess) -> dict[str, float]:
        """Section 4.3, line by line."""
        box = self.box
        pool = self.pool(seat)
        p = len(pool & box.right[guess.key, self.pile]) / len(pool)
        rivals = [other.score for other in self.playing if other is not seat]
        s, b = seat.score, max(rivals)
        without_memory = {
            other.key: self.ev(other, len(box.right[other.key, self.pile]) / (len(self.order) - 1))
            for other in box.guesses
        }
        obvious = without_memory[guess.key] >= max(without_memory.values()) - 1e-9
        risk = (guess.gain + guess.loss) * math.sqrt(p * (1 - p))
        return {
            "ev": self.ev(guess, p),
            "floor_save": (1 - p) * (guess.loss - min(guess.loss, s - box.floor)),
            "p": p,
            "risk": risk,
            "reach": p if s + guess.gain >= self.target else 0,
            "chase": max(0, b - s) / self.turns_left() * risk,
            "protect": max(0, s - b) / self.turns_left() * obvious,
            "due": (self.chance_by_count(seat, guess) - p) * (guess.gain + guess.loss),
            "edge": self.edge(seat, guess, pool, self.plain(pool), self.watched(seat)) if "edge" in seat.weights else 0,
            **{f"is_{other.key}": float(other is guess) for other in box.guesses},
        }

    def chance_by_count(self, seat: Seat, guess: Guess) -> float:
        """The chance of a guess, if so many fairies and so many other cards come as are left: the pool says which."""
        unseen = self.order[self.position :]
        chance = 0.0
        for fairy in (True, False):
            left = sum(self.box.deck[card].fairy == fairy for card in unseen)
            pool = {card for card in self.pool(seat) if self.box.deck[card].fairy == fairy}
            if pool:
                chance += left / len(unseen) * len(pool & self.box.right[guess.key, self.pile]) / len(pool)
        return chance

    def edge(self, seat: Seat, guess: Guess, pool: set[int], plain: Guess, looking: Guess | None = None) -> float:
        """What a guess promises: twice the chance to win, less 1; mean over a pool.

        All others guess ``plain``, but who is level with the best of them guesses ``looking``, if it looks at others.
        """
        total = 0.0
        for card in pool:
            own = self.after(seat, guess, card)
            expected = []
            for other in self.playing:
                if other is not seat:
                    share = self.looks(seat, other) if looking else 0
                    expected += [(1 - share, self.after(other, plain, card))] if share < 1 else []
                    expected += [(share, self.after(other, looking, card))] if share > 0 else []
            over = self.decides(card) or max(own, *(score for _, score in expected)) >= self.target
            drift = 1 / 8 if over else max(1 / 8, 1.25 * math.sqrt(self.turns_left() - 1))
            # Beyond 600 it makes no difference how far behind or ahead it is.
            against = sum(share * math.exp(min(max((score - own) / drift, -600), 600)) for share, score in expected)
            total += 2 / (1 + against) - 1
        return total / len(pool)

    def looks(self, seat: Seat, other: Seat) -> float:
        """How surely a watchful seat believes that another one looks at the others."""
        if other.score != self.rival(seat).score:
            return 0
        seen = seat.looked[other.number]
        return 0.5 + 0.5 * ((seen > 0) - (seen < 0))

    def after(self, seat: Seat, made: Guess, card: int) -> int:
        """The score of a seat after a card."""
        hit = card in self.box.right[made.key, self.pile]
        return seat.score + made.gain if hit else max(self.box.floor, seat.score - made.loss)

    def rival(self, seat: Seat) -> Seat:
        """The best of the others, of equal ones the first."""
        return max((other for other in self.playing if other is not seat), key=lambda other: other.score)

    def on_average(self, guess: Guess, pool: set[int]) -> float:
        return self.ev(guess, len(pool & self.box.right[guess.key, self.pile]) / len(pool))

    def first_best(self, values: list[float]) -> Guess:
        return next(guess for guess, value in zip(self.box.guesses, values, strict=True) if value >= max(values) - 1e-9)

    def plain(self, pool: set[int]) -> Guess:
        """What takes most points."""
        return self.first_best([self.on_average(guess, pool) for guess in self.box.guesses])

    def looking(self, rival: Seat, pool: set[int]) -> Guess:
        """What a rival guesses that looks at the others, as one sees it who believes in this pool."""
        plain = self.plain(pool)
        return self.first_best(
            [self.on_average(own, pool) + 20 * self.edge(rival, own, pool, plain) for own in self.box.guesses]
        )

    def watched(self, seat: Seat) -> Guess | None:
        """What a watchful seat expects of the best of the others if they look, where one who looks pays for it."""
        if not seat.watchful:
            return None
        pool = self.pool(seat)
        looking = self.looking(self.rival(seat), pool)
        pays = self.on_average(looking, pool) < self.on_average(self.plain(pool), pool) - 1e-9
        return looking if pays else None

    def watch(self, seat: Seat, guesses: dict[int, Guess]) -> None:
        """What the seat learns of its rival, and of who is level with it."""
        looking = self.watched(seat)
        if looking:
            for other in self.playing:
                if other is not seat and other.score == self.rival(seat).score:
                    guess = guesses[other.number]
                    seat.looked[other.number] += (guess is looking) - (guess is self.plain(self.pool(seat)))

    def decides(self, card: int) -> bool:
        """Who is ahead after this card has won: the last fairy, the last card, any card that breaks a tie."""
        last_fairy = not self.fifteen and self.end_fairies - self.fairies == 1 and self.box.deck[card].fairy
        return last_fairy or self.position == len(self.order) - 1 or self.turns_main > 0

    def choose(self, seat: Seat) -> Guess:
        """The guess with the largest value; one of the tied ones at random (4.4)."""
        values = []
        luck = Stream.of_decision(self.plan.seed, self.game_no, seat.number, 0, self.turn)
        for guess in self.box.guesses:
            features = self.features(seat, guess)
            value = sum(weight * features.get(name, 0.0) for name, weight in seat.weights.items())
            if seat.noise:
                value += seat.noise * luck.normal()
            values.append(value)
        tied = [guess for guess, value in zip(self.box.guesses, values, strict=True) if value >= max(values) - 1e-9]
        return tied[0] if len(tied) == 1 else tied[luck.below(len(tied))]

    # -- the log (section 6)

    def turn_rows(self) -> list[Row]:
        return sorted((row for seat in self.seats for row in seat.rows), key=lambda row: (row["turn"], row["seat"]))

    def game_row(self) -> Row:
        plan, first = self.plan, self.box.deck[self.order[0]]
        best, second = sorted(self.score_main, reverse=True)[:2]
        return {
            "game_no": self.game_no,
            "players": plan.players,
            "seed": plan.seed,
            "variant": plan.variant,
            **plan.settings,
            "end_fairies": str(plan.settings["end_fairies"]),
            "first_card": first.id,
            "first_is_fairy": first.fairy,
            "turns_main": self.turns_main,
            "turns_extra": self.turn - self.turns_main,
            "turns": self.turn,
            "cards_left": len(self.order) - self.position,
            "end_reason": self.end_reason,
            "decided": self.decided,
            "winners": len(self.winners),
            "at_target": sum(score >= self.target for score in self.score_main),
            "margin": best - second,
            "lead_changes": self.lead_changes(),
            "lead_turn": self.lead_turn(),
        }

    def lead_changes(self) -> int:
        """How often the sole lead passed to another seat."""
        sole = []
        for scores in self.history:
            leaders = [seat for seat, score in scores.items() if score == max(scores.values())]
            sole += leaders if len(leaders) == 1 else []
        return sum(one != two for one, two in pairwise(sole))

    def lead_turn(self) -> int:
        """The turn from which on the winners led, and nobody else (the last one where that is never so)."""
        winners = {seat.number for seat in self.winners}
        turn = self.turn
        for scores in reversed(self.history):
            if {seat for seat, score in scores.items() if score == max(scores.values())} != winners:
                break
            turn -= 1
        return min(turn + 1, self.turn)

    def seat_rows(self) -> list[Row]:
        rows = []
        for seat in self.seats:
            main = [row for row in seat.rows if row["phase"] == "main"]
            extra = [row for row in seat.rows if row["phase"] == "tiebreak"]
            row: Row = {"game_no": self.game_no, "seat": seat.number, "agent": seat.agent, "score": seat.score}
            row["rank"] = 1 + sum(score > self.score_main[seat.number] for score in self.score_main)
            row["win_share"] = 1 / len(self.winners) if seat in self.winners else 0.0
            row["pts_start"] = self.box.start
            for guess in self.box.guesses:
                picked = [turn for turn in main if turn["guess"] == guess.key]
                row[f"n_{guess.key}"] = len(picked)
                row[f"right_{guess.key}"] = sum(turn["right"] for turn in picked)
                row[f"pts_{guess.key}"] = sum(turn["gain"] for turn in picked)
                row[f"pts_tb_{guess.key}"] = sum(turn["gain"] for turn in extra if turn["guess"] == guess.key)
            for prefix, turns in (("pts_", main), ("pts_tb_", extra)):
                row[f"{prefix}wrong"] = -sum(turn["loss"] for turn in turns)
                cut = [turn["score_before"] + turn["gain"] - turn["loss"] - turn["score"] for turn in turns]
                row[f"{prefix}clamped"] = -sum(cut)
            row["score_main"] = self.score_main[seat.number]
            row["score_final"] = seat.score
            rows.append(row)
        return rows

    def card_rows(self) -> list[Row]:
        return [row for seat in self.seats for row in [*self.charm_rows(seat), *self.guess_rows(seat)]]

    def charm_rows(self, seat: Seat) -> list[Row]:
        """One row per charm card that was flipped, in the order of the flips."""
        rows: dict[str, Row] = {}
        main = {row["turn"]: row for row in seat.rows if row["phase"] == "main"}
        for turn, place in enumerate(self.order[: self.position]):
            card = self.box.deck[place].id
            row = rows.setdefault(card, self.empty_card_row(seat, card, turn))
            hit = int(turn in main and main[turn]["right"])
            row["seen"] += 1
            row["used"] += hit
            row["first"] += turn == 0
            row["revealed"] += turn in main
            row["hit"] += hit
            row["missed"] += int(turn in main and not main[turn]["right"])
            row["faced"] += turn + 1 in main
            row["ended"] += turn == self.turns_main
        return list(rows.values())

    def guess_rows(self, seat: Seat) -> list[Row]:
        """One row per guess."""
        rows = []
        main = [row for row in seat.rows if row["phase"] == "main"]
        for guess in self.box.guesses:
            picked = [row for row in main if row["guess"] == guess.key]
            row = self.empty_card_row(seat, guess.id, picked[0]["turn"] if picked else 0)
            row["seen"] = len(main)
            row["taken"] = row["played"] = len(picked)
            row["used"] = sum(turn["right"] for turn in picked)
            row["options_in"] = sum(2 ** (turn["turn"] - 1) for turn in main)
            row["chosen_in"] = sum(2 ** (turn["turn"] - 1) for turn in picked)
            rows.append(row)
        return rows

    def empty_card_row(self, seat: Seat, card: str, first_turn: int) -> Row:
        counts = ("seen", "taken", "played", "used", "used_by_others", "kept")
        events = ("options_in", "chosen_in", "revealed", "first", "hit", "missed", "faced", "ended")
        start = {"game_no": self.game_no, "seat": seat.number, "card": card, "first_turn": first_turn}
        return start | dict.fromkeys((*counts, *events), 0)


def play_reference(box: Box, plan: Any, games: Sequence[int]) -> dict[str, list[Row]]:
    """The four tables of these games, every column."""
    tables: dict[str, list[Row]] = {"games": [], "seats": [], "turns": [], "cards": []}
    for game_no in games:
        game = Game(box, plan, game_no)
        tables["games"].append(game.game_row())
        tables["seats"] += game.seat_rows()
        tables["turns"] += game.turn_rows()
        tables["cards"] += game.card_rows()
    return tables
