"""A game in plain Python: what its author writes, and what she writes it with.

    class Pig(Game):
        name = "Pig"
        players = 2, 4

        def play(self):
            for player in self.turns():
                ...

Nothing here needs Numba or any other library: processes that only play start quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from numbers import Real
from typing import Any, TypeVar

from balance.common.faults import AuthorError
from balance.engine.plain.cards import Card
from balance.engine.plain.chance import SEATS, Chance, Stream
from balance.engine.plain.choosing import Choice, Redealt, place_of, worth_of
from balance.engine.plain.terms import Terms

Thing = TypeVar("Thing")
MOST_POINTS = 10**9
"""A score has at most so many: the difference of two must fit into a column of 32 bits."""
MOST_CHOICES = 63
"""Choices of a player and game that the log keeps, as in every game."""
MOST_A_TURN = 10_000
"""Choices and dice of one turn: more, and it does not end."""


class Director:
    """Whoever has a say in a game beside its styles (``engine.plain.directed``, ``engine.plain.ahead``)."""

    def begin(self, game: Game) -> None:
        """The game begins."""

    def place(
        self, player: Player, offered: Sequence[Any], about: str, weigh: Callable[[], Sequence[float]], luck: Stream
    ) -> int:
        """The place of the option that is chosen. ``weigh``: what each is worth to the style."""
        raise NotImplementedError

    def hear(self, words: str) -> None:
        """Something is told at the table."""

    def begin_turn(self, game: Game) -> None:
        """A turn begins."""


class Met:
    """What became of a card for one player, for the log."""

    __slots__ = ("chosen_in", "first_turn", "options_in", "played", "seen", "taken", "used")

    def __init__(self) -> None:
        self.seen = self.taken = self.played = self.used = 0
        self.first_turn = 0
        """When it was first taken, played or used; 0: never."""
        self.options_in = self.chosen_in = 0

    def count(self, what: str, turn: int) -> None:
        """Once more; what a player has taken or played she has seen."""
        often = getattr(self, what) + 1
        setattr(self, what, often)
        if what != "used":
            self.seen = max(self.seen, often)
        self.first_turn = self.first_turn or turn


class Player:
    """Somebody at the table. ``points``, ``hand`` and what a game adds in ``setup`` are there to be changed."""

    def __init__(self, game: Game, seat: int, style: int):
        self.game = game
        self.seat = seat
        """From 0."""
        self.style = style
        """Its place among the styles of the run."""
        self.hand: list[Card] = []
        self.parts = dict.fromkeys(game.parts, 0)
        """What she has gained, by source."""
        self.asked = 0
        """Choices between several options."""
        self.choices = 0
        """Those of them, among cards, that the log keeps."""
        self.met: dict[int, Met] = {}
        """By the number of the card, what became of it."""

    def __str__(self) -> str:
        return f"Player {self.seat + 1} ({self.game.terms.styles[self.style].name})"

    def __hash__(self) -> int:
        """By the seat, so that sets of players have the same order everywhere."""
        return self.seat

    @property
    def points(self) -> int:
        """All that was gained so far; what is set here comes to, or out of, the first part."""
        return sum(self.parts.values())

    @points.setter
    def points(self, points: int) -> None:
        self.gain(points - self.points)

    # ---------------------------------------------------------------- decisions

    def choose(
        self,
        options: Iterable[Thing] | Mapping[Thing, Mapping[str, float]],
        about: str = "",
        **features: Callable[[Thing], float],
    ) -> Thing:
        """The option that this player's style likes best; of equals one by lot.

        ``features``: what there is to weigh, each a function of an option. Options may carry theirs instead:
        ``{"roll": {"luck": 1}, "hold": {"bank": 12}}``. ``about``: what is decided, a word or two. Where there is one
        option nobody is asked.
        """
        offered = list(options)
        if not offered:
            raise AuthorError(f"{self} has nothing to choose from{f' ({about})' if about else ''}")
        game = self.game
        game.keep_going()
        if len(offered) == 1:
            if game.story is not None:
                game.tell("{} can only choose {}.", self, offered[0])
            return offered[0]
        carried = options if isinstance(options, Mapping) else {}
        style, luck = game.terms.styles[self.style], game.chance.of_choice(self.seat, about)
        weigh: Callable[[], list[float]] = partial(worth_of, offered, carried, features, style.weights)
        if style.ahead and game.worth_ahead is not None:
            weigh = partial(game.worth_ahead, self, about, len(offered), weigh)
        if game.director is not None:
            place = game.director.place(self, offered, about, weigh, luck)
        else:
            place = place_of(style, len(offered), weigh, luck)
        chosen = offered[place]
        if game.choices_made is not None:
            game.choices_made.append(Choice(self.seat, about, place))
        if game.first_choice:
            self._check_features(features, carried)
        self._log_choice(offered, chosen)
        self.asked += 1
        if game.story is not None:
            game.tell("{} chooses {}{}.", self, chosen, f" ({about})" if about else "")
        return chosen

    def _check_features(self, features: Mapping[str, Any], carried: Mapping[Any, Mapping[str, float]]) -> None:
        named = {*features, *(name for each in carried.values() for name in each)}
        self.game.weighed |= named
        if unknown := named - {*self.game.features}:
            known = ", ".join(self.game.features) or "none"
            raise AuthorError(f"weighs {', '.join(sorted(unknown))}, which the class does not name (features: {known})")

    def _log_choice(self, offered: Sequence[Any], chosen: Any) -> None:
        """Log a choice among cards: which ones, and which one."""
        items = [item for item in offered if isinstance(item, Card)]
        if not items:
            return
        cards = {card.number: card for card in items}
        held = {card.number for card in self.hand if isinstance(card, Card)}
        for card in cards.values():
            if card.number not in held:
                self.meet(card).seen += 1
        if len(cards) < 2 or self.choices >= MOST_CHOICES:
            return
        bit = 1 << self.choices
        self.choices += 1
        for card in cards.values():
            self.meet(card).options_in |= bit
        if isinstance(chosen, Card):
            self.meet(chosen).chosen_in |= bit

    # ---------------------------------------------------------------- points and cards

    def gain(self, points: int, part: str = "") -> None:
        """Score points; ``part``: where they come from, one of the game's ``parts`` (the first one)."""
        part = part or self.game.parts[0]
        if part not in self.parts:
            raise AuthorError(f"there is no part {part!r} (parts: {', '.join(self.game.parts)})")
        if not isinstance(points, Real) or points % 1 != 0:
            raise AuthorError(f"{points!r} are not whole points")
        self.parts[part] += int(points)
        if abs(self.parts[part]) > MOST_POINTS:
            raise AuthorError(f"{self.parts[part]:,} points: at most {MOST_POINTS:,} can be counted")

    def draw(self, pile: list[Card], count: int = 1) -> list[Card]:
        """Put the top cards of a pile into the hand: the last of the list, as far as it has any."""
        drawn = [pile.pop() for _ in range(min(count, len(pile)))]
        for card in drawn:
            self.meet(card).seen += 1
        self.hand += drawn
        return drawn

    def take(self, card: Card, pile: list[Card] | None = None) -> None:
        """Gain a card, out of a pile where one is named, and put it into the hand."""
        if pile is not None:
            if card not in pile:
                raise AuthorError(f"{card} is not where {self} takes it from")
            pile.remove(card)
        self.hand.append(card)
        self.meet(card).count("taken", self.game.turn)

    def play(self, card: Card) -> Card:
        """Play a card out of the hand."""
        if card not in self.hand:
            raise AuthorError(f"{self} plays {card}, which is not in the hand")
        self.hand.remove(card)
        self.meet(card).count("played", self.game.turn)
        return card

    def use(self, card: Card) -> None:
        """Say that the effect of a card did something for this player."""
        self.meet(card).count("used", self.game.turn)

    def meet(self, card: Card) -> Met:
        """What became of a card for this player."""
        met = self.met.get(card.number)
        if met is None:
            met = self.met[card.number] = Met()
        return met


