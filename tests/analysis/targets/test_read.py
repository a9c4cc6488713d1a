"""targets.toml as people write it: what is read, and what is said of what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.analysis.targets.measures import MEASURES
from balance.analysis.targets.read import Target, find_targets, parse_targets
from balance.cards.read import read_cards
from balance.common.errors import InputError
from balance.engine.game import game_ids
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused

CARDS = read_cards(frozen_cards(), game_ids())
ROOT = Path(__file__).resolve().parents[3]


def read(text: str) -> tuple[Target, ...]:
    """The targets of a file with this text."""
    return parse_targets(text, "targets.toml", CARDS)


def problems(text: str) -> list[str]:
    """What is said of this text, line by line."""
    with pytest.raises(InputError) as error:
        read(text)
    return str(error.value).splitlines()


def test_a_table_with_everything():
    (target,) = read(
        """
[[target]]
game = "fairy"
players = 3
variant = "fifteen"
set = { initial_fairy_counts = false, fifteen_target = 20, top_rule = "clamp" }
agents = ["greedy", "cautious"]
games = 5000
length = { at_least = 12, at_most = 20, margin = 1 }
length_band = { from = 8, to = 30, at_least = 0.9 }
points.catch = { at_most = 0.4 }
points.wrong = { at_least = -0.5 }
card_improvement = { at_least = -0.2, at_most = 0.2, kinds = ["charm"], leave_out = ["FY01"], without_figure = "tell" }
card.FY05 = { at_most = 0.3 }
"""
    )
    plan = target.plan
    assert (plan.game.id, plan.players, plan.variant, target.games) == ("fairy", 3, "fifteen", 5000)
    assert plan.lineup == ("greedy", "cautious", "greedy")
    assert (plan.settings["initial_fairy_counts"], plan.settings["fifteen_target"]) == (False, 20)
    assert target.label == (
        "3 players, fifteen, initial_fairy_counts off, top_rule clamp, fifteen_target 20, "
        "greedy and cautious and greedy"
    )
    told = {goal.name: (goal.at_least, goal.at_most, goal.margin, goal.line) for goal in target.goals}
    assert told == {
        "length": (12.0, 20.0, 1.0, 9),
        "length_band": (0.9, None, 0.01, 10),
        "points.catch": (None, 0.4, 0.01, 11),
        "points.wrong": (-0.5, None, 0.01, 12),
        "card_improvement": (-0.2, 0.2, 0.05, 13),
        "card.FY05": (None, 0.3, 0.05, 14),
    }


def test_the_usual_number_of_players_and_variant():
    (target,) = read('[[target]]\ngame = "fairy"\ntie_rate = { at_most = 0.5 }')
    assert (target.plan.players, target.plan.variant, target.games) == (4, "base", None)
    assert target.label == "4 players, base"


def test_no_table_is_no_target():
    assert read("") == read("# nothing yet\n") == ()


HEAD = '[[target]]\ngame = "fairy"\n'
SCHOOL = HEAD.replace("fairy", "fairy_school")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\nx = ]", ["targets.toml, line 2: is not a TOML file: Invalid value"]),
        ('[[targets]]\ngame = "fairy"', ["line 1: there is no entry 'targets' at the top", "did you mean 'target'?"]),
        ("target = 3", ["target is not a list of tables"]),
        (f"{HEAD}players = {'9' * 5000}", ["is not a TOML file: a number has thousands of digits"]),
        (f"{HEAD}tie_rate = {{ at_most = 0x{'f' * 400} }}", ["is not a TOML file: a whole number has more than 64"]),
        ("[target]\na = 1", ["target is not a list of tables"]),
        ("[[target]]\n", ["line 1: game: every target names its game"]),
        ("[[target]]\ngame = 3", ["line 2: game: must be the id of a game, in quotes"]),
        ('[[target]]\ngame = "fary"', ["line 2: game: there is no such game (found 'fary')", "did you mean 'fairy'?"]),
        (HEAD, ["line 1: nothing is wanted here"]),
        (HEAD + "players = 12\n", ["line 3: players: cannot have this value (found '12')", "2 to 10"]),
        (HEAD + 'players = "4"\n', ["line 3: players", "a whole number from 2 to 10"]),
        (HEAD + "players = true\n", ["line 3: players"]),
        (HEAD + 'variant = "fiften"\n', ["line 3: variant: there is no such", "did you mean 'fifteen'?"]),
        (HEAD + "variant = 3\n", ["line 3: variant"]),
        (HEAD + "games = 10\n", ["line 3: games", "a whole number from 1,000 to"]),
        (HEAD + 'agents = "gredy"\n', ["line 3: there is no play style 'gredy'", "did you mean 'greedy'?"]),
        (HEAD + "agents = 3\n", ["line 3: agents: must be names of play styles"]),
        (HEAD + "set = 3\n", ["line 3: set: must be settings and their values"]),
        (HEAD + "set = { end_fairis = 1 }\n", ["line 3: there is no setting", "did you mean 'end_fairies'?"]),
        (HEAD + "set = { end_fairies = 1.5 }\n", ["line 3: set.end_fairies: cannot have this value (found '1.5')"]),
        (HEAD + 'set = { top_rule = "x" }\n', ["line 3: setting top_rule cannot be 'x'"]),
        (HEAD + "seat_gp = { at_most = 1 }\n", ["line 3: seat_gp: there is no such", "did you mean 'seat_gap'?"]),
        (HEAD + "seat_gap = 0.1\n", ["line 3: seat_gap: must be a band", "{ at_most = NUMBER, margin = 0.01 }"]),
        (HEAD + "seat_gap = {}\n", ["line 3: seat_gap: says neither how little nor how much is wanted"]),
        (HEAD + "seat_gap = { at_least = 0.1 }\n", ["line 3: seat_gap.at_least: there is no such word"]),
        (HEAD + "seat_gap = { at_mst = 0.1 }\n", ["seat_gap.at_mst: there is no such word", "did you mean 'at_most'?"]),
        (HEAD + "seat_gap = { at_most = 3 }\n", ["line 3: seat_gap.at_most", "from 0 to 1; a share: 5 % is 0.05"]),
        (HEAD + "seat_gap = { at_most = true }\n", ["line 3: seat_gap.at_most"]),
        (HEAD + 'seat_gap = { at_most = "1" }\n', ["line 3: seat_gap.at_most"]),
        (HEAD + "seat_gap = { at_most = nan }\n", ["line 3: seat_gap.at_most"]),
        (HEAD + "length = { at_most = inf }\n", ["line 3: length.at_most", "a number from 0 on"]),
        (HEAD + "length = { at_most = 9, margin = -1 }\n", ["line 3: length.margin: cannot have this value"]),
        (HEAD + "length = { at_least = 9, at_most = 8 }\n", ["line 3: length: at_least 9 is more than at_most 8"]),
        (HEAD + "length_band = { at_least = 0.9 }\n", ["line 3: length_band: says no length"]),
        (HEAD + "length_band = { at_least = 0.9, from = 1.5 }\n", ["line 3: length_band.from"]),
        (HEAD + "length_band = { at_least = 0.9, from = 9, to = 8 }\n", ["from 9 is more than to 8"]),
        (HEAD + "points = {}\n", ["line 3: points: names no component"]),
        (HEAD + "points = 3\n", ["line 3: points: must be a band"]),
        (HEAD + "points.catch = 3\n", ["line 3: points.catch: must be a band"]),
        (HEAD + "points.cach = { at_most = 1 }\n", ["Fairy has no such component", "did you mean 'catch'?"]),
        (HEAD + "card.FYY05 = { at_most = 1 }\n", ["line 3: card.FYY05: Fairy has no such card", "'FY05'?"]),
        (HEAD + 'style_spread = { at_most = 1, styles = ["gredy"] }\n', ["did you mean 'greedy'?"]),
        (HEAD + "style_spread = { at_most = 1, styles = [] }\n", ["must be a list of names"]),
        (HEAD + 'card_improvement = { at_most = 1, kinds = ["chram"] }\n', ["did you mean 'charm'?"]),
        (HEAD + 'card_improvement = { at_most = 1, leave_out = ["FY99"] }\n', ["no such name (found 'FY99')"]),
        (SCHOOL + 'card_power = { leave_out = ["FS10"] }\n', ["did you mean 'FS010'?"]),
        (SCHOOL + "card.FS86 = { at_most = 1 }\n", ["did you mean 'FS086'?"]),
        (HEAD + 'card_improvement = { at_most = 1, without_figure = "x" }\n', ["allowed: fail, tell"]),
        (2 * (HEAD + "tie_rate = { at_most = 1 }\n"), ["line 4: the same games again", "line 1"]),
    ],
)
def test_what_cannot_be_is_told_with_its_line(text, says):
    told = "\n".join(problems(text))
    for part in says:
        assert part in told
    assert all(line.startswith(("targets.toml", "  ")) for line in told.splitlines())


def test_every_problem_is_told_at_once_in_the_order_of_the_lines():
    text = (
        HEAD + "players = 99\nseat_gap = { at_most = 3 }\npoints.x = { at_most = 1 }\n\n[[target]]\ngame = 'x'\n\n"
        '[[target]]\ngame = "heroes"\nset = { dicee = 1, allow_decline = 7 }\nlength = { at_mst = 1 }\ncard.X = 1\n'
    )
    told = [line for line in problems(text) if not line.startswith("  ")]
    lines = [int(line.partition("line ")[2].partition(":")[0]) for line in told]
    assert lines == sorted(lines)
    assert set(lines) == {3, 4, 5, 8, 12, 13, 14}


def test_a_game_whose_cards_are_not_in_the_table_is_told(tmp_path):
    lines = frozen_cards().read_text().splitlines(keepends=True)
    cards = tmp_path / "cards.csv"
    cards.write_text("".join(line for line in lines if not line.startswith("heroes,")))
    text, table = '[[target]]\ngame = "heroes"\ntie_rate = { at_most = 1 }', read_cards(cards, game_ids())
    with pytest.raises(InputError, match="there are no rows for the game 'heroes'"):
        parse_targets(text, "t", table)
    with pytest.raises(InputError, match="there are no rows for the game 'heroes'"):
        parse_targets(text, "t", table, ["heroes"])
    assert parse_targets(text, "t", table, ["fairy"]) == ()


def test_the_file_is_found_here_or_where_it_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert find_targets(None) is None
    Path("targets.toml").touch()
    assert find_targets(None) == Path("targets.toml")
    assert find_targets(Path("x.toml")) == Path("x.toml")


def test_a_broken_file_is_bad_input(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("targets.toml").write_text(HEAD + "seat_gap = { at_mst = 0.1 }\n")
    assert refused("check", "heroes")[0].startswith("balance: targets.toml, line 3: seat_gap.at_mst: ")
    assert refused("check", "fairy", "--targets", "none.toml") == [
        "balance: none.toml: cannot be read: No such file or directory"
    ]
    Path("bad.toml").write_bytes(b"\xff\xfe")
    assert refused("check", "fairy", "--targets", "bad.toml") == ["balance: bad.toml: is not UTF-8 text"]
    assert "one of the two" in refused("check", "--targets", "bad.toml", "--no-targets")[1]
    said = balance("check", "fairy", "--no-targets", "--folder", tmp_path)
    assert (said.code, len(said.lines)) == (2, 2)


def test_the_committed_targets_speak_of_every_game():
    targets = parse_targets((ROOT / "targets.toml").read_text(), "targets.toml", CARDS)
    assert {target.plan.game.id for target in targets} == set(game_ids())
    asked = {goal.measure.name for target in targets for goal in target.goals}
    assert set(MEASURES) - asked == {"card", "card_improvement"}, "the words that are left only for older files"


# ---------------------------------------------------------------- whatever stands there

words = st.sampled_from(
    [*MEASURES, "game", "players", "variant", "set", "agents", "games", "at_least", "at_most", "margin", "kinds", "x"]
)
leaves = st.one_of(
    st.booleans(),
    st.integers(-3, 3000),
    st.floats(),
    st.sampled_from(["fairy", "heroes", "base", "mixed", "greedy", "FY01", "catch", "", "\x1b[31m"]),
)
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4))


def as_toml(value: object) -> str:
    """A value in TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {as_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\x1b", "\\u001b") + '"'
    return str(value).lower()


def outcome(text: str) -> None:
    """Read it: targets, or problems in words that steer no terminal."""
    says = ""
    try:
        read(text)
    except InputError as error:
        says = str(error)
    assert all(line.isprintable() for line in says.split("\n"))


@pytest.mark.slow
@settings(max_examples=60)
@given(st.lists(st.dictionaries(words, values, max_size=6), max_size=3))
def test_any_entries_are_read_or_told(tables):
    entries = ("".join(f"{key} = {as_toml(value)}\n" for key, value in table.items()) for table in tables)
    outcome("".join(f"[[target]]\n{entry}" for entry in entries))


@pytest.mark.slow
@settings(max_examples=60)
@given(st.dictionaries(words.filter(lambda word: word not in ("game", "set")), values, max_size=6))
def test_any_entries_of_a_game_are_read_or_told(table):
    outcome(HEAD + "".join(f"{key} = {as_toml(value)}\n" for key, value in table.items()))


@settings(max_examples=100)
@given(st.text() | st.text(alphabet="[]{}=\"'#\n target.game,1"))
def test_any_text_is_read_or_told(text):
    outcome(text)


def test_deep_nests_are_told():
    outcome("x = " + "[" * 100_000)
    outcome("a." * 5000 + "b = 1")
