"""Pictures of positions: `picture(position, scene)` is all that the rest of the program needs."""

from functools import singledispatch
from typing import Final

from render.boards import farlander, furbowl, furl, fursaz, playwin
from render.paint import EXTENSION, Canvas, encoded
from render.scene import Scene
from rules.core import Position
from rules.farlander import FarlanderPosition
from rules.furbowl import FurbowlPosition
from rules.furl import FurlPosition
from rules.fursaz import FursazPosition
from rules.playwin import PlayWinPosition

__all__ = ["EXTENSION", "Scene", "picture"]

_BARE: Final = Scene()


def picture(position: Position, scene: Scene = _BARE) -> bytes:
    """The board as a file of type `EXTENSION`, `theme.WIDTH` pixels wide; the same arguments give the same bytes.

    Several threads may call it at once. Raises TypeError for a position of a game that no board is registered for.
    """
    return encoded(_board(position, scene).finished())


@singledispatch
def _board(position: Position, scene: Scene) -> Canvas:
    raise TypeError(f"There is no picture for a {type(position).__name__}: no board is registered for this type.")


_board.register(FarlanderPosition, farlander.draw)
_board.register(FurlPosition, furl.draw)
_board.register(FurbowlPosition, furbowl.draw)
_board.register(FursazPosition, fursaz.draw)
_board.register(PlayWinPosition, playwin.draw)
