"""A logged game in plain words: one whole game, and rows made by hand for what is rare.

The whole game is kept in golden/story.txt. Where the rules or the words have changed, delete that file and run the
tests: it is written anew. Read it before it is kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest

from balance.engine.game import Plan
from balance.engine.game.plan import Request, make_plan
from balance.engine.game.story import LoggedGame, Row
from balance.engine.playing.runner import simulate
from balance.games.heroes.tell import tell
from balance.games.heroes.tell.turns import Reserve, find_turn, tell_turn
from balance.games.heroes.tell.words import open_book, slots
from helpers.card_tables import text_of
from helpers.marks import games
from helpers.told import assert_told_as_kept, tell_game
from heroes.table import changed_rows

GOLDEN = Path(__file__).parent / "golden" / "story.txt"

NAMES = {
    "H": "Squire, Scout, Chaplain, Knight, Bard, Giant, Pilgrim, Nurse, Seer,"
    " Tinker, Monk, Abbot, Piper, Singer, Sleeper",
    "A": "Boar, Toad, Eel, Imp, Bear, Witch, Siren, Fox, Troll, Vine, Kraken, Minotaur, Mantis, Firebird",
    "M-B": "Catch the Thief, Herd the Geese, Report to the Elder",
    "M-A": "Light the Beacon, Guard the Caravan, Clear the Road",
    "M-S": "Thaw the Orchard, Stop Minerva, Parade the Banners",
    "T": "Three Blows, Ambush, Full Recovery, Bandage and Go, Great Charge, Moment of Glory, Unlucky Star,"
    " Shared Applause, Reckless Fight",
}
"""By the letters of the ids: what H1, H2 ... are called."""

ODD = {
    "H1": {"effect": "fight 1 + fight 1 + heal 1"},
    "H2": {"effect": "heal 1 + fight 1 + mission"},
    "H3": {"effect": "fight 1 + roll green"},
    "H4": {"effect": "tile + tile / mission + mission"},
    "H5": {"effect": "tile + heal 2"},
    "T1": {"effect": "hit 3 / shine 2"},
    "T2": {"effect": "fight 1 with red + hitroll green"},
}
"""Actions that only edited cards have."""


def plan_of(folder: Path, odd: bool = False, **changes: Any) -> Plan:
    """The small card table with names, and with odd cards if wanted, played at random."""
    cells = {f"{kind}{n}": {"name": name} for kind in NAMES for n, name in enumerate(NAMES[kind].split(", "), start=1)}
    for card, changed in (ODD if odd else {}).items():
        cells[card] |= changed
    (folder / "cards.csv").write_text(text_of(changed_rows(cells)))
    return make_plan(
        Request(
            **{"game": "heroes", "games": 3, "seed": 7, "agents": "random", "cards": folder / "cards.csv", **changes}
        )
    )


def test_a_whole_game(tmp_path):
    """Played by chance alone, so that the weights of play styles do not matter."""
    assert_told_as_kept(plan_of(tmp_path), 2, GOLDEN)


ODD_GAMES = games(3, 20)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_game_of_odd_cards_is_told(tmp_path, players):
    plan = plan_of(tmp_path, odd=True, games=ODD_GAMES, players=players, settings={"discard_after_last_round": "off"})
    run = simulate(plan, tmp_path / "run")
    for game_no in range(ODD_GAMES):
        lines = tell_game(run, game_no)
        assert sum(" on the table." in line for line in lines) == players * 15
        assert len([line for line in lines if line.startswith("Round")]) == 9
        assert "None" not in "".join(lines)


# ---------------------------------------------------------------- single turns


class Table:
    """Two seats in the second round, and turns of the first of them as the log would have them."""

    LINEUPS: ClassVar = {0: ["H9", "H4", "H1", "H2", "H8"], 1: ["H13", "H10", "H4", "H15", "H14"]}

    def __init__(self, plan: Plan):
        self.plan = plan
        seats = [{"seat": 0, "agent": "star"}, {"seat": 1, "agent": "rival"}]
        self.book = open_book(LoggedGame(plan, {}, seats, [], []))
        names = [column.name for column in plan.log_tables["turns"].columns]
        self.blank: Row = dict.fromkeys(names)

    def turn(self, action: str, kept: Reserve | None = None, before: int = 4, **columns: Any) -> str:
        """What is told of a turn, up to the state it leaves. ``before``: counters on the table."""
        state = {"seat": 0, "score": 9, "track": 5, "counters": before, "reserve": 0, "tiles_placed": 0, "given": 0}
        row = {**self.blank, **state, "gained": 0, "hero": "H9", "action": action, **columns}
        told = tell_turn(find_turn(row, self.book, self.LINEUPS, before), kept or Reserve())
        deed, now = told.split(". Now ")
        assert now == f"9 (track 5), {row['counters']} counter{'s' if row['counters'] != 1 else ''} on the table."
        start = "Player 1 (star), Seer: "
        return deed.removeprefix(start)


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Table:
    return Table(plan_of(tmp_path_factory.mktemp("plain")))


@pytest.fixture(scope="module")
def odd(tmp_path_factory) -> Table:
    return Table(plan_of(tmp_path_factory.mktemp("odd"), odd=True))


def took(points: str, placed: int, free: str = "0000", prefix: str = "") -> Row:
    """Damage as columns: "2LF" on so many slots; the free slots are lightning, fire, ice, generic."""
    dmg, at, column = {"": ("dmg_", "free_", "placed"), "hit": ("hit_", "victim_free_", "hit_placed")}[prefix]
    untyped = sum(int(letter) for letter in points if letter.isdigit())
    typed = {f"{dmg}{letter.lower()}": points.count(letter) for letter in "LFI"}
    slots = {f"{at}{name}": int(n) for name, n in zip(("l", "f", "i", "generic"), free, strict=True)}
    return {**typed, f"{dmg}any": untyped, column: placed, **slots}


def fought(k: int, offered: int, dice: str | None = None, won: int | None = None, *taken: str) -> Row:
    cards = {f"adv_{i}": card for i, card in enumerate(taken, start=1)}
    return {"k": k, "k_offered": offered, "dice": dice, "won": won, **cards}


def sent(mission: str, rank: str, space: int | None = None, points: int | None = None, cycled: int = 0) -> Row:
    failed = int(space is None)
    row = {"mission": mission, "mission_rank": rank, "space": space, "mission_points": points}
    return {**row, "failed": failed, "declined": 0, "cycled": cycled}


def drew(tile: str, fate: str, seat: int | None = None, position: int | None = None) -> Row:
    return {"tile_drawn": tile, "tile_fate": fate, "tile_seat": seat, "tile_position": position}


def test_a_fight_is_won(table):
    row = fought(2, 3, "green+yellow", 1, "A5", "A9") | took("2I", 3)
    assert table.turn("fight 3", **row, counters=7) == (
        "fights 2 of up to 3 with green and yellow, takes 2 damage and 1 ice and wins"
        " Bear (brown 1, 4 more in a set of brown, green and blue) and Troll (brown 1, 4 more for most brown)"
    )


def test_every_condition_has_words(table):
    row = fought(3, 3, "green+yellow+red", 1, "A10", "A11", "A12") | took("0", 0)
    assert table.turn("fight 3", **row) == (
        "fights 3 with green, yellow and red, takes no damage and wins Vine (green 1, 1 more for each green),"
        " Kraken (blue 1, 2 more with 5 adversaries) and Minotaur (red 1, 4 more for most Strength)"
    )
    row = fought(2, 2, "green+yellow", 1, "A13", "A1") | took("1", 1)
    assert table.turn("fight 2", **row, counters=5) == (
        "fights 2 with green and yellow, takes 1 damage and wins Mantis (green 1, 1 more for each tile)"
        " and Boar (brown 2)"
    )


def test_a_fight_is_lost(table):
    row = fought(1, 1, "red", 0) | took("LF", 1, "1003")
    assert table.turn("fight 1", **row, counters=5) == (
        "fights 1 with red, rolls 1 lightning and 1 fire and loses: 1 of 2 placed (free: 1 lightning and 3 generic)"
    )
    row = fought(1, 1, "red", 0) | took("2", 0)
    assert table.turn("fight 1", **row).endswith("rolls 2 damage and loses: 0 of 2 placed (free: none)")


def test_a_fight_with_an_added_die(table):
    row = fought(1, 2, "yellow+red", 1, "A1") | took("3", 3) | {"tile_in_force": "T9"}
    assert table.turn("fight 2 with red", **row, counters=7) == (
        "Player 1 (star), Seer under Reckless Fight:"
        " fights 1 of up to 2 with yellow and red, takes 3 damage and wins Boar (brown 2)"
    )


def test_no_fight(table):
    assert table.turn("fight 2", **fought(0, 2)) == "declines to fight"
    assert table.turn("fight 2", **fought(0, 0)) == "finds nobody to fight"


def test_a_mission_is_achieved(table):
    assert table.turn("mission", **sent("M-A1", "A", 1, 5), **took("1L", 2), counters=6) == (
        "goes on Light the Beacon (A), takes 1 damage and 1 lightning and achieves it: 5 on space 1"
    )
    row = sent("M-B1", "B", 2, 1, cycled=1) | took("0", 0)
    assert table.turn("mission", **row) == (
        "goes on Catch the Thief (B), takes no damage and achieves it: 1 on space 2, and the card goes below its pile"
    )
    row = sent("M-B3", "B", 1, 4) | took("0", 0)
    assert table.turn("mission", **row) == "goes on Report to the Elder (B) and achieves it: 4 on space 1"


def test_a_mission_fails(table):
    row = sent("M-S1", "S") | took("2I", 2, "0100")
    assert table.turn("mission", **row, counters=6) == (
        "goes on Thaw the Orchard (S), meets 2 damage and 1 ice and fails: 2 of 3 placed (free: 1 fire)"
    )


def test_no_mission(table):
    assert table.turn("mission", declined=1) == "declines to go on a mission"
    assert table.turn("mission") == "finds no mission to go on"


def test_tiles_that_are_placed_or_kept(table):
    assert table.turn("tile", **drew("T5", "own", 0, 2)) == "draws Great Charge and puts it on hero 2, Knight"
    assert table.turn("tile", **drew("T9", "opponent", 1, 3)) == (
        "draws Reckless Fight and puts it on hero 3 of Player 2 (rival), Knight"
    )
    assert table.turn("tile", **drew("T6", "kept") | {"reserve": 1}) == "draws Moment of Glory and keeps it"
    assert table.turn("tile") == "finds no tile to draw"


def test_a_hit(table):
    row = drew("T1", "used") | took("3", 3, "1101", "hit") | {"victim": 1, "victim_pslot": 2}
    assert table.turn("tile", **row, counters=7) == (
        "draws Three Blows; hits Player 2 (rival) with 3 damage, all placed, leaving 2 on its uncovered prestige slots"
    )
    row = drew("T2", "used") | took("2I", 1, "0001", "hit") | {"victim": 1, "victim_pslot": 0}
    assert table.turn("tile", **row, counters=5) == (
        "draws Ambush; hits Player 2 (rival) with 2 damage and 1 ice, 1 of 3 placed (free: 1 generic),"
        " leaving 0 on its uncovered prestige slots"
    )


def test_a_tile_and_a_roll(table):
    row = drew("T8", "opponent", 1, 1) | took("L", 0, "0012") | {"tile_in_force": "T7"}
    assert table.turn("tile + roll yellow", **row) == (
        "Player 1 (star), Seer under Unlucky Star: draws Shared Applause and puts it on hero 1 of Player 2 (rival), "
        "Piper; rolls yellow: 1 lightning, 0 of 1 placed (free: 1 ice and 2 generic)"
    )


def test_gifts_and_shine(table):
    row = {"gained": 1, "given": 1, "gift_seat": 1}
    assert table.turn("shine 1 + gift 1", **row) == "gains 1; gives 1 to Player 2 (rival)"
    assert table.turn("none") == "does nothing"


def test_healing_is_what_counters_before_and_after_tell(table):
    assert table.turn("heal 3", before=5, counters=3) == "heals 2"
    assert table.turn("heal all", before=5, counters=0) == "heals 5"
    assert table.turn("heal 3", before=5, counters=5) == "finds nothing to heal"
    row = sent("M-B2", "B", 2, 2) | took("1", 1)
    assert table.turn("heal 1 + mission", before=5, counters=5, **row) == (
        "heals 1; goes on Herd the Geese (B), takes 1 damage and achieves it: 2 on space 2"
    )


# ---------------------------------------------------------------- the reserve


def test_tiles_of_the_reserve_are_named_where_they_are_known(table):
    reserve = Reserve()
    assert table.turn("tile", reserve, **drew("T6", "kept") | {"reserve": 1}) == "draws Moment of Glory and keeps it"
    assert table.turn("none", reserve, tiles_placed=1) == (
        "from its reserve places Moment of Glory on another hero of its own; does nothing"
    )
    table.turn("tile", reserve, **drew("T9", "kept") | {"reserve": 1})
    table.turn("tile", reserve, **drew("T3", "kept") | {"reserve": 2})
    assert table.turn("none", reserve, tiles_placed=2).startswith(
        "from its reserve places Full Recovery on another hero of its own and Reckless Fight on an opponent's hero; "
    )


def test_the_hero_that_gets_a_tile_of_the_reserve_is_told_where_the_log_tells_it(table):
    reserve = Reserve()
    for n in (1, 2):
        table.turn("tile", reserve, **drew("T6", "kept") | {"reserve": n})
    row = {"tiles_placed": 1, "tile_in_force": "T6"}
    assert "places Moment of Glory on this hero; gains 3" in table.turn("shine 3", reserve, reserve=1, **row)
    assert "places Moment of Glory on a hero of its own; gains 3" in table.turn("shine 3", reserve, **row)
    reserve = Reserve()
    table.turn("tile", reserve, **drew("T6", "own", 0, 1))
    table.turn("tile", reserve, **drew("T6", "kept") | {"reserve": 1})
    assert "places Moment of Glory on a hero of its own; gains 3" in table.turn("shine 3", reserve, **row)


def test_several_tiles_of_the_reserve_go_to_several_heroes(table):
    for tiles, heroes in {("T6", "T3"): "heroes of its own", ("T9", "T9"): "heroes of opponents"}.items():
        reserve = Reserve()
        for n, tile in enumerate(tiles, start=1):
            table.turn("tile", reserve, **drew(tile, "kept") | {"reserve": n})
        assert f" on {heroes}; does nothing" in table.turn("none", reserve, tiles_placed=2)


def test_one_of_several_tiles_of_the_reserve_is_not_named(table):
    reserve = Reserve()
    for n, tile in enumerate(("T6", "T9", "T9"), start=1):
        table.turn("tile", reserve, **drew(tile, "kept") | {"reserve": n})
    for left in (2, 1, 0):
        row = {"tiles_placed": 1, "reserve": left}
        assert table.turn("none", reserve, **row) == "places 1 tile from its reserve; does nothing"
    table.turn("tile", reserve, **drew("T9", "kept") | {"reserve": 1})  # nothing unknown is left
    assert "places Reckless Fight on" in table.turn("none", reserve, tiles_placed=1)


def test_one_of_two_equal_tiles_is_named(table):
    reserve = Reserve()
    table.turn("tile", reserve, **drew("T9", "kept") | {"reserve": 1})
    table.turn("tile", reserve, **drew("T9", "kept") | {"reserve": 2})
    for left in (1, 0):
        told = table.turn("none", reserve, tiles_placed=1, reserve=left)
        assert told == "from its reserve places Reckless Fight on an opponent's hero; does nothing"


def test_tiles_that_no_row_names_stay_unknown(odd):
    reserve = Reserve()
    odd.turn("tile + tile", reserve, **drew("T9", "kept") | {"reserve": 2})
    assert odd.turn("none", reserve, tiles_placed=2) == "places 2 tiles from its reserve; does nothing"


# ---------------------------------------------------------------- edited cards


def test_of_several_fights_the_last_is_told(odd):
    row = fought(1, 1, "green", 1, "A1") | took("2", 2) | {"gained": 0}
    assert odd.turn("fight 1 + fight 1 + heal 1", **row, counters=6) == (
        "fight 1 + fight 1 + heal 1, told as far as the log tells the last of each kind;"
        " fights 1 with green and wins Boar (brown 2); the last damage is 2 damage, all placed"
    )


def test_damage_belongs_to_what_came_last(odd):
    row = fought(1, 1, "green", 0) | took("1", 1)
    assert odd.turn("fight 1 + roll green", **row, counters=6) == (
        "fights 1 with green and loses; rolls green: 1 damage, all placed"
    )
    row = fought(1, 1, "green", 1, "A1") | sent("M-A1", "A", 2, 3) | took("1L", 2)
    assert odd.turn("heal 1 + fight 1 + mission", **row, counters=6) == (
        "heals; fights 1 with green and wins Boar (brown 2);"
        " goes on Light the Beacon (A), takes 1 damage and 1 lightning and achieves it: 3 on space 2"
    )
    row = fought(1, 1, "green", 1, "A1") | took("1", 1) | {"declined": 1}
    assert odd.turn("heal 1 + fight 1 + mission", **row, counters=4) == (
        "heals 1; fights 1 with green, takes 1 damage and wins Boar (brown 2); declines to go on a mission"
    )


def test_a_tile_of_which_one_option_was_performed(odd):
    row = drew("T1", "used") | {"gained": 2}
    assert odd.turn("tile + heal 2", **row, before=5, counters=3) == (
        "tile + heal 2, told as far as the log tells the last of each kind; draws Three Blows; gains 2 in all"
    )


def test_what_a_tile_does_is_told_where_it_was_drawn(odd):
    row = drew("T2", "used") | fought(1, 1, "green+red", 1, "A1") | took("2", 2) | {"victim": 1, "victim_pslot": 3}
    assert odd.turn("tile + heal 2", **row, **took("1", 1, "0001", "hit"), before=5, counters=6) == (
        "draws Ambush; fights 1 with green and red, takes 2 damage and wins Boar (brown 2);"
        " hits Player 2 (rival) with 1 damage, all placed, leaving 3 on its uncovered prestige slots; heals 2"
    )


# ---------------------------------------------------------------- the table, start, return and end


def test_slots_of_a_lineup(table):
    heroes = [table.book.heroes[hero] for hero in ("H1", "H3", "H7", "H10", "H13")]
    assert slots(heroes) == "1 lightning, 2 ice, 4 plain, prestige 2, 1, 1 and 2"
    assert slots([table.book.heroes["H6"]]) == "none"


@pytest.fixture
def game(table) -> LoggedGame:
    """Three seats of which nothing is told but the table and the end."""
    settings = {setting.name: setting.default for setting in table.plan.game.settings}
    names = [column.name for column in table.plan.log_tables["seats"].columns]
    seats = [
        {**dict.fromkeys(names, 0), "seat": seat, "agent": agent, "rank": seat + 1, "score": 30 - seat}
        for seat, agent in enumerate(("star", "rival", "greedy"))
    ]
    return LoggedGame(table.plan, {**settings, "game_no": 12, "youngest": 1}, seats, [], [])


def test_the_table(game):
    lines = tell(game)
    assert lines[0] == (
        "Heroes of Fairy Tail, game 12: Player 1 (star), Player 2 (rival) and Player 3 (greedy)."
        " The youngest is Player 2 (rival)."
    )
    assert lines[1:4] == [
        "The first mission of rank B: Catch the Thief (roll green; pays 3, then 1).",
        "The first mission of rank A: Light the Beacon (take 1 damage and 1 lightning; pays 5, then 3).",
        "The first mission of rank S: Thaw the Orchard (take 1 ice and roll green and yellow; pays 8, then 6).",
    ]
    assert lines[4] == (
        "Scores are the track and what the adversaries held would pay at that moment. So they may fall: a bonus for the"
        " most is lost to a tie."
    )
    assert lines[5] == ""
    game.game.update(dice="harsh", allow_decline=False, collection_mode="shared")
    assert tell(game)[1] == "Settings: dice = harsh, allow_decline = off and collection_mode = shared."


def test_the_end(game):
    points = {"pts_shine": 5, "pts_prestige_slots": 7, "pts_adv_base": 14, "pts_adv_collection": 4}
    game.seats[0] |= points | {"adv_held": 3, "held_brown": 2, "held_red": 1}
    game.seats[1] |= {"pts_mission": 20, "pts_adv_base": 9, "adv_held": 1, "held_blue": 1}
    assert tell(game)[-5:] == [
        "The end.",
        "  Player 1 (star): 30. Track 12: 5 from heroes' Shine and 7 from prestige slots."
        " 3 adversaries (2 brown and 1 red) worth 18: 14 of their own and 4 for sets.",
        "  Player 2 (rival): 29. Track 20: 20 from missions. 1 adversary (1 blue) worth 9: 9 of their own.",
        "  Player 3 (greedy): 28. Track 0. No adversaries.",
        "Player 1 (star) wins.",
    ]


def test_the_number_of_adversaries_breaks_a_tie(game):
    for row, held, rank in zip(game.seats, (7, 8, 7), (2, 1, 2), strict=True):
        row |= {"score": 40, "adv_held": held, "rank": rank}
    assert tell(game)[-1] == (
        "Player 2 (rival) wins the tie at 40 with 8 adversaries, against 7 of Player 1 (star) "
        "and 7 of Player 3 (greedy)."
    )


def test_a_shared_win(game):
    for row, held, rank in zip(game.seats, (8, 7, 8), (1, 3, 1), strict=True):
        row |= {"score": 40, "adv_held": held, "rank": rank}
    assert tell(game)[-1] == "Player 1 (star) and Player 3 (greedy) share the victory, with 40 and 8 adversaries each."


def round_of(table: Table, lineups: dict[int, list[str]], start: int) -> list[Row]:
    """A first round in which nobody does anything."""
    rows: list[Row] = []
    heroes = table.book.heroes
    state = {"round": 1, "score": 0, "track": 0, "counters": 0, "reserve": 0, "tiles_placed": 0, "given": 0}
    for seat, lineup in lineups.items():
        row = {**table.blank, **state, "seat": seat, "strength": sum(heroes[hero].strength for hero in lineup)}
        rows.append(row | {"phase": "recruit", "step": 1, "hero": lineup[0], "side": "only", "icons_gained": 0})
        for step, hero in enumerate(lineup, start=1):
            turn = {"phase": "adventure", "step": step, "hero": hero, "action": "none", "start_seat": start}
            rows.append(row | turn)
        gone = dict(zip(("discard_1", "discard_2", "discard_3"), lineup, strict=False))
        rows.append(row | {"phase": "return", "step": 0, "prestige_slots": 3, "counters_removed": seat} | gone)
    order = ["recruit", "adventure", "return"]
    return sorted(rows, key=lambda row: (order.index(row["phase"]), row["step"], row["seat"]))


@pytest.mark.parametrize(
    ("lineups", "start", "why"),
    [
        ((["H11", "H1"], ["H1", "H2"], ["H3", "H1"]), 0, " with most Strength, 6"),
        (
            (["H2", "H9", "H1"], ["H2", "H1", "H9"], ["H1", "H2", "H9"]),
            2,
            ": Strength 6 like Player 1 (star) and Player 2 (rival), but stronger from the left, at hero 1",
        ),
        (
            (["H2", "H9", "H1"], ["H2", "H1", "H9"], ["H6", "H6", "H6"]),
            0,
            ": Strength 6 like Player 2 (rival), but stronger from the left, at hero 2",
        ),
        (
            (["H2", "H9"], ["H5", "H3"], ["H9", "H6"]),
            1,
            ": Strength 4 like Player 1 (star), hero by hero as strong as Player 1 (star), but younger",
        ),
    ],
)
def test_why_a_seat_starts(table, game, lineups, start, why):
    game.turns.extend(round_of(table, dict(enumerate(lineups)), start))
    lines = tell(game)
    at = lines.index("Round 1. Adventure.")
    assert lines[at + 4] == f"  {['Player 1 (star)', 'Player 2 (rival)', 'Player 3 (greedy)'][start]} starts{why}."
    turns = [line.strip().split(",")[0] for line in lines[at + 6 : at + 9]]
    assert turns == [f"Player {(start + n) % 3 + 1} ({('star', 'rival', 'greedy')[(start + n) % 3]})" for n in range(3)]


def test_the_return(table, game):
    lineup = ["H1", "H4", "H4", "H2"]
    game.turns.extend(round_of(table, dict.fromkeys(range(3), lineup), 0))
    back = [row for row in game.turns if row["phase"] == "return"]
    back[1] |= {"discard_1": None, "discard_2": None, "discard_3": None}
    back[2] |= {"tiles_lost": 1}
    at = tell(game).index("Round 1. Return.")
    assert tell(game)[at + 1 : at + 4] == [
        "  Player 1 (star): 3 from prestige slots, no counters; discards Squire, Knight and Knight, keeps Scout."
        " Now 0 (track 0).",
        "  Player 2 (rival): 3 from prestige slots, 1 counter off; keeps all its heroes. Now 0 (track 0).",
        "  Player 3 (greedy): 3 from prestige slots, 2 counters off;"
        " discards Squire, Knight and Knight with 1 tile, keeps Scout. Now 0 (track 0).",
    ]
