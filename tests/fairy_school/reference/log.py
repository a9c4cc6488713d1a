"""Games of Fairy School played twice: by the slow implementation, and by the kernels as their log shows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import polars as pl

from balance.engine.game import Plan
from balance.engine.game.story import Happened
from balance.games.fairy_school.state import Event, Said
from fairy_school.reference.elements import LETTERS
from fairy_school.reference.end import LISTS
from fairy_school.reference.players import Player as SlowPlayer
from fairy_school.reference.players import RandomPlayer
from fairy_school.reference.table import Chance, Row, Seat, Settings
from fairy_school.reference.whole import Game
from helpers.logged_choices import ChoiceBook
from helpers.play import Rows

USUAL = "usual"
ELEMENT_NAMES = dict(zip(LETTERS, ("earth", "plants", "fire", "water", "air"), strict=True))
DEEDS = {
    "line 1": Said.LINE_1, "line 2": Said.LINE_2, "again 1": Said.AGAIN_1, "again 2": Said.AGAIN_2,
    "take": Said.TAKES, "place": Said.PLACES, "remove": Said.REMOVES,
}  # fmt: skip

NewPlayer = Callable[[Chance, int], SlowPlayer]


def settings_of(plan: Plan) -> Settings:
    """The settings of a plan, as the slow implementation wants them."""
    given = dict(plan.settings)
    elements = tuple(int(number) for number in str(given.pop("start_elements")).split(","))
    known: dict[str, Any] = {name: None if value == USUAL else value for name, value in given.items()}
    return Settings(setup=plan.variant, start_elements=elements, **known)


class LoggedGame(Game):
    """A game with the chance of the kernels, and with what only their log tells.

    ``new_player``: makes the player of a seat; by default all choose at random and play the kernels' game.
    """

    def __init__(self, plan: Plan, game_no: int, new_player: NewPlayer | None = None):
        self.game_no = game_no
        chance = Chance(plan.seed, game_no)
        players = [new_player(chance, seat) if new_player else RandomPlayer(chance) for seat in range(plan.players)]
        super().__init__(plan.cards, plan.players, players, settings_of(plan), chance)
        self.codes = {id: code for code, id in enumerate(plan.cards.ids)}
        self.book = ChoiceBook()
        self.leader: int | None = None  # who was ahead of all others last
        self.lead_changes = 0
        self.led: list[list[int]] = []  # by turn: who had the best score

    def ask(self, seat: Seat, point: str, options: Iterable[Any], *more: Any) -> Any:
        options = list(options)
        chosen = super().ask(seat, point, options, *more)
        self.book_choice(seat, point, options, chosen)
        return chosen

    def book_choice(self, seat: Seat, point: str, options: list[Any], chosen: Any) -> None:
        if point in ("draft_initial", "draft_project", "idle_pick"):
            self.book.log(seat.number, [copy.card.id for copy in options], chosen.card.id)
        elif point == "choose_final":
            self.book.log(seat.number, [final.id for final in options], chosen.id)

    def take_turn(self) -> None:
        super().take_turn()
        scores = [self.score(seat) for seat in self.seats]
        ahead = [number for number, score in enumerate(scores) if score == max(scores)]
        self.led.append(ahead)
        if len(ahead) == 1:
            self.lead_changes += self.leader not in (None, ahead[0])
            self.leader = ahead[0]

    def tables(self) -> dict[str, list[Row]]:
        """The rows of the four tables, as the log shows them, but for the columns that are the same in every row."""
        masks = self.book.masks()
        rows = {
            "turns": [self.turn_shown(row) for row in self.turn_rows()],
            "seats": self.seat_rows(),
            "games": [self.game_row()],
            "cards": [self.card_shown(row) for row in self.card_rows()],
        }
        scores = [row["score"] for row in rows["seats"]]
        for row in rows["cards"]:
            row["options_in"], row["chosen_in"] = masks.get((row["seat"], row["card"]), (0, 0))
        for seat, row in zip(self.seats, rows["seats"], strict=True):
            row["rank"] = 1 + sum(score > row["score"] for score in scores)
            row |= {"steps": seat.steps, "studied": len(seat.studied), "left_over": sum(seat.stock)}
            row["idle_picks"] = sum(turn["idle_pick"] is not None for turn in seat.rows)
            row["bonuses"] = sum(len(turn["bonus_element"].split(";")) for turn in seat.rows if turn["bonus_element"])
        winners = [row["seat"] for row in rows["seats"] if row["rank"] == 1]
        best, second, *_ = sorted(scores, reverse=True)
        rows["games"][0] |= {
            "winners": len(winners),
            "margin": best - second,
            "lead_changes": self.lead_changes,
            "lead_turn": self.lead_turn(winners),
            "finishers": len(self.finishers),
        }
        return rows

    def lead_turn(self, winners: Sequence[int]) -> int:
        """The turn from which on the winners led, and nobody else."""
        others = [turn for turn, ahead in enumerate(self.led, start=1) if ahead != winners]
        return min(self.turns, max(others, default=0) + 1)

    def turn_shown(self, row: Row) -> Row:
        shown = {name: cell for name, cell in row.items() if name not in LISTS}
        bonuses = [ELEMENT_NAMES[letter] for letter in row["bonus_element"].split(";") if letter]
        shown |= {name: row[name] for name in ("studied_effect", "realized")}
        shown |= {"studied_corner": row["studied_corner"] or None, "bonus_element": ";".join(bonuses)}
        shown["leader_bonus"] = ELEMENT_NAMES.get(row["leader_bonus"])
        del shown["deeds"]
        return shown

    def happened(self) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
        """By turn and seat what was activated and moved: code, owner and card, as the kernels say it."""
        return {
            (row["turn"], seat.number): [(DEEDS[deed], owner, self.codes[card]) for deed, owner, card in row["deeds"]]
            for seat in self.seats
            for row in seat.rows
            if row["deeds"]
        }

    def card_shown(self, row: Row) -> Row:
        seat, card = self.seats[row["seat"]], row["card"]
        shown = dict.fromkeys((event.name.lower() for event in Event), 0) | row
        kind = next((entry.kind for entry in self.cards.cards if entry.id == card), "final")
        taken = {"project": "realized", "final": "chosen"}.get(kind, "owned")
        played = ("steps_done",) if kind == "final" else ("played_shared", "played_personal")
        shown |= {"taken": shown[taken], "played": sum(shown[name] for name in played)}
        shown |= {"used": shown["act_owner"], "used_by_others": shown["act_others"]}
        shown |= {"first_turn": seat.first_turn.get(card, 0), "realized_turn": seat.realized_turn.get(card, 0)}
        return shown | {"met_turn": seat.met_turn[card]}


def said_of(happened: pl.DataFrame, game_no: int) -> dict[tuple[int, int], list[tuple[int, int, int]]]:
    """The same of a game of the kernels, from ``helpers.play.told``."""
    deeds = defaultdict(list)
    for turn, did, seat, two, three in happened.filter(game_no=game_no).select(Happened._fields).iter_rows():
        if did in DEEDS.values():
            deeds[turn, seat].append((did, two, three) if did < Said.TAKES else (did, seat, two))
    return dict(deeds)


SAME_IN_EVERY_ROW = {"game_no", "agent", "family", "players"}


def differences(game: LoggedGame, log: Rows) -> Iterator[str]:
    """Every cell of the four tables that is not the same."""
    for name, wanted_rows in game.tables().items():
        keys = ("turn", "seat", "card")
        logged = {tuple(row.get(key) for key in keys): row for row in log[name] if row["game_no"] == game.game_no}
        wanted = {tuple(row.get(key) for key in keys): row for row in wanted_rows}
        if logged.keys() != wanted.keys():
            yield f"{name}: rows {sorted(logged.keys() ^ wanted.keys(), key=str)[:8]}"
            continue
        for key in wanted:
            yield from wrong_cells(name, logged[key], wanted[key], game.settings)


def wrong_cells(name: str, logged: Row, wanted: Row, settings: Settings) -> Iterator[str]:
    """Cells of one row; every column of the log must be known."""
    fixed = SAME_IN_EVERY_ROW | ({"seed", "variant", *vars(settings)} if name == "games" else set())
    assert logged.keys() - wanted.keys() <= fixed, logged.keys() - wanted.keys()
    for column in logged.keys() & wanted.keys() - SAME_IN_EVERY_ROW:
        value, other = logged[column], wanted[column]
        same = abs(value - other) < 1e-6 if column == "win_share" else value == other
        if not same:
            row = ", ".join(f"{key} {wanted[key]}" for key in ("turn", "seat", "card") if key in wanted)
            yield f"{name}, {row}: {column} is {value}, not {other}"
