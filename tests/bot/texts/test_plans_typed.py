"""Plans typed and shown in the words of other languages."""

import re
from collections.abc import Sequence
from time import process_time
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.plans.grammar import OTHERWISE, outline, read_lines
from bot.model.plans.parsing import LONGEST_TEXT, LONGEST_TYPED_PLAN, parse_plan
from bot.model.plans.tree import PlanBranch, PlanError, PlanTree
from bot.model.refusals.matches import PlanRefused
from bot.texts import errors
from bot.texts import plans as plan_texts
from bot.texts.language import ENGLISH, language, languages, say, speaking
from bot.texts.vocabulary import in_own_words, moves_in_english
from rules import GAMES
from rules.core import Position, Seat
from tests.bot.model.trees import trees
from tools.messages import translation

_OTHERS: Final = [code for code in languages() if code != ENGLISH]
_FURL: Final = GAMES["furl"].start(2)


def _first_turn() -> Position:
    """Furbowl after its set-up."""
    position = GAMES["furbowl"].start(2)
    while "end" not in position.legal_moves():
        position = position.play(position.legal_moves()[0])
    return position


_FURBOWL: Final = _first_turn()
_MOVES: Final = {
    _FURL: ("a1<a2", "c4xe3", "a1-a4", "furl a4 to c4"),
    _FURBOWL: ("fox-8,5", "bear-tackle-fox", "fox-pass-cat", "end", "fox to 8,5"),
}


@pytest.mark.parametrize(
    "codes", [("de", "ja"), pytest.param(languages(), marks=pytest.mark.sweep)], ids=["usual", "all"]
)
@pytest.mark.parametrize("position", _MOVES, ids=["furl", "furbowl"])
@settings(max_examples=25)
@given(st.data())
def test_a_plan_is_understood_as_it_is_shown_in_every_language(
    position: Position, codes: Sequence[str], data: st.DataObject
) -> None:
    tree = data.draw(trees(_MOVES[position]))
    expected = read_lines("\n".join(outline(tree)))
    for code in codes:
        with speaking(code):
            shown = plan_texts.written(tree)
            assert read_lines(moves_in_english(shown, position)) == expected, code


