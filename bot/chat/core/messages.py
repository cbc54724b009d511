"""The parts of messages: layout, text, the picture (painted off the event loop), and the people to ping.

A message whose picture cannot be painted has a text in its place: our own fault must not keep a board from its players.
"""

import asyncio
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import discord
from discord import ui

import render
from bot.model.match import Match
from bot.model.people import is_on_discord
from bot.model.replays import Playthrough
from bot.screens.pictures import Diagram, painted, scene_after, scene_of
from bot.texts import errors, limits
from bot.texts.matches import position_alt
from bot.texts.names import escaped, lines, shortened
from rules.core import Position, Seat
from rules.record import Step

_ACCENT: Final = discord.Colour(0xC08A4B)
_FIRST_PLY: Final = 1_000_000
"""The id of a picture that shows ply 0, far above the ids that Discord gives to components without one."""


@dataclass(frozen=True, slots=True)
class Unpainted:
    """The note in place of a picture that could not be painted; the log has the error under the code that it names."""

    note: str


class Gallery(ui.MediaGallery[ui.LayoutView]):
    """The place of the attached picture, and the text to show there if the picture could not be painted."""

    instead: str | Position = ""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that an edit leaves with its message: Discord finds it by its id, and components refer to its name."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, object]:
        """What is sent in place of an upload."""
        return {"id": str(self.id), "filename": self.filename}


@dataclass(frozen=True, slots=True)
class Post:
    """The content of a message: its components, at most one picture, and the people it pings.

    `kept` is the id of the picture that the edited message has and keeps, so that none is uploaded.
    """

    view: ui.LayoutView
    picture: bytes | Unpainted | None = None
    pings: tuple[int, ...] = ()
    extension: str = render.EXTENSION
    kept: int | None = None

    def __post_init__(self) -> None:
        """Put a text in the place of a picture that could not be painted."""
        if isinstance(self.picture, Unpainted):
            _replace_picture(self.view, self.picture.note)

    def files(self) -> list[discord.File]:
        """The picture as a new upload, one for every attempt, because a file can be sent only once."""
        data = self.picture
        return [discord.File(io.BytesIO(data), _name(self.extension))] if isinstance(data, bytes) else []

    def attachments(self) -> list[discord.Attachment | discord.File]:
        """All files that an edit leaves with its message, without which Discord refuses components that show them."""
        if self.kept is None:
            return [*self.files()]
        # discord.py sends what `to_dict` returns, and an `Attachment` can only be made of all that Discord knows of it.
        return [cast("discord.Attachment", KeptFile(self.kept, _name(self.extension)))]

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
    """The ply that the picture of a message shows, or showed before it shrank; None if the message does not tell."""
    shown = [
        part for part in parts_of(message) if isinstance(part, discord.MediaGalleryComponent | discord.TextDisplay)
    ]
    ids = [part.id or 0 for part in shown]
    return next((number - _FIRST_PLY for number in ids if number >= _FIRST_PLY), None)


def ply_id(ply: int) -> int:
    """The id of a component by which `ply_of` finds the ply that its message shows."""
    return _FIRST_PLY + ply


def pictures_of(message: discord.Message | None) -> list[discord.UnfurledMediaItem]:
    """The pictures of a message, which are in no list of attachments."""
    galleries = (part for part in parts_of(message) if isinstance(part, discord.MediaGalleryComponent))
    return [item.media for gallery in galleries for item in gallery.items]


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
    description: str, extension: str = render.EXTENSION, ply: int | None = None, instead: str | Position = ""
) -> Gallery:
    """The attached picture with its alt text, and the `ply` that it shows if `ply_of` is to find it.

    If it cannot be painted, the text or position `instead` is shown, or else the alt text.
    """
    gallery = Gallery(id=None if ply is None else ply_id(ply))
    gallery.instead = instead
    return gallery.add_item(media=f"attachment://{_name(extension)}", description=description)


def _replace_picture(view: ui.LayoutView, note: str) -> None:
    """Put a text, with a note below it, in the place of the attached picture of a message."""
    room = limits.TEXTS - view.content_length() - len(note)
    for holder in (view, *(item for item in view.children if isinstance(item, ui.Container))):
        items = [*holder.children]
        if any(isinstance(item, Gallery) for item in items):
            holder.clear_items()
            for item in items:
                holder.add_item(_in_words(item, room, note) if isinstance(item, Gallery) else item)


def _in_words(gallery: Gallery, room: int, note: str) -> ui.TextDisplay[ui.LayoutView]:
    """The text for a picture in `room` characters: a text board is shown whole or not at all."""
    alt = escaped(gallery.items[0].description or "")
    instead = f"```\n{gallery.instead}\n```" if isinstance(gallery.instead, Position) else gallery.instead or alt
    shown = instead if len(instead) < room else shortened(alt, max(room - 1, 1))
    return ui.TextDisplay(lines(shown, note))


def _name(extension: str) -> str:
    """The file name of the attached picture, whose ending tells Discord its type."""
    return f"board.{extension}"


async def picture(make: Callable[[], bytes]) -> bytes | Unpainted:
    """The picture that `make` paints, off the event loop."""
    try:
        return await asyncio.to_thread(make)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a picture, people can go on playing without it
        return Unpainted(errors.unpainted(error))


async def paint(
    playthrough: Playthrough, *, options: Sequence[str] = (), chosen: str = "", viewpoint: Seat | None = None
) -> bytes | Unpainted:
    """The picture of the board, painted off the event loop; `options`, `chosen`, `viewpoint` as in `render.Scene`."""
    scene = scene_of(playthrough, options=options, chosen=chosen, viewpoint=viewpoint)
    return await picture(lambda: painted(playthrough.history.position, scene))


async def paint_after(match: Match, steps: Sequence[Step], viewpoint: Seat | None = None) -> bytes | Unpainted:
    """The picture of the board after further steps, painted off the event loop."""
    scene = scene_after(match, steps, viewpoint)
    return await picture(lambda: painted(steps[-1].after, scene))


async def diagram_post(diagram: Diagram, text: str, *items: ui.Item[ui.LayoutView], alt: str = "") -> Post:
    """A message with the picture of a diagram between a text and other items, with the usual alt text or another."""
    alt = alt or position_alt(diagram.game, diagram.position, diagram.steps)
    shown = ui.TextDisplay[ui.LayoutView](text), image(alt, instead=diagram.position)
    scene = diagram.scene
    return Post(layout(*shown, *items), await picture(lambda: painted(diagram.position, scene)))
