"""Games in files of their own: which file is run, by which name, and what becomes of runs when it is edited."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

import pytest

from balance import sample
from balance.common import modules
from balance.engine.game import find_game, own_game
from balance.engine.game.plan import Request, make_plan, with_cards
from balance.engine.plain import playing
from balance.engine.plain.table import terms_of
from balance.judging.trials import with_row_of
from helpers.command_line import balance, refused
from helpers.plain_games import CARDS, forgotten, write_game
from helpers.plain_process import plain_balance

GAME = """\
class Dice(Game):
    players = 2

    def play(self):
        for _ in self.rounds(3):
            for player in self.players:
                player.gain(self.roll(6))
"""


@pytest.fixture(autouse=True)
def played(tmp_path, monkeypatch):
    """A folder with a game and a run of it; what was opened is forgotten."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(modules, "_beside", {})
    write_game(tmp_path, GAME, "dice.py")
    with forgotten():
        assert balance("simulate", "dice.py", "--games", 100, "--out", "run", "-q").code == 0
    with forgotten():
        yield
    for name, module in [*sys.modules.items()]:
        places = (getattr(module, "__file__", None) or "", *getattr(module, "__path__", ()))
        if any(Path(place).is_relative_to(tmp_path) for place in places):
            del sys.modules[name]  # a file that is called as a game's tests are would stay in their place


def edited(old: str, new: str) -> None:
    """The game with another text."""
    text = Path("dice.py").read_text()
    assert text.count(old) == 1
    Path("dice.py").write_text(text.replace(old, new))


def test_a_run_finds_its_game():
    assert balance("query", "run", "SELECT count(*) AS n FROM turns", "--format", "csv").lines == ["n", "600"]


@pytest.mark.usefixtures("blank_charts")
@pytest.mark.parametrize(("how", "told"), [("quick", 1), ("off", 0)])
def test_its_first_report_says_how_to_go_without_what_takes_long(monkeypatch, how, told):
    for measuring in ("power_of", "cached_luck"):
        monkeypatch.setattr(f"balance.api.report.{measuring}", lambda *_: None)
    said = balance("report", "run", "--power", how)
    assert (said.code, said.err.count("--power off leaves it out")) == (0, told), said.err


def test_a_file_that_nobody_named_here_is_not_run(monkeypatch):
    """Whoever sends a run must not choose what is run."""
    edited("from balance", "raise SystemExit(7)\nfrom balance")
    monkeypatch.setattr(own_game, "cache_root", lambda: Path("elsewhere").resolve())
    says = refused("query", "run", "SELECT 1")
    assert says[0].endswith("dice.py: the run was played by this file, which nobody has opened here")
    assert says[1].startswith("  allowed: look at it, then name it once: balance games ")


def test_other_rules_make_another_run_and_comments_do_not():
    edited("        for _", "        # three rounds\n        for _")
    assert balance("simulate", "dice.py", "--games", 100, "--out", "run", "-q").code == 0
    edited("self.roll(6)", "self.roll(8)")
    assert "run: holds another run" in refused("simulate", "dice.py", "--games", 100, "--out", "run")[0]
    told = balance("replay", "run", 3).lines
    assert told[1] == "  The code has changed since this game was played: only its points can be shown."
    assert told[2].startswith("  Points: ")


@pytest.mark.slow
def test_an_edit_of_what_the_file_imports_makes_other_rules_too():
    """Whether that stands beside the file or is imported by what stands there; as in a new process each time."""
    Path("charms").mkdir()
    Path("helper.py").write_text("from charms.lucky import EYES\n")
    Path("charms/lucky.py").write_text("EYES = 6\n")
    edited("from balance", "from helper import EYES\nfrom balance")
    edited("self.roll(6)", "self.roll(EYES)")
    again = ["simulate", "dice.py", "--games", "20", "--out", "helped", "-q"]
    assert plain_balance(again, Path.cwd()).returncode == 0
    Path("charms/lucky.py").write_text("# of a die\nEYES = 6\n")
    Path("other.py").write_text("nobody imports it")
    assert plain_balance(again, Path.cwd()).returncode == 0
    Path("charms/lucky.py").write_text("EYES = 8\n")
    assert "helped: holds another run" in plain_balance(again, Path.cwd()).stderr


