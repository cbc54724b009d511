"""How a change of a match is shown: in a new message or by editing the present one, and who is told of it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import pytest

from bot.actions.playing import make_up_for_delay
from bot.model.clock import Terms
from bot.model.jobs import Kind, Notice
from bot.model.match import Match
from bot.model.people import Person
from tests.bot.actions.test_deadlines import keeper, move
from tests.bot.queue import forget_jobs, news, stored_jobs
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, BEN, CLEO, Hall, here

DAYS: Final = Terms(3)
NEW, EDITED = True, False
_Told = set[tuple[int, Notice]]
_REMINDS_ADA: Final[_Told] = {(ADA.id, Notice.REMINDER)}
_ASKS_ADA: Final[_Told] = {(ADA.id, Notice.OFFER)}
_ASKS_BEN: Final[_Told] = {(BEN.id, Notice.OFFER)}
_Begin = Callable[[Hall], Awaitable[Match]]
_Change = Callable[[Hall, Match], Awaitable[object]]


async def _challenge(hall: Hall) -> Match:
    return await hall.challenge()


async def _open(hall: Hall) -> Match:
    return await hall.open_challenge()


async def _table(hall: Hall) -> Match:
    """An open challenge to three, which Ben has joined."""
    match = await hall.open_challenge(game=ROUNDS)
    return await hall.matches.join(here(BEN), match.id)


async def _moved(hall: Hall) -> Match:
    """Ada is to move again."""
    return await move(hall, await move(hall, await hall.running(terms=DAYS)))


async def _of_three(hall: Hall) -> Match:
    return await hall.running(ADA, BEN, CLEO, game=ROUNDS, moves=["on"] * 3, terms=DAYS)


async def _over(hall: Hall) -> Match:
    return await hall.matches.resign(here(ADA), (await _moved(hall)).id)


async def _late(hall: Hall) -> Match:
    """Ada has half an hour left."""
    match = await _moved(hall)
    hall.clock.go_on(days=2, hours=23, minutes=30)
    return match


def _after(begin: _Begin, change: _Change) -> _Begin:
    async def begun(hall: Hall) -> Match:
        match = await begin(hall)
        await change(hall, match)
        return await hall.matches.load(match.id)

    return begun


async def _make_up(hall: Hall, match: Match) -> None:
    async with hall.matches.change(match.id) as change:
        make_up_for_delay(change, ADA.id)


def _answer(person: Person, *, accepts: bool) -> _Change:
    async def answer(hall: Hall, match: Match) -> None:
        [offer] = match.open_offers
        act = hall.matches.accept_offer if accepts else hall.matches.decline_offer
        await act(here(person), match.id, offer.id)

    return answer


async def _draw(hall: Hall, match: Match) -> None:
    await hall.matches.offer_draw(here(ADA), match.id)


async def _takeback(hall: Hall, match: Match) -> None:
    await hall.matches.ask_takeback(here(BEN), match.id)


async def _pause(hall: Hall, match: Match) -> None:
    await hall.matches.offer_pause(here(ADA), match.id, 7)


async def _rematch(hall: Hall, match: Match) -> None:
    await hall.matches.offer_rematch(here(ADA), match.id)


async def _time(hall: Hall, match: Match) -> None:
    await hall.matches.more_time(here(ADA), match.id)


_yes, _no = _answer(BEN, accepts=True), _answer(BEN, accepts=False)

CASES: Final[dict[str, tuple[_Begin, _Change, Sequence[bool], _Told]]] = {
    "a challenge is accepted": (_challenge, lambda hall, match: hall.matches.join(here(BEN), match.id), (NEW,), set()),
    "a challenge is declined": (
        _challenge,
        lambda hall, match: hall.matches.decline(here(BEN), match.id),
        (EDITED,),
        set(),
    ),
    "a challenge is cancelled": (
        _challenge,
        lambda hall, match: hall.matches.cancel(here(ADA), match.id),
        (EDITED,),
        set(),
    ),
    "an open challenge is joined": (_open, lambda hall, match: hall.matches.join(here(BEN), match.id), (NEW,), set()),
    "a table is joined": (_table, lambda hall, match: hall.matches.join(here(CLEO), match.id), (EDITED,), set()),
    "a table is left": (_table, lambda hall, match: hall.matches.leave(here(BEN), match.id), (EDITED,), set()),
    "a table is begun": (_table, lambda hall, match: hall.matches.start(here(ADA), match.id), (NEW,), set()),
    "a move": (_moved, move, (NEW,), set()),
    "a resignation": (_moved, lambda hall, match: hall.matches.resign(here(ADA), match.id), (NEW,), set()),
    "a resignation at a table of three": (
        _of_three,
        lambda hall, match: hall.matches.resign(here(ADA), match.id),
        (NEW,),
        set(),
    ),
    "a reminder": (_late, lambda hall, match: hall.matches.remind(match.id), (), _REMINDS_ADA),
    "days for a late reminder": (_late, _make_up, (EDITED,), set()),
    "a draw is offered": (_moved, _draw, (EDITED,), _ASKS_BEN),
    "a draw is agreed on": (_after(_moved, _draw), _yes, (NEW,), set()),
    "a draw is declined": (_after(_moved, _draw), _no, (EDITED,), set()),
    "a takeback is asked for": (_moved, _takeback, (EDITED,), _ASKS_ADA),
    "a takeback is agreed on": (_after(_moved, _takeback), _answer(ADA, accepts=True), (NEW,), set()),
    "more time is asked for": (_moved, _time, (EDITED,), _ASKS_BEN),
    "more time is agreed on": (_after(_moved, _time), _yes, (EDITED,), set()),
    "more time is given": (_moved, lambda hall, match: hall.matches.more_time(here(BEN), match.id), (EDITED,), set()),
    "a pause is asked for": (_moved, _pause, (EDITED,), _ASKS_BEN),
    "a pause is agreed on": (_after(_moved, _pause), _yes, (EDITED,), set()),
    "the player to move ends a pause": (
        _after(_after(_moved, _pause), _yes),
        lambda hall, match: hall.matches.end_pause(here(ADA), match.id),
        (EDITED,),
        set(),
    ),
    "the other ends a pause": (
        _after(_after(_moved, _pause), _yes),
        lambda hall, match: hall.matches.end_pause(here(BEN), match.id),
        (NEW,),
        set(),
    ),
    "a rematch is offered": (_over, _rematch, (EDITED,), _ASKS_BEN),
    "a rematch is agreed on": (_after(_over, _rematch), _yes, (EDITED,), set()),
    "a rematch is declined": (_after(_over, _rematch), _no, (EDITED,), set()),
}


@pytest.mark.parametrize("case", CASES)
async def test_a_change_is_shown(hall: Hall, case: str) -> None:
    begin, change, shown, told = CASES[case]
    await keeper(hall).tend()
    match = await begin(hall)
    async with hall.database.write() as connection:
        for kind in (Kind.BOARD, Kind.NOTICE):
            await forget_jobs(connection, kind)
    await change(hall, match)
    assert await news(hall.database, match.id) == list(shown)
    assert {(one.person_id, one.data["notice"]) for one in await stored_jobs(hall.database, Kind.NOTICE)} == told
