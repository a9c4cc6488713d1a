"""The reserve between the games of a match (FC-180, FC-181)."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_offers, offer
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import Point, Verb
from balance.games.fairy_conundrum.play.choosing import choose
from balance.games.fairy_conundrum.play.setup import sort_cards
from balance.games.fairy_conundrum.rules.options import offer_pass


@kernel
def swap_cards(s, t, seat, one):
    """FC-181: one card out for each card in (decision SWAP); every place of the reserve is used once at most."""
    match = s.match
    left = match.reserves[one]
    while left > 0:
        list_swaps(s, one, left)
        option = s.decision.option[choose(s, t, seat, Point.SWAP)]
        if option.verb == Verb.PASS:
            break
        out, into = option.card, option.target
        i = find_card(match.card[one], out)
        k = find_card(match.reserve[one], into)
        match.card[one, i] = into
        match.reserve[one, k] = match.reserve[one, left - 1]
        match.reserve[one, left - 1] = out
        sort_cards(match.card[one], match.cards[one])
        left -= 1
        sort_cards(match.reserve[one], left)
    sort_cards(match.reserve[one], match.reserves[one])


@kernel
def find_card(cards, row):
    """The first place of a card in a list."""
    i = 0
    while cards[i] != row:
        i += 1
    return i


@kernel
def list_swaps(s, one, left):
    """Stop, and every pair of different cards (out, in)."""
    match = s.match
    begin_offers(s.decision)
    offer_pass(s)
    for i in range(match.cards[one]):
        if i > 0 and match.card[one, i] == match.card[one, i - 1]:
            continue
        for k in range(left):
            if k > 0 and match.reserve[one, k] == match.reserve[one, k - 1]:
                continue
            if match.card[one, i] != match.reserve[one, k]:
                offer(s.decision, Verb.TAKE, match.card[one, i], match.reserve[one, k])
