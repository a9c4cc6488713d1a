"""One turn of a seat in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from balance.common.units import counted
from balance.engine.game.story import Row, listed
from balance.games.fairy_school.state import Said
from balance.games.fairy_school.tell.activations import Activation
from balance.games.fairy_school.tell.words import (
    Book,
    amounts,
    column_bill,
    deal,
    elements,
    name_column,
    one_element,
    split,
)

MOVED = {Said.TAKES: "takes back", Said.PLACES: "draws and places", Said.REMOVES: "removes"}
COUNTED = {"taken": "takes back", "drawn_placed": "draws and places", "removed": "removes"}


@dataclass
class Desk:
    """What is known of a seat from its turns so far."""

    studied: list[str] = field(default_factory=list)
    ongoing: list[str] = field(default_factory=list)
    sides: tuple[str, str] | None = None  # where shared cards go next and after that; None: before their owner
    per_turn: bool = False  # they change sides by turn, not by card

    def lay(self) -> str:
        """Where the next shared card goes (FS-86)."""
        assert self.sides is not None
        side = self.sides[0]
        if not self.per_turn:
            self.sides = self.sides[::-1]
        return side


def tell_turn(row: Row, desk: Desk, activations: Sequence[Activation] | None, book: Book) -> list[str]:
    """A seat's turn, a line for each part of it. ``activations``: None where only the row tells of them."""
    studies = _find_studies(row, desk, book)
    brought = [_tell_elements(row), _tell_kindness(row, book)]
    if activations is None:
        done = _count_activations(row)
        brought += [f"Studies {studies[name]}, by an effect" for name in split(row["studied_effect"])]
    else:
        done = _tell_activations(row, activations, studies, book)
    brought.append(_tell_corners(row, studies, book))
    lines = [
        _tell_planning(row, desk, book),
        done,
        ". ".join(filter(None, brought)),
        ". ".join(filter(None, (_tell_realized(row, book), _tell_leader(row), _tell_state(row, book)))),
    ]
    desk.ongoing = split(row["ongoing"])
    return [f"{line}." for line in lines if line]


# Phases 0 to 2


def _tell_planning(row: Row, desk: Desk, book: Book) -> str:
    told = [_tell_idle(row, desk, book), _tell_drawn(row), *_tell_played(row, desk, book)]
    return f"{book.seats[row['seat']]} {'; '.join(filter(None, told))}"


def _tell_idle(row: Row, desk: Desk, book: Book) -> str:
    if row["idle_pick"]:
        return f"has no project and takes {book.cards[row['idle_pick']].name} from the common discard"
    if desk.ongoing or row["is_final"] or row["turn_in_trimester"] == 1:
        return ""
    return "has no project, and the common discard has none of this trimester"


def _tell_drawn(row: Row) -> str:
    again = {0: "", 1: ", with a reshuffle"}.get(row["reshuffles"], f", with {row['reshuffles']} reshuffles")
    return f"draws {counted(row['drawn'], 'card')}{again}"


def _tell_played(row: Row, desk: Desk, book: Book) -> list[str]:
    columns = [column for column in (row["col_a"], row["col_b"]) if column >= 0]
    if not columns:
        return ["plays no column"]
    bill = column_bill(columns)
    paid = f" for {elements(bill)}" if any(bill) else ""
    told = [f"plays {listed([name_column(column) for column in columns])}{paid}"]
    shared = book.names(filter(None, (row["top_card_a"], row["top_card_b"])))
    if shared and desk.sides:
        told.append(f"shares {listed([f'{name} to the {desk.lay()}' for name in shared])}")
        if desk.per_turn:
            desk.sides = desk.sides[::-1]
    elif shared:
        told.append(f"shares {listed(shared)}")
    private = book.names(filter(None, (row["bottom_card_a"], row["bottom_card_b"])))
    return [*told, f"keeps {listed(private)} to itself"] if private else told


# Phase 3


def _count_activations(row: Row) -> str:
    """As far as the row tells: how many cards are activated, and moved by that."""
    done = {"of its own": row["act_own"], "of others": row["act_left"] + row["act_right"]}
    if not any(done.values()):
        return "Activates nothing"
    cards = listed([f"{counted(number, 'card')} {whose}" for whose, number in done.items() if number])
    again = f", {row['react']} of them again" if row["react"] else ""
    moved = [f"{word} {counted(row[column], 'card')}" for column, word in COUNTED.items() if row[column]]
    return "; ".join([f"Activates {cards}{again}", *moved])


