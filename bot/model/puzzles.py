"""Puzzles: positions with one move to find, what a person has tried, and how a person stands with them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final, Self

from bot.model.ratings import Skill, rated
from bot.model.refusals.refusal import Refusal
from rules.core import Game, Move, Position, Seat

_ID_DIGITS = 10


@dataclass(frozen=True)
class Puzzle:
    """A position with the one move that is looked for, and the search that has proved it.

    Worths are those for the seat to move, from -1 (lost) to 1 (won). Where there is chance they are estimates.
    """

    game: Game
    fen: str
    best: Move

    is_win: bool
    """Whether the move wins by force, and no other does; otherwise it is clearly better than all others."""

    depth: int
    """How many moves ahead it is proved; where there is chance, how many thousand samples were taken."""

    worth: float
    """Of the best move, at most 1."""

    second: float
    """Of the best of all others."""

    rating: int
    """How hard it seems to be, on the scale of ratings, before anybody has tried it."""

    line: tuple[Move, ...]
    """The best move and what follows if everybody plays as well as they can."""

    replies: Mapping[Move, Move] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """What the other side does after each wrong move, where it is to move then."""

    @cached_property
    def id(self) -> str:
        """The same for the same position, and no other: what is stored of a puzzle refers to this."""
        return hashlib.sha256(f"{self.game.key} {self.fen}".encode()).hexdigest()[:_ID_DIGITS]

    @cached_property
    def position(self) -> Position:
        """Where it begins."""
        return self.game.from_fen(self.fen)

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        turn = self.position.turn
        assert isinstance(turn, int), "somebody is to move in a puzzle"
        return turn


_SURE: Final = 5.0
"""How uncertain the rating of a puzzle is before anybody has tried it, in the units of `Skill`."""

_FIRST: Final = 5
"""So many puzzles of a game are easier for somebody than their rating says, each less than the one before."""
_GENTLER: Final = 80
"""By how much easier, in points of rating, for each that is still to come of these."""


class AttemptEnding(StrEnum):
    """How an attempt ended."""

    SOLVED = "solved"
    SOLUTION_SHOWN = "shown"
    """The solution was asked for."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What somebody has done about a puzzle.

    It counts once, by what happens first: a wrong move or a look at the solution is lost, to solve it is won, or drawn
    if there was a hint.
    """

    puzzle: str
    game: str
    wrong: int = 0
    is_hinted: bool = False
    ending: AttemptEnding | None = None

    @property
    def has_counted(self) -> bool:
        """Whether it has changed the ratings already."""
        return self.ending is not None or self.wrong > 0


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """How somebody stands with the puzzles of a game on a server.

    `tried` are those that have counted, `solved` those of them that were solved at the first try, and `streak` how many of
    these the latest were in a row.
    """

    skill: Skill = field(default_factory=Skill)
    tried: int = 0
    solved: int = 0
    streak: int = 0
    longest: int = 0

    def after(self, skill: Skill, *, is_solved: bool) -> Self:
        """The standing after one more puzzle has counted."""
        streak = self.streak + 1 if is_solved else 0
        return replace(
            self,
            skill=skill,
            tried=self.tried + 1,
            solved=self.solved + is_solved,
            streak=streak,
            longest=max(self.longest, streak),
        )


def first_skill(puzzle: Puzzle) -> Skill:
    """How hard a puzzle is taken to be before anybody has tried it."""
    return Skill.at(puzzle.rating, _SURE)


def met(person: Skill, puzzle: Skill, *, is_solved: bool, is_hinted: bool) -> tuple[Skill, Skill]:
    """The skills of a person and a puzzle after an attempt has counted; with a hint it is a draw."""
    places = (1, 1) if is_solved and is_hinted else (1, 2) if is_solved else (2, 1)
    after = rated((person, puzzle), places)
    return after[0], after[1]


def suiting(puzzles: list[Puzzle], standing: PuzzleStanding) -> Puzzle:
    """The puzzle that suits somebody best; the first of those that suit alike. Whoever begins gets easier ones at first."""
    wanted = standing.skill.rating - _GENTLER * max(0, _FIRST - standing.tried)
    return min(puzzles, key=lambda puzzle: abs(puzzle.rating - wanted))


@dataclass(eq=False)
class NoPuzzles(Refusal):
    """There are no puzzles of the game."""

    game: Game


@dataclass(eq=False)
class NoPuzzleLeft(Refusal):
    """The person has tried all puzzles of the game, which are so many."""

    game: Game
    most: int


@dataclass(eq=False)
class UnknownPuzzle(Refusal):
    """The puzzle of a button is not there any more."""

    game: Game
