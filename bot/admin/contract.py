"""The contract of a game, checked for a package by random games: what is missing or wrong, in sentences.

The tests check these laws for our games, and further ones for what only our games have to do.
"""

import pickle
import random
import re
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from bot.records.lessons import lessons_of
from bot.records.rulebooks import pages_of
from render.boards import boards_of
from render.scene import Scene
from rules.core import CHANCE, LONGEST_TOKEN, Game, MoveError, Position, Seat
from rules.plugins import GROUP, PluginError, loaded, told

_GAMES: Final = 8
"""Random games of each number of seats."""
_LONGEST: Final = 2_000
"""The number of moves after which a random game is broken off."""
_LOOKS: Final = 25
"""About as many positions of a random game are looked at closely."""
_MOST_CHOICES: Final = 100
_LONGEST_REFUSAL: Final = 500
_TWO: Final = 2
_LONGEST_OPTION: Final = 100
_TOKEN: Final = re.compile(rf"[!-~]{{1,{LONGEST_TOKEN}}}")

Law = tuple[str, Callable[[Game, int, Position], bool]]


def faults(package: str) -> Iterator[str]:
    """A sentence for everything that a package with games lacks or does wrong."""
    if package not in {point.value for point in entry_points(group=GROUP)}:
        yield f"No installed package declares the entry point {package} in the group {GROUP}, so Furlong doesn't see it."
    try:
        games = loaded(EntryPoint(package, package, GROUP))
    except PluginError as error:
        yield f"The package adds no games: {error}."
        return
    boards = boards_of(games)
    yield from boards.refused
    for board, game in zip(boards.boards, games, strict=False):
        try:
            board.paint(game.start(game.seats[0]), Scene()).finished()
        except Exception as error:  # noqa: BLE001 - whatever a stranger's code raises
            yield f"The board of {game.name} can't be painted: {told(error)}."
    for game in games:
        for fault in of_rules(game):
            yield f"{game.name}: {fault}."
    for fault in _of_texts(games[0]):
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


def of_rules(game: Game) -> Iterator[str]:
    """A clause for each law that a game breaks in random games, with the first position where it does."""
    broken: dict[str, str] = {}
    ended = False
    for seats in game.seats:
        for seed in range(_GAMES):
            try:
                ended |= _play(game, seats, random.Random(f"{seats} {seed}"), broken)
            except Exception as error:  # noqa: BLE001 - whatever a stranger's code raises
                broken.setdefault(f"a random game for {seats} ends in an error", told(error))
    yield from (f"{law} ({where})" for law, where in broken.items())
    if not ended and not broken:
        yield f"no random game ends within {_LONGEST} moves"


def _play(game: Game, seats: int, choice: random.Random, broken: dict[str, str]) -> bool:
    """Play a random game and note the laws that it breaks; returns whether it came to an end."""
    position = game.start(seats)
    for ply in range(_LONGEST):
        moves = position.legal_moves()
        if ply < _LOOKS or choice.randrange(_LOOKS) == 0 or not moves:
            for law, holds in _LAWS:
                try:
                    where = "" if holds(game, seats, position) else position.fen()
                except Exception as error:  # noqa: BLE001 - as above
                    where = f"{position.fen()}: {told(error)}"
                if where:
                    broken.setdefault(law, where)
        if not moves:
            return True
        position = position.play(choice.choice(moves))
    return False


def _round_trip(game: Game, _seats: int, position: Position) -> bool:
    again = game.from_fen(position.fen())
    return again == position and hash(again) == hash(position) and again.legal_moves() == position.legal_moves()


def _turn(_game: Game, seats: int, position: Position) -> bool:
    is_over, turn = position.outcome() is not None, position.turn
    known = turn is None or turn is CHANCE or turn in range(seats)
    return known and (turn is None) == is_over == (not position.legal_moves())


