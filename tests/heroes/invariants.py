"""What is true of every logged game of Heroes: one function per invariant, over many games at once.

Where a turn may hold several fights, missions, tiles or hits, which odd cards allow, the log tells the last of each
kind; what then does not follow from the log is not asked.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from balance.engine.game import Plan
from balance.games.heroes.cards.box import ALL, COLORS, RANKS, Cards, Damage
from balance.games.heroes.table import dice_faces, outcomes, set_of, vector
from helpers.logged_choices import check_choices, choices_of
from helpers.play import Log
from heroes.played import (
    ADVENTURE,
    HITTING,
    HURTING,
    KEPT,
    LEFT,
    MANY,
    NOTHING,
    ONLY,
    OPPONENT,
    OWN,
    RECRUIT,
    RETURN,
    USED,
    Array,
    Capacity,
    Played,
    Turn,
    discarded,
    fight_of,
    heals_late,
    ids,
    joints_of,
)

TRACK = ("pts_shine", "pts_tile_points", "pts_gift", "pts_mission", "pts_prestige_slots")
ADVERSARIES = (
    *("pts_adv_base", "pts_adv_collection", "pts_adv_majority", "pts_adv_strength", "pts_adv_number"),
    *("pts_adv_color", "pts_adv_constellation"),
)
BONUSES = {
    "set": "pts_adv_collection",
    "most": "pts_adv_majority",
    "strongest": "pts_adv_strength",
    "count": "pts_adv_number",
    "each": "pts_adv_color",
    "tile": "pts_adv_constellation",
}
CHOICES = ("options_in", "chosen_in")
HERO_EVENTS = ("dealt", "picked", "passed", "left_over", "activated", "activated_tile", "held_over", "discarded")
ADVERSARY_EVENTS = ("revealed", "scored_base", "scored_bonus")
MISSION_EVENTS = ("visible", "attempted", "achieved", "achieved_first", "failed", "cycled")
TILE_EVENTS = ("drawn", "placed_own", "placed_opponent", "resolved", "activated_owner", "activated_placer")


def none(rows: pl.DataFrame, says: str) -> None:
    """Fail and show the first of these rows."""
    assert rows.is_empty(), f"{says}: {rows.height} rows, such as {rows.row(0, named=True)}"


def agree(logged: pl.DataFrame, wanted: pl.DataFrame, says: str) -> None:
    """Two tables with game_no, seat, card and the same numbers; what stands in neither is 0."""
    keys = ["game_no", "seat", "card"]
    names = [name for name in logged.columns if name not in keys]
    both = logged.join(wanted, on=keys, how="full", coalesce=True, suffix="_wanted").fill_null(0)
    for name in names:
        none(both.filter(pl.col(name) != pl.col(f"{name}_wanted")), f"{says}: {name}")


# ---------------------------------------------------------------- all games alike


def rows_and_their_order(p: Played) -> None:
    """1. 30 rows per seat: picks, an adventure turn per hero, a return; ordered by game, turn and seat."""
    turns = p.log.turns
    assert turns.height == p.games * 30 * p.players
    assert (np.diff(p.numbers) > 0).all()
    assert (p["game_no"] == p.numbers[:, None, None]).all()
    assert (p["turn"] == np.arange(1, 31)[None, :, None]).all()
    assert (p["seat"] == np.arange(p.players)[None, None, :]).all()
    rounds, phases, steps, sizes, hands = ([NOTHING] * 30 for _ in range(5))
    for stage in range(3):
        for step, turn in enumerate(RECRUIT[stage]):
            rounds[turn], phases[turn], steps[turn] = stage + 1, 0, step + 1
            sizes[turn], hands[turn] = stage + step + 1, 5 - step
        for step, turn in enumerate(ADVENTURE[stage]):
            rounds[turn], phases[turn], steps[turn] = stage + 1, 1, step + 1
        rounds[RETURN[stage]], phases[RETURN[stage]], steps[RETURN[stage]] = stage + 1, 2, 0
    for name, wanted in (
        *(("round", rounds), ("phase", phases), ("step", steps)),
        *(("lineup_size", sizes), ("hand_size", hands)),
    ):
        p.all_true(p[name] == np.array(wanted)[None, :, None], name)
    assert p.log.seats.select("game_no", "seat").rows() == [(g, s) for g in p.numbers for s in range(p.players)]
    agents = p.log.turns.select("game_no", "seat", "agent").unique()
    assert agents.height == p.games * p.players
    none(agents.join(p.log.seats, on=["game_no", "seat", "agent"], how="anti"), "a seat keeps its agent")
    assert (p.game_table["turns"] == 30).all()
    assert set(p.log.games["end_reason"]) == {"rounds"}
    told = {"players": p.players, "seed": p.plan.seed, "variant": p.plan.variant, **p.plan.settings}
    for name, value in told.items():
        assert set(p.log.games[name]) == {value}, name


def blank_cells(p: Played) -> None:
    """Cells are blank where they mean nothing, and only there."""
    phase = p["phase"]
    for name in ("hero", "side", "icons_gained", "tile_in_force", "action", "option", "start_seat", "tiles_placed"):
        here = phase == 1
        if name in ("side", "icons_gained"):
            here = phase == 0
        elif name == "hero":
            here = phase < 2
        filled = p[name] >= 0
        p.all_true((filled <= here) if name == "tile_in_force" else (filled == here), name)
    for name in ("prestige_slots", "counters_removed", "tiles_lost"):
        p.all_true((p[name] >= 0) == (phase == 2), name)
    for name in ("k_offered", "k", "dice", "won", "placed", "victim", "mission", "tile_drawn"):
        p.all_true((p[name] < 0) | (phase == 1), name)
    for names, key in (
        (("free_l", "free_f", "free_i", "free_generic", "dmg_any", "dmg_l", "dmg_f", "dmg_i"), "placed"),
        (("victim_free_l", "victim_free_f", "victim_free_i", "victim_free_generic"), "victim"),
        (("hit_any", "hit_l", "hit_f", "hit_i", "hit_placed", "victim_pslot"), "victim"),
        (("l_after", "f_after", "i_after", "plain_after", "pslot_after"), "option"),
        (("mission_rank", "failed", "cycled"), "mission"),
        (("tile_fate",), "tile_drawn"),
        (("won",), "dice"),
        (("k",), "k_offered"),
    ):
        for name in names:
            p.all_true((p[name] >= 0) == (p[key] >= 0), f"{name} and {key}")
    for name in ("won", "failed", "declined", "cycled"):
        p.all_true(p[name] <= 1, name)
    p.all_true((p["declined"] == 0) == (p["mission"] >= 0), "declined")
    p.all_true((p["dice"] >= 0) == (p["k"] > 0), "dice are rolled when somebody is fought")
    p.all_true((p["gift_seat"] >= 0) == (p["given"] > 0), "gift_seat and given")
    for name in ("counters", "adv_held", "reserve", "track", "gained", "given", "strength", "score"):
        p.all_true(p[name] >= 0, name)


def ranks_and_win_shares(p: Played) -> None:
    """10. The best score wins, then most adversaries; a win is shared evenly, and the shares add up to 1."""
    seats = p.seat_table
    score, held = seats["score"].astype(np.int64), seats["adv_held"].astype(np.int64)
    standing = score * 1000 + held
    ranks = 1 + (standing[:, None, :] > standing[:, :, None]).sum(axis=2)
    p.all_true(seats["rank"] == ranks, "rank")
    winners = (ranks == 1).sum(axis=1)
    p.all_true(p.game_table["winners"] == winners, "winners")
    shares = np.where(ranks == 1, 1 / winners[:, None], 0)
    p.all_true(np.isclose(seats["win_share"], shares, rtol=1e-6), "win_share")
    p.all_true(np.isclose(seats["win_share"].sum(axis=1), 1, rtol=1e-6), "win shares add up to 1")
    best = np.sort(score, axis=1)
    p.all_true(p.game_table["margin"] == best[:, -1] - best[:, -2], "margin")


def components_add_up(p: Played) -> None:
    """9. The score is the sum of its components: the last track score, and what the adversaries pay."""
    seats = p.seat_table
    assert {name for name in seats if name.startswith("pts_")} == {*TRACK, *ADVERSARIES}
    track = sum(seats[name].astype(np.int64) for name in TRACK)
    whole = track + sum(seats[name].astype(np.int64) for name in ADVERSARIES)
    p.all_true(seats["score"] == whole, "components")
    for name in (*TRACK, *ADVERSARIES):
        p.all_true(seats[name] >= 0, name)
    p.all_true(p["track"][:, -1, :] == track, "track")
    p.all_true(p["score"][:, -1, :] == whole, "score of the last row")
    for name in ("adv_held", "reserve"):
        p.all_true(p["adv_held"][:, -1, :] == seats["adv_held"], name)
    p.all_true(sum(seats[f"held_{color}"] for color in COLORS) == seats["adv_held"], "adversaries by colour")
    p.all_true(p["strength"][:, -1, :] == seats["final_strength"], "final Strength")


# ---------------------------------------------------------------- recruiting


def picks_and_hands(p: Played) -> None:
    """3. Who is dealt, picked, passed on and left over; no hero is there more often than its copies."""
    heroes = p.card_events(
        p.cards.heroes, *("dealt", "picked", "taken", "played", "passed", "left_over", "seen", "first_turn", "pick")
    )
    events = ("dealt", "picked", "passed", "left_over", "seen")
    seats = heroes.group_by("game_no", "seat").agg(pl.col(*events).sum())
    assert seats.height == p.games * p.players
    for name, wanted in zip(events, (15, 12, 27, 3, 42), strict=True):
        none(seats.filter(pl.col(name) != wanted), name)
    games = heroes.group_by("game_no", "card").agg(pl.col(*events).sum())
    copies = pl.DataFrame(
        {"card": ids(p.cards.heroes), "copies": [hero.copies for hero in p.cards.heroes]},
        schema={"card": pl.String, "copies": pl.Int64},
    )
    games = games.join(copies, on="card")
    none(games.filter(pl.col("dealt") > pl.col("copies")), "dealt more often than it is there")
    none(games.filter(pl.col("dealt") != pl.col("picked") + pl.col("left_over")), "dealt heroes are picked or left")
    if copies["copies"].sum() == 15 * p.players:
        none(games.filter(pl.col("dealt") != pl.col("copies")), "every hero is dealt")
    picks = p.turns_of("recruit").select("game_no", "seat", "turn", "step", card="hero")
    counted = picks.group_by("game_no", "seat", "card").agg(
        picked=pl.len(), taken=pl.len(), played=pl.len(), first_turn=pl.col("turn").min(), pick=pl.col("step").first()
    )
    agree(heroes.select(counted.columns), counted, "picks")


def lineups(p: Played) -> None:
    """New heroes stand at the chosen end, the others stay in their order; icons and Strength are theirs."""
    joints = joints_of(p.cards)
    strength = np.array([hero.strength for hero in p.cards.heroes])
    kept = np.full((p.games, 0, p.players), NOTHING)
    for stage in range(3):
        side = p["side"][:, list(RECRUIT[stage]), :]
        picked = p["hero"][:, list(RECRUIT[stage]), :]
        p.all_true((side == ONLY).sum(axis=1) == (stage == 0), "only the first hero has no side")
        whole = p.lineup(stage)
        # The heroes of the last round stand together, after those that were placed on the left of them.
        first = (side == LEFT).sum(axis=1)[:, None, :]
        lineup = np.take_along_axis(whole, first + np.arange(stage)[None, :, None], axis=1)
        kept_in_order(p, kept, lineup)
        for pick in range(4):
            left, hero = side[:, pick, :] == LEFT, picked[:, pick, :]
            gained = np.zeros(hero.shape, np.int64)
            if lineup.shape[1]:
                gained = np.where(left, joints[hero, lineup[:, 0]].sum(-1), joints[lineup[:, -1], hero].sum(-1))
            p.all_true(p["icons_gained"][:, RECRUIT[stage][pick], :] == gained, "icons_gained")
            new = hero[:, None, :]
            lineup = np.where(
                left[:, None, :], np.concatenate([new, lineup], axis=1), np.concatenate([lineup, new], axis=1)
            )
            p.all_true(p["strength"][:, RECRUIT[stage][pick], :] == strength[lineup].sum(axis=1), "Strength")
        p.all_true(lineup == whole, "the line-up of the adventure")
        p.all_true(p["strength"][:, list(ADVENTURE[stage]), :] == strength[lineup].sum(axis=1)[:, None, :], "Strength")
        kept = discarded(p, stage)
        left_over = strength[lineup].sum(axis=1) - np.where(kept[1] >= 0, strength[kept[1]], 0).sum(axis=1)
        p.all_true(p["strength"][:, RETURN[stage], :] == left_over, "Strength after the return")
        kept = np.where(kept[0], lineup, NOTHING)


def kept_in_order(p: Played, kept: Array, lineup: Array) -> None:
    """``lineup``: the heroes held over; ``kept``: those of the last round, -1 where one was discarded.

    Of two copies of a hero the log does not tell which one went, so that their order is open then.
    """
    if lineup.shape[1] == 0:
        return
    stayed = [[hero for hero in row if hero >= 0] for row in kept.transpose(0, 2, 1).reshape(-1, kept.shape[1])]
    standing = lineup.transpose(0, 2, 1).reshape(-1, lineup.shape[1]).tolist()
    for heroes, other in zip(stayed, standing, strict=True):
        assert heroes == other or (sorted(heroes) == sorted(other) and len(set(heroes)) < 3), "heroes held over"


def who_starts(p: Played) -> None:
    """2. The strongest line-up starts; then the strongest heroes from the left; then the youngest."""
    strength = np.array([hero.strength for hero in p.cards.heroes])
    for stage in range(3):
        symbols = strength[p.lineup(stage)]
        power = np.concatenate([symbols.sum(axis=1, keepdims=True), symbols], axis=1)
        tied = np.ones((p.games, p.players), bool)
        for row in power.transpose(1, 0, 2):
            tied &= row == np.where(tied, row, -1).max(axis=1, keepdims=True)
        starts, youngest = p.starts[:, stage], p.game_table["youngest"].astype(np.int64)
        games = np.arange(p.games)
        p.all_true(tied[games, starts], "the strongest starts")
        p.all_true(~tied[games, youngest] | (starts == youngest), "the youngest of the tied starts")
        p.all_true(p["start_seat"][:, list(ADVENTURE[stage]), :] == starts[:, None, None], "start_seat")


def discards_and_card_events(p: Played) -> None:
    """Turns, discards and final line-ups in the table of cards."""
    keys = ["game_no", "seat", "card"]
    acts = p.turns_of("adventure").select("game_no", "seat", "tile_in_force", card="hero")
    wanted = acts.group_by(keys).agg(
        activated=pl.len(), activated_tile=pl.col("tile_in_force").count(), used=pl.col("tile_in_force").null_count()
    )
    agree(p.card_events(p.cards.heroes, "activated", "activated_tile", "used"), wanted, "turns of heroes")
    names = ["discard_1", "discard_2", "discard_3"]
    moves = pl.concat(
        [
            p.turns_of("recruit").select("game_no", "seat", "round", card="hero").with_columns(n=1, gone=0),
            *(
                p.turns_of("return").select("game_no", "seat", "round", card=name).with_columns(n=-1, gone=1)
                for name in names
            ),
        ]
    ).drop_nulls()
    wanted = moves.group_by(keys).agg(
        kept=pl.col("n").sum(),
        discarded=pl.col("gone").sum(),
        held_over=pl.col("n").filter(pl.col("round") <= 1).sum() + pl.col("n").filter(pl.col("round") <= 2).sum(),
    )
    agree(p.card_events(p.cards.heroes, "kept", "discarded", "held_over"), wanted, "heroes that go and stay")


# ---------------------------------------------------------------- the adventure


def actions_in_force(p: Played) -> None:
    """A hero does an option of its own action, or of the tile on it."""
    here = p["phase"] == 1
    allowed = np.full((len(p.cards.heroes) + len(p.cards.tiles), 6), NOTHING)
    for number, card in enumerate((*p.cards.heroes, *p.cards.tiles)):
        for place, option in enumerate(card.action.options):
            allowed[number, place] = p.cards.options.index(option.text)
    tile = p["tile_in_force"]
    source = np.where(tile >= 0, len(p.cards.heroes) + tile, p["hero"])
    p.all_true(~here | (allowed[source, p["option"]] == p["action"]), "the action is that of hero or tile")


def damage_is_placed(p: Played) -> None:
    """4. As much damage as possible is placed, typed points on slots of their type, and never more than was rolled."""
    for free, points, placed in (("free_", "dmg_", "placed"), ("victim_free_", "hit_", "hit_placed")):
        here = p[placed] >= 0
        slots = [p[f"{free}{t}"] for t in ("l", "f", "i", "generic")]
        typed = [p[f"{points}{t}"] for t in ("l", "f", "i")]
        on_type = sum(np.minimum(d, f) for d, f in zip(typed, slots, strict=False))
        most = on_type + np.minimum(p[f"{points}any"], sum(slots) - on_type)
        p.all_true(~here | (p[placed] == most), placed, found=p[placed], wanted=most)
        p.all_true(~here | (p[placed] <= sum(typed) + p[f"{points}any"]), f"{placed}: more than rolled")
    rolled = sum(p[f"dmg_{t}"] for t in ("l", "f", "i", "any"))
    once = p.per_option(p.words.most(*HURTING)) <= 1
    whole = p["placed"] == rolled
    p.all_true(~once | (p["won"] < 0) | ((p["won"] == 1) == whole), "won when all is placed")
    p.all_true(~once | (p["mission"] < 0) | ((p["failed"] == 0) == whole), "achieved when all is placed")
    heals = p.per_option(p.words.most("heal")) > 0
    for t in ("l", "f", "i"):
        left = p[f"free_{t}"] - np.minimum(p[f"free_{t}"], p[f"dmg_{t}"])
        p.all_true(~once | heals | (p["placed"] < 0) | (p[f"{t}_after"] <= left), f"typed damage on {t}")


def damage_can_be_rolled(p: Played) -> None:
    """The points are a possible result of the dice, and of the wounds of a mission."""
    faces = dice_faces(str(p.plan.settings["dice"]), p.cards)
    results = [set(outcomes(dice, faces)) for dice in range(8)]
    columns = ("action", "mission", "dice", "dmg_l", "dmg_f", "dmg_i", "dmg_any")
    once = (p.per_option(p.words.most(*HURTING)) == 1) & (p.per_option(p.words.count(*HURTING)) == 1)
    once &= p["placed"] >= 0
    for action, mission, dice, *points in set(zip(*(p[name][once].tolist() for name in columns), strict=True)):
        if mission >= 0:
            card = p.cards.missions[mission]
            wounds, rolled = vector(card.wounds), set_of(card.dice)
        elif dice >= 0:
            wounds, rolled = vector(Damage()), dice
        else:
            step = next(step for step in p.words.options[action].steps if step.word == "roll")
            wounds, rolled = vector(Damage()), set_of(step.dice)
        assert tuple(np.subtract(points, wounds).tolist()) in results[rolled], (action, mission, dice, points)
    hits_can_be_rolled(p, results)


def hits_can_be_rolled(p: Played, results: Sequence[set[tuple[int, ...]]]) -> None:
    """The same for a hit, where it is clear what step it comes from."""
    if not p.once("tile") or not p.once(*HITTING):
        return
    columns = ("tile_drawn", "hit_l", "hit_f", "hit_i", "hit_any")
    here = p["victim"] >= 0
    for tile, *points in set(zip(*(p[name][here].tolist() for name in columns), strict=True)):
        possible: set[tuple[int, ...]] = set()
        for option in p.cards.tiles[tile].action.options:
            for step in option.steps:
                possible |= {vector(step.damage)} if step.word == "hit" else set()
                possible |= results[set_of(step.dice)] if step.word == "hitroll" else set()
        assert tuple(points) in possible, (tile, points)


def fights(p: Played) -> None:
    """5. A won fight brings exactly k adversaries, a lost one none; the row is as full as the deck allows."""
    held = p["adv_held"]
    taken = np.diff(held, axis=1, prepend=0)
    p.all_true(taken >= 0, "adversaries stay")
    p.all_true((taken == 0) | (p["phase"] == 1), "adversaries are taken on adventures")
    named = sum((p[f"adv_{n}"] >= 0).astype(np.int64) for n in (1, 2, 3))
    p.all_true(named == np.where(p["won"] == 1, p["k"], 0), "k adversaries are taken")
    once = p.per_option(p.words.most("fight")) <= 1
    p.all_true(np.where(once, taken == named, taken >= named), "adversaries held")
    total = sum(card.copies for card in p.cards.adversaries)
    in_order = ordered(p, taken)
    row = np.minimum(3, total - (np.cumsum(in_order, axis=1) - in_order))
    p.all_true(row >= 0, "there are so many adversaries")
    fight = np.array([max((s.number for s in o.steps if s.word == "fight"), default=0) for o in p.words.options])
    offered, k = p.all_acts("k_offered"), p.all_acts("k")
    most = np.minimum(fight[p.all_acts("action")], row)
    printed = p.words.count("fight")[p.all_acts("action")]
    single = (printed == 1) & (p.words.most("fight")[p.all_acts("action")] == 1)
    p.all_true((offered >= 0) | (printed == 0), "a fight is offered")
    p.all_true(~single | (offered == most), "k_offered", found=offered, wanted=most, row=row)
    p.all_true(offered <= row, "nobody fights more than there are")
    p.all_true((k <= offered) & (k >= np.minimum(offered, 0)), "k")
    if not p.plan.settings["allow_decline"]:
        p.all_true((offered < 1) | (k > 0), "fights cannot be declined")
    dice_of_fights(p, single)
    left = total - in_order.sum(axis=1)
    p.all_true(p.game_table["row_left"] == np.minimum(3, left), "row_left")
    p.all_true(p.game_table["row_left"] + p.game_table["adv_deck_left"] == left, "all adversaries are somewhere")


def dice_of_fights(p: Played, single: Array) -> None:
    """k different dice, and the added one."""
    added = np.array(
        [set_of([s.with_die]) if (s := fight_of(option)) and s.with_die else 0 for option in p.words.options]
    )[p.all_acts("action")]
    dice, k = p.all_acts("dice"), p.all_acts("k")
    own = np.bitwise_count(np.where(dice > 0, dice & ~added, 0))
    p.all_true(~single | (dice < 0) | ((own == k) & (dice & added == added)), "k different dice")


def ordered(p: Played, values: Array) -> Array:
    """Values by game, turn and seat, of all adventure turns in the order of play."""
    parts = []
    for stage in range(3):
        rows = values[:, list(ADVENTURE[stage]), :]
        seats = p.actors(stage).reshape(rows.shape)
        parts.append(np.take_along_axis(rows, seats, axis=2).reshape(p.games, -1))
    return np.concatenate(parts, axis=1)


def adversaries_and_card_events(p: Played) -> None:
    """No adversary is held twice; what it pays is what the components of the score say."""
    rows = p.card_events(
        p.cards.adversaries, *("seen", "taken", "kept", "used", "revealed", "scored_base", "scored_bonus", "played")
    )
    cards = pl.DataFrame(
        {
            "card": ids(p.cards.adversaries),
            "copies": [card.copies for card in p.cards.adversaries],
            "points": [card.points for card in p.cards.adversaries],
            "color": [card.color for card in p.cards.adversaries],
            "head": [card.condition.head if card.condition else "" for card in p.cards.adversaries],
            "bonus": [card.condition.bonus if card.condition else 0 for card in p.cards.adversaries],
        }
    )
    rows = rows.join(cards, on="card", how="left")
    none(rows.filter(pl.col("taken") != pl.col("kept")), "adversaries stay")
    none(rows.filter(pl.col("seen") < pl.col("taken")), "who is taken was seen")
    none(rows.filter(pl.col("revealed") < pl.col("taken")), "who is taken was revealed")
    none(rows.filter(pl.col("scored_base") != pl.col("kept") * pl.col("points")), "their own points")
    none(rows.filter(pl.col("used") > pl.col("kept")), "used")
    none(rows.filter((pl.col("scored_bonus") > 0) != (pl.col("used") > 0)), "used and bonus")
    fixed = rows.filter(pl.col("head").is_in(["set", "most", "strongest", "count"]))
    none(fixed.filter(pl.col("scored_bonus") != pl.col("used") * pl.col("bonus")), "bonus")
    none(rows.filter(pl.col("revealed") > pl.col("copies")), "revealed more often than it is there")
    tables = rows.group_by("game_no", "card").agg(pl.col("kept").sum(), pl.col("revealed", "copies").first())
    none(tables.filter(pl.col("kept") > pl.col("revealed")), "held more often than revealed")
    revealed = rows.group_by("game_no", "seat").agg(pl.col("revealed").sum()).join(p.log.games, on="game_no")
    total = sum(card.copies for card in p.cards.adversaries)
    assert revealed.height == p.games * p.players
    none(revealed.filter(pl.col("revealed") + pl.col("adv_deck_left") != total), "all have left the deck or not")
    sums = rows.group_by("game_no", "seat").agg(
        pl.col("scored_base").sum().alias("pts_adv_base"),
        *(pl.col("scored_bonus").filter(pl.col("head") == head).sum().alias(name) for head, name in BONUSES.items()),
        *(pl.col("kept").filter(pl.col("color") == color).sum().alias(f"held_{color}") for color in COLORS),
    )
    both = sums.join(p.log.seats, on=["game_no", "seat"], suffix="_seats")
    for name in sums.columns[2:]:
        none(both.filter(pl.col(name) != pl.col(f"{name}_seats")), name)
    if p.once("fight"):
        taken = p.turns_of("adventure").select("game_no", "seat", "turn", "adv_1", "adv_2", "adv_3")
        taken = taken.unpivot(index=["game_no", "seat", "turn"], value_name="card").drop("variable").drop_nulls()
        wanted = taken.group_by("game_no", "seat", "card").agg(taken=pl.len(), first_turn=pl.col("turn").min())
        agree(p.card_events(p.cards.adversaries, "taken", "first_turn"), wanted, "adversaries taken")


# ---------------------------------------------------------------- missions


def missions(p: Played) -> None:
    """6. Spaces are covered in their order, once by a seat, and the card goes when the last one is covered."""
    cards = p.cards.missions
    rank_of = np.array([RANKS.index(card.rank) for card in cards])
    p.all_true((p["mission"] < 0) | (p["mission_rank"] == rank_of[p["mission"]]), "mission_rank")
    achieved = p["failed"] == 0
    for name in ("space", "mission_points"):
        p.all_true((p[name] >= 0) == achieved, name)
    p.all_true((p["cycled"] < 1) | achieved, "only an achieved mission goes")
    values = np.zeros((len(cards), 9), np.int64)
    for number, card in enumerate(cards):
        values[number, 1 : 1 + len(card.spaces)] = card.spaces
    p.all_true(~achieved | (values[p["mission"], p["space"]] == p["mission_points"]), "the value of the space")
    steps = p.per_option(p.words.most("mission"))
    p.all_true((p["declined"] < 0) | (steps > 0), "only who may go on a mission declines")
    have = np.array([card.have for card in cards])
    p.all_true((p["mission"] < 0) | (p["adv_held"] >= have[p["mission"]]), "enough adversaries")
    if not p.plan.settings["allow_decline"]:
        p.all_true(p["declined"] < 1, "missions cannot be declined")
    if p.once("mission"):
        follow_the_piles(p, rank_of)


def follow_the_piles(p: Played, rank_of: Array) -> None:
    """Turn by turn, all games at once: tokens and covered spaces of the top cards."""
    cards, games = p.cards.missions, np.arange(p.games)
    spaces = np.array([len(card.spaces) for card in cards])
    starts = np.array([next(i for i, card in enumerate(cards) if card.rank == r and card.start) for r in RANKS])
    sizes = [sum(card.copies for card in cards if card.rank == rank) for rank in RANKS]
    columns = {name: p.all_acts(name) for name in ("mission", "failed", "space", "cycled")}
    length = columns["mission"].shape[1]
    tops = np.full((p.games, 3, length + 1), NOTHING)
    tops[:, :, 0] = starts
    covered, tokens, went = (np.zeros((p.games, 3), np.int64) for _ in range(3))
    for act in range(length):
        mission, failed, space, cycled = (column[:, act] for column in columns.values())
        tried = mission >= 0
        rank = rank_of[mission]
        top = tops[games, rank, went[games, rank]]
        p.all_true(~tried | (top == mission) | (top == NOTHING), "only the top mission is available")
        bit = 1 << p.all_actors[:, act]
        p.all_true(~tried | (tokens[games, rank] & bit == 0), "no seat has two tokens on a mission")
        tops[games[tried], rank[tried], went[games, rank][tried]] = mission[tried]
        done = tried & (failed == 0)
        covered[games[done], rank[done]] += 1
        tokens[games[done], rank[done]] |= bit[done]
        p.all_true(~done | (space == covered[games, rank]), "spaces are taken in their order")
        full = covered[games, rank] == spaces[mission]
        p.all_true(~done | ((cycled == 1) == full), "a mission goes when its last space is covered")
        gone = done & full
        covered[games[gone], rank[gone]] = 0
        tokens[games[gone], rank[gone]] = 0
        went[games[gone], rank[gone]] += 1
    p.all_true(went.sum(axis=1) == p.game_table["missions_cycled"], "missions_cycled")
    for rank, size in enumerate(sizes):
        earlier, other = tops[:, rank, :-size], tops[:, rank, size:]
        p.all_true((earlier == other) | (earlier == NOTHING) | (other == NOTHING), "a pile comes round in its order")
        lap = tops[:, rank, :size]
        for number, card in enumerate(cards):
            p.all_true((lap == number).sum(axis=1) <= card.copies, "copies of a mission")


def missions_and_card_events(p: Played) -> None:
    """What the table of cards says of missions."""
    rows = p.card_events(
        p.cards.missions,
        *("seen", "visible", "attempted", "achieved", "achieved_first", "failed", "cycled", "played", "used"),
    )
    none(rows.filter(pl.col("attempted") != pl.col("achieved") + pl.col("failed")), "achieved or failed")
    none(rows.filter(pl.col("played") != pl.col("attempted")), "played")
    none(rows.filter(pl.col("used") != pl.col("achieved")), "used")
    none(rows.filter(pl.col("seen") < pl.col("attempted")), "what is attempted is seen")
    none(rows.filter((pl.col("seen") > 0) & (pl.col("visible") == 0)), "what is seen is available")
    games = rows.group_by("game_no", "seat").agg(pl.col("visible", "seen", "cycled").sum())
    games = games.join(p.log.games, on="game_no")
    assert games.height == p.games * p.players
    none(games.filter(pl.col("visible") != 3 + pl.col("missions_cycled")), "visible")
    none(games.filter(pl.col("seen") % 3 != 0), "three missions are available")
    cycled = games.group_by("game_no").agg(pl.col("cycled").sum(), pl.col("missions_cycled").first())
    none(cycled.filter(pl.col("cycled") != pl.col("missions_cycled")), "cycled")
    if p.once("mission"):
        wanted = (
            p.turns_of("adventure")
            .select("game_no", "seat", "failed", "cycled", "space", card="mission")
            .drop_nulls("card")
            .group_by("game_no", "seat", "card")
            .agg(
                attempted=pl.len(),
                achieved=(pl.col("failed") == 0).sum(),
                achieved_first=(pl.col("space") == 1).sum(),
                failed=pl.col("failed").sum(),
                cycled=pl.col("cycled").sum(),
            )
        )
        agree(rows.select(wanted.columns), wanted, "missions")


# ---------------------------------------------------------------- tiles


def tile_places(p: Played) -> None:
    """7. Immediate tiles are used, activation tiles lie on own heroes, interaction tiles on others with the icon."""
    kinds = np.array([("immediate", "activation", "interaction").index(tile.set) for tile in p.cards.tiles] or [0])
    drawn, fate, force = p["tile_drawn"], p["tile_fate"], p["tile_in_force"]
    kind = kinds[drawn]
    there = drawn >= 0
    p.all_true(~there | ((fate == USED) == (kind == 0)), "immediate tiles are used")
    p.all_true(~there | (fate != OWN) | (kind == 1), "activation tiles are for own heroes")
    p.all_true(~there | (fate != OPPONENT) | (kind == 2), "interaction tiles are for others' heroes")
    p.all_true((p["tile_seat"] >= 0) == ((fate == OWN) | (fate == OPPONENT)), "tile_seat")
    p.all_true((p["tile_seat"] >= 0) == (p["tile_position"] > 0), "tile_position")
    seats = np.arange(p.players)[None, None, :]
    p.all_true((fate != OWN) | (p["tile_seat"] == seats), "own heroes")
    p.all_true((fate != OPPONENT) | (p["tile_seat"] != seats), "others' heroes")
    p.all_true((force < 0) | (kinds[force] != 0), "immediate tiles do not lie on heroes")
    shows = np.array([[not icon or hero.action.has(icon) for hero in p.cards.heroes] for icon in icons_of(p.cards)])
    p.all_true((force < 0) | shows[force, p["hero"]], "the hero shows the icon")
    if p.plan.settings["tile_timing"] == "on_draw":
        p.all_true(p["tiles_placed"] <= 0, "tiles are placed when drawn or never")
        whole = (fate == KEPT) & (kind == 1) & (p["reserve"] == 1)
        p.all_true(~whole | (p["phase"] == 1), "kept")
    for stage in range(3):
        place_on_heroes(p, stage, shows)


def icons_of(cards: Cards) -> list[str]:
    """By tile: the icon it asks for. One entry at least."""
    return [tile.icon for tile in cards.tiles] or [""]


def place_on_heroes(p: Played, stage: int, shows: Array) -> None:
    """A tile placed when drawn lies on a hero without one, and is in force at the hero's next turn."""
    seat, drawn = p.in_order("tile_seat", stage), p.in_order("tile_drawn", stage)
    game, act = np.nonzero(seat >= 0)
    owner, position = seat[game, act], p.in_order("tile_position", stage)[game, act] - 1
    tile, actor = drawn[game, act], p.actors(stage)[game, act]
    turns = list(ADVENTURE[stage])
    assert (position < len(turns)).all()
    force = p["tile_in_force"][:, turns, :][game, position, owner]
    hero = p.lineup(stage)[game, position, owner]
    assert shows[tile, hero].all(), "the hero shows the icon"
    now = act // p.players
    start = p.starts[game, stage]
    later = (owner - start) % p.players > (actor - start) % p.players
    acts_later = (position > now) | ((position == now) & later)
    assert (force[acts_later] == tile[acts_later]).all(), "a tile stays where it was put"
    assert (force[~acts_later] == NOTHING).all(), "at most one tile on a hero"
    places = np.stack([game, owner, position], axis=1)
    assert len(np.unique(places, axis=0)) == len(places), "at most one tile on a hero"