def test_a_file_that_was_edited_imports_what_it_needs_anew():
    """Else the old module would play under the checksum of the new one."""

    def most() -> int:
        return max(player.points for game in sample("dice.py", games=20) for player in game.players)

    Path("helper.py").write_text("EYES = 1\n")
    edited("from balance", "from helper import EYES\nfrom balance")
    edited("self.roll(6)", "self.roll(EYES)")
    assert most() == 3
    Path("helper.py").write_text("EYES = 1000\n")
    edited("rounds(3)", "rounds(2)")
    assert most() > 100


@pytest.fixture
def two_folders():
    """Two games in folders of their own; a module and a package beside each have the same names, and other numbers."""
    for folder, eyes in (("a", 1), ("b", 1000)):
        (Path(folder) / "charms").mkdir(parents=True)
        (Path(folder) / "charms" / "lucky.py").write_text(f"EYES = {eyes}\n")
        (Path(folder) / "helper.py").write_text("from charms.lucky import EYES\n")
        text = Path("dice.py").read_text().replace("self.roll(6)", "self.roll(EYES)")
        (Path(folder) / f"{folder}.py").write_text(
            text.replace("from balance", "from helper import EYES\nfrom balance")
        )


def most(file: str) -> int:
    return max(player.points for game in sample(file, games=20) for player in game.players)


def test_two_games_in_two_folders_import_each_its_own_of_modules_of_one_name(two_folders):
    assert most("a/a.py") == 3
    assert most("b/b.py") > 1000
    assert most("a/a.py") == 3
    Path("a/helper.py").write_text("EYES = 2\n")
    Path("a/a.py").write_text(Path("a/a.py").read_text().replace("rounds(3)", "rounds(2)"))
    assert most("a/a.py") == 4
    assert most("b/b.py") > 1000


def test_a_game_imports_what_is_beside_it_also_where_the_present_folder_comes_first(two_folders, monkeypatch):
    """As in a notebook."""
    monkeypatch.chdir("b")
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    assert most("../a/a.py") == 3
    assert most("b.py") > 1000


@pytest.mark.parametrize("late", ["a", "b"])
def test_where_one_of_two_such_games_imports_later_that_is_refused(two_folders, late, monkeypatch):
    """It could get the module of the other one."""
    monkeypatch.setattr(playing, "_crowded", Event())  # a process beside us may know games of other tests
    file = Path(late) / f"{late}.py"
    text = file.read_text().replace("from helper import EYES\n", "")
    file.write_text(text.replace("    def play(self):", "    def play(self):\n        from helper import EYES"))
    assert balance("simulate", "a/a.py", "--games", 20, "--out", "a/run", "-q").code == 0
    first, second = refused("simulate", "b/b.py", "--games", 20, "--out", "b/run")
    assert first.endswith(
        f"{late}/{late}.py: imports helper in a function, and another game has a module of that name, too"
    )
    assert second == "  allowed: an import at the top of the file, or another name"


def test_what_a_game_prints_is_no_part_of_the_answer(monkeypatch):
    monkeypatch.setattr(playing, "_crowded", Event())  # played here, not in a process beside us
    edited("        for _", "        print('rolling')\n        for _")
    said = balance("simulate", "dice.py", "--games", 20, "--out", "noisy", "--workers", 1, "-q")
    assert (said.out, "rolling" in said.err) == ("", True)


@pytest.mark.slow
def test_a_game_that_ends_the_program_is_told_from_a_process_beside_us_too(monkeypatch):
    crowded = Event()
    crowded.set()
    monkeypatch.setattr(playing, "_crowded", crowded)
    edited("        for _", "        exit()\n        for _")
    says = refused("simulate", "dice.py", "--games", 20, "--out", "ended", "--workers", 1, "-q")
    assert "this ends the whole program: a game ends where play returns" in says[0]


def test_a_file_that_is_gone_is_named():
    Path("dice.py").unlink()
    assert refused("query", "run", "SELECT 1")[0].endswith("dice.py: cannot be read: No such file or directory")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("fairy.py", GAME, "fairy is the name of an installed game: rename the file"),
        ("my-dice.py", GAME, "my-dice cannot be the name of a game"),
        ("none.py", "", "there is no game in this file"),
    ],
)
def test_what_cannot_be_a_game_is_refused(tmp_path, name, text, says):
    write_game(tmp_path, text, name)
    assert says in refused("simulate", name)[0]


