"""Commands and handlers for challenges: `/play`, the menu of a person, answers, and filling empty seats."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from inspect import signature
from typing import Any, Final, Self

import discord
from discord import app_commands, ui

from bot.actions import askers, challenges, matches, ratings
from bot.actions import engines as engine_actions
from bot.actions.change import JoiningChange, MatchChange
from bot.actions.people import is_beginner, never_counted
from bot.chat.challenges import views
from bot.chat.challenges.arguments import (
    Company,
    MatchPlace,
    check_opponent,
    is_own,
    place_of,
    server_settled,
)
from bot.chat.core.answers import Answer, Ask, Change, Publish, Say, Show
from bot.chat.core.arguments import choices_of, offering
from bot.chat.core.dispatcher import Handler, on_press, slash_or_modal, suggestions
from bot.chat.core.messages import Post, plain
from bot.chat.core.outages import PASSING
from bot.chat.core.press import button, row_of, window
from bot.chat.core.request import Request
from bot.model.challenges import Proposal, Wishes, seats_for, terms_for
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.permissions import MatchAct, check
from bot.model.place import DIRECT, Place
from bot.model.refusals import OnlyInServers, UnknownButton
from bot.model.refusals.challenges import (
    CannotWriteTo,
    CannotWriteToYou,
    GameMissing,
    NoLongerOpen,
    NothingPublicHere,
    OpenNowhere,
    OpponentIsYou,
    OpponentNotHere,
    UnknownSide,
)
from bot.model.refusals.people import NotNow
from bot.model.refusals.programs import NoPrograms, UnknownEngine
from bot.records.lessons import lessons_of
from bot.screens import challenges as windows
from bot.screens.core import Act, character_called, game_named, game_of, snowflake
from bot.texts import challenges as challenge_texts
from bot.texts import characters as character_texts
from bot.texts import lessons as lesson_texts
from bot.texts import limits, names
from bot.texts import settings as setting_texts
from bot.texts.language import say, speaking
from bot.texts.vocabulary import duration_in_english
from players.characters import CHARACTERS, EQUAL, MOLE, Character, nearest_to, rating, scale
from rules import GAMES
from rules.core import Game, Seat

_MOST_TEXT: Final = 40  # characters; every possible value is shorter
_Side = app_commands.Range[str, 1, _MOST_TEXT]
_RATING: Final = re.compile("[0-9]{1,4}")
_Level = app_commands.Range[str, 1, _MOST_TEXT]
_Days = app_commands.Range[str, 1, _MOST_TEXT]
_Engine = app_commands.Range[str, 1, limits.SUGGESTION]


@suggestions
async def complete_days(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The time limits that begin with the typed text, for a command's `days`."""
    server = await server_settled(request)
    usual = setting_texts.limit(server.days)
    labels = {
        time: setting_texts.time_choice(label, is_usual=label == usual)
        for time, label in ((time, say(time)) for time in challenge_texts.TIMES)
    }
    wanted = typed.strip().casefold()
    return choices_of(
        {
            value: label
            for value, label in labels.items()
            if value.startswith(wanted) or label.casefold().startswith(wanted)
        }
    )


