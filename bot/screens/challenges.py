"""What a host chooses for a new match: the parts of the windows in chat and of the form on the page."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.model.people import Person
from bot.screens.core import Act, Ask, Choosable, Part
from bot.texts import challenges as challenge_texts
from bot.texts import characters as character_texts
from bot.texts import limits, names
from bot.texts.challenges import TERMS, Term
from bot.texts.language import say
from players.characters import CHARACTERS, EQUAL, MOLE
from rules import GAMES
from rules.core import Game
from rules.plugins import LONGEST_NAME

ANYONE: Final = "anyone"
"""The value for an open challenge instead of a character."""

PEOPLE: Final = "people"
"""The value for people who are chosen apart, and the name of the part in which they are."""

USUAL: Final = "usual"
"""The value of what is as usual, which sets no term."""

MORE: Final = "more"
"""The value of the box for choosing the other terms, too, and the name of its part."""

_MOST_PEOPLE: Final = 3  # the opponents in a game for four


def opponents(*, has_equal: bool) -> Sequence[Choosable]:
    """The characters, with `has_equal` first whichever is as strong as the reader."""
    equal = Choosable(say(character_texts.EQUAL_NAME), say(character_texts.EQUAL_MANNER), EQUAL)
    return [
        *([equal] if has_equal else []),
        *(Choosable(character.name, say(character.manner), character.key) for character in CHARACTERS),
    ]


def game_part() -> Part:
    """The part for choosing a game or, where a menu can't hold all games, for typing its name."""
    games = [*GAMES.values()]
    return Part(
        name="game",
        label=say(challenge_texts.GAME),
        hint=challenge_texts.game_hint(games[0]) if len(games) > limits.MENU else "",
        options=[Choosable(game.name, names.shortened(say(game.summary)), game.key) for game in games],
        longest=LONGEST_NAME if len(games) > limits.MENU else 0,
        placeholder=say(challenge_texts.CHOOSE_GAME),
    )


def who_part(engines: Sequence[Person], *, has_equal: bool, is_direct: bool) -> Part:
    """The part for whom to play: a character, anyone, people, or one of these `engines`."""
    hint = challenge_texts.DIRECT_HINT if is_direct else challenge_texts.ANYONE_HINT
    options = [
        *opponents(has_equal=has_equal),
        Choosable(say(challenge_texts.ANYONE), say(hint), ANYONE),
        Choosable(say(challenge_texts.PEOPLE), say(challenge_texts.PEOPLE_HINT), PEOPLE),
        *(Choosable(names.literal_name(engine), "", f"{engine.id}") for engine in engines),
    ]
    chosen = EQUAL if has_equal else MOLE.key
    shown_options = [replace(option, is_chosen=option.value == chosen) for option in options[: limits.MENU]]
    return Part(name="who", label=say(challenge_texts.AGAINST), options=shown_options)


def people_part(game: Game | None = None) -> Part:
    """The part for people, as many as a game has seats for, on a face where people can be found."""
    most = _MOST_PEOPLE if game is None else game.seats[-1] - 1
    hint = say(challenge_texts.FRIENDS_HINT) if most > 1 else ""
    return Part(name=PEOPLE, label=say(challenge_texts.FRIENDS), hint=hint, most=most, is_for_people=True)


def time_part(days: int | None) -> Part:
    """The part for the time limit; `days` is the usual time for a move."""
    usual = Choosable(challenge_texts.usual_time(days), say(challenge_texts.USUAL_TIME_HINT), USUAL, is_chosen=True)
    others = [Choosable(say(time), "", time) for time in challenge_texts.FEW_TIMES]
    return Part(name="days", label=say(challenge_texts.TIME), options=[usual, *others])


def rated_part(*, is_direct: bool, is_first: bool, is_optional: bool = False) -> Part:
    """The part for whether the match counts; where the host's first one may be it, as `is_first`, nothing is usual."""
    hint = challenge_texts.RATED_DIRECT_HINT if is_direct else challenge_texts.RATED_HINT
    usual = Choosable(say(challenge_texts.AS_USUAL), say(hint), USUAL, is_chosen=True)
    asks = is_first and not is_direct
    return Part(
        name="is_rated",
        label=say(challenge_texts.RATED),
        options=[*([] if asks else [usual]), *map(_choice, _terms("is_rated"))],
        placeholder=say(challenge_texts.FIRST_RATED),
        is_optional=is_optional,
        is_asked=asks,
    )