def tiles_stay_with_their_hero(p: Played) -> None:
    """7. A tile stays while its hero stays; the tiles of discarded heroes are lost."""
    for stage in range(3):
        lineup, force = p.lineup(stage), p["tile_in_force"][:, list(ADVENTURE[stage]), :]
        stays, _ = discarded(p, stage)
        lost = p["tiles_lost"][:, RETURN[stage], :]
        ordinary = np.sort(lineup, axis=1)
        clear = (np.diff(ordinary, axis=1) != 0).all(axis=1)  # no hero stands there twice
        known = ((force >= 0) & ~stays).sum(axis=1)
        p.all_true(~clear | (lost >= known), "tiles are lost with their heroes")
        p.all_true((lost >= 0) & (lost <= (~stays).sum(axis=1)), "tiles_lost")
        if stage == 2:
            return
        side = p["side"][:, list(RECRUIT[stage + 1]), :]
        places = (side == LEFT).sum(axis=1)[:, None, :] + np.cumsum(stays, axis=1) - 1
        following = p["tile_in_force"][:, list(ADVENTURE[stage + 1]), :]
        after = np.take_along_axis(following, np.clip(places, 0, following.shape[1] - 1), axis=1)
        p.all_true(~(clear[:, None, :] & stays & (force >= 0)) | (after == force), "a tile stays with its hero")


