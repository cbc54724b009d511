"""Beginning a match: challenges, open challenges, and the answers to them."""

import re
from dataclasses import replace
from datetime import timedelta

from simcord.actors import MemberActor

from bot.actions import deadlines, settings
from bot.model.challenges import Proposal
from bot.model.match import State
from bot.model.people import Actor, Person
from rules import GAMES
from tests.bot.conftest import World, reply_text
from tests.bot.screen import buttons_of, text_of
from tests.bot.tables import statements

_LEADS_AWAY = re.compile(
    r"[a-z]://(?!discord\.com/channels/)|\]\((?!https://discord\.com/channels/)|evil\.example|discord\.gg/"
)
"""Texts that Discord shows as links, other than links to its own messages."""


_OF_CLOCKS = ("heartbeats", "outages", "facts")
"""Tables of the clocks, which the bot may keep at the same moment."""


async def test_a_challenge_is_loaded_once_and_shown_as_it_was_stored(world: World) -> None:
    await world.start_match()  # so that both are known, as nearly always
    with statements() as sent:
        await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    of_challenge = [line for line in sent if not any(table in line for table in _OF_CLOCKS)]
    assert sum(line.startswith("SELECT moves.") for line in sent) == 1 and len(of_challenge) < 25


async def test_an_answered_challenge_cannot_be_answered_again(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    challenge = world.board()
    world.env.inject_error("PATCH", "/webhooks/*/messages/@original")  # the old buttons are still visible
    world.env.inject_error("PATCH", f"/channels/*/messages/{challenge.id}")
    await world.ben.click(challenge, label="Accept")
    before = await world.stored()
    for who, label in ((world.ben, "Accept"), (world.ben, "Decline"), (world.ada, "Withdraw")):
        assert "match #1 has started" in reply_text(await who.click(challenge, label=label))
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
        change.match = replace(change.match, expires_at=change.now - timedelta(days=20))
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
