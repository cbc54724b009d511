"""Screens as messages: their text and picture, the rows of buttons and menus, and windows."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from discord import ui

import render
from bot.actions import askers
from bot.chat.challenges.arguments import place_of
from bot.chat.core import dispatcher, reviews
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.arguments import keeping, typed_in
from bot.chat.core.messages import Post, diagram_post, image, layout, picture, plain
from bot.chat.core.permissions import check_may_play_again, rooms_of, text_channel_here
from bot.chat.core.press import Option, choice, items_of, menu, options_of, row_of, rows_of, window
from bot.chat.core.request import Request
from bot.chat.core.rooms import ServerRooms
from bot.chat.matches import picker
from bot.chat.matches.moving import in_place
from bot.chat.offers import renew_notice
from bot.chat.replays.argument import find
from bot.model.competitions.competition import Venue
from bot.model.match import Match
from bot.model.people import Actor
from bot.model.permissions import check_member
from bot.model.refusals.offers import OfferClosed
from bot.model.refusals.settings import NotTextChannel
from bot.model.reviews import Review
from bot.opponents.manners import willing_to_draw
from bot.screens import core, registry
from bot.screens.core import Act, ActMenu, Asked, Handler, Menu, Screen
from bot.texts import limits, names
from bot.texts import reviews as review_texts
from rules.core import Phrase

_Row = ui.ActionRow[ui.LayoutView]


def asked_of(request: Request, act: Act | None = None) -> Asked:
    """What a person asks by a button, or by a command that does `act`."""
    act = act or replace(request.act, value=request.value)

    async def actor_in(_match_id: int = 0) -> Actor:
        return request.actor

    async def actor_here() -> Actor:
        actor = await request.context.placed(request.actor, request.actor.server_id)
        if actor.server_id is not None:
            check_member(actor, actor.server_id)
        return actor

    return Asked(
        context=request.context,
        actor=request.actor,
        act=act,
        seen=request.seen,
        fields={**request.fields, core.VALUE: request.values},
        language=request.discord_language,
        find=partial(find, request),
        actor_in=actor_in,
        actor_here=actor_here,
        show=request.show,
        gone_id=partial(_gone_id, request),
        willing=partial(asyncio.to_thread, willing_to_draw),
        check_may_post=partial(check_may_play_again, request),
        review=partial(_review, request),
        left=request.left,
        symbols=request.services.symbols,
        command_ids=request.services.command_ids,
        rooms=partial(_rooms, request),
        venue=partial(_venue, request),
        tell=request.services.tell,
        look=request.services.look,
        page=request.services.page,
        has_push=request.services.has_push,
        has_programs=request.services.has_programs,
        is_alone=False,
    )


async def _review(request: Request, match: Match) -> Review:
    async def tell(done: int, count: int) -> None:
        await request.report(review_texts.progress(done, count))

    return await reviews.review(request.services, request.person, match, tell)


async def _rooms(request: Request) -> ServerRooms:
    return rooms_of(request)


async def _venue(request: Request, _channel_id: int | None) -> Venue:
    """Where a competition is shown that is opened by this request: here.

    Raises `NotTextChannel`, or the errors of `place_of` and `ServerRooms.check_for_post`.
    """
    place = await place_of(request)
    channel_id = text_channel_here(request)
    if channel_id is None:
        raise NotTextChannel(place.channel_id)
    # Translators: What needs permissions: {purpose} in “Furlong can't do what {purpose} needs”.
    rooms_of(request).check_for_post(channel_id, Phrase("the tables"))
    return Venue(place.server_id, channel_id, place.channel_id, place.wants_thread)


async def _gone_id(request: Request, match: Match) -> int | None:
    """The id of the player to move if they have left the server of the match."""
    absent = match.to_move
    account = None if absent is None else await askers.account_behind(request.context, absent)
    if absent is None or account is None:
        return None
    return absent.id if account in await request.services.left(match.place.server_id, [account]) else None


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
        kept = replace(request.act, value=typed_in(request.message)) if handler.keeps else None
        answer = await handler.run(asked_of(request, kept))
    except OfferClosed as closed:
        await renew_notice(request, closed.match)
        raise
    if isinstance(answer, Act):
        return await request.answer_to(answer)
    if isinstance(answer, core.Ask):
        return Ask(window(answer))
    if handler.tells:
        request.services.look()
    if (handler.beside or handler.tells) and not handler.is_slow:
        return await beside(answer)
    return Change(await post_of(answer))


async def beside(screen: Screen) -> Answer:
    """A screen as a new private message."""
    if screen.only_tells:
        return Say(names.lines(screen.heading, screen.text, screen.hint))
    return Show(await post_of(screen))


async def post_of(screen: Screen) -> Post:
    """A screen as the content of a message."""
    below = [*_stage(screen), *(item for drop_down in screen.menus for item in _menu(drop_down))]
    beside = [*screen.steps, *screen.actions]
    in_rows = [beside] if len(beside) <= limits.ROW else [screen.steps, screen.actions]
    below += [row for actions in (*in_rows, *screen.groups) for row in rows_of(actions)]
    below += [*map(_act_menu, screen.elsewhere)]
    parts = () if screen.form is None else screen.form.parts
    settings = [
        part.in_full if part.is_long else f"**{part.label_in_full}** {part.in_full}" for part in parts if part.in_full
    ]
    text = names.lines(screen.heading, screen.text, *settings, screen.below, screen.hint)
    if screen.keeps and screen.form is not None:
        yes, kept = core.Action(screen.form.label, screen.form.act, core.Weight.MAIN), screen.form.parts[0].text
        return Post(keeping(text, kept, *rows_of([yes, *screen.actions])))
    if screen.table is not None:
        table, shown = screen.table, image(screen.table.alt, instead=screen.table.text)
        under = ui.TextDisplay[ui.LayoutView](text)
        return Post(layout(shown, under, *below), await picture(lambda: render.table(table.shown)))
    if screen.board is None and screen.figure is None and not screen.lines:
        return Post(layout(ui.TextDisplay(text), *below) if screen.is_framed else plain(text, *below))
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


def _act_menu(act_menu: ActMenu) -> _Row:
    """A menu of what leads elsewhere: of what is near the chosen option, if there is too much."""
    acts = [option.act for option in act_menu.options]
    at = acts.index(act_menu.chosen) if act_menu.chosen in acts else 0
    first = max(0, min(at - limits.MENU // 2, len(acts) - limits.MENU))
    options = [Option(option.label, "", option.act) for option in act_menu.options[first : first + limits.MENU]]
    return row_of(choice(act_menu.placeholder, options, name=act_menu.name, chosen=act_menu.chosen))


def _menu(select: Menu) -> list[ui.Item[ui.LayoutView]]:
    """A menu with the text above it, if there is one."""
    above = [ui.TextDisplay[ui.LayoutView](select.text)] if select.text else []
    return [
        *above,
        row_of(menu(select.placeholder, select.act, options_of(select.options), any_number=select.is_for_several)),
    ]
