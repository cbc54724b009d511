"""No answer to one person contains private data of another: everything that each can reach is read, link by link."""

import re
from base64 import urlsafe_b64decode
from dataclasses import replace
from html import unescape
from typing import Final

import pytest

from bot.actions import people, settings
from bot.actions.competitions import entries
from bot.model.clock import Terms
from bot.model.competitions.competition import NEVER, Competition, Format, Regulations, Venue
from bot.model.match import Match
from rules import GAMES
from tests.bot.web.visiting import ADA, BEN, CHANNEL, CLEO, SERVER, Browser, Visited

_PLAN: Final = "e5<e4"
_NOTE: Final = "the fork on b4"
_TRIED: Final = "g4<g3"
"""Ben's plan, note and tried moves in his match with Ada, who is to move; none of them can be read from the board."""

_CHOICE: Final = re.compile(r"[?&]chosen=[^&]+|/flip$|/try/|/puzzles/|/lessons/|/static/")
"""Addresses that are too many or the same for everybody, and one that turns the board around."""


async def _reached(browser: Browser, *more: str) -> dict[str, str]:
    """The answers of the first page, of `more`, and of everything that they link to, without the session's token."""
    found, waiting = dict[str, str](), ["/", *more]
    while waiting:
        path = waiting.pop()
        if path not in found and not _CHOICE.search(path):
            answer = await browser.get(path)
            shown = [urlsafe_b64decode(data + "==").decode() for data in re.findall(r"/boards/([\w-]+)\.", answer.text)]
            found[path] = re.sub(r'name="csrf" value="[0-9a-f]+"', "", answer.text) + "".join(shown)
            links = (
                re.findall(r'(?:href|src)="(/[^"#]*)"', answer.text) if "html" in answer.headers["Content-Type"] else []
            )
            waiting += map(unescape, links)
    return found


def _paths(match: Match) -> list[str]:
    """Addresses of a match that a person may type, whether or not a link leads there."""
    parts = (
        "",
        "/plan",
        "/note",
        "/try",
        "/replay",
        "/replay?ply=0",
        "/review",
        "/share",
        "/picture?ply=1",
        "/log",
        "/log/1",
        "/dice",
    )
    return [f"/matches/{match.id}{part}" for part in parts]


async def _with_secrets(site: Visited) -> tuple[Match, list[str]]:
    """A match in which Ben has a plan, a note and a private board, and one with sealed dice; returns the secrets."""
    match, diced = await site.match(), await site.match("furbowl")
    ben = await site.visit(BEN)
    csrf = await ben.csrf()
    assert (await ben.writes(match, "plan", f"after a4<c4: {_PLAN}")).status == 303
    assert (await ben.writes(match, "note", _NOTE)).status == 303
    tried = f"a4<c4, {_TRIED}"
    board, played = (
        f"/matches/{match.id}/try",
        {"deed": "try_play", "match": str(match.id), "revision": "0", "value": tried},
    )
    assert (await ben.post(board, csrf=csrf, **played)).status == 303
    assert diced.fairness is not None
    sealed = diced.fairness.secret.hex()
    own = unescape("".join((await _reached(ben, *_paths(match))).values()))
    assert all(secret in own for secret in (_PLAN, _NOTE, _TRIED)) and sealed not in own
    return match, [_PLAN, _NOTE, _TRIED, sealed, ben.cookie, csrf]


@pytest.mark.sweep
async def test_no_page_of_others_has_plans_notes_private_boards_or_sealed_dice(site: Visited) -> None:
    match, secrets = await _with_secrets(site)
    await settings.settle(site.matches, SERVER, lambda before: replace(before, has_public_pages=True))
    opponent, member = await site.visit(ADA), await site.visit(CLEO)
    for browser in (opponent, member, await site.visit(CLEO, SERVER + 1), Browser(site)):
        for path, text in (await _reached(browser, *_paths(match), "/matches/2", "/matches/2/replay")).items():
            assert not [secret for secret in secrets if secret in unescape(text)], path
    await site.matches.resign(site.actor(ADA), match.id)
    for path, text in (
        await _reached(opponent, *_paths(match))
    ).items():  # a review and a shared file show a finished match
        assert not [secret for secret in secrets if secret in unescape(text)], path


async def test_a_blocked_person_can_tell_nowhere_on_the_page_that_they_are_blocked(site: Visited) -> None:
    await site.match(host=BEN, guest=CLEO)
    shared = await site.match(host=ADA, guest=CLEO)
    ada, cleo = await site.visit(ADA), await site.visit(CLEO)
    await ada.post("/play/furl", csrf=await ada.csrf())
    regulations = Regulations(Format.LADDER, (GAMES["furl"],), 6, both_sides=False, terms=Terms(3, is_rated=True))
    venue, now = Venue(SERVER, CHANNEL, CHANNEL, wants_threads=False), site.clock[0]
    ladder = await entries.propose(site.matches, None, Competition("Spring", venue, regulations, now, NEVER, BEN, now))
    for person in (ADA, CLEO):
        await entries.join(site.matches, site.actor(person), ladder.id)
    before = await _reached(cleo, *_paths(shared))
    assert f"/seasons/{ladder.id}" in before and "/play/furl" in before and "/matches/3" in before
    await people.block(site.matches, ADA, CLEO)
    assert await _reached(cleo, *_paths(shared)) == before
