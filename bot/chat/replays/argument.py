"""Finding a replay: of a match, an attached record file, or the record file in one of Furlong's messages."""

import asyncio
import logging
from typing import Final

import discord

from bot.actions import settings
from bot.actions.change import check_begun
from bot.chat.core.arguments import ask_for_match, latest, number_in
from bot.chat.core.messages import parts_of, pictures_of
from bot.chat.core.outages import PASSING
from bot.chat.core.request import Request
from bot.chat.replays.views import NO_MATCH
from bot.model.errors import BrokenRecord
from bot.model.match import Match, State, Summary
from bot.model.refusals.replays import DamagedRecord, FileOutOfReach, NothingToReplay, NotRecord
from bot.model.replays import Replay
from bot.records.parsing import LARGEST
from bot.records.record import RecordError
from bot.screens.core import Act
from rules.core import Phrase

_log: Final = logging.getLogger(__name__)
_PATIENCE: Final = 20  # seconds; a file that takes longer never arrives


async def named_or_latest(request: Request, text: str | None, going_on: Act, *, prefers_running: bool = False) -> Match:
    """The match that `text` names, or else the match of this thread, or else the person's match that ended last.

    If the person has running matches, the handler ends with the question which one they mean; its buttons press
    `going_on`. A command that `prefers_running` takes the only running match without asking. Raises `NothingToReplay`,
    `NotStarted`, `NeverPlayed`, `UnknownMatch` or the errors of `Request.find`.
    """
    number = number_in(text)
    if number is None:
        number = (await _likeliest(request, going_on, prefers_running=prefers_running)).id
    return await find_begun(request, number)


async def _likeliest(request: Request, going_on: Act, *, prefers_running: bool) -> Summary:
    summaries = await latest(request, State.RUNNING, State.FINISHED)
    if not summaries:
        raise NothingToReplay
    thread = [match for match in summaries if match.place.thread_id == request.surroundings.channel_id]
    running = [match for match in summaries if match.state is State.RUNNING]
    if len(thread) == 1:
        return thread[0]
    if prefers_running and len(running) == 1:
        return running[0]
    if running and len(summaries) > 1:
        finished = [match for match in summaries if match.state is State.FINISHED]
        raise ask_for_match(request, [*running, *finished], going_on)
    return summaries[0]


async def find(request: Request, number: int) -> Match:
    """A match that the person may see from here. Raises `DamagedRecord` or the errors of `Request.find`."""
    try:
        return await request.find(number)
    except BrokenRecord as error:
        _log.warning("a match cannot be shown: %s", error)
        raise DamagedRecord(number) from error


async def find_begun(request: Request, number: int) -> Match:
    """A match that has begun. Raises `NotStarted`, `NeverPlayed` or the errors of `find`."""
    match = await find(request, number)
    check_begun(match)
    return match


async def attached(request: Request, file: discord.Attachment) -> Replay:
    """The replay of an attached record file. Raises `NotRecord` or `FileOutOfReach`."""
    if file.size > LARGEST:
        raise NotRecord(
            file.filename,
            Phrase(
                "It's too large: a record has {most:,} bytes at most, and this one has {size:,}.",
                most=LARGEST,
                size=file.size,
            ),
        )
    return await _study(request, await fetched(request, file.url), file.filename)


async def _study(request: Request, data: bytes, name: str) -> Replay:
    theme = await settings.theme_of(request.context, request.server_id)
    try:
        return await request.services.replays.studies.study(data, theme, request.person.id)
    except RecordError as error:
        raise NotRecord(name, error.reason) from error


async def fetched(request: Request, address: str | None) -> bytes:
    """A file on Discord's servers. Raises `FileOutOfReach`."""
    if address is None:
        raise FileOutOfReach
    try:
        async with asyncio.timeout(_PATIENCE):
            # As `Attachment.read` does, which cannot read the files of components.
            return await request.services.discord.http.get_from_cdn(address)
    except PASSING as error:
        raise FileOutOfReach from error


def _file_in(message: discord.Message | None) -> str | None:
    """The address of the file in one of Furlong's messages, which is in a component, not an attachment."""
    return next((part.media.url for part in parts_of(message) if isinstance(part, discord.FileComponent)), None)


def picture_in(message: discord.Message | None) -> str | None:
    """The address of the picture in one of Furlong's messages."""
    return next((picture.url for picture in pictures_of(message)), None)


async def replay_behind(request: Request) -> Replay:
    """The replay of the match that a button names, or of the record file in its message.

    Raises the errors of `match_behind`, `NotRecord` or `FileOutOfReach`.
    """
    if of_file(request):
        return await _study(request, await fetched(request, _file_in(request.message)), "record.txt")
    return Replay.of(await match_behind(request))


def of_file(request: Request) -> bool:
    """Whether a button is about the record file in its message."""
    return request.act.match_id == NO_MATCH and _file_in(request.message) is not None


async def match_behind(request: Request) -> Match:
    """The match that a button names.

    Raises `NotStarted` or `NeverPlayed`, or the errors of `Request.find`.
    """
    return await find_begun(request, request.act.match_id)
