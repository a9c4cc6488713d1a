"""The example games: played on one worker and two, counted, told, compared, checked, reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from helpers.command_line import balance
from helpers.marks import by_day
from helpers.plain_games import EXAMPLES, forgotten

pytestmark = pytest.mark.slow

GAMES = 2200
"""Three parts at least: two workers have something to share."""
LONGEST = 60
"""Lines of code of an example."""


@pytest.fixture(scope="module", params=EXAMPLES)
def played(request, tmp_path_factory) -> tuple[str, Path]:
    """An example's file, and a folder with a run of it that two workers played."""
    folder = tmp_path_factory.mktemp(request.param)
    with forgotten():
        said = balance(
            *("simulate", EXAMPLES[request.param], "--games", GAMES, "--workers", 2, "--out", folder / "run", "-q")
        )
        assert (said.code, said.out, said.err) == (0, "", "")
        yield str(EXAMPLES[request.param]), folder


def asked(folder: Path, sql: str) -> list[list[str]]:
    """The rows that a query gives of the run."""
    said = balance("query", folder / "run", sql, "--format", "csv")
    assert said.code == 0, said.err
    return [line.split(",") for line in said.lines[1:]]


def test_an_example_is_short(played):
    text = Path(played[0]).read_text()
    assert "compiled = " in text or len([line for line in text.splitlines() if line.strip()]) < LONGEST


def test_one_worker_writes_the_same_bytes(played):
    file, folder = played
    assert balance("simulate", file, "--games", GAMES, "--workers", 1, "--out", folder / "alone", "-q").code == 0
    parts = sorted(part.relative_to(folder / "run") for part in (folder / "run").rglob("*.parquet"))
    assert len(parts) > 4
    assert parts == sorted(part.relative_to(folder / "alone") for part in (folder / "alone").rglob("*.parquet"))
    for part in parts:
        assert (folder / "run" / part).read_bytes() == (folder / "alone" / part).read_bytes(), part


def test_points_add_up_and_every_game_has_a_winner(played):
    _, folder = played
    parts = asked(folder, "SELECT column_name FROM (DESCRIBE seats) WHERE column_name LIKE 'pts_%'")
    total = " + ".join(name for (name,) in parts)
    assert asked(folder, f"SELECT count(*) FROM seats WHERE score <> {total}") == [["0"]]
    assert asked(folder, "SELECT game_no FROM seats GROUP BY 1 HAVING abs(sum(win_share) - 1) > 1e-6") == []
    assert asked(folder, "SELECT count(*), min(winners) >= 1, min(margin) >= 0 FROM games") == [
        [str(GAMES), "true", "true"]
    ]
    last = "SELECT count(*) FROM turns JOIN games USING (game_no) JOIN seats USING (game_no, seat)"
    assert asked(folder, f"{last} WHERE turns.turn = games.turns AND turns.score <> seats.score") == [["0"]]


def test_every_card_is_met_and_the_styles_differ(played):
    file, folder = played
    known = {row["id"] for row in balance("cards", "list", file, "--json").json}
    assert {card for (card,) in asked(folder, "SELECT DISTINCT card FROM cards")} == known
    shares = asked(folder, "SELECT agent, avg(win_share) FROM seats GROUP BY 1")
    assert len(shares) >= 2
    assert max(float(share) for _, share in shares) - min(float(share) for _, share in shares) > 0.02


def test_a_game_is_told_to_its_end(played):
    _, folder = played
    said = balance("replay", folder / "run", 7)
    assert said.code == 0, said.err
    assert said.lines[0] == "Turn 1"
    turns = [line for line in said.lines if line.startswith("Turn ")]
    assert turns == [f"Turn {number}" for number in range(1, len(turns) + 1)]
    assert re.search(r"^Player \d .*(wins|share the win) with -?\d+ points\.$", said.out, re.MULTILINE)


def test_a_style_of_ones_own_is_ten_lines(played, tmp_path):
    file, _ = played
    styles = Path(file).with_name("styles.toml")
    assert len(styles.read_text().splitlines()) <= 10
    told = balance("agents", file, "--styles", styles, "--json").json
    own = told["styles"][-1]
    assert own["weights"]
    words = ("--agents", f"{own['name']},greedy", "--styles", styles, "--games", 50, "--out", tmp_path / "run", "-q")
    assert balance("simulate", file, *words).code == 0


def test_reference_figures_are_kept_and_checked(played, tmp_path):
    file, _ = played
    words = ("--folder", tmp_path, "--power", "off", "-q")
    assert balance("baseline", file, "--games", 500, *words).code == 0
    said = balance("check", file, "--no-targets", "--json", *words)
    assert said.code == 0, said.out


EDITED = {"pig": "PG1", "picnic": "PN4", "storm": "ST24", "swift_pig": "PG1"}
"""By example, a card that helps whoever gains it."""


@pytest.mark.parametrize("name", by_day(["pig"], [name for name in EXAMPLES if name != "pig"]))
def test_its_cards_are_compared_and_judged(name, tmp_path):
    """One card scores a lot more: the same games show it, and so does its power."""
    with forgotten():
        cards = tmp_path / "cards.csv"
        head, *lines = EXAMPLES[name].with_name("cards.csv").read_text().splitlines()
        place, card = head.split(",").index("points"), EDITED[name]
        rows = [line.split(",") for line in lines]
        edited = [[*row[:place], "40", *row[place + 1 :]] if row[0] == card else row for row in rows]
        cards.write_text("\n".join([head, *map(",".join, edited)]) + "\n")
        words = ("--max-games", 1500, "--power", "off", "--no-report", "--json")
        said = balance("compare", EXAMPLES[name], "--cards-b", cards, *words)
        assert said.code == 0, said.err
        assert any(figure["verdict"] == "moved" for figure in said.json["figures"])
        words = ("--cards", cards, "--until", "5pp", "--max-games", 1500, "--json")
        (power,) = [row for row in balance("power", EXAMPLES[name], *words).json["cards"] if row["card"] == card]
        assert power["users_low"] > 0, power


@pytest.mark.parametrize("name", by_day(["pig"], [name for name in EXAMPLES if name != "pig"]))
@pytest.mark.usefixtures("blank_charts")
def test_the_report_has_the_general_sections(name, tmp_path):
    with forgotten():
        run = tmp_path / "run"
        assert balance("simulate", EXAMPLES[name], "--games", 1000, "--out", run, "-q").code == 0
        said = balance("report", run, "--out", tmp_path, "--power", "off", "-q")
        assert (said.code, said.out, said.err) == (0, "", "")
        page = (tmp_path / f"{name}.html").read_text()
        for words in ("Play styles", "Scores", "Cards"):
            assert words in page
