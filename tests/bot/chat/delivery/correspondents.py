"""What tests of notices, threads and panels share: a bot at a slow pace, people's settings, and the pings."""

from datetime import timedelta
from pathlib import Path

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.actions import settings
from bot.chat import client
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.people import Person
from bot.model.settings import Preferences, QuietHours, Reach
from rules import GAMES
from rules.core import Seat
from tests.bot.world import World, url_of

HOUR = 3600.0
DAY = 24 * HOUR


def slow_bot(file: Path, shows: float = HOUR, tends: float = 2 * HOUR) -> client.Furlong:
    """A bot that checks the due work rarely, after so many seconds, so that days pass quickly."""
    pace = client.Pace(shows=timedelta(seconds=shows), tends=timedelta(seconds=tends))
    return client.Furlong(client.Options(url_of(file), pace))


async def pass_hours(world: World, *spans: float) -> None:
    """Let some hours pass, one span after the other; after each, the bot does all that is due, whatever its pace."""
    for hours in spans:
        await world.env.advance_time(hours * HOUR)
        for _ in range(2):  # its clocks are looked at, and then it sends what follows
            world.bot.dispatch("clock_jump")
            await world.env.settle()


async def likes(world: World, who: MemberActor, reach: Reach = Reach.CHANNEL, *, quiet: float | None = None) -> None:
    """Have a person choose how they are notified; their quiet hours, if any, begin now and last that many hours."""
    minute = world.env.now().hour * 60 + world.env.now().minute
    hours = None if quiet is None else QuietHours((minute - 1) % 1440, (minute + int(quiet * 60)) % 1440)
    person = Person(who.id, who.name)
    await settings.prefer(world.bot.services.context, person, lambda _before: Preferences(reach, quiet=hours))


async def propose(
    world: World, *, days: int | None = 3, channel: ChannelHandle | None = None, wants_thread: bool = False
) -> int:
    """Have Ada challenge Ben to a match of Furl in which she moves first; returns its number."""
    where, ben = (channel or world.channel).id, world.actor(world.ben).person
    proposal = Proposal(GAMES["furl"], where, (ben,), Seat(0), terms=Terms(days=days), wants_thread=wants_thread)
    match = await world.matches.propose(world.actor(world.ada), world.guild.id, proposal)
    await world.deliver(match.id)
    return match.id


async def accept(world: World, match_id: int = 1) -> None:
    """Have Ben accept, which begins the match."""
    await world.matches.join(world.actor(world.ben), match_id)
    await world.deliver(match_id)


async def begin(
    world: World, *, days: int | None = 3, channel: ChannelHandle | None = None, wants_thread: bool = False
) -> None:
    """A match of Furl between Ada, who is to move, and Ben, whose board is shown."""
    await accept(world, await propose(world, days=days, channel=channel, wants_thread=wants_thread))


def pings(world: World, who: MemberActor, channel: ChannelHandle | None = None) -> int:
    """The number of messages in a channel that pinged a person when they were sent."""
    sent = world.sent("POST", f"/channels/{(channel or world.channel).id}/messages")
    pinged = [body["allowed_mentions"].get("users", ()) for body in sent if "allowed_mentions" in body]
    return sum(who.id in map(int, users) for users in pinged)


def close_direct_messages(world: World, who: MemberActor) -> None:
    """Close a person's direct messages."""
    path = f"/channels/{who.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, times=None)
