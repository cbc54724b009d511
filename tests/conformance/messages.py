"""Discord's rules about messages, edits of messages, and the files that they upload or keep."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Final

from tests.conformance import components
from tests.conformance.components import Component
from tests.conformance.recorder import Upload
from tests.conformance.rule import Json, Table, Violation, count, distinct, items, length, part_of

SUPPRESS_EMBEDS, EPHEMERAL, SUPPRESS_NOTIFICATIONS, VOICE, V2 = 1 << 2, 1 << 6, 1 << 12, 1 << 13, 1 << 15
"""Flags of messages; `V2` is IS_COMPONENTS_V2."""


class Kind(Enum):
    """The ways of writing a message."""

    POST = "a new message in a channel"
    EDIT = "an edit"
    ANSWER = "an answer"
    UPDATE = "an update of the message with the pressed button"
    FOLLOW_UP = "a follow-up"


_FLAGS: Final = {
    Kind.POST: SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | VOICE | V2,
    Kind.EDIT: SUPPRESS_EMBEDS | V2,
    Kind.ANSWER: SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | VOICE | V2 | EPHEMERAL,
    Kind.UPDATE: SUPPRESS_EMBEDS | V2,
    Kind.FOLLOW_UP: SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | V2 | EPHEMERAL,
}


@dataclass(frozen=True)
class Message:
    """A message in a request: its fields, and the files uploaded with it."""

    kind: Kind
    data: Json
    uploads: Sequence[Upload] = ()

    @property
    def is_new(self) -> bool:
        """Whether the request makes a message."""
        return self.kind not in {Kind.EDIT, Kind.UPDATE}

    @property
    def flags(self) -> int:
        """The flags in the request; 0 if there are none."""
        return self.data.get("flags") or 0

    @property
    def top(self) -> list[Json]:
        """The components that are in no other one."""
        return items(self.data, "components")

    @cached_property
    def components(self) -> list[Component]:
        """All components."""
        return list(components.walk(self.top, components.TOP))

    @property
    def texts(self) -> list[str]:
        """What people read of it, except for embeds and labels."""
        shown = [self.data.get("content"), *(one.data.get("content") for one in self.components)]
        return [text for text in shown if isinstance(text, str)]

    @property
    def embeds(self) -> list[Json]:
        """The embeds."""
        return items(self.data, "embeds")

    @property
    def attachments(self) -> list[Json]:
        """The entries for uploaded files and, in an edit, for files that stay."""
        return items(self.data, "attachments")

    @property
    def kept(self) -> list[Json]:
        """The entries for files that stay: their ids are not numbers of uploads."""
        return [entry for entry in self.attachments if not self.is_upload(entry)]

    def is_upload(self, entry: Json) -> bool:
        """Whether an entry of `attachments` is about a file uploaded with it."""
        return str(entry.get("id")).isdecimal() and int(entry["id"]) < len(self.uploads)

    @cached_property
    def references(self) -> list[str]:
        """The names of files that components and embeds show."""
        urls: list[Any] = [medium.get("url") for one in self.components for medium in one.media]
        for embed in self.embeds:
            urls += [part_of(embed, part).get("url") for part in ("image", "thumbnail")]
            urls += [part_of(embed, part).get("icon_url") for part in ("author", "footer")]
        return [url.removeprefix("attachment://") for url in urls if str(url).startswith("attachment://")]


TABLE: Final = Table[Message]()
_MARKUP: Final = re.compile(
    r"<(?:@[!&]?\d+|#\d+|/[-_'\w]+(?: [-_'\w]+){0,2}:\d+|a?:\w{2,32}:\d+|t:-?\d{1,13}(?::[tTdDfFsSR])?|@everyone)>"
)
"""Mentions of people, roles, channels and commands, custom emojis, and times."""


def violations(message: Message, place: str = "") -> Iterator[Violation]:
    """What Discord would object to in a message or an edit, its components included."""
    yield from TABLE.violations(message, place=place)
    for one in message.components:
        yield from components.violations(one)


@TABLE.rule("docs: components/reference, introduction")
def _number_of_components(message: Message) -> Iterator[str]:
    yield from count("components", message.components, 40)


@TABLE.rule("docs: components/reference, legacy message component behavior")
def _rows_of_a_message_without_the_flag(message: Message) -> Iterator[str]:
    if not message.flags & V2:
        yield from count("rows", message.top, 5)


@TABLE.rule("docs: components/reference, each of these components")
def _flag_for_layouts(message: Message) -> Iterator[str]:
    kinds = {one.kind for one in message.components} & components.LAYOUT
    if kinds and not message.flags & V2:
        yield f"components of the types {sorted(kinds)} need the flag IS_COMPONENTS_V2"


@TABLE.rule("observed: 50035, the texts of all text displays together")
def _length_of_all_texts(message: Message) -> Iterator[str]:
    total = sum(len(str(one.data.get("content"))) for one in message.components if one.kind == components.TEXT)
    if total > 4000:
        yield f"all texts together have {total} characters, not up to 4000"


@TABLE.rule("docs: components/reference, custom ID; reported: COMPONENT_CUSTOM_ID_DUPLICATED, of disabled buttons too")
def _custom_ids_are_unique(message: Message) -> Iterator[str]:
    ids = [one.data.get("custom_id") for one in message.components]
    yield from distinct("custom_id", [custom_id for custom_id in ids if custom_id is not None])


@TABLE.rule("docs: components/reference, anatomy of a component")
def _ids_are_unique(message: Message) -> Iterator[str]:
    yield from distinct("id", [one.data["id"] for one in message.components if one.data.get("id")])


@TABLE.rule("docs: resources/message, create and edit message, on IS_COMPONENTS_V2")
def _fields_beside_layouts(message: Message) -> Iterator[str]:
    if message.flags & V2:
        for name in ("content", "embeds", "sticker_ids", "poll"):
            if message.data.get(name):
                yield f"a message with the flag IS_COMPONENTS_V2 has {name}"


@TABLE.rule("docs: reference, message formatting")
def _markup_in_texts(message: Message) -> Iterator[str]:
    for text in message.texts:
        for found in re.findall(r"<(?:[@#]|a?:|t:|/)[^<>\n]{0,60}>", text):
            if not _MARKUP.fullmatch(found):
                yield f"{found!r} is shown as it is"


@TABLE.rule("docs: resources/message, create message")
def _length_of_the_content(message: Message) -> Iterator[str]:
    yield from length("content", message.data.get("content"), 2000)


@TABLE.rule("docs: resources/message, create message; observed: 50006, cannot send an empty message")
def _message_is_not_empty(message: Message) -> Iterator[str]:
    content, *others = (message.data.get(name) for name in ("content", "embeds", "components", "sticker_ids", "poll"))
    shown = [str(content or "").strip(), *others, *(() if message.flags & V2 else message.uploads)]
    changes_all = message.is_new or bool(message.flags & V2 and "components" in message.data)
    if changes_all and not any(shown):
        yield "the message is empty"


@TABLE.rule("docs: resources/message, create and edit message; receiving-and-responding, callback data")
def _flags(message: Message) -> Iterator[str]:
    if wrong := message.flags & ~_FLAGS[message.kind]:
        yield f"{message.kind.value} may not set the flags {wrong:#x}"


@TABLE.rule("docs: resources/message, create message")
def _nonce(message: Message) -> Iterator[str]:
    nonce = message.data.get("nonce")
    yield from length("nonce", str(nonce) if nonce is not None else None, 25, 1)
    if message.data.get("enforce_nonce") and nonce is None:
        yield "enforce_nonce is given without a nonce"


@TABLE.rule("docs: resources/message, create message")
def _number_of_stickers(message: Message) -> Iterator[str]:
    yield from count("stickers", message.data.get("sticker_ids"), 3)


_EMBED_LENGTHS: Final = (
    ("title", None, 256),
    ("description", None, 4096),
    ("footer", "text", 2048),
    ("author", "name", 256),
)


def _embed_texts(embed: Json) -> Iterator[tuple[str, str, int, int]]:
    """The name, text, and least and greatest length of each text of an embed."""
    for name, part, most in _EMBED_LENGTHS:
        text = embed.get(name) if part is None else part_of(embed, name).get(part)
        if text is not None:
            yield name, text, 0, most
    for field in items(embed, "fields"):
        yield "name of a field", field.get("name") or "", 1, 256
        yield "value of a field", field.get("value") or "", 1, 1024


@TABLE.rule("docs: resources/message, embed limits")
def _texts_of_embeds(message: Message) -> Iterator[str]:
    texts = [text for embed in message.embeds for text in _embed_texts(embed)]
    for name, text, least, most in texts:
        yield from length(name, text.strip(), most, least)
    if (total := sum(len(text.strip()) for _, text, *_ in texts)) > 6000:
        yield f"the embeds have {total} characters, not up to 6000"


@TABLE.rule("docs: resources/message, create message and embed limits")
def _number_of_embeds_and_fields(message: Message) -> Iterator[str]:
    yield from count("embeds", message.embeds, 10)
    for embed in message.embeds:
        yield from count("fields", embed.get("fields"), 25)


@TABLE.rule("docs: resources/message, embed image structure; reference, using attachments within embeds")
def _pictures_of_embeds(message: Message) -> Iterator[str]:
    for embed in message.embeds:
        for part in ("image", "thumbnail"):
            url = part_of(embed, part).get("url")
            if url and not re.match(r"https?://|attachment://\S+\.(jpe?g|png|webp|gif)$", url):
                yield f"{part} {url!r} is no picture of http, https or an attachment"


@TABLE.rule("docs: resources/message, allowed mentions object; observed: 50035, mutually exclusive")
def _allowed_mentions(message: Message) -> Iterator[str]:
    allowed = part_of(message.data, "allowed_mentions")
    parsed = items(allowed, "parse")
    for unknown in set(parsed) - {"users", "roles", "everyone"}:
        yield f"mentions of {unknown!r} are unknown"
    for kind in ("users", "roles"):
        yield from count(f"mentions of {kind}", allowed.get(kind), 100)
        if kind in parsed and allowed.get(kind):
            yield f"{kind} are both parsed and listed"


@TABLE.rule("observed: 50035, at most 10 files a message")
def _number_of_files(message: Message) -> Iterator[str]:
    yield from count("uploaded and kept files", [*message.uploads, *message.kept], 10)


@TABLE.rule("docs: reference, uploading files: 10 MiB for each, which older pages said of the whole request")
def _size_of_files(message: Message) -> Iterator[str]:
    size = sum(upload.size for upload in message.uploads)
    if size > 10 * 2**20:
        yield f"the files have {size} bytes, not up to {10 * 2**20}"


@TABLE.rule("observed: 50035 or a file without content")
def _files_have_content(message: Message) -> Iterator[str]:
    for upload in message.uploads:
        if not upload.size:
            yield f"the file {upload.name!r} is empty"


@TABLE.rule("reported: other characters are changed on arrival, and references break")
def _names_of_files(message: Message) -> Iterator[str]:
    for upload in message.uploads:
        if not re.fullmatch(r"[A-Za-z0-9._-]{1,260}", upload.name):
            yield f"the name {upload.name!r} has other characters than letters, digits, '.', '_' and '-'"
    yield from distinct("file", [upload.name for upload in message.uploads])


@TABLE.rule("docs: resources/message, attachment request structure")
def _entries_for_files(message: Message) -> Iterator[str]:
    for entry in message.attachments:
        yield from length("description", entry.get("description"), 1024)
        if not str(entry.get("id")).isdecimal():
            yield f"an attachment has the id {entry.get('id')!r}"
        elif not message.is_upload(entry) and message.is_new:
            yield f"attachment {entry['id']} is not uploaded"
        elif message.is_upload(entry) and entry.get("filename") not in {None, message.uploads[int(entry["id"])].name}:
            yield f"attachment {entry['id']} is called {entry['filename']!r}, unlike its file"
    yield from distinct("attachment", [str(entry.get("id")) for entry in message.attachments])


@TABLE.rule("docs: resources/message, edit message: attachments lists retained and new files")
def _uploads_are_listed(message: Message) -> Iterator[str]:
    listed = {int(entry["id"]) for entry in message.attachments if message.is_upload(entry)}
    if not message.is_new:
        for index in sorted(set(range(len(message.uploads))) - listed):
            yield f"the file {message.uploads[index].name!r} is not in attachments"


@TABLE.rule("reported: 50035, UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND; kept needs both id and filename")
def _shown_files_exist(message: Message) -> Iterator[str]:
    names = {upload.name for upload in message.uploads} | {entry.get("filename") for entry in message.kept}
    for name in sorted({*message.references} - names):
        yield f"{name!r} is shown, but neither uploaded nor kept by id and filename"


@TABLE.rule("reported: every uploaded file of a message with IS_COMPONENTS_V2 is shown; docs: components/reference")
def _uploads_are_shown(message: Message) -> Iterator[str]:
    if message.flags & V2:
        for upload in message.uploads:
            if upload.name not in message.references:
                yield f"the file {upload.name!r} is uploaded but not shown by a component"


@TABLE.rule("reported: an update drops uploaded files; acknowledge, then edit the original response")
def _update_without_files(message: Message) -> Iterator[str]:
    if message.kind is Kind.UPDATE and message.uploads:
        yield "an update uploads files"
