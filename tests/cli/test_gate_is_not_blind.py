"""Whatever goes wrong, `balance check` fails or refuses: in every format, without a traceback, never with a pass."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

from balance.engine.game import Plan
from balance.engine.playing import runner
from balance.engine.playing.game_batch import PlayError
from balance.engine.runs.run import write_part
from balance.engine.runs.store import Store
from balance.judging import gate
from balance.judging.reference import figures_of
from balance.report.checks.writers import WRITERS
from helpers.cards import frozen_cards
from helpers.command_line import Said, balance, refused
from helpers.marks import few_by_day, is_night

pytestmark = pytest.mark.slow

GAMES = 1200
TARGETS = """
[[target]]
game = "fairy"
games = 1000
seat_gap = { at_most = 0.2 }
style_spread = { at_most = 0.4 }
tie_rate = { at_most = 0.5 }
length = { at_least = 10, at_most = 20 }
points.catch = { at_most = 0.5 }
card_improvement = { at_least = -1, at_most = 1, kinds = ["charm"] }
"""

balance_check = importlib.import_module("balance.api.check")

Fault = Callable[[pytest.MonkeyPatch, Path], None]


@pytest.fixture(scope="module")
def stored(tmp_path_factory) -> Path:
    """A folder with reference figures, targets and cards that all go together."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "cards.csv").write_text(frozen_cards().read_text())
    (folder / "targets.toml").write_text(TARGETS)
    said = balance("baseline", "fairy", "-n", GAMES, "--folder", folder, "--cards", folder / "cards.csv", "-q")
    assert said.code == 0
    return folder


@pytest.fixture
def folder(stored, tmp_path, monkeypatch) -> Path:
    """A copy of it to spoil; this is the present folder."""
    for name in ("fairy.json", "cards.csv", "targets.toml"):
        (tmp_path / name).write_bytes((stored / name).read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*words: object) -> Said:
    """`balance check fairy` with what lies in the present folder."""
    return balance("check", "fairy", "--folder", ".", *words)


def says_that_it_fails(form: str, text: str) -> bool:
    """Whether a reader of this format learns that the check failed."""
    if form == "json":
        return any(game["failed"] for game in json.loads(text))
    if form == "junit":
        suites = ElementTree.fromstring(text).findall("testsuite")
        for suite in suites:
            assert int(suite.get("failures", "")) == len(suite.findall("testcase/failure"))
            assert int(suite.get("tests", "")) == len(suite.findall("testcase"))
        return any(suite.get("failures") != "0" for suite in suites)
    return "::error " in text if form == "github" else "fairy: FAIL" in text or "NO BASELINE" in text


# ---------------------------------------------------------------- faults


