"""Players of a plain game who look a turn ahead: by the rules alone, and knowing no more than they may."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.engine.game import find_game
from balance.engine.game.plan import Plan, Request, make_plan
from balance.engine.plain.game import Director, Game
from balance.engine.plain.playing import played as played_by
from balance.engine.plain.sample import sample_of
from balance.engine.plain.table import terms_of
from balance.judging.strength import styles_of_ladder
from helpers.command_line import balance, refused
from helpers.plain_games import CARDS, EXAMPLES, forgotten, write_game

TABLE = """
    class Tiny(Game):
        players = 2, 3

        def setup(self):
            self.pile = self.deck()

        def hidden(self, player):
            return [self.pile]

        def play(self):
            for _ in self.rounds(3):
                table = [self.pile.pop() for _ in range(4)]
                for player in self.players:
                    player.take(player.choose(table), table)

        def score(self, player):
            return sum(card.points for card in player.hand)
"""
"""A game whose author says nothing of what its options are worth."""
OPEN = "    def hidden(self, player):\n            return []\n"
GUESS = f"""
    class Guess(Game):
        players = 2

    {OPEN}
        def play(self):
            for _ in self.rounds(4):
                for player in self.players:
                    player.gain(int(player.choose([1, 2, 3, 4, 5, 6]) == self.roll(6)))
"""
"""Only who sees the dice to come gains much."""
SHOW = f"""
    class Show(Game):
        players = 2
        secret = ("show",)

    {OPEN}
        def play(self):
            for _ in self.rounds(4):
                first, second = (player.choose([1, 2, 3, 4, 5, 6], "show") for player in self.players)
                self.players[1].gain(int(first == second))
"""
"""Only who sees what the other has chosen gains much."""
BID = f"""
    class Bid(Game):
        players = 2

    {OPEN}
        def setup(self):
            self.bids = [player.choose([0, 1, 2, 3]) for player in self.players]

        def play(self):
            for _ in self.rounds(1):
                for player, bid in zip(self.players, self.bids):
                    player.gain(bid)

        def winners(self):
            return [player for player in self.players if player.points == 2]
"""
"""Who has two points wins, and three are more."""
DECKS_AND_HANDS = "[self.pile, *(other.hand for other in self.players if other is not player)]"
"""What a default would hide: what the game got from `deck()`, and the hands of others."""
FACE_DOWN = """
    class FaceDown(Game):
        players = 2

        def setup(self):
            self.pile = self.deck()
            self.row = [self.pile.pop() for _ in range(4)]

        def hidden(self, player):
            return HIDDEN

        def play(self):
            for number in self.rounds(4):
                for player in self.players:
                    player.gain(int(player.choose(["low", "high"]) == self.level(self.row[number - 1])))

        def level(self, card):
            return "high" if card.points > 10 else "low"
"""
"""Only who sees cards that lie face down, in no deck and no hand, gains much."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Every test works in an empty folder, and what it opens is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    with forgotten():
        yield


def played(text: str, agents: str, games: int = 40) -> list[Game]:
    """Games of two players in this order, at their end."""
    game = find_game(str(write_game(Path(), text, cards=CARDS)))
    return list(sample_of(make_plan(Request(game.id, games=games, players=2, agents=agents, fixed_seats=True))))


def points(games: list[Game], seat: int) -> float:
    """What a seat scores on average."""
    return sum(sum(game.final[seat]) for game in games) / len(games)


def test_who_looks_ahead_needs_nobody_to_say_what_options_are_worth():
    games = played(TABLE, "lookahead,random")
    assert points(games, 0) > points(games, 1) + 8
    assert sum(0 in game.won for game in games) > 36


def test_of_the_four_on_the_table_the_best_is_taken_whatever_the_future():
    for game in played(TABLE, "lookahead,random", games=10):
        mine, theirs = ([card.points for card in player.hand] for player in game.players)
        assert len(mine) == len(theirs) == 3
        assert all(first > second for first, second in zip(mine, theirs, strict=True))


@pytest.mark.parametrize(("text", "agents"), [(GUESS, "lookahead,random"), (SHOW, "random,lookahead")])
def test_nobody_sees_dice_to_come_or_what_was_chosen_in_secret(text: str, agents: str):
    games = played(text, agents, games=100)
    assert points(games, agents.split(",").index("lookahead")) == pytest.approx(4 / 6, abs=0.25)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hidden", "right"), [("[self.pile, self.row]", pytest.approx(2, abs=0.25)), (DECKS_AND_HANDS, 4)]
)
def test_a_default_would_let_players_see_what_lies_apart(hidden: str, right: float):
    """Half of four guesses are right, or all: why only the author of a game can say what is hidden."""
    assert points(played(FACE_DOWN.replace("HIDDEN", hidden), "lookahead,random", games=100), 0) == right


def test_to_hide_copies_is_an_error():
    """To shuffle them would change nothing, and players would see the pile."""
    write_game(Path(), TABLE.replace("[self.pile]", "[self.pile[:]]"), cards=CARDS)
    first, *_ = refused("simulate", "tiny.py", "--games", 5, "--agents", "lookahead", "--out", "run")
    assert "hidden() gives copies: return the lists themselves" in first
    assert first.startswith("balance: tiny.py:10: "), "where it is written"


class Enough(BaseException):
    """The decision has come that is looked at."""


