"""What the questions say of the play, against a slow and obvious recomputation from the stored rows."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from statistics import correlation, fmean, pstdev, stdev

import pytest

from helpers.asked import said_of
from heroes.logged import ENERGIES, Row, by, effective, near, ratio, rows_of

pytestmark = pytest.mark.slow

# ---------------------------------------------------------------- 3 and 4: fights and energies


def damage(row: Row) -> int:
    return sum(row[f"dmg_{kind}"] for kind in ("l", "f", "i", "any"))


def slots(row: Row) -> int:
    return sum(row[f"free_{kind}"] for kind in ("l", "f", "i", "generic"))


def test_fights(heroes, logged):
    fights = [row for row in logged.turns if (row["k"] or 0) > 0]
    for row in fights:
        row["set"] = "all three" if row["dice"] == "green+yellow+red" else row["dice"]
    parts = [("all", "all", fights)]
    parts += [("size", str(k), some) for k, some in by(fights, "k").items()]
    parts += [("dice", dice, some) for dice, some in by(fights, "set").items()]
    for part, name, some in parts:
        row = rows_of(heroes, "fights", "name", part=part)[name]
        lost, se = ratio(some, lambda fight: 1 - fight["won"])
        assert (row["fights"], row["lost"]) == (len(some), pytest.approx(lost))
        assert (row["low"], row["high"]) == pytest.approx(effective(lost, se, len(some)))
        assert row["damage"] == pytest.approx(fmean(map(damage, some)))
        assert row["taken"] == pytest.approx(fmean(fight["won"] * fight["k"] for fight in some))
        failed = [fight for fight in some if not fight["won"]]
        assert row["typed"] == pytest.approx(fmean(damage(fight) <= slots(fight) for fight in failed))
    cells = {(row["name"], row["slots"]): row for row in heroes.own("fights").filter(part="cell").to_dicts()}
    assert len(cells) == 9 * len({fight["set"] for fight in fights})
    for (dice, free), row in cells.items():
        some = [fight for fight in fights if fight["set"] == dice and min(8, slots(fight)) == int(free.rstrip("+"))]
        assert row["fights"] == len(some)
        assert row["lost"] == (pytest.approx(fmean(1 - fight["won"] for fight in some)) if len(some) >= 30 else None)


def test_a_fight_is_lost_as_the_dice_say(heroes):
    """Green: 0 0 1 1 1 2. With no free slot two of three fights are lost, with one every sixth, with two none."""
    lost = {row["slots"]: row for row in heroes.own("fights").filter(part="cell", name="green").to_dicts()}
    for free, expected in (("0", 2 / 3), ("1", 1 / 6), ("2", 0), ("8+", 0)):
        n = lost[free]["fights"]
        assert abs(lost[free]["lost"] - expected) <= 4 * math.sqrt(expected * (1 - expected) / n)


def test_energies(heroes, logged):
    struck = []
    for row in logged.turns:
        for energy, letter in ENERGIES.items():
            for prefix, free in (("dmg_", "free_"), ("hit_", "victim_free_")):
                points = row[prefix + letter] or 0
                if points:
                    short = max(0, points - row[free + letter])
                    told = {"energy": energy, "points": points, "free": row[free + letter], "short": short}
                    struck.append({"game_no": row["game_no"], "round": row["round"], **told})
    rows = {(row["energy"], row["round"]): row for row in heroes.own("energies").to_dicts()}
    assert len(rows) == 12
    for energy, letter in ENERGIES.items():
        for of_round in (None, 1, 2, 3):
            some = [hit for hit in struck if hit["energy"] == energy and of_round in (None, hit["round"])]
            row = rows[energy, of_round]
            points = sum(hit["points"] for hit in some)
            lost, se = ratio(some, lambda hit: hit["short"], lambda hit: hit["points"])
            assert (row["lost"], row["free"]) == pytest.approx((lost, fmean(hit["free"] for hit in some)))
            assert (row["low"], row["high"]) == pytest.approx(effective(lost, se, points))
            assert row["points"] == pytest.approx(points / len(logged.seats))
            ends = [t for t in logged.turns if t["turn"] in (8, 18, 29) and of_round in (None, t["round"])]
            assert row["spare"] == pytest.approx(fmean(t[f"{letter}_after"] for t in ends))
            halves = sum((hero.left + hero.right).count(letter.upper()) for hero in logged.cards.heroes)
            assert row["halves"] == halves


# ---------------------------------------------------------------- 7: starting a round


def test_starting(heroes, logged):
    starts = {1: 5, 2: 14, 3: 24}
    usual = {agent: fmean(seat["score"] for seat in seats) for agent, seats in by(logged.seats, "agent").items()}
    told, tables = [], by((row for row in logged.turns if row["turn"] in starts.values()), "game_no", "round")
    for (game_no, of_round), rows in tables.items():
        strength = {row["seat"]: row["strength"] for row in rows}
        starter, mean, most = rows[0]["start_seat"], fmean(strength.values()), max(strength.values())
        assert strength[starter] == most
        others = [seat for seat in strength if strength[seat] == most and seat != starter]
        gain = {seat: logged.seat[game_no, seat]["gain"] for seat in strength}
        points = {
            seat: logged.seat[game_no, seat]["score"] - usual[logged.seat[game_no, seat]["agent"]] for seat in strength
        }
        told.append({
            "game_no": game_no, "round": of_round, "win": logged.seat[game_no, starter]["win_share"],
            "gain": gain[starter], "tied": bool(others),
            "luck": gain[starter] - fmean([gain[seat] for seat in others]) if others else 0,
            "strength": most, "mean": mean,
            "xy": sum((strength[seat] - mean) * gain[seat] for seat in strength),
            "xp": sum((strength[seat] - mean) * points[seat] for seat in strength),
            "xx": sum((strength[seat] - mean) ** 2 for seat in strength),
        })  # fmt: skip
    for part, of_round in (("all", None), ("round", 1), ("round", 2), ("round", 3)):
        some = [start for start in told if of_round in (None, start["round"])]
        row = rows_of(heroes, "starting", "name", part=part)[f"round {of_round}" if of_round else "any round"]
        for column in ("win", "gain", "strength", "mean", "tied"):
            assert row[column] == pytest.approx(fmean(start[column] for start in some))
        assert (row["low"], row["high"]) == pytest.approx(
            effective(*ratio(some, lambda start: start["win"]), len(some)), abs=1e-4
        )
        assert near(row, "gain_low", "gain_high", *ratio(some, lambda start: start["gain"]))
        luck = ratio(some, lambda start: start["luck"], lambda start: start["tied"])
        assert row["luck"] == pytest.approx(luck[0])
        assert near(row, "luck_low", "luck_high", *luck)
        symbol = ratio(some, lambda start: start["xy"], lambda start: start["xx"])
        assert row["symbol"] == pytest.approx(symbol[0])
        assert near(row, "symbol_low", "symbol_high", *symbol)
        assert row["worth"] == pytest.approx(ratio(some, lambda start: start["xp"], lambda start: start["xx"])[0])
    arms = heroes.own("starting").filter(part="arm")
    assert arms["players"].to_list() == [2, 2, 2, 3, 3, 3, 4, 4, 4]


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [(0.01, 0.07, "more"), (-0.05, 0.12, "neither clearly more nor less"), (-0.07, -0.01, "less")],
)
def test_who_starts_wins_more_or_less_only_where_the_interval_says_so(low: float, high: float, word: str):
    luck = {"luck": 0.0, "luck_low": -0.1, "luck_high": 0.1, "symbol_low": None, "tied": None}
    row = luck | {"part": "all", "gain": (low + high) / 2, "gain_low": low, "gain_high": high}
    said = said_of("heroes", "starting", [row | {"win": 0.3, "low": 0.2, "high": 0.4}])
    assert f" All who start have the most Strength, and win {word}: " in said.points[0]


# ---------------------------------------------------------------- 9 and 10: the box, and who stays


def test_limits(heroes, logged):
    rows = heroes.own("limits").to_dicts()
    assert [row["players"] for row in rows] == [4, 2, 3, 4, 4, 4]
    run = rows[0]
    assert (run["adversaries"], run["tiles"]) == (42, 18)
    for column, value in (
        ("counters", lambda game: game["max_counters"]),
        ("over", lambda game: game["max_counters"] > 24),
        ("deck", lambda game: game["adv_deck_left"]),
        ("full", lambda game: game["row_left"] == 3),
        ("renewed", lambda game: game["supply_emptied"] > 0),
    ):
        assert run[column] == pytest.approx(fmean(map(value, logged.games)))
    assert run["held"] == pytest.approx(fmean(seat["adv_held"] for seat in logged.seats))
    for row in rows[1:]:
        in_row = 42 - row["deck"] - row["players"] * row["held"]  # three, or fewer where the row is not full
        assert 3 * row["full"] - 1e-9 <= in_row <= 3 * row["full"] + 2 * (1 - row["full"]) + 1e-9


def test_the_verdict_on_counters_is_that_of_this_run():
    table = {"adversaries": 42, "tiles": 18, "full": 1.0, "renewed": 0.0, "deck": 10.0}
    run = table | {"arm": "this run", "over": 0.0, "low": 0.0, "high": 0.01}
    crowd = table | {"arm": "4 brawlers", "over": 0.3, "low": 0.2, "high": 0.4}
    said = said_of("heroes", "limits", [run, crowd])
    assert said.verdict.startswith("24 counters suffice: ")
    assert said.points[0] == "Of the tables tried, 4 brawlers needs more most often: in 30 % of games."


def test_kept(heroes, logged):
    rows = rows_of(heroes, "kept", "name")
    lines: dict[int, Counter] = {1: Counter(), 2: Counter()}
    gone: dict[int, Counter] = {1: Counter(), 2: Counter()}
    pairs: dict[tuple[int, int], Counter] = defaultdict(Counter)
    before = {}
    for row in logged.turns:
        key = row["game_no"], row["seat"]
        if row["round"] < 3 and row["phase"] == "adventure":
            lines[row["round"]][row["hero"]] += 1
        if row["turn"] in (9, 19):
            gone[row["round"]].update(row[f"discard_{i}"] for i in (1, 2, 3))
        if row["turn"] == 19:
            before[key] = row["score"]
            pairs[key].subtract(row[f"discard_{i}"] for i in (1, 2, 3))
        if row["round"] == 2 and row["phase"] == "adventure":
            pairs[key][row["hero"]] += 1
    made = {key: logged.seat[key]["score"] - score for key, score in before.items()}
    for seats in by(logged.seats, "agent").values():
        keys = [(seat["game_no"], seat["seat"]) for seat in seats]
        usual = fmean(made[key] for key in keys)
        for key in keys:
            made[key] -= usual
    third = {}
    for hero in logged.cards.heroes:
        row = rows[hero.name]
        for column, of_round in (("one", 1), ("two", 2)):
            kept = 1 - gone[of_round][hero.id] / lines[of_round][hero.id]
            assert row[column] == pytest.approx(kept)
        keepers = [{"game_no": key[0], "made": made[key]} for key, pair in pairs.items() if pair[hero.id] > 0]
        assert (row["low"], row["high"]) == pytest.approx(effective(row["two"], 0, row["seats"]))
        if not keepers:
            assert row["third"] is None
            continue
        third[hero.id], se = ratio(keepers, lambda keeper: keeper["made"])
        assert row["third"] == pytest.approx(third[hero.id])
        assert near(row, "third_low", "third_high", third[hero.id], se)
    assert all(sorted(pair.elements()) and sum(pair.values()) == 2 for pair in pairs.values())
    assert sum(row["two"] * row["seats"] for row in rows.values()) / sum(
        row["seats"] for row in rows.values()
    ) == pytest.approx(0.4)
    keys = list(pairs)
    told = [sum(third[hero] * copies for hero, copies in pairs[key].items() if copies) for key in keys]
    got = [made[key] for key in keys]
    assert row["spread"] == pytest.approx(pstdev(got))
    explained = 1 - (1 - correlation(told, got) ** 2) * len(keys) / (len(keys) - len(third))
    assert row["explained"] == pytest.approx(max(0, explained), abs=1e-9)
    leaders = []
    for game_no, seats in by(logged.seats, "game_no").items():
        scores = sorted((before[game_no, seat["seat"]], seat["seat"]) for seat in seats)
        if scores[-1][0] > scores[-2][0]:
            leaders.append(logged.seat[game_no, scores[-1][1]]["win_share"])
    assert row["leader"] == pytest.approx(fmean(leaders))


# ---------------------------------------------------------------- headline figures


@pytest.fixture(scope="module")
def figures(heroes) -> dict[tuple[str, str], Row]:
    return {(row["figure"], row["subject"]): row for row in heroes.figures().to_dicts()}


def test_figures_of_seats_and_games(figures, logged):
    def check(figure: str, rows: list[Row], top: Callable, bottom: Callable = lambda _: 1, subject: str = "") -> None:
        row = figures[figure, subject]
        assert (row["value"], row["se"]) == pytest.approx(ratio(rows, top, bottom), rel=1e-6)
        assert row["low"] <= row["value"] <= row["high"]

    def adversaries(seat: Row) -> int:
        return sum(seat[name] for name in seat if name.startswith("pts_adv"))

    check("score_mean", logged.seats, lambda seat: seat["score"])
    check("adversaries_mean", logged.seats, lambda seat: seat["adv_held"])
    check("tiles_end_mean", logged.seats, lambda seat: seat["tiles_end"])
    check("bonus_share", logged.seats, lambda seat: adversaries(seat) - seat["pts_adv_base"], adversaries)
    parts = {
        "adversaries": adversaries,
        "missions": lambda seat: seat["pts_mission"],
        "prestige slots": lambda seat: seat["pts_prestige_slots"],
        "shine": lambda seat: seat["pts_shine"],
        "tiles and gifts": lambda seat: seat["pts_tile_points"] + seat["pts_gift"],
    }
    for part, points in parts.items():
        check("part_share", logged.seats, points, lambda seat: seat["score"], part)
    assert sum(figures["part_share", part]["value"] for part in parts) == pytest.approx(1)
    check("row_full_share", logged.games, lambda game: game["row_left"] == 3)
    check("deck_left_mean", logged.games, lambda game: game["adv_deck_left"])
    check("missions_cycled_mean", logged.games, lambda game: game["missions_cycled"])
    check("max_counters_mean", logged.games, lambda game: game["max_counters"])
    check("counters_over_share", logged.games, lambda game: game["max_counters"] > 24)
    for i in (1, 2, 3):
        starter = [logged.seat[game["game_no"], game[f"start_{i}"]] for game in logged.games]
        check("start_win_share", starter, lambda seat: seat["win_share"], subject=f"round {i}")
    assert figures["score_sd", ""]["value"] == pytest.approx(stdev(seat["score"] for seat in logged.seats))


def test_figures_of_fights_missions_and_tiles(figures, logged):
    fights = [row for row in logged.turns if (row["k"] or 0) > 0]

    def check(
        figure: str, rows: Iterable[Row], top: Callable, bottom: Callable = lambda _: 1, subject: str = ""
    ) -> None:
        row = figures[figure, subject]
        assert (row["value"], row["se"]) == pytest.approx(ratio(rows, top, bottom), rel=1e-6)

    for k in (1, 2, 3):
        check("fights_mean", logged.turns, lambda row, k=k: row["k"] == k, lambda row: 1 / 120, str(k))
        check("fight_size_share", fights, lambda row, k=k: row["k"] == k, subject=str(k))
        check(
            "fight_lost_share",
            fights,
            lambda row, k=k: row["k"] == k and not row["won"],
            lambda row, k=k: row["k"] == k,
            str(k),
        )
    check("fight_lost_share", fights, lambda row: not row["won"], subject="all")
    tried = [row for row in logged.turns if row["mission"]]
    check("missions_mean", logged.turns, lambda row: (row["space"] or 0) > 0, lambda row: 1 / 30)
    check("mission_failed_share", tried, lambda row: row["failed"])
    check("tiles_drawn_mean", logged.turns, lambda row: row["tile_drawn"] is not None, lambda row: 1 / 120)
