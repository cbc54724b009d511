"""The simulated Discord refuses what the real one refuses, and leaves out what the real one leaves out."""

import io
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Final

import discord
import pytest
from simcord.backend.errors import BackendError
from simcord.env import Env
from simcord.http import router

from bot.texts import limits
from studio.playground import strict
from studio.playground.world import build

_V2: Final = 1 << 15
_ID: Final = "the id of the file"
_NOT_FOUND: Final = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"


def _file(name: str, data: bytes = b"picture") -> discord.File:
    return discord.File(io.BytesIO(data), name)


def _gallery(name: str) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}}]}


def _text(content: str = "hello") -> dict[str, Any]:
    return {"type": 10, "content": content}


def _body(*components: dict[str, Any], **others: Any) -> dict[str, Any]:
    return {"components": list(components), "flags": _V2, **others}


@dataclass
class Line:
    """Requests to a simulated Discord, as a bot sends them."""

    env: Env
    channel_id: int
    events: list[tuple[str, Any]] = field(default_factory=list[tuple[str, Any]])

    def send(self, body: dict[str, Any], *files: discord.File) -> dict[str, Any]:
        return self._request("POST", f"/channels/{self.channel_id}/messages", body, files)

    def edit(self, message: dict[str, Any], body: dict[str, Any], *files: discord.File) -> dict[str, Any]:
        return self._request("PATCH", f"/channels/{self.channel_id}/messages/{message['id']}", body, files)

    def answer(self, number: int, token: str, body: dict[str, Any], *files: discord.File) -> dict[str, Any]:
        return self._request("POST", f"/interactions/{number}/{token}/callback", body, files)

    def ask(self, method: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        return self._request(method, path, body, ())

    def _request(self, method: str, path: str, body: dict[str, Any], files: tuple[discord.File, ...]) -> dict[str, Any]:
        return router.dispatch(self.env.backend, method, path, json=body, files=list(files))

    def refuses(self, request: Callable[[], object], code: int = 50035) -> str:
        """The refusal of a request, which changes nothing."""
        before = [*self.env.backend.messages[self.channel_id]]
        with pytest.raises(BackendError) as refused:
            request()
        assert refused.value.code == code
        assert [*self.env.backend.messages[self.channel_id]] == before
        return str(refused.value.errors or refused.value)


@pytest.fixture
def line() -> Generator[Line]:
    with strict.enforced():
        env = Env(discord.Client(intents=discord.Intents.default()))
        yield Line(env, build(env).channel.id)


@pytest.fixture
def board(line: Line) -> dict[str, Any]:
    """A message with a picture in a gallery."""
    return line.send(_body(_gallery("board.webp")), _file("board.webp"))


def _media(message: dict[str, Any]) -> dict[str, Any]:
    return message["components"][0]["items"][0]["media"]


# --- files that are shown ---


def test_attachments_list_no_file_that_a_component_shows(board: dict[str, Any]) -> None:
    assert board["attachments"] == [] and _media(board)["attachment_id"]


def test_attachments_list_the_files_of_a_message_without_components(line: Line) -> None:
    sent = line.send({"content": "Here."}, _file("record.txt"))
    assert [file["filename"] for file in sent["attachments"]] == ["record.txt"]


def test_attachments_list_no_picture_of_an_embed(line: Line) -> None:
    sent = line.send({"content": "Here."}, _file("record.txt"))
    [file] = sent["attachments"]
    assert line.edit(sent, {"embeds": [{"image": {"url": file["url"]}}]})["attachments"] == []


def test_every_uploaded_file_of_a_layout_is_shown(line: Line) -> None:
    assert "record.txt" in line.refuses(lambda: line.send(_body(_text()), _file("record.txt")))


def test_a_file_component_shows_a_file_of_any_type_and_a_gallery_only_pictures(line: Line) -> None:
    line.send(_body({"type": 13, "file": {"url": "attachment://record.txt"}}), _file("record.txt"))
    assert "record.txt" in line.refuses(lambda: line.send(_body(_gallery("record.txt")), _file("record.txt")))


def test_a_layout_stays_one(line: Line, board: dict[str, Any]) -> None:
    assert "components_v2" in line.refuses(lambda: line.edit(board, {"flags": 0}))


# --- references of edits ---


def test_an_edit_may_show_a_file_that_it_uploads(line: Line, board: dict[str, Any]) -> None:
    shown = line.edit(board, _body(_gallery("board.webp"), attachments=[{"id": 0}]), _file("board.webp"))
    assert _media(shown)["attachment_id"] != _media(board)["attachment_id"]


def test_an_edit_may_show_a_file_that_it_keeps_by_id_and_name(line: Line, board: dict[str, Any]) -> None:
    kept = [{"id": _media(board)["attachment_id"], "filename": "board.webp"}]
    shown = line.edit(board, _body(_gallery("board.webp"), attachments=kept))
    assert _media(shown)["attachment_id"] == _media(board)["attachment_id"]


@pytest.mark.parametrize(
    "listed",
    [[], [{"id": _ID}], [{"id": 5, "filename": "board.webp"}], [{"id": _ID, "filename": "other.webp"}]],
    ids=["nothing", "only an id", "another id", "another name"],
)
def test_an_edit_may_not_show_a_file_that_it_neither_uploads_nor_keeps(
    line: Line, board: dict[str, Any], listed: list[dict[str, Any]]
) -> None:
    number = _media(board)["attachment_id"]
    kept = [{**file, "id": number if file["id"] == _ID else file["id"]} for file in listed]
    found = line.refuses(lambda: line.edit(board, _body(_gallery("board.webp"), attachments=kept)))
    assert _NOT_FOUND in found


def test_an_edit_may_not_show_a_file_without_listing_what_stays(line: Line, board: dict[str, Any]) -> None:
    assert _NOT_FOUND in line.refuses(lambda: line.edit(board, _body(_gallery("board.webp"))))


def test_an_edit_without_components_needs_no_file(line: Line, board: dict[str, Any]) -> None:
    assert _media(line.edit(board, {"allowed_mentions": {"parse": []}})) == _media(board)


def test_the_answer_of_type_7_drops_what_it_uploads(line: Line, board: dict[str, Any]) -> None:
    backend = line.env.backend
    record = backend.new_interaction(3, line.channel_id, next(iter(backend.users)), None)
    record.source_message_id = int(board["id"])
    updated = {"type": 7, "data": _body(_gallery("new.webp"), attachments=[{"id": 0, "filename": "new.webp"}])}
    found = line.refuses(lambda: line.answer(record.id, record.token, updated, _file("new.webp")))
    assert _NOT_FOUND in found
    line.answer(record.id, record.token, {"type": 7, "data": _body(_text())})


# --- names, number and size ---


def test_file_names_keep_letters_digits_dots_underscores_and_hyphens(line: Line) -> None:
    sent = line.send({"content": "Here."}, _file("Ada, Ben_1-2.txt"))
    assert [file["filename"] for file in sent["attachments"]] == ["Ada__Ben_1-2.txt"]
    line.refuses(lambda: line.send(_body(_gallery("my board.webp")), _file("my board.webp")))


def test_a_request_has_at_most_ten_files(line: Line) -> None:
    files = [_file(f"{number}.txt") for number in range(limits.FILES + 1)]
    line.send({"content": "Here."}, *files[:-1])
    line.refuses(lambda: line.send({"content": "Here."}, *files))


def test_the_files_of_a_request_have_at_most_ten_mebibytes_together(line: Line) -> None:
    half = bytes(limits.FILES_BYTES // 2)
    line.send({"content": "Here."}, _file("1.txt", half), _file("2.txt", half))
    line.refuses(lambda: line.send({"content": "Here."}, _file("1.txt", half), _file("2.txt", half + b"1")), 40005)


def test_an_interaction_says_how_large_files_may_be(line: Line) -> None:
    heard: list[Any] = []
    line.env.backend.subscribers.append(lambda _event, payload: heard.append(payload))
    line.env.backend.emit("INTERACTION_CREATE", {"attachment_size_limit": 26214400})
    assert [payload["attachment_size_limit"] for payload in heard] == [limits.FILES_BYTES]


# --- limits ---


def test_old_messages_are_edited_three_times_in_six_seconds_a_channel(line: Line) -> None:
    old = [line.send(_body(_text())) for _ in range(4)]
    for message in old:
        line.edit(message, _body(_text("again")))
    line.env.backend.clock.advance(3600)
    for message in old[:3]:
        line.edit(message, _body(_text("later")))
    line.refuses(lambda: line.edit(old[3], _body(_text("later"))), 30046)
    line.edit(line.send(_body(_text())), _body(_text("new ones are not counted")))
    line.env.backend.clock.advance(6)
    line.edit(old[3], _body(_text("later")))


def test_a_server_has_a_thousand_active_threads(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict, "MOST_THREADS", 2)

    def begin() -> dict[str, Any]:
        return line.ask("POST", f"/channels/{line.channel_id}/threads", {"name": "a match", "type": 11})

    first, _second = begin(), begin()
    line.refuses(begin, 160006)
    line.ask("PATCH", f"/channels/{first['id']}", {"archived": True})
    begin()


def test_nothing_is_edited_in_an_archived_thread(line: Line) -> None:
    thread = line.ask("POST", f"/channels/{line.channel_id}/threads", {"name": "a match", "type": 11})
    path = f"/channels/{thread['id']}/messages"
    sent = line.ask("POST", path, _body(_text()))
    line.ask("PATCH", f"/channels/{thread['id']}", {"archived": True})
    line.refuses(lambda: line.ask("PATCH", f"{path}/{sent['id']}", _body(_text("later"))), 50083)
    line.ask("PATCH", f"/channels/{thread['id']}", {"archived": False})
    line.ask("PATCH", f"{path}/{sent['id']}", _body(_text("later")))


def test_the_bot_writes_to_those_with_whom_it_shares_a_server(line: Line) -> None:
    stranger = line.env.create_user("Stranger")
    opened = line.ask("POST", "/users/@me/channels", {"recipient_id": f"{stranger.id}"})

    def write() -> dict[str, Any]:
        return line.ask("POST", f"/channels/{opened['id']}/messages", _body(_text()))

    line.refuses(write, 50278)
    line.env.backend.add_member(next(iter(line.env.backend.guilds)), stranger.id)
    write()


def test_direct_messages_are_not_opened_too_fast(line: Line) -> None:
    people = [line.env.create_user(f"Person {number}") for number in range(strict.CONVERSATIONS + 1)]

    def open_to(number: int) -> dict[str, Any]:
        return line.ask("POST", "/users/@me/channels", {"recipient_id": f"{people[number].id}"})

    for number in range(strict.CONVERSATIONS):
        open_to(number)
    open_to(0)
    line.refuses(lambda: open_to(strict.CONVERSATIONS), 40003)
    line.env.backend.clock.advance(10)
    open_to(strict.CONVERSATIONS)


def test_the_newest_message_of_a_channel_is_one_that_everybody_sees(line: Line) -> None:
    path = f"/channels/{line.channel_id}"
    assert line.ask("GET", path, {})["last_message_id"] is None
    sent = line.send(_body(_text()))
    hidden = line.env.backend.messages[line.channel_id][int(line.send(_body(_text()))["id"])]
    assert line.ask("GET", path, {})["last_message_id"] == str(hidden.id)
    hidden.flags |= 1 << 6
    assert line.ask("GET", path, {})["last_message_id"] == sent["id"]


# --- the switch ---


def test_a_refused_request_is_recorded(line: Line, board: dict[str, Any]) -> None:
    body = _body(_gallery("board.webp"))
    line.refuses(lambda: line.edit(board, body))
    assert line.env.backend.http_requests[-1].json == body


def test_outside_the_context_simcord_is_as_it_was() -> None:
    before = router.dispatch
    with strict.enforced(), strict.enforced():
        inside = router.dispatch
    assert router.dispatch is before
    assert inside.__module__ == strict.__name__
