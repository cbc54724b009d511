"""The edge of the page: whatever arrives meets a documented answer, for a bounded price."""

import asyncio
import re
import threading
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from time import process_time
from typing import Final
from unittest.mock import Mock

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from bot.actions import sessions
from bot.model.askers import Cost
from bot.web import access, edge, pages
from tests.bot.allowing import UNLIMITED, allow
from tests.bot.web.visiting import ADA, BEN, CLIENT_SECRET, Browser, Visited, picture_in, visited, words
from tests.rules.playouts import of_a_thousand

STATUSES: Final = {200, 302, 303, 400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 417, 429, 431}
"""Every status with which the page answers, whatever is sent."""

_NOISE: Final = (
    b"",
    b"0",
    b"\x00",
    b"%00",
    b"%FF",
    b"%ed%a0%80",
    b"%C3%A9",
    b"\xc3\xa9",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"%",
    b"%u0000",
    b"..",
    b"%2e%2e%2f",
    b"//",
    b"\\",
    b";",
    b"a" * 300,
    b"a" * 3000,
    b"%F0%9F%90%BA" * 30,
    b"[" * 2000,
    b"9" * 40,
    b"\xd9\xa3",
    b"-1",
    b"+2AAA-",
    b"<script>",
    b"\xef\xbb\xbf",
    "\u202e".encode(),
)
_PATHS: Final = (
    *("/", "/enter", "/enter/aaaaaaaaaaaaaaaaaaaaaa", "/leave", "/activity", "/play", "/play/furl", "/try/furl"),
    *("/try/furl/a4%3Cc4.e5%3Ce4", "/boards/W10.00", "/static/page.js", "/static/", "/static", "*"),
    *("/matches/1", "/matches/1/picture", "/matches/1/replay", "/matches/1/share", "/matches/1/events"),
    *("/matches/1/moves", "/matches/1/deeds", "/matches/1/note", "/matches/1/try", "/boards/"),
    *("/matches/1/answer", "/matches/1/review", "/matches/1/review/1/played", "/matches/999999999", "/nothing"),
    *("/puzzles", "/puzzles/playwin", "/puzzles/playwin/standings", "/puzzles/playwin/0123456789", "//elsewhere/x"),
    *("/lessons", "/lessons/furl", "/lessons/furl/1", "/lessons/furl/0", "/lessons/furl/999"),
    *(
        "/rules/furl",
        "/rules/furl/pictures/1",
        "/seasons",
        "/seasons/1",
        "/profile/1",
        "/leaderboard/furl/1",
        "/help",
        "http://elsewhere.example/",
        "elsewhere:80",
    ),
)
_METHODS: Final = (
    "GET",
    "GET",
    "POST",
    "POST",
    "POST",
    "HEAD",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
)
_QUERIES: Final = (
    *("chosen", "ply", "revision", "view", "match", "over", "wrong", "at", "division", "frame_id", "lang", "moment"),
    *("side", "done", "a", "%00", "_charset_"),
)
_FIELDS: Final = (
    *("csrf", "token", "move", "revision", "match", "game", "character", "deed", "offer", "plan", "note", "name"),
    *("detail", "value"),
    *(
        "code",
        "guild",
        "in.who",
        "typed.who",
        "in.players",
        "in.days",
        "in.host_seat",
        "side",
        "hints",
        "willing",
        "_charset_",
    ),
)
_CHARSETS: Final = (
    *("utf-8", "UTF-8", '"utf-8"', "utf-7", "utf-16", "utf-32", "latin-1", "unicode_escape", "raw_unicode_escape"),
    *("punycode", "idna", "base64", "hex", "zip", "bz2", "rot13", "uu", "quopri", "undefined", "mbcs", "charmap"),
    *("unicode_internal", "nonsense", "", "\x00", "é", "a" * 200, "../x", "cp65001", "hz", "iso2022_jp_ext"),
    *("(" * 4000, ";" * 4000, "a*0=b;" * 900),
)
_CODINGS: Final = (
    "",
    "identity",
    "gzip",
    "deflate",
    "br",
    "zstd",
    "compress",
    "nonsense",
    "gzip, gzip",
    "é",
    "x" * 3000,
)
_LANGUAGES: Final = (
    *("de", "pt-BR", "*", "", ",", "x" * 3000, ",".join(["de"] * 900), "de;q=é", "_", "-", "en_", "../../de", "C"),
    *("zh-Hant-TW", "sr@latin", "de_AT.UTF-8", "\x00", "i-klingon", "de-" * 500, "É", "iw", "no", "tl-"),
    *("DE", "pt-br", "PL-pl"),
)
_ENDLESS: Final = "Thu, 01 Jan 99999999999999999999999 00:00:00 GMT"
_VALUES: Final = (b"", b"0", b"1", b"furl", b"mole", b"resign", b"help", b"answer", b"play", b"a4%3Cc4", *_NOISE)


