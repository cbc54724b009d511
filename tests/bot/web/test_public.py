"""Public pages: what anyone may see of a server that wants that, and nothing of other servers."""

import re
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from html import unescape
from ipaddress import ip_network

import pytest
from multidict import CIMultiDict

import render
from bot.actions import privacy as privacy_actions
from bot.actions import settings
from bot.web import live
from tests.bot.web.visiting import ADA, BEN, CLEO, SERVER, Answer, Browser, Visited, visited, words

PUBLIC = "http://furlong.example"


@pytest.fixture
async def site(fresh_url: str) -> AsyncGenerator[Visited]:
    """A page with a public address."""
    async with visited(fresh_url, public=PUBLIC) as site:
        yield site


async def _open(site: Visited, *, is_open: bool = True) -> None:
    await settings.settle(site.matches, SERVER, lambda before: replace(before, has_public_pages=is_open))


def _meta(answer: Answer) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', answer.text)
    return {name: unescape(content) for name, content in found}


async def test_anyone_may_watch_matches_only_of_servers_that_allow_it(site: Visited) -> None:
    match, anyone = await site.match(), Browser(site)
    for path in ("", "/replay", "/picture", "/events"):
        absent, hidden = [await anyone.get(f"/matches/{number}{path}") for number in (999, match.id)]
        assert (hidden.status, hidden.text) == (401, absent.text)
    await _open(site)
    shown = await anyone.get(f"/matches/{match.id}")
    assert shown.status == 200 and "Ada" in words(shown) and "Ben" in words(shown)
    assert (await anyone.get(f"/matches/{match.id}/replay")).status == 200
    assert (await anyone.get(f"/matches/{match.id}/picture")).headers["Content-Type"] == "image/png"
    await _open(site, is_open=False)
    assert (await anyone.get(f"/matches/{match.id}")).status == 401


async def test_anyone_watches_a_match_that_is_over_and_none_that_has_not_begun(site: Visited) -> None:
    await _open(site)
    over = await site.match()
    await site.matches.resign(site.actor(ADA), over.id)
    waiting = await site.proposed()
    anyone = Browser(site)
    assert "Ben" in words(await anyone.get(f"/matches/{over.id}"))
    assert (await anyone.get(f"/matches/{waiting.id}")).status == 401


async def test_members_of_other_servers_watch_as_anyone_may(site: Visited) -> None:
    match, stranger = await site.match(), await site.visit(CLEO, SERVER + 1)
    hidden = await stranger.get(f"/matches/{match.id}")
    assert hidden.status == 409 and "Ada" not in hidden.text
    await _open(site)
    shown = await stranger.get(f"/matches/{match.id}")
    assert shown.status == 200 and "Cleo" in words(shown) and "Resign" not in words(shown)


async def test_a_public_page_says_nothing_private_and_changes_nothing(site: Visited) -> None:
    await _open(site)
    match, ben = await site.match(), await site.visit(BEN)
    token = await ben.csrf()
    await ben.writes(match, "plan", "after a4<c4: e5<e4")
    await ben.writes(match, "note", "Beware of the fork")
    await ben.post(f"/matches/{match.id}/deeds", csrf=token, deed="draw_yes", revision=str(match.revision))
    before, anyone = await site.matches.load(match.id), Browser(site)
    assert before.plans and before.open_offers
    for path in ("", "/replay", "/plan", "/note"):
        answer = await anyone.get(f"/matches/{match.id}{path}")
        for secret in ("e5<e4", "Beware", "offers a draw", "csrf", "Plan", str(BEN.id)):
            assert secret not in answer.text, (path, secret)
    for path in ("plan", "note"):
        assert (await anyone.get(f"/matches/{match.id}/{path}")).status == 401
    noted = {"deed": "note_save", "match": str(match.id), "in.value": "x"}
    for path, form in (("moves", {"move": "a4<c4"}), ("deeds", {"deed": "resign_yes"}), ("note", noted)):
        assert (await anyone.post(f"/matches/{match.id}/{path}", **form)).status == 401
    assert await site.matches.load(match.id) == before


async def test_a_person_who_has_deleted_their_data_is_nobody_on_a_public_page(site: Visited) -> None:
    await _open(site)
    match, anyone = await site.match(), Browser(site)
    assert "Ada" in (await anyone.get(f"/matches/{match.id}")).text
    await privacy_actions.forget(site.matches, ADA)
    for path in ("", "/replay"):
        assert "Ada" not in (await anyone.get(f"/matches/{match.id}{path}")).text


