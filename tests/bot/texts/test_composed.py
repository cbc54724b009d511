"""Sentences that are composed of names, sides and lists, in every language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

import bot.texts
from bot.model import votes
from bot.model.characters import seated
from bot.model.people import FIRST_GUEST, Person
from bot.texts.language import acted, bracketed, languages, listed, say, speaking, strung
from bot.texts.matches import picker_alt, standing
from bot.texts.names import literal_name
from players.characters import MOLE
from rules import GAMES
from rules.core import Phrase
from rules.message_format import Parts, Place, Plural, parsed
from tools.messages import messages

_TEXTS: Final = Path(bot.texts.__file__).parent
_SEVERAL: Final = frozenset(["players", "others", "opponents", "people", "invited"])
_NAMED: Final = _SEVERAL | {
    *("player", "other", "opponent", "person", "winner", "loser", "host", "leaver", "substitute", "manager", "owner"),
    *("voter", "side", "to_move", "by"),
}
"""The places in which names stand, without what they belong to, as in `match.host`."""

_OF_A_KIND: Final = {"f": datetime(2030, 6, 15, tzinfo=UTC), ".0%": 0.4, ",": 1200, "or": ("a", "b"), "and": ("a", "b")}
"""What stands in the other places, by their form."""

_SUBJECTS: Final = {
    "a person": Person(1 << 60, "zoé"),
    "a channel": votes.CHANNEL,
    "a team": votes.teams(2)[1],
    "a character": seated(MOLE, 1)[0],
    "a guest": Person(FIRST_GUEST, "春香"),
    "a side": Phrase("White"),
}


def _places(parts: Parts) -> Iterator[Place | Plural]:
    for part in parts:
        if isinstance(part, Plural):
            yield part
            for form in part.forms.values():
                yield from _places(form)
        elif isinstance(part, Place):
            yield part


@cache
def _taking_names() -> Mapping[str, Sequence[Place | Plural]]:
    """The places of all messages that take a name."""
    texts = dict.fromkeys(one.text for one in messages() if one.file.startswith("bot/"))
    found = {text: list(_places(parsed(text))) for text in texts}
    return {text: places for text, places in found.items() if any(_is_name(place) for place in places)}


def _is_name(place: Place | Plural) -> bool:
    """Whether a name stands there, or several; a word that depends on their number alone is no name."""
    return isinstance(place, Place) and _word(place) in _NAMED


def _word(place: Place | Plural) -> str:
    return place.name.rpartition(".")[2]


def _facts(places: Sequence[Place | Plural], subject: object) -> Mapping[str, object]:
    """Facts for the places of a message, with a name wherever there is one."""
    counted = {place.name for place in places if isinstance(place, Plural)}
    named = {place.name for place in places if _is_name(place)}
    facts = dict[str, Any]()
    for place in places:
        word, form = _word(place), place.form if isinstance(place, Place) else ""
        if place.name in named:
            value: object = (subject,) if word in _SEVERAL or place.name in counted else subject
        else:
            kind = "f" if form in ("R", "d", "t", "D") else form
            value = 2 if place.name in counted else _OF_A_KIND.get(kind, f"‹{word}›")
        within: dict[str, Any] = facts
        *wholes, last = place.name.split(".")
        for whole in wholes:
            owner: SimpleNamespace = within.setdefault(whole, SimpleNamespace())
            within = vars(owner)
        within.setdefault(last, value)
    return facts


def test_places_that_are_bold_names_are_known_as_names() -> None:
    """What is bold by its form is the name of somebody, or of a competition."""
    bold = {
        _word(place) for one in messages() for place in _places(parsed(one.text)) if getattr(place, "form", "") == "b"
    }
    assert bold - {"competition"} <= _NAMED and len(_taking_names()) > 250


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("who", _SUBJECTS)
def test_every_message_that_takes_a_name_is_well_composed_with_every_kind_of_name(
    who: str, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    subject = _SUBJECTS[who]
    with speaking(code):
        name = literal_name(subject) if isinstance(subject, Person) else say(subject)
        for text, places in _taking_names().items():
            told = say(text, **_facts(places, subject))
            assert name.split()[-1].casefold() in told.casefold(), text
            assert not re.search(r"  |\.\.(?!\.)|:\s*:|\s[.,](?:\s|$)|\(\s*\)|[{}]", told), told
            repeated = re.search(r"\b(\w{3,}) \1\b", told)
            assert repeated is None or repeated[0] in name, told
    assert not caplog.records, "a translation that the facts do not fit"


@pytest.mark.parametrize("code", languages())
def test_whose_turn_it_is_fits_the_side_of_any_game(code: str) -> None:
    with speaking(code):
        for game in GAMES.values():
            position = game.start(game.seats[0])
            if isinstance(position.turn, int):
                side = say(position.side(position.turn))
                assert standing(position) in {f"{side} to move", f"{side}の番"} or standing(position).endswith(
                    f": {side}"
                )


def test_parts_are_joined_in_the_way_of_the_language() -> None:
    assert strung(["a", "b", "c"]) == "a, b, c" and strung(["1, 2", "3"]) == "1, 2; 3" and strung([]) == ""
    assert bracketed("Ada", "ada1") == "Ada (ada1)" and bracketed("Ada", "") == "Ada"
    with speaking("ja"):
        assert strung(["1手2日", "休暇で"]) == "1手2日、休暇で" and strung(["1、2", "3"]) == "1、2；3"
        assert bracketed("春香", "haru") == "春香（haru）" and acted("春香", "パス") == "春香がパス"
    with speaking("fr"):
        assert strung(["1, 2", "3"]) == "1, 2\u202f; 3"


def test_nothing_is_joined_in_code_with_the_signs_of_one_language() -> None:
    signs = re.compile(r"""["'](?:, |; )["']\.join""")
    typed = {"challenges.py"}  # the games of a subscription, as they are typed
    found = {file.name for file in sorted(_TEXTS.glob("*.py")) if signs.search(file.read_text(encoding="utf-8"))}
    assert found == typed


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("en", "It's **the channel**'s turn."),
        ("fr", "C'est au **salon** de jouer."),
        ("it", "Tocca al **canale**."),
        ("pt_BR", "É a vez do **canal**."),
        ("de", "**Der Kanal** ist dran."),
    ],
)
def test_the_name_of_a_channel_goes_with_the_word_before_it(code: str, expected: str) -> None:
    with speaking(code):
        assert say("It's {player:b}'s turn.", player=votes.CHANNEL) == expected