def test_two_files_of_one_name_are_not_mixed_up(tmp_path):
    Path("other").mkdir()
    write_game(tmp_path / "other", GAME, "dice.py")
    assert "dice.py has the same name: rename one of them" in refused("games", "dice.py", "other/dice.py")[0]


def test_scores_may_be_written_as_points(tmp_path):
    edited("player.gain(self.roll(6))", "player.points += self.roll(6)")
    assert balance("simulate", "dice.py", "--games", 100, "--out", "other", "-q").code == 0
    for part in Path("run").rglob("*.parquet"):
        assert part.read_bytes() == Path("other", *part.parts[1:]).read_bytes()


def test_its_short_card_table_is_checked():
    cards = Path("cards.csv")
    cards.write_text("id,name,points\nA,Ant,1\nB,Bee,many\n")
    said = balance("cards", "check")
    assert (said.code, said.lines[0]) == (
        1,
        "error: cards.csv, line 3, column points: this is not a whole number (found 'many')",
    )
    assert balance("cards", "check", "dice.py").out == said.out
    Path("other.csv").write_text("id,name,points\nA,Ant,2\n")
    assert balance("cards", "check", "dice.py", "other.csv").lines == ["other.csv: 0 errors, 0 notes"]


def test_of_a_row_that_ends_early_it_says_what_is_read():
    Path("cards.csv").write_text("id,name,copies,points\nA,Ant,2,1\nB,Bee,2\n")
    said = balance("cards", "check", "dice.py")
    assert (said.code, said.lines[0]) == (
        0,
        "note: cards.csv, line 3: the row ends before the column points: from there on its cells are read as blank",
    )


def test_a_run_says_as_well_how_its_card_table_was_read():
    rows = [f"{letter},Bee" for letter in "ABCDE"]
    Path("cards.csv").write_text("\n".join(["id,name,points", *rows]))
    said = balance("simulate", "dice.py", "--games", 20, "--out", "short").lines
    assert said[2].endswith("line 2: the row ends before the column points: from there on its cells are read as blank")
    assert said[-1] == "  and 2 more: `balance cards check` lists them"


def test_a_run_says_which_column_of_the_game_another_table_lacks():
    Path("cards.csv").write_text("id,name,colour\nA,Ant,red\n")
    Path("other.csv").write_text("id,name,farbe\nA,Ant,red\n")
    says = "column colour: the game has this column, and the file has not: it counts as blank"
    assert says in balance("simulate", "dice.py", "--cards", "other.csv", "--games", 20, "--out", "short").out
    assert says in balance("cards", "check", "dice.py", "other.csv").out
    assert "counts as blank" not in balance("cards", "check", "dice.py").out


def test_a_table_with_the_line_ends_of_an_old_spreadsheet_keeps_its_columns():
    edited("player.gain(self.roll(6))", "player.gain(self.deck()[0].eyes + 1)")
    Path("cards.csv").write_bytes(b"id,name,eyes\rA,Ant,4\rB,Bee,4\r")
    assert balance("cards", "check", "dice.py").lines == ["cards.csv: 0 errors, 0 notes"]
    assert balance("simulate", "dice.py", "--games", 20, "--out", "short", "-q").code == 0


def test_a_column_of_numbers_but_for_a_cell_is_told():
    Path("cards.csv").write_text('id,name,eyes\nA,Ant,4\nB,Bee,7\nC,Cat,\nD,Dog,"1,5"\n')
    said = balance("cards", "check", "dice.py")
    assert (said.code, said.lines[0]) == (
        0,
        "note: cards.csv, line 5, column eyes: most of this column are numbers, and this is none (1 such): "
        "so all of it counts as text (found '1,5')",
    )


def test_a_column_called_number_is_refused():
    Path("cards.csv").write_text("id,name,number\nA,Ant,7\n")
    says = refused("simulate", "dice.py", "--games", 20)
    assert "column number: balance numbers the cards itself" in says[0]


