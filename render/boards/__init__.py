"""The boards of all games. This is the only place where a board is registered.

The board of a plugin is the `BOARD` of its own module for it, which is loaded when it is first needed, because it may
import everything here.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from render.board import Board
from render.boards.plain import plain
from rules import GAMES
from rules.core import Game, Position
from rules.plugins import told

# Each name is a module or folder beside this file, with the game's `BOARD`.
_NAMES: Final = ("farlander", "furbowl", "furl", "fursaz", "playwin")
_OURS: Final = "rules."

BOARDS: Final[tuple[Board[Any], ...]] = tuple(import_module(f"{__name__}.{name}").BOARD for name in _NAMES)
"""The boards of our games."""


class PluginBoards(NamedTuple):
    """The boards of plugins, and a sentence for each that can't be used and is a plain one instead."""

    boards: tuple[Board[Any], ...]
    refused: tuple[str, ...]


@cache
def plugin_boards() -> PluginBoards:
    """The boards of all plugins."""
    return boards_of([game for game in GAMES.values() if not game.package.startswith(_OURS)])


def boards_of(games: Iterable[Game]) -> PluginBoards:
    """The boards of the games of plugins, which stand together by package."""
    boards: list[Board[Any]] = []
    refused: list[str] = []
    for package, found in groupby(games, attrgetter("package")):
        of_package = {game.key: game for game in found}
        try:
            boards.append(_loaded(package, of_package))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's code raises
            names = ", ".join(game.name for game in of_package.values())
            refused.append(f"The board of {names} is plain text, because {package}.board can't be used: {told(error)}.")
            boards += map(plain, of_package.values())
    return PluginBoards(tuple(boards), tuple(refused))


def _loaded(package: str, games: Mapping[str, Game]) -> Board[Any]:
    """The board of a plugin with some games, by key. Raises TypeError, or whatever its module raises."""
    board: Board[Any] | None = import_module(f"{package}.board").BOARD
    if not isinstance(board, Board):
        raise TypeError("its `BOARD` is not a `render.board.Board`")
    for game in games.values():
        if not isinstance(game.start(game.seats[0]), board.positions):
            raise TypeError(f"its `BOARD` is not for the positions of {game.key}")
    if not board.samples:
        raise TypeError("its `BOARD` has no sample of a position")
    for key, fen in board.samples.items():
        if key not in games:
            raise TypeError(
                f"the `samples` of its `BOARD` name {key!r}, and the keys of its games are {', '.join(games)}"
            )
        try:
            games[key].from_fen(fen)
        except ValueError as error:
            raise TypeError(f"the sample of its `BOARD` for {key} is no position ({told(error)})") from error
    return board


def require_board(position: Position) -> Board[Any]:
    """The board for a position. Raises TypeError if none is registered for its type."""
    board = board_of(position)
    if board is None:
        raise TypeError(f"There is no picture for a {type(position).__name__}: no board is registered for this type.")
    return board


def board_of(position: Position) -> Board[Any] | None:
    """The board for a position; None if none is registered for its type."""
    ours = next((board for board in BOARDS if isinstance(position, board.positions)), None)
    return ours or next((board for board in plugin_boards().boards if isinstance(position, board.positions)), None)
