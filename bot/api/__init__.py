"""The interface for programs: JSON over HTTP, on the server of the page, for whoever has a token of a person.

It needs the extra “programs”. Without it, the page is served all the same, and offers no tokens.
"""

from collections.abc import Sequence
from importlib.util import find_spec

from bot.chat.delivery.delivery import PostEvent
from bot.web.server import Annex
from bot.webhooks import Webhooks


def annexes() -> Sequence[Annex]:
    """The interface, for the server of the page; nothing if the extra is not installed."""
    if not _is_installed():
        return ()
    from bot.api.server import ANNEX  # noqa: PLC0415 - it needs the extra

    return (ANNEX,)


def posting_events(way: Webhooks) -> PostEvent | None:
    """Posts events to webhooks by this way; None if the extra is not installed."""
    if not _is_installed():
        return None
    from bot.api.webhooks import Events  # noqa: PLC0415 - it needs the extra

    return Events(way).post


def _is_installed() -> bool:
    return all(find_spec(name) is not None for name in ("cryptography", "icalendar", "msgspec"))
