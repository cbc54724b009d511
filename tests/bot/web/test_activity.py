"""The page inside Discord: who gets in, where it leads, and what is refused. Discord's OAuth2 is a stand-in."""

import json
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie

import pytest
from aiohttp import web

from bot.actions import sessions
from bot.model.askers import MOST_REFUSED
from bot.model.people import Actor, Person
from bot.model.sessions import IN_DISCORD_LASTS, LINK_LASTS
from bot.web.access import COOKIE_IN_DISCORD, Activity
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, CLIENT_SECRET, SERVER, Answer, Visited, visited, words

CLIENT, SECRET = 99 << 22, CLIENT_SECRET
ORIGIN = f"https://{CLIENT}.discordsays.com"


@dataclass
class OAuth2:
    """Discord's side of OAuth2: each code names a person, and can be exchanged once."""

    codes: dict[str, Person] = field(default_factory=dict[str, Person])
    exchanged: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    is_away: bool = False
    answers: str | None = None
    port: int = 0

    def code(self, person: Person) -> str:
        code = f"code-{len(self.codes)}-{len(self.exchanged)}"
        self.codes[code] = person
        return code

    async def token(self, request: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await request.post()).items()}
        self.exchanged.append(form)
        person = self.codes.pop(form.get("code", ""), None)
        if self.is_away:
            raise web.HTTPServiceUnavailable
        if person is None or (form["client_id"], form["client_secret"]) != (str(CLIENT), SECRET):
            return web.json_response({"error": "invalid_grant"}, status=400)
        return web.json_response({"access_token": f"{person.id}/{person.name}", "scope": "identify"})

    async def me(self, request: web.Request) -> web.Response:
        number, _, name = request.headers["Authorization"].removeprefix("Bearer ").partition("/")
        answer = {"id": number, "username": name.lower(), "global_name": name}
        return web.Response(
            text=json.dumps(answer) if self.answers is None else self.answers, content_type="application/json"
        )

    @asynccontextmanager
    async def served(self) -> AsyncGenerator[None]:
        app = web.Application()
        app.add_routes([web.post("/oauth2/token", self.token), web.get("/users/@me", self.me)])
        runner = web.AppRunner(app)
        await runner.setup()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        await web.TCPSite(runner, "127.0.0.1", self.port).start()
        yield
        await runner.cleanup()


@pytest.fixture
async def discord() -> AsyncGenerator[OAuth2]:
    """The stand-in for Discord's OAuth2."""
    double = OAuth2()
    async with double.served():
        yield double


@pytest.fixture
async def site(fresh_url: str, discord: OAuth2) -> AsyncGenerator[Visited]:
    """A page that also opens inside Discord."""
    activity = Activity(lambda: CLIENT, SECRET, f"http://127.0.0.1:{discord.port}")
    async with visited(fresh_url, public="https://furlong.example", activity=activity) as site:
        yield site


