"""A walk over all screens of a world: every action, in the spelling of the chat and in that of the page.

Every action that a screen has is done by each person who has it, always from the same beginning. None fails
unexpectedly, the chat and the page offer the same with the same effects, and nothing private is shown to others.
"""

import json
import random
import re
import sqlite3
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial, reduce
from html import unescape
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import update

from bot.actions import analysis, follows, matches, people, settings, standing_in, tokens, webhooks
from bot.actions import engines as engine_actions
from bot.actions.change import MatchChange
from bot.chat import features
from bot.chat.core.press import MENU, WINDOW, act_of, id_of
from bot.chat.screens import post_of
from bot.model.analysis import Analysis
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.competitions.competition import Venue
from bot.model.match import Match
from bot.model.people import Actor, Person
from bot.model.refusals import Refusal
from bot.model.refusals.learning import NotOver, TooShort
from bot.model.reviews import Decision, Review
from bot.model.servers import Lobby
from bot.model.tokens import Scope
from bot.model.webhooks import Webhook
from bot.records.puzzles import shipped
from bot.screens import registry
from bot.screens.core import VALUE, Act, Ask, Asked, Handler, Screen
from bot.screens.offers import open_offers
from bot.screens.votes import besides
from bot.store import webhooks as webhook_store
from bot.store.engine.schema.matches import matches as stored_matches
from bot.store.histories import Histories
from bot.texts import errors
from bot.texts import votes as vote_texts
from bot.texts.language import languages, speaking
from bot.texts.symbols import NO_SYMBOLS
from bot.texts.vocabulary import in_own_words
from bot.web.access import Tell
from bot.web.screens import act_in
from rules import GAMES
from rules.core import CHANCE, Move, MoveError, Seat
from tests.bot.stages import ELSEWHERE, GUEST, HOST, MANAGER, STAGES, STRANGER, THIRD, Ground
from tests.bot.tables import address_of
from tests.bot.web.test_server_settings import SomeRooms
from tests.bot.web.visiting import CHANNEL, SERVER, Answer, Browser, Visited, visited

_NOTE: Final = "the fork on b4"
_PLAN: Final = "after a4<c4: e5<e4"
_TRIED: Final = "a4<c4 g4<g3"
"""What the guest keeps in the running match: a note, a plan, and a line on a private board."""

_PRIVATE: Final = ("direct_challenge", "direct")
"""The stages of matches that only their players see."""

_COMPETITIONS: Final = ("league_running", "event", "ladder", "server_call")

_ENTERED: Final = "a4<c4"
"""What people write into windows and forms besides what stands there."""

_IN_EACH: Final = {"bot.screens.matches", "bot.screens.offers", "bot.screens.votes", "bot.screens.more"}
"""Where the acts are that depend on the state of a match: they are done once in each in which a person takes part."""

_VISITORS: Final[Mapping[str, tuple[Person, int]]] = {
    "host": (HOST, SERVER),
    "guest": (GUEST, SERVER),
    "member": (THIRD, SERVER),
    "manager": (MANAGER, SERVER),
    "stranger": (STRANGER, ELSEWHERE),
}
"""People, and the servers from which they come."""

_Rows = frozenset[tuple[str, tuple[Any, ...]]]
"""Rows of tables."""

_Fields = Mapping[str, Sequence[str]]


class Lots(random.Random):
    """Draws the same lot each time."""

    def random(self) -> float:
        return 0.3

    def getrandbits(self, k: int, /) -> int:
        return 0


