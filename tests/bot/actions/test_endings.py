"""Whatever ends a match stands in the table of endings, with who may do it; a deletion decides nobody's own match."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import pytest

from bot.actions import challenges, moderation, tokens
from bot.actions import engines as engine_actions
from bot.actions.change import MatchChange
from bot.actions.competitions.change import changing
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import Match, State
from bot.model.moderation import EngineSubject, InterventionKind
from bot.model.people import Actor, Person
from bot.model.permissions import ENDINGS
from bot.model.place import DIRECT
from bot.model.refusals import UnknownButton
from bot.model.refusals.matches import TakesPart
from bot.model.result import Ending, Result
from bot.store.engine.database import Connection
from rules.core import Seat
from tests.bot.stages import Ground
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, ELSEWHERE, FURL, SERVER, Hall, here

BOSS: Final = replace(here(CLEO), manages_server=True)

_BY_PLAYER: Final = {Ending.RULES, Ending.ENDLESS, Ending.RESIGNED, Ending.TIME, Ending.AGREED, Ending.REPEATED}
_ENDED_BY: Final = {
    "a player": (here(ADA), {*_BY_PLAYER, Ending.ABANDONED, Ending.REMOVED, Ending.DECLINED, Ending.CANCELLED}),
    "a manager": (BOSS, {Ending.RULES, Ending.ENDLESS, Ending.REMOVED, Ending.STOPPED}),
    "a manager who plays": (replace(here(ADA), manages_server=True), None),
    "a manager elsewhere": (Actor(CLEO, ELSEWHERE, manages_server=True), set[Ending]()),
    "a member": (here(CLEO), set[Ending]()),
    "the bot": (None, set(Ending) - {Ending.STOPPED, Ending.ABANDONED}),
}
"""Who acts, and how a running match of Ada and Ben may end then, whatever has been written to end it."""


def test_every_ending_has_a_row() -> None:
    assert set(ENDINGS) == set(Ending)


@pytest.mark.parametrize("who", _ENDED_BY)
async def test_a_match_ends_only_as_the_table_lets_those_who_act(hall: Hall, who: str) -> None:
    actor, endings = _ENDED_BY[who]
    match = await hall.running()
    for ending in Ending:
        change = MatchChange(await hall.matches.load(match.id), hall.clock(), {}, hall.matches.lots, actor=actor)
        change.match = replace(change.match, state=State.FINISHED, result=Result(ending, (1, 2)))
        wanted = _ENDED_BY["a player"][1] if endings is None else endings
        async with hall.database.write() as connection:
            await connection.begin_nested()
            if wanted is not None and ending in wanted:
                await change.save(connection)
            else:
                with pytest.raises(LookupError):
                    await change.save(connection)
            await connection.rollback()


async def test_a_person_changes_no_competition_without_an_act_of_its_table(hall: Hall) -> None:
    league = await Ground(hall.matches, SERVER, CHANNEL).league()
    async with hall.refusing(LookupError), changing(hall.matches, league.id, BOSS) as change:
        change.take_out(change.entrants[0].person.id)


async def _rated(hall: Hall, first: Person, second: Person) -> Match:
    """A rated match of two engines, in direct messages as all of theirs."""
    for one in (first, second):
        await engine_actions.note_ready(hall.matches, one)
    proposal = Proposal(FURL, 0, (second,), Seat(0), terms=Terms(3, is_rated=True), by_player=True)
    match = await hall.matches.propose(Actor(first, None), DIRECT, proposal)
    async with hall.matches.joining(match.id, Actor(second, None)) as change:
        challenges.join(change, second)
    return await hall.matches.load(match.id)


async def test_a_manager_whose_engine_plays_against_another_does_not_remove_it(hall: Hall) -> None:
    own, other = [
        (await engine_actions.register(hall.matches, one, SERVER, one.name, ["furl"]))[0] for one in (CLEO, BEN)
    ]
    match = await _rated(hall, own.person, other.person)
    assert match.owners == {own.person.id: CLEO.id, other.person.id: BEN.id}
    async with hall.refusing(TakesPart):
        await engine_actions.remove(hall.matches, BOSS, other.person.id)
    for stranger in (here(DAN), Actor(CLEO, None), Actor(DAN, ELSEWHERE, manages_server=True)):
        async with hall.refusing(UnknownButton):
            await engine_actions.remove(hall.matches, stranger, other.person.id)
    await engine_actions.remove(hall.matches, replace(here(DAN), manages_server=True), other.person.id)
    ended = await hall.matches.load(match.id)
    assert ended.state is not State.RUNNING
    assert [one.person for one in await engine_actions.on_server(hall.matches, SERVER)] == [own.person]
    [done] = (await moderation.log(hall.matches, SERVER, 0)).done
    assert (done.kind, done.by, done.person) == (InterventionKind.ENGINE, DAN, BEN)
    assert done.subject == EngineSubject("Ben")


async def test_an_engine_that_meanwhile_plays_the_managers_own_stays_and_keeps_its_token(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own, _), (other, secret) = [
        await engine_actions.register(hall.matches, one, SERVER, one.name, ["furl"]) for one in (CLEO, BEN)
    ]
    write = hall.database.write

    @asynccontextmanager
    async def write_later() -> AsyncGenerator[Connection]:
        monkeypatch.undo()
        await _rated(hall, own.person, other.person)
        async with write() as connection:
            yield connection

    monkeypatch.setattr(hall.database, "write", write_later)
    with pytest.raises(TakesPart):
        await engine_actions.remove(hall.matches, BOSS, other.person.id)
    assert [one.person for one in await engine_actions.on_server(hall.matches, SERVER)] == [other.person, own.person]
    assert await tokens.find(hall.matches, secret) is not None
    assert not (await moderation.log(hall.matches, SERVER, 0)).done


async def test_owners_remove_their_engines_as_one_resigns(hall: Hall) -> None:
    first, second = [
        (await engine_actions.register(hall.matches, one, SERVER, one.name, ["furl"]))[0] for one in (ADA, BEN)
    ]
    match = await _rated(hall, first.person, second.person)
    await engine_actions.remove(hall.matches, Actor(ADA, None), first.person.id)
    assert (await hall.matches.load(match.id)).state is not State.RUNNING
    assert not (await moderation.log(hall.matches, SERVER, 0)).done


async def test_an_engine_of_ones_own_counts_as_oneself_where_managers_decide(hall: Hall) -> None:
    engine, _secret = await engine_actions.register(hall.matches, CLEO, SERVER, "Bolt", ["furl"])
    await engine_actions.note_ready(hall.matches, engine.person)
    match = await hall.challenge(engine.person, terms=Terms(3))
    match = await hall.matches.join(Actor(engine.person, None), match.id)
    for person_id in (ADA.id, engine.person.id):
        async with hall.refusing(TakesPart), hall.matches.change(match.id, BOSS) as change:
            moderation.remove(change, CLEO, person_id, "")
    async with hall.matches.change(match.id, replace(here(BEN), manages_server=True)) as change:
        moderation.remove(change, BEN, ADA.id, "")
    assert change.match.result is not None and change.match.result.ending is Ending.REMOVED
