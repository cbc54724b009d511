"""The page over HTTP: who gets in, what they see, what they change, and the answers to malformed requests."""

import json
import random
import re
import string
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

import pytest

import render
from bot.actions import sessions, settings
from bot.model.askers import Cost
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.match import State
from bot.model.people import Person
from bot.model.sessions import LINK_LASTS, SESSION_LASTS
from bot.model.settings import Confirming
from bot.records.puzzles import shipped
from bot.store.engine import restores
from bot.store.engine.database import Connection, Database
from bot.web import access, pages
from rules import GAMES
from rules.core import Seat
from tests.bot.allowing import UNLIMITED, allow
from tests.bot.api.programs import program
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, CLIENT_SECRET, SERVER, Answer, Browser, Visited, words
from tests.rules.playouts import of_a_thousand

STATUSES: Final = {200, 303, 400, 401, 403, 404, 405, 409, 413, 415, 429}
"""Every status with which the page answers."""


async def test_a_link_opens_the_page_once(site: Visited) -> None:
    token = await site.link(ADA)
    first, second = Browser(site), Browser(site)
    asked = await first.get(f"/enter/{token}")
    assert "signs you in as Ada" in words(asked) and "data-at-once" in asked.text
    assert "Open the board" in words(asked)  # a preview of the link has not used it up
    assert (await first.post("/enter", token=token)).status == 303
    assert "Ada" in words(await first.get("/"))
    refused = await second.post("/enter", token=token)
    assert refused.status == 409 and "has been used" in words(refused)
    assert "Ada" not in words(await second.get("/"))


async def test_a_browser_that_is_signed_in_opens_another_link_and_needs_none_that_was_used(site: Visited) -> None:
    browser = await site.visit(ADA)
    token = await site.link(BEN)
    question = await browser.get(f"/enter/{token}")
    csrf = re.findall(r'name="csrf" value="([0-9a-f]+)"', question.text)[-1]
    assert "signed in as Ada" in words(question) and "Ben's" in words(question) and "data-at-once" not in question.text
    for form in ({}, {"instead": str(BEN.id)}):  # the link of another person is not followed without an answer to that
        again = await browser.post("/enter", token=token, csrf=csrf, **form)
        assert again.status == 200 and "Sign in as Ben" in words(again) and "Ada" in words(await browser.get("/"))
    before = browser.cookie
    assert (await browser.post("/enter", token=token, csrf=csrf, instead=str(ADA.id))).status == 303
    assert "Ben" in words(await browser.get("/"))
    assert await sessions.find(site.matches, before) is None
    again = await browser.post("/enter", token=token, csrf=await browser.csrf())
    assert (again.status, again.headers["Location"]) == (303, "/")
    assert "Ben" in words(await browser.get("/"))
    assert 'name="match" value="7"' in (await browser.get(f"/enter/{token}?match=7")).text
    board = await browser.post("/enter", token=token, csrf=await browser.csrf(), match="7")
    assert (board.status, board.headers["Location"]) == (303, "/matches/7"), "it leads where the link was to lead"
    for nonsense in ("x", "//elsewhere.example", "9" * 40):
        assert (await browser.post("/enter", token=token, csrf=await browser.csrf(), match=nonsense)).status == 400


async def test_a_match_leads_to_where_its_players_talk_and_strangers_nowhere(site: Visited) -> None:
    match = await site.match()
    here, ada = f"/matches/{match.id}", await site.visit(ADA)
    assert "discord.com/channels" not in (await ada.get(here)).text, "it is shown nowhere yet"
    async with site.matches.change(match.id) as change:
        change.place_at(replace(match.place, message_id=99))
    assert f'href="https://discord.com/channels/{SERVER}/{CHANNEL}/99"' in (await ada.get(here)).text
    await settings.settle(site.matches, SERVER, lambda before: replace(before, has_public_pages=True))
    assert "discord.com/channels" not in (await site.request("GET", here)).text


async def test_whoever_comes_within_thirty_days_stays_signed_in(site: Visited) -> None:
    browser, guest = await site.visit(ADA), Browser(site)
    for _ in range(10):
        site.clock[0] += timedelta(days=29)
        before = browser.cookie
        answer = await browser.get("/")
        assert "Ada" in words(answer) and browser.cookie == before
        assert f"Max-Age={SESSION_LASTS.total_seconds():.0f}" in answer.headers["Set-Cookie"]
        assert "Set-Cookie" not in (await browser.get("/")).headers, "once a day is enough"
    site.clock[0] += timedelta(days=2)
    left = await browser.post("/leave", csrf=await browser.csrf())
    assert left.status == 303 and "Ada" not in words(await browser.get("/")), "signing out goes before"
    assert "Set-Cookie" not in (await guest.get("/")).headers