async def test_a_link_to_a_match_shows_a_preview_with_its_board(site: Visited) -> None:
    await _open(site)
    match, anyone = await site.match("furbowl"), Browser(site)
    for path in ("", "/replay?ply=0"):
        shown = await anyone.get(f"/matches/{match.id}{path}")
        told = _meta(shown)
        assert told["og:title"] == f"Furbowl #{match.id}" and "Ada" in told["og:description"]
        assert told["og:url"] == f"{PUBLIC}/matches/{match.id}{path}" and "<" not in told["og:description"]
        picture = await anyone.get_bytes(told["og:image"].removeprefix(PUBLIC))
        assert told["og:image"].startswith(f"{PUBLIC}/matches/{match.id}/picture?")
        assert (int(told["og:image:width"]), int(told["og:image:height"])) == render.size(picture)
        assert told["og:image:alt"] in [unescape(alt) for alt in re.findall(r'<img [^>]*alt="([^"]*)"', shown.text)]
        assert told["robots"] == "noindex" and shown.headers["X-Robots-Tag"] == "noindex"
    assert "og:title" not in _meta(await (await site.visit(ADA)).get(f"/matches/{match.id}"))


async def test_a_picture_is_painted_once_for_all_who_watch(site: Visited, painted: Callable[[], int]) -> None:
    await _open(site)
    match = await site.match()
    for browser in (Browser(site), Browser(site), await site.visit(CLEO)):
        await browser.get_bytes(f"/matches/{match.id}/picture?revision={match.revision}")
    assert painted() == 1


async def test_the_number_of_streams_of_an_address_without_a_session_is_limited(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_BY_ADDRESS", 2)
    monkeypatch.setattr(live, "MOST_PUBLIC", 3)
    await _open(site)
    match = await site.match()
    path = f"/matches/{match.id}/events"

    async def status(address: str) -> int:
        return await site.watch(path, {"X-Forwarded-For": address})

    assert [await status("192.0.2.1") for _ in range(3)] == [200, 200, 429]
    assert await status("2001:db8::1") == 200
    assert await status("2001:db8::2") == 429, "no more streams for all addresses together"


async def test_addresses_of_one_network_of_ipv6_count_as_one(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_BY_NETWORK", 1)
    await _open(site)
    match = await site.match()
    path = f"/matches/{match.id}/events"
    addresses = ("2001:db8::1", "2001:db8:0:1::1", "2001:db8:1::1", "nonsense:")
    statuses = [await site.watch(path, {"X-Forwarded-For": address}) for address in addresses]
    assert statuses == [200, 429, 200, 200]


async def test_networks_of_ipv4_count_apart_however_a_proxy_writes_their_addresses(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy that listens for both kinds at once writes IPv4 as IPv6; some add the port, which is always another."""
    monkeypatch.setattr(live, "MOST_BY_NETWORK", 1)
    await _open(site)
    match = await site.match()
    path = f"/matches/{match.id}/events"
    addresses = ("::ffff:192.0.2.1", "::ffff:203.0.113.2", "192.0.2.9", "203.0.113.2:4711", "[::ffff:192.0.2.1]:4711")
    statuses = [await site.watch(path, {"X-Forwarded-For": address}) for address in addresses]
    assert statuses == [200, 200, 429, 429, 429]
    addresses = ("[2001:db8::1]:4711", "[2001:db8::2]:4712", "2001:db8::3")
    statuses = [await site.watch(path, {"X-Forwarded-For": address}) for address in addresses]
    assert statuses == [200, 429, 429]


async def test_the_address_that_the_proxy_added_counts_whatever_the_visitor_sent_before(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some proxies add a header of their own below the visitor's instead of going on in it."""
    monkeypatch.setattr(live, "MOST_BY_ADDRESS", 1)
    await _open(site)
    match = await site.match()
    statuses = [
        await site.watch(
            f"/matches/{match.id}/events",
            CIMultiDict([("X-Forwarded-For", f"192.0.2.{number}"), ("X-Forwarded-For", "198.51.100.7")]),
        )
        for number in range(2)
    ]
    assert statuses == [200, 429]


async def test_behind_trusted_proxies_the_last_address_that_is_none_of_theirs_counts(
    fresh_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A CDN in front of the proxy does not make all visitors one, and nobody gets round a limit by claiming to be one."""
    monkeypatch.setattr(live, "MOST_BY_ADDRESS", 1)
    async with visited(fresh_url, public=PUBLIC, proxies=(ip_network("198.51.100.0/24"),)) as site:
        await _open(site)
        path = f"/matches/{(await site.match()).id}/events"
        chains = (
            "192.0.2.1, 198.51.100.7",
            "203.0.113.2, 198.51.100.7, ::ffff:198.51.100.8",
            "192.0.2.9, 192.0.2.1, 198.51.100.9",
            "100.64.0.3",
            "192.0.2.8, 100.64.0.3",
            ",".join(["100.64.1.4", *["198.51.100.7"] * 100]),
        )
        statuses = [await site.watch(path, {"X-Forwarded-For": chain}) for chain in chains]
    assert statuses == [200, 200, 429, 200, 429, 200]


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Counts the painted pictures."""
    count, paint = [0], render.picture

    def counted(*args: object) -> bytes:
        count[0] += 1
        return paint(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(render, "picture", counted)
    return lambda: count[0]
