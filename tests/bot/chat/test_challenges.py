"""Beginning a match: challenges, open challenges, and the answers to them."""

import re
from dataclasses import replace
from datetime import timedelta

import discord
from simcord.actors import MemberActor

from bot.actions import deadlines, settings
from bot.actions.challenges import MOST_OPEN
from bot.model.challenges import MOST_INVITATIONS, Proposal
from bot.model.match import State
from bot.model.people import Actor, Person
from bot.model.result import Ending
from rules import GAMES
from tests.bot.conftest import World, reply_text
from tests.bot.screen import buttons_of, text_of
from tests.bot.tables import statements

_LEADS_AWAY = re.compile(
    r"[a-z]://(?!discord\.com/channels/)|\]\((?!https://discord\.com/channels/)|evil\.example|discord\.gg/"
)
"""Texts that Discord shows as links, other than links to its own messages."""


async def test_a_challenge_names_both_and_pings_only_the_opponent(world: World) -> None:
    answer = reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben))
    challenge = world.board()
    assert world.ben.mention in text_of(challenge) and "**Ada** challenges you" in text_of(challenge)
    assert world.pinged(challenge) == [world.ben.id]
    assert buttons_of(challenge) == ["Accept", "Decline", "Cancel", "Rules"]
    assert "**Ben** can now accept or decline (match #1)" in answer
    assert f"/{world.channel.id}/{challenge.id}" in answer


_OF_CLOCKS = ("heartbeats", "outages", "facts")
"""Tables of the clocks, which the bot may keep at the same moment."""


async def test_a_challenge_is_loaded_once_and_shown_as_it_was_stored(world: World) -> None:
    await world.start_match()  # so that both are known, as nearly always
    with statements() as sent:
        await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    of_challenge = [line for line in sent if not any(table in line for table in _OF_CLOCKS)]
    assert sum(line.startswith("SELECT moves.") for line in sent) == 1 and len(of_challenge) < 25


async def test_accepting_starts_the_match_and_pings_the_player_who_moves_first(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="second")
    challenge = world.board()
    await world.ben.click(challenge, label="Accept")
    old, board = world.channel.history()
    assert old.id == challenge.id and buttons_of(old) == [] and "**Ben** and **Ada** play **Furl**" in text_of(old)
    assert buttons_of(board) == ["Move", "Text", "More"]
    assert world.pinged(board) == [world.ben.id]
    match = await world.match()
    assert match.state is State.RUNNING and [player.name for player in match.players] == ["Ben", "Ada"]


async def test_declining_calls_the_match_off(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    await world.ben.click(world.board(), label="Decline")
    assert "**Ben** declined **Ada**'s challenge" in text_of(world.board()) and buttons_of(world.board()) == []
    match = await world.match()
    assert match.state is State.CALLED_OFF and match.result is not None and match.result.ending is Ending.DECLINED


async def test_only_the_host_cancels(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    before = await world.stored()
    assert reply_text(await world.ben.click(world.board(), label="Cancel")) == "Only **Ada** can cancel this."
    assert await world.stored() == before
    await world.env.advance_time(61)
    await world.ada.click(world.board(), label="Cancel")
    assert "withdrew the challenge to a match of **Furl**" in text_of(world.board())
    assert (await world.match()).state is State.CALLED_OFF


async def test_a_challenge_that_is_withdrawn_within_a_minute_takes_its_message_with_it(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    await world.env.advance_time(50)
    await world.ada.click(world.board(), label="Cancel")
    assert world.messages() == [] and (await world.stored())["boards"] == []
    assert "withdrew the challenge" in reply_text(await world.ben.slash(world.channel, "board", match="1"))


async def test_a_challenge_that_is_withdrawn_within_a_minute_takes_the_direct_message_about_it_with_it(
    world: World,
) -> None:
    await world.ben.slash(world.channel, "settings", notice="direct")
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    assert len(world.direct_messages(world.ben)) == 1
    await world.ada.click(world.board(), label="Cancel")
    assert world.messages() == [] and world.direct_messages(world.ben) == []


async def test_a_player_who_challenges_again_and_again_learns_when_they_may(world: World) -> None:
    for _ in range(MOST_INVITATIONS):
        await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
        await world.ada.click(world.board(), label="Cancel")
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben))
    assert "You've invited **Ben** 3 times within a day, and they haven't accepted." in reply and ":R>" in reply


async def test_a_challenge_can_be_answered_only_by_the_one_who_was_challenged(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    before = await world.stored()
    for label in ("Accept", "Decline"):
        assert "This challenge is for **Ben**" in reply_text(await world.cleo.click(world.board(), label=label))
    assert "You're in already" in reply_text(await world.ada.click(world.board(), label="Accept"))
    assert await world.stored() == before


async def test_an_answered_challenge_cannot_be_answered_again(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    challenge = world.board()
    world.env.inject_error("PATCH", "/webhooks/*/messages/@original")  # the old buttons are still visible
    world.env.inject_error("PATCH", f"/channels/*/messages/{challenge.id}")
    await world.ben.click(challenge, label="Accept")
    before = await world.stored()
    for who, label in ((world.ben, "Accept"), (world.ben, "Decline"), (world.ada, "Cancel")):
        assert "match #1 has started" in reply_text(await who.click(challenge, label=label))
    assert await world.stored() == before


async def test_anybody_but_the_host_can_join_a_table(world: World) -> None:
    answer = reply_text(await world.ada.slash(world.channel, "play", game="furl"))
    table = world.board()
    assert "anyone here can join" in answer
    assert "needs 1 more player" in text_of(table) and buttons_of(table) == [
        "Join",
        "Fill with characters",
        "Cancel",
        "Rules",
    ]
    assert world.pinged(table) == []
    assert "You've joined already." in reply_text(await world.ada.click(table, label="Join"))
    await world.cleo.click(table, label="Join")
    assert {player.name for player in (await world.match()).players} == {"Ada", "Cleo"}


async def test_nobody_plays_against_themselves_or_a_bot(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("Robot", bot=True))
    before = await world.stored()
    assert "You can't challenge yourself" in reply_text(
        await world.ada.slash(world.channel, "play", game="furl", opponent=world.ada)
    )
    assert "**Robot** is a bot" in reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=robot))
    assert await world.stored() == before and world.channel.history() == []


async def test_a_player_who_is_not_on_the_server_cannot_be_challenged(world: World) -> None:
    stranger = world.env.create_user("Stranger")
    answer = reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=stranger))
    assert "**Stranger** can't see" in answer and world.channel.history() == []


