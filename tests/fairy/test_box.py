"""Which card makes which guess right on which other card, as bits (FY-11, FY-12)."""

from __future__ import annotations

from balance.cards import parse_cards
from balance.common.errors import Problems
from balance.games.fairy.cards import Cards, fairy_mask, read_fairy, right_masks
from balance.games.fairy.state import MAX_CARDS
from helpers.cards import frozen_cards

LINES = frozen_cards().read_text(encoding="utf-8").splitlines()
REFERENCE = "\n".join([LINES[0], *(line for line in LINES if line.startswith("fairy,"))]) + "\n"
HIGHER, LOWER, SAME, CATCH = range(4)


def cards_of(*edits: tuple[str, str]) -> Cards:
    """The reference cards with every first text replaced by the second."""
    text = REFERENCE
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    problems = Problems()
    cards = read_fairy(parse_cards(text, "cards.csv", ["fairy"]).tables["fairy"], problems)
    assert cards
    return cards


def charm_row(line: int) -> str:
    """The start of a charm row, as far as the suit: line 2 is charm 1."""
    return REFERENCE.splitlines()[line - 1].rsplit(",", 6)[0]


def test_the_reference_masks_are_the_four_guesses():
    masks = right_masks(cards_of())
    assert masks.shape == (64, 9)
    assert masks.dtype == "int64"
    for i in range(21):
        for j in range(21):
            pile, following = i + 1, j + 1
            expected = [following > pile, following < pile, i // 7 == j // 7, following in (4, 11, 18)]
            actual = [bool(int(masks[i, g]) >> j & 1) for g in range(4)]
            assert actual == (expected if i != j else [False] * 4)
    assert not masks[21:].any()
    assert not masks[:, 4:].any()


def test_the_fairy_mask():
    assert fairy_mask(cards_of()) == 1 << 3 | 1 << 10 | 1 << 17


def test_copies_are_cards_of_their_own():
    cards = cards_of((charm_row(2) + ",1,", charm_row(2) + ",3,"))
    assert [charm.number for charm in cards.deck[:4]] == [1, 1, 1, 2]
    masks = right_masks(cards)
    assert masks[0, SAME] & 0b111 == 0b110
    assert masks[1, HIGHER] & 0b111 == masks[1, LOWER] & 0b111 == 0  # FY-12: equal is neither


def test_card_64_is_the_sign_bit():
    cards = cards_of((charm_row(22) + ",1,,,", charm_row(22) + ",44,,fairy,"))
    assert len(cards.deck) == MAX_CARDS
    assert fairy_mask(cards) < 0
    assert right_masks(cards)[0, CATCH] < 0
    assert right_masks(cards)[63, CATCH] > 0
