"""Who wins a game in plain Python: those with most points, or whom it names; nobody, where everybody loses."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.engine.runs.run import open_run
from balance.report.build import build_report
from balance.report.layout import blocks_of
from balance.report.page import DataTable
from helpers.command_line import balance, refused
from helpers.plain_games import forgotten, write_game

GAME = """\
class Dyke(Game):
    players = 1, 4
    features = {"points": "strength of the card"}
    styles = {"greedy": {"points": 1}, "lazy": {"points": -1}}

    def setup(self):
        self.dyke = 0

    def play(self):
        for _ in self.rounds(3):
            for player in self.players:
                card = player.choose(self.deck(), points=lambda card: card.points)
                player.take(card)
                player.gain(card.points)
                self.dyke += card.points
            self.dyke -= self.roll(2 * len(self.players))

    def winners(self):
        return self.players if self.dyke >= 0 else []
"""
CARDS = "id,name,points\nA,Sandsack,0\nB,Bagger,2\nC,Eimer,1\n"


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with forgotten():
        yield write_game(tmp_path, GAME, "dyke.py", CARDS)


def wins(file, *more) -> dict[str, str]:
    """By style, the win rate; of a run of 400 games in the folder ``run``."""
    assert balance("simulate", file, "--games", 400, "--out", "run", "-q", *more).code == 0
    sql = "SELECT agent, avg(win_share) AS won, avg(rank) AS place, min(winners) AS fewest FROM seats JOIN games "
    lines = balance("query", "run", sql + "USING (game_no) GROUP BY agent ORDER BY agent", "--format", "csv").lines[1:]
    return {line.split(",")[0]: line.partition(",")[2] for line in lines}


def test_all_can_lose_together(file):
    assert wins(file, "--players", 2, "--agents", "greedy,greedy") == {"greedy": "0.5,1.0,2"}
    assert balance("simulate", file, "--players", 2, "--agents", "lazy,lazy", "--games", 9, "--out", "lost").code == 0
    said = balance(
        "query", "lost", "SELECT sum(win_share) AS s, max(winners) AS w FROM seats JOIN games USING (game_no)"
    )
    assert said.lines[-2].split() == ["0", "0"]
    assert balance("replay", "lost", 3).lines[-1].startswith("Nobody wins: Points: 0, 0.")


def test_who_plays_alone_can_lose_and_the_report_judges_it(file):
    won = wins(file, "--players", 1)
    assert float(won["greedy"].split(",")[0]) == 1
    assert float(won["lazy"].split(",")[0]) == 0
    page = build_report(open_run(file.parent / "run"), first=False).page
    tables = {block.id: block for block in blocks_of(page.sections) if isinstance(block, DataTable)}
    assert tables["style-table"].frame["win_share"].to_list() == [1.0, 0.0]
    assert set(tables["style-table"].frame["agent"]) == {"greedy", "lazy"}


def test_what_is_no_player_cannot_win(file):
    file.write_text(file.read_text().replace("self.players if self.dyke >= 0 else []", "True"))
    says = refused("simulate", file, "--games", 5)
    assert "winners() gives True: a list of players, [] where everybody loses" in " ".join(says)


def test_the_doctor_asks_whether_nobody_can_lose(file):
    file.write_text(file.read_text().replace("if self.dyke >= 0 else []", ""))
    said = balance("doctor", file, "--max-time", 60)
    assert "all players win every game: if they can lose together, say so in `def winners(self):`" in said.out


@pytest.mark.usefixtures("blank_charts")
def test_a_game_that_nobody_ever_wins_has_a_report_and_no_game_to_come_back_in(file):
    file.write_text(file.read_text().replace("self.players if self.dyke >= 0 else []", "[]"))
    assert balance("simulate", file, "--games", 40, "--players", 3, "--out", "lost", "-q").code == 0
    said = balance("report", "lost", "--power", "off")
    assert said.code == 0, said
    page = Path("reports/dyke.html").read_text()
    assert "No game is won: being first decides nothing." in page
    assert "wins most" not in page
    why = refused("replay", "lost", "comeback")[0]
    assert why.endswith("no game was won by one player alone after more than one turn")


@pytest.mark.parametrize(
    ("who", "says"),
    [("[]", "nobody wins a game"), ("self.players", "each player wins exactly what the others at the table win")],
)
def test_where_no_player_can_be_ahead_no_style_is_called_the_strongest(file, who, says):
    file.write_text(file.read_text().replace("self.players if self.dyke >= 0 else []", who))
    said = balance("strength", file, "--games", 40, "--players", 2)
    assert said.lines[-1] == f"With 2 players styles cannot be rated: {says}."


def test_no_style_is_searched_for_where_nobody_wins(file):
    file.write_text(file.read_text().replace("self.players if self.dyke >= 0 else []", "[]"))
    said = balance("tune", file, "--games", 10, "--max-time", 0.1, "--players", 2)
    assert said.lines[0] == "No style can win more than another: nobody won any of the games."