async def test_a_link_is_good_for_ten_minutes_and_a_session_for_thirty_days_after_a_visit(site: Visited) -> None:
    late = await site.link(ADA)
    site.clock[0] += LINK_LASTS
    assert (await Browser(site).post("/enter", token=late)).status == 409
    browser = await site.visit(ADA)
    site.clock[0] += SESSION_LASTS - timedelta(seconds=1)
    assert "Ada" in words(await browser.get("/"))
    site.clock[0] += SESSION_LASTS
    assert "Ada" not in words(await browser.get("/"))


async def test_signing_out_ends_the_session(site: Visited) -> None:
    browser = await site.visit(ADA)
    assert (await browser.post("/leave", csrf=await browser.csrf())).status == 303
    assert "Ada" not in words(await browser.get("/"))


async def test_a_move_is_chosen_stage_by_stage_and_played(site: Visited) -> None:
    match = await site.match()
    browser = await site.visit(ADA)
    board = await browser.get(f"/matches/{match.id}")
    assert "?chosen=a1" in board.text and "Play a1" not in words(board)
    assert board.text.count('aria-label="a1') == 1, "a part of the picture that can be touched"
    further = await browser.get(f"/matches/{match.id}?chosen=a4%3Cc4")
    assert "Play a4<c4" in words(further) and "Nothing is played yet" in words(further)
    played = await browser.post(f"/matches/{match.id}/moves", csrf=await browser.csrf(), revision="0", move="a4<c4")
    assert played.status == 303
    assert [step.move for step in (await site.matches.load(match.id)).history.steps] == ["a4<c4"]
    assert site.looked
    assert "It's Ben 's turn" in words(await browser.get(f"/matches/{match.id}"))


async def test_a_player_sees_the_own_time_and_that_of_the_other(site: Visited) -> None:
    proposal = Proposal(GAMES["furl"], CHANNEL, (BEN,), Seat(0), terms=Terms(bank=900, increment=15))
    match = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    await site.matches.join(site.actor(BEN), match.id)
    seen = words(await (await site.visit(ADA)).get(f"/matches/{match.id}"))
    assert "Due" in seen and "Ben has 15 minutes left" in seen and "Which disc moves?" in seen


async def test_a_page_tells_what_time_it_is_by_which_clocks_run(site: Visited) -> None:
    browser = await site.visit(ADA)
    site.clock[0] += timedelta(minutes=7)
    assert f'data-now="{site.clock[0].isoformat()}"' in (await browser.get("/")).text


async def test_a_move_sent_twice_is_played_once(site: Visited) -> None:
    match = await site.match()
    browser = await site.visit(ADA)
    csrf = await browser.csrf()
    answers = [
        await browser.post(f"/matches/{match.id}/moves", csrf=csrf, revision="0", move="a4<c4") for _ in range(2)
    ]
    assert [answer.status for answer in answers] == [303, 409]
    assert (await site.matches.load(match.id)).ply == 1


async def test_an_outdated_page_says_so_and_keeps_its_board(site: Visited) -> None:
    match = await site.match()
    async with site.matches.change(match.id) as change:  # the channel has a board that a sentence could link to
        change.place_at(replace(match.place, message_id=5 << 22))
    browser, here = await site.visit(ADA), f"/matches/{match.id}"
    await site.matches.play(site.actor(ADA), match.id, "a4<c4")
    await site.matches.play(site.actor(BEN), match.id, "e5<e4")
    late = await browser.post(f"{here}/moves", csrf=await browser.csrf(), revision="0", move="c1<b1")
    assert late.status == 409 and "This board is out of date" in words(late) and "Which disc" in words(late)
    assert "Go to the board" not in words(late), "it is below the sentence"
    assert (await site.matches.load(match.id)).ply == 2


async def test_a_move_after_the_time_has_run_out_is_refused_for_that_reason(site: Visited) -> None:
    proposal = Proposal(GAMES["furl"], CHANNEL, (BEN,), Seat(0), terms=Terms(bank=900, increment=15))
    match = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    await site.matches.join(site.actor(BEN), match.id)
    for player, move in ((ADA, "a4<c4"), (BEN, "e5<e4")):
        await site.matches.play(site.actor(player), match.id, move)
    browser, sent = await site.visit(ADA), {"revision": "2", "move": "c1<b1"}
    site.clock[0] += timedelta(minutes=16)
    late = await browser.post(f"/matches/{match.id}/moves", csrf=await browser.csrf(), **sent)
    assert late.status == 409 and "ran out" in words(late) and "before this move" in words(late)
    await site.matches.time_out(match.id)
    over = await browser.post(f"/matches/{match.id}/moves", csrf=await browser.csrf(), **sent)
    assert over.status == 409 and "is over" in words(over) and "Rematch" in words(over)
    assert (await site.matches.load(match.id)).ply == 2


