"""What the chart of comebacks says: what players win who lead, and who are far behind."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl
import pytest

from balance.report.sections.lead import READ_DOWN, _comeback, _comeback_verdict


class Told(dict):
    """Rows by the name of their query, with the plan of the run."""

    def __init__(self, rows: dict[str, pl.DataFrame], plan: object) -> None:
        super().__init__(rows)
        self.plan = plan


def cells(*rows: tuple[int, int, str, float]) -> pl.DataFrame:
    return pl.DataFrame(rows, ["bucket", "turn", "behind", "win_share"], orient="row")


def test_the_middle_turn_speaks_of_those_who_lead_and_those_furthest_behind() -> None:
    early = ((0, 3, "leading", 0.3), (1, 3, "1 to 4", 0.2))
    middle = ((0, 6, "leading", 0.5), (1, 6, "1 to 4", 0.25), (2, 6, "5 or more", 0.05))
    assert _comeback_verdict(cells(*early, *middle), "points") == (
        "After turn 6, players in the lead win 50.0\N{NO-BREAK SPACE}%; those 5 or more points behind win "
        "5.0\N{NO-BREAK SPACE}%. "
    )


def test_where_life_counts_nobody_is_so_many_points_behind() -> None:
    rows = cells((0, 6, "leading", 0.5), (1, 6, "5 or more", 0.05))
    assert "those 5 or more behind win" in _comeback_verdict(rows, "life")


def test_where_nobody_is_behind_or_ahead_often_enough_nothing_is_said() -> None:
    assert _comeback_verdict(cells((0, 3, "leading", 0.3)), "points") == ""
    assert _comeback_verdict(cells((1, 3, "1 to 4", 0.3), (2, 3, "5 or more", 0.1)), "points") == ""
    assert _comeback_verdict(cells((0, 3, "leading", 0.3)).clear(), "points") == ""


@pytest.mark.parametrize("players", [99, 100])
def test_a_chart_without_a_cell_does_not_say_how_to_read_one(players: int) -> None:
    rows = pl.DataFrame({"turn": [1, 1], "deficit": [0, 3], "win_share": [0.6, 0.2], "n": [players, 9]})
    plan = SimpleNamespace(game=SimpleNamespace(words={}), log_every=1, games=5, with_turns=lambda games: games)
    chart = _comeback(Told({"comeback": rows}, plan=plan))  # type: ignore[arg-type]
    assert (READ_DOWN in chart.note) == (players == 100)
