"""The picture of a game without a board of its own: its text board, each character in a place of its own.

A plugin is playable before its board is drawn, and if its board is broken.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from render import theme
from render.board import Board
from render.canvas import Canvas
from render.header import Player
from render.raster import Sprite
from render.scene import Scene
from render.shapes import badge
from render.theme import COMMON, Palette, Role, joined, meeting
from render.typeface import Style
from rules.core import Game, Position, Seat

_SIZE: Final = (theme.WIDTH, 888)
_MARGIN: Final = 40
_LARGEST: Final = 40  # pixels of a letter
_ACROSS: Final = 0.62  # the width of most letters, and the distance of lines, beside the size of the typeface
_DOWN: Final = 1.3

_PALETTE: Final = joined(
    COMMON,
    Palette(
        (Role.TILE, Role.TILE_EDGE, Role.TILE_TEXT),
        (*meeting(Role.TILE_EDGE, Role.CANVAS, Role.PLATE), *meeting(Role.TILE, Role.TILE_EDGE, Role.TILE_TEXT)),
    ),
)
_CHIPS: Final = tuple(
    Sprite(badge(str(number), 36, Role.TILE_TEXT, (28, Role.TILE_EDGE), (25, Role.TILE))) for number in range(1, 5)
)


def plain(game: Game) -> Board[Any]:
    """The plain board of a game."""
    start = game.start(game.seats[-1])
    sides = [start.side(Seat(seat)) for seat in range(game.seats[-1])]
    return Board(
        positions=type(start),
        ground=_ground,
        size=lambda position, scene: _ground(position, scene).size,
        players=partial(_players, sides),
        chips=dict(zip(sides, _CHIPS, strict=False)),
        tones=dict.fromkeys(sides, Role.TILE),
        areas=lambda _position, _scene: {},
        places=lambda _position, _scene: {},
        won_by=lambda _position, _seat: (),
        palette=_PALETTE,
        samples={game.key: game.start(game.seats[0]).fen()},
    )


def _players(sides: Sequence[str], _position: Position) -> Sequence[Player]:
    return [Player(chip, "") for chip, _side in zip(_CHIPS, sides, strict=False)]


def _ground(position: Position, scene: Scene) -> Canvas:
    canvas, lines = Canvas(_SIZE, scene.scheme, _PALETTE), str(position).splitlines() or [""]
    columns, (width, height) = max(map(len, lines)), _SIZE
    fitting = min((width - 2 * _MARGIN) / max(1, columns) / _ACROSS, (height - 2 * _MARGIN) / len(lines) / _DOWN)
    style = Style(round(max(theme.SMALLEST_TEXT, min(_LARGEST, fitting))), Role.PLAIN_TEXT)
    across, down = min(_LARGEST, fitting) * _ACROSS, min(_LARGEST, fitting) * _DOWN
    left = (width - columns * across) / 2
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if not letter.isspace():
                at = round(left + column * across), round(_MARGIN + (row + 0.5) * down)
                canvas.write(letter, at, style, 2 * style.size)
    return canvas
