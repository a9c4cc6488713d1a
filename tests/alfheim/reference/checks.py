"""What must hold in every logged game of Fairies of Alfheim (section 7), for the slow implementation.

All is worked out from the rows alone; where a fairy may go, by looking outwards from its cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from alfheim.lines import CONTAINS, Cell, is_clue, legal_cells, neighbours, pays, step
from alfheim.reference.log import EVENTS, Tables
from alfheim.reference.players import Row, placements_of
from alfheim.reference.whole import START_CELLS, Settings
from balance.games.alfheim.cards.box import AFTER, EXPERTS, PREPARATION, START, TYPES, Cards, Cost

ROUNDS = range(1, 12)


def check(cards: Cards, settings: Settings, found: Tables) -> None:
    """AssertionError: an invariant does not hold."""
    (game,), seats, turns = found["games"], found["seats"], found["turns"]
    by_seat = [[row for row in turns if row["seat"] == seat["seat"]] for seat in seats]
    assert all([row["turn"] for row in rows] == list(ROUNDS) for rows in by_seat)
    check_luck(cards, game, by_seat)
    centre = check_swaps(game, turns, settings)
    areas = [check_area(cards, settings, game, rows) for rows in by_seat]
    check_secrets(cards, turns)
    check_reveals(cards, settings, game, turns)
    check_experts(cards, turns)
    for area, rows, seat in zip(areas, by_seat, seats, strict=True):
        check_score(cards, settings, area, rows, seat)
    assert abs(sum(seat["win_share"] for seat in seats) - 1) < 1e-9
    check_lead(game, seats, by_seat)
    check_tiles(cards, game, areas, by_seat, centre)
    check_cards(found)


def check_luck(cards: Cards, game: Row, by_seat: list[list[Row]]) -> None:
    """What was dealt is what was in the box."""
    for rows in by_seat:
        assert "".join(row["drawn"] for row in rows) == game["draw_order"]
        assert len({row["start_icons"] for row in rows}) == 1
    assert Counter(game["draw_order"] + game["removed"]) == {clue.icon: clue.copies for clue in cards.player}
    pairs = [rows[0]["start_icons"] for rows in by_seat]
    assert len({"".join(sorted(pair)) for pair in pairs}) == len(pairs)
    assert Counter("".join(pairs) + game["centre_start"]) == {clue.icon: clue.copies for clue in cards.centre}


def check_swaps(game: Row, turns: list[Row], settings: Settings) -> list[str]:
    """Replay the centre stack (FA-19, FA-20); what it is at the end."""
    centre, players = list(game["centre_start"]), game["players"]
    for turn in ROUNDS:
        rows = sorted((row for row in turns if row["turn"] == turn), key=lambda row: row["queue"])
        assert [row["queue"] for row in rows] == list(range(players))
        if settings.process_order == "lead_first":
            assert [row["seat"] for row in rows] == [(game["lead"] + n) % players for n in range(players)]
        for row in rows:
            assert settings.swap or not row["swapped"]
            assert row["kept"] == (centre.pop(0) if row["swapped"] else row["drawn"])
            centre += row["drawn"] if row["swapped"] else ""
        assert len(centre) == len(game["centre_start"])
    return centre


def check_area(cards: Cards, settings: Settings, game: Row, rows: list[Row]) -> dict[Cell, str]:
    """Lay out the area tile by tile; what it is at the end."""
    area: dict[Cell, str] = dict(zip(START_CELLS, rows[0]["start_icons"], strict=True))
    in_force = [id for id in game["reveal_start"].split(";") if id]
    for row in rows:
        cells = legal_cells(area)
        if row["turn"] == 7:
            in_force += [id for id in game["reveal_prep"].split(";") if id]
            assert (row["fp_x"] is None) == (not cells)
        else:
            assert (row["fp_x"], row["fp_y"], row["fp_icons"]) == (None, None, None)
        if row["fp_x"] is not None:
            assert (row["fp_x"], row["fp_y"]) in cells
            area[row["fp_x"], row["fp_y"]] = "#"
        cells = legal_cells(area)
        assert (row["n_cells"], row["x"] is None) == (len(cells), not cells)
        if cells:
            assert (row["x"], row["y"]) in cells
            area[row["x"], row["y"]] = row["kept"]
        check_fairies(cards, settings, area, row, in_force)
    clues = sum(is_clue(tile) for tile in area.values())
    assert clues == 2 + sum(row["x"] is not None for row in rows)
    return area


def check_fairies(cards: Cards, settings: Settings, area: dict[Cell, str], row: Row, in_force: list[str]) -> None:
    """Lay the fairies of a round; the own secret tile joins the costs in force when it comes (FA-23 to FA-33)."""
    after = next(set(cards.reveal[kind].after) for kind in TYPES if cards.reveal[kind].when == AFTER)
    complete = after <= set(area.values())
    assert row["n_payable"] == types_payable(cards, settings, area, in_force)
    received = None
    for (kind, cell), id in placements_of(row["placements"]):
        assert kind not in area.values()
        assert cell not in area
        costs = [tile for tile in cards.fairies if tile.id in in_force and tile.type == kind]
        assert id == next(tile.id for tile in costs if allows(area, tile.cost, cell, settings.line_match))
        area[cell] = kind
        if after <= set(area.values()) and not complete:
            complete, received = True, row["tomte_drawn"]
            in_force.append(received)
    assert row["tomte_drawn"] == received
    assert row["n_declined"] == types_payable(cards, settings, area, in_force)


def types_payable(cards: Cards, settings: Settings, area: dict[Cell, str], in_force: Sequence[str]) -> int:
    """How many types that are not placed have a cell."""
    costs = [tile for tile in cards.fairies if tile.id in in_force and tile.type not in area.values()]
    cells = legal_cells(area)
    return len(
        {tile.type for tile in costs if any(allows(area, tile.cost, cell, settings.line_match) for cell in cells)}
    )


def allows(area: dict[Cell, str], cost: Cost, cell: Cell, match: str) -> bool:
    """Whether some line beside this cell, through the clue next to it, pays (FA-25, FA-26)."""
    for beside in neighbours(cell):
        if not is_clue(area.get(beside)):
            continue
        along = (0, 1) if beside[1] == cell[1] else (1, 0)
        run, place = line_through(area, beside, along)
        if match == CONTAINS:
            found = [run[place] + rest for rest in subsets(run[:place] + run[place + 1 :], cost.length - 1)]
        else:
            firsts = range(max(0, place - cost.length + 1), place + 1)
            found = [run[first : first + cost.length] for first in firsts]
        if any(len(icons) == cost.length and pays(cost, icons) for icons in found):
            return True
    return False


def line_through(area: dict[Cell, str], cell: Cell, along: Cell) -> tuple[str, int]:
    """The clues of an uninterrupted line through a cell, and the place of that cell, which has a clue."""
    back = forth = 0
    while is_clue(area.get(step(cell, along, -back - 1))):
        back += 1
    while is_clue(area.get(step(cell, along, forth + 1))):
        forth += 1
    return "".join(area[step(cell, along, n)] for n in range(-back, forth + 1)), back


def subsets(letters: str, size: int) -> Iterator[str]:
    """All choices of so many letters, in order."""
    if size == 0:
        yield ""
    elif letters:
        yield from (letters[0] + rest for rest in subsets(letters[1:], size - 1))
        yield from subsets(letters[1:], size)


def check_secrets(cards: Cards, turns: list[Row]) -> None:
    """A secret tile goes to one seat (FA-32)."""
    given = Counter(row["tomte_drawn"] for row in turns if row["tomte_drawn"] is not None)
    assert all(given[tile.id] <= tile.copies for tile in cards.fairies)
    assert all(given[tile.id] == 0 for tile in cards.fairies if cards.reveal[tile.type].when != AFTER)


def check_reveals(cards: Cards, settings: Settings, game: Row, turns: list[Row]) -> None:
    """FA-5, FA-16."""
    type_of = {tile.id: tile.type for tile in cards.fairies}
    early = Counter(kind for row in turns if row["turn"] < 7 for (kind, _), _ in placements_of(row["placements"]))
    start = [kind for kind in TYPES if cards.reveal[kind].when == START]
    assert [type_of[id] for id in game["reveal_start"].split(";") if id] == start
    second = [kind for kind in start if early[kind] <= 3 and settings.second_reveal]
    first = [kind for kind in TYPES if cards.reveal[kind].when == PREPARATION]
    assert [type_of[id] for id in game["reveal_prep"].split(";") if id] == sorted(second + first, key=TYPES.index)


def check_experts(cards: Cards, turns: list[Row]) -> None:
    """The values of a row fall with the claims of earlier rounds (FA-34, FA-35)."""
    for name in EXPERTS:
        tiles = [tile for tile in cards.experts if tile.row == name]
        placed: dict[int, set[str]] = {row["seat"]: set() for row in turns}
        claimed: set[int] = set()
        for turn in ROUNDS:
            rows = [row for row in turns if row["turn"] == turn]
            for row in rows:
                placed[row["seat"]] |= {kind for (kind, _), _ in placements_of(row["placements"])}
            new = {seat for seat, kinds in placed.items() if set(tiles[0].need) <= kinds} - claimed
            value = f"{name}={tiles[len(claimed)].points}{'*' if len(new) > 1 else ''}" if new else None
            for row in rows:
                said = [claim for claim in row["experts"].split(";") if claim.startswith(f"{name}=")]
                assert said == ([value] if row["seat"] in new else [])
            claimed |= new


def check_score(cards: Cards, settings: Settings, area: dict[Cell, str], rows: list[Row], seat: Row) -> None:
    """FA-37, FA-38."""
    fairies = [kind for row in rows for (kind, _), _ in placements_of(row["placements"])]
    assert seat["fairy_points"] == sum(cards.points[kind] for kind in fairies)
    experts = [int(claim.split("=")[1].rstrip("*")) for row in rows for claim in row["experts"].split(";") if claim]
    assert sum(seat[f"expert_{name}"] for name in EXPERTS) == sum(experts)
    beside = [area.get(one, "") for cell, tile in area.items() if tile == "#" for one in neighbours(cell)]
    bonus = settings.footprint_point * sum(tile in list(rows[6]["fp_icons"]) for tile in beside)
    assert seat["footprint"] == min(bonus, settings.footprint_cap)
    assert seat["score"] == sum(cell for name, cell in seat.items() if name.startswith("pts_"))
    assert seat["score"] == rows[-1]["score"] == rows[-1]["score_after"]
    assert seat["n_fairies"] == len(fairies)


def check_lead(game: Row, seats: list[Row], by_seat: list[list[Row]]) -> None:
    """Who was ahead, round by round."""
    rounds = list(zip(*([row["score"] for row in rows] for rows in by_seat), strict=True))
    sole = [scores.index(max(scores)) for scores in rounds if scores.count(max(scores)) == 1]
    assert game["lead_changes"] == sum(one != other for one, other in pairwise(sole))
    winners = [seat["seat"] for seat in seats if seat["win_share"]]
    ahead = [[seat for seat, score in enumerate(scores) if score == max(scores)] for scores in rounds]
    others = [turn for turn, leaders in enumerate(ahead, 1) if leaders != winners]
    assert game["lead_turn"] == max(others, default=0) + 1
    assert game["winners"] == len(winners)
    best, second, *_ = [*sorted(rounds[-1], reverse=True), max(rounds[-1])]
    assert game["margin"] == best - second


def check_tiles(
    cards: Cards, game: Row, areas: list[dict[Cell, str]], by_seat: list[list[Row]], centre: list[str]
) -> None:
    """No clue tile is lost: everybody has one left of the icon that was not drawn, the lead's is in the box."""
    lying = Counter(tile for area in areas for tile in area.values() if is_clue(tile))
    blocked = Counter(row["kept"] for rows in by_seat for row in rows if not row["n_cells"])
    found = lying + blocked + Counter(centre) + Counter({game["removed"]: len(areas)})
    assert found == {
        coloured.icon: len(areas) * coloured.copies + black.copies
        for coloured, black in zip(cards.player, cards.centre, strict=True)
    }


def check_cards(found: Tables) -> None:
    """The card events of a game say what its turns say."""
    for seat in found["seats"]:
        rows = [row for row in found["cards"] if row["seat"] == seat["seat"]]
        turns = [row for row in found["turns"] if row["seat"] == seat["seat"]]
        total = {event: sum(row[event] for row in rows) for event in EVENTS}
        assert total["paid"] == seat["n_fairies"]
        assert total["drawn"] == 11
        assert total["swapped_in"] == total["swapped_out"] == seat["n_swaps"] == sum(row["swapped"] for row in turns)
        secret = any(row["tomte_drawn"] for row in turns)
        assert total["held"] == 2 + 1 + secret
        claims = sum(len(row["experts"].split(";")) for row in turns if row["experts"])
        assert total["claimed"] == claims
        no_footprint = turns[6]["fp_x"] is None
        blocked = sum(row["x"] is None for row in turns)
        assert total["placed"] == 12 - no_footprint - blocked
        assert sum(row["kept"] for row in rows) == 14 - no_footprint - blocked + seat["n_fairies"] + claims
        assert all((row["first_turn"] > 0) == (row["played"] > 0) for row in rows)
