"""Each limit on what one person or one server has at a time: the last that is allowed, and the first that is refused."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest

from bot.actions import engines as engine_actions
from bot.actions import guests as guest_actions
from bot.actions import people, tokens
from bot.actions import privacy as privacy_actions
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.refusals import Refusal
from bot.model.refusals.challenges import (
    InvitedTooOften,
    TooManyAlone,
    TooManyOpen,
    TooManyTogether,
    WithdrawnTooOften,
)
from bot.model.refusals.matches import TooManyByVote
from bot.model.refusals.people import ExportedTooOften, TooManyBlocked, TooManyGuests
from bot.model.refusals.programs import TooManyEngines, TooManyEnginesHere, TooManyTokens
from bot.model.tokens import LASTS, Scope
from bot.model.votes import CHANNEL as EVERYBODY
from players.characters import MOLE
from rules.core import Seat
from tests.bot.actions.competitions.club import crowd
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, ELSEWHERE, FURL, SERVER, Hall, here

_Again = Callable[[Hall, int], Awaitable[object]]
MOST: Final = 3


async def _guest(hall: Hall, number: int) -> None:
    await guest_actions.enter(hall.matches, f"Guest {number}", f"{number}", f"{number}")


async def _engine(hall: Hall, number: int) -> None:
    await engine_actions.register(hall.matches, ADA, SERVER + number, f"Engine {number}", {FURL.key})


async def _engine_of_another(hall: Hall, number: int) -> None:
    await engine_actions.register(hall.matches, crowd(9)[number], SERVER, f"Engine {number}", {FURL.key})


async def _token(hall: Hall, number: int) -> None:
    await tokens.make(hall.matches, ADA, f"Program {number}", Scope.PLAY, LASTS[0])


async def _blocked(hall: Hall, number: int) -> None:
    await people.block(hall.matches, ADA, crowd(9)[number])


async def _export(hall: Hall, _number: int) -> None:
    async for _file in privacy_actions.export(hall.matches, ADA.id):
        pass


async def _waiting(hall: Hall, number: int) -> None:
    await hall.challenge(crowd(9)[number])


async def _withdrawn(hall: Hall, _number: int) -> None:
    table = await hall.open_challenge()
    await hall.matches.cancel(here(ADA), table.id)


async def _alone(hall: Hall, _number: int) -> None:
    await hall.challenge(*seated(MOLE, 1))


async def _invited(hall: Hall, _number: int) -> None:
    match = await hall.challenge(BEN)
    await hall.matches.decline(here(BEN), match.id)


async def _by_vote(hall: Hall, number: int) -> None:
    terms = Terms(3, vote_minutes=60)
    proposal = Proposal(FURL, CHANNEL, seated(MOLE, 1), Seat(0), terms=terms, channels=(EVERYBODY,))
    await hall.matches.propose(here(crowd(9)[number]), SERVER, proposal)


LIMITS: Final[dict[str, tuple[_Again, type[Refusal]]]] = {
    "bot.actions.guests.MOST_GUESTS": (_guest, TooManyGuests),
    "bot.actions.engines.MOST_ENGINES": (_engine, TooManyEngines),
    "bot.actions.engines.MOST_ON_SERVER": (_engine_of_another, TooManyEnginesHere),
    "bot.actions.tokens.MOST_TOKENS": (_token, TooManyTokens),
    "bot.actions.people.MOST_BLOCKED": (_blocked, TooManyBlocked),
    "bot.actions.privacy.MOST_EXPORTS": (_export, ExportedTooOften),
    "bot.actions.challenges.MOST_OPEN": (_waiting, TooManyOpen),
    "bot.actions.challenges.MOST_WITHDRAWN": (_withdrawn, WithdrawnTooOften),
    "bot.actions.challenges.MOST_AT_ONCE": (_by_vote, TooManyByVote),
    "bot.model.challenges.MOST_ALONE": (_alone, TooManyAlone),
    "bot.model.challenges.MOST_INVITATIONS": (_invited, InvitedTooOften),
}


@pytest.mark.parametrize("limit", LIMITS)
async def test_the_last_is_allowed_and_the_next_refused(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    again, refusal = LIMITS[limit]
    monkeypatch.setattr(limit, MOST)
    for number in range(MOST):
        await again(hall, number)
    async with hall.refusing(refusal) as caught:
        await again(hall, MOST)
    assert getattr(caught.value, "most", MOST) == MOST


_Other = Callable[[Hall], Awaitable[Any]]
OTHERS: Final[dict[str, _Other]] = {
    "bot.actions.engines.MOST_ENGINES": lambda hall: engine_actions.register(
        hall.matches, BEN, SERVER, "Other", {FURL.key}
    ),
    "bot.actions.engines.MOST_ON_SERVER": lambda hall: engine_actions.register(
        hall.matches, ADA, ELSEWHERE, "Other", {FURL.key}
    ),
    "bot.actions.tokens.MOST_TOKENS": lambda hall: tokens.make(hall.matches, BEN, "Other", Scope.PLAY, LASTS[0]),
    "bot.actions.people.MOST_BLOCKED": lambda hall: people.block(hall.matches, BEN, ADA),
    "bot.actions.challenges.MOST_OPEN": lambda hall: hall.challenge(ADA, host=BEN),
    "bot.actions.challenges.MOST_WITHDRAWN": lambda hall: hall.open_challenge(host=BEN),
    "bot.actions.challenges.MOST_AT_ONCE": lambda hall: hall.challenge(BEN),
    "bot.model.challenges.MOST_ALONE": lambda hall: hall.challenge(*seated(MOLE, 1), host=BEN),
    "bot.model.challenges.MOST_INVITATIONS": lambda hall: hall.challenge(CLEO),
}
"""What a limit that is reached doesn't keep from happening: it is of another person, on another server, or of its kind."""


@pytest.mark.parametrize("limit", OTHERS)
async def test_a_limit_that_is_reached_limits_nothing_else(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(limit, MOST)
    for number in range(MOST):
        await LIMITS[limit][0](hall, number)
    await OTHERS[limit](hall)


async def test_who_is_invited_and_has_not_joined_is_in_no_match_with_the_others(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two have too many matches together by those that both have joined."""
    monkeypatch.setattr("bot.model.challenges.MOST_TOGETHER", 2)
    for _ in range(3):
        await hall.challenge(BEN)
    await hall.matches.join(here(BEN), 1)
    await hall.matches.join(here(BEN), 2)
    async with hall.refusing(TooManyTogether) as caught:
        await hall.matches.join(here(BEN), 3)
    assert caught.value.most == 2
    await hall.running(CLEO, BEN)
