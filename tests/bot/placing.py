"""Matches of Farlander whose players place their units, for tests that have the map of `known_map`."""

from simcord.actors import MemberActor

from bot.model.match import Match
from tests.bot.world import World, ask_to_play


async def three_in_order(world: World) -> list[MemberActor]:
    """A match of three; returns its players in the order in which they move."""
    await ask_to_play(world.ada, world.channel, game="farlander", people=[world.ben, world.cleo], also=["first"])
    challenge = world.board()
    await world.ben.click(challenge, label="Accept")
    await world.cleo.click(challenge, label="Accept")
    first = (await world.match()).position.turn
    assert isinstance(first, int)
    people = [world.ada, world.ben, world.cleo]
    return people[first:] + people[:first]


def placed(match: Match) -> list[str]:
    """The moves since the map was laid and chance decided who begins."""
    return [*match.history.tokens[8:]]
