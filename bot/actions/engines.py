"""Engines of people: registering and removing them, and those that can be challenged."""

from collections.abc import Collection, Sequence

from bot.actions import privacy, tokens
from bot.actions.context import Context
from bot.model.engines import MOST_ENGINES, MOST_ON_SERVER, Engine
from bot.model.guests import chosen_name
from bot.model.people import FIRST_ENGINE, FIRST_GUEST, Person
from bot.model.refusals import UnknownButton
from bot.model.refusals.engines import TooManyEngines, TooManyEnginesHere
from bot.store import engines, people
from rules.core import Game


async def register(
    context: Context, owner: Person, server_id: int, name: str, games: Collection[str]
) -> tuple[Engine, str]:
    """Register an engine of a person on a server; return it with the secret of its token.

    Raises `NoGuestName`, `TooManyEngines` or `TooManyEnginesHere`.
    """
    chosen, now = chosen_name(name), context.now()
    async with context.database.write() as connection:
        await people.lock(connection, server_id)  # so that no others beyond the limits are registered meanwhile
        await people.lock(connection, owner.id)
        await people.remember(connection, owner)
        own, here = await engines.count(connection, owner.id, server_id)
        if own >= MOST_ENGINES:
            raise TooManyEngines(MOST_ENGINES)
        if here >= MOST_ON_SERVER:
            raise TooManyEnginesHere(MOST_ON_SERVER)
        person = await people.add_new(connection, chosen, range(FIRST_ENGINE, FIRST_GUEST))
        engine = Engine(person, owner.as_stored, server_id, games)
        await engines.add(connection, engine)
        return engine, await tokens.renew(connection, person, now)


async def renew(context: Context, owner: Person, engine_id: int) -> tuple[Engine, str]:
    """End the token of a person's engine; return the engine with the secret of a new one. Raises `UnknownButton`."""
    async with context.database.write() as connection:
        [engine] = await engines.of_ids(connection, engine_id) or [None]
        if engine is None or engine.owner.id != owner.id:
            raise UnknownButton
        return engine, await tokens.renew(connection, engine.person, context.now())


async def remove(context: Context, engine_id: int) -> tuple[int, ...]:
    """Delete an engine, as the data of a person; return the numbers of the matches to show. Raises `KeepsPlaying`."""
    return await privacy.forget(context, Person(engine_id, ""))


async def of_owner(context: Context, owner_id: int) -> Sequence[Engine]:
    """The engines of a person, on all servers."""
    async with context.database.ask() as connection:
        return await engines.of_owner(connection, owner_id)


async def on_server(context: Context, server_id: int) -> Sequence[Engine]:
    """The engines of a server."""
    async with context.database.ask() as connection:
        return await engines.on_server(connection, server_id)


async def ready(context: Context, server_id: int, game: Game | None = None) -> Sequence[Person]:
    """The engines of a server that can be challenged, to a game if one is given."""
    return [
        engine.person
        for engine in await on_server(context, server_id)
        if engine.is_ready(context.now()) and (game is None or game.key in engine.games)
    ]


async def beside(context: Context, engine: Person) -> Sequence[Engine]:
    """All engines of the server of an engine, itself included."""
    async with context.database.ask() as connection:
        [own] = await engines.of_ids(connection, engine.id) or [None]
        return () if own is None else await engines.on_server(connection, own.server_id)


async def note_ready(context: Context, person: Person) -> None:
    """Note that the program of an engine follows its matches; nothing happens for people."""
    if not person.is_engine:
        return
    async with context.database.write() as connection:
        await engines.note_seen(connection, person.id, context.now())
