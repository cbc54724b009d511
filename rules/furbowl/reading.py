"""The parser for moves of Furbowl as players type them: words, animals and squares in almost any order."""

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rules import reading
from rules.core import AmbiguousMove, IllegalMove, InvalidMove, Move, Phrase, Typed
from rules.furbowl import refusals, tokens
from rules.furbowl.animals import ANIMALS, TEAM_SIZE, seat_of
from rules.furbowl.board import NOBODY, FurbowlBoard
from rules.furbowl.pitch import COLUMNS, ROWS, pitch
from rules.furbowl.refusals import Wish
from rules.furbowl.tokens import Kind
from rules.wording import either, example, not_a_move, quoted, sentences

_ANIMALS: Final = {
    **{word: at for at, animal in enumerate(ANIMALS) for word in (animal.name, animal.letter)},
    "bunny": 0,
    "hare": 0,
    "turtle": 3,
    "kitty": 4,
}
_KINDS: Final = {
    word: kind
    for kind, words in (
        (Kind.MOVE, "move moves moving go goes going run runs running walk walks step steps"),
        (Kind.SPRINT, "sprint sprints sprinting dash dashes"),
        (Kind.PASS, "pass passes passing throw throws throwing hand hands handoff give gives"),
        (Kind.TACKLE, "tackle tackles tackling hit hits push pushes shove shoves attack attacks"),
    )
    for word in words.split()
}
_NOUNS: Final = frozenset(("turn", "play"))
_STOPPING: Final = (
    (frozenset(("turn",)), tokens.END),
    (frozenset(("play",)), tokens.FINISH),
    (frozenset(("end", "ends", "ended")), tokens.END),
    (frozenset(("finish", "finishes", "finished")), tokens.FINISH),
)
_STOPS: Final = frozenset(
    ["turn", "play", "end", "ends", "ended", "finish", "finishes", "finished", "stop", "stops", "done"]
)
_AGENTS: Final = ("with", "by", "from")  # words before the animal that acts
_FILLERS: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "ball",
        "column",
        "green",
        "has",
        "have",
        "in",
        "into",
        "it",
        "its",
        "let",
        "long",
        "medium",
        "my",
        "of",
        "off",
        "on",
        "onto",
        "over",
        "pick",
        "picks",
        "purple",
        "row",
        "s",
        "score",
        "scores",
        "short",
        "square",
        "the",
        "their",
        "then",
        "to",
        "towards",
        "up",
    ]
)
_PARTS: Final = re.compile(r"[0-9]+|[^\W\d_]+")


class _NamedAnimal(NamedTuple):
    """An animal in a text; `agent` if it follows a word such as "with", `follows_kind` if it follows a verb.

    `receiver` if "to" comes after it, as in languages whose verbs are last: "cat to pass" is a pass to the cat.
    """

    animal: int
    agent: bool
    follows_kind: bool
    receiver: bool = False


@dataclass(slots=True)
class _TextParts:
    """The parts of a text."""

    animals: list[_NamedAnimal] = field(default_factory=list[_NamedAnimal])
    kinds: set[Kind] = field(default_factory=set[Kind])
    numbers: list[str] = field(default_factory=list[str])
    stops: set[str] = field(default_factory=set[str])


def read(board: FurbowlBoard, text: str) -> Move:
    """The legal move that `text` means. Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`."""
    plain = reading.plain(text)
    exact = Move("".join(plain.split()))
    if board.is_legal(exact):
        return exact
    refusal = refusals.waiting(board)
    if refusal is not None:
        raise IllegalMove(refusal)
    parts = _parts_of(board, text, plain)
    if parts.stops - _NOUNS:
        return _stopping(board, text, parts)
    wish = _wish(board, text, parts)
    moves = [
        move
        for move in board.legal_moves()
        if (animal_move := tokens.animal_moves().get(move)) and wish.fits(animal_move)
    ]
    if len(moves) > 1:
        raise AmbiguousMove(_ambiguity(board, wish, moves))
    if not moves:
        raise IllegalMove(refusals.forbidden(board, wish))
    return moves[0]


def _ambiguity(board: FurbowlBoard, wish: Wish, moves: list[Move]) -> Phrase:
    if wish.animal is not None and wish.kind is None and wish.target is None:
        return sentences(refusals.able(board, wish.animal), Phrase("Say which."))
    return Phrase("That can mean {moves}: say which.", moves=either(map(Typed, moves)))


def _parts_of(board: FurbowlBoard, text: str, plain: str) -> _TextParts:
    parts, agent, before = _TextParts(), False, ""
    for word in _PARTS.findall(plain):
        if word in _ANIMALS:
            parts.animals.append(_NamedAnimal(_ANIMALS[word], agent, bool(parts.kinds)))
        elif word in _KINDS:
            parts.kinds.add(_KINDS[word])
        elif word in _STOPS:
            parts.stops.add(word)
        elif word.isdecimal():
            parts.numbers.append(word.lstrip("0") or "0")
        elif word not in _FILLERS and word not in _AGENTS:
            raise _not_a_move(board, text)
        if word == "to" and before in _ANIMALS:
            parts.animals[-1] = parts.animals[-1]._replace(receiver=True)
        before = word
        agent = word in _AGENTS or (agent and word in _FILLERS)
    if not (parts.animals or parts.kinds or parts.numbers or parts.stops - _NOUNS):
        raise _not_a_move(board, text)
    return parts


