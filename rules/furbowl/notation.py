"""The fen and the text board of Furbowl.

A fen has nine fields separated by spaces, for instance
`5,3/4,5/6,6~2/ko/5,8 11,3/12,5/10,6/out/11,8 pg fox purple 2 fr fox:m tackle:bear`:

1. and 2. Purple's and Green's animals in the order of `ANIMALS`: a square, followed by `~1` or `~2` if the animal is
   stunned until its team has begun one or two more turns; `ko`; `out`; or `-` before the match;
3. the sides that can still sprint: `pg`, `p`, `g` or `-`;
4. the ball: its square, or its carrier, `purple-fox`; `-` before the match;
5. and 6. the side to move, and the number of plays that it has begun;
7. the letters of its animals that have acted, or `-`;
8. the play in progress, such as `fox:`, followed by `m` if the Move is used and `a` if the Action is used, or `-`;
9. the roll that is due, with its details: `formation`, `ball`, `dodge:8,5`, `pickup`, `surprise`, `throw:bear`,
   `catch:bear`, `tackle:bear`, `ouch:bear`, `spill:bear` (an Ouch roll for an animal that has just lost the ball),
   `scatter:2`, `recovery:bear`, `return:bear`, or `-`.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rules.core import Seat
from rules.furbowl.animals import ANIMALS, RABBIT, SIDES, TEAM_SIZE, animal_of, seat_of, team
from rules.furbowl.board import KNOCKED_OUT, NOBODY, NOWHERE, OUT, PLAYS, WAITING, Current, FurbowlBoard
from rules.furbowl.chances import (
    BallRow,
    Catch,
    Chance,
    Dodge,
    Formation,
    Ouch,
    Pickup,
    Recovery,
    Return,
    Scatter,
    Surprise,
    Tackle,
    Throw,
)
from rules.furbowl.pitch import COLUMNS, FARTHEST_SCATTER, ROWS, pitch, square_at

NOTHING: Final = "-"

_OFF_PITCH: Final = {"ko": KNOCKED_OUT, "out": OUT, NOTHING: WAITING}
_PLACE: Final = re.compile(r"(ko|out|-)|([0-9]+,[0-9]+)(?:~([12]))?")
_SPRINTS: Final = (NOTHING, "p", "g", "pg")
_SIDES: Final = tuple(side.lower() for side in SIDES)
_NAMES: Final = tuple(animal.name for animal in ANIMALS)
_LETTERS: Final = tuple(animal.letter for animal in ANIMALS)
_WHERE: Final = {KNOCKED_OUT: "knocked out", OUT: "out", WAITING: "not placed yet"}
_USED: Final = {"m": (True, False), "a": (False, True), "ma": (True, True)}
_PLAIN: Final[dict[str, Chance]] = {
    "formation": Formation(),
    "ball": BallRow(),
    "pickup": Pickup(),
    "surprise": Surprise(),
}


class FenParts(NamedTuple):
    """The fields of a fen, as text."""

    purple: str
    green: str
    sprints: str
    ball: str
    mover: str
    plays: str
    done: str
    current: str
    chance: str


def write_fen(board: FurbowlBoard) -> str:
    """The fen of a board; `read_fen` inverts it."""
    purple, green = ("/".join(_place(board, piece) for piece in team(Seat(seat))) for seat in (0, 1))
    done = "".join(letter for at, letter in enumerate(_LETTERS) if board.done >> at & 1)
    return " ".join(
        FenParts(
            purple,
            green,
            _SPRINTS[board.sprints],
            _ball(board),
            _SIDES[board.mover],
            str(board.plays),
            done or NOTHING,
            _current(board.current),
            _chance(board.chance),
        )
    )


def read_fen(text: str) -> FurbowlBoard:
    """The board that a fen describes. Raises ValueError, saying what is wrong, for a malformed text.

    It does not check whether the board can occur.
    """
    words = text.split(" ")
    if len(words) != len(FenParts._fields):
        raise ValueError(f"a Furbowl position has {len(FenParts._fields)} parts, not {len(words)}")
    parts = FenParts(*words)
    placed = [*_read_places(parts.purple), *_read_places(parts.green)]
    mover = Seat(_one_of(parts.mover, _SIDES, "a side"))
    ball, carrier = _read_ball(parts.ball)
    return FurbowlBoard(
        places=tuple(place for place, _ in placed),
        stuns=tuple(stun for _, stun in placed),
        sprints=_one_of(parts.sprints, _SPRINTS, "the sides that can sprint"),
        ball=ball,
        carrier=carrier,
        mover=mover,
        plays=_one_of(parts.plays, ("0", "1", "2", "3"), "a number of plays"),
        done=_read_done(parts.done),
        current=_read_current(parts.current),
        chance=_read_chance(parts.chance, mover),
    )


def piece_name(piece: int) -> str:
    """The name of a piece of either side: `purple-fox`."""
    return f"{_SIDES[seat_of(piece)]}-{animal_of(piece).name}"


def _place(board: FurbowlBoard, piece: int) -> str:
    place, stun = board.places[piece], board.stuns[piece]
    if place < 0:
        return next(word for word, meaning in _OFF_PITCH.items() if meaning == place)
    return pitch().names[place] + (f"~{stun}" if stun else "")


def _read_places(text: str) -> list[tuple[int, int]]:
    """The place and the stun count of each animal of a team."""
    words = text.split("/")
    if len(words) != TEAM_SIZE:
        raise ValueError(f"a team has {TEAM_SIZE} animals, not {len(words)}")
    return [_read_place(word) for word in words]


def _read_place(text: str) -> tuple[int, int]:
    found = _PLACE.fullmatch(text)
    if found is None:
        raise ValueError(f"“{text[:40]}” is not the place of an animal: a square such as 8,5 or 8,5~2, ko or out")
    off, name, stun = found.groups()
    if off is not None:
        return _OFF_PITCH[off], 0
    return _square(name), int(stun or 0)


def _square(name: str) -> int:
    square = pitch().square_of.get(name)
    if square is None:
        raise ValueError(f"“{name[:40]}” is not a square: columns go from 1 to 15, rows from 1 to 10")
    return square


def _ball(board: FurbowlBoard) -> str:
    if board.carrier != NOBODY:
        return piece_name(board.carrier)
    return NOTHING if board.ball == NOWHERE else pitch().names[board.ball]


def _read_ball(text: str) -> tuple[int, int]:
    """The square of the loose ball, and the carrier of the ball."""
    carriers = {piece_name(piece): piece for piece in range(2 * TEAM_SIZE)}
    if text in carriers:
        return NOWHERE, carriers[text]
    return (NOWHERE if text == NOTHING else _square(text)), NOBODY


def _read_done(text: str) -> int:
    letters = "" if text == NOTHING else text
    if not letters and text != NOTHING:
        raise ValueError("nothing stands where the animals that have acted belong")
    return sum({1 << _one_of(letter, _LETTERS, "the letter of an animal") for letter in letters})


def _current(current: Current | None) -> str:
    if current is None:
        return NOTHING
    animal, *used = current
    return f"{_NAMES[animal]}:{next(word for word, meaning in _USED.items() if meaning == tuple(used))}"


def _read_current(text: str) -> Current | None:
    if text == NOTHING:
        return None
    name, _, used = text.partition(":")
    if used not in _USED:
        raise ValueError(f"“{text[:40]}” is not a play: write fox:m, fox:a, fox:ma or -")
    return Current(_animal(name), *_USED[used])


def _chance(chance: Chance | None) -> str:
    match chance:
        case None:
            return NOTHING
        case Dodge(target):
            return f"dodge:{pitch().names[target]}"
        case Throw(piece) | Catch(piece) | Tackle(piece) | Recovery(piece) | Return(piece):
            return f"{type(chance).__name__.lower()}:{animal_of(piece).name}"
        case Ouch(piece, spilled):
            return f"{'spill' if spilled else 'ouch'}:{animal_of(piece).name}"
        case Scatter(far):
            return f"scatter:{far}"
        case _:
            return next(word for word, meaning in _PLAIN.items() if meaning == chance)


def _read_chance(text: str, mover: Seat) -> Chance | None:
    if text == NOTHING or text in _PLAIN:
        return _PLAIN.get(text)
    word, _, value = text.partition(":")
    match word:
        case "dodge":
            return Dodge(_square(value))
        case "scatter":
            return Scatter(1 + _one_of(value, tuple(map(str, range(1, FARTHEST_SCATTER + 1))), "a distance"))
        case "throw" | "catch" | "recovery" | "return":
            kinds = {"throw": Throw, "catch": Catch, "recovery": Recovery, "return": Return}
            return kinds[word](TEAM_SIZE * mover + _animal(value))
        case "tackle":
            return Tackle(TEAM_SIZE * (1 - mover) + _animal(value))
        case "ouch" | "spill":
            return Ouch(TEAM_SIZE * (1 - mover) + _animal(value), word == "spill")
        case _:
            raise ValueError(f"“{text[:40]}” is nothing that chance decides")


def _animal(name: str) -> int:
    return _one_of(name, _NAMES, "an animal")


def _one_of(text: str, words: tuple[str, ...], what: str) -> int:
    """The index of `text` in `words`. Raises ValueError if it is not there."""
    if text not in words:
        raise ValueError(f"“{text[:40]}” is not {what}: {', '.join(words)}")
    return words.index(text)


def text_board(board: FurbowlBoard, viewpoint: Seat | None = None) -> str:
    """The position as text: the pitch, with row 10 first or, from Green's side, row 1, and the rest in words below it.

    Capital letters are Purple's animals and small letters Green's: R for rabbit, F for fox, B for bear, T for tortoise,
    C for cat. `o` is the ball; after a letter, it means that the animal has the ball. `~` after a letter means that the
    animal is stunned.
    """
    turn = -1 if viewpoint == 1 else 1
    digits = [str(column) for column in range(1, COLUMNS + 1)][::turn]
    header = [_line("", (digit[:-1] for digit in digits)), _line("", (digit[-1] for digit in digits))]
    rows = [_line(str(row), _cells(board, row)[::turn]) for row in range(ROWS, 0, -1)][::turn]
    return "\n".join(
        [*rows, *header, *map(_team, (board, board), (Seat(0), Seat(1))), _whose_ball(board), _turn(board)]
    )


def _line(label: str, cells: Iterable[str]) -> str:
    return f"{label:>2} {''.join(f'{cell:<2}' for cell in cells)}".rstrip()


def _cells(board: FurbowlBoard, row: int) -> Sequence[str]:
    squares = [square_at(column, row) for column in range(1, COLUMNS + 1)]
    return [_cell(board, NOWHERE if square is None else square) for square in squares]


def _cell(board: FurbowlBoard, square: int) -> str:
    piece = board.piece_on(square)
    if piece is None:
        return "o" if board.ball == square else "."
    letter = animal_of(piece).letter
    mark = "o" if piece == board.carrier or square == board.ball else "~" if board.stuns[piece] else ""
    return (letter.upper() if piece < TEAM_SIZE else letter) + mark


def _team(board: FurbowlBoard, seat: Seat) -> str:
    """The places of a team's animals in words: "Purple: rabbit on 5,3, fox on 4,5, bear on 6,6 stunned, …"."""
    shown = (f"{animal_of(piece).name} {_whereabouts(board, piece)}" for piece in team(seat))
    return f"{SIDES[seat]}: {', '.join(shown)}"