def _places(_game: Game, seats: int, position: Position) -> bool:
    outcome = position.outcome()
    if outcome is None:
        return True
    counted = tuple(1 + sum(other < place for other in outcome.places) for place in outcome.places)
    return len(outcome.places) == seats and outcome.places == counted and bool(outcome.reason.strip())


def _parses(_game: Game, _seats: int, position: Position) -> bool:
    some = list(position.legal_moves())[:10]
    return all(position.parse(text) == move for move in some for text in (move, move.upper(), f"  {move} "))


def _refuses(_game: Game, _seats: int, position: Position) -> bool:
    legal = position.legal_moves()
    for text in ("", "nonsense", "résumé", "9z9", "a" * 100_000):
        try:
            if position.parse(text) not in legal:
                return False
        except MoveError as refusal:
            if not 0 < len(str(refusal).strip()) <= _LONGEST_REFUSAL:
                return False
    return True


def _picked(_game: Game, _seats: int, position: Position) -> bool:
    following: dict[tuple[str, ...], set[str]] = {}
    for move in position.legal_moves():
        stages = position.stages(move)
        if stages[-1] != move or not all(position.choices(move)):
            return False
        for at, stage in enumerate(stages):
            following.setdefault(stages[:at], set()).add(stage)
    asked = position.turn is None or 0 < len(position.question()) <= _LONGEST_OPTION
    return asked and all(len(stages) <= _MOST_CHOICES for stages in following.values())


def _options(_game: Game, _seats: int, position: Position) -> bool:
    if not isinstance(position.turn, int):
        return True
    by_first: dict[str, list[str]] = {}
    for move in position.legal_moves():
        by_first.setdefault(position.stages(move)[0], []).append(move)
    labels = [position.option(stage, moves).label for stage, moves in by_first.items()]  # type: ignore[arg-type]
    return len(set(labels)) == len(labels) and all(label.strip() for label in labels)


def _described(_game: Game, _seats: int, position: Position) -> bool:
    return all("\n" not in (told := position.describe(move)) and told.strip() for move in position.legal_moves())


def _frozen(_game: Game, _seats: int, position: Position) -> bool:
    return not hasattr(position, "__dict__") and pickle.loads(pickle.dumps(position)) == position


def _retires(seats: int, position: Position) -> bool:
    left = position.retire(Seat(0))
    return left is None or (seats > _TWO and left.turn != 0)


_LAWS: Final[tuple[Law, ...]] = (
    ("`turn` is None, `legal_moves` empty and `outcome` not None at the end, and only there", _turn),
    (
        "legal moves are all different, in the same order each time",
        lambda _game, _seats, one: (
            len(set(one.legal_moves())) == len(one.legal_moves()) and one.legal_moves() == one.legal_moves()
        ),
    ),
    (
        f"a move is 1 to {LONGEST_TOKEN} printable ASCII characters without spaces",
        lambda _game, _seats, one: all(_TOKEN.fullmatch(move) for move in one.legal_moves()),
    ),
    ("`from_fen` reads what `fen` writes, and makes an equal position", _round_trip),
    ("`places` say how many seats are ahead, for every seat, and there is a reason", _places),
    ("`parse` reads every move, in capitals and with spaces too", _parses),
    ("`parse` refuses anything else with a MoveError of one sentence, however long the text", _refuses),
    (f"the stages of the picker end with the move, with up to {_MOST_CHOICES} choices at once and a question", _picked),
    ("the options of the picker have different labels", _options),
    ("`describe` gives one line of words", _described),
    ("a position is slotted, and survives pickling", _frozen),
    (
        "every seat has a side of its own",
        lambda _game, seats, one: len({one.side(Seat(seat)) for seat in range(seats)}) == seats,
    ),
    (
        "the text board has lines, and no code fence",
        lambda _game, _seats, one: len(str(one).splitlines()) > 1 and "```" not in str(one),
    ),
    (
        "with two seats `retire` returns None, and with more a seat that has left is not to move",
        lambda _game, seats, one: _retires(seats, one),
    ),
)
"""What holds in every position, in the words in which it is missed."""
