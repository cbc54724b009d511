"""The state of a match of Furbowl, and its legal moves.

Order of the legal moves: animal by animal in the order of `ANIMALS`; for each animal its moves, its moves with Sprint
(both by column, then by row), its passes and its tackles (both by the other animal in the order of `ANIMALS`); finally
`finish` or `end`. When chance is to move: formations and rows of the ball as in the specification, rolls by the first
die, then by the second, and squares by column, then by row.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, make_dataclass
from functools import cache, lru_cache
from types import EllipsisType as Same
from typing import Any, Final, NamedTuple, Self

from rules.core import Move, Outcome, Phrase, Seat
from rules.furbowl import tokens
from rules.furbowl.animals import (
    ANIMALS,
    HOME_COLUMNS,
    RABBIT,
    SCORING_COLUMNS,
    SPRINT,
    TEAM_SIZE,
    rival_of,
    seat_of,
    team,
)
from rules.furbowl.chances import LONGEST_PASS, BallRow, Chance, Formation, Return, Scatter, roll_tokens
from rules.furbowl.names import piece_name
from rules.furbowl.pitch import column_of, distance, pitch, reach
from rules.furbowl.tokens import MOVING, AnimalMove, Kind

KNOCKED_OUT: Final = -1
OUT: Final = -2
WAITING: Final = -3  # before the formation is rolled
NOWHERE: Final = -1  # the square of the loose ball while an animal carries it
NOBODY: Final = -1
PLAYS: Final = 3
STUNNED: Final = 2  # the number of turns that its team begins until a stunned animal recovers


class Current(NamedTuple):
    """The play in progress: its animal, and whether the animal has used its Move and its Action."""

    animal: int
    moved: bool
    acted: bool


class Options(NamedTuple):
    """The options of an animal: squares within its Move, squares that need Sprint, and pieces that it can act on."""

    plain: int
    sprinting: int
    receivers: Sequence[int]
    victims: Sequence[int]


class Occupancy(NamedTuple):
    """Sets of squares: the empty ones, the square of the loose ball, and the squares of the other team."""

    empty: int
    ball: int
    others: int


_OCCUPANCIES_KEPT: Final = 8192
"""The size of the cache of occupancies: enough for the positions that a search soon comes back to."""
POSITIONS_KEPT: Final = 4096
"""The size of the caches of what is known of whole positions: most that recur in a search do so soon."""
_NOBODY: Final[Sequence[int]] = ()
_NOTHING: Final = (0, 0, _NOBODY, _NOBODY)


@dataclass(frozen=True, slots=True)
class FurbowlBoard:
    """The state of a match between two moves.

    `places[piece]` is a square, `KNOCKED_OUT`, `OUT` or `WAITING`. `stuns[piece]` is the number of turns that its team
    begins until it recovers, 0 if it is not stunned. `sprints` has a bit for each seat whose rabbit can still sprint.
    The ball is either loose on the square `ball`, with `carrier` being `NOBODY`, or carried by `carrier`, with `ball`
    being `NOWHERE`. `mover` is the seat to move, `plays` is the number of plays that it has begun, and `done` has the
    bits of its animals that have acted. `current` is the play in progress, and `chance` is the roll that is due.
    """

    places: tuple[int, ...]
    stuns: tuple[int, ...]
    sprints: int
    ball: int
    carrier: int
    mover: Seat
    plays: int
    done: int
    current: Current | None
    chance: Chance | None

    def changed(
        self,
        *,
        places: tuple[int, ...] | Same = ...,
        stuns: tuple[int, ...] | Same = ...,
        sprints: int | Same = ...,
        ball: int | Same = ...,
        carrier: int | Same = ...,
        mover: Seat | Same = ...,
        plays: int | Same = ...,
        done: int | Same = ...,
        current: Current | Same | None = ...,
        chance: Chance | Same | None = ...,
    ) -> Self:
        """A copy with some fields replaced: a much faster `dataclasses.replace`."""
        draft = _Draft(
            self.places if places is ... else places,
            self.stuns if stuns is ... else stuns,
            self.sprints if sprints is ... else sprints,
            self.ball if ball is ... else ball,
            self.carrier if carrier is ... else carrier,
            self.mover if mover is ... else mover,
            self.plays if plays is ... else plays,
            self.done if done is ... else done,
            self.current if current is ... else current,
            self.chance if chance is ... else chance,
        )
        draft.__class__ = type(self)
        return draft

    def normal(self, piece: int) -> bool:
        """Whether a piece is on the pitch and not stunned."""
        return self.places[piece] >= 0 and not self.stuns[piece]

    def piece_on(self, square: int) -> int | None:
        """The piece on a square, or None if there is none."""
        return self.places.index(square) if square in self.places else None

    def active(self) -> int:
        """The piece whose play is in progress, or `NOBODY`."""
        return NOBODY if self.current is None else TEAM_SIZE * self.mover + self.current.animal

    def empty(self) -> int:
        """The squares with neither an animal nor the loose ball."""
        return self.occupancy().empty

    def loose_ball(self) -> int:
        """The set with the square of the loose ball; empty if an animal carries the ball."""
        return pitch().alone[self.ball]

    def occupancy(self) -> Occupancy:
        """The sets of squares that the mover's options depend on."""
        return _occupancy(self.places, self.ball, self.mover)

    def surrounded(self, piece: int) -> bool:
        """Whether two or more opponents, stunned or not, are next to one of the mover's pieces on the pitch (R6)."""
        return (pitch().areas[1][self.places[piece]] & self.occupancy().others).bit_count() > 1

    def receivers(self, piece: int) -> list[int]:
        """The team-mates to whom a carrier can pass."""
        here = self.places[piece]
        return [
            mate
            for mate in team(seat_of(piece))
            if mate != piece and self.normal(mate) and distance(here, self.places[mate]) <= LONGEST_PASS
        ]

    def victims(self, piece: int) -> list[int]:
        """The opponents that a piece on the pitch can tackle."""
        places, alone = self.places, pitch().alone
        around = pitch().areas[1][places[piece]]
        return [other for other in team(rival_of(seat_of(piece))) if around & alone[places[other]]]

    def steps_left(self, animal: int) -> tuple[bool, bool]:
        """Whether the rules of plays still let an animal of the mover use its Move, and its Action."""
        if self.current is not None:
            going_on, moved, acted = self.current
            return animal == going_on and not moved, animal == going_on and not acted
        free = not self.done >> animal & 1 and self.normal(TEAM_SIZE * self.mover + animal)
        return free, free

    def can_step(self, animal: int) -> bool:
        """Whether an animal of the mover has any legal move."""
        may_move, may_act = self.steps_left(animal)
        if not (may_move or may_act):
            return False
        empty, ball, others = self.occupancy()
        piece = TEAM_SIZE * self.mover + animal
        around = pitch().areas[1][self.places[piece]]
        if may_move and around & (empty | ball if may_act else empty):
            return True
        return may_act and bool(around & others or (self.carrier == piece and self.receivers(piece)))

    def options(self, animal: int) -> Options:
        """The options of an animal of the mover; no roll may be due."""
        return Options(*self._options(animal, self.occupancy()))

    def allows(self, animal_move: AnimalMove) -> bool:
        """Whether an animal's move is legal for the mover; no roll may be due."""
        animal, kind, target = animal_move
        plain, sprinting, receivers, victims = self._options(animal, self.occupancy())
        if kind in MOVING:
            return bool((plain if kind is Kind.MOVE else sprinting) >> target & 1)
        if kind is Kind.PASS:
            return TEAM_SIZE * self.mover + target in receivers
        return TEAM_SIZE * (1 - self.mover) + target in victims

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, in the order that the module documents."""
        if self.chance is not None:
            return self._outcomes(self.chance)
        if self.winner() is not None:
            return ()
        moves: list[Move] = []
        occupancy = self.occupancy()
        for animal in range(TEAM_SIZE) if self.current is None else (self.current.animal,):
            plain, sprinting, receivers, victims = self._options(animal, occupancy)
            if plain:
                moves += tokens.move_tokens(animal, plain)
            if sprinting:
                moves += tokens.sprint_tokens(sprinting)
            for receiver in receivers:
                moves.append(tokens.token(AnimalMove(animal, Kind.PASS, receiver % TEAM_SIZE)))
            for victim in victims:
                moves.append(tokens.token(AnimalMove(animal, Kind.TACKLE, victim % TEAM_SIZE)))
        moves.append(self.stop())
        return tuple(moves)

    def _options(self, animal: int, occupancy: Occupancy) -> tuple[int, int, Sequence[int], Sequence[int]]:
        """The fields of `options(animal)` as a plain tuple, which is faster to create."""
        may_move, may_act = self.steps_left(animal)
        if not (may_move or may_act):
            return _NOTHING
        empty, ball, others = occupancy
        piece, steps = TEAM_SIZE * self.mover + animal, ANIMALS[animal].move
        place = self.places[piece]
        plain = sprinting = 0
        if may_move:
            last = ball if may_act else 0
            plain = reach(place, empty, last, steps)
            if animal == RABBIT and self.sprints >> self.mover & 1:
                sprinting = reach(place, empty, last, steps + SPRINT) & ~plain
        receivers = self.receivers(piece) if may_act and self.carrier == piece else _NOBODY
        victims = self.victims(piece) if may_act and pitch().areas[1][place] & others else _NOBODY
        return plain, sprinting, receivers, victims

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal, without listing all moves."""
        if self.chance is not None:
            return move in self._outcomes(self.chance)
        if self.winner() is not None:
            return False
        animal_move = tokens.animal_moves().get(move)
        return move == self.stop() if animal_move is None else self.allows(animal_move)

    def stop(self) -> Move:
        """The move that finishes the play in progress or, between plays, ends the turn."""
        return tokens.END if self.current is None else tokens.FINISH

    def winner(self) -> Seat | None:
        """The team whose carrier is in its scoring column, if any."""
        if self.carrier == NOBODY:
            return None
        seat = seat_of(self.carrier)
        return seat if column_of(self.places[self.carrier]) == SCORING_COLUMNS[seat] else None

    def outcome(self) -> Outcome | None:
        """The outcome: the first team to score wins."""
        winner = self.winner()
        return None if winner is None else _scored(self.carrier)

    def returns(self, seat: Seat) -> int:
        """Where an animal may return: the empty ones of its home column, or else of the next one inward (R3)."""
        empty = self.empty()
        column, inward = HOME_COLUMNS[seat], 1 if seat == 0 else -1
        while not empty & pitch().columns[column]:
            column += inward
        return empty & pitch().columns[column]

    def _outcomes(self, chance: Chance) -> tuple[Move, ...]:
        match chance:
            case Formation():
                return tokens.formation_tokens()
            case BallRow():
                return tokens.ball_tokens()
            case Scatter(far):
                return tokens.square_tokens(pitch().areas[far][self.ball])
            case Return(piece):
                return tokens.square_tokens(self.returns(seat_of(piece)))
            case _:
                return roll_tokens()


