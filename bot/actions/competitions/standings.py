"""The standings of competitions, each read in one transaction, and the bulletins that show them."""

from collections.abc import Sequence
from typing import Final

from bot.actions.context import Context
from bot.model.competitions.competition import CURRENT, Competition, CompetitionStage, Format
from bot.model.competitions.ladder import LadderStandings, ladder_standings
from bot.model.competitions.pairing import division_of, divisions_of
from bot.model.competitions.servers import scores_of
from bot.model.competitions.standings import DivisionStandings, Standings
from bot.model.jobs import Claim
from bot.model.match import Match, Summary
from bot.model.people import Actor
from bot.model.permissions import CompetitionAct, check_competition
from bot.model.refusals.competitions import UnknownCompetition
from bot.store import competitions as competition_store
from bot.store import competitions_due, match_lists, matches, moderation
from bot.store.engine.database import Connection
from bot.store.jobs import bulletins

MOST_LISTED: Final = 25
"""The maximum number of a server's competitions to read."""


_LIKELIEST: Final = (*reversed(CURRENT), CompetitionStage.OVER)


async def of_server(context: Context, server_id: int | None, person_id: int) -> Sequence[Competition]:
    """A server's competitions that were not called off: a person's own first, running before open before over.

    None of them in direct messages.
    """
    if server_id is None:
        return ()
    async with context.database.read() as connection:
        listed = await competition_store.of_server(connection, server_id, context.games, MOST_LISTED)
        entered = await competition_store.entered_by(connection, person_id)
    likeliest = [season for season in listed if season.stage in _LIKELIEST]
    return sorted(likeliest, key=lambda season: (season.id not in entered, _LIKELIEST.index(season.stage)))


async def of_person(context: Context, person_id: int) -> Sequence[Competition]:
    """A person's open and running competitions on all servers."""
    async with context.database.read() as connection:
        return await competition_store.of_person(connection, None, person_id, context.games)


async def standings(context: Context, actor: Actor | None, competition_id: int) -> Standings:
    """The standings of a competition, for `actor` or for the bot itself. Raises `UnknownCompetition`."""
    async with context.database.read() as connection:
        competition = await _load(connection, context, actor, competition_id)
        entrants = await competition_store.entrants_of(connection, competition.id)
        fixtures = tuple(await competition_store.fixtures_of(connection, competition.id))
        divisions = divisions_of(competition.regulations.format, entrants, fixtures)
        is_off = competition.stage is CompetitionStage.CALLED_OFF
        called_off = await moderation.calling_off(connection, competition) if is_off else None
        meetings = scores_of(competition, entrants, fixtures) if competition.between_servers else ()
        return Standings(competition, tuple(entrants), fixtures, divisions, called_off, meetings)


async def cut_off(context: Context, standings: Standings, most: int) -> Sequence[Summary]:
    """At most so many of the matches that the end of a competition cut off."""
    numbers = [fixture.match.id for fixture in standings.cut_off if fixture.match is not None][:most]
    async with context.database.read() as connection:
        return await match_lists.of_numbers(connection, numbers, context.now(), context.games, 0)


async def sealed(context: Context, competition_id: int, most: int) -> Sequence[Match]:
    """At most so many matches of a competition that wait for the message with their seals."""
    async with context.database.read() as connection:
        numbers = await competitions_due.about_to_begin(connection, competition_id, most)
        loaded = [
            await matches.load(connection, number, context.histories, context.games, context.now())
            for number in numbers
        ]
    return [stored.match for stored in loaded]


async def division(context: Context, actor: Actor | None, competition_id: int, number: int | None) -> DivisionStandings:
    """The standings of a division: the one named, else the actor's own, else the first. Raises `UnknownCompetition`.

    A season of servers has a meeting of two in each division, and division 0 for the table of all, its first.
    """
    async with context.database.read() as connection:
        competition = await _load(connection, context, actor, competition_id)
        is_in = actor is not None and competition_id in await competition_store.entered_by(connection, actor.person.id)
        if competition.regulations.format is Format.LADDER:
            at = competition.closed_at or context.now()
            ladder_rows = await competition_store.ladder_of(connection, competition.id, at)
            everybody = await competition_store.entrants_of(connection, competition.id)
            return DivisionStandings(competition, 1, ladder_standings(ladder_rows, everybody, at), is_in=is_in)
        first = 0 if competition.is_among_several else 1
        if number is None and actor is not None and first:
            number = await competition_store.division_of(connection, competition_id, actor.person.id)
        divisions = await competition_store.divisions_of(connection, competition.id)
        if not divisions:
            return DivisionStandings(competition, 0, None, is_in=is_in)
        shown = max(first, min(number or first, divisions))
        entrants = await competition_store.entrants_of(connection, competition.id, shown)
        fixtures = await competition_store.fixtures_of(connection, competition.id, shown)
        ladder_rows = division_of(competition.regulations.format, shown, divisions, entrants, fixtures)
        return DivisionStandings(competition, divisions, ladder_rows, is_in=is_in)


async def ladder(context: Context, actor: Actor, competition_id: int) -> LadderStandings:
    """The current state of a ladder. Raises `UnknownCompetition`."""
    async with context.database.read() as connection:
        competition = await _load(connection, context, actor, competition_id)
        if competition.regulations.format is not Format.LADDER:
            raise UnknownCompetition(str(competition_id))
        order = await competition_store.ladder_of(connection, competition_id, context.now())
        return LadderStandings(
            competition, order, tuple(await competition_store.entrants_of(connection, competition_id))
        )


async def _load(connection: Connection, context: Context, actor: Actor | None, competition_id: int) -> Competition:
    competition = await competition_store.load(connection, competition_id, context.games)
    if competition is None:
        raise UnknownCompetition(str(competition_id))
    if actor is not None:
        entered = await competition_store.entered_by(connection, actor.person.id) if competition.between_servers else ()
        check_competition(CompetitionAct.SEE, competition, actor, is_in=competition_id in entered)
    return competition


async def refuse(context: Context, claim: Claim) -> bool:
    """Note that a bulletin's channel is closed; return whether no other of its competition has found that before."""
    async with context.database.write() as connection:
        return await bulletins.refuse(connection, claim)
