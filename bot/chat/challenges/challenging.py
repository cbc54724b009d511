"""Challenge, in the menu that Discord opens on a person: choose a game, everything else as is usual here."""

from collections.abc import Callable
from typing import Final

import discord
from discord import app_commands

from bot.chat.challenges.arguments import MatchPlace, character_called, character_menu, check_opponent, is_own, place_of
from bot.chat.challenges.commands import propose
from bot.chat.core.answers import Answer, Change, Show
from bot.chat.core.arguments import game_of, snowflake
from bot.chat.core.dispatcher import on_press, slash
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import PASSING
from bot.chat.core.press import Option, Press, PressMenu, choice, row_of
from bot.chat.core.request import Request
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.people import Person
from bot.model.refusals.challenges import OpponentIsBot, OpponentIsYou, OpponentNotHere
from bot.texts import challenges
from rules import GAMES
from rules.core import Game

_LONGEST_HINT: Final = 100


@app_commands.context_menu(name="Challenge")
@slash
async def challenge(request: Request, person: discord.Member) -> Answer:
    """Ask which game somebody is to be challenged to; the bot itself plays as one of its characters."""
    place = await place_of(request)
    if is_own(request, person):
        return Show(
            Post(plain(challenges.CHARACTER_GAME_PROMPT, row_of(_games(lambda game: Press("meet", detail=game.key)))))
        )
    opponent = check_opponent(person, place)
    if opponent.id == request.person.id:
        raise OpponentIsYou
    menu = _games(lambda game: Press("challenge", detail=f"{opponent.id}/{game.key}"))
    return Show(Post(plain(challenges.game_prompt(opponent, place.server.days), row_of(menu))))


def _games(press_for: Callable[[Game], Press]) -> PressMenu:
    """A menu of all games, each with the press that choosing it stands for."""
    games = [Option(game.name, game.summary[:_LONGEST_HINT], press_for(game)) for game in GAMES.values()]
    return choice(challenges.CHOOSE_GAME, games, name="games")


@on_press("meet", in_place=True)
async def ask_character(request: Request) -> Answer:
    """A game to play with a character, chosen from that menu."""
    game = game_of(request.press.detail)
    menu = character_menu(lambda character: Press("meet_one", detail=f"{game.key}/{character.key}"))
    return Change(Post(plain(challenges.character_prompt(game), row_of(menu))))


@on_press("meet_one", in_place=True)
async def meet(request: Request) -> Answer:
    """A character, chosen from the next menu."""
    key, _, level = request.press.detail.partition("/")
    game, character, place = game_of(key), character_called(level), await place_of(request)
    opponents = seated(character, game.seats.start - 1)
    proposal = Proposal(game, place.channel_id, opponents, wants_thread=place.wants_thread)
    return Change.to_text(await propose(request, place, proposal))


@on_press("challenge", in_place=True)
async def challenge_to(request: Request) -> Answer:
    """A game, chosen from that menu."""
    person_id, _, key = request.press.detail.partition("/")
    game, place = game_of(key), await place_of(request)
    opponent = await _opponent(request, snowflake(person_id), place)
    terms = Terms(place.server.days, is_rated=True)
    proposal = Proposal(game, place.channel_id, (opponent,), terms=terms, wants_thread=place.wants_thread)
    return Change.to_text(await propose(request, place, proposal))


async def _opponent(request: Request, person_id: int, place: MatchPlace) -> Person:
    """Somebody on this server who sees the channel of a place. Raises `OpponentIsBot` or `OpponentNotHere`."""
    guild, channel = request.surroundings.guild, place.forum or request.surroundings.channel
    nobody = OpponentNotHere(Person(person_id, ""), place.channel_id)
    if guild is None:
        raise nobody
    try:
        member = await guild.fetch_member(person_id)
    except PASSING as error:
        raise nobody from error
    person = Person(member.id, member.display_name)
    if member.bot:
        raise OpponentIsBot(person)
    if (
        isinstance(channel, discord.abc.GuildChannel | discord.Thread)
        and not channel.permissions_for(member).view_channel
    ):
        raise OpponentNotHere(person, place.channel_id)
    return person
