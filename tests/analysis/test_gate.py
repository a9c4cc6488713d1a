"""One playing for reference and targets, what is refused, and how a check is told."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from balance.analysis.baseline_file import load_baseline
from balance.analysis.comparison import MOVED, NOT_COMPUTABLE, UNDECIDED, Comparison, compare
from balance.analysis.targets.judge import FAIL, INCONCLUSIVE, PASS, Judgement
from balance.analysis.targets.read import parse_targets
from balance.analysis.verdicts import IGNORED, NONE, CardPower, Power
from balance.analysis.verdicts import UNDECIDED as UNKNOWN
from balance.cards.read import read_cards
from balance.engine.game import game_ids
from balance.engine.game.headlines import SHARED
from balance.judging import gate
from balance.judging.gate import Check, TargetCheck, check_game
from balance.report.checks.words import Mode, sentence, target_sentence
from balance.report.checks.writers import WOULD_FAIL, WRITERS, full_text
from balance.report.differences import LISTED
from helpers.cards import frozen_cards
from helpers.command_line import balance, refused
from helpers.run_tools import small_plan

pytestmark = pytest.mark.slow

GAMES = 1000
CARDS = read_cards(frozen_cards(), game_ids())
LENGTH = SHARED[0]


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A folder with reference figures of fairy."""
    folder = tmp_path_factory.mktemp("reference")
    assert balance("baseline", "fairy", "-n", GAMES, "--folder", folder, "--cards", frozen_cards(), "-q").code == 0
    return folder


def targets(*tables: str):
    """Targets of fairy: the lines below `game`."""
    return parse_targets("".join(f'[[target]]\ngame = "fairy"\n{table}\n' for table in tables), "targets.toml", CARDS)


@pytest.fixture
def played(monkeypatch) -> list:
    """The plans that are played."""
    plans = []
    simulated = gate.simulated

    def watched(plan, *rest):
        plans.append(plan)
        return simulated(plan, *rest)

    monkeypatch.setattr(gate, "simulated", watched)
    return plans


def check(stored, *tables: str, **more) -> Check:
    """Check fairy against these targets."""
    return check_game("fairy", stored / "fairy.json", frozen_cards(), 1, targets=targets(*tables), **more)


def test_the_games_of_the_reference_serve_the_targets_too(stored, played):
    checked = check(
        stored, "tie_rate = { at_most = 1 }", "variant = 'fifteen'\ngames = 1000\ntie_rate = { at_most = 1 }"
    )
    assert [(plan.variant, plan.games) for plan in played] == [("base", GAMES), ("fifteen", GAMES)]
    assert [(target.label, target.games) for target in checked.targets] == [
        ("4 players, base", GAMES),
        ("4 players, fifteen", GAMES),
    ]
    assert [target.judgements[0].verdict for target in checked.targets] == [PASS, PASS]
    assert not checked.failed


def test_more_games_than_the_reference_has_are_played_beside_it(stored, played):
    check(stored, "games = 1100\ntie_rate = { at_most = 1 }")
    assert [plan.games for plan in played] == [GAMES, 1100]


def test_matches_that_end_early_are_all_there(tmp_path):
    """Of three games two often decide: the third is not played, and nothing is lost."""
    table = '[[target]]\ngame = "fairy_conundrum"\ngames = 1002\nset = { match_games = 3 }\nlength = { at_least = 1 }'
    wanted = parse_targets(table, "targets.toml", CARDS)
    checked = check_game("fairy_conundrum", tmp_path / "none.json", frozen_cards(), 1, targets=wanted)
    assert [target.refused for target in checked.targets] == [""]
    assert [judged.verdict for target in checked.targets for judged in target.judgements] == [PASS]


def test_other_styles_or_settings_are_other_games(stored, played):
    check(stored, "games = 1000\nagents = 'greedy'\ntie_rate = { at_most = 1 }")
    check(stored, "games = 1000\nset = { end_fairies = 2 }\ntie_rate = { at_most = 1 }")
    assert len(played) == 4


def test_targets_are_judged_though_the_reference_is_of_something_else(stored, tmp_path):
    content = json.loads((stored / "fairy.json").read_text())
    (tmp_path / "fairy.json").write_text(json.dumps({**content, "rules_version": 99}))
    checked = check(tmp_path, "games = 1000\ntie_rate = { at_most = 0 }")
    assert "another version of the rules" in checked.refused
    assert checked.targets[0].judgements[0].verdict == FAIL


