"""A request becomes a plan, or is refused with what is allowed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from balance.common.errors import InputError
from balance.engine.game import Plan, find_game, game_ids
from balance.engine.game.agents import lineup_text, read_lineup
from balance.engine.game.game_file import GameFile
from balance.engine.game.plan import LARGEST_SEED, Request, make_plan, plan_from_manifest
from balance.engine.runs.run import create_run, same_request
from helpers.cards import frozen_cards
from helpers.run_tools import small_plan


def refused(**changes) -> list[str]:
    """What is said about a request with these changes."""
    with pytest.raises(InputError) as error:
        small_plan(**changes)
    return str(error.value).split("\n")


def test_without_wishes_the_usual_game_is_played():
    plan = small_plan()
    assert (plan.players, plan.variant, plan.lineup, plan.fixed_seats, plan.log) == (4, "base", (), False, "turns")
    assert plan.settings == {
        "initial_fairy_counts": True,
        "end_fairies": "all",
        "top_rule": "compare",
        "fifteen_target": 15,
    }


def test_every_number_of_players_in_the_rules_can_be_planned():
    assert [small_plan(players=players).players for players in range(2, 11)] == list(range(2, 11))


@pytest.mark.parametrize("players", [-1, 0, 1, 11, 10**30])
def test_another_number_of_players_is_refused(players):
    assert refused(players=players) == [f"Fairy cannot be played by {players}", "  allowed: 2 to 10 players"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"game": "fary"},
            ["there is no game 'fary'", f"  allowed: {', '.join(game_ids())}", "  did you mean 'fairy'?"],
        ),
        (
            {"variant": "fiften"},
            ["there is no variant of Fairy 'fiften'", "  allowed: base, fifteen", "  did you mean 'fifteen'?"],
        ),
        ({"log": "turn"}, ["there is no log level 'turn'", "  allowed: turns, seats", "  did you mean 'turns'?"]),
        ({"settings": {"top_rule": "clam"}}, ["setting top_rule cannot be 'clam'", "  allowed: compare, clamp, share"]),
        ({"seed": -1}, ["--seed cannot be -1", f"  allowed: a whole number from 0 to {LARGEST_SEED}"]),
        (
            {"seed": 2**63},
            ["--seed cannot be 9223372036854775808", f"  allowed: a whole number from 0 to {LARGEST_SEED}"],
        ),
        ({"games": 0}, ["--games cannot be 0", "  allowed: a whole number from 1 to 1000000000000"]),
        ({"games": -5}, ["--games cannot be -5", "  allowed: a whole number from 1 to 1000000000000"]),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(changes, says):
    assert refused(**changes) == says


def test_the_largest_seed_will_do():
    assert small_plan(seed=LARGEST_SEED).table().seed == LARGEST_SEED
    assert small_plan(seed=0).table().seed == 0


# ---------------------------------------------------------------- who sits where


@pytest.mark.parametrize(
    ("agents", "lineup"),
    [
        (None, ()),
        ("mixed", ()),
        ("greedy", ("greedy",) * 4),
        ("greedy,novice", ("greedy", "novice", "greedy", "novice")),
        (" greedy , novice,random ", ("greedy", "novice", "random", "greedy")),
        ("a,b".replace("a", "greedy").replace("b", "always_catch"), ("greedy", "always_catch") * 2),
        ("novice,novice,novice,greedy", ("novice", "novice", "novice", "greedy")),
        ("mixed,mixed", ()),
        ("greedy,mixed", ("greedy", "mixed", "mixed", "mixed")),
        ("greedy,mixed,novice", ("greedy", "mixed", "novice", "mixed")),
        ("mixed( greedy , random )", ("mixed(greedy,random)",) * 4),
        ("novice,mixed(greedy,random)", ("novice", *("mixed(greedy,random)",) * 3)),
        ("mixed(greedy)", ("greedy",) * 4),
    ],
)
def test_a_list_of_styles_is_repeated_over_the_seats(agents, lineup):
    assert small_plan(agents=agents).lineup == lineup


@pytest.mark.parametrize(
    ("agents", "says"),
    [
        ("greedi", "there is no play style 'greedi'"),
        ("greedy,mixed(novice,greedi)", "there is no play style 'greedi'"),
        ("mixed(greedy,novice", "'mixed(greedy' has no end"),
        (
            "mixed(greedy,novice,greedy)",
            "'mixed(greedy,novice,greedy)' names greedy twice, and every style is drawn equally often",
        ),
        ("mixed()", "'mixed()' names no style"),
        ("mixed(mixed,greedy)", "there is no play style 'mixed'"),
        ("greedy,novice,greedy,novice,greedy", "5 styles for 4 players"),
        (",", "',' has an empty place"),
        ("greedy,,novice", "'greedy,,novice' has an empty place"),
    ],
)
def test_a_list_that_cannot_be_is_refused(agents, says):
    assert refused(agents=agents)[0] == says


def test_an_unknown_style_is_refused_with_the_nearest_known_one():
    lines = refused(agents="greedi")
    assert lines[1].startswith("  allowed: random, greedy, novice")
    assert lines[1].endswith(", mixed")
    assert lines[2] == "  did you mean 'greedy'?"


def names_in(plan: Plan) -> list[list[str]]:
    """The styles that each seat of the kernels' line-up draws from, by name."""
    lineup = plan.table().lineup
    rows = [lineup.style[seat, : lineup.choices[seat]] for seat in range(plan.players)]
    return [[plan.style_names[code] for code in row] for row in rows]


