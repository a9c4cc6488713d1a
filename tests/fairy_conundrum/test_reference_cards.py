"""The slow implementation of Fairy Conundrum against the examples of section 7: what cards do to each other."""

from __future__ import annotations

import pytest

from fairy_conundrum.reference.box import fairy, shard, shelter, token
from fairy_conundrum.reference.cards import Card
from fairy_conundrum.reference.scripted import act, do, finish, gone, options, put, rich, table, tell
from fairy_conundrum.reference.whole import Reference


def fused(one: dict, other: dict) -> tuple[Reference, Card, Card]:
    """Two fairies that have become one: the first is the base."""
    game = rich(table(), 9)
    base = put(game, 0, fairy(1, effect="ACT: fuse own.fairy.x#1", **one))
    part = put(game, 0, fairy(2, **other))
    act(game, 0, base)
    return game, base, part


def married(**more) -> tuple[Reference, Card, Card]:
    game = rich(table(), 9, 9)
    one = put(game, 0, fairy(1, mat=1, effect="ACT: marry own.fairy.x[single]#1"))
    other = put(game, 0, fairy(2, mat=2, **more))
    act(game, 0, one)
    assert one.spouse is other
    return game, one, other


def test_x12_fusion_unites_morphemes_and_adds_rays():
    game, base, _ = fused({"morphs": ("RO", "BL"), "ray": 2}, {"morphs": ("RO", "GR"), "ray": 3})
    assert base.morphs == ["RO", "BL", "GR"]
    assert game.number(base, "ray") == 5


@pytest.mark.parametrize(("letters", "wanted"), [("KB", "B"), ("BM", "M"), ("DC", "D")])
def test_x12_fusion_has_the_oldest_astralae(letters, wanted):
    game, base, _ = fused({"astralae": letters[0]}, {"astralae": letters[1]})
    assert game.letter(base, "astralae", 2) == wanted


def test_x12_fusion_takes_one_slot():
    game, base, _ = fused({}, {})
    assert game.units(game.fairies(0)) == [[base]]


def test_x12_reaping_a_fusion_sends_all_its_cards_to_rest():
    game, base, part = fused({}, {})
    gone(game, base)
    assert (base.zone, part.zone) == ("rest", "rest")


@pytest.mark.parametrize(("damage", "zone"), [(3, "valley"), (4, "rest")])
def test_x13_a_married_pair_has_one_pool_of_damage(damage, zone):
    game, one, other = married()
    game.damage([one], damage)
    finish(game)
    assert (one.zone, other.zone) == (zone, zone)


def test_x13_a_widow_cannot_marry():
    game, one, other = married()
    gone(game, other)
    put(game, 0, fairy(3))
    game.renewal(game.players[0])
    assert one.widow == "perm"
    assert not [option for option in options(game) if option[0] == "act"]


def test_x13_a_bounced_spouse_called_again_is_married_again():
    game, one, other = married()
    gone(game, other, "bounced")
    assert one.widow == "temp"
    do(game, 0, "call", other)
    assert one.spouse is other
    assert not one.widow


def test_x14_a_copy_of_the_spouse_ends_widowhood():
    game, one, other = married()
    gone(game, other, "bounced")
    copy = put(game, 0, other.row, "hand")
    do(game, 0, "call", copy)
    assert one.spouse is copy


@pytest.mark.parametrize("how", ["reaped", "bounced", "dissipated", "todeck"])
def test_x17_guests_go_where_their_shelter_goes(how):
    game = table()
    room = put(game, 0, shelter(2))
    guest = put(game, 0, fairy(1), host=room)
    gone(game, room, how)
    zones = {"reaped": ("fallow", "rest"), "bounced": ("hand", "hand"), "dissipated": ("memory", "memory"),
             "todeck": ("canvas", "deck")}  # fmt: skip
    assert (room.zone, guest.zone) == zones[how]


@pytest.mark.parametrize("how", ["reaped", "bounced", "dissipated", "todeck"])
def test_x17_a_token_guest_is_dissipated_whatever_happens(how):
    game = table()
    room = put(game, 0, shelter(2))
    guest = put(game, 0, token(1), host=room)
    gone(game, room, how)
    assert guest.zone == "memory"


