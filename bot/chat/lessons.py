"""Commands and handlers for lessons: small positions with one task each, then a match with the gentlest character."""

from dataclasses import replace

from discord import app_commands

from bot.chat.challenges.arguments import place_of
from bot.chat.challenges.commands import propose
from bot.chat.challenges.views import game_menus
from bot.chat.core.answers import Answer, Show
from bot.chat.core.arguments import offering
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post, plain
from bot.chat.core.press import row_of
from bot.chat.core.request import Request
from bot.chat.screens import asked_of, beside
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.records.lessons import lessons_of
from bot.screens import lessons as lesson_screens
from bot.screens.core import Act, game_named
from bot.screens.exercises import LONGEST_MOVE
from bot.texts import lessons as lesson_texts
from bot.texts.language import say
from players.characters import MOLE
from rules import FAMILIES
from rules.core import Seat


@app_commands.command(name="learn", description="Learn a game in five minutes, one small position after another.")
@app_commands.describe(
    game="Which game; leave it out to be asked",
    move="Your move in the lesson you're in, if you like to type",
)
@offering("game", games=FAMILIES)
@slash
async def learn(
    request: Request, game: str | None = None, move: app_commands.Range[str, 1, LONGEST_MOVE] | None = None
) -> Answer:
    """Show the first lesson of a game that the person has not done yet, or judge their move in it."""
    if game is None:
        return Show(_games())
    asked = asked_of(request)
    screen = await lesson_screens.resumed(asked, lesson_screens.taught(game_named(game).key))
    if move is not None and screen.stage is not None:
        lesson, _chosen = await lesson_screens.LESSON.find(replace(asked, act=screen.stage.play))
        screen = await lesson_screens.LESSON.typed(asked, lesson, move)
    return await beside(screen)


@on_press("learn")
async def open_lessons(request: Request) -> Answer:
    """Handle Learn: show the person's first lesson not yet done, of a game or of any game."""
    if not request.act.detail:
        return Show(_games())
    return await beside(await lesson_screens.resumed(asked_of(request), lesson_screens.taught(request.act.detail)))


@on_press("learn_match")
async def play_gentlest(request: Request) -> Answer:
    """Handle Play Mole, after the last lesson."""
    game, place = lesson_screens.taught(request.act.detail), await place_of(request)
    opponents = seated(MOLE, game.seats.start - 1)
    proposal = Proposal(
        game, place.channel_id, opponents, Seat(0), terms=Terms(has_hints=True), wants_thread=place.wants_thread
    )
    return await propose(request, place, proposal)


def _games() -> Post:
    """The menu of games to learn."""
    taught = [game for game in FAMILIES if lessons_of(game)]
    menus = game_menus(taught, lambda game: Act("learn_game", detail=game.key))
    return Post(plain(say(lesson_texts.WHICH_GAME), *map(row_of, menus)))
