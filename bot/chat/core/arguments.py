"""Arguments of commands: parsing the matches that people name, and the options of settings, from their declarations.

If several matches fit, people are asked which one they mean. The message with that question keeps the typed text, which
may be too long for a custom id and is needed exactly as long as the question, even if the bot restarts meanwhile.
"""

import re
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from inspect import Parameter, Signature
from typing import Any, Final, TypeVar

import discord
from discord import app_commands, ui
from discord.enums import ChannelType

from bot.actions import matches
from bot.chat.core.answers import Answer, Instead, Show
from bot.chat.core.dispatcher import suggestions
from bot.chat.core.messages import Post, passive, texts_of
from bot.chat.core.press import Option, button, choice, row_of
from bot.chat.core.request import Request
from bot.model.match import Match, State, Summary
from bot.model.refusals.matches import MatchElsewhere, NothingToPlay, UnknownMatch
from bot.screens.core import Act
from bot.texts import limits, names
from bot.texts import matches as match_texts
from bot.texts.language import say
from bot.texts.settings import LONGEST_VALUE, Setting
from rules import GAMES
from rules.core import Game

T = TypeVar("T")
Value = TypeVar("Value", str, int)


def choices_of(labels: Mapping[Value, str], typed: str = "") -> list[app_commands.Choice[Value]]:
    """The choices of an option whose labels contain the typed text, by value."""
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=label, value=value) for value, label in labels.items() if wanted in label.casefold()
    ]


