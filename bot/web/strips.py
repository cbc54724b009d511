"""The strips of players above and below a board."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import render
from bot.model.characters import character_keys
from bot.model.match import Match, State
from bot.model.people import Person
from bot.screens.pictures import Diagram
from bot.texts import clocks
from bot.texts.language import say
from bot.texts.names import literal_name
from bot.web.rules import symbol_at
from rules.core import Game, Position, Seat


@dataclass(frozen=True, slots=True)
class Strip:
    """A player beside the board."""

    person: Person | None
    """None if it is not known who they are."""

    name: str
    face: str
    """The key of their face; empty if they have none."""

    side: str
    count: str
    """What the game counts of them, such as discs or points; empty if it counts nothing."""

    symbol: str
    """The address of the picture of the side; empty if it has none."""

    is_near: bool
    """Whether they sit below the board, on the visitor's side of it."""

    is_to_move: bool
    has_won: bool

    deadline: datetime | None
    """Until when they have to move; None while they wait, or without a time limit."""

    bank: str
    """The time left in their bank while they wait, in words; empty if there are no banks."""


def of_match(match: Match, near: Seat = Seat(0)) -> Sequence[Strip]:
    """The players of a match by seat; `near` sits below the board."""
    is_running, faces, strips = match.state is State.RUNNING, character_keys(match.seated), list[Strip]()
    for seat, person in enumerate(match.seated):
        strip = replace(
            _side(match.game, match.position, Seat(seat), is_near=seat == near),
            person=person,
            name=literal_name(person),
            face=faces[seat] if faces else "",
            has_won=match.state is State.FINISHED and match.outcome is not None and match.outcome.places[seat] == 1,
        )
        if not is_running:
            strip = replace(strip, is_to_move=False)
        elif strip.is_to_move:
            strip = replace(strip, deadline=match.deadline)
        elif seat < len(match.banks):
            strip = replace(strip, bank=clocks.stretch(match.banks[seat]))
        strips.append(strip)
    return strips


def of_board(board: Diagram, people: Sequence[Person] = ()) -> Sequence[Strip]:
    """The sides of a board that need not be that of a match, with the people who play them, if they are known."""
    strips = list[Strip]()
    for seat in range(len(render.counts(board.position))):
        strip = _side(board.game, board.position, Seat(seat), is_near=seat == (board.viewpoint or 0))
        strips.append(
            replace(
                strip,
                person=people[seat] if people else None,
                name=(board.names[seat] if seat < len(board.names) else "") or strip.side,
                face=board.faces[seat] if board.faces else "",
                has_won=board.outcome is not None and board.outcome.places[seat] == 1,
            )
        )
    return strips


def _side(game: Game, position: Position, seat: Seat, *, is_near: bool) -> Strip:
    """A side of a board, whoever plays it."""
    side, counts = str(position.side(seat)), render.counts(position)
    return Strip(
        person=None,
        name="",
        face="",
        side=say(position.side(seat)),
        count=say(counts[seat]) if seat < len(counts) else "",
        symbol=symbol_at(game, side) if render.has_symbol(position, side) else "",
        is_near=is_near,
        is_to_move=position.turn == seat,
        has_won=False,
        deadline=None,
        bank="",
    )
