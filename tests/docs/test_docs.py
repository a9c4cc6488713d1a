"""The documentation says what is true: generated pages are fresh, examples run, links lead somewhere."""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import typer.main
from decision_points import table as decisions_table
from game_columns import plan_of
from metric_pages import Header
from terminal import PICTURES

from balance.analysis.database import Database
from balance.analysis.figures import SQL
from balance.analysis.results import Results
from balance.cards.traits import parse_traits
from balance.cli import commands
from balance.cli.app import app
from balance.engine.game import Game, find_game, game_ids
from balance.engine.game.headlines import SHARED
from balance.engine.game.plan import Request, make_plan
from balance.engine.playing.runner import simulate
from balance.engine.runs.run import Run
from balance.games.fairy.cards.notation import parse_condition
from balance.games.heroes import styles as heroes_styles
from balance.games.heroes.cards import notation as heroes_notation
from balance.games.heroes.cards.box import DICE
from balance.games.heroes.state import ENERGIES
from balance.games.heroes.table import PRESETS, SCARCE, vector
from balance.judging.history import Past, versions
from helpers.cards import frozen_cards
from helpers.command_line import balance
from helpers.marks import is_night
from helpers.pages import DOCS, FENCE, PAGES, ROOT, command_lines, fences, name
from helpers.plain_games import forgotten
from helpers.play import make

RULES = {
    "fairy": ("FY", ["1-35"]),
    "heroes": (
        "HF",
        ["1-7", "10-17", "20-25", "30-34", "40-46", "50-57", "60-67", "70-77", "80-82", "90-94", "100-107"],
    ),
    "fairy_school": ("FS", ["1-87"]),
    "alfheim": ("FA", ["1-42"]),
    "fairy_conundrum": (
        "FC",
        [
            *("1-45", "50-54", "60-70", "75-88", "90-95", "100-103", "150-153", "110-128", "137-138", "160-164"),
            *("170-171", "180-183", "190-192"),
        ],
    ),
}
"""Of every game, what its rules are called and which numbers they have: FY-1 to FY-35."""
STYLES = DOCS / "how-to" / "own-play-style.md"
NEW_GAME = DOCS / "how-to" / "add-a-game.md"
LOOK_BACK = DOCS / "how-to" / "look-back.md"
QUERIES = DOCS / "how-to" / "query-a-run.md"

LINK = re.compile(r"\]\(([^)\s]+)\)")
FORBIDDEN = ("/wo" + "rk/", "sha" + "red/", "ses" + "sion", "sub" + "agent")
"""Written apart, so that this file does not hold them itself."""


def rules_page(game: str) -> Path:
    """The rules of a game as they are played."""
    return DOCS / "games" / f"{game}.md"


# ---------------------------------------------------------------- generated pages


@pytest.fixture(scope="module")
def generate() -> Iterator[Any]:
    """docs/generate.py as a module."""
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkey = pytest.MonkeyPatch()
    monkey.setitem(sys.modules, spec.name, module)  # its data classes look themselves up there
    spec.loader.exec_module(module)
    yield module
    monkey.undo()


@pytest.fixture(scope="module")
def wanted(generate: Any) -> dict[str, str]:
    """The reference pages as the code would write them now; by day but those for which many games are played."""
    return generate.pages(quick=not is_night())


@pytest.fixture(scope="module")
def there() -> dict[str, str]:
    """The reference pages as they are; writing them again takes half a minute."""
    return {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "reference").glob("*.md")}


@pytest.mark.slow
def test_generated_pages_are_up_to_date(generate: Any, wanted: dict[str, str]):
    assert [name(page) for page in generate.stale(wanted, quick=not is_night())] == [], "make docs"


@pytest.mark.slow
@pytest.mark.parametrize("game", game_ids())
def test_decisions_are_asked_as_often_as_the_pages_say(there: dict[str, str], game: str):
    """In six hundred games, as far as these can tell; to the last digit they are written again at night."""
    heads, now = decisions_table(plan_of(game), 600)
    stored = table_below(there[f"decisions-{game}.md"], f"| {' | '.join(heads)} |")
    assert [row[:2] for row in stored] == [[what, name.strip("`")] for what, name, *_ in now]
    for was, (_, _, often, *_) in zip(stored, now, strict=True):
        asked = [float(text) if text != "never" else 0.0 for text in (was[2], often)]
        assert asked[1] == pytest.approx(asked[0], rel=0.2, abs=0.2), was