@cache
def _scored(carrier: int) -> Outcome:
    """The outcome after a piece has scored; cached, because search asks for it again and again."""
    winner = seat_of(carrier)
    facts = {"animal": piece_name(carrier), "column": SCORING_COLUMNS[winner]}
    return Outcome.won(winner, Phrase("the {animal} has the ball in column {column}", **facts))


@lru_cache(_OCCUPANCIES_KEPT)
def _occupancy(places: tuple[int, ...], ball: int, mover: Seat) -> Occupancy:
    """The occupancy; cached, because listing moves, checking a move and playing it all need it."""
    purple, green, loose = _standing(places[:TEAM_SIZE]), _standing(places[TEAM_SIZE:]), pitch().alone[ball]
    return Occupancy(pitch().full & ~(purple | green | loose), loose, green if mover == 0 else purple)


def _standing(places: tuple[int, ...]) -> int:
    """The squares with animals of one team, including stunned ones."""
    alone = pitch().alone
    rabbit, fox, bear, tortoise, cat = places
    return alone[rabbit] | alone[fox] | alone[bear] | alone[tortoise] | alone[cat]


_Draft: Any = make_dataclass("_Draft", [(field.name, field.type) for field in fields(FurbowlBoard)], slots=True)
"""A mutable board with the same slots: assigning `__class__` turns it into a frozen board.

This is ten times as fast as the constructor of a frozen dataclass with ten fields.
"""
