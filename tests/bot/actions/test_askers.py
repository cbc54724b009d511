"""Who is behind people, and what they may use together."""

import asyncio
import json
import re
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.actions import engines as engine_actions
from bot.actions import guests as guest_actions
from bot.actions import offers, people, tokens, webhooks
from bot.actions import privacy as privacy_actions
from bot.actions.askers import asker_of
from bot.actions.challenges import MOST_WITHDRAWN
from bot.actions.competitions import entries
from bot.actions.heartbeats import Heartbeat
from bot.model.askers import ALLOWANCES, Cost
from bot.model.challenges import MOST_INVITATIONS, Proposal
from bot.model.characters import seated
from bot.model.guests import MOST_FROM_HOUSEHOLD
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.place import DIRECT
from bot.model.refusals.challenges import InvitedTooOften, TooManyBegun, WithdrawnTooOften
from bot.model.refusals.people import DoneTooOften, GuestsUseNoPrograms, TooManyGuests
from bot.model.refusals.programs import TooManyWebhooks
from bot.model.tokens import LASTS, Scope
from players.characters import MOLE
from rules.core import Seat
from tests.bot.actions.competitions.club import crowd
from tests.bot.allowing import UNLIMITED, allow
from tests.bot.stages import Ground
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, FURL, SERVER, Hall, dump, here, managing

pytestmark = pytest.mark.each_database


async def _guest(hall: Hall, network: str) -> Person:
    return (await guest_actions.enter(hall.matches, "Ann", network, network))[0]


async def _begun_and_resigned(hall: Hall, person: Person) -> Match:
    """A match with a character, as a program begins and ends them."""
    server_id = SERVER if person.is_on_discord else DIRECT
    proposal = Proposal(FURL, 0, seated(MOLE, 1), Seat(0), by_player=not person.is_on_discord)
    match = await hall.matches.propose(Actor(person, server_id or None), server_id, proposal)
    return await hall.matches.resign(Actor(person, server_id or None), match.id)


async def test_an_engine_is_its_owner_and_a_guest_their_network(hall: Hall) -> None:
    engine, _secret = await engine_actions.register(hall.matches, ADA, SERVER, "Bolt", [FURL.key])
    near, far = (
        [await _guest(hall, one) for one in ("192.0.2.0/24", "198.51.100.0/24")],
        await _guest(hall, "elsewhere"),
    )
    found = [await asker_of(hall.matches, person.id) for person in (ADA, engine.person, *near, far)]
    assert found[:2] == [ADA.id, ADA.id] and len({*found[2:]}) == 3 and all(isinstance(one, str) for one in found[2:])
    assert await asker_of(hall.matches, (await _guest(hall, "192.0.2.0/24")).id) == found[2]


async def test_webhooks_are_turned_on_so_often_a_day_because_all_matches_are_posted_each_time(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 3, Cost.ENTRY)
    await tokens.make(hall.matches, ADA, "Bolt", Scope.PLAY, timedelta(days=30))
    for _ in range(3):
        [token] = await tokens.of_person(hall.matches, ADA.id)
        await webhooks.turn_on(hall.matches, token, "https://a.example/events")
        [token] = await tokens.of_person(hall.matches, ADA.id)
        await webhooks.turn_off(hall.matches, token)
    [token] = await tokens.of_person(hall.matches, ADA.id)
    async with hall.refusing(DoneTooOften):
        await webhooks.turn_on(hall.matches, token, "https://a.example/events")


