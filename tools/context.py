"""Shows messages where people meet them: `make context LANGUAGE=pl`, or `python -m tools.context pl`.

It retells the kept transcripts in a language, and lists for every message the lines on which it's said there. A message
is found by its words, with anything in its places, and told in the language with the same facts. What is composed of
several messages is retold part by part, the longest first; what no message says stays in English. Beside them are
pictures in the language: of each ruleset a board in the middle of a random game, the board at its end, and the card of
its end; and, if Playwright and Chromium are installed, the screens of the page, of each kind one.
"""

import os
import random
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

from bot.texts.language import Language, language, speaking, voice
from bot.texts.names import numbered
from render import EXTENSION, Card, Scene, card, picture
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
    """Pictures of the middle of a random game, of its end, and the card of its end.

    They are in the language, or in English if no typeface here has its letters.
    """
    choose, position, steps = random.Random(game.key).choice, game.start(game.seats[-1]), list[Step]()
    while len(steps) < _MOST_STEPS and (moves := position.legal_moves()):
        move = choose(moves)
        steps.append(Step(position, move, position := position.play(move)))
    with speaking(spoken.code):
        said = voice()
    middle, end = (Scene(_NAMES, tuple(shown[-_SHOWN:]), say=said) for shown in (steps[: len(steps) // 2], steps))
    yield picture(steps[len(steps) // 2 - 1].after, middle)
    yield picture(position, end)
    with speaking(said.code):
        yield card(Card(numbered(game.name, 1), position, end))


_ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+")
_WIDTH, _HEIGHT = 1000, 900
_MOST_SCREENS: Final = 60
_PLAYER: Final = "Ada"
_LOAD_PICTURES: Final = """() => Promise.all([...document.images].map((image) => {
    image.loading = "eager";
    return image.decode().catch(() => null);
}))"""
"""Pictures outside of the window are loaded only as they come into it, and a screen is taken whole."""


@contextmanager
def _playground() -> Generator[str]:
    """The address of the page of a playground with dozens of matches, for as long as it is needed."""
    with TemporaryDirectory() as folder:
        options = ["--demo", "--port", "0", "--database", str(Path(folder) / "context.db")]
        command = [sys.executable, "-u", "-m", "bot", "playground", *options]
        process = subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield next(found[0] for line in process.stdout if (found := _ADDRESS.search(line)))
        finally:
            process.kill()
            process.communicate()


def kind(path: str) -> str:
    """What a screen's address has in common with all of its kind: numbers and games are left out."""
    return "/".join("-" if part in GAMES or re.search(r"\d", part) else part for part in path.split("/"))


def screens(spoken: Language) -> Iterator[tuple[str, bytes]]:
    """The name and the picture of a screen of each kind that links lead to; nothing without Playwright and Chromium."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None or not find_spec("playwright"):
        return
    from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415 - it is in the extra `browser`

    with _playground() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(locale=spoken.code.replace("_", "-"), viewport={"width": _WIDTH, "height": _HEIGHT})
        page.goto(address)
        yield "page-welcome", page.screenshot(full_page=True)
        page.get_by_role("button", name=_PLAYER).click()
        page.wait_for_url(f"{address}/")
        paths, seen = ["/"], {kind("/")}
        for path in paths:  # which grows
            with suppress(Error):  # a file is loaded, and not shown
                page.goto(address + path)
                page.evaluate(_LOAD_PICTURES)
                yield f"page{kind(path).rstrip('/').replace('/', '-') or '-home'}", page.screenshot(full_page=True)
                links: list[str] = page.eval_on_selector_all("a[href]:not(svg a)", "all => all.map(a => a.href)")
                for parts in map(urlsplit, links):
                    new = f"{parts.scheme}://{parts.netloc}" == address and kind(parts.path) not in seen
                    if new and len(seen) < _MOST_SCREENS:
                        seen.add(kind(parts.path))
                        paths.append(parts.path)
        browser.close()


def main() -> None:
    """Write the transcripts and pictures in a language, and the list of its messages, into `build/context`."""
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
    for name, shown in screens(spoken):
        (folder / f"{name}.png").write_bytes(shown)
    if not any(folder.glob("page-*.png")):
        print("The page has no pictures: they need Playwright (the extra `browser`) and Chromium.")
    print(f"{folder}: {count} of {len(among)} messages are said in {len(list(folder.glob('*.txt')))} evenings")


if __name__ == "__main__":
    main()
