"""Engines of people: registering and removing them, and those that can be challenged."""

import logging
from collections.abc import Collection, Sequence
from typing import Final

from bot.actions import privacy as privacy_actions
from bot.actions import tokens
from bot.actions.context import Context
from bot.model.engines import MOST_ENGINES, MOST_ON_SERVER, Engine
from bot.model.guests import chosen_name
from bot.model.moderation import EngineSubject, Intervention, InterventionKind
from bot.model.people import FIRST_ENGINE, FIRST_GUEST, Actor, Membership, Person
from bot.model.permissions import EngineAct, check_apart, check_engine
from bot.model.refusals import UnknownButton
from bot.model.refusals.programs import OwnerHasLeft, TooManyEngines, TooManyEnginesHere
from bot.store import engines, matches, moderation
from bot.store import people as people_store
from bot.store import privacy as privacy_store
from bot.store.engine.database import Connection
from rules.core import Game

_log: Final = logging.getLogger(__name__)


async def register(
    context: Context, owner: Person, server_id: int, name: str, games: Collection[str]
) -> tuple[Engine, str]:
    """Register an engine of a person on a server; return it with the secret of its token.

    It goes on from the results and ratings of one that they removed, if there is any, so that nobody begins anew. On a
    full server, engines whose owners have left make room, unless they are in a match or a challenge.
    Raises `NoGuestName`, `TooManyEngines` or `TooManyEnginesHere`.
    """
    chosen, now = chosen_name(name), context.now()
    there = await on_server(context, server_id)
    if len(there) >= MOST_ON_SERVER:
        gone = await context.left(server_id, {engine.owner.id for engine in there})
        for engine in there:
            if engine.owner.id in gone:
                await _make_room(context, engine)
    async with context.database.write() as connection:
        await people_store.lock(connection, server_id)  # so that no others beyond the limits are registered meanwhile
        await people_store.lock(connection, owner.id)
        await people_store.remember(connection, owner)
        own, here = await engines.count(connection, owner.id, server_id)
        if own >= MOST_ENGINES:
            raise TooManyEngines(MOST_ENGINES)
        if here >= MOST_ON_SERVER:
            raise TooManyEnginesHere(MOST_ON_SERVER)
        person = await engines.removed(connection, owner.id, chosen)
        if person is None:
            person = await people_store.add_new(connection, chosen, range(FIRST_ENGINE, FIRST_GUEST))
        else:
            await people_store.remember(connection, person)
        engine = Engine(person, owner.as_stored, server_id, games)
        await engines.put(connection, engine)
        return engine, await tokens.renew(connection, person, now)


async def renew(context: Context, actor: Actor, engine_id: int) -> tuple[Engine, str]:
    """End the token of a person's engine; return the engine with the secret of a new one. Raises `UnknownButton`."""
    async with context.database.write() as connection:
        await people_store.lock(
            connection, actor.person.id
        )  # so that no other token is made meanwhile, which would go on too
        engine = await _checked(connection, EngineAct.RENEW, engine_id, actor)
        return engine, await tokens.renew(connection, engine.person, context.now())


async def _checked(connection: Connection, act: EngineAct, engine_id: int, actor: Actor) -> Engine:
    [engine] = await engines.of_ids(connection, engine_id) or [None]
    if engine is None:
        raise UnknownButton
    check_engine(act, engine, actor)
    return engine


async def remove(context: Context, actor: Actor, engine_id: int) -> None:
    """Take an engine from its server, end its token, and leave its matches. What it has reached is kept.

    If a manager does so, its owner is told, and the log of interventions has it. Raises `UnknownButton`, or `TakesPart`
    if the manager or an engine of theirs is in a match that would end.
    """
    async with context.database.read() as connection:
        engine = await _checked(connection, EngineAct.REMOVE, engine_id, actor)
        # Asked here as well, so that their records are known while others wait to write.
        await _check_apart(context, connection, engine, actor)
    await _take_away(context, engine, actor)


