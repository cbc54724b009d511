"""Any text is made to fit, and characters that no typeface has are replaced or left out."""

import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageFont, features

from render import theme, typeface
from render.theme import Role, Script, Weight
from render.typeface import Style, boxes, can_show, fits, fitted, installed, lettering, width_of, wrapped

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


def test_chinese_letters_have_their_japanese_forms() -> None:
    large = next((script for script in installed() if script.language == "ja"), None)
    if large is None or not features.check("raqm"):
        pytest.skip("needs the extra cjk and a layout engine")
    forms = "直骨角"  # in which Taiwan and Japan differ
    area, left, top = lettering(forms, Weight.BOLD, 60, right=False)
    face = ImageFont.truetype(str(files(large.package) / large.file), 60, layout_engine=ImageFont.Layout.RAQM)

    def drawn(language: str) -> bytes:
        image = Image.new("L", area.size)
        ImageDraw.Draw(image).text((-left, -top), forms, 255, face, "ls", language=language)
        return image.tobytes()

    assert area.tobytes() == drawn("ja") != drawn("zh-TW")


CACHES: Final = [function for function in vars(typeface).values() if hasattr(function, "cache_clear")]


@pytest.fixture
def without_caches() -> Iterator[None]:
    """Nothing that was found out about typefaces before or during the test is used outside of it."""
    for cache in CACHES:
        cache.cache_clear()
    yield
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture
def without_scripts(monkeypatch: pytest.MonkeyPatch, without_caches: None) -> None:
    """No typeface for other scripts is installed."""
    monkeypatch.setattr(theme, "SCRIPTS", (Script("not_installed", "None.ttf", axes=1, is_shaped=True),))


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


@pytest.mark.parametrize("mark", [" (engine)", " (guest)", " (Programm)", " (engine) 1512 (+12)"])
def test_what_is_in_brackets_behind_a_name_is_kept_when_the_name_is_cut(mark: str) -> None:
    cut = fitted(f"Wilhelmina Wagner{mark}", STYLE, 150 + width_of(mark, STYLE))
    assert cut.endswith(f"…{mark}") and "Wilhelmina Wagner".startswith(cut.removesuffix(f"…{mark}"))
    assert len(cut) > len(mark) + 4


@given(name=st.text(st.characters()), width=st.integers(30, 600))
def test_a_name_with_a_mark_always_fits(name: str, width: int) -> None:
    assert fits(fitted(f"{name} (engine)", STYLE, width), STYLE, width)


@given(text=st.text(st.characters()), width=st.integers(30, 600))
def test_the_fitted_text_always_fits(text: str, width: int) -> None:
    assert fits(fitted(text, STYLE, width), STYLE, width)


@given(text=st.text(st.characters()))
def test_a_text_that_fits_is_unchanged_however_often_it_is_fitted(text: str) -> None:
    once = fitted(text, STYLE, WIDE)
    assert fitted(once, STYLE, WIDE) == once


_CRAFTED: Final = (
    "\ufdfd",  # which FreeType cannot draw in Noto Sans Arabic: raster overflow
    "Ada \ufdfd",
    "\ufdfd" * 30,
    "م\ufdfdمد",
    "صلى الله عليه وسلم",
    "بسم الله الرحمن الرحيم",
    "a" + "\u0301" * 200,
    "ก" + "\u0e49" * 60,
    "\u0f3c\U00012031\U0001242b\ua9c5\u0bf5\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u202eکبیر\u202c" * 9,
    "क्ष्म्य" * 20,
    "\ufffe\uffff\x00\x07\u2028\ufeff",
)


@pytest.mark.parametrize("name", _CRAFTED)
def test_no_name_keeps_a_picture_from_being_painted(name: str) -> None:
    for size in (28, 42):
        style = Style(size, Role.PLAIN_TEXT)
        for width in (90, 400, WIDE):
            shown = fitted(name, style, width)
            assert fits(shown, style, width)
            lettering(shown, Weight.BOLD, size, right=False)


