"""A request writes only while that holds for which it was admitted: the session is checked again where it writes."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from typing import Any

import pytest

from bot.actions import privacy as privacy_actions
from bot.actions import sessions
from bot.actions.context import Context
from bot.model.sessions import Session
from bot.records.lessons import lessons_of
from rules import GAMES
from tests.bot.web.visiting import ADA, BEN, Answer, Browser, Visited

pytestmark = pytest.mark.each_database

_LESSON = lessons_of(GAMES["furl"])[0]
_Forms = dict[str, dict[str, str]]

WRITES: _Forms = {
    "/play": {"game": "furl", "character": "mole"},
    "/play/furl": {},
    "/matches/1/moves": {"move": "a4<c4", "revision": "0"},
    "/matches/1/deeds": {"deed": "draw_yes", "revision": "0"},
    "/matches/1/note": {"deed": "note_save", "match": "1", "in.value": "Mine."},
    "/matches/1/try": {"deed": "try_play", "match": "1", "detail": "a4<c4", "revision": "0"},
    "/matches/2/answer": {"deed": "join"},
    "/lessons/furl/1": {"deed": "learn_play", "detail": f"furl/0/{_LESSON.solution[0]}"},
    "/puzzles": {},
}
"""A form for each kind of address that stores something for a visitor; the puzzle is asked for first."""


class Gate:
    """Lets requests in, and then keeps them waiting before they go on."""

    def __init__(self, find: Callable[[Context, str], Coroutine[Any, Any, Session | None]]) -> None:
        self._find = find
        self.is_shut = False
        self.admitted, self.opened = asyncio.Event(), asyncio.Event()

    async def find(self, context: Context, token: str) -> Session | None:
        found = await self._find(context, token)
        if self.is_shut:
            self.admitted.set()
            await self.opened.wait()
        return found


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Generator[Gate]:
    gate = Gate(sessions.find)
    monkeypatch.setattr(sessions, "find", gate.find)
    yield gate
    gate.opened.set()


async def _ready(site: Visited) -> Browser:
    """Ada's browser; she is to move in match 1 and is challenged in match 2."""
    await site.match()
    await site.proposed(host=BEN, guest=ADA)
    return await site.visit(ADA)


async def _admitted(ada: Browser, gate: Gate, path: str) -> asyncio.Task[Answer]:
    """A request of Ada's that was let in and has not begun to write."""
    form = WRITES[path]
    if path == "/puzzles":
        path = (await ada.get("/puzzles/furl")).headers["Location"]
        form = {"deed": "puzzle_solution", "detail": path.removeprefix("/puzzles/")}
    csrf = await ada.csrf()
    gate.is_shut = True
    sent = asyncio.create_task(ada.post(path, csrf=csrf, **form))
    await gate.admitted.wait()
    gate.is_shut = False
    return sent


@pytest.mark.parametrize("path", WRITES)
async def test_a_person_whose_data_is_deleted_does_not_come_back_by_a_request_that_was_let_in_before(
    site: Visited, gate: Gate, path: str
) -> None:
    sent = await _admitted(await _ready(site), gate, path)
    await privacy_actions.forget(site.matches, ADA)
    gate.opened.set()
    assert (await sent).status in (401, 409)  # signed out, or no longer in the match
    assert not (await privacy_actions.outlook(site.matches, ADA)).is_known


@pytest.mark.parametrize("path", WRITES)
async def test_nothing_is_stored_for_a_browser_that_was_signed_out_after_its_request_was_let_in(
    site: Visited, gate: Gate, path: str
) -> None:
    sent = await _admitted(await _ready(site), gate, path)
    await sessions.end_all(site.matches, ADA.id)
    gate.opened.set()
    assert (await sent).status == 401
    assert (await site.matches.load(1)).ply == 0 and len((await site.matches.load(2)).players) == 1


async def test_of_the_requests_that_a_browser_keeps_sending_during_a_deletion_none_brings_the_person_back(
    site: Visited,
) -> None:
    back, lesson = list[int](), WRITES["/lessons/furl/1"]
    for attempt in range(8):
        await site.match()
        ada = await site.visit(ADA)
        csrf, deletion = await ada.csrf(), asyncio.create_task(privacy_actions.forget(site.matches, ADA))

        async def keep_posting(browser: Browser = ada, csrf: str = csrf, until: asyncio.Task[Any] = deletion) -> None:
            while not until.done() and (await browser.post("/lessons/furl/1", csrf=csrf, **lesson)).status != 401:
                pass

        await asyncio.gather(deletion, *(keep_posting() for _ in range(4)))
        if (await privacy_actions.outlook(site.matches, ADA)).is_known:
            back.append(attempt)
    assert not back
