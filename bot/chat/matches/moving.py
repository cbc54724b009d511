"""Moving: typed moves, the match that they are meant for, suggestions while typing, and the picker.

The match is found by legality. Suggestions come from all matches in which the player is to move; if there are several,
each suggestion has the number of its match, which people may also type: `a4<c4 #2`.
"""

import re
from collections.abc import Awaitable, Sequence
from contextlib import nullcontext
from heapq import nsmallest
from typing import Final

from discord import app_commands

from bot.actions import matches, playing
from bot.actions import plans as planning
from bot.actions.change import check_age, check_running, check_to_move
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.arguments import ask_for_match, complete_match, number_in, typed_in
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.messages import Post
from bot.chat.core.messages import plain as private
from bot.chat.core.press import PressButton, button, row_of
from bot.chat.core.request import Request, reply_to
from bot.chat.matches import picker, views
from bot.chat.pages import opening
from bot.model.match import Match, State, Summary, WaitingBoard, waits_for
from bot.model.people import Person
from bot.model.picking import ahead, choose, needs_confirming
from bot.model.refusals import Refusal
from bot.model.refusals.matches import NoMatchWaits, NothingToPlay, StaleBoard, UnknownMatch
from bot.screens.core import Act
from bot.screens.pictures import viewpoint_of
from bot.texts import errors, limits
from bot.texts import moves as move_texts
from bot.texts import plans as plan_texts
from bot.texts.language import say, speaking
from bot.texts.matches import brief
from bot.texts.names import lines
from bot.texts.vocabulary import in_own_words, move_in_english
from rules.core import InvalidMove, Move, MoveError
from rules.reading import plain

_CELL: Final = re.compile(r"[a-z][0-9]{1,2}")
"""A move consisting of a single cell, which is legal in nearly every position of some games."""
_MARKED: Final = re.compile(r"(?P<move>.*?)\s*#\s*(?P<number>[0-9]{1,9})\s*", re.DOTALL)

_Choices = list[app_commands.Choice[str]]


def _unmarked(typed: str) -> tuple[str, int | None]:
    """A typed move, which may be empty, and the number of the match after it, or None."""
    marked = _MARKED.fullmatch(typed)
    return (typed, None) if marked is None else (marked["move"], int(marked["number"]))


@app_commands.command(name="move", description="Play a move. Suggestions appear while you type.")
@app_commands.describe(move="Your move, as the suggestions show it", match="Which match, if the move fits several")
@app_commands.autocomplete(match=complete_match)
@slash
async def move(
    request: Request, move: app_commands.Range[str, 1, limits.SUGGESTION], match: str | None = None
) -> Answer | None:
    """Play a typed move; the number of a match alone opens its picker."""
    text, number = _unmarked(move)
    named = number_in(match)
    number = number if named is None else named
    waiting = None
    if number is None:
        number, waiting = await _match_meant(request, text)
    if not text:
        return await request.answer_to(Act("move", number))
    return await _play(request, number, text, waiting=waiting)


async def _play(
    request: Request,
    number: int,
    text: str,
    revision: int | None = None,
    waiting: Sequence[WaitingBoard] | None = None,
) -> Answer | None:
    """Play a move, typed or picked on the board of a `revision`, or vote for a typed one if a channel is to move.

    `waiting` are the person's matches if known.
    """
    async with request.change(number) as change:
        match = change.match
        move = move_in_english(text, match.position) if revision is None else text
        is_vote = revision is None and match.voting is not None
        played = None if is_vote else playing.play(change, request.person, move, revision=revision)
    if played is None:
        return await request.answer_to(Act("vote", number, match.revision, move))
    return await _after(request, await request.show(change), played, waiting, is_picked=revision is not None)


async def _after(
    request: Request, match: Match, played: Move, waiting: Sequence[WaitingBoard] | None, *, is_picked: bool
) -> Answer | None:
    """What a player sees who has moved: the picker while the turn goes on, the board if it is theirs, or a sentence."""
    person, text = request.person, move_texts.played(match, request.person, played)
    was_asked = request.act.name == "play" or match.state is not State.RUNNING
    undo = [] if was_asked else [button(say("Takeback"), Act("takeback", match.id, match.revision))]
    moved_in = match.id if match.is_solitary and not request.is_on_board else None
    if is_picked and waits_for(match, person.id) and match.history.goes_on:
        return Change(await _picker(request, match, note=text), moved_in=moved_in)
    if is_picked and ahead(match, person.id) is not None:
        note = lines(text, plan_texts.plan_stopped(match) if waits_for(match, person.id) else "")
        return Change(await _picker(request, match, note=note, beside=undo))
    if request.is_on_board:  # which shows the move already; the next answer would take it away
        await request.services.move_answers.take_away(person.id, match.id)
        return None
    if match.is_solitary and (is_picked or request.surroundings.channel_id != match.place.shown_in):
        board = await views.private_board(match, person, request.services.symbols)
        return Change(board, moved_in, match.revision)
    if waits_for(match, person.id):
        text = lines(text, "" if match.history.goes_on else say("It's your turn again."))
    else:
        others = (board.match for board in waiting or () if board.match.id != match.id)
        text = lines(text, move_texts.waits_too(await _next(request, match) if waiting is None else next(others, None)))
    if not is_picked:
        return Say(text, moved_in=moved_in)
    return Change(Post(private(text, *([row_of(*undo)] if undo else []))))


