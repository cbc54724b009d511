"""Any text is made to fit, and characters that no typeface has are replaced or left out."""

import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import theme, typeface
from render.theme import Role, Script, Weight
from render.typeface import Style, boxes, can_show, fits, fitted, installed, lettering

STYLE = Style(30, Role.PLAIN_TEXT)
WIDE = 10_000


@pytest.mark.parametrize(
    "name", ["Ada", "José", "Bjørn", "Łukasz", "Ωμέγα", "Жанна", "Đặng", "O'Brien", "x_X_9", "Zoë-Ann"]
)
def test_latin_greek_and_cyrillic_names_are_shown_in_full(name: str) -> None:
    assert fitted(name, STYLE, WIDE) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada 🦊", "Ada"),
        ("𝓐𝓭𝓪", "Ada"),
        ("two\nlines", "two lines"),
        ("  far \t apart ", "far apart"),
        ("ሰላም Ada", "□□□ Ada"),
        ("शर्मा", "शर्मा"),
        ("שלום Ada", "שלום Ada"),
        ("A\u0300\u0316\u0317\u0318da", "Àda"),
        ("\u202eAda\u202c", "Ada"),
        ("\ud800Ada", "Ada"),
        ("", ""),
    ],
)
def test_characters_that_cannot_be_shown_become_plain_or_are_left_out(name: str, shown: str) -> None:
    assert fitted(name, STYLE, WIDE) == shown
    assert can_show(name) == bool(shown)


def test_letters_that_no_typeface_has_become_boxes_four_at_most() -> None:
    assert [boxes(name) for name in ("ሰላም", "ሰላምታ ለሁሉ", "Ada ሰላም", "", "🦊")] == ["□□□", "□□□□", "", "", ""]
    assert not can_show("ሰላም")


@pytest.mark.parametrize(
    "name", ["שלום", "محمد", "नमस्ते", "สมชาย", "தமிழ்", "తెలుగు", "ខ្មែរ", "田中太郎", "김민준", "Ａｄａ 田中"]
)
def test_names_in_other_scripts_are_set_letter_for_letter_where_their_typeface_is_installed(name: str) -> None:
    large = any(unicodedata.east_asian_width(character) in "WF" for character in name)
    if large and "cvttf_NotoSansCJK_Bold" not in {script.package for script in installed()}:
        pytest.skip("needs the extra cjk")
    assert fitted(name, STYLE, WIDE) == name
    area, _, _ = lettering(name, Weight.BOLD, 30, right=False)
    assert area.getbbox()


@pytest.fixture
def without_scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No typeface for other scripts is installed; caches of the installed ones are not used."""
    caches = [function for function in vars(typeface).values() if hasattr(function, "cache_clear")]
    monkeypatch.setattr(theme, "SCRIPTS", (Script("not_installed", "None.ttf", axes=1, is_shaped=True),))
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("without_scripts")
def test_without_the_extra_scripts_letters_of_other_scripts_become_boxes() -> None:
    assert installed() == ()
    assert [fitted(name, STYLE, WIDE) for name in ("שלום Ada", "สมชาย", "Ada")] == ["□□□□ Ada", "□□□□□", "Ada"]


def test_a_name_of_a_script_from_the_right_is_set_from_the_right() -> None:
    one, other = (lettering(name, Weight.BOLD, 40, right=False)[0] for name in ("שiii", "iiiש"))
    assert one.tobytes() == other.tobytes()


def test_a_text_that_is_too_long_ends_in_an_ellipsis() -> None:
    cut = fitted("Wilhelmina Wagner", STYLE, 150)
    assert cut.endswith("…")
    assert "Wilhelmina Wagner".startswith(cut.removesuffix("…"))
    assert len(cut) > 4


@given(text=st.text(st.characters()), width=st.integers(30, 600))
def test_the_fitted_text_always_fits(text: str, width: int) -> None:
    assert fits(fitted(text, STYLE, width), STYLE, width)


@given(text=st.text(st.characters()))
def test_a_text_that_fits_is_unchanged_however_often_it_is_fitted(text: str) -> None:
    once = fitted(text, STYLE, WIDE)
    assert fitted(once, STYLE, WIDE) == once
