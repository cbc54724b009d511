"""Puzzles: positions with one move to find, people's attempts at them, and people's results."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final, Self

from bot.model.people import Person
from bot.model.ratings import Skill, rated
from rules.core import Game, Move, Position, Seat

_ID_DIGITS = 10  # hexadecimal, 40 bits


@dataclass(frozen=True)
class Puzzle:
    """A position with one move to find, and the result of the search that proved it.

    Values are for the seat to move, from -1 (lost) to 1 (won); in games with chance they are estimates.
    """

    game: Game
    fen: str
    best: Move

    is_win: bool
    """Whether this is the only move that wins by force; otherwise it is clearly better than all others."""

    depth: int
    """How many moves ahead the search proved it; in games with chance, the samples in thousands."""

    worth: float
    """The value of the best move."""

    second: float
    """The value of the second-best move."""

    rating: int
    """The estimated difficulty, on the scale of ratings, before anybody has tried it."""

    line: tuple[Move, ...]
    """The best move and the continuation with best play."""

    replies: Mapping[Move, Move] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """The other side's answer to each wrong move that ends the turn."""

    @cached_property
    def id(self) -> str:
        """A digest of game and position, by which stored attempts and ratings refer to the puzzle."""
        return hashlib.sha256(f"{self.game.key} {self.fen}".encode()).hexdigest()[:_ID_DIGITS]

    @cached_property
    def position(self) -> Position:
        """The position to solve."""
        return self.game.from_fen(self.fen)

    @property
    def first_skill(self) -> Skill:
        """Its skill before anybody has tried it."""
        return Skill.at(self.rating, _SURE)

    def answered(self, move: Move) -> Sequence[Move]:
        """A move and, if it is wrong and ends the turn, the other side's answer."""
        return [move, self.replies[move]] if move in self.replies else [move]

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        turn = self.position.turn
        assert isinstance(turn, int), "a puzzle has a player to move"
        return turn


@dataclass(frozen=True, slots=True)
class StoredPuzzle:
    """A puzzle by its id, with the key of its game and the line that `bot.records.puzzles` writes and reads."""

    id: str
    game: str
    line: str


_A_DAY: Final = timedelta(days=1)
_SURE: Final = 5.0
"""The uncertainty of an untried puzzle's rating, in the units of `Skill`: less than that of a new player."""

_FIRST: Final = 5
"""How many of a person's first puzzles of a game are easier than their rating suggests, each less so."""
_GENTLER: Final = 80
"""By how many rating points a puzzle is easier for each of these first puzzles still to come."""


class AttemptEnding(StrEnum):
    """How an attempt ended."""

    SOLVED = "solved"
    SOLUTION_SHOWN = "shown"
    """The person asked for the solution."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a puzzle.

    It counts once, by what happens first: a wrong move or a look at the solution is a loss, solving is a win, and
    solving with a hint is a draw.
    """

    puzzle: str
    game: str
    wrong: int = 0
    is_hinted: bool = False
    ending: AttemptEnding | None = None

    @property
    def has_counted(self) -> bool:
        """Whether it has already changed the ratings."""
        return self.ending is not None or self.wrong > 0


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A person's results in the puzzles of a game on a server.

    `tried` is the number of puzzles that have counted, `solved` the number solved at the first try, and `streak` how
    many the person has just solved in a row.
    """

    skill: Skill = field(default_factory=Skill)
    tried: int = 0
    solved: int = 0
    streak: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Trial:
    """A puzzle with a person's attempt at it, and the theme of its pictures.

    `players` is None for a puzzle that ships with Furlong. For a puzzle from a match, it holds the players of the
    match, or is empty unless all of them agree to be named. If the attempt has just counted, `before` and `after` are
    the person's results before and after it, and `skill` is the puzzle's new skill.
    """

    puzzle: Puzzle
    attempt: Attempt
    theme: str = ""
    players: Sequence[Person] | None = None
    before: PuzzleStanding | None = None
    after: PuzzleStanding | None = None
    skill: Skill | None = None

    days_in_a_row: int | None = None
    """For the puzzle of the day: on how many days in a row the person has solved it, up to yesterday or today."""

    def counted(self, attempt: Attempt, before: PuzzleStanding, skill: Skill | None) -> Self:
        """The trial with this attempt; when it counts for the first time, the ratings of person and puzzle change.

        `before` has the person's results so far, and `skill` is the puzzle's, None before anybody has tried it. Solving
        with a hint is a draw between the two.
        """
        if self.attempt.has_counted or not attempt.has_counted:
            return replace(self, attempt=attempt)
        is_solved, is_hinted = attempt.ending is AttemptEnding.SOLVED, attempt.is_hinted
        places = (1, 1) if is_solved and is_hinted else (1, 2) if is_solved else (2, 1)
        ratings = rated((before.skill, skill or self.puzzle.first_skill), places)
        streak = before.streak + 1 if is_solved and not is_hinted else 0
        after = PuzzleStanding(
            skill=ratings[0],
            tried=before.tried + 1,
            solved=before.solved + (streak > 0),
            streak=streak,
            longest=max(before.longest, streak),
        )
        return replace(self, attempt=attempt, before=before, after=after, skill=ratings[1])


def days_in_a_row(solved: Mapping[date, datetime], now: datetime, zone: tzinfo, excused: Collection[date]) -> int:
    """How many puzzles of the day were solved, up to the latest, without a day missed in between.

    `solved` has when each was solved, by its day in UTC. None is missed if the next one follows within a day in UTC or
    in the person's `zone`, or if all days between them are `excused`.
    """
    number, later, later_at = 0, now.astimezone(UTC).date(), now
    for day in sorted(solved, reverse=True):
        at = solved[day]
        is_excused = all(day + between * _A_DAY in excused for between in range(1, (later - day).days))
        if not is_excused and later_at.astimezone(zone).date() - at.astimezone(zone).date() > _A_DAY:
            break
        number, later, later_at = number + 1, day, at
    return number


def suiting(puzzles: list[Puzzle], standing: PuzzleStanding) -> Puzzle:
    """The puzzle whose rating is closest to the person's; beginners get easier ones."""
    wanted = standing.skill.rating - _GENTLER * max(0, _FIRST - standing.tried)
    return min(puzzles, key=lambda puzzle: abs(puzzle.rating - wanted))
