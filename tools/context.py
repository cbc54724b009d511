"""Shows messages where people meet them: `make context LANGUAGE=pl`, or `python -m tools.context pl`.

It retells the kept transcripts in a language, and lists for every message the lines on which it's said there. A message
is found by its words, with anything in its places, and told in the language with the same facts. What is composed of
several messages is retold part by part, the longest first; what no message says stays in English. Beside them are
boards as pictures in the language: of each ruleset one in the middle of a random game, and one at its end.
"""

import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.texts.language import Language, Voice, language
from render import EXTENSION, Scene, picture
from rules import GAMES
from rules.core import Game
from rules.message_format import Number, Parts, Place, Plural, parsed
from rules.record import Step
from tools.messages import has_few_words, messages, translation

_ROOT: Final = Path(__file__).parent.parent
_TRANSCRIPTS: Final = _ROOT / "tests" / "bot" / "transcripts"
_LISTED: Final = 3
"""How many lines are listed for each message."""
_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
_MOST_STEPS: Final = 400
_SHOWN: Final = 6
"""How many of the latest steps a picture shows."""


@dataclass(frozen=True, slots=True)
class Known:
    """A message that can be found in an English text and told in another language."""

    message: str
    told: Parts
    pattern: re.Pattern[str]
    places: tuple[str, ...]
    """The names of the groups of the pattern, with a sharp before that of a number."""

    words: str = field(default="")
    """Its longest words, without which a text need not be searched."""


def known(spoken: Language) -> list[Known]:
    """All messages with a translation of their own, the longest first."""
    texts = dict.fromkeys(one.text for one in messages() if not one.text.endswith("[typed]"))
    found = [one for text in texts if (one := _known(text, translation(spoken, text)))]
    return sorted(found, key=lambda one: len(one.message), reverse=True)


def _known(text: str, told: str) -> Known | None:
    parts, places = parsed(text), list[str]()
    lines = (line.strip() for part in parts if isinstance(part, str) for line in part.split("\n"))
    words = max(lines, key=len, default="")
    if not told or (not re.search(r"\w", words) and not any(isinstance(part, Plural) for part in parts)):
        return None
    looks = _pattern(parts, places, "")
    before, behind = (r"(?<=\[)", r"(?=[\] ])") if has_few_words(text) and not places else (r"(?<!\w)", r"(?!\w)")
    pattern = re.compile(before + looks + behind)
    return Known(text, parsed(told), pattern, tuple(places), words)


def _pattern(parts: Parts, places: list[str], counted: str) -> str:
    """What parts of a message look like; the names of their places are added in the order of the groups."""
    found = ""
    for part in parts:
        match part:
            case str():
                found += re.escape(part).replace("\\\n", r"\n[ +-]*")
            case Plural():
                found += f"(?:{'|'.join(_pattern(form, places, part.name) for form in part.forms.values())})"
            case Number():
                places.append(f"#{counted}")
                found += r"(\d[\d,]*)"
            case Place():
                places.append(part.name)
                found += r"([^\n]+?)"
    return found


def retold(text: str, among: list[Known], spoken: Language) -> tuple[str, Mapping[str, list[int]]]:
    """A text in the language, and the numbers of the lines on which each message was found."""
    lines = defaultdict[str, list[int]](list)
    for one in among:
        if one.words in text:

            def told(found: re.Match[str], one: Known = one, text: str = text) -> str:
                facts = {name: fact for name, fact in zip(one.places, found.groups(), strict=True) if fact}
                lines[one.message].append(text.count("\n", 0, found.start()) + 1)
                return "".join(_filled(one.told, facts, spoken, ""))

            text = one.pattern.sub(told, text)
    return text, lines


def _filled(parts: Parts, facts: Mapping[str, str], spoken: Language, counted: str) -> Iterator[str]:
    for part in parts:
        match part:
            case str():
                yield part
            case Place():
                yield facts.get(part.name, "…")
            case Number():
                yield facts.get(f"#{counted}", "1")
            case Plural():
                count = facts.get(f"#{part.name}", "1").replace(",", "")
                form = part.forms.get(spoken.category(int(count)), part.forms["other"])
                yield from _filled(form, facts, spoken, part.name)


def boards(game: Game, spoken: Language) -> Iterator[bytes]:
    """Pictures in the language: of the middle of a random game, and of its end."""
    choose, position, steps = random.Random(game.key).choice, game.start(game.seats[-1]), list[Step]()
    while len(steps) < _MOST_STEPS and (moves := position.legal_moves()):
        move = choose(moves)
        steps.append(Step(position, move, position := position.play(move)))
    for shown in (steps[: len(steps) // 2], steps):
        yield picture(shown[-1].after, Scene(_NAMES, tuple(shown[-_SHOWN:]), say=Voice(spoken.code)))


def main() -> None:
    """Write the transcripts and boards in a language, and the list of its messages, into `build/context`."""
    spoken = language(sys.argv[1])
    folder = _ROOT / "build" / "context" / spoken.code
    folder.mkdir(parents=True, exist_ok=True)
    among, said = known(spoken), defaultdict[str, list[str]](list)
    for file in sorted(_TRANSCRIPTS.glob("*.txt")):
        text, lines = retold(file.read_text(encoding="utf-8"), among, spoken)
        (folder / file.name).write_text(text, encoding="utf-8")
        for message, numbers in lines.items():
            said[message] += [f"{file.name}:{number}" for number in numbers]
    count = len(said)
    listed = [
        f"{one.message}\n= {translation(spoken, one.message)}\n@ {', '.join(said[one.message][:_LISTED]) or '-'}\n"
        for one in among
    ]
    (folder / "messages.list").write_text("\n".join(listed), encoding="utf-8")
    for game in GAMES.values():
        for number, painted in enumerate(boards(game, spoken), start=1):
            (folder / f"{game.key}-{number}.{EXTENSION}").write_bytes(painted)
    print(f"{folder}: {count} of {len(among)} messages are said in {len(list(folder.glob('*.txt')))} evenings")


if __name__ == "__main__":
    main()