class Disk:
    """What is stored, which is put back as it was at the beginning."""

    def __init__(self, file: Path) -> None:
        self._live = sqlite3.connect(file, isolation_level=None)
        names = self._live.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        self._tables: Sequence[str] = [name for (name,) in names]
        self._rows, self._version, self._changes = self._all(), self._now(), _Rows()

    def _now(self) -> int:
        """A number that is another one after a change through another connection."""
        return self._live.execute("PRAGMA data_version").fetchone()[0]

    def _all(self) -> _Rows:
        return frozenset((table, row) for table in self._tables for row in self._live.execute(f"SELECT * FROM {table}"))

    def changes(self) -> _Rows:
        """The rows that are gone or have come since the beginning."""
        if self._now() != self._version:
            self._version, self._changes = self._now(), self._all() ^ self._rows
        return self._changes

    def put_back(self) -> None:
        """Undo all changes."""
        self._live.execute("BEGIN IMMEDIATE")
        for changed in {table for table, _row in self._changes}:
            self._live.execute(f"DELETE FROM {changed}")
            for row in (row for table, row in self._rows if table == changed):
                self._live.execute(f"INSERT INTO {changed} VALUES ({', '.join('?' * len(row))})", row)
        self._live.execute("COMMIT")
        self._changes = _Rows()

    def close(self) -> None:
        """Close the file."""
        self._live.close()


@dataclass
class Trail:
    """What a person did in one face."""

    own: Collection[int]
    """The numbers of the matches in which the person takes part; all others are alike."""

    most: int
    """How often the same is done, with different details and in different matches."""

    effects: dict[Act, _Rows] = field(default_factory=dict[Act, _Rows])
    """The rows that each act of a screen changed."""

    shown: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """What was shown as things were at the beginning, each with the number of the match that it is about."""

    handled: set[str] = field(default_factory=set[str])
    """The names of the acts that were answered by more than a refusal."""

    done: Counter[object] = field(default_factory=Counter[object])

    def is_enough(self, name: str, match_id: int, *what: object) -> bool:
        """Whether something was done often enough."""
        about = self._where(name, match_id)
        return self.done[name, about, *what] >= (1 if about else self.most)

    def note(self, name: str, match_id: int, *what: object) -> None:
        """Note that something was done, and not refused."""
        self.done[name, self._where(name, match_id), *what] += 1

    def _where(self, name: str, match_id: int) -> int:
        """The match in which an act is done, if it is done in each."""
        handler = registry.handlers().get(name)
        is_alike = handler is not None and (handler.at or handler.run.__module__ not in _IN_EACH)
        return match_id if match_id in self.own and not is_alike else 0

    def doings(self) -> set[tuple[str, int]]:
        """The names of the acts that changed something, with the matches in which they are done."""
        changing = [act for act, rows in self.effects.items() if rows]
        return {(_played(act.name), self._where(act.name, act.match_id)) for act in changing}


def _played(name: str) -> str:
    """The name of an act; a choice from a picker or a press that may do it without a question is called like doing it."""
    return re.sub("_pick$", "_play", re.sub("^time$", "time_yes", name))


@dataclass
class Grounds:
    """A page, what is stored for it, and a match in each stage."""

    site: Visited
    disk: Disk
    stages: Mapping[str, Match]
    browsers: Mapping[str, Browser]

    def trail(self, person: Person) -> Trail:
        """The beginning of a trail of a person; the host, who has most matches, and the manager do most."""
        own = {match.id for match in self.stages.values() if person in match.people or match.is_by_vote}
        return Trail(own, 3 if person in (HOST, MANAGER) else 1)

    def put_back(self) -> _Rows:
        """Undo all changes; returns the rows that had changed."""
        changed = self.disk.changes()
        if changed:
            self.disk.put_back()
            self.site.matches.histories = Histories()
            self.site.matches.preferences.clear()
        return changed


async def _review(_person: Person, match: Match, _tell: Tell) -> Review:
    """A review in which the first move gave much away. Raises `NotOver` or `TooShort`."""
    if match.result is None:
        raise NotOver(match)
    step = next(iter(match.history.steps), None)
    if step is None or step.mover is None:
        raise TooShort(match)
    best = next(move for move in step.before.legal_moves() if move != step.move)
    return Review((Decision(0, step.mover, (0.6, 0.4), step.move, best, 0.3, step.after.legal_moves()[0]),), (), 1)


async def _rooms(_server_id: int, _person_id: int) -> SomeRooms:
    return SomeRooms()


async def _manages(server_id: int, person_id: int) -> bool:
    return (server_id, person_id) == (SERVER, MANAGER.id)


