"""The report of a game that one plays alone: nobody goes first, leads or comes back, and every game is won."""

from __future__ import annotations

import pytest

from balance.engine.game import Plan
from balance.engine.runs.run import Run, open_run
from balance.judging.power import UNCONTESTED
from balance.report.build import Measured, build_report
from balance.report.layout import blocks_of
from balance.report.page import DataTable, Page, Paragraph
from helpers.command_line import balance
from helpers.plain_games import forgotten, write_game

GAME = """\
class Alone(Game):
    players = 1
    features = {"points": "points of the card"}
    styles = {"greedy": {"points": 1}, "modest": {"points": -1}}

    def play(self):
        for _ in self.rounds(3):
            deck = self.deck()
            player = self.players[0]
            player.take(player.choose(deck, points=lambda card: card.points), deck)

    def score(self, player):
        return sum(card.points for card in player.hand)
"""
CARDS = """\
id,name,points
A,Ant,1
B,Bee,2
C,Cat,3
"""
TARGETS = """\
[[target]]
game = "alone"
players = 1
games = 1000
card_power = { margin = 0.1 }
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Page:
    folder = tmp_path_factory.mktemp("alone")
    file = write_game(folder, GAME, "alone.py", CARDS)
    with forgotten():
        assert balance("simulate", file, "--games", 100, "--out", folder / "run", "-q").code == 0
        return build_report(open_run(folder / "run"), first=False, measure=unasked).page


def unasked(run: Run, plan: Plan) -> Measured:
    raise AssertionError("no game is played again where every game is won")


def test_no_card_is_called_fair_and_no_target_of_cards_is_met(tmp_path):
    """Whatever a card does, the game is won."""
    file = write_game(tmp_path, GAME, "alone.py", CARDS)
    (tmp_path / "targets.toml").write_text(TARGETS)
    with forgotten():
        power = balance("power", file, "--max-games", 500, "--json").json
        (check,) = balance("check", file, "--folder", tmp_path, "--targets", tmp_path / "targets.toml", "--json").json
    assert {(card["verdict"], card["power"], card["why"]) for card in power["cards"]} == {("none", None, UNCONTESTED)}
    (target,) = check["targets"]
    assert [(judgement["verdict"], judgement["reason"]) for judgement in target["judgements"]] == [
        ("fail", "there is nothing to judge")
    ]


def test_there_is_no_word_of_others(page):
    assert page.subtitle.startswith("100 games, 1 player, ")
    ids = {section.id for section in page.sections}
    assert {"styles", "scores", "length", "cards", "power"} <= ids
    assert not {"first", "lead", "seats", "luck"} & ids
    assert "margins" not in {block.id for block in blocks_of(page.sections) if not isinstance(block, Paragraph)}
    said = " ".join(finding.text for finding in page.findings)
    assert not [word for word in ("win", "ahead", "victory", "share", "card") if word in said]


def test_no_tile_judges_who_wins(page):
    told = {tile.question: (tile.verdict, tile.weight, tile.number) for tile in page.tiles}
    assert told["Who goes first?"] == ("Nobody", "open", "")
    assert told["Which strategy?"] == ("By score", "open", "9")
    assert told["Cards"] == ("Not measured", "open", "")
    assert page.urgent == []


def test_styles_are_told_by_their_scores(page):
    (table,) = (
        block for block in blocks_of(page.sections) if isinstance(block, DataTable) and block.id == "style-table"
    )
    assert [view.label for view in table.columns] == ["Style", "Players", "Mean score", "Spread"]
