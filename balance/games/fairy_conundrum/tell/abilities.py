"""Abilities in words: "When called: 2 damage to a foe's fairy in exploration."."""

from __future__ import annotations

from collections.abc import Mapping

from balance.games.fairy_conundrum.cards.abilities import (
    ALL,
    BY_FOE,
    RANDOM,
    STAY,
    TURN,
    Ability,
    Amount,
    Condition,
    Cost,
    Filter,
    Range,
    Selector,
    Step,
)
from balance.games.fairy_conundrum.cards.box import SHELTER, Card, Cards
from balance.games.fairy_conundrum.tell.words import MORPHEMES, RADIANCES, STAGES, counted

TRIGGERS = {
    "CALL": "When called",
    "ACT": "Action",
    "ALWAYS": "Always",
    "IN": "When it enters a shelter",
    "OUT": "When it leaves its shelter",
    "LEAVE": "When it leaves the valley",
    "REAPED": "When reaped",
    "ENDVOL": "When it fades",
}
GUESTS = {"IN": "When a guest enters", "OUT": "When a guest leaves"}
"""The triggers that mean something else on a shelter."""
MOMENTS = {
    "destiny": "Destiny", "volatility": "Volatility", "renewal": "Renewal", "gathering": "Gathering",
    "narration": "Narration", "conspiracy": "Conspiracy", "joust": "Joust", "maturation": "Maturation",
    "dream": "Dream", "awakening": "Awakening",
}  # fmt: skip
EVENTS = {
    "call": ("you call {}", "a foe calls {}", "anybody calls {}"),
    "shard": ("you play a shard", "a foe plays a shard", "anybody plays a shard"),
    "place": ("you place a shelter", "a foe places a shelter", "anybody places a shelter"),
    "joust": ("you declare a joust", "a foe declares a joust on you", "anybody declares a joust"),
    "hit": ("you hit in a joust", "you are hit in a joust", "anybody is hit in a joust"),
    "life": ("you lose life", "a foe loses life", "anybody loses life"),
    "in": ("a guest of yours enters", "a foe's guest enters", "a guest enters"),
    "out": ("a guest of yours leaves", "a foe's guest leaves", "a guest leaves"),
    "reaped": ("{} of yours is reaped", "{} of a foe is reaped", "{} is reaped"),
    "act": ("you use an action", "a foe uses an action", "anybody uses an action"),
    "set": ("you set a trap", "a foe sets a trap", "anybody sets a trap"),
    "stage": ("your avatar changes stage", "a foe's avatar changes stage", "an avatar changes stage"),
    "free": ("you free a card", "a foe frees a card", "anybody frees a card"),
}
"""Of every event: that of its own player, of a foe, of anybody."""
OWNERS = {"own": "your ", "foe": "a foe's ", "any": "the "}
PLACES = {
    "x": " in exploration", "in": " in a shelter", "v": " in the valley", "hand": " in hand", "rest": " in the rest",
    "fallow": " in the fallow", "memory": " in the memory", "prison": " in prison", "deck": " in the haversack",
    "canvas": " in the canvas", "stored": " stored", "": "",
}  # fmt: skip
PLURALS = {"fairy": "fairies", "card": "cards"}
UNTIL = {TURN: " this turn", STAY: " while this card stays"}
WORDS = {
    "self": "this card", "host": "its shelter", "it": "that card", "linked": "the linked card",
    "guests": "your guests here", "spouse": "its spouse", "me": "you", "foe": "a foe", "foes": "all foes",
    "all": "everybody",
}  # fmt: skip
NUMBERS = {"cost": "cost", "ray": "ray", "mat": "materialisation", "vol": "volatility", "dmg": "damage"}
VALUES = {
    "gather": "gathering", "vision": "vision", "dream": "dream", "handmax": "hand maximum", "contrib": "contribution",
    "mature": "maturation", "ray": "ray", "mat": "materialisation", "stab": "stability", "slots": "slots",
    "cost": "cost", "vol": "volatility",
}  # fmt: skip
"""Operations that change a number, and what the number is called."""
DEEDS = {
    "fetch": "take {} into hand", "summon": "call {} free of cost", "peek": "look at {}", "reap": "reap {}",
    "dissipate": "dissipate {}", "bounce": "return {} to hand", "todeck": "shuffle {} into the haversack",
    "abandon": "abandon {}", "purify": "restore the printed state of {}", "imprison": "imprison {}",
    "free": "free {}", "bewitch": "bewitch {}", "steala": "steal an ability of {}", "stealm": "steal a morpheme of {}",
    "action": "turn {}", "restore": "turn {} back", "shelter": "put {} into a shelter",
    "lodge": "put {} into any shelter", "exit": "bring {} out of its shelter", "link": "link to {}",
    "unstore": "take the stored cards into hand", "copy": "make a copy of {}", "fuse": "fuse with {}",
    "marry": "marry {}", "cancel": "cancel it", "hush": "{}: abilities do not work", "teleport": "{}: has teleport",
    "entry": "fairies may enter and leave shelters",
}  # fmt: skip


