"""A board with choices: the picture, what can be chosen next and where it lies there, and what has happened."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from urllib.parse import urlencode

import render
from bot.model.match import Match, State
from bot.model.picking import Choice, choose, outlook
from bot.pictures import painted, scene_after, scene_of
from bot.texts import boards, matches, moves
from render.shapes import Outline
from rules.core import Move, Position, Seat

LONGEST_STAGE = 100
"""Characters of what was chosen so far; longer texts lead nowhere in any game."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose: the stage it leads to, and what it is."""

    chosen: str
    label: str

    path: str = ""
    """The outlines on the picture, as the path of an SVG; empty for what happens nowhere on the board."""


@dataclass(frozen=True, slots=True)
class Picker:
    """What can be chosen next, and where it lies on the picture."""

    chosen: str = ""
    options: Sequence[Option] = ()
    """What can be chosen; the picture marks it."""

    others: Sequence[Option] = ()
    """What could have been chosen first instead, where it lies on the board."""

    height: int = 0
    """How far down the picture the options reach, in its pixels."""

    move: Move | None = None
    """The move that was chosen, where what was chosen is a whole one."""

    back: str | None = None
    """Where Back leads; None at the start."""

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to choose."""
        return self.move is not None and not self.options


NOTHING_TO_CHOOSE = Picker()


def stages(choice: Choice) -> Sequence[str]:
    """What can be chosen next, as a `render.Scene` has it."""
    return [branch.partial for branch in choice.branches]


def picker_of(position: Position, choice: Choice, scene: Callable[[Choice], render.Scene]) -> Picker:
    """What can be chosen from where a picker stands; `scene` is what the picture shows there. Thread-safe."""
    first = choose(position, "") if choice.chosen and choice.branches else None
    options, reach = _options(position, choice, scene)
    others, others_reach = _options(position, first, scene)
    return Picker(
        choice.chosen,
        options,
        [other for other in others if other.path and other.chosen != choice.chosen],
        max(reach, others_reach),
        choice.move,
        choice.back,
    )


def _options(
    position: Position, choice: Choice | None, scene: Callable[[Choice], render.Scene]
) -> tuple[Sequence[Option], int]:
    """What can be chosen next, and how far down the picture it reaches."""
    if choice is None or not choice.branches:
        return [], 0
    areas = render.areas(position, scene(choice))
    lowest = max((y for area in areas.values() for outline in area.outlines for _x, y in outline), default=0)
    options = [
        Option(
            branch.partial,
            " · ".join(filter(None, position.option(branch.partial, branch.moves))),
            " ".join(map(_path, areas[branch.partial].outlines)) if branch.partial in areas else "",
        )
        for branch in choice.branches
    ]
    return options, ceil(lowest)


def _path(outline: Outline) -> str:
    return f"M{' '.join(f'{x:.0f},{y:.0f}' for x, y in outline)}Z"


@dataclass(frozen=True, slots=True)
class Board:
    """What the page shows of a match to one visitor."""

    match: Match
    seat: Seat | None
    picture: str
    alt: str
    picker: Picker = NOTHING_TO_CHOOSE
    prompt: str = ""
    play_label: str = ""
    note: str = ""
    lines: Sequence[str] = ()

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
    return Board(
        match,
        seat,
        address,
        matches.picker_alt(match.game, choice.chosen, stages(choice)),
        picker_of(match.position, choice, lambda at: _scene(match, at, viewpoint)),
        _prompt(match, choice),
        "" if choice.move is None else boards.play_label(match, choice.move),
        note,
        _lines(match),
    )


def _is_to_move(match: Match, seat: Seat | None) -> bool:
    return match.state is State.RUNNING and seat is not None and match.position.turn == seat


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
    return scene_of(match, options=stages(choice), chosen=choice.chosen, viewpoint=viewpoint)


def _prompt(match: Match, choice: Choice) -> str:
    if choice.move is not None and not choice.branches:
        return moves.pick_last(match, choice.move, [step.move for step in outlook(match.position, choice.move)[1:]])
    return moves.question(match.position, choice)


def _lines(match: Match) -> Sequence[str]:
    """What has happened, the latest last."""
    return [boards.step(match, ply) for ply in range(max(1, match.ply - 7), match.ply + 1)]