async def _match_meant(request: Request, text: str) -> tuple[int, Sequence[WaitingBoard]]:
    """The number of the match for a typed move, and the person's matches that wait, the most urgent first.

    It is the only one that waits, or the only one in which the move is legal.

    Matches in this channel take precedence, and the player's own take precedence over votes of this channel. If the
    move is legal in several matches or in none, or is a single cell, the handler ends with the question which match is
    meant. Raises `NothingToPlay` or `NoMatchWaits`.
    """
    waiting = await matches.waiting_for(request.context, request.actor)
    boards, typed = waiting.boards, text
    text = move_in_english(typed, *(board.position for board in boards or waiting.ballots))
    if all(board.refusal(text) for board in boards):
        boards = [board for board in waiting.ballots if not board.refusal(text)] or boards or waiting.ballots
    if not boards and len(waiting.running) != 1:
        raise NoMatchWaits(waiting.running) if waiting.running else NothingToPlay(request.person)
    if len(boards) < 2:  # the refusal of an illegal move will be about that match
        return (boards[0].match.id if boards else waiting.running[0].id), waiting.boards
    boards = _here_first(request, boards)
    # Games understand more than their own notation, so a move in the notation of one may be readable in another.
    exact = [board.match for board in boards if _compact(text) in board.position.legal_moves()]
    refused = [(board, reason) for board in boards if (reason := board.refusal(text)) is not None]
    numbers = {board.match.id for board, _reason in refused}
    legal = exact or [board.match for board in boards if board.match.id not in numbers]
    fitting = [match for match in legal if _is_here(request, match)] or legal
    likely = [board.match for board in boards if _is_here(request, board.match)] or [board.match for board in boards]
    if len(fitting) == 1 and (len(likely) == 1 or _CELL.fullmatch(_compact(text)) is None):
        return fitting[0].id, waiting.boards
    if not fitting:
        asked, question = [board.match for board in boards], move_texts.legal_in_none(typed, refused, request.person)
    elif len(fitting) == 1:
        asked, question = likely, move_texts.bare_cell(_compact(text))
    else:
        asked, question = fitting, say(move_texts.LEGAL_IN_SEVERAL)
    raise ask_for_match(request, asked, Act("move_typed"), question=question, typed=typed)


def _compact(text: str) -> str:
    """A typed text in the form of move tokens."""
    return plain(text).replace(" ", "")


def _is_here(request: Request, match: Summary) -> bool:
    return match.place.is_in(request.actor.channel_id)


def _here_first(request: Request, boards: Sequence[WaitingBoard]) -> Sequence[WaitingBoard]:
    return sorted(boards, key=lambda board: not _is_here(request, board.match))


@move.autocomplete("move")
@suggestions
async def _complete_move(request: Request, typed: str) -> _Choices:
    """The suggestions for a move being typed: legal moves, or else why there are none.

    Empty if the command itself has to report an error, such as a match that the person does not play.
    """
    text, number = _unmarked(typed)
    waiting = await matches.waiting_for(request.context, request.actor)
    try:
        named = number_in(request.options.get("match"))
    except UnknownMatch:
        return []
    number = number if named is None else named
    others = [match for match in waiting.running if number in (None, match.id)]
    boards = _here_first(request, [board for board in waiting.boards if number in (None, board.match.id)])
    boards = boards or [board for board in waiting.ballots if number in (None, board.match.id)]
    if not boards:
        return [_in_words(move_texts.not_your_turn(match), text, match) for match in others[: limits.SUGGESTIONS]]
    text = move_in_english(text, *(board.position for board in boards))
    legal = _legal(boards, text) or [(board, board.position.parse(text)) for board in boards if not board.refusal(text)]
    if named is None and len({match.id for match in waiting.running} | {board.match.id for board in boards}) > 1:
        return _among_several(boards, legal, text, request.person)
    if not legal:
        return _refusal(boards[0], text)
    return [
        app_commands.Choice(name=move_texts.move_label(board.position, token), value=token) for board, token in legal
    ]


