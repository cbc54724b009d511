"""Followers are told how the matches of others end: directly, once an hour or at their hour, and never where a block is."""

from datetime import timedelta

import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage
from sqlalchemy import update

from bot.model.follows import MOST_FOLLOWED, MOVES_LATE
from bot.model.jobs import Kind
from bot.model.people import Actor
from bot.store.engine.schema.jobs import jobs
from bot.store.engine.schema.people import follows
from tests.bot.chat.test_direct_matches import closes_messages
from tests.bot.queue import move_back, stored_jobs
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, reply_text


async def _time_passes(world: World, **amount: float) -> None:
    """Move what waits and what was told into the past; then the bot looks at it."""
    await move_back(world.matches.database, Kind.NEWS, follows, **amount)
    await world.bot.delivery.deliver_due()


async def _plays(world: World, count: int) -> None:
    """Let the players of the first match make so many moves."""
    for _ in range(count):
        match = await world.match()
        assert match.to_move is not None
        who = world.ada if match.to_move.id == world.ada.id else world.ben
        await world.matches.play(world.actor(who), 1, min(match.position.legal_moves()))


async def _follows(world: World, who: MemberActor, followed: MemberActor) -> str:
    """Let a person follow another, who plays a match, from their profile; returns what it says then."""
    if not world.messages():
        await world.start_match(host=followed, guest=world.ben)
    profile = answer(await who.slash(world.channel, "profile", player=followed))
    await who.click(profile, label="Follow")
    return text_of(profile)


async def _ends(world: World, number: int, loser: MemberActor) -> None:
    await world.matches.resign(world.actor(loser), number)
    await world.bot.delivery.deliver_due()


def _news(world: World, who: MemberActor) -> list[str]:
    return [letter for letter in world.direct_messages(who) if letter.startswith("News of whom you follow")]


async def test_a_follower_is_told_directly_how_a_match_ended_and_its_players_are_not(world: World) -> None:
    await _follows(world, world.cleo, world.ada)
    await _plays(world, 1)
    assert _news(world, world.cleo) == [], "of moves nobody is told"
    await _ends(world, 1, world.ben)
    [letter] = _news(world, world.cleo)
    assert "[Furl · match #1](https://discord.com/channels/" in letter and "**Ben** resigns" in letter
    assert _news(world, world.ada) == _news(world, world.ben) == []
    assert await stored_jobs(world.matches.database, Kind.NEWS) == []


async def test_a_follower_is_told_once_an_hour_of_all_that_has_ended_since(world: World) -> None:
    await _follows(world, world.cleo, world.ada)
    await _ends(world, 1, world.ben)
    for number in (2, 3):
        await world.start_match()
        await _ends(world, number, world.ben)
    assert len(_news(world, world.cleo)) == 1
    await _time_passes(world, minutes=59)
    assert len(_news(world, world.cleo)) == 1
    await _time_passes(world, minutes=1)
    first, second = _news(world, world.cleo)
    assert "match #1" in first and "match #1" not in second and "match #2" in second and "match #3" in second
    await _time_passes(world, hours=2)
    assert len(_news(world, world.cleo)) == 2


async def test_a_follower_with_an_hour_of_the_day_is_told_then(world: World) -> None:
    hour = (world.env.now().hour + 3) % 24
    await world.cleo.slash(world.channel, "settings", news=f"{hour:02}:00")
    await _follows(world, world.cleo, world.ada)
    await _ends(world, 1, world.ben)
    assert _news(world, world.cleo) == []
    [job] = await stored_jobs(world.matches.database, Kind.NEWS)
    assert job.due_at is not None and (job.due_at.hour, job.due_at.minute) == (hour, 0)
    async with world.bot.services.context.database.write() as connection:
        at_that_hour = job.due_at - timedelta(days=1)
        await connection.execute(update(jobs).where(jobs.c.id == job.id).values(due_at=at_that_hour))
    await world.bot.delivery.deliver_due()
    assert len(_news(world, world.cleo)) == 1


async def _elsewhere(world: World) -> None:
    """Let Cleo follow a match between the other two on another server; then that match ends."""
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("other games")
    ada, ben, cleo = (guild.add_member(who.user) for who in (world.ada, world.ben, world.cleo))
    await ada.slash(channel, "play", game="furl", opponent=ben, side="first")
    await ben.click(world.messages(channel)[-1], label="Accept")
    await cleo.click(answer(await cleo.slash(channel, "profile", player=ada)), label="Follow")
    await world.matches.resign(Actor(world.actor(ben).person, guild.id), 2)


