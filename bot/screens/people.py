"""The profiles of people."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import render
from bot.actions import follows, matches, ratings, settings
from bot.model.match import State, Summary
from bot.model.people import Person
from bot.model.permissions import check_profile
from bot.model.place import DIRECT
from bot.model.ratings import ALL_ROUND, Profile
from bot.screens.core import (
    Act,
    Action,
    Asked,
    Figure,
    Gap,
    Line,
    Screen,
    on,
    snowflake,
)
from bot.screens.matches import line_of
from bot.screens.pictures import curve_of
from bot.texts import follows as follow_texts
from bot.texts import names
from bot.texts import ratings as rating_texts
from bot.texts.language import say

_MOST_RUNNING: Final = 4  # matches on a profile


@on("profile_open", beside=True, at="/profile")
async def open_own_profile(asked: Asked) -> Screen:
    """Handle My profile, under a leaderboard."""
    return await profile_of(asked, asked.person)


@on("profile", beside=True, at="/profile/{person}")
async def open_profile(asked: Asked) -> Screen:
    """Handle the name of a person, which is a link to their profile."""
    return await profile_of(asked, await matches.person_seen(asked.context, asked.actor, snowflake(asked.act.detail)))


def about(person: Person) -> Act | None:
    """The act that shows a person's profile; None for those who have none."""
    return Act("profile", detail=str(person.id)) if person.is_on_discord else None


async def profile_of(asked: Asked, person: Person) -> Screen:
    """A person's profile, with the first of the matches that they are playing. Raises `ProfileOfAnother`."""
    check_profile(asked.actor, person)
    server_id = asked.actor.server_id or DIRECT
    profile = await ratings.profile(asked.context, person, server_id, await asked.left(()))
    running = await matches.of_person(asked.context, person, server_id, State.RUNNING)
    theme = await settings.theme_of(asked.context, server_id)
    results = (
        rating_texts.profile_results(profile) if profile.matches else rating_texts.nothing_reached(person, asked.person)
    )
    return Screen(
        title=names.literal_name(person),
        here=about(person),
        text=f"{rating_texts.profile_heading(person)}\n{results}",
        figure=_curve(profile, theme),
        lines=[*_achievements(profile), *_running(asked, person, running)],
        actions=[
            *await following(asked, person, has_played=bool(profile.matches or running)),
            Action(say("Leaderboard"), Act("leaderboard_open", detail=ALL_ROUND)),
        ],
    )


async def following(asked: Asked, person: Person, *, has_played: bool) -> Sequence[Action]:
    """The button that follows a person on the server, or stops that; none for who has not played there, who is unknown."""
    is_other = has_played and person.id != asked.person.id
    if asked.actor.server_id is None or not is_other or not asked.person.is_on_discord:
        return ()
    followed = await follows.of_person(asked.context, asked.person, asked.actor.server_id)
    if any(follow.person is not None and follow.person.id == person.id for follow in followed):
        return [Action(say(follow_texts.STOP), Act("unfollow", detail=str(person.id)))]
    return [Action(say(follow_texts.FOLLOW), Act("follow", detail=str(person.id)))]


def _curve(profile: Profile, theme: str) -> Figure | None:
    """The chart of a person's ratings; None if there are none."""
    if not profile.tracks:
        return None
    alt = rating_texts.curve_alt(profile.person, profile.tracks)
    return Figure(partial(render.curve, curve_of(profile, theme)), alt, size=render.CURVE)


def _achievements(profile: Profile) -> Iterator[Line]:
    if profile.rivals:
        yield Line(f"**{say('Most often against')}**", gap=Gap.SPACE)
        yield from (Line(rating_texts.rival(rival), about=about(rival.person)) for rival in profile.rivals)
    if profile.characters:
        yield Line(rating_texts.profile_characters(profile.characters), gap=Gap.SPACE)


def _running(asked: Asked, person: Person, running: Sequence[Summary]) -> Iterator[Line]:
    if running:
        yield Line(f"**{say('Playing now')}**", gap=Gap.SPACE)
    for match in running[:_MOST_RUNNING]:
        yield line_of(match, person, asked.person, asked.symbols)
    if len(running) > _MOST_RUNNING:
        yield Line(rating_texts.more_matches(len(running) - _MOST_RUNNING))
