"""`/manage`: what server managers do to others' matches, who is told, and the log of it."""

from simcord.actors import MemberActor
from sqlalchemy import update

from bot.model.match import State
from bot.model.result import Ending
from bot.store.engine.schema.matches import matches
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, reply_text


def allow(world: World, who: MemberActor) -> None:
    """Let Discord show the command to a member, as a server may decide."""
    command = world.env.backend.find_command("manage", world.guild.id, type=1)
    assert command is not None
    world.guild.set_command_permissions(int(command["id"]), {who: True})


async def test_only_a_manager_of_the_server_calls_off_a_match_and_everybody_sees_it(
    world: World, boss: MemberActor
) -> None:
    await world.start_match()
    await world.play("a4<c4")
    allow(world, world.ada)
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "manage cancel", match="1"))
        assert "Manage Server" in reply
        assert "no match" in reply_text(await boss.slash(world.channel, "manage cancel", match="77"))
        assert "no match" in reply_text(await boss.slash(world.channel, "manage cancel", match="Furl"))
        reply = reply_text(await boss.slash(world.channel, "manage remove", match="1", player=world.cleo))
        assert "aren't in match #1" in reply
        asked = answer(await boss.slash(world.channel, "manage cancel", match="#1", reason="Played by one @everyone."))
        assert "Call off **Furl · match #1**? It counts for nobody" in text_of(asked)
        other = answer(await boss.slash(world.channel, "manage cancel", match="1"))
        assert "Nothing was done" in reply_text(await boss.click(other, label="No"))
        forged = await world.at_once(world.forged(world.cleo, world.board(), "furlong:manage_call_off:1:0:"))
        assert "Manage Server" in reply_text(forged[0])
    assert "called off" in reply_text(await boss.click(asked, label="Call it off"))
    shown = world.board()
    assert "**Boss**, who manages the server, has called the match of **Furl** off" in text_of(shown)
    assert set(world.pinged(shown)) == {world.ada.id, world.ben.id} and "Move" not in buttons_of(shown)
    match = await world.match()
    assert match.state is State.CALLED_OFF and match.result is not None and match.result.ending is Ending.STOPPED
    async with world.nothing_changes():
        assert "is over" in reply_text(await boss.slash(world.channel, "manage cancel", match="1"))
        log = reply_text(await boss.slash(world.channel, "manage log"))
    assert "**Boss** called off Furl · match #1 (Played by one @" in log and "@everyone" not in log


async def test_a_player_is_removed_only_after_a_private_question_and_nobody_is_pinged(
    world: World, boss: MemberActor
) -> None:
    await world.start_match()
    await world.play("a4<c4")
    async with world.nothing_changes():
        asked = answer(await boss.slash(world.channel, "manage remove", match="1", player=world.ben, reason="Insults."))
        assert "**Ben** out of **Furl · match #1**? They lose the match" in text_of(asked)
        assert "tells **Ada** and **Ben** in private" in text_of(asked) and "Insults." in text_of(asked)
        other = answer(await boss.slash(world.channel, "manage remove", match="1", player=world.ben))
        assert "Nothing was done" in reply_text(await boss.click(other, label="No"))
        forged = await world.at_once(world.forged(world.cleo, world.board(), f"furlong:take_out:1:0:{world.ben.id}"))
        assert "Manage Server" in reply_text(forged[0])
    before = world.messages()
    assert "**Ben** is out" in reply_text(await boss.click(asked, label="Take out"))
    await world.bot.delivery.background.idle()
    assert len(world.messages()) == len(before) and "taken out by a server manager" in text_of(world.board())
    assert any("taken you out of **Furl · match #1** (Insults)" in text for text in world.direct_messages(world.ben))
    assert any("has taken **Ben** out" in text for text in world.direct_messages(world.ada))
    assert "is over" in reply_text(await boss.slash(world.channel, "manage remove", match="1", player=world.ben))


async def test_the_question_says_what_happens_to_a_challenge(world: World, boss: MemberActor) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    asked = answer(await boss.slash(world.channel, "manage remove", match="1", player=world.ada))
    assert "The challenge is closed" in text_of(asked) and "tells **Ada** in private" in text_of(asked)


async def test_the_challenges_in_a_channel_are_closed_and_their_hosts_notified_privately(
    world: World, boss: MemberActor
) -> None:
    other = world.guild.create_text_channel("other")
    await world.ada.slash(world.channel, "play", game="furl")
    await world.ben.slash(world.channel, "play", game="furl", opponent=world.cleo)
    await world.cleo.slash(other, "play", game="furl")
    await world.ada.slash(world.channel, "settings", notice="direct")
    asked = answer(await boss.slash(world.channel, "manage close", reason="clean up"))
    assert "Close 2 challenges" in text_of(asked) and (await world.match(1)).state is State.OPEN
    await world.cleo.slash(world.channel, "play", game="furl")
    assert "Closed 2 challenges" in reply_text(await boss.click(asked, label="Close"))
    assert (await world.match(4)).state is State.OPEN, "what was posted after the question"
    await world.bot.delivery.background.idle()
    assert [(await world.match(number)).state for number in (1, 2, 3)] == [State.CALLED_OFF] * 2 + [State.OPEN]
    assert any(
        "has closed your challenge: **Furl · match #1** (clean up)" in one for one in world.direct_messages(world.ada)
    )
    assert len(world.direct_messages(world.ben)) == 1
    await world.restart()
    await world.bot.delivery.deliver_due()
    assert len(world.direct_messages(world.ada)) == 1, "told once"
    await world.manages(boss, "close", "Close")
    assert "No challenges are waiting" in reply_text(await boss.slash(world.channel, "manage close"))
    log = answer(await boss.slash(world.channel, "manage log"))
    assert text_of(log).count("closed Furl") == 3 and buttons_of(log) == []


async def test_a_challenge_in_a_game_that_is_away_keeps_no_other_from_being_closed(
    world: World, boss: MemberActor
) -> None:
    await world.ada.slash(world.channel, "play", game="furl")
    await world.ben.slash(world.channel, "play", game="furl", opponent=world.cleo)
    async with world.matches.database.write() as connection:
        await connection.execute(update(matches).where(matches.c.id == 2).values(game="wye"))
    asked = answer(await boss.slash(world.channel, "manage close"))
    assert "Close 1 challenge" in text_of(asked)
    assert "Closed 1 challenge" in reply_text(await boss.click(asked, label="Close"))
    assert (await world.match(1)).state is State.CALLED_OFF


async def test_the_list_has_pages_and_leagues_are_in_it(world: World, boss: MemberActor) -> None:
    await boss.slash(world.channel, "manage start", format="league", game="furl", begins="tomorrow", lasts="2 weeks")
    await world.bot.delivery.deliver_due()
    for number in range(6):
        for name in (f"Eve {number}", f"Finn {number}"):
            who = world.guild.add_member(world.env.create_user(name))
            await world.in_season(who, "Join")
            await boss.slash(world.channel, "manage remove", player=who)
            await world.take_out(boss, player=who, season="1", reason="again")
            assert "taken you out" in reply_text(await world.in_season(who, "Join"))
            assert any("taken you out of **Furl league · season 1**" in text for text in world.direct_messages(who))
    log = answer(await boss.slash(world.channel, "manage log"))
    assert buttons_of(log) == ["Older"] and "Page 1 of 2" in text_of(log)
    await boss.click(log, label="Older")
    assert "Page 2 of 2" in text_of(log)
    forged = await world.at_once(world.forged(world.ada, log, "furlong:managed:0:0:0"))
    assert "Manage Server" in reply_text(forged[0])
