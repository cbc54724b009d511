"""The list of matches: whose turn it is, where the board is, and who sees which match."""

import re
from dataclasses import replace

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.actions import challenges, matches
from bot.model.challenges import Proposal
from bot.model.match import State
from bot.model.people import Person
from bot.texts.matches import whose_turn
from rules import GAMES
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, reply_text


async def _listed(world: World, who: MemberActor, **options: MemberActor) -> list[str]:
    """The lines of a list of matches, without its heading."""
    text = reply_text(await who.slash(world.channel, "games", **options))
    return [line for line in text.split("\n") if "match #" in line]


def _turning(page: ResponseMessage) -> list[str]:
    """The buttons that turn pages."""
    return [label for label in buttons_of(page) if label not in ("Move", "Board")]


def _numbers(lines: list[str]) -> list[int]:
    return [int(re.findall(r"match #(\d+)", line)[0]) for line in lines]


async def test_a_server_lists_its_own_matches_and_a_direct_message_all(world: World) -> None:
    await world.start_match()
    elsewhere = world.env.create_guild("Elsewhere")
    other = elsewhere.create_text_channel("other games")
    ada, cleo = elsewhere.add_member(world.ada.user), elsewhere.add_member(world.cleo.user)
    await ada.slash(other, "play", game="furl", opponent=cleo, side="first")
    await cleo.click(world.messages(other)[-1], label="Accept")
    assert _numbers(await _listed(world, world.ada)) == [1]
    assert re.findall(r"match #(\d+)", reply_text(await ada.slash(other, "games"))) == ["2"]
    everywhere = reply_text(await world.ada.user.slash("games"))
    assert re.findall(r"match #(\d+)", everywhere) == ["2", "1"]
    assert f"/{elsewhere.id}/{other.id}/" in everywhere and f"/{world.guild.id}/{world.channel.id}/" in everywhere


async def test_a_page_that_has_become_empty_shows_the_last_one(world: World) -> None:
    await world.store_matches(11, host=world.ada, guest=world.ben)
    page = answer(await world.ada.slash(world.channel, "games"))
    for number in (1, 2, 3):
        await world.matches.resign(world.actor(world.ada), number)
    await world.ada.click(page, label="Next")
    assert _numbers(text_of(page).split("\n")[1:]) == list(range(11, 3, -1)) and _turning(page) == []


async def test_a_challenge_still_waits_for_the_answer_of_a_player_with_a_new_name(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    world.env.backend.edit_member(world.guild.id, world.ben.id, {"nick": "Benjamin"})
    [line] = await _listed(world, world.ben)
    assert "**waits for your answer**" in line


async def test_a_match_that_is_about_to_begin_waits_for_nobodys_answer(world: World) -> None:
    ada, ben = world.actor(world.ada), world.actor(world.ben)
    await world.matches.propose(ada, world.guild.id, Proposal(GAMES["furbowl"], world.channel.id, (ben.person,)))
    await world.matches.propose(ada, world.guild.id, Proposal(GAMES["furbowl"], world.channel.id, seats=2))
    for number, said in ((1, "**waits for your answer**"), (2, "waits for players")):
        assert said in "".join(await _listed(world, world.ben, player=world.ada))
        async with world.matches.joining(number, ben) as change:
            challenges.join(change, ben.person)
        assert change.match.is_about_to_begin
    for who in (world.ada, world.ben):
        assert all("hasn't started" in line for line in await _listed(world, who))


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (State.OPEN, "hasn't started"),
        (State.RUNNING, "waits until it's clear who plays on"),
        (State.FINISHED, "over"),
        (State.CALLED_OFF, "over"),
    ],
)
async def test_a_match_with_nobody_to_move_says_why(world: World, state: State, said: str) -> None:
    await world.start_match()
    [listed] = await matches.of_person(
        world.bot.services.context, Person(world.ada.id, "Ada"), world.guild.id, State.RUNNING
    )
    waiting = replace(listed, state=state, to_move=None)
    assert whose_turn(waiting, Person(world.ada.id, "Ada")) == said
