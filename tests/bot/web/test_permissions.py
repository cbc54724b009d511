"""Who may do what on the page, by its forms and by forged requests: as the table says."""

from collections.abc import Mapping
from typing import Final

import pytest

from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.permissions import MatchAct
from bot.web import server
from bot.web.access import Site
from bot.web.more import DEEDS
from tests.bot.stages import ELSEWHERE, GUEST, HOST, MANAGER, STAGES, STRANGER, THIRD, Ground, refused
from tests.bot.web.visiting import CHANNEL, SERVER, Browser, Visited, words

_POSTS: Final[Mapping[MatchAct, tuple[tuple[str, dict[str, str]], ...]]] = {
    MatchAct.JOIN: (("answer", {"deed": "join"}),),
    MatchAct.DECLINE: (("answer", {"deed": "decline"}),),
    MatchAct.LEAVE: (("answer", {"deed": "leave"}),),
    MatchAct.START: (("answer", {"deed": "start"}),),
    MatchAct.CANCEL: (("answer", {"deed": "cancel"}),),
    MatchAct.MOVE: (("moves", {"move": "a4<c4"}),),
    MatchAct.PLAN: (("private", {"plan": "a4<c4"}),),
    MatchAct.HINT: (("deeds", {"deed": "hint"}),),
    MatchAct.RESIGN: (("deeds", {"deed": "resign"}),),
    MatchAct.CALL_OFF: (("deeds", {"deed": "call_off"}),),
    MatchAct.OFFER: tuple(("deeds", {"deed": deed}) for deed in ("draw", "takeback", "time")),
    MatchAct.ANSWER_OFFER: tuple(("deeds", {"deed": deed, "offer": "1"}) for deed in ("accept", "decline")),
    MatchAct.REMATCH: (("deeds", {"deed": "rematch"}),),
    MatchAct.NOTE: (("private", {"note": "Mine."}),),
    MatchAct.VOTE: (("deeds", {"deed": "/resign"}), ("deeds", {"deed": "/draw"})),
    MatchAct.PLAY_NOW: (("deeds", {"deed": "vote_now"}),),
}
"""The forms of the page that do each act in a match, and what a forged request sends."""

_PAGES: Final = ("", "/replay", "/picture", "/share", "/review", "/review/picture", "/events", "/try", "/try/picture")
_OTHERS: Final = (
    "/enter",
    "/leave",
    "/activity",
    "/play",
    "/puzzles",
    "/lessons",
    "/seasons",
    "/rules",
    "/try/",
    "/static",
)
"""Addresses that are about no match; competitions have a table of their own."""


@pytest.fixture(autouse=True)
def _limits_are_far(without_limits: None) -> None:
    """The same people make one match after the other."""


def test_every_address_of_a_match_and_every_deed_is_in_the_table() -> None:
    routes = server.application(Site(opened=lambda: None, show=print)).router.routes()
    found = {(route.method, route.resource.canonical) for route in routes if route.resource is not None}
    of_matches = {path.removeprefix("/matches/{match_id}") for _, path in found if path.startswith("/matches/")}
    forms = {f"/{path}" for posts in _POSTS.values() for path, _ in posts}
    assert of_matches == {*_PAGES, *forms, "/private"}
    others = {path for _, path in found if not path.startswith("/matches/") and path != "/"}
    assert all(path.startswith(_OTHERS) for path in others)
    deeds = {form["deed"] for posts in _POSTS.values() for path, form in posts if path == "deeds"}
    assert deeds == {*DEEDS, "hint", "/resign", "/draw"}


async def _visitors(site: Visited) -> list[tuple[Browser, str, Person, int]]:
    """Browsers of people who came from the channel, and of some who came from another server."""
    site.members |= {(SERVER, one.id) for one in (HOST, GUEST, THIRD, STRANGER, MANAGER)} | {(ELSEWHERE, STRANGER.id)}
    found = [(HOST, SERVER), (GUEST, SERVER), (THIRD, SERVER), (STRANGER, SERVER), (STRANGER, ELSEWHERE)]
    browsers = [(await site.visit(person, server_id), person, server_id) for person, server_id in found]
    return [(browser, await browser.csrf(), person, server_id) for browser, person, server_id in browsers]


def _may(act: MatchAct, match: Match, person: Person, server_id: int) -> bool:
    """Whether the table lets a visitor do that, as themselves anywhere or as a member of the server they came from.

    A move that is sent where a channel is to move is a vote for it.
    """
    if act is MatchAct.MOVE and _may(MatchAct.VOTE, match, person, server_id):
        return True
    actors = Actor(person, None, channel_id=CHANNEL), Actor(person, server_id, channel_id=CHANNEL)
    return any(refused(act, match, actor) is None for actor in actors)


@pytest.mark.parametrize("stage", STAGES)
async def test_whoever_may_not_do_something_changes_nothing_by_any_form(site: Visited, stage: str) -> None:
    ground = Ground(site.matches, SERVER, CHANNEL)
    match = await ground.make(stage)
    before = await ground.matches.load(match.id)
    for browser, csrf, person, server_id in await _visitors(site):
        for act, posts in _POSTS.items():
            for path, form in posts if not _may(act, match, person, server_id) else ():
                sent = {"revision": str(match.revision), **form}
                answer = await browser.post(f"/matches/{match.id}/{path}", csrf=csrf, **sent)
                assert answer.status >= 400, (act, person, server_id, words(answer))
        if not _may(MatchAct.SEE, match, person, server_id):
            for page in _PAGES:
                hidden = await browser.get(f"/matches/{match.id}{page}")
                assert hidden.status >= 400 and not any(one.name in hidden.text for one in match.people), page
    assert await ground.matches.load(match.id) == before


@pytest.mark.parametrize("stage", ["challenge", "open_challenge", "running", "finished"])
async def test_whoever_may_do_something_does_it_by_its_form(site: Visited, stage: str) -> None:
    ground, visitors = Ground(site.matches, SERVER, CHANNEL), await _visitors(site)
    known = await ground.make(stage)
    acts = (MatchAct.JOIN, MatchAct.DECLINE, MatchAct.LEAVE, MatchAct.CANCEL, MatchAct.RESIGN, MatchAct.REMATCH)
    done = 0
    for act in acts:
        for browser, csrf, person, server_id in visitors:
            if server_id == SERVER and _may(act, known, person, server_id):
                match = await ground.make(stage)
                path, form = _POSTS[act][0]
                answer = await browser.post(f"/matches/{match.id}/{path}", csrf=csrf, **form)
                assert answer.status in (200, 303), (act, person, words(answer))
                assert await ground.matches.load(match.id) != match
                done += 1
    assert done
