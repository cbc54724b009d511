"""Moves typed in the words of other languages."""

import pytest

from bot.texts.language import ENGLISH, language, languages, speaking
from bot.texts.vocabulary import move_in_english
from rules import GAMES
from rules.core import IllegalMove, Position

OTHERS = [code for code in languages() if code != ENGLISH]
FURL = GAMES["furl"].start(2)


def _words(code: str, message: str) -> list[str]:
    """The words that a language has for a message of typed words."""
    return [word.strip() for word in language(code).translations.gettext(message).removesuffix("[typed]").split(",")]


def _fursaz_with_a_pass() -> Position:
    position = GAMES["fursaz"].start(2)
    while "pass" not in position.legal_moves():
        position = position.play(position.legal_moves()[0])
    return position


@pytest.mark.parametrize("code", OTHERS)
def test_the_words_of_every_language_are_understood(code: str) -> None:
    for word in _words(code, "furl, furls [typed]"):
        assert FURL.parse(move_in_english(f"{word} a4 c4", FURL)) == "a4<c4", word
    fursaz = _fursaz_with_a_pass()
    for word in _words(code, "pass, passes, skip [typed]"):
        assert fursaz.parse(move_in_english(word.upper(), fursaz)) == "pass", word


def test_a_move_in_english_or_in_no_language_stays_as_typed() -> None:
    for typed in ("a4<c4", "furl a4 to c4", "Furl A4 c4!", "xyzzy", "a4 <c4> c4 ?", ""):
        assert move_in_english(typed, FURL) == typed
    assert move_in_english("passe") == "passe"


def test_a_forbidden_move_is_read_too_so_that_the_answer_names_the_rule() -> None:
    typed = move_in_english(f"{_words('de', 'furl, furls [typed]')[0]} a1 c6", FURL)
    with pytest.raises(IllegalMove):
        FURL.parse(typed)


def test_the_language_spoken_is_tried_first() -> None:
    with speaking("pl"):
        [word, *_more] = _words("pl", "furl, furls [typed]")
        assert FURL.parse(move_in_english(f"{word} a4 c4", FURL)) == "a4<c4"
