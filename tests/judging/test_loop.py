"""The loop of a designer: find the card that is too strong, see which number to turn, turn it, see that it is fair."""

from __future__ import annotations

import pytest

from balance.analysis.verdicts import FAIR, TOO_STRONG
from balance.judging.power import Asked, power
from balance.judging.sensitivity import AskedEdits, same_players, sensitivity
from helpers.edited_plans import edited
from helpers.play import compile_once, make

pytestmark = pytest.mark.nightly

MARGIN = 0.04
ASKED = Asked(("HFT5",), until=0.015, most=40_000)


def test_find_weaken_fair():
    """Planted: a tile of Heroes that pays 6 points. What its number does leads back to what is fair."""
    compile_once("heroes")
    plan = edited(make("heroes", games=1, seed=4), ("HFT5", "effect", "shine 6"))
    powers = power(plan, ASKED).judged_with(MARGIN)
    assert [card.card for card in powers.weaken] == ["HFT5"]
    before = powers.of("HFT5")
    assert before is not None
    assert before.verdict == TOO_STRONG
    tried = sensitivity(plan, AskedEdits(("HFT5",), 4, until=0.03, most=4_000))
    weaker = min(tried.edits, key=lambda edit: edit.win_share.change if edit.win_share else 0.0)
    assert (weaker.column, weaker.after) == ("effect", "shine 2")
    assert weaker.win_share is not None
    assert weaker.win_share.high < 0
    mended = edited(plan, ("HFT5", weaker.column, weaker.after))
    after = power(mended, ASKED).judged_with(MARGIN).of("HFT5")
    assert after is not None
    assert after.verdict == FAIR
    same = same_players(plan, ["HFT5"], mended.card_table, 0.03, 4_000)["HFT5"]
    assert same is not None
    assert same.high < 0
    assert same.change == pytest.approx(weaker.win_share.change, abs=0.03)  # as was foretold
