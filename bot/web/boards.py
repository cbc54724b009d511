"""Boards with a picker: the picture, the next options with their areas, and the news."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any, Final

import render
from bot.model.match import Match, State
from bot.model.picking import Branch, Choice, choose, outlook
from bot.model.replays import Playthrough, Replay
from bot.screens.pictures import moved, painted, scene_after, scene_of
from bot.texts import boards as board_texts
from bot.texts import matches as match_texts
from bot.texts import moves as move_texts
from bot.texts.language import say
from bot.texts.names import first_sentence
from bot.web.commands import html
from bot.web.pages import asked_at
from bot.web.trees import MOST_MOVES, Scenes, Stages, Words, path_of, tree_of
from render.shapes import Area
from rules.core import Game, InvalidMove, Move, MoveError, Position, Seat
from rules.record import Step

LONGEST_STAGE = 100
"""The most characters of a stage; longer texts are invalid in every game."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: the stage that it leads to, and its description."""

    chosen: str
    label: str

    path: str = ""
    """The outlines on the picture, as an SVG path; empty if the option has no place on the board."""


@dataclass(frozen=True, slots=True)
class Picker:
    """The next options, with their areas on the picture."""

    chosen: str = ""
    options: Sequence[Option] = ()
    """The next options, which the picture marks."""

    within: Sequence[Option] = ()
    """Later options inside the area of an option, which can be touched directly."""

    others: Sequence[Option] = ()
    """The other options of the first stage that have an area on the board."""

    height: int = 0
    """The lower end of the options on the picture, in pixels."""

    move: Move | None = None
    """The chosen move, if the chosen stage is a complete move."""

    back: str | None = None
    """The stage that Back leads to; None at the start."""

    @property
    def is_done(self) -> bool:
        """Whether the choice is complete."""
        return self.move is not None and not self.options


NOTHING_TO_CHOOSE = Picker()


def stages(choice: Choice) -> Sequence[str]:
    """The next stages, as in a `render.Scene`."""
    return [branch.partial for branch in choice.branches]


def picker_of(position: Position, choice: Choice, scenes: Scenes) -> Picker:
    """The picker for a state of the choice. Thread-safe."""
    at_board = Stages(position, scenes)
    node, first = at_board.at(choice.chosen), at_board.at("")
    areas, within = at_board.areas_of(node), at_board.within(node)
    others = {**at_board.areas_of(first), **at_board.within(first)} if node.before and node.after else {}
    labels = {branch.partial: _label_of(position, branch) for branch in choice.branches}
    return Picker(
        choice.chosen,
        [Option(partial, label, path_of(areas.get(partial))) for partial, label in labels.items()],
        [Option(partial, "", path_of(area)) for partial, area in within.items()],
        [Option(partial, "", path_of(area)) for partial, area in others.items() if partial != choice.chosen],
        ceil(max(_lowest(areas), _lowest(others))),
        choice.move,
        at_board.back(node),
    )


def marked(position: Position, choice: Choice, scenes: Scenes) -> render.Scene:
    """The scene of a picker's picture, which marks the options to touch. Thread-safe."""
    at_board, scene = Stages(position, scenes), scenes(choice)
    node = at_board.at(choice.chosen)
    skipped = at_board.skipped(node)
    options = [option for option in (*scene.options, *at_board.within(node)) if option not in skipped]
    return replace(scene, options=tuple(options))


def _lowest(areas: Mapping[str, Area]) -> float:
    """The lower end of areas on the picture, in pixels."""
    return max((y for area in areas.values() for outline in area.outlines for _x, y in outline), default=0)


def _label_of(position: Position, branch: Branch) -> str:
    return " · ".join(filter(None, map(say, position.option(branch.partial, branch.moves))))


