"""Time zones as people name them: by a city or country in any language, by their name, or by their distance from UTC.

A zone has its name in the IANA database, a region and its largest city. A fixed distance from UTC has a name such as
`UTC+5:30`, in which east is ahead, as everybody writes it; the names `Etc/GMT-2` of the database mean the opposite and
are never offered.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, cast
from zoneinfo import available_timezones

from bot.model.settings import FARTHEST_EAST, FARTHEST_WEST, UNIVERSAL, from_utc, zone_of
from bot.texts.language import language, languages

_NO_REGIONS: Final = frozenset({"Factory", "localtime", "posixrules", "EST", "MST", "HST"})
"""Names of the database that nobody should get: for people `EST` has a summer, in the database it has none."""

_INVERTED: Final = "etc/"
_CITIES: Final = Path(__file__).with_name("cities.txt")
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

_OFFSET: Final = re.compile(
    r"(?:(?P<prefix>utc|gmt|ut)\s*)?(?P<sign>[+-]?)\s*(?P<hours>\d{1,2})"
    r"(?:[:.h\s]?(?P<minutes>[0-5]\d)|[.,](?P<share>25|5|75)\d?)?\s*h?"
)
_SIGNS: Final = str.maketrans(dict.fromkeys("−–—‐‑‒﹣－", "-") | {"＋": "+", "﹢": "+", "：": ":", "±": "+"})
_QUARTERS: Final = {"25": 15, "5": 30, "75": 45}
_SEPARATORS: Final = re.compile(r"[\s_\-.'’]+")
_PLAIN: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_BESIDE: Final = re.compile(r",.*|\s(?:local )?time$", re.DOTALL)
"""What people add to the name of a place, as in `Berlin, Germany` or `Berlin time`."""

_HOUR: Final = timedelta(hours=1)
_FOREVER: Final = (datetime(2037, 1, 1, tzinfo=UTC), datetime(2037, 7, 1, tzinfo=UTC))
"""A winter and a summer in which every zone follows the rules that hold today."""


def zones_named(text: str) -> Sequence[str]:
    """The time zones that a text names: none if it names none, several that differ if it is ambiguous."""
    exact = _exact(text)
    if exact is not None:
        return [exact]
    candidates = _by_place().get(_plain(text))
    shorter = _BESIDE.sub("", _as_typed(text))
    return zones_named(shorter) if candidates is None and shorter != _as_typed(text) else _differing(candidates or ())


def zones_like(text: str, most: int) -> Sequence[str]:
    """At most `most` names of zones that fit what was typed so far, the best first; familiar ones for an empty text."""
    wanted = _plain(text)
    if not wanted:
        return _FAMILIAR[:most]
    exact = _exact(text)
    names = {**{name: (zone,) for name, zone in _by_name().items()}, **_by_place()}
    fitting = sorted(
        (fit, order, name, zone)
        for name, zones in names.items()
        if (fit := _fit(wanted, name)) is not None
        for order, zone in enumerate(zones)
    )
    candidates = [*([] if exact is None else [exact]), *_fixed_like(text), *(zone for *_, zone in fitting)]
    return [*dict.fromkeys(candidates)][:most]


def _exact(text: str) -> str | None:
    """The zone of which a text is the name, or the distance from UTC."""
    is_unfinished = _as_typed(text).endswith(("+", "-"))
    return _offset_in(text) or (None if is_unfinished else _by_name().get(_plain(text)))


def _offset_in(text: str) -> str | None:
    """The name of the fixed distance from UTC in a text, such as `GMT+2`, `+02:00` or `UTC -3.5`, if it is one."""
    typed = _as_typed(text)
    if typed.startswith(_INVERTED):
        return next((_fixed(name) for name in available_timezones() if name.casefold() == typed), None)
    groups = _OFFSET.fullmatch(typed)
    if groups is None or not (groups["prefix"] or groups["sign"]):
        return None
    minutes = int(groups["minutes"] or _QUARTERS.get(groups["share"] or "", 0))
    distance = timedelta(hours=int(groups["hours"]), minutes=minutes) * (-1 if groups["sign"] == "-" else 1)
    return from_utc(distance) if FARTHEST_WEST <= distance <= FARTHEST_EAST else None


def _as_typed(text: str) -> str:
    """A text in lower case, with the usual signs and digits."""
    seen = "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")
    return seen.translate(_SIGNS).strip().casefold()


def _fixed_like(text: str) -> Sequence[str]:
    """The fixed distances, in whole hours, that begin with an unfinished text such as `GMT+`."""
    typed = re.sub(r"^gmt|^(?=[+-])", "utc", _as_typed(text).replace(" ", ""))
    hours = range(FARTHEST_WEST // _HOUR, FARTHEST_EAST // _HOUR + 1) if typed.startswith(UNIVERSAL.casefold()) else ()
    return [name for name in (from_utc(hour * _HOUR) for hour in hours) if name.casefold().startswith(typed)]


def _differing(zones: Sequence[str]) -> Sequence[str]:
    """The first of each group of zones whose clocks show the same time all year round."""
    by_clock: dict[tuple[timedelta | None, ...], str] = {}
    for zone in zones:
        by_clock.setdefault(tuple(at.astimezone(zone_of(zone)).utcoffset() for at in _FOREVER), zone)
    return [*by_clock.values()]


def _fit(wanted: str, plain: str) -> int | None:
    """How well a name fits, where smaller is better; None if not at all."""
    city = plain.rpartition("/")[2]
    words = re.split("[/_]", plain)
    grades = (
        wanted == plain,
        wanted == city,
        city.startswith(wanted),
        plain.startswith(wanted) or any(word.startswith(wanted) for word in words),
        wanted in plain,
    )
    return grades.index(True) if True in grades else None


def _plain(text: str) -> str:
    """A name without case, accents and punctuation; `_` separates its words."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    letters = "".join(
        sign for sign in decomposed if not unicodedata.combining(sign) and unicodedata.category(sign) != "Cf"
    )
    return _SEPARATORS.sub("_", letters).strip("_")


