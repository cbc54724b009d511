"""Exercises: positions in which one move has to be found, as in puzzles and lessons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from aiohttp import web

import render
from bot.model.picking import Choice, choose
from bot.pictures import Diagram, painted
from bot.texts import matches, moves
from bot.texts.language import say
from bot.texts.markup import html
from bot.web.access import drawn
from bot.web.boards import NOTHING_TO_CHOOSE, Picker, Scenes, marked, picker_of, stages
from bot.web.pages import picture_at, shown
from render.theme import WIDTH
from rules.core import Position


@dataclass(frozen=True, slots=True)
class Deed:
    """An action other than moving: a button that is sent to the same address."""

    deed: str
    label: str


@dataclass(frozen=True, slots=True)
class Way:
    """A link to another page; the main link is the one that most people take next."""

    address: str
    label: str
    is_main: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """The content of a puzzle's or lesson's page."""

    here: str
    """Its address, which also takes answers."""

    picture: str
    alt: str
    text: str
    position: Position
    picker: Picker = NOTHING_TO_CHOOSE
    question: str = ""
    play_label: str = ""
    acts: Sequence[Deed] = ()
    ways: Sequence[Way] = ()

    @classmethod
    async def to_solve(cls, request: web.Request, here: str, diagram: Diagram, text: str, chosen: str) -> Self:
        """A position to find a move in, at the stage `chosen`; an invalid stage counts as none."""
        position = diagram.position
        choice = choose(position, chosen) or choose(position, "")
        assert choice is not None, "a player is to move"
        picker = await drawn(request, picker_of, position, choice, _scenes(diagram))
        return cls(
            here=here,
            picture=picture_at(here, chosen=choice.chosen),
            alt=matches.picker_alt(diagram.game, choice.chosen, stages(choice)),
            text=text,
            position=position,
            picker=picker,
            question=_question(position, choice),
            play_label="" if choice.move is None else say("Play {move}", move=choice.move),
        )

    @classmethod
    def solved(cls, here: str, query: Mapping[str, str], diagram: Diagram, text: str) -> Self:
        """The solved exercise; `query` is that of its picture's address."""
        alt = matches.position_alt(diagram.game, diagram.position, diagram.steps)
        return cls(here=here, picture=picture_at(here, **query), alt=alt, text=text, position=diagram.position)


_LASTS: Final = 600  # seconds for which a browser caches a picture


def _scenes(diagram: Diagram) -> Scenes:
    return lambda at: replace(diagram, options=stages(at), chosen=at.chosen).scene


def _question(position: Position, choice: Choice) -> str:
    if choice.move is not None and not choice.branches:
        return moves.preview(position, choice.move)
    return moves.question(position, choice)


def show(request: web.Request, title: str, exercise: Exercise) -> web.Response:
    """The page with an exercise."""
    return shown(request, "exercise.html", title=title, exercise=exercise, html=html, width=WIDTH)


async def picture(request: web.Request, diagram: Diagram, chosen: str | None = None) -> web.Response:
    """The picture of an exercise with the options after the stage or move `chosen`; without options if that is None."""
    choice = None if chosen is None else choose(diagram.position, chosen)
    if choice is not None and choice.move is not None and not choice.branches:
        diagram = diagram.after(choice.move)
    scene = diagram.scene
    if choice is not None and choice.branches:
        scene = await drawn(request, marked, diagram.position, choice, _scenes(diagram))
    data = await drawn(request, painted, diagram.position, scene)
    headers = {"Cache-Control": f"private, max-age={_LASTS}"}
    return web.Response(body=data, content_type=f"image/{render.EXTENSION}", headers=headers)