@dataclass(frozen=True, slots=True)
class Board:
    """The content of a match's page for one visitor."""

    match: Match
    seat: Seat | None
    picture: str
    alt: str
    why: str
    """The address of why a place cannot be chosen, which continues with the point that was touched."""

    motion: str
    """The address of how pieces move towards this picture, which continues with where they come from."""

    choices: str
    """The address of all stages of choosing a move; empty if nothing can be chosen."""

    ply: int
    """The number of entries in the record when this picture was, or would be, reached."""

    size: tuple[int, int]
    """The width and height of the picture, so that its place is kept until it is there."""

    picker: Picker = NOTHING_TO_CHOOSE
    prompt: str = ""
    play_label: str = ""
    note: str = ""
    lines: Sequence[tuple[int, int | None, str, str]] = ()

    @property
    def is_running(self) -> bool:
        """Whether the match is running."""
        return self.match.state is State.RUNNING

    @property
    def is_to_move(self) -> bool:
        """Whether the visitor is to move."""
        return _is_to_move(self.match, self.seat)


def board_of(match: Match, seat: Seat | None, viewpoint: Seat | None, chosen: str = "", note: str = "") -> Board:
    """The board for a visitor in a seat, at the stage `chosen`; an invalid stage counts as none."""
    choice = _choice(match, seat, chosen) or _choice(match, seat, "")
    query: dict[str, object] = {"revision": match.revision, "view": "" if viewpoint is None else viewpoint}
    if choice is not None:  # where nothing can be chosen any more, the picture marks nothing, at the same revision
        query["chosen"] = choice.chosen
    elif match.state is State.RUNNING:  # the next move may be quicker than those who ask for this picture
        query["ply"] = match.ply
    here = f"/matches/{match.id}"
    address = asked_at(f"{here}/picture", **query, bare="")
    why, motion = (asked_at(f"{here}/{what}", **query) for what in ("why", "motion"))
    steps = _looked_at(match, choice)
    scene = _scene_of(match, steps, viewpoint)
    size = render.picture_size(steps[-1].after if steps else match.position, scene)
    if choice is None:
        alt, lines = match_texts.alt_text(match), lines_of(match, match.ply)
        why = why if match.state is State.RUNNING else ""
        return Board(match, seat, address, alt, why, motion, "", match.ply, size, note=note, lines=lines)
    return Board(
        match,
        seat,
        address,
        match_texts.picker_alt(match.game, choice.chosen, stages(choice)),
        why,
        motion,
        asked_at(f"{here}/choices", revision=match.revision, view=query["view"]),
        match.ply + len(steps),
        size,
        picker_of(match.position, choice, lambda at: _scene(match, at, viewpoint)),
        _prompt(match, choice, steps),
        "" if choice.move is None else board_texts.play_label(match, choice.move),
        note,
        lines_of(match, match.ply),
    )


def _is_to_move(match: Match, seat: Seat | None) -> bool:
    return match.state is State.RUNNING and seat is not None and match.position.turn == seat


def _choice(match: Match, seat: Seat | None, chosen: str) -> Choice | None:
    """The state of the picker of a visitor who is to move; None for others, and at an invalid stage."""
    return choose(match.position, chosen) if _is_to_move(match, seat) else None


def picture(match: Match, seat: Seat | None, viewpoint: Seat | None, chosen: str) -> bytes:
    """The picture of the same board. It takes a while, so call it off the event loop."""
    choice = _choice(match, seat, chosen)
    if steps := _looked_at(match, choice):
        return painted(steps[-1].after, _scene_of(match, steps, viewpoint))
    if choice is None:
        return painted(match.position, _scene_of(match, (), viewpoint))
    return painted(match.position, marked(match.position, choice, lambda at: _scene(match, at, viewpoint)))


def _looked_at(match: Match, choice: Choice | None) -> tuple[Step, ...]:
    """The steps of a move that is chosen, and so looked at before it is played; none at any other stage."""
    return () if choice is None or choice.final is None else outlook(match.position, choice.final)


def why_not(match: Match, seat: Seat | None, viewpoint: Seat | None, chosen: str, point: tuple[float, float]) -> str:
    """Why the place at a point of the same picture cannot be chosen, as for a typed move; empty if that is not to be said.

    It takes a while, so call it off the event loop.
    """
    choice = _choice(match, seat, chosen)
    if choice is None:
        is_awaited = match.state is State.RUNNING and match.to_move is not None
        return html(say("It's {player:b}'s turn.", player=match.to_move)).striptags() if is_awaited else ""
    place = render.place_at(match.position, _scene(match, choice, viewpoint), point)
    if not place:
        return ""
    for text in (place,) if choice.final else (f"{choice.chosen} {place}", place):
        try:
            match.position.parse(text)
        except InvalidMove:
            continue
        except MoveError as error:
            return first_sentence(say(error.reason))
        return ""
    return ""


