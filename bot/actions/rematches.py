"""Playing again: the match that follows when everybody accepts a rematch."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.actions.challenges import Challenges, Proposal, columns_of
from bot.model.fairness import Fairness
from bot.model.match import Match, Person
from bot.store import changes
from rules.core import Seat


class Rematches(Challenges):
    """What follows a match between the same people."""

    async def _begin_rematch(
        self, connection: AsyncConnection, match: Match, host: Person, fairness: Fairness | None
    ) -> int:
        """Begin a match like `match` with the seats swapped, and return its number.

        `fairness` was sealed when `host` offered it, and everybody who has agreed is mixed into it.
        """
        seated = rotated(match.players)
        columns = columns_of(_like(match, host, seated), host, match.server_id, fairness, self.now())
        match_id = await changes.insert_match(connection, columns)
        await changes.set_participants(connection, match_id, seated, ())
        await self._start(connection, await self._load(connection, match_id), seated)
        return match_id


def _like(match: Match, host: Person, seated: tuple[Person, ...]) -> Proposal:
    """To play on the same terms in the same place."""
    return Proposal(
        game=match.game,
        channel_id=match.channel_id,
        opponents=tuple(player for player in seated if player != host),
        host_seat=Seat(seated.index(host)),
        seats=match.seats,
        terms=match.terms,
        wants_thread=match.wants_thread,
    )


def rotated(players: tuple[Person, ...]) -> tuple[Person, ...]:
    """Who sits where in a rematch: two swap their seats, of more everybody moves up and the first goes last."""
    return (*players[1:], players[0])