def test_moves_of_a_plan_are_understood_in_other_words() -> None:
    with speaking("de"):
        read = moves_in_english("Fuchs nach 8,5; Bär-rempelt-Fuchs\nnach Zugende: Fuchs-passe-Katze", _FURBOWL)
    assert read == "fox to 8,5; bear-tackle-fox\nafter end: fox-pass-cat"


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("de", "g1<g2; nach b4<c4: e5<e4; nach allem anderen: g4<g3"),
        ("de", "g1<g2\nWenn b4<c4: e5<e4\nSonst: g4<g3"),
        ("fr", "g1<g2; après b4<c4 : e5<e4; après tout autre coup : g4<g3"),
        ("fr", "g1<g2; si b4<c4: e5<e4; sinon: g4<g3"),
        ("es", "g1<g2; después de b4<c4: e5<e4; si no: g4<g3"),
        ("it", "g1<g2; dopo b4<c4: e5<e4; dopo un'altra mossa: g4<g3"),
        ("pt_BR", "g1<g2; após b4<c4: e5<e4; senão: g4<g3"),
        ("pl", "g1<g2; po b4<c4: e5<e4; po każdym innym ruchu: g4<g3"),
        ("pl", "g1<g2; jeśli b4<c4: e5<e4; w przeciwnym razie: g4<g3"),
        ("ja", "g1<g2；もしb4<c4：e5<e4；もしほかの手：g4<g3"),
        ("ja", "g1<g2\nb4<c4のあと：e5<e4\nほかの手のあと：g4<g3"),
        ("ja", "ｇ１<g2\nもし b4<c4なら: e5<e4\nそれ以外: g4<g3"),
        ("en", "g1<g2; nach b4<c4: e5<e4; sinon: g4<g3"),
        ("de", "g1<g2; after b4<c4: e5<e4; after anything else: g4<g3"),
    ],
)
def test_conditions_are_understood_in_every_language(code: str, typed: str) -> None:
    mine = Seat(1)
    expected = parse_plan("g1<g2; after b4<c4: e5<e4; after anything else: g4<g3", _FURL, (), mine)
    with speaking(code):
        assert parse_plan(moves_in_english(typed, _FURL), _FURL, (), mine) == expected


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("en", "if b4<c4 then e5<e4"),
        ("en", "after b4<c4, then e5<e4"),
        ("de", "wenn b4<c4, dann e5<e4"),
        ("fr", "si b4<c4, alors e5<e4"),
        ("es", "si b4<c4 entonces e5<e4"),
        ("it", "se b4<c4, allora e5<e4"),
        ("pl", "jeśli b4<c4, to e5<e4"),
        ("pl", "Jeśli b4<c4 to e5<e4"),
        ("pt_BR", "se b4<c4, então e5<e4"),
        ("ja", "もしb4<c4なら、e5<e4"),
        ("ja", "もしb4<c4なら e5<e4"),
        ("ja", "b4<c4のあと、e5<e4"),
    ],
)
def test_a_condition_may_have_a_little_word_in_place_of_its_colon(code: str, typed: str) -> None:
    mine = Seat(1)
    with speaking(code):
        read = parse_plan(moves_in_english(f"g1<g2; {typed}", _FURL), _FURL, (), mine)
    assert read == parse_plan("g1<g2; after b4<c4: e5<e4", _FURL, (), mine)


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("en", "first g1<g2, and if b4<c4 then e5<e4; otherwise g4<g3"),
        ("de", "zuerst g1<g2, und wenn b4<c4, dann e5<e4; ansonsten: g4<g3"),
        ("fr", "d'abord g1<g2, et si b4<c4, alors e5<e4; sinon g4<g3"),
        ("es", "primero g1<g2, y si b4<c4, entonces e5<e4; de lo contrario g4<g3"),
        ("it", "g1<g2, e se b4<c4, allora e5<e4; altrimenti g4<g3"),
        ("pl", "najpierw g1<g2, a jeśli b4<c4, to e5<e4; w innym wypadku: g4<g3"),
        ("pt_BR", "primeiro g1<g2, e se b4<c4, então e5<e4; caso contrário: g4<g3"),
        ("ja", "g1<g2；b4<c4だったら、e5<e4；それ以外なら、g4<g3"),
    ],
)
def test_a_plan_is_understood_as_people_say_it(code: str, typed: str) -> None:
    mine = Seat(1)
    with speaking(code):
        read = parse_plan(moves_in_english(typed, _FURL), _FURL, (), mine)
    expected = "g1<g2; after b4<c4: e5<e4; after anything else: g4<g3"
    assert read == parse_plan(expected, _FURL, (), mine)


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("en", "if b4<c4: e5<e4, otherwise: g4<g3"),
        ("de", "wenn b4<c4: e5<e4, sonst: g4<g3"),
        ("fr", "si b4<c4 : e5<e4, sinon : g4<g3"),
        ("es", "si b4<c4: e5<e4, si no: g4<g3"),
        ("it", "se b4<c4: e5<e4, altrimenti: g4<g3"),
        ("pl", "jeśli b4<c4: e5<e4, inaczej: g4<g3"),
        ("pt_BR", "se b4<c4: e5<e4, senão: g4<g3"),
        ("ja", "もしb4<c4なら：e5<e4、それ以外：g4<g3"),
    ],
)
def test_otherwise_is_meant_beside_the_condition_before_it(code: str, typed: str) -> None:
    mine = Seat(1)
    with speaking(code):
        read = parse_plan(moves_in_english(typed, _FURL), _FURL, (), mine)
        assert read == parse_plan("after b4<c4: e5<e4; after anything else: g4<g3", _FURL, (), mine)
        first, otherwise = re.split("[,、]", typed)
        with pytest.raises(PlanError):  # it might be meant beside either condition
            parse_plan(moves_in_english(f"{first}, after g4<g3: c4<c3, {otherwise}", _FURL), _FURL, (), mine)


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("en", "g1<g2 and then e5<e4"),
        ("de", "g1<g2 und dann e5<e4"),
        ("fr", "g1<g2 et puis e5<e4"),
        ("es", "g1<g2 y después e5<e4"),
        ("it", "g1<g2 e poi e5<e4"),
        ("pl", "g1<g2 a potem e5<e4"),
        ("pt_BR", "g1<g2 depois e5<e4"),
        ("ja", "g1<g2、それからe5<e4"),
    ],
)
def test_moves_are_planned_in_the_order_in_which_people_say_them(code: str, typed: str) -> None:
    mine = Seat(1)
    with speaking(code):
        read = parse_plan(moves_in_english(typed, _FURL), _FURL, (), mine)
    assert read == parse_plan("g1<g2, e5<e4", _FURL, (), mine)


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("en", "no g1<g2"),
        ("en", "unless b4<c4: e5<e4"),
        ("de", "wenn nicht b4<c4: e5<e4"),
        ("de", "sonst nicht g1<g2"),
        ("fr", "tout sauf b4<c4: e5<e4"),
        ("es", "si no b4<c4, entonces e5<e4"),
        ("es", "si no b4<c4 e5<e4"),
        ("it", "se no b4<c4, allora e5<e4"),
        ("pt_BR", "se não b4<c4, então e5<e4"),
        ("pl", "chyba że b4<c4: e5<e4"),
        ("ja", "b4<c4以外：e5<e4"),
        ("es", "no g1<g2"),
        ("es", "si no b4<c4: e5<e4"),
        ("it", "no g1<g2"),
        ("de", "nicht g1<g2"),
        ("pt_BR", "não g1<g2"),
    ],
)
def test_a_plan_that_says_not_is_never_read_as_one_that_says_it(code: str, typed: str) -> None:
    with speaking(code), pytest.raises(PlanError):
        parse_plan(moves_in_english(typed, _FURL), _FURL, (), Seat(1))


