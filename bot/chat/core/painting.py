"""Pictures of boards for messages, painted off the event loop."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

import render
from bot.chat.core.messages import Post, image, layout
from bot.model.match import Match
from bot.model.replays import Playthrough
from bot.pictures import painted, scene_after, scene_of
from bot.texts.matches import position_alt
from bot.texts.names import YOU
from rules.core import Game, Position, Seat
from rules.record import Step


async def paint(
    playthrough: Playthrough, *, options: Sequence[str] = (), chosen: str = "", viewpoint: Seat | None = None
) -> bytes:
    """The picture of the board, painted off the event loop; `options`, `chosen`, `viewpoint` as in `render.Scene`."""
    scene = scene_of(playthrough, options=options, chosen=chosen, viewpoint=viewpoint)
    return await asyncio.to_thread(painted, playthrough.history.position, scene)


async def paint_after(match: Match, steps: Sequence[Step], viewpoint: Seat | None = None) -> bytes:
    """The picture of the board after further steps, painted off the event loop."""
    return await asyncio.to_thread(painted, steps[-1].after, scene_after(match, steps, viewpoint))


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position beside a running match, after `steps`; names, faces, options and what was chosen as in `render.Scene`."""

    game: Game
    position: Position
    steps: Sequence[Step]
    theme: str
    names: Sequence[str] = ()
    faces: Sequence[str] = ()
    options: Sequence[str] = ()
    chosen: str = ""


def you_to_move(position: Position) -> Sequence[str]:
    """The names of a diagram for one person alone, who has to find a move."""
    return (*[""] * position.turn, YOU) if isinstance(position.turn, int) else ()


async def diagram_post(diagram: Diagram, text: str, *items: ui.Item[ui.LayoutView]) -> Post:
    """A message with the picture of a diagram between a text and other items."""
    shown = ui.TextDisplay[ui.LayoutView](text), image(position_alt(diagram.game, diagram.position, diagram.steps))
    scene = render.Scene(
        names=tuple(diagram.names),
        steps=tuple(diagram.steps),
        options=tuple(diagram.options),
        chosen=diagram.chosen,
        theme=diagram.theme,
        faces=tuple(diagram.faces),
    )
    return Post(layout(*shown, *items), await asyncio.to_thread(render.picture, diagram.position, scene))
