"""Moving: typed with suggestions, or picked step by step."""

from typing import Final

from discord import app_commands

from bot.actions import playing
from bot.actions.checks import check_running
from bot.chat.answers import Answer, Change, Say, Show
from bot.chat.commands.match_argument import complete_match, named_or_only, number_of
from bot.chat.dispatcher import slash, suggestions
from bot.chat.handlers import on_press
from bot.chat.request import Request
from bot.chat.sentences import boards, errors, moves, names
from bot.chat.ui import picker
from bot.chat.ui.press import Press
from bot.model.match import Match
from bot.model.person import Person
from bot.model.refusals.matches import NotYourTurn, StaleBoard
from bot.model.refusals.refusal import Refusal
from rules.core import Move, MoveError, Position

_MOST_CHOICES: Final = 25
_LONGEST_TYPED: Final = 100


@app_commands.command(name="move", description="Play a move. Suggestions appear while you type.")
@app_commands.describe(move="Your move, as the suggestions show it", match="Which match, if you have several here")
@app_commands.autocomplete(match=complete_match)
@slash
async def move(
    request: Request,
    move: app_commands.Range[str, 1, _LONGEST_TYPED],
    match: str | None = None,
) -> Answer:
    """Play a typed move."""
    async with request.change(await number_of(request, match, to_move=True)) as change:
        played = playing.play(change, request.person, move)
    return Say(_told(await request.show(change), request.person.id, played))


@move.autocomplete("move")
@suggestions
async def _complete_move(request: Request, current: str) -> list[app_commands.Choice[str]]:
    try:
        target = await named_or_only(request, request.options.get("match"), to_move=True)
        _check_turn(target, request.person)
    except Refusal:
        return []  # the command itself says what is wrong; suggestions have no room for it
    return _suggestions(target.position, current)


def _suggestions(position: Position, typed: str) -> list[app_commands.Choice[str]]:
    """Legal moves that fit what was typed, those that begin with it first; else why it is not legal."""
    wanted = "".join(typed.casefold().split())
    fitting = [token for token in position.legal_moves() if wanted in token]
    fitting.sort(key=lambda token: not token.startswith(wanted))
    if not fitting:
        try:
            fitting = [position.parse(typed)]
        except MoveError as error:
            return [app_commands.Choice(name=names.first_sentence(str(error)), value=typed[:_LONGEST_TYPED])]
    # Words are found only for what is shown: games have hundreds of moves, and this runs at every key that is pressed.
    shown = fitting[:_MOST_CHOICES]
    return [app_commands.Choice(name=moves.move_label(position, token), value=token) for token in shown]


def _told(match: Match, person_id: int, move: Move) -> str:
    """What a player reads after a move."""
    seat = match.seat_of(person_id)
    assert seat is not None, "whoever has moved has a seat"
    return moves.played(match, seat, move)


def _check_turn(match: Match, person: Person) -> None:
    if match.position.turn != check_running(match, person):
        raise NotYourTurn(match)


async def _match_to_move(request: Request) -> Match:
    """The match of a press, if the board behind it is the current one and the person is to move."""
    match = await request.actions.find(request.actor, request.press.match_id)
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
    return Show(await picker.picker(match, choice))


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
    return Change(await picker.picker(match, choice))


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
    told = _told(match, request.person.id, played)
    choice = picker.choose(match.position, "") if _is_to_go_on(match, request.person.id) else None
    if choice is None:
        return Change.to_text(told)
    return Change(await picker.picker(match, choice, told))


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
    return _told(match, person_id, step.move)
