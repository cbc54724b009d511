"""Commands and handlers for lessons: small positions with one task each, then a match with the gentlest character."""

from collections.abc import Collection
from typing import Final

import discord
from discord import app_commands

from bot.actions import people, settings
from bot.chat.challenges.arguments import place_of
from bot.chat.challenges.commands import propose
from bot.chat.challenges.views import game_menu
from bot.chat.core.answers import Answer, Ask, Change, Say, Show
from bot.chat.core.arguments import game_of, page_number
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post, diagram_post, plain
from bot.chat.core.press import button, modal, row_of
from bot.chat.core.request import Request
from bot.chat.matches import picker
from bot.model.challenges import Proposal
from bot.model.characters import MOLE, seated
from bot.model.clock import Terms
from bot.model.picking import choose
from bot.model.refusals import NoLessons
from bot.pictures import lesson_board
from bot.records.lessons import Lesson, lessons_of
from bot.screens.core import Act
from bot.texts import lessons as sentences
from bot.texts import matches, moves, names
from bot.texts.language import say
from bot.texts.vocabulary import move_typed
from rules import FAMILIES
from rules.core import Game, Seat

_LONGEST_MOVE: Final = 60  # characters; longer than any move


@app_commands.command(name="learn", description="Learn a game in five minutes, one small position after the other.")
@app_commands.describe(
    game="Which game; you are asked if you do not say",
    move="Your move in the lesson where you are, if you like to type",
)
@app_commands.choices(game=[app_commands.Choice(name=game.name, value=game.key) for game in FAMILIES])
@slash
async def learn(
    request: Request, game: str | None = None, move: app_commands.Range[str, 1, _LONGEST_MOVE] | None = None
) -> Answer:
    """Show the first lesson of a game that the person has not done yet, or judge their move in it."""
    if game is None:
        return Show(_games())
    chosen = _taught(game)
    number = await _next(request, chosen)
    if move is None or number == len(lessons_of(chosen)):
        return Show(await _lesson(request, chosen, number))
    return Show(await _judged(request, lessons_of(chosen)[number], number, move))


def _taught(key: str) -> Game:
    """The game with a key, or the game that it varies. Raises `NoLessons`."""
    game = game_of(game_of(key).family)
    if not lessons_of(game):
        raise NoLessons(game)
    return game


async def _next(request: Request, game: Game) -> int:
    """The first lesson that the person has not done; one past the last if there is none."""
    done = await people.lessons_done(request.context, request.person, game.key)
    return next((number for number in range(len(lessons_of(game))) if number not in done), len(lessons_of(game)))


def _wanted(request: Request) -> tuple[Game, int, str]:
    """The game, the number of the lesson and the chosen stage in a button's detail."""
    key, _, rest = request.act.detail.partition("/")
    number, _, chosen = rest.partition("/")
    game = _taught(key)
    return game, min(page_number(number), len(lessons_of(game))), chosen


def _lesson_of(request: Request) -> tuple[Lesson, int, str]:
    """The lesson of a button, its number and the chosen stage; the last lesson if the number no longer exists."""
    game, number, chosen = _wanted(request)
    number = min(number, len(lessons_of(game)) - 1)
    return lessons_of(game)[number], number, chosen


async def _lesson(request: Request, game: Game, number: int, chosen: str = "", note: str = "") -> Post:
    """A lesson, or the end after the last lesson."""
    done = await people.lessons_done(request.context, request.person, game.key)
    if number == len(lessons_of(game)):
        return _end(game, done)
    return await _task(
        lessons_of(game)[number],
        number,
        done,
        await settings.theme_of(request.context, request.server_id),
        chosen,
        note,
    )


async def _judged(request: Request, lesson: Lesson, number: int, text: str) -> Post:
    """Praise for the right move, with the lesson noted as done, or help for any other move."""
    move = move_typed(text, lesson.position)
    if not lesson.is_met_by(move):
        note = sentences.wrong(lesson, lesson.position, move)
        return await _lesson(request, lesson.game, number, note=note)
    await people.finish_lesson(request.context, request.person, lesson.game.key, number)
    return await _done(lesson, number, await settings.theme_of(request.context, request.server_id))


@on_press("learn")
async def open_lessons(request: Request) -> Answer:
    """Handle Learn: show the person's first lesson not yet done, of a game or of any game."""
    if not request.act.detail:
        return Show(_games())
    game = _taught(request.act.detail)
    return Show(await _lesson(request, game, await _next(request, game)))


@on_press("learn_game", in_place=True)
async def choose_game(request: Request) -> Answer:
    """Handle the choice of a game to learn."""
    game = _taught(request.act.detail)
    return Change(await _lesson(request, game, await _next(request, game)))


@on_press("learn_go", in_place=True)
async def go(request: Request) -> Answer:
    """Handle Next, Back, Skip and Again."""
    game, number, _chosen = _wanted(request)
    return Change(await _lesson(request, game, number))


