"""Pictures as they were kept: a sheet for each ruleset, and one of the other pictures, at a quarter of their size.

Beside a sheet is a list of sums: one of the pixels of each picture in its whole size, and one of what else is said of
it, such as the areas that can be touched. `make transcripts` writes them anew; look at every sheet that changes before
you keep it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest
from PIL import Image, ImageChops

import render
from render import Card, Chances, Curve, Line, Point, ResultLine, ResultTable, Scene
from render.boards import require_board
from render.boards.plain import plain
from render.canvas import Canvas
from render.characters import FACES, PALETTE, portrait
from render.theme import Scheme
from rules import GAMES
from rules.core import Outcome, Position, Seat
from rules.record import Step
from tests.render.pixels import decoded, whole_of
from tests.rules.playouts import TABLES, playout

_KEPT: Final = Path(__file__).parent / "kept"
_SMALLER: Final = 4  # times
_ABREAST: Final = 4
_STEPS: Final = 8  # from one value of a channel to the next: as a sheet needs less space with fewer colours
_FURTHER: Final = 3  # turns of another game
_FACE: Final = 100  # pixels from the middle of a face to its edge
_FRACTION: Final = re.compile(r"-?\d+\.\d+")
NAMES: Final = ("Ada", "Wilhelmina Wagner-Müller", "Владимир", "Dan (an engine)")
DUSK, NIGHT, PAPER = (scheme.value for scheme in Scheme)


def of_last_turn(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The last of some steps that belong to one turn."""
    seats = [step.mover for step in steps]
    mover = next((seat for seat in reversed(seats) if seat is not None), None)
    first = max((number for number, seat in enumerate(seats, start=1) if seat not in (None, mover)), default=0)
    return tuple(steps[first:])


