"""The legal options of section 4, one entry each: what is offered in Narration, Conspiracy, Renewal and elsewhere."""

from __future__ import annotations

from collections import Counter
from typing import Any

from balance.games.fairy_conundrum.codes import Point, Verb
from balance.games.fairy_conundrum.play.choosing import choose
from balance.games.fairy_conundrum.play.moments import list_exits
from balance.games.fairy_conundrum.play.narration import list_conspiracy, list_narration
from balance.games.fairy_conundrum.scenario import offered_in
from fairy_conundrum.table import evenly, position


def offered(game: Any, lister: Any, seat: int = 0) -> list[str]:
    """What is offered, in words: "call one#1", "shelter one#1 camp#1", "act worker#1 0"."""
    trial = game.s.copy()
    lister(trial, game.t, seat)
    names = {p: name for name, p in reversed(game.names.items())}  # an avatar by its first stage
    words = []
    for code, p, other in offered_in(trial):
        verb = Verb(code)
        said = [verb.name.lower(), names[p]] if verb != Verb.PASS else ["end"]
        if verb in (Verb.SHELTER, Verb.PASSAGE):
            said.append(names[other])
        if verb == Verb.ACT:
            said.append(str(other))
        words.append(" ".join(said))
    return words


def narration(tmp_path, player: dict, foe: dict | None = None, **top: Any) -> list[str]:
    return offered(position(tmp_path, player, foe or {}, **top), list_narration)


# ---------------------------------------------------------------- NAR


def test_4_nothing_to_do_but_to_end(tmp_path):
    assert narration(tmp_path, {}) == ["end"]


def test_4_every_copy_of_the_hand_is_an_entry(tmp_path):
    assert narration(tmp_path, {"hand": ["one", "one", "gift"]}) == ["end", "call one#1", "call one#2", "call gift#1"]


def test_4_only_what_can_be_paid_toll_and_all(tmp_path):
    player = {"hand": ["one", "light-3", "haze"], "sparkles": 2}
    assert narration(tmp_path, player) == ["end", "call one#1"]
    assert narration(tmp_path, player | {"valley": ["camp"], "sparkles": 3}) == [
        "end", "call one#1", "call light-3#1", "call haze#1",
    ]  # fmt: skip


def test_4_shelters_of_the_hand(tmp_path):
    assert narration(tmp_path, {"hand": ["nook", "hall"]}) == ["end", "place nook#1", "place hall#1"]


def test_4_a_mesangette_may_be_called_or_set(tmp_path):
    assert narration(tmp_path, {"hand": ["sleeper"]}) == ["end", "call sleeper#1", "set sleeper#1"]
    assert narration(tmp_path, {"hand": ["parry"], "sparkles": 1}) == ["end", "call parry#1"]


def test_4_face_down_it_may_be_called(tmp_path):
    assert narration(tmp_path, {"traps": ["sleeper"]}, {"traps": ["parry"]}) == ["end", "call sleeper#1"]


def test_4_every_pair_of_unit_and_shelter(tmp_path):
    player = {"valley": ["camp", "nook", "one", "ray-1", {"id": "mat-1", "actioned": True}]}
    assert narration(tmp_path, player) == [
        "end", "shelter one#1 camp#1", "shelter one#1 nook#1", "shelter ray-1#1 camp#1", "shelter ray-1#1 nook#1",
    ]  # fmt: skip


def test_4_a_pair_is_one_unit(tmp_path):
    game = position(tmp_path, {"valley": ["camp", "bride", "groom"], "hand": ["wed"]}, {})
    game.do(["call", "wed", ["bride", "groom"]])
    assert offered(game, list_narration) == ["end", "shelter bride#1 camp#1"]


def test_4_passages(tmp_path):
    player = {"valley": ["tunnel", "tunnel-2", {"id": "one", "host": "tunnel-2"}]}
    assert narration(tmp_path, player) == ["end", "passage one#1 tunnel#1"]


