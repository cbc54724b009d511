"""Moving: a typed move, for which of the player's matches it is meant, what is suggested meanwhile, and the picker.

A match is found by legality. Suggestions come from all matches in which the player is to move; where there are several,
each carries the number of its match, as people may type it too: `a4<c4 #2`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Final

from discord import app_commands

from bot.actions import matches, playing
from bot.actions.change import check_running
from bot.chat.core.answers import Answer, Change, Instead, Say, Show
from bot.chat.core.arguments import ask_for_match, complete_match, number_in, running, typed_in
from bot.chat.core.dispatcher import on_press, slash, suggestions
from bot.chat.core.messages import Post
from bot.chat.core.press import Press
from bot.chat.core.request import Request
from bot.chat.matches import picker
from bot.model.match import Match, Summary
from bot.model.people import Person
from bot.model.refusals import Refusal
from bot.model.refusals.matches import NoMatchWaits, NotYourTurn, StaleBoard, UnknownMatch
from bot.store.match_lists import RunningBoard
from bot.texts import boards, errors, moves
from rules.core import Move, MoveError, Position

LONGEST_TYPED: Final = 100
"""Characters that Discord takes for a suggestion; no move has as many."""

_MOST_CHOICES: Final = 25
_MARKED: Final = re.compile(r"(?P<move>.*?)\s*#\s*(?P<number>[0-9]{1,9})\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A typed move, which may be empty, and the number of the match that stands behind it, if one does."""

    text: str
    number: int | None


@dataclass(frozen=True, slots=True)
class _Board:
    """A match that waits for the person, with its position."""

    match: Summary
    position: Position

    def reason(self, text: str) -> str:
        """Why a text is no legal move here; empty if it is one."""
        try:
            self.position.parse(text)
        except MoveError as error:
            return str(error)
        return ""


def typed_move(text: str) -> TypedMove:
    """Read what was typed."""
    marked = _MARKED.fullmatch(text)
    return TypedMove(text, None) if marked is None else TypedMove(marked["move"], int(marked["number"]))


async def match_meant(request: Request, typed: TypedMove, named: str | None) -> int:
    """The number of the match that a typed move is for: the one that is named, or in which alone it is legal.

    Matches in this channel go before those elsewhere. Where the move is legal in several or in none, the handler ends
    with the question which is meant. Raises `UnknownMatch`, `NothingToPlay` or `NoMatchWaits`.
    """
    number = number_in(named)
    if number is None:
        number = typed.number
    if number is not None:
        return number
    found = await running(request)
    waiting = [match.id for match in found if match.is_to_move]
    if len(found) == 1 or len(waiting) == 1:  # whatever is wrong there is said of it
        return (waiting or [found[0].id])[0]
    boards = await matches.boards_of(request.context, request.actor)
    if not any(board.position for board in boards):
        raise NoMatchWaits([board.match for board in boards])
    return _by_legality(request, typed.text, _waiting(request, boards))


def _by_legality(request: Request, text: str, waiting: Sequence[_Board]) -> int:
    reasons = [(board.match, board.reason(text)) for board in waiting]
    legal = [match for match, reason in reasons if not reason]
    # Games understand more than their own notation, so what is written just so in one may be readable in another.
    exact = [board.match for board in waiting if _compact(text) in board.position.legal_moves()]
    fitting = [match for match in exact or legal if _is_here(request, match)] or exact or legal
    if len(fitting) == 1:
        return fitting[0].id
    question = moves.legal_in_several() if fitting else moves.legal_in_none(reasons, request.person)
    asked = fitting or [match for match, _reason in reasons]
    raise _question(request, asked, question, text)


def _question(request: Request, asked: Sequence[Summary], question: str, text: str) -> Instead:
    return ask_for_match(request, asked, Press("move_typed"), question=question, typed=text)


def _compact(text: str) -> str:
    """What was typed in the form in which moves are written."""
    return "".join(text.casefold().split())


def _is_here(request: Request, match: Summary) -> bool:
    return request.surroundings.channel_id in (match.place.channel_id, match.place.thread_id)


def _waiting(request: Request, boards: Sequence[RunningBoard]) -> Sequence[_Board]:
    """The matches that wait for the person, those of this channel first."""
    waiting = [_Board(board.match, board.position) for board in boards if board.position is not None]
    return sorted(waiting, key=lambda board: not _is_here(request, board.match))


async def suggestions_for(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """What is suggested for a move while it is typed: legal moves, else why there are none.

    Nothing where the command itself has to say what is wrong, as with a match that the person does not play.
    """
    move, boards = typed_move(typed), await matches.boards_of(request.context, request.actor)
    try:
        named = number_in(request.options.get("match"))
    except UnknownMatch:
        return []
    number = move.number if named is None else named
    marks = named is None and len(boards) > 1
    candidates = [board for board in boards if number in (None, board.match.id)]
    waiting = _waiting(request, candidates)
    text = move.text if move.number is not None else typed
    if not waiting:
        return [_in_words(moves.not_your_turn(board.match), text, board.match) for board in candidates[:_MOST_CHOICES]]
    found = list(_legal(waiting, text)) or [
        (board, board.position.parse(text)) for board in waiting if not board.reason(text)
    ]
    if found:
        return [_as_move(board, token, request.person, marks=marks) for board, token in found]
    return [_refused(board, text, request.person, marks=marks) for board in waiting[:_MOST_CHOICES]]


def _legal(waiting: Sequence[_Board], text: str) -> Iterator[tuple[_Board, Move]]:
    """Legal moves that fit what was typed, those that begin with it first, as many from each match as there is room."""
    wanted = _compact(text)
    ranked: list[tuple[bool, int, int, Move]] = []
    for order, board in enumerate(waiting):
        fitting = [token for token in board.position.legal_moves() if wanted in token]
        fitting.sort(key=lambda token: not token.startswith(wanted))
        ranked += [(not token.startswith(wanted), place, order, token) for place, token in enumerate(fitting)]
    # Words are found only for what is shown: games have hundreds of moves, and this runs at every key that is pressed.
    best = nsmallest(_MOST_CHOICES, ranked)
    best.sort(key=lambda found: (found[0], found[2], found[1]))
    return ((waiting[order], token) for _later, _place, order, token in best)


def _as_move(board: _Board, token: Move, person: Person, *, marks: bool) -> app_commands.Choice[str]:
    if not marks:
        return app_commands.Choice(name=moves.move_label(board.position, token), value=token)
    label = moves.move_label_in(board.match, board.position, token, person)
    return app_commands.Choice(name=label, value=_marked(token, board.match))


def _refused(board: _Board, text: str, person: Person, *, marks: bool) -> app_commands.Choice[str]:
    reason = board.reason(text)
    if not marks:
        return app_commands.Choice(name=moves.no_move(reason), value=text[:LONGEST_TYPED])
    return _in_words(moves.no_move_in(board.match, reason, person), text, board.match)


def _in_words(name: str, text: str, match: Summary) -> app_commands.Choice[str]:
    return app_commands.Choice(name=name, value=_marked(text.strip(), match))


def _marked(text: str, match: Summary) -> str:
    mark = f"#{match.id}"
    return f"{text[: LONGEST_TYPED - len(mark) - 1]} {mark}".strip()


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
    return await picker.picker(match, choice, note, await request.viewpoint(match))


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
    return Show(await picker.picker(match, choice, viewpoint=await request.viewpoint(match)))


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
    return Change(await picker.picker(match, choice, viewpoint=await request.viewpoint(match)))


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
    further = await picker.picker(match, choice, answer, await request.viewpoint(match))
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