async def _world(site: Visited) -> Mapping[str, Match]:
    """Matches in all stages and more; some people have tried moves, and the manager is on vacation."""
    ground, found = Ground(site.matches, SERVER, CHANNEL), dict[str, Match]()
    abandoned = await ground.running()
    await site.matches.play(ground.here(HOST), abandoned.id, "a4<c4")
    site.clock[0] += timedelta(days=60)
    for stage in STAGES:
        found[stage] = await ground.make(stage)
    pair = found["second_of_pair"]
    assert pair.twin is not None
    found["first_of_pair"] = await site.matches.load(pair.twin.id)
    found["abandoned"], found["reviewed"] = abandoned, await _played_on(site, 2)
    await site.matches.resign(ground.here(GUEST), found["reviewed"].id)
    found["long"] = await _played_on(site, 40)
    found["diced"] = await _between(site, "furbowl")
    await site.matches.resign(ground.here(GUEST), found["diced"].id)
    found["rolling"] = await _between(site, "furbowl")
    found["free_seat"] = await _between(site, "farlander", THIRD)
    async with site.matches.change(found["free_seat"].id) as change:
        standing_in.leave(change, Seat(1))
    found["paused"] = await _between(site, "furl")
    asking = await site.matches.offer_pause(ground.here(HOST), found["paused"].id, 7)
    await site.matches.accept_offer(ground.here(GUEST), found["paused"].id, asking.offers[-1].id)
    await _keep_secrets(site, found["running"])
    await _try(site, found["running"], HOST, ("a4<c4",), (), ("b4<a3",), ())
    position, line = found["rolling"].position, list[Move]()
    while position.turn != CHANCE:
        line.append(position.legal_moves()[0])
        position = position.play(line[-1])
    await _try(site, found["rolling"], HOST, tuple(line))
    await people.go_on_vacation(site.matches, MANAGER, 5)
    await engine_actions.register(site.matches, HOST, SERVER, "Bolt", ["furl"])
    for number in range(8):  # so that there are two pages of them
        await engine_actions.register(
            site.matches, Person((number + 900) << 40, "Owen"), SERVER, f"Nut {number}", ["furl"]
        )
    await settings.settle(site.matches, SERVER, lambda before: replace(before, lobby=Lobby.POST))
    for_everyone = Proposal(GAMES["furl"], CHANNEL, terms=Terms(3), by_player=True, lobby_id=SERVER, waits_days=3)
    await site.matches.propose(ground.here(HOST), SERVER, for_everyone)
    async with site.matches.database.write() as connection:  # so that it can be reported
        of_lobby = update(stored_matches).where(stored_matches.c.id == found["direct"].id)
        await connection.execute(of_lobby.values(lobby_id=SERVER))
    for follower, followed in ((HOST, GUEST), (MANAGER, HOST)):
        await follows.follow_person(site.matches, Actor(follower, SERVER), followed)
    await tokens.make(site.matches, HOST, "Engine", Scope.PLAY, timedelta(days=30))
    [token] = await tokens.of_person(site.matches, HOST.id)
    off = Webhook("https://example.com/hook", 5, stopped_at=site.matches.now())  # events have ids that differ
    async with site.matches.database.write() as connection:
        await webhook_store.change(connection, token.id, off, before=None)
    await webhooks.secret(site.matches)  # made when a key is first shown
    for competition in _COMPETITIONS:
        await ground.open(competition)
    first = ("running", "rolling", "long")  # which have most to do
    return {stage: await site.matches.load(found[stage].id) for stage in dict.fromkeys((*first, *found))}


async def _between(site: Visited, game: str, *others: Person) -> Match:
    """A match of the host, with a time limit, against the guest and others."""
    proposal = Proposal(GAMES[game], CHANNEL, (GUEST, *others), Seat(0), terms=Terms(3))
    match = await site.matches.propose(Actor(HOST, SERVER, channel_id=CHANNEL), SERVER, proposal)
    for person in (GUEST, *others):
        match = await site.matches.join(Actor(person, SERVER), match.id)
    return match


