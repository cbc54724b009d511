"""The parts of messages: layout, text, the picture (painted off the event loop), and the people to ping."""

import asyncio
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

import render
from bot.model.match import Match
from bot.model.people import is_on_discord
from bot.model.replays import Playthrough
from bot.pictures import Diagram, painted, scene_after, scene_of
from bot.texts.matches import position_alt
from rules.core import Seat
from rules.record import Step

_ACCENT: Final = discord.Colour(0xC08A4B)
_FIRST_PLY: Final = 1_000_000
"""The id of a picture that shows ply 0, far above the ids that Discord gives to components without one."""


@dataclass(frozen=True, slots=True)
class Post:
    """The content of a message: its components, at most one picture, and the people it pings."""

    view: ui.LayoutView
    picture: bytes | None = None
    pings: tuple[int, ...] = ()
    extension: str = render.EXTENSION

    def files(self) -> list[discord.File]:
        """The picture as a new upload, one for every attempt, because a file can be sent only once."""
        return [] if self.picture is None else [discord.File(io.BytesIO(self.picture), _name(self.extension))]

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        """The people whom the message may ping, without anonymous ones, who are not on Discord."""
        people = [discord.Object(person_id) for person_id in self.pings if is_on_discord(person_id)]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)


def layout(*items: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A message of one framed container."""
    return passive(ui.Container(*items, accent_colour=_ACCENT))


def plain(text: str, *rows: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A message of text, with rows of buttons under it."""
    return passive(ui.TextDisplay(text), *rows)


def passive(*items: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A view without listeners, because the custom id of each button says what it does."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()  # so that discord.py does not keep it in memory
    return view


def parts_of(message: discord.Message | None) -> list[object]:
    """The components of a message and those inside its frame; none if there is no message."""
    parts: list[object] = []
    for part in message.components if message is not None else ():
        parts += [part, *part.children] if isinstance(part, discord.Container) else [part]
    return parts


def texts_of(message: discord.Message | None) -> list[str]:
    """The texts of a message and its frame."""
    return [part.content for part in parts_of(message) if isinstance(part, discord.TextDisplay)]


def ply_of(message: discord.Message) -> int | None:
    """The ply that the picture of a message shows; None if the message does not tell."""
    ids = [part.id or 0 for part in parts_of(message) if isinstance(part, discord.MediaGalleryComponent)]
    return next((number - _FIRST_PLY for number in ids if number >= _FIRST_PLY), None)


def content_of(message: Post | discord.Message) -> set[str]:
    """The parts of a message that identify it among ours: its texts and the custom ids of its buttons."""
    components = (
        message.view.to_components() if isinstance(message, Post) else [part.to_dict() for part in message.components]
    )
    return set(_content(components))


def _content(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        yield from (component[key].strip() for key in ("content", "custom_id") if component.get(key))
        yield from _content(component.get("components", ()))


def image(
    description: str, extension: str = render.EXTENSION, ply: int | None = None
) -> ui.MediaGallery[ui.LayoutView]:
    """The attached picture with its alt text, and the `ply` that it shows if `ply_of` is to find it."""
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery(id=None if ply is None else _FIRST_PLY + ply)
    return gallery.add_item(media=f"attachment://{_name(extension)}", description=description)


def _name(extension: str) -> str:
    """The file name of the attached picture, whose ending tells Discord its type."""
    return f"board.{extension}"


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