def test_a_sample_of_all_characters_can_be_set() -> None:
    assigned = [
        chr(code) for code in range(0, 0x30000, 61) if unicodedata.category(chr(code)) not in ("Cn", "Cs", "Co")
    ]
    for character in assigned:
        lettering(fitted(f"a{character}", STYLE, WIDE), Weight.BOLD, STYLE.size, right=False)


@pytest.mark.usefixtures("without_caches")
def test_a_character_that_cannot_be_drawn_is_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = ImageDraw.ImageDraw.text

    def text(pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, *rest: Any, **more: Any) -> None:
        if "†" in text:
            raise OSError("raster overflow")
        draw(pen, at, text, *rest, **more)

    assert fitted("Ada †", STYLE, WIDE) == "Ada †"
    for cache in CACHES:
        cache.cache_clear()
    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    assert fitted("Ada †", STYLE, WIDE) == "Ada □"
    lettering("Ada □", Weight.BOLD, 30, right=False)


def _widest_gap(text: str) -> int:
    """The widest gap between two letters of a text, in pixels."""
    image, _left, _top = lettering(text, Weight.BOLD, 40, right=False)
    columns = [image.crop((column, 0, column + 1, image.height)).getbbox() is not None for column in range(image.width)]
    return max(len(gap) for gap in "".join(" #"[inked] for inked in columns).split("#"))


@pytest.mark.parametrize("text", ["15 שלום", "15 דטעגע", "שלום 15", "שלום Ada", "Ada שלום"])
def test_words_written_in_different_directions_are_as_far_apart_as_others(text: str) -> None:
    assert _widest_gap(text) >= _widest_gap("Ada Ada"), text


def _columns(text: str, count: int) -> Image.Image:
    """The first columns of pixels of a text."""
    area, left, top = lettering(fitted(text, STYLE, WIDE), Weight.BOLD, 60, right=False)
    line = Image.new("L", (count, 120))
    line.paste(area, (left, 80 + top))
    return line


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("שלום (Ada)", "(Ada) "),
        ("שלום (ሰላም)", "(ሰላም) "),
        ("Ada (שלום)", "Ada ("),
        ("שלום 15!", "!15 "),
        ("محمد (Ada)", "(Ada) "),
    ],
)
def test_brackets_and_signs_stand_where_the_direction_of_the_text_puts_them(text: str, start: str) -> None:
    if not {"fontpkg_heebo", "fontpkg_noto_sans_arabic"} <= {script.package for script in installed()}:
        pytest.skip("needs the extra scripts and a layout engine")
    width = width_of(start.strip(), Style(60, Role.PLAIN_TEXT))
    one, other = (_columns(shown, width) for shown in (text, start))
    differing, inked = (sum(image.histogram()[128:]) for image in (ImageChops.difference(one, other), other))
    assert differing < 0.3 * inked, "more than what letters are moved by where two are closer to each other"


def test_a_box_is_hollow_and_stands_on_the_line() -> None:
    area, left, top = lettering("□□", Weight.BOLD, 60, right=False)
    middle = area.crop((0, area.height // 2, area.width, area.height // 2 + 1))
    bars = "".join("#" if value else " " for value in middle.tobytes()).split()
    assert (left, top, area.height) == (0, -43, 43)
    assert [len(bar) for bar in bars] == [5] * 4, "two boxes with two walls each"


def test_lines_are_broken_between_words_and_in_scripts_without_spaces_between_letters() -> None:
    assert wrapped("one two three", STYLE, fits_in("one two")) == ["one two", "three"]
    assert wrapped("奥の段の駒が残った。", STYLE, fits_in("奥の段の駒")) == ["奥の段の駒", "が残った。"]
    assert wrapped("奥のじゃま", STYLE, fits_in("奥のじ")) == ["奥の", "じゃま"], "no line begins with a small letter"
    assert wrapped("", STYLE, WIDE) == []


def fits_in(text: str) -> int:
    """The width of a text in pixels."""
    return typeface.width_of(text, STYLE)