def test_a_missed_target_fails_and_says_by_how_much(stored):
    (judged,) = check(stored, "tie_rate = { at_most = 0.05 }").targets[0].judgements
    assert (judged.verdict, judged.at_most, judged.line) == (FAIL, 0.05, 3)
    figures = load_baseline(stored / "fairy.json")["figures"]
    assert judged.value == next(row["value"] for row in figures if row["figure"] == "shared_share")


def test_every_measure_is_computed_from_real_games(stored):
    table = """
seat_gap = { at_most = 0.5 }
style_spread = { at_most = 0.5 }
tie_rate = { at_most = 1 }
length = { at_most = 99 }
length_band = { from = 1, at_least = 0.5 }
comeback = { at_least = 0 }
unfinished = { at_most = 0.1 }
points.catch = { at_most = 1 }
card_improvement = { at_least = -5, at_most = 5, kinds = ["charm"] }
card.FYG3 = { at_least = -5, at_most = 5 }
"""
    judgements = check(stored, table).targets[0].judgements
    assert {judged.name: judged.verdict for judged in judgements if judged.verdict != PASS} == {}


# ---------------------------------------------------------------- new reference figures


def test_an_update_says_what_changes_and_stores_it(stored, tmp_path):
    for file in stored.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    content = json.loads((tmp_path / "fairy.json").read_text())
    content["rules_version"] = 0
    content["figures"][0]["figure"] = "a_figure_of_old"
    (tmp_path / "fairy.json").write_text(json.dumps(content))
    cards = tmp_path / "cards.csv"
    cards.write_text(frozen_cards().read_text().replace("fairy,7,key=catch", "fairy,9,key=catch"))
    words = ("baseline", "fairy", "--folder", tmp_path, "--cards", cards)
    shown = balance(*words, "--dry-run")
    assert shown.code == 0
    assert json.loads((tmp_path / "fairy.json").read_text()) == content
    assert shown.lines[1] == "  these are figures of another version of the rules"
    assert shown.lines[2] == "  card FYG4: points 7 -> 9"
    kinds = [line.split(":")[0].strip() for line in shown.lines[3:-1]]
    assert {"moved", "new", "gone"} <= set(kinds)
    assert len([kind for kind in kinds if kind == "moved"]) == LISTED
    assert shown.lines[3].startswith("  moved: Catch (FYG4) is used by ")
    assert shown.lines[-2].endswith(" undecided: --all tells them")
    every = balance(*words, "--dry-run", "--all").lines
    counts = dict(part.split()[::-1] for part in every[0].removeprefix("fairy: ").split(", "))
    assert sum(line.startswith("  undecided: ") for line in every) == int(counts["undecided"])
    assert sum(line.startswith("  moved: ") for line in every) == int(counts["moved"]) > LISTED
    assert shown.lines[-1] == "Fairy: nothing stored (--dry-run)"
    stored_now = balance(*words, "--update")
    assert stored_now.lines[:-2] == shown.lines[:-1]
    assert stored_now.lines[-2].startswith("Fairy: 114 reference figures of 1,000 games: ")
    assert balance(*words, "--dry-run").lines[0] == "fairy: 114 same"


def test_other_games_and_seeds_are_said_and_an_empty_place_is_all_new(stored, tmp_path):
    (tmp_path / "fairy.json").write_bytes((stored / "fairy.json").read_bytes())
    words = ("baseline", "fairy", "--folder", tmp_path, "--cards", frozen_cards(), "--dry-run")
    said = balance(*words, "-n", 1100, "--seed", 5)
    assert said.lines[1] == "  these are figures of games 1,100 instead of 1,000, seed 5 instead of 1"
    (tmp_path / "fairy.json").unlink()
    said = balance(*words, "-n", 100)
    assert said.lines[0].endswith(" new")
    assert said.lines[1].endswith("fairy.json: there are no reference figures.")
    assert list(tmp_path.iterdir()) == []


def test_an_update_of_what_is_the_same_changes_nothing(stored, tmp_path):
    (tmp_path / "fairy.json").write_bytes((stored / "fairy.json").read_bytes())
    said = balance("baseline", "fairy", "--folder", tmp_path, "--cards", frozen_cards(), "--update")
    assert said.lines[0].startswith("fairy: 114 same")


# ---------------------------------------------------------------- telling


