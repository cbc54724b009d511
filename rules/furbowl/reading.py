"""What people type in Furbowl, read as a legal move: words, animals and squares in almost any order."""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rules.core import AmbiguousMove, IllegalMove, InvalidMove, Move
from rules.furbowl import refusals, tokens
from rules.furbowl.animals import ANIMALS, TEAM_SIZE, seat_of
from rules.furbowl.board import NOBODY, Board
from rules.furbowl.pitch import COLUMNS, ROWS, pitch
from rules.furbowl.refusals import Wish
from rules.furbowl.tokens import Kind
from rules.wording import either, quoted

_ANIMALS: Final = {
    **{word: at for at, animal in enumerate(ANIMALS) for word in (animal.name, animal.letter)},
    "bunny": 0,
    "hare": 0,
    "turtle": 3,
    "kitty": 4,
}
_KINDS: Final = {
    **dict.fromkeys(
        ["move", "moves", "moving", "go", "goes", "going", "run", "runs", "running", "walk", "walks", "step", "steps"],
        Kind.MOVE,
    ),
    **dict.fromkeys(["sprint", "sprints", "sprinting", "dash", "dashes"], Kind.SPRINT),
    **dict.fromkeys(
        ["pass", "passes", "passing", "throw", "throws", "throwing", "hand", "hands", "handoff", "give", "gives"],
        Kind.PASS,
    ),
    **dict.fromkeys(
        ["tackle", "tackles", "tackling", "hit", "hits", "push", "pushes", "shove", "shoves", "attack", "attacks"],
        Kind.TACKLE,
    ),
}
_NOUNS: Final = frozenset(("turn", "play"))
_STOPPING: Final = (
    (frozenset(("turn",)), tokens.END),
    (frozenset(("play",)), tokens.FINISH),
    (frozenset(["end", "ends", "ended"]), tokens.END),
    (frozenset(["finish", "finishes", "finished"]), tokens.FINISH),
)
_STOPS: Final = frozenset(
    ["turn", "play", "end", "ends", "ended", "finish", "finishes", "finished", "stop", "stops", "done"]
)
_AGENTS: Final = ("with", "by", "from")  # what follows is the animal that acts
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


class _Named(NamedTuple):
    """An animal in a text: whether a word such as "with" stands before it, and whether a kind of animal_move does."""

    animal: int
    agent: bool
    follows_kind: bool


@dataclass(slots=True)
class _Said:
    """What stands in a text."""

    animals: list[_Named] = field(default_factory=list[_Named])
    kinds: set[Kind] = field(default_factory=set[Kind])
    numbers: list[str] = field(default_factory=list[str])
    stops: set[str] = field(default_factory=set[str])


def read(board: Board, text: str) -> Move:
    """The legal move that `text` means. Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`."""
    plain = unicodedata.normalize("NFKC", text).lower()
    exact = Move("".join(plain.split()))
    if board.is_legal(exact):
        return exact
    refusal = refusals.waiting(board)
    if refusal is not None:
        raise IllegalMove(refusal)
    said = _said(board, text, plain)
    if said.stops - _NOUNS:
        return _stopping(board, text, said)
    wish = _wish(board, text, said)
    moves = [
        move
        for move in board.legal_moves()
        if (animal_move := tokens.animal_moves().get(move)) and wish.fits(animal_move)
    ]
    if len(moves) > 1:
        raise AmbiguousMove(_which(board, wish, moves))
    if not moves:
        raise IllegalMove(refusals.forbidden(board, wish))
    return moves[0]


def _which(board: Board, wish: Wish, moves: list[Move]) -> str:
    if wish.animal is not None and wish.kind is None and wish.target is None:
        return f"{refusals.able(board, wish.animal)} Say which."
    return f"That can mean {either(moves)}: say which."


def _said(board: Board, text: str, plain: str) -> _Said:
    said, agent = _Said(), False
    for word in _PARTS.findall(plain):
        if word in _ANIMALS:
            said.animals.append(_Named(_ANIMALS[word], agent, bool(said.kinds)))
        elif word in _KINDS:
            said.kinds.add(_KINDS[word])
        elif word in _STOPS:
            said.stops.add(word)
        elif word.isdecimal():
            said.numbers.append(word.lstrip("0") or "0")
        elif word not in _FILLERS and word not in _AGENTS:
            raise _not_a_move(board, text)
        agent = word in _AGENTS or (agent and word in _FILLERS)
    if not (said.animals or said.kinds or said.numbers or said.stops - _NOUNS):
        raise _not_a_move(board, text)
    return said


