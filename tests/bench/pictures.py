"""How long a picture takes beside the encoding of its finished image, which no picture can avoid, and its bytes."""

from io import BytesIO
from itertools import islice
from statistics import median

from PIL import Image

from render import EXTENSION, Scene, picture
from render.paint import encoded
from rules.core import Position
from rules.record import Step
from tests.bench.measure import Row, median_seconds
from tests.rules.playouts import playout

NAMES = ("Ada", "Ben")
PICTURES = 12
RUNS = 7


def rows() -> list[Row]:
    """Furl in the middle of random games, with names and the last move: medians over the pictures, caches warm."""
    scenes = [(step.after, Scene(NAMES, (step,))) for step in _middles()]
    times = [_whole_and_encoding(*scene) for scene in scenes]
    sizes = [len(picture(*scene)) for scene in scenes]
    return [
        Row("Furl picture", median(whole for whole, _ in times) * 1e3, "ms", f"{PICTURES} positions, caches warm"),
        Row("  encoding alone", median(alone for _, alone in times) * 1e3, "ms", f"the finished image to {EXTENSION}"),
        Row("  whole / encoding", median(whole / alone for whole, alone in times), "x", "aim: at most 2"),
        Row("  size", median(sizes) / 1e3, "kB", f"at most {max(sizes) / 1e3:.1f}; aim: below 40"),
    ]


def _whole_and_encoding(position: Position, scene: Scene) -> tuple[float, float]:
    """Seconds for the picture, and for encoding its pixels once more; taken together, on an equally busy machine."""
    image = Image.open(BytesIO(picture(position, scene))).convert("RGB")
    whole = median_seconds(lambda: picture(position, scene), runs=RUNS)
    return whole, median_seconds(lambda: encoded(image), runs=RUNS)


def _middles() -> list[Step]:
    return [step for seed in range(PICTURES) for step in islice(playout("furl", 2, seed), 10 + seed, 11 + seed)]