@pytest.mark.parametrize("code", languages())
def test_moves_in_a_row_may_have_little_words_between_them(code: str) -> None:
    with speaking(code):
        for word in translation(language(code), "then, first [typed]").removesuffix("[typed]").split(","):
            if word.strip() not in readings_of_moves():
                for text in (
                    f"g1<g2 {word} e5<e4",
                    f"g1<g2, {word} e5<e4",
                    f"after b4<c4: g1<g2, {word.upper()} e5<e4",
                ):
                    read, expected = (
                        moves_in_english(text, _FURL),
                        re.sub(rf",? {word} ", ", ", text, flags=re.IGNORECASE),
                    )
                    assert read_lines(read) == read_lines(expected), text


def readings_of_moves() -> frozenset[str]:
    """The English words that stand in moves, which no other language takes for “then” between two of them."""
    return frozenset({"to"})


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("position", [_FURL, _FURBOWL, GAMES["fursaz"].start(2)], ids=["furl", "furbowl", "fursaz"])
def test_the_refusal_of_a_text_that_is_no_plan_shows_two_that_are(position: Position, code: str) -> None:
    mine = Seat(0)
    with speaking(code):
        for text in ("zz top", "after: zz", "after anything else", "zz; else zz", ":", "zz a1"):
            with pytest.raises(PlanError) as refused:
                parse_plan(moves_in_english(text, position), position, (), mine)
            for told in (errors.reason(refused.value), errors.reason(PlanRefused(refused.value, text))):
                shown = re.findall("`([^`]+)`", told)
                assert len(shown) >= 2, told
                for example in shown[-2:]:
                    assert parse_plan(moves_in_english(example, position), position, (), mine), example


