"""A made-up translation of all messages into a language that is written from the right, to see what becomes of it.

`python -m tests.pseudo ARGUMENTS` is Furlong's command line with that language besides the others.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.texts import language

FROM_THE_RIGHT: Final = "he"
"""Its code: that of Hebrew, for its direction, its plural forms, and its dates and lists."""

_LETTERS: Final = str.maketrans({chr(ord("a") + number): chr(0x05D0 + number % 27) for number in range(26)})
_KEPT: Final = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]*>|\{[^{}]*\}|%\([a-z]+\)s|\b[a-z]\d+\S*")
"""What translations leave as it is: code, addresses, times, places, and cells."""

_PLACE: Final = re.compile(r"\{[^{}]*\}")


def said(message: str) -> str:
    """A message in the made-up language, with the places and marks of the English."""
    parts, end = list[str](), 0
    for kept in _KEPT.finditer(message):
        parts += [message[end : kept.start()].lower().translate(_LETTERS), _PLACE.sub(_with_forms, kept[0])]
        end = kept.end()
    return "".join(parts) + message[end:].lower().translate(_LETTERS)


def _with_forms(place: re.Match[str]) -> str:
    """A place with the three forms that Hebrew has for numbers: for one, two, and others."""
    name, colon, forms = place[0][1:-1].partition(":")
    if "|" not in forms:
        return place[0]
    one, *_, other = (form.lower().translate(_LETTERS) for form in forms.split("|"))
    return f"{{{name}{colon}{one}|{other}|{other}}}"


def write(folder: Path) -> None:
    """Fill a folder with the real languages and the made-up one, as `bot/locales` is laid out."""
    for code in language.languages():
        if code != language.ENGLISH:
            (folder / code).symlink_to(language.FOLDER / code)
    source = language.FOLDER / "de" / "LC_MESSAGES" / f"{language.DOMAIN}.po"
    with source.open("rb") as file:
        catalog = read_po(file, locale=FROM_THE_RIGHT)
    for message in catalog:
        if isinstance(message.id, str) and message.id:
            message.string = said(message.id)
    made = folder / FROM_THE_RIGHT / "LC_MESSAGES" / f"{language.DOMAIN}.mo"
    made.parent.mkdir(parents=True)
    with made.open("wb") as file:
        write_mo(file, catalog)


def speak(folder: Path) -> None:
    """Take the languages from a folder that `write` has filled; to be called before anything is said."""
    language.FOLDER = folder  # type: ignore[misc]  # the one place that the languages are read from
    for known in (language.languages, language.language, language.language_name):
        known.cache_clear()


if __name__ == "__main__":
    with TemporaryDirectory() as made_up:
        write(Path(made_up))
        speak(Path(made_up))
        from bot.__main__ import main

        sys.exit(main())
