"""Games of other installed packages: plugins, each named by an entry point in the group `furlong.games`.

An entry point names a package that looks like one of ours, such as `rules.furl`: its `GAMES` are a game and its
variants. Its `API` is the version of this interface that it was written for. Its module `board` paints them, and its
folder has the rule book, the lessons, the puzzles and the translations.

A plugin that can't be used is refused with a sentence, so that the fault of a stranger never ends the bot.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from typing import Any, Final, cast

from rules.core import Game, Position

GROUP: Final = "furlong.games"
"""The group of entry points."""

API: Final = 1
"""The version of the interface between Furlong and a plugin, increased when older plugins no longer work."""

LONGEST_KEY: Final = 24
"""The maximum length of a game's key, which stands in ids of buttons and in addresses."""

LONGEST_NAME: Final = 32
"""The maximum length of a game's name, which stands on buttons and in headings."""

_MOST_SEATS: Final = 4
"""As many players as pictures and messages have a place for."""

_KEY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class PluginError(Exception):
    """A plugin can't be used; `str(error)` continues "it …" or is a clause that says why."""


@dataclass(frozen=True, slots=True)
class Plugins:
    """The games found, by their keys in the order of menus, and a sentence for each plugin that was refused."""

    games: Mapping[str, Game]
    refused: tuple[str, ...]


def found(points: Iterable[EntryPoint], ours: Collection[Game]) -> Plugins:
    """The games of some entry points beside `ours`, in the order of their names."""
    games: dict[str, Game] = {}
    refused: list[str] = []
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        try:
            added = loaded(point)
            check_clashes(added, (*ours, *games.values()))
        except PluginError as error:
            refused.append(f"The plugin {point.name} ({_source(point)}) adds no games: {error}.")
        else:
            games |= {game.key: game for game in added}
    return Plugins(games, tuple(refused))


def loaded(point: EntryPoint) -> tuple[Game, ...]:
    """The games of a plugin, each with its package. Raises PluginError."""
    try:
        module: Any = point.load()
    except (Exception, SystemExit) as error:
        raise PluginError(f"importing {point.value} failed with {told(error)}") from error
    if not hasattr(module, "__path__"):
        raise PluginError(f"{point.value} is not a package, that is, a folder with an __init__.py")
    if getattr(module, "API", None) != API:
        raise PluginError(
            f"it was written for version {getattr(module, 'API', None)} of the interface (its `API`), "
            f"and this is version {API}"
        )
    games: Any = getattr(module, "GAMES", None)
    if not isinstance(games, tuple) or not games or not all(isinstance(game, Game) for game in cast(Any, games)):
        raise PluginError("its `GAMES` is not a tuple of games")
    added: tuple[Game, ...] = tuple(replace(game, package=module.__name__) for game in cast(Any, games))
    mains = [game.key for game in added if game.family == game.key]
    if len(mains) != 1:
        raise PluginError(
            f"its `GAMES` have {len(mains)} main games (whose `family` is their own `key`) in place of one"
        )
    for game in added:
        for fault in faults(game, mains[0]):
            raise PluginError(f"of its game {str(game.key)[:LONGEST_KEY]!r}, {fault}")
    return added


def faults(game: Any, family: str) -> Iterator[str]:
    """What is wrong with the fields of a game of a family, as clauses."""
    if not isinstance(game.key, str) or not _KEY.fullmatch(game.key) or len(game.key) > LONGEST_KEY:
        yield f"the key is not 1 to {LONGEST_KEY} small letters, digits and single hyphens"
    elif game.family != family:
        yield f"the family is not {family!r}, the key of the main game"
    if not isinstance(game.name, str) or not 0 < len(game.name.strip()) <= LONGEST_NAME or not game.name.isprintable():
        yield f"the name is not 1 to {LONGEST_NAME} printable characters"
    if not isinstance(game.summary, str) or not game.summary.strip():
        yield "the summary is empty"
    if not isinstance(game.version, int) or game.version < 1:
        yield "the version is not a whole number from 1"
    if (
        not isinstance(game.seats, range)
        or not game.seats
        or not 2 <= min(game.seats) <= max(game.seats) <= _MOST_SEATS
    ):
        yield f"the seats are not a range within 2 to {_MOST_SEATS}"
        return
    for seats in game.seats:
        try:
            start: Any = game.start(seats)
            again: Any = game.from_fen(start.fen())
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's code raises
            yield f"the start for {seats} failed with {told(error)}"
        else:
            if not isinstance(start, Position):
                yield "the start is not a `Position`"
            elif start != again:
                yield f"the start for {seats} is another one after `fen` and `from_fen`"


def check_clashes(added: Iterable[Game], others: Iterable[Game]) -> None:
    """Raise PluginError if one of the games that are `added` has the key or the name of another game."""
    names = {game.name.casefold(): game for game in others}
    keys = {game.key: game for game in names.values()}
    for game in added:
        for taken, what in ((keys.get(game.key), "key"), (names.get(game.name.casefold()), "name")):
            if taken is not None:
                raise PluginError(f"the {what} of its game {game.key!r} is that of {taken.name}, of {taken.package}")
        names[game.name.casefold()] = keys[game.key] = game


def told(error: BaseException) -> str:
    """An error in one line: its type and what it says."""
    said = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {said}".rstrip(": .")


def _source(point: EntryPoint) -> str:
    """The distribution that declares an entry point, with its version."""
    return point.value if point.dist is None else f"{point.dist.name} {point.dist.version}"
