"""The operations of ability steps: what each takes and what it means, one line for each (section 5.2)."""

from __future__ import annotations

from dataclasses import dataclass

# Amounts an operation takes
NONE = ""
COUNT = "count"  # a number from 0
SIGNED = "signed"  # written with its sign
EITHER_SIGN = "either"  # may be negative; a positive one is written without sign

# What an operation works on
NOTHING = ""
PLAYERS = "players"
CARDS = "cards"
BOTH = "players or cards"


@dataclass(frozen=True)
class Operation:
    """What a step with this word takes, and what it does."""

    word: str
    group: str
    means: str
    target: str  # NOTHING, PLAYERS, CARDS or BOTH
    amount: str = NONE  # COUNT, SIGNED or EITHER_SIGN
    arg: str = ""  # radiance, letter, token; morpheme: instead of the amount
    default: str = "self"  # the selector meant when none is written; "": one must be written
    lasts: bool = False  # takes ~turn or ~stay
    always: bool = False  # stands in ALWAYS abilities
    spelt: bool = False  # the selector is always written out, as there are two sorts of them


def _flow(word: str, means: str, amount: str = COUNT, default: str = "me") -> Operation:
    return Operation(word, "Flow", means, PLAYERS, amount, default=default)


def _player(word: str, means: str) -> Operation:
    return Operation(word, "Player values", means, PLAYERS, SIGNED, default="me", lasts=True, always=True)


def _value(word: str, means: str, amount: str = NONE, arg: str = "", always: bool = True) -> Operation:
    return Operation(word, "Card values", means, CARDS, amount, arg, lasts=True, always=always)


def _card(group: str, word: str, means: str, default: str = "self", amount: str = NONE) -> Operation:
    return Operation(word, group, means, CARDS, amount, default=default)


OPERATIONS = (
    _flow("draw", "draw n cards from the haversack"),
    _flow("canvas", "draw n cards from the canvas"),
    _flow("wish", "draw n cards, each from either deck"),
    _flow("spark", "gain n sparkles, or lose them down to 0", EITHER_SIGN),
    _flow("siphon", "take up to n sparkles of that player", default="foe"),
    Operation("life", "Flow", "gain or lose life, past any defence; a card that loses some is reaped", BOTH, SIGNED,
              default="me", spelt=True),
    Operation("discard", "Flow", "a player abandons n hand cards of his choice; or those cards are abandoned", BOTH,
              COUNT, default="me"),
    _flow("mill", "abandon the top n cards of the haversack"),
    _card("Flow", "fetch", "put the cards into their owners' hands", default=""),
    _card("Flow", "summon", "call the cards, free of cost and toll", default=""),
    _card("Flow", "peek", "look at the cards", default=""),
    _player("gather", "gathering"),
    _player("vision", "vision: initiative is life less vision"),
    _player("dream", "cards drawn at Dream"),
    _player("handmax", "hand maximum"),
    _player("contrib", "contribution: -1 is worth one more shelter when fairies are called"),
    Operation("mature", "Player values", "maturation; on a card it counts for its narrator", BOTH, SIGNED,
              default="me", lasts=True, always=True, spelt=True),
    Operation("entry", "Player values", "fairies may enter and leave shelters", PLAYERS, default="me", lasts=True,
              always=True),
    _value("ray", "ray", SIGNED),
    _value("mat", "materialisation", SIGNED),
    _value("stab", "stability of a shelter", SIGNED),
    _value("slots", "slots of a shelter; printed 0 stays 0", SIGNED),
    _value("cost", "call cost", SIGNED),
    _value("vol", "volatility labels", SIGNED, always=False),
    _value("radiance", "the radiance becomes this one", arg="radiance"),
    _value("astralae", "the astralae becomes this letter", arg="letter"),
    _value("teleport", "has teleport"),
    _value("hush", "its abilities do not work"),
    _card("Harm", "dmg", "n damage", amount=COUNT),
    _card("Harm", "reap", "from the valley to the rest, a shelter to the fallow"),
    _card("Harm", "dissipate", "to the memory"),
    _card("Harm", "bounce", "back to the owner's hand"),
    _card("Harm", "todeck", "shuffled into the owner's haversack; a shelter back to its place in the canvas"),
    _card("Harm", "abandon", "to the rest or fallow, without being reaped"),
    _card("Harm", "purify", "back to the printed state, in place"),
    Operation("cancel", "Harm", "a joust strikes with 0; a called card has no CALL abilities, a shard is also reaped",
              NOTHING),
    Operation("imprison", "Control", "to the owner's prison while this card is in the valley", CARDS, default="",
              lasts=True),
    _card("Control", "free", "release an imprisoned or bewitched card"),
    Operation("bewitch", "Control", "narrate it while this card is in the valley", CARDS, default="", lasts=True),
    _card("Control", "steala", "take one ability of the card", default=""),
    _card("Control", "stealm", "take one morpheme of the card", default=""),
    _card("Control", "action", "turn a fairy"),
    _card("Control", "restore", "turn it back"),
    _card("Control", "shelter", "put a fairy into a shelter of its narrator"),
    _card("Control", "lodge", "put a fairy into a shelter of any player"),
    _card("Control", "exit", "bring a fairy out of its shelter"),
    _card("Control", "link", "attach this card to the other", default=""),
    _card("Control", "store", "put n hand cards under the card", amount=COUNT),
    _card("Control", "unstore", "the cards stored under it go to the hand"),
    Operation("morph", "Morphs", "gain or lose this morpheme, or n chosen ones", CARDS, SIGNED, "morpheme",
              lasts=True),
    Operation("token", "Making", "make n tokens of this id", PLAYERS, COUNT, "token", default="me"),
    _card("Making", "copy", "make a token with what is printed on the fairy", default=""),
    _card("Making", "fuse", "fuse the cards with this fairy, or with each other", default=""),
    _card("Making", "marry", "marry the card to this fairy, or two with each other", default=""),
)  # fmt: skip
"""In the order of the table of section 5.2, and of their codes."""

BY_WORD = {operation.word: operation for operation in OPERATIONS}
WORDS = tuple(BY_WORD)

PICKS_SPELT = ("fuse", "marry")
"""Where the number of picks says how many cards there are to be, even one is written."""

STAY_BY_ITSELF = ("imprison", "bewitch")
"""Without until these last as with ~stay."""
