"""Presses that none of our messages offer: each gets a friendly answer and reveals nothing about other servers."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import discord
import pytest

from bot.actions import votes
from bot.actions.challenges import told_of_start
from bot.chat import features
from bot.chat.core.answers import Answer, Ask, Launch, Say
from bot.chat.core.request import Request, Surroundings
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.people import Actor, Person
from bot.model.place import DIRECT, PlayerBoard
from bot.model.votes import CHANNEL as EVERYBODY
from bot.screens.core import Act
from bot.texts import errors
from bot.texts.language import language_name, languages, speaking, spoken
from bot.texts.zones import zones_like
from players.characters import MOLE
from rules import GAMES
from rules.core import Seat
from tests.bot.matches import Matches
from tests.bot.pseudo import english_in, speak_pseudo, words_shown
from tests.bot.tables import FURL
from tests.bot.world import World

pytestmark = pytest.mark.sweep

STRANGERS = (Person(77_000_000_000_000_001, "Zoltan"), Person(77_000_000_000_000_002, "Yvonne"))
ELSEWHERE = 78_000_000_000_000_001
REVISIONS = (0, 1, 2, 10**30)
MATCHES = (*range(10), 2**31, 10**40)
"""Match numbers: none, those of `_matches_in_every_state`, and numbers too large for a column."""

DETAILS = (
    *("", "0", "-1", "x", "1/1", "/", "furl/0", "furl/x", "all/9", "back/9", "a4", "a4<c4", "\U0001f98a", "9" * 50),
    *(f"{STRANGERS[0].id}/0", f"{2**63}/0"),
)
PROPER = (*(game.name for game in GAMES.values()), *(language_name(code) for code in languages()), *zones_like("", 25))
PEOPLE = "Ada ada Ben ben Cleo cleo Zoltan Yvonne Furlong Mole Hedgehog Otter Badger Lynx UTC"
TYPED = "all back furl"
NAMES = frozenset(re.findall("[A-Za-z]+", " ".join((*PROPER, PEOPLE, TYPED))))
VALUES = ((), ("",), ("x",), ("a4",), ("furl",), ("9" * 100,), ("-1",), ("22-7",), ("1", "2"))


async def _matches_in_every_state(world: World) -> None:
    """Matches here: an open challenge, a challenge, a running, a finished and a called-off match.

    Then another server's match, open challenge and match by vote, and a direct match of its people.
    """
    matches, ada, ben = world.matches, world.actor(world.ada), world.actor(world.ben)
    await matches.propose(ada, world.guild.id, Proposal(FURL, world.channel.id))
    challenge = Proposal(FURL, world.channel.id, (ben.person,), Seat(0))
    await matches.propose(ada, world.guild.id, challenge)
    for number in (3, 4):
        await matches.propose(ada, world.guild.id, challenge)
        await matches.join(ben, number)
        await matches.play(ada, number, "a4<c4")
    await matches.resign(ben, 4)
    await matches.propose(ada, world.guild.id, challenge)
    await matches.decline(ben, 5)
    await _matches_elsewhere(matches)


async def _matches_elsewhere(matches: Matches) -> None:
    host, guest = (Actor(person, ELSEWHERE) for person in STRANGERS)
    await matches.propose(host, ELSEWHERE, Proposal(FURL, 1, (guest.person,)))
    await matches.join(guest, 6)
    await matches.propose(host, ELSEWHERE, Proposal(FURL, 1))
    by_vote = Proposal(FURL, 1, seated(MOLE, 1), Seat(0), terms=Terms(3, vote_minutes=60), channels=(EVERYBODY,))
    await matches.propose(host, ELSEWHERE, by_vote)
    await votes.cast(matches, replace(guest, channel_id=1), 8, "a4<c4")
    await matches.propose(replace(host, server_id=None), DIRECT, Proposal(FURL, 0, (guest.person,), by_player=True))
    await matches.join(replace(guest, server_id=None), 9)
    for number, person in enumerate(STRANGERS, 1):
        async with matches.change(9) as change:
            told_of_start(change, PlayerBoard(person.id, number, number, None, says_start=True))


def _forged(action: str, random: Random) -> Iterator[tuple[Act, tuple[str, ...]]]:
    """Presses of an action about every match, and with all the details that a press can have."""
    for number, detail in enumerate(random.sample(DETAILS, len(DETAILS))):
        yield Act(action, MATCHES[number % len(MATCHES)], random.choice(REVISIONS), detail), random.choice(VALUES)


def _words_of(answer: Answer) -> str:
    """The words shown in an answer, without ids and addresses."""
    match answer:
        case Say(text):
            return text
        case Ask(modal):
            return "\n".join(words_shown(modal.to_dict()))
        case Launch():
            return ""
        case _:
            return "\n".join(words_shown(answer.post.view.to_components()))


def text_of_answer(answer: Answer) -> str:
    """All texts in an answer."""
    match answer:
        case Say(text):
            return text
        case Ask(modal):
            return str(modal.to_dict())
        case Launch():
            return repr(answer)
        case _:
            return str(answer.post.view.to_components())


async def told_of_press(
    world: World,
    who: Actor,
    act: Act,
    values: tuple[str, ...],
    read_in: Callable[[Answer], str] = text_of_answer,
    message: discord.Message | None = None,
) -> str:
    """The answer to a person who presses that, on the server or in a direct message, below a message if one is given."""
    read: list[str] = []

    async def send(answer: Answer) -> None:
        read.append(read_in(answer))

    guild = None if who.server_id is None else world.bot.get_guild(who.server_id)
    surroundings = Surroundings(
        channel_id=world.channel.id,
        channel=guild and guild.get_channel(world.channel.id),
        guild=guild,
        permissions=discord.Permissions.none(),
        app_permissions=discord.Permissions.all(),
        filesize_limit=10_000_000,
    )
    request = Request(
        actor=who,
        surroundings=surroundings,
        services=world.bot.services,
        context=world.bot.services.context,
        send=send,
        act=act,
        values=values,
        options={},
        message=message,
        discord_language=spoken(),
    )
    try:
        answer = await features.press_handlers()[act.name].answer(request)
    except Exception as error:  # noqa: BLE001 - as the dispatcher does
        answer = Say(errors.reply(error))
    if answer is not None:
        await send(answer)
    return "\n".join(read)


@pytest.mark.parametrize("name", ["cleo", "ada", "ben"])
async def test_whatever_is_pressed_is_answered_in_friendly_words_that_tell_nothing_of_other_servers(
    world: World, name: str
) -> None:
    """Press as Cleo, a spectator, on the server, as often as Ada, a player, in direct messages, and as Ben, a manager.

    An answer with a code is an error in the log, which fails every test.
    """
    await _matches_in_every_state(world)
    there = replace(world.actor(getattr(world, name)), manages_server=name == "ben")
    places = (there, replace(there, server_id=None)) if name == "ada" else (there,)
    for action in features.press_handlers():
        random = Random(f"{action} {name}")
        for act, values in _forged(action, random):
            who = random.choice(places)
            answer_text = await told_of_press(world, who, act, values)
            assert answer_text or action in ("join", "decline", "cancel"), act
            for stranger in STRANGERS:
                assert stranger.name not in answer_text and f"{ELSEWHERE}" not in answer_text, (act, values)


async def test_whatever_is_pressed_is_answered_in_the_language_of_the_person(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pseudo-language reveals each text that was not translated, such as half a sentence."""
    speak_pseudo(monkeypatch)
    await _matches_in_every_state(world)
    there, found = world.actor(world.ada), dict[str, list[str]]()
    with speaking("de"):
        for action in features.press_handlers():
            random = Random(f"{action} in other words")
            for act, values in _forged(action, random):
                words = english_in(await told_of_press(world, there, act, values, _words_of), NAMES)
                found |= {action: words} if words else {}
    assert not found