def _one(*values: str | bytes) -> st.SearchStrategy[bytes]:
    return st.sampled_from([value if isinstance(value, bytes) else value.encode() for value in values])


_SMALL: Final = st.binary(max_size=40)
_VALUE: Final = st.one_of(_one(*_VALUES), _SMALL.map(lambda some: some.hex().encode()))
_PAIR: Final = st.tuples(_one(*_FIELDS, *_QUERIES), _VALUE).map(b"=".join)
_QUERY: Final = st.lists(_PAIR, max_size=3).map(b"&".join)


@st.composite
def _target(draw: st.DrawFn) -> bytes:
    """The target of a request: a path of the page, perhaps spoilt, and a query."""
    path, noise = draw(_one(*_PATHS)), draw(st.one_of(st.just(b""), st.just(b""), _one(*_NOISE)))
    at = draw(st.integers(0, len(path)))
    query = draw(_QUERY)
    return path[:at] + noise + path[at:] + (b"?" + query if query else b"")


def _multipart(draw: st.DrawFn) -> tuple[bytes, bytes]:
    parts = draw(
        st.lists(
            st.tuples(
                _one(*_FIELDS), _one("", "base64", "quoted-printable", "binary", "8bit", "nonsense", "x-uu"), _VALUE
            ),
            max_size=4,
        )
    )
    charset = draw(_one(*_CHARSETS))
    lines = [
        b'--x\r\nContent-Disposition: form-data; name="%s"\r\nContent-Type: text/plain; charset=%s\r\n'
        b"Content-Transfer-Encoding: %s\r\n%s\r\n%s\r\n"
        % (
            name,
            charset,
            coding,
            draw(st.sampled_from([b"", b"Content-Encoding: deflate\r\n", b"X: y\r\n" * 200])),
            value,
        )
        for name, coding, value in parts
    ]
    end = draw(_one("--x--\r\n", "--x", ""))
    return draw(
        _one("multipart/form-data; boundary=x", "multipart/form-data", "multipart/mixed; boundary=x")
    ), b"".join(lines) + end