def _tell_activations(row: Row, activations: Sequence[Activation], studies: Mapping[str, str], book: Book) -> str:
    if not activations:
        return "Activates nothing"
    groups = []
    for owner, those in groupby(activations, key=lambda activation: activation.owner):
        whose = "its own" if owner == row["seat"] else f"from {book.seats[owner]}"
        groups.append(f"{whose} {listed([_tell_activation(activation, studies) for activation in those])}")
    return f"Activates {'; '.join(groups)}"


def _tell_activation(activation: Activation, studies: Mapping[str, str]) -> str:
    told = [deal(activation.spent, activation.gained)]
    told += [f"{MOVED[said]} {listed([card.name for card in cards])}" for said, cards in activation.moved.items()]
    told += [f"studies {studies[activation.studied]}"] if activation.studied else []
    said = "; ".join(filter(None, told))
    return f"{activation.card.name}{' again' if activation.again else ''}{f' ({said})' if said else ''}"


# What the turn brought


def _tell_elements(row: Row) -> str:
    gained, spent = (elements(amounts(row, what)) for what in ("gain", "spend"))
    told = (
        f"In all gains {gained or 'nothing'}, spends {spent or 'nothing'}"
        if gained or spent
        else "Gains and spends nothing"
    )
    exchanged = _tell_exchanges(row)
    return f"{told}; {exchanged}" if exchanged else told


def _tell_exchanges(row: Row) -> str:
    number = row["conv3"] + row["conv4"] + row["conv6"]
    jokers = row["jokers"]
    if not number + jokers:
        return ""
    conv = amounts(row, "conv")
    made = elements([max(0, count) for count in conv])
    burnt = elements([max(0, -count) for count in conv])
    if not number:
        return f"{burnt} {'stands' if jokers == 1 else 'stand'} in for {made}"
    if number + jokers == 1:
        return f"exchanges {burnt} for {made}"
    also = f" and {counted(jokers, 'joker')}" if jokers else ""
    all_of_it = f"{counted(number, 'exchange')}{also}"
    return f"{all_of_it} turn {burnt} into {made}" if made else f"in the end {all_of_it} cost {burnt}"


def _tell_kindness(row: Row, book: Book) -> str:
    givers = {seat: row[f"kind_from_{seat}"] for seat in book.seats if row[f"kind_from_{seat}"]}
    if not givers:
        return "Nobody gives it a cube"
    return f"Cubes: {listed([f'{cubes} from {book.seats[seat]}' for seat, cubes in givers.items()])}"


def _find_studies(row: Row, desk: Desk, book: Book) -> dict[str, str]:
    """The creatures studied this turn, in order, and how that is told; the desk keeps them."""
    bonuses = iter(split(row["bonus_element"]))
    corner = [row["studied_corner"]] if row["studied_corner"] else []
    studies = {}
    for name in (*split(row["studied_effect"]), *corner):
        pair = book.creatures[name].pair
        second = any(book.creatures[other].pair == pair for other in desk.studied)
        desk.studied.append(name)
        brings = f", the second of its pair, for {one_element(next(bonuses))} more" if second else ""
        studies[name] = f"the {name.replace('_', ' ')}{brings}"
    return studies


def _tell_corners(row: Row, studies: Mapping[str, str], book: Book) -> str:
    gone = book.names(filter(None, (row["corner_top"], row["corner_bottom"])))
    if not gone:
        return ""
    corner = row["studied_corner"]
    lost = f"{listed(gone)} {'goes' if len(gone) == 1 else 'go'} to the discard pile"
    return f"At the study slots studies {studies[corner] if corner else 'nothing'}; {lost}"


# Phase 6


def _tell_realized(row: Row, book: Book) -> str:
    told = [f"{book.cards[card].name} ({elements(book.cards[card].cost.counts)})" for card in split(row["realized"])]
    if row["steps_now"]:
        final = book.finals[row["final_id"]]
        told.append(
            f"{counted(row['steps_now'], 'step')} of {final.name} (now {row['steps_total']} of {len(final.steps)})"
        )
    return f"Realizes {listed(told)}" if told else ""


def _tell_leader(row: Row) -> str:
    if not row["leader_bonus"]:
        return ""
    leads = (
        f"Leads the race with {counted(row['steps_total'], 'step')}"
        if row["steps_total"]
        else "Has no step like everybody else"
    )
    return f"{leads} and gains {one_element(row['leader_bonus'])}"


def _tell_state(row: Row, book: Book) -> str:
    stock = elements(amounts(row, "end")) or "no elements"
    ongoing = listed(book.names(split(row["ongoing"]))) or "none"
    return (
        f"Now {row['score']}: kindness {row['kind_total']}, {counted(row['cubes_supply'], 'cube')} left;"
        f" {stock}; ongoing: {ongoing}"
    )
