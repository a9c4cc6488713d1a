"""What is true of every game of the slow implementation of Fairy Conundrum (section 7), at any moment or at the end."""

from __future__ import annotations

from collections import Counter

from fairy_conundrum.reference.cards import COPIES, Card
from fairy_conundrum.reference.log import Tables
from fairy_conundrum.reference.whole import Reference


def check_table(game: Reference) -> None:
    """Between two turns."""
    check_cards(game)
    check_shelters(game)
    check_pairs(game)
    for player in game.living():
        assert player.sparkles >= 0
        assert player.life >= 0
        assert len(game.lay("hand", player.seat)) <= game.hand_maximum(player.seat) + len(game.players) * 4
        assert player.deck == [card for card in player.deck if card.zone == "deck"]
        assert Counter(map(id, player.deck)) == Counter(map(id, game.lay("deck", player.seat)))
        assert player.canvas == sorted(game.lay("canvas", player.seat), key=lambda card: card.row.rank)
    assert all(card.damage == 0 for card in game.cards)
    assert not game.queue
    assert not game.reap_dead()


def check_cards(game: Reference) -> None:
    """(a): nothing is lost, and every card is in a zone in which it may be."""
    for player in game.players:
        own = [card for card in game.cards if card.owner == player.seat and not card.token and not card.is_avatar]
        deck = player.deck_list
        assert len(own) == sum(count for _, count in deck.haversack) + len(deck.canvas)
        assert all(card.zone == "memory" for card in own) or player.alive
    for card in game.cards:
        check_card(game, card)
    for left, right in unwanted_copies(game):
        raise AssertionError(f"{left} and {right}")


def check_card(game: Reference, card: Card) -> None:
    shelter = card.row.kind == "shelter"
    assert card.zone not in (("deck", "rest", "traps") if shelter else ("canvas", "fallow"))
    assert not card.token or card.zone in ("valley", "memory", "fused")
    assert (card.zone == "fused") == (card.base is not None)
    assert card.zone == "stored" or card.bearer is None
    if card.zone not in ("valley", "prison"):
        assert not card.responsible
        assert card.damage == card.vol == 0
        assert not card.spouse
        assert not card.linked
        assert card.narr == card.owner
    if card.zone == "prison":
        assert card.waiting or (card.responsible and (card.responsible.in_valley or card.hold == "turn"))
    if card.zone == "stored":
        assert card.bearer is not None
        assert game.whole(card.bearer).zone in ("valley", "prison")
    assert len(card.morphs) <= 4
    assert len(set(card.morphs)) == len(card.morphs)


def unwanted_copies(game: Reference) -> list[tuple[Card, Card]]:
    """(j)."""
    found = []
    cards = game.valley()
    for place, one in enumerate(cards):
        for other in cards[:place]:
            for part in one.parts:
                if part.row.id in other.ids and part.row.astralae in ("D", "N", "E"):
                    same_side = one.narr == other.narr
                    found += [(one, other)] if same_side or part.row.astralae == "E" else []
    return found


def check_shelters(game: Reference) -> None:
    """(g)."""
    for card in game.valley():
        if card.kind == "shelter":
            assert game.free_slots(card) >= 0 or not game.guests(card)
        if card.host:
            assert card.host.in_valley
            assert card.is_fairy
            assert not card.actioned


def check_pairs(game: Reference) -> None:
    for card in game.valley():
        if card.spouse:
            assert card.spouse.spouse is card
            assert game.same_place(card, card.spouse)
            assert not card.widow
        if card.linked:
            assert card.linked.zone in ("valley", "prison")


def check_log(game: Reference, found: Tables) -> None:
    """The rows of a game that is over."""
    for row in found["seats"]:
        assert sum(value for name, value in row.items() if name.startswith("pts_")) == row["score"]
    for row in found["turns"]:
        before = row["sparkles_start"] + row["gathered"] + row["effect_sparkles"] + row["shared_received"]
        spent = row["spent_calls"] + row["spent_toll"] + row["spent_mes"] + row["spent_other"]
        assert before - spent == row["sparkles_end"] >= 0
        assert row["shelters_called"] <= 1
    for turn in range(1, game.turn + 1):
        rows = [row for row in found["turns"] if row["turn"] == turn]
        for one in rows:
            taken = sum(row["joust_life_taken"] for row in rows if row["joust_target"] == one["seat"])
            assert taken == one["joust_life_lost"]
        assert sorted(row["destiny_pos"] for row in rows) == list(range(len(rows)))
    living = [row for row in found["seats"] if row["rank"] == 1]
    assert game.winner < 0 or [row["seat"] for row in living] == [game.winner]
    for player in game.players:
        for card, count in player.deck_list.haversack:
            assert count <= COPIES[card.astralae] or player.deck_list.name == "hand-made"
