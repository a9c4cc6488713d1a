"""A logged game of Fairy in plain words."""

from __future__ import annotations

from typing import Any

from balance.common.units import counted
from balance.engine.game import Plan
from balance.engine.game.decisions import Decision, Option, Wording
from balance.engine.game.story import LoggedGame, Row, end_turn, listed, seat_name, signed, whose
from balance.games.fairy.state import Point
from balance.games.fairy.table import end_fairies, fairies, target


def tell(game: LoggedGame) -> list[str]:
    """The story: the table, every turn, the end."""
    names = {charm.id: _card_name(charm) for charm in game.plan.cards.charms}
    guesses = {guess.key: guess.name for guess in game.plan.cards.guesses}
    seats = {row["seat"]: seat_name(row["seat"], row["agent"]) for row in game.seats}
    first = game.game["first_card"]
    lines = [
        f"Fairy, game {game.game['game_no']}, {game.game['variant']} rules: {listed(list(seats.values()))}.",
        f"The first pile card is {names[first]}."
        + (
            " It counts as a fairy that has appeared."
            if game.game["first_is_fairy"] and game.game["initial_fairy_counts"]
            else ""
        ),
    ]
    for turn, rows in game.by_turn():
        told = ["", *_tell_turn(turn, rows, names, guesses, seats, game.plan)]
        if turn == game.game["turns_main"]:
            told += ["", *_tell_main_end(game, seats)]
        lines += end_turn(turn, told)
    return [*lines, "", *_tell_end(game, seats)]


def wording(plan: Plan) -> Wording:
    """The words for its one decision."""
    guesses = [guess.name for guess in plan.cards.guesses]

    def option(decision: Decision, option: Option) -> str:
        return guesses[option.target]

    return Wording({Point.GUESS: "what the next card will be"}, option)


def look(plan: Plan, s: Any, t: Any, seat: int) -> list[str]:
    """The pile card, what is gone, and the scores."""
    deck = plan.cards.deck
    left = int(t.cards - s.position)
    lines = [
        f"On the pile: {_card_name(deck[s.pile])}. In the deck: {counted(left, 'card')}."
        f" {_fairies(int(s.fairies_seen), plan)}.",
    ]
    gone = [deck[place] for place in s.order[: s.position - 1].tolist()]
    if gone:
        short = ", ".join(f"{charm.number}{charm.suit}{'*' if charm.fairy else ''}" for charm in gone)
        lines.append(f"Gone: {short} (number and suit, * a fairy).")
    scores = []
    for other in range(plan.players):
        me = s.seat[other]
        last = "" if s.turn == 1 or not me.playing else (", wrong last", ", right last")[int(me.right)]
        out = "" if me.playing else ", out"
        scores.append(f"{whose(other, seat, plan.style_names[s.style[other]])} {signed(s.score[other])}{last}{out}")
    return [*lines, f"Scores: {'; '.join(scores)}. The end is at {int(t.target)}."]


def _card_name(charm) -> str:
    return f"the {charm.number} of suit {charm.suit}" + (", a fairy" if charm.fairy else "")


def _fairies(seen: int, plan: Plan) -> str:
    """How many have appeared, of those that end the game; where none does, of all."""
    return f"Fairies so far: {seen} of {fairies(plan.cards) if plan.variant == 'fifteen' else end_fairies(plan)}"


def _tell_turn(turn: int, rows: list[Row], names: dict, guesses: dict, seats: dict, plan: Plan) -> list[str]:
    row = rows[0]
    left = row["deck_left"]
    kind = "Extra turn" if row["phase"] == "tiebreak" else "Turn"
    lines = [
        f"{kind} {turn}. On the pile: {names[row['pile_card']]}. In the deck: {counted(left, 'card')}."
        f" {_fairies(row['fairies_seen'], plan)}.",
        f"  The card is {names[row['next_card']]}.",
    ]
    for row in rows:
        chance = f"giving it {100 * row['p_believed']:.0f} %"
        if row["right"]:
            result = f"right, +{row['gain']}"
        elif row["floor_saved"]:
            lost = f"wrong, −{row['loss']}" if row["loss"] else "wrong"
            result = f"{lost} (no score is below {signed(plan.cards.track.floor)})"
        else:
            result = f"wrong, −{row['loss']}"
        lines.append(
            f"  {seats[row['seat']]} guessed {guesses[row['guess']]}, {chance}: {result}, now {signed(row['score'])}."
        )
    return lines


def _tell_main_end(game: LoggedGame, seats: dict) -> list[str]:
    scores = ", ".join(f"{seats[row['seat']]} {signed(row['score_main'])}" for row in game.seats)
    line = f"The main phase ends: {_tell_reason(game, seats)}. Scores: {scores}."
    if game.game["turns_extra"]:
        best = max(row["score_main"] for row in game.seats)
        tied = [seats[row["seat"]] for row in game.seats if row["score_main"] == best]
        return [line, f"{listed(tied)} are tied for first place and play on."]
    return [line]


def _tell_reason(game: LoggedGame, seats: dict) -> str:
    if game.game["end_reason"] == "deck_out":
        return "the deck is empty"
    if game.game["end_reason"] == "target":
        points = target(game.plan)
        there = [seats[row["seat"]] for row in game.seats if row["score_main"] >= points]
        return f"{listed(there)} {'has' if len(there) == 1 else 'have'} {points} points or more"
    needed = game.game["end_fairies"]
    if needed == "all":
        return "the last fairy has appeared"
    return "a fairy has appeared" if needed == "1" else f"{needed} fairies have appeared"


def _tell_end(game: LoggedGame, seats: dict) -> list[str]:
    winners = [seats[row["seat"]] for row in game.seats if row["win_share"] > 0]
    if len(winners) > 1:
        return [f"{listed(winners)} share the victory."]
    how = " by breaking the tie" if game.game["decided"] == "tiebreak" else ""
    return [f"{winners[0]} wins{how}."]
