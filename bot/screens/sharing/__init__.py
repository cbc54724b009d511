"""A finished match as a single file that any browser shows, without a server or a network.

The file contains only what the record of the match contains, and the record itself. Its content security policy keeps
it from loading or sending anything.
"""

import asyncio
import json
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import render
from bot.model.match import Match, State
from bot.model.refusals.replays import StillPlayed
from bot.model.replays import RecordFile, Replay
from bot.records.record import record_of
from bot.records.writing import file_name, write
from bot.texts import boards as board_texts
from bot.texts import dice, replays
from bot.texts import matches as match_texts
from bot.texts.language import say
from bot.texts.markup import direction, html, lang, templates

LARGEST: Final = 300_000
"""The most bytes of a file."""

_FOLDER: Final = Path(__file__).parent
_ENDING: Final = ".html"


def _fingerprint(source: str) -> str:
    """The SHA-256 of a script or a style, in the form of a page's content security policy."""
    return b64encode(sha256(source.encode()).digest()).decode()


_TEMPLATES: Final = templates(_FOLDER)
_TEMPLATES.filters["fingerprint"] = _fingerprint


@dataclass(frozen=True, slots=True)
class _Rolls:
    """The rolls of a match: for each, its ply and which of the `results` were possible."""

    rolls: Sequence[tuple[int, int]]
    results: Sequence[Sequence[str]]


def check_shared(match: Match) -> None:
    """Raise `StillPlayed` for a match that is still running."""
    if match.state not in (State.FINISHED, State.CALLED_OFF):
        raise StillPlayed(match)


async def replay_file(match: Match, sheet: render.Sheet) -> RecordFile:
    """The file of a finished match, with the pictures of `sheet`.

    A long match gets pictures of half the width and height, or none and a sentence that says so.
    """
    return await asyncio.to_thread(_made, match, sheet)


def _made(match: Match, sheet: render.Sheet) -> RecordFile:
    name = file_name(record_of(match))
    values = _values(match)
    data = _page(values, sheet)
    if len(data) > LARGEST:
        data = _page(values, sheet.halved())
    if len(data) > LARGEST:
        data = _page(values, None)
    return RecordFile(data, name.removesuffix(".txt") + _ENDING)


def _values(match: Match) -> Mapping[str, Any]:
    """Everything but the pictures."""
    record, replay = record_of(match), Replay.of(match)
    steps = [match_texts.plain_step(replay, step) for step in match.history.steps]
    rolls = _rolls(match)
    return {
        "style": (_FOLDER / "replay.css").read_text(encoding="utf-8"),
        "script": (_FOLDER / "replay.js").read_text(encoding="utf-8"),
        "lang": lang(),
        "direction": direction(),
        "game": match.game.name,
        "sides": match_texts.sides(replay),
        "moves": board_texts.moves_played(replay),
        "last": replay.last,
        "ending": html(replays.replay_status(replay)),
        "record": write(record),
        "record_name": file_name(record),
        "record_hint": say(replays.SHARED_RECORD),
        "no_script": say(replays.SHARED_WITHOUT_SCRIPT),
        "made_by": say(replays.SHARED_BY),
        "dice": dice.in_browser(len(rolls.rolls)) if record.fairness is not None else None,
        "told": {
            "steps": [replays.shared_step(number, words) for number, words in enumerate(["", *steps])],
            "boards": [str(position) for position in _positions(match)],
            "rolls": rolls.rolls,
            "results": rolls.results,
        },
    }


def _positions(match: Match) -> Sequence[object]:
    steps = match.history.steps
    return [match.game.start(match.history.seats), *(step.after for step in steps)]


def _rolls(match: Match) -> _Rolls:
    kinds: dict[Sequence[str], int] = {}
    rolls: list[tuple[int, int]] = []
    for ply, step in enumerate(match.history.steps, start=1):
        if step.is_roll:
            rolls.append((ply, kinds.setdefault(tuple(step.before.legal_moves()), len(kinds))))
    return _Rolls(rolls, list(kinds))


def _page(values: Mapping[str, Any], sheet: render.Sheet | None) -> bytes:
    texts, rest = values["told"], {name: value for name, value in values.items() if name != "told"}
    if sheet is not None:
        texts = {
            **texts,
            "ground": sheet.ground,
            "scale": sheet.scale,
            "sprites": sheet.sprites,
            "layers": sheet.layers,
            "pictures": sheet.pictures,
        }
    packed = zlib.compress(json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    page = _TEMPLATES.get_template("replay.html").render(
        rest,
        data=b64encode(packed).decode(),
        sheet="" if sheet is None else b64encode(sheet.data).decode(),
        size=(0, 0) if sheet is None else sheet.size,
        no_pictures=say(replays.SHARED_WITHOUT_PICTURES) if sheet is None else "",
    )
    return page.encode()
