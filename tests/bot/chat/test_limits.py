"""Whatever game is played and for however long, what the bot sends fits into Discord's messages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import discord
import pytest

import render
from bot.chat.matches import views
from bot.chat.matches.picker import picker
from bot.model.history import History
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.picking import choose
from bot.model.place import Place
from bot.model.result import Ending, Result
from bot.texts import boards as board_texts
from bot.texts import matches as match_texts
from bot.texts.symbols import Symbols
from rules import GAMES
from rules.core import CHANCE, Seat
from rules.record import Step
from tests.conformance.messages import V2, Kind, Message, violations
from tests.conformance.recorder import Upload
from tests.rules.playouts import TABLES, playout

_LONGEST_TEXT, _LONGEST_ALT, _LONGEST_ID = 4000, 1024, 100
_PEOPLE = tuple(Person(2**63 - 1 - seat, "*" * 32) for seat in range(4))  # Discord's longest name, every letter escaped
_BIG = 2**31 - 1


def _match(key: str, seats: int, steps: Sequence[Step]) -> Match:
    """A match with a high number between people with the longest names, who have only seen the start."""
    game, players = GAMES[key], _PEOPLE[:seats]
    position = steps[-1].after if steps else game.start(seats)
    outcome = position.outcome()
    return Match(
        id=_BIG,
        place=Place(2**63 - 1, 2**63 - 1, message_id=2**63 - 1, message_ply=0),
        state=State.FINISHED if outcome else State.RUNNING,
        host=players[0],
        host_seat=Seat(0),
        is_open_challenge=False,
        invited=(),
        players=players,
        history=History.beginning(game, seats).and_then(steps),
        result=Result(Ending.RULES, outcome.places, outcome.points) if outcome else None,
        fairness=None,
        plans=(),
        changed_at=datetime(2030, 1, 1, tzinfo=UTC),
        created_at=datetime(2030, 1, 1, tzinfo=UTC),
        started_at=datetime(2030, 1, 1, tzinfo=UTC),
        revision=len(steps),
    )


@cache
def _matches(key: str, seats: int) -> tuple[Match, ...]:
    """The start, the end, and some stages of a match between them."""
    steps = tuple(playout(key, seats, 0))
    found = [_match(key, seats, steps[:length]) for length in (0, 1, 2, len(steps) // 2, len(steps) - 1, len(steps))]
    return tuple(match for match in found if match.position.turn is not CHANCE)


def _longest_symbols(key: str, seats: int) -> Symbols:
    """The longest possible symbol for every side."""
    game, symbols = GAMES[key], Symbols()
    emoji: Any = discord.PartialEmoji(name="x" * 32, id=2**63 - 1)
    symbols.learn({(game.family, side): emoji for side in render.symbols(game.start(seats))})
    return symbols


def _items(components: Any) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _items(component.get("components", []))


def _fits(view: Any) -> None:
    sent = Message(Kind.POST, {"components": view.to_components(), "flags": V2})
    uploads = [Upload(name, 1) for name in dict.fromkeys(sent.references)]
    assert [*violations(replace(sent, uploads=uploads))] == []
    items = [*_items(view.to_components())]
    assert len(items) <= 40
    assert sum(len(item["content"]) for item in items if item["type"] == 10) <= _LONGEST_TEXT
    ids = [item["custom_id"] for item in items if "custom_id" in item]
    assert len(set(ids)) == len(ids) and all(len(custom_id) <= _LONGEST_ID for custom_id in ids)
    for item in items:
        assert len(item.get("label", "")) <= 80 and len(item.get("placeholder", "")) <= 150
        for picture in item.get("items", []):
            assert 1 <= len(picture["description"]) <= _LONGEST_ALT
        for option in item.get("options", []):
            assert all(1 <= len(option[part]) <= 100 for part in ("label", "value", "description"))


@pytest.mark.parametrize(("key", "seats"), TABLES)
async def test_boards_fit(key: str, seats: int) -> None:
    symbols = _longest_symbols(key, seats)
    for match in _matches(key, seats):
        for post in (
            await views.post(match, symbols),
            await views.private_board(match, match.players[0], symbols),
        ):
            _fits(post.view)
        _fits((await views.left_behind(match, symbols, None)).view)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_text_boards_fit(key: str, seats: int) -> None:
    for match in _matches(key, seats):
        assert str(match.position) in match_texts.text_board(match)
        assert len(match_texts.text_board(match)) <= _LONGEST_TEXT


@pytest.mark.parametrize(("key", "seats"), TABLES)
async def test_pickers_fit(key: str, seats: int) -> None:
    for match in _matches(key, seats):
        if match.state is State.RUNNING:
            choice = choose(match.position, "")
            while choice is not None:
                _fits((await picker(match, choice)).view)
                choice = choose(match.position, choice.branches[-1].partial) if choice.branches else None


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_logs_fit(key: str, seats: int) -> None:
    for match in _matches(key, seats):
        for page in {0, board_texts.log_pages(match) - 1}:
            assert len(board_texts.log_page(match, page)) <= _LONGEST_TEXT