class Elsewhere(Director):
    """Lets all take the first option, up to a decision: there what is hidden lies differently."""

    def __init__(self, decision: int, world: int):
        self.left = decision
        self.world = world
        """The future by which it is redealt; 0: it is not."""
        self.worths: list[float] = []
        """What the options are worth to the player who looks ahead there."""
        self.lies: list[list[Any]] = []
        """What is hidden there."""

    def place(self, player: Any, offered: Sequence[Any], about: str, weigh: Any, luck: Any) -> int:
        self.left -= 1
        if self.left >= 0:
            return 0
        if self.world:
            player.game.redeal(player, self.world)
        self.lies = [pile[:] for pile in player.game.hidden(player)]
        self.worths = weigh()
        raise Enough


def looked_at(plan: Plan, game_no: int, decision: int, world: int) -> Elsewhere:
    """A decision of a game, in the world as it is (0) or in another."""
    director = Elsewhere(decision, world)
    with suppress(Enough):
        list(played_by(terms_of(plan), plan.seed, [game_no], director=director))
    return director


@pytest.mark.slow
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(game_no=st.integers(0, 10_000), decision=st.integers(0, 8), world=st.integers(1, 10_000))
@pytest.mark.parametrize("name", ["storm", "mill"])
def test_what_options_are_worth_does_not_depend_on_how_hidden_cards_lie(
    name: str, game_no: int, decision: int, world: int
):
    if name == "mill" and not Path("mill").exists():
        assert balance("new", "mill").code == 0
    file = "mill/mill.py" if name == "mill" else str(EXAMPLES[name])
    plan = make_plan(Request(find_game(file).id, players=3, agents="lookahead"))
    here, elsewhere = (looked_at(plan, game_no, decision, future) for future in (0, world))
    assert here.worths == elsewhere.worths != []
    assert here.lies != elsewhere.lies


def test_a_choice_in_the_open_is_seen():
    games = played(SHOW.replace('secret = ("show",)', ""), "random,lookahead", games=10)
    assert points(games, 1) == 4


def test_a_win_is_worth_more_than_points_and_choices_before_the_first_turn_are_looked_at():
    assert all(game.bids[0] == 2 for game in played(BID, "lookahead,random", games=20))


def test_of_options_that_bring_the_same_the_weights_decide():
    text = GUESS.replace("players = 2\n", 'players = 2\n        features = {"high": "how high"}\n')
    text = text.replace("6])", "6], high=lambda guess: guess)").replace("== self.roll(6)", "> 9")
    assert points(played(text, "lookahead,random", games=2), 0) == 0
    game = find_game("tiny.py")
    assert balance("simulate", "tiny.py", "--games", 1, "--agents", "lookahead", "--out", "run", "-q").code == 0
    assert game.styles[-1].weights == {"high": 1.0}
    assert balance("replay", "run", 0).out.count("chooses 6") == 8


def test_a_style_from_a_file_can_look_ahead():
    write_game(Path(), TABLE, cards=CARDS)
    Path("styles.toml").write_text('[far]\ngame = "tiny"\nahead = 1\n')
    words = ("--games", 20, "--players", 2, "--agents", "far,random", "--fixed-seats")
    assert balance("simulate", "tiny.py", "--styles", "styles.toml", *words, "--out", "run", "-q").code == 0
    said = balance("query", "run", "SELECT sum(win_share) AS w FROM seats WHERE agent = 'far'", "--format", "csv")
    assert float(said.lines[1]) > 17


def test_its_choices_are_shown_tried_and_the_same_whoever_watches():
    write_game(Path(), TABLE, cards=CARDS)
    words = ("--games", 5, "--players", 2, "--agents", "lookahead")
    assert balance("simulate", "tiny.py", *words, "--out", "run", "-q").code == 0
    scores = balance("query", "run", "SELECT score FROM seats WHERE game_no = 3 ORDER BY seat", "--format", "csv").lines
    for how in ((), ("--why",)):
        said = balance("replay", "run", 3, *how)
        assert (said.code, said.err) == (0, "")
        assert f"Points: {', '.join(scores[1:])}." in said.out
    assert balance("replay", "run", 3, "--what-if", 2, "--futures", 20).code == 0


def test_where_its_author_does_not_say_what_is_hidden_nobody_looks_ahead():
    write_game(Path(), TABLE.replace("def hidden", "def other"), cards=CARDS)
    first, _ = refused("simulate", "tiny.py", "--games", 5, "--agents", "lookahead", "--out", "run")
    assert first.startswith("balance: tiny.py:17: ")
    assert "write `def hidden(self, player):`" in first


def test_it_is_slow_and_plays_only_where_it_is_named():
    game = find_game(str(write_game(Path(), TABLE, cards=CARDS)))
    plan = make_plan(Request(game.id))
    assert "lookahead" in plan.style_names
    assert all("lookahead" not in names for names in plan.seated)
    assert "lookahead" not in styles_of_ladder(plan)
    assert "lookahead" in styles_of_ladder(make_plan(Request(game.id, agents="mixed(greedy,lookahead)")))


def test_a_style_of_its_author_has_the_name_if_it_is_taken():
    text = TABLE.replace("players = 2, 3\n", 'players = 2, 3\n        styles = {"lookahead": {}}\n')
    game = find_game(str(write_game(Path(), text, cards=CARDS)))
    assert [style.knobs.get("ahead", 0) for style in game.styles if style.name == "lookahead"] == [0]


def test_in_a_compiled_game_nobody_looks_ahead():
    first, *_ = refused("simulate", EXAMPLES["swift_pig"], "--games", 5, "--agents", "greedy,lookahead")
    assert "swift_pig.py:" in first
    assert "lookahead looks ahead, and kernels do not: take `compiled = ...` out of the class for it" in first
