"""Pictures of boards for messages, painted off the event loop."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

import render
from bot import telemetry
from bot.chat.core.messages import Post, image, layout
from bot.model.characters import character_keys
from bot.model.match import Match
from bot.model.replays import Playthrough
from bot.texts import boards
from bot.texts.matches import position_alt
from rules.core import Game, Position, Seat
from rules.record import Step


async def paint(
    playthrough: Playthrough, *, options: Sequence[str] = (), chosen: str = "", viewpoint: Seat | None = None
) -> bytes:
    """The picture of the board, painted off the event loop; `options`, `chosen`, `viewpoint` as in `render.Scene`."""
    scene = render.Scene(
        names=tuple(player.name for player in playthrough.seated),
        steps=playthrough.latest_turns,
        options=tuple(options),
        chosen=chosen,
        outcome=playthrough.outcome,
        theme=playthrough.theme,
        viewpoint=viewpoint,
        faces=character_keys(playthrough.seated),
    )
    return await asyncio.to_thread(_picture, playthrough.history.position, scene)


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position that belongs to no match, after `steps`; `options` and `chosen` as in `render.Scene`."""

    game: Game
    position: Position
    steps: Sequence[Step]
    theme: str
    options: Sequence[str] = ()
    chosen: str = ""


async def diagram_post(diagram: Diagram, text: str, *items: ui.Item[ui.LayoutView]) -> Post:
    """A message with the picture of a diagram between a text and other items."""
    shown = ui.TextDisplay[ui.LayoutView](text), image(position_alt(diagram.game, diagram.position, diagram.steps))
    scene = render.Scene(
        steps=tuple(diagram.steps), options=tuple(diagram.options), chosen=diagram.chosen, theme=diagram.theme
    )
    return Post(layout(*shown, *items), await asyncio.to_thread(render.picture, diagram.position, scene))


async def paint_after(match: Match, steps: Sequence[Step], viewpoint: Seat | None = None) -> bytes:
    """The picture of the board after further steps, painted off the event loop."""
    turn = match.history.last_turn if boards.goes_on(match) else ()
    scene = render.Scene(
        names=tuple(player.name for player in match.seated),
        steps=(*turn, *steps),
        theme=match.theme,
        viewpoint=viewpoint,
        faces=character_keys(match.seated),
    )
    return await asyncio.to_thread(_picture, steps[-1].after, scene)


def _picture(position: Position, scene: render.Scene) -> bytes:
    if not telemetry.watched():
        return render.picture(position, scene)
    with telemetry.stages(telemetry.PAINTING) as reached:
        return render.picture(position, scene, lambda: reached(telemetry.ENCODING))
