"""What a designer asks about Fairy School, and the words of the answers."""

from __future__ import annotations

from balance.engine.questions import Arm, Bars, Experiment, Grid, Lines, Question

WORDS = {
    "finished": "somebody realized all steps of a final project",
    "capped": "nobody could go on: no cubes were left, or the race took too long",
    "pts_kindness": "kindness",
    "pts_projects": "projects",
    "pts_steps": "final steps",
    "pts_study": "creatures studied",
    "pts_resources": "left-over elements",
}


def _crowd(generous: int) -> Arm:
    """A table of four with so many generous players, the others misers."""
    return Arm(f"{generous} of 4 generous", players=4, agents=("generous",) * generous + ("miser",) * (4 - generous))


def _table(name: str, players: int = 4, variant: str = "advanced", **settings: str) -> Arm:
    """A table of greedy players, of the long game with shared cards before their owner unless ``settings`` say so."""
    printed = {"length": "long", "sharing": "neighbours"}
    return Arm(name, players=players, variant=variant, settings=printed | settings, agents=("greedy",))


EXPERIMENTS = (
    Experiment("generosity", tuple(_crowd(generous) for generous in range(5))),
    Experiment(
        "tables",
        (
            _table("4 players"),
            _table("2 players", 2),
            _table("3 players", 3),
            _table("5 players", 5),
            _table("6 players", 6, "expert"),
            _table("4, expert setup", variant="expert"),
            _table("4, initiation", variant="initiation"),
            _table("4, short game", length="short"),
            _table("4, seat-insensitive", sharing="insensitive"),
        ),
    ),
    Experiment(
        "cubes",
        (
            Arm("as it is"),
            Arm("27 cubes", settings={"activation_cubes": "27"}),
            Arm("47 cubes", settings={"activation_cubes": "47"}),
        ),
    ),
)

AMONG = "The same, each style against its own mean, less the other projects of the trimester, in percentage points."