def _spellings(name: str) -> Iterator[str]:
    """The plain forms of a name: without accents, and with two letters for an umlaut, as in “Zuerich”."""
    yield _plain(name)
    yield _plain(unicodedata.normalize("NFC", name).casefold().translate(_UMLAUTS))


@cache
def _by_name() -> Mapping[str, str]:
    """The zones by their plain names in the IANA database, without those of a fixed distance from UTC."""
    names = (name for name in available_timezones() - _NO_REGIONS if not name.casefold().startswith(_INVERTED))
    return {_plain(name): _fixed(name) if name.startswith("GMT") else name for name in sorted(names)}


def _fixed(name: str) -> str:
    """Our name of a zone of the database at a fixed distance from UTC."""
    return from_utc(zone_of(name).utcoffset(_FOREVER[0]) or timedelta())


@cache
def _by_place() -> Mapping[str, Sequence[str]]:
    """The zones of places, by the plain names of cities and countries in all languages; the usual zone comes first."""
    zones_by_place = defaultdict[str, dict[str, None]](dict)
    for name, zone in _places():
        for spelling in _spellings(name):
            zones_by_place[spelling].setdefault(zone)
    return {name: tuple(zones) for name, zones in zones_by_place.items()}


def _places() -> Iterator[tuple[str, str]]:
    """Names of places, each with its zone."""
    by_country, current = _zones_by_country(), _current_names()
    current_zones = [zone for zones in by_country.values() for zone in zones]
    for zone in (*current_zones, *sorted(set(_by_name().values()).difference(current_zones))):
        if "/" in zone:
            yield zone.rpartition("/")[2], current.get(zone, zone)
    for line in _CITIES.read_text("utf-8").splitlines():
        zone, _, cities = line.partition(": ")
        for city in () if line.startswith("#") else cities.split(", "):
            yield city, zone
    for code in languages():
        for zone, city in cities_in(code).items():
            if _plain(zone) in _by_name():
                yield city, current.get(zone, zone)
        countries = cast(Mapping[str, str], language(code).locale.territories)
        yield from ((countries.get(country, country), zone) for country, zones in by_country.items() for zone in zones)


def cities_in(code: str) -> Mapping[str, str]:
    """The cities of zones, some of them under former names, whose names in a language differ from those of the zones."""
    zones = cast(Mapping[str, Mapping[str, str]], language(code).locale.time_zones)
    return {zone: names["city"] for zone, names in zones.items() if "city" in names}


def _zones_by_country() -> Mapping[str, Sequence[str]]:
    """The zones of each country by its code, familiar ones first."""
    by_country = defaultdict[str, list[str]](list)
    for line in _lines_of("zone.tab"):
        if not line.startswith("#"):
            country, _place, zone, *_comment = line.split("\t")
            by_country[country].append(zone)
    return {country: sorted(zones, key=lambda zone: zone not in _FAMILIAR) for country, zones in by_country.items()}


def _current_names() -> Mapping[str, str]:
    """The current names of zones by their former ones, such as Asia/Kolkata by Asia/Calcutta."""
    current = {zone for zones in _zones_by_country().values() for zone in zones}
    links = (line.split() for line in _lines_of("tzdata.zi") if line.startswith("L "))
    return {former: zone for _link, zone, former in links if zone in current and former not in current}


def _lines_of(name: str) -> Sequence[str]:
    return files("tzdata").joinpath("zoneinfo", name).read_text("utf-8").splitlines()
