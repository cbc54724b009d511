"""The positions of Furbowl: the board, plus parsing and describing moves."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Final, Self

from rules.core import CHANCE, IllegalMove, Move, Phrase, Seat, Symmetry, Turn
from rules.furbowl import effects, notation, picking, reading, reasons, refusals, soundness, stages, tokens, words
from rules.furbowl.animals import SIDES, TEAM_SIZE, rival_of
from rules.furbowl.board import NOBODY, PLAYS, FurbowlBoard
from rules.furbowl.chances import BallRow, Catch, Chance, Dodge, Formation, Ouch, Recovery, Return, Tackle, Throw
from rules.furbowl.pitch import COLUMNS, ROWS, column_of, pitch, row_of
from rules.voice import SpokenPosition, Voice
from rules.wording import check_seats


@dataclass(frozen=True, slots=True)
class FurbowlPosition(FurbowlBoard, SpokenPosition):
    """A position of Furbowl; `rules.furbowl.board` documents its fields and the order of its moves."""

    voice: ClassVar = Voice(
        write_fen=notation.write_fen,
        text_board=notation.text_board,
        read=reading.read,
        describe=words.describe,
        reasons=reasons.reasons,
        question=picking.question,
        option=picking.option,
    )

    @property
    def turn(self) -> Turn:
        """The seat to move; `CHANCE` if a roll is due; None once a team has scored."""
        if self.chance is not None:
            return CHANCE
        return self.mover if self.winner() is None else None

    def play(self, move: Move) -> Self:
        """The position after a player's move or a roll. Raises `IllegalMove` with the rule that forbids it."""
        if not self.is_legal(move):
            raise IllegalMove(refusals.of_token(self, move))
        if self.chance is not None:
            return effects.after_chance(self, self.chance, move)
        animal_move = tokens.animal_moves().get(move)
        if animal_move is not None:
            return effects.after_animal_move(self, animal_move)
        return effects.after_end(self) if self.current is None else effects.after_finish(self)

    def side(self, seat: Seat) -> str:
        """Purple for seat 0, Green for seat 1."""
        return SIDES[seat]

    def named_moves(self) -> Mapping[Move, str]:
        """The move that finishes the play or ends the turn, with its name."""
        if self.turn is None or self.turn is CHANCE:
            return {}
        return {self.stop(): Phrase("End the turn") if self.current is None else Phrase("Finish the play")}

    def odds(self, move: Move) -> str:
        """The roll that a move needs, in words: "tackle: needs 4+ on two dice, 92%"; empty if it cannot fail."""
        return words.odds(self, move)

    def stages(self, move: Move) -> tuple[str, ...]:
        """The stages: the animal unless its play is in progress, perhaps that it moves far, and the move; see `rules.furbowl.stages`."""
        return stages.stages(self, move)


def start(seats: int, first_plays: int = PLAYS) -> FurbowlPosition:
    """The first position, before the formation is rolled; the first turn of the match has `first_plays` plays.

    Raises ValueError unless `seats` is two.
    """
    check_seats("Furbowl", seats)
    return _position(soundness.opening(first_plays))


def from_fen(text: str, first_plays: int = PLAYS) -> FurbowlPosition:
    """The position that `FurbowlPosition.fen` wrote; the first turn of the match has `first_plays` plays.

    Raises ValueError, saying what is wrong, for anything else.
    """
    board = notation.read_fen(text)
    soundness.check(board, first_plays)
    position = _position(board)
    if position.fen() != text:
        raise ValueError(f"this Furbowl position is written {position.fen()}")
    return position


def _position(board: FurbowlBoard) -> FurbowlPosition:
    return FurbowlPosition(*(getattr(board, field.name) for field in fields(board)))


def _mirrored(position: FurbowlPosition) -> FurbowlPosition | None:
    """The image with the rows mirrored; None before the formation, because mirrored formations are not formations."""
    if isinstance(position.chance, Formation):
        return None
    return replace(
        position,
        places=tuple(map(_across, position.places)),
        ball=_across(position.ball),
        chance=replace(position.chance, target=_across(position.chance.target))
        if isinstance(position.chance, Dodge)
        else position.chance,
    )


def _turned_round(position: FurbowlPosition) -> FurbowlPosition | None:
    """The image with the teams exchanged; None before the first turn, which is always Purple's."""
    if isinstance(position.chance, Formation | BallRow):
        return None
    return replace(
        position,
        places=_exchanged(tuple(map(_along, position.places))),
        stuns=_exchanged(position.stuns),
        sprints=(position.sprints & 1) << 1 | position.sprints >> 1,
        ball=_along(position.ball),
        carrier=position.carrier if position.carrier == NOBODY else _counterpart(position.carrier),
        mover=rival_of(position.mover),
        chance=_turned_chance(position.chance),
    )


def _turned_chance(chance: Chance | None) -> Chance | None:
    match chance:
        case Dodge(target):
            return Dodge(_along(target))
        case Throw(piece) | Catch(piece) | Tackle(piece) | Recovery(piece) | Return(piece):
            return type(chance)(_counterpart(piece))
        case Ouch(defender):
            return replace(chance, defender=_counterpart(defender))
        case _:
            return chance


def _exchanged(by_piece: tuple[int, ...]) -> tuple[int, ...]:
    return by_piece[TEAM_SIZE:] + by_piece[:TEAM_SIZE]


def _counterpart(piece: int) -> int:
    """The piece of the other team with the same animal."""
    return (piece + TEAM_SIZE) % (2 * TEAM_SIZE)


def _across(place: int) -> int:
    """The image of a place when rows are mirrored; places off the pitch stay."""
    return place if place < 0 else pitch().square_of[f"{column_of(place)},{ROWS + 1 - row_of(place)}"]


def _along(place: int) -> int:
    """The image of a place when columns are mirrored; places off the pitch stay."""
    return place if place < 0 else pitch().square_of[f"{COLUMNS + 1 - column_of(place)},{row_of(place)}"]


def _moved(move: Move, image: Callable[[int], int]) -> Move:
    """The move with its square replaced by the image of the square."""
    return Move(re.sub(r"\d+,\d+", lambda name: pitch().names[image(pitch().square_of[name[0]])], move))


def _mirrored_move(_position: FurbowlPosition, move: Move) -> Move:
    near, far = tokens.ball_tokens()
    return {near: far, far: near}.get(move) or _moved(move, _across)


def _turned_move(_position: FurbowlPosition, move: Move) -> Move:
    return _moved(move, _along)


SYMMETRIES: Final = (Symmetry(_mirrored, _mirrored_move), Symmetry(_turned_round, _turned_move, shift=1))
"""The symmetries: mirror the rows; mirror the columns and exchange the teams."""
