"""What a person is told: the people and matches that they follow, beside everything else."""

from bot.actions import follows, matches, settings
from bot.screens.core import Act, Action, Asked, Choosable, Menu, Screen, in_menus, on, snowflake
from bot.screens.people import profile_of
from bot.texts import follows as follow_texts
from bot.texts import pages as page_texts
from bot.texts.language import say
from bot.texts.names import lines


@on("told", beside=True, at="/settings/told")
async def show(asked: Asked) -> Screen:
    """Handle What you're told, under the settings and under news."""
    return await _told(asked)


async def _told(asked: Asked) -> Screen:
    """Everything that the person is told, and what they follow on this server, or on all."""
    context, server_id = asked.context, asked.actor.server_id
    preferences = await settings.of_person(context, asked.person.id)
    games = frozenset[str]() if server_id is None else await settings.lookouts_of(context, asked.person, server_id)
    followed = await follows.of_person(context, asked.person, server_id)
    told = follow_texts.told(preferences, games, context.now(), has_programs=asked.has_programs)
    options = [Choosable(follow_texts.name_of(follow), "", str(follow.id)) for follow in followed]
    with_moves = [
        Choosable(follow_texts.name_of(follow), follow_texts.of_moves(follow), str(follow.id), follow.has_moves)
        for follow in followed
        if follow.match_id is not None
    ]
    menus = ((follow_texts.MOVES, "follow_moves", with_moves), (follow_texts.STOP, "follow_stop", options))
    return Screen(
        title=say(follow_texts.TITLE),
        text=lines(told, follow_texts.followed(followed)),
        here=Act("told"),
        menus=[
            Menu(say(title), Act(name, detail=str(start) if start else ""), part)
            for title, name, choosable in menus
            for start, part in in_menus(choosable)
        ],
        up=Action(say(page_texts.SETTINGS), Act("own_settings")),
    )


@on("follow")
async def follow_person(asked: Asked) -> Screen:
    """Handle Follow, on a profile."""
    followed = await matches.person_seen(asked.context, asked.actor, snowflake(asked.act.detail))
    await follows.follow_person(asked.context, await asked.actor_here(), followed)
    return await profile_of(asked, followed)


@on("unfollow")
async def unfollow(asked: Asked) -> Screen:
    """Handle Stop following, on a profile."""
    followed = await matches.person_seen(asked.context, asked.actor, snowflake(asked.act.detail))
    for follow in await follows.of_person(asked.context, asked.person, asked.actor.server_id):
        if follow.person is not None and follow.person.id == followed.id:
            await follows.stop(asked.context, asked.person, follow.id)
    return await profile_of(asked, followed)


@on("follow_match", tells=True)
async def follow_match(asked: Asked) -> Screen:
    """Handle Follow, behind More of a match."""
    match = await asked.match()
    await follows.follow_match(asked.context, await asked.actor_in(match.id), match)
    return await _told(asked)


@on("follow_stop", takes_value=True)
async def stop(asked: Asked) -> Screen:
    """Handle the menu of what the person follows."""
    await follows.stop(asked.context, asked.person, snowflake(asked.act.value))
    return await _told(asked)


@on("follow_moves", takes_value=True)
async def switch_moves(asked: Asked) -> Screen:
    """Handle the menu of matches of whose moves the person is told, too."""
    await follows.switch_moves(asked.context, asked.person, snowflake(asked.act.value))
    return await _told(asked)


@on("follow_on", beside=True)
async def go_on(asked: Asked) -> Screen:
    """Handle Tell me of more moves, under news of moves."""
    await follows.note_read(asked.context, asked.person)
    return await _told(asked)
