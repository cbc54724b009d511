"""Who may do what through the interface, in every stage of a match: as the table says."""

from typing import Final

import pytest

from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct
from bot.model.tokens import Scope
from tests.bot.api.programs import program
from tests.bot.stages import GUEST, HOST, MANAGER, STAGES, STRANGER, THIRD, Ground, refused, with_sweeps
from tests.bot.tables import dump
from tests.bot.web.visiting import CHANNEL, SERVER, Visited

_ASKED: Final[dict[MatchAct, tuple[str, dict[str, str]]]] = {
    MatchAct.MOVE: ("moves", {"move": "a4<c4"}),
    MatchAct.JOIN: ("actions/join", {}),
    MatchAct.DECLINE: ("actions/decline", {}),
    MatchAct.LEAVE: ("actions/leave", {}),
    MatchAct.START: ("actions/start", {}),
    MatchAct.CANCEL: ("actions/cancel", {}),
    MatchAct.FILL: ("actions/fill", {"choice": "mole"}),
    MatchAct.OFFER: ("actions/draw", {}),
    MatchAct.RESIGN: ("actions/resign", {}),
    MatchAct.CALL_OFF: ("actions/call_off", {}),
    MatchAct.REMATCH: ("actions/rematch", {}),
    MatchAct.PLAN: ("actions/plan", {"text": "b1<c1"}),
    MatchAct.NOTE: ("actions/note", {"text": "Remember this"}),
    MatchAct.ANSWER_OFFER: ("actions/accept_offer", {"choice": "1"}),
}


def _may(act: MatchAct, match: Match, person: Person) -> bool:
    return refused(act, match, Actor(person, None)) is None


@pytest.mark.parametrize("stage", with_sweeps(STAGES, "open_challenge", "running", "direct"))
async def test_those_who_may_not_do_something_change_nothing(site: Visited, stage: str) -> None:
    ground = Ground(site.matches, SERVER, CHANNEL)
    match = await ground.make(stage)
    clients = {person: await program(site, person) for person in (HOST, GUEST, THIRD, STRANGER, MANAGER)}
    before, tried = await dump(site.matches.database), 0
    for person, client in clients.items():
        sees = _may(MatchAct.SEE, match, person)
        assert ((await client.get(f"/matches/{match.id}")).status == 200) == sees, person
        for act, (path, body) in _ASKED.items():
            if not _may(act, match, person):
                answer = await client.post(f"/matches/{match.id}/{path}", **body)
                assert answer.status in ((409,) if sees else (404,)), (person, act)
                tried += 1
    assert tried and await dump(site.matches.database) == before


async def test_a_token_that_only_reads_does_none_of_it(site: Visited) -> None:
    match = await site.proposed(host=HOST, guest=GUEST)
    reader, before = await program(site, GUEST, Scope.READ), await dump(site.matches.database)
    for path, body in _ASKED.values():
        assert (await reader.post(f"/matches/{match.id}/{path}", **body)).status == 403
    assert await dump(site.matches.database) == before