@pytest.mark.parametrize(
    ("power", "verdict", "why"),
    [
        (CardPower("FY01", "charm", UNKNOWN, "Gained in only 7 games."), UNDECIDED, "; Gained in only 7 games"),
        (CardPower("FY01", "charm", IGNORED, "Offered to 9 players."), NOT_COMPUTABLE, "; Offered to 9 players"),
        (CardPower("FY01", "charm", NONE, "Nobody could gain it."), NOT_COMPUTABLE, "; Nobody could gain it"),
        (CardPower("FY02", "charm", UNKNOWN, "Of another card."), NOT_COMPUTABLE, ""),
    ],
)
def test_power_that_cannot_be_measured_again_says_why_and_of_few_games_it_is_open(power, verdict, why):
    """As of a rare card that an edit of another one makes rarer."""
    plan = small_plan()
    before = [{"figure": "card_power", "subject": "FY01", "value": 0.02, "se": 0.005, "n": 400}]
    (gone,) = compare(before, [], plan.game.figures, games=GAMES)
    figure = gate.explained(gone, Power(4, 0.025, 0.01, GAMES, (power,)))
    assert figure.verdict == verdict
    assert sentence(figure, plan).endswith(f"2.00 points -> -{why}")
    assert Check("fairy", [figure]).failed == (verdict == NOT_COMPUTABLE)
    assert Check("fairy", [figure]).fails(on_inconclusive=True)


def judgement(verdict: str, **more) -> Judgement:
    """A target that was judged."""
    wanted = {"at_least": None, "at_most": 0.03, "margin": 0.01, "unit": "share", "line": 7}
    return Judgement("seat_gap", verdict, "seat 2", 0.05, 0.045, 0.055, **{**wanted, **more})


@pytest.fixture
def checks() -> list[Check]:
    """A target of every verdict, a refusal, an undecided figure; with characters that formats must escape."""
    told = (
        judgement(FAIL, culprits=("seat 2", "seat 1")),
        judgement(INCONCLUSIVE, games_needed=40_000),
        judgement(PASS, without_figure=("A", "B")),
        replace(judgement(FAIL), value=None, low=None, high=None, reason="100 %: a|b,\nc"),
    )
    four = TargetCheck("4 players, base", "a:b,c.toml", 5, 1000, told)
    two = TargetCheck("2 players, base", "a:b,c.toml", 9, 1000, refused="no\ngames")
    open_figure = Comparison(LENGTH, "", 1.0, 1.1, 0.1, -0.1, 0.3, 0.02, UNDECIDED, 5000)
    plan = small_plan()
    return [Check("fairy", [open_figure], targets=(four, two), plan=plan), Check("x", [open_figure], plan=plan)]


def test_more_games_than_can_be_played_are_no_forecast():
    far = replace(judgement(INCONCLUSIVE, games_needed=514_902_106))
    figure = Comparison(LENGTH, "", 1.0, 1.1, 0.1, -0.1, 0.3, 0.02, UNDECIDED, 514_902_106)
    told = full_text(
        [Check("fairy", [figure], targets=(TargetCheck("all", "t.toml", 1, 9, (far,)),), plan=small_plan())]
    )
    assert "; more games than can be played, over 10 million, would decide\n" in told
    assert "; more games than can be played, over 10 million, would decide: move the band or widen" in told
    assert "514" not in told


def test_what_is_linked_to_winning_is_said_in_points_of_win_rate():
    """At a table of four, 0.2 of an even share is 5 points."""
    limits = {"at_least": -0.1, "at_most": 0.2, "margin": 0.05}
    judged = Judgement("card_improvement", "fail", "FY01", 0.4, 0.36, 0.44, **limits, unit="lift", players=4)
    says = "FY01 +10.00 points (+9.00 to +11.00 points), wanted −2.50 to 5.00 points, margin 1.25 points"
    assert target_sentence(judged) == f"card_improvement: {says}"


def test_of_power_the_margin_is_said_once():
    """With the band, which it is, it read as if twice as much were allowed."""
    judged = Judgement("card_power", "pass", "FY01", 0.01, 0.005, 0.015, -0.025, 0.025, 0.025, unit="share", players=4)
    assert target_sentence(judged) == "card_power: FY01 +1.00 points (+0.50 to +1.50 points), wanted within 2.50 points"
    check = Check("fairy", [], targets=(TargetCheck("all", "t.toml", 1, 9, (judged,)),), plan=small_plan())
    assert "| within 2.50 points |  |" in WRITERS["markdown"]([check])


