"""What a designer asks about Fairy School, and the words of the answers."""

from __future__ import annotations

from balance.engine.game.questions import POINTS, Arm, Bars, Experiment, Grid, Lines, Question

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
    """A table of the run's players: the long game, shared cards before their owner, unless ``settings`` say so."""
    printed = {"length": "long", "sharing": "neighbours"}
    return Arm(name, players=players, variant=variant, settings=printed | settings)


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

AMONG = "The same compared with other projects of its trimester and the same styles, in points."

QUESTIONS = (
    Question(
        1,
        "Which projects win more or less than expected, and is it the cost, the effect or the creature?",
        "projects",
        Bars(
            "name",
            "more",
            "Realizing a project: points of win rate vs. its trimester, best and worst ten",
            low="low",
            high="high",
            unit=POINTS,
            x_label="project",
            y_label="win rate vs. expected",
            part="chart",
        ),
        table=(
            ("name", "Project", "text", "The project."),
            ("trimester", "Trimester", "text", "Its trimester."),
            ("win", "Win rate", "percent", "Win rate of players who realize it."),
            ("more", "vs. expected", "points", AMONG),
            ("worth", "Cost", "number", "Its cost, each element weighed by its rate: earth 1, plants 4/3, air 2."),
            ("effect", "Effect", "text", "Its effect, as in the card table."),
            ("kind", "Kind", "text", "The kind of its effect."),
            ("creature", "Creature", "text", "The creature on it."),
        ),
    ),
    Question(
        2,
        "Which cards earn kindness when shared, and which do neighbours never touch?",
        "shared",
        Bars(
            "name",
            "cubes",
            "Cubes of others each time the card is shared: best and worst ten",
            low="low",
            high="high",
            unit="cubes",
            x_label="card",
            y_label="cubes each time shared",
            part="chart",
        ),
        table=(
            ("name", "Card", "text", "The card."),
            ("family", "Set", "text", "Starting card, S (initial draft), or trimester of a project."),
            ("cubes", "Cubes", "number", "Cubes of others each time it is shared."),
            ("bare", "No cube", "percent", "Share of players who share it and never get a cube for it."),
            ("shared", "Shared", "number", "Times per game it is played to the shared area, by all players together."),
            ("top", "On top", "percent", "Share of its plays that are shared."),
            ("effect", "Effect", "text", "Its effect, as in the card table."),
            ("kind", "Kind", "text", "The kind of its effect."),
        ),
    ),
    Question(
        3,
        "Where do points come from, by style and by number of players?",
        "sources",
        Grid(
            "source",
            "who",
            "share",
            "Share of the score by its source",
            unit="percent",
            x_label="source",
            y_label="style or table",
            value_label="share of the score",
            part="chart",
        ),
        experiments=("tables",),
    ),
    Question(
        4,
        "Are cubes a real limit? When do supplies run low, and how many are left at the end?",
        "cubes",
        Lines(
            "turn",
            "supply",
            "Cubes in supply after each turn, by style",
            by="agent",
            by_label="style",
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
        "Is generosity rewarded, and does generous beat miser?",
        "generosity",
        Lines(
            "generous",
            "win",
            "Win rate of a generous player and of a miser, by how many of the four are generous (25 % is even)",
            by="style",
            low="low",
            high="high",
            unit="percent",
            x_label="generous players at the table, the others misers",
            y_label="win rate of each",
        ),
        experiments=("generosity",),
        table=(
            ("generous", "Generous", "int", "Generous players at the table of four; the others are misers."),
            ("style", "Style", "text", "The style of the row."),
            ("win", "Win rate", "percent", "Win rate of a player with this style; 25 % is even."),
            ("score", "Score", "number", "Its average score."),
            ("given", "Given", "number", "Cubes it gives to others."),
            ("kindness", "Received", "number", "Cubes it receives: points by kindness."),
            ("capped", "Nobody finished", "percent", "Share of the games that end so, for want of cubes or time."),
        ),
    ),
    Question(
        6,
        "How long is the final race, which final projects finish first, and is the leader bonus decisive?",
        "race",
        Bars(
            "name",
            "finished",
            "Players who realize all steps of their final project",
            low="low",
            high="high",
            unit="percent",
            x_label="final project",
            y_label="share of players who chose it",
        ),
        table=(
            ("name", "Final project", "text", "The final project."),
            ("worth", "Cost", "number", "Its cost, each element weighed by its rate: earth 1, plants 4/3, air 2."),
            ("wanted", "Chosen", "percent", "Share of games with it on offer in which somebody chooses it."),
            ("finished", "Finished", "percent", "Share of players with it who realize all its steps."),
            ("steps", "Steps", "number", "Average steps of these players."),
            ("win", "Win rate", "percent", "Their win rate."),
            ("gain", "vs. expected", "points", "The same minus the average of the same play styles, in points."),
        ),
    ),
    Question(
        7,
        "Are the predefined decks, and the seats, equally strong?",
        "decks",
        Bars(
            "name",
            "more",
            "Decks and seats: points of win rate vs. an even share",
            low="low",
            high="high",
            unit=POINTS,
            x_label="deck or seat",
            y_label="win rate vs. even",
        ),
        table=(
            ("name", "Deck or seat", "text", "The predefined deck, or the seat."),
            ("win", "Win rate", "percent", "Its win rate."),
            ("more", "vs. expected", "points", "The same minus an even share, in points."),
            ("score", "Score", "number", "Its average score."),
            ("holds", "Effects", "text", "The effects of the deck's four cards."),
        ),
    ),
    Question(
        8,
        "Are the trimester costs well paced?",
        "pace",
        Lines(
            "number",
            "in_time",
            "Kept projects realized by the end of their trimester, by style",
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
            ("agent", "Style", "text", "The play style; all: every player."),
            ("in_time", "In time", "percent", "Share of kept projects realized by its end."),
            ("late", "Later", "percent", "Share realized afterwards; the others never are."),
            ("idle", "Idle picks", "number", "Projects a player takes from the common discard in this trimester."),
            ("left_over", "Left over", "number", "Elements a player has at its end."),
            ("income", "Income", "number", "Elements a player gains in a turn."),
            ("worth", "Cost", "number", "Average cost of the projects kept: earth 1, plants 4/3, air 2."),
        ),
    ),
    Question(
        9,
        "Is study a by-product or a strategy?",
        "study",
        Lines(
            "creatures",
            "gain",
            "Creatures studied: points of win rate compared with the same styles",
            low="low",
            high="high",
            unit=POINTS,
            x_label="creatures studied",
            y_label="win rate vs. expected",
            part="count",
        ),
    ),
    Question(
        10,
        "What changes with 2, 3, 5 or 6 players, the short game or the seat-insensitive rule?",
        "tables",
        Bars(
            "arm",
            "score",
            "Average score, by table",
            low="low",
            high="high",
            unit="points",
            x_label="table",
            y_label="average score",
        ),
        experiments=("tables",),
        table=(
            ("arm", "Table", "text", "Players as in this run; advanced setup and long game unless it says otherwise."),
            ("score", "Score", "number", "Average score of a player."),
            ("spread", "Spread", "number", "Standard deviation of a player's score."),
            ("margin", "Margin", "number", "Points between the best and the second."),
            ("pass", "Pass", "percent", "Share of players who reach the pass mark."),
            ("kindness", "Kindness", "percent", "Share of the points from kindness."),
            ("length", "Turns", "number", "Length of the whole game, in turns."),
            ("final_turns", "Race", "number", "Length of the final trimester, in turns."),
            ("cubes_left", "Cubes left", "number", "Cubes a player has left at the end."),
            ("projects", "Projects", "number", "Projects a player realizes."),
            ("creatures", "Creatures", "number", "Creatures a player studies."),
        ),
    ),
)
