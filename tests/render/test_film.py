"""Animated pictures."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import cycle, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import FILM_EXTENSION, THEMES, Animation, Scene, animation, film, picture_size
from render.boards import BOARDS
from render.film import FRAME_TIME, LAST_FRAME_TIME, evenly
from rules import GAMES
from rules.core import Position
from tests.render.pixels import whole_of
from tests.rules.playouts import playout

SAMPLES = {key: fen for board in BOARDS for key, fen in board.samples.items()}

Frames = Sequence[tuple[Position, Scene]]


def frames(key: str, count: int, start: Position | None = None, name: str = "dusk") -> Frames:
    """The beginning of a random game, from a position or from the start."""
    return [
        (step.after, Scene(steps=(step,), theme=name)) for step in playout(key, 2, 1, most_plies=count, start=start)
    ]


FURL = frames("furl", 7)


def quiet(_: int) -> None:
    """Ignore progress."""


def filmed(played: Frames) -> bytes:
    return animation(played, quiet).data


def shots(animated: Animation) -> list[tuple[Image.Image, int]]:
    """The pictures that are seen, each with its time in milliseconds."""
    with Image.open(BytesIO(animated.data)) as image:
        seen: list[tuple[Image.Image, int]] = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            shot = image.convert("RGB")
            seen.append((shot, image.info["duration"]))
        return seen


@pytest.mark.parametrize(("key", "name"), list(zip(SAMPLES, cycle(THEMES), strict=False)))
def test_every_frame_shows_exactly_what_its_picture_shows(key: str, name: str) -> None:
    played = frames(key, 2, GAMES[key].from_fen(SAMPLES[key]), name)
    seen = shots(animation(played, quiet))
    pictures = [whole_of(position, replace(scene, is_frame=True)) for position, scene in played]
    assert [shot.tobytes() for shot, _ in seen] == [image.tobytes() for image in pictures]


def test_a_frame_stays_for_a_second_the_last_one_for_longer_and_all_starts_over() -> None:
    animated = animation(FURL[:4], quiet)
    assert [time for _, time in shots(animated)] == [FRAME_TIME] * 3 + [LAST_FRAME_TIME]
    with Image.open(BytesIO(animated.data)) as image:
        assert image.format == animated.extension.upper() == FILM_EXTENSION.upper()
        assert image.info["loop"] == 0


def test_a_frame_that_looks_like_the_one_before_lets_that_one_stay() -> None:
    one, two = FURL[:2]
    assert [time for _, time in shots(animation([one, one, two, two], quiet))] == [2_000, 1_000 + LAST_FRAME_TIME]


def test_the_frames_of_a_long_match_stay_for_a_shorter_time_so_that_all_take_two_minutes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(film, "MOST_TIME", 3_000)
    assert [time for _, time in shots(animation(FURL[:3], quiet))] == [FRAME_TIME] * 2 + [LAST_FRAME_TIME]
    assert [time for _, time in shots(animation(FURL[:6], quiet))] == [500] * 5 + [LAST_FRAME_TIME]
    monkeypatch.setattr(film, "MOST_FRAMES", 4)
    assert [time for _, time in shots(animation(FURL, quiet))] == [750] * 3 + [LAST_FRAME_TIME]


def test_a_single_position_can_be_animated() -> None:
    ((shot, _),) = shots(animation(FURL[:1], quiet))
    assert shot.tobytes() == whole_of(*FURL[0]).tobytes()


def test_nothing_cannot_be_animated() -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        animation([], quiet)


def test_progress_is_reported_after_each_frame() -> None:
    reply: list[int] = []
    assert animation(FURL[:3], reply.append).left_out == 0
    assert reply == [1, 2, 3]


def test_a_film_that_would_be_too_large_has_half_the_width_and_all_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = animation(FURL, quiet)
    monkeypatch.setattr(film, "MOST_BYTES", len(whole.data) - 1)
    reply: list[int] = []
    halved = animation(FURL, reply.append)
    assert len(halved.data) < len(whole.data)
    assert halved.left_out == 0
    assert [shot.size for shot, _ in shots(halved)] == [tuple(side // 2 for side in picture_size(*FURL[0]))] * len(FURL)
    assert reply == list(range(1, len(FURL) + 1))


def test_a_film_that_is_still_too_large_loses_frames_but_never_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MOST_BYTES", len(animation(FURL, quiet).data) - 1)
    halved = animation(FURL, quiet)
    last, most = shots(halved)[-1][0], len(halved.data) // 2
    monkeypatch.setattr(film, "MOST_BYTES", most)
    reply: list[int] = []
    thinned = animation(FURL, reply.append)
    assert len(thinned.data) <= most
    seen = shots(thinned)
    assert 0 < thinned.left_out == len(FURL) - len(seen)
    assert seen[-1][0].tobytes() == last.tobytes()
    assert reply == sorted(set(reply))
    assert reply[-1] == len(FURL)


def test_of_too_many_frames_some_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MOST_FRAMES", 3)
    animated = animation(FURL, quiet)
    assert animated.left_out == len(FURL) - 3
    assert [shot.tobytes() for shot, _ in shots(animated)][-1] == whole_of(*FURL[-1]).tobytes()


@given(count=st.integers(1, 5_000), most=st.integers(1, 1_200))
def test_numbers_are_spread_evenly_and_end_with_the_last(count: int, most: int) -> None:
    kept = evenly(count, most)
    gaps = {later - earlier for earlier, later in pairwise(kept)}
    assert kept[-1] == count - 1
    assert len(kept) == min(count, most)
    assert max(gaps, default=1) - min(gaps, default=1) <= 1
    assert min(gaps, default=1) > 0


def test_several_threads_film_what_one_thread_films() -> None:
    wanted = [FURL[:2], FURL[2:4], frames("furbowl", 2, GAMES["furbowl"].from_fen(SAMPLES["furbowl"]))]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(filmed, wanted))
    assert together == list(map(filmed, wanted))
