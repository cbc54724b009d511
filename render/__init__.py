"""What does a position look like? Pictures of positions, matches, ratings and results: the public functions here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import Final

from render import card as cards
from render import chances as chance_bands
from render import chart, encoding, marks, raster, standings
from render.boards import board_of, require_board
from render.canvas import Canvas
from render.card import WIDE, Card
from render.chances import Chances
from render.chart import SIZE as CURVE
from render.chart import Curve, Line, Point
from render.encoding import EXTENSION, FILM_EXTENSION, size
from render.film import Animation, filmed
from render.motion import Actor, Motion, motion_of
from render.scene import Scene
from render.shapes import Area, holds
from render.sheet import Sheet, spread
from render.standings import ResultLine, ResultTable
from render.theme import THEMES, Role, Scheme
from rules import GAMES
from rules.core import Game, Position

__all__ = [
    "CURVE",
    "ENCODING",
    "EXTENSION",
    "FILM_EXTENSION",
    "PAINTING",
    "THEMES",
    "WIDE",
    "Actor",
    "Animation",
    "Area",
    "Card",
    "Chances",
    "Curve",
    "Line",
    "Motion",
    "Point",
    "ResultLine",
    "ResultTable",
    "Scene",
    "Sheet",
    "animation",
    "areas",
    "card",
    "chances",
    "counts",
    "curve",
    "has_sides",
    "in_reading_order",
    "motion",
    "picture",
    "picture_size",
    "place_at",
    "sample",
    "sheet",
    "side_colours",
    "size",
    "symbols",
    "table",
    "thumbnail",
    "webp",
]

_PLAIN: Final = Scene()

PAINTING: Final = "drawing"
ENCODING: Final = "encoding"
"""The stages of making a picture."""

_PAINTER: Final = Lock()
"""Held while a board is painted, which needs some fifteen megabytes for a moment, however many threads want one."""


def picture(position: Position, scene: Scene = _PLAIN, reached: Callable[[str], None] | None = None) -> bytes:
    """The board as a file of type `EXTENSION`; the same arguments give the same bytes.

    It is `theme.WIDTH` pixels wide.

    `reached` is called with each of `PAINTING` and `ENCODING` when that begins, which may be after a wait. Thread-safe.
    Raises TypeError for a position whose game has no board.
    """
    with _PAINTER:
        if reached is not None:
            reached(PAINTING)
        finished = _painted(position, scene).finished()
        if reached is not None:
            reached(ENCODING)
        return encoding.png(finished)


def picture_size(position: Position, scene: Scene = _PLAIN) -> tuple[int, int]:
    """The width and height of the same `picture` in pixels, without painting it. Raises as `picture` does."""
    board = require_board(position)
    width, height = board.size(position, scene)
    return width, height + board.top(position, scene)


def thumbnail(position: Position, scene: Scene = _PLAIN) -> bytes:
    """The bare board in half the size of `picture`, as a file of type `EXTENSION`. Thread-safe.

    The edge below it has the colour of the player to move, unless `scene.is_bare`.
    """
    board = require_board(position)
    with _PAINTER:
        canvas, turn = board.small(position, scene), position.turn
        if isinstance(turn, int) and not scene.is_bare:
            marks.edge(canvas := canvas.taller(marks.EDGE), board.tones.get(position.side(turn), Role.PLAIN_TEXT))
        return encoding.png(canvas.halved().finished())


def sample(game: Game) -> Position:
    """A position of a game, or of one it varies, with many pieces. Raises TypeError for a game without a board."""
    samples = require_board(game.start(game.seats.start)).samples
    key = game.key if game.key in samples else next(iter(samples))
    return GAMES[key].from_fen(samples[key])


def areas(position: Position, scene: Scene) -> Mapping[str, Area]:
    """The area of each of `scene.options` on the picture of the same position and scene, in pixels.

    The options of one stage of a picker do not overlap. An option with several places, such as all squares within
    reach, has an outline for each. Options without a place on the board, such as a pass, and unknown texts have no
    area. Thread-safe.
    """
    board = board_of(position)
    if board is None:
        return {}
    top = board.top(position, scene)
    return {option: area.lowered(top) for option, area in board.areas(position, scene).items()}


def place_at(position: Position, scene: Scene, point: tuple[float, float]) -> str:
    """The place at a point of a picture, in pixels, as players type it; empty if there is none. Thread-safe."""
    board = require_board(position)
    on_board = point[0], point[1] - board.top(position, scene)
    places = board.places(position, scene).items()
    return next((name for name, area in places if any(holds(one, on_board) for one in area.outlines)), "")


def counts(position: Position) -> Sequence[str]:
    """What the header counts of each player, by seat: messages or phrases, some of them empty."""
    board = board_of(position)
    return [] if board is None else [player.count for player in board.players(position)]


def has_sides(position: Position) -> bool:
    """Whether players sit on different sides of the board, so that the viewpoint matters."""
    board = board_of(position)
    return board is not None and board.has_sides


def in_reading_order(position: Position, scene: Scene) -> Sequence[str]:
    """The options of a scene that have a single place on a board with rows, from its upper left to its lower right."""
    board, found = board_of(position), areas(position, scene)
    if board is None or board.is_map or any(len(area.outlines) > 1 for area in found.values()):
        return []
    return sorted(found, key=lambda option: (round(found[option].middle[1]), found[option].middle[0]))


def webp(position: Position, scene: Scene = _PLAIN) -> bytes:
    """The picture as a WebP file, for pictures that are kept: slower to make, with about 60 % of the bytes."""
    with _PAINTER:
        return encoding.webp(_painted(position, scene).finished())


def symbols(position: Position) -> Mapping[str, bytes]:
    """The symbols of the sides that the header of a picture shows, by the names of the sides.

    Each is a small square file of type `EXTENSION`, transparent around the symbol. A game for up to four has the
    symbols of four sides. Names that a game uses before sides are settled have no symbols, nor do games without a
    board.
    """
    board = board_of(position)
    if board is None:
        return {}
    return {side: encoding.small(raster.symbol(chip, Scheme.DUSK)) for side, chip in board.chips.items()}


def has_symbol(position: Position, side: str) -> bool:
    """Whether `symbols` has one for a side, which is known without painting any."""
    board = board_of(position)
    return board is not None and side in board.chips


def animation(frames: Sequence[tuple[Position, Scene]], progress: Callable[[int], None]) -> Animation:
    """Positions of one game as an animated picture that loops: a file of type `FILM_EXTENSION` below eight megabytes.

    Each frame is shown for a second, the last one for three; if that would exceed two
    minutes, all but the last are shown for a shorter time. At most three hundred frames are used, evenly spread and
    including the last. If the file is still too large, the picture is halved in width and height, and then every fourth
    frame except the last is dropped, as often as needed. `progress` is called in the caller's thread with the number of
    frames done, which never falls.
    Thread-safe. Raises ValueError without a frame.
    """
    return filmed(len(frames), _painter(frames), progress)


def motion(frames: Sequence[tuple[Position, Scene]]) -> Motion | None:
    """How pieces get from the first of some positions of one game to the last, each a step further than the one before.

    It is laid over the picture of the last position, for whose scene it is made. None if no piece moves. Thread-safe.
    """
    boards = [(require_board(position), position, scene) for position, scene in frames]
    with _PAINTER:
        return motion_of(board.bare(at, scene).lowered(board.top(at, scene)) for board, at, scene in boards)


def sheet(frames: Sequence[tuple[Position, Scene]], progress: Callable[[int], None]) -> Sheet:
    """The pictures of positions of one game as a sprite sheet, for a page that composes each of them itself.

    `progress` is called in the caller's thread with the number of pictures done. Thread-safe. Raises ValueError without
    a frame.
    """
    return spread(len(frames), _painter(frames), progress)


def _painter(frames: Sequence[tuple[Position, Scene]]) -> Callable[[int], Canvas]:
    """A function that paints a frame by its number; all frames have the same size."""

    def frame(number: int) -> Canvas:
        position, scene = frames[number]
        with _PAINTER:
            return _painted(position, replace(scene, is_frame=True))

    return frame


def curve(curve: Curve) -> bytes:
    """Ratings over time as a file of type `EXTENSION`, as wide as a board and half as high.

    The same argument gives the same bytes. Thread-safe.
    """
    return encoding.png(chart.paint(curve).finished(), encoding.THOROUGHLY)


def table(table: ResultTable) -> bytes:
    """A table of results as a file of type `EXTENSION`, as wide as a board.

    The same argument gives the same bytes. Thread-safe.
    """
    return encoding.png(standings.paint(table).finished())


def side_colours(position: Position, seats: int) -> Sequence[str]:
    """The colours of the sides in charts, by seat, as CSS writes them."""
    return chance_bands.colours(position, seats)


def chances(chances: Chances) -> bytes:
    """The chances over a match as a file of type `EXTENSION`, of the size of a `curve`."""
    return encoding.png(chance_bands.paint(chances).finished())


def card(card: Card, *, is_wide: bool = False) -> bytes:
    """The card of a finished match as a file of type `EXTENSION`, at most 100 kB. Thread-safe.

    It is as wide as a board, or else in the shape that sites show under links.
    """
    paint = cards.paint_wide if is_wide else cards.paint
    return encoding.png(paint(card).finished(), encoding.THOROUGHLY)


def _painted(position: Position, scene: Scene) -> Canvas:
    return require_board(position).paint(position, scene)