@pytest.mark.parametrize("hindrance", ["link", "folder"])
def test_what_is_no_file_beside_a_short_table_does_not_stop_its_check(hindrance):
    Path("cards.csv").write_text("id,name\nA,Ant\n")
    if hindrance == "link":
        Path(".#dice.py").symlink_to("nobody@nowhere")
        Path("gone.py").symlink_to("nowhere")
    else:
        Path("folder.py").mkdir()
    assert balance("cards", "check").lines == ["cards.csv: 0 errors, 0 notes"]


@pytest.mark.parametrize(
    ("kept", "says"),
    [("self.rows = [[0]]", "self.rows is"), ("self.players[0].met = []", "met of a player is")],
)
def test_a_name_in_which_balance_keeps_books_is_refused_in_setup(kept, says):
    edited("    def play(self)", f"    def setup(self):\n        {kept}\n\n    def play(self)")
    says_of_it = refused("simulate", "dice.py", "--games", 9)
    assert f"{says} something else already: another name" in says_of_it[0]
    assert says_of_it[1].strip() == "def setup(self):"


def test_a_hand_may_hold_other_things_than_cards():
    edited("player.gain(self.roll(6))", "player.use(self.cards[0])\n                player.hand = [1, 2]")
    Path("cards.csv").write_text("id,name\nA,Ant\n")
    assert balance("simulate", "dice.py", "--games", 9, "--out", "short", "-q").code == 0


def test_where_the_game_breaks_on_such_cards_it_says_what_may_be_the_reason():
    edited("player.gain(self.roll(6))", "player.gain(self.deck()[0].eyes + 1)")
    Path("cards.csv").write_text("id,name,eyes\nA,Ant\n")
    says = refused("simulate", "dice.py", "--games", 20, "--out", "short")
    assert "TypeError: can only concatenate str" in says[0]
    assert says[-1].startswith("Perhaps because of ")
    assert "cards.csv, line 2: the row ends before the column eyes" in says[-1]


def test_a_table_without_a_card_gets_a_note():
    Path("cards.csv").write_text("id,name\n")
    assert balance("cards", "check", "dice.py").lines[0].startswith("note: cards.csv: there is no card in it")


def test_of_a_short_table_of_a_game_that_nobody_has_opened_it_says_what_to_type():
    Path("cards.csv").write_text("id,name\nA,Ant\n")
    own_game._mark(Path("dice.py").resolve()).unlink()
    assert refused("cards", "check", "cards.csv") == [
        "balance: cards.csv: the column game is missing: this is the card table of one game, and does not say of which",
        "  allowed: balance cards check dice.py cards.csv",
    ]


def test_where_no_game_ends_one_line_says_who_knows_why(monkeypatch):
    monkeypatch.setattr("balance.api.progress.LONG", 0.2)
    edited("for _ in", "__import__('time').sleep(0.4)\n        for _ in")
    assert balance("simulate", "dice.py", "--games", 2, "--workers", 1).err.count("`balance doctor dice.py`") == 1
    assert "doctor" not in balance("simulate", "dice.py", "--games", 2, "--workers", 1, "--seed", 2, "--quiet").err


@pytest.mark.parametrize("gain", ["self.roll(6) * 10**9 + 10**9", "-(10**10)"])
def test_more_points_than_a_column_can_hold_are_told_with_their_line(gain):
    edited("player.gain(self.roll(6))", f"player.gain({gain})")
    said = refused("simulate", "dice.py", "--games", 9)
    assert "points: at most 1,000,000,000 can be counted" in said[0]
    assert said[1].strip() == f"player.gain({gain})"


def test_no_rounds_are_none():
    edited("self.rounds(3)", "self.rounds(0)")
    assert balance("simulate", "dice.py", "--games", 9, "--out", "short", "-q").code == 0
    assert balance("query", "short", "SELECT max(score) AS most FROM seats", "--format", "csv").lines == ["most", "0"]


def test_below_a_thousand_games_a_comparison_says_that_nothing_was_judged():
    edited("self.rounds(3)", "self.rounds(self.n)")
    edited("    players = 2\n", '    players = 2\n    settings = {"n": 3}\n')
    options = ("compare", "dice.py", "--set-b", "n=2", "--no-report", "--max-games")
    few = balance(*options, 900).lines
    assert few[2] == "Nothing was judged: 900 games are fewer than 1,000: --max-games 1000 is the least."
    assert not any("nothing clearly changed" in line for line in few)
    assert any(line.startswith("Length: A game lasts 2") for line in balance(*options, 1000).lines)