def _stopping(board: Board, text: str, said: _Said) -> Move:
    """What "end the turn", "finish" and the like mean here."""
    if said.kinds or said.numbers:
        raise InvalidMove(f"{quoted(text)} asks for two things at once: stopping is a step of its own.")
    legal = board.stop()
    meant = next((move for words, move in _STOPPING if said.stops & words), legal)
    if meant != legal:
        raise IllegalMove(refusals.stopping(board))
    return meant


def _wish(board: Board, text: str, said: _Said) -> Wish:
    square = _square(board, said.numbers, said.animals[0].animal if said.animals else None)
    kind = _kind(text, said, square)
    subject, target = _roles(said, kind)
    if len(said.animals) > 2 or (square is not None and target is not None):
        raise _not_a_move(board, text)
    if kind is Kind.PASS and subject is None and target is None:
        raise InvalidMove(f"Say who passes to whom, such as fox-pass-cat. {refusals.example(board)}")
    if subject is None and board.current is not None:
        subject = board.current.animal
    if subject is None and kind is Kind.PASS and board.carrier != NOBODY and seat_of(board.carrier) == board.mover:
        subject = board.carrier % TEAM_SIZE
    return Wish(subject, kind, target, square)


def _kind(text: str, said: _Said, square: int | None) -> Kind | None:
    kinds = said.kinds - {Kind.MOVE} if Kind.SPRINT in said.kinds else said.kinds
    if len(kinds) > 1 or (square is not None and kinds & {Kind.PASS, Kind.TACKLE}):
        raise InvalidMove(f"{quoted(text)} asks for two things at once: a Move and an Action are steps of their own.")
    return next(iter(kinds), None if square is None else Kind.MOVE)


def _roles(said: _Said, kind: Kind | None) -> tuple[int | None, int | None]:
    """Which animal acts, and which one it acts on."""
    match said.animals:
        case []:
            return None, None
        case [only]:
            acted_on = kind in (Kind.PASS, Kind.TACKLE) and only.follows_kind and not only.agent
            return (None, only.animal) if acted_on else (only.animal, None)
        case [first, second, *_]:
            if second.agent and not first.agent:
                return second.animal, first.animal
            return first.animal, second.animal
        case _:
            raise TypeError("animals are a list")


def _square(board: Board, numbers: list[str], animal: int | None) -> int | None:
    if not numbers:
        return None
    if len(numbers) != 2:
        raise _half_a_square(board, numbers, animal)
    name = ",".join(numbers)
    if name not in pitch().square_of:
        raise InvalidMove(f"There is no square {name[:12]}: columns go from 1 to {COLUMNS}, rows from 1 to {ROWS}.")
    return pitch().square_of[name]


def _half_a_square(board: Board, numbers: list[str], animal: int | None) -> InvalidMove:
    """What is missing where a single number stands for a square, or what is too much."""
    if len(numbers) > 1:
        return InvalidMove(f"A square has two numbers, its column and its row, and there are {len(numbers)}.")
    legal = [move for move in board.legal_moves() if animal is None or move.startswith(ANIMALS[animal].name)]
    moves = {
        move: pitch().names[animal_move.target].split(",")
        for move in legal
        if (animal_move := tokens.animal_moves().get(move)) and animal_move.kind is Kind.MOVE
    }
    fitting = [move for place in (0, 1) for move, square in moves.items() if square[place] == numbers[0]]
    shown = (fitting or list(moves) or ["fox-8,5"])[0]
    return InvalidMove(f"{numbers[0][:4]} is only half of a square: write its column and its row, such as {shown}.")


def _not_a_move(board: Board, text: str) -> InvalidMove:
    return InvalidMove(
        f"{quoted(text)} is not a move of Furbowl. Write an animal and what it does: fox-8,5 moves, fox-pass-cat passes, "
        f"bear-tackle-rabbit tackles. {refusals.example(board)}"
    )
