"""Direct matches: each player has the board in their own direct messages, wherever the challenge was made."""

from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from discord import Forbidden, Message
from simcord.actors import MemberActor
from sqlalchemy import update

from bot.actions import challenges, jobs
from bot.actions.askers import asking
from bot.chat import client
from bot.chat.client import Pace
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import StillRefused
from bot.chat.matches import views
from bot.model.askers import ASKING, Asker
from bot.model.challenges import MOST_UNREACHED
from bot.model.match import State
from bot.store.engine.schema.matches import player_boards
from tests.bot.screen import alt_texts_of, text_of
from tests.bot.tables import all_games
from tests.bot.thinking import AtOnce
from tests.bot.world import World, ask_to_play, reply_text, url_of

_PACE = Pace(shows=timedelta(hours=3), tends=timedelta(hours=6))


@pytest.fixture
def simcord_bot(fresh_file: Path) -> client.Furlong:
    """A bot that checks due work rarely, so that days pass quickly."""
    return client.Furlong(client.Options(url_of(fresh_file), _PACE, games=all_games(), thinkers=AtOnce()))


def boards(world: World, who: MemberActor) -> list[Message]:
    """The bot's direct messages to a person, oldest first."""
    return world.messages(who.user.dm_channel)


def newest(world: World, who: MemberActor) -> Message:
    return boards(world, who)[-1]


def closes_messages(world: World, who: MemberActor, times: int | None = 1) -> None:
    """Make Discord refuse messages to a person, as if they had closed their direct messages."""
    path = f"/channels/{who.user.dm_channel.id}/messages"
    world.env.inject_error(
        "POST", path, status=403, code=50007, message="Cannot send messages to this user", times=times
    )


async def challenged(world: World, game: str = "furl", *also: str, days: str = "usual") -> Message:
    """Have Ada challenge Ben to a direct match; returns the challenge that Ben has."""
    await ask_to_play(world.ada, world.channel, game=game, people=[world.ben], days=days, also=["direct", *also])
    return newest(world, world.ben)


async def begun(world: World, game: str = "furl") -> None:
    """A direct match in which Ada moves first."""
    await world.ben.user.click(await challenged(world, game, "first"), label="Accept")


async def moves(world: World, who: MemberActor, move: str) -> None:
    await who.user.slash("move", move=move)


async def test_an_old_board_that_is_painted_again_after_a_restart_shows_the_side_of_its_reader(world: World) -> None:
    await world.ben.slash(world.channel, "settings", view="own")
    await begun(world)
    match = (await world.match()).seen_by(world.ben.id)
    left = await views.left_behind(match, world.bot.services.symbols, None, world.ben.id)
    assert isinstance(left.picture, bytes) and world.canvas.painting(left.picture).scene.viewpoint == 1


async def test_the_others_learn_once_that_a_player_can_no_longer_be_messaged(world: World) -> None:
    await begun(world)
    await moves(world, world.ada, "a4<c4")
    closes_messages(world, world.ada, times=None)
    await moves(world, world.ben, "e5<e4")
    await world.env.advance_time(timedelta(hours=7).total_seconds())
    told = [text for text in world.direct_messages(world.ben) if "any more" in text]
    assert len(told) == 1 and "won't let Furlong write to **Ada**" in told[0] and "`/move`" in told[0]
    assert "It's **Ada**'s turn" in text_of(boards(world, world.ben)[-2]), "the match goes on"


def counted(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Asker | None]:
    """For whom each request counts that Discord refuses from now on."""
    request, refused_for = world.bot.http.request, list[Asker | None]()

    async def noting(*asked: Any, **also: Any) -> Any:
        try:
            return await request(*asked, **also)
        except Forbidden as error:
            if not isinstance(error, StillRefused):
                refused_for.append(ASKING.get())
            raise

    monkeypatch.setattr(world.bot.http, "request", noting)
    return refused_for


async def test_that_the_others_cannot_be_told_of_a_closed_door_counts_for_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(world)
    for who in (world.ada, world.ben):
        closes_messages(world, who, times=None)
    refused_for = counted(world, monkeypatch)
    await moves(world, world.ada, "a4<c4")
    await world.env.settle()
    assert refused_for == [world.ada.id, None]


async def test_a_door_that_is_closed_counts_once_for_whoever_moves_until_it_is_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(world)
    closes_messages(world, world.ben, times=None)
    refused_for = counted(world, monkeypatch)
    await moves(world, world.ada, "a4<c4")
    assert refused_for == [world.ada.id]
    await jobs.show_again(world.bot.services.context, await world.match(), timedelta())
    await world.bot.delivery.deliver_due()
    assert refused_for == [world.ada.id]
    await world.env.advance_time(20)
    await world.bot.delivery.deliver_due()
    assert refused_for == [world.ada.id, None], "the bot tries again by itself"
    await world.ben.user.slash("games")
    await jobs.show_again(world.bot.services.context, await world.match(), timedelta())
    await world.bot.delivery.deliver_due()
    assert refused_for == [world.ada.id, None, None], "who acts again may have opened it"


async def test_in_direct_messages_a_person_is_challenged_to_a_direct_match(world: World) -> None:
    reply = reply_text(await world.ada.user.slash("play", game="furl", opponent=world.ben.user))
    assert "can now accept or decline" in reply and "[Go to the challenge]" in reply
    await world.ben.user.click(newest(world, world.ben), label="Accept")
    assert (await world.match()).state is State.RUNNING