def test_x17_an_imprisoned_token_goes_to_memory():
    game = table()
    guest = put(game, 1, token(1))
    act(game, 0, put(game, 0, fairy(1, effect="ACT: imprison foe.fairy.x")))
    assert guest.zone == "memory"


def lose_a_slot(entry: bool, **more) -> tuple[Reference, list[Card], Card]:
    game = table(entry=entry)
    room = put(game, 0, shelter(2, 3))
    guests = [put(game, 0, fairy(n, **more), host=room) for n in range(3)]
    tell(game, 0, SURPLUS=[[guests[1]]])
    act(game, 0, put(game, 0, fairy(9, effect="ACT: slots -1 own.shelter.v[name=2]")))
    return game, guests, room


def test_x18_a_surplus_guest_exits_by_the_entry():
    _, guests, room = lose_a_slot(True)
    assert [guest.host for guest in guests] == [room, None, room]
    assert guests[1].zone == "valley"


def test_x18_a_surplus_guest_that_cannot_leave_is_reaped():
    _, guests, _ = lose_a_slot(False)
    assert guests[1].zone == "rest"


def test_x18_a_teleporting_surplus_guest_exits():
    _, guests, _ = lose_a_slot(False, traits=("teleport",))
    assert guests[1].explores


def test_x19_an_imprisoned_guest_exits_and_comes_back_in():
    game = table()
    room = put(game, 1, shelter(2, effect="OUT: spark 1; IN: spark 10"))
    guest = put(game, 1, fairy(2), host=room)
    jailer = put(game, 0, fairy(1, effect="ACT: imprison foe.fairy.in"))
    act(game, 0, jailer)
    assert (guest.zone, game.players[1].sparkles) == ("prison", 1)
    gone(game, jailer)
    assert (guest.host, game.players[1].sparkles) == (room, 11)


def losing(morphs: tuple[str, ...]) -> tuple[Reference, Card]:
    game = table()
    return game, put(game, 0, fairy(1, morphs=morphs))


def test_x20_a_fairy_without_its_last_morpheme_is_bounced():
    game, card = losing(("RO",))
    game.lose_morph(card, "RO")
    assert card.zone == "hand"


def test_x20_a_fairy_printed_with_none_is_bounced_only_after_gaining_one():
    game, card = losing(())
    game.lose_morph(card, "BL")
    assert card.zone == "valley"
    game.gain_morph(card, "BL")
    game.lose_morph(card, "BL")
    assert card.zone == "hand"


def test_x20_a_last_morpheme_is_paid_by_avatars_only():
    game = table()
    card = put(game, 0, fairy(1, morphs=("GR",), effect="ACT [morph GR]: spark 1"))
    assert not game.can_act(0, card, card.slots[0])
    game.players[0].avatar.morphs = ["GR"]
    assert game.can_act(0, card, card.slots[0])


def test_x20_the_principal_comes_back():
    game, card = losing(("RO", "BL"))
    game.lose_morph(card, "RO")
    assert card.morphs == ["BL"]
    game.gain_morph(card, "RO")
    assert card.morphs == ["RO", "BL"]


def test_x22_the_linking_shard_is_reaped_when_the_linked_fairy_is_bounced():
    game, link, card = linked()
    gone(game, card, "bounced")
    assert link.zone == "rest"


def linked() -> tuple[Reference, Card, Card]:
    game = rich(table(), 9)
    card = put(game, 0, fairy(1, ray=1))
    link = put(game, 0, shard(1, effect="CALL: link own.fairy.x; ALWAYS: ray +2 linked"), "hand")
    do(game, 0, "call", link)
    assert game.number(card, "ray") == 3
    return game, link, card


def test_x22_imprisoning_the_linked_fairy_suspends_the_link():
    game, link, card = linked()
    jailer = put(game, 1, fairy(3, effect="ACT: imprison foe.fairy.x"))
    act(game, 1, jailer)
    assert (link.zone, game.number(card, "ray")) == ("valley", 1)
    gone(game, jailer)
    assert game.number(card, "ray") == 3