QUESTIONS = (
    Question(
        1,
        "Which projects win more, or less, than evenly when realized, and is that due to cost, effect or creature?",
        "projects",
        Bars(
            "name",
            "more",
            "Win share of who realizes the project, against the others of its trimester: best and worst ten",
            low="low",
            high="high",
            unit="percent",
            x_label="project",
            y_label="win share, more or less",
            part="chart",
        ),
        table=(
            ("name", "Project", "text", "The project."),
            ("trimester", "Trimester", "text", "Its trimester."),
            ("win", "Win share", "percent", "Win share of the seats that realized it."),
            ("more", "More or less", "points", AMONG),
            ("worth", "Cost", "number", "Its cost, each element weighed by its rate: earth 1, plants 4/3, air 2."),
            ("effect", "Effect", "text", "Its effect, as in the card table."),
            ("kind", "Kind", "text", "The kind of its effect."),
            ("creature", "Creature", "text", "The creature on it."),
        ),
    ),
    Question(
        2,
        "Which cards earn kindness when shared, and which are never touched by neighbours?",
        "shared",
        Bars(
            "name",
            "cubes",
            "Cubes of others for each time the card is shared: best and worst ten",
            low="low",
            high="high",
            unit="cubes",
            x_label="card",
            y_label="for each time shared",
            part="chart",
        ),
        table=(
            ("name", "Card", "text", "The card."),
            ("family", "Set", "text", "Starting card, S (initial draft), or trimester of a project."),
            ("cubes", "Cubes", "number", "Cubes of others for each time it is shared."),
            ("bare", "No cube", "percent", "Share of the seats that shared it and never got a cube for it."),
            ("shared", "Shared", "number", "Times a game it is played to the shared area, by all seats together."),
            ("top", "On top", "percent", "Share of its plays that are shared."),
            ("effect", "Effect", "text", "Its effect, as in the card table."),
            ("kind", "Kind", "text", "The kind of its effect."),
        ),
    ),
    Question(
        3,
        "How much of the score is kindness, projects, steps, study, left-overs, by style and by number of players?",
        "sources",
        Grid(
            "source",
            "who",
            "share",
            "Share of the score by its source",
            unit="percent",
            x_label="source",
            y_label="style or table",
            part="chart",
        ),
        experiments=("tables",),
    ),
    Question(
        4,
        "Does the number of cubes bind? When do supplies run low, how many are left at the end?",
        "cubes",
        Lines(
            "turn",
            "supply",
            "Cubes in supply after each turn, by style",
            by="agent",
            low="low",
            high="high",
            unit="cubes",
            x_label="turn",
            y_label="in supply",
            part="curve",
        ),
        experiments=("cubes",),
    ),
    Question(
        5,
        "Is generosity rewarded: score against cubes given and cubes received; does generous beat miser?",
        "generosity",
        Lines(
            "generous",
            "win",
            "Win share of a generous player and of a miser, by how many of the four are generous (25 % is fair)",
            by="style",
            low="low",
            high="high",
            unit="percent",
            x_label="generous players at the table, the others misers",
            y_label="win share of each",
        ),
        experiments=("generosity",),
        table=(
            ("generous", "Generous", "int", "Generous players at the table of four; the others are misers."),
            ("style", "Style", "text", "Of whom the row tells."),
            ("win", "Win share", "percent", "Win share of a seat of this style; 25 % is fair."),
            ("score", "Score", "number", "Its mean score."),
            ("given", "Given", "number", "Cubes it gives to others."),
            ("kindness", "Received", "number", "Cubes it receives: points by kindness."),
            ("capped", "Out of cubes", "percent", "Share of the games that end because nobody can go on."),
        ),
    ),
    Question(
        6,
        "How long is the final race, which final projects finish first, is the leader bonus decisive?",
        "race",
        Bars(
            "name",
            "finished",
            "Seats that realize all steps of their final project",
            low="low",
            high="high",
            unit="percent",
            x_label="final project",
            y_label="share of the seats that chose it",
        ),
        table=(
            ("name", "Final project", "text", "The final project."),
            ("worth", "Cost", "number", "Its cost, each element weighed by its rate: earth 1, plants 4/3, air 2."),
            ("wanted", "Chosen", "percent", "Share of the games with it on offer in which somebody chose it."),
            ("finished", "Finished", "percent", "Share of the seats with it that realize all its steps."),
            ("steps", "Steps", "number", "Mean steps of these seats."),
            ("win", "Win share", "percent", "Their win share."),
            ("gain", "More or less", "points", "The same less what seats of their play style win anyhow."),
        ),
    ),
    Question(
        7,
        "Are the five predefined decks, and the four seats, equally strong?",
        "decks",
        Bars(
            "name",
            "more",
            "Win share of decks and seats, against an even share",
            by="who",
            low="low",
            high="high",
            unit="percent",
            x_label="deck or seat",
            y_label="win share, against an even share",
        ),
        experiments=("tables",),
        table=(
            ("name", "Deck or seat", "text", "The predefined deck, or the seat."),
            ("who", "Games", "text", "Of this run, or of four greedy players."),
            ("win", "Win share", "percent", "Its win share."),
            ("more", "More or less", "points", "The same less an even share, in percentage points."),
            ("score", "Score", "number", "Its mean score."),
            ("holds", "Effects", "text", "The effects of the deck's four cards."),
        ),
    ),
    Question(
        8,
        "Are the trimester costs well paced: projects realized in time, idle picks, elements left over?",
        "pace",
        Lines(
            "number",
            "in_time",
            "Kept projects that are realized by the end of their trimester, by style",
            by="agent",
            low="low",
            high="high",
            unit="percent",
            x_label="trimester",
            y_label="share realized in time",
            part="style",
        ),
        table=(
            ("trimester", "Trimester", "text", "The trimester."),
            ("agent", "Style", "text", "The play style; all: every seat."),
            ("in_time", "In time", "percent", "Share of the projects kept that are realized by its end."),
            ("late", "Later", "percent", "Share realized afterwards; the rest never are."),
            ("idle", "Idle picks", "number", "Projects a seat takes from the common discard in this trimester."),
            ("left_over", "Left over", "number", "Elements a seat has at its end."),
            ("income", "Income", "number", "Elements a seat gains in a turn."),
            ("worth", "Cost", "number", "Mean cost of the projects kept: earth 1, plants 4/3, air 2."),
        ),
    ),
    Question(
        9,
        "Is study a by-product or a strategy: creatures studied, bonuses, value of study cards?",
        "study",
        Lines(
            "creatures",
            "gain",
            "Win share by creatures studied, against what the same styles win anyhow",
            low="low",
            high="high",
            unit="percent",
            x_label="creatures studied",
            y_label="win share, more or less",
            part="count",
        ),
    ),
    Question(
        10,
        "What changes with 2 players, 5-6 players, the short game, the seat-insensitive rule?",
        "tables",
        Bars(
            "arm",
            "score",
            "Mean score of greedy players, by table",
            low="low",
            high="high",
            unit="points",
            x_label="table",
            y_label="mean score",
        ),
        experiments=("tables",),
        table=(
            ("arm", "Table", "text", "Greedy players; advanced setup and long game unless it says otherwise."),
            ("score", "Score", "number", "Mean score of a seat."),
            ("spread", "Spread", "number", "Standard deviation of a seat's score."),
            ("margin", "Margin", "number", "Points between the best and the second."),
            ("pass", "Pass", "percent", "Share of the seats that reach the pass mark."),
            ("kindness", "Kindness", "percent", "Share of the points that is kindness."),
            ("length", "Turns", "number", "Length of the whole game, in turns."),
            ("final_turns", "Race", "number", "Length of the final trimester, in turns."),
            ("cubes_left", "Cubes left", "number", "Cubes a seat has left at the end."),
            ("projects", "Projects", "number", "Projects a seat realizes."),
            ("creatures", "Creatures", "number", "Creatures a seat studies."),
        ),
    ),
)
