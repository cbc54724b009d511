"""Tables at the floor of screens: in each state, what each person is told who asks for something, and what it changes.

Chat and page share the handlers of screens, so a line of a table is about rules, actions, texts and rows at once. A
table is kept as a text beside its test; `--rewrite` writes it anew.
"""

import difflib
import json
import random
import re
import secrets
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest

from bot.actions import matches
from bot.actions.change import MatchChange
from bot.actions.context import Context
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.competitions.competition import Venue
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.refusals import Refusal
from bot.screens import registry
from bot.screens.core import Act, Action, Ask, Asked, Screen, Weight
from bot.store.engine.schema import METADATA
from bot.store.histories import Histories
from bot.texts import errors
from bot.texts.symbols import NO_SYMBOLS
from rules.core import Game, MoveError, Seat
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, DAN, SERVER, Hall, address_of, dump, hall_at

EVA: Final = Person(920_000_000_000_000_005, "Eva")
PEOPLE: Final = {person.name: person for person in (ADA, BEN, CLEO, DAN, EVA)}
DAYS: Final = Terms(3)
_INSTANT: Final = re.compile(r"<t:(\d+):\w>")
_MENTION: Final = re.compile(r"\b92000000000000000([1-5])\b")
_HASH: Final = re.compile(r"name [0-9a-f]{64}, ")
_SAYS_NOTHING: Final = {"changed_at", "created_at", "made_at", "claimed_until", "claimed_by"}
"""Columns that are the same in every change."""

_USUAL: Final[tuple[Any, ...]] = (None, False, 0, {}, [], "", SERVER, CHANNEL)
"""Values of new rows that say nothing."""


async def _nobody(*_: object) -> frozenset[int]:
    return frozenset()


async def _nothing(*_: object) -> None:
    return None


def asked(
    context: Context, actor: Actor, act: Act, fields: Mapping[str, Sequence[str]] | None = None, **others: Any
) -> Asked:
    """What a face asks for a person in the channel of the matches; `others` are other parts of it."""

    async def actor_in(_match_id: int = 0) -> Actor:
        return actor

    async def venue(_channel_id: int | None) -> Venue:
        return Venue(SERVER, CHANNEL, CHANNEL, wants_threads=False)

    async def show(change: MatchChange) -> Match:
        return await matches.find(context, actor, change.match.id)

    usual: dict[str, Any] = {
        "context": context,
        "actor": actor,
        "act": act,
        "seen": act.revision or None,  # a command has none
        "fields": fields or {},
        "language": "en",
        "find": lambda match_id: matches.find(context, actor, match_id),  # type: ignore[reportUnknownLambdaType]
        "actor_in": actor_in,
        "actor_here": actor_in,
        "show": show,
        "gone_id": _nothing,
        "willing": _nobody,
        "check_may_post": _nothing,
        "review": _nothing,
        "left": _nobody,
        "symbols": NO_SYMBOLS,
        "command_ids": {},
        "rooms": Mock(),
        "venue": venue,
        "tell": _nothing,
        "look": lambda: None,
        "page": "",
        "has_push": True,
        "has_programs": True,
        "is_alone": False,
    }
    return Asked(**(usual | others))


async def answered(question: Asked) -> Screen | Ask:
    """The screen or window after an act, and after those that it leads to at once. Raises refusals."""
    answer = await registry.handlers()[question.act.name].run(question)
    while isinstance(answer, Act):
        answer = await registry.handlers()[answer.name].run(
            asked(question.context, question.actor, answer, rooms=question.rooms)
        )
    return answer


@dataclass(frozen=True)
class Deed:
    """What somebody does: an act with its detail, and what is chosen or entered in its form."""

    name: str
    detail: str = ""
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])

    def __str__(self) -> str:
        entered = [f"{name}={', '.join(values)}" for name, values in self.fields.items()]
        return " ".join(part for part in (self.name, self.detail, *entered) if part)


def deed(words: str, /, **fields: str | Sequence[str]) -> Deed:
    """A deed in words: the name of an act, and its detail after a space."""
    name, _, detail = words.partition(" ")
    return Deed(name, detail, {key: [one] if isinstance(one, str) else one for key, one in fields.items()})