RANKED = """
    class Ranks(Game):
        players = 2
        features = {"rank": "of the card"}

        def play(self):
            for player in self.players:
                player.take(self.deck()[0])

        def score(self, player):
            return sum({"7": 7, "8": 8, "A": 11}[card.rank] + card.bonus for card in player.hand)
"""


def test_a_column_stays_text_or_numbers_whichever_card_stands_in_the_place_of_another(tmp_path):
    """With a 7 in the place of the ace no rank is a word any more; without the 7 no card has a bonus."""
    write_game(tmp_path, RANKED, "ranks.py")
    Path("cards.csv").write_text("id,name,rank,bonus\nS,Seven,7,5\nE,Eight,8,\nA,Ace,A,\n")
    plan = make_plan(Request(find_game("ranks.py").id, games=20, seed=1))
    for place, other in (("A", "S"), ("S", "E"), ("S", "A")):
        changed = with_row_of(plan, place, other)
        assert changed is not None
        (cells,) = (cells for cells in changed.cards.cells if cells["id"] == place)
        (twin,) = (cells for cells in plan.cards.cells if cells["id"] == other)
        assert (cells["rank"], cells["bonus"]) == (twin["rank"], twin["bonus"])
    assert [cells["bonus"] for cells in with_row_of(plan, "S", "E").cards.cells] == [0, 0, 0]
    Path("cards.csv").write_text("id,name,rank,bonus,copies\nS,Seven,7,5,0\nE,Eight,8,,1\nA,Ace,A,,0\n")
    plan = make_plan(Request(find_game("ranks.py").id, games=20, seed=1))
    assert [(cells["rank"], cells["bonus"]) for cells in plan.cards.cells] == [("8", 0)]


TWO_PHASES = """
    class Phases(Game):
        players = 3
        name = "Phases"

        def play(self):
            for player in self.turns():
                player.gain(1)
                if player.points == 2:
                    break
            for _ in self.rounds(2):
                for player in self.players:
                    player.gain(10)
                for _ in self.rounds(1):
                    self.players[0].gain(100)
"""


def test_a_turn_is_booked_once_and_as_it_ended_whichever_loop_it_stands_in(tmp_path):
    write_game(tmp_path, TWO_PHASES, "phases.py")
    plan = make_plan(Request(find_game("phases.py").id, games=1))
    (game,) = playing.played(terms_of(plan), plan.seed, [0])
    first = [(1, 0, 0), (1, 1, 0), (1, 1, 1), (2, 1, 1)]
    assert game.rows == [*first, (12, 11, 11), (112, 11, 11), (122, 21, 21), (222, 21, 21)]
    assert game.turn == len(game.rows)


def test_plans_that_differ_in_a_card_share_all_others(tmp_path):
    """The terms of every plan are kept as long as the process lives: each with rows of its own, they would fill it."""
    write_game(tmp_path, GAME, "dice.py", CARDS)
    plan = make_plan(Request("dice.py", games=1))
    edited_plan = with_cards(plan, plan.card_table.with_cells([("T3", "points", "30")]))
    mine, other = terms_of(plan).cards, terms_of(edited_plan).cards
    assert [a["id"] for a, b in zip(mine, other, strict=True) if a is not b] == ["T3"]


@pytest.mark.usefixtures("blank_charts")
def test_of_one_style_no_win_rate_is_told(tmp_path):
    assert balance("report", "run", "--out", tmp_path, "--power", "off", "-q").code == 0
    page = (tmp_path / "dice.html").read_text()
    assert "All players have the same style." in page
    assert "Mean: " in page
    for words in ("Highest on average", "has most", 'id="style-lift"', "vs. even", "waiting turns"):
        assert words not in page, words


def test_whether_players_move_in_turn_is_read_from_what_the_game_asks_for():
    assert not find_game("dice.py").in_turn
    edited("for _ in self.rounds(3):", "for player in self.turns():")
    edited("            for player in self.players:\n        ", "            if self.turn < 4:\n        ")
    assert own_game.read_game(Path("dice.py")).in_turn
