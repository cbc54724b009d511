"""The interface for programs: JSON over HTTP, on the server of the page, for whoever has a token of a person.

It needs the extra “programs”. Without it, the page is served all the same, and offers no tokens.
"""

from collections.abc import Sequence
from importlib.util import find_spec

from bot.web.server import Annex


def annexes() -> Sequence[Annex]:
    """The interface, for the server of the page; nothing if the extra is not installed."""
    if find_spec("icalendar") is None or find_spec("msgspec") is None:
        return ()
    from bot.api.server import ANNEX  # noqa: PLC0415 - it needs the extra

    return (ANNEX,)
