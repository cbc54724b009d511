"""Discord's rules about application commands, and about the choices that they suggest."""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from tests.conformance.rule import Json, Table, count, distinct, items, length, number, part_of

CHAT, USER, MESSAGE, ENTRY_POINT = range(1, 5)
_SUBCOMMAND, _GROUP, _STRING, _INTEGER, _CHANNEL, _NUMBER, _FILE = 1, 2, 3, 4, 7, 10, 11
_LARGEST: Final = 2**53
_PAGE: Final = "docs: interactions/application-commands"
_LOCALES: Final = frozenset({
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR", "ro",
    "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
})  # fmt: skip
_MOST: Final = {CHAT: 100, USER: 15, MESSAGE: 15, ENTRY_POINT: 1}

SETS: Final = Table[Sequence[Json]]()
"""Rules about all commands that are registered together."""

COMMANDS: Final = Table[Json]()
"""Rules about a command."""

CHOICES: Final = Table[Sequence[Json]]()
"""Rules about the choices that are suggested while a person types."""


@SETS.rule(f"{_PAGE}, registering a command")
def _number_of_commands(commands: Sequence[Json]) -> Iterator[str]:
    for kind, most in _MOST.items():
        yield from count(f"commands of type {kind}", [one for one in commands if _kind(one) == kind], most)


@SETS.rule(f"{_PAGE}: a name is unique within a type; observed: APPLICATION_COMMANDS_DUPLICATE_NAME")
def _names_of_commands(commands: Sequence[Json]) -> Iterator[str]:
    yield from distinct("command", [(_kind(one), one.get("name")) for one in commands])


def _kind(command: Json) -> int:
    return command.get("type") or CHAT


def _parts(part: Json) -> Iterator[Json]:
    """A command or option, and all options in it."""
    yield part
    for option in items(part, "options"):
        yield from _parts(option)


def _inner(command: Json) -> Iterator[Json]:
    for option in items(command, "options"):
        yield from _parts(option)


def _variants(part: Json, name: str) -> list[str]:
    """A text in all languages."""
    texts = (part.get(name), *part_of(part, f"{name}_localizations").values())
    return [text for text in texts if isinstance(text, str)]


def _named(text: str) -> bool:
    letters = all(
        letter in "-_'" or unicodedata.category(letter)[0] in "LN" or _is_devanagari_or_thai(letter) for letter in text
    )
    return letters and text == text.lower()


def _is_devanagari_or_thai(letter: str) -> bool:
    return "\u0900" <= letter <= "\u097f" or "\u0e00" <= letter <= "\u0e7f"


@COMMANDS.rule(f"{_PAGE}, application command naming")
def _names_in_all_languages(command: Json) -> Iterator[str]:
    for part in _parts(command):
        for name in _variants(part, "name"):
            yield from length(f"name {name!r}", name, 32, 1)
            if (part is not command or _kind(command) == CHAT) and not _named(name):
                yield f"name {name!r} has capitals, or other characters than letters, digits, '-', '_' and \"'\""


@COMMANDS.rule(f"{_PAGE}, application command structure and option structure")
def _descriptions_in_all_languages(command: Json) -> Iterator[str]:
    for part in _parts(command):
        has_none = part is command and _kind(command) != CHAT
        for text in _variants(part, "description") or [""]:
            yield from length(f"description of {part.get('name')!r}", text, *((0, 0) if has_none else (100, 1)))


@COMMANDS.rule("docs: reference, locales")
def _languages(command: Json) -> Iterator[str]:
    for part in _parts(command):
        for one in (part, *items(part, "choices")):
            for name in ("name_localizations", "description_localizations"):
                for unknown in sorted({*part_of(one, name)} - _LOCALES):
                    yield f"{name} of {one.get('name')!r} has the unknown language {unknown!r}"


@COMMANDS.rule(f"{_PAGE}, localization: distinct from all other names in the language and all other default names")
def _names_of_options(command: Json) -> Iterator[str]:
    for part in _parts(command):
        options = items(part, "options")
        yield from distinct("option", [option.get("name") for option in options])
        for language in sorted({key for option in options for key in part_of(option, "name_localizations")}):
            yield from _clashes(options, language)


def _clashes(options: Sequence[Json], language: str) -> Iterator[str]:
    localized = [part_of(option, "name_localizations").get(language) for option in options]
    for index, name in enumerate(localized):
        others = [*localized[:index], *(other.get("name") for other in options if other is not options[index])]
        if name is not None and name in others:
            yield f"option {options[index].get('name')!r} is called {name!r} in {language}, as another one"


@COMMANDS.rule(f"{_PAGE}, slash commands: 8,000 characters over the longest localizations")
def _size_of_a_command(command: Json) -> Iterator[str]:
    size = sum(_size(one) for part in _parts(command) for one in (part, *items(part, "choices")))
    if size > 8000:
        yield f"the command has {size} characters, not up to 8000"


def _size(part: Json) -> int:
    texts = [_variants(part, name) for name in ("name", "description")] + [[str(part.get("value", ""))]]
    return sum(max(map(len, variants), default=0) for variants in texts)