def _stopping(board: FurbowlBoard, text: str, parts: _TextParts) -> Move:
    """The move that "end the turn", "finish" and the like mean in this position."""
    if parts.kinds or parts.numbers:
        raise InvalidMove(Phrase("{text} is two things: stop with a move of its own.", text=quoted(text)))
    legal = board.stop()
    stop = next((move for words, move in _STOPPING if parts.stops & words), legal)
    if stop != legal:
        raise IllegalMove(refusals.stopping(board))
    return stop


def _wish(board: FurbowlBoard, text: str, parts: _TextParts) -> Wish:
    square = _square(board, parts.numbers, parts.animals[0].animal if parts.animals else None)
    kind = _kind(text, parts, square)
    subject, target = _roles(parts, kind)
    if len(parts.animals) > 2 or (square is not None and target is not None):
        raise _not_a_move(board, text)
    if kind is Kind.PASS and subject is None and target is None:
        advice = Phrase("Say who passes to whom, such as {move}.", move=Typed("fox-pass-cat"))
        raise InvalidMove(sentences(advice, example(board.legal_moves())))
    if subject is None and board.current is not None:
        subject = board.current.animal
    if subject is None and kind is Kind.PASS and board.carrier != NOBODY and seat_of(board.carrier) == board.mover:
        subject = board.carrier % TEAM_SIZE
    return Wish(subject, kind, target, square)


def _kind(text: str, parts: _TextParts, square: int | None) -> Kind | None:
    kinds = parts.kinds - {Kind.MOVE} if Kind.SPRINT in parts.kinds else parts.kinds
    if len(kinds) > 1 or (square is not None and kinds & {Kind.PASS, Kind.TACKLE}):
        raise InvalidMove(Phrase("{text} is two things: play the Move and the Action one by one.", text=quoted(text)))
    return next(iter(kinds), None if square is None else Kind.MOVE)


def _roles(parts: _TextParts, kind: Kind | None) -> tuple[int | None, int | None]:
    """The animal that acts, and the animal that it acts on."""
    match parts.animals:
        case []:
            return None, None
        case [only]:
            is_named_last = only.receiver or (only.follows_kind and not only.agent)
            acted_on = kind in (Kind.PASS, Kind.TACKLE) and is_named_last
            return (None, only.animal) if acted_on else (only.animal, None)
        case [first, second, *_]:
            if second.agent and not first.agent:
                return second.animal, first.animal
            return first.animal, second.animal
        case _:
            raise TypeError("animals are a list")


def _square(board: FurbowlBoard, numbers: list[str], animal: int | None) -> int | None:
    if not numbers:
        return None
    if len(numbers) != 2:
        raise _half_a_square(board, numbers, animal)
    name = ",".join(numbers)
    if name not in pitch().square_of:
        raise InvalidMove(
            Phrase(
                "There's no square {square}: columns go from 1 to {columns}, rows from 1 to {rows}.",
                square=name[:12],
                columns=COLUMNS,
                rows=ROWS,
            )
        )
    return pitch().square_of[name]


def _half_a_square(board: FurbowlBoard, numbers: list[str], animal: int | None) -> InvalidMove:
    """The answer to a single number instead of a square, or to too many numbers."""
    if len(numbers) > 1:
        return InvalidMove(
            Phrase("A square has two numbers, its column and its row, and here are {count}.", count=len(numbers))
        )
    legal = [move for move in board.legal_moves() if animal is None or move.startswith(ANIMALS[animal].name)]
    moves = {
        move: pitch().names[animal_move.target].split(",")
        for move in legal
        if (animal_move := tokens.animal_moves().get(move)) and animal_move.kind is Kind.MOVE
    }
    fitting = [move for place in (0, 1) for move, square in moves.items() if square[place] == numbers[0]]
    shown = (fitting or list(moves) or ["fox-8,5"])[0]
    return InvalidMove(
        Phrase(
            "{number} is only half of a square: type its column and its row, such as {move}.",
            number=numbers[0][:4],
            move=Typed(shown),
        )
    )


def _not_a_move(board: FurbowlBoard, text: str) -> InvalidMove:
    advice = Phrase(
        "Type an animal and what it does: {moving} moves, {passing} passes, {tackling} tackles.",
        moving=Typed("fox-8,5"),
        passing=Typed("fox-pass-cat"),
        tackling=Typed("bear-tackle-rabbit"),
    )
    return InvalidMove(sentences(not_a_move(text, "Furbowl"), advice, example(board.legal_moves())))
