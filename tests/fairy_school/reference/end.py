"""The final trimester, scoring and the log of Fairy School (3.7, 3.8, 6): part of school_reference."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from fairy_school.reference.elements import LETTERS, affordable, canonical, settle, total, worth
from fairy_school.reference.table import Copy, Row, Seat, take_out

if TYPE_CHECKING:
    from fairy_school.reference.whole import Game

PARTS = ("kindness", "projects", "steps", "study", "resources")

NUMBERS = (  # of a turn row, counted from 0
    *("drawn", "reshuffles", "act_own", "act_left", "act_right", "react", "taken", "drawn_placed", "removed"),
    *("kind_gained", *(f"kind_from_{seat}" for seat in range(6)), "corner_discards"),
    *(f"{letter}_{what}" for letter in LETTERS for what in ("gain", "spend", "conv")),
    *("conv3", "conv4", "conv6", "jokers", "steps_now"),
)
WORDS = (
    *("top_card_a", "top_card_b", "bottom_card_a", "bottom_card_b", "corner_top", "corner_bottom"),
    *("idle_pick", "final_id", "leader_bonus"),
)
LISTS = ("studied_corner", "studied_effect", "bonus_element", "realized")  # joined by ";" in the end


class Final:
    """The part of ``Game`` from the choice of final projects on, and what it writes down."""

    def choose_finals(self: Game) -> None:
        """FS-64, FS-72."""
        offer = [self.finals.pop() for _ in range(min(self.players + 1, len(self.finals)))]

        def choose(seat: Seat) -> None:
            for final in offer:
                seat.count("offered", final)
                seat.count("seen", final)
            seat.final = self.ask(seat, "choose_final", offer)
            seat.count("chosen", seat.final)
            take_out(offer, seat.final)

        self.in_choosing_order(self.seats, choose)

    def realize(self: Game, seat: Seat) -> None:
        """Phase 6 (FS-49, FS-66)."""
        while True:
            options: list = [copy for copy in seat.ongoing if affordable(seat.stock, copy.card.cost.counts)]
            if seat.final and not seat.finished() and affordable(seat.stock, self.step_costs(seat)[0]):
                options.append("step")
            choice = self.ask(seat, "realize", [*options, None])
            if choice is None:
                return
            if choice == "step":
                self.pay(seat, self.step_costs(seat)[0])
                self.make_step(seat)
            else:
                self.pay(seat, choice.card.cost.counts)
                self.make_project(seat, choice)

    def step_costs(self: Game, seat: Seat) -> list[tuple[int, ...]]:
        """Of the steps that are still to come."""
        return [step.counts for step in seat.final.steps[seat.steps :]] if seat.final else []

    def make_step(self: Game, seat: Seat) -> None:
        seat.steps += 1
        seat.row["steps_now"] += 1
        assert seat.final is not None
        seat.count("steps_done", seat.final)

    def make_project(self: Game, seat: Seat, copy: Copy) -> None:
        seat.ongoing.remove(copy)
        seat.draw.append(copy)
        seat.realized.append(copy)
        seat.row["realized"].append(copy.card.id)
        seat.count("realized", copy)
        seat.realized_turn.setdefault(copy.card.id, self.turns)

    # -- the end of a final turn

    def leader_bonus(self: Game) -> None:
        """FS-67."""
        most = max(seat.steps for seat in self.seats)
        if most == 0 and not self.settings.leader_bonus_at_zero:
            return
        for seat in self.in_order():
            if seat.steps == most:
                seat.row["leader_bonus"] = LETTERS[self.gain_any(seat, "leader")]

    def last_spending(self: Game, seat: Seat) -> None:
        """FS-70: every set of further steps and ongoing projects is tried; paid as in FS-10."""
        best = None
        for k in range(len(self.step_costs(seat)) + 1):
            for size in range(len(seat.ongoing) + 1):
                for projects in combinations(seat.ongoing, size):
                    cost = self.spent(seat, k, projects)
                    if affordable(seat.stock, cost):
                        points = sum(copy.card.points for copy in projects)
                        points += k * seat.final.points if seat.final else 0
                        left = settle(seat.stock, cost, canonical(seat.stock, cost)).stock
                        value = (points, k, worth(left), -size)
                        if best is None or value > best[0]:  # the first of equals: combinations come in order
                            best = (value, k, projects)
        assert best is not None
        _, k, projects = best
        cost = self.spent(seat, k, projects)
        self.pay(seat, cost, canonical(seat.stock, cost))
        for _ in range(k):
            self.make_step(seat)
        for copy in projects:
            self.make_project(seat, copy)

    def spent(self: Game, seat: Seat, k: int, projects: tuple[Copy, ...]) -> list[int]:
        """The next k steps and these projects together."""
        return total([*self.step_costs(seat)[:k], *(copy.card.cost.counts for copy in projects)])

    # -- scoring (3.8)

    def parts(self: Game, seat: Seat) -> dict[str, int]:
        """The five components of the score as things stand; areas count too, for the cards in them are hers."""
        points = {
            "kindness": seat.kindness,
            "projects": sum(copy.card.points for copy in seat.deck() if copy.card.kind == "project"),
            "steps": seat.steps * seat.final.points if seat.final else 0,
            "study": sum(self.cards.creatures[creature].points for creature in seat.studied),
            "resources": worth(seat.stock) // 10,
        }
        assert tuple(points) == PARTS
        return points

    def score(self: Game, seat: Seat) -> int:
        return sum(self.parts(seat).values())

    # -- the log (section 6)

    def start_row(self: Game, seat: Seat) -> None:
        row: Row = {"seat": seat.number, "agent": seat.player.name, "turn": self.turns}
        row |= {"trimester": self.trimester + 1, "turn_in_trimester": self.turn_in_trimester}
        row |= {"is_final": int(self.is_final), "col_a": -1, "col_b": -1}
        row |= dict.fromkeys(NUMBERS, 0) | dict.fromkeys(WORDS)
        row |= {name: [] for name in (*LISTS, "deeds")}
        row |= {f"{letter}_start": seat.stock[x] for x, letter in enumerate(LETTERS)}
        seat.row = row

    def end_row(self: Game, seat: Seat) -> None:
        row = seat.row
        row |= {name: ";".join(row[name]) for name in LISTS}
        row |= {f"{letter}_end": seat.stock[x] for x, letter in enumerate(LETTERS)}
        row |= {"kind_total": seat.kindness, "ongoing": ";".join(copy.card.id for copy in seat.ongoing)}
        row |= {"final_id": seat.final.id if seat.final else None, "steps_total": seat.steps}
        row["score"] = self.score(seat)
        seat.rows.append(row)

    def turn_rows(self: Game) -> list[Row]:
        """Turn by turn, and in each seat by seat."""
        return [row for rows in zip(*(seat.rows for seat in self.seats), strict=True) for row in rows]

    def seat_rows(self: Game) -> list[Row]:
        scores = [self.score(seat) for seat in self.seats]
        rows = []
        for seat, score in zip(self.seats, scores, strict=True):
            row: Row = {"seat": seat.number, "agent": seat.player.name, "score": score}
            row["win_share"] = 1 / scores.count(score) if score == max(scores) else 0.0
            row |= {"s_deck": seat.s_deck, "s_cards": ";".join(copy.card.id for copy in seat.s_cards)}
            row |= {"start_set": seat.start_set, "final_id": seat.final.id if seat.final else None}
            row |= {f"pts_{part}": points for part, points in self.parts(seat).items()}
            row["passed"] = int(score >= self.settings.pass_mark)
            row["honors"] = int(score >= self.settings.honors_mark)
            row |= {"finisher": int(seat.number in self.finishers), "finished": int(seat.finished())}
            row["realized"] = len(seat.realized)
            row["removed_projects"] = sum(copy.card.kind == "project" for copy in seat.removed)
            row["cubes_left"] = seat.cubes
            rows.append(row)
        return rows

    def game_row(self: Game) -> Row:
        return {
            "players": self.players,
            "turns": self.turns,
            "final_turns": self.final_turns,
            "finishers": ";".join(str(number) for number in self.finishers),
            "end_reason": self.end_reason,
        }

    def card_rows(self: Game) -> list[Row]:
        """The card events of every seat, card by card; ``kept``: copies that are hers in the end."""
        rows = []
        for seat in self.seats:
            events = seat.events + Counter(("kept", copy.card.id) for copy in seat.deck())
            for card in dict.fromkeys(card for _, card in events):
                row: Row = {"seat": seat.number, "card": card}
                row |= {event: times for (event, id), times in events.items() if id == card}
                if card in seat.realized_turn:
                    row["realized_turn"] = seat.realized_turn[card]
                rows.append(row)
        return rows
