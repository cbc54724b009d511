"""Time zones are found by what people call them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.settings import zone_of
from bot.texts.language import languages
from bot.texts.zones import cities_in, zones_like, zones_named

BERLIN = "Europe/Berlin"
WINTER = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Europe/Berlin", BERLIN),
        ("europe/berlin", BERLIN),
        (" BERLIN ", BERLIN),
        ("new york", "America/New_York"),
        ("America/New York", "America/New_York"),
        ("utc", "UTC"),
        ("Port-au-Prince", "America/Port-au-Prince"),
        ("port au prince", "America/Port-au-Prince"),
    ],
)
def test_a_zone_is_found_by_its_name_or_its_city_in_any_case(text: str, zone: str) -> None:
    assert zones_named(text) == [zone]


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("EST", ["America/New_York"]),
        ("edt", ["America/New_York"]),
        ("BST", ["Europe/London"]),
        ("MSK", ["Europe/Moscow"]),
        ("CEST", [BERLIN]),
        ("MESZ", [BERLIN]),
        ("JST", ["Asia/Tokyo"]),
        ("HST", ["Pacific/Honolulu"]),
        ("MST", ["America/Denver", "America/Phoenix"]),
        ("IST", ["Asia/Jerusalem", "Asia/Kolkata", "Europe/Dublin"]),
        ("Berlin, Germany", [BERLIN]),
        ("Paris time", ["Europe/Paris"]),
        ("tokyo local time", ["Asia/Tokyo"]),
        ("\u200bParis\u2060", ["Europe/Paris"]),
        ("UTC\u00ad+2", ["UTC+2"]),
        ("utc±0", ["UTC"]),
        ("gmt +5 30", ["UTC+5:30"]),
        (", Germany", []),
        ("time", []),
    ],
)
def test_a_zone_is_found_as_people_write_it_beside_an_hour(text: str, zones: Sequence[str]) -> None:
    assert zones_named(text) == zones


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("São Paulo", "America/Sao_Paulo"),
        ("sao paulo", "America/Sao_Paulo"),
        ("Zürich", "Europe/Zurich"),
        ("zuerich", "Europe/Zurich"),
        ("Mumbai", "Asia/Kolkata"),
        ("Kalkutta", "Asia/Kolkata"),
        ("Saigon", "Asia/Ho_Chi_Minh"),
        ("Kiev", "Europe/Kyiv"),
        ("Köln", BERLIN),
        ("Mediolan", "Europe/Rome"),
        ("Nueva York", "America/New_York"),
        ("Łódź", "Europe/Warsaw"),
        ("Tokio", "Asia/Tokyo"),
        ("Kraków", "Europe/Warsaw"),
        ("Nîmes", "Europe/Paris"),
        ("Doha", "Asia/Qatar"),
        ("İstanbul", "Europe/Istanbul"),
        ("Brasília", "America/Sao_Paulo"),
        ("Xi’an", "Asia/Shanghai"),
        ("Deutschland", BERLIN),
        ("Indie", "Asia/Kolkata"),
        ("Côte d’Ivoire", "Africa/Abidjan"),
    ],
)
def test_cities_and_countries_are_found_with_and_without_accents_in_every_language(text: str, zone: str) -> None:
    assert zones_named(text) == [zone]
    assert zones_like(text, 1) == [zone]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("GMT+2", 2),
        ("UTC+2", 2),
        ("utc +02:00", 2),
        ("+2", 2),
        ("GMT-3", -3),
        ("−3", -3),
        ("UTC–03", -3),
        ("＋９", 9),
        ("UTC+5:30", 5.5),
        ("+0530", 5.5),
        ("gmt+5.5", 5.5),
        ("+5,75", 5.75),
        ("UTC+14", 14),
        ("UTC-12", -12),
        ("GMT+0", 0),
        ("GMT", 0),
        ("Etc/UTC", 0),
        ("Etc/GMT+2", -2),
        ("etc/gmt-5", 5),
    ],
)
def test_two_hours_ahead_is_two_hours_ahead(text: str, hours: float) -> None:
    [found] = zones_named(text)
    assert zone_of(found).utcoffset(WINTER) == timedelta(hours=hours)
    assert "/" not in found and zones_like(text, 25)[0] == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nowhere",
        "../../etc/passwd",
        "/etc/passwd",
        "Europe",
        "Europe/",
        "localtime",
        "\0",
        "2",
        "UTC+15",
        "-13",
        "etc/",
    ],
)
def test_other_texts_are_not_taken_for_time_zones(text: str) -> None:
    assert list(zones_named(text)) == []


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Birmingham", ["America/Chicago", "Europe/London"]),
        ("Valencia", ["America/Caracas", "Europe/Madrid"]),
        ("San José", ["America/Costa_Rica", "America/Los_Angeles"]),
        ("Kingston", ["America/Jamaica", "America/Toronto"]),
        ("Mérida", ["America/Merida", "Europe/Madrid"]),
        ("Vereinigte Staaten", ["America/New_York", "America/Chicago", "America/Denver"]),
        ("Espanha", ["Europe/Madrid", "Atlantic/Canary"]),
    ],
)
def test_an_ambiguous_place_has_all_zones_that_differ(text: str, first: Sequence[str]) -> None:
    assert list(zones_named(text))[: len(first)] == first
    assert set(first) <= set(zones_like(text, 25))


_ABBREVIATED = ("EST", "HST", "MST")
"""Zones of the database whose names are also what people call the time of a place."""


@pytest.mark.parametrize("zone", _ABBREVIATED)
def test_an_abbreviation_that_is_also_a_zone_names_the_places_that_keep_its_time_in_winter(zone: str) -> None:
    found = zones_named(zone)
    assert found and zone not in found
    assert {zone_of(one).utcoffset(WINTER) for one in found} == {zone_of(zone).utcoffset(WINTER)}


@given(st.sampled_from(sorted(available_timezones() - {"Factory", "localtime", "posixrules", *_ABBREVIATED})))
def test_every_zone_can_be_named_and_is_first_among_those_like_it(zone: str) -> None:
    [found] = zones_named(zone.swapcase())
    if zone.startswith(("Etc/", "GMT")):
        assert not found.startswith("Etc/")
        assert zone_of(found).utcoffset(WINTER) == zone_of(zone).utcoffset(WINTER)
    else:
        assert found == zone
    assert zones_like(zone.casefold(), 25)[0] == found


def test_the_best_fits_come_first_and_are_never_more_than_wanted() -> None:
    assert zones_like("berl", 25)[0] == BERLIN
    assert zones_like("mumb", 25)[0] == "Asia/Kolkata"
    assert zones_like("york", 3) == ["America/New_York"]
    assert len(zones_like("a", 25)) == 25 and list(zones_like("nowhere", 25)) == []
    assert len(set(zones_like("", 25))) == 25 and BERLIN in zones_like("", 25)
    assert zones_like("UTC+1", 25) == ["UTC+1", *(f"UTC+{hours}" for hours in range(10, 15))] and zones_like(
        "gmt -", 2
    ) == ["UTC-12", "UTC-11"]


@given(st.text(max_size=30))
def test_any_text_names_zones_that_there_are_and_none_of_the_inverted_ones(text: str) -> None:
    for found in (*zones_named(text), *zones_like(text, 25)):
        assert not found.startswith("Etc/")
        assert found == "UTC" or zone_of(found) is not zone_of("Atlantis")


def test_every_city_of_the_zones_of_every_language_is_found() -> None:
    known = available_timezones()
    for code in languages():
        for zone, city in cities_in(code).items():
            if zone in known and not zone.startswith("Etc/"):
                clocks = {zone_of(found).utcoffset(WINTER) for found in zones_named(city)}
                assert zone_of(zone).utcoffset(WINTER) in clocks, (code, zone)
