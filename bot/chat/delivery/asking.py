"""The messages that ask people for an answer, as long as they are the newest of their match that do.

They are remembered in this process alone: where that was forgotten, a press on an old button is answered.
"""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.chat.core.messages import plain
from bot.chat.core.outages import PASSING
from bot.model.match import Match
from bot.model.offer_rules import offers_to
from bot.model.offers import Offer
from bot.model.people import Person
from bot.texts import notices

_log: Final = logging.getLogger(__name__)
_MOST: Final = 2000


@dataclass(frozen=True, slots=True)
class _OpenQuestion:
    """Messages that ask for an answer to some offers."""

    messages: Sequence[discord.Message]
    offers: Sequence[Offer]


_NOWHERE: Final = _OpenQuestion((), ())


class AskingMessages:
    """By match and person: the messages that ask for an answer."""

    def __init__(self) -> None:
        """Nobody is asked yet."""
        self._newest: OrderedDict[tuple[int, int], _OpenQuestion] = OrderedDict()

    async def replace(self, match: Match, person: Person, messages: Sequence[discord.Message]) -> None:
        """The person is asked in these messages now; the older ones lose their buttons, if Discord takes that."""
        older = self._newest.pop((match.id, person.id), _NOWHERE)
        self._newest[match.id, person.id] = _OpenQuestion(messages, offers_to(match, person.id))
        if len(self._newest) > _MOST:
            self._newest.popitem(last=False)
        view = plain(notices.asked_anew(match, person, older.offers))
        for message in older.messages:
            try:
                await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
            except PASSING as error:
                _log.info("an older message about match %s keeps its buttons: %s", match.id, error)
