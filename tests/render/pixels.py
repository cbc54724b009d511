"""Decoding pictures, and finding where two of them differ."""

from dataclasses import replace
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw

from render import Scene
from render.boards import require_board
from render.boards.furl import layout
from rules import GAMES
from rules.core import Move, Position
from rules.furl import FurlPosition
from rules.hexes import hex_board
from rules.record import Step

BOARD = hex_board(4)
MOST_BYTES = 80_000
"""The most bytes that the file of a picture should have."""

REACH = 118
"""How far marks and the highest stack reach beyond the middle of their cell, in pixels."""


def place(pieces: str, *, turn: str = "w") -> FurlPosition:
    """A position from a text such as "c4:w3 e5:b": cell, side and height."""
    on = dict(piece.split(":") for piece in pieces.split())
    rows = ("".join(on.get(cell, ".") for cell in BOARD.cells if cell[0] == row) for row in "gfedcba")
    position = GAMES["furl"].from_fen(f"{'/'.join(rows)} {turn}")
    assert isinstance(position, FurlPosition)
    return position


def step(before: FurlPosition, move: str) -> Step:
    """The step that plays `move`."""
    return Step(before, Move(move), before.play(Move(move)))


def decoded(data: bytes) -> Image.Image:
    """The pixels of a picture."""
    return Image.open(BytesIO(data)).convert("RGB")


def pixels_of(position: Position, scene: Scene) -> Image.Image:
    """The pixels of the board in a picture, as `test_encoding` checks, without making the file."""
    return whole_of(position, replace(scene, is_bare=True))


def whole_of(position: Position, scene: Scene | None = None) -> Image.Image:
    """The pixels of a whole picture, with its header."""
    return require_board(position).paint(position, scene or Scene()).finished().convert("RGB")


def image_of(position: FurlPosition, scene: Scene | None = None) -> Image.Image:
    """The pixels of a position's board."""
    return pixels_of(position, scene or Scene())


def changed_cells(one: Image.Image, other: Image.Image) -> set[str]:
    """The cells whose own tile looks different."""
    difference = ImageChops.difference(one, other).convert("L")
    return {cell for cell in BOARD.cells if difference.crop(_around(cell, 24)).getbbox()}


def changed_elsewhere(one: Image.Image, other: Image.Image, cells: set[str]) -> bool:
    """Whether the pictures differ anywhere except around `cells`."""
    difference = ImageChops.difference(one, other).convert("L")
    pen = ImageDraw.Draw(difference)
    for cell in cells:
        pen.ellipse(_around(cell, REACH), fill=0)
    return difference.getbbox() is not None


def where(image: Image.Image, colour: tuple[int, int, int]) -> Image.Image:
    """White where a picture has exactly this colour, black elsewhere."""
    red, green, blue = ImageChops.difference(image, Image.new("RGB", image.size, colour)).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return ImageChops.invert(ImageChops.add(most, most, scale=1 / 255))


def header_of(position: Position, scene: Scene | None = None) -> Image.Image:
    """The pixels above the board."""
    shown, board = scene or Scene(), require_board(position)
    return whole_of(position, shown).crop((0, 0, board.size(position, shown)[0], board.top(position, shown)))


def _around(cell: str, reach: int) -> tuple[int, int, int, int]:
    x, y = layout().centre[cell]
    return x - reach, y - reach, x + reach, y + reach
