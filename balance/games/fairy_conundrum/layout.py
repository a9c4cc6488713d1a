"""The table that a scenario describes: its cards laid out, each under the name that verbs call it by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.common.errors import nearest
from balance.engine.game.scenario import ScenarioError, ScenarioFile
from balance.engine.kernels.kernel import new
from balance.games.fairy_conundrum import codes, state
from balance.games.fairy_conundrum.cards import MORPHEMES, Cards
from balance.games.fairy_conundrum.play.games import clear_now, start_chance
from balance.games.fairy_conundrum.play.narration import lay_down
from balance.games.fairy_conundrum.play.setup import clear_table, new_piece, put_avatar
from balance.games.fairy_conundrum.rules.pieces import next_stamp
from balance.games.fairy_conundrum.rules.values import refresh
from balance.games.fairy_conundrum.table import fill_rules

MOMENTS = (
    "destiny", "volatility", "renewal", "gathering", "narration", "conspiracy", "joust", "maturation", "dream",
    "awakening",
)  # fmt: skip
ZONES = {
    "hand": codes.HAND,
    "deck": codes.DECK,
    "canvas": codes.CANVAS,
    "v": codes.VALLEY,
    "traps": codes.TRAPS,
    "rest": codes.REST,
    "fallow": codes.FALLOW,
    "memory": codes.MEMORY,
    "prison": codes.PRISON,
    "stored": codes.STORED,
}
LISTS = ("hand", "deck", "canvas", "valley", "rest", "prison", "traps")
PLAYER_KEYS = ("avatar", "stage", "life", "sparkles", *LISTS)
CARD_KEYS = ("id", "host", "actioned", "vol", "damage", "morphs", "narr")


class Layout:
    """A table built from a scenario."""

    def __init__(self, file: ScenarioFile) -> None:
        self.cards: Cards = file.cards
        self.t = new(state.TABLE)
        self.t.seed = file.plan.seed
        self.t.players = file.plan.players
        fill_rules(self.t, file.plan, file.cards)
        self.s = new(state.STATE)
        self.names: dict[str, int] = {}
        self.played = False
        self._lay_out(file.data)

    # Building

    def _lay_out(self, data: Mapping[str, Any]) -> None:
        s, t = self.s, self.t
        start_chance(s, t, 0)
        clear_table(s, t)
        s.scripted = 1
        s.turn = self._number(data.get("turn", 1), "turn", 1, 10_000)
        s.moment = self._code(MOMENTS, data.get("moment", "narration"), "moment")
        s.active = self._number(data.get("active", 0), "active", 0, t.players - 1)
        for seat, player in enumerate(data["players"]):
            self._seat(seat, player)
        for seat, player in enumerate(data["players"]):
            self._valley(seat, player.get("valley", []))
        for seat in range(t.players):
            clear_now(s, t, seat)
        refresh(s, t)

    def _seat(self, seat: int, player: Mapping[str, Any]) -> None:
        """One player's cards, all but what the entries of its valley say of them."""
        place = f"players, seat {seat}"
        if "avatar" not in player:
            allowed = '"avatar": the id of one; or, where styles play from the beginning, "seed" in the file'
            raise ScenarioError("the key 'avatar' is missing", place, allowed=allowed)
        self._known(player, PLAYER_KEYS, place)
        me = self.s.seat[seat]
        avatars = {stage: stages for stages in self.cards.avatars for stage in stages}
        avatar = self._card(player.get("avatar"), place)
        if avatar not in avatars:
            raise ScenarioError("this card is not an avatar", place, value=str(player.get("avatar")))
        me.stages[:] = avatars[avatar]
        put_avatar(self.s, self.t, seat, self._number(player.get("stage", 1), f"{place}, stage", 1, codes.STAGES) - 1)
        for stage in avatars[avatar]:
            self.names.setdefault(f"{self.cards.ids[stage]}#{self._copies(stage, seat)}", int(me.avatar))
        me.life = self._number(player.get("life", 20), f"{place}, life", 0, 10_000)
        me.sparkles = self._number(player.get("sparkles", 0), f"{place}, sparkles", 0, 10_000)
        free = seat * codes.PIECES_PER_SEAT + codes.DECK_PLACE
        for zone in LISTS:
            listed = player.get(zone, [])
            if not isinstance(listed, list):
                raise ScenarioError("is not a list", f"{place}, {zone}")
            for entry in listed:
                at = f"{place}, {zone}"
                if zone == "valley" and not isinstance(entry, dict):
                    raise ScenarioError("is not an object", at, value=str(entry), allowed='{"id": ...}')
                card = self._card(entry.get("id") if zone == "valley" else entry, at)
                if free >= (seat + 1) * codes.PIECES_PER_SEAT - codes.MAX_TOKENS:
                    raise ScenarioError("has too many cards", place)
                self._put(seat, free, card, zone)
                free += 1
        me.deck_card[: me.deck] = me.deck_card[: me.deck][::-1].copy()
        me.canvas_card[: me.canvas] = me.canvas_card[: me.canvas][::-1].copy()

    def _put(self, seat: int, p: int, card: int, zone: str) -> None:
        """One card into a zone; lists are as they are read, so that the first of a deck is at the bottom for now."""
        s, me = self.s, self.s.seat[seat]
        piece = s.piece[p]
        piece.token = int(self.t.card[card].kind == codes.TOKEN)
        new_piece(s, self.t, p, card, ZONES.get(zone, codes.VALLEY))
        piece.arrival = next_stamp(s)
        self._name(p)
        if zone == "hand":
            me.hand_card[me.hand] = p
            me.hand += 1
        elif zone == "deck":
            me.deck_card[me.deck] = p
            me.deck += 1
        elif zone == "canvas":
            me.canvas_card[me.canvas] = p
            me.canvas += 1
        elif zone == "valley":
            s.lay[s.laid] = p
            s.laid += 1
            piece.vol = self.t.card[card].vol
            s.hearing |= piece.hears
        elif zone == "traps":
            lay_down(s, p)
        elif zone == "prison":
            s.prisoners += 1
        elif zone == "rest" and self.t.card[card].kind == codes.SHELTER:
            piece.zone = codes.FALLOW

    def _name(self, p: int) -> None:
        """Give a piece its name: ID#1, ID#2 in the order of listing."""
        card = int(self.s.piece[p].card)
        number = 1
        while f"{self.cards.ids[card]}#{number}" in self.names:
            number += 1
        self.names[f"{self.cards.ids[card]}#{number}"] = p

    def _copies(self, stage: int, seat: int) -> int:
        """Which copy of an avatar's row this seat's is."""
        return 1 + sum(int(stage in self.s.seat[other].stages) for other in range(seat))

    def _valley(self, seat: int, entries: Sequence[Mapping[str, Any]]) -> None:
        """What the entries of a valley say of their cards."""
        counted: dict[int, int] = {}
        mine = [p for p in self.s.lay[: self.s.laid] if self.s.piece[p].owner == seat]
        for p, entry in zip(mine, entries, strict=True):
            place = f"players, seat {seat}, valley, {entry['id']}"
            self._known(entry, CARD_KEYS, place)
            counted[p] = 1
            piece = self.s.piece[p]
            if entry.get("host"):
                piece.host = self.piece(entry["host"], place)
            piece.actioned = int(bool(entry.get("actioned", False)))
            if "vol" in entry:
                piece.vol = self._number(entry["vol"], place, 0, 99)
            piece.damage = self._number(entry.get("damage", 0), place, 0, 999)
            self.s.hurt |= int(piece.damage > 0)
            if "morphs" in entry:
                morphemes = [self._code(MORPHEMES, code, place) for code in entry["morphs"]]
                piece.morphs = len(morphemes)
                piece.morph[: len(morphemes)] = morphemes
            narr = self._number(entry.get("narr", seat), place, 0, self.t.players - 1)
            if narr != seat:
                piece.narr = narr
                self.s.bewitched += 1

    # Reading

    def _number(self, value: Any, place: str, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ScenarioError("is not a number in this range", place, value=str(value), allowed=f"{low} to {high}")
        return value

    def _code(self, words: Sequence[str], value: Any, place: str) -> int:
        if not isinstance(value, str) or value not in words:
            like = nearest(str(value), words)
            raise ScenarioError(
                "there is no such word", place, value=str(value), allowed=", ".join(words), nearest=like
            )
        return words.index(value)

    def _known(self, given: Mapping[str, Any], keys: Sequence[str], place: str) -> None:
        for key in given:
            if key not in keys:
                like = nearest(key, keys)
                raise ScenarioError("there is no such key", place, value=key, allowed=", ".join(keys), nearest=like)

    def _card(self, id: Any, place: str) -> int:
        """The card row of an id."""
        if not isinstance(id, str) or id not in self.cards.numbers:
            like = nearest(str(id), self.cards.ids)
            raise ScenarioError("there is no such card", place, value=str(id), nearest=like)
        return self.cards.numbers[id]

    def piece(self, name: Any, place: str = "") -> int:
        """The piece of a name, ``ID`` or ``ID#k``."""
        full = name if isinstance(name, str) and "#" in name else f"{name}#1"
        if full not in self.names:
            self._name_tokens()
        if full not in self.names:
            like = nearest(full, self.names)
            raise ScenarioError("there is no such card on the table", place, value=str(name), nearest=like)
        return self.names[full]

    def _name_tokens(self) -> None:
        """Tokens made since get the next numbers of their ids."""
        named = set(self.names.values())
        for seat in range(self.t.players):
            first = seat * codes.PIECES_PER_SEAT + codes.TOKEN_PLACE
            made = [p for p in range(first, first + int(self.s.seat[seat].tokens)) if p not in named]
            for p in made:
                self._name(p)
