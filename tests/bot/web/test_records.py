"""Replays of record files on the page: the same files and the same refusals as in chat."""

import re
from dataclasses import replace
from html import unescape

import pytest

from bot.model.result import Ending
from bot.records.parsing import LARGEST
from bot.records.record import RecordResult
from bot.web import access, edge
from rules.core import Seat
from rules.record import replay
from tests.bot.chat.replays.test_replay import LAST, MOVES, RECORD, data_of
from tests.bot.web.visiting import ADA, BEN, Answer, Browser, Visited, picture_in, words
from tests.bot.world import PaintedPictures

_AT = "/records"


async def _sends(browser: Browser, data: bytes, name: str = "match.txt", **fields: str) -> Answer:
    return await browser.upload(_AT, data, name, **fields)


def _record_in(answer: Answer) -> str:
    """The record that the next step carries."""
    found = re.search(r'<input type="hidden" name="record" value="([^"]*)">', answer.text)
    assert found is not None
    return unescape(found[1])


def _steps_of(answer: Answer) -> list[tuple[str, str]]:
    """What the buttons for other steps are called, and where they lead."""
    return [
        (label, to) for to, label in re.findall(r'<button id="\w+" name="ply" value="(\d+)" title="(.*?)"', answer.text)
    ]


async def test_a_file_is_shown_as_in_chat_and_can_be_stepped_through(site: Visited, canvas: PaintedPictures) -> None:
    browser = await site.visit(ADA)
    assert f'href="{_AT}"' in (await browser.get("/")).text and "The file" in words(await browser.get(_AT))
    shown = await _sends(browser, data_of(RECORD))
    assert shown.status == 200 and "Furl · a record" in words(shown)
    assert f"Step 0 of {LAST} · the start. It's Eva 's turn." in words(shown)
    assert _steps_of(shown) == [("Forward", "1"), ("Last", f"{LAST}")]
    for fields in ({"ply": "3", "step": "0"}, {"step": "3"}):
        shown = await _sends(browser, b"", "", record=_record_in(shown), **fields)
        assert f"Step 3 of {LAST} · " in words(shown) and _record_in(shown).encode() == data_of(RECORD)
        assert _steps_of(shown) == [("First", "0"), ("Back", "2"), ("Forward", "4"), ("Last", f"{LAST}")]
        painting = canvas.painting(await browser.get_bytes(picture_in(shown)))
        assert painting.position == replay(RECORD.game, 2, MOVES[:3]) and painting.scene.names == ("Eva", "Finn")
        assert [step.move for step in painting.scene.steps] == [MOVES[2]]


async def test_the_end_of_a_record_says_and_marks_who_won(site: Visited, canvas: PaintedPictures) -> None:
    over = replace(RECORD, result=RecordResult(Ending.RESIGNED, by=Seat(1), places=(1, 2)))
    browser = await site.visit(ADA)
    for ply, is_over in ((LAST - 1, False), (LAST, True), (LAST + 9, True)):
        shown = await _sends(browser, data_of(over), ply=f"{ply}")
        assert ("Finn resigns. Eva (White) wins." in words(shown)) == is_over
        outcome = canvas.painting(await browser.get_bytes(picture_in(shown))).scene.outcome
        assert (None if outcome is None else outcome.places) == ((1, 2) if is_over else None)


async def test_the_text_of_a_record_is_as_good_as_its_file(site: Visited) -> None:
    browser, text = await site.visit(ADA), data_of(RECORD).decode()
    csrf = await browser.csrf()
    for sent in (text, text.replace("\n", "\r\n")):
        shown = [await _sends(browser, b"", "", record=sent), await browser.post(_AT, csrf=csrf, record=sent)]
        assert [(one.status, _record_in(one)) for one in shown] == [(200, text)] * 2


async def test_what_is_no_record_is_refused_as_in_chat_and_what_was_typed_stays(site: Visited) -> None:
    browser, text = await site.visit(ADA), data_of(RECORD).decode()
    for data in (b"", b"\x00\xff" * 500, b"RIFF....WEBP", "Furlong record 1\n".encode("utf-16"), b"1. a"):
        refused = await _sends(browser, data, "picture.webp")
        assert refused.status == 409 and "can't be replayed. Line 1: " in words(refused), data
    refused = await _sends(browser, data_of(RECORD).replace(b"2. f5<f3", b"2. a1<f3"))
    assert "“match.\u200btxt” can't be replayed. Line " in words(refused)
    refused = await _sends(browser, b"", "", record=text.replace("version: 1", "version: 99 <b>"))
    assert refused.status == 409 and "version: 99 &lt;b&gt;" in refused.text
    refused = await _sends(browser, b"?", f"<b>**passwd**{'x' * 300}.txt")
    assert refused.status == 409 and "<b>**" not in refused.text and "x" * 50 not in refused.text


async def test_names_in_a_record_are_neither_markup_nor_markdown(site: Visited) -> None:
    shown = await _sends(await site.visit(ADA), data_of(replace(RECORD, players=("<i>Eva</i>", "**Finn**\n# Ben"))))
    assert "<i>" not in shown.text and "<b>Finn" not in shown.text and shown.text.count("<h1") == 1


