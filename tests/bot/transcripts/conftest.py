"""Plays scenarios, and compares what came of them with the kept transcripts.

With `--rewrite` the transcripts are written anew instead (`make transcripts`).
"""

import asyncio
import difflib
import logging
import random
import secrets
import string
from collections.abc import AsyncGenerator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
import pytest_asyncio
from simcord import interactions

from bot.chat import client
from bot.model.shares import Shares
from tests.bot.tables import all_games
from tests.bot.thinking import AtOnce
from tests.bot.transcripts.evening import Evening, LogLines, beginning
from tests.bot.world import World, url_of

_KEPT: Final = Path(__file__).parent
_LAST: Final = 60  # lines
PACE: Final = client.Pace(timedelta(hours=6), timedelta(hours=6))


@pytest.fixture(autouse=True)
def _chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lots, secrets and ids are the same each time."""
    lots = random.Random(7)

    def drawn(count: int, letters: str) -> str:
        return "".join(lots.choices(letters, k=count))

    def token_hex(count: int | None = None) -> str:
        return drawn(2 * (count or 32), "0123456789abcdef")

    def token_urlsafe(count: int | None = None) -> str:
        return drawn(-(-(count or 32) * 4 // 3), string.ascii_letters + string.digits)

    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: lots.randbytes(count))
    monkeypatch.setattr(secrets, "token_hex", token_hex)
    monkeypatch.setattr(secrets, "token_urlsafe", token_urlsafe)
    monkeypatch.setattr(secrets, "choice", lots.choice)
    monkeypatch.setattr(random, "SystemRandom", lambda: lots)
    monkeypatch.setattr("bot.actions.analysis._OPENLY", lots)


@pytest.fixture(autouse=True)
def _no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done in threads is done at once, so that what is sent meanwhile has the same order each time."""

    async def at_once(work: Callable[..., Any], /, *parts: Any, **options: Any) -> Any:
        return work(*parts, **options)

    monkeypatch.setattr(asyncio, "to_thread", at_once)


_Item = TypeVar("_Item")


class _StandingShares(Shares[_Item]):
    """Shares that no time uses up, so that the channels whose posts are due take turns in the same order each time."""

    def __init__(self, places: int, spare: int = 0) -> None:
        super().__init__(places, spare, now=lambda: 0.0)


@pytest.fixture(autouse=True)
def _standing_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.delivery.loop.Shares", _StandingShares)


@pytest.fixture
def simcord_bot(fresh_file: Path, _chance: None, _standing_shares: None) -> client.Furlong:
    """The bot, which looks for due work less often, so that weeks pass quickly."""
    return client.Furlong(client.Options(url_of(fresh_file), pace=PACE, games=all_games(), thinkers=AtOnce()))


@pytest_asyncio.fixture
async def evening(
    world: World, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Evening]:
    """An evening, whose transcript is compared with the kept one in the end."""
    name = request.node.name.removeprefix("test_")
    evening = await beginning(world, (request.function.__doc__ or name).strip().rstrip("."))
    _speak(monkeypatch, evening)
    handler, logger = LogLines(evening.script), logging.getLogger("bot")
    level = logger.level
    logger.setLevel(logging.INFO)  # loggers remember what an earlier test has asked them, until a level is set
    handler.addFilter(
        lambda record: record.name != "bot.chat.client" or record.levelno > logging.INFO
    )  # that it is ready
    logger.addHandler(handler)
    failed = request.session.testsfailed
    yield evening
    logger.removeHandler(handler)
    logger.setLevel(level)
    if request.session.testsfailed > failed:
        print("\n".join(evening.script.lines[-_LAST:]))  # noqa: T201 - how far the evening came
        return
    await evening.end()
    _compare(
        _KEPT / f"{name}.txt", str(evening.script), rewrites=bool(request.config.getoption("--rewrite", default=False))
    )


@pytest.fixture
def kept(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Compares a text with the kept one of the test's name, under the test's docstring."""

    def compare(told: str) -> None:
        name = request.node.name.removeprefix("test_")
        title = (request.function.__doc__ or name).strip().rstrip(".")
        text = "\n".join((title, "=" * len(title), "", told, ""))
        _compare(_KEPT / f"{name}.txt", text, rewrites=bool(request.config.getoption("--rewrite", default=False)))

    return compare


def _speak(patch: pytest.MonkeyPatch, evening: Evening) -> None:
    """Let each person's Discord speak their language."""
    make = interactions.base_payload

    def payload(backend: Any, **parts: Any) -> Any:
        record, found = make(backend, **parts)
        found["locale"] = evening.locales.get(parts["user_id"], "en-US")
        return record, found

    patch.setattr(interactions, "base_payload", payload)


def _compare(file: Path, told: str, *, rewrites: bool) -> None:
    if rewrites:
        file.write_text(told, encoding="utf-8")
        return
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    if kept != told:
        found = difflib.unified_diff(kept.splitlines(), told.splitlines(), file.name, "tonight", lineterm="", n=4)
        pytest.fail("\n".join((*found, "", "If that is what people should see: make transcripts")), pytrace=False)