DRAWN = ["greedy", "forgetful", "cautious", "dreamer", "chaser", "watcher", "daredevil"]


def test_mixed_seats_draw_from_all_styles_but_random_and_the_scripts():
    plan = small_plan()
    assert not plan.table().lineup.dealt
    assert names_in(plan) == [DRAWN] * 4
    assert names_in(small_plan(agents="random,mixed(novice,greedy),mixed")) == [
        ["random"],
        ["novice", "greedy"],
        DRAWN,
        DRAWN,
    ]


def test_a_list_is_dealt_to_the_seats_unless_they_are_fixed():
    dealt, fixed = small_plan(agents="greedy,random"), small_plan(agents="greedy,random", fixed_seats=True)
    assert (dealt.table().lineup.dealt, fixed.table().lineup.dealt) == (1, 0)
    assert names_in(dealt) == names_in(fixed) == [["greedy"], ["random"], ["greedy"], ["random"]]


@pytest.mark.parametrize("agents", ["mixed", "greedy,novice", "greedy,mixed", "mixed(greedy,random)"])
def test_a_manifest_gives_the_same_line_up_again(agents):
    plan = small_plan(agents=agents)
    again = plan_from_manifest(manifest_of(plan))
    assert (again.lineup, again.identity()) == (plan.lineup, plan.identity())
    assert lineup_text(read_lineup(lineup_text(plan.lineup), plan.styles, 4)) == lineup_text(plan.lineup)


@pytest.mark.parametrize("word", ["mixed(greedy,nobody)", "mixed(greedy,greedy)", "mixed()", "nobody", 3, {}])
def test_a_manifest_with_a_seat_that_cannot_be_is_refused(word):
    changed = {**manifest_of(small_plan(agents="greedy,mixed")), "agents": ["greedy", word, "mixed", "mixed"]}
    with pytest.raises(InputError, match="what the run's manifest says of agents cannot be"):
        plan_from_manifest(changed)


def manifest_of(plan: Plan) -> dict:
    """What a run's manifest says of a plan."""
    cards = {"sha256": plan.card_table.sha256, "text": plan.card_table.text}
    return {**json.loads(json.dumps(plan.identity())), "cards": cards}


# ---------------------------------------------------------------- identity


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3},
        {"variant": "fifteen"},
        {"settings": {"end_fairies": "2"}},
        {"agents": "greedy"},
        {"seed": 6},
        {"games": 301},
        {"log": "seats"},
        {"fixed_seats": True},
    ],
)
def test_a_plan_is_known_by_all_that_its_rows_depend_on(changes):
    assert small_plan().identity() == small_plan().identity()
    assert small_plan(**changes).identity() != small_plan().identity()


def test_new_rules_or_cards_make_another_plan():
    plan = small_plan()
    assert replace(plan, game=replace(plan.game, rules_version=99)).identity() != plan.identity()
    rows = plan.card_table.rows
    edited = replace(plan.card_table, rows=(replace(rows[0], name="Charm I"), *rows[1:]))
    assert replace(plan, card_table=edited).identity() != plan.identity()


