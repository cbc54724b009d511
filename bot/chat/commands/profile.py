"""What somebody has reached on a server."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands, ui

import render
from bot.chat.answers import actor_of, answering, show
from bot.chat.commands.standings import server_of
from bot.chat.sentences import profiles, standings
from bot.chat.ui.messages import Post, image, layout
from bot.chat.ui.press import Press, button, row_of
from bot.model.match import State, Summary
from bot.model.person import Person
from bot.model.rating import ALL_ROUND
from bot.model.refusals import BotHasNoProfile
from bot.store.profiles import Profile, profile

if TYPE_CHECKING:
    from bot.chat.client import Furlong

_MOST_RUNNING: Final = 4


@app_commands.command(name="profile", description="What somebody has reached: results, rivals, and how ratings went.")
@app_commands.describe(player="Whose profile; yours if you do not say")
async def profile_command(interaction: "discord.Interaction[Furlong]", player: discord.User | None = None) -> None:
    """Show what a player has reached on this server."""
    async with answering(interaction):
        person = None if player is None else Person(player.id, player.display_name)
        if person is not None and player is not None and player.bot:
            raise BotHasNoProfile(person)
        await show(interaction, await _profile(interaction, person))


async def open_profile(interaction: "discord.Interaction[Furlong]", _press: Press, _values: tuple[str, ...]) -> None:
    """My profile, under a leaderboard."""
    await show(interaction, await _profile(interaction, None))


async def _profile(interaction: "discord.Interaction[Furlong]", person: Person | None) -> Post:
    """The profile of a person, or of whoever asks."""
    actor, client = actor_of(interaction), interaction.client
    server_id, person = server_of(actor), person or actor.person
    client.members.met(server_id, actor.person.id)
    found = await profile(client.matches.database, person, server_id, client.members.gone(server_id))
    running = await client.matches.of_person(person, server_id, State.RUNNING)
    theme = (await client.settings.of_server(server_id)).theme
    return await _post(found, running, actor.person, theme)


async def _post(found: Profile, running: Sequence[Summary], asker: Person, theme: str) -> Post:
    picture = await _picture(found, theme)
    results = profiles.profile_results(found) if found.matches else profiles.nothing_reached(found.person, asker)
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(f"{profiles.profile_heading(found.person)}\n{results}")]
    if picture is not None:
        items.append(image(profiles.curve_alt(found.person, found.tracks)))
    for part in _others(found, running, asker):
        items += [ui.Separator(visible=False), ui.TextDisplay(part)]
    return Post(layout(*items, row_of(button("Leaderboard", Press("leaderboard_open", detail=ALL_ROUND)))), picture)


def _others(found: Profile, running: Sequence[Summary], asker: Person) -> Iterator[str]:
    """Whom somebody has played, and plays."""
    if found.rivals:
        yield profiles.profile_rivals(found.rivals)
    if running:
        left_out = max(len(running) - _MOST_RUNNING, 0)
        yield profiles.profile_matches(running[:_MOST_RUNNING], left_out, found.person, asker)


async def _picture(found: Profile, theme: str) -> bytes | None:
    """How the ratings went, drawn off the event loop; None without ratings."""
    if not found.tracks:
        return None
    lines = [
        render.Line(
            standings.pool_name(track.pool), [render.Point(at.timestamp(), rating) for at, rating in track.points]
        )
        for track in found.tracks
    ]
    curve = render.Curve(profiles.curve_title(), lines, theme)
    return await asyncio.to_thread(render.curve, curve)
