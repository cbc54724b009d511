"""Who a visitor is and what they may do, by what a request says and what Discord answers, case by case."""

# pyright: reportPrivateUsage=false

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from unittest.mock import AsyncMock, Mock

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from bot.actions import settings
from bot.actions.context import Context
from bot.model.askers import ALLOWANCES, Allowance, Cost
from bot.model.competitions.competition import Venue
from bot.model.people import FIRST_ENGINE, FIRST_GUEST, Actor, Membership, Person
from bot.model.place import DIRECT, Place
from bot.model.refusals import OnlyInServers, Refusal, WrongChannel
from bot.model.refusals.challenges import MayNotPostHere, OpponentNotHere
from bot.model.refusals.people import NoLongerThere, NoServerHere, NotNow, TimedOut
from bot.model.servers import Server
from bot.model.sessions import Session
from bot.web import access, asking, challenges, edge, home
from bot.web.access import COOKIE, COOKIE_IN_DISCORD, FLIPPED, RATES, SITE, VISITOR, Rates, Site, Visitor
from bot.web.edge import HELD, Crowd
from rules import GAMES
from tests.bot.allowing import allow
from tests.bot.tables import ADA, BEN

NOW: Final = datetime(2030, 1, 1, tzinfo=UTC)
SERVER, CHANNEL = 77 << 22, 78 << 22
GUEST: Final = Person(FIRST_GUEST, "Guest")
ENGINE: Final = Person(FIRST_ENGINE, "Bolt")
NO, YES = AsyncMock(return_value=False), AsyncMock(return_value=True)
UNKNOWN: Final = AsyncMock(side_effect=NotNow)


def _session(person: Person = ADA, server_id: int | None = SERVER, **more: Any) -> Session:
    facts: dict[str, Any] = {"person": person, "server_id": server_id, "channel_id": CHANNEL, "expires_at": NOW}
    return Session(**(facts | more))


def _request(
    path: str = "/",
    method: str = "GET",
    *,
    visitor: Visitor | None = None,
    headers: Mapping[str, str] | None = None,
    **site: Any,
) -> web.Request:
    """A request to a page with these dependencies, by a visitor if there is one."""
    app = web.Application()
    needed: dict[str, Any] = {"opened": Mock(return_value=Mock(processes=1)), "show": Mock(), "show_in_turn": Mock()}
    app[SITE] = Site(**(needed | site))
    app[RATES] = Rates(app[SITE])
    app[access.CROWD] = Crowd()
    request = make_mocked_request(method, path, headers={"Host": "127.0.0.1", **(headers or {})}, app=app)
    if visitor is not None:
        request[VISITOR] = visitor
    return request


def _visitor(person: Person = ADA, **session: Any) -> Visitor:
    return Visitor(_session(person, **session), "token", "", "a network" if person.is_guest else person.id)


# --- who asks ---


@pytest.mark.parametrize(
    ("public", "passed_on", "address"),
    [
        ("", (), "192.0.2.9"),
        ("", ("192.0.2.1",), "192.0.2.9"),
        ("https://a.example", (), "192.0.2.9"),
        ("https://a.example", ("192.0.2.1",), "192.0.2.1"),
        ("https://a.example", ("192.0.2.1, 192.0.2.2",), "192.0.2.2"),
        ("https://a.example", ("192.0.2.1", " 192.0.2.3 "), "192.0.2.3"),
        ("https://a.example", ("x" * 65,), "x" * 64),
        ("https://a.example", ("",), "192.0.2.9"),
    ],
)
def test_the_address_of_a_visitor_is_what_the_proxy_added_last(
    public: str, passed_on: tuple[str, ...], address: str
) -> None:
    request = Mock(app={SITE: Mock(public=public, proxies=())}, remote="192.0.2.9")
    request.headers.getall = Mock(return_value=passed_on)
    assert access.address_of(request) == address
    assert access.asker_of(request, None) == edge.network(address)
    assert access.asker_of(request, _visitor(GUEST)) == "a network" and access.asker_of(request, _visitor()) == ADA.id


