"""The program that extracts the messages and merges them into every language: `python -m tools.messages`.

Messages are the literals in `say`, `Phrase`, `message` and two errors, what refusals say, those in the page's
templates, the texts of commands that Discord shows, and the texts of rule books and lessons. A translation is kept as
long as its message is unchanged.

A comment that begins with `Translators:` is told to translators with the messages of what stands below it: an argument,
a statement, a whole function, or, with an empty line below it, the module. A message of few words that has none is told
with what the docstring around it says, or the comment at the top of its template.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple, cast

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from bot.chat.core.translator import messages_of, option_names
from bot.chat.features import all_commands, context_menus
from bot.model.refusals import Refusal
from bot.model.refusals.offers import OfferRefusal
from bot.records.lessons import lessons_of
from bot.records.rulebooks import pages_of
from bot.texts import errors as errors  # which registers all sentences
from bot.texts.language import DOMAIN, ENGLISH, FOLDER, Language, languages, sentence
from bot.texts.vocabulary import TIMES, UNITS, forms_of_unit, has_words, words_in
from rules import FAMILIES
from rules.core import Game, InContext
from rules.core import message as marked
from rules.message_format import CATEGORIES, Number, Parts, Place, Plural, filled, parsed

_ROOT: Final = Path(__file__).parent.parent
_SAYING: Final = frozenset({"Phrase", "PlanError", "RecordError", "UnreadPlan", "message", "say"})
_WIDTH: Final = 120


class Message(NamedTuple):
    """A message, perhaps one in a context, the file that says it, and what translators should know of it.

    `around` is what the code around it says of itself, in case nothing else tells what few words mean.
    """

    text: str
    file: str
    comment: str = ""
    around: str = ""


def messages() -> Iterator[Message]:
    """All messages in the order of their files."""
    for folder in ("rules", "players", "render", "bot"):
        for file in sorted((_ROOT / folder).rglob("*.py")):
            yield from _in_python(file.read_text(encoding="utf-8"), file.relative_to(_ROOT).as_posix())
    for file in sorted((_ROOT / "bot").rglob("*.html")):
        around = _TOP.match(file.read_text(encoding="utf-8"))
        with file.open("rb") as source:
            for _line, message, comments, _context in extract("jinja2", source, {"say": None}, [_TOLD], None, True):
                place = file.relative_to(_ROOT).as_posix()
                yield Message(str(message), place, " ".join(comments), around["told"] if around else "")
    for text in messages_of([*all_commands(), *context_menus()]):
        yield Message(text, "bot/chat", _NAMED if text in _options() else _SHOWN)
    for game in FAMILIES:
        if game.is_builtin:  # others bring their own translations
            yield from _in_rules(game)


_TOP: Final = re.compile(r"(?s)(?:<!doctype html>\n)?\{# (?P<told>.*?) #\}")
"""The comment at the top of a template, which says what it is."""

_NAMED: Final = "The name of an option of a command: lower case, no spaces, at most 32 characters."
_SHOWN: Final = "Shown by Discord where a command is typed or chosen, at most 100 characters."
_LONGEST: Final = {_NAMED: 32, _SHOWN: 100}
"""The most characters of a translation, which Weblate checks, by the comment of its message."""


def _in_rules(game: Game) -> Iterator[Message]:
    """The messages of the rule book and the lessons of a game."""
    for page in pages_of(game):
        place = f"On the page “{page.heading}” of the rules of {game.name}."
        yield from (
            Message(text.message, f"rules/{game.key}/rulebook.md", place) for text in (page.heading, *page.paragraphs)
        )
        if page.illustration is not None:
            described = f"Describes the picture to people who don't see it. {place}"
            yield Message(page.illustration.alt.message, f"rules/{game.key}/rulebook.md", described)
    for number, lesson in enumerate(lessons_of(game), 1):
        texts = {
            "The title": lesson.title,
            "The task": lesson.task,
            "The answer to the move that is asked for": lesson.praise,
            "The answer to any other move": lesson.help,
        }
        for what, text in texts.items():
            yield Message(text.message, f"rules/{game.key}/lessons.toml", f"{what} in lesson {number} of {game.name}.")


@cache  # many tests ask for them, and reading all modules takes more than a second
def _in_python(source: str, file: str) -> Sequence[Message]:
    """The messages in a module, in their order."""
    notes = _notes(source)
    found = sorted(_noted(ast.parse(source), notes, notes.get(None, "")), key=itemgetter(0))
    return [Message(text, file, note, around) for _place, text, note, around in found]


_TOLD: Final = "Translators:"


def _notes(source: str) -> Mapping[int | None, str]:
    """What a module tells translators, by the line below each comment, or None for all of the module."""
    notes: dict[int | None, str] = {}
    lines = ["", *map(str.strip, source.split("\n"))]
    for number, line in enumerate(lines):
        if line.startswith(f"# {_TOLD}"):
            block = [line, *takewhile(lambda one: one.startswith("#"), lines[number + 1 :])]
            below = number + len(block)
            told = " ".join(one.removeprefix("#").strip() for one in block).removeprefix(_TOLD).strip()
            notes[below if lines[below] else None] = told
    return notes


def _noted(
    node: ast.AST, notes: Mapping[int | None, str], note: str, around: str = ""
) -> Iterator[tuple[tuple[int, int], str, str, str]]:
    """The messages in a node, each with its place, the note that stands nearest above it, and the docstring around it."""
    decorators = [decorator.lineno for decorator in getattr(node, "decorator_list", ())]
    note = notes.get(min([*decorators, getattr(node, "lineno", 0)]), note)
    documented = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    if documented and getattr(node, "name", "") not in _refusals():  # whose docstring is a message itself
        around = _first_sentence(ast.get_docstring(node) or "") or around
    if isinstance(node, ast.Call | ast.ClassDef):
        for text, context in _literals(node):
            told = notes.get(text.lineno, note)
            yield (text.lineno, text.col_offset), marked(str(text.value), context), told, around
    children = list(ast.iter_child_nodes(node))
    for child, below in zip_longest(children, children[1:]):
        of_child = _docstring_below(below) if isinstance(child, ast.Assign | ast.AnnAssign) else ""
        yield from _noted(child, notes, note, of_child or around)


def _docstring_below(node: ast.AST | None) -> str:
    """The first sentence of a docstring that stands below what it describes, as that of a constant does."""
    told = node.value if isinstance(node, ast.Expr) else None
    return _first_sentence(told.value) if isinstance(told, ast.Constant) and isinstance(told.value, str) else ""


def _first_sentence(told: str) -> str:
    return re.split(r"(?<=[.?])\s|\n\n|;", told.strip(), maxsplit=1)[0].replace("\n", " ")


@cache
def _refusals() -> frozenset[str]:
    """The names of the refusals whose docstring is what they say, because no text composes it."""
    kinds, said = [Refusal], {sentence.dispatch(Refusal), sentence.dispatch(OfferRefusal)}
    for kind in kinds:
        kinds += kind.__subclasses__()
    return frozenset(
        kind.__name__ for kind in kinds if sentence.dispatch(kind) in said and not kind.__name__.endswith("Refusal")
    )


def _literals(node: ast.Call | ast.ClassDef) -> Iterator[tuple[ast.Constant, str]]:
    """The messages that a call has as literals, each with its context, which may be empty, and what a refusal says."""
    if isinstance(node, ast.ClassDef):
        texts = [cast(ast.Expr, node.body[0]).value] if node.name in _refusals() else []
    else:
        texts = node.args[:2] if isinstance(node.func, ast.Name) and node.func.id in _SAYING else []
    text, context = (*texts, None, None)[:2]
    if isinstance(text, ast.Constant) and isinstance(text.value, str) and re.search("[A-Za-z]", text.value):
        yield text, str(context.value) if isinstance(context, ast.Constant) else ""


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
    try:
        places, translated = _places(parsed(message)), _places(parsed(translation))
    except ValueError as error:
        yield str(error)
        return
    yield from (f"it lacks {place}" for place in sorted(places - translated))
    yield from (f"it has {place}, which the message has not" for place in sorted(translated - places))
    yield from _faults_of_plurals(parsed(translation), language)
    for what, text in (("begins", _edge(message, 0)), ("ends", _edge(message, 1))):
        if text != _edge(translation, 0 if what == "begins" else 1):
            yield f"the message {what} with {text!r}"
    quoted, spans = CODE.findall(message), CODE.findall(translation)
    for span in (code for code in quoted if "plural," not in code):  # plural forms are compared above
        if _is_freely_worded(span):
            if len(spans) != len(quoted):
                yield f"it has {len(spans)} texts in backticks instead of {len(quoted)}, one of them for `{span}`"
        elif (expected := _typed(span, language)) not in spans:
            yield f"it lacks `{expected}`"


def _places(parts: Parts) -> set[str]:
    """The places and plurals of a message, with those in forms of plurals."""
    found = set[str]()
    for part in parts:
        if isinstance(part, Plural):
            found |= {f"{{{part.name}, plural}}"}.union(*map(_places, part.forms.values()))
        elif isinstance(part, Place):
            found.add(f"{{{part.name}:{part.form}}}" if part.form else f"{{{part.name}}}")
    return found


def _faults_of_plurals(parts: Parts, language: Language) -> Iterator[str]:
    """What is wrong with the categories of the plurals in a message of a language."""
    needed, known = categories(language), language.locale.plural_form.tags
    for part in parts:
        if isinstance(part, Plural):
            yield from (f"{part.name} lacks the form `{one}`" for one in needed if one not in part.forms)
            foreign = (one for one in part.forms if one not in needed and one not in known)
            yield from (f"{part.name} has the form `{one}`, which the language has not" for one in foreign)
            for form in part.forms.values():
                yield from _faults_of_plurals(form, language)


_MOST_COUNTED: Final = 200
"""The numbers up to which every category of a language occurs, other than those for millions or for fractions."""


def categories(language: Language) -> Sequence[str]:
    """The categories of numbers for which a language needs plural forms: all that occur among counts, and `other`."""
    of_counts = {language.category(count) for count in range(_MOST_COUNTED)} | {"other"}
    return [category for category in CATEGORIES if category in of_counts]


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
        return words_in(language.code, code)
    option, colon, choice = _OPTION_ALONE.sub(named, code).partition(":")
    return option + colon + (language.translations.gettext(choice) if colon and choice else choice)


_COUNTED: Final = re.compile(r"(\d+) ([a-z]+)")


def in_own_words(code: str, language: Language) -> str:
    """A duration such as `7 days + 12 hours` or `no limit` as it is typed in a language; empty if the code is none."""
    gettext = language.translations.gettext
    if code in TIMES:
        return gettext(code)
    units = {form: message for message in UNITS for form in forms_of_unit(message)}
    counted = [_COUNTED.fullmatch(part) for part in code.split(" + ")]
    if not all(one and one[2] in units for one in counted):
        return ""
    return " + ".join(
        filled(gettext(units[one[2]]), {"count": int(one[1])}, format, language.category) for one in counted if one
    )


@cache
def _options() -> frozenset[str]:
    """The names of the options of all commands."""
    return option_names(all_commands())


def said(node: ast.AST) -> Iterator[str]:
    """The messages in an expression that says them."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            yield from (marked(str(text.value), context) for text, context in _literals(call))