@COMMANDS.rule(f"{_PAGE}, option structure: at most 25; only chat commands have any")
def _number_of_options_of_a_command(command: Json) -> Iterator[str]:
    for part in _parts(command):
        yield from count("options", items(part, "options"), 25)
    if _kind(command) != CHAT and items(command, "options"):
        yield "only a chat command has options"


@COMMANDS.rule(f"{_PAGE}, option structure: required options come first")
def _required_options(command: Json) -> Iterator[str]:
    for part in _parts(command):
        for before, after in pairwise(items(part, "options")):
            if after.get("required") and not before.get("required"):
                yield f"the required option {after.get('name')!r} comes after an optional one"


@COMMANDS.rule(f"{_PAGE}, subcommands and subcommand groups")
def _nesting(command: Json) -> Iterator[str]:
    for part in _parts(command):
        kinds = {option.get("type") for option in items(part, "options")}
        within: int | None = None if part is command else part.get("type")
        if kinds & {_SUBCOMMAND, _GROUP} and kinds - {_SUBCOMMAND, _GROUP}:
            yield f"{part.get('name')!r} has subcommands beside options"
        if within == _SUBCOMMAND and kinds & {_SUBCOMMAND, _GROUP}:
            yield f"{part.get('name')!r} has subcommands, but is one"
        if within == _GROUP and kinds != {_SUBCOMMAND}:
            yield f"the group {part.get('name')!r} has other options than subcommands, or none"
        if within not in {None, _SUBCOMMAND, _GROUP} and kinds:
            yield f"{part.get('name')!r} has options, but is none of the types that have"


@COMMANDS.rule(f"{_PAGE}, option type")
def _types_of_options(command: Json) -> Iterator[str]:
    for option in _inner(command):
        yield from number(f"type of {option.get('name')!r}", option.get("type", 0), 1, 11)


@COMMANDS.rule(f"{_PAGE}, option structure: min_value, max_value, min_length, max_length")
def _limits_of_options(command: Json) -> Iterator[str]:
    for option in _inner(command):
        name = option.get("name")
        for field, kinds in (("value", {_INTEGER, _NUMBER}), ("length", {_STRING})):
            least, most = option.get(f"min_{field}"), option.get(f"max_{field}")
            if (least, most) != (None, None) and option.get("type") not in kinds:
                yield f"{name!r} limits its {field}, which its type does not have"
            if least is not None and most is not None and least > most:
                yield f"{name!r} has a min_{field} above its max_{field}"
        yield from number(f"min_length of {name!r}", option.get("min_length"), 0, 6000)
        yield from number(f"max_length of {name!r}", option.get("max_length"), 1, 6000)


@COMMANDS.rule(f"{_PAGE}, option choice structure")
def _choices_of_options(command: Json) -> Iterator[str]:
    for option in _inner(command):
        choices, name = items(option, "choices"), option.get("name")
        yield from count(f"choices of {name!r}", choices, 25)
        yield from distinct(f"choice of {name!r}", [choice.get("name") for choice in choices])
        yield from distinct(f"value of {name!r}", [choice.get("value") for choice in choices])
        for choice in choices:
            yield from _choice(choice)
        if choices and option.get("type") not in {_STRING, _INTEGER, _NUMBER}:
            yield f"{name!r} has choices, which its type does not have"


@COMMANDS.rule(f"{_PAGE}, option structure: autocomplete")
def _autocomplete(command: Json) -> Iterator[str]:
    for option in _inner(command):
        if option.get("autocomplete") and (
            items(option, "choices") or option.get("type") not in {_STRING, _INTEGER, _NUMBER}
        ):
            yield f"{option.get('name')!r} cannot have autocomplete"


@COMMANDS.rule(f"{_PAGE}, option structure: channel_types, file_types")
def _filters_of_options(command: Json) -> Iterator[str]:
    for option in _inner(command):
        for field, kind in (("channel_types", _CHANNEL), ("file_types", _FILE)):
            if option.get(field) and option.get("type") != kind:
                yield f"{option.get('name')!r} has {field}, which its type does not have"
        yield from count(f"file types of {option.get('name')!r}", option.get("file_types"), 10)


@COMMANDS.rule(f"{_PAGE}, contexts")
def _contexts(command: Json) -> Iterator[str]:
    for field, most in (("contexts", 2), ("integration_types", 1)):
        for value in items(command, field):
            yield from number(field, value, 0, most)
        yield from distinct(field, items(command, field))


@CHOICES.rule("docs: interactions/receiving-and-responding, autocomplete")
def _number_of_suggestions(choices: Sequence[Json]) -> Iterator[str]:
    yield from count("choices", choices, 25)


@CHOICES.rule(f"{_PAGE}, option choice structure")
def _suggestions(choices: Sequence[Json]) -> Iterator[str]:
    for choice in choices:
        yield from _choice(choice)


def _choice(choice: Json) -> Iterator[str]:
    value: Any = choice.get("value")
    for name in _variants(choice, "name") or [""]:
        yield from length(f"name {name!r}", name, 100, 1)
    if isinstance(value, str):
        yield from length(f"value {value!r}", value, 100, 1)
    else:
        yield from number("value", value if value is not None else "missing", -_LARGEST, _LARGEST)