def tiles_are_somewhere(p: Played) -> None:
    """7. Supply, discards, reserves and heroes hold all tiles at all times; the supply is renewed when it is empty."""
    total = sum(tile.copies for tile in p.cards.tiles)
    reserve = p["reserve"]
    tiles = p.card_events(p.cards.tiles, "drawn", "resolved", "played", "kept")
    sums = tiles.group_by("game_no", "seat").agg(pl.col("drawn", "resolved", "played", "kept").sum())
    both = p.log.seats.join(sums, on=["game_no", "seat"], how="left").sort("game_no", "seat").fill_null(0)
    drawn, resolved, played, kept = (p.by_seat(both[name]) for name in ("drawn", "resolved", "played", "kept"))
    tiles_end = p.seat_table["tiles_end"]
    p.all_true(reserve[:, -1, :] == drawn - resolved - played, "the reserve")
    p.all_true(kept == tiles_end, "tiles_end")
    lost = p["tiles_lost"][:, list(RETURN), :].sum(axis=(1, 2))
    on_heroes = (tiles_end - reserve[:, -1, :]).sum(axis=1)
    p.all_true(on_heroes == played.sum(axis=1) - lost, "tiles on heroes")
    most = 3 if p.plan.settings["discard_after_last_round"] else 6
    p.all_true((tiles_end - reserve[:, -1, :] >= 0) & (tiles_end - reserve[:, -1, :] <= most), "one tile on a hero")
    copies = dict(zip(ids(p.cards.tiles), (tile.copies for tile in p.cards.tiles), strict=True))
    table = tiles.group_by("game_no", "card").agg(pl.col("kept").sum())
    none(table.filter(pl.col("kept") > pl.col("card").replace_strict(copies, default=0)), "copies of a tile")
    p.all_true(reserve.sum(axis=2) <= total, "so many tiles in reserve")
    if p.once("tile"):
        follow_the_supply(p, total)


