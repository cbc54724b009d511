"""Furl's rules, features and search in C, some thirty times as fast as in Python and with the same results.

`library` compiles `tools/engines/furl.c` into `build/` when it is first needed. Without a C compiler there is no engine.
"""

import os
import random
import shlex
import shutil
import subprocess
from array import array
from collections.abc import Mapping, Sequence
from ctypes import (
    CDLL,
    POINTER,
    Array,
    Structure,
    addressof,
    byref,
    c_double,
    c_int,
    c_int32,
    c_int64,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
    sizeof,
)
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

from bot.opponents.levels import LEVELS, Level
from rules.core import Move, Seat
from rules.furl import FurlPosition, tables
from rules.furl.board import HEIGHT_BITS
from rules.furl.evaluation import SIZES
from rules.linear import Weights

_SOURCE: Final = Path(__file__).with_suffix(".c")
_BUILT: Final = Path(__file__).parents[2] / "build" / "engines"
_FLAGS: Final = ("-std=c11", "-O2", "-ffp-contract=off", "-fPIC", "-shared")
"""Without contraction, sums are rounded as in Python."""
_DIGITS: Final = 16  # of a digest, which tells apart builds of different sources or by different commands
_SIGNS: Final = (tables.FURL, tables.UNFURL, tables.CAPTURE)
_CELLS: Final = 37
_MOST_MOVES: Final = 400
_MOST_FEATURES: Final = 400
_LONGEST_LESSON: Final = 250


class At(Structure):
    """A position, as bit boards."""

    _fields_ = (
        ("singles", c_uint64 * 2),
        ("stacks", c_uint64 * 2),
        ("heights", c_uint64 * HEIGHT_BITS),
        ("mover", c_uint64),
    )


class Sample(Structure):
    """A position to learn from, with bounds of the chance, from 0 to 1, that the player to move there ends ahead."""

    _fields_ = (("at", At), ("least", c_double), ("most", c_double))


class Lessons(Structure):
    """How games to learn from are played: positions searched for a move, and what the constants of training say."""

    _fields_ = (
        ("nodes", c_int64),
        ("temperature", c_double),
        ("stray", c_double),
        ("word", c_double),
        ("at_random", c_int32),
        ("of_search", c_int32),
        ("least_depth", c_int32),
    )


def compiler() -> Sequence[str] | None:
    """The command of the C compiler, which the variable CC may name, also with options; None if there is none here."""
    command = shlex.split(os.environ.get("CC") or "cc")
    return command if shutil.which(command[0]) else None


