"""The simulated Discord made as strict as the real one, wherever SimCord is kinder.

Each rule is a function that names its source: a page of Discord's documentation (“docs”), people whose bots ran on the
real Discord (“reported”), or observation of what is not promised (“unofficial”). SimCord itself already refuses an edit
that takes the flag of Components V2 away, a reference in a new message to a file that was not uploaded, and a second
answer to an interaction.
"""

import re
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

from discord.utils import snowflake_time
from simcord.backend import Backend, errors, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Message
from simcord.components import walk_components
from simcord.enums import CallbackType
from simcord.http import router
from simcord.types import HttpLogEntry

from bot.texts import limits

AN_HOUR: Final = timedelta(hours=1)
OLD_EDITS: Final = 3
OLD_EDITS_PERIOD: Final = timedelta(seconds=6)
MOST_THREADS: Final = 1000
CONVERSATIONS: Final = 20
CONVERSATIONS_PERIOD: Final = timedelta(seconds=10)

_COMPONENTS_V2: Final = 1 << 15
_REFERENCE: Final = "attachment://"
_OF_GALLERIES: Final = frozenset({".avif", ".gif", ".jpeg", ".jpg", ".mov", ".mp4", ".png", ".webm", ".webp"})
_MEDIA: Final = {11: "media", 13: "file"}
"""The field with the media of a thumbnail and of a file, by the type of the component."""

_GALLERY: Final = 12
_REQUIRE_TAG: Final = 1 << 4
_OF_EMBEDS: Final = ("image", "thumbnail", "video")


@dataclass(slots=True)
class Request:
    """A request of the bot to the simulated Discord, before it is carried out; a rule may change it or refuse it.

    `files` are the uploads, each with a `filename` and its bytes in `fp`.
    """

    backend: Backend
    method: str
    path: str
    json: Any
    params: Mapping[str, Any]
    files: list[Any]

    @property
    def segments(self) -> Sequence[str]:
        """The parts of the path."""
        return self.path.strip("/").split("/")

    @property
    def callback(self) -> int | None:
        """The type of an answer to an interaction; None for any other request."""
        return self.json["type"] if self.segments[-1] == "callback" else None

    @property
    def message(self) -> dict[str, Any]:
        """The message in the body: all of it, or a part in the first post of a thread or the answer to an interaction.

        Empty if there is none.
        """
        body: dict[str, Any] = self.json if isinstance(cast("object", self.json), dict) else {}
        if self.callback is not None:
            return body.get("data") or {}
        return body.get("message", body)

    @property
    def edited(self) -> Message | None:
        """The existing message that the request edits; None if it edits none, or one that does not exist."""
        backend = self.backend
        match self.method, self.segments:
            case "PATCH", ["channels", channel, "messages", number]:
                found = int(channel), int(number)
            case "PATCH", ["webhooks", _, token, "messages", which] if token in backend.interaction_tokens:
                record = backend.interaction_by_token(token)
                found = record.channel_id, record.message_id if which == "@original" else int(which)
            case "POST", ["interactions", number, _, "callback"] if self.callback == CallbackType.UPDATE_MESSAGE:
                answered = backend.interactions[int(number)]
                found = answered.channel_id, answered.source_message_id
            case _:
                return None
        channel_id, message_id = found
        return backend.messages.get(channel_id, {}).get(message_id or 0)


Rule = Callable[[Request], None]
"""A function that changes a request as Discord does, or raises `BackendError` with Discord's refusal."""


# --- files ---


def change_file_names(request: Request) -> None:
    """File names keep letters, digits, `.`, `_` and `-`; what refers to another name finds nothing. Reported."""
    for file in request.files:
        file.filename = re.sub(r"[^A-Za-z0-9._-]", "_", file.filename)


def refuse_many_files(request: Request) -> None:
    """A request has at most 10 files. Docs: resources/message, create message."""
    if len(request.files) > limits.FILES:
        raise refusal("files", "BASE_TYPE_MAX_LENGTH", f"Must be {limits.FILES} or fewer in length.")