def in_parts(table: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> Fault:
    """A log in which this table's rows are written otherwise."""

    def spoil(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        def write(frame: pl.DataFrame, store: Store, name: str) -> str:
            return write_part(change(frame) if name.startswith(f"{table}/") else frame, store, name)

        monkeypatch.setattr(runner, "write_part", write)

    return spoil


def on_disk(table: str, harm: Callable[[Path], object]) -> Fault:
    """A part of this table that comes to harm when it is written."""

    def spoil(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        def write(frame: pl.DataFrame, store: Store, name: str) -> str:
            checksum = write_part(frame, store, name)
            if name.startswith(f"{table}/"):
                harm(store.path / name)
            return checksum

        monkeypatch.setattr(runner, "write_part", write)

    return spoil


def cut_short(share: float) -> Callable[[pl.DataFrame], pl.DataFrame]:
    """Games of which every so many were ended by a cap."""
    every = round(1 / share)
    ends = pl.Enum(["fairies", "target", "deck_out", "stalemate"])
    reason = pl.col("end_reason").cast(pl.String)
    capped = pl.when(pl.col("game_no") % every == 0).then(pl.lit("stalemate")).otherwise(reason)
    return lambda games: games.with_columns(capped.cast(ends).alias("end_reason"))


def in_playing(harm: Callable[[runner.GameBatch, int], None]) -> Fault:
    """A thread that meets something while it plays."""

    def spoil(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        play = runner.GameBatch.play

        def spoilt(self: runner.GameBatch, first: int, count: int) -> None:
            play(self, first, count)
            if first >= GAMES // 2:
                harm(self, count)

        monkeypatch.setattr(runner.GameBatch, "play", spoilt)

    return spoil


def crash(player: runner.GameBatch, count: int) -> None:
    raise RuntimeError("a bit fell over\nand another one")


def no_memory(player: runner.GameBatch, count: int) -> None:
    raise MemoryError


def trouble(player: runner.GameBatch, count: int) -> None:
    raise PlayError("Fairy, game 700: trouble 3.")


def lost_games(player: runner.GameBatch, count: int) -> None:
    player.used[0] -= 1


def in_reference(change: Callable[[dict], object]) -> Fault:
    """Stored figures that were changed."""

    def spoil(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        file = folder / "fairy.json"
        content = json.loads(file.read_text())
        change(content)
        file.write_text(json.dumps(content))

    return spoil


def every_error(value: float, times: bool = False) -> Fault:
    """Stored figures whose standard errors are all this large, or so many times as large."""
    return in_reference(
        lambda content: [
            headline.update(se=headline["se"] * value if times else value) for headline in content["figures"]
        ]
    )


def four_times(*cards: str) -> Fault:
    """Four copies of these cards of Fairy instead of one."""

    def spoil(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        file = folder / "cards.csv"
        text, edits = re.subn(rf"(?m)^(fairy,(?:{'|'.join(cards)}),.*?,charm,A,)1,", r"\g<1>4,", file.read_text())
        assert edits == len(cards)
        file.write_text(text)

    return spoil


def all_of(*faults: Fault) -> Fault:
    """Several things at once."""

    def spoil(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        for fault in faults:
            fault(monkeypatch, folder)

    return spoil


def renamed(name: str, other: str) -> Fault:
    """A file that is there by another name."""
    return lambda monkeypatch, folder: (folder / name).rename(folder / other)


def written(name: str, text: str) -> Fault:
    """A file with another text."""
    return lambda monkeypatch, folder: (folder / name).write_text(text)


def in_cards(old: str, new: str) -> Fault:
    """A card table that was edited."""

    def spoil(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        text = (folder / "cards.csv").read_text()
        assert old in text
        (folder / "cards.csv").write_text("".join(line for line in _edited(text, old, new)))

    def _edited(text: str, old: str, new: str) -> list[str]:
        lines = text.splitlines(keepends=True)
        return [line.replace(old, new) for line in lines if new or old not in line]

    return spoil


def not_a_number(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """A fresh figure that is not a number."""

    def spoilt(results):
        rows = figures_of(results)
        return [{**row, "value": float("nan")} if row["figure"] == "turns_mean" else row for row in rows]

    monkeypatch.setattr(gate, "figures_of", spoilt)


def only_passes(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """A style that thinks no more: it guesses the same whatever lies there, under its own name and weights."""
    table = Plan.table

    def spoilt(self):
        t = table(self)
        for weight in ("offset", "slope", "floor_save"):
            t.style[weight] = 0
        return t

    monkeypatch.setattr(Plan, "table", spoilt)


def another_style_sits_down(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Seats in which, instead of the styles that were asked for, a test script sits."""
    table = Plan.table

    def spoilt(self):
        t = table(self)
        t.lineup.style[:] = self.style_names.index("always_same")
        return t

    monkeypatch.setattr(Plan, "table", spoilt)


def figure(content: dict, name: str) -> dict:
    """A stored figure."""
    return next(row for row in content["figures"] if row["figure"] == name)


RUN_FAULTS: dict[str, Fault] = {
    "games cut by a cap": in_parts("games", cut_short(0.05)),
    "a few games cut by a cap": in_parts("games", cut_short(0.005)),
    "all games tied": in_parts("games", lambda games: games.with_columns(pl.lit(2, pl.Int8).alias("winners"))),
    "no winner": in_parts("games", lambda games: games.with_columns(pl.lit(0, pl.Int8).alias("winners"))),
    "a card nobody meets": in_parts("cards", lambda cards: cards.filter(pl.col("card") != "FY05")),
    "no cards": in_parts("cards", lambda cards: cards.clear()),
    "no turns": in_parts("turns", lambda turns: turns.clear()),
    "turns of some games": in_parts("turns", lambda turns: turns.filter(pl.col("game_no") != 5)),
    "no games": in_parts("games", lambda games: games.clear()),
    "a game twice": in_parts("games", lambda games: pl.concat([games, games.head(1)])),
    "a seat missing": in_parts("seats", lambda seats: seats.filter(pl.col("seat") != 3)),
    "a renamed column": in_parts("games", lambda games: games.rename({"winners": "victors"})),
    "a renamed column of seats": in_parts("seats", lambda seats: seats.rename({"agent": "style"})),
    "a part missing": on_disk("turns", Path.unlink),
    "no part at all": on_disk("games", Path.unlink),
    "a part truncated": on_disk("cards", lambda path: path.write_bytes(path.read_bytes()[:-100])),
    "an empty part": on_disk("games", lambda path: path.write_bytes(b"")),
    "a thread crashes": in_playing(crash),
    "no memory": in_playing(no_memory),
    "trouble in the rules": in_playing(trouble),
    "lost games": in_playing(lost_games),
    "styles without thought": only_passes,
    "other styles sit down": another_style_sits_down,
    "a figure that is not a number": not_a_number,
}
"""What may go wrong while games are played and counted."""

REFERENCE_FAULTS: dict[str, Fault] = {
    "a missing figure": in_reference(lambda content: content["figures"].pop()),
    "a figure too many": in_reference(
        lambda content: content["figures"].append({**figure(content, "turns_mean"), "figure": "x"})
    ),
    "another value": in_reference(lambda content: figure(content, "turns_mean").update(value=12.0)),
    "another version of the rules": in_reference(lambda content: content.update(rules_version=99)),
    "other styles": in_reference(lambda content: content["styles"].pop()),
    "a style with other weights": in_reference(lambda content: content["styles"][1]["weights"].update(ev=2.0)),
    "other settings": in_reference(lambda content: content["settings"].update(end_fairies=2)),
    "another number of players": in_reference(lambda content: content.update(players=5)),
    "another set of cards": in_reference(lambda content: content["card_rows"].pop("FY05")),
    "a removed card": in_cards("fairy,FY05,", ""),
    "huge errors": every_error(1e9),
    "huge errors, and FY05 to FY07 four times": all_of(every_error(1e9), four_times("FY05", "FY06", "FY07")),
    "errors larger than they can be": every_error(2.1, times=True),
    "fewer games than the errors say": all_of(
        every_error(0.01, times=True), in_reference(lambda content: content.update(games=10))
    ),
    "no reference": lambda monkeypatch, folder: (folder / "fairy.json").unlink(),
}
"""What may be wrong with the reference figures."""

SAID = {
    "games cut by a cap": r"60 of 1,200 games \(5.00 %\) did not end by their rules",
    "a few games cut by a cap": r"not comparable: Ends because: stalemate: - -> 0.50 %",
    "all games tied": "moved: The win is shared in 100.00? % of games",
    "no winner": "moved: Nobody wins 100.00? % of games",
    "a card nobody meets": r"not computable: Met: Charm 5 \(FY05\)",
    "no cards": "the cards of 0 games were found, of 1,200",
    "no turns": "the turns of 0 and the cards of 1,200 games were found",
    "turns of some games": "the turns of 1,199 and",
    "no games": "games/part-00000000.parquet holds other games",
    "a game twice": "games/part-00000000.parquet holds other games",
    "a seat missing": "only 3,600 of 4,800 rows of the table seats",
    "a renamed column": "games/part-00000000.parquet holds other games or columns",
    "a renamed column of seats": "seats/part-00000000.parquet holds other games or columns",
    "a part missing": "turns/part-00000000.parquet is missing",
    "no part at all": "games/part-00000000.parquet is missing",
    "a part truncated": "cards/part-00000000.parquet is not what was written",
    "an empty part": "games/part-00000000.parquet is not what was written",
    "a thread crashes": "RuntimeError: a bit fell over",
    "no memory": "not enough memory",
    "trouble in the rules": r"Fairy, game 700: trouble 3\.",
    "lost games": "games/part-00000000.parquet holds other games",
    "styles without thought": "moved: The best score is ",
    "other styles sit down": "not comparable: Win rate of a style: always_same",
    "a figure that is not a number": "not computable: Length of a game",
    "a missing figure": "1 not comparable, 113 same",
    "a figure too many": "not computable: x",
    "another value": "moved: A game lasts .* turns instead of 12.0",
    "another version of the rules": "are of another version of the rules",
    "other styles": "are of other play styles",
    "a style with other weights": "are of other play styles",
    "other settings": "are of other settings",
    "another number of players": "are of another number of players",
    "another set of cards": "are of another set of cards",
    "a removed card": "are of another set of cards",
    "huge errors": "fairy: FAIL, 114 not comparable; .*fairy.json: 114 stored standard errors are more than twice",
    "huge errors, and FY05 to FY07 four times": "114 not comparable; .*fairy.json: 114 stored standard errors",
    "errors larger than they can be": "standard errors are more than twice as large as the same games give",
    "fewer games than the errors say": "figures that this reference is sharp enough to decide are undecided",
    "no reference": "there are no reference figures",
}
"""What is told of each: that it fails for another reason would prove nothing."""

INPUT_FAULTS: dict[str, tuple[Fault, str]] = {
    "a payoff that is not a number": (in_cards("number=3", "number=three"), r"cards.csv, line 4, column traits: "),
    "no targets file": (written("targets.toml", "[[target]"), r"targets.toml, line 1: is not a TOML file"),
    "a target nobody knows": (written("targets.toml", TARGETS + "x = 1\n"), "x: there is no such target"),
    "a target of no game": (written("targets.toml", '[[target]]\ngame = "f"'), "game: there is no such game"),
    "targets by another name": (renamed("targets.toml", "Targets.TOML"), "'Targets.TOML' is not read: rename it"),
    "cards by another name": (renamed("cards.csv", "Cards.csv"), "'Cards.csv' is not read: rename it to cards.csv, or"),
    "no cards beside the reference": (
        renamed("cards.csv", "mine.csv"),
        "fairy.json: there are reference figures, but no",
    ),
    "a damaged reference": (written("fairy.json", "{"), "fairy.json: cannot be read: Expecting property name"),
    "a reference without a bottom": (written("fairy.json", "[" * 100_000), "fairy.json: cannot be read: nested more"),
    "no figures": (in_reference(lambda content: content.update(figures=[])), "fairy.json: .* holds no figures"),
    "a figure without a name": (
        in_reference(lambda content: figure(content, "turns_mean").update(figure=3)),
        "fairy.json: is damaged: a figure and what it is of are words",
    ),
    "a stored figure that is not a number": (
        in_reference(lambda content: figure(content, "turns_mean").update(value=float("nan"))),
        "fairy.json: is damaged: the value of turns_mean cannot be 'nan'",
    ),
    "errors below nothing": (
        every_error(-1, times=True),
        "fairy.json: is damaged: the standard error of .* cannot be '-",
    ),
    "figures again, with huge errors": (
        in_reference(
            lambda content: content["figures"].extend([{**headline, "se": 1e9} for headline in content["figures"]])
        ),
        "fairy.json: is damaged: the figure .* is there twice",
    ),
    "figures again, under the same name": (
        lambda monkeypatch, folder: (folder / "fairy.json").write_text(
            (folder / "fairy.json").read_text().rstrip().removesuffix("}") + ', "figures": []}'
        ),
        "fairy.json: cannot be read: the entry 'figures' is there twice",
    ),
    "a reference of no games": (
        in_reference(lambda content: content.update(games=0)),
        "fairy.json: .* games cannot be 0",
    ),
    "a reference of more games than can be": (
        in_reference(lambda content: content.update(games=10**12)),
        "fairy.json: is damaged: games cannot be 1000000000000",
    ),
}
"""What may be wrong with the input, and what is said: exit code 2, before a game is played."""


def play_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all commands of a test tell of the same games: playing takes longer than telling."""
    played = balance_check.check_games(["fairy"], None, Path(), None, False, 1, True)
    monkeypatch.setattr(balance_check, "check_games", lambda *words: played)


FAULTS = [*RUN_FAULTS, *REFERENCE_FAULTS]


def forms(fault: str, faults: Iterable[str]) -> list[str]:
    """Formats in which a fault is told: by day one, another for every fault."""
    return list(WRITERS) if is_night() else [list(WRITERS)[list(faults).index(fault) % len(WRITERS)]]


@pytest.mark.parametrize("fault", few_by_day(FAULTS, 4))
def test_every_format_fails(fault, folder, monkeypatch):
    {**RUN_FAULTS, **REFERENCE_FAULTS}[fault](monkeypatch, folder)
    code = 2 if fault == "no reference" else 1
    play_once(monkeypatch)
    assert check("--quiet").code == code
    assert re.search(SAID[fault], check("--all").out)
    for form in forms(fault, FAULTS):
        said = check("--format", form)
        assert said.code == code, (form, said)
        assert says_that_it_fails(form, said.out), (form, said.out)
        assert "Traceback" not in said.out + said.err
        assert "Internal error" not in said.err
    said = check("--warn-only")
    assert said.code == 0
    assert "would not pass" in said.out


@pytest.mark.parametrize("fault", INPUT_FAULTS)
def test_bad_input_is_refused_in_every_format(fault, folder, monkeypatch):
    spoil, says = INPUT_FAULTS[fault]
    spoil(monkeypatch, folder)
    for form in forms(fault, INPUT_FAULTS):
        for warn in ((), ("--warn-only",)):
            lines = refused("check", "fairy", "--folder", ".", "--format", form, *warn)
            assert re.search(says, lines[0]), lines


def test_without_a_fault_it_passes(folder, monkeypatch):
    """Otherwise the tests above would prove nothing."""
    play_once(monkeypatch)
    for form in WRITERS:
        said = check("--format", form)
        assert said.code == 0, said
        assert not says_that_it_fails(form, said.out)
        fingerprint = json.loads((folder / "fairy.json").read_text())["cards_sha256"]
        assert re.search(rf"cards.csv\b.*{fingerprint[:12]}", said.out, re.DOTALL), "which cards were judged is said"
        assert "greedy" in said.out, "among which players the verdicts hold is said"


BLINDING = [
    *("games cut by a cap", "no cards", "no turns", "turns of some games", "no games", "a game twice"),
    *("a seat missing", "a renamed column", "a renamed column of seats", "a part missing", "no part at all"),
    *("a part truncated", "an empty part", "a thread crashes", "no memory", "trouble in the rules", "lost games"),
    *("all games tied", "a card nobody meets", "other styles sit down"),
]


@pytest.mark.parametrize("fault", few_by_day(BLINDING, 4))
def test_targets_are_not_blind_either(fault, folder, monkeypatch):
    """Their verdicts fail by themselves, with no reference beside them."""
    RUN_FAULTS[fault](monkeypatch, folder)
    (folder / "fairy.json").unlink()
    (target,) = check("--json").json[0]["targets"]
    assert target["refused"] or any(judgement["verdict"] == "fail" for judgement in target["judgements"])


def test_quiet_says_in_a_line_that_there_is_no_reference(folder):
    says = "balance: there are no reference figures of fairy: `balance baseline fairy` stores them.\n"
    (folder / "targets.toml").unlink()
    (folder / "fairy.json").unlink()
    assert check("--quiet") == Said(2, "", says)
    assert check("--quiet", "--warn-only") == Said(0, "", says)
    (folder / "fairy.json").write_text("{")
    said = check("--quiet")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("balance: fairy.json: cannot be read: ")
    assert len(said.err.splitlines()) == 1


def test_a_missed_target_counts_more_than_a_reference_that_is_not_there(folder):
    (folder / "fairy.json").unlink()
    (folder / "targets.toml").write_text('[[target]]\ngame = "fairy"\ngames = 1000\nlength = { at_most = 2 }\n')
    assert check("--quiet").code == 1


def test_one_check_writes_every_format(folder, monkeypatch):
    played = balance_check.check_games(["fairy"], None, folder, None, False, 1, True)
    plays: list[None] = []
    monkeypatch.setattr(balance_check, "check_games", lambda *words: plays.append(None) or played)
    files = {form: f"{form}.txt" for form in WRITERS}
    said = check(
        "--format", "github", *(word for form, file in files.items() for word in ("--write", f"{form}={file}"))
    )
    assert (said.code, len(plays)) == (0, 1)
    for form, file in files.items():
        assert Path(file).read_text() == check("--format", form).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["junit"], "--write junit"),
        (["junit="], "--write junit="),
        (["junitt=x"], "there is no format 'junitt'"),
        (["junit=no/such/x"], "no/such/x: cannot be written: there is no such folder"),
        (["junit=x", "text=x"], "x: --write names the file twice"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(words, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(balance_check, "check_games", lambda *words: pytest.fail("it plays"))
    assert refused("check", *(part for word in words for part in ("--write", word)))[0] == f"balance: {says}"


def test_nothing_to_check_is_a_failure(folder, monkeypatch):
    monkeypatch.setattr("balance.api.check.check_games", lambda *words: [])
    said = check()
    assert said.code == 1
    assert said.err == "balance: no game to check, nothing was compared.\n"


@pytest.mark.nightly
@pytest.mark.parametrize("form", WRITERS)
def test_the_same_inputs_give_the_same_bytes_on_any_number_of_threads(form, folder, monkeypatch):
    monkeypatch.setattr("balance.engine.runs.run.MOST_GAMES_PER_PART", 100)
    edited = (folder / "cards.csv").read_text().replace("fairy,7,key=catch", "fairy,9,key=catch")
    (folder / "cards.csv").write_text(edited)
    said = [check("--format", form, "--workers", workers) for workers in (1, 2)]
    assert [result.code for result in said] == [1, 1]
    assert len({result.out for result in said}) == 1
