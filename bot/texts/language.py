"""The languages in which texts are said: `say` translates a message into the language of `speaking`.

A language is a folder of `bot/texts/locales` with its translations in gettext's format. `rules.core.Phrase` describes
the form of a message; texts may also have people, times and durations as facts. English needs no folder: messages are
English, and a message without a translation stays English. Refusals say their own messages.

The package of a plugin may have a folder `locales` of the same form, with its own messages in some of these languages.
"""

import logging
import os
import re
import unicodedata
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, reduce, singledispatch
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, Final, cast

from babel import Locale, negotiate_locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from bot.model.refusals import Refusal
from bot.records.folders import folder_of
from render.typeface import can_show
from rules import FAMILIES
from rules.core import InContext, Phrase
from rules.core import message as message  # so that texts can import everything about languages from here
from rules.message_format import filled
from rules.wording import SENTENCE, quotation
from rules.wording import listed as listed_in_english

_log: Final = logging.getLogger(__name__)

ENGLISH: Final = "en"
FOLDER: Final = Path(__file__).with_name("locales")
DOMAIN: Final = "furlong"


@dataclass(frozen=True)
class Language:
    """A language, with its translations."""

    code: str
    """The code of its folder, such as `pt_BR`."""

    translations: NullTranslations

    packages: Mapping[str, NullTranslations] = field(default_factory=dict[str, NullTranslations], compare=False)
    """The translations of other packages by their names, which are the contexts of what their books say."""

    @cached_property
    def locale(self) -> Locale:
        """The conventions of the language for numbers, dates and lists."""
        return Locale.parse(self.code)

    def translated(self, message: str) -> str:
        """The translation of a message in its context, with its places; the message itself if it has none."""
        if isinstance(message, InContext):
            if message.context in self.packages:
                return self.packages[message.context].gettext(message)
            return self.translations.pgettext(message.context, message)
        return self.translations.gettext(message)

    def category(self, count: int) -> str:
        """The category of a number in plurals."""
        return _category(self.code, count)


@lru_cache(4096)
def _category(code: str, count: int) -> str:
    return Locale.parse(code).plural_form(count)


