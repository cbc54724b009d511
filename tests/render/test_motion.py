"""How pieces are seen to move: what each board calls a piece, and what is laid over a picture for a moment."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from weakref import WeakSet

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render.boards import require_board
from render.canvas import Canvas
from render.motion import APPEARS, STILL, VANISHES, motion_of
from rules import GAMES
from rules.core import Move, Position
from rules.fursaz import FursazPosition
from rules.record import Step, steps_from
from tests.rules.playouts import USUAL_TABLES, playout

_SAME = 60
"""The tolerated difference of a colour, of 255: a sheet has fewer shades."""


def motion(steps: Sequence[Step]) -> render.Motion | None:
    """The motion of some steps."""
    frames = [(steps[0].before, render.Scene()), *((step.after, render.Scene(steps=(step,))) for step in steps)]
    return render.motion(frames)


def standing(position: Position, scene: render.Scene) -> dict[object, tuple[object, tuple[int, int]]]:
    """The pieces on a board, each with its corner, by place."""
    layers = require_board(position).paint(position, scene).layers
    return {layer.piece.place: (layer.piece, (layer.left, layer.top)) for layer in layers if layer.piece is not None}


@pytest.mark.parametrize(("key", "seats"), USUAL_TABLES)
def test_what_changes_begins_where_it_was_and_ends_where_it_is(key: str, seats: int) -> None:
    seen = 0
    for step in list(playout(key, seats, seed=1))[:60:4]:
        before, now = standing(step.before, render.Scene()), standing(step.after, render.Scene(steps=(step,)))
        changed = {place for place in before.keys() | now.keys() if before.get(place, "") != now.get(place, "")}
        changed = {place for place in changed if before.get(place, [""])[0] != now.get(place, [""])[0]}
        found = motion([step])
        if not changed:
            assert found is None
            continue
        assert found is not None
        [stage] = found.stages
        begins = {(one.left, one.top) for one in stage if one.does != APPEARS}
        ends = {(one.to_left, one.to_top) for one in stage if one.does != VANISHES}
        for corners, pieces in ((begins, before), (ends, now)):
            for place in changed & pieces.keys():
                x, y = pieces[place][1]  # drawings of other numbers of pieces are a little higher or wider
                assert any(abs(x - left) < 90 and abs(y - top) < 90 for left, top in corners), (place, step.move)
        assert len(found.patches) == len(changed & now.keys()), "each piece of the picture that changed is covered"
        seen += 1
    assert seen, "pieces of every game move"


def test_a_disc_travels_to_another_and_a_stack_comes_apart() -> None:
    furled = motion([*steps_from(GAMES["furl"].start(2), [Move("a1<b2")])])
    assert furled is not None
    resting, trip = furled.stages[0]
    assert (resting.left, resting.top) == (resting.to_left, resting.to_top)
    assert trip.to_left == resting.left and trip.top > trip.to_top
    unfurls = next(step for step in playout("furl", 2, seed=1) if ">" in step.move)
    unfurled = motion([unfurls])
    assert unfurled is not None
    ways = [one for one in unfurled.stages[0] if (one.left, one.top) != (one.to_left, one.to_top)]
    assert len({(one.to_left, one.to_top) for one in ways}) == len(ways) > 1, "each disc goes its own way"


def test_a_captured_piece_vanishes_and_a_placed_one_appears() -> None:
    lost = next(step for step in playout("playwin", 2, seed=1) if "x" in step.move)
    captured = motion([lost])
    assert captured is not None
    assert sorted(one.does for one in captured.stages[0]) == [VANISHES, STILL]
    placed = motion([*steps_from(GAMES["fursaz"].start(2), [Move("c3")])])
    assert placed is not None and [one.does for one in placed.stages[0]] == [APPEARS]


def test_a_stone_that_flips_turns_into_the_other_colour_at_its_place() -> None:
    flips = next(
        step
        for step in playout("fursaz", 2, seed=1)
        if isinstance(step.before, FursazPosition) and step.before.flips(step.move)
    )
    found = motion([flips])
    assert found is not None
    vanishing = {(one.left, one.top) for one in found.stages[0] if one.does == VANISHES}
    assert vanishing, "it had another colour"


def test_the_steps_of_a_turn_are_stages_and_a_step_without_a_move_is_none() -> None:
    steps = list(playout("playwin", 2, seed=1))[:3]
    found = motion(steps)
    assert found is not None and len(found.stages) == 3
    rolls = [step for step in playout("farlander", 2, seed=1) if step.is_roll]
    assert rolls and all(motion([roll]) is None for roll in rolls)


def test_a_motion_of_many_steps_holds_two_boards_at_a_time() -> None:
    alive, most = WeakSet[Canvas](), 0

    def boards() -> Iterator[Canvas]:
        nonlocal most
        for step in [*playout("furl", 2, seed=1)][:5]:
            board = require_board(step.after).bare(step.after, render.Scene())
            alive.add(board)
            most = max(most, len(alive))
            yield board
            del board

    found = motion_of(boards())
    assert found is not None and len(found.stages) == 4 and most == 2


@pytest.mark.parametrize("key", GAMES)
def test_patches_show_the_picture_without_the_pieces_that_move(key: str) -> None:
    step = next(step for step in playout(key, 2, seed=1) if (found := motion([step])) is not None and found.patches)
    found = motion([step])
    assert found is not None
    board = require_board(step.after).paint(step.after, render.Scene(steps=(step,)))
    assert ImageChops.difference(board.without(()).finished(), board.finished()).getbbox() is None
    picture = board.finished().convert("RGB")
    sprites = Image.open(BytesIO(found.data)).convert("RGBA")
    patched = picture.copy()
    for sprite, left, top in found.patches:
        x, y, width, height = found.sprites[sprite]
        patched.paste(sprites.crop((x, y, x + width, y + height)), (left, top))
    assert ImageChops.difference(patched, picture).getbbox() is not None
    places = {place for place, one in standing(step.after, render.Scene(steps=(step,))).items() if one}
    bare = board.without(places).finished().convert("RGB")
    sprite, left, top = found.patches[-1]
    _x, _y, width, height = found.sprites[sprite]
    box = (left + width // 2 - 1, top + height // 2 - 1, left + width // 2 + 1, top + height // 2 + 1)
    off = ImageChops.difference(patched.crop(box), bare.crop(box))
    assert max(ImageStat.Stat(off).mean) < _SAME, "where a piece was is the ground of the board"