def refuse_large_files(request: Request) -> None:
    """The files of a request have at most 10 MiB on a server without boosts. Docs: reference, uploading files."""
    if sum(map(_size, request.files)) > limits.FILES_BYTES:
        raise BackendError(413, 40005, "Request entity too large")


def _size(file: Any) -> int:
    at = file.fp.tell()
    size = file.fp.seek(0, 2)
    file.fp.seek(at)
    return size


def drop_files_of_updates(request: Request) -> None:
    """The answer of type 7 (update message) to an interaction drops uploaded files. Reported."""
    if request.callback == CallbackType.UPDATE_MESSAGE and request.files:
        uploaded = {str(number) for number in range(len(request.files))}
        request.files.clear()
        kept = [one for one in request.message.get("attachments") or () if str(one["id"]) not in uploaded]
        request.message["attachments"] = kept


def refuse_missing_files(request: Request) -> None:
    """The components of an edit refer to files that it uploads, or keeps by id and name in `attachments`.

    The id alone, or nothing, is refused. Reported; the documentation is silent.
    """
    edited = request.edited
    if edited is None:
        return
    there = {str(file["id"]): file["filename"] for file in edited.attachments}
    listed = request.message.get("attachments") or ()
    kept = {file.get("filename") for file in listed if there.get(str(file["id"]), "") == file.get("filename")}
    found = kept | {file.filename for file in request.files}
    for path, media in _media_in(request.message.get("components")):
        if media["url"].startswith(_REFERENCE) and media["url"].removeprefix(_REFERENCE) not in found:
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            raise refusal(f"components.{path}", code, f"The referenced attachment {media['url']} was not found.")


def refuse_hidden_files(request: Request) -> None:
    """Every uploaded file of a message with Components V2 is shown by a component.

    Docs: resources/message, message flags; components/reference.
    """
    if not int(request.message.get("flags") or 0) & _COMPONENTS_V2:
        return
    shown = {media["url"].removeprefix(_REFERENCE) for _, media in _media_in(request.message.get("components"))}
    for number, file in enumerate(request.files):
        if file.filename not in shown:
            raise refusal(f"attachments.{number}", "BASE_TYPE_INVALID", f"{file.filename} is shown by no component.")


def refuse_other_media(request: Request) -> None:
    """Galleries and thumbnails show pictures and films only. Docs: components/reference, media gallery, thumbnail."""
    for path, media in _media_in(request.message.get("components")):
        name = media["url"].removeprefix(_REFERENCE)
        is_file = path.endswith(".file")
        if name != media["url"] and not is_file and PurePosixPath(name).suffix.lower() not in _OF_GALLERIES:
            raise refusal(f"components.{path}", "BASE_TYPE_INVALID", f"{name} is neither a picture nor a film.")


# --- limits ---


def refuse_frequent_edits_of_old_messages(request: Request) -> None:
    """Messages older than an hour are edited at most about three times in six seconds in a channel.

    The code 30046 is documented (docs: topics/opcodes-and-status-codes); the numbers are unofficial. Answers to
    interactions do not count.
    """
    if request.method != "PATCH" or request.segments[0] != "channels" or request.edited is None:
        return
    now = _now(request)
    if now - snowflake_time(request.edited.id) < AN_HOUR:
        return
    lately = _old_edits.setdefault(request.backend, {}).setdefault(int(request.segments[1]), deque(maxlen=OLD_EDITS))
    if len(lately) == OLD_EDITS and now - lately[0] < OLD_EDITS_PERIOD:
        said = "Maximum number of edits to messages older than 1 hour reached. Try again later."
        raise BackendError(429, 30046, said)
    lately.append(now)


def refuse_many_threads(request: Request) -> None:
    """A server has at most 1,000 active threads. Docs: topics/threads; code 160006."""
    if request.method != "POST" or request.segments[0] != "channels" or request.segments[-1] != "threads":
        return
    server_id = request.backend.get_channel(int(request.segments[1])).guild_id
    threads = [one for one in request.backend.channels.values() if one.is_thread and one.guild_id == server_id]
    if sum(not _is_archived(one) for one in threads) >= MOST_THREADS:
        raise BackendError(400, 160006, "Maximum number of active threads reached")


