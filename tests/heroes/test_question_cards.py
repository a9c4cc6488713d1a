"""What the questions say of cards, against a slow and obvious recomputation from the stored rows."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from statistics import correlation, fmean, linear_regression

import pytest

from balance.analysis.stats import Z
from balance.games.heroes.cards.box import Hero
from helpers.asked import said_of
from heroes.contract import CONTRACT
from heroes.logged import Logged, Row, by, effective, near, ratio, rows_of

pytestmark = pytest.mark.slow

# ---------------------------------------------------------------- 1 and 2: heroes

GAMES = CONTRACT.frozen["games"]


def test_early_picks(heroes, logged):
    rows = rows_of(heroes, "early_picks", "name")
    by_card = by(logged.met, "card")
    assert len(rows) == 60
    sure = 0
    for hero in logged.cards.heroes:
        row, met = rows[hero.name], by_card[hero.id]
        early = [
            m | {"gain": logged.of(m)["gain"], "win": logged.of(m)["win_share"]} for m in met if m["pick"] in (1, 2)
        ]
        dealt = sum(m["dealt"] for m in met)
        assert (row["seats"], row["early"]) == (len(early), pytest.approx(len(early) / dealt))
        assert row["left_over"] == pytest.approx(sum(m["left_over"] for m in met) / dealt)
        assert row["win"] == pytest.approx(fmean(m["win"] for m in early))
        gain, se = ratio(early, lambda m: m["gain"])
        assert row["gain"] == pytest.approx(gain)
        if len(early) < 30:
            assert row["low"] is None
        else:
            assert near(row, "low", "high", gain, se)
            sure += abs(gain) > 3.3 * se
    assert {row["sure"] for row in rows.values()} == {sure}
    assert {round(row["fair"], 9) for row in rows.values()} == {0.2}
    assert 15 <= sum(row["part"] == "chart" for row in rows.values()) <= 20


@pytest.mark.parametrize(
    ("low", "verdict"),
    [
        (0.02, "Picked early, Odo most clearly wins: +11 points of win rate (+2 to +20) vs. the same styles."),
        (-0.01, "No hero clearly wins more when picked early; highest: Elf, +12 points of win rate (−8 to +32)."),
    ],
)
def test_a_hero_is_said_to_win_only_where_it_clearly_does(low: float, verdict: str):
    row = {"sure": 0, "left_over": None, "action": "fight 1", "win": 0.3}
    odo = row | {"name": "Odo", "gain": 0.11, "low": low, "high": 0.22 - low}
    elf = row | {"name": "Elf", "gain": 0.12, "low": -0.08, "high": 0.32}
    assert said_of("heroes", "early_picks", [elf, odo]).verdict == verdict


def budget(hero: Hero) -> tuple[float, float]:
    """The worth of the best option, and the whole power budget."""
    fights, worth = {1: 2.6, 2: 4.4, 3: 5.4}, {"mission": 3.2, "tile": 2.0}

    def points(step) -> float:
        if step.word == "heal":
            return 0.7 * min(4, step.number if step.number > 0 else 4)
        return (
            fights[step.number]
            if step.word == "fight"
            else step.number
            if step.word == "shine"
            else worth.get(step.word, 0)
        )

    best = max(sum(map(points, option.steps)) for option in hero.action.options)
    slots = sum(0.8 * value + 0.3 if value else 0.55 for value in hero.slots)
    return best, best + slots + 0.18 * halves(hero) + 0.1 * hero.strength


def halves(hero: Hero) -> int:
    return sum(letter != "-" for letter in hero.left + hero.right)


def test_power_budget(heroes, logged):
    rows = rows_of(heroes, "power_budget", "action")
    picks = by((m for m in logged.met if m["picked"]), "card")
    gains = {}
    for action, held in by(
        ({"action": hero.action.text, "hero": hero} for hero in logged.cards.heroes), "action"
    ).items():
        row, cards = rows.pop(action), [holder["hero"] for holder in held]
        assert row["heroes"] == len(cards)
        assert row["worth"] == pytest.approx(fmean(budget(hero)[0] for hero in cards))
        assert row["budget"] == pytest.approx(fmean(budget(hero)[1] for hero in cards))
        assert row["halves"] == pytest.approx(fmean(map(halves, cards)))
        took = [m | {"gain": logged.of(m)["gain"]} for hero in cards for m in picks[hero.id]]
        gain, se = ratio(took, lambda m: m["gain"])
        assert (row["seats"], row["gain"]) == (len(took), pytest.approx(gain))
        assert near(row, "low", "high", gain, se)
    assert not rows
    for hero in logged.cards.heroes:
        gains[hero.id] = fmean(logged.of(m)["gain"] for m in picks[hero.id])
    worths = [budget(hero)[0] for hero in logged.cards.heroes]
    budgets = [budget(hero)[1] for hero in logged.cards.heroes]
    assert row["trade"] == pytest.approx(correlation(worths, [*map(halves, logged.cards.heroes)]))
    assert row["pays"] == pytest.approx(correlation(budgets, [*gains.values()]))
    assert row["slope"] == pytest.approx(linear_regression(budgets, [*gains.values()]).slope)
    assert row["trade_high"] == pytest.approx(math.tanh(math.atanh(row["trade"]) + Z / math.sqrt(57)))
    assert (row["least"], row["most"]) == pytest.approx((min(budgets), max(budgets)))


# ---------------------------------------------------------------- 5 and 6: missions and adversaries


def test_missions(heroes, logged):
    tried = [row for row in logged.turns if row["mission"]]
    fights = [row for row in logged.turns if (row["k"] or 0) > 0 and not row["mission"]]
    names = {mission.id: mission.name for mission in logged.cards.missions}
    groups = {names[mission]: some for mission, some in by(tried, "mission").items()}
    groups |= {f"fight against {k}": some for k, some in by(fights, "k").items()}

    def points(row: Row) -> float:
        return (row["mission_points"] or 0) if row["mission"] else row["won"] * row["k"] * logged.price

    rows = rows_of(heroes, "missions", "name")
    assert rows.keys() == groups.keys()
    for name, some in groups.items():
        row = rows[name]
        won = [1 - attempt["failed"] if attempt["mission"] else attempt["won"] for attempt in some]
        assert (row["tries"], row["done"]) == pytest.approx((len(some) / GAMES, fmean(won)))
        assert (row["points"], row["wounds"]) == pytest.approx(
            (fmean(map(points, some)), fmean(o["placed"] for o in some))
        )
        per_wound, se = ratio(some, points, lambda attempt: attempt["placed"])
        assert row["ratio"] == pytest.approx(per_wound)
        if len({attempt["game_no"] for attempt in some}) >= 30:
            assert near(row, "low", "high", per_wound, se)
    for prefix, some in (("mission", tried), ("fight", fights)):
        per_wound, se = ratio(some, points, lambda attempt: attempt["placed"])
        assert row[f"{prefix}_ratio"] == pytest.approx(per_wound)
        assert near(row, f"{prefix}_low", f"{prefix}_high", per_wound, se)
        assert row[f"{prefix}_points"] == pytest.approx(fmean(map(points, some)))
    first = [attempt for attempt in tried if attempt["space"] == 1]
    later = [attempt for attempt in tried if (attempt["space"] or 0) > 1]
    assert row["seat_tries"] == pytest.approx(len(tried) / (4 * GAMES))
    assert row["seat_done"] == pytest.approx((len(first) + len(later)) / (4 * GAMES))
    assert row["first_points"] == pytest.approx(fmean(attempt["mission_points"] for attempt in first))
    assert row["later_points"] == pytest.approx(fmean(attempt["mission_points"] for attempt in later))
    ahead = fmean(logged.of(attempt)["gain"] for attempt in first) - fmean(
        logged.of(attempt)["gain"] for attempt in later
    )
    assert row["ahead"] == pytest.approx(ahead)
    assert row["open_share"] == pytest.approx(1 - len(later) / len(first)), "two spaces: a later one is the last"


def test_conditions(heroes, logged):
    words = {"most": "most of a colour", "strongest": "most Strength", "set": "set of three colours"}
    words |= {"each": "for each of a colour", "tile": "for each tile"}
    groups = defaultdict(list)
    adversaries = {adversary.id: adversary for adversary in logged.cards.adversaries}
    tables = by(logged.seats, "game_no")
    for met in logged.met:
        if met["card"] not in adversaries or not met["kept"]:
            continue
        condition = adversaries[met["card"]].condition
        seat, rivals = logged.of(met), [s for s in tables[met["game_no"]] if s["seat"] != met["seat"]]
        tied = nearly = None
        if condition and condition.head in ("most", "strongest"):
            what = f"held_{condition.colors[0]}" if condition.head == "most" else "final_strength"
            lead = seat[what] - max(rival[what] for rival in rivals)
            tied, nearly = lead == 0, lead == -1
            assert met["used"] == (lead > 0), "the bonus is paid to who has more than anybody else"
        elif condition and condition.head == "count":
            nearly = seat["adv_held"] == condition.number - 1
        number = f"at least {condition.number} held" if condition else "plain"
        told = {
            "points": met["scored_base"] + met["scored_bonus"],
            "tied": tied,
            "nearly": nearly,
            "gain": seat["gain"],
        }
        groups[words.get(condition.head, number) if condition else number].append(met | told)
    rows = rows_of(heroes, "conditions", "condition")
    assert rows.keys() == groups.keys()
    for name, held in groups.items():
        row = rows[name]
        assert row["held"] == pytest.approx(len(held) / GAMES)
        for column in ("points", "gain"):
            middle, se = ratio(held, lambda adversary, column=column: adversary[column])
            low, high = ("low", "high") if column == "points" else ("gain_low", "gain_high")
            assert row[column] == pytest.approx(middle)
            assert near(row, low, high, middle, se)
        for column, of in (("paid", "used"), ("tied", "tied")):
            if (column == "paid" and name == "plain") or held[0][of] is None:
                assert row[column] is row[f"{column}_low"] is None
                continue
            share, se = ratio(held, lambda adversary, of=of: adversary[of])
            assert row[column] == pytest.approx(share)
            assert (row[f"{column}_low"], row[f"{column}_high"]) == pytest.approx(effective(share, se, len(held)))
        assert row["nearly"] == (None if held[0]["nearly"] is None else pytest.approx(fmean(o["nearly"] for o in held)))
        assert row["kinds"] == sum(
            words.get(a.condition.head, f"at least {a.condition.number} held") == name
            if a.condition
            else name == "plain"
            for a in adversaries.values()
        )


# ---------------------------------------------------------------- 8: tiles


def changes_of(logged: Logged) -> list[Row]:
    """What every adventure turn and every hit brought, in the order in which they happened."""
    told = []
    for (game_no, _), rows in by(logged.adventure, "game_no", "round").items():
        open_slots: Counter = Counter()
        for row in rows:
            open_slots[row["seat"]] += sum(logged.heroes[row["hero"]].slots)
        for row in sorted(rows, key=lambda row: (row["step"], (row["seat"] - row["start_seat"]) % 4)):
            seat = row["seat"]
            points = (
                row["gained"]
                + (row["won"] or 0) * (row["k"] or 0) * logged.price
                + row["pslot_after"]
                - open_slots[seat]
            )
            open_slots[seat] = row["pslot_after"]
            who = {"game_no": game_no, "seat": seat, "agent": row["agent"], "hero": row["hero"]}
            told.append(
                who | {"tile": row["tile_in_force"], "points": points, "placed": row["placed"] or 0, "hit": False}
            )
            if row["victim"] is not None:
                lost = row["victim_pslot"] - open_slots[row["victim"]]
                open_slots[row["victim"]] = row["victim_pslot"]
                who = {"game_no": game_no, "seat": row["victim"], "agent": None, "hero": None}
                told.append(who | {"tile": row["tile_drawn"], "points": lost, "placed": row["hit_placed"], "hit": True})
    return told


def test_tiles(heroes, logged):
    told = changes_of(logged)
    plain = by((acted for acted in told if not acted["tile"]), "hero", "agent")
    printed = {key: fmean(acted["points"] for acted in some) for key, some in plain.items()}
    for act in told:
        act["printed"] = printed.get((act["hero"], act["agent"]))
        known = act["hit"] or act["printed"] is not None
        act["change"] = act["points"] - (0 if act["hit"] else act["printed"]) if known else None
    rows = rows_of(heroes, "tiles", "tile")
    drawn = by((m for m in logged.met if m["drawn"]), "card")
    change = {}
    for tile in logged.cards.tiles:
        row, some = rows[tile.name], [acted for acted in told if acted["tile"] == tile.id]
        assert (row["what"], row["acts"]) == (tile.set, pytest.approx(len(some) / GAMES))
        assert row["points"] == pytest.approx(fmean(acted["points"] for acted in some))
        assert row["damage"] == pytest.approx(fmean(acted["placed"] for acted in some))
        known = [acted for acted in some if acted["change"] is not None]
        change[tile.id], se = ratio(known, lambda acted: acted["change"])
        assert row["change"] == pytest.approx(change[tile.id])
        assert near(row, "low", "high", change[tile.id], se)
        times = sum(m["drawn"] for m in drawn[tile.id])
        used = sum(m["resolved"] + m["placed_own"] + m["placed_opponent"] for m in drawn[tile.id])
        assert (row["drawn"], row["wasted"]) == pytest.approx((times / GAMES, 1 - used / times))
        if tile.set == "immediate":
            assert all(acted["hit"] for acted in some)
            assert row["points"] <= 0
    against = {tile.id for tile in logged.cards.tiles if tile.set == "interaction"}
    lost: Counter = Counter()
    for act in told:
        if act["hit"] or act["tile"] in against:
            lost[act["game_no"], act["seat"]] -= act["points"] if act["hit"] else change[act["tile"]]
    turned = []
    for game_no, seats in by(logged.seats, "game_no").items():
        best = {
            won: max((s["score"] + lost[game_no, s["seat"]] for s in seats if (s["win_share"] > 0) == won), default=-99)
            for won in (True, False)
        }
        turned.append(best[False] > best[True])
    assert row["turned"] == pytest.approx(fmean(turned))
    assert row["harm"] == pytest.approx(sum(lost.values()) / (4 * GAMES))
    assert row["margin"] == pytest.approx(fmean(game["margin"] for game in logged.games))
