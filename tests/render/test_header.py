"""The header above the boards of all games."""

from dataclasses import replace

import pytest
from PIL import ImageChops

import render
from render.boards import require_board
from render.canvas import Canvas
from render.characters import FACES
from render.header import header
from render.typeface import Style, fitted
from rules import GAMES
from rules.core import Outcome, Position, Seat
from rules.farlander import FarlanderPosition
from rules.furbowl import FurbowlPosition
from tests.render.pixels import header_of, pixels_of, whole_of
from tests.rules.playouts import TABLES, playout

NAMES = ("Ada", "Ben", "Cleo", "Dan")
FOR_TWO = [(key, seats) for key, seats in TABLES if seats == 2]


def middle_of(key: str, seats: int) -> Position:
    """A position whose sides are settled."""
    *_, last = (step.after for step in playout(key, seats, 5, most_plies=60) if step.after.turn is not None)
    return last


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_names_and_an_agreed_end_show_in_the_header_alone(key: str, seats: int) -> None:
    position, outcome = middle_of(key, seats), Outcome((1,) * seats, "agreement")
    scenes = (render.Scene(), render.Scene(NAMES[:seats]), render.Scene(NAMES[:seats], outcome=outcome))
    assert len({header_of(position, scene).tobytes() for scene in scenes}) == 3
    assert len({pixels_of(position, scene).tobytes() for scene in scenes[:2]}) == 1


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_header_says_who_won_and_who_is_to_move(key: str, seats: int) -> None:
    position = middle_of(key, seats)
    ends = [tuple(1 if seat == won else 2 for seat in range(seats)) for won in range(seats)]
    scenes = (render.Scene(), *(render.Scene(outcome=Outcome(places, "resignation")) for places in ends))
    assert len({header_of(position, scene).tobytes() for scene in scenes}) == 1 + seats
    after = next(step for step in playout(key, seats, 5) if step.mover is not None and step.after.turn != step.mover)
    assert header_of(after.before).tobytes() != header_of(after.after).tobytes()


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_name_of_any_length_stays_on_its_own_plate(key: str, seats: int) -> None:
    position = middle_of(key, seats)
    other = "W" if seats == 2 else "V" * 5_000  # of more players, none is said to have points if one has no room for it
    one, two = (header_of(position, render.Scene((name, *NAMES[1:seats]))) for name in (other, "W" * 5_000))
    changed = ImageChops.difference(one, two).getbbox()
    assert changed is not None and changed[2] <= one.width // 2


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_bare_picture_is_the_same_board_without_the_header(key: str, seats: int) -> None:
    position, scene = middle_of(key, seats), render.Scene(NAMES[:seats], options=("a1", "c1"))
    bare, top = replace(scene, is_bare=True), require_board(position).top(position, scene)
    whole, board = whole_of(position, scene), pixels_of(position, scene)
    assert board.size == render.picture_size(position, bare) == (whole.width, whole.height - top)
    assert render.picture_size(position, scene) == whole.size
    assert board.tobytes() == whole.crop((0, top, *whole.size)).tobytes()
    for option, area in render.areas(position, bare).items():
        x, y = area.middle
        assert render.areas(position, scene)[option].middle == (x, y + top)
        assert render.place_at(position, bare, (x, y)) == render.place_at(position, scene, (x, y + top))


def test_pieces_move_on_a_bare_picture_as_much_higher_as_the_header_is_high() -> None:
    step = next(step for step in playout("furl", 2, 1))
    tops: list[list[int]] = []
    for is_bare in (False, True):
        frames = [(position, render.Scene(is_bare=is_bare)) for position in (step.before, step.after)]
        motion = render.motion(frames)
        assert motion is not None
        assert motion.size == render.picture_size(step.after, render.Scene(is_bare=is_bare))
        tops.append([actor.top for stage in motion.stages for actor in stage])
    (top,) = {below - above for below, above in zip(*tops, strict=True)}
    assert top == require_board(step.after).top(step.after, render.Scene())


