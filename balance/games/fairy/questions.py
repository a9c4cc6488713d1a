"""What a designer asks about Fairy, and the words of the answers."""

from __future__ import annotations

from balance.engine.game.questions import Arm, Bars, Experiment, Grid, Lines, Question, Slopes

WORDS = {
    "fairies": "the fairies had appeared",
    "target": "somebody reached the target",
    "deck_out": "the deck ran out",
    "pts_start": "start",
    "pts_higher": "Higher",
    "pts_lower": "Lower",
    "pts_same": "Same suit",
    "pts_catch": "Catch",
    "pts_wrong": "wrong guesses",
    "pts_clamped": "cut at the top",
    "pts_tb_higher": "tie-break",
    "pts_tb_lower": "tie-break",
    "pts_tb_same": "tie-break",
    "pts_tb_catch": "tie-break",
    "pts_tb_wrong": "tie-break",
    "pts_tb_clamped": "tie-break",
}

LINEUP = ("novice", "forgetful", "cautious", "greedy")
"""The line-up of four different heads that the figures of a healthy game are given for."""

TRACK = "floor {floor}; top 24; start 0"

EXPERIMENTS = (
    Experiment("memory", (Arm("reference line-up", agents=LINEUP, players=4),)),
    Experiment(
        "variants",
        (
            Arm("base, four styles", variant="base", agents=LINEUP, players=4),
            Arm("variant fifteen, four styles", variant="fifteen", agents=LINEUP, players=4),
            Arm("base, random", variant="base", agents=("random",), players=4),
            Arm("variant fifteen, random", variant="fifteen", agents=("random",), players=4),
        ),
    ),
    Experiment(
        "floor",
        (
            Arm("always Catch, with the floor", agents=("greedy", "greedy", "greedy", "always_catch"), players=4),
            Arm(
                "always Catch, no floor",
                agents=("greedy", "greedy", "greedy", "always_catch"),
                players=4,
                cells=(("FYT", "effect", TRACK.format(floor=-1000)),),
            ),
        ),
    ),
    Experiment(
        "payoffs",
        (
            Arm("as it is"),
            Arm("Catch pays 6", cells=(("FYG4", "points", "6"),)),
            Arm("Catch pays 9", cells=(("FYG4", "points", "9"),)),
            Arm("Same suit pays 3", cells=(("FYG3", "points", "3"),)),
            Arm("Same suit pays 5", cells=(("FYG3", "points", "5"),)),
            Arm("a wrong guess costs 2", cells=tuple((f"FYG{g}", "cost", "2") for g in (1, 2, 3, 4))),
        ),
    ),
    Experiment(
        "fairies",
        (
            Arm("as it is"),
            Arm("a fourth fairy on 14", cells=(("FY14", "effect", "fairy"),)),
            Arm(
                "fairies on 1, 11, 21",
                cells=tuple(
                    (card, "effect", effect)
                    for card, effect in (("FY04", ""), ("FY18", ""), ("FY01", "fairy"), ("FY21", "fairy"))
                ),
            ),
            Arm(
                "fairies on 10, 11, 12",
                cells=tuple(
                    (card, "effect", effect)
                    for card, effect in (("FY04", ""), ("FY18", ""), ("FY10", "fairy"), ("FY12", "fairy"))
                ),
            ),
        ),
    ),
    Experiment("players", tuple(Arm(f"{players} players", players=players) for players in range(2, 11))),
)