async def test_open_challenges_are_limited_and_the_answer_lists_them(world: World) -> None:
    for number in range(MOST_OPEN):
        opponent = world.ben if number % 2 else world.cleo
        await world.ada.slash(world.channel, "play", game="furl", opponent=opponent)
    before = await world.stored()
    answer = reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben))
    assert f"{MOST_OPEN} challenges of yours already wait" in answer and "match #5" in answer
    assert await world.stored() == before
    await world.ada.click(world.channel.history()[0], label="Cancel")
    assert "can now accept" in reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben))


async def test_a_channel_without_the_permissions_is_refused_by_their_names(world: World) -> None:
    me = world.guild.me
    assert me is not None
    closed = world.guild.create_text_channel(
        "closed",
        overwrites={world.guild.default_role: discord.PermissionOverwrite(send_messages=False, attach_files=False)},
    )
    before = await world.stored()
    answer = reply_text(await world.ada.slash(closed, "play", game="furl", opponent=world.ben))
    assert "it lacks **Send Messages** and **Attach Files**" in answer and closed.mention in answer
    assert "choose **In direct messages**" in answer
    assert await world.stored() == before


async def test_names_cannot_smuggle_markdown_or_mentions_in(world: World) -> None:
    trickster = world.guild.add_member(world.env.create_user("x", global_name="**@everyone**\n# hi `<@1>`"))
    await _challenge(world, trickster)
    assert world.board().mention_everyone is False
    assert "\n# hi" not in text_of(world.board())


async def test_a_name_that_is_an_address_leads_nowhere(world: World) -> None:
    evil = (
        "https://evil.example/_a_",
        "[free](http://evil.example)",
        "evil.example",
        "discord.gg/evil",
        "steam://evil",
    )
    for number, shown in enumerate(evil):
        assert _LEADS_AWAY.search(shown)
        trickster = world.guild.add_member(world.env.create_user(f"x{number}", global_name=shown))
        await _challenge(world, trickster)
        await world.ben.click(world.board(), label="Accept")
        assert "evil" in text_of(world.board()), shown
        absent = world.env.create_user(f"y{number}", global_name=shown)
        reply = reply_text(await world.ada.slash(world.channel, "play", game="furl", opponent=absent))
        assert not _LEADS_AWAY.search(reply), shown
    seen = [*map(text_of, world.messages()), reply_text(await world.ben.slash(world.channel, "games"))]
    assert [text for text in seen if _LEADS_AWAY.search(text)] == []


async def _challenge(world: World, host: MemberActor) -> None:
    await host.slash(world.channel, "play", game="furl", opponent=world.ben)


async def test_an_open_challenge_says_until_when_it_is_open_and_is_withdrawn_with_a_line(world: World) -> None:
    await settings.settle(world.bot.services.context, world.guild.id, lambda server: replace(server, challenge_days=2))
    await world.ada.slash(world.channel, "play", game="furl")
    expires_at = (await world.match()).expires_at
    assert expires_at is not None and f"Open until <t:{int(expires_at.timestamp())}:f>." in text_of(world.board())
    stale = world.board()
    async with world.matches.change(1) as change:
        change.update(expires_at=change.now - timedelta(days=20))
    await world.restart()
    for _ in range(2):
        await deadlines.tend(world.bot.services.context, world.bot.heartbeat)
        await world.bot.delivery.deliver_due()
    assert len(world.messages()) == 1 and not buttons_of(world.board())
    assert "was withdrawn, because too few joined in time. `/play` posts another." in text_of(world.board())
    async with world.nothing_changes():
        [result] = await world.at_once(world.forged(world.ben, stale, "furlong:join:1:0:"))
        assert reply_text(result).startswith("This is no longer open: **Ada**'s open challenge")


async def test_downtime_is_credited_before_a_challenge_that_must_be_answered_is_closed(world: World) -> None:
    """The first look of a bot that was down does not wait for the next sign of life."""
    ada, ben = Person(world.ada.id, "Ada"), Person(world.ben.id, "Ben")
    await deadlines.tend(world.bot.services.context, world.bot.heartbeat)
    asked = Proposal(GAMES["furl"], world.channel.id, opponents=(ben,), answer_days=1)
    await world.matches.propose(Actor(ada, world.guild.id), world.guild.id, asked)
    world.env.backend.advance_clock(timedelta(hours=25).total_seconds())
    await world.bot.delivery.deliver_due()
    assert (await world.match()).state is State.OPEN