@suggestions
async def complete_side(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The sides of the chosen game, for a command's `side`."""
    game = GAMES.get(request.options.get("game") or "")
    return [] if game is None else choices_of(challenge_texts.side_labels(game), typed)


def _seat_called(text: str, game: Game) -> Seat | None:
    """The seat chosen by a value, the beginning of its label, or the game's name for the side; None for a random seat.

    Raises `UnknownSide`.
    """
    wanted, start = text.strip().casefold(), game.start(game.seats.start)
    seats = {value: Seat(seat) for seat, value in enumerate(challenge_texts.SIDES)}
    sides = {value: start.side(seat) for value, seat in seats.items()}
    spelled = {value: {value, side.casefold(), say(side).casefold()} for value, side in sides.items()}
    fitting_seats = [
        seats.get(value)
        for value, label in challenge_texts.side_labels(game).items()
        if wanted in spelled.get(value, {value}) or label.casefold().startswith(wanted)
    ]
    if len(fitting_seats) != 1:
        raise UnknownSide(text, game)
    return fitting_seats[0]


@suggestions
async def complete_level(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The characters, for a command's `level`: all strengths in a chosen game once something is typed, if only a number."""
    game = GAMES.get(request.options.get("game") or "")
    if game is not None and (near := _rated(typed, game)):
        return choices_of(_labels(near, game))[: limits.SUGGESTIONS]
    characters = CHARACTERS if game is None or not typed.strip() else [*scale(game, game.seats.start)] or CHARACTERS
    return choices_of(_labels(characters, game) | {EQUAL: say(character_texts.EQUAL_NAME)}, typed)[: limits.SUGGESTIONS]


def _labels(characters: Iterable[Character], game: Game | None) -> dict[str, str]:
    return {character.key: character_texts.choice(character, game) for character in characters}


def _rated(text: str, game: Game) -> Sequence[Character]:
    """The characters whose ratings in a game begin with a typed number, or else the nearest; none without a number."""
    digits, seats = text.strip(), game.seats.start
    if not _RATING.fullmatch(digits):
        return ()
    ratings = {character: rating(character, game, seats) for character in scale(game, seats)}
    nearest = nearest_to(int(digits), game, seats)
    return [character for character, strength in ratings.items() if f"{strength}".startswith(digits)] or (
        [nearest] if nearest else []
    )


@suggestions
async def complete_engine(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """The engines of the server that are connected and play the chosen game, for a command's `engine`."""
    game = GAMES.get(request.options.get("game") or "")
    labels = {f"{engine.id}": names.literal_name(engine) for engine in await _ready(request, game)}
    return choices_of(labels, typed)[: limits.SUGGESTIONS]


async def _ready(request: Request, game: Game | None = None) -> Sequence[Person]:
    """The engines that can be challenged here, to a game if one is given."""
    if request.server_id is None or not request.services.has_programs:
        return ()
    return await engine_actions.ready(request.context, request.server_id, game)


async def _engine_called(request: Request, text: str) -> Person:
    """The engine of this server with an id or name. Raises `NoPrograms`, `OnlyInServers` or `UnknownEngine`."""
    if not request.services.has_programs:
        raise NoPrograms
    if request.server_id is None:
        raise OnlyInServers
    engines = [stored.person for stored in await engine_actions.playing(request.context, request.server_id)]
    wanted = text.strip().casefold()
    spelled = {f"{person.id}": person for person in engines} | {
        names.literal_name(person).casefold(): person for person in engines
    }
    engine = spelled.get(wanted) or {person.name.casefold(): person for person in engines}.get(wanted)
    if engine is None:
        raise UnknownEngine(text)
    return engine


@slash_or_modal
async def _play(
    request: Request,
    game: str | None = None,
    level: _Level | None = None,
    opponent: discord.User | None = None,
    engine: _Engine | None = None,
    days: _Days | None = None,
    side: _Side = challenge_texts.BY_CHANCE,
) -> Answer:
    """Challenge a person or an engine to `game`, post an open challenge, or play a character.

    Without options, open the window.
    """
    if not request.options:
        return await _asked_for_all(request)
    if game is None:
        raise GameMissing
    chosen = game_named(game)
    against = Company(
        [] if opponent is None else [opponent],
        await _level(request, chosen, level, 0 if opponent is None or is_own(request, opponent) else 1),
        None if engine is None else await _engine_called(request, engine),
    )
    wishes = Wishes(None if days is None else duration_in_english(days), _seat_called(side, chosen))
    return await _begin(request, await _place_for(request, wishes), chosen, against, wishes)


def play_command(*, has_engines: bool) -> app_commands.Command[Any, ..., None]:
    """The command `/play`, with the option `engine` where engines can play."""
    whole, left_out = signature(_play), () if has_engines else ("engine",)
    shown = whole.replace(parameters=[option for name, option in whole.parameters.items() if name not in left_out])

    async def run(interaction: discord.Interaction, **options: Any) -> None:
        await _play(interaction, **options)

    setattr(run, "__signature__", shown)  # noqa: B010 - where discord.py reads the options
    described = {
        "game": "What to play",
        "level": "Play one of Furlong's characters at once; in games for more than two, it takes the empty seats",
        "opponent": "Who to challenge; leave it out for an open challenge that anyone can join",
        "engine": "Play an engine of this server that is connected",
        "days": "Time a move, such as 3 days, or for the whole match, such as 7 days + 12 hours; or no limit",
        "side": "Which side you play; leave it out to let chance decide",
    }
    suggested = {"level": complete_level, "days": complete_days, "side": complete_side, "engine": complete_engine}
    for name in left_out:
        del described[name], suggested[name]
    decorated = app_commands.describe(**described)(app_commands.autocomplete(**suggested)(run))
    decorated = offering("game")(decorated)
    return app_commands.command(
        name="play", description="Play a character at once, challenge someone, or post an open challenge for anyone."
    )(decorated)


play: Final = play_command(has_engines=True)


async def _place_for(request: Request, wishes: Wishes) -> MatchPlace:
    """The place of the requested match. A direct match from a server needs no suitable channel."""
    if wishes.is_direct and request.server_id is not None:
        return MatchPlace(DIRECT, 0, await server_settled(request), wants_thread=False)
    return await place_of(request, by_vote=wishes.vote_minutes is not None)


async def _begin(request: Request, place: MatchPlace, game: Game, against: Company, wishes: Wishes) -> Answer:
    """Propose the match that a host wishes for; returns the answer to the host. Raises the errors of `propose`."""
    opponents = against.seated(request, game, place, wishes)
    is_with_people = any(not opponent.is_computer for opponent in opponents)
    by_player = place.is_borrowed or (place.server_id == DIRECT and is_with_people)
    if place.server_id == DIRECT and not opponents and not place.is_borrowed and wishes.vote_minutes is None:
        raise OpenNowhere
    if by_player and (is_with_people or not opponents) and not request.surroundings.may_publish:
        raise NothingPublicHere
    channel_id = 0 if by_player and not place.is_borrowed else place.channel_id
    there = Place(place.server_id, channel_id, wants_thread=place.wants_thread, by_player=by_player)
    return await propose(request, place, wishes.proposal(game, opponents, there, place.server))


async def propose(request: Request, place: MatchPlace, proposal: Proposal) -> Answer:
    """Challenge people or post an open challenge, and show it; returns the answer to the host.

    In a place that has not invited Furlong, the match is a direct one, and the answer posts it publicly. Raises the
    errors of `challenges.propose`, or `CannotWriteToYou` if a match with characters cannot begin for that reason.
    """
    if place.is_borrowed:
        proposal = replace(proposal, by_player=True)
    change = await challenges.propose(request.context, request.actor, place.server_id, proposal, is_shown_at_once=True)
    match = await request.show(change)
    if change.match.place.by_player and match.place.server_id != DIRECT:
        return await _alone(request, match)
    if not proposal.by_player:
        is_here = place.channel_id == request.surroundings.channel_id
        return Say(challenge_texts.challenge_sent(match, is_here=is_here))
    if match.state is State.CALLED_OFF:
        raise CannotWriteToYou
    is_posted = place.is_borrowed and match.state is State.OPEN and not match.is_about_to_begin
    sent = Say(challenge_texts.direct_sent(match, is_posted=is_posted))
    if not is_posted:
        return sent
    await request.send(sent)
    language = request.surroundings.language
    with speaking(language):
        return Publish(request.services.posted(match), match.id, language)


async def _alone(request: Request, match: Match) -> Answer:
    """The board of a match with characters that the person alone sees; if they cannot be written to, where it is instead."""
    if not match.place.by_player:
        await request.services.deliver(match.id)
        return Say(challenge_texts.challenge_sent(await matches.load(request.context, match.id), is_here=True))
    board = await request.answer_to(Act("board", match.id))
    assert isinstance(board, Show), "the board is a private message"
    return Change(board.post, match.id, match.revision)


async def _answer_challenge(
    request: Request, answer: Callable[[JoiningChange, Person], None]
) -> tuple[MatchChange, Match]:
    """Answer the challenge of a press for the person, and show the match. Returns the match as shown.

    If a direct match was proposed by the answer to a command, the answer to the press updates that message.
    """
    try:
        async with request.joining(request.act.match_id) as change:
            answer(change, request.person)
    except NoLongerOpen as refusal:
        await _renew_posted(request, refusal.match, refusal.match)
        raise
    match = await request.show(change)
    await _renew_posted(request, change.match, match)
    return change, match


async def _renew_posted(request: Request, before: Match, now: Match) -> None:
    """Update the message posted by the answer to a command; if Discord refuses, the next press updates it."""
    if _was_posted(request, before):
        with suppress(*PASSING), speaking(request.surroundings.language):
            await request.send(Change(request.services.posted(now)))


def _was_posted(request: Request, match: Match) -> bool:
    """Whether the button is on a message about a direct match alone that is not a player's board."""
    boards, message = {board.message_id for board in match.boards}, request.message
    return match.place.by_player and message is not None and not request.act.detail and message.id not in boards


@on_press("join", in_place=True)
async def join(request: Request) -> Answer | None:
    """Handle Accept and Join; tell the player if the button was not under the challenge itself.

    A player who joins their first match is also told where to learn the game, if it has lessons. Raises
    `CannotWriteToYou` or `CannotWriteTo` if a direct match cannot begin for that reason.
    """
    change, match = await _answer_challenge(request, challenges.join)
    person = request.person
    if match.place.by_player and all(player.id != person.id for player in match.players):
        was_told = match.board_of(person.id) != change.match.board_of(person.id)
        raise CannotWriteTo(match.host) if was_told else CannotWriteToYou
    notes, learn = await _pointed(request, match.game)
    is_afar = request.act.detail or _was_posted(request, change.match)
    if is_afar or (match.place.by_player and match.is_about_to_begin):
        notes.insert(0, challenge_texts.joined(match))
    return Show(Post(plain("\n".join(notes), *learn))) if notes else None


async def _pointed(request: Request, game: Game) -> tuple[list[str], list[ui.ActionRow[ui.LayoutView]]]:
    """A pointer to the lessons of a game, for a person who plays their first match."""
    taught = GAMES.get(game.family)
    if taught is None or not lessons_of(taught) or not await is_beginner(request.context, request.person):
        return [], []
    learn = row_of(button(say("Learn {game}", game=taught.name), Act("learn", detail=taught.key)))
    return [lesson_texts.pointer(taught, request.services.command_ids)], [learn]


def _answering(action: str, answer: Callable[[JoiningChange, Person], None]) -> Handler:
    """The handler of a button that answers a challenge."""

    async def run(request: Request) -> None:
        await _answer_challenge(request, answer)

    return on_press(action, in_place=True)(run)


@on_press("leave", in_place=True)
async def leave(request: Request) -> Answer | None:
    """Handle Leave, under an open challenge; a challenge in the person's direct messages disappears."""
    change, match = await _answer_challenge(request, challenges.leave)
    if match.place.by_player and not _was_posted(request, change.match):
        return Change.to_text(challenge_texts.left(match))
    return None


start = _answering("start", challenges.start)
decline = _answering("decline", challenges.decline)
cancel = _answering("cancel", challenges.cancel)


@on_press("fill")
async def ask(request: Request) -> Answer:
    """Handle Fill with characters, under an open challenge: ask the host which character."""
    match = await request.match()
    check(MatchAct.FILL, match, request.actor)
    return Show(Post(plain(challenge_texts.who_fills(match), row_of(views.filling_menu(match)))))


@on_press("fill_with", in_place=True)
async def fill(request: Request) -> Answer:
    """Handle the choice of a character in that menu."""
    async with request.joining(request.act.match_id) as change:
        challenges.fill(change, request.person, character_called(request.act.detail))
    match = await request.show(change)
    return Change.to_text(challenge_texts.filled(await matches.load(request.context, match.id)))


@app_commands.context_menu(name="Challenge")
@slash_or_modal
async def challenge(request: Request, person: discord.Member | discord.User) -> Answer:
    """Challenge, in the menu of a person: ask for a game and, if the person is the bot, for a character."""
    place = await place_of(request)
    if is_own(request, person):
        return Show(await _with_character(request))
    opponent = check_opponent(request, person, place)
    if opponent.id == request.person.id:
        raise OpponentIsYou
    is_direct, is_first = place.server_id == DIRECT, await _never_counted(request)
    return Ask(window(windows.challenge_window(opponent, place.server.days, is_direct=is_direct, is_first=is_first)))


async def _asked_for_all(request: Request) -> Answer:
    """Open the modal of `/play`, with fewer questions in direct messages, where there is nobody to challenge."""
    place = await place_of(request)
    if place.server_id == DIRECT and not place.is_borrowed:
        return Show(await _with_character(request))
    ready, has_equal = await _ready(request), bool(await _equals(request))
    is_direct, is_first = place.is_borrowed, await _never_counted(request)
    asked = windows.play_window(place.server.days, ready, has_equal=has_equal, is_direct=is_direct, is_first=is_first)
    return Ask(window(asked))


ask_all: Final = on_press("play_window", opens_modal=True)(_asked_for_all)
"""Handle Play, in the lobby of a server."""


@on_press("friend", opens_modal=True)
async def ask_friend(request: Request) -> Answer:
    """Handle Challenge a friend, in the greeting."""
    place = await place_of(request)
    is_direct, is_first = place.server_id == DIRECT, await _never_counted(request)
    return Ask(window(windows.friend_window(place.server.days, is_direct=is_direct, is_first=is_first)))


async def _never_counted(request: Request) -> bool:
    return await never_counted(request.context, request.person)


@dataclass(frozen=True, slots=True)
class _Start:
    """What was chosen in the window of `/play`, as the detail of an act that goes on with it."""

    game: Game
    who: str
    time: str
    rated: str
    has_more: bool

    @classmethod
    def read(cls, detail: str) -> Self:
        """What a detail says. Raises `UnknownButton` or `UnknownGame`."""
        parts = detail.split("/")
        if len(parts) != len(fields(cls)):
            raise UnknownButton
        game, who, time, rated, more = parts
        return cls(game_of(game), who, time, rated, bool(more))

    def act(self, name: str) -> Act:
        """An act of this name that goes on with this."""
        more = windows.MORE if self.has_more else ""
        return Act(name, detail=f"{self.game.key}/{self.who}/{self.time}/{self.rated}/{more}")


@on_press("begin")
async def begin_as_asked(request: Request) -> Answer:
    """Handle a submitted window of these; one about a person has their id as its detail."""
    given, person_id = request.fields, request.act.detail
    game, has_more = game_named("".join(given.get("game", ()))), windows.MORE in given.get(windows.MORE, ())
    who, time, rated = ("".join(given.get(name, ())) for name in ("who", "days", "is_rated"))
    start = _Start(game, who, time, rated, has_more)
    people = (person_id,) if person_id else given.get(windows.PEOPLE, ())
    further = None if people else await _further(request, start)
    return await _begun(request, start, people) if further is None else Show(further)


@on_press("begin_on", in_place=True)
async def begin_on(request: Request) -> Answer:
    """Handle what was asked for after the window of `/play`: whether it counts, people, or more choices."""
    start = _Start.read(request.act.detail)
    people = request.fields.get(windows.PEOPLE) or [*filter(None, request.values)]
    further = None if people or request.fields else await _further(request, start)
    if further is not None:
        return Change(further)
    if start.who == windows.PEOPLE and not people:
        raise UnknownButton
    answer = await _begun(request, start, people)
    return Change.to_text(answer.text) if isinstance(answer, Say) else answer


async def _further(request: Request, start: _Start) -> Post | None:
    """What a host is asked after the window of `/play`; None if a match can begin."""
    game, has_people = start.game, start.who == windows.PEOPLE
    if not start.rated and (has_people or start.who == windows.ANYONE):
        usual_days, is_direct = (await server_settled(request)).days, request.server_id is None
        terms = terms_for(Wishes(_time(start)), usual_days, (), by_player=is_direct)
        if terms.is_rated and await _never_counted(request):
            return views.first_rated(game, lambda rated: replace(start, rated=rated).act("begin_on"))
    if has_people or start.has_more:
        return views.more_choices(game, start.act("begin_on"), start.act("begin_more"), has_people=has_people)
    return None


@on_press("begin_more", opens_modal=True)
async def ask_more(request: Request) -> Answer:
    """Handle More choices, after the window of `/play`."""
    start, is_direct = _Start.read(request.act.detail), request.server_id is None
    return Ask(window(windows.more_window(start.act("begin_on"), start.game, start.who, is_direct=is_direct)))


def _time(start: _Start) -> str | None:
    return None if start.time in ("", windows.USUAL) else start.time


async def _begun(request: Request, start: _Start, people: Sequence[str]) -> Answer:
    """Begin the match that was asked for, with the terms in the parts of the window."""
    wishes = challenge_texts.wished({start.rated, *windows.chosen(request.fields)}, Wishes(_time(start)))
    engine = await _engine(request, start.who)
    level = None if engine or start.who in ("", windows.ANYONE) else await _level(request, start.game, start.who)
    if start.who == windows.PEOPLE:  # characters take the seats that were asked for and that nobody has
        is_short = (wishes.players or 0) > 1 + len(people)
        level = await _level(request, start.game, EQUAL) if is_short else None
    place = await _place_for(request, wishes)
    named = [await _person(request, snowflake(number), place) for number in people]
    return await _begin(request, place, start.game, Company(named, level, engine), wishes)


async def _engine(request: Request, number: str) -> Person | None:
    """The engine of this server with an id; None if it is none. Raises `UnknownButton` if it was removed."""
    if request.server_id is None or not snowflake(number):
        return None
    engines = {
        engine.person.id: engine.person for engine in await engine_actions.playing(request.context, request.server_id)
    }
    if snowflake(number) not in engines:
        raise UnknownButton
    return engines[snowflake(number)]


async def _person(request: Request, person_id: int, place: MatchPlace) -> discord.Member | discord.User:
    """The member of this server with an id or, without a server, the person. Raises `OpponentNotHere` or `NotNow`."""
    guild = request.surroundings.guild
    if not askers.may_question_discord(request.context.budget):
        raise NotNow
    try:
        return await (request.services.discord.fetch_user if guild is None else guild.fetch_member)(person_id)
    except PASSING as error:
        raise OpponentNotHere(Person(person_id, ""), place.channel_id) from error


@on_press("play_character")
async def play_character(request: Request) -> Answer:
    """Handle Play a character, in the greeting: ask for a game."""
    return Show(await _with_character(request))


@on_press("meet", in_place=True)
async def choose_character(request: Request) -> Answer:
    """Handle the choice of a character there."""
    wanted, equals = request.act.detail, await _equals(request)
    character = None if wanted == EQUAL else next((shipped for shipped in CHARACTERS if shipped.key == wanted), MOLE)
    return Change(views.play_character(character, equals, is_direct=request.server_id is None))


async def _with_character(request: Request) -> Post:
    """The menu of games to play with a character: the one about as strong as the person, or the gentlest at first."""
    equals = await _equals(request)
    return views.play_character(None if equals else MOLE, equals, is_direct=request.server_id is None)


async def _equals(request: Request) -> Mapping[str, Character]:
    return await ratings.equals(request.context, request.person, request.server_id or DIRECT)


async def _level(request: Request, game: Game, level: str | None, people: int = 0) -> str | None:
    """The key of the character of a level, which may also be a rating; Mole is as strong as whoever hardly plays.

    Ratings are those of a match with so many people beside the host.
    """
    if level is not None and level.strip().casefold() == EQUAL:
        return (await _equals(request)).get(game.key, MOLE).key
    seats = seats_for(game, people + 1)
    near = nearest_to(int(level), game, seats) if level and _RATING.fullmatch(level.strip()) else None
    return level if near is None else near.key


@on_press("meet_one", in_place=True)
async def meet(request: Request) -> Answer:
    """Handle the choice of a game there: begin the match."""
    key, _, level = request.act.detail.partition("/")
    game, against = game_of(key), Company(level=character_called(level).key)
    answer = await _begin(request, await place_of(request), game, against, Wishes())
    if not isinstance(answer, Say):
        return answer
    notes, learn = await _pointed(request, game)
    return Change(Post(plain("\n".join([answer.text, *notes]), *learn)))