def pickers_of(position: Position) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The stages of a picker: what is chosen so far, and what is on offer; always the one after which most are."""
    series: list[tuple[str, ...]] = [(*position.stages(move)[:-1], move) for move in position.legal_moves()]
    chosen = ""
    while series:
        offered = Counter(stages[0] for stages in series)
        yield chosen, tuple(offered)
        chosen = max(offered, key=offered.__getitem__)
        series = [stages[1:] for stages in series if stages[0] == chosen and len(stages) > 1]


def boards_of(key: str, seats: int, seed: int) -> Iterator[tuple[Position, Scene]]:
    """Positions of a random game with what people see of them: moves, pickers, previews, other sides, the end."""
    steps = list(playout(key, seats, seed, most_plies=900))
    names, turns = NAMES[:seats], [n for n, step in enumerate(steps) if isinstance(step.after.turn, int)]
    early, late = (turns[len(turns) * share // 8] for share in (1, 7))
    middle = max(turns[: len(turns) * 7 // 8], key=lambda number: len(of_last_turn(steps[: number + 1])))
    yield steps[early].after, Scene(names, of_last_turn(steps[: early + 1]))
    yield steps[middle].after, Scene(names, of_last_turn(steps[: middle + 1]), theme=NIGHT, faces=("mole", "", "lynx"))
    yield steps[late].after, Scene(names[::-1], of_last_turn(steps[: late + 1]), theme=PAPER, viewpoint=Seat(1))
    yield steps[-1].after, Scene(names, of_last_turn(steps))
    position = steps[middle].after
    looks = ((None, DUSK), (Seat(1), NIGHT), (None, PAPER))
    for (chosen, options), (viewpoint, scheme) in zip(pickers_of(position), looks, strict=False):
        yield position, Scene(names, (), options, chosen, theme=scheme, viewpoint=viewpoint)
    mover = next(step for step in steps[late:] if step.mover is not None)
    yield mover.after, Scene(names, (mover,), previewed_by=mover.mover, is_frame=True)


def others() -> Iterator[Image.Image]:
    """The pictures that are no boards."""
    furl, (*_, last) = GAMES["furl"], playout("furl", 2, 1)
    shares = [(0.5, 0.5), (0.7, 0.3), (0.2, 0.8), (0.6, 0.4), (0.95, 0.05)]
    chances = Chances("Chances", NAMES[:2], shares, (1, 2), NIGHT, (1, 4, 9, 17, 40), last.after, "move:")
    yield decoded(render.chances(chances))
    four = Chances("Four", NAMES, [(0.25,) * 4, (0.4, 0.1, 0.2, 0.3)], (1,), position=GAMES["farlander"].start(4))
    yield decoded(render.chances(four))
    scene = Scene(NAMES[:2], (last,), outcome=Outcome((1, 2), "resignation"))
    card = Card("Furl, match 7", last.after, scene, chances, ("1512 (+12)", "1488"))
    for is_wide in (False, True):
        yield decoded(render.card(card, is_wide=is_wide))
    wide = replace(card, position=GAMES["farlander"].start(4), chances=None, ratings=(), ending="Ada wins. " * 9)
    yield decoded(render.card(replace(wide, scene=replace(scene, names=NAMES, outcome=None)), is_wide=True))
    day = 86_400.0
    lines = [
        Line(name, [Point(day * (n * n % 90), 1400 + 37 * n * k % 300) for n in range(k + 1)])
        for k, name in enumerate(("Furl", "Fursaz", "Play Win"))
    ]
    yield decoded(render.curve(Curve("Ratings", lines, PAPER)))
    rows = [
        ResultLine(str(n), name, ("3", "1½"), is_marked=n == 2, is_faint=n == 4, move=(1, 0, -1, 0)[n - 1])
        for n, name in enumerate(NAMES, 1)
    ]
    yield decoded(render.table(ResultTable("Season 1", ("points", "wins"), rows)))
    for key in ("furl", "farlander-garrisons", "furbowl"):
        yield decoded(render.thumbnail(render.sample(GAMES[key]), Scene(theme=NIGHT)))
    yield plain(furl).paint(last.after, scene).finished().convert("RGB")
    faces = Canvas((2 * _FACE * len(FACES), 2 * _FACE), Scheme.DUSK, PALETTE)
    for number, key in enumerate(FACES):
        faces.stamp(portrait(key, _FACE), ((2 * number + 1) * _FACE, _FACE))
    yield faces.finished().convert("RGB")
    for symbol in render.symbols(render.sample(GAMES["farlander-garrisons"])).values():
        yield decoded(symbol)


def more_boards_of(key: str, seats: int, seed: int) -> Iterator[tuple[Position, Scene]]:
    """Further positions of a random game, of which only the sums are kept."""
    steps = list(playout(key, seats, seed + 100, most_plies=900))
    turns = [number for number, step in enumerate(steps) if isinstance(step.after.turn, int)]
    for count, number in enumerate(turns[:: max(1, len(turns) // _FURTHER)]):
        theme, viewpoint, latest = (DUSK, NIGHT, PAPER)[count % 3], Seat(count % 2), steps[: number + 1]
        yield steps[number].after, Scene(NAMES[:seats], of_last_turn(latest), theme=theme, viewpoint=viewpoint)
        for chosen, options in pickers_of(steps[number].after):
            yield steps[number].after, Scene((), tuple(latest[-1:]), options, chosen, theme=theme, viewpoint=viewpoint)
    yield steps[-1].after, Scene(NAMES[:seats], tuple(steps[-4:]), viewpoint=Seat(1), faces=("lynx", "otter"))


def sums_of(position: Position, scene: Scene) -> str:
    """The sums of a picture, of a small one, and of areas, places, counts, and how pieces got to where they are."""
    before = [(step.before, replace(scene, steps=())) for step in scene.steps[-1:]]
    motion = render.motion([*before, (position, scene)])
    moved = "" if motion is None else repr((motion.size, motion.sprites, motion.patches, motion.stages))
    said = (render.areas(position, scene), require_board(position).places(position, scene), render.counts(position))
    words = _FRACTION.sub(lambda found: f"{float(found[0]) + 0:.1f}", repr((said, moved)))
    pictures = (whole_of(position, scene), decoded(render.thumbnail(position, scene)))
    return " ".join(_sum(content) for content in (*(picture.tobytes() for picture in pictures), words.encode()))


def _sum(content: bytes) -> str:
    return f"{crc32(content):08x}"


def sheet_of(pictures: Sequence[Image.Image]) -> Image.Image:
    """Some pictures at a quarter of their size, beside each other."""
    small = [
        picture.reduce(_SMALLER).point([value // _STEPS * _STEPS for value in range(256)] * 3)  # pyright: ignore[reportUnknownMemberType] - it does not say what it takes
        for picture in pictures
    ]
    width = max(picture.width for picture in small)
    rows = [small[first : first + _ABREAST] for first in range(0, len(small), _ABREAST)]
    sheet = Image.new("RGB", (width * _ABREAST, sum(max(one.height for one in row) for row in rows)))
    top = 0
    for row in rows:
        for place, picture in enumerate(row):
            sheet.paste(picture, (place * width, top))
        top += max(picture.height for picture in row)
    return sheet


def _compare(name: str, sheet: Image.Image, sums: Sequence[str], request: pytest.FixtureRequest) -> None:
    file, list_file = (_KEPT / f"{name}.{kind}" for kind in ("webp", "sums"))
    if request.config.getoption("--rewrite", default=False):
        file.parent.mkdir(exist_ok=True)
        sheet.save(file, lossless=True, quality=100, method=6)
        list_file.write_text("".join(f"{line}\n" for line in sums))
        return
    kept = Image.open(file).convert("RGB")
    assert kept.size == sheet.size, f"the pictures of {name} have other sizes: look at them, and run `make transcripts`"
    changed = ImageChops.difference(kept, sheet).getbbox()
    assert changed is None, f"the pictures of {name} changed in {changed}: look at them, and run `make transcripts`"
    assert list_file.read_text().splitlines() == sums, f"{name} changed in what a sheet is too small to show"


@pytest.mark.parametrize("key", dict.fromkeys(key for key, _seats in TABLES))
def test_the_boards_of_a_ruleset_look_as_they_were_kept(key: str, request: pytest.FixtureRequest) -> None:
    seats = [seats for of, seats in TABLES if of == key]
    shown = seats[::2] if GAMES[key].family == key else seats[-1:]
    boards = [board for number, count in enumerate(shown) for board in boards_of(key, count, number)]
    more = [board for number, count in enumerate(shown) for board in more_boards_of(key, count, number)]
    sums = [sums_of(position, scene) for position, scene in (*boards, *more)]
    _compare(key, sheet_of([whole_of(position, scene) for position, scene in boards]), sums, request)


def test_the_other_pictures_look_as_they_were_kept(request: pytest.FixtureRequest) -> None:
    pictures = [*others()]
    _compare("others", sheet_of(pictures), [_sum(picture.tobytes()) for picture in pictures], request)
