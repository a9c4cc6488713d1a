"""What is said at the table while a person plays: the position, the question, the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from balance.cli.app import ReaderLeftError
from balance.cli.console import say
from balance.common.errors import InputError, Problem, plain
from balance.common.units import counted
from balance.engine.game.decisions import Decision, News, Option, Remarks
from balance.engine.game.game_file import GameFile, entry_of, find_option, save
from balance.engine.game.read_game_file import check_names
from balance.engine.game.story import whose
from balance.engine.playing.by_hand import Luck, Script, Unmet, Voice, play_by_hand
from balance.engine.playing.game_batch import GameBatch
from balance.judging.replay import told_game
from balance.judging.saved_game import how_to_play_on, plan_to_play

HELP = (
    "Answer with the number of an option or with words of it. ? gives hints, ? 2 explains option 2,",
    "b shows the table, u takes your last choice back, q leaves. Every step is saved.",
)
RULE = "-" * 72


class LeftTheTable(BaseException):
    """The person leaves: the rules that wait for an answer are left as they are."""


class TakenBack(BaseException):
    """The person takes the last choice back: the game is played again up to there."""


class TableTalk:
    """One game with one person at the table."""

    def __init__(self, saved: GameFile, file: Path) -> None:
        self.saved, self.file = saved, file
        self.plan = plan_to_play(saved, file)
        (self.seat,) = saved.persons
        self.wording = self.plan.wording()
        self.batch = GameBatch(self.plan)
        self.chosen = False
        """Whether the person has chosen anything, or taken back: until then the file says what it said."""
        self.decisions_shown = len(saved.script) if all("decision" in entry for entry in saved.script) else 0
        """Decisions that were shown already, also before the game was left."""
        self.news_shown = self.decisions_shown or -1
        """News were shown up to those that came after so many decisions."""
        self.news: list[tuple[int, News]] = []
        """What has happened, with the number of decisions made before."""
        self.shown: int | None = None
        """The turn in which the table was shown last."""

    def run(self) -> bool:
        """Play to the end, or until the person leaves. Returns whether the game is over.

        Raises InputError where the script cannot be followed.
        """
        name = self.plan.game.name
        say(f"{name}, {counted(self.plan.players, 'player')}, seed {self.plan.seed}. You are player {self.seat + 1}.")
        for line in HELP:
            say(line)
        while True:
            try:
                made = self.play()
                break
            except TakenBack:
                self.batch.clear()
                self.news.clear()
                self.shown = None
            except LeftTheTable:
                say(f"Saved. Go on with: {how_to_play_on(self.file)}")
                return False
            except Unmet as failure:
                raise InputError([Problem(f"cannot be played on: {failure}", file=str(self.file))]) from None
        self.keep(made)
        self.tell_since(made, len(made), self.batch.state)
        self.tell_end()
        return True

    def hear(self, state: Any, said: tuple[int, ...]) -> None:
        """Keep what the person sees of something that happens."""
        news = self.plan.game.news
        seen = news(self.plan, state, self.batch.table, self.seat, said) if news else None
        if seen is not None:
            self.news.append((int(state.decision.number), seen))

    def play(self) -> Sequence[Decision]:
        """Play the game from its beginning: the script, then the person. Returns all its decisions."""
        file = self.saved
        luck = Luck(self.batch.state, self.plan, file, check_names(file, self.plan, self.file))
        voice = Voice(Script(file.script, self.plan), [self.seat], self.choose)
        return play_by_hand(self.batch, file.game_no, voice, luck, self.hear)

    def keep(self, made: Sequence[Decision]) -> None:
        """Save the game up to these decisions."""
        styles = [self.plan.style_names[code] for code in self.batch.state.style]
        script = self.saved.script[: len(made)]
        if [entry.get("decision") for entry in script] != [decision.number for decision in made[: len(script)]]:
            script = ()  # written by hand: it may speak of points and seats
        ids = tuple(self.plan.cards.ids)
        news = (entry_of(decision, self.wording, ids, styles[decision.seat]) for decision in made[len(script) :])
        self.saved = self.saved.with_script((*script, *news))
        if self.chosen:  # it is another game than the one of which something was expected
            self.saved = replace(self.saved, expect=())
        save(self.saved, self.file)

    def tell_end(self) -> None:
        """The story of the game, with the person in it."""
        played = told_game(self.batch)
        for row in (*played.seats, *played.turns):
            if row["seat"] == self.seat:
                row["agent"] = "you"
        say(RULE)
        for line in self.plan.game.tell(played):
            say(line)

    # What the rules ask

    def choose(self, decision: Decision, made: Sequence[Decision], state: Any) -> int:
        """Ask the person until the answer is one. Raises LeftTheTable, TakenBack, ReaderLeftError."""
        try:
            return self.ask(decision, made, state)
        except BrokenPipeError:
            raise ReaderLeftError from None

    def ask(self, decision: Decision, made: Sequence[Decision], state: Any) -> int:
        """Save the game, say what has happened, and ask."""
        if self.chosen or not self.saved.script:
            self.keep(made)
        else:
            save(self.saved, self.file)  # its script may have more to say
        self.tell_since(made, decision.group, state)
        if self.shown != decision.turn:
            self.show_table(state)
        self.shown = decision.turn
        menu = list(decision.different)
        remarks = self.remarks(decision, state)
        say("")
        about = f" ({remarks.about})" if remarks.about else ""
        say(f"You decide {self.wording.points[decision.point]}{about}:")
        for number, place in enumerate(menu, start=1):
            say(f"  {number:>2}  {self.words(decision, decision.options[place])}{remarks.of(place)}")
        while (chosen := self.answered(self.read(), decision, menu, made, state)) is None:
            pass
        self.chosen = True
        return chosen

    def read(self) -> str:
        """A line from the person; the end of the input is leaving."""
        try:
            return input("> ").strip()
        except EOFError:
            say("")
            raise LeftTheTable from None

    def answered(
        self, answer: str, decision: Decision, menu: Sequence[int], made: Sequence[Decision], state: Any
    ) -> int | None:
        """The place of the option that is meant, or None when the answer was something else, and has been served."""
        word = answer.lower()
        if word == "q":
            raise LeftTheTable
        if word == "u":
            self.take_back(made)
        elif word == "b":
            self.show_table(state)
        elif word == "?":
            self.hint(decision, menu, state)
        elif word.startswith("?"):
            self.explain(word[1:].strip(), decision, menu)
        elif word.isdecimal() and 1 <= int(word) <= len(menu):
            return menu[int(word) - 1]
        elif word and not word.isdecimal():
            meant = find_option(answer, decision, self.wording, ())
            if len(meant) == 1:
                return meant[0]
            say(f"{'Several options have' if meant else 'No option has'} the words {plain(answer)!r}: say a number.")
        else:
            say(f"1 to {len(menu)}, please; ? gives hints, q leaves.")
        return None

    def take_back(self, made: Sequence[Decision]) -> None:
        """Forget the last choice of the person and all after it. Raises TakenBack; says so where there is none."""
        own = [decision.number for decision in made if decision.seat == self.seat]
        if not own:
            say("You have not chosen anything yet.")
            return
        self.chosen = True
        self.keep(made[: own[-1]])
        self.decisions_shown = min(self.decisions_shown, own[-1])
        self.news_shown = min(self.news_shown, own[-1])
        raise TakenBack

    # What is said

    def words(self, decision: Decision, option: Option) -> str:
        """An option in words."""
        return self.wording.option(decision, option)

    def show_table(self, state: Any) -> None:
        """What the person may see."""
        assert self.plan.game.look is not None
        say(RULE)
        for line in self.plan.game.look(self.plan, state, self.batch.table, self.seat):
            say(line)

    def remarks(self, decision: Decision, state: Any) -> Remarks:
        """What there is to say of a decision as things stand."""
        remarks = self.plan.game.remarks
        return remarks(self.plan, state, self.batch.table, decision) if remarks else Remarks()

    def tell_since(self, made: Sequence[Decision], end: int, state: Any) -> None:
        """What has happened before the decision ``end``, and what others chose: not what they choose meanwhile."""
        since = [(number, 0, news) for number, news in self.news if self.news_shown < number <= end]
        others = [decision for decision in made[self.decisions_shown : end] if decision.seat != self.seat]
        since += [(decision.number, 1, News(decision.seat, self.openly(decision))) for decision in others]
        self.decisions_shown, self.news_shown = max(self.decisions_shown, end), max(self.news_shown, end)
        in_order = sorted(since, key=lambda entry: entry[:2])
        for seat, those in groupby((news for _, _, news in in_order if news.words), key=lambda news: news.seat):
            if seat < 0:
                for news in those:
                    say(news.words)
                continue
            name = whose(seat, self.seat, self.plan.style_names[state.style[seat]])
            say(f"{name}: {'; '.join(_counted(news.words for news in those))}.")

    def openly(self, decision: Decision) -> str:
        """What the person hears of a choice of another player."""
        return (self.wording.openly or self.wording.option)(decision, decision.chosen)

    def hint(self, decision: Decision, menu: Sequence[int], state: Any) -> None:
        """What the adviser thinks of every option."""
        adviser = self.plan.style_names[state.style[self.seat]]
        say(f"What {adviser} thinks of them:")
        for place in sorted(menu, key=lambda place: -(decision.options[place].worth or 0.0)):
            option = decision.options[place]
            say(f"  {menu.index(place) + 1:>2}  {option.worth:8.2f}  {self.words(decision, option)}")

    def explain(self, number: str, decision: Decision, menu: Sequence[int]) -> None:
        """What is printed on the card of an option."""
        if not number.isdecimal() or not 1 <= int(number) <= len(menu):
            say(f"? and a number from 1 to {len(menu)}.")
            return
        option = decision.options[menu[int(number) - 1]]
        if option.card < 0:
            say(f"{self.words(decision, option)}: no card says more.")
            return
        id = self.plan.cards.ids[option.card]
        row = next(row for row in self.plan.card_table.rows if row.id == id)
        face = self.plan.game.face_of(row, self.plan.cards)
        facts = [f"{what}: {value}." for what, value in face.facts]
        costs = [f"Asks: {face.cost}."] if face.cost else []
        points = [f"Points: {face.points}."] if face.points else []
        say(" ".join([f"{row.name}.", *costs, *face.effect, *points, *facts]))


def _counted(words: Iterable[str]) -> Iterator[str]:
    """The same words in a row once: draws a card (3 times)."""
    for line, alike in groupby(words):
        times = len(list(alike))
        yield f"{line} ({times} times)" if times > 1 else line