@pytest.mark.parametrize(("key", "seats"), [("furl", 2), ("fursaz", 2), ("farlander", 3), ("farlander", 4)])
@pytest.mark.parametrize("faces", [(), tuple(FACES)[:4]])
@pytest.mark.parametrize("counts", [(), ("1512 (+12)",)])
@pytest.mark.parametrize("is_over", [False, True])
def test_at_least_twelve_letters_of_a_name_are_shown(
    key: str,
    seats: int,
    faces: tuple[str, ...],
    counts: tuple[str, ...],
    is_over: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[str] = []

    def write(canvas: Canvas, text: str, at: tuple[int, int], style: Style, width: int) -> None:
        written.append(fitted(text, style, width))

    monkeypatch.setattr(Canvas, "write", write)
    names = ("Wilhelmina Wagner-Müller", "Владимир Владимирович", "Maximilian Alexander", "Ολυμπία Παπαδοπούλου")
    outcome = Outcome(tuple(range(1, seats + 1)), "resignation") if is_over else None
    position, scene = middle_of(key, seats), render.Scene(names[:seats], faces=faces, outcome=outcome)
    board = require_board(position)
    header(Canvas((1000, 300), scene.scheme), position, scene, board.counted(position, counts * seats), board.tones)
    for name in names[:seats]:
        shown = max((text.removesuffix("…") for text in written if name.startswith(text.removesuffix("…"))), key=len)
        assert len(shown) >= (8 if counts and faces else 12), written


def test_all_plates_say_what_is_counted_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def write(_canvas: Canvas, text: str, _at: tuple[int, int], _style: Style, _width: int) -> None:
        written.append(text)

    monkeypatch.setattr(Canvas, "write", write)
    position = middle_of("farlander", 4)
    assert isinstance(position, FarlanderPosition)
    board, said = require_board(position), set[int]()
    for name in ("Ada", "Владимир", "Wilhelmina Wagner-Müller"):
        for seat in range(4):
            for outcome in (None, Outcome((1, 1, 2, 2), "agreement"), Outcome((1, 2, 3, 4), "resignation")):
                names = tuple(name if of == seat else "Ben" for of in range(4))
                written.clear()
                scene = render.Scene(names, outcome=outcome, faces=("mole", "lynx"))
                header(Canvas((1000, 300), scene.scheme), position, scene, board.players(position), board.tones)
                said.add(sum(text in ("point", "points") for text in written))
    assert said == {0, 4}
    gone = position.without(Seat(1))
    long = render.Scene(("Wilhelmina Wagner-Müller",) * 4, outcome=Outcome((1, 2, 3, 4), "agreement"), faces=("mole",))
    written.clear()
    header(Canvas((1000, 300), long.scheme), gone, long, board.players(gone), board.tones)
    assert [text for text in written if text in ("point", "points", "left ·")] == ["left ·"]


@pytest.mark.parametrize(("key", "units"), [("furl", "discs"), ("playwin", "pieces"), ("farlander", "points")])
def test_both_of_two_plates_say_what_is_counted_or_neither(
    key: str, units: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def write(_canvas: Canvas, text: str, _at: tuple[int, int], _style: Style, _width: int) -> None:
        written.append(text)

    monkeypatch.setattr(Canvas, "write", write)
    board, said = require_board(middle_of(key, 2)), set[int]()
    for said_as in (units, f"{units} of a language with long words"):
        for outcome in (
            None,
            Outcome((1, 2), "resignation"),
            Outcome((2, 1), "resignation"),
            Outcome((1, 1), "agreement"),
        ):
            for name in ("Ada", "Wilhelmina Wagner-Müller"):
                for counts in (("1", "1512 (+12)"), ("12", "7")):
                    written.clear()
                    scene = render.Scene((name, "Ben"), outcome=outcome, faces=("", "mole"))
                    players = board.counted(middle_of(key, 2), [f"{count} {said_as}" for count in counts])
                    header(Canvas((1000, 300), scene.scheme), middle_of(key, 2), scene, players, board.tones)
                    said.add(sum(said_as in text for text in written))
    assert said == {0, 2}


def test_the_header_counts_the_plays_that_are_left_in_furbowl() -> None:
    sample = render.sample(GAMES["furbowl"])
    assert isinstance(sample, FurbowlPosition)
    first = replace(sample, plays=0)
    assert header_of(first).tobytes() != header_of(replace(first, plays=1)).tobytes()


def test_a_seat_that_has_left_is_marked() -> None:
    position = middle_of("farlander", 3)
    assert isinstance(position, FarlanderPosition)
    assert header_of(position).tobytes() != header_of(position.without(Seat(1))).tobytes()
