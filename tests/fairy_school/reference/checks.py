"""Games of the slow implementation of Fairy School that check the invariants of section 7.3 as they go."""

from __future__ import annotations

from fairy_school.reference.elements import LETTERS
from fairy_school.reference.table import Copy, Row, Seat, Settings
from fairy_school.reference.whole import Game


class Checked(Game):
    """``play`` fails where an invariant does not hold. Numbers in comments are those of section 7.3."""

    def set_up(self) -> None:
        self.given = [0] * self.players  # cubes of each seat that are somebody's kindness by now
        self.news: dict[int, list[Copy]] = {}  # realized in the last turn, by seat
        super().set_up()
        for seat in self.seats:
            assert len(seat.draw) == 12
            assert len(seat.in_forest()) == 2
            assert len(seat.discard) == (3 if self.players == 2 else 2)

    def draft_projects(self) -> None:
        old = [copy for seat in self.seats for copy in seat.ongoing]
        discarded, left = len(self.common_discard), len(self.decks[self.trimester])
        super().draft_projects()
        assert all(len(seat.ongoing) == 3 for seat in self.seats)  # 9
        dealt = left - len(self.decks[self.trimester])
        if dealt:  # 13
            assert dealt == 4 * self.players
            assert dealt + len(old) == 3 * self.players + len(self.common_discard) - discarded

    def take_turn(self) -> None:
        before = {seat.number: [*seat.realized] for seat in self.seats}
        discarded = len(self.common_discard)
        super().take_turn()
        rows = [seat.rows[-1] for seat in self.seats]
        self.news = {seat.number: seat.realized[len(before[seat.number]) :] for seat in self.seats}
        assert len(self.common_discard) == discarded - sum(row["idle_pick"] is not None for row in rows)  # 13
        self.check_cubes(rows)
        for seat, row in zip(self.seats, rows, strict=True):
            self.check_seat(seat)
            check_row(row, seat.rows[-2] if self.turns > 1 else None, self.settings)

    def plan(self, seat: Seat) -> None:
        news, room = self.news.get(seat.number, []), len(seat.empty_slots())
        super().plan(seat)
        if room >= len(news):  # 10
            assert all(copy in seat.forest for copy in news)
        if self.turns == 1:  # 15
            assert seat.row["drawn"] == 8

    def check_cubes(self, rows: list[Row]) -> None:
        for giver in range(self.players):
            self.given[giver] += sum(row[f"kind_from_{giver}"] for row in rows)
            assert self.given[giver] + rows[giver]["cubes_supply"] == self.cubes  # 2
        assert sum(row["kind_total"] + row["cubes_supply"] for row in rows) == self.cubes * self.players
        gifts = sum(row["act_left"] + row["act_right"] for row in rows)
        assert gifts == sum(row["kind_gained"] for row in rows)  # 3
        for row in rows:
            shared = sum(row[f"top_card_{name}"] is not None for name in "ab")
            givers = [giver for giver in range(self.players) if row[f"kind_from_{giver}"]]
            assert row["kind_gained"] == sum(row[f"kind_from_{giver}"] for giver in range(6))
            assert all(row[f"kind_from_{giver}"] <= shared + rows[giver]["react"] for giver in givers)
            assert row["seat"] not in givers
            left, right = (row["seat"] + 1) % self.players, (row["seat"] - 1) % self.players
            if self.settings.sharing == "neighbours":
                assert set(givers) <= {left, right}
                assert rows[left][f"kind_from_{row['seat']}"] == row["act_left"] + row["act_right"] * (left == right)
            elif self.settings.insensitive_alternation == "per_turn":
                assert len(givers) <= 2
            else:
                assert len(givers) <= 4

    def check_seat(self, seat: Seat) -> None:
        cards = len(seat.draw) + len(seat.discard) + len(seat.in_forest()) + len(seat.removed)
        assert cards == (17 if self.players == 2 else 16) + len(seat.realized)  # 4
        assert not seat.shared
        assert not seat.personal
        assert len(seat.ongoing) <= 3  # 9
        assert len(set(seat.studied)) == len(seat.studied)  # 8
        assert seat.steps <= (4 if self.settings.length == "short" else 5)  # 12
        kept = sum(times for (event, _), times in seat.events.items() if event in ("kept_ongoing", "idle_taken"))
        assert len(seat.realized) <= kept  # 9

    def play(self) -> Checked:
        super().play()
        rows = self.seat_rows()
        for seat, row in zip(self.seats, rows, strict=True):
            assert row["score"] == sum(row[name] for name in row if name.startswith("pts_"))  # 1
            assert row["score"] == seat.rows[-1]["score"]
            assert row["pts_study"] == 2 * len(seat.studied) <= 24  # 8
            assert row["pts_projects"] == 3 * (row["realized"] - row["removed_projects"])  # 12
            assert row["pts_steps"] == 3 * seat.steps
            assert sum(len(turn["bonus_element"].split(";")) for turn in seat.rows if turn["bonus_element"]) <= 6
        assert abs(sum(row["win_share"] for row in rows) - 1) < 1e-9  # 14
        assert self.turns - self.final_turns == self.trimesters * self.trimester_turns  # 11
        assert bool(self.finishers) == (self.end_reason == "finished")
        return self


def check_row(row: Row, last: Row | None, settings: Settings) -> None:
    """A turn row, and the one before it."""
    columns = [row[name] for name in ("col_a", "col_b") if row[name] >= 0]
    assert len(set(columns)) == len(columns)  # 5
    for column in columns:
        assert row[f"{'EP FW'[column]}_spend"] >= 1 if column != 2 else True
    for place, letter in enumerate(LETTERS):  # 6
        start, end = row[f"{letter}_start"], row[f"{letter}_end"]
        assert end == start + row[f"{letter}_gain"] - row[f"{letter}_spend"] + row[f"{letter}_conv"]
        assert min(start, end, row[f"{letter}_gain"], row[f"{letter}_spend"]) >= 0
        assert start == (last[f"{letter}_end"] if last else settings.start_elements[place])
    lost = 2 * row["conv3"] + 3 * row["conv4"] + 5 * row["conv6"]
    assert sum(row[f"{letter}_conv"] for letter in LETTERS) == -lost  # 7
    assert row["corner_discards"] <= 2  # 8
    assert row["corner_discards"] >= bool(row["studied_corner"])
    assert ";" not in row["studied_corner"]