async def test_a_refused_move_gets_the_same_sentence_as_in_the_chat(site: Visited) -> None:
    match = await site.match()
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    illegal = await ada.post(f"/matches/{match.id}/moves", csrf=await ada.csrf(), revision="0", move="a1 c6")
    assert illegal.status == 409 and "a1" in words(illegal)
    early = await ben.post(f"/matches/{match.id}/moves", csrf=await ben.csrf(), revision="0", move="e5<e4")
    assert early.status == 409 and "turn" in words(early)
    cleo = await site.visit(CLEO)
    watching = await cleo.post(f"/matches/{match.id}/moves", csrf=await cleo.csrf(), revision="0", move="a4<c4")
    assert watching.status == 409 and "You're watching this match" in words(watching)
    assert (await site.matches.load(match.id)).ply == 0


async def test_a_match_that_waits_in_vain_is_called_off_on_the_page_too(site: Visited) -> None:
    match = await site.match()
    here = f"/matches/{match.id}"
    await site.matches.play(site.actor(ADA), match.id, "a4<c4")
    ada = await site.visit(ADA)
    assert "Call off" not in words(await ada.get(here)) and "no time limit" in words(await ada.get(here))
    refused = await ada.post(f"{here}/deeds", csrf=await ada.csrf(), deed="call_off_yes", revision="1")
    assert refused.status == 409 and "still waits for Ben" in words(refused)
    site.members.remove((SERVER, BEN.id))
    assert "Call off" not in words(await ada.get(here)), "Ben has just been there"
    site.clock[0] += timedelta(days=1)
    shown = words(await ada.get(here))
    assert "Call off" in shown and "Ben is no longer on this server." in shown
    await ada.post(f"{here}/deeds", csrf=await ada.csrf(), deed="call_off_yes", revision="1")
    assert "stopped playing" in words(await ada.get(here))


