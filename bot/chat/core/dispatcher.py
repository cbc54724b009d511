"""The dispatcher of interactions: it acknowledges them in time, runs their command or handler, and answers.

Every failure gets a private, helpful answer, and is logged if it was unexpected.
"""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, cast

import discord
from discord import app_commands

from bot.actions.askers import asking
from bot.chat.core.answers import (
    Answer,
    Ask,
    Change,
    Instead,
    Launch,
    Publish,
    Say,
    answer_first,
    has_first_answer,
    send,
)
from bot.chat.core.members import person_of
from bot.chat.core.outages import PASSING, is_our_fault
from bot.chat.core.press import pressed
from bot.chat.core.request import ARRIVED_AT, NO_ACT, Request, reply_to, request_of, services_of
from bot.model.refusals import UnknownButton, UnstorableText
from bot.model.texts import is_storable
from bot.outside import telemetry
from bot.outside.telemetry import concerning
from bot.texts.language import speaking, supported

_ENTERED: Final = ("options", "values", "components", "custom_id")
"""The parts of an interaction's data that come from the person, as opposed to names of people and the like."""

Run = Callable[[Request], Awaitable[Answer | None]]
"""A function that fulfils a request and returns the answer; None if there is nothing more to show."""


@dataclass(frozen=True, slots=True)
class Handler:
    """The handler of presses on buttons, menus or modals of one action.

    It answers with a new private message or, if `in_place`, by changing the message of the button. A handler that
    `opens_modal` answers with a modal or the page inside Discord. Discord accepts these only as the very first answer,
    so nothing is acknowledged before, and the handler has three seconds. A handler that `takes_value` is for menus and
    modals only: it does not run without a chosen or entered value, which only a forged press can lack.
    """

    action: str
    run: Run
    in_place: bool = False
    opens_modal: bool = False
    takes_value: bool = False

    async def answer(self, request: Request) -> Answer | None:
        """The answer to a press. Raises `UnknownButton`, or the errors of the handler."""
        if self.takes_value and not request.values:
            raise UnknownButton
        return await self.run(request)


def on_press(
    action: str, *, in_place: bool = False, opens_modal: bool = False, takes_value: bool = False
) -> Callable[[Run], Handler]:
    """Declare the handler of an action."""

    def declared(run: Run) -> Handler:
        return Handler(action, run, in_place, opens_modal, takes_value)

    return declared


def by_action(handlers: Iterable[Handler]) -> Mapping[str, Handler]:
    """The handler of each action. Raises `ValueError` if an action has two."""
    handlers_by_action: dict[str, Handler] = {}
    for handler in handlers:
        if handler.action in handlers_by_action:
            raise ValueError(f"two handlers are for the action {handler.action!r}")
        handlers_by_action[handler.action] = handler
    return handlers_by_action


_log: Final = logging.getLogger(__name__)

Options = ParamSpec("Options")
Choices = list[app_commands.Choice[str]]


async def acknowledge(interaction: discord.Interaction[Any], *, in_place: bool) -> bool:
    """Tell Discord that an answer will come, as a change of the button's message (`in_place`) or as a private message.

    Returns False if Discord refuses; then nobody would see an answer, and nothing should be done.
    """
    defer = interaction.response.defer
    try:
        if in_place:
            await answer_first(interaction, defer)
        else:
            await answer_first(interaction, lambda: defer(ephemeral=True, thinking=True), is_thinking=True)
    except PASSING as error:
        _log.warning("an interaction could not be acknowledged: %s", error)
        return False
    return True


async def answer_press(interaction: discord.Interaction[Any], handlers: Mapping[str, Handler]) -> None:
    """Answer a press of a button, a choice from a menu or a submitted modal; ignore other interactions."""
    press = pressed(interaction)
    if press is None:
        return
    act, values, fields = press
    handler = handlers.get(act.name)
    if handler is not None and handler.opens_modal and interaction.type is discord.InteractionType.modal_submit:
        handler = None  # a modal cannot open another one
    in_place = handler is not None and handler.in_place
    opens_modal = handler is not None and handler.opens_modal

    async def run() -> Answer | None:
        if handler is None:
            raise UnknownButton
        return await handler.answer(request_of(interaction, act, values, fields, in_place=in_place))

    with _asked(interaction, "an unknown button" if handler is None else f"press {handler.action}", act.match_id):
        await _answer(interaction, run, waits=opens_modal, in_place=in_place)


def _check_entered(interaction: discord.Interaction[Any]) -> None:
    """Check every text that a person entered, in options, menus and modals. Raises `UnstorableText`."""
    data: Mapping[str, Any] = cast(Any, interaction.data) or {}
    if not all(map(is_storable, _texts_in([data.get(part) for part in _ENTERED]))):
        raise UnstorableText