def test_a_stale_page_is_noticed(generate: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(generate, "REFERENCE", tmp_path)
    (tmp_path / "same.md").write_text("as it should be", encoding="utf-8")
    (tmp_path / "old.md").write_text("before", encoding="utf-8")
    (tmp_path / "gone.md").write_text("nobody writes it", encoding="utf-8")
    pages = generate.stale({"same.md": "as it should be", "old.md": "now", "new.md": "now"})
    assert [page.name for page in pages] == ["gone.md", "new.md", "old.md"]


@pytest.mark.slow
def test_every_game_has_its_pages(there: dict[str, str]):
    for game in game_ids():
        assert {f"{game}.md", f"metrics-{game}.md", f"rules-{game}.md"} <= there.keys()
        assert rules_page(game).is_file()
    front = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[[^]]+\]\(docs/games/(\w+)\.md\) \|", front, re.MULTILINE) == list(RULES)
    assert sorted(RULES) == game_ids()


@pytest.mark.slow
def test_every_headline_figure_is_documented(generate: Any, small_run: Run, there: dict[str, str]):
    with Database(small_run) as database:
        figures = set(Results(database).figures()["figure"])
    assert figures | {"card_power"} == {headline.name for headline in (*SHARED, *find_game("fairy").headlines)}
    pages = there["metrics.md"] + there["metrics-fairy.md"]
    for figure in figures:
        assert re.search(rf"^\|.*`{figure}[` ]", pages, re.MULTILINE), figure


@pytest.mark.slow
def test_every_query_is_documented_with_a_question(there: dict[str, str]):
    folders = {"queries.md": SQL} | {f"metrics-{game}.md": find_game(game).folder / "sql" for game in game_ids()}
    for page, folder in folders.items():
        for file in folder.glob("*.sql"):
            assert Header.of(file).question, file.name
            assert f"({Path('../..') / file.resolve().relative_to(ROOT)})" in there[page]


def test_every_command_and_option_is_documented():
    text = (DOCS / "reference" / "commands.md").read_text(encoding="utf-8")
    for words, command in every_command(typer.main.get_command(app)):
        _, separator, rest = text.partition(f"\n## balance {words}\n")
        assert separator, words
        chapter = rest.partition("\n## ")[0]
        for parameter in command.params:
            public = parameter.param_type_name == "option" and not parameter.hidden  # some are for balance itself
            for option in parameter.opts if public else ():
                assert f"`{option}" in chapter, f"{words} {option}"