def test_cards_of_a_target_are_called_by_their_names():
    limits = {"at_least": -0.1, "at_most": 0.2, "margin": 0.05}
    judged = Judgement("card_power", "fail", "FYG4", 0.4, 0.36, 0.44, **limits, unit="lift", culprits=("FYG4", "FYG1"))
    said = target_sentence(judged, [small_plan()])
    assert said.startswith("card_power: Catch (FYG4) +")
    assert said.endswith("; also Higher (FYG1)")


def test_text_tells_every_target(checks):
    first, _, _, *lines = WRITERS["text"](checks).splitlines()
    assert [first, *lines[:7]] == [
        "fairy: FAIL, 1 undecided; targets: 2 fail, 1 inconclusive, 1 pass, 1 refused",
        "  1 undecided: --all tells them",
        "  4 players, base (1,000 games; a:b,c.toml, line 5)",
        "    fail: seat_gap: player 2 +5.00 points (+4.50 to +5.50 points), wanted at most 3.00 points, "
        "margin 1.00 points; also player 1",
        "    inconclusive: seat_gap: player 2 +5.00 points (+4.50 to +5.50 points), wanted at most 3.00 points, "
        "margin 1.00 points; about 40,000 games would decide: games = 40000",
        "    pass: seat_gap: player 2 +5.00 points (+4.50 to +5.50 points), wanted at most 3.00 points, "
        "margin 1.00 points; 2 cards without a figure are not judged",
        "    fail: seat_gap: player 2 cannot be computed: 100 %: a|b, c, wanted at most 3.00 points, "
        "margin 1.00 points",
        "  2 players, base (1,000 games; a:b,c.toml, line 9)",
    ]


def test_json_has_every_target_with_its_numbers(checks):
    fairy, x = json.loads(WRITERS["json"](checks))
    assert [judged["verdict"] for judged in fairy["targets"][0]["judgements"]] == [FAIL, INCONCLUSIVE, PASS, FAIL]
    first = fairy["targets"][0]["judgements"][0]
    assert [first[name] for name in ("name", "subject", "value", "low", "high", "at_least", "at_most", "line")] == [
        *("seat_gap", "seat 2", 0.05, 0.045, 0.055),
        *(None, 0.03, 7),
    ]
    assert fairy["targets"][1]["refused"] == "no\ngames"
    assert (fairy["failed"], x["failed"]) == (True, False)
    assert [game["failed"] for game in json.loads(WRITERS["json"](checks, Mode(on_inconclusive=True)))] == [True, True]


def test_markdown_keeps_its_tables_whole(checks):
    rows = [line for line in WRITERS["markdown"](checks).splitlines() if line.startswith("|")]
    assert [line.replace("\\|", "").count("|") for line in rows] == 3 * [6] + 6 * [7] + 3 * [6]


@pytest.mark.parametrize(
    ("mode", "failures", "skipped"),
    [
        (Mode(), [3, 0], [0, 0]),
        (Mode(on_inconclusive=True), [5, 1], [0, 0]),
        (Mode(warn_only=True), [0, 0], [3, 0]),
    ],
)
def test_junit_counts_what_it_holds(checks, mode, failures, skipped):
    suites = ElementTree.fromstring(WRITERS["junit"](checks, mode)).findall("testsuite")
    for word, wanted in (("failure", failures), ("skipped", skipped)):
        told = "failures" if word == "failure" else word
        assert [int(suite.get(told)) for suite in suites] == wanted
        assert [len(suite.findall(f"testcase/{word}")) for suite in suites] == wanted
    assert [int(suite.get("tests")) for suite in suites] == [6, 1]
    assert [len(suite.findall("testcase")) for suite in suites] == [6, 1]


def test_github_escapes_messages_and_properties(checks):
    lines = WRITERS["github"](checks).splitlines()
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)
    assert lines[1].startswith(
        "::error file=a%3Ab%2Cc.toml,line=7,title=fairy%2C 4 players%2C base fail::seat_gap: player 2 +5.00 points"
    )
    assert "wanted at most 3.00 points" in lines[1]
    assert lines[4] == "::error file=a%3Ab%2Cc.toml,line=9,title=fairy%2C 2 players%2C base::no%0Agames"
    warned = WRITERS["github"](checks, Mode(warn_only=True))
    assert "::error" not in warned
    assert warned.splitlines()[-1] == f"::warning title=balance::{WOULD_FAIL}"


