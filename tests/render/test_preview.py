"""A picture of what was not played yet says so."""

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import render
from render.theme import WIDTH, Role, Scheme, colour
from rules.core import Seat
from tests.render.pixels import header_of, pixels_of
from tests.rules.playouts import TABLES, playout


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_move_that_is_only_looked_at_has_a_dashed_frame_and_its_player_stays_to_move(key: str, seats: int) -> None:
    step = [step for step in playout(key, seats, 3) if step.mover is not None and step.after.turn != step.mover][9]
    played = render.Scene(("Ada", "Ben", "Cleo", "Dan")[:seats], (step,))
    views = [
        (header_of(position, scene), pixels_of(position, scene))
        for position, scene in (
            (step.before, replace(played, steps=())),
            (step.after, played),
            (step.after, replace(played, previewed_by=step.mover)),
        )
    ]
    (_, after), (_, shown) = views[1:]
    inside = (30, 30, WIDTH - 30, after.height - 30)
    assert ImageChops.difference(after.crop(inside), shown.crop(inside)).getbbox() is None
    assert ImageChops.difference(after, shown).crop((0, 0, WIDTH, 30)).getbbox()
    assert len({header.tobytes() for header, _ in views}) == 3


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_frame_strikes_nothing_through_that_the_board_says(key: str, seats: int) -> None:
    step = [step for step in playout(key, seats, 3) if step.mover is not None and step.after.turn != step.mover][9]
    bare = render.Scene(steps=(step,), is_bare=True)
    plain, framed = (pixels_of(step.after, replace(bare, previewed_by=seat)) for seat in (None, step.mover))
    differing = ImageChops.difference(plain, framed).convert("L")
    frame = differing.point([0] + [255] * 255)  # pyright: ignore[reportUnknownMemberType] - it does not say what it takes
    ground = Image.new("RGB", plain.size, colour(Role.CANVAS, Scheme.DUSK))
    struck = ImageChops.difference(plain, ground)
    struck.paste((0, 0, 0), mask=ImageChops.invert(frame))
    assert frame.getbbox() and struck.getbbox() is None


def test_a_move_that_would_win_has_no_winner_yet() -> None:
    *_, last = playout("furl", 2, 1)
    assert last.mover is not None and last.after.outcome() is not None
    scenes = [render.Scene(("Ada", "Ben"), (last,), previewed_by=seat) for seat in (None, Seat(last.mover))]
    over, shown = (header_of(last.after, scene) for scene in scenes)
    assert over.tobytes() != shown.tobytes()