@pytest.mark.parametrize(
    ("public", "host", "is_served"),
    [
        ("", "127.0.0.1:80", True),
        ("", "localhost", True),
        ("", "a.example", False),
        ("https://a.example", "b.example", True),
    ],
)
def test_without_a_public_address_other_names_of_this_machine_are_refused(
    public: str, host: str, *, is_served: bool
) -> None:
    request = _request(headers={"Host": host}, public=public)
    if is_served:
        access.check_host(request)
    else:
        with pytest.raises(web.HTTPForbidden):
            access.check_host(request)


@pytest.mark.parametrize(
    ("cookies", "token"),
    [
        ("", ""),
        (f"{COOKIE}=abc", "abc"),
        (f"x=1; {COOKIE}=a-b_c; y=2", "a-b_c"),
        (f"x{COOKIE}=abc", ""),
        (f"{COOKIE}=", ""),
        (f"{COOKIE}={'a' * 100}", "a" * 100),
        (f"{COOKIE}={'a' * 101}", ""),
        (f"{COOKIE}=a b", ""),
        (f"{COOKIE_IN_DISCORD}=abc", ""),
    ],
)
def test_a_token_is_read_from_its_own_cookie(cookies: str, token: str) -> None:
    assert access.token_in(_request(headers={"Cookie": cookies}), COOKIE) == token


@pytest.mark.parametrize(
    ("accepted", "own", "language"),
    [
        ("", "", "en"),
        ("de", "", "de"),
        ("xx, fr;q=0.5, de", "", "fr"),
        ("de", "it", "it"),
        (",".join(["xx"] * 19 + ["de"]), "", "de"),
        (",".join(["xx"] * 20 + ["de"]), "", "en"),
    ],
)
def test_a_visitor_reads_their_own_language_or_that_of_their_browser(accepted: str, own: str, language: str) -> None:
    request = _request(headers={"Accept-Language": accepted}, visitor=replace(_visitor(), language=own))
    assert access.language_of(request) == language
    assert access.browser_language(request) == (language if not own else "de")
    assert access.language_of(_request(headers={"Accept-Language": accepted})) == access.browser_language(request)


@pytest.mark.parametrize(
    ("is_public", "in_discord", "is_static", "expected"),
    [
        (False, False, False, {"frames": "'none'", "kept": "private, no-store", "tls": None}),
        (True, False, False, {"frames": "'none'", "kept": "private, no-store", "tls": "max-age=31536000"}),
        (True, True, False, {"frames": "https://discord.com", "kept": "private, no-store", "tls": "max-age=31536000"}),
        (False, False, True, {"frames": "'none'", "kept": "public, max-age=31536000, immutable", "tls": None}),
    ],
)
async def test_each_answer_has_headers_that_protect_it(
    expected: Mapping[str, str | None], *, is_public: bool, in_discord: bool, is_static: bool
) -> None:
    activity = access.Activity(lambda: 7, "secret", parents=("https://discord.com",))
    path = "/static/style.css?v=1" if is_static else "/"
    request = _request(
        path,
        public="https://a.example" if is_public else "http://a.example",
        activity=activity,
        visitor=_visitor(is_in_discord=in_discord),
    )
    response = web.Response()
    await access.with_headers(request, response)
    policy = response.headers["Content-Security-Policy"]
    assert policy.rpartition("frame-ancestors ")[2].split()[0] == expected["frames"]
    assert ("https://7.discordsays.com" in policy) is in_discord
    assert response.headers["Cache-Control"] == expected["kept"]
    assert response.headers.get("Strict-Transport-Security") == expected["tls"]
    gone = web.Response(status=404)
    await access.with_headers(request, gone)
    assert gone.headers["Cache-Control"] == "private, no-store"
    frame = _request("/?frame_id=1", activity=activity)
    await access.with_headers(frame, framed := web.Response())
    assert "discordsays" in framed.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("origin", "csrf", "is_own"),
    [
        (None, "right", True),
        ("https://a.example", "right", True),
        ("https://7.discordsays.com", "right", True),
        ("https://b.example", "right", False),
        ("null", "right", False),
        (None, "wrong", False),
        (None, None, False),
    ],
)
async def test_only_forms_of_the_page_itself_are_taken(origin: str | None, csrf: str | None, *, is_own: bool) -> None:
    visitor = _visitor()
    activity = access.Activity(lambda: 7, "secret")
    headers = {} if origin is None else {"Origin": origin}
    request = _request("/", "POST", headers=headers, public="https://a.example", activity=activity, visitor=visitor)
    request[access._FORM] = {} if csrf is None else {"csrf": visitor.csrf if csrf == "right" else csrf}
    if is_own:
        await access._check_own(request)
    else:
        with pytest.raises(web.HTTPForbidden):
            await access._check_own(request)


