"""Pictures of boards for messages, painted off the event loop."""

import asyncio
from collections.abc import Sequence

from discord import ui

from bot.chat.core.messages import Post, image, layout
from bot.model.match import Match
from bot.model.replays import Playthrough
from bot.pictures import Diagram, painted, scene_after, scene_of
from bot.texts.matches import position_alt
from rules.core import Seat
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


async def diagram_post(diagram: Diagram, text: str, *items: ui.Item[ui.LayoutView]) -> Post:
    """A message with the picture of a diagram between a text and other items."""
    shown = ui.TextDisplay[ui.LayoutView](text), image(position_alt(diagram.game, diagram.position, diagram.steps))
    return Post(layout(*shown, *items), await asyncio.to_thread(painted, diagram.position, diagram.scene))
