"""What becomes of the matches of two people once one of them blocks the other."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import pytest

from bot.actions import challenges, people
from bot.model.match import Match, State
from bot.model.offers import OfferState
from bot.model.people import Person
from tests.bot.store.rounds import ROUNDS
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CLEO, DAN, Hall, here

_Begin = Callable[[Hall], Awaitable[Match]]


async def _table(hall: Hall, *guests: Person) -> Match:
    """An open challenge of Dan's to three, which these people have joined."""
    match = await hall.open_challenge(host=DAN, game=ROUNDS)
    for guest in guests:
        match = await hall.matches.join(here(guest), match.id)
    return match


async def _joined(hall: Hall) -> Match:
    """Ada's open challenge to three, which Ben has joined."""
    return await hall.matches.join(here(BEN), (await hall.open_challenge(game=ROUNDS)).id)


async def _about_to_begin(hall: Hall) -> Match:
    """A match of Ada and Ben with dice, whose first message is on its way."""
    match = await hall.challenge(game=STICKS)
    async with hall.matches.joining(match.id, here(BEN)) as change:
        challenges.join(change, BEN)
    return await hall.matches.load(match.id)


MATCHES: Final[dict[str, tuple[_Begin, Sequence[Person], State, Sequence[Person]]]] = {
    "Ada's challenge of Ben": (lambda hall: hall.challenge(), (ADA, BEN), State.CALLED_OFF, (ADA, BEN)),
    "Ben's challenge of Ada": (lambda hall: hall.challenge(ADA, host=BEN), (BEN, ADA), State.CALLED_OFF, (BEN, ADA)),
    "one to others too": (lambda hall: hall.challenge(BEN, CLEO, game=ROUNDS), (ADA, BEN, CLEO), State.CALLED_OFF, ()),
    "one of Cleo": (lambda hall: hall.challenge(CLEO), (ADA, CLEO), State.OPEN, (ADA, CLEO)),
    "Ada's table with Ben": (_joined, (ADA, BEN), State.OPEN, (ADA,)),
    "Dan's table with both": (lambda hall: _table(hall, ADA, BEN), (DAN, ADA, BEN), State.OPEN, (DAN, BEN)),
    "Dan's table with Ada": (lambda hall: _table(hall, ADA), (DAN, ADA), State.OPEN, (DAN, ADA)),
    "a match about to begin": (_about_to_begin, (ADA, BEN), State.OPEN, (ADA, BEN)),
    "a running match": (lambda hall: hall.running(), (ADA, BEN), State.RUNNING, (ADA, BEN)),
}
"""Who is in a match before Ada blocks Ben, and what it is afterwards, with whom."""


@pytest.mark.parametrize("case", MATCHES)
async def test_what_waits_between_two_people_is_closed_and_everything_else_goes_on(hall: Hall, case: str) -> None:
    begin, before, state, after = MATCHES[case]
    match = await begin(hall)
    assert {one.id for one in match.people} == {one.id for one in before}
    await people.block(hall.matches, ADA, BEN)
    now = await hall.matches.load(match.id)
    assert now.state is state
    if state is not State.CALLED_OFF:
        assert {one.id for one in now.people} == {one.id for one in after}


@pytest.mark.parametrize(("by", "asks"), [(ADA, True), (BEN, True), (CLEO, False)])
async def test_an_offer_between_the_two_lapses_and_that_of_a_third_stays(hall: Hall, by: Person, *, asks: bool) -> None:
    match = await hall.running(ADA, BEN, CLEO, game=ROUNDS, moves=["on"] * 3)
    await hall.matches.offer_draw(here(by), match.id)
    await people.block(hall.matches, ADA, BEN)
    [offer] = (await hall.matches.load(match.id)).offers
    assert offer.state is (OfferState.LAPSED if asks else OfferState.OPEN)
