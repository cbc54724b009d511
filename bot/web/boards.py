"""A board with choices: the picture, what can be chosen, and what has happened."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil
from urllib.parse import urlencode

import render
from bot.model.match import Match, State
from bot.model.picking import Choice, choose, outlook
from bot.pictures import painted, scene_after, scene_of
from bot.texts import boards, matches, moves
from render.shapes import Outline
from rules.core import Move, Seat


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose: the stage it leads to, and what it is."""

    chosen: str
    label: str

    path: str = ""
    """The outlines on the picture, as the path of an SVG; empty for what happens nowhere on the board."""


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

    others: Sequence[Option] = ()
    """What could have been chosen first instead, where it lies on the board."""

    height: int = 0
    """How far down the picture the options reach, in its pixels."""

    move: Move | None = None
    play_label: str = ""
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
        return _is_to_move(self.match, self.seat)


def board_of(match: Match, seat: Seat | None, viewpoint: Seat | None, chosen: str = "", note: str = "") -> Board:
    """The board as a visitor in a seat sees it, once `chosen` was chosen; what leads nowhere counts as nothing chosen."""
    choice = None
    if _is_to_move(match, seat):
        choice = choose(match.position, chosen) or choose(match.position, "")
    query = {
        "revision": match.revision,
        "chosen": "" if choice is None else choice.chosen,
        "view": "" if viewpoint is None else viewpoint,
    }
    address = f"/matches/{match.id}/picture?{urlencode(query)}"
    if choice is None:
        return Board(match, seat, address, matches.alt_text(match), note=note, lines=_lines(match))
    first = choose(match.position, "") if choice.chosen and choice.branches else None
    options, reach = _options(match, choice, viewpoint)
    others, others_reach = _options(match, first, viewpoint)
    return Board(
        match,
        seat,
        address,
        matches.picker_alt(match, choice.chosen, [option.chosen for option in options]),
        _prompt(match, choice),
        options,
        [other for other in others if other.path and other.chosen != choice.chosen],
        max(reach, others_reach),
        choice.move,
        "" if choice.move is None else boards.play_label(match, choice.move),
        choice.back,
        note,
        _lines(match),
    )


def _is_to_move(match: Match, seat: Seat | None) -> bool:
    return match.state is State.RUNNING and seat is not None and match.position.turn == seat


def _options(match: Match, choice: Choice | None, viewpoint: Seat | None) -> tuple[Sequence[Option], int]:
    """What can be chosen next, and how far down the picture it reaches."""
    if choice is None or not choice.branches:
        return [], 0
    areas = render.areas(match.position, _scene(match, choice, viewpoint))
    lowest = max((y for area in areas.values() for outline in area.outlines for _x, y in outline), default=0)
    options = [
        Option(
            branch.partial,
            " · ".join(filter(None, match.position.option(branch.partial, branch.moves))),
            " ".join(map(_path, areas[branch.partial].outlines)) if branch.partial in areas else "",
        )
        for branch in choice.branches
    ]
    return options, ceil(lowest)


def _path(outline: Outline) -> str:
    return f"M{' '.join(f'{x:.0f},{y:.0f}' for x, y in outline)}Z"


def picture(match: Match, seat: Seat | None, viewpoint: Seat | None, chosen: str) -> bytes:
    """The picture of the same board. It takes a while: call it off the event loop."""
    choice = choose(match.position, chosen) if _is_to_move(match, seat) else None
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
