"""The contract of a game, checked for a package by random games: what is missing or wrong, in sentences.

`studio.laws.laws` has the laws of rules, and `studio.laws.board_laws` those of boards.
"""

from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Any, Final

from babel.messages.pofile import read_po

from bot.records.folders import folder_of
from bot.records.lessons import lessons_of
from bot.records.rulebooks import pages_of
from bot.texts.language import DOMAIN
from render.board import Board
from render.boards import boards_of
from rules.core import Game
from rules.message_format import places
from rules.plugins import GROUP, PluginError, loaded, told
from rules.record import Step
from studio.laws.board_laws import OF_BOARDS, Shown
from studio.laws.laws import OF_GAMES, OF_PLAYED, OF_POSITIONS, Law, Look, Played, Subject

_GAMES: Final = 8
"""Random games of each number of seats."""
_PAINTED_GAMES: Final = 4
"""Random games of each number of seats of which some positions are painted."""
_LONGEST: Final = 2_000
"""The number of moves after which a random game is broken off."""
_LOOKS: Final = 25
"""About as many positions of a random game are looked at closely."""
_PAINTS: Final = 12
"""About one of so many positions of a random game is painted."""
_ELSEWHERE: Final = 10
"""The moves of each of these positions that are tried in the next one."""


def faults(package: str) -> Iterator[str]:
    """A sentence for everything that a package with games lacks or does wrong."""
    declared = sorted(point.value for point in entry_points(group=GROUP))
    if package not in declared:
        yield (
            f"No installed package declares the entry point {package} in the group {GROUP}, so Furlong doesn't see it. "
            f"These are declared: {', '.join(declared) or 'none'}."
        )
        if not all(part.isidentifier() for part in package.split(".")):
            return
    try:
        games = loaded(EntryPoint(package, package, GROUP))
    except PluginError as error:
        yield f"The package adds no games: {error}."
        return
    boards = boards_of(games)
    yield from boards.refused
    for game in games:
        found = [*of_rules(game)]
        yield from (f"{game.name}: {fault}." for fault in found)
        if not found and not boards.refused:  # with broken rules, a board could be blamed for them
            yield from (f"{game.name}: {fault}." for fault in of_board(boards.boards[0], game))
    for fault in (*_of_texts(games[0]), *_of_translations(games[0])):
        yield f"{games[0].name}: {fault}."


def _of_texts(game: Game) -> Iterator[str]:
    for what, count in (
        ("rule book: write rulebook.md, with a heading `##` for each page", lambda: len(pages_of(game))),
        ("lessons: write lessons.toml", lambda: len(lessons_of(game))),
    ):
        try:
            if not count():
                yield f"it has no {what}"
        except Exception as error:  # noqa: BLE001 - whatever a stranger's file makes of it
            yield f"it has no {what}, which can't be read ({told(error)})"
            return
    for lesson in lessons_of(game):
        try:
            meeting = [move for move in lesson.position.legal_moves() if lesson.is_met_by(move)]
        except Exception as error:  # noqa: BLE001 - as above
            yield f"the lesson “{lesson.title}” can't be begun: {told(error)}"
        else:
            if meeting != [lesson.move]:
                yield f"the lesson “{lesson.title}” asks for {lesson.move}, but {', '.join(meeting) or 'no move'} meets it"


def _of_translations(game: Game) -> Iterator[str]:
    for file in sorted((folder_of(game) / "locales").glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        try:
            with file.open("rb") as source:
                messages = [message for message in read_po(source) if message.id and message.string]
        except Exception as error:  # noqa: BLE001 - as above
            yield f"its translation in {file} can't be read: {told(error)}"
            continue
        for text, translation in ((f"{message.id}", f"{message.string}") for message in messages):
            if _places(text) != _places(translation):
                yield f"its translation into {file.parts[-3]} has other places than the message: {text}"


def _places(message: str) -> frozenset[str] | None:
    try:
        return places(message)
    except ValueError:
        return None


def of_rules(game: Game) -> Iterator[str]:
    """A clause for each law that a game breaks in random games, with the first position where it does."""
    broken: dict[str, str] = {}
    ended = False
    _note(OF_GAMES, game, game.key, broken)
    for seats in game.seats:
        for seed in range(_GAMES):
            try:
                ended |= _play(game, seats, Random(f"{seats} {seed}"), broken)
            except Exception as error:  # noqa: BLE001 - whatever a stranger's code raises
                broken.setdefault(f"a random game for {seats} ends in an error", told(error))
    yield from (f"{law} ({where})" for law, where in broken.items())
    if not ended and not broken:
        yield f"no random game ends within {_LONGEST} moves"


def _play(game: Game, seats: int, choice: Random, broken: dict[str, str]) -> bool:
    """Play a random game and note the laws that it breaks; returns whether it came to an end."""
    position, elsewhere, played = game.start(seats), tuple[str, ...](), list[Step]()
    for ply in range(_LONGEST):
        moves = position.legal_moves()
        if ply < _LOOKS or choice.randrange(_LOOKS) == 0 or not moves:
            _note(OF_POSITIONS, Look(game, seats, position, choice, elsewhere), position.fen(), broken)
            elsewhere = tuple(choice.sample(moves, min(_ELSEWHERE, len(moves))))
        if not moves:
            _note(OF_PLAYED, Played(game, seats, played), position.fen(), broken)
            return True
        move = choice.choice(moves)
        played.append(Step(position, move, position.play(move)))
        position = played[-1].after
    return False


def of_board(board: Board[Any], game: Game) -> Iterator[str]:
    """A clause for each law that the board of a game breaks in random games, with the first position where it does."""
    broken: dict[str, str] = {}
    for seats in game.seats:
        for seed in range(_PAINTED_GAMES):
            _paint(board, game, seats, Random(f"{seats} {seed}"), broken)
    yield from (f"{law} ({where})" for law, where in broken.items())


def _paint(board: Board[Any], game: Game, seats: int, choice: Random, broken: dict[str, str]) -> None:
    """Play a random game and note the laws that its board breaks at the start, at the end and now and then."""
    position, latest = game.start(seats), tuple[Step, ...]()
    for ply in range(_LONGEST):
        moves = position.legal_moves()
        if not ply or not moves or choice.randrange(_PAINTS) == 0:
            _note(OF_BOARDS, Shown(board, seats, position, latest), position.fen(), broken)
        if not moves:
            break
        move = choice.choice(moves)
        latest = (Step(position, move, position.play(move)),)
        position = latest[0].after


def _note(laws: Sequence[Law[Subject]], subject: Subject, where: str, broken: dict[str, str]) -> None:
    """Note the laws that something breaks, if they weren't broken before."""
    for law in laws:
        if law.says in broken:
            continue
        try:
            fault = "" if law.holds(subject) else where
        except Exception as error:  # noqa: BLE001 - as above
            fault = f"{where}: {told(error)}"
        if fault:
            broken[law.says] = fault
