"""What a designer asks about Fairy, and the words of the answers."""

from __future__ import annotations

from balance.engine.game import Arm, Bars, Experiment, Grid, Lines, Question

WORDS = {
    "fairies": "the last fairy appeared",
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
            Arm("base, mixed heads", variant="base", agents=LINEUP, players=4),
            Arm("15 points, mixed heads", variant="fifteen", agents=LINEUP, players=4),
            Arm("base, random", variant="base", agents=("random",), players=4),
            Arm("15 points, random", variant="fifteen", agents=("random",), players=4),
        ),
    ),
    Experiment(
        "floor",
        (
            Arm("always Catch, floor -4", agents=("greedy", "greedy", "greedy", "always_catch"), players=4),
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
            Arm("fairies on 4, 11, 18"),
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
        "{% for row in rows if row.part == 'guess' %}{{ row.name }} is (one of) the best guesses in {{ row.best|pct }} of all"
        " decisions, is picked in {{ row.picked|pct }}, and pays {{ row.points|num }} points each time. {% endfor %}"
        "{% for row in rows if row.part == 'late' %}From turn {{ row.turn }} on, Catch is best in {{ row.best|pct }}"
        " of the decisions. {% endfor %}"
        "{% for row in rows if row.part == 'found' %}{% if loop.first %}When Same suit or Catch is the only best guess, "
        "{% endif %}{{ row.name }} finds it in {{ row.picked|pct }}{{ '.' if loop.last else ', ' }}{% endfor %}",
        Lines("turn", "best", "How often each guess is (one of) the best, for who counts every card", by="name", unit="percent", x_label="turn", y_label="share of decisions", part="turn"),
    ),
    Question(
        2,
        "How much does remembering pay: novice against forgetful against greedy?",
        "memory",
        "At one table, {% for row in rows %}{{ row.subject }} wins {{ row.win|pct }} of the games ({{ row.win_low|pct }} to"
        " {{ row.win_high|pct }}) with {{ row.score|num }} points{{ '.' if loop.last else '; ' }}{% endfor %}",
        Bars("subject", "win", "Share of games won at a table of these four", low="win_low", high="win_high", unit="percent", x_label="style", y_label="games won"),
        experiments=("memory",),
        table=(
            ("subject", "Style", "text"),
            ("win", "Games won", "percent"),
            ("score", "Mean score", "number"),
        ),
    ),
    Question(
        3,
        "How often do fairies end the game and how often 24? On which turn?",
        "ends_by_turn",
        "{% for row in rows if row.part == 'total' %}{{ row.share|pct }} of the games end because {{ row.words }}, on turn"
        " {{ row.mean|num }} on average. {% endfor %}",
        Lines("turn", "share", "On which turn the main phase ends, and why", by="words", unit="percent", x_label="turn", y_label="share of games", part="turn"),
    ),
    Question(
        4,
        "Does the 15-point variant really make the length more consistent, for which players?",
        "variants",
        "For mixed heads the main phase lasts {{ rows[0].mean|num }} turns"
        " give or take {{ rows[0].sd|num }} in the base game and {{ rows[1].mean|num }} give or take {{ rows[1].sd|num }}"
        " in the variant: {{ 'more' if rows[1].sd_high < rows[0].sd_low else 'not more' }} consistent. For random guessers it is"
        " {{ rows[2].mean|num }} give or take {{ rows[2].sd|num }} against {{ rows[3].mean|num }} give or take"
        " {{ rows[3].sd|num }}: {{ 'more' if rows[3].sd_high < rows[2].sd_low else 'not more' }} consistent.",
        Bars("arm", "sd", "Spread of the length (standard deviation, turns)", low="sd_low", high="sd_high", unit="turns", x_label="rules and players", y_label="spread"),
        experiments=("variants",),
        table=(
            ("arm", "Rules and players", "text"),
            ("mean", "Mean turns", "number"),
            ("sd", "Spread (turns)", "number"),
        ),
    ),
    Question(
        5,
        "How often is there a tie, how long are tie-breaks, how many victories are shared, by number of players?",
        "ties",
        "In this run {{ first.tie|pct }} of the games are tied when the main phase ends; a tie-break then lasts"
        " {{ first.extra|num }} turns, and {{ first.shared|pct }} of all games end in a shared victory. Seats that play the"
        " same style without forgetting make the same guesses and tie for ever, so a table of like minds shares more."
        "{% for row in rows if row.part == 'players' %}{% if loop.first %} By number of players, shared victories:"
        "{% endif %} {{ row.players }}: {{ row.shared|pct }}{{ '.' if loop.last else ',' }}{% endfor %}",
        Lines("players", "value", "Ties and shared victories by number of players", by="what", low="low", high="high", unit="percent", x_label="players", y_label="share of games", part="line"),
        experiments=("players",),
    ),
    Question(
        6,
        "How often does the floor act, and for whom?",
        "floor",
        "{% for row in rows if row.part == 'style' %}{% if loop.first %}The floor saves a loss in {% endif %}{{ row.share|pct }}"
        " of {{ row.name }}'s turns{{ '. ' if loop.last else ', ' }}{% endfor %}"
        "{% for row in rows if row.part == 'arm' %}{% if loop.first %}Who always guesses Catch against three greedy players"
        " scores {% endif %}{{ row.share|num }} ({{ row.name }}){{ '.' if loop.last else ' and ' }}{% endfor %}",
        Bars("name", "share", "Turns in which the floor saved a loss, by style", low="low", high="high", unit="percent", x_label="style", y_label="share of its turns", part="style"),
        experiments=("floor",),
    ),
    Question(
        7,
        "What changes if Catch pays 6 or 9, Same suit 3 or 5, a loss costs 2?",
        "payoffs",
        "As it is, a game lasts {{ first.turns|num }} turns and the best score is {{ first.best|num }}."
        "{% for row in rows[1:] %} {{ row.arm }}: {{ row.turns|num }} turns, best score {{ row.best|num }},"
        " {{ row.target|pct }} end by the target, {{ row.top }} wins most ({{ row.win|pct }}).{% endfor %}",
        Bars("arm", "target", "Games that end by the target", low="target_low", high="target_high", unit="percent", x_label="payoffs", y_label="share of games"),
        experiments=("payoffs",),
        table=(
            ("arm", "Payoffs", "text"),
            ("turns", "Main turns", "number"),
            ("best", "Best score", "number"),
            ("target", "Ended by the target", "percent"),
            ("top", "Wins most", "text"),
            ("win", "Its win share", "percent"),
        ),
    ),
    Question(
        8,
        "What changes with a fourth fairy, or fairies on other numbers?",
        "fairies",
        "{% for row in rows %}{{ row.arm }}: the main phase lasts {{ row.turns|num }} turns, {{ row.target|pct }} of the games"
        " end by the target, Catch is right in {{ row.catch|pct }} of its guesses. {% endfor %}",
        Bars("arm", "turns", "Length of the main phase (turns)", low="turns_low", high="turns_high", unit="turns", x_label="fairies", y_label="main phase"),
        experiments=("fairies",),
        table=(
            ("arm", "Fairies", "text"),
            ("turns", "Main turns", "number"),
            ("target", "Ended by the target", "percent"),
            ("catch", "Catch right", "percent"),
        ),
    ),
    Question(
        9,
        "How often does the lead change, and can a trailing player still win?",
        "trailing",
        "The sole lead passes to another seat {{ first.changes|num }} times a game, and in {{ first.none|pct }} of the games"
        " never. {% for row in rows if row.part == 'gap' and row.turn == first.middle and row.gap in ('1-3', '4-6', '7-9') %}"
        "{% if loop.first %}After turn {{ row.turn }}, a player {% endif %}{{ row.gap }} points behind still wins"
        " {{ row.win|pct }}{{ '.' if loop.last else ', ' }}{% endfor %}",
        Grid("turn", "gap", "win", "Share of games won, by points behind the leader after that turn", unit="percent", x_label="turn", y_label="points behind", part="gap"),
    ),
    Question(
        10,
        "How does the game scale from 2 to 10 players?",
        "players",
        "From {{ rows[0].players }} to {{ rows[-1].players }} players the best score goes from {{ rows[0].best|num }} to"
        " {{ rows[-1].best|num }}, the main phase from {{ rows[0].turns|num }} to {{ rows[-1].turns|num }} turns, and the games"
        " tied at its end from {{ rows[0].tie|pct }} to {{ rows[-1].tie|pct }}.",
        Lines("players", "best", "Best score by number of players", low="best_low", high="best_high", unit="points", x_label="players", y_label="best score"),
        experiments=("players",),
        table=(
            ("players", "Players", "int"),
            ("best", "Best score", "number"),
            ("turns", "Main turns", "number"),
            ("tie", "Tied at its end", "percent"),
        ),
    ),
)