async def _played_on(site: Visited, plies: int) -> Match:
    """A match of Furl after some moves."""
    match = await _between(site, "furl")
    for ply in range(plies):
        assert match.to_move is not None
        legal = match.position.legal_moves()
        match = (await site.matches.play(Actor(match.to_move, SERVER), match.id, legal[7 * ply % len(legal)])).match
    return match


async def _keep_secrets(site: Visited, match: Match) -> None:
    """The guest keeps what nobody else may see, and the host offers a draw."""
    guest = Actor(GUEST, SERVER)
    await site.matches.plan(guest, match.id, _PLAN)
    await analysis.write(site.matches, guest, match.id, _NOTE)
    await _try(site, match, GUEST, tuple(map(Move, _TRIED.split())))
    await site.matches.offer_draw(Actor(HOST, SERVER), match.id)


async def _try(site: Visited, match: Match, person: Person, *lines: Sequence[str]) -> None:
    """A person goes along some lines, one after the other, on their private board."""
    for line in lines:
        board = await analysis.board(site.matches, match, person)
        await analysis.change(site.matches, match, person, board.analysis.revision, partial(_along, line))


def _along(line: Sequence[str], tried: Analysis) -> Analysis:
    return reduce(lambda tried, move: tried.played(Move(move)), line, tried.at(()))


@pytest.fixture
async def grounds(fresh_file: Path, without_limits: None, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Grounds]:
    """The world; nothing is painted, and nobody is too fast."""

    async def unpainted(_make: Callable[[], bytes]) -> bytes:
        return b"picture"

    for module in ("bot.chat.core.messages", "bot.chat.screens"):
        monkeypatch.setattr(f"{module}.picture", unpainted)
    monkeypatch.setattr("render.areas", Mock(return_value={}))
    monkeypatch.setattr("bot.web.access.Rates.count", Mock())
    options = {"manages": _manages, "rooms": _rooms, "review": _review, "public": "http://127.0.0.1"}
    async with visited(address_of(fresh_file), **options) as site:
        site.members |= {(server, person.id) for person, server in _VISITORS.values()}
        stages = await _world(site)
        site.matches.lots = Lots()
        monkeypatch.setattr("random.SystemRandom", Lots)
        sealed = Mock(token_bytes=Mock(return_value=b"\x5e" * 32))  # so that dice are alike in both faces
        monkeypatch.setattr("bot.model.fairness.secrets", sealed)
        monkeypatch.setattr("bot.actions.analysis._OPENLY", Mock(choice=min))
        browsers = {name: await site.visit(*visitor) for name, visitor in _VISITORS.items()}
        disk = Disk(fresh_file)
        try:
            yield Grounds(site, disk, stages, browsers)
        finally:
            disk.close()