def _texts_in(data: Any) -> Generator[str]:
    """All texts in a value made of lists and dictionaries."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, (list, dict)):
        for part in cast(list[Any], data) if isinstance(data, list) else cast(dict[str, Any], data).values():
            yield from _texts_in(part)


@contextmanager
def _asked(interaction: discord.Interaction[Any], action: str, match_id: int = 0) -> Generator[None]:
    """A context for the work on an interaction, which the log, metrics and stopping the bot take into account."""
    interaction.extras[ARRIVED_AT] = services_of(interaction).context.now()
    subject = concerning(interaction=interaction.id, server=interaction.guild_id, match=match_id or None)
    with services_of(interaction).ongoing_answers.one(), subject, telemetry.turn(action):
        yield


Command = Callable[Concatenate[Request, Options], Awaitable[Answer | None]]
Called = Callable[Concatenate[discord.Interaction[Any], Options], Coroutine[Any, Any, None]]


def slash(run: Command[Options], *, opens_modal: bool = False) -> Called[Options]:
    """The function that discord.py calls for a slash command, with its options.

    It first acknowledges the command, within the three seconds that Discord allows. If it `opens_modal` and has no
    options, it does not acknowledge the command, so that `run` may answer with a modal.
    """

    @wraps(run)
    async def called(interaction: discord.Interaction[Any], /, *args: Options.args, **options: Options.kwargs) -> None:
        name = "a command" if interaction.command is None else f"/{interaction.command.qualified_name}"
        waits = opens_modal and not dict(iter(interaction.namespace))
        with _asked(interaction, name):
            await _answer(interaction, lambda: run(request_of(interaction), *args, **options), waits=waits)

    return called


def slash_or_modal(run: Command[Options]) -> Called[Options]:
    """Like `slash`, for a command that opens a modal if used without options."""
    return slash(run, opens_modal=True)


def suggestions(
    find: Callable[[Request, str], Awaitable[Choices]],
) -> Callable[[discord.Interaction[Any], str], Coroutine[Any, Any, Choices]]:
    """The function that discord.py calls for every key typed in an option of a slash command."""

    @wraps(find)
    async def called(interaction: discord.Interaction[Any], typed: str, /) -> Choices:
        with _asked(interaction, "suggestions"), await _speaking_to(interaction), asking(interaction.user.id):
            try:
                _check_entered(interaction)
            except UnstorableText:
                return []  # there is nothing to suggest, and using the command will say why
            return await find(request_of(interaction), typed)

    return called


async def _speaking_to(interaction: discord.Interaction[Any]) -> AbstractContextManager[None]:
    """The context in which a person is answered in their language, and options are named as Discord shows them."""
    languages = services_of(interaction).languages
    return speaking(await languages.of(interaction), languages.options(interaction))


async def _answer(
    interaction: discord.Interaction[Any],
    run: Callable[[], Awaitable[Answer | None]],
    *,
    waits: bool,
    in_place: bool = False,
) -> None:
    """Acknowledge an interaction (unless that `waits`), run its handler, send the answer or the reply to an error."""
    if not waits and not await acknowledge(interaction, in_place=in_place):
        return
    with await _speaking_to(interaction), asking(interaction.user.id):
        try:
            await _send_answer_of(interaction, run)
        except Exception as error:  # noqa: BLE001 - discord.py would swallow it; here it is logged and answered
            await answer_error(interaction, error)


async def _send_answer_of(interaction: discord.Interaction[Any], run: Callable[[], Awaitable[Answer | None]]) -> None:
    """Run a handler and send its answer. Raises its errors and Discord's."""
    try:
        _check_entered(interaction)
        answer = await run()
    except Instead as instead:
        answer = instead.answer
    if isinstance(answer, Launch):
        answer = await _launched(interaction, answer)
    if answer is not None:
        if not isinstance(answer, Ask) and not has_first_answer(interaction):
            await acknowledge(interaction, in_place=False)
        sent = await send(interaction, answer)
        if isinstance(answer, Say | Change) and answer.moved_in is not None and sent is not None:
            revision = answer.board_of if isinstance(answer, Change) else None
            services = services_of(interaction)
            is_board = revision is not None
            await services.move_answers.renew(interaction.user.id, answer.moved_in, sent, is_board=is_board)
            if revision is not None:  # a character may have moved while the answer was on its way
                await services.keep_up(answer.moved_in, person_of(interaction.user), revision)
        if isinstance(answer, Publish) and sent is not None:
            services_of(interaction).posted_challenges[answer.match_id] = sent, answer.language


async def _launched(interaction: discord.Interaction[Any], launch: Launch) -> Answer | None:
    """Open the page inside Discord; if Discord refuses, return the answer to send instead."""
    try:
        await send(interaction, launch)
    except discord.HTTPException as error:
        _log.info("the page was not opened inside Discord: %s", error)
        return await launch.instead()
    return None


async def answer_error(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Tell a person what went wrong, in helpful words. Never raises Discord's errors."""
    if not has_first_answer(interaction) and not await acknowledge(interaction, in_place=False):
        return
    if not is_our_fault(error):
        _log.warning("an answer could not be sent: %s", error)
        return
    act, *_ = pressed(interaction) or (NO_ACT,)
    try:
        await send(interaction, Say(await reply_to(services_of(interaction), error, interaction.message, act)))
    except PASSING as failure:
        _log.warning("a person could not be told of an error: %s", failure)


SlashCommand = app_commands.Command[Any, ..., Any] | app_commands.Group
"""A slash command or a group of them."""

_UNKNOWN_INTERACTION: Final = 10062  # Discord's error code: it no longer accepts an answer


class CommandTree(app_commands.CommandTree[discord.Client]):
    """The slash commands of a client."""

    def __init__(self, client: discord.Client) -> None:
        """Make the tree of a client, without commands yet."""
        super().__init__(client)
        logging.getLogger(app_commands.tree.__name__).addFilter(_LATE_SUGGESTIONS)

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer an error outside the commands themselves, such as an outdated command."""
        with speaking(supported(str(interaction.locale))):
            await answer_error(interaction, error)


class _LateSuggestions(logging.Filter):
    """A log filter that drops late suggestions, which are harmless: people type faster than answers travel."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a record of discord.py's command tree."""
        error = record.exc_info[1] if record.exc_info else None
        return not (isinstance(error, discord.NotFound) and error.code == _UNKNOWN_INTERACTION)


_LATE_SUGGESTIONS: Final = _LateSuggestions()
