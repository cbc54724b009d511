"""The program that extracts the messages and merges them into every language: `python -m tools.messages`.

Messages are the literals in `say`, `Phrase`, `message` and two errors, what refusals say, those in the page's templates, the
texts of commands that Discord shows, and the texts of rule books and lessons. A translation is kept as long as its
message is unchanged.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from bot.chat.core.translator import messages_of, option_names
from bot.chat.features import all_commands, context_menus
from bot.records.lessons import lessons_of
from bot.records.rulebooks import pages_of
from bot.texts.language import DOMAIN, ENGLISH, FOLDER, Language, languages
from bot.texts.vocabulary import TIMES, UNITS, has_words, move_in_own_words
from rules import FAMILIES
from rules.core import filled, in_number, is_in_number

_ROOT: Final = Path(__file__).parent.parent
_SAYING: Final = frozenset({"Phrase", "PlanError", "RecordError", "message", "say"})
_SAID: Final = "says"  # the argument with the message of a refusal
_WIDTH: Final = 120


def messages() -> Iterator[tuple[str, str]]:
    """All messages in the order of their files, each with its file."""
    for folder in ("rules", "render", "bot"):
        for file in sorted((_ROOT / folder).rglob("*.py")):
            name = file.relative_to(_ROOT).as_posix()
            yield from ((message, name) for message in _in_python(ast.parse(file.read_text(encoding="utf-8"))))
    for file in sorted((_ROOT / "bot").rglob("*.html")):
        with file.open("rb") as source:
            for _line, message, _comments, _context in extract("jinja2", source, {"say": None}):
                yield str(message), file.relative_to(_ROOT).as_posix()
    yield from ((message, "bot/chat") for message in messages_of([*all_commands(), *context_menus()]))
    for game in FAMILIES:
        folder = f"rules/{game.key}"
        for page in pages_of(game):
            texts = (page.heading, *page.paragraphs, *([page.illustration.alt] if page.illustration else []))
            yield from ((text.message, f"{folder}/rulebook.md") for text in texts)
        for lesson in lessons_of(game):
            texts = (lesson.title, lesson.task, lesson.praise, lesson.help)
            yield from ((text.message, f"{folder}/lessons.toml") for text in texts)


def _in_python(tree: ast.AST) -> Iterator[str]:
    """The messages in a module, in their order."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Call | ast.ClassDef))
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        yield from _literals(node)


def _literals(node: ast.Call | ast.ClassDef) -> Iterator[str]:
    """The messages that a call or the head of a class has as literals."""
    if isinstance(node, ast.ClassDef):
        texts = [keyword.value for keyword in node.keywords if keyword.arg == _SAID]
    else:
        texts = node.args[:1] if isinstance(node.func, ast.Name) and node.func.id in _SAYING else []
    for text in texts:
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and re.search("[A-Za-z]", text.value):
            yield text.value


_MARKUP: Final = re.compile(r"(?:-# |#{1,3} |> |- |[0-9]+\. )*")
CODE: Final = re.compile(r"`([^`\n]+)`")
"""A text in backticks, which is typed."""
_OPTION: Final = re.compile(r"(?<= )[a-z_]+(?=:)")
_OPTION_ALONE: Final = re.compile(r"\A[a-z_]+(?=:|\Z)")


def faults(message: str, translation: str, language: Language) -> Iterator[str]:
    """The faults of a translation, apart from its words: places, plural forms, markup and code."""
    if not translation:
        yield "it is missing"
        return
    places, translated = _places(message, 2), _places(translation, len(language.plural_forms))
    yield from (f"it lacks {place}" for place in sorted(places - translated))
    yield from (f"it has {place}, which the message has not" for place in sorted(translated - places))
    for what, text in (("begins", _edge(message, 0)), ("ends", _edge(message, 1))):
        if text != _edge(translation, 0 if what == "begins" else 1):
            yield f"the message {what} with {text!r}"
    quoted, spans = CODE.findall(message), CODE.findall(translation)
    for span in (code for code in quoted if "|" not in code):  # plural forms are counted above
        if _is_freely_worded(span):
            if len(spans) != len(quoted):
                yield f"it has {len(spans)} texts in backticks instead of {len(quoted)}, one of them for `{span}`"
        elif (expected := _typed(span, language)) not in spans:
            yield f"it lacks `{expected}`"


