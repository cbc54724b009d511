"""The question which of several matches is meant: a button for each, or a menu, that goes on with what was typed.

What was typed stands in the message itself, where a press finds it again: it may be longer than a custom id, and so it
lives exactly as long as the question does, whatever becomes of the bot meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.chat.core.messages import Post, passive
from bot.chat.core.press import Option, Press, PressButton, button, choice, row_of
from bot.model.people import Person
from bot.model.summary import Summary
from bot.texts import matches, names
from bot.texts.symbols import Symbols

LONGEST_TYPED: Final = 3000
"""How much of what was typed a question keeps, beside what it says itself."""

_MOST_BUTTONS: Final = 5
_LONGEST_LABEL: Final = 80
_MENU_SIZE: Final = 25
_MOST_MENUS: Final = 4
_OPENS, _CLOSES = "```\n", "\n```"


@dataclass(frozen=True, slots=True)
class MatchChoice:
    """A match that may be meant, and what a press does then."""

    match: Summary
    press: Press


def match_question(
    text: str, choices: Sequence[MatchChoice], person: Person, symbols: Symbols, *, typed: str = ""
) -> Post:
    """Ask somebody which match they mean; `typed` is what they need not type again."""
    kept = typed.replace("`", "").strip()
    ask = _buttons if len(choices) <= _MOST_BUTTONS else _menus
    texts = (text, f"{_OPENS}{kept}{_CLOSES}") if kept else (text,)
    shown: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(part) for part in texts]
    return Post(passive(*shown, *ask(choices, person, symbols)))


def typed_in(message: discord.Message | None) -> str:
    """What stands in such a question to be gone on with; empty if nothing does."""
    texts = (part.content for part in message.components if isinstance(part, discord.TextDisplay)) if message else ()
    return next((text[len(_OPENS) : -len(_CLOSES)] for text in texts if text.startswith(_OPENS)), "")


def _buttons(choices: Sequence[MatchChoice], person: Person, symbols: Symbols) -> Sequence[ui.ActionRow[Any]]:
    return [row_of(*(_button(choice, person, symbols) for choice in choices))]


def _button(choice: MatchChoice, person: Person, symbols: Symbols) -> PressButton:
    label = names.shortened(matches.brief(choice.match, person), _LONGEST_LABEL)
    return button(label, choice.press, emoji=symbols.of_match(choice.match, person))


def _menus(choices: Sequence[MatchChoice], person: Person, symbols: Symbols) -> Sequence[ui.ActionRow[Any]]:
    options = [
        Option(
            names.shortened(matches.brief(choice.match, person)),
            matches.whose_turn(choice.match, person),
            choice.press,
            symbols.of_match(choice.match, person),
        )
        for choice in choices
    ]
    chunks = [options[start : start + _MENU_SIZE] for start in range(0, len(options), _MENU_SIZE)][:_MOST_MENUS]
    return [
        row_of(choice(matches.match_menu(number, len(chunks)), chunk, name=str(number)))
        for number, chunk in enumerate(chunks)
    ]