def more_part() -> Part:
    """The part for the box that asks for the parts of `others`."""
    box = Choosable(say(challenge_texts.MORE), say(challenge_texts.MORE_HINT), MORE)
    return Part(name=MORE, label=say(challenge_texts.ALSO), options=[box], is_for_several=True)


def others(game: Game, *, is_direct: bool, is_open: bool) -> Sequence[Part]:
    """The parts for the terms that a new match of a game may have besides: questions, and boxes to tick."""
    labels = challenge_texts.side_labels(game)
    usual = Choosable(labels.pop(challenge_texts.BY_CHANCE), "", USUAL, is_chosen=True)
    sides = [usual, *(Choosable(label, "", value) for value, label in labels.items())]
    questions = [Part(name="host_seat", label=say(challenge_texts.SIDE), options=sides)]
    if len(game.seats) > 1:
        questions.append(_question("players", say(challenge_texts.PLAYERS), game.seats))
    if is_open:
        questions.append(_question("least_reliability", say(challenge_texts.WHO_JOINS)))
    if not is_direct:
        questions.append(_question("vote_minutes", say(challenge_texts.VOTES)))
    return [*questions, also_part(game, is_direct=is_direct, is_open=is_open)]


def _question(field: str, label: str, values: Collection[int] = ()) -> Part:
    usual = Choosable(say(challenge_texts.AS_USUAL), "", USUAL, is_chosen=True)
    terms = [term for term in _terms(field) if not values or term.value in values]
    return Part(name=field, label=label, options=[usual, *map(_choice, terms)])


def also_part(game: Game | None = None, *, is_direct: bool, is_open: bool = False) -> Part:
    """The part with a box for each term that can only be asked for; without a `game`, it may be any."""
    fields = [term.field for term in TERMS]
    boxes = [
        _choice(term)
        for term in TERMS
        if fields.count(term.field) == 1
        and not (is_direct and term.needs_channel)
        and not (term.is_for_open and not is_open)
        and not (game is not None and term.needs_two and 2 not in game.seats)
    ]
    return Part(name="also", label=say(challenge_texts.ALSO), options=boxes, is_for_several=True)


_PARTS: Final = {"also", *(term.field for term in TERMS)}


def chosen(fields: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The keys of the terms that were chosen in the parts of a window or form."""
    return [value for name, values in fields.items() if name in _PARTS for value in values]


def _terms(field: str) -> Sequence[Term]:
    return [term for term in TERMS if term.field == field]


def _choice(term: Term) -> Choosable:
    return Choosable(say(term.label), say(term.hint), term.key)


def play_window(
    days: int | None, engines: Sequence[Person], *, has_equal: bool, is_direct: bool, is_first: bool
) -> Ask:
    """The window of `/play`, with characters and `engines` that are ready; `days` is the usual time for a move.

    With `has_equal`, whichever character is about as strong as the person comes first. `is_direct` is where nothing
    happens in a channel, `is_first` for a person none of whose matches counted so far.
    """
    return Ask(
        Act("begin"),
        say(challenge_texts.PLAY),
        [
            game_part(),
            who_part(engines, has_equal=has_equal, is_direct=is_direct),
            time_part(days),
            rated_part(is_direct=is_direct, is_first=is_first, is_optional=is_first),
            more_part(),
        ],
    )


def friend_window(days: int | None, *, is_direct: bool, is_first: bool) -> Ask:
    """The window of Challenge a friend, which asks for people."""
    return Ask(
        Act("begin"),
        say(challenge_texts.CHALLENGE_FRIEND),
        [
            people_part(),
            game_part(),
            time_part(days),
            rated_part(is_direct=is_direct, is_first=is_first),
            also_part(is_direct=is_direct),
        ],
    )


def challenge_window(opponent: Person, days: int | None, *, is_direct: bool, is_first: bool) -> Ask:
    """The window of Challenge in the menu of a person, who is already given."""
    return Ask(
        Act("begin", detail=str(opponent.id)),
        challenge_texts.challenge_title(opponent),
        [
            game_part(),
            time_part(days),
            rated_part(is_direct=is_direct, is_first=is_first),
            _question("host_seat", say(challenge_texts.SIDE)),
            also_part(is_direct=is_direct),
        ],
    )


def more_window(act: Act, game: Game, who: str, *, is_direct: bool) -> Ask:
    """The window of More choices, for a match with what was chosen in that of `/play`."""
    people = [people_part(game)] if who == PEOPLE else []
    parts = others(game, is_direct=is_direct, is_open=who == ANYONE)
    return Ask(act, say(challenge_texts.MORE), [*people, *parts])
