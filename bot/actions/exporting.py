"""Everything that is stored about a person, as files.

Matches are read some at a time, each as it is at one moment, so that others never wait and there may be any number of them.
The file tells of a match what all its players can see and what concerns the person alone, but never the plans or settings of
others, nor how dice will fall.
"""

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from bot.actions.context import Context
from bot.store import personal_data

LARGEST: Final = 8_000_000
"""Bytes of a file that is sent as it is; Discord takes a little more. What is larger is zipped."""

LARGEST_ZIPPED: Final = 32_000_000
"""Characters of a file before it is zipped, which makes it several times smaller; what is longer becomes several files."""

_BATCH: Final = 100
_NAME: Final = "furlong-about-you"


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file for the person it is about, who has to unpack it if it `is_zipped`."""

    name: str
    data: bytes
    is_zipped: bool


async def export(context: Context, person_id: int) -> AsyncGenerator[ExportFile]:
    """All that is stored about a person, nearly always in one file; none if nothing is."""
    async with context.database.read() as connection:
        person = await personal_data.of_person(connection, person_id)
    if person is None:
        return
    head = {
        "about": "Everything that Furlong stores about you, on all servers. Instants are in UTC; ids are those of Discord.",
        "made_at": context.now(),
        **person,
    }
    number, entries, size, after = 1, list[str](), 0, 0
    while True:
        async with context.database.read() as connection:
            batch = await personal_data.matches_after(connection, person_id, after, _BATCH)
        if not batch:
            break
        after = batch[-1]["match"]
        for text in await asyncio.to_thread(_written, batch):
            if entries and size + len(text) > LARGEST_ZIPPED:
                yield await asyncio.to_thread(_file, head, entries, number)
                head, number, entries, size = _next_head(head, number), number + 1, [], 0
            entries.append(text)
            size += len(text)
    yield await asyncio.to_thread(_file, head, entries, number)


def _next_head(head: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    kept = {key: head[key] for key in ("about", "made_at", "you")}
    return {**kept, "part": number + 1}


def _written(batch: Sequence[Mapping[str, Any]]) -> Sequence[str]:
    """Matches as they stand in a file, two steps in."""
    return [_json(match).replace("\n", "\n    ") for match in batch]


def _file(head: Mapping[str, Any], entries: Sequence[str], number: int) -> ExportFile:
    beginning = _json(head).removesuffix("\n}")
    listed = ",".join(f"\n    {text}" for text in entries) + "\n  " if entries else ""
    data = f'{beginning},\n  "matches": [{listed}]\n}}\n'.encode()
    part = _NAME if number == 1 else f"{_NAME}-{number}"
    if len(data) <= LARGEST:
        return ExportFile(f"{part}.json", data, is_zipped=False)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{part}.json", data)
    return ExportFile(f"{part}.zip", packed.getvalue(), is_zipped=True)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, default=_instant)


def _instant(value: datetime) -> str:
    return f"{value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"
