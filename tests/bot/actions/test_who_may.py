"""One table of all acts for seven kinds of people, each in the place of somebody who may: what they get, by way in.

A way in is where a face makes an actor: `there` are chat, the page and programs that ask from the server, `directly`
are chat in direct messages, a page that was opened there, and programs, which come from nowhere. That every face asks
as this table does is shown once for each in `tests/bot/web/test_permissions.py` and
`tests/bot/chat/test_permissions.py`.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final
from unittest.mock import AsyncMock

import pytest

from bot.actions import challenges, matches, moderation, offers, plans, playing, votes
from bot.actions.change import JoiningChange, check_running
from bot.actions.competitions.change import changing
from bot.actions.engines import register
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.engines import Engine
from bot.model.match import Match
from bot.model.people import FIRST_GUEST, Actor, Membership, Person
from bot.model.permissions import CompetitionAct, EngineAct, MatchAct, ServerAct, check_engine, check_server
from bot.model.refusals import Refusal
from bot.model.refusals.people import OthersAway
from bot.store import people as people_store
from players.characters import MOLE
from tests.bot.stages import FURL, GUEST, HOST, MANAGER, STRANGER, THIRD, Ground
from tests.bot.tables import CHANNEL, SERVER, Hall

_TABLE: Final = Path(__file__).with_name("who_may.txt")

KINDS: Final = ("member", "timed out", "blocked", "left", "banned", "guest", "outsider")
"""All but guests and outsiders have the part in the match that an act takes. Discord tells no difference between people
who have left and those who are banned. A guest is a person of the page, an outsider one of another server."""

WAYS: Final = ("there", "directly")
_ELSEWHERE: Final = SERVER + 5
_VISITOR: Final = Person(FIRST_GUEST + 7, "Vi")
_MEMBERSHIP: Final = {"timed out": Membership.TIMED_OUT, "left": Membership.GONE, "banned": Membership.GONE}

Deed = Callable[[JoiningChange, Person], object]

DEEDS: Final[Mapping[MatchAct, tuple[str, Person, Deed]]] = {
    MatchAct.SEE: ("running", GUEST, lambda _change, _person: None),
    MatchAct.JOIN: ("challenge", GUEST, challenges.join),
    MatchAct.DECLINE: ("challenge", GUEST, challenges.decline),
    MatchAct.LEAVE: ("open_challenge", GUEST, challenges.leave),
    MatchAct.START: ("open_challenge", HOST, challenges.start),
    MatchAct.FILL: ("open_challenge", HOST, lambda change, person: challenges.fill(change, person, MOLE)),
    MatchAct.CANCEL: ("challenge", HOST, challenges.cancel),
    MatchAct.MOVE: ("running", HOST, lambda change, person: playing.play(change, person, "a4<c4")),
    MatchAct.PLAN: ("running", GUEST, lambda change, person: plans.draft(change.match, person, "after a4<c4: e4<e5")),
    MatchAct.HINT: ("alone", HOST, lambda change, person: playing.check_may_get_hint(change.match, person)),
    MatchAct.RESIGN: ("running", GUEST, playing.resign),
    MatchAct.CALL_OFF: (
        "running",
        GUEST,
        lambda change, person: check_running(change.match, person, MatchAct.CALL_OFF),
    ),
    MatchAct.OFFER: ("running", GUEST, lambda change, person: offers.offer_draw(change, _as(change, person))),
    MatchAct.ANSWER_OFFER: ("running", GUEST, lambda change, person: change.check(MatchAct.ANSWER_OFFER, person)),
    MatchAct.TAKE_SEAT: ("left_by_guest", MANAGER, lambda change, person: change.check(MatchAct.TAKE_SEAT, person)),
    MatchAct.REMATCH: ("finished", GUEST, lambda change, person: offers.offer_rematch(change, _as(change, person))),
    MatchAct.NOTE: ("running", GUEST, lambda change, person: change.check(MatchAct.NOTE, person)),
    MatchAct.REPORT: ("running", GUEST, lambda change, person: change.check(MatchAct.REPORT, person)),
    MatchAct.FOLLOW: ("running", THIRD, lambda change, person: change.check(MatchAct.FOLLOW, person)),
    MatchAct.VOTE: ("by_vote", THIRD, lambda change, person: votes._joined(change, _as(change, person))),  # pyright: ignore[reportPrivateUsage]
    MatchAct.PLAY_NOW: ("by_vote", HOST, lambda change, person: votes.play_now(change, person, ())),
    MatchAct.FORGET: ("running", GUEST, playing.withdraw),
    MatchAct.MODERATE: ("running", MANAGER, lambda change, person: moderation.cancel(change, person, "")),
}
"""The stage of a match in which each act is possible, the person who may, and what they do."""


def _answers(deed: Callable[[JoiningChange, Actor, int], object]) -> Deed:
    """Answer the latest open offer of another person."""

    def answer(change: JoiningChange, person: Person) -> None:
        deed(change, _as(change, person), change.match.open_offers[-1].id)

    return answer


_OFFERS: Final[Mapping[str, tuple[str, Deed]]] = {
    "draw": ("running", lambda change, person: offers.offer_draw(change, _as(change, person))),
    "takeback": ("moved", lambda change, person: offers.ask_takeback(change, _as(change, person))),
    "pause": ("timed", lambda change, person: offers.offer_pause(change, _as(change, person), 7)),
    "rematch": ("finished", lambda change, person: offers.offer_rematch(change, _as(change, person))),
}
"""The stage of a match in which each offer is possible, and how the host makes it."""

ALSO: Final[Mapping[str, tuple[str, Person, Deed]]] = {
    **{f"offer {name}": (stage, HOST, deed) for name, (stage, deed) in _OFFERS.items()},
    **{f"accept {name}": (f"offered {name}", GUEST, _answers(offers.accept)) for name in _OFFERS},
    **{f"decline {name}": (f"offered {name}", GUEST, _answers(offers.decline)) for name in _OFFERS},
    "accept a seat": ("left_by_guest", THIRD, _answers(offers.accept)),
    "decline a seat": ("left_by_guest", THIRD, _answers(offers.decline)),
    "give time": ("timed", GUEST, lambda change, person: offers.more_time(change, _as(change, person))),
    "resign alone": ("alone", HOST, playing.resign),
    "join openly": ("open_challenge", THIRD, challenges.join),
    "decline openly": ("about_to_begin", GUEST, challenges.decline),
    "cancel openly": ("open_challenge", HOST, challenges.cancel),
    "take out": ("open_challenge", MANAGER, lambda change, person: moderation.remove(change, person, GUEST.id, "")),
    "close": ("challenge", MANAGER, lambda change, person: moderation.cancel(change, person, "")),
}
"""The same for more of what people do by these acts."""


class _Done(Exception):
    """It was possible, and is undone."""


def _as(change: JoiningChange, person: Person) -> Actor:
    return change.actor or Actor(person, None)


def _actor(kind: str, way: str, person: Person) -> Actor:
    """A person of a kind as a face makes them: those who are not on a server do not ask there."""
    if kind == "guest":
        return Actor(_VISITOR, None)
    asked = STRANGER if kind == "outsider" else person
    server_id = _ELSEWHERE if kind == "outsider" else None if kind in ("left", "banned") else SERVER
    if way == "directly" or server_id is None:
        return Actor(asked, None)
    manages = asked == MANAGER and kind != "timed out"
    return Actor(asked, server_id, channel_id=CHANNEL if server_id == SERVER else None, manages_server=manages)


async def _got(tried: Awaitable[object]) -> str:
    try:
        await tried
    except _Done:
        return "yes"
    except Refusal as refusal:
        return type(refusal).__name__
    return "yes"


async def _in_match(ground: Ground, match: Match, deed: Deed, actor: Actor) -> None:
    async with matches.joining(ground.matches, match.id, actor, seen=None) as change:
        deed(change, actor.person)
        raise _Done


async def _in_competition(ground: Ground, act: CompetitionAct, number: int, actor: Actor) -> None:
    async with changing(ground.matches, number, actor) as change:
        change.check(act, actor)
        raise _Done


def _deeds_in_competitions() -> Mapping[CompetitionAct, tuple[str, Person]]:
    return {
        CompetitionAct.SEE: ("league", GUEST),
        CompetitionAct.OPEN: ("league", MANAGER),
        CompetitionAct.JOIN: ("league", STRANGER),
        CompetitionAct.LEAVE: ("league", GUEST),
        CompetitionAct.CHALLENGE: ("ladder", GUEST),
        CompetitionAct.BEGIN: ("league", MANAGER),
        CompetitionAct.CALL_OFF: ("league", MANAGER),
        CompetitionAct.REMOVE: ("league", MANAGER),
        CompetitionAct.ACCEPT: ("server_call", MANAGER),
    }


async def _set_blocks(hall: Hall, person: Person, *, are_on: bool) -> None:
    """Have everybody else in the matches block a person, without what follows from a block, or not any more."""
    async with hall.database.write() as connection:
        await people_store.remember(connection, person)
        for other in (HOST, GUEST, THIRD):
            await people_store.remember(connection, other)
            await people_store.unblock(connection, other.id, person.id)
            if are_on and other != person:
                await people_store.block(connection, other.id, person.id, hall.clock())


async def _rows(hall: Hall, name: str, person: Person, try_it: Callable[[Actor], Awaitable[object]]) -> list[str]:
    """What each kind of person gets by each way; one line if the way makes no difference."""
    found, got = dict[str, list[str]](), dict[tuple[Actor, Membership, bool], str]()
    for way in WAYS:
        for kind in KINDS:
            is_there = _MEMBERSHIP.get(kind, Membership.GONE if kind == "outsider" else Membership.MEMBER)
            actor = _actor(kind, way, person)
            hall.matches.membership = AsyncMock(side_effect=partial(_standing, actor.person.id, is_there))
            if kind in ("blocked", KINDS[KINDS.index("blocked") + 1]):
                await _set_blocks(hall, person, are_on=kind == "blocked")
            case = actor, is_there, kind == "blocked"  # some kinds come by the other way alike
            if case not in got:
                got[case] = await _got(try_it(actor))
            found.setdefault(way, []).append(got[case])
    lines = {"anywhere": found["there"]} if found["there"] == found["directly"] else found
    return [_line(name, way, *cells) for way, cells in lines.items()]


async def _standing(account: int, is_there: Membership, _server_id: int, person_id: int) -> Membership:
    return is_there if person_id == account else Membership.MEMBER


async def _make(hall: Hall, ground: Ground, stage: str) -> Match:
    """A match in a stage, or one in which the host has moved, or has offered something."""
    if stage == "timed":
        return await hall.running(HOST, GUEST, terms=Terms(3))
    if stage == "moved":
        match = await ground.running()
        await hall.matches.play(ground.here(HOST), match.id, "a4<c4")
    elif stage.startswith("offered "):
        before, deed = _OFFERS[stage.removeprefix("offered ")]
        match = await _make(hall, ground, before)
        async with hall.matches.joining(match.id, ground.here(HOST)) as change:
            deed(change, HOST)
    else:
        return await ground.make(stage)
    return await hall.matches.load(match.id)


def _line(*cells: str) -> str:
    return " ".join(
        cell.ljust(width) for cell, width in zip(cells, (18, 8, 14, 12, 13, 18, 18, 18, 18), strict=True)
    ).rstrip()


async def test_everybody_gets_what_the_table_says_whatever_the_way_in(hall: Hall) -> None:
    ground, lines = (
        Ground(hall.matches, SERVER, CHANNEL),
        [_line("act", "way", *KINDS)],
    )
    deeds = {**{str(act): deed for act, deed in DEEDS.items()}, **ALSO}
    made = {stage: await _make(hall, ground, stage) for stage in {stage for stage, *_ in deeds.values()}}
    seasons = {stage: await ground.open(stage) for stage in ("league", "ladder", "server_call")}
    engine, _secret = await register(hall.matches, GUEST, SERVER, "Bolt", ["furl"])
    for act, (stage, person, deed) in deeds.items():
        lines += await _rows(hall, act, person, partial(_in_match, ground, made[stage], deed))
    lines += await _rows(hall, "propose", STRANGER, partial(_propose, ground))
    for act, (stage, person) in _deeds_in_competitions().items():
        lines += await _rows(hall, f"season: {act}", person, partial(_in_competition, ground, act, seasons[stage].id))
    for name, act, person in (
        ("engine: renew", EngineAct.RENEW, GUEST),
        ("engine: remove", EngineAct.REMOVE, GUEST),
        ("engine: …by others", EngineAct.REMOVE, MANAGER),
    ):
        lines += await _rows(hall, name, person, partial(_with_engine, act, engine))
    lines += await _rows(hall, "server: manage", MANAGER, _with_server)
    assert set(DEEDS) == set(MatchAct) and set(_deeds_in_competitions()) == set(CompetitionAct)
    assert {*EngineAct, *ServerAct} == {EngineAct.RENEW, EngineAct.REMOVE, ServerAct.MANAGE}
    assert lines == _TABLE.read_text().splitlines(), "\n".join(lines)


async def _propose(ground: Ground, actor: Actor) -> None:
    actor = await ground.matches.placed(actor, SERVER)
    async with ground.matches.database.write() as connection:
        await challenges.add(ground.matches, connection, actor, SERVER, Proposal(FURL, CHANNEL, seats=2))
        raise _Done


async def _with_engine(act: EngineAct, engine: Engine, actor: Actor) -> None:
    check_engine(act, engine, actor)


async def _with_server(actor: Actor) -> None:
    check_server(ServerAct.MANAGE, SERVER, actor)


@pytest.mark.each_database
@pytest.mark.parametrize("standing", [Membership.TIMED_OUT, Membership.GONE, Membership.UNKNOWN])
async def test_nothing_begins_with_people_who_may_begin_nothing_since_they_proposed_or_joined_it(
    hall: Hall, standing: Membership
) -> None:
    ground = Ground(hall.matches, SERVER, CHANNEL)
    challenge, table, over = await ground.challenge(), await ground.open_challenge(), await ground.finished()
    empty = await ground.left_by_guest()
    async with hall.matches.joining(over.id, ground.here(HOST)) as change:
        offers.offer_rematch(change, ground.here(HOST))
    [rematch], [asked] = change.match.open_offers, [one for one in empty.open_offers if one.by_id == STRANGER.id]

    async def membership(_server_id: int, person_id: int) -> Membership:
        return standing if person_id == away.id else Membership.MEMBER

    hall.matches.membership = membership
    attempts: tuple[tuple[Person, Match, Person, Deed], ...] = (
        (HOST, challenge, GUEST, challenges.join),
        (GUEST, table, HOST, challenges.start),
        (HOST, over, GUEST, _agreed(ground, rematch.id, GUEST)),
        (STRANGER, empty, THIRD, _agreed(ground, asked.id, HOST, THIRD)),
    )
    for away, match, person, begin in attempts:
        if standing is Membership.UNKNOWN:
            await _does(hall, match, ground.here(person), begin)
        else:
            with pytest.raises(OthersAway, match=away.name):
                await _does(hall, match, ground.here(person), begin)


def _agreed(ground: Ground, offer_id: int, *people: Person) -> Deed:
    def agree(change: JoiningChange, _person: Person) -> None:
        for person in people:
            offers.accept(change, ground.here(person), offer_id)

    return agree


async def _does(hall: Hall, match: Match, actor: Actor, deed: Deed) -> None:
    async with hall.matches.joining(match.id, actor) as change:
        deed(change, actor.person)
