"""The end of a game as a picture, and the command that writes it.

golden/picture.svg is the picture of the game of golden/story.txt. Where it has to change, delete that file and run the
tests: it is written anew. Look at it before it is kept.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest

from alfheim.tell import plan_of
from balance.engine.game.story import LoggedGame
from balance.engine.playing.runner import simulate
from balance.engine.runs.run import Run
from balance.games.alfheim.cards.box import TYPES
from balance.games.alfheim.tell import picture
from balance.games.alfheim.tell.svg import draw, fit, tint, width
from balance.judging.replay import draw_game, tell_game_with_chances
from helpers.command_line import balance, refused
from helpers.told import logged_games

GOLDEN = Path(__file__).parent / "golden" / "picture.svg"
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<b onload=\"x\">&amp; 'Bread'"


def test_a_whole_picture(tmp_path):
    run = simulate(plan_of(tmp_path, easy=True, players=3, settings={"footprint_point": "2"}), tmp_path / "run")
    drawn = draw_game(run, 2)
    if not GOLDEN.exists():
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(drawn)
        pytest.fail(f"{GOLDEN.name} was missing and has been written")
    assert drawn == GOLDEN.read_text()


@pytest.fixture(scope="module", params=[1, 2, 5])
def game(request, tmp_path_factory) -> LoggedGame:
    """A game of so many, with fairies that chance alone can pay for."""
    folder = tmp_path_factory.mktemp("drawn")
    return logged_games(plan_of(folder, easy=True, players=request.param))[1]


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    """A run of a few games."""
    folder = tmp_path_factory.mktemp("run")
    return simulate(plan_of(folder), folder / "run")


def found(root: Element, kind: str) -> list[Element]:
    """The groups of this class."""
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == kind]


def texts(root: Element) -> list[str]:
    """Everything written."""
    return [element.text or "" for element in root.iter(f"{SVG}text")]


@pytest.mark.slow
def test_every_tile_is_drawn_once(game):
    seats = found(fromstring(picture(game)), "seat")
    assert len(seats) == len(game.seats)
    for seat, row in zip(seats, game.seats, strict=True):
        numbers = [len(found(seat, kind)) for kind in ("clue", "footprint", "fairy")]
        assert numbers == [13, 1, row["n_fairies"]]


@pytest.mark.slow
def test_no_two_tiles_of_a_seat_lie_on_each_other(game):
    for seat in found(fromstring(picture(game)), "seat"):
        tiles = [tile for kind in ("clue", "footprint", "fairy") for tile in found(seat, kind)]
        assert len({tile.get("transform") for tile in tiles}) == len(tiles)


@pytest.mark.slow
def test_every_tile_says_what_it_is(game):
    for seat in found(fromstring(picture(game)), "seat"):
        assert all(tile.find(f"{SVG}title") is not None for kind in ("clue", "fairy") for tile in found(seat, kind))


def test_every_fairy_has_a_bar_to_the_line_that_paid(game):
    root = fromstring(picture(game))
    bars = [line for line in root.iter(f"{SVG}line") if line.get("class") == "bar"]
    assert len(bars) == sum(row["n_fairies"] for row in game.seats)


def test_every_match_of_a_footprint_has_a_dot(game):
    root = fromstring(picture(game))
    dots = [dot for seat in found(root, "seat") for dot in seat.iter(f"{SVG}circle") if dot.get("class") == "match"]
    assert len(dots) == sum(row["pts_footprint"] for row in game.seats)


def test_scores_and_winners_are_written(game):
    headings = [text for text in texts(fromstring(picture(game))) if text.startswith("Player ") and ": " in text]
    for row, heading in zip(game.seats, headings, strict=True):
        assert f": {row['score']} point" in heading
        assert heading.endswith(", wins") == (row["rank"] == 1 and len(game.seats) > 1)


def test_the_points_below_an_area_add_up(game):
    for seat, row in zip(found(fromstring(picture(game)), "seat"), game.seats, strict=True):
        points = [
            int(text.text or "")
            for text in seat.findall(f"{SVG}text")
            if text.get("text-anchor") == "end" and text.get("font-weight") is None
        ]
        assert sum(points) == row["score"]


def test_the_picture_is_named_for_those_who_do_not_see_it(game):
    root = fromstring(picture(game))
    assert root.get("role") == "img"
    names = {element.get("id"): element.text for element in root if element.get("id")}
    assert names[root.get("aria-labelledby")] == f"Fairies of Alfheim, game {game.game['game_no']}: the end"
    described = names[root.get("aria-describedby")] or ""
    assert all(f"Player {row['seat'] + 1} (random): {row['score']} point" in described for row in game.seats)


def test_everything_lies_within_the_page(game):
    root = fromstring(picture(game))
    _, _, wide, high = map(float, (root.get("viewBox") or "").split())
    assert (root.get("width"), root.get("height")) == (f"{wide:g}", f"{high:g}")
    for text in root.iter(f"{SVG}text"):
        x, y = float(text.get("x") or 0), float(text.get("y") or 0)
        assert x <= wide
        assert y <= high
    for group in root.iter(f"{SVG}g"):
        if group.get("transform"):
            x, y = map(float, (group.get("transform") or "").partition("(")[2].partition(")")[0].split())
            assert 0 < x < wide
            assert 0 < y < high


@pytest.mark.slow
def test_names_from_the_card_table_are_only_text(tmp_path):
    names = {"own_B": {"name": HOSTILE}, **{f"king_{letter}": {"name": f"{HOSTILE} {letter}"} for letter in "abcde"}}
    drawn = picture(logged_games(plan_of(tmp_path, names=names, players=2))[0])
    root = fromstring(drawn)
    assert not list(root.iter(f"{SVG}b"))
    assert any(text.startswith("<b onload=") for text in texts(root))


def test_a_drawing_holds_no_characters_that_xml_forbids():
    root = Element("svg")
    draw(root, "text", "a\x1bb\x00c")
    assert fromstring(tostring(root))[0].text == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"


@pytest.mark.slow
def test_long_names_are_shortened_to_the_page(tmp_path):
    names = {f"{kind}_{letter}": {"name": f"{'Wide' * 8} {kind} {letter}"} for kind in TYPES for letter in "abcde"}
    plan = plan_of(tmp_path, easy=True, names=names, players=2)
    drawn = fromstring(picture(logged_games(plan)[0]))
    assert any(text.endswith("…") for text in texts(drawn))


def test_a_picture_has_no_numbers_longer_than_needed(game):
    assert "0000" not in picture(game)
    assert "9999" not in picture(game)


def test_texts_are_shortened_to_their_room():
    assert fit("Bread", 10, width("Bread", 10)) == "Bread"
    assert fit("Bread and cheese", 10, width("Bread…", 10)) == "Bread…"
    assert width("麦", 10) > width("B", 10)


def test_a_tint_lies_between_white_and_the_colour():
    assert (tint("#0072b2", 0), tint("#0072b2", 1), tint("#000000", 0.2)) == ("#ffffff", "#0072b2", "#cccccc")


# The command


@pytest.mark.slow
def test_replay_writes_the_picture(run, tmp_path):
    file = tmp_path / "end.svg"
    said = balance("replay", run.path, 1, "--picture", file)
    assert (said.code, said.out, said.err) == (0, "\n".join(tell_game_with_chances(run, 1)) + "\n", "")
    assert file.read_text() == draw_game(run, 1)


@pytest.mark.slow
def test_replay_replaces_an_earlier_picture(run, tmp_path):
    file = tmp_path / "end.svg"
    file.write_text("an earlier one")
    assert balance("replay", run.path, 0, "--picture", file).code == 0
    assert file.read_text() == draw_game(run, 0)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(("file", "says"), [(".", "Is a directory"), ("no/where.svg", "No such file or directory")])
def test_a_picture_that_cannot_be_written_is_told(run, tmp_path, monkeypatch, file, says):
    monkeypatch.chdir(tmp_path)
    assert refused("replay", run.path, 0, "--picture", file) == [f"balance: {file}: cannot be written: {says}"]
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_was_not_played_has_no_picture(run, tmp_path):
    lines = refused("replay", run.path, 9, "--picture", tmp_path / "end.svg")
    assert lines[0] == "balance: there is no game 9"
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_pictures_says_so(small_run, tmp_path):
    assert refused("replay", small_run.path, 0, "--picture", tmp_path / "end.svg") == ["balance: Fairy has no picture"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_run_without_turns_is_drawn_all_the_same(tmp_path):
    for log in ("turns", "seats"):
        simulate(plan_of(tmp_path, log=log), tmp_path / log)
    drawn = [balance("replay", tmp_path / log, 2, "--picture", tmp_path / f"{log}.svg") for log in ("turns", "seats")]
    assert [said.code for said in drawn] == [0, 0]
    assert (tmp_path / "turns.svg").read_text() == (tmp_path / "seats.svg").read_text()
