"""Everything that is stored about somebody, as files.

Matches are read some at a time, each as it is at one moment, so that nobody has to wait and there may be any number of
them. What is told of a match is what anybody in it can see, and what concerns the person alone; never what others have
planned or like, nor how dice will fall.
"""

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from bot.model.plans.grammar import outline
from bot.store import personal_data
from bot.store.engine.database import Database
from bot.store.personal_data import CompetitionData, MatchData, PersonData, StoredPlan

LARGEST: Final = 8_000_000
"""Bytes of a file that is sent as it is; Discord takes a little more. What is larger is zipped."""

LARGEST_ZIPPED: Final = 32_000_000
"""Characters of a file before it is zipped, which makes it several times smaller; what is longer becomes several files."""

_BATCH: Final = 100
_NAME: Final = "furlong-about-you"


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file for the person it tells of. `is_zipped` tells that it has to be unpacked."""

    name: str
    data: bytes
    is_zipped: bool


async def export(database: Database, person_id: int, now: datetime) -> AsyncGenerator[ExportFile]:
    """All that is stored about somebody, nearly always in one file; none if nothing is."""
    async with database.read() as connection:
        person = await personal_data.of_person(connection, person_id)
    if person is None:
        return
    head = _head(person, now)
    number, entries, size, after = 1, list[str](), 0, 0
    while True:
        async with database.read() as connection:
            batch = await personal_data.matches_after(connection, person_id, after, _BATCH)
        if not batch:
            break
        after = batch[-1].match_id
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


def _written(batch: Sequence[MatchData]) -> Sequence[str]:
    """Matches as they stand in a file, two steps in."""
    return [_json(_match(match)).replace("\n", "\n    ") for match in batch]


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


def _head(stored: PersonData, now: datetime) -> Mapping[str, Any]:
    """All but the matches."""
    liked = stored.preferences
    return {
        "about": "Everything that Furlong stores about you, on all servers. Instants are in UTC; ids are those of Discord.",
        "made_at": now,
        "you": stored.person,
        "settings": None if liked is None else {**liked, **_quiet(liked)},
        "vacations": stored.vacations,
        "ratings": stored.ratings,
        "boards_that_you_tried_on": stored.analyses,
        "lessons": stored.lessons,
        "puzzles": stored.puzzles,
        "puzzle_ratings": stored.puzzle_standings,
        "people_you_have_blocked": stored.blocked,
        "what_you_did_as_a_manager": stored.deeds,
        "what_managers_did_to_you": stored.deeds_of_others,
        "games_you_are_told_of": stored.lookouts,
        "challenges_you_are_to_be_told_of": stored.calls,
        "competitions": [_competition(one) for one in stored.competitions],
    }


def _competition(stored: CompetitionData) -> Mapping[str, Any]:
    """A season of a league, with all that is stored in it about somebody."""
    return {
        **stored.shared,
        "you_have_opened_it": stored.is_host,
        "your_entry": stored.entry,
        "your_fixtures": stored.fixtures,
        "your_steps": stored.steps,
    }


def _quiet(liked: Mapping[str, Any]) -> Mapping[str, str | None]:
    """Between when and when it is to be quiet, by somebody's own clock."""
    minutes = {name: liked[name] for name in ("quiet_from", "quiet_until")}
    return {name: None if at is None else f"{at // 60:02}:{at % 60:02}" for name, at in minutes.items()}


def _match(stored: MatchData) -> Mapping[str, Any]:
    """A match, with all that is stored in it about somebody."""
    return {
        "match": stored.match_id,
        **stored.shared,
        "people": stored.names,
        "your_place": stored.place,
        "you_have_joined": stored.has_joined,
        "you_are_host": stored.is_host,
        "the_seat_that_you_chose": stored.host_seat,
        "you_are_to_move": stored.is_to_move,
        "your_clock": stored.clock,
        "you_ended_it": stored.has_ended_it,
        "your_moves": stored.moves,
        "your_notices": stored.notices,
        "your_rating_changes": stored.rating_changes,
        "your_plans": [_plan(plan) for plan in stored.plans],
        "your_notes": stored.notes,
        "your_offers": stored.offers_made,
        "offers_for_the_seat_that_you_left": stored.offers_for_their_seat,
        "offers_that_you_accepted": stored.offers_accepted,
    }


def _plan(plan: StoredPlan) -> Mapping[str, Any]:
    """What somebody has planned, its moves as the lines that they would type."""
    return {
        "moves": outline(plan.tree),
        "stopped_at": plan.stopped_at,
        "stopped_because": plan.stopped_because,
    }


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, default=_instant)


def _instant(value: datetime) -> str:
    return f"{value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"
