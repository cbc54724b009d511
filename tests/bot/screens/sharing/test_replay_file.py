"""The file of a match: what is in it, what is not, and how large it is."""

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from bot.model.match import Match, State
from bot.model.refusals.replays import StillPlayed
from bot.records.parsing import parse
from bot.records.record import record_of
from bot.records.writing import write
from bot.screens import sharing
from bot.screens.sharing import LARGEST, check_shared, replay_file
from bot.texts import replays
from tests.bot.screens.sharing.finished import PEOPLE, PLACE, file_of, finished, sheet_of


def told(page: str) -> dict[str, Any]:
    """The packed data of a file."""
    packed = re.search(r'id="match">([^<]+)<', page)
    assert packed is not None
    return json.loads(zlib.decompress(b64decode(packed[1])))


def recorded(page: str) -> str:
    """The record in a file."""
    found = re.search(r'<pre id="record">(.*?)</pre>', page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


@pytest.fixture(scope="module")
def match() -> Match:
    """A short match of Furl."""
    return finished("furl", 6)


async def test_a_file_has_every_position_in_words_as_text_and_as_a_picture(match: Match) -> None:
    page = await file_of(match)
    data = told(page)
    assert len(data["steps"]) == len(data["boards"]) == len(data["pictures"]) == 7
    assert data["steps"][0] == "The start"
    assert data["steps"][1].startswith("Step 1: Ada <&> ")
    assert data["boards"][6] == str(match.history.position)


async def test_a_file_has_the_record_itself(match: Match) -> None:
    text = recorded(await file_of(match))
    assert text == write(record_of(match))
    assert parse(text).history.tokens == match.history.tokens


async def test_a_file_is_named_like_the_record(match: Match) -> None:
    assert (await replay_file(match, await sheet_of(match))).name.startswith("furlong-furl-2030-01-01-")


async def test_names_cannot_become_part_of_the_page() -> None:
    page = await file_of(finished("farlander", 12))
    assert page.count("</script>") == 3
    assert "<&>" not in page.replace("&lt;&amp;&gt;", "")


async def test_a_file_tells_nothing_of_people_or_servers_that_the_record_does_not_tell() -> None:
    match = finished("furbowl", 30)
    page = await file_of(match)
    whole = page + json.dumps(told(page))
    for number in (*(person.id for person in PEOPLE), PLACE.server_id, PLACE.channel_id, PLACE.message_id):
        assert str(number) not in whole
    assert f"#{match.id}" not in whole


async def test_a_file_may_load_and_send_nothing(match: Match) -> None:
    page = await file_of(match)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    assert policy[1].endswith("; base-uri 'none'; form-action 'none'"), "which the default does not cover"
    assert "http" not in page.replace("http-equiv", "")


@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=() if key == "playwin" else pytest.mark.sweep) for key in ("furl", "fursaz", "playwin")],
)
async def test_a_whole_random_match_fits_with_all_of_its_pictures(key: str) -> None:
    match = finished(key)
    page = await file_of(match)
    assert len(page.encode()) <= LARGEST
    assert told(page)["scale"] == 1


async def test_a_longer_match_has_smaller_pictures_and_one_that_is_too_long_says_why_it_has_none(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = await sheet_of(match)
    sizes = [len((await replay_file(match, sheet)).data)]
    for expected in (2, None):
        monkeypatch.setattr(sharing, "LARGEST", sizes[-1] - 1)
        page = (await replay_file(match, sheet)).data.decode()
        sizes.append(len(page.encode()))
        assert told(page).get("scale") == expected
        assert (replays.SHARED_WITHOUT_PICTURES in unescape(page)) is (expected is None)
        assert len(told(page)["boards"]) == 7
    assert sizes == sorted(sizes, reverse=True)


async def test_a_running_match_is_not_shared(match: Match) -> None:
    with pytest.raises(StillPlayed):
        check_shared(replace(match, state=State.RUNNING, result=None))
