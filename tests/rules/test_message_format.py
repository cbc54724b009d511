"""Messages in ICU's form: their places, and the plurals with a form for each category of numbers."""

from types import SimpleNamespace
from typing import Any

import pytest

from rules.core import Phrase
from rules.message_format import filled, parsed


def _polish(count: int) -> str:
    """The category of a number in Polish, roughly."""
    return "one" if count == 1 else "few" if 2 <= count <= 4 else "many"


def _told(message: str, **facts: Any) -> str:
    return filled(message, facts, lambda fact, form: f"{fact}{form}", _polish)


def test_a_place_has_its_fact_or_the_attribute_of_one_in_its_form() -> None:
    assert _told("#{match.id}: {cell}, {at:R}", match=SimpleNamespace(id=7), cell="a1", at=3) == "#7: a1, 3R"


@pytest.mark.parametrize(("count", "told"), [(1, "1 ruch"), (3, "3 ruchy"), (5, "5 ruchów")])
def test_a_plural_has_the_form_of_its_number(count: int, told: str) -> None:
    forms = "one {# ruch} few {# ruchy} many {# ruchów} other {# ruchu}"
    assert _told(f"Jest {{count, plural, {forms}}}.", count=count) == f"Jest {told}."


def test_a_category_without_a_form_has_that_of_other() -> None:
    assert _told("{count, plural, one {one} other {# others}}", count=3) == "3 others"
    assert _told("{count, plural, one {} other {x}}", count=1) == ""


def test_the_number_of_several_facts_is_how_many_they_are() -> None:
    message = "{people, plural, one {{people} plays} other {{people}, all #, play}}"
    assert _told(message, people=("Ada",)) == "('Ada',) plays"
    assert Phrase(message, people=("Ada", "Ben")) == "Ada and Ben, all 2, play"


def test_plurals_stand_in_forms_of_plurals_and_a_sign_is_the_number_of_the_nearest() -> None:
    message = "{a, plural, one {#} other {#, {b, plural, one {# in {c:x}} other {#}}, #}}"
    assert _told(message, a=2, b=1, c="!") == "2, 1 in !x, 2"


def test_spaces_between_the_parts_of_a_plural_do_not_matter() -> None:
    plain = "{count, plural, one {# disc} other {# discs}}"
    assert parsed("{ count ,plural,\n  one{# disc}\n  other  {# discs}\n}") == parsed(plain)


def test_an_apostrophe_is_doubled_where_icu_would_begin_a_quotation() -> None:
    assert _told("isn't l''{cell}: {count, plural, other {d''# it''s}}", cell="a1", count=2) == "isn't l'a1: d'2 it's"


@pytest.mark.parametrize(
    "message",
    [
        "{count:# disc|# discs}",
        "{count:#枚}",
        "{count",
        "count}",
        "{}",
        "{0}",
        "{{count}}",
        "{count, number}",
        "{count, plural}",
        "{count, plural, one {# disc}}",
        "{count, plural, one {# disc} other {# discs}",
        "{count, plural, one # disc other # discs}",
        "{count, plural, one {# disc} more {# discs} other {# discs}}",
        "{count, plural, one {# disc} other {# discs}}}",
        "{count, plural, one {{count} other {# discs}}",
        "l'{cell}",
    ],
)
def test_a_message_of_another_form_is_wrong(message: str) -> None:
    with pytest.raises(ValueError, match="wrong at"):
        parsed(message)
