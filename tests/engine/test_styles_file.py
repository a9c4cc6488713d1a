"""Own play styles from a TOML file: what is read, and every mistake told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.common.errors import InputError
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.styles import SLIP, Feature, Knob, Style, as_toml, read_styles, styles_of
from helpers.cards import frozen_cards

FEATURES = (Feature("ev", "points", "expected points"), Feature("risk", "points", "spread of the points"))
PRESETS = {"none": {"retention": 0.0, "sure": 0.0}, "half": {"retention": 0.5, "sure": 1.0}}
KNOBS = (
    Knob("memory", 0.0, 0.0, 1.0, "what it remembers", PRESETS),
    Knob("retention", 0.25, 0.0, 1.0, "chance of remembering"),
    Knob("sure", 0.0, 0.0, 1.0, "remembers fairies for certain"),
)
GAMES = ("fairy", "heroes")


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "styles.toml"


def read(file: Path, text: str) -> tuple[Style, ...]:
    """The styles of fairy in a file with this text."""
    file.write_text(text, encoding="utf-8")
    return read_styles(file, "fairy", FEATURES, KNOBS, GAMES)


def refused(file: Path, text: str) -> list[str]:
    """What is said about this text, by problem."""
    with pytest.raises(InputError) as error:
        read(file, text)
    return [str(problem) for problem in error.value.problems]


def test_a_style_has_weights_memory_and_a_word_about_it(file):
    (style,) = read(file, '[bold]\nabout = "takes risks"\nmemory = "half"\nweights = { ev = 1, risk = 0.5 }\n')
    assert style == Style("bold", "takes risks", {"ev": 1.0, "risk": 0.5}, {"retention": 0.5, "sure": 1.0})


def test_what_is_not_said_has_its_default(file):
    (style,) = read(file, "[plain]\n")
    assert style == Style("plain", "", {}, {"retention": 0.25, "sure": 0.0})


def test_a_single_value_goes_before_the_preset(file):
    (style,) = read(file, '[mine]\nretention = 0.75\nmemory = "half"\nsure = false\n')
    assert style.knobs == {"retention": 0.75, "sure": 0.0}


def test_weights_may_be_a_table_of_their_own(file):
    (style,) = read(file, "[mine.weights]\nev = -2.5\n")
    assert style.weights == {"ev": -2.5}


def test_where_two_play_other_numbers_may_count(file):
    text = "[mine]\nretention = 0.75\n[mine.weights]\nev = 2\n[mine.two_players]\nev = 0\nrisk = 1\nretention = 1\n"
    (style,) = read(file, text)
    (two, many) = (style.at(2), style.at(3))
    assert (two.weights, two.knobs) == ({"ev": 0.0, "risk": 1.0}, {"retention": 1.0, "sure": 0.0})
    assert (many.weights, many.knobs) == ({"ev": 2.0}, {"retention": 0.75, "sure": 0.0})
    assert two.at(4) == many == two.base == style
    assert many.at(2) == two


def test_a_style_with_the_same_numbers_for_all_tables_is_itself_where_two_play(file):
    (style,) = read(file, "[mine.weights]\nev = 2\n")
    assert style.at(2) is style
    assert style.as_written() == {}


def test_styles_of_other_games_are_passed_over(file):
    styles = read(file, '[a]\ngame = "heroes"\nanything = 1\n[b]\ngame = "fairy"\n[c]\n')
    assert [style.name for style in styles] == ["b", "c"]


def test_an_empty_file_has_no_styles(file):
    assert read(file, "# later\n") == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "[a]\nweights = { evv = 1 }",
            "style a, weights: there is no such feature (found 'evv')\n  allowed: ev, risk\n  did you mean 'ev'?",
        ),
        (
            "[a.two_players]\nretentoin = 1",
            "style a, two_players: there is no such feature or knob (found 'retentoin')\n"
            "  allowed: ev, risk, retention, sure\n  did you mean 'retention'?",
        ),
        (
            "[a.two_players]\nretention = 2",
            "style a, two_players.retention: must be a number (found '2')\n  allowed: from 0 to 1",
        ),
        (
            "[a]\nwieghts = { ev = 1 }",
            "style a, wieghts: there is no such entry (found '{'ev': 1}')"
            "\n  allowed: about, game, weights, two_players, memory, retention, sure\n  did you mean 'weights'?",
        ),
        (
            '[a]\nmemory = "haf"',
            "style a, memory: unknown (found 'haf')\n  allowed: none, half\n  did you mean 'half'?",
        ),
        ("[a]\nmemory = 1", "style a, memory: unknown (found '1')\n  allowed: none, half"),
        ("[a]\nretention = 1.5", "style a, retention: must be a number (found '1.5')\n  allowed: from 0 to 1"),
        ("[a]\nretention = nan", "style a, retention: must be a number (found 'nan')\n  allowed: from 0 to 1"),
        (
            '[a]\nweights = { ev = "much" }',
            "style a, weights.ev: must be a number (found 'much')\n  allowed: from -1e+06 to 1e+06",
        ),
        (
            "[a]\nweights = { ev = inf }",
            "style a, weights.ev: must be a number (found 'inf')\n  allowed: from -1e+06 to 1e+06",
        ),
        ("[a]\nweights = 3", "style a, weights: must be a table of numbers (found '3')"),
        ("a = 3", "style a, a: a style is a table: [name] and its weights below (found '3')"),
        (
            '["no spaces"]',
            "style no spaces, name: a name is a letter and up to 39 letters, digits, _ or - (found 'no spaces')",
        ),
        (
            '[a]\ngame = "fary"',
            "style a, game: there is no such game (found 'fary')\n  allowed: fairy, heroes\n  did you mean 'fairy'?",
        ),
        ("[a]\ngame = 3", "style a, game: there is no such game (found '3')\n  allowed: fairy, heroes"),
    ],
)
def test_a_mistake_is_told_with_file_style_entry_and_what_is_allowed(file, text, says):
    assert refused(file, text) == [f"{file}: {says}"]


def test_all_mistakes_are_told_at_once(file):
    text = '[a]\nretention = 2\nweights = { x = 1, ev = "?" }\n[b]\nmemory = "?"\n[c]\nodd = 1\n'
    said = refused(file, text)
    assert [line.split(": ")[1] for line in said] == [
        "style a, retention",
        "style a, weights",
        "style a, weights.ev",
        "style b, memory",
        "style c, odd",
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[a\n", "is not a TOML file: Expected ']' at the end of a table declaration (at line 1, column 3)"),
        (b"[a]\n[a]\n", "is not a TOML file: Cannot declare ('a',) twice (at line 2, column 3)"),
        (b"\xff\xfe[\x00a", "is not a TOML file: 'utf-8' codec can't decode byte 0xff in position 0"),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(file, content, says):
    file.write_bytes(content)
    with pytest.raises(InputError) as error:
        read_styles(file, "fairy", FEATURES, KNOBS, GAMES)
    assert str(error.value).startswith(f"{file}: {says}")


def test_a_file_that_is_not_there_or_a_folder_is_told(tmp_path):
    for path, says in ((tmp_path / "none.toml", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(InputError) as error:
            read_styles(path, "fairy", FEATURES, KNOBS, GAMES)
        assert str(error.value) == f"{path}: cannot be read: {says}"


def test_escape_characters_in_the_file_are_not_echoed(file):
    said = refused(file, '["\\u001b[31m"]\n"\\u009bodd" = "\\u202e"\n')
    assert len(said) == 2
    assert not any(c in line for line in said for c in "\x1b\x9b\u202e")


# ---------------------------------------------------------------- at the table


def plan_with(file: Path, text: str, **changes):
    """A plan of fairy with these own styles."""
    file.write_text(text, encoding="utf-8")
    return make_plan(Request("fairy", games=10, cards=frozen_cards(), styles=file, **changes))


def test_an_own_style_plays(file):
    plan = plan_with(file, '[mine]\nmemory = "fairies"\nweights = { ev = 1, is_catch = 0.5 }\n', agents="mine,greedy")
    assert plan.lineup == ("mine", "greedy", "mine", "greedy")
    assert plan.styles[-1].knobs == {"retention": 0.0, "fairy_memory": 1.0, "noise": 0.0, "watchful": 0.0}


def test_an_own_style_is_one_of_the_mixed_ones(file):
    style = plan_with(file, "[mine]\n").styles[-1]
    assert (style.name, style.in_mixed, style.script) == ("mine", True, False)


@pytest.mark.parametrize("name", ["greedy", "mixed"])
def test_a_name_that_is_taken_is_refused(file, name):
    with pytest.raises(InputError, match=f"the style name '{name}' is taken: give yours another name"):
        plan_with(file, f"[{name}]\n")


def test_too_many_styles_are_refused(file):
    with pytest.raises(InputError, match="styles are too many\n  allowed: at most 64"):
        plan_with(file, "\n".join(f"[s{number}]" for number in range(60)))


def test_every_memory_model_of_the_game_has_a_name(file):
    for word in ("none", "fairies", "half", "full"):
        assert plan_with(file, f'[mine]\nmemory = "{word}"\n').styles[-1].name == "mine"


# ---------------------------------------------------------------- styles of a game, by name


style = styles_of((Feature("near", "-", ""), Feature("far", "-", "")), (SLIP,))


def test_a_style_by_name_has_what_is_said_and_nothing_else():
    walker = style("one", "walks far", far=2, slip=0.1)
    assert walker == Style("one", "walks far", {"far": 2.0}, {"slip": 0.1})


def test_a_style_like_another_differs_in_what_is_said():
    base = style("one", "", near=1, far=2, slip=0.1)
    other = style("other", "", like=base, near=0, reference=True)
    assert other == Style("other", "", {"far": 2.0}, {"slip": 0.1}, reference=True)


def test_weights_are_in_the_order_of_the_features():
    assert list(style("one", "", far=2, near=1).weights) == ["near", "far"]


def test_a_weight_that_there_is_not_is_refused():
    with pytest.raises(TypeError, match="style one weighs what there is not: nearer"):
        style("one", "", nearer=1)


def test_a_style_is_written_as_it_is_read(file):
    written = Style("tuned-2", 'says "so"\\ and\tthat', {"ev": -2.5, "risk": 1e-07}, {"retention": 0.25, "sure": 1.0})
    text = as_toml(written, "fairy", KNOBS, ["Wins 40 % of games.", ""])
    assert text.startswith("# Wins 40 % of games.\n#\n[tuned-2]\n")
    assert read(file, text) == (written,)
    assert read(file, as_toml(written, "heroes", KNOBS)) == ()  # it belongs to the other game


def test_a_style_that_weighs_nothing_is_written_too(file):
    plain = Style("plain", "", {}, {"retention": 0.25, "sure": 0.0})
    assert read(file, as_toml(plain, "fairy", KNOBS)) == (plain,)