QUESTIONS = (
    Question(
        1,
        "Is every guess worth picking? When is Same suit or Catch the best guess, and how often do styles find it?",
        "best_guess",
        Lines(
            "turn",
            "best",
            "How often each guess is best for a player who counts every card (ties count for both)",
            by="name",
            by_label="guess",
            unit="percent",
            x_label="turn",
            y_label="share of decisions",
            part="turn",
        ),
    ),
    Question(
        2,
        "How much does remembering pay: novice against forgetful against greedy?",
        "memory",
        Bars(
            "subject",
            "win",
            "Share of games won at a table of these four",
            low="win_low",
            high="win_high",
            unit="percent",
            x_label="style",
            y_label="games won",
        ),
        experiments=("memory",),
        table=(
            ("subject", "Style", "text", "The play style."),
            ("win", "Games won", "percent", "Share of games won; players who share a win share its credit."),
            ("score", "Average score", "number", "Mean score at the end of the main phase, in points."),
        ),
    ),
    Question(
        3,
        "How often do fairies end the game and how often 24? On which turn?",
        "ends_by_turn",
        Lines(
            "turn",
            "share",
            "On which turn the main phase ends, and why",
            by="words",
            by_label="ended by",
            unit="percent",
            x_label="turn",
            y_label="share of games",
            part="turn",
        ),
    ),
    Question(
        4,
        "Does the 15-point variant really make the length more consistent, for which players?",
        "variants",
        Bars(
            "arm",
            "sd",
            "How much the length of the main phase varies (standard deviation, turns)",
            low="sd_low",
            high="sd_high",
            unit="turns",
            x_label="rules and players",
            y_label="spread",
        ),
        experiments=("variants",),
        table=(
            ("arm", "Rules and players", "text", "The rules and the players."),
            ("mean", "Main turns", "number", "Mean length of the main phase, in turns."),
            ("sd", "Spread (main turns)", "number", "Standard deviation of the length of the main phase, in turns."),
        ),
    ),
    Question(
        5,
        "How often is there a tie, how long are tie-breaks, how many victories are shared, by number of players?",
        "ties",
        Lines(
            "players",
            "value",
            "Ties and shared victories by number of players",
            by="what",
            by_label="what happens",
            low="low",
            high="high",
            unit="percent",
            x_label="players",
            y_label="share of games",
            part="line",
        ),
        experiments=("players",),
    ),
    Question(
        6,
        "How often does the floor act, and for whom?",
        "floor",
        Bars(
            "name",
            "share",
            "Turns in which the floor saves a loss, by style",
            low="low",
            high="high",
            unit="percent",
            x_label="style",
            y_label="share of the style's turns",
            part="style",
        ),
        experiments=("floor",),
    ),
    Question(
        7,
        "What changes if Catch pays 6 or 9, Same suit 3 or 5, a loss costs 2?",
        "payoffs",
        Slopes(
            "arm",
            "target",
            "Games that end by the target",
            low="target_low",
            high="target_high",
            unit="percent",
            x_label="payoffs",
            y_label="share of games",
        ),
        experiments=("payoffs",),
        table=(
            ("arm", "Payoffs", "text", "The change on the score cards; everything else is as in the run."),
            ("turns", "Main turns", "number", "Average length of the main phase, in turns."),
            ("best", "Best score", "number", "Average of the best score at the end of the main phase, in points."),
            ("target", "Ended by the target", "percent", "Share of games in which somebody reaches the target."),
            ("top", "Wins most", "text", "The style with the highest win rate."),
            ("win", "Its win rate", "percent", "Win rate of that style."),
        ),
    ),
    Question(
        8,
        "What changes with a fourth fairy, or fairies on other numbers?",
        "fairies",
        Slopes(
            "arm",
            "turns",
            "Length of the main phase (turns)",
            low="turns_low",
            high="turns_high",
            unit="turns",
            x_label="fairies",
            y_label="main phase",
        ),
        experiments=("fairies",),
        table=(
            ("arm", "Fairies", "text", "The numbers that show a fairy; everything else is as in the run."),
            ("turns", "Main turns", "number", "Average length of the main phase, in turns."),
            ("target", "Ended by the target", "percent", "Share of games in which somebody reaches the target."),
            ("catch", "Catch right", "percent", "How often a guessed Catch is right, main phase."),
        ),
    ),
    Question(
        9,
        "How often does the lead change, and can a trailing player still win?",
        "trailing",
        Grid(
            "turn",
            "gap",
            "win",
            "Share of games won, by points behind the leader after that turn",
            unit="percent",
            x_label="turn",
            y_label="points behind",
            value_label="games won",
            part="gap",
        ),
    ),
    Question(
        10,
        "How does the game scale from 2 to 10 players?",
        "players",
        Lines(
            "players",
            "best",
            "Best score by number of players",
            low="best_low",
            high="best_high",
            unit="points",
            x_label="players",
            y_label="best score",
        ),
        experiments=("players",),
        table=(
            ("players", "Players", "int", "Players at the table, mixed styles."),
            ("best", "Best score", "number", "Average of the best score at the end of the main phase, in points."),
            ("turns", "Main turns", "number", "Average length of the main phase, in turns."),
            ("tie", "Tied at its end", "percent", "Share of games tied for first place when the main phase ends."),
        ),
    ),
)
