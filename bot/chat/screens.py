"""Screens as messages: their text and picture, the rows of buttons and menus, and windows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord
from discord import ui

from bot.chat.core import dispatcher
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.messages import Post, diagram_post, plain
from bot.chat.core.press import PressMenu, button, menu, modal, row_of
from bot.chat.core.request import Request
from bot.chat.matches import picker
from bot.chat.replays.argument import find_begun
from bot.screens import core, registry
from bot.screens.core import Act, Action, Asked, Handler, Menu, Screen, Weight
from bot.texts import limits

_STYLES: Final = {
    Weight.PLAIN: discord.ButtonStyle.secondary,
    Weight.MAIN: discord.ButtonStyle.primary,
    Weight.ONWARD: discord.ButtonStyle.success,
}
_Row = ui.ActionRow[ui.LayoutView]


def asked_of(request: Request, act: Act | None = None) -> Asked:
    """What a person asks by a button, or by a command that does `act`."""
    act = act or replace(request.act, value=request.value)
    return Asked(request.context, request.actor, act, partial(find_begun, request), request.show)


def handlers() -> Iterator[dispatcher.Handler]:
    """The handlers of all screens, as the dispatcher takes them."""
    for handler in registry.handlers().values():
        yield dispatcher.Handler(
            handler.name,
            partial(_answer, handler),
            in_place=not (handler.beside or handler.asks),
            opens_modal=handler.asks,
            takes_value=handler.takes_value,
        )


async def _answer(handler: Handler, request: Request) -> Answer:
    answer = await handler.run(asked_of(request))
    if isinstance(answer, core.Ask):
        return Ask(modal(answer.title, answer.act, answer.label, answer.text, answer.longest))
    if handler.beside:
        return await beside(answer)
    return Change(await post_of(answer))


async def beside(screen: Screen) -> Answer:
    """A screen as a new private message."""
    if screen.board is None and not (screen.menus or screen.steps or screen.actions):
        return Say(screen.text)
    return Show(await post_of(screen))


async def post_of(screen: Screen) -> Post:
    """A screen as the content of a message."""
    below = [*_stage(screen), *(row_of(_menu(one)) for one in screen.menus)]
    below += [*_rows(screen.steps), *_rows(screen.actions)]
    if screen.board is None:
        return Post(plain(screen.text, *below))
    board, text, stage = screen.board, screen.text, screen.stage
    if stage is not None:
        text = f"{text}\n{picker.question(board.position, stage.choice)}"
        is_marked = stage.choice.chosen or stage.marks_first
        options = [branch.partial for branch in stage.choice.branches] if is_marked else ()
        board = replace(board, options=options, chosen=stage.choice.chosen)
    return await diagram_post(board, text, *below, alt=screen.alt)


def _stage(screen: Screen) -> list[_Row]:
    """The rows of the next options, and of the buttons that play the chosen move or go back."""
    if screen.board is None or screen.stage is None:
        return []
    stage = screen.stage
    return [*picker.rows(screen.board.position, stage.choice, stage.pick, stage.play, stage.label)]


def _rows(actions: Sequence[Action]) -> list[_Row]:
    buttons = [button(one.label, one.act, _STYLES[one.weight], disabled=not one.is_possible) for one in actions]
    return [row_of(*buttons[start : start + limits.ROW]) for start in range(0, len(buttons), limits.ROW)]


def _menu(one: Menu) -> PressMenu:
    options = [
        discord.SelectOption(label=option.label, value=option.value, description=option.hint or None)
        for option in one.options[: limits.MENU]
    ]
    return menu(one.placeholder, one.act, options)
