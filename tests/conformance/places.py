"""Discord's rules about channels, threads, forum posts and their tags, emojis, and questions for lists."""

import binascii
import re
from base64 import b64decode
from collections.abc import Iterator
from typing import Final

from tests.conformance.rule import Json, Table, count, distinct, items, length, number

_FORUM, _MEDIA = 15, 16

CHANNELS: Final = Table[Json]()
"""Rules about new and changed channels and threads."""

EMOJIS: Final = Table[Json]()
"""Rules about emojis of the application."""

LISTS: Final = Table[Json]()
"""Rules about the query of a request for a list."""


@CHANNELS.rule("docs: resources/channel, modify channel and start thread")
def _name_of_a_channel(channel: Json) -> Iterator[str]:
    if "name" in channel:
        yield from length("name", (channel["name"] or "").strip(), 100, 1)


@CHANNELS.rule("docs: resources/channel, channel types")
def _type_of_a_channel(channel: Json) -> Iterator[str]:
    yield from number("type", channel.get("type"), 0, 16)


@CHANNELS.rule("docs: resources/channel, thread metadata object")
def _time_until_a_thread_is_archived(channel: Json) -> Iterator[str]:
    for field in ("auto_archive_duration", "default_auto_archive_duration"):
        if channel.get(field) not in {None, 60, 1440, 4320, 10080}:
            yield f"{field} is {channel[field]!r}"


@CHANNELS.rule("docs: resources/channel, modify thread: limited to 5")
def _tags_of_a_post(channel: Json) -> Iterator[str]:
    yield from count("tags", channel.get("applied_tags"), 5)
    yield from distinct("tag", [str(tag) for tag in items(channel, "applied_tags")])


@CHANNELS.rule("docs: resources/channel, forum tag object; observed: 1 to 20 tags")
def _tags_of_a_forum(channel: Json) -> Iterator[str]:
    tags = items(channel, "available_tags")
    yield from count("tags of a forum", tags, 20)
    for tag in tags:
        yield from length("name of a tag", tag.get("name") or "", 20, 1)
        if tag.get("emoji_id") is not None and tag.get("emoji_name") is not None:
            yield "a tag has two emojis"
    yield from distinct("tag", [tag.get("name") for tag in tags])


@CHANNELS.rule("docs: resources/channel, modify channel")
def _topic_of_a_channel(channel: Json) -> Iterator[str]:
    yield from length("topic", channel.get("topic"), 4096 if channel.get("type") in {_FORUM, _MEDIA} else 1024)


@CHANNELS.rule("docs: resources/channel, modify channel")
def _slow_mode_of_a_channel(channel: Json) -> Iterator[str]:
    for field in ("rate_limit_per_user", "default_thread_rate_limit_per_user"):
        yield from number(field, channel.get(field), 0, 21_600)


@LISTS.rule("docs: resources/message, get channel messages")
def _limit_of_a_list(query: Json) -> Iterator[str]:
    limit = query.get("limit")
    yield from number("limit", None if limit is None else int(limit), 1, 100)


@EMOJIS.rule("docs: resources/emoji; observed: 50035, 2 to 32 characters of a-z, A-Z, 0-9 and _")
def _name_of_an_emoji(emoji: Json) -> Iterator[str]:
    if not re.fullmatch(r"[A-Za-z0-9_]{2,32}", str(emoji.get("name"))):
        yield f"name {emoji.get('name')!r} is not 2 to 32 letters, digits or '_'"


@EMOJIS.rule("docs: resources/emoji, create application emoji; reference, image data")
def _image_of_an_emoji(emoji: Json) -> Iterator[str]:
    if "image" not in emoji:
        return
    found = re.fullmatch(r"data:image/(?:jpeg|png|gif|webp|avif);base64,(.+)", emoji["image"], flags=re.DOTALL)
    try:
        size = len(b64decode(found[1], validate=True)) if found else 0
    except binascii.Error:
        size = 0
    yield from number("bytes of the image", size, 1, 256 * 2**10)
