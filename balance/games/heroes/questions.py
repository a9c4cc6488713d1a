"""What a designer asks about Heroes, and the words of the answers."""

from __future__ import annotations

from balance.engine.game.questions import POINTS, Arm, Bars, Experiment, Grid, Lines, Question

WORDS = {
    "rounds": "three rounds were played",
    "pts_shine": "Shine",
    "pts_tile_points": "tiles",
    "pts_gift": "gifts",
    "pts_mission": "missions",
    "pts_prestige_slots": "prestige slots",
    "pts_adv_base": "adversaries' own points",
    "pts_adv_collection": "sets of colours",
    "pts_adv_majority": "most of a colour",
    "pts_adv_strength": "most Strength",
    "pts_adv_number": "number of adversaries",
    "pts_adv_color": "each of a colour",
    "pts_adv_constellation": "each tile",
}

NO_INTERACTION = tuple(
    cell
    for tile in ("HFT7", "HFT8", "HFT9")
    for cell in ((tile, "set", "activation"), (tile, "effect", "none"), (tile, "traits", ""))
)
NO_HITS = tuple(cell for tile in ("HFT1", "HFT2") for cell in ((tile, "set", "activation"), (tile, "effect", "none")))
"""The tiles stay in the supply, so that as many are drawn as ever, but do nothing."""

EXPERIMENTS = (
    Experiment(
        "players",
        tuple(Arm(f"{players} greedy players", players=players, agents=("greedy",)) for players in (2, 3, 4)),
    ),
    Experiment(
        "crowds",
        (
            Arm("4 brawlers", players=4, agents=("brawler",)),
            Arm("4 astrologers", players=4, agents=("astrologer",)),
        ),
    ),
    Experiment(
        "tiles",
        (
            Arm("as it is"),
            Arm("interaction tiles without effect", cells=NO_INTERACTION),
            Arm("hits without effect too", cells=NO_INTERACTION + NO_HITS),
        ),
    ),
)

GAIN = "The same minus the average win rate of the same play styles, in points."

