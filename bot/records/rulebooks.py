"""Rule books, read page by page from `rulebook.md` in the folder of each game's rules.

A game and its variants share a rule book. It is written in the Markdown that both Discord and a repository's web page
show. Its pages begin with `##`; a line that is an image names a picture in the folder, with its alt text.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bot.records.folders import folder_of, phrase_of
from rules.core import Game, Phrase

_IMAGE: Final = re.compile(r'!\[(?P<alt>[^\]]*)\]\((?P<file>[^)\s]+)(?:\s+"(?P<title>[^"]*)")?\)')


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture in a rule book: its file, its alt text, and its title, which tells `render.diagrams` what to paint."""

    file: Path
    alt: Phrase
    title: str


@dataclass(frozen=True, slots=True)
class Page:
    """One page: a heading, paragraphs in Discord's Markdown, and the picture that illustrates it, if it has one."""

    heading: Phrase
    paragraphs: tuple[Phrase, ...]
    illustration: Illustration | None

    @property
    def text(self) -> str:
        """The paragraphs in English."""
        return "\n\n".join(self.paragraphs)


@cache
def pages_of(game: Game) -> tuple[Page, ...]:
    """The pages of a game's rule book; empty if it has none."""
    file = folder_of(game) / "rulebook.md"
    if not file.is_file():
        return ()
    text = file.read_text(encoding="utf-8")
    _title, *sections = re.split(r"^## +", text, flags=re.MULTILINE)
    titles = {image["file"]: image["title"] for image in _IMAGE.finditer(text) if image["title"]}
    return tuple(_page(game, section, titles) for section in sections)


def _page(game: Game, section: str, titles: Mapping[str, str]) -> Page:
    heading, _, body = section.partition("\n")
    image = _IMAGE.search(body)
    illustration = image and Illustration(
        folder_of(game) / image["file"], phrase_of(game, image["alt"]), titles.get(image["file"], "")
    )
    paragraphs = (
        " ".join(paragraph.split("\n")) if _flows(paragraph) else paragraph for paragraph in body.split("\n\n")
    )
    texts = (paragraph.strip() for paragraph in paragraphs)
    found_texts = tuple(phrase_of(game, text) for text in texts if text and not _IMAGE.fullmatch(text))
    return Page(phrase_of(game, heading.strip()), found_texts, illustration)


def _flows(paragraph: str) -> bool:
    """Whether line breaks inside a paragraph only wrap it, unlike those of lists and boards."""
    return not re.match(r"\s*(?:[-*>|]|```|[0-9]+\.)", paragraph)