async def test_what_is_kept_of_vacations_and_seasons_is_counted_by_who_is_behind_them(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever joins and leaves again and again makes a ladder slow for everybody."""
    ground = Ground(hall.matches, SERVER, CHANNEL)
    ladder, earlier = await ground.open("ladder"), await ground.open("league")
    await entries.call_off(hall.matches, managing(ADA), earlier.id)
    allow(monkeypatch, 3, Cost.ENTRY)

    async def goes_away(person: Person) -> None:
        standing = await people.go_on_vacation(hall.matches, person, 1)
        assert standing.running is not None
        hall.clock.go_on(minutes=2)
        await people.come_back(hall.matches, person, standing.running.id)

    async def plans(person: Person) -> None:
        await people.plan_vacation(hall.matches, person, hall.clock.at.date() + timedelta(days=9), 1)

    async def joins(person: Person) -> None:
        await entries.join(hall.matches, here(person), ladder.id)
        await entries.leave(hall.matches, here(person), ladder.id)

    async def opens(person: Person) -> None:
        opened = await entries.propose(hall.matches, managing(person), replace(earlier, id=0, host=person))
        await entries.call_off(hall.matches, managing(person), opened.id)

    for person, do in zip(crowd(4), (goes_away, plans, joins, opens), strict=True):
        for _ in range(3):
            await do(person)
        async with hall.refusing(DoneTooOften) as caught:
            await do(person)
        assert caught.value.most == 3
    await joins(CLEO)


async def test_matches_begun_and_resigned_are_counted_by_who_is_behind_them(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 4, Cost.MATCH)
    for one, other in ((ADA, BEN), (await _guest(hall, "here"), await _guest(hall, "there"))):
        begun = [await _begun_and_resigned(hall, one) for _ in range(4)]
        async with hall.refusing(TooManyBegun) as caught:
            await _begun_and_resigned(hall, one)
        assert caught.value.most == 4
        place = Actor(one, SERVER if one.is_on_discord else None)
        async with hall.refusing(TooManyBegun), hall.matches.joining(begun[-1].id, place) as change:
            offers.offer_rematch(change, place)
        await _begun_and_resigned(hall, other)
    again = await _guest(hall, "here")
    async with hall.refusing(TooManyBegun):
        await _begun_and_resigned(hall, again)
    hall.clock.go_on(hours=1, seconds=1)
    await _begun_and_resigned(hall, ADA)


async def test_a_deletion_begins_no_count_of_ones_matches_withdrawals_and_invitations_anew(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 4, Cost.MATCH)
    for _ in range(2):
        for person in (ADA, await _guest(hall, "here")):
            for _ in range(2):
                await _begun_and_resigned(hall, person)
            await privacy_actions.forget(hall.matches, person)
    for person in (ADA, await _guest(hall, "here")):
        async with hall.refusing(TooManyBegun):
            await _begun_and_resigned(hall, person)
    hall.clock.go_on(hours=1, seconds=1)
    allow(monkeypatch, UNLIMITED, Cost.MATCH)
    for number in range(max(MOST_WITHDRAWN, MOST_INVITATIONS)):
        if number < MOST_WITHDRAWN:
            await hall.matches.cancel(here(ADA), (await hall.open_challenge()).id)
        if number < MOST_INVITATIONS:
            await hall.matches.cancel(here(ADA), (await hall.challenge(BEN)).id)
        await privacy_actions.forget(hall.matches, ADA)
    async with hall.refusing(WithdrawnTooOften):
        await hall.open_challenge()
    async with hall.refusing(InvitedTooOften):
        await hall.challenge(BEN)
    await hall.matches.cancel(here(ADA), (await hall.challenge(CLEO)).id)


async def test_guests_who_come_and_go_count_for_a_day_by_hashes_that_are_gone_after_it(hall: Hall) -> None:
    for _ in range(MOST_FROM_HOUSEHOLD):
        await privacy_actions.forget(hall.matches, await _guest(hall, "here"))
    async with hall.refusing(TooManyGuests):
        await _guest(hall, "here")
    kept = (await dump(hall.database))["uses"]
    assert kept and all(re.fullmatch("[0-9a-f]{32}", name) for _id, name, _used_at in kept)
    hall.clock.go_on(days=1)
    await Heartbeat(hall.matches, timedelta(minutes=1)).beat()
    assert not (await dump(hall.database))["uses"]
    await _guest(hall, "here")


async def test_webhooks_are_counted_by_account_however_many_tokens_and_engines_it_has(hall: Hall) -> None:
    most, lasts = ALLOWANCES[Cost.WEBHOOK].account, timedelta(days=30)
    for number in range(3):
        await engine_actions.register(hall.matches, ADA, SERVER, f"Engine {number}", [FURL.key])
    own = [(await tokens.make(hall.matches, ADA, "Program", Scope.READ, lasts))[0].person.id for _ in range(most - 2)]
    ids = {*own, *(one.person.id for one in await engine_actions.of_owner(hall.matches, ADA.id))}
    found = [token for one in sorted(ids, reverse=True) for token in await tokens.of_person(hall.matches, one)]
    for token in found[:most]:
        await webhooks.turn_on(hall.matches, token, "https://a.example/events")
    async with hall.refusing(TooManyWebhooks):
        await webhooks.turn_on(hall.matches, found[most], "https://a.example/events")
    again = await webhooks.find(hall.matches, ADA, found[0].id)
    await webhooks.turn_on(hall.matches, again, "https://b.example/events")
    await tokens.make(hall.matches, BEN, "Program", Scope.READ, lasts)
    [other] = await tokens.of_person(hall.matches, BEN.id)
    await webhooks.turn_on(hall.matches, other, "https://a.example/events")


async def test_a_guest_has_no_tokens_and_those_of_former_times_have_ended(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = await _guest(hall, "here")
    async with hall.refusing(GuestsUseNoPrograms):
        await tokens.make(hall.matches, guest, "Program", Scope.PLAY, LASTS[0])
    monkeypatch.setattr(Person, "is_guest", False)
    _token, secret = await tokens.make(hall.matches, guest, "Program", Scope.PLAY, LASTS[0])
    assert await tokens.find(hall.matches, secret) is None
    assert not await tokens.of_person(hall.matches, guest.id)


async def test_what_tells_where_a_guest_came_from_goes_with_them(hall: Hall) -> None:
    guest = await _guest(hall, "here")
    [file] = [file async for file in privacy_actions.export(hall.matches, guest.id)]
    [kept] = json.loads(file.data)["guest"]
    assert kept["network"] == await asker_of(hall.matches, guest.id)
    await privacy_actions.forget(hall.matches, guest)
    assert not (await dump(hall.matches.database))["guests"]


async def test_matches_begun_by_many_at_once_are_counted_by_who_is_behind_them(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 2, Cost.MATCH)
    visiting = [await _guest(hall, "here") for _ in range(6)]
    owners = [ADA] * 3 + [Person(number << 40, "Zoe") for number in range(1, 4)]
    playing = [
        (await engine_actions.register(hall.matches, owner, SERVER, f"Bolt {number}", [FURL.key]))[0].person
        for number, owner in enumerate(owners)
    ]
    for person in playing:
        await engine_actions.note_ready(hall.matches, person)
    table = Proposal(FURL, 0, seats=2, by_player=True)
    proposed = [(person, table) for person in visiting]
    proposed += [(own, replace(table, opponents=(other,))) for own, other in zip(playing[:3], playing[3:], strict=True)]
    got = await asyncio.gather(
        *(hall.matches.propose(Actor(person, None), DIRECT, proposal) for person, proposal in proposed),
        return_exceptions=True,
    )
    assert Counter(type(one) for one in got) == {Match: 4, TooManyBegun: 5}


async def test_an_engine_has_one_token_however_many_are_asked_for_at_once(hall: Hall) -> None:
    engine, _secret = await engine_actions.register(hall.matches, ADA, SERVER, "Bolt", [FURL.key])
    await asyncio.gather(*(engine_actions.renew(hall.matches, Actor(ADA, SERVER), engine.person.id) for _ in range(4)))
    assert len((await dump(hall.matches.database))["tokens"]) == 1