def follow_the_supply(p: Played, total: int) -> None:
    """Turn by turn, all games at once."""
    before = np.concatenate([np.zeros((p.games, 1, p.players), np.int64), p["reserve"][:, :-1, :]], axis=1)
    fate, placed = p["tile_fate"], np.maximum(p["tiles_placed"], 0)
    p.all_true(p["reserve"] == before - placed + (fate == KEPT), "the reserve")
    supply = np.full(p.games, total)
    discards, renewed, on_heroes, reserves = (np.zeros(p.games, np.int64) for _ in range(4))
    tiles = p.words.count("tile")
    first = np.zeros((p.games, max(1, len(p.cards.tiles))), np.int64)  # drawn from the first supply
    games = np.arange(p.games)
    for stage in range(3):
        columns = {name: p.in_order(name, stage) for name in ("action", "tile_drawn", "tile_fate", "tiles_placed")}
        for act in range(columns["action"].shape[1]):
            action, drawn, what, from_reserve = (column[:, act] for column in columns.values())
            on_heroes += from_reserve
            reserves -= from_reserve
            tried = tiles[action] == 1
            none_left = tried & (supply == 0)
            renewed += none_left & (discards > 0)
            supply = np.where(none_left, discards, supply)
            discards = np.where(none_left, 0, discards)
            p.all_true((drawn >= 0) == (tried & (supply > 0)), "a tile is drawn while there is one")
            supply -= drawn >= 0
            discards += what == USED
            on_heroes += (what == OWN) | (what == OPPONENT)
            reserves += what == KEPT
            p.all_true(supply + discards + reserves + on_heroes == total, "all tiles are somewhere")
            fresh = (drawn >= 0) & (renewed == 0)
            first[games[fresh], drawn[fresh]] += 1
        lost = p["tiles_lost"][:, RETURN[stage], :].sum(axis=1)
        discards += lost
        on_heroes -= lost
        p.all_true(reserves == p["reserve"][:, RETURN[stage], :].sum(axis=1), "the reserves")
    p.all_true(renewed == p.game_table["supply_emptied"], "supply_emptied")
    for number, tile in enumerate(p.cards.tiles):
        p.all_true(first[:, number] <= tile.copies, "copies of a tile")


