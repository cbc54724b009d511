"""The names of players in the language spoken."""

import pytest

import bot.texts.language
from bot.model.people import Person
from bot.model.votes import CHANNEL, teams
from bot.texts.language import speaking
from bot.texts.names import because, escaped, name, plain_text
from rules import GAMES
from rules.core import MoveError, Phrase
from tests.bot.pseudo import PSEUDO


def test_channels_and_substitutes_are_named_in_the_language_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = Person(CHANNEL.id, str(CHANNEL.as_stored.name))
    substitute = Person(2, Phrase("{substitute} for {player}", substitute="Otter", player="Ben_Ben"))
    assert [name(player) for player in (stored, *teams(2))] == ["The channel", "Team 1", "Team 2"]
    assert name(substitute) == r"Otter for Ben\_Ben"
    monkeypatch.setattr(bot.texts.language, "language", {PSEUDO.code: PSEUDO}.__getitem__)
    with speaking(PSEUDO.code):
        assert [name(player).rstrip("·") for player in (stored, *teams(2))] == ["Ţĥé çĥàññéļ", "Ţéàm 1", "Ţéàm 2"]
        assert name(substitute).rstrip("·") == r"Otter fóŕ Ben\_Ben"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*_~|`\\", r"\*\_\~\|\`\\"),
        ("# a\n  - b\n> c\n>>> d", "\\# a\n  \\- b\n\\> c\n\\>>> d"),
        ("[a](b)", r"\[a](b)"),
        ("a-b > c #1 [d] (e) 5<4\n>f", "a-b > c #1 [d] (e) 5<4\n>f"),
    ],
)
def test_only_signs_that_would_format_a_text_get_a_backslash(text: str, shown: str) -> None:
    assert escaped(text) == shown


@pytest.mark.parametrize("code", [*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
def test_nothing_that_a_person_writes_turns_the_sentence_around_it(code: int) -> None:
    turned = f"a{chr(code)}b"
    with pytest.raises(MoveError) as refused:
        GAMES["furl"].start(2).parse(turned)
    assert chr(code) not in plain_text(turned) + because(turned) + name(Person(1, turned)) + str(refused.value)
