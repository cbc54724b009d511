"""The time and bytes of pictures, beside the time for encoding the finished image alone, which no picture can avoid.

That encoding is compared with Pillow's, and animated pictures with a GIF of the same pixels. Charts are included.
"""

from collections.abc import Sequence
from io import BytesIO
from itertools import islice, pairwise
from math import sin
from statistics import median
from time import perf_counter

from PIL import Image, ImageChops

from render import EXTENSION, FILM_EXTENSION, Curve, Line, Point, Scene, animation, curve, picture
from render.boards import BOARDS
from render.canvas import Picture, difference
from render.encoding import png
from rules import GAMES
from rules.core import Position
from rules.record import Step
from tests.bench.measure import Measurement, median_seconds
from tests.rules.playouts import playout

NAMES = ("Ada", "Ben")
SAMPLES = {key: GAMES[key].from_fen(fen) for board in BOARDS for key, fen in board.samples.items()}
"""A position with many pieces for each board."""

PICTURES = 12
RUNS = 7
FRAMES = 24
"""The number of frames of each game by which types of animated pictures are compared."""

LONGEST = 3_000
"""The plies of a random game of Furbowl, which may be of any length."""

Frames = Sequence[tuple[Position, Scene]]


def rows() -> list[Measurement]:
    """The rows of each board, in the middle of random games, with names and the last move: medians with warm caches."""
    boards = [row for key in SAMPLES for row in _rows_of(key)]
    types = [_types_row(key) for key in SAMPLES]
    return [*boards, *types, *_animation_rows("furl", 60), *_animation_rows("furbowl", LONGEST), _curve_row()]


def _rows_of(key: str) -> list[Measurement]:
    scenes = [(step.after, Scene(NAMES, (step,))) for step in _middles(key)]
    times = [_times(*scene) for scene in scenes]
    files = [picture(*scene) for scene in scenes]
    sizes = [len(file) for file in files]
    larger = median(len(_by_pillow(_opened(file))) / len(file) for file in files)
    note = f"{PICTURES} positions, caches warm"
    return [
        Measurement(f"{GAMES[key].name} picture", median(whole for whole, _, _ in times) * 1e3, "ms", note, most=15),
        Measurement(
            "  encoding alone", median(own for _, own, _ in times) * 1e3, "ms", f"the finished image to {EXTENSION}"
        ),
        Measurement(
            "  Pillow's / encoding", median(other / own for _, own, other in times), "x", f"for {larger:.2f}x the bytes"
        ),
        Measurement("  size", median(sizes) / 1e3, "kB", f"at most {max(sizes) / 1e3:.1f}", most=80),
    ]


def _times(position: Position, scene: Scene) -> tuple[float, float, float]:
    """The seconds for the picture, for encoding its pixels once more, and for encoding them with Pillow.

    They are measured together, while the machine is equally busy.
    """
    image = _opened(picture(position, scene))
    whole = median_seconds(lambda: picture(position, scene), runs=RUNS)
    own = median_seconds(lambda: png(image), runs=RUNS)
    return whole, own, median_seconds(lambda: _by_pillow(image), runs=RUNS)


def _opened(file: bytes) -> Picture:
    """The finished picture in a file: the colour numbers of its pixels, and the colours."""
    image = Image.open(BytesIO(file))
    image.load()
    return image


def _by_pillow(image: Picture) -> bytes:
    target = BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


def _middles(key: str) -> list[Step]:
    """A step in each of several games that continue the sample, one ply later from game to game."""
    games = [playout(key, 2, seed, start=SAMPLES[key]) for seed in range(PICTURES)]
    return [step for plies, game in enumerate(games) for step in islice(game, plies, plies + 1)]


def _frames(key: str, plies: int, start: Position | None = None) -> Frames:
    return [(step.after, Scene(NAMES, (step,))) for step in playout(key, 2, 1, most_plies=plies, start=start)]


def _animation_rows(key: str, plies: int) -> list[Measurement]:
    """The row of an animation, measured once because a long one takes long."""
    frames = _frames(key, plies)
    begun = perf_counter()
    made = animation(frames, lambda _: None)
    seconds = perf_counter() - begun
    note = f"{len(frames)} plies, {made.left_out} left out"
    return [
        Measurement(f"{GAMES[key].name} animation", seconds, "s", note),
        Measurement("  size", len(made.data) / 1e6, "MB", made.extension, most=8),
    ]


def _types_row(key: str) -> Measurement:
    """The row that says how many times as many bytes a GIF of the same pixels needs."""
    frames = _frames(key, FRAMES, SAMPLES[key])
    images = [_opened(picture(*frame)) for frame in frames]
    used, other = len(animation(frames, lambda _: None).data), _gif_bytes(images)
    note = f"kB a frame: {used / len(frames) / 1e3:.1f} as {FILM_EXTENSION}, {other / len(frames) / 1e3:.1f} as gif"
    return Measurement(f"{GAMES[key].name} gif / {FILM_EXTENSION}", other / used, "x", note)


def _gif_bytes(images: Sequence[Picture]) -> int:
    """The bytes of the frames of a GIF with one palette; each has only the pixels that differ from the one before."""
    palette, total = Image.new("P", (1, 1)), 0
    colours = sorted({colour for image in images for _, colour in image.convert("RGB").getcolors() or []})
    palette.putpalette([channel for colour in colours if isinstance(colour, tuple) for channel in colour])
    for before, after in pairwise((None, *images)):
        patch = difference(before, after) if after else None
        if patch is None:
            continue
        flat = patch.image.convert("RGB").quantize(palette=palette, dither=Image.Dither.NONE)
        if before is not None:
            flat.paste(255, (0, 0), ImageChops.invert(patch.image.getchannel("A")))
        target = BytesIO()
        flat.save(target, "GIF")
        total += len(target.getvalue()) - len(flat.getpalette() or [])
    return total


def _curve_row() -> Measurement:
    lines = [
        Line(name, [Point(86_400.0 * day, 1500 + 20 * number * sin(day / 9)) for day in range(100)])
        for number, name in enumerate(("Furl", "Fursaz", "Play Win", "Farlander", "Furbowl"), start=1)
    ]
    shown = Curve("Ada", lines)
    seconds = median_seconds(lambda: curve(shown), runs=RUNS)
    return Measurement("Rating curve", seconds * 1e3, "ms", f"5 lines of 100 points, {len(curve(shown)) / 1e3:.1f} kB")
