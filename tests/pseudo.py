"""Made-up translations of all messages: into a language from the right, and into one without spaces and plural forms.

`python -m tests.pseudo ARGUMENTS` is Furlong's command line with these languages besides the others.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.texts import language

_LATIN: Final = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class MadeUp:
    """A made-up language: `code` is that of a real one, whose direction, plural forms, dates and lists it has."""

    code: str

    first: str
    """The letter for an a; the following ones are for the rest of the alphabet."""

    categories: tuple[str, ...]
    """The categories of numbers for which it has plural forms."""

    has_spaces: bool = True

    def said(self, message: str) -> str:
        """A message in the language, with the places and marks of the English."""
        parts, end = list[str](), 0
        for kept in _KEPT.finditer(message):
            parts += [self._words(message[end : kept.start()]), _PLURAL.sub(self._with_forms, kept[0])]
            end = kept.end()
        return "".join(parts) + self._words(message[end:])

    def _words(self, text: str) -> str:
        spelled = text.lower().translate({ord(letter): ord(self.first) + n for n, letter in enumerate(_LATIN)})
        return spelled if self.has_spaces else _SPACE.sub("", spelled)

    def _with_forms(self, plural: re.Match[str]) -> str:
        """A plural with the forms of the language, which are those for one thing and for any other number."""
        words = {form["category"]: self._around_places(form["words"]) for form in _FORM.finditer(plural[0])}
        forms = [f"{category} {{{words.get(category, words['other'])}}}" for category in self.categories]
        return f"{{{plural['name']}, plural, {' '.join(forms)}}}"

    def _around_places(self, text: str) -> str:
        return "".join(part if part[:1] == "{" else self._words(part) for part in _PLACE.split(text))


FROM_THE_RIGHT: Final = MadeUp("he", "\u05d0", ("one", "two", "other"))
"""Like Hebrew: written from the right."""

UNSPACED: Final = MadeUp("zh", "\u3042", ("other",), has_spaces=False)
"""Like Chinese: without spaces, and with a single form for all numbers."""

_FORM: Final = re.compile(r"(?P<category>[a-z]+) \{(?P<words>(?:[^{}]|\{[^{}]*\})*)\}")
_PLURAL: Final = re.compile(rf"\{{(?P<name>[\w.]+), plural,(?: {re.sub('[(][?]P<[a-z]+>', '(?:', _FORM.pattern)})+\}}")
_PLACE: Final = re.compile(r"(\{[^{}]*\})")
_KEPT: Final = re.compile(
    rf"`[^`]*`|\]\([^)]*\)|<[^>]*>|{_PLURAL.pattern}|{_PLACE.pattern}|"
    r"%\([a-z]+\)s|\b[a-z]\d+\S*|\[typed\]|\A(?:-# |#{1,3} |> |- |[0-9]+\. )+"
)
"""What translations leave as it is: code, addresses, times, places, cells, and the marks that begin a line."""

_SPACE: Final = re.compile(r"(?<=[\u3042-\u30ff]) (?=[\u3042-\u30ff])")


def write(folder: Path) -> None:
    """Fill a folder with the real languages and the made-up ones, as `bot/texts/locales` is laid out."""
    for code in language.languages():
        if code != language.ENGLISH:
            (folder / code).symlink_to(language.FOLDER / code)
    source = language.FOLDER / "de" / "LC_MESSAGES" / f"{language.DOMAIN}.po"
    for made_up in (FROM_THE_RIGHT, UNSPACED):
        with source.open("rb") as file:
            catalog = read_po(file, locale=made_up.code)
        for message in catalog:
            if isinstance(message.id, str) and message.id:
                message.string = made_up.said(message.id)
        made = folder / made_up.code / "LC_MESSAGES" / f"{language.DOMAIN}.mo"
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
