"""Who is behind a person, so that what costs is counted by it however many guests, engines and tokens ask."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime

from bot.actions.context import Context
from bot.model.askers import ALLOWANCES, ASKING, POSTING, Asker, Budget, Cost
from bot.model.match import Match
from bot.model.people import Person, is_on_discord
from bot.model.place import DIRECT
from bot.model.refusals.challenges import TooManyBegun
from bot.model.refusals.people import DoneTooOften
from bot.model.refusals.programs import EngineNotReady, RatedWithinOwner
from bot.store import askers as asker_store
from bot.store import engines, uses
from bot.store.engine.database import Connection


@contextmanager
def asking(asker: Asker | None) -> Generator[None]:
    """A context in which questions to Discord and turns to write are counted for an asker; None for the bot itself."""
    before = ASKING.set(asker)
    try:
        yield
    finally:
        ASKING.reset(before)


@contextmanager
def posting() -> Generator[None]:
    """A context in which refused requests to Discord count as posts, and not as questions."""
    before = POSTING.set(True)
    try:
        yield
    finally:
        POSTING.reset(before)


def may_question_discord(budget: Budget) -> bool:
    """Count a question to Discord for who asks now; return whether it is allowed. The bot itself may ask what it likes."""
    asker = ASKING.get()
    return asker is None or (
        budget.may_question and budget.has_left(Cost.REFUSAL, asker) and budget.spend(Cost.QUESTION, asker)
    )


def may_post_at_once(budget: Budget) -> bool:
    """Whether what who asks now leads to may be posted before what waits; otherwise it waits, too."""
    asker = ASKING.get()
    return asker is None or budget.may_post(asker)


def note_refusal(budget: Budget) -> None:
    """Count a request that Discord refused for who asks now, so that nobody uses up what all may cause together."""
    asker = ASKING.get()
    if asker is not None:
        budget.spend(Cost.POST if POSTING.get() else Cost.REFUSAL, asker)


async def asker_of(context: Context, person_id: int) -> Asker:
    """Who is behind a person; looked up at most once for each."""
    if is_on_discord(person_id):
        return person_id
    if person_id not in context.askers:
        async with context.database.ask() as connection:
            context.askers.update(await asker_store.of_people(connection, [person_id]))
    return context.askers[person_id]


async def spend(context: Context, cost: Cost, person: Person) -> None:
    """Count what a person does for who is behind them. Raises `DoneTooOften` if they have lately done all they may."""
    asker = await asker_of(context, person.id)
    if not context.budget.spend(cost, asker):
        raise DoneTooOften(ALLOWANCES[cost].of(asker))


async def account_behind(context: Context, person: Person) -> int | None:
    """The id of a person on Discord, or of the owner of an engine; None for others."""
    asker = await asker_of(context, person.id) if person.is_on_discord or person.is_engine else None
    return asker if isinstance(asker, int) else None


async def check_may_begin(connection: Connection, match: Match, now: datetime) -> None:
    """Check who is behind the people in a new match: it is not rated for one and the same, nor too many for its host.

    Raises `EngineNotReady` for an engine that was removed, `RatedWithinOwner` or `TooManyBegun`.
    """
    host, people = match.host, {person.id for person in (match.host, *match.people)}
    behind = await asker_store.of_people(connection, people)
    playing = [person for person in match.people if person.is_engine]
    playing_engines = await engines.hold(connection, *(person.id for person in playing)) if playing else ()
    there = {engine.person.id for engine in playing_engines if engine.server_id != DIRECT}
    for person in playing:
        if person.id not in there:
            raise EngineNotReady(person)
    if match.terms.is_rated and len({*behind.values()}) < len(people):
        raise RatedWithinOwner
    allowance, asker = ALLOWANCES[Cost.MATCH], behind[host.id]
    assert allowance.within is not None, "they are counted lately"
    since = now - allowance.within
    before = await uses.times(connection, since, asker, uses.BEGAN)
    if await asker_store.count_begun(connection, asker, since) + len(before) >= allowance.of(asker):
        raise TooManyBegun(host, allowance.of(asker))