@pytest.mark.parametrize("status", [500, 429])
async def test_while_discord_is_away_the_players_wait_and_the_match_begins_once_when_it_is_back(
    world: World, status: int
) -> None:
    challenge = await challenged(world)
    world.env.inject_error("POST", f"/channels/{world.ada.user.dm_channel.id}/messages", status=status, times=3)
    reply = reply_text(await world.ben.user.click(challenge, label="Accept"))
    assert "starts as soon as Discord lets Furlong write" in reply
    assert (await world.match()).is_about_to_begin
    for _ in range(3):
        await world.env.advance_time(timedelta(hours=3).total_seconds())
    assert (await world.match()).state is State.RUNNING
    for who in (world.ada, world.ben):
        assert len(boards(world, who)) == 2, "the challenge, and one message that became the board"


async def test_a_match_whose_process_was_killed_while_it_began_begins_once(world: World) -> None:
    await challenged(world)
    async with world.matches.joining(1, world.actor(world.ben)) as change:
        challenges.join(change, change.match.invited[0])
    assert (await world.match()).is_about_to_begin
    await world.restart()
    for _ in range(4):
        await world.bot.delivery.deliver_due()
    assert (await world.match()).state is State.RUNNING
    assert [len(boards(world, who)) for who in (world.ada, world.ben)] == [2, 2]


async def test_in_a_new_discord_each_player_has_the_board_in_a_new_message(world: World) -> None:
    await begun(world)
    before = [newest(world, who).id for who in (world.ada, world.ben)]
    async with world.bot.services.context.database.write() as connection:
        await connection.execute(update(player_boards).values(channel_id=1))  # that Discord does not know these
    await world.matches.announce_again()
    await world.bot.delivery.deliver_due()
    for who, message_id in zip((world.ada, world.ben), before, strict=True):
        assert newest(world, who).id != message_id and alt_texts_of(newest(world, who)), who
        assert "won't let" not in text_of(newest(world, who))


async def test_in_quiet_hours_the_board_comes_silently_and_a_notice_later(world: World) -> None:
    await begun(world)
    await world.ben.user.slash("settings", quiet="0-23")
    await moves(world, world.ada, "a4<c4")
    assert world.pinged(newest(world, world.ben)) == [] and newest(world, world.ben).flags.suppress_notifications


async def test_nobody_else_sees_a_direct_match_or_plays_in_it(world: World) -> None:
    challenge = await challenged(world)
    await world.cleo.slash(world.channel, "play", game="furl", level="mole")
    async with world.nothing_changes():
        for action in ("join", "decline", "cancel", "text", "more", "move"):
            [result] = await world.at_once(world.forged(world.cleo, world.board(), f"furlong:{action}:1:0:"))
            told = "".join(text_of(one) for one in (*result.followups, result.response) if one is not None)
            assert "There's no match #1" in told and "Ada" not in told and "Ben" not in told
    await world.ben.user.click(challenge, label="Accept")
    for where in (world.cleo.user.slash("board", match="1"), world.cleo.slash(world.channel, "board", match="1")):
        assert "There's no match" in reply_text(await where)
    assert "no matches here" in reply_text(await world.cleo.slash(world.channel, "games", player=world.ada))


async def test_whoever_cannot_be_written_to_accepts_a_few_matches_a_day_that_cannot_begin(world: World) -> None:
    challenge = await challenged(world)
    closes_messages(world, world.ben, times=None)
    for _ in range(MOST_UNREACHED):
        await world.ben.user.click(challenge, label="Accept")
        assert not (await world.match()).is_about_to_begin
    refused = await world.ben.user.click(challenge, label="Accept")
    assert "couldn't write to you when 3 matches" in reply_text(refused)
    match = await world.match()
    assert match.state is State.OPEN and not match.is_about_to_begin


async def test_a_challenge_of_one_who_cannot_be_written_to_is_not_accepted_without_end(world: World) -> None:
    await challenged(world)
    closes_messages(world, world.ada, times=None)
    for _ in range(MOST_UNREACHED):
        await world.ben.user.click(newest(world, world.ben), label="Accept")
        await world.env.advance_time(timedelta(hours=3).total_seconds())
        assert not (await world.match()).is_about_to_begin
    refused = await world.ben.user.click(newest(world, world.ben), label="Accept")
    assert "**Ada** isn't taking challenges" in reply_text(refused)
    match = await world.match()
    assert match.state is State.OPEN and not match.is_about_to_begin


async def test_nobody_is_taken_out_of_a_match_because_of_a_message_that_was_not_sent(world: World) -> None:
    await challenged(world)
    closes_messages(world, world.ada)
    await world.ben.user.click(newest(world, world.ben), label="Accept")
    assert not (await world.match()).is_about_to_begin
    await world.ben.user.click(newest(world, world.ben), label="Accept")
    assert (await world.match()).is_about_to_begin
    await world.env.advance_time(timedelta(hours=3).total_seconds())
    assert (await world.match()).state is State.RUNNING


async def test_who_acts_on_the_page_can_be_written_to_at_once_after_opening_their_direct_messages(world: World) -> None:
    closes_messages(world, world.ben)
    for asker, met in ((world.ada, Forbidden), (world.ada, StillRefused), (world.ben, None)):
        with asking(asker.id), pytest.raises(met) if met else nullcontext():
            await world.bot.delivery.write_to(world.ben.id, Post(plain("Hello")), "1")