def choices(match: Match, seat: Seat | None, viewpoint: Seat | None) -> Mapping[str, Any]:
    """All stages of choosing a move at the same board; nothing if there is no choice, or too much of it.

    It takes a while, so call it off the event loop.
    """
    if not _is_to_move(match, seat):
        return {}
    scenes = partial(_scene, match, viewpoint=viewpoint)
    return choices_at(match.game, match.position, scenes, lambda move: board_texts.play_label(match, move))


def choices_at(game: Game, position: Position, scenes: Scenes, play: Callable[[Move], str]) -> Mapping[str, Any]:
    """The same at any board; `play` returns the label of the button that plays a move."""
    first = choose(position, "")
    if first is None or len(position.legal_moves()) > MOST_MOVES:
        return {}
    words = Words(
        question=lambda choice: html(move_texts.question(position, choice)),
        alt=lambda choice: match_texts.picker_alt(game, choice.chosen, stages(choice)),
        option=lambda branch: _label_of(position, branch),
        play=play,
    )
    return {"size": render.picture_size(position, scenes(first)), **tree_of(position, scenes, words)}


MOST_STEPS: Final = 12
"""The most steps that are seen to happen; those who missed more see only the result."""


def motion(match: Match, seat: Seat | None, viewpoint: Seat | None, chosen: str, since: int) -> render.Motion | None:
    """How pieces move from the position after `since` entries to the same board; None if that is not to be seen.

    It takes a while, so call it off the event loop.
    """
    looked_at = _looked_at(match, _choice(match, seat, chosen))
    steps = (*match.history.steps[since:], *looked_at)
    if not 0 < len(steps) <= MOST_STEPS:
        return None
    return moved(steps, _scene_of(match, looked_at, viewpoint))


def replayed(then: Replay, viewpoint: Seat | None, since: int) -> render.Motion | None:
    """How pieces move from the position after `since` entries to that of a replay; None if that is not to be seen.

    It takes a while, so call it off the event loop.
    """
    steps = tuple(then.history.steps[since:])
    scene = replace(scene_of(then, viewpoint=viewpoint), is_bare=True)
    return moved(steps, scene) if 0 < len(steps) <= MOST_STEPS else None


def _scene(match: Match, choice: Choice, viewpoint: Seat | None) -> render.Scene:
    scene = scene_of(match, options=stages(choice), chosen=choice.chosen, viewpoint=viewpoint)
    return replace(scene, is_bare=True)


def _scene_of(match: Match, steps: Sequence[Step], viewpoint: Seat | None) -> render.Scene:
    """The scene of a match, or after further steps, without the players: on the page they sit above and below it."""
    scene = scene_after(match, steps, viewpoint) if steps else scene_of(match, viewpoint=viewpoint)
    return replace(scene, is_bare=True)


def _prompt(match: Match, choice: Choice, looked_at: Sequence[Step]) -> str:
    if not looked_at:
        return move_texts.question(match.position, choice)
    move, *forced = (step.move for step in looked_at)
    return move_texts.pick_last(match, move, forced)


_MOST_LINES: Final = 40


def lines_of(playthrough: Playthrough, last: int) -> Sequence[tuple[int, int | None, str, str]]:
    """The entries up to `last` in order, the latest only: the ply after each, the number of a move, as written, as told.

    Moves are counted as by `boards.versus`; rolls have no number.
    """
    history = playthrough.history
    return [
        (
            ply,
            history.moves_upto(ply) if entry.is_move else None,
            entry.token if entry.is_move or entry.seat is None else "",
            board_texts.step(playthrough, ply),
        )
        for ply, entry in enumerate(history.entries[:last], start=1)
        if ply > last - _MOST_LINES
    ]