def test_a_refusal_quotes_moves_in_the_words_of_the_language() -> None:
    with speaking("de"), pytest.raises(PlanError) as refused:
        parse_plan(moves_in_english("Fuchs-8,5; nach fertig: Bär-99,99", _FURBOWL), _FURBOWL, (), Seat(0))
    with speaking("de"):
        assert "„Bär-99,99“ lässt sich nicht planen" in say(refused.value.reason)


def test_letters_of_a_language_without_spaces_are_no_odd_signs() -> None:
    with speaking("ja"), pytest.raises(PlanError) as refused:
        parse_plan(moves_in_english("g1<g2 ところで e5<e4", _FURL), _FURL, (), Seat(1))
    assert "U+" not in say(refused.value.reason)


@pytest.mark.parametrize("code", _OTHERS)
def test_all_words_for_conditions_are_understood(code: str) -> None:
    after, anything = (
        [word.strip() for word in translation(language(code), f"{english} [typed]").split(",")]
        for english in ("after, if, when", "anything else, otherwise, else")
    )
    assert len(after) > 1 and len(anything) > 1
    for word in after:
        assert read_lines(moves_in_english(f"{word} b4<c4: e5<e4", _FURL)) == read_lines("after b4<c4: e5<e4"), word
    for word in anything:
        assert read_lines(moves_in_english(f"{word.upper()}: e5<e4", _FURL)) == read_lines("after anything else: e5<e4")


@pytest.mark.parametrize("code", _OTHERS)
def test_examples_and_refusals_have_the_words_of_the_language(code: str) -> None:
    with speaking(code):
        shown = say("{otherwise}", otherwise=OTHERWISE)
        assert shown == in_own_words("after anything else: …") and "after" not in shown and "anything" not in shown
        for message in (
            "Moves in order, or: after THEIRS: YOURS",
            "Moves in order, or lines: after THEIR MOVE: YOURS; after anything else: YOURS",
        ):
            assert in_own_words("after") in say(message) and "after" not in say(message)


@pytest.mark.parametrize("text", ["", "nonsense: ", "a4<c4 b4<d4", "after b4<c4: e5<e4", "furl a4 to c4, g1<g2"])
def test_a_moves_in_english_or_in_no_language_stays_as_typed(text: str) -> None:
    with speaking("de"):
        assert moves_in_english(text, _FURL) == text


@pytest.mark.parametrize("text", ["rolle a4 " * LONGEST_TYPED_PLAN, "nach a4," * (LONGEST_TYPED_PLAN // 8)])
def test_a_text_that_is_too_long_to_be_a_plan_is_not_read(text: str) -> None:
    with speaking("de"):
        assert moves_in_english(text, _FURL) == text


@pytest.mark.parametrize(
    "part",
    [
        *(" ", "\n", "\t", "\n ", " \n", ",", ";", ":", "、", ", ", "-", " - ", "x ", "x\n", "zz: "),
        *(
            "after ",
            "after\n",
            "nach ",
            ", nach ",
            "\nnach ",
            "anything else ",
            "のあと",
            "のあと ",
            ";のあと",
            "その他",
        ),
    ],
)
def test_the_time_for_a_plan_grows_with_its_length_alone(part: str) -> None:
    whole = part * (LONGEST_TYPED_PLAN // len(part))
    with speaking("de"):
        for text in (whole, f"{whole[:-2]}x:", f"after {whole[:-7]}!"):
            begun = process_time()
            moves_in_english(text, _FURL)
            assert process_time() - begun < 1, "for 10,000 characters; with their square it would be a minute"


def test_a_plan_that_would_be_too_long_in_other_words_is_shown_in_english() -> None:
    line = PlanTree(("tortoise-tackle-rabbit",) * 40)
    tree = PlanTree((), tuple(PlanBranch((f"fox-{number},5",), line) for number in range(3)))
    assert len("\n".join(outline(tree))) < LONGEST_TEXT
    with speaking("de"):
        assert plan_texts.written(tree) == "\n".join(outline(tree))