@dataclass
class States:
    """Makes the states of a table."""

    hall: Hall
    others: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What faces ask for otherwise than usual."""

    def actor(self, name: str) -> Actor:
        """A person by name in the channel; Dan manages the server."""
        return Actor(PEOPLE[name], SERVER, channel_id=CHANNEL, manages_server=name == "Dan")

    async def after(self, match: Match, *done: str) -> Match:
        """The match after deeds, such as `Ada draw_yes`, `Ben offer_yes` about the last offer, or `Ada a4<c4`."""
        for words in done:
            name, _, said = words.partition(" ")
            wanted = deed(said)
            if wanted.name in registry.handlers():
                detail = wanted.detail or (str(match.offers[-1].id) if match.offers else "")
                act = Act(wanted.name, match.id, match.revision, detail)
                await answered(asked(self.hall.matches, self.actor(name), act, **self.others))
            else:
                await self.hall.matches.play(self.actor(name), match.id, wanted.name)
            match = await self.hall.matches.load(match.id)
        return match

    async def match(
        self,
        *done: str,
        game: Game = ROUNDS,
        seats: int = 2,
        moves: Sequence[str] = (),
        terms: Terms = DAYS,
    ) -> Match:
        """A running match of Ada, who begins, and others, after moves and deeds."""
        match = await self.hall.running(*(ADA, BEN, CLEO, DAN)[:seats], game=game, moves=moves, terms=terms)
        return await self.after(match, *done)

    async def proposed(self, game: Game, *guests: Person, **terms: Any) -> Match:
        """A challenge of Ada's, who sits in seat 0 unless `terms` say otherwise."""
        usual: dict[str, Any] = {"opponents": guests, "host_seat": Seat(0)}
        return await self.hall.matches.propose(self.actor("Ada"), SERVER, Proposal(game, CHANNEL, **(usual | terms)))


Make = Callable[[States], Awaitable[Match | None]]


@dataclass(frozen=True)
class Row:
    """A state, what is asked there, and by whom."""

    state: str
    make: Make
    deeds: Sequence[Deed]
    people: Sequence[str] = ("Ada", "Ben", "Cleo")


def row(state: str, make: Make, deeds: str | Sequence[str | Deed], people: str = "Ada Ben Cleo") -> Any:
    """A state as a parameter of a test; deeds in words are parted by commas."""
    several = deeds.split(", ") if isinstance(deeds, str) else deeds
    made = [one if isinstance(one, Deed) else deed(one) for one in several]
    return pytest.param(Row(state, make, made, people.split()), id=state)


