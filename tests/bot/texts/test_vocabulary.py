"""Moves typed in the words of other languages."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

import pytest

from bot.model.durations import terms_in
from bot.model.refusals.settings import NotDays
from bot.records.lessons import lessons_of
from bot.texts import analysis, errors
from bot.texts import moves as move_texts
from bot.texts.language import ENGLISH, language, languages, say, speaking
from bot.texts.vocabulary import duration_in_english, has_words, move_in_english, move_typed, words_in
from rules import FAMILIES, GAMES
from rules.core import Game, IllegalMove, InvalidMove, MoveError, Position, Typed
from tools.messages import CODE, messages, translation

OTHERS = [code for code in languages() if code != ENGLISH]
USUAL_OTHERS = [pytest.param(code, marks=() if code in ("de", "ja") else pytest.mark.sweep) for code in OTHERS]
"""One language with words between spaces and one without; only sweeps try the others."""
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


@cache
def _positions(family: Game) -> list[Position]:
    """The positions of a game's lessons and, for variety, some along a random match."""
    chance, position = Random(1), family.start(family.seats[0])
    positions = [lesson.position for lesson in lessons_of(family)]
    for ply in range(120):
        if position.turn is None:
            break
        if ply % 5 == 0:
            positions.append(position)
        position = position.play(chance.choice(position.legal_moves()))
    return [position for position in positions if isinstance(position.turn, int)]


@pytest.mark.parametrize("code", OTHERS)
def test_every_legal_move_can_be_typed_in_the_words_in_which_examples_have_it(code: str) -> None:
    worded = 0
    with speaking(code):
        for family in FAMILIES:
            for position in _positions(family):
                for move in position.legal_moves()[:10]:
                    said = say("{move}", move=Typed(move))
                    worded += said != move
                    assert said == move or move_typed(said, position) == move, said
    assert worded > 50


def test_a_refusal_names_moves_in_the_words_of_the_reader() -> None:
    furbowl = next(lesson.position for lesson in lessons_of(GAMES["furbowl"]))
    with pytest.raises(InvalidMove) as refused:
        furbowl.parse("xyzzy")
    assert "fox-pass-cat passes" in str(refused.value)
    with speaking("de"):
        assert "Fuchs-passe-Katze" in say(refused.value.reason) and "fox" not in say(refused.value.reason)


def _understood(text: str, position: Position) -> str:
    """The move that the rules read, or why it is forbidden; empty if they read none."""
    try:
        return move_typed(text, position)
    except InvalidMove:
        return ""
    except MoveError as error:
        return error.reason


@cache
def _examples() -> Mapping[str, Sequence[tuple[str, str, Sequence[tuple[Position, str]]]]]:
    """For each game the messages of its rule book and lessons with an example: both, and how it is read where."""
    found: dict[str, list[tuple[str, str, Sequence[tuple[Position, str]]]]] = {family.key: [] for family in FAMILIES}
    for text, file, *_notes in messages():
        family = next((family for family in FAMILIES if file.startswith(f"rules/{family.key}/")), None)
        for example in filter(has_words, CODE.findall(text) if family else ()):
            read = [(position, _understood(example, position)) for position in _positions(family)] if family else []
            found[family.key if family else ""].append((text, example, [one for one in read if one[1]]))
    return found


@pytest.mark.parametrize("code", USUAL_OTHERS)
@pytest.mark.parametrize("game", ["furl", "fursaz", "playwin", "farlander", "furbowl"])
def test_the_examples_of_rule_books_and_lessons_mean_the_same_in_every_language(game: str, code: str) -> None:
    compared = 0
    for text, example, readings in _examples()[game]:
        own = CODE.findall(translation(language(code), text))[CODE.findall(text).index(example)]
        assert readings, f"{example} can be read nowhere"
        with speaking(code):
            assert [(own, _understood(own, position)) for position, _ in readings] == [
                (own, read) for _, read in readings
            ]
        compared += own != example
    assert compared >= 2