@st.composite
def _body(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """The type and the bytes of a body."""
    if draw(st.integers(0, 3)) == 0:
        return _multipart(draw)
    kind = draw(
        _one("application/x-www-form-urlencoded", "application/x-www-form-urlencoded", "application/json", "", "/")
    )
    charset = draw(st.one_of(st.just(b""), _one(*_CHARSETS).map(b"; charset=".__add__)))
    few = st.lists(_PAIR, max_size=5).map(b"&".join)
    many = st.sampled_from([b"a=1&" * 15_000, b"&" * 60_000, b"a=" + b"%FF" * 20_000, b"b" * 65_000, b"c" * 70_000])
    return kind + charset, draw(st.one_of(few, few, few, _SMALL, many))


@st.composite
def _head(draw: st.DrawFn) -> list[tuple[bytes, bytes]]:
    """Headers that browsers do not send, or not so."""
    pool = {
        b"Accept-Language": _one(*_LANGUAGES),
        b"Accept": _one("text/html+board", "*/*", b"\xff", "image/png"),
        b"Accept-Encoding": _one("gzip", "deflate;q=é", "zstd, br"),
        b"Content-Encoding": _one(*_CODINGS),
        b"Cookie": st.one_of(
            _VALUE.map(f"{access.COOKIE}=".encode().__add__), _VALUE.map(b"furlong-in-discord=".__add__), _VALUE
        ),
        b"Expect": _one("100-continue", "nonsense", b"\xff"),
        b"Host": _one("127.0.0.1", "localhost:1", "elsewhere.example", "[::1", "", b"\xff", "127.0.0.1:99999999"),
        b"If-Modified-Since": _one(
            "Thu, 01 Jan 1970 00:00:00 GMT", "nonsense", "Thu, 99 Jan 9999999 00:00:00 GMT", _ENDLESS
        ),
        b"If-None-Match": _one("*", '"x"', "W/", '"' * 900, b"\xff"),
        b"If-Range": _one("nonsense", '"x"', _ENDLESS),
        b"If-Unmodified-Since": _one("Thu, 01 Jan 1970 00:00:00 GMT", "nonsense", _ENDLESS),
        b"Origin": _one("null", "https://elsewhere.example", "http://127.0.0.1", b"\xff", ""),
        b"Range": _one(
            "bytes=0-1", "bytes=9-1", "bytes=-1", "bytes=x", "lines=1-2", b"bytes=\xff", "bytes=" + "9" * 60 + "-"
        ),
        b"Upgrade": _one("websocket", "h2c"),
        b"X-Forwarded-For": _one("1.2.3.4", "::1", "nonsense", ",,,", b"\xff", "1.2.3.4%é"),
        b"X-" + b"n" * 90: _one(*_NOISE),
    }
    names = draw(st.lists(st.sampled_from(sorted(pool)), max_size=4))
    crowd = draw(st.integers(0, 30)) == 0
    many = [
        (b"X-%d" % number, b"y" * draw(st.sampled_from([1, 100, 8000, 9000]))) for number in range(150 if crowd else 0)
    ]
    return [(name, draw(pool[name])) for name in names] + many


@st.composite
def _request(draw: st.DrawFn) -> bytes:
    """The bytes of a request whose length is what it says."""
    method, (kind, body) = draw(_one(*_METHODS)), draw(_body())
    headers = dict([(b"Host", b"127.0.0.1"), *draw(_head())])
    fixed = [(b"Connection", b"close")]
    if method not in (b"GET", b"CONNECT") or draw(st.booleans()):
        fixed.append((b"Content-Type", kind))
        if draw(st.integers(0, 4)) == 0:
            fixed.append((b"Transfer-Encoding", draw(_one("chunked", "chunked", "Chunked", "gzip, chunked"))))
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if body else b"0\r\n\r\n"
        else:
            fixed.append((b"Content-Length", b"%d" % len(body)))
    else:
        body = b""
    lines = [name + b": " + value for name, value in (*headers.items(), *fixed)]
    version = draw(_one("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0"))
    return b"\r\n".join([b" ".join((method, draw(_target()), version)), *lines, b"", b""]) + body


async def _answer(site: Visited, sent: bytes) -> bytes:
    """The answer to the bytes of a request: all of it, or only the head of a stream."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    try:
        async with asyncio.timeout(20):
            writer.write(sent)
            head = await reader.readuntil(b"\r\n\r\n")
            if head.startswith(b"HTTP/1.1 100 "):  # the body may be sent, as it was
                head = await reader.readuntil(b"\r\n\r\n")
            return head if b"text/event-stream" in head else head + await reader.read()
    except ConnectionError:  # a page that has stopped reading may be gone before its answer arrives
        assert len(sent) > 8_192, sent
        return b"HTTP/1.1 400 too much\r\n\r\n"
    finally:
        writer.close()


def _status(answer: bytes) -> int:
    found = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    assert found is not None, answer[:200]
    return int(found[1])


async def test_every_answer_of_the_page_is_reported_with_its_status(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses: list[int] = []
    monkeypatch.setattr("bot.outside.telemetry.visited", statuses.append)
    ada = await site.visit(ADA)
    statuses.clear()
    for address in ("/", "/nowhere", "/matches/1/moves"):
        await ada.get(address)
    assert statuses == [200, 404, 405]


@pytest.mark.sweep
async def test_whatever_is_sent_meets_a_documented_answer(
    site: Visited, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, UNLIMITED, Cost.REQUEST, Cost.NEARBY, Cost.DRAWING)
    await site.match()
    browser = await site.visit(ADA)
    signed = f"{access.COOKIE}={browser.cookie}".encode()
    for sent in _drawn(2 * of_a_thousand(1000)):
        for asked in (sent, sent.replace(b"Connection: close", b"Cookie: " + signed + b"\r\nConnection: close", 1)):
            answer = await _answer(site, asked)
            assert _status(answer) in STATUSES, asked
            for secret in (b"Traceback", CLIENT_SECRET.encode()):
                assert secret not in answer, asked
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


def _drawn(count: int) -> Sequence[bytes]:
    """That many requests, the same in every run."""
    drawn: list[bytes] = []

    @hypothesis_settings(
        max_examples=count,
        database=None,
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(_request())
    def draw(request: bytes) -> None:
        drawn.append(request)

    draw()
    return drawn


_URLENCODED: Final = "application/x-www-form-urlencoded"


def _post(fields: bytes, kind: str = _URLENCODED, **headers: str) -> bytes:
    """The bytes of a form for a link, after which the connection is closed."""
    head = {"Host": "127.0.0.1", "Content-Type": kind, "Content-Length": str(len(fields)), "Connection": "close"}
    lines = [f"{name}: {value}" for name, value in {**head, **headers}.items()]
    return "\r\n".join(("POST /enter HTTP/1.1", *lines, "", "")).encode() + fields


def _unfinished(cookie: str = "") -> bytes:
    """The beginning of a form."""
    head = f"Host: 127.0.0.1\r\nContent-Type: {_URLENCODED}\r\nContent-Length: 100\r\nCookie: {cookie}"
    return f"POST /enter HTTP/1.1\r\n{head}\r\n\r\ntoken=".encode()


@asynccontextmanager
async def _connected(site: Visited, sent: bytes) -> AsyncGenerator[asyncio.StreamReader]:
    """The answers on a connection that stays open after the bytes sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(sent)
    try:
        async with asyncio.timeout(20):
            yield reader
    finally:
        writer.close()


async def test_a_form_is_utf_8_whatever_the_request_says(site: Visited) -> None:
    for charset in filter(str.isprintable, filter(str.isascii, _CHARSETS)):
        is_utf_8 = charset.strip('"').lower() in ("utf-8", "")
        answer = await _answer(site, _post(b"token=x", f"{_URLENCODED}; charset={charset}"))
        assert _status(answer) == (409 if is_utf_8 else 415), charset
    hostile = (f"{_URLENCODED}; {'(' * 8_000}", f"{_URLENCODED}{';' * 8_000}", f"{_URLENCODED}; charset=utf-8; a=b")
    for kind in ("multipart/form-data; boundary=x", "application/json", "text/plain", "", *hostile):
        assert _status(await _answer(site, _post(b"--x", kind))) == 415, kind
    for coding in ("deflate", "gzip", "br"):
        assert _status(await _answer(site, _post(b"token", **{"Content-Encoding": coding}))) == 415, coding
    for fields in (b"token=%FF", b"token=\xff", b"token=%ED%A0%80", b"token=%00", b"&".join([b"a=1"] * 101)):
        assert _status(await _answer(site, _post(fields))) == 400, fields


async def test_a_form_from_a_stranger_is_short(site: Visited) -> None:
    answer = await _answer(site, _post(b"x" * (edge.LARGEST_UNKNOWN + 1)))
    assert _status(answer) == 413 and b"try a shorter text" in answer
    browser = await site.visit(ADA)
    assert (await browser.post("/leave", csrf="0", note="x" * edge.LARGEST_UNKNOWN)).status == 403, "it was read"


async def test_a_form_that_does_not_arrive_ends_its_connection(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "ARRIVES_WITHIN", 0.05)
    async with _connected(site, _unfinished()) as reader:
        assert _status(await reader.read()) == 408


async def test_a_head_that_does_not_arrive_ends_its_connection(fresh_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "LIMITS", {**edge.LIMITS, "keepalive_timeout": 0.05})
    async with visited(fresh_url) as site:
        for begun in (b"", b"GET / HTTP/1.1\r\nHost: ", b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET"):
            async with _connected(site, begun) as reader:
                await reader.read()


async def test_an_answer_that_nobody_reads_ends_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "LEAVES_WITHIN", 0.05)
    asked: asyncio.Future[web.Request] = asyncio.get_running_loop().create_future()

    async def answer(request: web.Request) -> web.Response:
        asked.set_result(request)
        return web.Response(body=bytes(64 * 2**20))

    app = web.Application(middlewares=[edge.bounded])
    app.router.add_get("/", answer)
    async with edge.served(app, "127.0.0.1", 0) as port:
        _reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        async with asyncio.timeout(20):
            await asyncio.wait([(await asked).task])
        writer.close()


async def test_an_address_and_a_person_have_a_number_of_requests_at_once(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_MOST_AT_ONCE_BY_ADDRESS", 2)
    browser = await site.visit(ADA)
    async with _connected(site, _unfinished()), _connected(site, _unfinished()):
        while (refused := await Browser(site).get("/")).status == 200:
            pass  # until both have begun
        assert refused.status == 429 and "Wait ten seconds" in words(refused)
        assert (await browser.get("/")).status == 200, "who is signed in is counted alone"
    monkeypatch.setattr(access, "_MOST_AT_ONCE", 1)
    async with _connected(site, _unfinished(f"{access.COOKIE}={browser.cookie}")):
        while (await browser.get("/")).status == 200:
            pass
        assert (await (await site.visit(BEN)).get("/")).status == 200


async def test_an_address_has_a_number_of_connections(fresh_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "_MOST_FROM_PEER", 2)
    async with visited(fresh_url) as site, _connected(site, b""), _connected(site, b""), _connected(site, b"") as third:
        assert await third.read() == b"", "it is ended"


def test_addresses_of_one_network_of_ipv6_have_a_number_of_connections_together() -> None:
    open_ones = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "192.0.2.1")
    server = Mock(connections=[Mock(peername=(address, 4711)) for address in open_ones])
    for address, is_let_in in (("2001:db8::3", False), ("2001:db8:0:1::2", True), ("192.0.2.1", True)):
        transport = Mock(asyncio.Transport, get_extra_info=Mock(return_value=(address, 4712)))
        edge.Door(server, 100, 2).connection_made(transport)
        assert transport.abort.called is not is_let_in, address


async def test_the_database_is_asked_about_no_more_than_an_address_may_send(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, 5, Cost.REQUEST)
    browser = await site.visit(ADA)
    await browser.get("/")
    asked = Mock(side_effect=sessions.find)
    monkeypatch.setattr(sessions, "find", asked)
    for number in range(20):
        await site.request("GET", "/nothing", headers={"Cookie": f"{access.COOKIE}=forged{number}"})
    assert asked.call_count <= 5
    assert (await browser.get("/")).status == 200, "whose session is known is answered"


async def test_nothing_that_a_visitor_names_is_looked_up_on_the_disk(site: Visited) -> None:
    browser = Browser(site)
    for name in ("a" * 300, "%2e%2e%2fserver.py", "page.js/", "%ED%A0%80"):
        assert (await browser.get(f"/static/{name}")).status in (404, 400), name
    assert (await browser.get("/static/page.js")).status == 200


@pytest.mark.parametrize("header", ["If-Modified-Since", "If-Unmodified-Since", "If-Range", "If-Match", "Range"])
async def test_a_file_is_sent_whole_whatever_condition_comes_with_the_request(site: Visited, header: str) -> None:
    """The server's own reading of dates ends with an error for a number that no computer word holds."""
    dates = ("Mon, 01 Jan 99999999999999999999999 00:00:00 GMT", "Mon, 01 Jan 2020 99999999999999999999:00:00 GMT")
    for condition in (*dates, "Thu, 01 Jan 1970 00:00:00 GMT", '"x"', "bytes=0-1", f"bytes={'9' * 5_000}-"):
        answer = await Browser(site).get("/static/page.js", **{"Range": "bytes=0-1", header: condition})
        assert (answer.status, answer.text) == (200, (pages.FOLDER / "static/page.js").read_text()), condition


async def test_few_things_are_drawn_at_once_and_the_page_goes_on(
    site: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, are_begun, may_end = list[int](), asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def paint(*_: object) -> bytes:
        begun.append(1)
        if len(begun) == access.AT_ONCE:
            loop.call_soon_threadsafe(are_begun.set)
        assert may_end.wait(20)
        return b"picture"

    monkeypatch.setattr("bot.web.screens.painted", paint)
    browser = await site.visit(ADA)
    picture = picture_in(await browser.get("/lessons/furl/1"))
    pictures = [asyncio.create_task(browser.get(f"{picture}&{number}")) for number in range(5)]
    async with asyncio.timeout(20):
        await are_begun.wait()
        assert (await browser.get("/")).status == 200
        assert len(begun) == access.AT_ONCE
        may_end.set()
        assert {answer.status for answer in await asyncio.gather(*pictures)} == {200}
    allow(monkeypatch, 1 + 2 * 5 + 2, Cost.DRAWING)
    assert [(await browser.get(picture)).status for _ in range(2)] == [200, 429]


async def test_a_line_is_not_replayed_for_a_stranger(site: Visited, monkeypatch: pytest.MonkeyPatch) -> None:
    replayed = Mock()
    monkeypatch.setattr("bot.web.tries.History.of", replayed)
    assert (await Browser(site).get("/try/furl/a4%3Cc4")).status == 401
    assert (await site.request("POST", "/try/furl/a4%3Cc4", {"deed": "roll"})).status == 401
    assert not replayed.called


@pytest.mark.parametrize("part", ["a ", ";", "; ", "a=b;", '"\\"', "furlong=a ", " "])
def test_a_cookie_is_found_among_anything_at_once(part: str) -> None:
    def request(header: str) -> web.Request:
        return make_mocked_request("GET", "/", headers={"Cookie": header})

    begun = process_time()
    for _ in range(100):
        assert access.token_in(request(part * (8_000 // len(part))), access.COOKIE) == ""
    assert process_time() - begun < 1, "for a hundred requests; the server's own parser takes longer for some"
    for header in ("furlong=x-_1", f"{part};furlong=x-_1", f"a=b; furlong=x-_1; {part}", "xfurlong=y; furlong=x-_1"):
        assert access.token_in(request(header), access.COOKIE) == "x-_1", header
