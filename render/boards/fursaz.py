"""The picture of Fursaz, small or large: stones on the points of a triangular grid, and the territory between them.

An empty point bears its name; on the large board it bears its number, and the letter stands at both ends of the row.
Territory is a patch around its point, light and framed for White, dark and hatched for Black. The stone that was placed
last bears a triangle, a stone that flipped on that turn a dot, one that flipped and flipped back a ring.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from render import discs, theme
from render.boards import fursaz_drawings as drawings
from render.boards.fursaz_drawings import Change, Ground, Look, layout
from render.header import HEIGHT, Player, header
from render.paint import Canvas, Style
from render.scene import Scene
from render.theme import Role
from rules.core import Seat
from rules.fursaz import Colour, FursazPosition

_TALLY: Final = ((52, HEIGHT + 42), (theme.WIDTH - 52, HEIGHT + 42))
_TALLY_STEP: Final = 52
_TALLY_GAP: Final = 34


def draw(position: FursazPosition, scene: Scene) -> Canvas:
    """The whole picture, from the ground up to the marks."""
    canvas = drawings.empty_board(position.size, scene.scheme).copy()
    header(canvas, position, scene, [_player(position, Seat(seat)) for seat in (0, 1)])
    for seat in (Seat(0), Seat(1)):
        _draw_tally(canvas, position, seat)
    placed, flips = _last_turn(scene)
    _draw_patches(canvas, position, scene, (*flips, *filter(None, (placed,))))
    _draw_rows_on_offer(canvas, position.size, scene)
    for point, centre in layout(position.size).centre.items():
        colour = position.stone(point)
        if colour is not None:
            canvas.stamp(drawings.stone(position.size, colour, point == placed, _change(flips.get(point, 0))), centre)
    return canvas


def _last_turn(scene: Scene) -> tuple[str, Mapping[str, int]]:
    """The point where a stone was placed on the last turn, or "", and how often which stones flipped."""
    for step in reversed(scene.steps):
        if isinstance(step.before, FursazPosition):
            return step.move if step.move in step.before.points.bit else "", step.before.flips(step.move)
    return "", {}


def _change(flips: int) -> Change:
    if not flips:
        return Change.NONE
    return Change.FLIPPED if flips % 2 else Change.BACK


def _player(position: FursazPosition, seat: Seat) -> Player:
    colour = position.colour_of(seat)
    if colour is None:
        return Player(drawings.unsettled_chip(), "")
    points = position.scores()[colour].points
    return Player(discs.chip(drawings.disc_number(colour)), f"{points} point{'' if points == 1 else 's'}")


def _draw_tally(canvas: Canvas, position: FursazPosition, seat: Seat) -> None:
    """The stones and the territory of a player: below the header, in a corner that the board leaves free."""
    colour = position.colour_of(seat)
    if colour is None:
        return
    (x, y), score = _TALLY[seat], position.scores()[colour]
    style = Style(32, Role.PLAIN_TEXT, right=bool(seat))
    for icon, count in ((drawings.small_stone(colour), score.stones), (drawings.small_patch(colour), score.territory)):
        canvas.stamp(icon, (x, y))
        canvas.write(str(count), (x - _TALLY_GAP if seat else x + _TALLY_GAP, y), style, 100)
        y += _TALLY_STEP


def _draw_patches(canvas: Canvas, position: FursazPosition, scene: Scene, touched: Iterable[str]) -> None:
    """The ground around the points that differ from the empty board, and the names of empty ones."""
    size, options = position.size, set(scene.options)
    looks: dict[str, Look] = {
        point: Ground.BLACK_LAND if owner is Colour.BLACK else Ground.WHITE_LAND
        for point, owner in position.owners().items()
    }
    looks |= dict.fromkeys(touched, Role.LAST)
    for point, centre in layout(size).centre.items():
        look = Role.CHOSEN if scene.chosen in (point, point[0]) else looks.get(point)
        if look is not None:
            canvas.stamp(drawings.patch(size, look, drawings.open_ways(size, point)), centre)
        if position.stone(point) is None and (look is not None or point in options):
            canvas.stamp(
                drawings.name_of_point(size, point, Role.OPTION if point in options else _under_name(look)), centre
            )


def _draw_rows_on_offer(canvas: Canvas, size: int, scene: Scene) -> None:
    for letter, ends in drawings.row_ends(size).items():
        if letter in scene.options:
            for end in ends:
                canvas.stamp(drawings.letter_of_row(size, letter, offered=True), end)


def _under_name(look: Look | None) -> Look:
    """A name does not stand on a hatched patch but on a piece of the board."""
    return Role.TILE if look is None or look is Ground.BLACK_LAND else look
