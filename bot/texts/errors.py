"""Replies to exceptions: a sentence if people can do something about it, a short code for everything else."""

import logging
import secrets
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from bot import texts
from bot.model.errors import DatabaseBusy
from bot.model.match import State
from bot.model.refusals import (
    MissingPermissions,
)
from bot.model.refusals.challenges import NoLongerOpen
from bot.model.refusals.matches import HasLeft, NotYourTurn, PlanRefused, StaleBoard
from bot.outside import telemetry
from bot.texts import plans as plan_texts
from bot.texts.language import paragraph, say, sentence
from bot.texts.names import way_to

_log: Final = logging.getLogger(__name__)

for _module in iter_modules(texts.__path__):
    import_module(f"{texts.__name__}.{_module.name}")  # importing it registers the sentences for its refusals


_AT_A_BOARD: Final = (HasLeft, NoLongerOpen, NotYourTurn, StaleBoard)
"""Refusals that are explained best by the board of their match, once it has begun."""


def reply(error: BaseException, seen: int | None = None) -> str:
    """The sentence of `reason`, with the way to the board in Discord if that helps: not if `seen` is its message.

    A plan that was refused is returned, because the window with it is gone.
    """
    if isinstance(error, PlanRefused):
        return reason(error) + plan_texts.returned(error.text)
    if isinstance(error, _AT_A_BOARD) and error.match.state not in (State.OPEN, State.CALLED_OFF):
        return paragraph(reason(error), "" if error.match.place.message_id == seen else way_to(error.match))
    return reason(error)


def reason(error: BaseException) -> str:
    """The sentence that tells a person what went wrong and what would work.

    An unexpected error is logged with its traceback under a code that the sentence names.
    """
    return sentence(error) or _coded(error)


def unpainted(error: BaseException) -> str:
    """The note in place of a picture that could not be painted; the error is logged under the code that it names."""
    telemetry.failed("pictures")
    code = _code()
    _log.error("%s: a picture could not be painted", code, exc_info=error)
    return say("-# Furlong couldn't paint the picture. (Code {code}, for the host of Furlong.)", code=code)


def _code() -> str:
    return secrets.token_hex(3).upper()


def _coded(error: BaseException) -> str:
    telemetry.failed("answers")
    code = _code()
    if isinstance(error, DatabaseBusy):
        _log.error("%s: the database did not accept a change", code, exc_info=error)
        return say(
            "Furlong couldn't write to its database just now, so nothing has changed. Please try again in a minute. (Code {code}, for the host of Furlong.)",
            code=code,
        )
    _log.error("%s: unexpected error", code, exc_info=error)
    return say(
        "Something went wrong inside Furlong. Your earlier moves are safe. "
        "Please try again. If it happens again, tell the host of Furlong this code: {code}.",
        code=code,
    )


@sentence.register
def _(error: MissingPermissions) -> str:
    reason_said = say(
        # Translators: {purpose} is “a match”, “the picture”, “the tables”, “the panel” or the like; {permissions} are
        # names in Discord, one or several.
        "Furlong can't do what {purpose} needs in <#{channel_id}>: it lacks {permissions}. A server manager can allow that in the channel's permissions; or use the command in another channel.",
        purpose=say(error.purpose),
        channel_id=error.channel_id,
        permissions=tuple(f"**{say(permission)}**" for permission in error.names),
    )
    if error.purpose != MissingPermissions.purpose:
        return reason_said
    without = say(
        "Against named people or a character, a match needs no channel: choose **In direct messages** in the window of "
        "`/play`."
    )
    return paragraph(reason_said, without)