def test_the_order_of_settings_and_their_spelling_do_not_matter():
    plan = small_plan(settings={"top_rule": "SHARE", "initial_fairy_counts": "no"})
    other = small_plan(settings={"initial_fairy_counts": "off", "top_rule": "share"})
    assert plan.identity() == other.identity()


def test_a_plan_survives_its_manifest(tmp_path):
    plan = small_plan(players=3, agents="greedy,novice", settings={"end_fairies": "2"}, fixed_seats=True, log="seats")
    run = create_run(tmp_path, plan)
    stored = json.loads((tmp_path / "manifest.json").read_text())
    assert plan_from_manifest(stored).identity() == plan.identity()
    assert same_request(run, plan)
    assert plan_from_manifest(stored).table().tobytes() == plan.table().tobytes()


def test_a_style_that_plays_otherwise_where_two_do_is_kept_for_any_number_of_players(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[mine]\nmemory = "full"\n[mine.weights]\nev = 1\n[mine.two_players]\nev = 2\n')
    two = make_plan(Request(game="fairy", players=2, games=10, cards=frozen_cards(), styles=own))
    stored = plan_from_manifest(create_run(tmp_path / "run", two).manifest)
    mine = stored.styles[-1]
    assert (stored.identity(), mine.weights["ev"], mine.at(4).weights["ev"]) == (two.identity(), 2, 1)
    assert make_plan(Request(game="fairy", games=10, cards=frozen_cards(), styles=own)).styles[-1].weights["ev"] == 1


@pytest.mark.parametrize("written", [3, {}, {"weights": {}, "knobs": {}, "two_players": {"ev": "much"}}])
def test_a_style_in_a_manifest_that_is_not_whole_is_refused(tmp_path, written):
    manifest = create_run(tmp_path / "run", make_plan(Request(game="fairy", games=10, cards=frozen_cards()))).manifest
    manifest["styles"][0]["written"] = written
    with pytest.raises(InputError, match="says of styles"):
        plan_from_manifest(manifest)


def test_the_same_plan_for_more_games():
    plan = replace(small_plan(), games=7)
    assert plan.games == 7
    assert plan.identity() == {**small_plan().identity(), "games": 7}


# ---------------------------------------------------------------- the card table


def test_a_card_file_without_the_game_is_refused(tmp_path):
    cards = tmp_path / "cards.csv"
    cards.write_text("game,id,name,kind,set,copies,cost,effect,points,traits,source\n")
    with pytest.raises(InputError):
        make_plan(Request("fairy", cards=cards))


def test_all_problems_of_the_card_table_are_told(tmp_path):
    text = small_plan().card_table.text.replace("number=3", "number=three").replace("fairy,7,key", "fairy,seven,key")
    cards = tmp_path / "cards.csv"
    cards.write_text(text)
    with pytest.raises(InputError) as error:
        make_plan(Request("fairy", cards=cards))
    assert len(error.value.problems) == 2


def test_what_plan_and_cards_make_impossible_together_is_told_before_anything_is_played():
    lines = refused(settings={"end_fairies": "4"})
    assert len(lines) <= 3
    assert "end_fairies" in lines[0]


# ---------------------------------------------------------------- variants


@pytest.mark.parametrize(("players", "usual"), [(2, "advanced"), (5, "advanced"), (6, "expert")])
def test_the_usual_variant_may_depend_on_the_number_of_players(players, usual):
    assert make_plan(Request("fairy_school", players=players)).variant == usual


def test_a_variant_asked_for_is_not_replaced_by_the_usual_one():
    with pytest.raises(InputError):
        make_plan(Request("fairy_school", players=6, variant="advanced"))


def test_a_game_in_a_file_meets_its_cards_once(monkeypatch):
    """In plain Python that takes longer than the game."""
    game, met = find_game("fairy"), []
    counting = replace(game, fill_table=lambda t, plan, cards: met.append(plan) or game.fill_table(t, plan, cards))
    monkeypatch.setattr("balance.engine.game.plan.find_game", lambda _: counting)
    file = GameFile(game="fairy", players=({"style": "greedy"}, {"style": "novice"}))
    assert file.plan().lineup == ("greedy", "novice")
    assert len(met) == 1