def test_a_shard_that_links_needs_a_target():
    game = rich(table(), 9)
    link = put(game, 0, shard(1, effect="CALL: link own.fairy.x"), "hand")
    assert ("call", link) not in options(game)


def test_x26_stealing_the_last_morpheme_bounces_the_victim():
    game = table()
    thief = put(game, 0, fairy(1, effect="ACT: stealm foe.fairy.x"))
    victim = put(game, 1, fairy(2, morphs=("RO",)))
    act(game, 0, thief)
    assert (victim.zone, thief.morphs) == ("hand", ["RO"])


def test_a_stolen_ability_stays_with_the_thief_when_the_victim_leaves():
    game = table()
    thief = put(game, 0, fairy(1, effect="ACT: steala foe.fairy.x"))
    victim = put(game, 1, fairy(2, effect="ALWAYS: gather +3"))
    act(game, 0, thief)
    assert (game.gathering(0), game.gathering(1)) == (4, 1)
    gone(game, victim)
    assert game.gathering(0) == 4


def test_a_bewitched_fairy_goes_back_when_the_witch_leaves():
    game = table()
    witch = put(game, 0, fairy(1, effect="ACT: bewitch foe.fairy.x"))
    card = put(game, 1, fairy(2))
    act(game, 0, witch)
    assert card.narr == 0
    gone(game, witch)
    assert card.narr == 1


def test_a_released_fairy_leaves_the_shelter_of_the_witch():
    game = table()
    witch = put(game, 0, fairy(1, effect="ACT: bewitch foe.fairy.x"))
    card = put(game, 1, fairy(2))
    act(game, 0, witch)
    do(game, 0, "shelter", [card], game.shelters(0)[0])
    gone(game, witch)
    assert (card.narr, card.host) == (1, None)


def test_the_linking_card_is_reaped_when_a_linked_token_is_imprisoned():
    game = rich(table(), 9)
    put(game, 0, token(1))
    link = put(game, 0, shard(1, effect="CALL: link own.fairy.x"), "hand")
    do(game, 0, "call", link)
    act(game, 1, put(game, 1, fairy(3, effect="ACT: imprison foe.fairy.x")))
    assert link.zone == "rest"


def test_it_stays_the_card_of_the_event_in_every_step_of_a_trap():
    game = rich(table(), 9, 9)
    trap = put(game, 0, fairy(1, mes=1, effect="TRAP foe.call: summon self then imprison it"), "traps")
    tell(game, 0, MES=[trap])
    called = put(game, 1, fairy(2), "hand")
    do(game, 1, "call", called)
    assert (trap.zone, called.zone) == ("valley", "prison")


def test_stored_cards_follow_their_bearer():
    game = rich(table(), 9)
    hidden = put(game, 0, fairy(2), "hand")
    bearer = put(game, 0, fairy(1, effect="ACT: store 1"))
    act(game, 0, bearer)
    assert hidden.zone == "stored"
    gone(game, bearer)
    assert hidden.zone == "rest"


def test_unstore_as_a_leave_ability_reaches_the_cards_that_followed():
    game = rich(table(), 9)
    hidden = put(game, 0, fairy(2), "hand")
    bearer = put(game, 0, fairy(1, effect="ACT: store 1; LEAVE: unstore"))
    act(game, 0, bearer)
    gone(game, bearer)
    assert hidden.zone == "hand"


def test_hush_hushes_nothing_when_it_is_hushed():
    game = table()
    put(game, 0, fairy(1, radiance="L", effect="ALWAYS: hush any.fairy.x[rad=D]#all"))
    put(game, 1, fairy(2, radiance="D", effect="ALWAYS: hush any.fairy.x[rad=N]#all"))
    loud = put(game, 1, fairy(3, radiance="N", effect="ALWAYS: gather +1"))
    assert loud not in game.hushed()
    assert game.gathering(1) == 2


def test_a_player_who_falls_sets_his_prisoners_free():
    game = table(3)
    card = put(game, 1, fairy(2))
    jailer = put(game, 0, fairy(1, effect="ACT: imprison foe.fairy.x"))
    act(game, 0, jailer)
    game.fall([0], "effect")
    assert (card.zone, jailer.zone) == ("valley", "memory")
