"""Lessons on the page: small positions with one task each, then a match with the gentlest character."""

from dataclasses import replace

from aiohttp import web

from bot.actions import people, settings
from bot.model.characters import MOLE
from bot.model.refusals import NoLessons
from bot.pictures import Diagram, lesson_board
from bot.records.lessons import Lesson, lessons_of
from bot.texts import lessons as sentences
from bot.texts import names
from bot.texts import pages as texts
from bot.texts.language import say
from bot.texts.markup import html
from bot.texts.vocabulary import move_typed
from bot.web.access import actor_seen, context_of, form_of, visitor_of
from bot.web.boards import LONGEST_STAGE
from bot.web.exercises import Deed, Exercise, Way, picture, show
from bot.web.pages import game_of, page
from bot.web.rules import picture_of
from rules import FAMILIES, GAMES
from rules.core import Game


def _taught(request: web.Request) -> Game:
    """The game of an address, or the game that it varies. Raises `NoLessons`."""
    game = GAMES[game_of(request).family]
    if not lessons_of(game):
        raise NoLessons(game)
    return game


def address(game: Game, number: int) -> str:
    """The address of a lesson, counted from 0; one past the last is the address of the end."""
    return f"/lessons/{game.key}/{number + 1}"


async def show_games(request: web.Request) -> web.Response:
    """Show the games to learn."""
    taught = [game for game in FAMILIES if lessons_of(game)]
    return page(
        request,
        "lessons.html",
        games=taught,
        picture_of=picture_of,
        title=say(texts.LESSONS),
        text=html(say(sentences.WHICH_GAME)),
    )


async def open_next(request: web.Request) -> web.Response:
    """Redirect to the first lesson of a game that the visitor has not done, or to the end."""
    game = _taught(request)
    done = await people.lessons_done(context_of(request), visitor_of(request).person, game.key)
    count = len(lessons_of(game))
    raise web.HTTPSeeOther(address(game, next((number for number in range(count) if number not in done), count)))


def _number(request: web.Request, game: Game) -> int:
    """The number of a lesson in an address, counted from 0, including the end. Raises HTTPNotFound."""
    number = int(request.match_info["number"]) - 1
    if not 0 <= number <= len(lessons_of(game)):
        raise web.HTTPNotFound
    return number


def _asked(request: web.Request) -> tuple[Lesson, int]:
    """The lesson of an address and its number. Raises HTTPNotFound."""
    game = _taught(request)
    number = _number(request, game)
    if number == len(lessons_of(game)):
        raise web.HTTPNotFound
    return lessons_of(game)[number], number


async def show_lesson(request: web.Request) -> web.Response:
    """Show a lesson to do, or the end after the last lesson."""
    game = _taught(request)
    number = _number(request, game)
    if number < len(lessons_of(game)):
        return await _task(request, lessons_of(game)[number], number)
    visitor = visitor_of(request)
    done = await people.lessons_done(context_of(request), visitor.person, game.key)
    text = html(sentences.end(game, number - len(done)), heading="h1")
    return page(request, "lessons_end.html", game=game, character=MOLE, text=text, first=address(game, 0))


async def act(request: web.Request) -> web.Response:
    """Handle a move in a lesson, or a press on Help."""
    (lesson, number), form, visitor = _asked(request), await form_of(request), visitor_of(request)
    match form.get("deed"):
        case "help":
            return await _task(request, lesson, number, sentences.help_line(lesson))
        case "answer":
            move = move_typed(form.get("move", ""), lesson.position)
        case _:
            raise web.HTTPBadRequest
    if not lesson.is_met_by(move):
        return await _task(request, lesson, number, sentences.wrong(lesson, lesson.position, move))
    await people.finish_lesson(context_of(request), visitor.person, lesson.game.key, number)
    return await _done(request, lesson, number)


async def _task(request: web.Request, lesson: Lesson, number: int, note: str = "") -> web.Response:
    game, count = lesson.game, len(lessons_of(lesson.game))
    done = await people.lessons_done(context_of(request), visitor_of(request).person, game.key)
    text = names.lines(sentences.task(lesson, number, count, is_done=number in done), note)
    chosen = "" if request.method == "POST" else request.query.get("chosen", "")[:LONGEST_STAGE]
    exercise = await Exercise.to_solve(request, address(game, number), await _diagram(request, lesson), text, chosen)
    ways = [Way(address(game, number - 1), say("Lesson before"))] if number else []
    ways.append(Way(address(game, number + 1), say("Skip")))
    return show(request, _title(lesson), replace(exercise, acts=(Deed("help", say("Help")),), ways=ways))


async def _done(request: web.Request, lesson: Lesson, number: int) -> web.Response:
    here, count = address(lesson.game, number), len(lessons_of(lesson.game))
    text = sentences.right(lesson, number, count)
    exercise = Exercise.solved(here, {"done": ""}, await _diagram(request, lesson, is_done=True), text)
    following = Way(
        address(lesson.game, number + 1), say("Next") if number + 1 < count else say("Finish"), is_main=True
    )
    return show(request, _title(lesson), replace(exercise, ways=(following, Way(here, say("Again")))))


def _title(lesson: Lesson) -> str:
    return f"{lesson.game.name}: {say(lesson.title)}"


async def _diagram(request: web.Request, lesson: Lesson, *, is_done: bool = False) -> Diagram:
    """The board of a lesson, or the board after its task."""
    theme = await settings.theme_of(context_of(request), (await actor_seen(request)).server_id)
    before = lesson_board(lesson, theme)
    return before.after(*lesson.solution) if is_done else before


async def show_picture(request: web.Request) -> web.Response:
    """Send the picture of a lesson."""
    lesson, _number = _asked(request)
    if "done" in request.query:
        return await picture(request, await _diagram(request, lesson, is_done=True))
    return await picture(request, await _diagram(request, lesson), request.query.get("chosen", "")[:LONGEST_STAGE])
