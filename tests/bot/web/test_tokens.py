"""Tokens for programs, as people make and revoke them."""

import re
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from bot.actions import engines as engine_actions
from bot.actions import tokens
from bot.hosting.service import annexes
from bot.model.jobs import Kind
from bot.model.tokens import LONGEST_NAME, MOST_TOKENS, Scope
from tests.bot.queue import stored_jobs
from tests.bot.web.test_settings import shown
from tests.bot.web.visiting import ADA, BEN, SERVER, Visited, visited, words

pytestmark = pytest.mark.each_database


@pytest.mark.parametrize("missing", ["icalendar", "msgspec"])
async def test_without_the_extra_the_page_is_served_and_offers_no_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    assert annexes()
    monkeypatch.setitem(sys.modules, missing, None)
    assert annexes() == ()
    async with visited(f"sqlite:///{tmp_path / 'small.db'}", has_programs=False) as site:
        ada = await site.visit(ADA)
        settings = await ada.get("/settings")
        assert settings.status == 200 and "/programs" not in settings.text
        assert "in.name" not in (await ada.get("/programs")).text


async def test_a_token_is_made_shown_once_and_revoked(site: Visited) -> None:
    ada = await site.visit(ADA)
    assert 'href="/programs"' in (await ada.get("/settings")).text
    form = {**shown(await ada.get("/programs")), "in.name": " My *engine* ", "in.scope": "play", "in.days": "90"}
    made = await ada.post("/programs", **form)
    [secret] = re.findall(r"furlong_[A-Za-z0-9_-]{32}", made.text)
    assert made.status == 200 and "shown only now" in words(made) and "My *engine*" in words(made)
    listed = await ada.get("/programs")
    assert secret not in listed.text and "My *engine* : Read your matches, play, and challenge people, until" in words(
        listed
    )
    [token] = await tokens.of_person(site.matches, ADA.id)
    assert token.scope is Scope.PLAY and token.expires_at - token.made_at == timedelta(days=90)
    assert await tokens.find(site.matches, secret) == token
    async with site.matches.database.read() as connection:
        stored = str((await connection.exec_driver_sql("SELECT * FROM tokens")).all())
    assert secret not in stored and secret.removeprefix(tokens.PREFIX) not in stored
    ben = await site.visit(BEN)
    await ben.post("/programs", csrf=await ben.csrf(), deed="token_end", detail=str(token.id))
    assert await tokens.find(site.matches, secret) == token
    await ada.post("/programs", csrf=await ada.csrf(), deed="token_end", detail=str(token.id))
    assert await tokens.find(site.matches, secret) is None


async def test_an_address_for_a_calendar_is_made_and_read(site: Visited) -> None:
    ada = await site.visit(ADA)
    form = {**shown(await ada.get("/programs")), "in.name": "My phone", "in.scope": "calendar", "in.days": "365"}
    [path] = re.findall(r"/api/v1/calendar/furlong_[A-Za-z0-9_-]{32}\.ics", (await ada.post("/programs", **form)).text)
    assert (await site.request("GET", path)).text.startswith("BEGIN:VCALENDAR")
    assert "My phone : Show your deadlines in a calendar, until" in words(await ada.get("/programs"))


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"in.name": ""}, 409),
        ({"in.name": "x" * (LONGEST_NAME + 1)}, 409),
        ({"in.scope": "everything"}, 409),
        ({"in.days": "31"}, 409),
        ({"in.days": ""}, 409),
    ],
)
async def test_a_forged_form_makes_no_token(site: Visited, changed: dict[str, str], status: int) -> None:
    ada = await site.visit(ADA)
    form = {**shown(await ada.get("/programs")), "in.name": "Engine", **changed}
    assert (await ada.post("/programs", **form)).status == status
    assert await tokens.of_person(site.matches, ADA.id) == []


async def test_a_person_has_a_limited_number_of_tokens(site: Visited) -> None:
    ada = await site.visit(ADA)
    form = {**shown(await ada.get("/programs")), "in.name": "Engine"}
    statuses = [(await ada.post("/programs", **form)).status for _ in range(MOST_TOKENS + 1)]
    assert statuses == [200] * MOST_TOKENS + [409]
    assert "in.name" not in (await ada.get("/programs")).text
    site.clock[0] += timedelta(days=31)  # those that have ended make room for others
    ada = await site.visit(ADA)
    assert (await ada.post("/programs", **{**form, "csrf": await ada.csrf()})).status == 200


@pytest.mark.each_database
async def test_tokens_that_are_made_and_ended_again_and_again_leave_nothing(site: Visited) -> None:
    engine, _secret = await engine_actions.register(site.matches, ADA, SERVER, "Bolt", ["furl"])
    for _ in range(3):
        await tokens.make(site.matches, ADA, "Diary", Scope.READ, timedelta(days=30))
        [token] = await tokens.of_person(site.matches, ADA.id)
        await tokens.end(site.matches, ADA.id, token.id)
        await engine_actions.renew(site.matches, site.actor(ADA), engine.person.id)
    assert len(await stored_jobs(site.matches.database, Kind.TOKEN_END)) == 1
    await engine_actions.remove(site.matches, site.actor(ADA), engine.person.id)
    assert await stored_jobs(site.matches.database, Kind.TOKEN_END) == []