def _among_several(
    boards: Sequence[WaitingBoard], legal: Sequence[tuple[WaitingBoard, Move]], text: str, person: Person
) -> _Choices:
    """Suggestions that name their matches; a text that fits no match is refused once."""
    if not legal and all(isinstance(board.refusal(text), InvalidMove) for board in boards):
        return _refusal(boards[0], text)
    return [
        _in_words(move_texts.move_label(board.position, token, brief(board.match, person)), token, board.match)
        for board, token in legal
    ] or [
        _in_words(move_texts.no_move(reason, brief(board.match, person)), text, board.match)
        for board in boards[: limits.SUGGESTIONS]
        if (reason := board.refusal(text)) is not None
    ]


def _refusal(board: WaitingBoard, text: str) -> _Choices:
    """The entry in place of suggestions: why the text is not a legal move."""
    reason = board.refusal(text)
    return (
        []
        if reason is None
        else [app_commands.Choice(name=move_texts.no_move(reason), value=text[: limits.SUGGESTION])]
    )


def _place(wanted: str, token: Move) -> int:
    """Where a typed text is found in a move, in English or in the words of the language; -1 if it is not in it."""
    place, own = token.find(wanted), in_own_words(token)
    return place if place >= 0 or own == token else _compact(own).find(wanted)


def _legal(waiting: Sequence[WaitingBoard], text: str) -> Sequence[tuple[WaitingBoard, Move]]:
    """The legal moves that fit a typed text, those that begin with it first, with a fair share from each match."""
    wanted = _compact(text)
    ranked: list[tuple[bool, int, int, Move]] = []
    for order, board in enumerate(waiting):
        places = [(_place(wanted, token), token) for token in board.position.legal_moves()]
        fitting = sorted(
            (place > 0, token_order, token) for token_order, (place, token) in enumerate(places) if place >= 0
        )
        ranked += [(is_later, place, order, token) for place, (is_later, _order, token) in enumerate(fitting)]
    # Only shown moves are described: games have hundreds of moves, and this runs at every keystroke.
    best = nsmallest(limits.SUGGESTIONS, ranked)
    best.sort(key=lambda candidate: (candidate[0], candidate[2], candidate[1]))
    return [(waiting[order], token) for _later, _place, order, token in best]


def _in_words(name: str, text: str, match: Summary) -> app_commands.Choice[str]:
    """A suggestion with the number of its match."""
    mark = f"#{match.id}"
    return app_commands.Choice(name=name, value=f"{text.strip()[: limits.SUGGESTION - len(mark) - 1]} {mark}".strip())


@on_press("move_typed", in_place=True)
async def play_typed(request: Request) -> Answer | None:
    """Handle the choice of a match for a typed move: play the move, or open the picker and say why it is illegal."""
    number = request.act.match_id
    try:
        played = await _play(request, number, typed_in(request.message))
        return Change.to_text(played.text, played.moved_in) if isinstance(played, Say) else played
    except MoveError as error:
        return Show(await _picker(request, await request.find(number), note=errors.reply(error)))


async def _picker(
    request: Request,
    match: Match,
    chosen: str = "",
    *,
    revision: int | None = None,
    note: str = "",
    beside: Sequence[PressButton] = (),
) -> Post:
    """The picker at the stage `chosen` on the board of a revision, with a `note` above it and buttons `beside` Back.

    A player who may choose ahead gets one for that while others are to move.
    """
    check_running(match, request.person)
    next_turn = None if waits_for(match, request.person.id) else ahead(match, request.person.id)
    if next_turn is not None:
        beside = (*beside, *await opening(request, match.id))
        return await picker.ahead(match, request.person, next_turn, chosen, note, beside)
    check_to_move(match, request.person, revision)
    return await picker_of(request, match, chosen, note, beside)


async def picker_of(
    request: Request, match: Match, chosen: str = "", note: str = "", beside: Sequence[PressButton] = ()
) -> Post:
    """The picker for a person entitled to choose, with a `note` above it and further buttons `beside` Back.

    Raises `StaleBoard` if no legal move begins with what was `chosen`.
    """
    choice = choose(match.position, chosen)
    if choice is None:
        raise StaleBoard(match)
    is_private = not request.is_on_board
    viewpoint = viewpoint_of(match, request.person.id if is_private else None)
    buttons = (*beside, *await opening(request, match.id, is_private=is_private))
    return await picker.picker(match, choice, note, viewpoint, buttons)


@on_press("move")
async def open_picker(request: Request) -> Answer | None:
    """Handle Move, or the button of a named move: open the private picker, or preview that move."""
    act, match = request.act, await request.match()
    revision = request.seen
    if revision is not None and not act.detail:  # Move of the board before shows the one after it
        check_age(match, revision)
        revision = None
    if match.voting is not None:
        at = match.revision if revision is None else revision
        return await request.answer_to(Act("ballot", match.id, at, act.detail))
    return Show(await _picker(request, match, act.detail, revision=revision))