async def _check_apart(context: Context, connection: Connection, engine: Engine, actor: Actor) -> None:
    """Check that an actor has no part in the matches that end with an engine of somebody else. Raises `TakesPart`."""
    if engine.owner.id == actor.person.id:
        return
    playing, waiting, _ = await privacy_store.outlook(connection, engine.person.id, context.now(), context.games)
    for summary in (*playing, *waiting):
        loaded = await matches.load(connection, summary.id, context.histories, context.games, context.now())
        check_apart(loaded.match, actor)


async def _make_room(context: Context, engine: Engine) -> None:
    """Take an engine whose owner has left from its server, unless a match or a challenge would end with that.

    A ban that ends a match would be a decision about it, which managers take by `remove` alone, and not about their own.
    """
    async with context.database.write() as connection:
        await engines.hold_alone(connection, engine.person.id)
        if await privacy_store.is_at_rest(connection, engine.person.id):
            await engines.remove(connection, engine.person.id)
            facts = engine.person.id, engine.server_id
            _log.info("engine %s, whose owner has left server %s, makes room for another one there", *facts)


async def _take_away(context: Context, engine: Engine, actor: Actor) -> None:
    """Take an engine from its server and its matches, for an actor."""
    by = None if engine.owner.id == actor.person.id else actor
    async with context.database.write() as connection:
        await _checked(connection, EngineAct.REMOVE, engine.person.id, actor)
        if by is not None:
            subject, shown_in = EngineSubject(engine.person.name), by.channel_id or 0
            facts = engine.server_id, shown_in, by.person, InterventionKind.ENGINE, context.now(), subject
            await moderation.add(connection, Intervention(*facts, person=engine.owner))
        await engines.remove(connection, engine.person.id)  # waits for what it is writing, and for matches that begin
        await _check_apart(context, connection, engine, actor)
    await privacy_actions.leave_all(context, engine.person, by)


async def of_owner(context: Context, owner_id: int) -> Sequence[Engine]:
    """The engines of a person, on all servers."""
    async with context.database.ask() as connection:
        return await engines.of_owner(connection, owner_id)


async def on_server(context: Context, server_id: int) -> Sequence[Engine]:
    """The engines of a server."""
    async with context.database.ask() as connection:
        return await engines.on_server(connection, server_id)


async def playing(context: Context, server_id: int) -> Sequence[Engine]:
    """The engines of a server whose owners are there, as far as Discord says: they may play."""
    on_this_server = await on_server(context, server_id)
    gone = await context.left(server_id, {engine.owner.id for engine in on_this_server})
    return [engine for engine in on_this_server if engine.owner.id not in gone]


async def check_owner(context: Context, person: Person) -> None:
    """Check that the owner of an engine is on its server; nothing is checked for people.

    What it plays already goes on, as for people: a manager who bans the owner would win the match of their own engine.
    Raises `OwnerHasLeft` or `NotNow`.
    """
    if not person.is_engine:
        return
    async with context.database.ask() as connection:
        [engine] = await engines.of_ids(connection, person.id) or [None]
    if engine is None or await context.membership(engine.server_id, engine.owner.id) is Membership.GONE:
        raise OwnerHasLeft


async def ready(context: Context, server_id: int, game: Game | None = None) -> Sequence[Person]:
    """The engines of a server that can be challenged, to a game if one is given."""
    return [
        engine.person
        for engine in await playing(context, server_id)
        if engine.is_ready(context.now()) and (game is None or game.key in engine.games)
    ]


async def beside(context: Context, engine: Person) -> Sequence[Engine]:
    """The engines of the server of an engine, itself included, that may begin matches; none if it may not itself."""
    async with context.database.ask() as connection:
        [own] = await engines.of_ids(connection, engine.id) or [None]
    neighbours = () if own is None else await playing(context, own.server_id)
    return neighbours if any(engine_beside.person == engine for engine_beside in neighbours) else ()


async def note_ready(context: Context, person: Person) -> None:
    """Note that the program of an engine follows its matches; nothing happens for people."""
    if not person.is_engine:
        return
    async with context.database.write() as connection:
        await engines.note_seen(connection, person.id, context.now())
