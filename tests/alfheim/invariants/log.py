"""Games of Fairies of Alfheim in DuckDB for the invariants: the four tables of the log, and what is in the box."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

import polars as pl

from alfheim.redrawn import Areas, redrawn
from balance.engine.game import Plan
from balance.games.alfheim.cards.box import AFTER, GROUPS, TYPES
from helpers import play
from helpers.cards import frozen_table
from helpers.logged_sql import LoggedGames

VIEWS = """
    CREATE OR REPLACE MACRO tally(word, icon) AS length(word) - length(replace(word, icon, ''));

    CREATE OR REPLACE VIEW start AS
    SELECT game_no, seat, start_icons AS icons, array_to_string(list_sort(string_split(start_icons, '')), '') AS pair
    FROM turn WHERE turn = 1;

    CREATE OR REPLACE VIEW fairy AS
    SELECT game_no, turn, seat, nth, part[1] AS type, part[2]::INT AS x, part[3]::INT AS y, part[4] AS card
    FROM (
        SELECT game_no, turn, seat, nth, string_split(translate(words[nth], '@,:', '   '), ' ') AS part
        FROM (SELECT *, string_split(placements, ';') AS words FROM turn WHERE placements <> ''), range(1, 10) nth(nth)
        WHERE nth <= len(words));

    CREATE OR REPLACE VIEW claim AS
    SELECT game_no, turn, seat, string_split(word, '=')[1] AS row, rtrim(string_split(word, '=')[2], '*')::INT AS value,
        word LIKE '%*' AS tied
    FROM (SELECT game_no, turn, seat, unnest(string_split(experts, ';')) AS word FROM turn WHERE experts <> '');

    CREATE OR REPLACE VIEW due AS
    SELECT *, rank() OVER (PARTITION BY game_no, row ORDER BY turn) AS rank,
        count(*) OVER (PARTITION BY game_no, row, turn) > 1 AS tied
    FROM (
        SELECT game_no, seat, row, max(turn) AS turn FROM fairy JOIN need USING (type)
        GROUP BY game_no, seat, row, needs HAVING count(*) = needs);

    CREATE OR REPLACE VIEW reveal AS
    SELECT game_no, turn, unnest(string_split(ids, ';')) AS card
    FROM (SELECT game_no, 1 AS turn, reveal_start AS ids FROM game
          UNION ALL SELECT game_no, 7, reveal_prep FROM game)
    WHERE ids <> '';
"""
"""What the rows say, one thing a row.

``start``: start pairs, and the same sorted. ``fairy``: fairies placed. ``claim``: expert tiles claimed, ``due``: those
that should be. ``reveal``: costs revealed.
"""


make = partial(play.make, "alfheim")
own_style = partial(play.own_style, "alfheim")
compile_once = partial(play.compile_once, "alfheim")
reference_table = partial(frozen_table, "alfheim")


class Logged(LoggedGames):
    """Games of one plan: the tables ``game``, ``seat``, ``turn`` and ``met``, and what VIEWS make of them.

    ``icon``: tiles of each icon in a colour set and with black backs. ``tile``: fairy tiles. ``kind``: types.
    ``need``: the types that each row of experts needs, ``expert``: its tiles. ``box``: every card, and what it is.
    """

    def __init__(self, plan: Plan, rows: Mapping[str, pl.DataFrame]):
        super().__init__(plan, rows)
        self._open_box()
        self.connection.execute(VIEWS)

    @cached_property
    def areas(self) -> Areas:
        """Every area laid out anew, see ``redrawn``; the table ``redrawn`` has the same."""
        rows = redrawn(self.cards, self.settings["line_match"], self.connection)
        self.add("redrawn", rows)
        return rows

    def forget(self) -> None:
        """The tables are changed: lay out the areas anew when asked again."""
        self.__dict__.pop("areas", None)

    def _open_box(self) -> None:
        cards = self.cards
        pairs = zip(cards.player, cards.centre, strict=True)
        self.add("icon", [{"icon": own.icon, "own": own.copies, "black": black.copies} for own, black in pairs])
        self.add("tile", [{"card": tile.id, "type": tile.type, "copies": tile.copies} for tile in cards.fairies])
        secret = next(type for type in TYPES if cards.reveal[type].when == AFTER)
        kinds = [
            {
                "type": type,
                "points": cards.points[type],
                "part": next(group for group in GROUPS if type.startswith(group)),
                "shown": cards.reveal[type].when,
                "brings": type in cards.reveal[secret].after,
            }
            for type in TYPES
        ]
        self.add("kind", kinds)
        first = [expert for expert in cards.experts if expert.rank == 1]
        self.add(
            "need",
            [{"row": expert.row, "needs": len(expert.need), "type": type} for expert in first for type in expert.need],
        )
        self.add(
            "expert",
            [
                {"row": expert.row, "rank": expert.rank, "value": expert.points, "card": expert.id}
                for expert in cards.experts
            ],
        )
        box: list[dict[str, Any]] = [{"card": clue.id, "what": f"own {clue.icon}"} for clue in cards.player]
        box += [{"card": clue.id, "what": f"black {clue.icon}"} for clue in cards.centre]
        box += [{"card": tile.id, "what": tile.id} for tile in cards.fairies]
        box += [{"card": expert.id, "what": expert.id} for expert in cards.experts]
        box += [
            {"card": footprint.id, "what": f"footprint {footprint.icons}", "copies": footprint.copies}
            for footprint in cards.footprints
        ]
        self.add("box", box)


logged = Logged.of