def _whereabouts(board: FurbowlBoard, piece: int) -> str:
    place = board.places[piece]
    where = _WHERE[place] if place < 0 else f"on {pitch().names[place]}"
    stunned = ("", " stunned, up next turn", " stunned")[board.stuns[piece]]
    sprinted = piece % TEAM_SIZE == RABBIT and not board.sprints >> seat_of(piece) & 1
    return f"{where}{stunned}{' (has sprinted)' if sprinted else ''}"


def _whose_ball(board: FurbowlBoard) -> str:
    if board.carrier != NOBODY:
        return f"Ball: the {SIDES[board.carrier // TEAM_SIZE]} {animal_of(board.carrier).name} has it"
    return "Ball: not placed yet" if board.ball == NOWHERE else f"Ball: on {pitch().names[board.ball]}"


def _turn(board: FurbowlBoard) -> str:
    """The turn in words: the side to move, the plays left, the animals that have acted, and the play in progress."""
    if isinstance(board.chance, Formation | BallRow):
        return "The teams line up"
    winner = board.winner()
    if winner is not None:
        return f"{SIDES[winner]} has scored"
    done = [animal.name for at, animal in enumerate(ANIMALS) if board.done >> at & 1]
    parts = [f"{SIDES[board.mover]} to move, {_plays_left(board)}"]
    if done:
        parts.append(f"has acted: {', '.join(done)}")
    if board.current is not None:
        parts.append(_in_play(board))
    return "; ".join(parts)


def _plays_left(board: FurbowlBoard) -> str:
    left = PLAYS - board.plays
    return {0: "no play left", 1: "1 play left"}.get(left, f"{left} plays left")


def _in_play(board: FurbowlBoard) -> str:
    if board.current is None:
        return ""
    used = {(True, False): "has moved", (False, True): "has used its Action"}
    animal = ANIMALS[board.current.animal].name
    return f"in play: {animal}, {used.get(board.current[1:], 'has moved and used its Action')}"