def tiles_and_card_events(p: Played) -> None:
    """What the table of cards says of tiles."""
    events = ("seen", "taken", "drawn", "placed_own", "placed_opponent", "resolved", "played", "used")
    more = ("used_by_others", "activated_owner", "activated_placer")
    rows = p.card_events(p.cards.tiles, *events, *more)
    kinds = dict(zip(ids(p.cards.tiles), (tile.set for tile in p.cards.tiles), strict=True))
    rows = rows.with_columns(kind=pl.col("card").replace_strict(kinds, default="", return_dtype=pl.String))
    none(rows.filter((pl.col("seen") != pl.col("drawn")) | (pl.col("taken") != pl.col("drawn"))), "drawn")
    none(rows.filter(pl.col("played") != pl.col("placed_own") + pl.col("placed_opponent")), "placed")
    none(rows.filter(pl.col("used") != pl.col("resolved") + pl.col("activated_owner")), "used")
    none(rows.filter((pl.col("kind") == "immediate") & (pl.col("resolved") != pl.col("drawn"))), "immediate tiles")
    none(rows.filter((pl.col("kind") != "immediate") & (pl.col("resolved") > 0)), "tiles that are placed")
    none(rows.filter((pl.col("kind") == "immediate") & (pl.col("played") > 0)), "immediate tiles")
    none(rows.filter((pl.col("kind") != "activation") & (pl.col("placed_own") > 0)), "activation tiles")
    none(rows.filter((pl.col("kind") != "interaction") & (pl.col("placed_opponent") > 0)), "interaction tiles")
    others = pl.when(pl.col("kind") == "interaction").then("activated_placer").otherwise(0)
    none(rows.filter(pl.col("used_by_others") != others), "used_by_others")
    own = (pl.col("kind") == "activation") & (pl.col("activated_owner") != pl.col("activated_placer"))
    none(rows.filter(own), "activation tiles serve who placed them")
    games = rows.group_by("game_no", "card").agg(pl.col("activated_owner", "activated_placer").sum())
    none(games.filter(pl.col("activated_owner") != pl.col("activated_placer")), "somebody placed it")
    wanted = p.counted(p.turns_of("adventure").select("game_no", "seat", card="tile_in_force"), "activated_owner")
    agree(rows.select(wanted.columns), wanted, "tiles in force")
    if p.once("tile"):
        drawn = p.turns_of("adventure").select("game_no", "seat", "tile_fate", card="tile_drawn").drop_nulls()
        wanted = drawn.group_by("game_no", "seat", "card").agg(
            drawn=pl.len(), resolved=(pl.col("tile_fate") == "used").sum()
        )
        agree(rows.select(wanted.columns), wanted, "tiles drawn")
        placed = np.maximum(p["tiles_placed"], 0) + ((p["tile_fate"] == OWN) | (p["tile_fate"] == OPPONENT))
        sums = rows.group_by("game_no", "seat").agg(pl.col("played").sum())
        both = p.log.seats.join(sums, on=["game_no", "seat"], how="left").sort("game_no", "seat").fill_null(0)
        p.all_true(p.by_seat(both["played"]) == placed.sum(axis=1), "tiles placed")


