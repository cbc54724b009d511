"""Time zones by their names in the IANA database: a region and its largest city."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

UNIVERSAL: Final = "UTC"
_NO_REGIONS: Final = frozenset({"Factory", "localtime", "posixrules"})
_FAMILIAR: Final = (
    UNIVERSAL,
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Toronto",
    "America/Mexico_City",
    "America/Bogota",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Warsaw",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Africa/Johannesburg",
    "Asia/Kolkata",
    "Asia/Jakarta",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""The time zones offered before anything is typed, from west to east."""


def zone_of(name: str) -> tzinfo:
    """The time zone with this name, or UTC if this machine does not know it, so that a stored name breaks nothing."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def zone_named(text: str) -> str | None:
    """The time zone with this name or city, in any case, if there is one."""
    wanted = _plain(text)
    cities = [name for name in _by_plain_name().values() if _city(name) == wanted]
    return _by_plain_name().get(wanted) or min(cities, key=lambda name: (len(name), name), default=None)


def zones_like(text: str, most: int) -> Sequence[str]:
    """At most `most` names that fit what was typed so far, the best first; familiar ones for an empty text."""
    wanted = _plain(text)
    if not wanted:
        return _FAMILIAR[:most]
    fitting = [(fit, name) for plain, name in _by_plain_name().items() if (fit := _fit(wanted, plain)) is not None]
    return [name for _fit_of, name in sorted(fitting)[:most]]


def _fit(wanted: str, plain: str) -> int | None:
    """How well a name fits, smaller being better; None if not at all."""
    city = _city(plain)
    words = re.split("[/_-]", plain)
    grades = (
        wanted == plain,
        wanted == city,
        city.startswith(wanted),
        plain.startswith(wanted) or any(word.startswith(wanted) for word in words),
        wanted in plain,
    )
    return grades.index(True) if True in grades else None


def _city(name: str) -> str:
    return _plain(name.rpartition("/")[2])


def _plain(text: str) -> str:
    return "_".join(text.casefold().split())


@cache
def _by_plain_name() -> Mapping[str, str]:
    return {_plain(name): name for name in sorted(available_timezones() - _NO_REGIONS)}
