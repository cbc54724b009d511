"""The card of a finished match, for sharing: the final board, the players, the winner, and the chances over time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from render import header, marks, theme
from render.boards import require_board
from render.canvas import Canvas
from render.chances import SIZE, Chances, draw, palette
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
_FIRST: Final = 140  # the middle of the first player's line there
_APART: Final = {2: 66}  # from one player's line to the next, by the number of players
_CLOSE: Final = 54
_NAME: Final = Style(34, Role.PLATE_TEXT)


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a card: a title, the final position, and its scene.

    Names, faces, outcome, theme and viewpoint come from `scene`. `notes` are lines below the board, such as new
    ratings. `chances`, if known, are at the bottom; they mark and name the turning point. On a wide card, `ending` is
    there instead if they are unknown, and `ratings`, by seat, are beside the names.
    """

    title: str
    position: Position
    scene: Scene
    notes: Sequence[str] = ()
    chances: Chances | None = None
    ratings: Sequence[str] = ()
    ending: str = ""


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


def paint_wide(card: Card) -> Canvas:
    """The same in the shape of `WIDE`: the board on the left, and everything else on the right."""
    board, scene = require_board(card.position), card.scene
    canvas = Canvas(WIDE, scene.scheme, palette(card.position))
    shown = board.below_header(card.position, scene)
    shown = shown.cut((0, header.HEIGHT, *shown.size)).within((_HALF - 2 * _MARGIN, WIDE[1] - 2 * _MARGIN))
    canvas.insert(shown, ((_HALF - shown.size[0]) // 2, (WIDE[1] - shown.size[1]) // 2))
    canvas.write(card.title, (_HALF, 64), _TITLE, _BESIDE)
    outcome, y, players = card.position.outcome() or scene.outcome, _FIRST, board.players(card.position)
    for seat, player in enumerate(players):
        rating = card.ratings[seat] if seat < len(card.ratings) else ""
        canvas.stamp(player.chip, (_HALF + 28, y))
        canvas.write(scene.names[seat], (_HALF + 72, y), _NAME, _BESIDE - 72 - (260 if rating else 60))
        canvas.write(rating, (WIDE[0] - _MARGIN, y), replace(_WORDS, right=True), 200)
        if outcome is not None and outcome.places[seat] == 1 and outcome.places.count(1) == 1:
            canvas.stamp(marks.winner(18), (WIDE[0] - _MARGIN - (220 if rating else 18), y))
        y += _APART.get(len(players), _CLOSE)
    if card.chances is None:
        for number, line in enumerate(wrapped(card.ending, _WORDS, _BESIDE)):
            canvas.write(line, (_HALF, y + 16 + number * _NOTE), _WORDS, _BESIDE)
        return canvas
    canvas.write(card.chances.title, (_HALF, y + 8), _WORDS, _BESIDE)
    bands = Canvas(SIZE, scene.scheme, palette(card.position))
    draw(bands, replace(card.chances, title=""), 0)
    bands = bands.within((_BESIDE, WIDE[1] - y - 2 * _MARGIN))
    canvas.insert(bands, (_HALF, WIDE[1] - bands.size[1] - _MARGIN // 2))
    return canvas
