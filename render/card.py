"""The card of a finished match, for sharing: the final board, the players, the winner, and the chances over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render import theme
from render.boards import require_board
from render.canvas import Canvas
from render.chances import SIZE, Chances, draw, palette
from render.header import HEIGHT, Span, header
from render.scene import Scene
from render.theme import Role, Weight
from render.typeface import Style
from rules.core import Position

_MARGIN: Final = 24
_LEFT: Final = 8  # the left edge of the board, which has its own margin
_TOP: Final = 96  # the top of the board and the plates, below the title
_PLATES: Final = 520  # the left edge of the plates
_WIDE: Final = 464  # pixels: as wide as the plates above a board for two
_PLATE: Final = 104  # from one plate to the next
_NOTE: Final = 44  # from one note to the next
_TITLE: Final = Style(42, Role.PLATE_TEXT)
_WORDS: Final = Style(28, Role.PLAIN_TEXT, Weight.MEDIUM)


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a card: a title, the final position, and its scene.

    Names, faces, outcome, theme and viewpoint come from `scene`. `notes` are lines below the players, such as new
    ratings. `chances`, if known, are at the bottom; they mark and name the turning point.
    """

    title: str
    position: Position
    scene: Scene
    notes: Sequence[str] = ()
    chances: Chances | None = None


def paint(card: Card) -> Canvas:
    """The whole picture, as wide as a board: the board at half its size, plates beside it, the chances below."""
    board = require_board(card.position)
    whole = board.below_header(card.position, card.scene)
    shown = whole.cut((0, HEIGHT, *whole.size)).halved()
    players = board.players(card.position)
    below = _TOP + len(players) * _PLATE
    top = max(_TOP + shown.size[1], below + _NOTE * len(card.notes)) + _MARGIN
    size = (theme.WIDTH, top + (SIZE[1] if card.chances is not None else 0))
    canvas = Canvas(size, card.scene.scheme, palette(card.position))
    canvas.write(card.title, (_MARGIN, 50), _TITLE, theme.WIDTH - 2 * _MARGIN)
    canvas.insert(shown, (_LEFT, _TOP))
    spans = [Span(_PLATES, _TOP + seat * _PLATE, _WIDE) for seat in range(len(players))]
    header(canvas, card.position, card.scene, players, spans)
    for number, note in enumerate(card.notes):
        canvas.write(note, (_PLATES + _MARGIN, below + number * _NOTE + _NOTE // 2), _WORDS, _WIDE - _MARGIN)
    if card.chances is not None:
        draw(canvas, card.chances, top)
    return canvas
