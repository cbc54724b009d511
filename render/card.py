"""The card of a finished match, for sharing: the final board, the players, the winner, and the chances over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render import header, theme
from render.boards import require_board
from render.canvas import Canvas
from render.chances import SIZE, Chances, draw, draw_alone, palette
from render.characters import PALETTE as FACE_COLOURS
from render.scene import Scene
from render.theme import Role, Weight
from render.typeface import Style, wrapped
from rules.core import Position

_MARGIN: Final = 24
_TOP: Final = 80  # the top of the board's picture, below the title
_NOTE: Final = 44  # from one note to the next
_TITLE: Final = Style(42, Role.PLATE_TEXT)
_WORDS: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM)

WIDE: Final = (1200, 630)
"""Width and height in pixels of a wide card, as sites show them under links."""

_HALF: Final = 600  # the left end of what is beside the board of a wide card
_BESIDE: Final = WIDE[0] - _HALF - _MARGIN


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a card: a title, the final position, and its scene.

    Names, faces, outcome, theme and viewpoint come from `scene`. `ratings`, by seat, are on the plates if there are
    any. `chances`, if known, are at the bottom; they mark and name the turning point. On a wide card, `ending` is there
    instead if they are unknown.
    """

    title: str
    position: Position
    scene: Scene
    chances: Chances | None = None
    ratings: Sequence[str] = ()
    ending: str = ""


def paint(card: Card) -> Canvas:
    """The whole picture: title and board, one below the other, and the chances at the bottom."""
    shown = require_board(card.position).paint(card.position, card.scene, card.ratings)
    top = _TOP + shown.size[1] + _MARGIN
    size = (theme.WIDTH, top + (SIZE[1] if card.chances is not None else 0))
    canvas = _empty(card, size)
    canvas.write(card.title, (_MARGIN, 50), _TITLE, theme.WIDTH - 2 * _MARGIN)
    canvas.insert(shown, (0, _TOP))
    if card.chances is not None:
        draw(canvas, card.chances, top)
    return canvas


def paint_wide(card: Card) -> Canvas:
    """The same in the shape of `WIDE`: the board on the left, and everything else on the right."""
    board, scene = require_board(card.position), card.scene
    canvas = _empty(card, WIDE)
    shown = board.small(card.position, scene).within((_HALF - 2 * _MARGIN, WIDE[1] - 2 * _MARGIN))
    canvas.insert(shown, ((_HALF - shown.size[0]) // 2, (WIDE[1] - shown.size[1]) // 2))
    canvas.write(card.title, (_HALF, 56), _TITLE, _BESIDE)
    players = board.counted(card.position, card.ratings)
    y = header.column(canvas, card.position, scene, players, (_HALF, 96, _BESIDE)) + 12
    if card.chances is None:
        for number, line in enumerate(wrapped(card.ending, _WORDS, _BESIDE)):
            canvas.write(line, (_HALF, y + 16 + number * _NOTE), _WORDS, _BESIDE)
        return canvas
    draw_alone(canvas, card.chances, _HALF, y, (_BESIDE, WIDE[1] - y - _MARGIN))
    return canvas


def _empty(card: Card, size: tuple[int, int]) -> Canvas:
    """A new canvas in the colours of the board, of charts, and of faces if there are any."""
    canvas = Canvas(size, card.scene.scheme, palette(card.position))
    if any(card.scene.faces):
        canvas.allow(FACE_COLOURS)
    return canvas