def require_tags(backend: Backend, forum_id: int) -> None:
    """Let a forum require a tag of every post, as people can in its settings. Docs: resources/channel, channel flags."""
    _tagged.setdefault(backend, set()).add(forum_id)
    backend.announce_channel_update(forum_id)


def refuse_untagged_posts(request: Request) -> None:
    """A forum may require a tag of every post. Docs: topics/opcodes-and-status-codes, 40067."""
    match request.method, request.segments:
        case "POST", ["channels", number, "threads"] if int(number) in _tagged.get(request.backend, ()):
            if not request.json.get("applied_tags"):
                raise BackendError(400, 40067, "A tag is required to create a forum post in this channel")
        case _:
            pass


def refuse_edits_in_archived_threads(request: Request) -> None:
    """Nothing is edited in an archived thread; a new message takes it out of the archive.

    Docs: topics/threads, and the code 50083.
    """
    if request.method not in ("PATCH", "DELETE") or request.segments[2:3] != ["messages"]:
        return
    channel = request.backend.channels.get(int(request.segments[1]))
    if channel is not None and _is_archived(channel):
        raise BackendError(400, 50083, "Thread is archived")


def refuse_strangers(request: Request) -> None:
    """A bot writes directly only to people with whom it shares a server. Reported; code 50278."""
    backend = request.backend
    if request.method != "POST" or request.segments[0] != "channels" or request.segments[-1] != "messages":
        return
    people = [user for user, channel in backend.dm_channels.items() if channel == int(request.segments[1])]
    known = any(person in guild.members for guild in backend.guilds.values() for person in people)
    if people and not known:
        raise BackendError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def refuse_many_new_conversations(request: Request) -> None:
    """Direct messages are not opened too fast. Docs: the code 40003. Reported: status 403; the number is unofficial."""
    if (request.method, request.path) != ("POST", "/users/@me/channels"):
        return
    if int(request.json["recipient_id"]) in request.backend.dm_channels:
        return
    now, opened = _now(request), _conversations.setdefault(request.backend, deque(maxlen=CONVERSATIONS))
    if len(opened) == CONVERSATIONS and now - opened[0] < CONVERSATIONS_PERIOD:
        raise BackendError(403, 40003, "You are opening direct messages too fast")
    opened.append(now)


_tagged: Final[MutableMapping[Backend, set[int]]] = WeakKeyDictionary()
"""The forums that require tags, in each simulated Discord."""

_old_edits: Final[MutableMapping[Backend, dict[int, deque[datetime]]]] = WeakKeyDictionary()
"""When old messages were edited lately, by channel, in each simulated Discord."""

_conversations: Final[MutableMapping[Backend, deque[datetime]]] = WeakKeyDictionary()
"""When direct messages were opened lately, in each simulated Discord."""


def _is_archived(channel: Channel) -> bool:
    return channel.thread_metadata is not None and channel.thread_metadata.archived


def _now(request: Request) -> datetime:
    return datetime.fromisoformat(request.backend.now_iso())


RULES: Final[Sequence[Rule]] = (
    change_file_names,
    refuse_many_files,
    refuse_large_files,
    drop_files_of_updates,
    refuse_missing_files,
    refuse_hidden_files,
    refuse_other_media,
    refuse_edits_in_archived_threads,
    refuse_frequent_edits_of_old_messages,
    refuse_many_threads,
    refuse_untagged_posts,
    refuse_strangers,
    refuse_many_new_conversations,
)
"""The rules for requests, in the order in which they are applied."""