@pytest.mark.parametrize("has_room", [True, False])
async def test_news_of_several_servers_that_are_due_at_once_come_in_one_message(
    world: World, monkeypatch: pytest.MonkeyPatch, *, has_room: bool
) -> None:
    if not has_room:
        monkeypatch.setattr("bot.chat.follows.MOST_NEWS", 1)
    hour = (world.env.now().hour + 3) % 24
    await world.cleo.slash(world.channel, "settings", news=f"{hour:02}:00")
    await _follows(world, world.cleo, world.ada)
    await _elsewhere(world)
    await _ends(world, 1, world.ben)
    waiting = await stored_jobs(world.matches.database, Kind.NEWS)
    assert len(waiting) == 2 and _news(world, world.cleo) == []
    async with world.bot.services.context.database.write() as connection:
        a_day_ago = {job.due_at - timedelta(days=1) for job in waiting if job.due_at is not None}
        await connection.execute(update(jobs).where(jobs.c.kind == Kind.NEWS).values(due_at=min(a_day_ago)))
    await world.bot.delivery.deliver_due()
    letters = _news(world, world.cleo)
    assert len(letters) == (1 if has_room else 2)
    assert all(any(f"match #{number}" in letter for letter in letters) for number in (1, 2))
    assert await stored_jobs(world.matches.database, Kind.NEWS) == []


async def test_news_of_several_servers_are_told_again_when_their_message_could_not_be_sent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_details: object) -> None:
        raise TimeoutError

    await _follows(world, world.cleo, world.ada)
    with monkeypatch.context() as broken:
        broken.setattr("bot.chat.follows._tell", fails)
        await _elsewhere(world)
        await _ends(world, 1, world.ben)
    assert len(await stored_jobs(world.matches.database, Kind.NEWS)) == 2
    await _time_passes(world, hours=1)
    [letter] = _news(world, world.cleo)
    assert "match #1" in letter and "match #2" in letter
    assert await stored_jobs(world.matches.database, Kind.NEWS) == []


async def test_news_wait_for_the_end_of_quiet_hours(world: World) -> None:
    hour = world.env.now().hour
    await world.cleo.slash(world.channel, "settings", quiet=f"{hour}-{(hour + 2) % 24}")
    await _follows(world, world.cleo, world.ada)
    await _ends(world, 1, world.ben)
    assert _news(world, world.cleo) == [] and len(await stored_jobs(world.matches.database, Kind.NEWS)) == 1


@pytest.mark.parametrize("is_by_follower", [True, False])
async def test_a_block_ends_the_news_either_way_and_nobody_learns_of_it(world: World, *, is_by_follower: bool) -> None:
    await _follows(world, world.cleo, world.ada)
    before = text_of(answer(await world.cleo.slash(world.channel, "profile", player=world.ada)))
    blocker, blocked = (world.cleo, world.ada) if is_by_follower else (world.ada, world.cleo)
    await blocker.slash(world.channel, "block", person=blocked)
    await _ends(world, 1, world.ben)
    assert _news(world, world.cleo) == [] and await stored_jobs(world.matches.database, Kind.NEWS) == []
    profile = answer(await world.cleo.slash(world.channel, "profile", player=world.ada))
    assert "Stop following" in buttons_of(profile) and text_of(profile).startswith(before.splitlines()[0])


async def test_nobody_is_told_of_what_they_cannot_see(world: World) -> None:
    await _follows(world, world.cleo, world.ada)
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(target_id=world.cleo.id, type=OverwriteType.MEMBER, deny=1 << 10)
    )
    await _ends(world, 1, world.ben)
    assert _news(world, world.cleo) == [] and await stored_jobs(world.matches.database, Kind.NEWS) == []


@pytest.mark.alone
async def test_nobody_is_told_of_a_match_that_is_shown_to_its_player_alone(world: World) -> None:
    await _follows(world, world.cleo, world.ada)
    await world.ada.slash(world.channel, "play", game="furl", level="mole", side="first")
    await _ends(world, 2, world.ada)
    assert _news(world, world.cleo) == [] and await stored_jobs(world.matches.database, Kind.NEWS) == []


