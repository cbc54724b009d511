"""A browser agrees to get notices, or withdraws, and what of its offer is refused."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.actions import privacy as privacy_actions
from bot.actions import pushing, settings
from bot.model.sessions import MOST_SUBSCRIPTIONS
from bot.model.settings import Reach
from bot.outside.push import Pusher
from tests.bot.pushed import CONTACT, PUSH_HOST, PushedBrowser
from tests.bot.web.visiting import ADA, BEN, Browser, Visited, visited

pytestmark = pytest.mark.each_database


@pytest.fixture
async def site(fresh_url: str) -> AsyncIterator[Visited]:
    async with visited(fresh_url, pusher=Pusher(CONTACT), has_guests=True) as site:
        yield site


async def _subscribe(browser: Browser, name: str = "one", **changed: str) -> int:
    form = {**PushedBrowser(PUSH_HOST, name).form, **changed}
    return (await browser.post("/notices", csrf=await browser.csrf(), **form)).status


async def _reach(site: Visited) -> Reach:
    return (await settings.of_person(site.matches, ADA.id)).reach


async def test_who_agrees_is_told_in_that_browser_until_they_withdraw(site: Visited) -> None:
    ada = await site.visit(ADA)
    assert "Tell me here" in (await ada.get("/")).text
    before = (await ada.get("/notices")).text
    assert '"isOn": false' in before and len(before) > 80
    assert 'value="push"' in (await ada.get("/settings")).text
    assert await _subscribe(ada) == 204
    [browser] = await pushing.subscriptions_of(site.matches, ADA.id)
    assert browser == PushedBrowser(PUSH_HOST).subscription or browser.address == f"{PUSH_HOST}/one"
    assert await _reach(site) is Reach.PUSH
    assert (await ada.get("/notices")).text == before.replace("false", "true")
    assert (await ada.post("/notices/stop", csrf=await ada.csrf())).status == 204
    assert await pushing.subscriptions_of(site.matches, ADA.id) == []
    assert await _reach(site) is Reach.CHANNEL


async def test_a_guest_can_be_told_too_and_is_not_promised_discord(site: Visited) -> None:
    guest = Browser(site)
    await guest.post("/guest", name="Ann")
    shown = (await guest.get("/")).text
    assert "Tell me here" in shown and "here any more" in shown and "on Discord again" not in shown
    assert await _subscribe(guest) == 204 and '"isOn": true' in (await guest.get("/notices")).text
    await guest.post("/notices/stop", csrf=await guest.csrf())
    assert '"isOn": false' in (await guest.get("/notices")).text


async def test_a_browser_that_is_signed_out_gets_nothing_more(site: Visited) -> None:
    ada = await site.visit(ADA)
    await _subscribe(ada)
    await ada.post("/leave", csrf=await ada.csrf())
    assert await pushing.subscriptions_of(site.matches, ADA.id) == []


async def test_withdrawing_one_of_two_browsers_leaves_the_other(site: Visited) -> None:
    phone, desk = await site.visit(ADA), await site.visit(ADA)
    await _subscribe(phone, "phone")
    await _subscribe(desk, "desk")
    await phone.post("/notices/stop", csrf=await phone.csrf())
    [left] = await pushing.subscriptions_of(site.matches, ADA.id)
    assert left.address == f"{PUSH_HOST}/desk" and await _reach(site) is Reach.PUSH


async def test_an_address_that_another_person_agrees_with_is_theirs_alone(site: Visited) -> None:
    ada, ben = await site.visit(ADA), await site.visit(BEN)
    await _subscribe(ada, "shared")
    await _subscribe(ben, "shared")
    assert await pushing.subscriptions_of(site.matches, ADA.id) == []
    assert len(await pushing.subscriptions_of(site.matches, BEN.id)) == 1


async def test_the_oldest_browser_makes_room(site: Visited) -> None:
    token = await site.session(ADA)
    for number in range(MOST_SUBSCRIPTIONS + 2):
        site.clock[0] = site.clock[0].replace(minute=number)
        subscription = PushedBrowser(PUSH_HOST, f"{number}").subscription
        await pushing.subscribe(site.matches, ADA, await site.session(ADA), subscription)
    found = {one.address.rpartition("/")[2] for one in await pushing.subscriptions_of(site.matches, ADA.id)}
    assert token and len(found) <= MOST_SUBSCRIPTIONS and "0" not in found and "11" in found


@pytest.mark.parametrize(
    "changed",
    [
        {"address": ""},
        {"address": "https://push.example.com/1"},
        {"address": f"{PUSH_HOST}/{'a' * 2_000}"},
        {"address": f"{PUSH_HOST}.evil.example/1"},
        {"key": "x"},
        {"secret": "x"},
        {"secret": "\u0000"},
    ],
)
async def test_what_no_browser_sends_is_refused(site: Visited, changed: dict[str, str]) -> None:
    ada = await site.visit(ADA)
    assert await _subscribe(ada, **changed) == 400
    assert await pushing.subscriptions_of(site.matches, ADA.id) == [] and await _reach(site) is Reach.CHANNEL


async def test_it_takes_a_session_of_somebody_on_discord_and_a_form_of_this_page(site: Visited) -> None:
    for method, path in (("GET", "/notices"), ("POST", "/notices"), ("POST", "/notices/stop")):
        assert (await site.request(method, path)).status == 401
    ada = await site.visit(ADA)
    assert (await ada.post("/notices", **PushedBrowser(PUSH_HOST).form)).status == 403


async def test_without_a_contact_of_the_host_nothing_is_offered(fresh_url: str) -> None:
    async with visited(fresh_url) as site:
        ada = await site.visit(ADA)
        assert "Tell me here" not in (await ada.get("/")).text
        assert (await ada.get("/notices")).status == 404 and await _subscribe(ada) == 404
        assert 'value="push"' not in (await ada.get("/settings")).text
        forged = await ada.post("/settings", csrf=await ada.csrf(), deed="own_set", **{"in.notice": "push"})
        assert forged.status == 409 and await _reach(site) is Reach.CHANNEL


async def test_a_deletion_takes_the_browsers_along(site: Visited) -> None:
    ada = await site.visit(ADA)
    await _subscribe(ada)
    await privacy_actions.forget(site.matches, replace(ADA))
    assert await pushing.subscriptions_of(site.matches, ADA.id) == []


async def test_the_worker_is_above_all_pages(site: Visited) -> None:
    answer = await site.request("GET", "/worker.js")
    assert answer.status == 200 and answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