OURS = ("rows", "story", "chance", "terms", "final", "cards", "players", "won", "redealt", "weighed", "part_names")
OURS_OF_PLAYERS = ("met", "parts", "game", "seat", "style")
"""What is not to be set in ``setup``: fields of a game, and of a player, in which balance keeps books."""


class Game:
    """A game. A class of its own says what it is; an object of that class is one game at one table."""

    name = ""
    about = ""
    players: Any = (2, 4)
    """Of the class: fewest and most. In a game: the players, in the order of their seats."""
    usual_players = 0
    """How many when nobody says; 0: the most, and no more than 4."""
    settings: Mapping[str, int | bool | str] = {}
    """Rules to vary with --set, each with its usual value: a field of the game."""
    parts: Sequence[str] = ("points",)
    """Where points come from."""
    features: Mapping[str, str] = {}
    """What styles weigh: name -> a sentence."""
    styles: Mapping[str, Mapping[str, float]] = {}
    """Play styles: name -> weights over the features. Without a `greedy` that is every feature with 1."""
    streams: Sequence[str] = ()
    """Of a compiled game: the names of its dice and piles, the first of them stream 1; a deck of all is "deck "."""
    columns: Sequence[str] = ()
    """Of a compiled game: columns of cards.csv with whole numbers, fields of ``t.card[card]``."""
    state: Any = None
    """Of a compiled game: its STATE (``swift_state``)."""
    secret: Sequence[str] = ()
    """What all choose before anybody shows: the words ``about`` of such choices. A person at the table hears of the
    others' when she has made hers."""
    compiled: Any = None
    """The kernel that plays the same games (``engine.kernels.swift``); None: ``play`` does."""
    contract = "balance.engine.plain.contract:contract"
    """What makes of the class a game as the rest of balance knows it."""
    most_turns = 300
    """A game with more does not end."""

    def __init__(
        self,
        terms: Terms,
        cards: Sequence[Card],
        seed: int,
        game_no: int,
        tell: bool = False,
        director: Director | None = None,
    ):
        self.terms = terms
        self.director = director
        """Who has a say in it beside the styles, and traces its decisions; None: nobody."""
        self.seed = seed
        self.cards = cards
        """Every card in play, once."""
        self.game_no = game_no
        self.chance = Chance(seed, game_no)
        self.story: list[tuple[int, str]] | None = [] if tell else None
        """What was told, each with its turn."""
        self.part_names = frozenset(self.parts)
        self.turn = 0
        self.first_choice = game_no == 0 or tell
        """Whether it is checked which features are weighed: in one game is enough."""
        self.weighed: set[str] = set()
        """The features that choices were given, as far as that is checked."""
        self.rows: list[tuple[int, ...]] = []
        """By turn, the scores of all."""
        self.final: list[list[int]] = []
        """By seat, the points by part, once the game is over."""
        self.won: set[int] = set()
        """The seats of who wins, once the game is over."""
        self._left = MOST_A_TURN
        self.players = [Player(self, seat, style) for seat, style in enumerate(self._dealt_styles())]
        self.worth_ahead: Callable[..., list[float]] | None = None
        """What options are worth to a player who looks ahead; None: nobody does."""
        self.choices_made: list[Choice] | None = None
        """What was chosen so far, where somebody looks ahead."""
        self.redealt: list[Redealt] = []
        """Where this game was redealt."""
        self._take_settings()

    def _take_settings(self) -> None:
        for name, value in self.terms.settings:
            if name in vars(self) or hasattr(Game, name):
                raise AuthorError(f"settings: self.{name} is something else already: another name", "settings", name)
            setattr(self, name, value)

    def _dealt_styles(self) -> list[int]:
        """Who sits where: the draws of ``engine.kernels.lineup.deal_styles``."""
        terms, luck = self.terms, self.chance.stream(SEATS)
        styles = [seat[luck.below(len(seat))] if len(seat) > 1 else seat[0] for seat in terms.lineup]
        if terms.dealt:
            luck.shuffle(styles)
        return styles

    # ---------------------------------------------------------------- what a game says of itself

    def setup(self) -> None:
        """Make the table ready."""

    def play(self) -> None:
        """Play to the end."""
        raise AuthorError("the class says nothing of how it is played: write `def play(self):`", type(self).__name__)

    def score(self, player: Player) -> int | Mapping[str, int]:
        """What a player has now: points, or points by part. Asked after every turn; most points win (``winners``)."""
        return player.parts

    def winners(self) -> Sequence[Player]:
        """Who wins, once the game is over: all who have most points. Return ``[]`` where everybody loses."""
        scores = [sum(parts) for parts in self.final]
        return [player for player, score in zip(self.players, scores, strict=True) if score == max(scores)]

    def look(self, player: Player) -> Iterable[str]:
        """What a player sees of the table, a line each: for whoever plays it with ``balance play``."""
        scores = self.rows[-1] if self.rows else [0] * len(self.players)
        yield f"Points: {', '.join(map(str, scores))}."
        if player.hand:
            yield f"Your hand: {', '.join(map(str, player.hand))}."

    def hidden(self, player: Player) -> Iterable[list[Card]]:
        """What lies face down for a player: piles, and the hands of others. For *what if?*, which shuffles them.

        Only its author knows, so there is no default. Return the lists themselves, no copies; ``return []`` where
        nothing lies face down.
        """
        raise AuthorError("the class does not say what players cannot see: write `def hidden(self, player):`")

    # ---------------------------------------------------------------- what it is written with

    def turns(self) -> Iterator[Any]:
        """The players, one after the other, until ``play`` returns."""
        while True:
            for player in self.players:
                self._begin_turn()
                yield player
                self._close_turn()

    def rounds(self, count: int | None = None) -> Iterator[int]:
        """So many turns in which all play, from 1; without a number: until ``play`` returns."""
        number = 0
        while count is None or number < count:
            number += 1
            self._begin_turn()
            yield number
            self._close_turn()

    def players_from(self, seat: int) -> list[Player]:
        """The players round the table, from this seat on; counted on where it is beyond the last."""
        first = seat % len(self.players)
        return [*self.players[first:], *self.players[:first]]

    def roll(self, sides: int = 6, name: str = "dice") -> int:
        """A die: 1 .. sides. Every name has luck of its own."""
        self.keep_going()
        return self.chance.named(name).below(sides) + 1

    def shuffle(self, pile: list[Any], name: str = "pile") -> list[Any]:
        """Put a pile in a random order, and return it."""
        self.chance.named(name).shuffle(pile)
        return pile

    def deck(self, kind: str = "") -> list[Card]:
        """All copies of all cards (of this kind), shuffled."""
        if not self.cards:
            raise AuthorError("deck() has no cards: there is no cards.csv beside this file, or nothing in it")
        pile = [card for card in self.cards if not kind or card.kind == kind for _ in range(card.copies)]
        return self.shuffle(pile, f"deck {kind}")

    def tell(self, words: str, *of: Any) -> None:
        """Say what happens, for ``balance replay``: ``self.tell("{} rolls {}.", player, eyes)``.

        Otherwise nobody listens, and nothing is put into words.
        """
        if self.story is not None:
            told = words.format(*of) if of else words
            self.story.append((max(self.turn, 1), told))
            if self.director is not None:
                self.director.hear(told)

    # ---------------------------------------------------------------- what its player needs

    def redeal(self, player: Player, future: int) -> None:
        """From here on all chance is another, and what this player cannot see lies differently.

        Where cards are hidden, how they lay before leaves no trace: the same future is the same world.
        """
        self.redealt.append(Redealt(len(self.choices_made or ()), player.seat, future))
        self.chance.redeal(future)
        piles = self._hidden_piles(player)
        cards = [card for pile in piles for card in pile]
        if all(isinstance(card, Card) for card in cards):
            cards.sort(key=lambda card: card.number)
        self.shuffle(cards, "redealt")
        for pile in piles:
            pile[:] = [cards.pop() for _ in pile]

    def _hidden_piles(self, player: Player) -> list[list[Card]]:
        """What is hidden. Raises AuthorError for copies: shuffling these would hide nothing."""
        piles, again = list(self.hidden(player)), list(self.hidden(player))
        if any(pile and pile is not same for pile, same in zip(piles, again, strict=False)):
            raise AuthorError("hidden() gives copies: return the lists themselves, as `[self.pile]`", "hidden")
        return piles

    def look_ahead(self, worth_ahead: Callable[..., list[float]]) -> None:
        """Let players whose styles do so look ahead."""
        if any(self.terms.styles[player.style].ahead for player in self.players):
            self.worth_ahead, self.choices_made = worth_ahead, []

    def run(self) -> Game:
        """Play this game to its end."""
        ours = {name: vars(self)[name] for name in OURS}
        held = [(player, name, vars(player)[name]) for player in self.players for name in OURS_OF_PLAYERS]
        self.setup()
        for name, value in ours.items():
            if vars(self)[name] is not value:
                raise AuthorError(f"self.{name} is something else already: another name", "setup")
        for player, name, value in held:
            if vars(player)[name] is not value:
                raise AuthorError(f"{name} of a player is something else already: another name", "setup")
        self.play()
        if self.turn == 0:
            self._begin_turn()
        self._close_turn()
        self.final = [self.scored(player) for player in self.players]
        self.won = self._seats_of_winners()
        return self

    def keep_going(self) -> None:
        """Something happens in this turn. Raises AuthorError where it is too much."""
        self._left -= 1
        if self._left < 0:
            raise AuthorError(f"turn {self.turn} does not end: more than {MOST_A_TURN:,} choices and dice in it")

    def _begin_turn(self) -> None:
        self._close_turn()
        if self.director is not None:
            self.director.begin_turn(self)
        self.turn += 1
        self._left = MOST_A_TURN
        if self.turn > self.most_turns:
            raise AuthorError(f"more than {self.most_turns} turns: does it end? If so, raise `most_turns` of the class")

    def _close_turn(self) -> None:
        """End the turn unless it is over: a ``break`` leaves one in the middle, and a loop within a loop begins one."""
        if len(self.rows) < self.turn:
            self.end_turn()

    def end_turn(self) -> None:
        """Book how everybody stands after this turn."""
        if type(self).score is Game.score:
            self.rows.append(tuple([sum(player.parts.values()) for player in self.players]))
        else:
            self.rows.append(tuple([sum(self.scored(player)) for player in self.players]))
        if self.story is not None:
            self.tell(f"Points: {', '.join(map(str, self.rows[-1]))}.")

    def scored(self, player: Player) -> list[int]:
        """The points of a player by part, in the order of ``parts``. Raises AuthorError where they are none."""
        scores = self.score(player)
        if not isinstance(scores, Mapping):
            scores = {self.parts[0]: scores}
        if not scores.keys() <= self.part_names:
            said = ", ".join(sorted(map(repr, scores.keys() - self.part_names)))
            raise AuthorError(f"score() gives points for {said} (parts: {', '.join(self.parts)})", "score")
        parts = [self._integer(scores.get(part, 0), part) for part in self.parts]
        if max(map(abs, (*parts, sum(parts)))) > MOST_POINTS:
            raise AuthorError(f"score() gives {sum(parts):,} points: at most {MOST_POINTS:,} can be counted", "score")
        return parts

    def _seats_of_winners(self) -> set[int]:
        """The seats of the ``winners``. Raises AuthorError where these are no players."""
        winners = self.winners()
        if not isinstance(winners, Sequence) or not all(winner in self.players for winner in winners):
            raise AuthorError(f"winners() gives {winners!r}: a list of players, [] where everybody loses", "winners")
        return {player.seat for player in winners}

    @staticmethod
    def _integer(value: Any, part: str) -> int:
        if type(value) is int:
            return value
        if not isinstance(value, int | float) or value != value or value != int(value):
            advice = ": is a `return` missing?" if value is None else ""
            raise AuthorError(f"score() gives {value!r} for {part}: no whole number{advice}", "score")
        return int(value)
