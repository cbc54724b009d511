"""The services that a running bot offers its handlers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

import discord

from bot.actions.context import Context
from bot.actions.heartbeat import Heartbeat
from bot.actions.replays import ReplayServices
from bot.actions.reviews import ReviewProgress
from bot.chat.core.answers import MoveAnswers
from bot.chat.core.members import Members
from bot.chat.core.ongoing_answers import OngoingAnswers
from bot.chat.delivery.delivery import Delivery
from bot.opponents.thinkers import Thinkers
from bot.texts.symbols import Symbols


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """One of each service for the whole bot, made when its store is open; `now` returns the time (aware, UTC).

    `discord` is Discord itself, for the few requests that are not answers: fetching a file, deleting an old message.
    `command_ids` are Discord's ids of the slash commands, by name.
    """

    discord: discord.Client
    now: Callable[[], datetime]
    context: Context
    """The context for functions of `bot.actions`."""

    heartbeat: Heartbeat
    delivery: Delivery
    ongoing_answers: OngoingAnswers
    members: Members
    move_answers: MoveAnswers
    replays: ReplayServices
    symbols: Symbols
    thinkers: Thinkers
    command_ids: Mapping[str, int]

    reviews: dict[int, ReviewProgress] = field(default_factory=dict[int, ReviewProgress])
    """The reviews in progress, by match."""
