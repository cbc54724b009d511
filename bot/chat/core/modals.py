"""The modal for entering a longer text, as stateless as a button: its custom id says what to do with the text.

discord.py keeps a modal in memory to receive its text, so after a restart nothing would receive it. Ours is not kept:
the client receives every submitted text, and reads from the custom id, as a `Press`, what to do with it.
"""

import re
from typing import Any, Final

import discord
from discord import ui

from bot.chat.core.press import Press

_BEGINNING: Final = "furlong-window"
_PRESS: Final = re.compile(r"furlong-window:(?P<action>[a-z_]+):(?P<match>[0-9]+):(?P<revision>[0-9]+):(?P<detail>.*)")
_TEXT: Final = "text"


def modal(title: str, press: Press, label: str, text: str, longest: int) -> ui.Modal:
    """A modal to edit one text of at most `longest` characters; submitting it does `press`."""
    made = ui.Modal(title=title, custom_id=press.custom_id.replace("furlong", _BEGINNING, 1))
    box: ui.TextInput[ui.Modal] = ui.TextInput(
        style=discord.TextStyle.paragraph, custom_id=_TEXT, default=text, max_length=longest, required=False
    )
    made.add_item(ui.Label(text=label, component=box))
    made.stop()  # so that discord.py forgets it as soon as it is shown
    return made


def submission(interaction: discord.Interaction[Any]) -> tuple[Press, str] | None:
    """The press of a submitted modal and the text entered in it; None if it is no modal of ours."""
    data: Any = interaction.data
    found = _PRESS.fullmatch(data["custom_id"]) if interaction.type is discord.InteractionType.modal_submit else None
    return None if found is None else (Press.from_match(found), _text_in(data["components"]))


def _text_in(components: list[Any]) -> str:
    inner = [component.get("component", {}) for component in components]
    return next((box["value"] for box in inner if box.get("custom_id") == _TEXT), "")