@cache
def languages() -> Sequence[str]:
    """The codes of all languages, English first."""
    return (ENGLISH, *sorted({file.parents[1].name for file in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.[mp]o")}))


@cache
def language(code: str) -> Language:
    """The language with a code, which `languages` lists."""
    if code == ENGLISH:
        return Language(code, NullTranslations())
    translations, packages = _translations(FOLDER, code), dict[str, NullTranslations]()
    for package, folder in {game.package: folder_of(game) / "locales" for game in FAMILIES}.items():
        if any((folder / code / "LC_MESSAGES").glob(f"{DOMAIN}.[mp]o")):
            try:
                packages[package] = _translations(folder, code)
            except Exception as error:  # noqa: BLE001 - the files are another's, and English is better than nothing
                _log.warning("The translations in %s, into %s, can't be read: %s", folder, code, error)
    for added in packages.values():  # for messages that we have none of
        translations.add_fallback(added)
    return Language(code, translations, packages)


@cache
def language_name(code: str) -> str:
    """The name of a language in itself, without loading its translations."""
    name = Locale.parse(code).get_display_name() or code
    return name[:1].upper() + name[1:]


def _translations(folder: Path, code: str) -> NullTranslations:
    """The translations of a language in a folder. A clone compiles them when they are first needed and after each change."""
    source = folder / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    compiled = source.with_suffix(".mo")
    if not source.exists() or (compiled.exists() and compiled.stat().st_mtime_ns >= source.stat().st_mtime_ns):
        with compiled.open("rb") as file:
            return GNUTranslations(file)
    content = BytesIO()
    with source.open("rb") as file:
        write_mo(content, read_po(file, locale=code))
    part = compiled.with_suffix(f".{os.getpid()}")
    with suppress(OSError):  # from a folder where nothing may be written
        part.write_bytes(content.getvalue())
        part.replace(compiled)  # at once, because several processes may begin together
    return GNUTranslations(BytesIO(content.getvalue()))


def supported(*wanted: str) -> str:
    """The first language, among wanted codes such as `pt-BR`, that Furlong speaks; otherwise English.

    Anyone may send any code, and some browsers send `pt-br`: the result is always a code of `languages`.
    """
    tag = negotiate_locale([code.replace("-", "_") for code in wanted if code], languages()) or ENGLISH
    return next(code for code in languages() if code.lower() == tag.lower())  # `tag` is spelled as it was wanted


_SPOKEN: Final = ContextVar("spoken", default=ENGLISH)


def spoken() -> str:
    """The code of the language in which texts are said at the moment."""
    return _SPOKEN.get()


ShownOptions = Callable[[str], Mapping[str, str]]
"""The options of commands that Discord shows to a person under other names, by their names in a language."""

_SHOWN_OPTIONS: Final[ContextVar[ShownOptions | None]] = ContextVar("shown_options", default=None)


def shown_options() -> ShownOptions | None:
    """The options as Discord shows them to the person who is answered at the moment; None if it is nobody alone."""
    return _SHOWN_OPTIONS.get()


@contextmanager
def speaking(code: str, options: ShownOptions | None = None) -> Generator[None]:
    """A context in which texts are said in a language, in this task and in those that it starts.

    Texts for one person name the options of commands as Discord shows them to that person.
    """
    before, options_before = _SPOKEN.set(code), _SHOWN_OPTIONS.set(options)
    try:
        yield
    finally:
        _SHOWN_OPTIONS.reset(options_before)
        _SPOKEN.reset(before)


_CODE: Final = re.compile(r"`[^`\n]+`")
_OPTION: Final = re.compile(r"(?:(?<= )|(?<=^`))\w+(?=:)|(?<=^`)\w+(?=`$)")


def _with_options(text: str, options: Mapping[str, str]) -> str:
    """A text in whose code the options of commands have other names."""

    def named(code: re.Match[str]) -> str:
        return _OPTION.sub(lambda option: options.get(option[0], option[0]), code[0])

    return _CODE.sub(named, text)


def say(message: str, /, **facts: Any) -> str:
    """A message, or a phrase with its facts, in the language of `speaking`; empty for an empty text.

    In place of a translation that the facts don't fit, such as one with a wrong place, the message is said in English.
    """
    if isinstance(message, Phrase):
        message, facts = message.message, dict(message.facts)
    if not message:  # for which gettext returns the header of the catalogue
        return ""
    if message.startswith(SENTENCE):
        return paragraph(*(fact(value, "") for value in facts.values()))
    speaker = language(_SPOKEN.get())
    text = speaker.translated(message)
    options = _SHOWN_OPTIONS.get()
    if options is not None and "`" in text and (others := options(_SPOKEN.get())):
        text = _with_options(text, others)
    try:
        marked = _with_fitting(text, speaker.code)
        joined = _joined(filled(marked, facts, fact, speaker.category), speaker.code)
        return joined if marked is text else _fitted(joined, speaker.code)
    except Exception as error:
        if text == message:
            raise
        _log_broken(speaker.code, message, repr(error))
        return filled(message, facts, fact, language(ENGLISH).category)


# Translators: What becomes of “The channel” and “Team” behind a word within a sentence, such as “à Le salon = au salon” in
# French: all such pairs that your language has, separated by commas. Stars around the name stay by themselves.
_JOINED: Final = message(
    "It's The channel = It's the channel, against The channel = against the channel, of The channel = of the channel, to The channel = to the channel, by The channel = by the channel, for The channel = for the channel, with The channel = with the channel, and The channel = and the channel, or The channel = or the channel, as The channel = as the channel, is The channel = is the channel, without The channel = without the channel"
)


def _joined(text: str, code: str) -> str:
    """A sentence in which the name of a channel or team goes with the word before it."""
    joined, names, pattern = _joints(code)
    if not any(name in text for name in names):
        return text

    def fitted(groups: re.Match[str]) -> str:
        before, name = joined[f"{groups['before']} {groups['name']}"].split(" ", 1)
        return f"{before} {groups['stars']}{name}"

    return pattern.sub(fitted, text)


@cache
def _joints(code: str) -> tuple[Mapping[str, str], frozenset[str], re.Pattern[str]]:
    """What becomes of a word and a name behind it in a language, these names, and the pattern of all that."""
    pairs = [pair.strip().partition(" = ") for pair in language(code).translated(_JOINED).split(",")]
    joined = {apart: together for apart, _sign, together in pairs if together}
    befores, names = ({apart.partition(" ")[part] for apart in joined} for part in (0, 2))
    either = ["|".join(map(re.escape, sorted(words))) for words in (befores, names)]
    listed = "|".join(rf"(?={re.escape(apart).replace(chr(92) + ' ', f' [*{_HERE}]*')})" for apart in joined) or "(?!)"
    pattern = rf"(?<!\w)(?:{listed})(?P<before>{either[0]}) (?P<stars>[*{_HERE}]*)(?P<name>{either[1]})(?!\w)"
    return joined, frozenset(names), re.compile(pattern)


# Translators: Words that have another form before a name that begins with certain letters, as “de = d' (a e i o u)” in French,
# “y = e (i hi)” in Spanish: all of your language, separated by commas; “-” if it has none. Accents and capitals don't matter.
_FITTING: Final = message("a = an (a e i o u)")
_HERE: Final = "\0"
"""Where a fact begins behind a word that may fit itself to it; no text has this sign."""


@cache
def _fitting(code: str) -> Mapping[str, tuple[str, tuple[str, ...]]]:
    """Words of a language that fit themselves to the name behind them: their other form, and before which letters."""
    pairs = re.findall(r"(\w+) = (\S+) \(([^)]+)\)", language(code).translated(_FITTING))
    return {word: (other, tuple(letters.split())) for word, other, letters in pairs}


@lru_cache(8192)
def _with_fitting(text: str, code: str) -> str:
    """A message with a mark before each place that stands behind a fitting word; the same text if there is none."""
    words = "|".join(_fitting(code))
    return re.sub(rf"(?<!\w)(?:{words}) [*]*(?=\{{)", rf"\g<0>{_HERE}", text) if words else text


def _fitted(text: str, code: str) -> str:
    """A sentence whose words before marks have the form that fits; a cell, such as `a4`, changes none."""

    def fitting(groups: re.Match[str]) -> str:
        other, letters = _fitting(code).get(groups["word"], ("", ()))  # it may have been joined to the name already
        name = unicodedata.normalize("NFKD", text[groups.end() : groups.end() + _MOST_LETTERS]).casefold()
        if not name.startswith(letters) or name[1:2].isdigit():
            return f"{groups['word']} {groups['stars']}"
        return f"{other}{'' if other.endswith(_APOSTROPHES) else ' '}{groups['stars'].replace(_HERE, '')}"

    return re.sub(rf"(?P<word>\w+) (?P<stars>[*]*{_HERE}[*\[]*)", fitting, text).replace(_HERE, "")


_MOST_LETTERS: Final = 4
_APOSTROPHES: Final = ("'", "’")


@cache
def _log_broken(code: str, message: str, error: str) -> None:
    """Log a broken translation, once in each process."""
    _log.error("The translation into %s is wrong, and English is said: %s (%s)", code, message, error)


@dataclass(frozen=True, slots=True)
class Voice:
    """Says messages in one language wherever it is called, such as in a picture that is painted later."""

    code: str

    def __call__(self, message: str) -> str:
        """A message or a phrase in the language."""
        with speaking(self.code):
            return say(message)


def voice() -> Voice:
    """The voice for pictures: it speaks the language of the moment, or English if no typeface here has its letters."""
    return Voice(spoken() if can_show(language_name(spoken())) else ENGLISH)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Parts joined as in a sentence, with "and" or "or"; empty if there are none."""
    if spoken() == ENGLISH:
        return listed_in_english(parts, last)
    style, code = "or" if last == "or" else "standard", spoken()
    places = [f"{{{number}}}" for number in range(len(parts))]
    pattern = format_list(places, style=style, locale=language(code).locale) if parts else ""
    return _fitted(_with_fitting(pattern, code).format(*parts), code)


def strung(parts: Sequence[str], *, apart: bool = False) -> str:
    """Parts with the comma of the language between them; its semicolon if they stand `apart` or have commas themselves."""
    if apart or any("," in part or "、" in part for part in parts):
        # Translators: Two parts of a list that have commas themselves.
        return reduce(lambda before, part: say("{part}; {other}", part=before, other=part), parts) if parts else ""
    return reduce(locale().list_patterns["standard"]["middle"].format, parts) if parts else ""


def bracketed(text: str, note: str) -> str:
    """A text with a note in the brackets of the language behind it; the text alone if there is no note."""
    # Translators: A text, such as a name, with a note in brackets behind it.
    return say("{text} ({note})", text=text, note=note) if note else text


def acted(player: str, action: str) -> str:
    """What a player does: the name, and words that follow it."""
    # Translators: What a player does: {action} is such as “furls 3 discs from a4 to c4”.
    return say("{player} {action}", player=player, action=action)


def capitalized(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]


def paragraph(*sentences: str) -> str:
    """Sentences, one after the other; empty ones are left out.

    There is a space between two of them, except after the wide full stop of Chinese and Japanese, which brings its own.
    """
    joined = ""
    for sentence in filter(None, sentences):
        joined += sentence if not joined or _is_wide(joined[-1]) else f" {sentence}"
    return joined


def _is_wide(sign: str) -> bool:
    """Whether a sign is as wide as it is high, as all signs of Chinese and Japanese are."""
    return unicodedata.east_asian_width(sign) in ("W", "F") and unicodedata.category(sign)[0] == "P"


def as_sentence(words: str) -> str:
    """Words that are not a sentence by themselves, with a full stop."""
    # Translators: Words that are not a sentence by themselves, with a full stop.
    return say("{words}.", words=words)


def labelled(label: str, text: str) -> str:
    """A text after what it is about, with the colon of the language: French has a space before it, Japanese a wide one."""
    # Translators: A text after what it is about; only the sign between them, and its spaces, are yours.
    return say("{label}: {text}", label=label, text=text)


def locale() -> Locale:
    """The conventions of the spoken language, for the dates and numbers that a text gives."""
    return language(_SPOKEN.get()).locale


@singledispatch
def fact(value: Any, form: str) -> str:
    """A fact in a sentence; the modules of `bot.texts` register further types of facts."""
    return format(value, form)


@fact.register
def _(value: int, form: str) -> str:
    """A number; with the form `,` its digits are grouped in the language's way."""
    return format_decimal(value, locale=locale()) if form == "," else format(value, form)


@fact.register
def _(value: float, form: str) -> str:
    """A number; with the form `.0%` a share, as a whole percentage in the language's way."""
    return format_percent(value, locale=locale()) if form == ".0%" else format(value, form)


@fact.register
def _(value: str, form: str) -> str:
    if form == "q":
        return say(quotation(value))
    return say(value) if isinstance(value, Phrase) else value


@fact.register
def _(value: tuple, form: str) -> str:  # type: ignore[type-arg]  # singledispatch takes no type arguments
    parts = [fact(part, "" if isinstance(part, str | int) else "b") for part in cast(tuple[Any, ...], value)]
    return listed(parts, form or "and")


@singledispatch
def sentence(_error: BaseException) -> str | None:
    """The sentence for people about an error; None if the error is not meant for people."""
    return None


@sentence.register
def _(error: Refusal) -> str | None:
    return say(error.says, **vars(error)) or None