@pytest.mark.parametrize(
    ("public", "in_discord", "parts"),
    [
        ("", False, ["furlong=t", "Max-Age=2592000", "Path=/", "HttpOnly", "SameSite=Lax"]),
        ("https://a.example", False, ["furlong=t", "Max-Age=2592000", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"]),
        (
            "http://a.example",
            True,
            ["furlong-in-discord=t", None, "Path=/", "HttpOnly", "Secure", "SameSite=None", "Partitioned"],
        ),
    ],
)
def test_a_session_is_in_a_cookie(public: str, parts: list[str | None], *, in_discord: bool) -> None:
    request, response = _request(public=public), web.Response()
    access.signed_in(request, response, "t", is_in_discord=in_discord)
    found = response.headers["Set-Cookie"].split("; ")
    assert [one for one, part in zip(found, parts, strict=True) if part is not None] == [part for part in parts if part]
    for cookie, lasts in (("", "Max-Age=2592000"), (f"{FLIPPED}=1", "Max-Age=0")):
        flipped = web.Response()
        access.flip(_request(headers={"Cookie": cookie}), flipped, "/matches/7")
        assert flipped.headers["Set-Cookie"].split("; ")[:3] == [f"{FLIPPED}=1", lasts, "Path=/matches/7"]


def test_a_person_and_an_address_may_have_so_many_pictures_and_requests_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allowed = {**ALLOWANCES, Cost.DRAWING: Allowance(3, 2, timedelta(seconds=10))}
    monkeypatch.setattr("bot.model.askers.ALLOWANCES", allowed)
    for name, most in (("_MOST_AT_ONCE", 3), ("_MOST_AT_ONCE_BY_ADDRESS", 2)):
        monkeypatch.setattr(access, name, most)
    for visitor, most in ((None, 2), (_visitor(), 3)):
        request = _request(visitor=visitor)
        for _ in range(most):
            access.spend(request, Cost.DRAWING)
        with pytest.raises(web.HTTPTooManyRequests):
            access.spend(request, Cost.DRAWING)
        with ExitStack() as held:
            request[HELD] = held
            for _ in range(most):
                access.let_in(request, visitor)
            with pytest.raises(web.HTTPTooManyRequests):
                access.let_in(request, visitor)


@pytest.mark.parametrize("person", [None, GUEST])
async def test_no_household_shuts_out_the_others_of_its_network(
    monkeypatch: pytest.MonkeyPatch, person: Person | None
) -> None:
    """Neither by requests that are answered at once nor by many after each other; the network has limits as well."""
    allow(monkeypatch, 3, Cost.REQUEST)
    allow(monkeypatch, 5, Cost.NEARBY)
    for name, most in (("_MOST_AT_ONCE_BY_ADDRESS", 2), ("_MOST_AT_ONCE_BY_NETWORK", 3)):
        monkeypatch.setattr(access, name, most)
    visitor, first = None if person is None else _visitor(person), _request(public="https://a.example")
    find, held = AsyncMock(return_value=None), list[ExitStack]()

    async def is_let_in(address: str, *, is_held: bool) -> bool:
        request = make_mocked_request("GET", "/", headers={"X-Forwarded-For": address}, app=first.app)
        request[HELD] = ExitStack()
        try:
            if not is_held:
                await access.known_by(request, "token", find)
                return True
            access.let_in(request, visitor)
        except web.HTTPTooManyRequests:
            request[HELD].close()
            return False
        held.append(request[HELD])
        return True

    at_once = [await is_let_in(f"192.0.2.{number}", is_held=True) for number in (1, 1, 1, 2, 2)]
    assert at_once == [True, True, False, True, False]
    for stack in held:
        stack.close()
    assert (await is_let_in("192.0.2.2", is_held=True)) is (person is None)  # which has sent five requests
    lately = [await is_let_in(f"203.0.113.{number}", is_held=False) for number in (1, 1, 1, 1, 2, 2, 2)]
    assert lately == [True, True, True, False, True, True, False]


def test_processes_share_what_is_allowed_at_once_and_of_what_is_counted_without_an_asker() -> None:
    request = _request(visitor=_visitor(), opened=lambda: Mock(processes=4))
    with ExitStack() as held:
        request[HELD] = held
        for _ in range(access._MOST_AT_ONCE // 4):
            access.let_in(request, _visitor())
        with pytest.raises(web.HTTPTooManyRequests):
            access.let_in(request, _visitor())
    rates = request.app[RATES]
    assert [rates.count("a token", 8) for _ in range(3)] == [True, True, False]


# --- what they may do ---


@pytest.mark.parametrize(
    ("site", "session", "seen"),
    [
        ({}, {}, (SERVER, CHANNEL, False)),
        ({"is_member": YES, "may_see": YES, "manages": YES}, {}, (SERVER, CHANNEL, True)),
        ({"is_member": YES, "may_see": NO, "manages": NO}, {}, (SERVER, None, False)),
        ({"is_member": NO, "manages": YES}, {}, (None, None, False)),
        ({"is_member": UNKNOWN}, {}, (None, None, False)),
        ({"may_see": UNKNOWN}, {}, (None, None, False)),
        ({"is_member": NO}, {"server_id": None}, (None, CHANNEL, False)),
        ({"may_see": NO}, {"channel_id": None}, (SERVER, None, False)),
    ],
)
async def test_a_visitor_acts_where_they_came_from_as_far_as_discord_lets_them(
    site: Mapping[str, Any], session: Mapping[str, Any], seen: tuple[int | None, int | None, bool]
) -> None:
    request = _request(visitor=_visitor(**session), **site)
    actor = await access.actor_seen(request)
    assert (actor.person, actor.server_id, actor.channel_id, actor.manages_server) == (ADA, *seen)
    if UNKNOWN in site.values():
        with pytest.raises(NotNow):
            await access.actor_here(request)


@pytest.mark.parametrize(
    ("method", "server_id", "membership", "refusal"),
    [
        ("POST", SERVER, Membership.TIMED_OUT, TimedOut),
        ("POST", SERVER, Membership.GONE, NoLongerThere),
        ("POST", SERVER, Membership.UNKNOWN, NotNow),
        ("GET", SERVER, Membership.TIMED_OUT, None),
        ("POST", None, Membership.TIMED_OUT, None),
        ("POST", SERVER, Membership.MEMBER, None),
    ],
)
async def test_who_is_timed_out_changes_nothing_on_the_server(
    method: str, server_id: int | None, membership: Membership, refusal: type[Refusal] | None
) -> None:
    context = Context(Mock(), now=Mock(), membership=AsyncMock(return_value=membership))
    request = _request("/", method, visitor=_visitor(server_id=server_id), opened=lambda: context)
    if refusal is not None:
        with pytest.raises(refusal):
            await access.actor_here(request)
    else:
        assert (await access.actor_here(request)).server_id == server_id


@pytest.mark.parametrize(
    ("person", "server_id", "may_post", "is_refused"),
    [
        (ADA, SERVER, None, False),
        (ADA, SERVER, YES, False),
        (ADA, SERVER, NO, True),
        (ADA, DIRECT, NO, False),
        (GUEST, SERVER, None, True),
        (GUEST, DIRECT, None, False),
    ],
)
async def test_nothing_is_posted_for_visitors_where_they_may_not_write(
    person: Person, server_id: int, may_post: Any, *, is_refused: bool
) -> None:
    request = _request(visitor=_visitor(person), may_post=may_post)
    if is_refused:
        with pytest.raises(MayNotPostHere):
            await access.check_may_post(request, server_id, 9)
    else:
        await access.check_may_post(request, server_id, 9)


@pytest.mark.parametrize(
    ("changes", "is_gone"),
    [
        ({}, True),
        ({"stays": True}, False),
        ({"is_member": None}, False),
        ({"visitor_left": True}, False),
        ({"to_move": None}, False),
        ({"to_move": GUEST}, False),
        ({"to_move": ENGINE}, True),
        ({"to_move": ENGINE, "stays": True}, False),
        ({"has_limit": True}, False),
        ({"server_id": DIRECT}, False),
        ({"is_unknown": True}, False),
    ],
)
async def test_only_the_player_who_is_waited_for_without_a_limit_counts_as_gone(
    changes: Mapping[str, Any], *, is_gone: bool
) -> None:
    async def is_member(_server_id: int, person_id: int) -> bool:
        if "is_unknown" in changes:
            raise NotNow
        return ("visitor_left" not in changes) if person_id == ADA.id else "stays" in changes

    context = Mock(askers={ENGINE.id: BEN.id})
    request = _request(visitor=_visitor(), is_member=changes.get("is_member", is_member), opened=lambda: context)
    match: Any = Mock(
        to_move=changes.get("to_move", BEN),
        place=Mock(server_id=changes.get("server_id", SERVER)),
        terms=Mock(has_limit="has_limit" in changes),
    )
    assert await asking.gone_id(request, ADA, match) == (match.to_move.id if is_gone else None)


@pytest.mark.parametrize(
    ("server", "asked_for", "venue"),
    [
        (Server(), None, (CHANNEL, CHANNEL, False)),
        (Server(), 5, (5, 5, False)),
        (Server(uses_threads=True), 5, (5, 5, True)),
        (Server(channel_id=5), 5, (5, 5, False)),
        (Server(channel_id=6), 5, WrongChannel),
        (Server(channel_id=9, uses_threads=True), 5, (5, 9, False)),
    ],
)
async def test_a_competition_is_shown_in_a_channel_and_its_matches_there_or_in_the_forum(
    monkeypatch: pytest.MonkeyPatch, server: Server, asked_for: int | None, venue: Any
) -> None:
    """Channel 9 is a forum."""
    monkeypatch.setattr(settings, "of_server", AsyncMock(return_value=server))
    rooms, may_post = Mock(is_forum=lambda channel_id: channel_id == 9), AsyncMock(return_value=True)  # pyright: ignore[reportUnknownLambdaType]
    request = _request(visitor=_visitor(), rooms=AsyncMock(return_value=rooms), may_post=may_post)
    actor = Actor(ADA, SERVER, channel_id=CHANNEL)
    if venue is WrongChannel:
        with pytest.raises(WrongChannel):
            await asking._venue(request, actor, asked_for)
        return
    found = await asking._venue(request, actor, asked_for)
    shown_in, matches_in, wants_threads = venue
    assert found == Venue(SERVER, *venue)
    assert rooms.check_for_post.call_args.args[0] == shown_in
    rooms.check_for_matches.assert_called_once_with(matches_in, opens_threads=wants_threads)
    assert {call.args for call in may_post.await_args_list} == {(SERVER, one, ADA.id) for one in (shown_in, matches_in)}
    for wrong, site in ((NoServerHere, {"rooms": YES}), (NotNow, {})):
        with pytest.raises(wrong):
            await asking._rooms(
                Site(opened=Mock(), show=Mock(), show_in_turn=Mock(), **site),
                replace(actor, server_id=None if site else SERVER),
            )


# --- challenges and the first page ---


@pytest.mark.parametrize(
    ("visitor", "site", "server", "begins"),
    [
        (_visitor(), {}, Server(), (SERVER, CHANNEL)),
        (_visitor(), {}, Server(channel_id=9), (SERVER, 9)),
        (_visitor(server_id=None), {}, Server(channel_id=9), (None, CHANNEL)),
        (_visitor(channel_id=None), {}, Server(), web.HTTPBadRequest),
        (_visitor(), {"is_member": NO}, Server(), OnlyInServers),
        (_visitor(), {"may_post": NO}, Server(), MayNotPostHere),
    ],
)
async def test_a_match_begins_where_the_visitor_came_from_or_in_the_channel_of_the_server(
    monkeypatch: pytest.MonkeyPatch, visitor: Visitor, site: Mapping[str, Any], server: Server, begins: Any
) -> None:
    monkeypatch.setattr(settings, "of_server", AsyncMock(return_value=server))
    request = _request(visitor=visitor, **site)
    if begins in ((SERVER, CHANNEL), (SERVER, 9), (None, CHANNEL)):
        actor, channel_id = await challenges.actor_beginning(request)
        assert (actor.server_id, channel_id) == begins
    else:
        with pytest.raises(begins):
            await challenges.actor_beginning(request)


@pytest.mark.parametrize(
    ("server_id", "opens", "uses", "wants"),
    [(SERVER, True, True, True), (None, True, True, False), (SERVER, False, True, False), (SERVER, True, False, False)],
)
async def test_a_match_has_a_thread_where_the_server_wants_it_and_one_can_be_opened(
    monkeypatch: pytest.MonkeyPatch, server_id: int | None, *, opens: bool, uses: bool, wants: bool
) -> None:
    monkeypatch.setattr(settings, "of_server", AsyncMock(return_value=Server(uses_threads=uses)))
    opens_threads = Mock(return_value=opens)
    request = _request(visitor=_visitor(), opens_threads=opens_threads)
    assert await challenges._wants_thread(request, Actor(ADA, server_id), 9) is wants


@pytest.mark.parametrize(
    ("site", "is_refused"),
    [
        ({}, False),
        ({"is_member": YES, "may_see": YES}, False),
        ({"is_member": NO, "may_see": YES}, True),
        ({"is_member": YES, "may_see": NO}, True),
    ],
)
async def test_opponents_are_members_who_see_the_channel(
    monkeypatch: pytest.MonkeyPatch, site: Mapping[str, Any], *, is_refused: bool
) -> None:
    server = Server(days=5, challenge_days=2, uses_threads=True)
    monkeypatch.setattr(settings, "of_server", AsyncMock(return_value=server))
    request = _request(visitor=_visitor(), opens_threads=Mock(return_value=True), **site)
    settling = challenges.settled(
        request, Actor(ADA, SERVER), Place(SERVER, 9), GAMES["furl"], (BEN,), challenges.Wishes()
    )
    if is_refused:
        with pytest.raises(OpponentNotHere):
            await settling
    else:
        found = await settling
        assert (found.terms.days, found.waits_days, found.wants_thread, found.opponents) == (5, 2, True, (BEN,))


@pytest.mark.parametrize(
    ("possible", "is_open", "players", "shown"),
    [
        ("start cancel", True, 2, ["Start now", "Withdraw"]),
        ("start cancel", True, 1, ["Withdraw"]),
        ("start cancel", False, 2, ["Withdraw"]),
        ("join decline", False, 1, ["Accept", "Decline"]),
        ("join", True, 1, ["Join"]),
        ("leave", True, 2, ["Leave"]),
    ],
)
def test_a_challenge_is_answered_by_what_is_possible(
    monkeypatch: pytest.MonkeyPatch, possible: str, players: int, shown: list[str], *, is_open: bool
) -> None:
    def may(act: str, _match: object, _actor: object) -> bool:
        return act in possible.split()

    monkeypatch.setattr(challenges, "may", may)
    match: Any = Mock(is_open_challenge=is_open, players=[ADA] * players, game=Mock(seats=range(2, 5)))
    found = challenges.answers(match, Actor(ADA, SERVER))
    assert [one.label for one in found] == shown
    assert [one.deed for one in found] == [
        {"Start now": "start", "Accept": "join", "Withdraw": "cancel"}.get(one, one.lower()) for one in shown
    ]


@pytest.mark.parametrize(
    ("places", "seat", "look"),
    [((1, 2), 0, "won"), ((1, 2), 1, "lost"), ((1, 1), 0, "draw"), ((1, 2), 2, ""), (None, 0, "")],
)
def test_the_result_of_a_finished_match_has_a_look_unless_the_visitor_had_no_place(
    places: tuple[int, ...] | None, seat: int, look: str
) -> None:
    result: Any = None if places is None else Mock(places=places, seat=seat, change=None)
    told, found = home.result(result)
    assert (found[:3], told == "Over") == (look[:3], not look)


def test_matches_of_a_person_are_none_that_they_may_join_or_watch() -> None:
    matches: Any = [Mock(people=people) for people in ([ADA], [BEN], [ADA, BEN], [])]
    assert home._without(matches, ADA.id) == [matches[1], matches[3]]
    assert (home._board(7), home._board(0), home._board(None)) == ("/matches/7", "/", "/")


@pytest.mark.parametrize(
    ("key", "links"),
    [
        ("furl", ["/lessons/furl", "/rules/furl", "/puzzles/furl", "/try/furl"]),
        ("fursaz-7", ["/rules/fursaz-7", "/try/fursaz-7"]),
    ],
)
def test_beside_a_game_are_its_lessons_rules_and_puzzles(key: str, links: list[str]) -> None:
    found = [*home._beside(key).values()]
    assert [one for one in found if not one.startswith("/puzzles") or one in links] == links
