"""What is told of single turns: rows made by hand for each kind of sentence."""

from __future__ import annotations

import pytest

from balance.engine.game.story import Row
from balance.games.fairy_school.cards.box import ELEMENTS
from balance.games.fairy_school.state import Said
from balance.games.fairy_school.tell.turns import Desk
from fairy_school.tell import Table, plan_of


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Table:
    return Table(plan_of(tmp_path_factory.mktemp("table"), players=3))


def test_columns_are_played_and_paid(table):
    row = {"col_a": 0, "col_b": 3, "top_card_a": "ST1", "top_card_b": "SA3", "bottom_card_b": "I1"}
    assert table.planning(**row) == (
        "draws 5 cards; plays column earth and column fire for 1 earth and 1 fire;"
        " shares unicorn ST1 and ent SA3; keeps sea dragon I1 to itself."
    )


def test_the_free_column_costs_nothing(table):
    assert table.planning(bottom_card_a="ST1", drawn=1) == (
        "draws 1 card; plays the free column; keeps unicorn ST1 to itself."
    )


def test_no_column_is_played(table):
    assert table.planning(col_a=-1) == "draws 5 cards; plays no column."


def test_reshuffles(table):
    assert table.planning(reshuffles=1).startswith("draws 5 cards, with a reshuffle; ")
    assert table.planning(reshuffles=2).startswith("draws 5 cards, with 2 reshuffles; ")


def test_an_idle_seat_picks_a_project(table):
    told = table.planning(Desk(), idle_pick="I2")
    assert told.startswith("has no project and takes griffin I2 from the common discard; draws 5 cards")


def test_an_idle_seat_finds_no_project(table):
    says = "has no project, and the common discard has none of this trimester; draws 5 cards"
    assert table.planning(Desk()).startswith(says)
    assert table.planning(Desk(), turn_in_trimester=1).startswith("draws")
    assert table.planning(Desk(), is_final=True).startswith("draws")


def test_shared_cards_change_sides_one_by_one(table):
    desk = Desk(ongoing=["I1"], sides=("right", "left"))
    cards = {"col_a": 0, "col_b": 3, "top_card_a": "ST1", "top_card_b": "SA3"}
    assert "shares unicorn ST1 to the right and ent SA3 to the left." in table.planning(desk, **cards)
    assert "shares unicorn ST1 to the right." in table.planning(desk, top_card_a="ST1", ongoing="I1")
    assert "shares unicorn ST1 to the left and ent SA3 to the right." in table.planning(desk, **cards)


def test_shared_cards_change_sides_by_turns(table):
    desk = Desk(ongoing=["I1"], sides=("right", "left"), per_turn=True)
    cards = {"col_a": 0, "col_b": 3, "top_card_a": "ST1", "top_card_b": "SA3"}
    assert "shares unicorn ST1 to the right and ent SA3 to the right." in table.planning(desk, **cards)
    assert "shares" not in table.planning(desk, ongoing="I1")
    assert "shares unicorn ST1 to the left and ent SA3 to the left." in table.planning(desk, **cards)


def test_nothing_is_activated(table):
    assert table.lines()[1] == "Activates nothing."


def test_activations_in_their_order(table):
    done = [table.did("ST1", gain="E"), table.did("ST3", gain="W"), table.did("SC3", owner=1, gain="E F")]
    assert table.activates(*done, table.did("ST6", gain="F")) == (
        "its own unicorn ST1 (1 earth) and mermaid ST3 (1 water); from Player 2 (rival) dragon SC3 (1 earth and 1 fire)"
        "; its own phoenix ST6 (1 fire)."
    )


def test_a_transformation(table):
    assert table.activates(table.did("SB3", owner=2, spend="W", gain="E P F")) == (
        "from Player 3 (greedy) gnome SB3 (1 water into 1 earth, 1 plant and 1 fire)."
    )
    assert table.activates(table.did("ST3", spend="W")) == "its own mermaid ST3 (for 1 water)."


def test_cards_move(table):
    back = table.did("II8", spend="E", moved={Said.TAKES: "ST1 ST3"})
    assert table.activates(back, table.did("ST1", gain="E")) == (
        "its own salamander II8 (for 1 earth; takes back unicorn ST1 and mermaid ST3) and unicorn ST1 (1 earth)."
    )
    placed = table.did("ST11", spend="P", moved={Said.PLACES: "ST1"})
    assert table.activates(placed) == "its own elf ST11 (for 1 plant; draws and places unicorn ST1)."
    removed = table.did("ST12", spend="F", gain="E", moved={Said.REMOVES: "ST4"})
    assert table.activates(removed) == "its own unicorn ST12 (1 fire into 1 earth; removes sea dragon ST4)."


def test_a_card_is_activated_again(table):
    done = [table.did("ST6", owner=1, gain="P"), table.did("I3", spend="W", gain="F")]
    assert table.activates(*done, table.did("ST6", owner=1, gain="F", again=True)) == (
        "from Player 2 (rival) phoenix ST6 (1 plant); its own sphinx I3 (1 water into 1 fire);"
        " from Player 2 (rival) phoenix ST6 again (1 fire)."
    )


