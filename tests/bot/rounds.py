"""Matches of Rounds, for tests of draws and takebacks."""

from bot.model.challenges import Proposal
from bot.model.match import Match
from bot.model.people import Person
from rules.core import Seat
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import Hall, here
from tests.bot.world import World


async def granted(hall: Hall, match: Match, person: Person) -> Match:
    """The match after a takeback to which everyone has agreed."""
    asking = await hall.matches.ask_takeback(here(person), match.id)
    number = asking.open_offers[-1].id
    for other in match.opponents_of(person.id):
        asking = await hall.matches.accept_offer(here(other), match.id, number)
    return asking


async def begin_rounds(world: World, *moves: str) -> Match:
    """A match of Rounds between Ada and Ben in the channel, after some moves, with its board shown."""
    ada, ben = world.actor(world.ada), world.actor(world.ben)
    proposal = Proposal(ROUNDS, world.channel.id, (ben.person,), Seat(0))
    match = await world.matches.propose(ada, world.guild.id, proposal)
    match = await world.matches.join(ben, match.id)
    for index, move in enumerate(moves):
        match = (await world.matches.play((ada, ben)[index % 2], match.id, move)).match
    await world.deliver(match.id)
    return match