# ---------------------------------------------------------------- counters and points


def counters_and_slots(p: Played) -> None:
    """4, 8. Slots do not change within a round; counters come by damage, go by healing, and all at the return."""
    turns = list(RETURN)
    p.all_true(p["counters"][:, turns, :] == 0, "the return removes all counters")
    p.all_true((p["counters"] == 0) | (p["phase"] == 1), "counters lie on adventures only")
    seen = p["counters"].max(axis=(1, 2))
    p.all_true(p.game_table["max_counters"] >= seen, "max_counters")
    late = any(heals_late(option) for option in p.words.options) or p.words.loudest[("heal",)]
    if not late and p.once("tile"):
        p.all_true(p.game_table["max_counters"] == seen, "max_counters")
    for stage in range(3):
        slots = Capacity(p, stage)
        after = [p[name][:, list(ADVENTURE[stage]), :] for name in ("l_after", "f_after", "i_after")]
        for energy in range(3):
            p.all_true(after[energy] <= slots.energy[:, None, :, energy], "free energy slots")
        p.all_true(p["plain_after"][:, list(ADVENTURE[stage]), :] <= slots.plain[:, None, :], "free plain slots")
        p.all_true(p["pslot_after"][:, list(ADVENTURE[stage]), :] <= slots.points[:, None, :], "free prestige slots")
        if p.once(*HURTING) and p.once(*HITTING):
            follow_the_counters(p, stage, slots)


