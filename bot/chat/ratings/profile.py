"""What somebody has reached on a server."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final

import discord
from discord import app_commands, ui

import render
from bot.actions import settings
from bot.chat.core.answers import Answer, Show
from bot.chat.core.dispatcher import slash
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post, image, layout
from bot.chat.core.press import Press, button, row_of
from bot.chat.core.request import Request
from bot.chat.matches.lists import match_line
from bot.chat.ratings.leaderboard import server_of
from bot.model.match import State
from bot.model.people import Person
from bot.model.ratings import ALL_ROUND
from bot.model.refusals.ratings import BotHasNoProfile
from bot.model.summary import Summary
from bot.store.profiles import Profile, profile
from bot.texts import ratings

_MOST_RUNNING: Final = 4


@app_commands.command(name="profile", description="Somebody's results, rivals and ratings.")
@app_commands.describe(player="Whose profile; yours if you do not say")
@slash
async def profile_command(request: Request, player: discord.User | None = None) -> Answer:
    """Show what a player has reached on this server."""
    return Show(await _profile(request, None if player is None else _player(player)))


@app_commands.context_menu(name="Profile")
@slash
async def profile_of(request: Request, person: discord.Member) -> Answer:
    """Profile, in the menu that Discord opens on a person."""
    return Show(await _profile(request, _player(person)))


def _player(chosen: discord.User | discord.Member) -> Person:
    """Somebody who may have a profile. Raises `BotHasNoProfile`."""
    person = Person(chosen.id, chosen.display_name)
    if chosen.bot:
        raise BotHasNoProfile(person)
    return person


@on_press("profile_open")
async def open_profile(request: Request) -> Answer:
    """My profile, under a leaderboard."""
    return Show(await _profile(request, None))


async def _profile(request: Request, person: Person | None) -> Post:
    """The profile of a person, or of whoever asks."""
    services, server_id, person = request.services, server_of(request), person or request.person
    services.members.met(server_id, request.person.id)
    found = await profile(services.database, person, server_id, services.members.gone(server_id))
    running = await request.actions.of_person(person, server_id, State.RUNNING)
    theme = await settings.theme_of(services.context, server_id)
    return await _post(request, found, running, theme)


async def _post(request: Request, found: Profile, running: Sequence[Summary], theme: str) -> Post:
    asker = request.person
    picture = await _picture(found, theme)
    results = ratings.profile_results(found) if found.matches else ratings.nothing_reached(found.person, asker)
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(f"{ratings.profile_heading(found.person)}\n{results}")]
    if picture is not None:
        items.append(image(ratings.curve_alt(found.person, found.tracks)))
    if found.rivals:
        items += [ui.Separator(visible=False), ui.TextDisplay(ratings.profile_rivals(found.rivals))]
    if found.characters:
        items += [ui.Separator(visible=False), ui.TextDisplay(ratings.profile_characters(found.characters))]
    if running:
        items += [ui.Separator(visible=False), *_playing_now(request, running, found.person)]
    return Post(layout(*items, row_of(button("Leaderboard", Press("leaderboard_open", detail=ALL_ROUND)))), picture)


def _playing_now(request: Request, running: Sequence[Summary], person: Person) -> Iterator[ui.Item[ui.LayoutView]]:
    """The first of the matches that somebody is in the middle of, and how many there are besides."""
    yield ui.TextDisplay(ratings.playing_now())
    asker, symbols = request.person, request.services.symbols
    yield from (match_line(match, person, asker, symbols) for match in running[:_MOST_RUNNING])
    if len(running) > _MOST_RUNNING:
        yield ui.TextDisplay(ratings.more_matches(len(running) - _MOST_RUNNING))


async def _picture(found: Profile, theme: str) -> bytes | None:
    """How the ratings went, painted off the event loop; None without ratings."""
    if not found.tracks:
        return None
    lines = [
        render.Line(
            ratings.pool_name(track.pool), [render.Point(at.timestamp(), rating) for at, rating in track.points]
        )
        for track in found.tracks
    ]
    curve = render.Curve(ratings.curve_title(), lines, theme)
    return await asyncio.to_thread(render.curve, curve)