QUESTIONS = (
    Question(
        1,
        "Which heroes win most when picked early, and which are always the fifth card?",
        "early_picks",
        Bars(
            "name",
            "gain",
            "Early picks: points of win rate compared with the same styles, best and worst ten heroes",
            low="low",
            high="high",
            unit=POINTS,
            x_label="hero",
            y_label="win rate vs. expected",
            part="chart",
        ),
        table=(
            ("name", "Hero", "text", "The hero."),
            ("action", "Action", "text", "Its printed action."),
            ("early", "Picked early", "percent", "Share of its deals in which it is the first or second pick."),
            ("win", "Win rate", "percent", "Win rate of players who pick it first or second."),
            ("gain", "vs. expected", "points", GAIN, "low", "high"),
            ("left_over", "Fifth card", "percent", "Share of its deals in which nobody picks it."),
        ),
    ),
    Question(
        2,
        "Do strong actions come with weak edges, and does the power budget predict winning?",
        "power_budget",
        Bars(
            "action",
            "gain",
            "Heroes by action: points of win rate compared with the same styles, strongest action first",
            low="low",
            high="high",
            unit=POINTS,
            x_label="action",
            y_label="win rate vs. expected",
        ),
        table=(
            ("action", "Action", "text", "As in the card table."),
            ("heroes", "Heroes", "int", "Heroes with this action."),
            ("worth", "Best option", "number", "Points of its best option in the power budget."),
            ("halves", "Half-icons", "number", "Average half-icons on both edges."),
            ("budget", "Power budget", "number", "Average power budget, in points."),
            ("win", "Win rate", "percent", "Win rate of players who pick such a hero."),
            ("gain", "vs. expected", "points", GAIN),
        ),
    ),
    Question(
        3,
        "How often is a fight of 1, 2, 3 lost, by dice and by free slots?",
        "fights",
        Grid(
            "slots",
            "name",
            "lost",
            "Share of fights lost, by dice and free slots of any kind",
            unit="percent",
            x_label="free slots before the roll",
            y_label="dice",
            value_label="fights lost",
            part="cell",
        ),
    ),
    Question(
        4,
        "Is any energy short: how much typed damage finds no slot?",
        "energies",
        Bars(
            "named",
            "lost",
            "Damage that finds no slot of its energy",
            by="energy",
            low="low",
            high="high",
            unit="percent",
            x_label="round",
            y_label="share of the points of damage",
            part="round",
        ),
        table=(
            ("energy", "Energy", "text", "The energy of the damage."),
            ("named", "Round", "text", "The round."),
            ("points", "Damage", "number", "Points of such damage per player and game."),
            ("free", "Free slots", "number", "Average free slots of this energy when such damage is dealt."),
            ("lost", "Finds no slot", "percent", "Share of the points that find no slot of this energy."),
            ("spare", "Left free", "number", "Average slots of it still free when the round's last hero has acted."),
        ),
    ),
    Question(
        5,
        "Are missions worth their wounds, and how large is the gain of being first?",
        "missions",
        Bars(
            "name",
            "ratio",
            "Points per wound: missions and fights",
            low="low",
            high="high",
            unit="points",
            x_label="mission or fight",
            y_label="points per wound",
        ),
        table=(
            ("name", "Attempt", "text", "A mission, in the order of the ranks, or a fight."),
            ("tries", "Attempts", "number", "Attempts per game."),
            ("done", "Succeed", "percent", "Share of the attempts that succeed."),
            ("points", "Points", "number", "Average points of an attempt; an adversary counts with its average pay."),
            ("wounds", "Wounds", "number", "Average damage counters an attempt places."),
            ("ratio", "Points per wound", "number", "Points for each wound."),
            ("needs", "Needs", "text", "Its requirement."),
            ("spaces", "Spaces", "text", "Points of its spaces, the first one first."),
        ),
    ),
    Question(
        6,
        "Which adversary conditions pay, and how often do they fail by a tie?",
        "conditions",
        Bars(
            "condition",
            "points",
            "Points an adversary pays in the end, by its condition",
            low="low",
            high="high",
            unit="points",
            x_label="condition",
            y_label="its own points and its bonus",
        ),
        table=(
            ("condition", "Condition", "text", "The kind of condition; plain: none."),
            ("kinds", "Cards", "int", "Adversaries of the box with this condition."),
            ("held", "Held", "number", "Held at the end of a game, all players together."),
            ("points", "Points", "number", "Average points in the end, its own and its bonus."),
            ("paid", "Paid", "percent", "Share of those held whose bonus is paid."),
            (
                "tied",
                "A tie",
                "percent",
                "Share of those held where a tie alone spoils the bonus.",
            ),
            ("gain", "Win rate", "points", "Win rate of the holder minus the average of the same style, in points."),
        ),
    ),
    Question(
        7,
        "How much does starting a round help, and is Strength worth drafting?",
        "starting",
        Lines(
            "over",
            "gain",
            "Strength in round 3: points of win rate compared with the same styles",
            low="gain_low",
            high="gain_high",
            unit=POINTS,
            x_label="Strength vs. average",
            y_label="win rate vs. expected",
            part="curve",
        ),
        experiments=("players",),
    ),
    Question(
        8,
        "Do interaction tiles decide games, or do they only annoy?",
        "tiles",
        Bars(
            "tile",
            "change",
            "What a turn by the tile, or its hit, brings the hero's owner",
            low="low",
            high="high",
            unit="points",
            x_label="tile",
            y_label="vs. the same heroes as printed",
        ),
        experiments=("tiles",),
        table=(
            ("tile", "Tile", "text", "The tile."),
            ("what", "Kind", "text", "Immediate, activation (on an own hero) or interaction (on an opponent's)."),
            ("drawn", "Drawn", "number", "Times drawn per game."),
            ("wasted", "Unused", "percent", "Share of those drawn that neither take effect nor land on a hero."),
            (
                "acts",
                "Acts",
                "number",
                "Turns per game in which a hero acts by it; of an immediate tile: hits per game.",
            ),
            ("points", "Points", "number", "Average points of such a turn; healing counts if it frees prestige slots."),
            ("printed", "As printed", "number", "Average points of printed turns of the same heroes and styles."),
            ("change", "Difference", "number", "What the tile changes for the hero's owner, in points."),
        ),
    ),
    Question(
        9,
        "Are 24 counters, 42 adversaries and 18 tiles enough?",
        "limits",
        Bars(
            "arm",
            "over",
            "Games that need more than 24 damage counters at some time",
            low="low",
            high="high",
            unit="percent",
            x_label="table",
            y_label="share of games",
        ),
        experiments=("players", "crowds"),
        table=(
            ("arm", "Table", "text", "The number of players and their style."),
            ("counters", "Most counters", "number", "Average of the most damage counters on the table at once."),
            ("over", "More than 24", "percent", "Share of games that need more at some time."),
            ("deck", "Left in the deck", "number", "Adversaries left in the deck at the end."),
            ("full", "Row full", "percent", "Share of games whose row of adversaries is full at the end."),
            ("renewed", "Tiles run out", "percent", "Share of games in which the supply of tiles runs out."),
        ),
    ),
    Question(
        10,
        "Which heroes are kept, and does the kept pair decide round 3?",
        "kept",
        Bars(
            "name",
            "two",
            "Heroes kept after round 2: the ten most and the five least kept",
            low="low",
            high="high",
            unit="percent",
            x_label="hero",
            y_label="share of its owners who keep it",
            part="chart",
        ),
        table=(
            ("name", "Hero", "text", "The hero."),
            ("action", "Action", "text", "Its printed action."),
            ("one", "Kept after round 1", "percent", "Share of its owners who keep it; 25 % is even."),
            ("two", "Kept after round 2", "percent", "Share of its owners who keep it; 40 % is even."),
            ("third", "Round 3", "number", "Points its keepers make in round 3, minus the average of the same style."),
        ),
    ),
)