@on_press("learn_pick", in_place=True)
async def pick(request: Request) -> Answer:
    """Handle a choice from the menus of moves, or Choose again; a whole move is judged at once."""
    lesson, number, before = _lesson_of(request)
    chosen = request.value or before
    choice = choose(lesson.position, chosen)
    if choice is not None and choice.move is not None and not choice.branches and chosen:
        return Change(await _judged(request, lesson, number, choice.move))
    return Change(await _lesson(request, lesson.game, number, "" if choice is None else choice.chosen))


@on_press("learn_play", in_place=True)
async def play(request: Request) -> Answer:
    """Handle a move typed in the modal, or Play, for a single move or one that could be continued."""
    lesson, number, chosen = _lesson_of(request)
    return Change(await _judged(request, lesson, number, request.value or chosen))


@on_press("learn_help", in_place=True)
async def ask_help(request: Request) -> Answer:
    """Handle Help."""
    lesson, number, _chosen = _lesson_of(request)
    return Change(await _lesson(request, lesson.game, number, note=sentences.help_line(lesson)))


@on_press("learn_text")
async def text(request: Request) -> Answer:
    """Handle Text: show the position without a picture."""
    lesson, _number, _chosen = _lesson_of(request)
    return Say(matches.text_position(lesson.game, lesson.position))


@on_press("learn_window", opens_modal=True)
async def ask_move(request: Request) -> Answer:
    """Handle Type a move: open a modal for it."""
    lesson, number, _chosen = _lesson_of(request)
    typed = Act("learn_play", detail=_detail(lesson.game, number))
    return Ask(modal(sentences.modal_title(lesson), typed, say(moves.TYPED), "", _LONGEST_MOVE))


@on_press("learn_match")
async def play_gentlest(request: Request) -> Answer:
    """Handle Play Mole, after the last lesson."""
    game, place = _taught(request.act.detail), await place_of(request)
    opponents = seated(MOLE, game.seats.start - 1)
    proposal = Proposal(
        game, place.channel_id, opponents, Seat(0), terms=Terms(has_hints=True), wants_thread=place.wants_thread
    )
    return await propose(request, place, proposal)


def _games() -> Post:
    """The menu of games to learn."""
    taught = [game for game in FAMILIES if lessons_of(game)]
    return Post(
        plain(say(sentences.WHICH_GAME), row_of(game_menu(taught, lambda game: Act("learn_game", detail=game.key))))
    )


def _detail(game: Game, number: int) -> str:
    """The detail of a lesson's buttons: its game and number, to which a chosen stage may be appended."""
    return f"{game.key}/{number}/"


async def _task(
    lesson: Lesson, number: int, done: Collection[int], theme: str, chosen: str = "", note: str = ""
) -> Post:
    """A lesson to do, with the stage chosen so far; `note` says why a move was wrong."""
    game, detail = lesson.game, _detail(lesson.game, number)
    text = sentences.task(lesson, number, len(lessons_of(game)), is_done=number in done)
    return await picker.exercise(
        lesson_board(lesson, theme),
        names.lines(text, note),
        chosen,
        (Act("learn_pick", detail=detail), Act("learn_play", detail=detail)),
        [
            button(say("Type a move"), Act("learn_window", detail=detail)),
            button(say("Help"), Act("learn_help", detail=detail)),
            button(say("Text"), Act("learn_text", detail=detail)),
            button(say("Back"), Act("learn_go", detail=_detail(game, number - 1)), disabled=not number),
            button(say("Skip"), Act("learn_go", detail=_detail(game, number + 1))),
        ],
        marks_first=True,
    )


async def _done(lesson: Lesson, number: int, theme: str) -> Post:
    """A lesson that was just done, with a picture of the result."""
    game, count = lesson.game, len(lessons_of(lesson.game))
    following = Act("learn_go", detail=_detail(game, number + 1))
    buttons = row_of(
        button(say("Next") if number + 1 < count else say("Finish"), following, discord.ButtonStyle.success),
        button(say("Again"), Act("learn_go", detail=_detail(game, number))),
    )
    diagram = lesson_board(lesson, theme).after(*lesson.solution)
    return await diagram_post(diagram, sentences.right(lesson, number, count), buttons)


def _end(game: Game, finished: Collection[int]) -> Post:
    """The message after the last lesson."""
    left = len(lessons_of(game)) - len(finished)
    play = Act("learn_match", detail=game.key)
    return Post(
        plain(
            sentences.end(game, left),
            row_of(
                button(say("Play {character}", character=MOLE.name), play, discord.ButtonStyle.success),
                button(say("Rules"), Act("rules", detail=f"{game.key}/0")),
                button(say("First lesson"), Act("learn_go", detail=_detail(game, 0))),
            ),
        )
    )
