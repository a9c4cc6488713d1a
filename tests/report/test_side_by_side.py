"""Several runs compared: which clearly differ, what sets them apart, and that the figures are those of the runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from balance.analysis import side_by_side as analysis
from balance.analysis.database import Database
from balance.analysis.results import Results
from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.runner import simulate
from balance.engine.runs.run import Run
from balance.report.build import by_game, write_reports
from balance.report.page import DataTable
from balance.report.run_labels import run_labels
from balance.report.side_by_side import SUMMARY, Compared, compared, side_by_side
from helpers.cards import frozen_cards

pytestmark = pytest.mark.slow


def intervals(**ends: tuple[float, float]) -> dict[str, float]:
    """A row with the ends of every label's interval."""
    low = {f"{label} low": low for label, (low, _) in ends.items()}
    return low | {f"{label} high": high for label, (_, high) in ends.items()}


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (intervals(a=(0, 1), b=(0.9, 2)), "no"),
        (intervals(a=(0, 1), b=(1, 2)), "no"),
        (intervals(a=(0, 1), b=(1.1, 2)), "yes"),
        (intervals(a=(3, 4), b=(1.1, 2), c=(5, 6)), "yes, all"),
        (intervals(a=(0, 1), b=(0.5, 2), c=(5, 6)), "c from the others"),
        (intervals(a=(0, 2), b=(1.5, 3.5), c=(3, 6)), "a from c"),
        (intervals(a=(0, 1), b=(0, 1), c=(5, 6), d=(5, 6)), "4 of 6 pairs"),
        ({**intervals(a=(0, 1)), "b low": None, "b high": None}, "one run only"),
    ],
)
def test_verdicts(row: dict, says: str) -> None:
    labels = [name.removesuffix(" low") for name in row if name.endswith(" low")]
    assert analysis.verdict(row, labels) == says


def figures(*rows: tuple[str, float]) -> pl.DataFrame:
    """Figures with intervals of +-1."""
    return pl.DataFrame(
        [("f", name, value, value - 1, value + 1) for name, value in rows], analysis.SHAPE, orient="row"
    )


def test_a_figure_that_a_run_does_not_have_stays_empty() -> None:
    table = analysis.in_one_table({"x": figures(("a", 5), ("b", 1)), "y": figures(("b", 9), ("c", 2))}, "subject")
    assert table["subject"].to_list() == ["a", "b", "c"]
    assert table["x"].to_list() == [5, 1, None]
    assert table["y"].to_list() == [None, 9, 2]
    assert table["y mark"].to_list() == ["", "higher", ""]
    assert table["differs"].to_list() == ["one run only", "yes", "one run only"]


# ---- runs that were played


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    """Fairy with two and with six players."""
    folder = tmp_path_factory.mktemp("beside")
    return [simulate(plan(players=players), folder / f"p{players}") for players in (2, 6)]


@pytest.fixture(scope="module")
def read(runs: list[Run]) -> list[Compared]:
    sides = []
    for run in runs:
        with Database(run) as database:
            sides.append(compared(Results(database), f"{run.manifest['players']} players"))
    return sides


def plan(game: str = "fairy", **changes) -> Plan:
    return make_plan(Request(**{"game": game, "games": 400, "cards": frozen_cards(), **changes}))


def rows_of(run: Run, sql: str) -> tuple:
    with Database(run) as database:
        return database.frame(sql).row(0)


def test_the_figures_are_those_of_the_games(runs: list[Run], read: list[Compared]) -> None:
    for run, side in zip(runs, read, strict=True):
        values = {row["figure"]: row["value"] for row in side.figures.iter_rows(named=True)}
        players = run.manifest["players"]
        turns, shared, best = rows_of(
            run,
            "SELECT avg(turns), avg((winners > 1)::INT), (SELECT avg(b) FROM (SELECT max(score) b FROM seats "
            "GROUP BY game_no)) FROM games",
        )
        first, last = rows_of(
            run,
            f"SELECT avg(win_share) FILTER (seat = 0), avg(win_share) FILTER (seat = {players - 1}) FROM seats",
        )
        assert values["turns_mean"] == pytest.approx(turns)
        assert values["shared_share"] == pytest.approx(shared)
        assert values["best_score_mean"] == pytest.approx(best)
        assert values["first_gain"] == pytest.approx(first - 1 / players)
        assert values["last_gain"] == pytest.approx(last - 1 / players)
        (points,) = rows_of(run, "SELECT avg(score) FROM seats")
        assert side.sources["value"].sum() == pytest.approx(points)
        assert side.lengths["share"].sum() == pytest.approx(1)
        inside = (side.figures["low"] <= side.figures["value"]) & (side.figures["value"] <= side.figures["high"])
        assert inside.all()