class Chat:
    """A person who presses everything in messages."""

    def __init__(self, grounds: Grounds, actor: Actor) -> None:
        self._grounds, self._actor, self._languages = grounds, actor, cycle(languages())
        self.trail = grounds.trail(actor.person)

    def _asked(self, act: Act, fields: _Fields) -> Asked:
        context, actor = self._grounds.site.matches, self._actor

        async def find(match_id: int) -> Match:
            return await matches.find(context, actor, match_id)

        async def actor_in(_match_id: int = 0) -> Actor:
            return actor

        async def venue(_channel_id: int | None) -> Venue:
            return Venue(SERVER, CHANNEL, CHANNEL, wants_threads=False)

        async def show(change: MatchChange) -> Match:
            return change.match.seen_by(actor.person.id)

        async def nobody(*_: object) -> None:
            return None

        async def none(*_: object) -> frozenset[int]:
            return frozenset()

        async def review(match: Match) -> Review:
            return await _review(actor.person, match, nobody)

        async def rooms() -> SomeRooms:
            return SomeRooms()

        return Asked(
            context=context,
            actor=actor,
            act=act,
            seen=act.revision,
            fields=fields,
            language="en",
            find=find,
            actor_in=actor_in,
            actor_here=actor_in,
            show=show,
            gone_id=nobody,
            willing=none,
            check_may_post=nobody,
            review=review,
            left=none,
            symbols=NO_SYMBOLS,
            command_ids={},
            rooms=rooms,
            venue=venue,
            tell=nobody,
            look=lambda: None,
            page="http://127.0.0.1",
            has_push=True,
            has_programs=True,
            is_alone=False,
        )

    async def do(self, act: Act, fields: _Fields | None = None, language: str = "") -> Screen | Ask | None:
        """The answer to an act, in the next language unless it has one; None if it was refused."""
        with speaking(language or next(self._languages)):
            try:
                answer = await registry.handlers()[act.name].run(self._asked(act, fields or {}))
                while isinstance(answer, Act):
                    answer = await registry.handlers()[answer.name].run(self._asked(answer, {}))
            except (Refusal, MoveError) as refusal:
                assert errors.reply(refusal)
                return None
        return answer

    async def walk(self, starts: Sequence[Act]) -> None:
        """Do everything that can be reached from these acts; what changes a match leads no further, as it is undone."""
        waiting = deque[tuple[Act, _Fields, str]]((act, {}, "") for act in starts)
        while waiting:
            act, fields, asked_in = waiting.popleft()
            assert act.name in features.press_handlers(), act
            is_known = act.name not in registry.handlers() or act in self.trail.effects
            if is_known or self.trail.is_enough(act.name, act.match_id):
                continue
            language = asked_in or next(self._languages)
            answer = await self.do(act, fields, language)
            changed = self._grounds.disk.changes()
            if changed:
                await self.do(act, fields, language)  # as after a double click
            self._grounds.put_back()
            self.trail.effects[act] = changed
            if answer is not None:
                self.trail.note(act.name, act.match_id)
                self.trail.handled.add(act.name)
                text, following = await _spelled(answer)
                if not changed:
                    self.trail.shown.append((act.match_id, re.sub("[`*]", "", text)))
                if not (changed and act.match_id):
                    answered_in = (
                        language if isinstance(answer, Ask) or answer.keeps else ""
                    )  # its fields hold words such as "tomorrow"
                    waiting += [(*one, answered_in) for one in following]


async def _spelled(answer: Screen | Ask) -> tuple[str, Sequence[tuple[Act, _Fields]]]:
    """A message or a window as JSON, and the acts that its components carry in their custom ids."""
    if isinstance(answer, Ask):
        sent = act_of(id_of(answer.act, WINDOW), WINDOW)
        chosen = {
            part.name: [one.value for one in part.options[:1]]
            or [part.text or (_ENTERED if part.name != VALUE else "")]
            for part in answer.parts
        }
        acts = [(replace(sent, value=_ENTERED), {VALUE: [_ENTERED]})] if VALUE in chosen else []
        return str(answer.parts), [*acts, (replace(sent, value="".join(chosen.get(VALUE, ()))), chosen)]
    components = (await post_of(answer)).view.to_components()
    acts = [*_pressable(components)]
    if answer.keeps and answer.form is not None:
        kept = "".join(part.text for part in answer.form.parts if part.name == VALUE)
        acts = [(replace(act, value=kept), fields) for act, fields in acts]
    return json.dumps(components, ensure_ascii=False), acts


def _pressable(components: Sequence[Any]) -> Iterator[tuple[Act, _Fields]]:
    for one in components:
        yield from _pressable(one.get("components", ()))
        yield from _pressable([one["accessory"]] if "accessory" in one else [])
        custom_id = one.get("custom_id", "")
        if one.get("disabled") or not custom_id:
            continue
        if "options" not in one:
            yield act_of(custom_id), {}
        for option in one.get("options", ()):
            if option["value"].startswith("furlong:"):
                yield act_of(option["value"]), {}
            else:
                yield replace(act_of(custom_id, MENU), value=option["value"]), {VALUE: [option["value"]]}