@pytest.mark.parametrize(
    ("game", "move", "typed"),
    [
        ("furl", "c2<c4", "c2からc4へ巻く"),
        ("furl", "c3>e4", "c3の山をe4まで広げて"),
        ("furl", "c3xf4", "Ｃ３でｆ４を取る"),
        ("furl", "e3>g3", "e3をg3に広げる。"),
        ("fursaz", "e7", "e7に白石を置く"),
        ("fursaz", "e8", "e8に打つ"),
        ("fursaz", "pass", "パスします"),
        ("fursaz", "black", "黒を持つ"),
        ("fursaz", "black", "交換"),
        ("playwin", "d8-g6", "d8からg6へ近づく"),
        ("playwin", "d8-g6", "d8の駒をg6に動かす"),
        ("playwin", "e5xe6-f6", "e5からe6を越えてf6へ跳ぶ"),
        ("playwin", "e8xe7-f6", "e8でe7を取り、f6へ"),
        ("farlander", "b1", "b1に部隊を1つ置く"),
        ("farlander", "a3<a1x1+g3x1", "a3をa1から1、g3から1で征服"),
        ("farlander", "e1<e3x2", "e1をe3から2部隊で征服する"),
        ("furbowl", "fox-15,6", "キツネを15、6へ移動"),
        ("furbowl", "rabbit-sprint-15,1", "うさぎを15,1にスプリント"),
        ("furbowl", "fox-pass-cat", "狐から猫へパス"),
        ("furbowl", "fox-pass-cat", "ネコにパス"),
        ("furbowl", "bear-tackle-rabbit", "クマでウサギにタックル"),
        ("furbowl", "bear-tackle-rabbit", "ウサギにタックルする"),
        ("furbowl", "finish", "プレーを切り上げる"),
    ],
)
def test_words_without_spaces_are_understood_in_the_order_of_a_language(game: str, move: str, typed: str) -> None:
    [lesson, *_others] = (one for one in lessons_of(GAMES[game]) if one.move == move)
    assert lesson.position.parse(move_in_english(typed, lesson.position)) == move


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("3日", "3 days"),
        ("7日+12時間", "7 days +12 hours"),
        ("7日 + 12時間", "7 days + 12 hours"),
        ("90分", "90 minutes"),
        ("2週間", "2 weeks"),
        ("3か月", "3 months"),
        ("無制限", "no limit"),
    ],
)
def test_durations_without_spaces_are_read(typed: str, english: str) -> None:
    with speaking("ja"):
        assert duration_in_english(typed) == english


@pytest.mark.parametrize("code", USUAL_OTHERS)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.key)
def test_moves_are_written_in_words_that_are_understood(family: Game, code: str) -> None:
    for position in _positions(family):
        for move in position.legal_moves()[:20] if isinstance(position.turn, int) else ():
            written = words_in(code, move)
            assert position.parse(move_in_english(written, position)) == move, written


def test_lists_of_moves_have_the_words_of_the_language() -> None:
    position = GAMES["furbowl"].start(2)
    while "end" not in position.legal_moves():
        position = position.play(position.legal_moves()[0])
    move = next(move for move in position.legal_moves() if move.startswith("fox-"))
    with speaking("de"):
        written = f"`{words_in('de', move)}`"
        assert written.startswith("`Fuchs-")
        assert written in move_texts.move_in_words(position, move)
        assert written in move_texts.preview(position, move)
        assert written in analysis.line([move])
        assert move_texts.move_label(position, move).startswith(written.strip("`"))


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("i", ["ı", "İ"])
def test_the_letters_i_of_turkish_are_no_others(code: str, i: str) -> None:
    """Patterns take them for an i, but no word is spelled with them."""
    words = {word for other in OTHERS for word in _words(other, "on, at, in [typed]") if "i" in word}
    assert words
    with speaking(code):
        for word in words:
            typed = word.replace("i", i)
            assert move_in_english(typed, FURL) == typed
            with pytest.raises(MoveError):
                move_typed(typed, FURL)


@pytest.mark.parametrize(("code", "typed"), [("de", "5 Mınuten"), ("it", "3 gıorni"), ("pl", "3 İ 4"), ("pl", "ı")])
def test_durations_with_the_letters_i_of_turkish_are_refused_as_typed(code: str, typed: str) -> None:
    with speaking(code):
        with pytest.raises(NotDays) as refused:
            terms_in(duration_in_english(typed))
        assert typed in errors.reason(refused.value)
