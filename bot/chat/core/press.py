"""Buttons and menus whose custom id says everything, so that they still work after a restart.

A `Press` is an action, a match, the revision that the person saw, and a detail. The client looks up the handler of the
action; the components here only carry the press there.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self

import discord
from discord import ui

_PATTERN: Final = r"furlong:(?P<action>[a-z_]+):(?P<match>[0-9]+):(?P<revision>[0-9]+):(?P<detail>.*)"
_ID: Final = re.compile(_PATTERN)

_RENAMED: Final = {
    "own_notice": ("own", "notice"),
    "own_quiet": ("own", "quiet"),
    "own_zone": ("own", "zone"),
    "own_view": ("own", "view"),
    "own_challenges": ("own", "challenges"),
    "own_sharing": ("own", "puzzles"),
    "server_choose": ("server", ""),
    "server_days": ("server", "days"),
    "server_theme": ("server", "theme"),
    "server_challenges": ("server", "challenges"),
    "server_channel": ("server", "channel/"),
    "server_panel": ("server", "panel/"),
    "server_puzzles": ("server", "puzzles/"),
    "server_week": ("server", "week/"),
    "server_threads": ("server", "threads/"),
    "try_choose": ("try_pick", ""),
    "try_typed": ("try_play", ""),
    "try_cut": ("try_go", "cut"),
    "puzzle_choose": ("puzzle_pick", ""),
    "puzzle_typed": ("puzzle_play", ""),
    "learn_choose": ("learn_pick", ""),
    "learn_typed": ("learn_play", ""),
}
"""By action that messages from before still carry: the action of today, and what its detail begins with."""


class Presses(Protocol):
    """The part of the client that buttons and menus need."""

    async def press(self, interaction: discord.Interaction[Any], press: "Press", values: tuple[str, ...]) -> None:
        """Handle a press."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button or a choice from a menu: an action and its details.

    `revision` is the revision of the match on the board with the button; `match_id` is 0 if there is no match.
    """

    action: str
    match_id: int = 0
    revision: int = 0
    detail: str = ""

    @property
    def custom_id(self) -> str:
        """The custom id, which Discord keeps with the component; at most 100 characters."""
        return f"furlong:{self.action}:{self.match_id}:{self.revision}:{self.detail}"

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Read a custom id back; one from before an action was renamed gives the press that it would be today."""
        action, beginning = _RENAMED.get(match["action"], (match["action"], ""))
        return cls(action, int(match["match"]), int(match["revision"]), beginning + match["detail"])

    @classmethod
    def from_custom_id(cls, custom_id: str) -> Self:
        """Read a custom id back; one that is not ours gives a press without a handler."""
        found = _ID.fullmatch(custom_id)
        return cls("") if found is None else cls.from_match(found)


_OF_ANOTHER_KIND: Final = Press("")
"""The press of a menu with the custom id of a button, or the other way round: one without a handler."""


class PressButton(ui.DynamicItem[ui.Button[Any]], template=_PATTERN):
    """A button that carries a `Press`."""

    def __init__(self, press: Press, item: ui.Button[Any]) -> None:
        """Wrap Discord's button; use `button` to make a new one."""
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Called by discord.py when a button with such an id is pressed."""
        if not isinstance(item, ui.Button):
            return cls(_OF_ANOTHER_KIND, ui.Button(custom_id=match.string))
        return cls(Press.from_match(match), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the client."""
        client: Presses = interaction.client
        await client.press(interaction, self.press, ())


class PressMenu(ui.DynamicItem[ui.Select[Any]], template=_PATTERN.replace("furlong", "furlong-menu", 1)):
    """A menu that carries a `Press`, which gets the chosen values."""

    def __init__(self, press: Press, item: ui.Select[Any]) -> None:
        """Wrap Discord's menu; use `menu` to make a new one."""
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Called by discord.py when an option of a menu with such an id is chosen."""
        if not isinstance(item, ui.Select):
            return cls(_OF_ANOTHER_KIND, ui.Select(custom_id=match.string))
        return cls(Press.from_match(match), item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press and the chosen values to the client."""
        client: Presses = interaction.client
        await client.press(interaction, self.press, tuple(self.item.values))


class PressChoice(ui.DynamicItem[ui.Select[Any]], template="furlong-choice:.*"):
    """A menu whose options act like buttons: the value of each is the custom id of a button."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Called by discord.py when an option of a menu with such an id is chosen."""
        if not isinstance(item, ui.Select):
            raise TypeError(f"a menu was expected, not {type(item).__name__}")
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the chosen press to the client."""
        client: Presses = interaction.client
        await client.press(interaction, Press.from_custom_id(next(iter(self.item.values), "")), ())


def button(
    label: str,
    press: Press,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | None = None,
) -> PressButton:
    """A new button."""
    return PressButton(
        press, ui.Button(label=label, style=style, custom_id=press.custom_id, disabled=disabled, emoji=emoji)
    )


def menu(placeholder: str, press: Press, options: list[discord.SelectOption], *, any_number: bool = False) -> PressMenu:
    """A new menu of at most 25 options, from which one can be chosen, or any number."""
    custom_id = press.custom_id.replace("furlong", "furlong-menu", 1)
    least, most = (0, len(options)) if any_number else (1, 1)
    select: ui.Select[Any] = ui.Select(
        placeholder=placeholder, custom_id=custom_id, options=options, min_values=least, max_values=most
    )
    return PressMenu(press, select)


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu of presses: its label, its description, and the press."""

    label: str
    hint: str
    press: Press
    emoji: str | None = None


def choice(placeholder: str, options: Sequence[Option], *, name: str = "0", chosen: Press | None = None) -> PressChoice:
    """A new menu of at most 25 presses; `name` tells it from others on the message, `chosen` is the one it shows."""
    listed = [
        discord.SelectOption(
            label=option.label,
            value=option.press.custom_id,
            description=option.hint or None,
            emoji=option.emoji,
            default=option.press == chosen,
        )
        for option in options
    ]
    return PressChoice(ui.Select(placeholder=placeholder, custom_id=f"furlong-choice:{name}", options=listed))


def row_of(*items: PressButton | PressMenu | PressChoice) -> ui.ActionRow[ui.LayoutView]:
    """Up to five buttons side by side, or one menu."""
    # discord.py types dynamic items for both kinds of view but rows for only one, so the types never agree.
    return ui.ActionRow(*items)  # pyright: ignore[reportArgumentType, reportUnknownVariableType]


def section(text: str, beside: PressButton) -> ui.Section[ui.LayoutView]:
    """A text with a button beside it."""
    shown: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay(text)
    return ui.Section(shown, accessory=beside)  # pyright: ignore[reportArgumentType] - as in `row_of`