def every_command(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    assert commands.__all__  # importing them has registered them
    for word, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from every_command(command, f"{before}{word} ")
        else:
            yield f"{before}{word}", command


def test_the_first_page_says_how_many_games_the_demo_plays():
    told = (DOCS / "how-to" / "first-report.md").read_text(encoding="utf-8")
    games = {game: find_game(game).demo_games for game in game_ids()}
    others = {number for game, number in games.items() if game not in ("fairy", "heroes")}
    said = f"plays {games['fairy']:,} games of Fairy, {games['heroes']:,} of Heroes and {others.pop():,} of each other"
    assert not others
    assert said in " ".join(told.split())


def test_make_and_the_front_say_the_same_of_how_long_the_demo_takes():
    made = re.search(r"^demo: .*\((.+ minutes)\)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    front = re.search(r"^make demo .*: (.+ minutes), ", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert made
    assert front
    assert made[1] == front[1]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example history, made of the frozen cards as the page makes it of the project's."""
    folder = tmp_path_factory.mktemp("looked-back")
    script = folder / "docs" / "how-to" / "example-history.sh"
    script.parent.mkdir(parents=True)
    shutil.copy(DOCS / "how-to" / script.name, script)
    shutil.copy(frozen_cards(), folder / "cards.csv")
    made = subprocess.run(["sh", script, folder / "example"], capture_output=True, text=True, check=True)
    assert (made.stdout, made.stderr) == (f"{folder}/example has 4 versions of cards.csv: cd {folder}/example\n", "")
    return folder / "example"


def test_the_example_history_has_versions_to_look_at(example: Path):
    history = versions(Request("fairy", games=10), Past(example / "cards.csv", game_ids()))
    assert len(history) == 4
    assert all(version.plan for version in history)


@pytest.mark.slow
def test_looking_back_at_the_example_shows_what_the_page_says(example: Path, monkeypatch: pytest.MonkeyPatch):
    """The commands as they are typed there, one after the other: what one has played the next one knows."""
    monkeypatch.chdir(example)
    typed = list(command_lines(LOOK_BACK))[:3]
    assert [words[0] for words in typed] == ["history", "bisect", "bisect"]
    history, length, catch = (balance(*words) for words in typed)
    assert [said.code for said in (history, length, catch)] == [0, 0, 0]
    rows = [line.split() for line in history.lines if re.match(r"[1-4]  [0-9a-f]{8}  ", line)]
    assert len(rows) == 4
    assert [{"up", "down"} & {*row} != set() for row in rows] == [False, True, True, True]
    named = [line.partition(": ")[2] for line in history.lines if re.match(r"[2-4] [0-9a-f]{8}: ", line)]
    assert named == ["FYG4: points 8 instead of 7", "FYG3: points 3 instead of 4", "FYG4: points 12 instead of 8"]
    # The length goes down, up and down again: of the places where it changes sides the last one is found.
    for said in (length, catch):
        causes = said.lines[said.lines.index("It was moved by") + 1 :]
        assert causes[0].endswith(", Designer: A Catch is worth 12: it never felt like much")
        assert causes[1] == f"  {named[2]}"
    page = " ".join(LOOK_BACK.read_text(encoding="utf-8").split())
    told = re.search(
        r"`card_used_share:FYG4` went from (\S+) to (\S+) %: the commit that is named raised it from (\S+) to (\S+) %, "
        r"the two before it by (\S+) points together",
        page,
    )
    assert told
    first, last, before, after, others = told.groups()
    assert f"{last} % of players who encounter it instead of {first} %" in catch.out
    assert f"{after} % of players who encounter it instead of {before} %" in catch.out
    assert f"by +{others} points together" in catch.out


ROOM = {
    "turns": {
        "how-to/very-long-runs.md": [r"\| everything \| (\d+) bytes"],
        "how-to/first-report.md": [r"with every turn need about (\d+) MB"],
        "how-to/resume-and-faults.md": [r"with every turn needs about (\d+) bytes"],
        "faq.md": [r"and (\d+) with all of them"],
    },
    "seats": {
        "how-to/very-long-runs.md": [r"\| `--log seats` \| (\d+) bytes", r"\| 1,000,000 \|[^|]+\|[^|]+\| (\d+) MB"],
        "how-to/first-report.md": [r"and needs (\d+) MB"],
        "how-to/resume-and-faults.md": [r"with `--log seats` about (\d+)"],
        "faq.md": [r"takes (\d+) bytes without"],
    },
}
"""Where it is said how many bytes a game of Fairy takes, or megabytes a million of them, by what is logged."""


@pytest.mark.parametrize("log", ROOM)
def test_pages_say_alike_how_much_room_a_run_takes(log: str, tmp_path: Path):
    """And so does the disk, as far as few games tell: a game takes more in the large parts of long runs."""
    said = []
    for page, patterns in ROOM[log].items():
        text = " ".join((DOCS / page).read_text(encoding="utf-8").split())
        said += [re.findall(pattern, text) for pattern in patterns]
    assert said == [said[0]] * len(said)
    run = simulate(make("fairy", games=20_000, log=log), tmp_path / "run", 1)
    room = sum(part.stat().st_size for table in run.tables() for part in run.parts(table))
    ((number,),) = said[:1]
    assert room / run.games_done() == pytest.approx(int(number), rel=0.2)


# ---------------------------------------------------------------- examples


def test_the_style_example_loads(tmp_path: Path):
    (example,) = fences(STYLES, "toml")
    (tmp_path / "my-styles.toml").write_text(example, encoding="utf-8")
    plan = make_plan(Request("fairy", styles=tmp_path / "my-styles.toml", cards=frozen_cards()))
    own = {style.name: style for style in plan.styles[len(find_game("fairy").styles) :]}
    assert set(own) == {"gambler", "follower"}
    assert own["gambler"].knobs == {"retention": 0.5, "fairy_memory": 1.0, "noise": 0.25, "watchful": 0.0}
    assert own["follower"].weights["protect"] == 1.5


SELECTS = fences(QUERIES, "sql") + [words[2] for words in command_lines(QUERIES) if words[0] == "query"]


@pytest.fixture(scope="module")
def database(small_run: Run) -> Iterator[Database]:
    with Database(small_run) as opened:
        opened.lock()
        yield opened


@pytest.mark.parametrize("sql", SELECTS)
def test_every_query_in_the_docs_runs(sql: str, database: Database):
    assert database.query(sql).height > 0


def test_there_are_examples_to_check():
    assert len(SELECTS) > 8


def test_the_picture_of_a_terminal_and_the_concepts_show_what_the_tutorial_says():
    said = fences(DOCS / "tutorials" / "too-strong.md", "text")[0]
    picture = re.sub(r"<[^>]+>|&#160;", " ", (DOCS / "images" / "power.svg").read_text(encoding="utf-8"))
    numbers = re.findall(r"\+\d+\.\d", said)
    assert len(numbers) == 10
    for text in (picture, (DOCS / "concepts.md").read_text(encoding="utf-8")):
        assert [number for number in numbers if number not in text] == []


def shown(page: Path, command: str) -> list[str]:
    """The lines that a page shows below this command: what it prints, dots for what is left out."""
    _, separator, rest = page.read_text(encoding="utf-8").partition(f"\n{command}\n```\n\n```text\n")
    assert separator, command
    return [line for line in rest.partition("```")[0].splitlines() if line.strip() not in ("", "...")]


def said_by(command: str) -> list[str]:
    """What it prints, where it is typed."""
    return balance(*shlex.split(command)[1:]).out.splitlines()


@pytest.mark.parametrize("page", sorted((DOCS / "tutorials").glob("*.md")), ids=name)
def test_a_tutorial_has_900_words_beside_what_is_typed_and_shown(page: Path):
    assert len(FENCE.sub("", page.read_text(encoding="utf-8")).split()) <= 900


@pytest.mark.nightly
def test_the_tutorial_on_a_card_shows_what_its_commands_print(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    page, (command, _) = DOCS / "tutorials" / "too-strong.md", PICTURES["power"]
    said = said_by(command)
    assert [line for line in shown(page, command) + fences(page, "text")[1].splitlines() if line not in said] == []


@pytest.mark.nightly
def test_the_tutorial_on_a_card_shows_what_the_gate_prints_when_it_is_edited(tmp_path: Path, monkeypatch: Any):
    edits = {"cards.csv": (",hero,,1,,fight 2,,strength=1; left=-FL", ",hero,,1,,fight 1,,strength=1; left=-FL")}
    for file, (old, new) in (edits | {"targets.toml": ('"HF08", ', "")}).items():
        text = (ROOT / file).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (tmp_path / file).write_text(text.replace(old, new), encoding="utf-8")
    shutil.copytree(ROOT / "reports" / "baseline", tmp_path / "reports" / "baseline")
    monkeypatch.chdir(tmp_path)
    command = "balance check heroes"
    said, page = said_by(command), DOCS / "tutorials" / "too-strong.md"
    begins = [line.removesuffix("...") for line in shown(page, command)]
    assert [line for line in begins if not any(other.startswith(line) for other in said)] == []


@pytest.mark.nightly
def test_the_tutorial_on_a_game_shows_what_its_commands_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """As far as no file is edited between them."""
    monkeypatch.chdir(tmp_path)
    page, commands = DOCS / "tutorials" / "your-own-game.md", ("doctor mill.py", "replay mill closest")
    assert balance("new", "mill").code == 0
    monkeypatch.chdir("mill")
    with forgotten():
        assert balance("simulate", "mill.py", "--games", 10000, "-q").code == 0
        for words in (*commands, "check mill.py --warn-only", "power mill.py --max-games 10000"):
            said = said_by(f"balance {words}")
            assert [line for line in shown(page, f"balance {words}") if line not in said] == []


@pytest.mark.nightly
def test_the_first_report_shows_what_its_replays_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    page, run = DOCS / "how-to" / "first-report.md", "runs/heroes/first"
    assert balance("simulate", "heroes", "--games", 1000, "--out", run, "-q").code == 0
    for command in (f"balance replay {run} 3 --why", f"balance replay {run} 3 --what-if 0"):
        said = said_by(command)
        assert [line for line in shown(page, command) if line not in said] == []


def table_below(text: str, head: str) -> list[list[str]]:
    """The cells of the Markdown table that begins with this line, backticks taken off."""
    _, separator, rest = text.partition(f"{head}\n")
    assert separator, head
    lines = rest.partition("\n\n")[0].splitlines()[1:]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def test_every_condition_on_the_rules_page_of_fairy_can_be_read():
    _, _, rest = rules_page("fairy").read_text(encoding="utf-8").partition("| condition | a guess that is right when |")
    conditions = re.findall(r"^\| `([^`]+)` \|", rest.partition("\n\n")[0], re.MULTILINE)
    assert len(conditions) > 10
    for condition in conditions:
        parse_condition(condition, ["A", "B", "C"])


HEROES_PARSERS = {
    "hero, effect": heroes_notation.parse_action,
    "hero, traits": lambda text: parse_traits(text, ""),
    "tile, effect": heroes_notation.parse_action,
    "mission, cost": heroes_notation.parse_requirement,
    "mission, points": heroes_notation.parse_spaces,
    "adversary, effect": heroes_notation.parse_condition,
    "die, effect": heroes_notation.parse_faces,
}


def test_every_notation_on_the_rules_page_of_heroes_can_be_read():
    rows = table_below(rules_page("heroes").read_text(encoding="utf-8"), "| where | notation | meaning |")
    assert {where for where, _, _ in rows} == set(HEROES_PARSERS)
    for where, notation, _ in rows:
        HEROES_PARSERS[where](notation)


def test_the_dice_on_the_rules_page_of_heroes_are_those_of_the_code():
    head = "| `dice` | green | yellow | red | mean points | of these typed, yellow and red |"
    rows = table_below(rules_page("heroes").read_text(encoding="utf-8"), head)
    assert {preset: (green, yellow, red) for preset, green, yellow, red, _, _ in rows} == PRESETS
    for preset, *_, means, typed in rows:
        faces = [[vector(face) for face in heroes_notation.parse_faces(text)] for text in PRESETS[preset]]
        assert means == ", ".join(f"{sum(map(sum, die)) / len(die):.2f}" for die in faces)
        assert typed == ", ".join(
            f"{sum(face[e] for face in die for e in ENERGIES) / len(die):.2f}" for die in faces[1:]
        )
        assert len(faces) == len(DICE)


def test_the_constants_of_the_styles_on_the_rules_page_of_heroes_are_those_of_the_code():
    text = " ".join(rules_page("heroes").read_text(encoding="utf-8").split())
    words = {"half": 0.5}
    named: dict[str, set[float]] = {}
    for number, constant in re.findall(r"(half|\d\.\d+)(?: of that| a turn)? \(([A-Z_]{4,})\)", text):
        named.setdefault(constant, set()).add(words.get(number) or float(number))
    module_infos = pkgutil.iter_modules(heroes_styles.__path__, f"{heroes_styles.__name__}.")
    modules = [importlib.import_module(module.name) for module in module_infos]
    code = {name: value for module in modules for name, value in vars(module).items() if isinstance(value, float)}
    assert set(named) == {
        "LATE_WOUNDS",
        "STAYS_STRONGEST",
        "FOLLOWS",
        "TAKES",
        "VARIES",
        "STAYS",
        "LEAST_GAIN",
        "BYSTANDER",
        "SCARCE",
        "PASSED",
        "TAKEN",
    }
    assert named == {name: {value} for name, value in (code | {"SCARCE": SCARCE}).items() if name in named}


@pytest.mark.parametrize("game", RULES)
def test_every_setting_is_on_the_rules_page(game: str):
    text = rules_page(game).read_text(encoding="utf-8")
    for setting in find_game(game).settings:
        assert re.search(rf"^\| `--set {setting.name}=` \|.*\| {setting.rule} \|$", text, re.MULTILINE), setting.name


# ---------------------------------------------------------------- adding a game

PATH = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|sql|txt|csv|md|toml)|(?:[\w.-]+/)+)`")


def test_every_path_named_for_who_adds_a_game_is_there():
    homes = [ROOT, *(find_game(game).folder for game in game_ids())]
    paths = PATH.findall(NEW_GAME.read_text(encoding="utf-8"))
    assert len(set(paths)) > 40
    assert [path for path in paths if not any((home / path).exists() for home in homes)] == []


@pytest.mark.parametrize("language", ["python", "toml"])
def test_every_snippet_for_who_adds_a_game_is_in_the_code(language: str):
    snippets = fences(NEW_GAME, language)
    assert snippets
    for snippet in snippets:
        first, _, rest = snippet.partition("\n")
        file = ROOT / first.removeprefix("# ")
        assert rest in file.read_text(encoding="utf-8"), first


def test_the_whole_contract_is_told_to_who_adds_a_game():
    rows = table_below(NEW_GAME.read_text(encoding="utf-8"), "| field | is |")
    told = [name for names, _ in rows for name in re.findall(r"\w+", names)]
    assert sorted(told) == sorted(field.name for field in dataclasses.fields(Game))


# ---------------------------------------------------------------- links, rules, words


def slugs(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere():
    links = [(page, link) for page in PAGES for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))]
    for page, link in links:
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name(page)} -> {link}"
        assert target.is_relative_to(ROOT), f"{name(page)} -> {link} is outside of the project"
        if anchor:
            assert anchor in slugs(target), f"{name(page)} -> {link}"


def rules_in(text: str, prefix: str) -> set[int]:
    """The numbers of the rules that a text names; FY-2 to FY-4 names three, and the test of a rule names one."""
    ranges = re.findall(rf"\b{prefix}-(\d+)(?: to {prefix}-(\d+))?", text)
    tested = re.findall(rf"def test_{prefix.lower()}_?(\d+)_", text)
    return {n for first, last in ranges for n in range(int(first), int(last or first) + 1)} | set(map(int, tested))


def sources(game: str) -> list[Path]:
    """The code and the tests of a game."""
    return [*(ROOT / "balance" / "games" / game).rglob("*.py"), *(ROOT / "tests" / game).rglob("*.py")]


@pytest.mark.parametrize("game", RULES)
def test_the_rules_page_has_every_rule(game: str):
    prefix, chapters = RULES[game]
    text = rules_page(game).read_text(encoding="utf-8")
    entries = [int(number) for number in re.findall(rf"^- \*\*{prefix}-(\d+)\*\*", text, re.MULTILINE)]
    ranges = [map(int, chapter.split("-")) for chapter in chapters]
    assert entries == [number for first, last in ranges for number in range(first, last + 1)]


@pytest.mark.parametrize("game", RULES)
def test_every_rule_named_in_the_docs_is_in_code_or_tests(game: str):
    prefix, _ = RULES[game]
    known: set[int] = set()
    for file in sources(game):
        known |= rules_in(file.read_text(encoding="utf-8"), prefix)
    for file in (ROOT / "tests" / "scenarios" / game).glob(f"{prefix.lower()}-*.json"):
        known.add(int(file.stem.split("-")[1]))  # scenarios are named by the rules they show
    for page in PAGES:
        assert rules_in(page.read_text(encoding="utf-8"), prefix) <= known, name(page)


@pytest.mark.parametrize("game", RULES)
def test_every_chapter_that_the_code_names_is_on_the_rules_page(game: str):
    text = rules_page(game).read_text(encoding="utf-8")
    headings = set(re.findall(r"^##+ (\d(?:\.\d)?)\.? ", text, re.MULTILINE))
    for file in sources(game):
        named = set(re.findall(r"[Ss]ection (\d(?:\.\d)?)", file.read_text(encoding="utf-8")))
        assert named <= headings, file.name


def test_no_page_speaks_of_what_is_no_part_of_the_project():
    texts = {name(page): page.read_text(encoding="utf-8").lower() for page in PAGES}
    assert [(page, word) for page, text in texts.items() for word in FORBIDDEN if word in text] == []


def test_every_page_is_reached_from_the_front():
    seen, todo = set(), [DOCS / "README.md"]
    while todo:
        page = todo.pop()
        if page in seen or page.suffix != ".md" or not page.is_relative_to(ROOT):
            continue
        seen.add(page)
        links = LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
        todo += [(page.parent / link.partition("#")[0]).resolve() for link in links if not re.match(r"[a-z]+:|#", link)]
    assert set(DOCS.rglob("*.md")) <= seen


# ---------------------------------------------------------------- glossary


def test_every_word_of_the_glossary_is_there_in_the_code():
    rows = table_below((DOCS / "glossary.md").read_text(encoding="utf-8"), "| word | means | in the code |")
    words = [word for word, _, _ in rows]
    assert len(words) == len(set(words)) > 30
    for _, means, place in rows:
        assert means
        if place:
            assert found_in_code(place.strip("`")), place


def found_in_code(place: str) -> bool:
    """Whether a dotted name leads to something: a module, a name in it, or an attribute or field of a class."""
    parts = place.split(".")
    for length in range(len(parts), 0, -1):
        try:
            value: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            fields = getattr(value, "__dataclass_fields__", {})
            if part in fields:
                return True
            if not hasattr(value, part):
                return False
            value = getattr(value, part)
        return True
    return False
