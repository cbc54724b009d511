"""The card of a finished match, for sharing: the final board, the players, the winner, and the chances over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render import theme
from render.boards import require_board
from render.canvas import Canvas
from render.chances import SIZE, Chances, draw, palette
from render.scene import Scene
from render.theme import Role, Weight
from render.typeface import Style
from rules.core import Position

_MARGIN: Final = 24
_TOP: Final = 80  # the top of the board's picture, below the title
_NOTE: Final = 44  # from one note to the next
_TITLE: Final = Style(42, Role.PLATE_TEXT)
_WORDS: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM)


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a card: a title, the final position, and its scene.

    Names, faces, outcome, theme and viewpoint come from `scene`. `notes` are lines below the board, such as new
    ratings. `chances`, if known, are at the bottom; they mark and name the turning point.
    """

    title: str
    position: Position
    scene: Scene
    notes: Sequence[str] = ()
    chances: Chances | None = None


def paint(card: Card) -> Canvas:
    """The whole picture: title, board and notes, one below the other, and the chances at the bottom."""
    shown = require_board(card.position).paint(card.position, card.scene)
    below = _TOP + shown.size[1] + _MARGIN // 2
    top = below + _NOTE * len(card.notes) + _MARGIN // 2
    size = (theme.WIDTH, top + (SIZE[1] if card.chances is not None else 0))
    canvas = Canvas(size, card.scene.scheme, palette(card.position))
    canvas.write(card.title, (_MARGIN, 50), _TITLE, theme.WIDTH - 2 * _MARGIN)
    canvas.insert(shown, (0, _TOP))
    for number, note in enumerate(card.notes):
        canvas.write(note, (_MARGIN, below + number * _NOTE + _NOTE // 2), _WORDS, theme.WIDTH - 2 * _MARGIN)
    if card.chances is not None:
        draw(canvas, card.chances, top)
    return canvas