@cache
def library() -> CDLL:
    """The compiled engine. Raises RuntimeError, saying what the compiler said, if there is none."""
    command = [*(compiler() or ("cc",)), *_FLAGS]
    known = sha256(_SOURCE.read_bytes() + " ".join(command).encode()).hexdigest()[:_DIGITS]
    file = _BUILT / f"furl-{known}.so"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")  # others may be compiling too
        try:
            subprocess.run([*command, "-o", str(part), str(_SOURCE), "-lm"], check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise RuntimeError(f"no engine without a C compiler: {getattr(error, 'stderr', '') or error}") from error
        part.replace(file)
    found = CDLL(str(file))
    found.furl_begin()
    at, moves, numbers = POINTER(At), POINTER(c_uint16), POINTER(c_int32)
    signatures: Mapping[str, tuple[Any, tuple[Any, ...]]] = {
        "furl_moves": (c_int, (at, moves)),
        "furl_captures": (c_int, (at, moves)),
        "furl_winner": (c_int, (at,)),
        "furl_play": (None, (at, c_uint16)),
        "furl_features_known": (c_int, ()),
        "furl_features": (c_int, (at, c_int, numbers)),
        "furl_lateness": (c_double, (at,)),
        "furl_player": (c_void_p, (numbers,)),
        "furl_end": (None, (c_void_p,)),
        "furl_evaluate": (c_double, (c_void_p, at)),
        "furl_search": (
            c_int,
            (c_void_p, at, moves, c_int, c_int64, c_int, c_int, c_int, c_double, POINTER(c_double)),
        ),
        "furl_match": (c_int, (c_void_p, c_void_p, c_int64, c_int, c_double, c_uint64, c_uint64)),
        "furl_lesson": (c_int, (c_void_p, POINTER(Lessons), c_uint64, POINTER(Sample))),
        "furl_fit": (
            c_double,
            (c_void_p, c_void_p, c_int64, c_double, c_double, POINTER(c_double), POINTER(c_double)),
        ),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(found, name)
        function.restype, function.argtypes = result, arguments
    assert found.furl_features_known() == sum(SIZES.values()), "the engine knows the features of the evaluation"
    return found


def packed(position: FurlPosition) -> At:
    """A position as the engine takes it."""
    heights = [0] * HEIGHT_BITS
    for bit in tables.geometry().name_of:
        if (position.stacks[0] | position.stacks[1]) & bit:
            for digit in range(HEIGHT_BITS):
                heights[digit] |= bit if position.height(bit) >> digit & 1 else 0
    return At(position.singles, position.stacks, tuple(heights), position.mover)


def unpacked(at: At) -> FurlPosition:
    """The position that the engine found."""
    heights = 0
    for bit in tables.geometry().name_of:
        for digit in range(HEIGHT_BITS):
            heights |= bool(at.heights[digit] & bit) << (bit.bit_length() - 1) * HEIGHT_BITS + digit
    return FurlPosition((at.singles[0], at.singles[1]), (at.stacks[0], at.stacks[1]), heights, Seat(at.mover))


def token(number: int) -> Move:
    """The move that the engine knows by a number."""
    cells, (way, end) = tables.geometry().cells, divmod(number, _CELLS)
    sign, start = divmod(way, _CELLS)
    return Move(cells[start] + _SIGNS[sign] + cells[end])


@cache
def number_of(move: Move) -> int:
    """The number by which the engine knows a move."""
    cells = tables.geometry().cells
    return (_SIGNS.index(move[2]) * _CELLS + cells.index(move[:2])) * _CELLS + cells.index(move[3:])


def moves(position: FurlPosition) -> list[Move]:
    """The legal moves."""
    found = (c_uint16 * _MOST_MOVES)()
    return [token(number) for number in found[: library().furl_moves(packed(position), found)]]


def captures(position: FurlPosition) -> list[Move]:
    """The noisy moves."""
    found = (c_uint16 * _MOST_MOVES)()
    return [token(number) for number in found[: library().furl_captures(packed(position), found)]]


def winner(position: FurlPosition) -> Seat | None:
    """The seat that has won, or None while the game goes on."""
    found = library().furl_winner(packed(position))
    return None if found < 0 else Seat(found)


def played(position: FurlPosition, move: Move) -> FurlPosition:
    """The position after a legal move."""
    at = packed(position)
    library().furl_play(at, number_of(move))
    return unpacked(at)


def features(position: FurlPosition) -> tuple[list[int], list[int]]:
    """The numbers of each seat's features, repeated as often as the seat has them."""
    found, at = (c_int32 * _MOST_FEATURES)(), packed(position)
    white, black = (found[: library().furl_features(at, seat, found)] for seat in range(2))
    return white, black


def lateness(position: FurlPosition) -> float:
    """How far the match has gone, from 0 to 1."""
    return library().furl_lateness(packed(position))


class Player:
    """A player with some weights. Raises RuntimeError if there is no engine, MemoryError if there is no memory."""

    def __init__(self, weights: Weights) -> None:
        flat = [stage for name in SIZES for pair in weights[name] for stage in pair]
        self._library = library()
        self._at = self._library.furl_player((c_int32 * len(flat))(*flat))
        if not self._at:
            raise MemoryError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._library.furl_end(self._at)

    def evaluate(self, position: FurlPosition) -> float:
        """The value for White, from -1 to 1."""
        return self._library.furl_evaluate(self._at, packed(position))

    def values(
        self,
        position: FurlPosition,
        legal: Sequence[Move],
        nodes: int,
        level: Level = LEVELS[-1],
        *,
        reduces: bool = True,
    ) -> dict[Move, float]:
        """What `Search.values` finds with these legal moves in this order, a budget of so many positions and a level.

        The level must overlook nothing.
        """
        order, found = (c_uint16 * len(legal))(*map(number_of, legal)), (c_double * len(legal))()
        depth, reading, temperature = level.depth, level.reading, level.lookahead.temperature
        count = self._library.furl_search(
            self._at, packed(position), order, len(legal), nodes, depth, reading, reduces, temperature, found
        )
        if count < 0:
            raise MemoryError
        return {token(number): value for number, value in zip(order[:count], found[:count], strict=True)}

    def against(self, other: "Player", *, seat: int, nodes: int, plies: int, seed: int) -> float:
        """The score of a game from this seat against another, with so many positions for each move.

        Both choose their moves as the strongest character does. The game begins after so many random moves, which depend
        on the seed alone.
        """
        white, black = (self, other) if seat == 0 else (other, self)
        temperature = LEVELS[-1].lookahead.temperature
        won = self._library.furl_match(white._at, black._at, nodes, plies, temperature, seed, 2 * seed + seat)
        if won < -1:
            raise MemoryError
        return 0.5 if won < 0 else float(won == seat)

    def lesson(self, how: Lessons, seed: int) -> Array[Sample]:
        """What is to be learned from a game against itself."""
        found = (Sample * ((1 + how.of_search) * _LONGEST_LESSON))()
        count = self._library.furl_lesson(self._at, byref(how), seed, found)
        if count < 0:
            raise MemoryError
        return (Sample * count).from_buffer(found)


def samples_of(kept: bytes) -> Array[Sample]:
    """The samples of lessons that were kept as bytes."""
    return (Sample * (len(kept) // sizeof(Sample))).from_buffer_copy(kept)


def fit(
    samples: Array[Sample], weights: Array[c_double], chance: random.Random, *, sweeps: int, rate: float, decay: float
) -> float:
    """Fit weights, an early and a late one for each feature, to samples as `tools.training.fit` does."""
    order, moved, off = array("I", range(len(samples))), (c_double * len(weights))(*[1.0] * len(weights)), 0.0
    assert order.itemsize == sizeof(c_uint32)
    for sweep in range(sweeps):
        chance.shuffle(order)
        begin, _ = order.buffer_info()
        slower = rate * (1 - sweep / sweeps)
        off = library().furl_fit(addressof(samples), begin, len(samples), slower, decay, weights, moved)
    return off / max(1, len(samples))