@pytest.mark.parametrize("verdict", [MOVED, FAIL])
@pytest.mark.parametrize("form", WRITERS)
def test_warnings_say_that_it_would_have_failed(form, verdict):
    moved = Comparison(LENGTH, "", 1.0, 2.0, 1.0, 0.9, 1.1, 0.02, MOVED)
    missed = TargetCheck("4 players, base", "t", 1, 9, (judgement(FAIL),))
    checked = Check("fairy", [moved], plan=small_plan()) if verdict == MOVED else Check("fairy", [], targets=(missed,))
    told = WRITERS[form]([checked], Mode(warn_only=True))
    assert form in ("json", "junit") or WOULD_FAIL in told
    assert WOULD_FAIL not in WRITERS[form]([Check("fairy", [])], Mode(warn_only=True))


@pytest.mark.parametrize(("verdict", "word"), [(PASS, "NO BASELINE"), (FAIL, "FAIL")])
def test_a_game_whose_only_fault_is_a_missing_baseline_is_not_said_to_fail(verdict, word):
    target = TargetCheck("4 players, base", "t", 1, 9, (judgement(verdict),))
    checked = Check("mill", [], refused="x: nothing there.\nMake it.", missing=True, targets=(target,))
    first = WRITERS["text"]([checked]).splitlines()[0]
    assert first == f"mill: {word}, targets: 1 {verdict}; x: nothing there. Make it."
    assert json.loads(WRITERS["json"]([checked]))[0]["failed"], "for a gate it is no pass"


@pytest.mark.slow
def test_the_command_ends_as_it_is_told_to(stored, tmp_path):
    file = tmp_path / "targets.toml"
    file.write_text('[[target]]\ngame = "fairy"\ntie_rate = { at_most = 0.09, margin = 0.005 }\n')
    words = ("check", "fairy", "--folder", stored, "--cards", frozen_cards(), "--targets", file)
    assert "inconclusive: tie_rate" in balance(*words).out
    assert balance(*words).code == 0
    assert balance(*words, "--fail-on-inconclusive").code == 1
    warned = balance(*words, "--fail-on-inconclusive", "--warn-only")
    assert (warned.code, warned.lines[-1]) == (0, WOULD_FAIL)
    told = balance(*words, "--fail-on-inconclusive", "--warn-only", "--json")
    assert (told.code, told.err, told.json[0]["failed"]) == (0, f"balance: {WOULD_FAIL}\n", True)


@pytest.mark.slow
def test_a_game_without_targets_is_told_in_a_line(stored, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("check", "fairy", "--folder", stored, "--cards", frozen_cards())
    drawn = "greedy, forgetful, cautious, dreamer, chaser, watcher, daredevil"
    players = f"verdicts hold among players who draw from: {drawn}"
    passed = ["fairy: PASS, 114 same", f"  cards: {CARDS.tables['fairy'].label}", f"  {players}"]
    assert balance(*words).lines == [*passed, "  no targets: there is no targets.toml here"]
    (tmp_path / "targets.toml").write_text('[[target]]\ngame = "heroes"\ntie_rate = { at_most = 1 }\n')
    assert balance(*words).lines == [*passed, "  no targets for this game in targets.toml"]
    assert balance(*words, "--no-targets").lines == passed


def test_targets_that_were_asked_for_must_be_there(stored, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("check", "fairy", "--folder", stored, "--cards", frozen_cards())
    file = tmp_path / "none.toml"
    for text in ("", "# nothing yet\n", "target = []\n"):
        file.write_text(text)
        assert refused(*words, "--targets", file)[0] == f"balance: {file}: there is no target in this file"
    (line,) = refused(*words, "--require-targets")
    assert line == "balance: --require-targets: there are no targets for fairy in targets.toml (there is none here)"
    assert refused(*words, "--require-targets", "--no-targets")[0] == "balance: --require-targets and --no-targets"
    file.write_text('[[target]]\ngame = "heroes"\ntie_rate = { at_most = 1 }\n')
    (line,) = refused(*words, "--require-targets", "--targets", file)
    assert line == f"balance: --require-targets: there are no targets for fairy in {file}"
    file.rename(tmp_path / "Targets.toml")
    (line,) = refused(*words)
    assert line == "balance: 'Targets.toml' is not read: rename it to targets.toml, or say --targets Targets.toml"
