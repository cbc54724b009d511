"""Menus and modals for choosing what to play, and with whom."""

from collections.abc import Callable, Mapping, Sequence

from discord import ui

from bot.chat.core.messages import Post, plain
from bot.chat.core.press import MENU, Option, PressMenu, button, choice, id_of, row_of
from bot.model.match import Match
from bot.screens.challenges import USUAL, opponents, people_part
from bot.screens.core import Act, in_menus
from bot.texts import challenges as challenge_texts
from bot.texts import characters as character_texts
from bot.texts.language import say
from players.characters import CHARACTERS, EQUAL, MOLE, Character
from rules import GAMES
from rules.core import Game


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


def filling_menu(match: Match) -> PressMenu:
    """A menu of all characters for the empty seats of an open challenge."""
    options = [
        Option(
            character.name,
            character_texts.here(character, match.game, match.seats),
            Act("fill_with", match.id, match.revision, character.key),
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
        Option(choosable.label, choosable.hint, Act("meet", detail=choosable.value))
        for choosable in opponents(has_equal=bool(equals) or chosen is None)
    ]
    others = choice(say(character_texts.CHOOSE), options, name="characters", chosen=Act("meet", detail=key))
    heading = say(challenge_texts.GAME_WITH_EQUAL) if chosen is None else challenge_texts.game_with(chosen)
    friend = [row_of(button(say(challenge_texts.CHALLENGE_FRIEND), Act("friend")))] if is_direct else []
    return Post(plain(heading, *map(row_of, games), row_of(others), *friend))


def first_rated(game: Game, act: Callable[[str], Act]) -> Post:
    """The question whether a match counts that would be the host's first one; `act` goes on with what they answer.

    If it counts, it does as usual, so that further choices may still make it casual.
    """
    counts, casual = button(say("Rated"), act(USUAL)), button(say("Casual"), act("casual"))
    return Post(plain(challenge_texts.first_rated(game), row_of(counts, casual)))


def more_choices(game: Game, begin: Act, more: Act, *, has_people: bool) -> Post:
    """The button that asks for more terms; with `has_people` also a menu of people, who are challenged at once."""
    part = people_part(game)
    people: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        custom_id=id_of(begin, MENU), placeholder=say(challenge_texts.CHOOSE_PEOPLE), max_values=part.most
    )
    rows = [
        *([ui.ActionRow[ui.LayoutView](people)] if has_people else []),
        row_of(button(say(challenge_texts.MORE), more)),
    ]
    return Post(plain(challenge_texts.more_choices(game, has_people=has_people), *rows))