class Frame:
    """A frame inside Discord, with its cookies."""

    def __init__(self, site: Visited) -> None:
        self.site = site
        self.cookie = ""
        self.attributes = ""

    async def get(self, path: str) -> Answer:
        return await self._ask("GET", path)

    async def post(self, path: str, origin: str = ORIGIN, /, **form: str) -> Answer:
        return await self._ask("POST", path, form, {"Origin": origin})

    async def state(self) -> str:
        """The parameters that the first page inside Discord gives to OAuth2."""
        text = (await self.get("/?frame_id=f&instance_id=i&platform=desktop")).text
        return text.partition('data-state="')[2].partition('"')[0]

    async def enter(self, code: str, **form: str) -> Answer:
        """Do what the script does, with a code from Discord."""
        return await self.post("/activity", **{"csrf": await self.state(), "code": code, **form})

    async def _ask(
        self, method: str, path: str, form: dict[str, str] | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        cookies = {"Cookie": f"{COOKIE_IN_DISCORD}={self.cookie}"} if self.cookie else {}
        answer = await self.site.request(method, path, form, {**cookies, **(headers or {})})
        for line in answer.headers.getall("Set-Cookie", []):
            self.cookie, self.attributes = SimpleCookie(line.partition(";")[0])[COOKIE_IN_DISCORD].value, line
        return answer


async def test_discord_says_who_opens_the_page_inside_it(site: Visited, discord: OAuth2) -> None:
    match, frame = await site.match(), Frame(site)
    answer = await frame.enter(discord.code(ADA), guild=str(SERVER))
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert discord.exchanged[0]["grant_type"] == "authorization_code" and "Ada" in words(await frame.get("/"))
    board = await frame.get(f"/matches/{match.id}")
    assert board.status == 200 and "Choose from a list" in words(board) and SECRET not in board.text
    csrf = board.text.partition('name="csrf" value="')[2].partition('"')[0]
    first = match.position.legal_moves()[0]
    played = await frame.post(f"/matches/{match.id}/moves", csrf=csrf, revision=str(match.revision), move=first)
    assert played.status == 303 and (await site.matches.load(match.id)).ply == 1


async def test_browsers_keep_the_cookie_in_a_frame_and_send_it_nowhere_else(site: Visited, discord: OAuth2) -> None:
    frame = Frame(site)
    await frame.enter(discord.code(ADA))
    parts = frame.attributes.split("; ")
    assert {"HttpOnly", "Secure", "SameSite=None", "Partitioned", "Path=/"} <= set(parts)


async def test_only_discord_may_put_the_page_in_a_frame(site: Visited, discord: OAuth2) -> None:
    frame, browser = Frame(site), await site.request("GET", "/")
    assert "frame-ancestors 'none'" in browser.headers["Content-Security-Policy"]
    first = await frame.get("/?frame_id=f")
    await frame.enter(discord.code(ADA))
    for answer in (first, await frame.get("/")):
        policy = answer.headers["Content-Security-Policy"]
        assert policy.endswith(
            "frame-ancestors https://discord.com https://ptb.discord.com https://canary.discord.com "
            f"https://discordapp.com https://ptb.discordapp.com https://canary.discordapp.com {ORIGIN}"
        )


async def test_the_button_in_discord_leads_to_its_match_once_and_for_ten_minutes(
    site: Visited, discord: OAuth2
) -> None:
    match, frame = await site.match(), Frame(site)

    async def press(match_id: int) -> None:
        site.clock[0] += timedelta(seconds=1)
        await sessions.link(site.matches, Actor(ADA, SERVER), CHANNEL, match_id, is_in_discord=True)

    await press(999)
    await press(match.id)
    assert (await frame.enter(discord.code(ADA))).headers["Location"] == f"/matches/{match.id}"
    assert "New match" in words(await frame.get("/")), "matches begin in the channel of the button"
    assert (await frame.enter(discord.code(ADA))).headers["Location"] == "/"
    await press(match.id)
    assert (await Frame(site).enter(discord.code(BEN))).headers["Location"] == "/", "it was pressed by another"
    site.clock[0] += LINK_LASTS
    assert (await frame.enter(discord.code(ADA))).headers["Location"] == "/"


async def test_a_deep_link_leads_to_its_match(site: Visited, discord: OAuth2) -> None:
    match = await site.match()
    entered = await Frame(site).enter(discord.code(ADA), match=str(match.id))
    assert entered.headers["Location"] == f"/matches/{match.id}"
    for nonsense in ("x", "-1", "9" * 99, "../leave", "//elsewhere.example"):
        assert (await Frame(site).enter(discord.code(ADA), match=nonsense)).headers["Location"] == "/"


async def test_a_person_who_is_not_a_member_sees_only_their_own_matches(site: Visited, discord: OAuth2) -> None:
    match, dora = await site.match(), Person(9 << 22, "Dora")
    for claimed in (str(SERVER), "", "nonsense"):
        frame = Frame(site)
        await frame.enter(discord.code(dora), guild=claimed)
        shown = await frame.get(f"/matches/{match.id}")
        assert shown.status == 409 and "Ada" not in shown.text and "Watch" not in words(await frame.get("/"))
    member = Frame(site)
    await member.enter(discord.code(CLEO), guild=str(SERVER))
    assert "Ada" in words(await member.get(f"/matches/{match.id}"))
    site.members.remove((SERVER, CLEO.id))
    assert (await member.get(f"/matches/{match.id}")).status == 409


async def test_a_code_that_discord_refuses_opens_nothing(site: Visited, discord: OAuth2) -> None:
    frame, code = Frame(site), discord.code(ADA)
    assert (await frame.enter(code)).status == 303
    other = Frame(site)
    for refused in (code, "made up", "", "x" * 9999):
        answer = await other.enter(refused)
        assert answer.status == 409 and "didn't confirm who you are" in words(answer)
    assert (await other.get("/")).text.count("Ada") == 0
    discord.is_away = True
    assert (await other.enter(discord.code(ADA))).status == 409


async def test_discord_is_not_asked_without_end_about_codes_that_it_refuses(site: Visited, discord: OAuth2) -> None:
    frame, state = Frame(site), ""
    state = await frame.state()
    answers = [await frame.post("/activity", csrf=state, code=f"made up {number}") for number in range(40)]
    assert len(discord.exchanged) == 10
    assert [answer.status for answer in answers] == [409] * 10 + [429] * 30
    elsewhere = {"X-Forwarded-For": "198.51.100.7"}
    cookie = {"Cookie": f"{COOKIE_IN_DISCORD}={frame.cookie}", "Origin": ORIGIN}
    form = {"csrf": state, "code": discord.code(ADA)}
    assert (await site.request("POST", "/activity", form, {**cookie, **elsewhere})).status == 303


async def test_a_network_whose_codes_are_wrong_keeps_nobody_else_out(site: Visited, discord: OAuth2) -> None:
    frame = Frame(site)
    state = await frame.state()
    cookie = {"Cookie": f"{COOKIE_IN_DISCORD}={frame.cookie}", "Origin": ORIGIN}

    async def status(address: str, code: str) -> int:
        form = {"csrf": state, "code": code}
        return (await site.request("POST", "/activity", form, {**cookie, "X-Forwarded-For": address})).status

    refused = [await status(f"2001:db8:{number % 7:x}:{number:x}::1", f"made up {number}") for number in range(140)]
    assert len(discord.exchanged) == refused.count(409) == 60 and refused.count(429) == 80
    assert await status("192.0.2.1", discord.code(ADA)) == 303
    assert await status("198.51.100.1", "made up") == 409
    assert await status("198.51.100.2", discord.code(ADA)) == 429, "a code of this network was refused a moment ago"


async def test_discord_is_asked_about_no_code_once_it_has_refused_much_of_the_bots(
    site: Visited, discord: OAuth2
) -> None:
    site.matches.budget.refused = lambda: MOST_REFUSED
    answer = await Frame(site).enter(discord.code(ADA))
    assert answer.status != 303 and not discord.exchanged and "Try again in a moment" in words(answer)
    site.matches.budget.refused = lambda: MOST_REFUSED - 1
    assert (await Frame(site).enter(discord.code(ADA))).status == 303


async def test_codes_that_discord_accepts_count_against_nobody(site: Visited, discord: OAuth2) -> None:
    for _ in range(15):
        assert (await Frame(site).enter(discord.code(ADA))).status == 303
    assert len(discord.exchanged) == 15


@pytest.mark.parametrize(
    "answers", ["", "[]", "null", "{}", '{"id": "x"}', '{"id": "0", "username": "a"}', '{"id": "-5"}']
)
async def test_whatever_discord_answers_nobody_else_gets_in(site: Visited, discord: OAuth2, answers: str) -> None:
    discord.answers, frame = answers, Frame(site)
    answer = await frame.enter(discord.code(ADA))
    assert answer.status == 409 and "Traceback" not in answer.text


async def test_a_code_counts_only_with_the_state_and_the_cookie_of_this_frame(site: Visited, discord: OAuth2) -> None:
    frame, other = Frame(site), Frame(site)
    theirs = await other.state()
    for forged in ("", "x", theirs):
        await frame.state()
        answer = await frame.post("/activity", csrf=forged, code=discord.code(ADA))
        assert answer.status == 403
    nothing = Frame(site)
    nothing.cookie = ""
    without = await nothing.post("/activity", csrf=theirs, code=discord.code(ADA))
    assert without.status == 409 and "keeps no cookies inside Discord" in words(without)
    state = await frame.state()
    for origin in ("https://elsewhere.example", "null", "https://discord.com", "https://1.discordsays.com"):
        assert (await frame.post("/activity", origin, csrf=state, code=discord.code(ADA))).status == 403
    assert not discord.exchanged


async def test_a_new_session_ends_the_one_before_in_the_same_frame(site: Visited, discord: OAuth2) -> None:
    frame = Frame(site)
    await frame.enter(discord.code(ADA))
    former = frame.cookie
    await frame.enter(discord.code(BEN))
    assert await sessions.find(site.matches, former) is None
    assert "Ben" in words(await frame.get("/")) and "Ada" not in words(await frame.get("/"))
    site.clock[0] += IN_DISCORD_LASTS
    assert "Ben" not in words(await frame.get("/"))


async def test_sessions_inside_discord_are_listed_and_ended_with_the_others(site: Visited, discord: OAuth2) -> None:
    frame = Frame(site)
    browser = await site.session(ADA)
    for _ in range(12):  # more than the limit of signed-in browsers
        frame.cookie = ""
        await frame.enter(discord.code(ADA))
    in_browsers, in_discord = await sessions.begun(site.matches, ADA.id)
    assert (len(in_browsers), len(in_discord)) == (1, 10)
    await sessions.end_all(site.matches, ADA.id)
    assert await sessions.find(site.matches, frame.cookie) is None
    assert await sessions.find(site.matches, browser) is None


async def test_without_an_activity_there_is_nothing_to_enter(fresh_url: str) -> None:
    async with visited(fresh_url) as site:
        assert (await site.request("POST", "/activity", {"code": "x"})).status == 404
        assert "Opening the board" not in (await site.request("GET", "/?frame_id=f")).text