def offering(*options: str, games: Iterable[Game] = GAMES.values()) -> Callable[[T], T]:
    """Offer games, as their keys, for the options of a command with these names.

    Discord has room for so many choices; of more games, those are suggested whose names contain what is typed, so that
    the handler may also get any other text.
    """
    labels = {game.key: game.name for game in games}
    if len(labels) <= limits.SUGGESTIONS:
        return app_commands.choices(**dict.fromkeys(options, choices_of(labels)))

    @suggestions
    async def complete(_request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return choices_of(labels, typed)[: limits.SUGGESTIONS]

    return app_commands.autocomplete(**dict.fromkeys(options, complete))


_NUMBER: Final = re.compile(r"\s*#?\s*(?P<number>[0-9]{1,9})(?:\s.*)?")
_MOST_FINISHED: Final = 200  # a person's list of finished matches only grows
_MOST_LOADED: Final = 50  # with every letter that somebody types


LONGEST_KEPT_TEXT: Final = 3000
"""The most characters of typed text that a question keeps, besides its own text."""

_MOST_MENUS: Final = 4  # a hundred matches in all
_OPENS, _CLOSES = "```\n", "\n```"


async def named_or_asked(request: Request, text: str | None, going_on: Act, *, typed: str = "") -> Match:
    """The match that `text` names or, without one, the only running match of the person that fits.

    Matches in this channel take precedence. If several fit, the handler ends with a question; its buttons do
    `going_on` for each match, with the text that was `typed`. Raises `UnknownMatch`, `NothingToPlay`, or the errors of
    `Request.find`.
    """
    number = number_in(text)
    return await request.find(await meant_or_asked(request, going_on, typed=typed) if number is None else number)


async def meant_or_asked(
    request: Request, going_on: Act, *, typed: str = "", fits: Callable[[Match], bool] | None = None
) -> int:
    """The number of the person's only running match that fits; several are handled as in `named_or_asked`.

    If none `fits`, it is the likeliest one, whose refusal says why.
    """
    fitting = await running_here(request)
    if len(fitting) > 1 and fits is not None:
        fitting = await those_that_fit(request, fitting, fits) or fitting[:1]
    if len(fitting) > 1:
        raise ask_for_match(request, fitting, going_on, typed=typed)
    return fitting[0].id


async def those_that_fit(
    request: Request, summaries: Sequence[Summary], fits: Callable[[Match], bool]
) -> Sequence[Summary]:
    """Those of some matches that fit; only the first ones are looked at, because each has to be loaded."""
    fitting = list[Summary]()
    for summary in summaries[:_MOST_LOADED]:
        with suppress(UnknownMatch, MatchElsewhere):  # it has gone meanwhile
            if fits(await request.find(summary.id)):
                fitting.append(summary)
    return fitting


async def running_here(request: Request) -> Sequence[Summary]:
    """The person's running matches in this channel or, without any, those elsewhere. Raises `NothingToPlay`."""
    running = await matches.of_person(request.context, request.person, request.server_id, State.RUNNING)
    if not running:
        raise NothingToPlay(request.person)
    return [match for match in running if match.place.is_in(request.actor.channel_id)] or running


def number_in(text: str | None) -> int | None:
    """The number of the match that `text` names; None if it is empty. Raises `UnknownMatch`."""
    if text is None or not text.strip():
        return None
    digits = _NUMBER.fullmatch(text)
    if digits is None:
        raise UnknownMatch(f"“{names.shortened(text.strip(), 30)}”")
    return int(digits["number"])


def ask_for_match(
    request: Request, asked: Sequence[Summary], going_on: Act, *, question: str = "", typed: str = ""
) -> Instead:
    """An exception that asks which match is meant; its buttons do `going_on`, with the text that was `typed`."""
    options = [
        Option(
            match_texts.brief(match, request.person),
            match_texts.whose_turn(match, request.person),
            replace(going_on, match_id=match.id, revision=match.revision),
            request.services.symbols.of_match(match, request.person),
        )
        for match in asked
    ]
    rows = _menus(options) if len(options) > limits.ROW else [_buttons(options)]
    return Instead(Show(Post(keeping(question or say(match_texts.MATCH_PROMPT), typed, *rows))))


def keeping(question: str, typed: str, *rows: ui.ActionRow[ui.LayoutView]) -> ui.LayoutView:
    """A question that keeps the text that was `typed`, for `typed_in`."""
    kept = typed.replace("`", "").strip()
    texts = (question, f"{_OPENS}{kept}{_CLOSES}") if kept else (question,)
    return passive(*(ui.TextDisplay[ui.LayoutView](text) for text in texts), *rows)


def _buttons(options: Sequence[Option]) -> ui.ActionRow[ui.LayoutView]:
    return row_of(*(button(option.label, option.act, emoji=option.emoji) for option in options))


def _menus(options: Sequence[Option]) -> Sequence[ui.ActionRow[ui.LayoutView]]:
    chunks = [options[start : start + limits.MENU] for start in range(0, len(options), limits.MENU)][:_MOST_MENUS]
    return [
        row_of(choice(match_texts.match_menu(number, len(chunks)), chunk, name=str(number)))
        for number, chunk in enumerate(chunks)
    ]


@suggestions
async def complete_match(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The person's running matches, with those that wait for them first, for a command's `match`."""
    running = await matches.of_person(request.context, request.person, request.server_id, State.RUNNING)
    return choices([(match.id, match_texts.against(match, request.person)) for match in running], typed)


async def latest(request: Request, *states: State) -> Sequence[Summary]:
    """The person's matches here in these states, the latest changed first, up to a useful number."""
    return await matches.of_person(request.context, request.person, request.server_id, *states, most=_MOST_FINISHED)


def choices(labelled: Sequence[tuple[int, str]], typed: str) -> list[app_commands.Choice[str]]:
    """Choices of the first matches that are called by the typed text."""
    fitting = called(labelled, typed)[: limits.SUGGESTIONS]
    return [app_commands.Choice(name=label, value=str(number)) for number, label in fitting]


def called(labelled: Sequence[tuple[int, str]], typed: str) -> Sequence[tuple[int, str]]:
    """The matches whose labels contain the typed text, with a match of that number first."""
    labels = [(number, names.shortened(label)) for number, label in labelled]
    wanted = typed.strip().casefold()
    fitting = [(number, label) for number, label in labels if wanted in label.casefold()]
    return sorted(fitting, key=lambda labelled_number: str(labelled_number[0]) != wanted.removeprefix("#"))


def typed_in(message: discord.Message | None) -> str:
    """The typed text that a question's message keeps; empty if there is none."""
    return next((text[len(_OPENS) : -len(_CLOSES)] for text in texts_of(message) if text.startswith(_OPENS)), "")


class _ChannelOption(app_commands.Transformer):
    """A channel option for some types of channels, including channels that the bot does not know."""

    def __init__(self, *types: ChannelType) -> None:
        """Accept these types."""
        self._types = types

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The type of the option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[ChannelType]:
        """The types of channels on offer."""
        return list(self._types)

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> app_commands.AppCommandChannel:
        """Return the value unchanged: handlers check permissions in the channel."""
        return value


_THREADS: Final = (ChannelType.news_thread, ChannelType.public_thread, ChannelType.private_thread)
Channel = app_commands.Transform[app_commands.AppCommandChannel, _ChannelOption(ChannelType.text)]
ChannelOrForum = app_commands.Transform[
    app_commands.AppCommandChannel, _ChannelOption(ChannelType.text, ChannelType.forum)
]
ChannelOrThread = app_commands.Transform[
    app_commands.AppCommandChannel | app_commands.AppCommandThread,
    _ChannelOption(ChannelType.text, ChannelType.news, ChannelType.forum, *_THREADS),
]
"""Any place for challenges; Discord has no commands in media channels."""


_Command = Callable[..., Coroutine[Any, Any, None]]


def options_of(settings: Sequence[Setting], **kinds: Any) -> Callable[[_Command], _Command]:
    """Give a slash command an optional option for each setting; `kinds` has the types of options that are not text."""

    def declared(run: _Command) -> _Command:
        parameters = [Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)]
        for setting in settings:
            kind = kinds.get(setting.name, str if setting.choices else app_commands.Range[str, 1, LONGEST_VALUE])
            parameters.append(
                Parameter(setting.name, Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=kind | None)
            )
        setattr(run, "__signature__", Signature(parameters))  # noqa: B010 - where discord.py reads the options
        choices = {
            setting.name: [app_commands.Choice(name=label, value=text) for text, label in setting.choices.items()]
            for setting in settings
            if setting.choices
        }
        run = app_commands.choices(**choices)(run)
        run = app_commands.autocomplete(
            **{setting.name: _suggestions(setting) for setting in settings if setting.suggested}
        )(run)
        return app_commands.describe(**{setting.name: setting.description for setting in settings})(run)

    return declared


def _suggestions(setting: Setting) -> Any:
    @suggestions
    async def complete(_request: Request, typed: str) -> list[app_commands.Choice[str]]:
        assert setting.suggested is not None, "it was asked before"
        pairs = [
            (setting.option(value, discord.utils.utcnow()), setting.typed(value)) for value in setting.suggested(typed)
        ]
        return [app_commands.Choice(name=label, value=text) for label, text in pairs[: limits.SUGGESTIONS]]

    return complete


async def settled(request: Request, act: Act, options: Mapping[str, Any]) -> Answer | None:
    """The answer to a command whose options are the fields of `act`, a channel by its id."""
    named = {name: given for name, given in options.items() if given is not None}
    fields = {name: (given if isinstance(given, str) else str(given.id),) for name, given in named.items()}
    return await replace(request, fields=fields).answer_to(act)
