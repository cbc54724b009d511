"""Typing forgives: what looks like a legal move is read as it, in every game, and what is odd about others is named."""

import random
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

import pytest

from rules import GAMES
from rules.core import CHANCE, Game, InvalidMove, Position
from rules.reading import odd_signs, plain

CYRILLIC: Final = str.maketrans("abceghijkopstuxy", "авсеԍніјкорѕтцху".replace("ц", "υ"))
GREEK: Final = str.maketrans("aeiopxt", "αειορχτ")
CAPITALS: Final = str.maketrans("ABCEHIKMOPTX", "АВСЕНІКМОРТХ")


def _full_width(text: str) -> str:
    return "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in text)


DISGUISES: Final[dict[str, Callable[[str], str]]] = {
    "Cyrillic": lambda text: text.translate(CYRILLIC),
    "Greek": lambda text: text.translate(GREEK),
    "Cyrillic capitals": lambda text: text.upper().translate(CAPITALS),
    "full width": _full_width,
    "zero width": lambda text: "\u200b".join(f"\ufeff{text}\u2060"),
    "from right": lambda text: f"\u202a{text}\u202c\u200f",
    "soft hyphens": lambda text: "\u00ad".join(text),
    "accents": lambda text: unicodedata.normalize(
        "NFC", "".join(f"{one}\u0301" if one.isalpha() else one for one in text)
    ),
    "emoji digits": lambda text: "".join(f"{one}\ufe0f\u20e3" if one.isdigit() else one for one in text),
    "Arabic digits": lambda text: text.translate({ord("0") + digit: 0x660 + digit for digit in range(10)}),
    "Bengali digits": lambda text: text.translate({ord("0") + digit: 0x9E6 + digit for digit in range(10)}),
    "flags": lambda text: "".join(chr(0x1F1E6 + ord(one) - 97) if "a" <= one <= "z" else one for one in text),
    "white on squares": lambda text: "".join(
        chr(0x1F170 + ord(one) - 97) if "a" <= one <= "z" else one for one in text
    ),
    "white on circles": lambda text: "".join(
        chr(0x1F150 + ord(one) - 97) if "a" <= one <= "z" else one for one in text
    ),
    "letters without a shape": lambda text: f"\u3164{text}\u2800\u115f\uffa0",
    "French quotation marks": lambda text: f"« {text} »",
    "German quotation marks": lambda text: f"„{text}“",
    "English quotation marks": lambda text: f"“{text}”",
    "angle brackets": lambda text: text.replace("<", "❮").replace(">", "⟩"),
    "strokes": lambda text: text.replace("-", "ー"),
    "bold": lambda text: "".join(chr(0x1D400 + ord(one) - 65) if "A" <= one <= "Z" else one for one in text.upper()),
    "narrow spaces": lambda text: f"\u2009{text}\u3000",
    "other signs": lambda text: text.replace("x", "×").replace("-", "−").replace("+", "＋").replace("<", "‹"),
}


def _positions(game: Game, chance: random.Random) -> Sequence[Position]:
    """A few positions with a player to move, from the beginning on."""
    position, found = game.start(game.seats.start), list[Position]()
    while position.turn is not None and len(found) < 12:
        if position.turn is not CHANCE:
            found.append(position)
        position = position.play(chance.choice(position.legal_moves()))
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES.keys())
def test_what_looks_like_a_legal_move_is_that_move(game: Game, disguise: Callable[[str], str]) -> None:
    chance = random.Random(1)
    for position in _positions(game, chance):
        legal = position.legal_moves()
        for move in chance.sample(legal, min(5, len(legal))):
            assert position.parse(disguise(move)) == move, ascii(disguise(move))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_legal_move_is_plain_already(game: Game) -> None:
    for position in _positions(game, random.Random(2)):
        for move in position.legal_moves():
            assert plain(move) == move and not odd_signs(move)


@pytest.mark.parametrize(
    "arrow", ["→", "->", "-->", "=>", "==>", "➡️", "➡", "⟶", "⇒", "⮕", "➔", "👉", "▶️", "~>", " to ", "–>"]
)
@pytest.mark.parametrize("space", ["", " "])
def test_an_arrow_between_two_cells_means_whatever_leads_from_one_to_the_other(arrow: str, space: str) -> None:
    furl, playwin = GAMES["furl"].start(2), GAMES["playwin"].start(2)
    assert furl.parse(f"a4{space}{arrow}{space}c4") == "a4<c4"
    start, end = next(move for move in playwin.legal_moves() if "-" in move and "x" not in move).split("-")
    assert playwin.parse(f"{start}{space}{arrow}{space}{end}") == f"{start}-{end}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@pytest.mark.parametrize(
    ("sign", "code"), [("Ꭺ", "U+13AA"), ("☃", "U+2603"), ("♞", "U+265E"), ("\U0001f98a", "U+1F98A")]
)
def test_a_refusal_names_what_no_move_has(game: Game, sign: str, code: str) -> None:
    position = next(iter(_positions(game, random.Random(3))))
    with pytest.raises(InvalidMove) as refused:
        position.parse(f"{sign}{position.legal_moves()[0][1:]}q")
    assert code in str(refused.value) and sign in str(refused.value)


def test_every_character_is_read_or_refused() -> None:
    position = GAMES["furl"].start(2)
    for code in [*range(0x3000), *range(0x3000, 0x30000, 37)]:
        if unicodedata.category(chr(code)) in ("Cf", "Mn", "Me"):
            assert position.parse(f"a4{chr(code)}<c4") == "a4<c4", hex(code)