async def test_whose_direct_messages_are_closed_is_told_nothing_and_nothing_waits(world: World) -> None:
    await _follows(world, world.cleo, world.ada)
    closes_messages(world, world.cleo)
    await world.start_match()
    await _ends(world, 1, world.ben)
    assert await stored_jobs(world.matches.database, Kind.NEWS) == []


async def test_a_match_is_followed_behind_more_until_it_ends(world: World) -> None:
    await world.start_match()
    more = answer(await world.cleo.click(world.board(), label="More"))
    told = (await world.cleo.click(more, label="Follow")).followups[-1]
    assert "**You follow**" in text_of(told) and "Furl · match #1" in text_of(told)
    assert "Follow" not in buttons_of(answer(await world.ada.click(world.board(), label="More")))
    await _ends(world, 1, world.ben)
    assert len(_news(world, world.cleo)) == 1
    assert "You follow nobody" in text_of(await _told(world, world.cleo))


async def test_what_one_follows_is_listed_and_stopped(world: World) -> None:
    card = await _told(world, world.cleo)
    assert "You follow nobody" in text_of(card)
    await _follows(world, world.cleo, world.ada)
    told = await _told(world, world.cleo)
    assert "**Ada**" in text_of(told)
    [stored] = await _stored(world)
    await world.cleo.select(told, [str(stored)])
    assert "You follow nobody" in text_of(told) and await _stored(world) == []


async def _told(world: World, who: MemberActor) -> ResponseMessage:
    card = answer(await who.slash(world.channel, "settings"))
    return answer(await who.click(card, label="What you're told"))


async def _stored(world: World) -> list[int]:
    async with world.bot.services.context.database.read() as connection:
        return [row.id for row in await connection.execute(follows.select())]


async def test_following_twice_is_once_and_too_much_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.actions.follows.MOST_FOLLOWED", 1)
    await world.start_match()
    first = answer(await world.cleo.slash(world.channel, "profile", player=world.ada))
    second = answer(await world.cleo.slash(world.channel, "profile", player=world.ada))
    for profile in (first, second):
        await world.cleo.click(profile, label="Follow")
    assert len(await _stored(world)) == 1
    profile = answer(await world.cleo.slash(world.channel, "profile", player=world.ben))
    refused = reply_text(await world.cleo.click(profile, label="Follow"))
    assert "You follow 1 people and matches" in refused and len(await _stored(world)) == 1
    assert MOST_FOLLOWED == 50


async def test_nobody_follows_themselves(world: World) -> None:
    assert "Follow" not in buttons_of(answer(await world.cleo.slash(world.channel, "profile")))


async def test_people_whom_a_block_parts_take_nobodys_place_among_those_who_are_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.follows.MOST_FOLLOWERS", 1)
    blocked = world.guild.add_member(world.env.create_user("Blocked"))
    for who in (blocked, world.cleo):
        await _follows(world, who, world.ada)
    await world.ada.slash(world.channel, "block", person=blocked)
    await _ends(world, 1, world.ben)
    assert len(_news(world, world.cleo)) == 1


async def _follows_moves(world: World, who: MemberActor) -> None:
    """Let a person follow the first match, and its moves too."""
    if not world.messages():
        await world.start_match()
    more = answer(await who.click(world.board(), label="More"))
    told = (await who.click(more, label="Follow")).followups[-1]
    await who.select(told, [str(await _of_match(world, who))], custom_id=_MOVES)
    assert "Furl · match #1**, and its moves" in text_of(told)


_MOVES = "furlong-menu:follow_moves:0:0:"


async def _of_match(world: World, who: MemberActor) -> int:
    """The number under which a person follows a match."""
    theirs = follows.select().where(follows.c.person_id == who.id, follows.c.match_id.is_not(None))
    async with world.bot.services.context.database.read() as connection:
        return (await connection.execute(theirs)).one().id


async def _plays_and_delivers(world: World, count: int) -> None:
    await _plays(world, count)
    await world.bot.delivery.deliver_due()


