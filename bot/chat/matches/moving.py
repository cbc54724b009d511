"""Moving: typed with suggestions, or picked step by step."""

from discord import app_commands

from bot.actions import playing
from bot.actions.change import check_running
from bot.chat.core.answers import Answer, Change, Say, Show
from bot.chat.core.dispatcher import slash, suggestions
from bot.chat.core.handlers import on_press
from bot.chat.core.messages import Post
from bot.chat.core.press import Press
from bot.chat.core.request import Request
from bot.chat.matches import picker
from bot.chat.matches.match_argument import complete_match, typed_in
from bot.chat.matches.typed_moves import LONGEST_TYPED, match_meant, suggestions_for, typed_move
from bot.chat.matches.viewpoint import viewpoint
from bot.model.match import Match
from bot.model.people import Person
from bot.model.refusals.matches import NotYourTurn, StaleBoard
from bot.model.refusals.refusal import Refusal
from bot.texts import boards, errors, moves
from rules.core import Move, MoveError


@app_commands.command(name="move", description="Play a move. Suggestions appear while you type.")
@app_commands.describe(
    move="Your move, as the suggestions show it", match="Which match; needed only where the move fits several"
)
@app_commands.autocomplete(match=complete_match)
@slash
async def move(
    request: Request,
    move: app_commands.Range[str, 1, LONGEST_TYPED],
    match: str | None = None,
) -> Answer:
    """Play a typed move; the number of a match alone opens the picker there."""
    typed = typed_move(move)
    number = await match_meant(request, typed, match)
    if not typed.text:
        return Show(await _picker_in(request, number))
    return await _play(request, number, typed.text)


@move.autocomplete("move")
@suggestions
async def _complete_move(request: Request, current: str) -> list[app_commands.Choice[str]]:
    return await suggestions_for(request, current)


@on_press("move_typed", in_place=True)
async def play_typed(request: Request) -> Answer:
    """A match, chosen where a typed move fits several or none: there it is played, or the picker says why not."""
    number, text = request.press.match_id, typed_in(request.message)
    try:
        played = await _play(request, number, text)
        return Change.to_text(played.text, played.moved_in)
    except MoveError as error:
        return Show(await _picker_in(request, number, errors.reply(error)))


async def _play(request: Request, number: int, text: str) -> Say:
    """Play a typed move in a match; what the player reads then."""
    async with request.change(number) as change:
        played = playing.play(change, request.person, text)
    match = await request.show(change)
    return Say(_answer(match, request.person.id, played), moved_in=_pushed_away(match))


def _pushed_away(match: Match) -> int | None:
    """The number of a match that lives in one message, which answers to moves push out of sight; None for any other."""
    return match.id if match.is_solitary else None


async def _picker_in(request: Request, number: int, note: str = "") -> Post:
    """A picker for a match that waits, with something said above it."""
    match = await request.find(number)
    _check_turn(match, request.person)
    choice = picker.choose(match.position, "")
    assert choice is not None, "there are legal moves"
    return await picker.picker(match, choice, note, await viewpoint(request, match))


def _answer(match: Match, person_id: int, move: Move) -> str:
    """What a player reads after a move."""
    seat = match.seat_of(person_id)
    assert seat is not None, "whoever has moved has a seat"
    return moves.played(match, seat, move)


def _check_turn(match: Match, person: Person) -> None:
    if match.position.turn != check_running(match, person):
        raise NotYourTurn(match)


async def _match_to_move(request: Request) -> Match:
    """The match of a press, if the board behind it is the current one and the person is to move."""
    match = await request.match()
    check_running(match, request.person)
    if match.revision != request.press.revision:
        raise StaleBoard(match)
    _check_turn(match, request.person)
    return match


@on_press("move")
async def open_picker(request: Request) -> Answer:
    """Move, or a button of a move with a name: begin to pick, privately, or look at that move before it is played."""
    match = await _match_to_move(request)
    choice = picker.choose(match.position, request.press.detail)
    if choice is None:
        raise StaleBoard(match)
    return Show(await picker.picker(match, choice, viewpoint=await viewpoint(request, match)))


@on_press("pick", in_place=True, takes_value=True)
async def pick(request: Request) -> Answer:
    """A choice from one of the picker's menus."""
    return await _go_to(request, request.value)


@on_press("pick_at", in_place=True)
async def pick_at(request: Request) -> Answer:
    """Back, in the picker."""
    return await _go_to(request, request.press.detail)


async def _go_to(request: Request, chosen: str) -> Answer:
    """The picker further on or back; the sentence that says why if it leads nowhere any more."""
    try:
        match = await _match_to_move(request)
        choice = picker.choose(match.position, chosen)
        if choice is None:
            raise StaleBoard(match)
    except Refusal as refusal:
        return Change.to_text(errors.reply(refusal))
    return Change(await picker.picker(match, choice, viewpoint=await viewpoint(request, match)))


@on_press("play", in_place=True)
async def play_picked(request: Request) -> Answer:
    """Play, in the picker; while the turn goes on, so does the picker."""
    try:
        async with request.change(request.press.match_id) as change:
            played = playing.play(change, request.person, request.press.detail, revision=request.press.revision)
    except StaleBoard as refusal:
        already = _played_already(refusal.match, request.person.id, request.press)
        return Change.to_text(already or errors.reply(refusal))
    except (Refusal, MoveError) as refusal:
        return Change.to_text(errors.reply(refusal))
    match = await request.show(change)
    answer = _answer(match, request.person.id, played)
    choice = picker.choose(match.position, "") if _is_to_go_on(match, request.person.id) else None
    if choice is None:
        return Change.to_text(answer, _pushed_away(match))
    further = await picker.picker(match, choice, answer, await viewpoint(request, match))
    return Change(further, moved_in=_pushed_away(match))


def _is_to_go_on(match: Match, person_id: int) -> bool:
    return match.to_move is not None and match.to_move.id == person_id and boards.goes_on(match)


def _played_already(match: Match, person_id: int, press: Press) -> str:
    """What to say to the second half of a double click; empty unless the person has played just this move there."""
    ply = press.revision - (match.revision - match.ply)  # what was taken back since is not there to be found
    if not 0 <= ply < match.ply:
        return ""
    step = match.history.steps[ply]
    if step.move != press.detail or step.before.turn != match.seat_of(person_id):
        return ""
    return _answer(match, person_id, step.move)
