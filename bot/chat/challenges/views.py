"""Menus and modals for choosing what to play, and with whom."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import discord
from discord import ui

from bot.chat.core.messages import Post, plain
from bot.chat.core.press import Option, PressMenu, button, choice, form, row_of
from bot.model.match import Match
from bot.model.people import Person
from bot.screens.core import Act, in_menus
from bot.texts import challenges as challenge_texts
from bot.texts import characters as character_texts
from bot.texts import limits, names
from bot.texts.language import say
from players.characters import CHARACTERS, EQUAL, MOLE, Character
from rules import GAMES
from rules.core import Game
from rules.plugins import LONGEST_NAME

ANYONE: Final = "anyone"
"""The value for an open challenge instead of a character."""

USUAL: Final = "usual"
_WHO: Final = "who"

_MOST_PEOPLE: Final = 3  # the opponents in a game for four


def game_menus(
    games: Sequence[Game],
    act: Callable[[Game], Act],
    name: str = "games",
    hint: Callable[[Game], str] = lambda game: say(game.summary),
) -> Sequence[PressMenu]:
    """The menus of games, each game with its press and a `hint`; one menu if there are not too many."""
    parts = dict(in_menus(games))
    return [
        choice(
            say(challenge_texts.CHOOSE_GAME) if len(parts) == 1 else challenge_texts.choose_among(part),
            [Option(game.name, hint(game), act(game)) for game in part],
            name=f"{name}-{start}" if start else name,
        )
        for start, part in parts.items()
    ]


def opponents(*, has_equal: bool) -> Sequence[tuple[str, str, str]]:
    """The keys, names and manners of the characters, with `has_equal` first of whichever is as strong as the reader."""
    equal = [(EQUAL, say(character_texts.EQUAL_NAME), say(character_texts.EQUAL_MANNER))] if has_equal else []
    return [*equal, *((one.key, one.name, say(one.manner)) for one in CHARACTERS)]


def filling_menu(match: Match) -> PressMenu:
    """A menu of all characters for the empty seats of an open challenge."""
    options = [
        Option(
            character.name,
            character_texts.here(character, match.game, match.seats),
            Act("fill_with", match.id, detail=character.key),
        )
        for character in CHARACTERS
    ]
    return choice(say(character_texts.CHOOSE), options, name="characters")


def play_character(chosen: Character | None, equals: Mapping[str, Character], *, is_direct: bool) -> Post:
    """The menu of games to play with a character at once, and below it the menu of characters.

    `equals` are the characters about as strong as the person, by game; without a `chosen` one, they play. In direct
    messages (`is_direct`), where `/play` shows it too, it also leads to people.
    """
    key = EQUAL if chosen is None else chosen.key
    games = game_menus(
        [*GAMES.values()],
        lambda game: Act("meet_one", detail=f"{game.key}/{(chosen or equals.get(game.key, MOLE)).key}"),
        f"games-{key}",
        (lambda game: say(game.summary)) if chosen else (lambda game: character_texts.equal_in(game, equals)),
    )
    options = [
        Option(name, manner, Act("meet", detail=other))
        for other, name, manner in opponents(has_equal=bool(equals) or chosen is None)
    ]
    others = choice(say(character_texts.CHOOSE), options, name="characters", chosen=Act("meet", detail=key))
    heading = say(challenge_texts.GAME_WITH_EQUAL) if chosen is None else challenge_texts.game_with(chosen)
    friend = [row_of(button(say(challenge_texts.CHALLENGE_FRIEND), Act("friend")))] if is_direct else []
    return Post(plain(heading, *map(row_of, games), row_of(others), *friend))


def play_window(days: int | None, engines: Sequence[Person], *, has_equal: bool, is_direct: bool) -> ui.Modal:
    """The modal of `/play`, with characters and `engines` that are ready; `days` is the usual time for a move.

    With `has_equal`, whichever character is about as strong as the person comes first. With `is_direct`, questions
    about the channel are left out.
    """
    options = [
        discord.SelectOption(
            label=name, value=key, description=manner, default=key == (EQUAL if has_equal else MOLE.key)
        )
        for key, name, manner in opponents(has_equal=has_equal)
    ]
    hint = (
        challenge_texts.DIRECT_HINT if is_direct else challenge_texts.TEAMS_HINT
    )  # nothing is voted on in direct messages
    options.append(discord.SelectOption(label=say(challenge_texts.ANYONE), value=ANYONE, description=say(hint)))
    options += [
        discord.SelectOption(label=names.literal_name(engine), value=f"{engine.id}")
        for engine in engines[: limits.MENU - len(options)]
    ]
    who = _at_sight(options) if len(options) <= limits.RADIO else ui.Select[ui.Modal](custom_id=_WHO, options=options)
    against: ui.Label[ui.Modal] = ui.Label(text=say(challenge_texts.AGAINST), component=who)
    people = _people(say(challenge_texts.OR_PEOPLE), say(challenge_texts.OR_PEOPLE_HINT), required=False)
    return form(
        say(challenge_texts.PLAY),
        Act("begin"),
        game_part(),
        against,
        people,
        *_terms(days, is_direct=is_direct, may_be_open=True),
    )


def _at_sight(options: Sequence[discord.SelectOption]) -> ui.RadioGroup[ui.Modal]:
    """Options that a window shows all at once, because they are few."""
    shown = [
        discord.RadioGroupOption(label=one.label, value=one.value, description=one.description, default=one.default)
        for one in options
    ]
    return ui.RadioGroup(custom_id=_WHO, options=shown)


def friend_window(days: int | None, *, is_direct: bool) -> ui.Modal:
    """The modal of Challenge a friend, which also asks for people."""
    people = _people(say(challenge_texts.FRIENDS), say(challenge_texts.FRIENDS_HINT), required=True)
    return form(
        say(challenge_texts.CHALLENGE_FRIEND), Act("begin"), people, game_part(), *_terms(days, is_direct=is_direct)
    )


def challenge_window(opponent: Person, days: int | None, *, is_direct: bool) -> ui.Modal:
    """The modal of Challenge in the menu of a person, who is already given."""
    return form(
        challenge_texts.challenge_title(opponent),
        Act("begin", detail=str(opponent.id)),
        game_part(),
        *_terms(days, is_direct=is_direct),
    )


def game_part() -> ui.Label[ui.Modal]:
    """The part of a modal for choosing a game or, where a menu can't hold all games, for typing its name."""
    games, label = [*GAMES.values()], say(challenge_texts.GAME)
    if len(games) > limits.MENU:
        typed: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="game", max_length=LONGEST_NAME)
        return ui.Label(text=label, description=challenge_texts.game_hint(games[0]), component=typed)
    options = [
        discord.SelectOption(label=game.name, value=game.key, description=names.shortened(say(game.summary)))
        for game in games
    ]
    menu: ui.Select[ui.Modal] = ui.Select(
        custom_id="game", placeholder=say(challenge_texts.CHOOSE_GAME), options=options
    )
    return ui.Label(text=label, component=menu)