async def test_a_record_has_a_length_and_a_deadline(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = await site.visit(ADA)
    refused = await _sends(browser, bytes(LARGEST + 1))
    assert refused.status == 409 and "too large for a record: a file may have 1,000,000 bytes at most" in words(refused)
    whole = data_of(RECORD) + b"\n" * (LARGEST - len(data_of(RECORD)))
    shown = await _sends(browser, whole)
    stepped = await _sends(browser, b"", "", record=_record_in(shown).replace("\n", "\r\n"), ply="3")
    assert shown.status == 200 and f"Step 3 of {LAST} · " in words(stepped), "browsers send lines in their own way"
    for field in ({"record": "x" * edge.LARGEST_BODY}, {"note": "x" * edge.LARGEST_BODY}):
        assert (await _sends(browser, bytes(LARGEST), **field)).status == 413
    head = {"Cookie": f"{access.COOKIE}={browser.cookie}", "Content-Type": "multipart/form-data; boundary=x"}
    before = b"\r\n" * LARGEST + await _form(browser, _part(_NAMED, data_of(RECORD)))
    assert (await site.ask("POST", _AT, head, before)).status == 413, "what stands before the first part counts as well"
    monkeypatch.setattr(edge, "ARRIVES_WITHIN", 0.05)
    assert (await site.ask("POST", _AT, {**head, "Content-Length": "999"}, b"--x\r\n")).status == 408


async def test_a_record_is_read_for_people_with_a_session_alone(site: Visited) -> None:
    stranger = await site.request("POST", _AT, {"record": data_of(RECORD).decode()})
    assert stranger.status == 401 and (await site.request("GET", _AT)).status == 401
    head = {"Content-Type": "multipart/form-data; boundary=x"}
    assert (await site.ask("POST", _AT, head, b"--x--\r\n")).status == 401
    browser = await site.visit(ADA)
    forged = await browser.post(_AT, csrf="0", record=data_of(RECORD).decode())
    assert forged.status == 403
    assert (await browser.upload("/leave", b"", "x")).status == 415, "files have one address"


def _part(head: str, value: bytes = b"x") -> bytes:
    return b"--x\r\n" + head.encode() + b"\r\n\r\n" + value + b"\r\n"


_NAMED = 'Content-Disposition: form-data; name="record"'


async def _form(browser: Browser, parts: bytes) -> bytes:
    """A form with these parts after the token that it needs."""
    return _part('Content-Disposition: form-data; name="csrf"', (await browser.csrf()).encode()) + parts + b"--x--"


_MALFORMED = [
    b"",
    b"\n--x--",
    b"--y\r\n--x--",
    b"--x",
    b"--x\r\n",
    b"--y--",
    b"\r\n" * 9,
    b"--x\r\n: \r\n\r\n",
    _part(_NAMED),
    b"--x\r\n\xff: \xff\r\n",
    _part(_NAMED, b"\xff") + b"--x--",
    _part(_NAMED, b"\0") + b"--x--",
    _part("Content-Disposition: ;" * 20) + b"--x--",
    _part(_NAMED) * 9 + b"--x--",
    _part(f"{_NAMED}\r\n" + "X: y\r\n" * 99) + b"--x--",
    _part("X: " + "y" * 9_000) + b"--x--",
    _part(f"{_NAMED}\r\nContent-Type: multipart/mixed; boundary=z") + b"--x--",
    _part('Content-Disposition: form-data; name="_charset_"', b"nonsense" * 9) + b"--x--",
    _part('Content-Disposition: form-data; name="_charset_"', b"\xff") + b"--x--",
]


async def test_a_malformed_form_is_refused_and_heads_of_parts_that_forms_do_not_have_count_for_nothing(
    site: Visited,
) -> None:
    browser = await site.visit(ADA)
    head = {"Cookie": f"{access.COOKIE}={browser.cookie}", "Content-Type": "multipart/form-data; boundary=x"}
    for body in _MALFORMED:
        assert (await site.ask("POST", _AT, head, body)).status == 400, body
    for line in ("X: y", "Content-Length: -1", "Content-Length: 99", "Content-Transfer-Encoding: base64"):
        body = await _form(browser, _part(f"{_NAMED}\r\n{line}", data_of(RECORD)))
        assert (await site.ask("POST", _AT, head, body)).status == 200, line
    assert (await site.ask("POST", _AT, head, b"--x--")).status == 403


async def test_a_match_that_was_saved_as_a_page_can_be_read_back(site: Visited) -> None:
    match = await site.match()
    await site.matches.play(site.actor(ADA), match.id, "a4<c4")
    await site.matches.resign(site.actor(BEN), match.id)
    ada = await site.visit(ADA)
    saved = await ada.get_bytes(f"/matches/{match.id}/share")
    shown = await ada.upload("/records", saved, "furl-1.html")
    assert shown.status == 200 and "a4&lt;c4" in shown.text
    assert "doctype" not in (re.search(r'name="record" value="([^"]*)"', shown.text) or [""])[1]
    odd = await ada.upload("/records", b"<!doctype html><p>nothing here</p>", "odd.html")
    assert odd.status == 409