def printed_on(card: Card, cards: Cards) -> tuple[str, ...]:
    """The abilities of a card of the table, a sentence each."""
    names = {known.id: known.name for known in cards.cards}
    return tuple(describe(ability, names, card.kind == SHELTER) for ability in card.abilities)


def describe(ability: Ability, tokens: Mapping[str, str], of_shelter: bool = False) -> str:
    """An ability as a sentence. ``tokens``: names of cards by id. ``of_shelter``: the card is one."""
    costs = [_cost(cost) for cost in ability.costs]
    when = [_condition(condition) for condition in ability.conditions]
    head = GUESTS.get(ability.trigger, "") if of_shelter else ""
    head = head or _trigger(ability)
    head += f", pay {' and '.join(costs)}" if costs else ""
    head += f", if {' and '.join(when)}" if when else ""
    may = "you may " if ability.optional else ""
    return f"{head}: {may}{', then '.join(describe_step(step, tokens) for step in ability.steps)}."


def _trigger(ability: Ability) -> str:
    if ability.trigger == "AT":
        return f"At {MOMENTS[ability.moment]}"
    if ability.trigger not in ("WHEN", "TRAP"):
        return TRIGGERS[ability.trigger]
    subject = _card("fairy" if ability.event == "call" else "card", ability.filter)
    event = EVENTS[ability.event][("own", "foe", "any").index(ability.side)].format(f"a {subject}")
    return f"{'Trap, when' if ability.trigger == 'TRAP' else 'When'} {event}"


def _cost(cost: Cost) -> str:
    own = " of this card" if cost.self_only else ""
    match cost.kind:
        case "sp":
            return counted(cost.n, "sparkle")
        case "life":
            return f"{cost.n} life"
        case "vol":
            return f"{cost.n} volatility"
        case "abandon":
            return counted(cost.n, "hand card")
        case "reap":
            return "this card"
    return f"the morpheme {MORPHEMES[cost.code]}{own}" if cost.code else f"{counted(cost.n, 'morpheme')}{own}"


def _condition(condition: Condition) -> str:
    if condition.kind == "first":
        return "it is the first time this turn"
    sign = {"<=": "at most ", ">=": "at least ", "=": ""}[condition.compare]
    if condition.count is not None:
        return f"there are {sign}{condition.n} of {_cards(condition.count, every=True)}"
    if condition.kind == "stage":
        stage = STAGES[condition.n - 1] if 1 <= condition.n <= len(STAGES) else str(condition.n)
        return f"your stage is {sign}{stage}"
    if condition.kind in ("guests", "sparks"):
        what, where = ("guest", " here") if condition.kind == "guests" else ("sparkle", "")
        return f"you have {sign}{counted(condition.n, what)}{where}"
    return f"{'your life' if condition.kind == 'life' else 'the turn'} is {sign}{condition.n}"


# Steps


def describe_step(step: Step, tokens: Mapping[str, str]) -> str:
    """A step inside a sentence: 2 damage to a foe's avatar."""
    return _done(step, tokens) + UNTIL.get(step.until, "")


def _done(step: Step, tokens: Mapping[str, str]) -> str:
    target = _target(step.selector)
    amount = _amount(step.amount, signed=step.op in VALUES or step.op in ("life", "spark")) if step.amount else ""
    mine = step.selector is None or step.selector.word == "me"
    match step.op:
        case "draw" | "canvas" | "wish":
            where = {"draw": "", "canvas": " from the canvas", "wish": " from either deck"}[step.op]
            return f"{_does('draw', '' if mine else target)} {_things(amount, 'card')}{where}"
        case "spark" | "siphon":
            if step.op == "siphon":
                return f"take up to {_things(amount, 'sparkle')} from {target or 'a foe'}"
            return f"{'' if mine else f'{target}: '}{_things(amount, 'sparkle')}"
        case "life":
            return f"{_things(amount, 'life', fixed=True)}{'' if mine else f' for {target}'}"
        case "discard" | "mill":
            where = "" if step.op == "discard" else " from the top of the haversack"
            if step.selector is not None and not step.selector.of_players:
                return f"abandon {target}"
            return f"{_does('abandon', '' if mine else target)} {_things(amount, 'card')}{where}"
        case "dmg":
            return f"{amount} damage to {target or 'this card'}"
        case "store":
            return f"store {_things(amount, 'hand card')} under {target or 'this card'}"
        case "token":
            return f"make {_things(amount, f'{tokens.get(step.arg, step.arg)} token')}"
        case "morph":
            return _morph(step, amount, target)
        case "radiance":
            return f"{target or 'this card'} becomes {RADIANCES[step.arg]}"
        case "astralae":
            return f"the astralae of {target or 'this card'} becomes {step.arg}"
    if step.op in VALUES:
        return f"{_things(amount, VALUES[step.op], fixed=True)}{f' for {target}' if target and not mine else ''}"
    return DEEDS[step.op].format(target or "this card")