async def test_of_moves_a_follower_is_told_five_late_and_only_who_has_chosen_it(world: World) -> None:
    dora = world.guild.add_member(world.env.create_user("Dora"))
    await _follows_moves(world, world.cleo)
    more = answer(await dora.click(world.board(), label="More"))
    await dora.click(more, label="Follow")
    await _plays_and_delivers(world, MOVES_LATE)
    assert _news(world, world.cleo) == []
    await _plays_and_delivers(world, 1)
    [letter] = _news(world, world.cleo)
    first, *latest = (await world.match()).history.tokens
    assert "Furl · match #1" in letter and f"`{first}`" in letter
    assert not any(f"`{token}`" in letter for token in latest) and "discord.com" not in letter
    assert _news(world, dora) == []


@pytest.mark.parametrize("way", ["replay", "more", "press"])
async def test_of_moves_a_follower_is_told_once_until_they_have_looked(world: World, way: str) -> None:
    await _follows_moves(world, world.cleo)
    await _plays_and_delivers(world, MOVES_LATE + 3)
    await _time_passes(world, hours=2)
    await _plays_and_delivers(world, 1)
    assert len(_news(world, world.cleo)) == 1
    if way == "replay":
        await world.cleo.slash(world.channel, "replay", match="1")
    elif way == "more":
        await world.cleo.click(world.board(), label="More")
    else:
        letter = world.messages(world.cleo.user.dm_channel)[-1]
        await world.cleo.user.click(letter, label="Tell me of more moves")
    await _plays_and_delivers(world, MOVES_LATE)
    assert len(_news(world, world.cleo)) == 1, "they have seen all that is old enough"
    await _plays_and_delivers(world, 1)
    assert len(_news(world, world.cleo)) == 2


async def test_moves_and_ends_come_in_one_message_an_hour_later(world: World) -> None:
    await _follows(world, world.cleo, world.ada)
    await _follows_moves(world, world.cleo)
    await world.start_match()
    await _ends(world, 2, world.ben)
    await _plays_and_delivers(world, MOVES_LATE + 1)
    [first] = _news(world, world.cleo)
    assert "match #1" not in first
    await world.start_match()
    await _ends(world, 3, world.ben)
    await _time_passes(world, hours=1)
    second = _news(world, world.cleo)[1]
    assert "match #3" in second and "match #1" in second
    await _ends(world, 1, world.ben)
    await _time_passes(world, hours=1)
    assert "**Ben** resigns" in _news(world, world.cleo)[2], "the end is told as ever, whether they have looked or not"


async def test_of_moves_nobody_is_told_in_quiet_hours_or_where_a_block_is(world: World) -> None:
    await _follows_moves(world, world.cleo)
    hour = world.env.now().hour
    await world.cleo.slash(world.channel, "settings", quiet=f"{hour}-{(hour + 2) % 24}")
    await _plays_and_delivers(world, MOVES_LATE + 1)
    assert _news(world, world.cleo) == [] and len(await stored_jobs(world.matches.database, Kind.NEWS)) == 1
    await world.cleo.slash(world.channel, "settings", quiet="none")
    await world.ada.slash(world.channel, "block", person=world.cleo)
    await _time_passes(world, hours=3)
    await _plays_and_delivers(world, 1)
    assert _news(world, world.cleo) == [] and await stored_jobs(world.matches.database, Kind.NEWS) == []


async def test_of_moves_nobody_is_told_whose_board_they_cannot_see(world: World) -> None:
    await _follows_moves(world, world.cleo)
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(target_id=world.cleo.id, type=OverwriteType.MEMBER, deny=1 << 10)
    )
    await _plays_and_delivers(world, MOVES_LATE + 1)
    assert _news(world, world.cleo) == [] and await stored_jobs(world.matches.database, Kind.NEWS) == []


async def test_moves_are_told_no_more_once_that_is_chosen_again_or_the_match_is_followed_no_longer(
    world: World,
) -> None:
    await _follows_moves(world, world.cleo)
    told = await _told(world, world.cleo)
    number = [str(await _of_match(world, world.cleo))]
    await world.cleo.select(told, number, custom_id=_MOVES)
    assert "and its moves" not in text_of(told)
    await _plays_and_delivers(world, MOVES_LATE + 1)
    await world.cleo.select(told, number, custom_id=_MOVES)
    await world.cleo.select(told, number, custom_id="furlong-menu:follow_stop:0:0:")
    await _plays_and_delivers(world, MOVES_LATE + 1)
    assert _news(world, world.cleo) == []