def _people(label: str, hint: str, *, required: bool) -> ui.Label[ui.Modal]:
    people: ui.UserSelect[ui.Modal] = ui.UserSelect(
        custom_id="people", min_values=int(required), max_values=_MOST_PEOPLE, required=required
    )
    return ui.Label(text=label, description=hint, component=people)


def _terms(days: int | None, *, is_direct: bool, may_be_open: bool = False) -> Sequence[ui.Label[ui.Modal]]:
    """The parts of a modal for the time limit and other terms."""
    usual = discord.SelectOption(
        label=challenge_texts.usual_time(days),
        value=USUAL,
        description=say(challenge_texts.USUAL_TIME_HINT),
        default=True,
    )
    options = [usual, *(discord.SelectOption(label=say(time), value=time) for time in challenge_texts.TIMES)]
    time: ui.Select[ui.Modal] = ui.Select(custom_id="days", options=options)
    terms = [
        discord.SelectOption(label=say(term.label), value=term.key, description=say(term.hint))
        for term in challenge_texts.TERMS
        if not (term.needs_channel and is_direct) and (may_be_open or not term.needs_open)
    ]
    also: ui.Select[ui.Modal] = ui.Select(
        custom_id="also",
        placeholder=say(challenge_texts.NOTHING_ELSE),
        options=terms,
        min_values=0,
        max_values=len(terms),
        required=False,
    )
    return (
        ui.Label(text=say(challenge_texts.TIME), component=time),
        ui.Label(text=say(challenge_texts.ALSO), component=also),
    )