_ASKED: Final = "You've asked for {offer} in match #{match.id}: it waits for {players}."
_WAITS: Final = "Go on without {player:b}? It'll be as if they had left the match."


@pytest.mark.parametrize(
    ("code", "message", "expected"),
    [
        ("fr", _ASKED, "on attend **l'équipe 2**"),
        ("it", _ASKED, "si aspetta la risposta della **squadra 2**"),
        ("pl", _WAITS, "Czy **drużyna 2**"),
        ("es", _WAITS, "sin **el equipo 2**"),
        ("pt_BR", _WAITS, "sem **o time 2**"),
    ],
)
def test_the_name_of_a_team_goes_with_the_word_before_it(code: str, message: str, expected: str) -> None:
    team = votes.teams(2)[1]
    with speaking(code):
        assert expected in say(message, offer="x", match=SimpleNamespace(id=1), players=(team,), player=team)


@pytest.mark.parametrize(
    ("code", "template", "name", "expected"),
    [
        ("fr", "Une partie de {name:b}", "Éclair", "Une partie d'**Éclair**"),
        ("fr", "Une partie de **{name}**", "ada", "Une partie d'**ada**"),
        ("fr", "Une partie de {name}", "Furl", "Une partie de Furl"),
        ("fr", "Le disque va de {name}", "e4", "Le disque va de e4"),
        ("it", "Tocca a {name:b}", "Ada", "Tocca ad **Ada**"),
        ("it", "Tocca a {name:b}", "Ezio", "Tocca a **Ezio**"),
        ("pl", "Razem z {name}", "Stefan", "Razem ze Stefan"),
        ("de", "Eine Partie von {name}", "Éclair", "Eine Partie von Éclair"),
    ],
)
def test_a_word_before_a_name_has_the_form_that_fits_its_first_letters(
    code: str, template: str, name: str, expected: str
) -> None:
    with speaking(code):
        assert say(template, name=Person(1, name) if ":b" in template else name) == expected


def test_the_name_of_a_team_goes_with_a_word_that_fits_first_letters() -> None:
    with speaking("fr"):
        assert say("Le défi de {player:b} et celui de {other}", player=votes.teams(2)[1], other=Person(1, "ada")) == (
            "Le défi de **l'équipe 2** et celui d'ada"
        )


def test_the_word_in_a_list_fits_the_last_name() -> None:
    with speaking("es"):
        assert listed(["Ana", "Inés"]) == "Ana e Inés" and listed(["Ana", "Óscar"], "or") == "Ana u Óscar"
        assert listed(["Ana", "Luis"]) == "Ana y Luis" and listed(["{a}", "{b}"]) == "{a} y {b}"


def test_the_picture_of_a_picker_names_animals_in_the_language_that_is_spoken() -> None:
    with speaking("fr"):
        assert "tortue-7,2" in picker_alt(GAMES["furbowl"], "tortoise", ["tortoise-7,2"])
        assert "tortue-7,2" in picker_alt(GAMES["furbowl"], "tortoise-7,2", [])