def follow_the_counters(p: Played, stage: int, slots: Capacity) -> None:
    """Turn by turn, all games at once: how many slots of every seat are covered, and as far as it shows, which."""
    games = np.arange(p.games)
    columns = {name: p.in_order(name, stage) for name in Turn.names}
    options = p.words.options
    most = np.array([sum(MANY * 10 if s.number == ALL else s.number for s in o.steps if s.word == "heal")
                     for o in options])  # fmt: skip
    loud = p.words.most("heal") > p.words.count("heal")
    simple = ~loud & np.array([p.words.times(o, "heal") <= 1 and not heals_late(o) for o in options])
    never = p.words.most("heal") == 0
    covered = np.zeros((p.games, p.players), np.int64)
    uncovered = slots.points.copy()  # points of prestige slots
    free = slots.energy.copy()  # of each energy, where that is clear
    clear = np.ones((p.games, p.players), bool)
    before = np.zeros(p.games, np.int64)
    for act in range(columns["counters"].shape[1]):
        turn, actor = Turn(columns, act), p.actors(stage)[:, act]
        me, victim = (games, actor), (games, np.maximum(turn["victim"], 0))
        placed, hit = np.maximum(turn["placed"], 0), np.maximum(turn["hit_placed"], 0)
        hurt, was_hit = turn["placed"] >= 0, turn["victim"] >= 0
        healed = before + placed + hit - turn["counters"]
        p.all_true((healed >= 0) & ((healed <= most[turn["action"]]) | loud[turn["action"]]), "healed")
        wanted = np.minimum(most[turn["action"]], covered[me])
        simply, no_healing = simple[turn["action"]], never[turn["action"]]
        p.all_true(~simply | (healed == wanted), "healed", found=healed, wanted=wanted)
        room = slots.all[me] - covered[me] + healed
        p.all_true(~(hurt & simply) | (turn.sum("free_") == room), "free slots", room=room)
        p.all_true(~was_hit | (turn.sum("victim_free_") == slots.all[victim] - covered[victim]), "free slots of others")
        for energy, letter in enumerate("lfi"):
            mine = turn[f"free_{letter}"] == free[(*me, energy)]
            p.all_true(~(hurt & no_healing & clear[me]) | mine, f"free {letter}")
            theirs = turn[f"victim_free_{letter}"] == free[(*victim, energy)]
            p.all_true(~(was_hit & clear[victim]) | theirs, f"free {letter} of others")
        covered[me] += placed - healed
        covered[victim] += hit
        p.all_true((covered >= 0) & (covered <= slots.all), "no more counters than slots")
        p.all_true(covered.sum(axis=1) == turn["counters"], "counters")
        points_of_free_slots(p, slots, me, turn, slots.all[me] - covered[me])
        p.all_true(~no_healing | (turn["pslot_after"] <= uncovered[me]), "prestige slots are covered")
        p.all_true(~no_healing | hurt | (turn["pslot_after"] == uncovered[me]), "nothing happened to prestige slots")
        uncovered[me] = turn["pslot_after"]
        p.all_true(~was_hit | (turn["victim_pslot"] <= uncovered[victim]), "prestige slots of others are covered")
        unhurt = was_hit & ((turn["hit_any"] == 0) | (hit == 0))
        p.all_true(~unhurt | (turn["victim_pslot"] == uncovered[victim]), "typed damage spares prestige slots")
        uncovered[victim] = np.where(was_hit, turn["victim_pslot"], uncovered[victim])
        clear[me] = True
        clear[victim] &= ~was_hit
        for energy, letter in enumerate("lfi"):
            free[(*me, energy)] = turn[f"{letter}_after"]
        before = turn["counters"]
    p.all_true(p["counters_removed"][:, RETURN[stage], :] == covered, "counters_removed")
    p.all_true(p["prestige_slots"][:, RETURN[stage], :] == uncovered, "uncovered prestige slots are scored")