def _places(text: str, forms: int) -> set[str]:
    """The places of a message, which has this many plural forms."""
    found: set[str] = set()
    for _literal, place, form, _conversion in Formatter().parse(text):
        if place is not None:
            is_plural, count = is_in_number(form or ""), (form or "").count("|") + 1
            shape = "plural forms" if is_plural and count == forms else f"{count} plural forms" if is_plural else form
            found.add(f"{{{place}}} with {shape}" if shape else f"{{{place}}}")
    return found


def _edge(text: str, end: int) -> str:
    """The markup at the beginning of a text, or the white space at its end."""
    found = _MARKUP.match(text)
    return text[len(text.rstrip()) :] if end else found[0] if found else ""


def _is_freely_worded(code: str) -> bool:
    """Whether a code is a move as people put it, such as `fox to 8,5`; tests read what translators make of it."""
    return " " in code and code not in TIMES and has_words(code)


def _typed(code: str, language: Language) -> str:
    """A code as it is typed in a language, in which the options of commands and the words of moves are others."""

    def named(option: re.Match[str]) -> str:
        return language.translations.gettext(option[0]) if option[0] in _options() else option[0]

    if code[0] == "/":
        return _OPTION.sub(named, code)
    if duration := in_own_words(code, language):
        return duration
    if has_words(code) and code not in _options():
        return move_in_own_words(code, language.code)
    option, colon, choice = _OPTION_ALONE.sub(named, code).partition(":")
    return option + colon + (language.translations.gettext(choice) if colon and choice else choice)


_COUNTED: Final = re.compile(r"(\d+) ([a-z]+)")


def in_own_words(code: str, language: Language) -> str:
    """A duration such as `7 days + 12 hours` or `no limit` as it is typed in a language; empty if the code is none."""
    gettext = language.translations.gettext
    if code in TIMES:
        return gettext(code)
    units = {form: message for message in UNITS for form in _unit_forms(message)}
    counted = [_COUNTED.fullmatch(part) for part in code.split(" + ")]
    if not all(one and one[2] in units for one in counted):
        return ""
    return " + ".join(
        filled(gettext(units[one[2]]), {"count": int(one[1])}, lambda count, forms: in_form(count, forms, language))
        for one in counted
        if one
    )


def in_form(count: int, forms: str, language: Language) -> str:
    """A count in the plural form that a language has for it."""
    return in_number(count, forms, language.number_of_form, format)


def _unit_forms(message: str) -> Iterator[str]:
    for _literal, _place, forms, _conversion in Formatter().parse(message):
        yield from (form.removeprefix("# ") for form in (forms or "").split("|"))


@cache
def _options() -> frozenset[str]:
    """The names of the options of all commands."""
    return option_names(all_commands())


def said(node: ast.AST) -> Iterator[str]:
    """The messages in an expression that says them."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            yield from _literals(call)


def translation(language: Language, message: str) -> str:
    """The translation of a message; empty if it has none."""
    found = language.translations.gettext(message)
    is_same = language.code == ENGLISH or message in _catalogue(language.code)
    return found if found != message or is_same else ""


def filled_with(message: str, fact: str) -> str:
    """A message with the same fact in all its places, in the longest of its plural forms."""
    return "".join(
        literal + ("" if place is None else max((form or "").split("|"), key=len).replace("#", "99") or fact)
        for literal, place, form, _conversion in Formatter().parse(message)
    )


def catalogue_of(file: Path, code: str) -> Catalog:
    """The translations in a file."""
    with file.open("rb") as source:
        return read_po(source, locale=code)


@cache
def _catalogue(code: str) -> frozenset[str]:
    """The translated messages of a language, even if the words are the same."""
    file = FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    return frozenset(str(message.id) for message in catalogue_of(file, code) if message.string)


def template() -> Catalog:
    """The messages without translations."""
    catalogue = Catalog(charset="utf-8")
    for message, file in messages():
        catalogue.add(message, locations=[(file, None)])  # type: ignore[list-item]  # no numbers of lines, which change
    return catalogue


def main() -> None:
    """Merge the messages into each language, and print the numbers of untranslated ones."""
    new = template()
    for code in languages():
        if code == ENGLISH:
            continue
        file = FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"
        known = catalogue_of(file, code)
        new.creation_date = known.creation_date  # so that only messages make a difference
        known.update(new, no_fuzzy_matching=True, update_header_comment=False)
        with file.open("wb") as target:
            write_po(target, known, width=_WIDTH, include_lineno=False, ignore_obsolete=True)
        left = sum(not message.string for message in known if message.id)
        print(f"{code}: {len(known)} messages, {left} not translated yet")


if __name__ == "__main__":
    main()