class Table:
    """Does each deed of each person in one state, always from the same beginning, and writes down what comes of it."""

    def __init__(self, hall: Hall, file: Path, others: Mapping[str, Any]) -> None:
        self._hall, self._others, self._kept = hall, others, sqlite3.connect(":memory:")
        self._live = sqlite3.connect(file, isolation_level=None)
        self._before = dict[str, list[Any]]()

    async def lines(self, wanted: Row, match: Match | None) -> Sequence[str]:
        """A line for each deed, and for all people who are told the same."""
        self._live.backup(self._kept)
        self._before = await dump(self._hall.database)
        answers = dict[str, list[str]]()
        for one in wanted.deeds:
            told = [(name, await self._does(match, States(self._hall).actor(name), one)) for name in wanted.people]
            grouped = {words: ", ".join(name for name, other in told if other == words) for _, words in told}
            said = "\n".join(f"    {names}: {words}" for words, names in grouped.items())
            answers.setdefault(said, []).append(str(one))
        return [line for said, deeds in answers.items() for line in (f"  {', '.join(deeds)}", *said.splitlines())]

    def close(self) -> None:
        """Let go of the database."""
        self._live.close()
        self._kept.close()

    async def _does(self, match: Match | None, actor: Actor, one: Deed) -> str:
        """What the person is told and, if anything has changed, how."""
        version = self._live.execute("PRAGMA data_version").fetchone()
        about = (0, 0) if match is None else (match.id, match.revision)
        value = "".join(one.fields.get("value", ()))
        act = Act(one.name, *about, one.detail or self._last_offer(match, one), value)
        try:
            question = asked(self._hall.matches, actor, act, one.fields, **self._others)
            shown = " ".join(spelled(await answered(question)))
        except (Refusal, MoveError) as refusal:
            shown = errors.reply(refusal)
        if self._live.execute("PRAGMA data_version").fetchone() != version:
            shown = f"{shown} ⇒ {'; '.join(self._changes(await dump(self._hall.database)))}"
            self._kept.backup(self._live)
            self._hall.matches.histories = Histories()
            self._hall.matches.preferences.clear()
        return self._plain(shown)

    @staticmethod
    def _last_offer(match: Match | None, one: Deed) -> str:
        is_answer = match is not None and one.name.startswith("offer_") and match.offers
        return str(match.offers[-1].id) if match is not None and is_answer else ""

    def _changes(self, after: Mapping[str, list[Any]]) -> Iterator[str]:
        """The rows that are new, gone or different, by table."""
        for table in METADATA.sorted_tables:
            keys = [table.c.keys().index(column.name) for column in table.primary_key.columns]
            old, new = (
                {
                    tuple(one[key] for key in keys): dict(zip(table.c.keys(), one, strict=True))
                    for one in rows[table.name]
                }
                for rows in (self._before, after)
            )
            for key in dict.fromkeys((*old, *new)):
                before, now = old.get(key, {}), new.get(key, {})
                if before != now:
                    mark = "" if before and now else "+" if now else "−"
                    told = self._values(
                        {key: value for key, value in (now or before).items() if mark or before[key] != value}
                    )
                    if told:
                        yield f"{mark}{table.name} {told}"

    def _values(self, values: Mapping[str, Any]) -> str:
        told = {
            name: value
            for name, value in values.items()
            if name not in _SAYS_NOTHING and not (len(values) > 5 and (value in _USUAL or name == "id"))
        }
        return ", ".join(f"{name} {self._value(value)}" for name, value in told.items())

    def _value(self, value: Any) -> str:
        match value:
            case datetime():
                return self._after(value)
            case bytes():
                return f"{len(value)} bytes"
            case dict() | list():
                return json.dumps(value, ensure_ascii=False)
            case _:
                return str(value)

    def _after(self, at: datetime) -> str:
        span = at - self._hall.clock.at
        if abs(span) < timedelta(hours=1):
            return "now"
        return f"{span}".replace(", 0:00:00", "")

    def _plain(self, words: str) -> str:
        zone = self._hall.clock.at.tzinfo
        words = _INSTANT.sub(lambda found: self._after(datetime.fromtimestamp(int(found[1]), zone)), words)
        words = _MENTION.sub(lambda found: [*PEOPLE][int(found[1]) - 1], words)
        return _HASH.sub("", " / ".join(words.splitlines()))


def spelled(answer: Screen | Ask) -> Iterator[str]:
    """What people read and may do on a screen or in a window, as parts of a line."""
    if isinstance(answer, Ask):
        yield f"(window) {answer.title}"
        yield from (f"{part.label} = {part.text or [one.label for one in part.options]}" for part in answer.parts)
        return
    yield from (words for words in (answer.title, answer.text) if words)
    for line in answer.lines:
        yield f"| {line.text}"
        yield from [_button(line.beside)] if line.beside else []
    for menu in answer.menus:
        yield f"{{{menu.placeholder}: {', '.join(one.label for one in menu.options)}}}"
    yield from map(_button, (*answer.steps, *answer.actions))


def _button(action: Action) -> str:
    weight = "" if action.weight is Weight.PLAIN else f", {action.weight.name.lower()}"
    is_off = "" if action.is_possible else ", off"
    return f"[{action.label}: {action.act.name} {action.act.detail}".rstrip() + f"{weight}{is_off}]"


@pytest.fixture
async def hall_of_table(fresh_file: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A hall in which chance is the same each time, with its file."""
    lots = random.Random(7)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: lots.randbytes(count))
    hall = await hall_at(address_of(fresh_file))
    yield hall, fresh_file
    await hall.database.close()


async def compare(row: Row, kept: Path, place: Any, request: pytest.FixtureRequest, **others: Any) -> None:
    """Compare the part of a table about one state with the kept one, or write it anew."""
    hall, file = place
    table = Table(hall, file, others)
    try:
        lines = await table.lines(row, await row.make(States(hall, others)))
    finally:
        table.close()
    parts = dict(part.split("\n", 1) for part in kept.read_text().strip().split("\n\n")) if kept.exists() else {}
    if request.config.getoption("--rewrite", default=False):
        parts[row.state] = "\n".join(lines)
        kept.write_text("\n\n".join(f"{state}\n{told}" for state, told in parts.items()) + "\n")
        return
    before = parts.get(row.state, "").splitlines()
    if before != lines:
        told = difflib.unified_diff(before, lines, kept.name, "now", lineterm="", n=1)
        pytest.fail("\n".join((*told, "", "If that is what people should see: make transcripts")), pytrace=False)
