"""Settings: what somebody likes, and the group of commands to which a server's belong too."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; these belong to the one below.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.chat.answers import actor_of, answering, change, show
from bot.chat.commands.server import server
from bot.chat.sentences import settings as settings_sentences
from bot.chat.ui.messages import Post, plain
from bot.chat.ui.press import Press, menu, row_of
from bot.model.durations import quiet_in
from bot.model.preferences import Preferences, QuietHours, Reach
from bot.model.refusals import UnknownSetting, UnknownZone
from bot.model.zones import zone_named, zone_of, zones_like

if TYPE_CHECKING:
    from bot.chat.client import Furlong

_LONGEST: Final = 60
_MOST_CHOICES: Final = 25
_SIMILAR: Final = 3
_NIGHTS: Final = ("off", "20-7", "21-6", "21-7", "22-6", "22-7", "22-8", "23-7", "23-8", "0-7", "0-8", "0-9", "1-9")
_Text = app_commands.Range[str, 1, _LONGEST]


async def complete_zone(interaction: "discord.Interaction[Furlong]", typed: str) -> list[app_commands.Choice[str]]:
    """Time zones that fit what was typed, for a command's `zone`."""
    return [app_commands.Choice(name=_zone_label(zone), value=zone) for zone in zones_like(typed, _MOST_CHOICES)]


async def complete_quiet(_interaction: "discord.Interaction[Furlong]", typed: str) -> list[app_commands.Choice[str]]:
    """Usual quiet hours that begin with what was typed, for a command's `quiet`."""
    labels = {
        settings_sentences.quiet(quiet_in(night)): settings_sentences.quiet_option(quiet_in(night)) for night in _NIGHTS
    }
    fitting = [(value, label) for value, label in labels.items() if value.startswith(typed.strip().casefold())]
    return [app_commands.Choice(name=label, value=value) for value, label in fitting]


@app_commands.command(name="me", description="How Furlong tells you that it is your turn, and when it is to be quiet.")
@app_commands.describe(
    notice="How you are told that it is your turn",
    quiet="Hours in which nobody is to disturb you, such as 22-7 or 22:00-07:30, or off",
    zone="Where your clock is, such as Europe/Berlin; a city will do",
)
@app_commands.autocomplete(quiet=complete_quiet, zone=complete_zone)
@app_commands.choices(
    notice=[app_commands.Choice(name=settings_sentences.reach(how), value=how.value) for how in Reach]
)
async def own(
    interaction: "discord.Interaction[Furlong]",
    notice: str | None = None,
    quiet: _Text | None = None,
    zone: _Text | None = None,
) -> None:
    """Change what was named and show how things are."""
    async with answering(interaction):
        values: dict[str, Any] = {} if notice is None else {"reach": _reach(notice)}
        if quiet is not None:
            values["quiet"] = quiet_in(quiet)
        if zone is not None:
            values["time_zone"] = _zone(zone)
        await show(interaction, _own_card(await _prefer(interaction, values)))


async def choose_reach(interaction: "discord.Interaction[Furlong]", _press: Press, values: tuple[str, ...]) -> None:
    """The menu of ways to be told."""
    await change(interaction, _own_card(await _prefer(interaction, {"reach": _reach("".join(values))})))


async def choose_quiet(interaction: "discord.Interaction[Furlong]", _press: Press, values: tuple[str, ...]) -> None:
    """The menu of quiet hours."""
    await change(interaction, _own_card(await _prefer(interaction, {"quiet": quiet_in("".join(values))})))


async def choose_zone(interaction: "discord.Interaction[Furlong]", _press: Press, values: tuple[str, ...]) -> None:
    """The menu of time zones."""
    await change(interaction, _own_card(await _prefer(interaction, {"time_zone": _zone("".join(values))})))


async def _prefer(interaction: "discord.Interaction[Furlong]", values: dict[str, Any]) -> Preferences:
    person = actor_of(interaction).person
    if not values:
        return await interaction.client.settings.of_person(person.id)
    return await interaction.client.settings.prefer(person, lambda before: replace(before, **values))


def _own_card(liked: Preferences) -> Post:
    ways = [
        discord.SelectOption(label=settings_sentences.reach_option(how), value=how.value, default=how is liked.reach)
        for how in Reach
    ]
    usual = [quiet_in(night) for night in _NIGHTS]
    nights = usual if liked.quiet in usual else [*usual, liked.quiet]
    quiet = [_quiet_option(hours, is_chosen=hours == liked.quiet) for hours in nights]
    familiar = zones_like("", _MOST_CHOICES)
    zones = familiar if liked.time_zone in familiar else [liked.time_zone, *familiar[: _MOST_CHOICES - 1]]
    places = [
        discord.SelectOption(label=_zone_label(zone), value=zone, default=zone == liked.time_zone) for zone in zones
    ]
    return Post(
        plain(
            settings_sentences.own_settings(liked, discord.utils.utcnow()),
            row_of(menu(settings_sentences.reach_menu_hint(), Press("own_notice"), ways)),
            row_of(menu(settings_sentences.quiet_menu_hint(), Press("own_quiet"), quiet)),
            row_of(menu(settings_sentences.zone_menu_hint(), Press("own_zone"), places)),
        )
    )


def _quiet_option(hours: QuietHours | None, *, is_chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(
        label=settings_sentences.quiet_option(hours), value=settings_sentences.quiet(hours), default=is_chosen
    )


def _zone_label(zone: str) -> str:
    return settings_sentences.zone_choice(zone, discord.utils.utcnow().astimezone(zone_of(zone)))


def _reach(text: str) -> Reach:
    if text not in list(Reach):
        raise UnknownSetting(text)
    return Reach(text)


def _zone(text: str) -> str:
    found = zone_named(text)
    if found is None:
        raise UnknownZone(text, zones_like(text, _SIMILAR))
    return found


settings: Final = app_commands.Group(name="settings", description="How Furlong works on this server and for you.")
settings.add_command(server)
settings.add_command(own)