def _does(verb: str, who: str) -> str:
    """Draw; a foe draws; all foes draw."""
    if not who:
        return verb
    many = who in (WORDS["foes"], WORDS["me"])
    return f"{who} {verb}{'' if many else 's'}"


def _morph(step: Step, amount: str, target: str) -> str:
    sign, name = (step.arg[:1], MORPHEMES[step.arg[1:]]) if step.arg else ("", "")
    if not name:
        return f"{_things(amount, 'morpheme')} for {target or 'this card'}"
    does, where = ("add", "to") if sign == "+" else ("take", "from")
    return f"{does} the morpheme {name} {where} {target or 'this card'}"


def _amount(amount: Amount, signed: bool) -> str:
    """+1; 2, 3 or 4 by stage; 1 for each of your fairies."""
    form = "{:+d}" if signed else "{}"
    numbers = [form.format(number).replace("-", "−") for number in amount.numbers]
    text = numbers[0] if len(numbers) == 1 else f"{'/'.join(numbers)} (by stage)"
    if amount.count is None:
        return text
    per = f"{amount.per} " if amount.per > 1 else ""
    return f"{text} (for each {per}of {_cards(amount.count, every=True)})"


def _things(amount: str, word: str, fixed: bool = False) -> str:
    """1 card; 2 cards; +1 sparkle (for each of your guests here)."""
    number, _, rest = amount.partition(" (")
    words = word if fixed else counted(1 if number in ("1", "+1", "−1") else 2, word).partition(" ")[2]
    return f"{number} {words}" + (f" ({rest}" if rest else "")


# Cards and players


def _target(selector: Selector | None) -> str:
    return "" if selector is None else _cards(selector)


def _cards(selector: Selector, every: bool = False) -> str:
    """All your fairies in exploration; 2 of a foe's fairies; this card. ``every``: they are counted, not picked."""
    if selector.word:
        return WORDS[selector.word]
    if selector.kind == "avatar":
        return "any avatar" if selector.side == "any" else f"{OWNERS[selector.side]}avatar"
    place = PLACES[selector.zone]
    what = f"{OWNERS[selector.side]}{_card(selector.kind, selector.filter, many=True)}{place}"
    if every:
        return what.replace("a foe's ", "foes' ")
    if selector.pick == ALL:
        return f"all {what}".replace("a foe's ", "foes' ")
    number = f"{'one' if selector.n == 1 else selector.n} of "
    how = {RANDOM: " at random", BY_FOE: " of the foe's choice"}.get(selector.pick, "")
    return f"{number}{what}{how}"


def _card(kind: str, filter: Filter, many: bool = False) -> str:
    """Other light fairies with cost 2 or less."""
    before = [flag for flag in filter.flags if flag not in ("linked",)]
    before += [RADIANCES[filter.radiance]] if filter.radiance else []
    before += [MORPHEMES[code] for code in filter.morphs]
    noun = PLURALS.get(kind, f"{kind}s") if many else kind
    behind = [f"of astralae {filter.letter}"] if filter.letter else []
    behind += [_bounds(bounds) for bounds in filter.ranges]
    behind += [f"named {filter.word}"] if filter.word else []
    behind += ["with a linked card"] if "linked" in filter.flags else []
    return " ".join([*before, noun, *behind])


def _bounds(bounds: Range) -> str:
    low, high = (str(end).replace("-", "−") if end is not None else "" for end in (bounds.low, bounds.high))
    name = NUMBERS[bounds.name]
    if low == high:
        return f"with {name} {low}"
    if not low or not high:
        return f"with {name} {high} or less" if high else f"with {name} {low} or more"
    return f"with {name} {low} to {high}"