async def test_nothing_is_locked_to_ask_whether_a_match_waits_in_vain(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, client = await site.match(), await program(site, ADA)
    await site.matches.play(site.actor(ADA), match.id, "a4<c4")
    ada = await site.visit(ADA)
    site.members.remove((SERVER, BEN.id))
    site.clock[0] += timedelta(days=1)
    assert "Call off" in words(await ada.get(f"/matches/{match.id}"))
    writing, begun = Database.write, list[object]()

    def write(database: Database) -> AbstractAsyncContextManager[Connection]:
        begun.append(database)
        return writing(database)

    monkeypatch.setattr(Database, "write", write)
    assert "Call off" in words(await ada.get(f"/matches/{match.id}"))
    assert "call_off" in {one["name"] for one in (await client.get(f"/matches/{match.id}/actions")).body["actions"]}
    assert begun == []


async def test_a_plan_and_a_note_are_kept_and_seen_by_their_player_alone(site: Visited) -> None:
    match = await site.match()
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    plan, note = f"/matches/{match.id}/plan", f"/matches/{match.id}/note"
    planned = "after a4<c4: e5<e4"
    empty = words(await ben.get(plan))
    assert "for example" in empty and "/plan" not in empty and "Edit opens" not in empty, "there is a field to write in"
    assert (await ben.writes(match, "plan", planned)).status == 303
    assert (await ben.writes(match, "note", "<b>Beware</b> of a4")).status == 303
    assert planned in words(await ben.get(plan)) and "<b>Beware</b> of a4" in words(await ben.get(note))
    refused = await ben.writes(match, "plan", "after a4<c4: a1<a2")
    assert refused.status == 409 and "Your plan is as it was before." in words(refused)
    assert "after a4<c4: a1<a2" in words(refused), "nobody has to write it again"
    for path in (f"/matches/{match.id}", plan, note):
        theirs = words(await ada.get(path))
        assert "e5<e4" not in theirs and "Beware" not in theirs
    asked = await ada.writes(match, "plan", "a4<c4, a1<a2")
    assert "would be played now" in words(asked) and "a4<c4, a1<a2" in words(asked) and "Play a4<c4" in words(asked)
    assert (await site.matches.load(match.id)).history.steps == ()
    sure = {"deed": "plan_sure", "match": f"{match.id}", "csrf": await ada.csrf()}
    seen = (await site.matches.load(match.id)).revision
    assert (await ada.post(plan, **sure, detail="no")).status == 303
    assert "would be played now" in words(await ada.post(plan, **sure, revision=f"{seen + 1}", **{"in.value": "a4<c4"}))
    played = await ada.post(plan, **sure, revision=f"{seen}", **{"in.value": "a4<c4, a1<a2"})
    assert "Played at once: a4<c4" in words(played)
    assert [step.move for step in (await site.matches.load(match.id)).history.steps] == ["a4<c4", "e5<e4", "a1<a2"]


async def test_a_match_is_shown_to_its_players_and_to_the_server_it_is_on(site: Visited) -> None:
    match = await site.match()
    address = f"/matches/{match.id}"
    cleo = await site.visit(CLEO)
    watched = await cleo.get(address)
    assert watched.status == 200 and "Ada" in words(watched)
    assert "?chosen=" not in watched.text and "Resign" not in words(watched) and "/plan" not in watched.text
    elsewhere = await site.visit(CLEO, SERVER + 1)
    site.members.clear()
    for browser in (cleo, elsewhere):
        for path in (
            address,
            f"{address}/picture",
            f"{address}/replay",
            f"{address}/plan",
            f"{address}/note",
            f"{address}/events",
        ):
            refused = await browser.get(path)
            assert refused.status == 409 and "Ada" not in words(refused), path
    assert (await cleo.post("/play", csrf=await cleo.csrf(), game="furl", character="mole")).status == 409
    assert (await Browser(site).get(address)).status == 401
    assert (await (await site.visit(ADA)).get(address)).status == 200, "who plays need not be on the server"


async def test_nothing_changes_without_the_token_of_the_session_or_from_another_page(site: Visited) -> None:
    match = await site.match()
    browser = await site.visit(ADA)
    form = {"revision": "0", "move": "a4<c4"}
    assert (await browser.post(f"/matches/{match.id}/moves", **form)).status == 403
    other = await (await site.visit(BEN)).csrf()
    assert (await browser.post(f"/matches/{match.id}/moves", csrf=other, **form)).status == 403
    moves = f"/matches/{match.id}/moves"
    elsewhere = await browser.post(moves, "https://elsewhere.example", csrf=await browser.csrf(), **form)
    assert elsewhere.status == 403
    assert (await site.matches.load(match.id)).ply == 0


async def test_without_a_public_address_only_this_machine_is_served(site: Visited) -> None:
    assert (await Browser(site).get("/", Host="elsewhere.example")).status == 403


async def test_every_answer_keeps_other_pages_out(site: Visited) -> None:
    match = await site.match()
    browser = await site.visit(ADA)
    for path in ("/", f"/matches/{match.id}", "/nothing", "/static/page.js"):
        headers = (await browser.get(path)).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"], path
        assert headers["X-Robots-Tag"] == "noindex" and headers["X-Content-Type-Options"] == "nosniff", path


async def test_browsers_keep_the_script_and_the_style_until_these_change_and_nothing_else(site: Visited) -> None:
    browser = await site.visit(ADA)
    home = await browser.get("/")
    files = re.findall(r'"(/static/[^"]+)"', home.text)
    assert {"/static/page.css", "/static/page.js", "/static/icon.svg"} <= {file.partition("?")[0] for file in files}
    for file in files:
        assert "immutable" in (await browser.get(file)).headers["Cache-Control"]
    for path in ("/", "/static/page.js", "/static/nothing.js?1"):
        assert (await browser.get(path)).headers["Cache-Control"] == "private, no-store", path


async def test_a_phone_can_keep_the_page_as_an_app_with_icons_and_colours(site: Visited) -> None:
    browser = Browser(site)
    home = await browser.get("/")
    assert "manifest-src 'self'" in home.headers["Content-Security-Policy"]
    touched, kept = re.findall(r'<link rel="(?:apple-touch-icon|manifest)" href="([^"]+)"', home.text)
    assert (await browser.get_bytes(touched)).startswith(b"\x89PNG")
    manifest = await browser.get(kept)
    assert manifest.headers["Content-Type"] == "application/manifest+json"
    app = json.loads(manifest.text)
    assert (app["start_url"], app["display"]) == ("/", "standalone")
    for one in app["icons"]:
        data = await browser.get_bytes(f"/static/{one['src']}")
        if one["type"] == "image/png":
            assert one["sizes"] == "{}x{}".format(*render.size(data))
    assert {"192x192", "512x512"} <= {one["sizes"] for one in app["icons"]}
    assert [one["src"] for one in app["icons"] if one.get("purpose") == "maskable"] == ["icon-full.png"]
    colours = re.findall(
        r'<meta name="theme-color" media="\(prefers-color-scheme: (\w+)\)" content="(#\w+)">', home.text
    )
    style = (await browser.get("/static/page.css")).text
    assert f"--ground: light-dark({dict(colours)['light']}, {dict(colours)['dark']});" in style
    assert app["theme_color"] == dict(colours)["light"]


async def test_a_person_has_ten_browsers_at_most(site: Visited) -> None:
    browsers: list[Browser] = []
    for _ in range(11):
        site.clock[0] += timedelta(seconds=1)
        browsers.append(await site.visit(ADA))
    assert ["Ada" in words(await browser.get("/")) for browser in browsers] == [False] + [True] * 10


async def test_only_a_hash_of_a_token_is_stored(site: Visited) -> None:
    token = await site.link(ADA)
    async with site.matches.database.read() as connection:
        rows = (await connection.exec_driver_sql("SELECT * FROM page_sessions")).all()
    assert rows and token not in str(rows)


_METHODS: Final = ("GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")
_FIELDS: Final = (
    "in.who",
    "typed.who",
    "in.players",
    "in.days",
    "in.host_seat",
    "in.also.both",
    "csrf",
    "move",
    "revision",
    "token",
    "match",
    "game",
    "character",
    "deed",
    "offer",
    "plan",
    "note",
    "name",
    "code",
    "guild",
    "ply",
    "hints",
    "person",
)
_VALUES: Final = (
    "",
    "0",
    "1",
    "-1",
    "9" * 30,
    "furl",
    "mole",
    "resign",
    "draw",
    "accept",
    "hint",
    "answer",
    "solution",
    "help",
    "play",
    "begin",
    "plan_yes",
    "back",
    "join",
    "cancel",
    "Join",
    "Leave",
    "challenge",
    str(ADA.id),
    "a1",
    "%00",
    "<script>",
    "\u2028",
    "٣",
)
_TYPES: Final = (
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=nonsense", "application/json", "text/plain",
    "multipart/form-data; boundary=x", "multipart/form-data", "", "/", "application/x-www-form-urlencoded; charset=utf-16",
)  # fmt: skip


class Forger:
    """Forges requests: paths, methods, headers, cookies, tokens and bodies that none of our pages would send."""

    def __init__(
        self, chance: random.Random, paths: list[str], cookies: list[str], tokens: list[str], own: tuple[str, str]
    ) -> None:
        """Begin with `own`, the cookie and the token of the forger's real session."""
        self._chance, self._paths, self._cookies, self._tokens, self._own = chance, paths, cookies, tokens, own

    def path(self) -> str:
        path = self._chance.choice(self._paths)
        if self._chance.random() < 0.2:
            at = self._chance.randrange(1, len(path) + 1)
            noise = self._chance.choice(("/", "..", "%2e%2e/", "%00", "%FF", "\u00e9", "?", "0", ";"))
            path = f"{path[:at]}{noise}{path[at:]}"
        key = self._chance.choice(
            ("chosen", "ply", "revision", "view", "match", "ply=1&ply", "over", "wrong", "at", "division", "frame_id")
        )
        return f"{path}?{key}={quote(self.value())}" if self._chance.random() < 0.4 else path

    def value(self) -> str:
        letters = self._chance.choices(string.printable, k=self._chance.randrange(40))
        return self._chance.choice((*_VALUES, *self._tokens, "".join(letters)))

    def headers(self) -> dict[str, str]:
        drawn = {
            "Origin": self._chance.choice(("", "null", "https://elsewhere.example", "http://127.0.0.1:1")),
            "Host": self._chance.choice(("127.0.0.1", "localhost", "127.0.0.1:99999999", "elsewhere.example", "[::1")),
            "Accept": self._chance.choice(("text/html+board", "*/*", "image/png", "")),
            "Range": "bytes=9-1",
        }
        named = {name: value for name, value in drawn.items() if self._chance.random() < 0.15}
        if self._chance.random() < 0.8:
            name = self._chance.choice((access.COOKIE, access.COOKIE, access.COOKIE_IN_DISCORD))
            named["Cookie"] = f"{name}={self._chance.choice(self._cookies)}"
        return named

    def request(self) -> tuple[str, str, dict[str, str], bytes]:
        """The method, path, headers and body of a request."""
        method, path, headers, body = self._chance.choice(_METHODS), self.path(), self.headers(), self.body()
        if method != "POST":
            return method, path, headers, body if method != "GET" else b""
        headers["Content-Type"] = self._chance.choice(_TYPES)
        if self._chance.random() < 0.3 and "/leave" not in path:  # only the requested part is forged
            headers = {"Cookie": f"furlong={self._own[0]}", "Content-Type": _TYPES[0]}
            fields = {field: self.value() for field in self._chance.sample(_FIELDS, self._chance.randrange(5))}
            body = urlencode({**fields, "deed": self.value(), "csrf": self._own[1]}).encode()
        return method, path, headers, body

    def body(self) -> bytes:
        if self._chance.random() < 0.3:
            return self._chance.randbytes(self._chance.randrange(200))
        fields = {field: self.value() for field in self._chance.sample(_FIELDS, self._chance.randrange(5))}
        if self._chance.random() < 0.6:
            fields["csrf"] = self._chance.choice(self._tokens)
        return urlencode(fields).encode()


async def test_malformed_and_forged_requests_meet_documented_answers_and_learn_no_secret(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, UNLIMITED, Cost.REQUEST, Cost.NEARBY, Cost.DRAWING, Cost.MATCH)
    match, over = await site.match(), await site.match()
    await site.matches.resign(site.actor(ADA), over.id)
    ada, ben, gone = await site.visit(ADA), await site.visit(BEN), await site.visit(BEN)
    await ben.writes(match, "plan", "after a4<c4: e5<e4")
    await ben.writes(match, "note", "Beware of the fork")
    public, dora = SERVER + 2, Person(9 << 22, "Dora")
    await settings.settle(site.matches, public, lambda before: replace(before, has_public_pages=True))
    shown = await site.match(host=dora, guest=Person(10 << 22, "Emil"), server_id=public)
    watched = await site.visit(dora, public)
    await watched.writes(shown, "note", "Beware of the other fork")
    await ben.post(f"/matches/{match.id}/try", csrf=await ben.csrf(), revision="0", deed="play", move="a4<c4, e5<e4")
    stranger = await site.visit(CLEO, SERVER + 1)
    tokens = [await browser.csrf() for browser in (ada, ben, stranger, gone)]
    ended = gone.cookie
    await gone.post("/leave", csrf=tokens[-1])
    cookies = [stranger.cookie, ended, "", "x" * 5000, '"', await site.link(CLEO), (await site.link(ADA))[:-1]]
    paths = [
        "/",
        "/enter",
        "/enter/x",
        "/leave",
        "/activity",
        "/play",
        "/play/furl",
        "/play/nothing",
        "/try/furl",
        "/try/furl/a4%3Cc4.e5%3Ce4",
        "/try/furl/a4%3Cc4.a4%3Cc4/picture",
        "/try/furbowl/x..y",
        "/static/page.js",
        "/static/../server.py",
        "/favicon.ico",
        "/as",
        "//",
    ]
    for number in (match.id, over.id, shown.id, 0, 9999, 10**12):
        parts = (
            "",
            "/picture",
            "/replay",
            "/share",
            "/events",
            "/moves",
            "/deeds",
            "/plan",
            "/note",
            "/try",
            "/log",
            "/log/1",
            "/dice",
            "/answer",
            "/review",
            "/review/1/played",
            "/nothing",
        )
        paths += [f"/matches/{number}{part}" for part in parts]
    puzzle = f"/puzzles/playwin/{next(iter(shipped('playwin')))}"
    paths += [
        puzzle,
        f"{puzzle}/picture",
        "/puzzles",
        "/puzzles/playwin",
        "/puzzles/playwin/standings",
        "/puzzles/x/0123456789",
    ]
    paths += [f"/lessons{part}" for part in ("", "/playwin", "/playwin/1", "/playwin/1/picture", "/playwin/99", "/x/1")]
    paths += ["/seasons", "/seasons/1", "/seasons/999999999"]
    paths += [f"/profile{part}" for part in ("", f"/{ADA.id}", f"/{ADA.id}?picture", "/1", f"/{2**63}", "/x")]
    paths += [f"/leaderboard{part}" for part in ("", "/furl", "/furl/1", "/furl/999", "/nothing/1")]
    paths += [f"/rules/{part}" for part in ("furl", "nothing", "furl/pictures/1", "furl/pictures/999", "x/pictures/1")]
    before = await site.matches.load(match.id)
    chosen = [token for token in tokens if token != tokens[2]]
    forger = Forger(random.Random(7), paths, cookies, chosen, (stranger.cookie, tokens[2]))
    for _ in range(20 * of_a_thousand(1000)):
        method, path, headers, body = forger.request()
        answer = await site.ask(method, path, headers, body)
        assert answer.status in STATUSES, (method, path, headers, body)
        for secret in ("Traceback", "Ada", "e5<e4", "Beware", CLIENT_SECRET, str(Path.cwd()), *tokens[:2]):
            assert secret not in answer.text or secret in path, (method, path, headers, body)
    assert await site.matches.load(match.id) == before


async def test_the_first_board_of_a_match_says_what_the_game_is_about_and_where_to_learn_it(site: Visited) -> None:
    match = await site.match()
    ada, ben, here = await site.visit(ADA), await site.visit(BEN), f"/matches/{match.id}"
    assert GAMES["furl"].summary in words(await ada.get(here))
    assert 'href="/lessons/furl"' in (await ada.get(here)).text
    assert GAMES["furl"].summary not in words(await ben.get(here)), "it is not his move"
    await site.matches.play(site.actor(ADA), match.id, "a4<c4")
    assert GAMES["furl"].summary in words(await ben.get(here))
    await site.matches.play(site.actor(BEN), match.id, "e5<e4")
    assert GAMES["furl"].summary not in words(await ada.get(here))


async def test_a_match_that_is_over_is_saved_as_a_file_from_its_replay(site: Visited) -> None:
    match = await site.match()
    ada, cleo = await site.visit(ADA), await site.visit(CLEO, SERVER + 1)
    refused = await ada.get(f"/matches/{match.id}/share")
    assert refused.status == 409 and "is still being played" in words(refused)
    assert "Save as a file" not in words(await ada.get(f"/matches/{match.id}/replay"))
    await site.matches.resign(site.actor(ADA), match.id)
    assert "Save as a file" in words(await ada.get(f"/matches/{match.id}/replay"))
    file = await ada.get(f"/matches/{match.id}/share")
    assert file.status == 200 and file.text.startswith("<!doctype html>") and "seat 0: Ada" in file.text
    assert re.fullmatch(r'attachment; filename="furlong-furl-[\w-]+\.html"', file.headers["Content-Disposition"])
    assert (await cleo.get(f"/matches/{match.id}/share")).status == 409


async def test_the_number_of_answers_to_a_person_and_to_an_address_is_limited(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 20, Cost.REQUEST)
    browser = await site.visit(ADA)
    answers = [await browser.get("/nothing") for _ in range(30)]
    assert answers[0].status == 404 and answers[-1].status == 429
    assert "Wait ten seconds, and reload the page." in words(answers[-1])
    assert (await (await site.visit(BEN)).get("/")).status == 200, "another person is still answered"


def test_the_script_and_the_style_are_small() -> None:
    files = [*(pages.FOLDER / "static").iterdir()]
    scripts, styles = (sum(file.stat().st_size for file in files if file.suffix == kind) for kind in (".js", ".css"))
    assert scripts <= 60_000 and styles <= 20_000


async def test_moves_are_numbered_as_they_are_counted_above_the_board(site: Visited) -> None:
    match = await site.match("furbowl")
    assert match.ply > 0 == match.history.moves, "it begins with rolls"
    page = (await (await site.visit(ADA)).get(f"/matches/{match.id}")).text
    assert "no move yet" in page and "<li value=" not in page
    for _ in range(2):
        move = (await site.matches.load(match.id)).position.legal_moves()[0]
        await site.matches.play(site.actor(ADA), match.id, move)
    page = (await (await site.visit(ADA)).get(f"/matches/{match.id}")).text
    assert re.findall(r'<li value="(\d+)">', page) == ["2", "1"] and "· 2 moves" in page


async def test_the_head_of_the_page_names_a_visitor_of_whose_name_nothing_is_seen(site: Visited) -> None:
    browser = await site.visit(Person(ADA.id, "\u3164", "ada.a"))
    assert "<span>ada.a</span>" in (await browser.get("/")).text


async def test_each_listed_move_leads_to_its_position_which_lists_the_moves_around_it(site: Visited) -> None:
    match = await site.match()
    for _ in range(20):
        assert match.to_move is not None
        await site.matches.play(site.actor(match.to_move), match.id, match.position.legal_moves()[0])
        match = await site.matches.load(match.id)
    ada, here = await site.visit(ADA), f"/matches/{match.id}/replay?ply="
    shown = (await ada.get(f"/matches/{match.id}")).text
    listed = re.findall(rf'<li value="(\d+)"><i[^>]*>\d+\.</i><a href="{re.escape(here)}(\d+)"', shown)
    assert listed == [(str(ply), str(ply)) for ply in range(20, 0, -1)]
    then = (await ada.get(f"{here}9")).text
    assert re.findall(rf'href="{re.escape(here)}(\d+)"[^>]* aria-current', then) == ["9"] and "Back to now" in then
    assert {f"{here}{ply}" for ply in range(1, 10)} <= set(re.findall(r'href="([^"]+)"', then))
    await site.matches.resign(site.actor(ADA), match.id)
    assert "Back to the match" in (await ada.get(f"{here}0")).text


@pytest.mark.each_database
async def test_links_forms_and_programs_from_before_a_restore_are_told_so(site: Visited) -> None:
    match = await site.match()
    async with site.matches.database.write() as connection:
        await restores.begin_anew(connection)
    new = await site.match()
    assert new.id > match.id + 1 and new.host == match.host
    ada, lost = await site.visit(ADA), match.id + 1
    for path in ("", "/replay", "/review", "/log", "/note"):
        answer = await ada.get(f"/matches/{lost}{path}")
        assert answer.status == 409 and "before Furlong was restored" in words(answer), path
    resigning = {"csrf": await ada.csrf(), "deed": "resign_yes", "match": f"{lost}", "revision": "0", "detail": ""}
    acted = await ada.post(f"/matches/{lost}/deeds", **resigning)
    assert acted.status == 409 and "before Furlong was restored" in words(acted)
    old = {"csrf": await ada.csrf(), "move": "a4<c4", "revision": f"{match.revision}"}
    assert "before Furlong was restored" in words(await ada.post(f"/matches/{match.id}/moves", **old))
    bolt = await program(site)
    replies = [await bolt.get(f"/matches/{lost}"), await bolt.post(f"/matches/{lost}/moves", move="a4<c4")]
    assert [(reply.status, reply.error) for reply in replies] == [(409, "BeforeRestore")] * 2
    assert (await site.matches.load(new.id)).ply == (await site.matches.load(match.id)).ply == 0


async def test_a_challenge_seen_before_a_restore_is_answered_only_once_it_has_been_seen_again(site: Visited) -> None:
    match = await site.proposed()
    ben, where = await site.visit(BEN), f"/matches/{match.id}/answer"
    seen = [_form(await ben.get("/"), where), _form(await ben.get(f"/matches/{match.id}"), where)]
    async with site.matches.database.write() as connection:
        await restores.begin_anew(connection)
    ben, bolt = await site.visit(BEN), await program(site, BEN)
    csrf = await ben.csrf()
    for deed, form in (("join", seen[0]), ("decline", seen[1]), ("join", {})):
        refused = await ben.post(where, **{**form, "csrf": csrf, "deed": deed})
        assert refused.status == 409 and "before Furlong was restored" in words(refused), form
    reply = await bolt.post(f"/matches/{match.id}/actions/join", revision=match.revision)
    assert (reply.status, reply.error) == (409, "BeforeRestore")
    assert (await site.matches.load(match.id)).state is State.OPEN
    assert (await ben.post(where, **_form(await ben.get("/"), where), deed="join")).status == 303
    assert (await site.matches.load(match.id)).state is State.RUNNING


async def test_nobody_resigns_by_a_form_from_before_a_restore_against_whoever_has_joined_since(site: Visited) -> None:
    proposal = Proposal(GAMES["furl"], CHANNEL, (), Seat(0))
    table = await site.matches.propose(site.actor(ADA), SERVER, proposal)
    async with site.matches.database.write() as connection:
        await restores.begin_anew(connection)
    ada = await site.visit(ADA)
    match = await site.matches.join(site.actor(CLEO), table.id)
    resigning = {"csrf": await ada.csrf(), "deed": "resign_yes", "match": f"{match.id}", "revision": "0", "detail": ""}
    refused = await ada.post(f"/matches/{match.id}/deeds", **resigning)
    assert refused.status == 409 and "before Furlong was restored" in words(refused)
    assert (await site.matches.load(match.id)).state is State.RUNNING


def _form(answer: Answer, address: str) -> dict[str, str]:
    """The fields of the form on a page that is sent to an address."""
    form = re.search(rf'<form[^>]* action="{address}"[^>]*>(.*?)</form>', answer.text, re.DOTALL)
    assert form is not None
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form[1]))


async def test_who_confirms_every_move_does_so_in_each_browser(site: Visited) -> None:
    match, ada = await site.match(), await site.visit(ADA)
    assert 'id="confirms"' in (await ada.get("/settings")).text
    assert "data-confirms" not in (await ada.get(f"/matches/{match.id}")).text
    await settings.prefer(site.matches, ADA, lambda before: replace(before, confirming=Confirming.EVERY))
    assert "data-confirms" in (await ada.get(f"/matches/{match.id}")).text
