"""The power of cards, on games in which the truth is known beforehand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from balance.analysis.verdicts import (
    FAIR,
    NONE,
    TOO_STRONG,
    TOO_WEAK,
    UNDECIDED,
    CardPower,
    as_json,
    from_json,
    judged,
    usual_margin,
)
from balance.analysis.verdicts import verdict as verdict_on
from balance.common.errors import InputError
from balance.engine.kernels.lineup import drawn_player
from balance.engine.playing.runner import Watcher
from balance.judging.again import Room, users_in
from balance.judging.draws import drawn_players, drawn_ways
from balance.judging.effects import effect
from balance.judging.power import IDLE, Asked, PowerEvidence, _families, figures, power
from balance.judging.rounds import _end_of_round, _games_needed, _thinned, play_rounds
from balance.judging.trials import Trial, kinds_of, logged_cards, trials, with_row_of
from helpers.edited_plans import edited
from helpers.play import compile_once, make

GAMES = 1200
TILES = ("HFT1",)
MARGIN = 0.025


def heroes(**request):
    compile_once("heroes")
    return make("heroes", games=GAMES, seed=3, **request)


def rows_of(table, card: str, games: int = GAMES, **changes) -> tuple[Trial, pl.DataFrame]:
    """What games played again tell of a card of the plan."""
    trial = trials(table, [card])[card]
    assert trial is not None
    trial = replace(trial, **changes)
    room = Room(table)
    played = room.as_they_are(0, games)
    return trial, room.again(trial, played, played.met.filter(card=logged_cards(table).index(card)))


def test_every_peer_stands_in_a_place_equally_often():
    counts = np.bincount(drawn_ways(1, 2, np.arange(59_000), 59), minlength=59)
    assert len(counts) == 59
    assert ((counts - 1000) ** 2 / 1000).sum() < 58 + 5 * (2 * 58) ** 0.5


def test_who_is_drawn_for_a_whole_column_is_who_is_drawn_in_every_game():
    numbers = np.array([0, 1, 7, 10**12])
    seats = [int(drawn_player(2**63 - 1, game, 4)) for game in numbers]
    assert drawn_players(2**63 - 1, numbers, 4).tolist() == seats


@pytest.mark.slow
@pytest.mark.parametrize("way", ["HFA34", "HFA33"])
def test_a_card_against_one_with_its_numbers_changes_nothing(way):
    """Planted: Soot Imp's numbers are Lava Lizard's. With the one or itself in its place all ends as it did."""
    plan = heroes()
    rows = {row.id: row for row in plan.card_table.rows}
    twin = [("HFA33", name, rows["HFA34"].cell(name)) for name in ("set", "effect", "points", "traits", "cost")]
    _, frame = rows_of(edited(plan, *twin), "HFA33", ways=(way,))
    assert frame.height > 100
    assert frame["before"].equals(frame["after"].alias("before"))
    assert frame["points_before"].equals(frame["points_after"].alias("points_before"))
    assert frame["gained"].all()
    assert frame["gained_after"].all()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "card"), [("heroes", "HF14"), ("heroes", "HFA33"), ("fairy_school", "FS101"), ("fairy_school", "FS050")]
)
def test_copied_rows_play_as_a_table_filled_anew(game, card):
    compile_once(game)
    plan = make(game, games=GAMES, seed=3)
    kind = kinds_of(plan)[card]
    assert kind.rows
    _, copied = rows_of(plan, card, 400)
    _, filled = rows_of(plan, card, 400, kind=replace(kind, rows=()))
    assert copied.equals(filled)


@pytest.mark.slow
def test_a_row_of_the_table_in_anothers_place_is_the_same_exchange():
    """What games that say nothing of their kinds get: the cells of one row under the id of another."""
    plan = heroes()
    _, one = rows_of(plan, "HF14", 300, ways=("HF24",))
    other = with_row_of(plan, "HF14", "HF24")
    assert other is not None
    kind = replace(kinds_of(plan)["HF14"], rows=())
    _, two = rows_of(plan, "HF14", 300, ways=("HF24",), plan=lambda way: other, kind=kind)
    assert one.equals(two)


@pytest.mark.slow
def test_users_are_those_who_gained_it_and_two_way_counts_both_versions():
    _, rows = rows_of(heroes(), "HF24")
    gained, after = rows.filter("gained"), rows.filter("gained_after")
    assert 0 < after.height < rows.height
    assert rows.filter(~pl.col("gained") & ~pl.col("gained_after")).is_empty()
    assert gained.height > after.height  # the styles like it better than what may stand in its place
    assert effect(gained, "before", "after").value > effect(rows, "before", "after").value > 0


def test_of_a_match_that_is_decided_early_only_the_games_that_were_played_count():
    compile_once("fairy_conundrum")
    plan = make("fairy_conundrum", games=90, settings={"match_games": "3"}, log="turns")
    played = Room(plan).as_they_are(0, 90)
    assert 0 < (played.turns == 0).sum() <= 30  # of some matches the third
    assert (played.share.sum(axis=1)[played.turns == 0] == 0).all()
    assert not set(played.met["game_no"]) & set(played.numbers[played.turns == 0].tolist())
    assert (played.played == (played.turns > 0)).all()
    by_match = played.agent.reshape(30, 3, -1)
    assert (by_match == by_match[:, :1]).all()  # who sits there, sits there: played again, the third may be needed
    assert by_match.any(axis=(1, 2)).any()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "card"), [("heroes", "HF24"), ("alfheim", "nisse_1_a"), ("fairy_conundrum", "FC-F005")]
)
def test_it_is_known_how_all_who_gained_a_card_fared_though_few_are_played_again(game, card):
    """Of those played again the rows are the same; all others are there, too."""
    compile_once(game)
    settings = {"match_games": "3"} if game == "fairy_conundrum" else {}
    plan = replace(make(game, games=GAMES, seed=3, settings=settings), log="turns", log_every=1)
    trial = trials(plan, [card])[card]
    assert trial is not None
    evidence = PowerEvidence(trial, 0.12)
    rounds = play_rounds(plan, [evidence], 1200)
    again, everybody = evidence.gainers.again, evidence.gainers.everybody
    assert 0 < again.height < 0.8 * everybody.height
    columns = everybody.columns
    assert again.select(columns).join(everybody, on=columns, how="anti").is_empty()
    assert everybody.height == evidence.gains
    if plan.match_games == 1:
        share = np.concatenate([games.share for games in rounds])
        assert (share[everybody["case"], everybody["seat"]] == everybody["before"].to_numpy()).all()


@pytest.mark.slow
def test_of_games_without_a_user_few_are_played_and_count_for_all():
    """Users' rows are all there, the others' one in four, and two-way is what all of them would tell."""
    plan = heroes(agents="random")
    trial, every = rows_of(plan, "HF24")
    room = Room(plan)
    played = room.as_they_are(0, GAMES)
    met = played.met.filter(card=logged_cards(plan).index("HF24"))
    few = _thinned(PowerEvidence(trial, 0.01), met, users_in(plan, trial, met), plan)
    rows = room.again(trial, played, few, IDLE)
    of_users = every.filter(pl.col("gained").any().over("case"))
    assert rows.filter(weight=1).equals(of_users)
    idle = rows.filter(weight=IDLE)
    assert idle.drop("weight").equals(every.drop("weight").join(idle.select("case").unique(), on="case", how="semi"))
    count, seen = met.filter(gained=0).height, few.filter(gained=0).height
    assert abs(IDLE * seen - count) < 5 * (IDLE * count) ** 0.5
    assert abs(effect(rows).value - effect(every).value) < 3 * effect(rows).se


@pytest.mark.slow
def test_a_card_raised_far_above_its_kind_is_too_strong_and_an_empty_one_too_weak():
    """Two are raised alike: they have the same power."""
    plan = edited(heroes(), *((card, "effect", "shine 9") for card in ("HFT5", "HFT6")), ("HFT3", "effect", "none"))
    powers = power(plan, Asked(("HFT5", "HFT6", "HFT3"), until=0.015, most=16000))
    verdicts = {card.card: card.verdict for card in powers.cards}
    assert verdicts == {"HFT5": TOO_STRONG, "HFT6": TOO_STRONG, "HFT3": TOO_WEAK}
    assert {card.card for card in powers.weaken} == {"HFT5", "HFT6"}
    strong, twin = (powers.of(card) for card in ("HFT5", "HFT6"))
    assert strong is not None
    assert twin is not None
    assert strong.power == pytest.approx(twin.power, abs=0.03)
    assert strong.low is not None
    assert strong.low > usual_margin(4)
    assert strong.against.startswith("another tile ")


@pytest.mark.nightly
def test_power_depends_neither_on_threads_nor_on_where_it_was_stopped():
    class StopError(Exception):
        pass

    class Parts:
        def __init__(self) -> None:
            self.kept: dict[str, pl.DataFrame] = {}
            self.most = 3

        def load(self, name: str) -> pl.DataFrame | None:
            return self.kept.get(name)

        def store(self, name: str, part: pl.DataFrame) -> None:
            if len(self.kept) == self.most:
                raise StopError
            self.kept[name] = part

    plan = heroes()
    whole = power(plan, Asked(TILES, until=0.08, most=1000))
    parts = Parts()
    with pytest.raises(StopError):
        power(plan, Asked(TILES, until=0.08, most=1000), parts=parts)
    assert len(parts.kept) == parts.most
    parts.most = 1000
    assert power(plan, Asked(TILES, until=0.08, most=1000), workers=3, parts=parts) == whole
    assert from_json(as_json(whole)) == whole


def test_a_die_has_no_power_and_an_unknown_card_is_named():
    plan = heroes()
    dice = [row.id for row in plan.card_table.rows if row.kind == "die"]
    with pytest.raises(InputError, match=r"HFT1 .*`balance cards list heroes`"):
        power(plan, Asked(("HFT11",)))
    with pytest.raises(InputError, match=r"HF24 \(Odo Broth-and-Blade\)"):
        power(plan, Asked(("Odo",)))
    assert not set(dice) & set(trials(plan))


@pytest.mark.parametrize(
    ("value", "se", "two_way", "beyond", "verdict"),
    [
        (0.08, 0.01, 0.05, True, TOO_STRONG),
        (-0.08, 0.01, -0.05, True, TOO_WEAK),
        (0.08, 0.01, 0.01, True, UNDECIDED),  # two-way is not clearly on the same side
        (0.08, 0.01, -0.05, True, UNDECIDED),
        (-0.08, 0.001, -0.004, True, UNDECIDED),  # two-way is clear, and next to nothing
        (0.08, 0.02, 0.05, False, UNDECIDED),  # by chance, among many
        (0.001, 0.005, 0.0, False, FAIR),
        (0.03, 0.01, 0.02, False, UNDECIDED),  # reaches over the margin
    ],
)
def test_the_verdict_is_about_size_and_both_measures(value, se, two_way, beyond, verdict):
    half, of_two_way = 1.96 * se, (two_way - 1.96 * se, two_way + 1.96 * se)
    card = CardPower(
        *("HF14", "hero", UNDECIDED, ""),
        *(value, value - half, value + half),
        *(value, value - half, value + half),
        *(two_way, *of_two_way),
    )
    told, why = verdict_on(card, beyond, MARGIN)
    assert told == verdict
    assert bool(why) == (verdict == UNDECIDED)


@pytest.mark.parametrize(("errors", "verdict"), [(1.8, UNDECIDED), (2.1, TOO_STRONG), (-2.1, TOO_WEAK)])
def test_without_a_margin_chance_has_two_sides(errors, verdict):
    """1.8 standard errors are beyond 95 % of chance to one side, not of chance to either."""
    ends = ((errors - 1.96) / 100, (errors + 1.96) / 100)
    card = CardPower("HF14", "hero", UNDECIDED, "", *(errors / 100, *ends) * 3)
    assert judged([card], 0.0)[0].verdict == verdict


@pytest.mark.slow
def test_power_is_told_by_table_and_not_where_one_style_plays_alone():
    plan = heroes()
    asked = Asked(TILES, until=0.05, most=800)
    card = power(plan, asked).of("HFT1")
    alone = power(heroes(agents="greedy"), replace(asked, until=0.2))
    assert card is not None
    assert [table.name for table in card.by_table] == ["weak", "mixed", "strong"]
    assert min(table.users_power for table in card.by_table) < card.users_power < max(
        table.users_power for table in card.by_table
    )  # fmt: skip
    assert alone.cards[0].by_table == ()
    assert alone.agents == ("greedy",)


@pytest.mark.slow
def test_power_by_style_leaves_out_what_every_card_of_the_kind_is_worth_to_that_style():
    plan = heroes(agents="mixed(greedy,rival)")
    of_tiles = power(plan, Asked(tuple(f"HFT{tile}" for tile in range(1, 10)), until=0.08, most=800))
    among = [of_style for card in of_tiles.measured for of_style in card.by_style]
    of_all = [
        [of_style.power for of_style in among if of_style.name == style]
        for style in {of_style.name for of_style in among}
    ]
    whole = [powers for powers in of_all if len(powers) == len(of_tiles.measured)]
    assert whole
    assert [sum(powers) for powers in whole] == pytest.approx([0.0] * len(whole), abs=1e-9)


def test_a_game_that_declares_no_kinds_says_that_pairs_of_cards_are_tried_first():
    class Heard(Watcher):
        cards: tuple[int, ...] = ()

        def trying(self, cards: int) -> None:
            self.cards += (cards,)

    compile_once("fairy")
    plan, heard = make("fairy", games=10, seed=1), Heard()
    power(plan, Asked(("FYG4",), most=10), watcher=heard)
    assert heard.cards == ()
    power(replace(plan, game=replace(plan.game, kinds=())), Asked(("FYG4",), most=10), watcher=heard)
    assert heard.cards == (len(logged_cards(plan)),)


def test_a_card_that_is_left_alone_of_those_like_it_has_no_power_and_says_why():
    plan = edited(heroes(), ("HFT2", "copies", "0"))
    alone = [id for id, trial in trials(plan).items() if trial is None and kinds_of(plan)[id].gained]
    assert alone == ["HFT1"]
    card = power(plan, Asked(("HFT1",), until=0.2, most=40)).of("HFT1")
    assert card is not None
    assert (card.verdict, card.why) == (NONE, "There is no other card that could stand in its place.")


@pytest.mark.slow
def test_every_verdict_of_a_kind_without_exchange_says_why():
    plan = heroes()
    powers = power(plan, Asked(TILES, until=0.2, most=200))
    assert all(card.why for card in powers.cards if card.verdict in (NONE, UNDECIDED))


def found_of(gained: int, offered: int) -> PowerEvidence:
    """What games told of a card that so many gained of those to whom it was offered."""
    trial = trials(heroes(), ["HF14"])["HF14"]
    assert trial is not None
    return PowerEvidence(trial, 0.01, replays=offered, offered=offered, gained=gained, seats=offered)


def test_a_card_offered_often_and_gained_by_nobody_is_ignored():
    """Whatever becomes of the cards in its place."""
    assert found_of(gained=3, offered=5000).nothing_to_know
    assert found_of(gained=0, offered=5000).enough
    assert not found_of(gained=51, offered=5000).nothing_to_know
    assert not found_of(gained=0, offered=100).nothing_to_know


@pytest.mark.parametrize(
    ("named", "says"),
    [(True, "more games would tell"), (False, "`balance power heroes --card HFM03` looks at more")],
)
def test_of_a_card_that_hardly_anybody_gains_it_is_said_how_to_know_more(named, says):
    plan = heroes()
    known = counted("HFM03", named, offered=100, gained=8, seats=4000)
    assert figures(plan, {"HFM03": known})["HFM03"].why == f"Gained in only 0 of the games looked at: {says}."


def counted(card: str, named: bool = False, **known) -> PowerEvidence:
    """What a thousand games told of a card of Heroes."""
    trial = trials(heroes(), [card])[card]
    assert trial is not None
    return PowerEvidence(trial, 0.01, named, games=1000, **known)


def test_a_rare_card_is_waited_for_only_where_it_was_asked_for_by_its_name():
    known = {"half_width": 0.05, "offered": 900, "gained": 45}
    assert counted("HFM03", games_gained=50, **known).awaited
    assert not counted("HFM03", games_gained=49, **known).awaited
    assert counted("HFM03", games_gained=49, named=True, **known).awaited
    assert not counted("HFM03", games_gained=50, **known | {"half_width": 0.01}).awaited


@pytest.mark.parametrize("cards", [(), ("HFM05",)])
def test_where_a_card_is_asked_for_the_rare_of_its_kind_are_waited_for_too(monkeypatch, cards):
    """Its power is what it is worth beyond the mean of all of them, which is as sure as the least sure."""
    asked = []
    monkeypatch.setattr("balance.judging.power.play_rounds", lambda plan, evidence, *_: asked.extend(evidence) or [])
    power(heroes(), Asked(cards, until=0.1, most=100))
    assert {card.named for card in asked} == {bool(cards)}
    assert {card.until for card in asked if card.trial.card == "HFM03"} == {0.4 if cards else 0.1}


@pytest.mark.parametrize(
    ("first", "users", "half_width", "end"),
    [
        (0, 0, math.inf, 4000),
        (4000, 900, 0.009, 4000),  # known well enough
        (4000, 900, 0.0101, 5000),  # 64 players with it are 284 games, and a round has a thousand
        (4000, 900, 0.015, 9450),  # 1,226 players with it are 5,450 games
        (4000, 900, 0.09, 16000),  # not more than the usual round
        (4000, 0, math.inf, 16000),
        (16000, 900, 0.09, 30000),  # not more than there are
        (30000, 900, 0.09, 30000),
    ],
)
def test_a_round_has_as_many_games_as_the_neediest_card_needs(first, users, half_width, end):
    card = counted("HFM03", games_gained=500, users=users, gains=users, half_width=half_width)
    assert _end_of_round(heroes(), first, 30_000, [card]) == end


def test_of_a_card_that_all_gain_few_games_more_are_needed():
    """4,000 games had 16,000 players with it, of whom 900 were played again: 2,880 more of them are 720 games."""
    card = counted("HF08", games_gained=900, users=900, gains=16_000, half_width=0.02)
    assert _games_needed(card, 4000) == pytest.approx(720)


@pytest.mark.parametrize(("first", "end"), [(0, 3999), (3999, 15999), (15999, 48000), (48000, 48999)])
def test_a_round_has_whole_matches(first, end):
    """Three games each."""
    plan = make("fairy_conundrum", games=49_000, seed=3, settings={"match_games": 3})
    assert plan.match_games == 3
    assert _end_of_round(plan, first, 49_000, [counted("HFM03", games_gained=500)]) == end


@pytest.mark.slow
def test_cards_that_stand_in_for_one_another_have_a_mean_of_their_own():
    """A few that are alike go with their kind; a card alone is not called ordinary for being its own mean."""
    plan = heroes()
    tried = {id: trial for id, trial in trials(plan).items() if trial is not None}
    families = _families({id: tried[id] for id in ("HFM01", "HFM02", "HFM03", "HFM15", "HF14", "HF24")})
    ranks = {id: tried[id].family for id in tried if id.startswith("HFM")}
    assert len(set(ranks.values())) > 1
    assert ["HF14", "HF24"] in families
    assert sum(map(len, families)) == 6
    powers = power(plan, Asked(("HFT1",), until=0.2, most=200))
    assert all(card.power != 0.0 for card in powers.cards if card.power is not None)


def test_there_is_power_at_the_largest_table():
    compile_once("fairy")
    ten = make("fairy", games=400, players=10, seed=3)
    powers = power(ten, Asked(("FYG4",), until=0.5, most=400))
    assert powers.cards[0].gain_share
    assert powers.cards[0].users_power is not None
