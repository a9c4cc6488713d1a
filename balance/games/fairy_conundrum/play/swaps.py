"""The reserve between the games of a match (FC-180, FC-181)."""

from __future__ import annotations

from balance.engine.kernels.decisions import begin_offers, offer
from balance.engine.kernels.kernel import kernel
from balance.games.fairy_conundrum.codes import Point, Verb
from balance.games.fairy_conundrum.play.choosing import choose
from balance.games.fairy_conundrum.play.setup import sort_cards
from balance.games.fairy_conundrum.rules.options import offer_pass


@kernel
def swap_cards(s, t, seat, participant):
    """FC-181: one card out for each card in (decision SWAP); every place of the reserve is used once at most."""
    match = s.match
    left = match.reserves[participant]
    while left > 0:
        list_swaps(s, participant, left)
        option = s.decision.option[choose(s, t, seat, Point.SWAP)]
        if option.verb == Verb.PASS:
            break
        out, into = option.card, option.target
        i = find_card(match.card[participant], out)
        k = find_card(match.reserve[participant], into)
        match.card[participant, i] = into
        match.reserve[participant, k] = match.reserve[participant, left - 1]
        match.reserve[participant, left - 1] = out
        sort_cards(match.card[participant], match.cards[participant])
        left -= 1
        sort_cards(match.reserve[participant], left)
    sort_cards(match.reserve[participant], match.reserves[participant])


@kernel
def find_card(cards, row):
    """The first place of a card in a list."""
    i = 0
    while cards[i] != row:
        i += 1
    return i


@kernel
def list_swaps(s, participant, left):
    """Stop, and every pair of different cards (out, in)."""
    match = s.match
    begin_offers(s.decision)
    offer_pass(s)
    for i in range(match.cards[participant]):
        if i > 0 and match.card[participant, i] == match.card[participant, i - 1]:
            continue
        for k in range(left):
            if k > 0 and match.reserve[participant, k] == match.reserve[participant, k - 1]:
                continue
            if match.card[participant, i] != match.reserve[participant, k]:
                offer(s.decision, Verb.TAKE, match.card[participant, i], match.reserve[participant, k])
