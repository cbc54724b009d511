"""Who may do what on the page, by its forms and by forged requests: as the table says."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from unittest.mock import Mock

import pytest

from bot.actions import settings
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.match import Match, State
from bot.model.people import Actor, Membership, Person
from bot.model.permissions import CompetitionAct, MatchAct
from bot.model.votes import DRAW, RESIGN
from bot.screens.core import Handler
from bot.screens.registry import handlers
from bot.texts import errors
from bot.web import server
from bot.web.access import Site
from players.characters import MOLE
from tests.bot.api.programs import program
from tests.bot.stages import (
    COMPETITION_STAGES,
    ELSEWHERE,
    FURL,
    GUEST,
    HOST,
    MANAGER,
    STAGES,
    STRANGER,
    THIRD,
    Ground,
    refused,
    refused_there,
    with_sweeps,
)
from tests.bot.tables import dump
from tests.bot.web.visiting import CHANNEL, SERVER, Browser, Visited, visited, words

POSTS: Final[Mapping[MatchAct, tuple[tuple[str, dict[str, str]], ...]]] = {
    MatchAct.JOIN: (("answer", {"deed": "join"}),),
    MatchAct.DECLINE: (("answer", {"deed": "decline"}),),
    MatchAct.LEAVE: (("answer", {"deed": "leave"}),),
    MatchAct.START: (("answer", {"deed": "start"}),),
    MatchAct.CANCEL: (("answer", {"deed": "cancel"}),),
    MatchAct.MOVE: (("moves", {"move": "a4<c4"}),),
    MatchAct.PLAN: (("plan", {"deed": "plan_save", "value": "a4<c4"}),),
    MatchAct.HINT: (("deeds", {"deed": "hint"}),),
    MatchAct.RESIGN: (("deeds", {"deed": "resign_yes"}),),
    MatchAct.CALL_OFF: (("deeds", {"deed": "call_off_yes"}),),
    MatchAct.OFFER: tuple(
        ("deeds", {"deed": deed, "detail": "mole"})
        for deed in ("draw_yes", "takeback_yes", "time_yes", "pause_for", "resume", "handover_to")
    ),
    MatchAct.ANSWER_OFFER: tuple(("deeds", {"deed": deed, "detail": "1"}) for deed in ("offer_yes", "offer_no")),
    MatchAct.TAKE_SEAT: (("deeds", {"deed": "seat", "detail": "0"}),),
    MatchAct.REMATCH: (("deeds", {"deed": "rematch"}),),
    MatchAct.NOTE: (("note", {"deed": "note_save", "value": "Mine."}),),
    MatchAct.FOLLOW: (("deeds", {"deed": "follow_match"}),),
    MatchAct.VOTE: tuple(("deeds", {"deed": "vote", "detail": choice}) for choice in (RESIGN, DRAW)),
    MatchAct.PLAY_NOW: (("deeds", {"deed": "vote_now"}),),
}
"""The forms of the page that do each act in a match, and what a forged request sends."""

_OF_MATCHES: Final = ("bot.screens.matches", "bot.screens.offers", "bot.screens.votes")
_ELSEWHERE: Final = {"hint", "follow_match"}


def _does(handler: Handler) -> bool:
    """Whether an act in a match changes it, instead of only showing or asking something."""
    return handler.tells or not (handler.beside or handler.at or handler.is_question)


_PAGES: Final = (
    "",
    "/replay",
    "/rules",
    "/picture",
    "/motion",
    "/choices",
    "/why",
    "/share",
    "/card",
    "/flip",
    "/review",
    "/events",
    "/try",
    "/log",
    "/dice",
)
_OTHERS: Final = (
    "/enter",
    "/first",
    "/leave",
    "/privacy",
    "/activity",
    "/guest",
    "/notices",
    "/worker.js",
    "/invited",
    "/play",
    "/puzzles",
    "/lessons",
    "/records",
    "/seasons",
    "/people",
    "/profile",
    "/leaderboard",
    "/lobby",
    "/ratings",
    "/help",
    "/settings",
    "/vacation",
    "/rules",
    "/try/",
    "/programs",
    "/engines",
    "/boards/",
    "/static",
)
"""Addresses that are about no match; competitions have a table of their own."""


@pytest.fixture(autouse=True)
def _limits_are_far(without_limits: None) -> None:
    """The same people make one match after the other."""


def test_every_address_of_a_match_and_every_deed_is_in_the_table() -> None:
    routes = server.application(Site(opened=lambda: None, show=print, show_in_turn=print)).router.routes()
    found = {(route.method, route.resource.canonical) for route in routes if route.resource is not None}
    of_matches = {path.removeprefix("/matches/{match_id}") for _, path in found if path.startswith("/matches/")}
    forms = {f"/{path}" for posts in POSTS.values() for path, _ in posts}
    assert of_matches == {*_PAGES, "/log/{number}", "/review/{number}/{side}", *forms}
    others = {path for _, path in found if not path.startswith("/matches/") and path != "/"}
    assert all(path.startswith(_OTHERS) for path in others)
    deeds = {form["deed"] for posts in POSTS.values() for path, form in posts if path == "deeds"}
    done = {name for name, handler in handlers().items() if handler.run.__module__ in _OF_MATCHES and _does(handler)}
    assert deeds == {*done, *_ELSEWHERE}


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


@pytest.mark.parametrize("stage", with_sweeps(STAGES, "running", "direct"))
async def test_those_who_may_not_do_something_change_nothing_by_any_form(site: Visited, stage: str) -> None:
    ground = Ground(site.matches, SERVER, CHANNEL)
    match = await ground.make(stage)
    before = await ground.matches.load(match.id)
    for browser, csrf, person, server_id in await _visitors(site):
        for act, posts in POSTS.items():
            for path, form in posts if not _may(act, match, person, server_id) else ():
                sent = {"match": str(match.id), "revision": str(match.revision), **form}
                answer = await browser.post(f"/matches/{match.id}/{path}", csrf=csrf, **sent)
                assert answer.status >= 400, (act, person, server_id, words(answer))
        if not _may(MatchAct.SEE, match, person, server_id):
            for page in (*_PAGES, "/log/1", "/review/1/played"):
                hidden = await browser.get(f"/matches/{match.id}{page}")
                assert hidden.status >= 400 and not any(one.name in hidden.text for one in match.people), page
    assert await ground.matches.load(match.id) == before


@pytest.mark.parametrize("stage", with_sweeps(("challenge", "open_challenge", "running", "finished"), "open_challenge"))
async def test_those_who_may_do_something_do_it_by_its_form(site: Visited, stage: str) -> None:
    ground, visitors = Ground(site.matches, SERVER, CHANNEL), await _visitors(site)
    known = await ground.make(stage)
    acts = (MatchAct.JOIN, MatchAct.DECLINE, MatchAct.LEAVE, MatchAct.CANCEL, MatchAct.RESIGN, MatchAct.REMATCH)
    done = 0
    for act in acts:
        for browser, csrf, person, server_id in visitors:
            if server_id == SERVER and _may(act, known, person, server_id):
                match = await ground.make(stage)
                path, form = POSTS[act][0]
                answer = await browser.post(f"/matches/{match.id}/{path}", csrf=csrf, **form)
                assert answer.status in (200, 303), (act, person, words(answer))
                assert await ground.matches.load(match.id) != match
                done += 1
    assert done


_IN_COMPETITIONS: Final[Mapping[CompetitionAct, dict[str, str]]] = {
    CompetitionAct.JOIN: {"deed": "league_join"},
    CompetitionAct.LEAVE: {"deed": "league_leave_yes"},
    CompetitionAct.CHALLENGE: {"deed": "ladder_meet"},
    CompetitionAct.BEGIN: {"deed": "season_begin"},
    CompetitionAct.CALL_OFF: {"deed": "season_cancel_yes", "in.reason": "No."},
    CompetitionAct.REMOVE: {"deed": "season_remove_yes", "in.player": str(THIRD.id)},
    CompetitionAct.ACCEPT: {"deed": "server_accept_yes"},
}
"""The forms of the page that do each act in a competition."""


@pytest.mark.parametrize("stage", with_sweeps(COMPETITION_STAGES, "league"))
async def test_those_who_may_not_do_something_in_a_competition_change_nothing_by_any_form(
    site: Visited, stage: str
) -> None:
    visitors = await _visitors(site)
    competition = await Ground(site.matches, SERVER, CHANNEL).open(stage)
    before = await dump(site.matches.database)
    for browser, csrf, person, server_id in visitors:
        for act, form in _IN_COMPETITIONS.items():
            refusal = refused_there(act, competition, Actor(person, server_id))
            if refusal is not None:
                sent = {**form, "detail": f"{competition.id}/{THIRD.id}"}
                answer = await browser.post(f"/seasons/{competition.id}", csrf=csrf, **sent)
                assert errors.reason(refusal).split(".")[0].replace("**", "") in words(answer), (act, person, server_id)
    assert await dump(site.matches.database) == before


async def test_nobody_has_anything_posted_by_the_page_where_they_may_not_write(fresh_url: str) -> None:
    """Neither a match of their own, nor a rematch, which begins in the channel of the match before."""
    writers = {HOST.id, GUEST.id}

    async def may_post(server_id: int, channel_id: int, person_id: int) -> bool:
        assert (server_id, channel_id) == (SERVER, CHANNEL)
        return person_id in writers

    async with visited(fresh_url, may_post=may_post) as site:
        site.members |= {(SERVER, HOST.id), (SERVER, GUEST.id)}
        match = await Ground(site.matches, SERVER, CHANNEL).finished()
        await site.matches.propose(Actor(HOST, SERVER), SERVER, Proposal(FURL, CHANNEL, seated(MOLE, 1)))
        alone = match.id + 1
        await site.matches.resign(Actor(HOST, SERVER), alone)
        host = await site.visit(HOST)
        csrf = await host.csrf()
        writers.remove(HOST.id)
        for path, form in (
            ("/play", {"game": "furl", "character": "mole"}),
            ("/play/furl", {}),
            (f"/matches/{match.id}/deeds", {"deed": "rematch"}),
            (f"/matches/{alone}/deeds", {"deed": "rematch"}),
        ):
            refused_ = await host.post(path, csrf=csrf, **form)
            assert refused_.status == 409 and "You can't write in" in words(refused_), path
        assert not (await site.matches.load(match.id)).open_offers
        writers.add(HOST.id)
        assert (await host.post(f"/matches/{alone}/deeds", csrf=csrf, deed="rematch")).status == 303


async def test_matches_of_the_page_begin_where_the_server_wants_them_and_with_people_who_see_it(fresh_url: str) -> None:
    games = CHANNEL + 1
    asked = set[int]()

    async def may_see(_server_id: int, channel_id: int, person_id: int) -> bool:
        return channel_id != games or person_id != GUEST.id

    async def may_post(_server_id: int, channel_id: int, _person_id: int) -> bool:
        asked.add(channel_id)
        return True

    async with visited(fresh_url, may_see=may_see, may_post=may_post) as site:
        site.members |= {(SERVER, HOST.id), (SERVER, GUEST.id)}
        await settings.settle(site.matches, SERVER, lambda before: replace(before, channel_id=games))
        await Ground(site.matches, SERVER, CHANNEL).running()
        host = await site.visit(HOST)
        csrf = await host.csrf()
        hidden = await host.post("/play/furl", csrf=csrf, **{"in.who": str(GUEST.id)})
        assert hidden.status == 409
        begun = await host.post("/play", csrf=csrf, game="furl", character="mole")
        match = await site.matches.load(int(begun.headers["Location"].rpartition("/")[2]))
        assert match.place.channel_id == games and asked == {games}


async def test_a_person_who_is_timed_out_begins_and_joins_nothing_and_plays_on(fresh_url: str) -> None:
    async with visited(fresh_url) as site:
        site.members |= {(SERVER, one.id) for one in (HOST, GUEST, THIRD)}
        ground = Ground(site.matches, SERVER, CHANNEL)
        table, match = await ground.open_challenge(), await ground.running()
        third, host = await site.visit(THIRD), await site.visit(HOST)
        league = (await ground.league()).id
        site.memberships |= dict.fromkeys((THIRD.id, HOST.id), Membership.TIMED_OUT)
        csrf = await third.csrf()
        for path, form in (
            (f"/matches/{table.id}/answer", {"deed": "join"}),
            ("/play/furl", {}),
            (f"/seasons/{league}", {"deed": "league_join", "detail": str(league)}),
        ):
            refused_ = await third.post(path, csrf=csrf, **form)
            assert refused_.status == 409 and "timed out" in words(refused_), path
        assert (await third.get(f"/matches/{table.id}")).status == 200, "looking on is no deed"
        solved = await third.post("/lessons/furl/1", csrf=csrf, deed="learn_help", detail="furl/0/")
        assert solved.status == 200, "what they do for themselves is done on no server"
        await host.post(f"/matches/{match.id}/moves", csrf=await host.csrf(), revision="0", move="a4<c4")
        assert (await site.matches.load(match.id)).history.moves == 1


@pytest.mark.parametrize("membership", [Membership.TIMED_OUT, Membership.GONE, Membership.UNKNOWN])
async def test_whoever_may_begin_nothing_on_a_server_joins_there_by_no_page_and_no_program(
    site: Visited, membership: Membership
) -> None:
    """Neither by a page that was opened there, nor by one from direct messages, nor by a token."""
    site.members |= {(SERVER, one.id) for one in (HOST, GUEST)}
    match = await Ground(site.matches, SERVER, CHANNEL).challenge()
    there, directly, token = await site.visit(GUEST), await site.visit(GUEST, None), await program(site, GUEST)
    site.memberships[GUEST.id] = membership
    for browser in (there, directly):
        refused_ = await browser.post(f"/matches/{match.id}/answer", csrf=await browser.csrf(), deed="join")
        assert refused_.status == 409, words(refused_)
    assert (await token.post(f"/matches/{match.id}/actions/join")).status == 409
    assert (await site.matches.load(match.id)).state is State.OPEN
    assert (
        await directly.post(f"/matches/{match.id}/answer", csrf=await directly.csrf(), deed="decline")
    ).status == 303


async def test_nothing_is_judged_for_those_who_may_not_offer_a_draw(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = Mock(return_value=frozenset())
    monkeypatch.setattr("bot.web.asking.willing_to_draw", judged)
    visitors = await _visitors(site)
    match = await Ground(site.matches, SERVER, CHANNEL).alone()
    for browser, csrf, person, _server_id in visitors:
        for deed in ("draw_yes", "vote_now"):
            await browser.post(f"/matches/{match.id}/deeds", csrf=csrf, deed=deed)
        assert judged.called == (person == HOST), person
        judged.reset_mock()