class Forms(HTMLParser):
    """The links of a page, and what its forms send: one for each of their buttons."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links, self.forms = list[str](), list[tuple[str, dict[str, str]]]()
        self._address, self._fields, self._chosen = "", dict[str, str](), ("", "")
        self.feed(text)

    @property
    def ways(self) -> Sequence[str]:
        """The links, of those that choose a part of a move only the first."""
        choosing = [link for link in self.links if "?chosen=" in link]
        return [link for link in self.links if link not in choosing[1:]]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        match tag, named:
            case "a", {"href": address} if address.startswith("/"):
                self.links.append(address)
            case "form", {"method": "post", "action": address}:
                self._address, self._fields = address, {}
            case "input", {"name": name} if named.get("type") != "checkbox":
                self._fields[name] = named.get("value", _ENTERED)
            case "select", {"name": name}:
                self._chosen = name, ""
            case "option", {"value": value} if "selected" in named or self._chosen[0] not in self._fields:
                self._fields[self._chosen[0]] = value
            case "textarea", {"name": name}:
                self._chosen, self._fields[name] = (name, "text"), ""
            case "button", _ if self._address:
                own = {named["name"]: named.get("value", "")} if "name" in named else {}
                self.forms.append((self._address, {**self._fields, **own}))
            case _:
                pass

    def handle_data(self, data: str) -> None:
        if self._chosen[1]:
            self._fields[self._chosen[0]] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._chosen = "", ""
        elif tag == "form":
            self._address = ""


_NUMBERED: Final = re.compile(r"/matches/(\d+)")
_ADDRESSES: Final = {
    name: re.compile(re.sub("{[^}]*}", "[^/]+", handler.at))
    for name, handler in registry.handlers().items()
    if handler.at
}
_LEFT_OUT: Final = re.compile("/leave|/static|/try/|/rules/|/matches/[0-9]+/share|/privacy")
"""Addresses that end the session, are the same for everybody, take seconds, or send or delete all that is stored."""


def _at(path: str) -> Collection[str]:
    """The names of the acts whose screens are shown at an address."""
    return [name for name, address in _ADDRESSES.items() if address.fullmatch(urlsplit(path).path)]


class Page:
    """A person who follows every link and sends every form."""

    def __init__(self, grounds: Grounds, person: Person, browser: Browser) -> None:
        self._grounds, self._browser = grounds, browser
        self.trail, self._sent = grounds.trail(person), set[str]()

    async def walk(self, starts: Sequence[str]) -> None:
        """Do everything that can be reached from these addresses; what changes a match leads no further."""
        known = {0, *map(_about, starts)}
        waiting = deque[tuple[str, dict[str, str]]]((path, {}) for path in starts)
        while waiting:
            path, form = waiting.popleft()
            sent = f"{path} {form}"
            is_enough = path not in starts and self.trail.is_enough(*_kind(path, form))
            if _LEFT_OUT.match(path) or _about(path) not in known or sent in self._sent or is_enough:
                continue
            self._sent.add(sent)
            answer = await self._ask(path, form)
            changed = self._grounds.put_back()
            found = Forms(answer.text)
            self._note(path, form, answer, found.links, changed if form else _Rows())
            if not (changed and form and _about(path)):
                waiting += [(link, {}) for link in found.ways]
                typed = [(to, sent, name) for to, sent in found.forms for name in (_LONG, _NAME) if name in sent]
                ticked = {"in.games.furl": "on"} if any("in.games" in sent for _to, sent, _name in typed) else {}
                waiting += [(to, {**sent, name: _ENTERED, **ticked}) for to, sent, name in typed]
                waiting += found.forms
                waiting += [(answer.headers["Location"], {})] if answer.status == 303 else []

    async def _ask(self, path: str, form: dict[str, str]) -> Answer:
        answer = await (self._browser.post(path, **form) if form else self._browser.get(path))
        assert answer.status in (200, 303, 401, 404, 409), (path, form, answer.status, answer.text)
        return answer

    def _note(self, path: str, form: dict[str, str], answer: Answer, links: Sequence[str], changed: _Rows) -> None:
        name, trail = form.get("deed", ""), self.trail
        if not changed:
            trail.shown.append((_about(path), f"{unescape(re.sub('<[^>]*>', '', answer.text))} {links}"))
        if answer.status in (200, 303):
            trail.note(*_kind(path, form))
            trail.handled.update([] if form and answer.status == 303 else _at(path))
        if name in registry.handlers():
            trail.effects[act_in(form)] = changed
            trail.handled |= {name} if answer.status != 409 else set()


_LONG: Final = f"in.{VALUE}"
"""The field of what is written in several lines."""

_NAME: Final = "in.name"
"""The field of a name that has to be given."""


def _about(path: str) -> int:
    """The number of the match that an address is about; 0 if it is about none."""
    about = _NUMBERED.match(path)
    return int(about[1]) if about else 0


def _kind(path: str, form: Mapping[str, str]) -> tuple[Any, ...]:
    """The name of what is done, the match that it is about, and what is done in it more than once."""
    address = urlsplit(path)
    name = form.get("deed", "") or "|".join(_at(path)) or re.sub("[0-9]+", "", address.path)
    chosen = parse_qs(address.query).get("chosen", [""])[0]
    return name, 0 if chosen else _about(path), len(chosen), bool(form), form.get("detail", "").endswith("/")


async def _starts(grounds: Grounds, actor: Actor) -> Sequence[Act]:
    """The acts behind the buttons of boards, and the first screens of what is about no match."""
    found = [Act(name) for name, handler in registry.handlers().items() if handler.at and "{" not in handler.at]
    found += [
        Act("puzzle", detail="furl"),
        Act("learn_game", detail="furl"),
        Act("leaderboard", detail="furl/0"),
        Act("engine_ratings_page", detail="furl/0"),
    ]
    found += [Act("profile", detail=str(GUEST.id)), Act("puzzle_daily", detail=f"furl/{next(iter(shipped('furl')))}/")]
    for handler in registry.handlers().values():
        division = "/1" if "{division}" in handler.at else ""
        if "{competition}" in handler.at:
            found += [Act(handler.name, detail=f"{number}{division}") for number in range(1, len(_COMPETITIONS) + 1)]
    for match in grounds.stages.values():
        at = match.id, match.revision
        found += [Act("more", *at), Act("try", *at, "" if match.result is None else "0")]
        found += [action.act for offer in open_offers(match, actor.person.id) for action in offer.actions]
        found += [action.act for action in besides(match)] if match.voting is not None else []
    return found


_OF_COMMANDS: Final = {
    *("own_set", "server_set", "vacation_begin", "season_cancel_yes", "season_remove_yes"),
    "server_accept_yes",
}
"""The acts of forms for which the chat has commands, or a button where no channel is to be chosen."""

_OF_NEWS: Final = {"follow_moves", "follow_on"}
"""The acts for a match that is followed, and under news of it, which nobody here has; `test_follows` does them."""

_OF_PAGE: Final = {"token_make", "token_end", "webhook_set", "webhook_end"}
"""The acts that only the page leads to; in chat, `/privacy` revokes all tokens at once."""

_OF_MENUS: Final = {"own", "own_tell", "server"}
"""The acts of menus and buttons for which the page has forms."""


_OF_CHOICES: Final = {"learn_play", "puzzle_play", "try_play", "season_open", "engine_register", "engine_renew"}
"""The acts that do what was chosen in several steps, or make a secret; this differs between the faces."""


_OF_WAYS: Final = {"follow", "unfollow", "try"}
"""The acts to which the faces have ways of their own, so that the walk does them about other people and matches."""


def _has_way(handler: Handler) -> bool:
    """Whether the page leads to an act by itself: not to a window, a question, or what it shows anyway."""
    return not (
        (handler.asks and not handler.at)
        or handler.is_question
        or (handler.beside and not (handler.at or handler.tells))
    )


@dataclass
class Walked:
    """What a visitor did in both faces."""

    chat: Chat
    page: Page


async def _walk(grounds: Grounds) -> Mapping[str, Walked]:
    """All visitors do everything in both faces."""
    found = dict[str, Walked]()
    for name, (person, server_id) in _VISITORS.items():
        actor = Actor(person, server_id, channel_id=CHANNEL, manages_server=person == MANAGER)
        walked = found[name] = Walked(Chat(grounds, actor), Page(grounds, person, grounds.browsers[name]))
        await walked.chat.walk(await _starts(grounds, actor))
        call = f"/seasons/{_COMPETITIONS.index('server_call') + 1}"
        of_matches = [f"/matches/{match.id}" for match in grounds.stages.values()]
        await walked.page.walk(["/", "/ratings", *of_matches])
        await walked.page.walk([call])  # of as many seasons as there are now, the last is not looked at
    return found


@pytest.mark.sweep
async def test_all_screens_are_reached_do_the_same_in_both_faces_and_keep_what_is_private(grounds: Grounds) -> None:
    walked = await _walk(grounds)
    _check_reached(walked.values())
    for name, one in walked.items():
        _check_same(name, one)
        _check_private(grounds, name, one)
    await _check_wrong_people(grounds, walked)


def _check_reached(walked: Collection[Walked]) -> None:
    """Every act of a screen is reached by somebody, and in both faces where both have a way."""
    chat = {name for one in walked for name in one.chat.trail.handled}
    page = {name for one in walked for name in one.page.trail.handled}
    handlers = registry.handlers()
    left_out = _OF_COMMANDS | _OF_PAGE | _OF_NEWS
    missing = {_played(name) for name in handlers if name not in left_out} - {*map(_played, chat)}
    assert not missing, missing
    left_out = _OF_MENUS | _OF_NEWS
    ways = {_played(name) for name, handler in handlers.items() if _has_way(handler) and name not in left_out}
    missing = sorted(ways - {*map(_played, page)})
    assert not missing, missing


def _check_same(name: str, walked: Walked) -> None:
    """What changes something in one face does so in the other, and the same act changes the same rows."""
    chat, page = walked.chat.trail, walked.page.trail
    left_out = _OF_COMMANDS | _OF_PAGE | _OF_MENUS | _OF_CHOICES | _OF_WAYS
    differing = {one for one in chat.doings() ^ page.doings() if one[0] not in left_out}
    assert not differing, (name, differing)
    for act in chat.effects.keys() & page.effects.keys():
        assert act.name in left_out or chat.effects[act] == page.effects[act], (name, act)


def _check_private(grounds: Grounds, name: str, walked: Walked) -> None:
    """Notes, plans, private boards, direct matches, votes and sealed dice are shown to those alone whose they are."""
    rolling, voted = grounds.stages["rolling"], grounds.stages["by_vote"]
    assert rolling.fairness is not None
    sealed, hidden = rolling.fairness.secret.hex(), [grounds.stages[stage].id for stage in _PRIVATE]
    of_voters, planned = list[str](), set[str]()
    for code in languages():
        with speaking(code):
            planned.add(in_own_words(_PLAN))
            of_voters.append(re.sub("[`*]", "", vote_texts.so_far(voted, THIRD).splitlines()[0]))
    for trail in (walked.chat.trail, walked.page.trail):
        texts = [text for _match_id, text in trail.shown]
        for secret, forms in ((_NOTE, {_NOTE}), (_PLAN, planned), (_TRIED, {_TRIED})):
            is_told = any(form in text for text in texts for form in forms)
            assert is_told == (name == "guest"), (name, secret)
        told = [text for text in texts for secret in of_voters if secret in text]
        is_shown = name == "member" and trail is walked.page.trail  # a picker of the chat shows it, which is no screen
        assert bool(told) == is_shown, (name, told[:1])
        assert not any(sealed in text for text in texts), name
        for match_id in hidden if name not in ("host", "guest") else ():
            assert not any(rows for act, rows in trail.effects.items() if act.match_id == match_id)
            named = re.compile(rf"(?:#|/matches/){match_id}\b")
            assert not any(named.search(text) for about, text in trail.shown if about != match_id), (name, match_id)


async def _check_wrong_people(grounds: Grounds, walked: Mapping[str, Walked]) -> None:
    """What changes something for somebody is answered to anybody else; to strangers it changes no match."""
    acts = {act.name: act for one in walked.values() for act, rows in one.chat.trail.effects.items() if rows}
    for act in acts.values():
        for name, one in walked.items():
            if act not in one.chat.trail.effects:
                await one.chat.do(act, {VALUE: [act.value]})
                assert not (grounds.put_back() and act.match_id and name == "stranger"), act
