"""What every message is made of: its layout, its text, its picture, and whom it pings."""

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

import render
from bot.model.people import is_on_discord

_ACCENT: Final = discord.Colour(0xC08A4B)


@dataclass(frozen=True, slots=True)
class Post:
    """What a message shows: its components, at most one picture of a type that `image` was told, and whom it pings."""

    view: ui.LayoutView
    picture: bytes | None = None
    pings: tuple[int, ...] = ()
    extension: str = render.EXTENSION

    def files(self) -> list[discord.File]:
        """The picture as a new upload; a file can be sent only once, so ask again for every attempt."""
        return [] if self.picture is None else [discord.File(io.BytesIO(self.picture), _name(self.extension))]

    @property
    def allowed_mentions(self) -> discord.AllowedMentions:
        """Exactly the people whom the message may ping; those who were forgotten are not on Discord."""
        people = [discord.Object(person_id) for person_id in self.pings if is_on_discord(person_id)]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)


def layout(*items: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A message of one framed container."""
    return passive(ui.Container(*items, accent_colour=_ACCENT))


def plain(text: str, *rows: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A message of text, with rows of buttons under it."""
    return passive(ui.TextDisplay(text), *rows)


def passive(*items: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A view that listens to nothing: whatever is pressed says in its custom id what it does."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()  # so discord.py does not look through it for what it would have to remember
    return view


def content_of(message: Post | discord.Message) -> set[str]:
    """What tells two messages of ours apart: their texts and the custom ids of their buttons."""
    components = (
        message.view.to_components() if isinstance(message, Post) else [part.to_dict() for part in message.components]
    )
    return set(_content(components))


def _content(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        yield from (component[key].strip() for key in ("content", "custom_id") if component.get(key))
        yield from _content(component.get("components", ()))


def image(description: str, extension: str = render.EXTENSION) -> ui.MediaGallery[ui.LayoutView]:
    """The attached picture with its alt text."""
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    return gallery.add_item(media=f"attachment://{_name(extension)}", description=description)


def _name(extension: str) -> str:
    """How the attached picture is called: Discord goes by the end of a file's name."""
    return f"board.{extension}"