def test_an_effect_studies_a_creature(table):
    done = table.did("III1", spend="P F W A", studied="elf")
    assert table.activates(done, studied_effect="elf") == (
        "its own cockatrice III1 (for 1 plant, 1 fire, 1 water and 1 air; studies the elf)."
    )
    assert "Studies" not in table.lines(done=[done], studied_effect="elf")[2]


def test_the_row_alone_tells_how_much_was_activated(table):
    row = {"act_own": 3, "act_left": 1, "act_right": 1, "react": 2, "taken": 2, "removed": 1, "studied_effect": "elf"}
    lines = table.lines(done=None, **row)
    assert (
        lines[1]
        == "Activates 3 cards of its own and 2 cards of others, 2 of them again; takes back 2 cards; removes 1 card."
    )
    assert "Studies the elf, by an effect." in lines[2]
    assert table.lines(done=None, act_right=1)[1] == "Activates 1 card of others."
    assert table.lines(done=None)[1] == "Activates nothing."


def test_elements_gained_and_spent(table):
    assert table.brings(gain="E E P A", spend="P P W").startswith(
        "In all gains 2 earth, 1 plant and 1 air, spends 2 plants and 1 water. "
    )
    assert table.brings().startswith("Gains and spends nothing. ")


def exchanged(**columns: int) -> Row:
    """Exchanges: net effect by element (E, P, ...) and their counts."""
    return {f"{name}_conv" if name in ELEMENTS else name: count for name, count in columns.items()}


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        (exchanged(E=1, W=-2, F=-1, conv3=1), "exchanges 1 fire and 2 water for 1 earth"),
        (exchanged(P=1, A=-1, jokers=1), "1 air stands in for 1 plant"),
        (exchanged(P=1, F=1, A=-2, jokers=2), "2 air stand in for 1 plant and 1 fire"),
        (exchanged(E=1, F=1, W=-7, conv3=1, conv4=1), "2 exchanges turn 7 water into 1 earth and 1 fire"),
        (
            exchanged(E=1, F=1, W=-4, A=-1, jokers=1, conv4=1),
            "1 exchange and 1 joker turn 4 water and 1 air into 1 earth and 1 fire",
        ),
        (exchanged(E=-2, W=-2, conv3=2), "in the end 2 exchanges cost 2 earth and 2 water"),
    ],
)
def test_exchanges(table, columns, told):
    assert table.brings(**columns).startswith(f"Gains and spends nothing; {told}. ")


def test_cubes_given_by_others(table):
    assert table.brings(kind_from_1=2, kind_from_2=1).endswith(
        "Cubes: 2 from Player 2 (rival) and 1 from Player 3 (greedy)."
    )
    assert table.brings().endswith("Nobody gives it a cube.")


def test_a_creature_is_studied_at_a_corner(table):
    told = table.brings(studied_corner="sea_dragon", corner_top="ST4", corner_bottom="I2")
    assert told.endswith(
        "At the study slots studies the sea dragon; sea dragon ST4 and griffin I2 go to the discard pile."
    )


def test_nothing_is_studied_at_the_corners(table):
    for corner in ("corner_top", "corner_bottom"):
        told = table.brings(**{corner: "ST4"})
        assert told.endswith("At the study slots studies nothing; sea dragon ST4 goes to the discard pile.")


def test_empty_corners_are_not_told(table):
    assert "corner" not in table.brings()


def test_the_second_of_a_pair_brings_an_element(table):
    desk = Desk(ongoing=["I1"])
    first = {"studied_effect": "ent", "studied_corner": "sphinx", "corner_top": "I3"}
    assert "for" not in table.brings(desk, **first).partition("corners")[2]
    second = {"studied_corner": "elf", "bonus_element": "plants", "corner_bottom": "I6"}
    assert "studies the elf, the second of its pair, for 1 plant more; elf I6 goes" in table.brings(desk, **second)


def test_two_pairs_in_one_turn(table):
    desk = Desk(ongoing=["I1"], studied=["sphinx", "griffin"])
    row = {"studied_effect": "salamander;cockatrice", "bonus_element": "water;air"}
    told = table.brings(desk, done=None, **row)
    assert "Studies the salamander, the second of its pair, for 1 water more, by an effect." in told
    assert "Studies the cockatrice, the second of its pair, for 1 air more, by an effect." in told


def test_projects_and_steps_are_realized(table):
    row = {"final_id": "L1", "steps_now": 2, "steps_total": 3, "ongoing": "II1"}
    assert table.ends(realized="I7;I1", **row).startswith(
        "Realizes gnome I7 (5 earth and 2 plants), sea dragon I1 (1 plant, 3 fire and 2 water)"
        " and 2 steps of L1 (now 3 of 5). Now 9: "
    )


def test_the_leaders_of_the_race(table):
    assert table.ends(leader_bonus="plants", steps_total=1).startswith("Leads the race with 1 step and gains 1 plant. ")
    assert table.ends(leader_bonus="fire").startswith("Has no step like everybody else and gains 1 fire. ")


def test_what_a_turn_leaves(table):
    row = {"E_end": 2, "A_end": 1, "kind_total": 7, "cubes_supply": 1, "ongoing": "I1;I2"}
    assert table.ends(**row) == (
        "Now 9: kindness 7, 1 cube left; 2 earth and 1 air; ongoing: sea dragon I1 and griffin I2."
    )
    assert table.ends() == "Now 9: kindness 0, 30 cubes left; no elements; ongoing: none."
