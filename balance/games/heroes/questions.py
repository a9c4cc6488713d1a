"""What a designer asks about Heroes, and the words of the answers."""

from __future__ import annotations

from balance.engine.questions import Arm, Bars, Experiment, Grid, Lines, Question

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

GAIN = "The same less what seats of their play style win anyhow, in percentage points."

QUESTIONS = (
    Question(
        1,
        "Which heroes win most when picked early, and which are always the fifth card?",
        "early_picks",
        Bars(
            "name",
            "gain",
            "Win share of who picks the hero first or second, against what their styles win anyhow: best and worst ten",
            low="low",
            high="high",
            unit="percent",
            x_label="hero",
            y_label="win share, more or less",
            part="chart",
        ),
        table=(
            ("name", "Hero", "text", "The hero."),
            ("action", "Action", "text", "Its printed action."),
            ("early", "Picked early", "percent", "Share of its deals in which it was the first or second pick."),
            ("win", "Win share", "percent", "Win share of the seats that picked it first or second."),
            ("gain", "More or less", "points", GAIN),
            ("left_over", "Fifth card", "percent", "Share of its deals in which nobody picked it."),
        ),
    ),
    Question(
        2,
        "Do heroes pay for strong actions with weak edges: win share against power budget?",
        "power_budget",
        Bars(
            "action",
            "gain",
            "Win share of who picks such a hero, against what their styles win anyhow: strongest action first",
            low="low",
            high="high",
            unit="percent",
            x_label="action",
            y_label="win share, more or less",
        ),
        table=(
            ("action", "Action", "text", "As in the card table."),
            ("heroes", "Heroes", "int", "Heroes with this action."),
            ("worth", "Best option", "number", "Points of its best option in the power budget."),
            ("halves", "Half-icons", "number", "Mean half-icons on both edges."),
            ("budget", "Power budget", "number", "Mean power budget, in points."),
            ("win", "Win share", "percent", "Win share of the seats that picked such a hero."),
            ("gain", "More or less", "points", GAIN),
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
            ("points", "Damage", "number", "Points of its damage per seat and game."),
            ("free", "Free slots", "number", "Mean free slots of this energy when such damage was dealt."),
            ("lost", "Finds no slot", "percent", "Share of the points that found no slot of this energy."),
            ("spare", "Left free", "number", "Mean slots of it still free when the round's last hero has acted."),
        ),
    ),
    Question(
        5,
        "Are missions worth their wounds, and how large is the gain of being first?",
        "missions",
        Bars(
            "name",
            "ratio",
            "Points for each wound, missions and fights",
            low="low",
            high="high",
            unit="points",
            x_label="mission or fight",
            y_label="for each wound",
        ),
        table=(
            ("name", "Attempt", "text", "A mission, in the order of the ranks, or a fight."),
            ("tries", "Attempts", "number", "Attempts per game."),
            ("done", "Succeed", "percent", "Share of the attempts that succeed."),
            ("points", "Points", "number", "Mean points of an attempt; an adversary counts what one pays on average."),
            ("wounds", "Wounds", "number", "Mean damage counters an attempt places."),
            ("ratio", "Points a wound", "number", "Points for each wound."),
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
            ("held", "Held", "number", "Held at the end of a game, all seats together."),
            ("points", "Points", "number", "Mean points in the end, its own and its bonus."),
            ("paid", "Paid", "percent", "Share of those held whose bonus was paid."),
            (
                "tied",
                "A tie",
                "percent",
                "Share of those held where nobody else had more, but somebody as much.",
            ),
            ("gain", "Win share", "points", "Win share of the holder, less what seats of its style win anyhow."),
        ),
    ),
    Question(
        7,
        "How much does starting a round help, and is Strength worth drafting?",
        "starting",
        Lines(
            "over",
            "gain",
            "Win share by Strength in round 3, against what the same styles win anyhow",
            low="gain_low",
            high="gain_high",
            unit="percent",
            x_label="Strength more or less than the table's mean",
            y_label="win share, more or less",
            part="curve",
        ),
        experiments=("players",),
    ),
    Question(
        8,
        "Do interaction tiles decide games or only annoy?",
        "tiles",
        Bars(
            "tile",
            "change",
            "What a turn by the tile, or its hit, brings to the hero's owner",
            low="low",
            high="high",
            unit="points",
            x_label="tile",
            y_label="against the same heroes as printed",
        ),
        experiments=("tiles",),
        table=(
            ("tile", "Tile", "text", "The tile."),
            ("what", "Kind", "text", "Immediate, activation (on an own hero) or interaction (on an opponent's)."),
            ("drawn", "Drawn", "number", "Times drawn per game."),
            ("wasted", "Unused", "percent", "Share of those drawn that neither took effect nor came to lie on a hero."),
            (
                "acts",
                "Acts",
                "number",
                "Turns per game in which a hero acts by it; of an immediate tile: hits per game.",
            ),
            ("points", "Points", "number", "Mean points of such a turn; healing counts where it frees prestige slots."),
            ("printed", "As printed", "number", "Mean points of printed turns of the same heroes and styles."),
            ("change", "Difference", "number", "What the tile changes for the hero's owner, in points."),
        ),
    ),
    Question(
        9,
        "Do 24 counters, 42 adversaries, 18 tiles suffice?",
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
            ("arm", "Table", "text", "How many players, and who they are."),
            ("counters", "Most counters", "number", "Mean of the most damage counters on the table at once."),
            ("over", "More than 24", "percent", "Share of the games that need more at some time."),
            ("deck", "Left in the deck", "number", "Adversaries left in the deck at the end."),
            ("full", "Row full", "percent", "Share of the games whose row of adversaries is full at the end."),
            ("renewed", "Tiles run out", "percent", "Share of the games in which the supply of tiles ran out."),
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
            y_label="share of the line-ups with it that keep it",
            part="chart",
        ),
        table=(
            ("name", "Hero", "text", "The hero."),
            ("action", "Action", "text", "Its printed action."),
            ("one", "Kept after round 1", "percent", "Share of the line-ups with it that keep it; 25 % are kept."),
            ("two", "Kept after round 2", "percent", "Share of the line-ups with it that keep it; 40 % are kept."),
            ("third", "Round 3", "number", "Points its keepers make in round 3, less what seats of their style make."),
        ),
    ),
)
