"""Screens as messages: their text and picture, the rows of buttons and menus, and windows."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import discord
from discord import ui

from bot.chat.core import dispatcher, reviews
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.messages import Post, diagram_post, image, layout, picture, plain
from bot.chat.core.permissions import check_may_play_again, rooms_of
from bot.chat.core.press import items_of, menu, modal, row_of, rows_of
from bot.chat.core.request import Request
from bot.chat.core.rooms import ServerRooms
from bot.chat.matches import picker
from bot.chat.matches.moving import in_place
from bot.chat.offers import renew_notice
from bot.chat.replays.argument import find
from bot.model.match import Match
from bot.model.people import Actor
from bot.model.refusals.offers import OfferClosed
from bot.model.reviews import Review
from bot.opponents.manners import willing_to_draw
from bot.screens import core, registry
from bot.screens.core import Act, Asked, Handler, Menu, Screen
from bot.texts import limits, names
from bot.texts import reviews as review_texts

_Row = ui.ActionRow[ui.LayoutView]


def asked_of(request: Request, act: Act | None = None) -> Asked:
    """What a person asks by a button, or by a command that does `act`."""
    act = act or replace(request.act, value=request.value)

    async def actor_in(_match_id: int) -> Actor:
        return request.actor

    return Asked(
        context=request.context,
        actor=request.actor,
        act=act,
        fields={**request.fields, core.VALUE: request.values},
        language=request.discord_language,
        find=partial(find, request),
        actor_in=actor_in,
        show=request.show,
        gone_id=partial(_gone_id, request),
        willing=partial(asyncio.to_thread, willing_to_draw),
        check_may_post=partial(check_may_play_again, request),
        review=partial(_review, request),
        left=request.left,
        symbols=request.services.symbols,
        command_ids=request.services.command_ids,
        rooms=partial(_rooms, request),
        look=request.services.look,
        page=request.services.page,
    )


async def _review(request: Request, match: Match) -> Review:
    async def tell(done: int, count: int) -> None:
        await request.report(review_texts.progress(done, count))

    return await reviews.review(request.services, request.person, match, tell)


async def _rooms(request: Request) -> ServerRooms:
    return rooms_of(request)


async def _gone_id(request: Request, match: Match) -> int | None:
    """The id of the player to move if they have left the server of the match."""
    absent = match.to_move
    if absent is None or not absent.is_on_discord:
        return None
    return absent.id if absent.id in await request.services.left(match.place.server_id, [absent.id]) else None


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


async def _answer(handler: Handler, request: Request) -> Answer | None:
    answer = _answered(handler, request)
    return await (in_place(request, answer) if handler.closes else answer)


async def _answered(handler: Handler, request: Request) -> Answer | None:
    try:
        answer = await handler.run(asked_of(request))
    except OfferClosed as closed:
        await renew_notice(request, closed.match)
        raise
    if isinstance(answer, Act):
        return await request.answer_to(answer)
    if isinstance(answer, core.Ask):
        (part,) = answer.parts
        return Ask(modal(answer.title, answer.act, part.label, part.text, part.longest))
    if handler.tells:
        request.services.look()
    if (handler.beside or handler.tells) and not handler.is_slow:
        return await beside(answer)
    return Change(await post_of(answer))


async def beside(screen: Screen) -> Answer:
    """A screen as a new private message."""
    further = screen.lines, screen.menus, screen.steps, screen.actions, screen.groups
    if screen.board is None and screen.figure is None and not any(further):
        return Say(screen.text)
    return Show(await post_of(screen))


async def post_of(screen: Screen) -> Post:
    """A screen as the content of a message."""
    below = [*_stage(screen), *(item for one in screen.menus for item in _menu(one))]
    beside = [*screen.steps, *screen.actions]
    in_rows = [beside] if len(beside) <= limits.ROW else [screen.steps, screen.actions]
    below += [row for actions in (*in_rows, *screen.groups) for row in rows_of(actions)]
    parts = () if screen.form is None else screen.form.parts
    told = [part.told if part.is_long else f"**{part.label}:** {part.told}" for part in parts if part.told]
    text = names.lines(screen.heading, screen.text, *told, screen.below, screen.hint)
    if screen.board is None and screen.figure is None and not screen.lines:
        return Post(plain(text, *below))
    if screen.board is None:
        return await _in_frame(screen, text, below)
    board, stage = screen.board, screen.stage
    if stage is not None:
        text = f"{text}\n{picker.question(board.position, stage.choice)}"
        is_marked = stage.choice.chosen or stage.marks_first
        options = [branch.partial for branch in stage.choice.branches] if is_marked else ()
        board = replace(board, options=options, chosen=stage.choice.chosen)
    return await diagram_post(board, text, *below, alt=screen.alt)


async def _in_frame(screen: Screen, text: str, below: Sequence[ui.Item[ui.LayoutView]]) -> Post:
    """A screen without a board: its text, its picture and its lines."""
    items, figure = [*items_of(screen.lines), *below], screen.figure
    if figure is None:
        return Post(layout(ui.TextDisplay(text), *items))
    shown = ui.TextDisplay[ui.LayoutView](text), image(figure.alt, figure.extension, instead=figure.position or "")
    return Post(layout(*shown, *items), await picture(figure.paint), extension=figure.extension)


def _stage(screen: Screen) -> list[_Row]:
    """The rows of the next options, and of the buttons that play the chosen move or go back."""
    if screen.board is None or screen.stage is None:
        return []
    stage = screen.stage
    return [*picker.rows(screen.board.position, stage.choice, stage.pick, stage.play, stage.label)]


def _menu(one: Menu) -> list[ui.Item[ui.LayoutView]]:
    """A menu with the text above it, if there is one."""
    options = [
        discord.SelectOption(
            label=option.label, value=option.value, description=option.hint or None, default=option.is_chosen
        )
        for option in one.options[: limits.MENU]
    ]
    above = [ui.TextDisplay[ui.LayoutView](one.text)] if one.text else []
    return [*above, row_of(menu(one.placeholder, one.act, options, any_number=one.is_for_several))]