@on_press("pick", in_place=True, takes_value=True)
async def pick(request: Request) -> Answer | None:
    """Handle a choice from one of the picker's menus."""
    return await in_place(request, _for_all(request, _go_to(request, request.value)))


@on_press("pick_at", in_place=True)
async def pick_at(request: Request) -> Answer | None:
    """Handle an option of the picker, Back, or Move on a board that becomes the picker itself."""
    return await in_place(request, _for_all(request, _go_to(request, request.act.detail)))


@on_press("play", in_place=True)
async def play_picked(request: Request) -> Answer | None:
    """Handle Play, in the picker, which stays open while the turn goes on."""
    act = request.act
    return await in_place(request, _for_all(request, _play(request, act.match_id, act.detail, act.revision)))


async def _for_all(request: Request, answer: Awaitable[Answer | None]) -> Answer | None:
    """An answer in the language of the server if it takes the place of a board that everybody sees there."""
    is_public = request.is_on_board and request.server_id is not None
    with speaking(await request.language_here()) if is_public else nullcontext():
        return await answer


@on_press("ahead", in_place=True)
async def choose_ahead(request: Request) -> Answer | None:
    """Handle a choice in the picker for moves ahead; one that shows an earlier plan is only renewed."""
    return await in_place(request, _choose_ahead(request))


async def _choose_ahead(request: Request) -> Answer | None:
    act, person, match = request.act, request.person, await request.match()
    next_turn, chosen, moves = (
        ahead(match, person.id),
        request.value or request.act.detail,
        match.plan_of(person.id).tree.moves,
    )
    if next_turn is None or next_turn.number != act.revision:
        return Change(await _picker(request, match))
    if chosen in picker.TAKING_OUT:
        moves = moves[:-1] if chosen == picker.LAST else ()
    else:
        choice = None if next_turn.position is None else choose(next_turn.position, chosen)
        move = None if choice is None else choice.move
        if move is None:
            return Change(await _picker(request, match, chosen))
        if waits_for(match, person.id) and not needs_confirming(match, person, move):
            return await _play(request, match.id, move, match.revision)
        if waits_for(match, person.id):
            return Change(await _picker(request, match, move))
        moves = (*moves, move)
    async with request.change(match.id) as change:
        planning.choose_ahead(change, person, next_turn.number, moves)
    return Change(await _picker(request, await request.show(change)))


async def in_place(request: Request, answer: Awaitable[Answer | None]) -> Answer | None:
    """An answer that replaces the picker, or a private reason for a refusal, which never replaces a public board."""
    try:
        return await answer
    except StaleBoard as refusal:
        text = _played_already(refusal.match, request) or await reply_to(
            request.services, refusal, request.message, request.act
        )
    except (Refusal, MoveError) as refusal:
        text = await reply_to(request.services, refusal, request.message, request.act)
    return Say(text) if request.is_on_board else Change.to_text(text)


async def _go_to(request: Request, chosen: str) -> Answer | None:
    """The picker at another stage, or the board again; a move that needs no confirmation is played."""
    match = await request.match()
    if chosen == picker.BOARD:
        symbols = request.services.symbols
        if request.is_on_board:
            return Change(await views.post(match, symbols))
        board = await views.private_board(match, request.person, symbols)
        return Change(board, match.id, match.revision) if match.is_solitary else Change(board)
    check_to_move(match, request.person, request.act.revision)
    choice = choose(match.position, chosen)
    move = None if choice is None or choice.branches or not chosen else choice.move
    if move is not None and not needs_confirming(match, request.person, move):
        return await _play(request, match.id, move, request.act.revision)
    return Change(await _picker(request, match, chosen, revision=request.act.revision))


async def _next(request: Request, match: Match) -> Summary | None:
    """The most urgent of a person's matches that wait for them, besides this one."""
    going_on = await matches.of_person(request.context, request.person, None, State.RUNNING, most=2)
    waiting = (summary for summary in going_on if waits_for(summary, request.person.id))
    return next((summary for summary in waiting if summary.id != match.id), None)


def _played_already(match: Match, request: Request) -> str:
    """The answer to the second press of a double click; empty unless the person has just played what they picked."""
    ply = request.act.revision - (match.revision - match.ply)  # a move that was taken back since is not found
    picked, seat = request.value or request.act.detail, match.seat_of(request.person.id)
    for step in match.history.steps[ply : ply + 1] if ply >= 0 else ():
        if step.before.turn == seat and picked in step.before.stages(step.move):
            return move_texts.played(match, request.person, step.move)
    return ""