def test_every_figure_has_a_name_and_the_chapter_every_run(read: list[Compared]) -> None:
    assert {name for side in read for name in side.figures["figure"]} == {headline.name for headline in SUMMARY}
    section = side_by_side(read)
    assert section
    (table, *_) = [block for block in section.blocks if isinstance(block, DataTable)]
    assert [view.label for view in table.columns] == ["Figure", "2 players", "6 players", "Clearly different"]
    assert table.frame.height == len(SUMMARY)
    assert side_by_side(read[:1]) is None


# ---- labels


@pytest.mark.parametrize(
    ("changes", "labels"),
    [
        ([{}], [""]),
        ([{"players": 2}, {"players": 4}], ["2 players", "4 players"]),
        ([{}, {"variant": "fifteen"}], ["base", "fifteen"]),
        ([{"players": 2}, {"players": 4, "games": 500}], ["2 players", "4 players"]),
        ([{"agents": "greedy"}, {}], ["all greedy", "mixed styles"]),
        ([{"settings": {"top_rule": "share"}}, {}], ["top_rule share", "top_rule compare"]),
        ([{"seed": 1}, {"seed": 2}], ["seed 1", "seed 2"]),
        ([{"games": 500}, {"games": 600}], ["500 games", "600 games"]),
        ([{}, {}], ["folder-0", "folder-1"]),
    ],
)
def test_labels_say_what_differs(changes: list[dict], labels: list[str]) -> None:
    plans = [plan(**change) for change in changes]
    assert run_labels(plans, [f"folder-{n}" for n in range(len(plans))]) == labels


def test_labels_of_equal_runs_in_folders_of_one_name() -> None:
    assert run_labels([plan(), plan()], ["run", "run"]) == ["run, run 1", "run, run 2"]


def test_labels_name_the_edited_cards(tmp_path: Path) -> None:
    text = frozen_cards().read_text(encoding="utf-8")
    before = plan()
    row = next(row for row in before.card_table.rows if row.cell("kind") == "guess")
    line = next(line for line in text.splitlines() if line.startswith(f"fairy,{row.cell('id')},"))
    cells = line.split(",")
    cells[8] = str(int(row.cell("points")) + 1)
    edited = tmp_path / "cards.csv"
    edited.write_text(text.replace(line, ",".join(cells)), encoding="utf-8")
    name = row.cell("name")
    assert run_labels([before, plan(cards=edited)], ["a", "b"]) == ["first card table", f"{name} edited"]


# ---- files


@pytest.mark.usefixtures("blank_charts")
def test_runs_of_one_game_share_a_page_and_each_is_there_once(
    runs: list[Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []
    monkeypatch.setattr(
        "balance.report.build.cached_experiments", lambda plan, *more: played.append((plan, more[-1])) or pl.DataFrame()
    )
    monkeypatch.setattr("balance.report.answers.answer", lambda results, question: answered(question))
    written = write_reports([*runs, runs[0]], tmp_path, workers=3)
    assert [page.name for page in written.pages] == ["fairy.html"]
    assert written.too_large == []
    assert [(plan.players, workers) for plan, workers in played] == [(2, 3)]  # beside the first run only
    html = written.pages[0].read_text(encoding="utf-8")
    assert html.count('type="radio"') == 2
    assert html.count("see the first run</a>") == sum(bool(q.experiments) for q in plan().game.questions)
    index = written.index.read_text(encoding="utf-8")
    assert "2 runs side by side: 2 players; 6 players" in index
    assert index.count('href="fairy.html"') == 1
    assert written.pages[0].stat().st_size < 5_000_000


def answered(question):
    from balance.report.page import Answered

    return Answered(f"question-{question.number}", question.number, question.text, "Yes.")


def test_runs_are_grouped_by_game_in_the_order_given(runs: list[Run]) -> None:
    other = replace(runs[0], manifest={**runs[0].manifest, "game": "heroes"}, path=runs[0].path / "other")
    assert {game: len(group) for game, group in by_game([other, *runs, other]).items()} == {"heroes": 1, "fairy": 2}