def translation(language: Language, message: str) -> str:
    """The translation of a message; empty if it has none."""
    found = language.translated(message)
    is_same = language.code == ENGLISH or message in _catalogue(language.code)
    return found if found != message or is_same else ""


def filled_with(message: str, fact: str) -> str:
    """A message with the same fact in all its places, in the longest of its plural forms."""
    return _longest(parsed(message), fact)


def _longest(parts: Parts, fact: str) -> str:
    told = ""
    for part in parts:
        if isinstance(part, Plural):
            told += max((_longest(form, fact) for form in part.forms.values()), key=len)
        else:
            told += "99" if isinstance(part, Number) else fact if isinstance(part, Place) else part
    return told


def catalogue_of(file: Path, code: str) -> Catalog:
    """The translations in a file."""
    with file.open("rb") as source:
        return read_po(source, locale=code)


@cache
def _catalogue(code: str) -> frozenset[str]:
    """The translated messages of a language, even if the words are the same."""
    file = FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    return frozenset(str(message.id) for message in catalogue_of(file, code) if message.string)


def context_of(text: str) -> str | None:
    """The context of a message, if it has one."""
    return text.context if isinstance(text, InContext) else None


FLAG: Final = "icu-message-format"
"""Tells Weblate to check a message by the rules of ICU's plurals."""


_FEW: Final = 4


def has_few_words(text: str) -> bool:
    """Whether a message has so few words that they alone do not say what it means."""
    return len(re.findall(r"[^\W\d_]+", _longest(parsed(text), " "))) < _FEW


def template() -> Catalog:
    """The messages without translations."""
    catalogue = Catalog(charset="utf-8")
    for text, file, comment, around in messages():
        told = [comment or around] if comment or has_few_words(text) else []
        flags = [FLAG] if any(isinstance(part, Plural) for part in parsed(text)) else []
        flags += [f"max-length:{_LONGEST[comment]}"] if comment in _LONGEST else []
        places = [(file, None)]  # without lines, which change
        catalogue.add(text, None, places, flags, told, context=context_of(text))  # type: ignore[arg-type]
    return catalogue


def main() -> None:
    """Merge the messages into each language, and print the numbers of untranslated ones.

    With the name of a file, write the messages there instead, as the template for a new language.
    """
    new = template()
    if sys.argv[1:]:
        with Path(sys.argv[1]).open("wb") as target:
            write_po(target, new, width=_WIDTH, include_lineno=False)
        return
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