def test_4_abilities_one_by_one(tmp_path):
    player = {"avatar": "oracle-1", "valley": ["two-trades", "fount", {"id": "worker", "actioned": True}]}
    assert narration(tmp_path, player) == ["end", "act oracle-1#1 0", "act two-trades#1 0", "act two-trades#1 1",
                                           "act fount#1 0"]  # fmt: skip


def test_4_abilities_of_the_host(tmp_path):
    foe = {"valley": ["spring"]}
    player = {"valley": [{"id": "one", "host": "spring"}]}
    assert narration(tmp_path, player, foe) == ["end", "act spring#1 0"]


def test_4_nothing_of_the_foes(tmp_path):
    foe = {"hand": ["one", "nook"], "valley": ["camp", "worker"], "traps": ["parry"]}
    assert narration(tmp_path, {}, foe) == ["end"]


# ---------------------------------------------------------------- CON, EXIT


def test_4_conspiracy_is_shards_mesangettes_and_abilities(tmp_path):
    player = {"hand": ["one", "gift", "nook", "sleeper"], "valley": ["camp", "worker"], "traps": ["parry"]}
    game = position(tmp_path, player, {})
    assert offered(game, list_conspiracy) == ["end", "call gift#1", "call parry#1", "set sleeper#1", "act worker#1 0"]


def test_4_exits_are_guests_and_imprisoned_teleporters(tmp_path):
    player = {"valley": ["camp", {"id": "one", "host": "camp"}, "ray-1"], "prison": ["flyer", "mat-1"]}
    assert offered(position(tmp_path, player, {}), list_exits) == ["end", "exit one#1", "free flyer#1"]


def test_4_without_an_entry_only_teleporters_come_out(tmp_path):
    player = {"valley": ["hall", {"id": "one", "host": "hall"}, {"id": "flyer", "host": "hall"}]}
    assert offered(position(tmp_path, player, {}), list_exits) == ["end", "exit flyer#1"]


# ---------------------------------------------------------------- random


def test_4_random_takes_every_entry_equally_often(tmp_path):
    """Two copies of a card count twice."""
    game = position(tmp_path, {"hand": ["one", "one", "gift"]}, {})
    game.s.scripted = 0
    game.t.style[0].slip = 1.0
    taken: Counter = Counter()
    list_narration(game.s, game.t, 0)
    for _ in range(400):
        taken[int(choose(game.s, game.t, 0, Point.NAR))] += 1
    assert evenly(taken, range(4))


def test_4_a_point_with_one_option_is_not_asked(tmp_path):
    """It uses up no luck."""
    game = position(tmp_path, {}, {})
    game.s.scripted = 0
    game.t.style[0].slip = 1.0
    list_narration(game.s, game.t, 0)
    assert choose(game.s, game.t, 0, Point.NAR) == 0
    assert not game.s.decision.asked.any()


def test_4_what_another_draws_shifts_no_luck(tmp_path):
    """Nor how oneself decides before, nor whether one is told what to do: the same question meets the same luck."""

    def asked(before: float, scripted: bool) -> list[int]:
        """The choices of a slipping seat after both were asked, with this chance to slip, or told what to do."""
        game = position(tmp_path, {"hand": ["one", "gift"]}, {"hand": ["one", "gift"]})
        s, t = game.s, game.t
        s.style[1] = 1
        list_narration(s, t, 0)
        s.scripted = int(scripted)
        t.style[0].slip = t.style[1].slip = before
        for seat in (1, 0, 1, 1, 0):
            choose(s, t, seat, Point.NAR)
        s.scripted = 0
        t.style[0].slip = 1.0
        return [int(choose(s, t, 0, point)) for point in [Point.NAR, Point.CON] * 20]

    free = asked(1.0, scripted=False)
    assert len(set(free)) == 3
    assert free == asked(0.5, scripted=False) == asked(0.0, scripted=False) == asked(1.0, scripted=True)
