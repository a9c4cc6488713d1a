"""Fairy Conundrum once more, slow and obvious, written from the rules alone: the compiled game must agree with it.

Cards and players are objects, decks are lists, abilities are read from their text, and current values are worked out
anew whenever somebody looks. Each file beside this one adds a part of the rules: table, values (who has which numbers,
who a selector names), moves (into the valley and out of it), holds (prison, spells, widows), abilities (events, traps,
costs), operations and making (what steps do), joust (life and the end of a player), moments and narration. Here is the
order of play. The rows of the log are in log, the deciders in deciders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fairy_conundrum.reference.cards import Deck, GameOver, Row
from fairy_conundrum.reference.narration import Narration
from fairy_conundrum.reference.table import Settings
from helpers.logged_choices import ChoiceBook

SUMS = (
    "gathered", "effect_sparkles", "shared_received", "spent_calls", "spent_toll", "spent_mes", "spent_other",
    "fairies_called", "shards_called", "shelters_called", "traps_set", "traps_fired", "traps_lapsed",
    "abilities_used", "joust_attack", "joust_defence", "joust_life_taken", "joust_life_lost",
    "reaped_own", "reaped_foe", "imprisoned", "bewitched",
    "drawn_haversack", "drawn_canvas", "discarded", "exits", "cut",
)  # fmt: skip
"""Columns of ``turns`` that begin at 0."""


class Reference(Narration):
    """One game. ``play`` plays it all; tests may also arrange the table and play single moments."""

    def __init__(
        self,
        decks: Sequence[Deck],
        deciders: Sequence[Any],
        settings: Settings | None = None,
        chance: Any = None,
        tokens: Iterable[Row] = (),
    ):
        super().__init__(decks, deciders, settings, chance, tokens)
        self.queue, self.resolutions = [], 0
        self.opening, self.dream_point, self.radiance_of_base = False, None, ""
        self.falls = 1
        self.book = ChoiceBook()
        self.rows: list[dict[str, Any]] = []
        self.reason, self.winner = "", -1
        self.first_player = -1
        self.leader: int | None = None
        self.lead_changes = 0
        for player in self.players:
            player.points["life_initial"] = player.life

    def play(self) -> Reference:
        try:
            self.open_all()
            for _ in range(self.last_turn()):
                self.take_turn()
            self.reason = "stalemate"  # FC-102
        except GameOver:
            self.end()
        for player in self.living():
            self.write_row(player.seat)
        self.watch_lead()
        self.log_final_valley()
        return self

    def last_turn(self) -> int:
        """FC-102."""
        decks = [sum(count for _, count in player.deck_list.haversack) for player in self.players]
        return max(self.settings.turn_cap, max(decks) // 2 + 20)

    def take_turn(self) -> None:
        """FC-29."""
        self.begin_turn()
        for moment, what in self.moments().items():
            self.at(moment, what)
        for player in self.living():
            self.write_row(player.seat)
        self.watch_lead()

    def moments(self) -> dict[str, Callable[[], None]]:
        """What is done in each, in order; nothing in a Conspiracy that is not played."""
        return {
            "destiny": self.begin_destiny,
            "volatility": lambda: self.parts(self.volatility),
            "renewal": lambda: self.parts(self.renewal),
            "gathering": lambda: self.parts(self.gather),
            "narration": self.narration_moment,
            "conspiracy": self.conspiracy_moment if self.settings.conspiracy else lambda: None,
            "joust": self.joust_moment,
            "maturation": lambda: self.parts(self.mature),
            "dream": lambda: self.parts(self.dream),
            "awakening": self.end_awakening,
        }

    def begin_destiny(self) -> None:
        self.destiny_moment()
        if self.turn == 1:
            self.first_player = self.order[0]

    def end_awakening(self) -> None:
        self.parts(self.awaken)
        self.end_turn()

    def at(self, moment: str, what: Callable[[], None]) -> None:
        self.moment = moment
        what()

    def begin_turn(self) -> None:
        """What is counted by turns begins anew."""
        self.turn += 1
        for player in self.players:
            player.placed = False
            player.row = {}
            if player.alive:
                self.begin_row(player.seat)
        for card in self.cards:
            for slot in card.slots:
                slot.resolved, slot.used_by = 0, set()
        for player in self.players:
            for slots in player.stage_slots:
                for slot in slots:
                    slot.resolved, slot.used_by = 0, set()

    # -- the end (3.13)

    def end(self) -> None:
        """FC-101, FC-103."""
        left = self.living()
        if left and left[0].life >= 1:
            self.winner = left[0].seat
            self.reason = max(self.players, key=lambda player: player.fell).cause
        else:
            self.reason = "no_winner"

    def ranks(self) -> list[int]:
        """Survivors are first, then the last eliminated, and so on."""
        fell = [self.falls if player.alive else player.fell for player in self.players]
        return [1 + sum(other > own for other in fell) for own in fell]

    def watch_lead(self) -> None:
        lives = [player.life for player in self.players]
        ahead = [seat for seat, life in enumerate(lives) if life == max(lives)]
        if len(ahead) == 1:
            self.lead_changes += self.leader not in (None, ahead[0])
            self.leader = ahead[0]

    # -- rows of turns (section 6)

    def begin_row(self, seat: int) -> None:
        player = self.players[seat]
        player.row = {
            "turn": self.turn,
            "seat": seat,
            "agent": player.decider.name,
            "deck": player.deck_list.name,
            "avatar": player.deck_list.avatar[0].set,
            "life_start": player.life,
            "sparkles_start": player.sparkles,
            "joust_target": None,
        } | dict.fromkeys(SUMS, 0)

    def write_row(self, seat: int) -> None:
        """At the end of Awakening, at elimination, or when the game ends; once a turn."""
        player = self.players[seat]
        if not player.row:
            return
        with self.frozen():
            player.row |= self.row_at_the_end(seat)
        self.rows.append(player.row)
        player.row = {}

    def row_at_the_end(self, seat: int) -> dict[str, Any]:
        player, fairies = self.players[seat], self.fairies(seat)
        inside = [card for card in self.valley(seat) if card.host]
        return {
            "life_end": player.life,
            "score": player.life,
            "stage": player.stage,
            "maturation": player.stored_maturation,
            "sparkles_end": player.sparkles,
            "guests": len(inside),
            "shelters_in_valley": len(self.shelters(seat)),
            "explorers": len(fairies),
            "ray_total": sum(self.number(card, "ray") for card in fairies),
            "mat_total": sum(self.contribution(card) for card in fairies),
            "hand_end": len(self.lay("hand", seat)),
            "deck_end": len(player.deck),
            "canvas_end": len(player.canvas),
        }

    def log_final_valley(self) -> None:
        for card in self.in_play():
            self.log(card, "in_valley_at_end")