def _media_in(components: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The media of components, each with its place, as in `0.items.1.media`, counted among all components."""
    for number, component in enumerate(walk_components(components or ())):
        kind = component.get("type")
        if kind in _MEDIA:
            yield f"{number}.{_MEDIA[kind]}", component[_MEDIA[kind]]
        elif kind == _GALLERY:
            for place, item in enumerate(component.get("items") or ()):
                yield f"{number}.items.{place}.media", item["media"]


def refusal(path: str, code: str, message: str) -> BackendError:
    """Discord's answer to a body with an error at a `path` of names and numbers between dots."""
    found: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(path.split(".")):
        found = {part: found}
    return errors.invalid_form_body(errors=found)


# --- what Discord sends ---


def list_other_files(payload: dict[str, Any]) -> None:
    """The `attachments` of a message are only the files that no component or embed refers to.

    Docs: resources/message, message object (discord-api-docs, issue 8277).
    """
    shown = {media["url"] for _, media in _media_in(payload["components"])}
    shown |= {embed[part]["url"] for embed in payload["embeds"] for part in _OF_EMBEDS if embed.get(part)}
    payload["attachments"] = [file for file in payload["attachments"] if file["url"] not in shown]


def limit_size_of_files(event: str, payload: dict[str, Any]) -> None:
    """Interactions say how large files may be: 10 MiB without boosts. Docs: interactions, interaction object."""
    if event == "INTERACTION_CREATE":
        payload["attachment_size_limit"] = limits.FILES_BYTES


def say_that_tags_are_required(backend: Backend, payload: Any) -> None:
    """A forum has a flag if it requires tags. Docs: resources/channel, channel flags."""
    body: dict[str, Any] = payload if isinstance(payload, dict) else {}
    channels: Sequence[dict[str, Any]] = body.get("channels", (body,))
    for channel in channels:
        if int(channel.get("id", 0)) in _tagged.get(backend, ()):
            channel["flags"] = _REQUIRE_TAG


def name_newest_public_message(request: Request, answered: Any) -> None:
    """The newest message of a channel (`last_message_id`) is one that everybody sees. Unofficial."""
    match request.method, request.segments:
        case "GET", ["channels", number]:
            found = request.backend.messages.get(int(number), {}).values()
            newest = max((message.id for message in found if not message.is_ephemeral), default=None)
            answered["last_message_id"] = None if newest is None else str(newest)
        case _:
            pass


# --- switching it on ---

_dispatch: Final = router.dispatch
_payload: Final = serializers.message_payload
_emit: Final = Backend.emit


@contextmanager
def enforced() -> Generator[None]:
    """A context in which every simulated Discord is strict. It may be entered again inside itself."""
    is_outermost = router.dispatch is _dispatch
    if is_outermost:
        _switch(_strict_dispatch, _strict_payload, _strict_emit)
    try:
        yield
    finally:
        if is_outermost:
            _switch(_dispatch, _payload, _emit)


def _switch(dispatch: Callable[..., Any], payload: Callable[..., Any], emit: Callable[..., None]) -> None:
    for owner, name, kind in ((router, "dispatch", dispatch), (serializers, "message_payload", payload)):
        setattr(owner, name, kind)
    setattr(Backend, "emit", emit)  # noqa: B010 - a method


def _strict_dispatch(backend: Backend, method: str, path: str, **options: Any) -> Any:
    """Carry out a request by all rules; one that is refused is recorded too."""
    request = Request(
        backend, method, path, options.get("json"), options.get("params") or {}, list(options.get("files") or ())
    )
    try:
        for rule in RULES:
            rule(request)
    except BackendError:
        entry = HttpLogEntry(method, path, dict(request.params), request.json, options.get("reason"))
        backend.http_requests.append(entry)
        raise
    options["files"] = request.files
    answered = _dispatch(backend, method, path, **options)
    name_newest_public_message(request, answered)
    return answered


def _strict_payload(backend: Any, message: Message, *, for_user: int | None = None) -> Any:
    payload: Any = _payload(backend, message, for_user=for_user)
    list_other_files(payload)
    return payload


def _strict_emit(backend: Backend, event: str, payload: Any) -> None:
    limit_size_of_files(event, payload)
    say_that_tags_are_required(backend, payload)
    _emit(backend, event, payload)
