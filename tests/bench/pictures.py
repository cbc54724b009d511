"""How long a picture takes beside the encoding of its finished image, which no picture can avoid, and its bytes."""

from io import BytesIO
from itertools import islice
from statistics import median

from PIL import Image

from render import EXTENSION, Scene, picture
from render.paint import encoded
from rules import GAMES
from rules.core import Position
from rules.record import Step
from tests.bench.measure import Row, median_seconds
from tests.rules.playouts import playout

NAMES = ("Ada", "Ben")
BOARDS = {"furl": 10, "fursaz": 25, "fursaz-7": 50, "playwin": 15, "farlander-garrisons": 84, "furbowl": 90}
"""The games, with a ply about which their boards are well filled."""

KILOBYTES = {"farlander-garrisons": 60}
"""How large a picture should be at most, where it is not 40 kilobytes."""

PICTURES = 12
RUNS = 7


def rows() -> list[Row]:
    """Every board of `BOARDS` in the middle of random games, with names and the last move: medians, caches warm."""
    return [row for key, plies in BOARDS.items() for row in _rows_of(key, plies)]


def _rows_of(key: str, plies: int) -> list[Row]:
    scenes = [(step.after, Scene(NAMES, (step,))) for step in _middles(key, plies)]
    times = [_whole_and_encoding(*scene) for scene in scenes]
    sizes = [len(picture(*scene)) for scene in scenes]
    note = f"{PICTURES} positions, caches warm"
    return [
        Row(f"{GAMES[key].name} picture", median(whole for whole, _ in times) * 1e3, "ms", note),
        Row("  encoding alone", median(alone for _, alone in times) * 1e3, "ms", f"the finished image to {EXTENSION}"),
        Row("  whole / encoding", median(whole / alone for whole, alone in times), "x", "aim: at most 2"),
        Row(
            "  size", median(sizes) / 1e3, "kB", f"at most {max(sizes) / 1e3:.1f}; aim: below {KILOBYTES.get(key, 40)}"
        ),
    ]


def _whole_and_encoding(position: Position, scene: Scene) -> tuple[float, float]:
    """Seconds for the picture, and for encoding its pixels once more; taken together, on an equally busy machine."""
    image = Image.open(BytesIO(picture(position, scene))).convert("RGB")
    whole = median_seconds(lambda: picture(position, scene), runs=RUNS)
    return whole, median_seconds(lambda: encoded(image), runs=RUNS)


def _middles(key: str, plies: int) -> list[Step]:
    """A step of each of some games, one a ply later than that of the game before."""
    return [step for seed in range(PICTURES) for step in islice(playout(key, 2, seed), plies + seed, plies + seed + 1)]