def points_of_free_slots(p: Played, slots: Capacity, me: tuple[Array, Array], turn: Turn, free: Array) -> None:
    """What is free and neither energy nor plain is a prestige slot; so many of them are worth what the log says."""
    prestige = free - turn["l_after"] - turn["f_after"] - turn["i_after"] - turn["plain_after"]
    p.all_true((prestige >= 0) & (prestige <= slots.prestige[me]), "free prestige slots")
    places = (*me, np.clip(prestige, 0, slots.dearest.shape[2] - 1))
    points = turn["pslot_after"]
    p.all_true((slots.cheapest[places] <= points) & (points <= slots.dearest[places]), "points of prestige slots")


def points_on_the_track(p: Played) -> None:
    """9. The track never falls, and every point on it has a reason."""
    track, gained, phase = p["track"], p["gained"], p["phase"]
    before = np.concatenate([np.zeros((p.games, 1, p.players), np.int64), track[:, :-1, :]], axis=1)
    gifts = track - before - gained
    p.all_true(gifts >= 0, "the track never falls")
    p.all_true((phase != 0) | (gained == 0), "picks bring no points")
    p.all_true((phase != 2) | (gained == p["prestige_slots"]), "a return brings the prestige slots")
    seats = p.seat_table
    p.all_true(gifts.sum(axis=1) == seats["pts_gift"], "gifts received")
    p.all_true(p["given"].sum(axis=(1, 2)) == seats["pts_gift"].sum(axis=1), "gifts given")
    p.all_true(p["gift_seat"] != np.arange(p.players)[None, None, :], "nobody gives to itself")
    slots = p["prestige_slots"][:, list(RETURN), :].sum(axis=1)
    p.all_true(slots == seats["pts_prestige_slots"], "pts_prestige_slots")
    shine = p.per_option(p.words.points("shine"))
    tile = p["tile_in_force"] >= 0
    p.all_true(np.where(tile, 0, shine).sum(axis=1) == seats["pts_shine"], "pts_shine")
    p.all_true(np.where(tile, shine, 0).sum(axis=1) <= seats["pts_tile_points"], "pts_tile_points")
    if p.words.loudest[("shine",)] == 0:
        p.all_true(np.where(tile, shine, 0).sum(axis=1) == seats["pts_tile_points"], "pts_tile_points")
    points = np.maximum(p["mission_points"], 0)
    if p.once("mission"):
        p.all_true(points.sum(axis=1) == seats["pts_mission"], "pts_mission")
        if p.words.loudest[("shine",)] == 0:
            p.all_true((phase != 1) | (gained == shine + points), "points of a turn")
    if p.once("gift"):
        received = np.stack(
            [np.where(p["gift_seat"] == seat, p["given"], 0).sum(axis=(1, 2)) for seat in range(p.players)], axis=1
        )
        p.all_true(received == seats["pts_gift"], "pts_gift")
    p.all_true(p["score"] >= track, "adversaries cost nothing")
    p.all_true((p["adv_held"] > 0) | (p["score"] == track), "without adversaries the track is the score")


def card_rows(p: Played) -> None:
    """One row per game, seat and card that the seat met; events belong to one kind of card."""
    cards = p.log.cards
    assert cards.select("game_no", "seat", "card").is_duplicated().sum() == 0
    numbers = {card: number for number, card in enumerate(p.cards.ids)}
    places = cards.select("game_no", "seat", pl.col("card").replace_strict(numbers, return_dtype=pl.Int64))
    assert places.equals(places.sort("game_no", "seat", "card"))
    for rows, events in (
        (p.cards.heroes, (*CHOICES, "seen", "taken", "played", "used", "kept", "pick", *HERO_EVENTS)),
        (p.cards.adversaries, (*CHOICES, "seen", "taken", "used", "kept", *ADVERSARY_EVENTS)),
        (p.cards.missions, (*CHOICES, "seen", "played", "used", *MISSION_EVENTS)),
        (p.cards.tiles, ("seen", "taken", "played", "used", "used_by_others", "kept", *TILE_EVENTS)),
    ):
        others = [n for n in cards.columns if n not in (*events, "game_no", "seat", "card", "met_turn", "first_turn")]
        none(cards.filter(pl.col("card").is_in(ids(rows)) & pl.any_horizontal(pl.col(*others) != 0)), "another's event")
    names = [name for name, kind in cards.schema.items() if kind == pl.Int16]
    none(cards.filter(pl.any_horizontal(pl.col(*names) < 0)), "no event happens less than never")
    none(cards.filter((pl.col("met_turn") < 1) | (pl.col("met_turn") > 30)), "met_turn")
    none(cards.filter((pl.col("first_turn") > 0) & (pl.col("first_turn") < pl.col("met_turn"))), "first_turn")
    none(cards.filter((pl.col("first_turn") == 0) != (pl.max_horizontal("taken", "played") == 0)).filter(
        ~pl.col("card").is_in(ids(p.cards.tiles))), "first_turn")  # fmt: skip
    none(cards.filter(pl.col("seen") < pl.col("taken")), "what is taken is seen")
    none(cards.filter((pl.col("kept") > 0) & (pl.col("met_turn") == 0)), "kept")
    shares = cards.join(p.log.seats, on=["game_no", "seat"]).select(
        credit=(pl.col("picked") * pl.col("win_share").cast(pl.Float64)).sum(), picks=pl.col("picked").sum()
    )
    credit, picks = shares.row(0)
    assert picks == 12 * p.players * p.games
    assert abs(credit / picks - 1 / p.players) < 1e-6, "averaged over all picks the win credit is 1/n"


def choices_among_cards(p: Played) -> None:
    """Section 6: picks of heroes, adversaries taken while others stay, missions while others could be gone on."""
    check_choices(p.log.cards)
    cards = p.log.cards.with_columns(
        chosen=pl.col("chosen_in").bitwise_count_ones(), options=pl.col("options_in").bitwise_count_ones()
    )
    heroes = cards.filter(pl.col("card").is_in(ids(p.cards.heroes)))
    none(heroes.filter(pl.col("options") > pl.col("seen")), "a hero is in hand when it can be picked")
    if all(hero.copies == 1 for hero in p.cards.heroes):
        none(heroes.filter((pl.col("chosen") != pl.col("picked")) | (pl.col("options") != pl.col("seen"))), "picks")
        sizes = choices_of(heroes).group_by("game_no", "seat", "choice").len()["len"].value_counts()
        assert dict(sizes.rows()) == dict.fromkeys((5, 4, 3, 2), 3 * p.players * p.games), "hands of five to two"
    none(cards.filter(pl.col("chosen") > pl.max_horizontal("taken", "played")), "what was chosen was taken")


INVARIANTS = (
    rows_and_their_order,
    blank_cells,
    ranks_and_win_shares,
    components_add_up,
    picks_and_hands,
    lineups,
    who_starts,
    discards_and_card_events,
    actions_in_force,
    damage_is_placed,
    damage_can_be_rolled,
    fights,
    adversaries_and_card_events,
    missions,
    missions_and_card_events,
    tile_places,
    tiles_stay_with_their_hero,
    tiles_are_somewhere,
    tiles_and_card_events,
    counters_and_slots,
    points_on_the_track,
    card_rows,
    choices_among_cards,
)


def check_all(log: Log, plan: Plan) -> None:
    """Every invariant of these games."""
    played = Played(log, plan)
    for invariant in INVARIANTS:
        invariant(played)
