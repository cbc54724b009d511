"""A board with choices: the picture, what can be chosen, and what has happened."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

import render
from bot.model.match import Match, State
from bot.model.picking import Choice, choose, outlook
from bot.pictures import painted, scene_after, scene_of
from bot.texts import boards, matches, moves
from rules.core import Move, Seat


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose: the stage it leads to, and what it is."""

    chosen: str
    label: str


@dataclass(frozen=True, slots=True)
class Board:
    """What the page shows of a match to one visitor."""

    match: Match
    seat: Seat | None
    picture: str
    alt: str
    prompt: str = ""

    options: Sequence[Option] = ()
    """What can be chosen; the picture marks it."""

    move: Move | None = None
    back: str | None = None
    note: str = ""
    lines: Sequence[str] = field(default_factory=tuple)

    @property
    def is_running(self) -> bool:
        """Whether the match runs."""
        return self.match.state is State.RUNNING

    @property
    def is_to_move(self) -> bool:
        """Whether the visitor is to move."""
        return self.is_running and self.seat is not None and self.match.position.turn == self.seat


def board_of(match: Match, seat: Seat | None, viewpoint: Seat | None, chosen: str = "", note: str = "") -> Board:
    """The board as a visitor in a seat sees it, once `chosen` was chosen; what leads nowhere counts as nothing chosen."""
    is_to_move = match.state is State.RUNNING and seat is not None and match.position.turn == seat
    choice = choose(match.position, chosen) if is_to_move else None
    if is_to_move and choice is None:
        choice = choose(match.position, "")
    query = {
        "revision": match.revision,
        "chosen": "" if choice is None else choice.chosen,
        "view": "" if viewpoint is None else viewpoint,
    }
    address = f"/matches/{match.id}/picture?{urlencode(query)}"
    if choice is None:
        return Board(match, seat, address, matches.alt_text(match), note=note, lines=_lines(match))
    return Board(
        match,
        seat,
        address,
        matches.picker_alt(match, choice.chosen, [branch.partial for branch in choice.branches]),
        _prompt(match, choice),
        [
            Option(branch.partial, " · ".join(filter(None, match.position.option(branch.partial, branch.moves))))
            for branch in choice.branches
        ],
        choice.move,
        choice.back,
        note,
        _lines(match),
    )


def picture(match: Match, seat: Seat | None, viewpoint: Seat | None, chosen: str) -> bytes:
    """The picture of the same board. It takes a while: call it off the event loop."""
    is_to_move = match.state is State.RUNNING and seat is not None and match.position.turn == seat
    choice = choose(match.position, chosen) if is_to_move else None
    if choice is not None and choice.move is not None and not choice.branches:
        steps = outlook(match.position, choice.move)
        return painted(steps[-1].after, scene_after(match, steps, viewpoint))
    return painted(match.position, _scene(match, choice, viewpoint))


def _scene(match: Match, choice: Choice | None, viewpoint: Seat | None) -> render.Scene:
    if choice is None:
        return scene_of(match, viewpoint=viewpoint)
    return scene_of(
        match, options=[branch.partial for branch in choice.branches], chosen=choice.chosen, viewpoint=viewpoint
    )


def _prompt(match: Match, choice: Choice) -> str:
    if choice.move is not None and not choice.branches:
        return moves.pick_last(match, choice.move, [step.move for step in outlook(match.position, choice.move)[1:]])
    return moves.question(match.position, choice)


def _lines(match: Match) -> Sequence[str]:
    """What has happened, the latest last."""
    return [boards.step(match, ply) for ply in range(max(1, match.ply - 7), match.ply + 1)]
