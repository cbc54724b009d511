"""The list of matches: whose turn it is, where the board is, and who sees which match."""

import re
from dataclasses import replace

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.actions import matches
from bot.model.match import State
from bot.model.people import Person
from bot.texts.matches import whose_turn
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


async def test_matches_that_wait_for_you_come_first(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben)
    await world.store_matches(2, host=world.ben, guest=world.ada)
    await world.store_matches(1, host=world.cleo, guest=world.ada, moves=("a4<c4",))
    lines = await _listed(world, world.ada)
    assert _numbers(lines) == [4, 1, 3, 2]
    assert ["**your turn**" in line for line in lines] == [True, True, False, False]
    assert "against **Cleo** · **your turn** · 1 move" in lines[0]
    assert "against **Ben** · Ben to move · no move yet" in lines[2]


async def test_a_challenge_that_waits_for_your_answer_comes_before_matches_of_others_turns(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    await world.store_matches(1, host=world.cleo, guest=world.ben)
    lines = await _listed(world, world.ben)
    assert _numbers(lines) == [1, 2] and "against **Ada** · **waits for your answer**" in lines[0]


async def test_beside_each_match_is_the_button_that_leads_on(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben)
    await world.store_matches(1, host=world.ben, guest=world.ada)
    shown = answer(await world.ada.slash(world.channel, "games"))
    assert buttons_of(shown) == ["Move", "Board"]
    await world.restart()
    assert "Furl · match #1** · Which disc moves?" in reply_text(await world.ada.click(shown, label="Move"))
    assert "### Furl · match #2" in reply_text(await world.ada.click(shown, label="Board"))


async def test_a_line_links_to_the_message_that_shows_the_match(world: World) -> None:
    await world.start_match()
    for move in ("a4<c4", "e5<e4"):
        await world.play(move)
        [line] = await _listed(world, world.ada)
        board = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{world.board().id}"
        assert line.startswith(f"[Furl · match #1]({board}) against **Ben** · ")


async def test_the_list_is_right_after_each_step_of_a_matchs_life(world: World) -> None:
    async def lists() -> list[str]:
        reply = [await _listed(world, who) for who in (world.ada, world.ben, world.cleo)]
        shown = [" · ".join(line.partition(" · last change")[0].split(" · ")[2:]) for line in map("".join, reply)]
        return [re.sub("<t:[0-9]+:R>", "then", line) for line in shown]

    assert await lists() == ["", "", ""]
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, side="first")
    assert await lists() == ["waits for an answer", "**waits for your answer**", ""]
    await world.ben.click(world.board(), label="Accept")
    assert await lists() == [
        "**your turn** · due then · no move yet",
        "Ada to move · due then · no move yet",
        "",
    ]
    await world.play("a4<c4")
    waiting = ["Ben to move · due then · 1 move", "**your turn** · due then · 1 move", ""]
    assert await lists() == waiting
    await world.restart()
    assert await lists() == waiting
    question = answer(await world.ben.slash(world.channel, "match", do="resign"))
    await world.ben.click(question, label="Resign")
    assert await lists() == ["", "", ""]


async def test_tables_and_called_off_matches_are_distinguished(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl")
    [line] = await _listed(world, world.ada)
    assert "against anyone who joins · waits for players" in line
    await world.ada.click(world.board(), label="Cancel")
    assert "You have no matches here." in reply_text(await world.ada.slash(world.channel, "games"))


async def test_another_persons_list_is_written_from_the_askers_side(world: World) -> None:
    await world.start_match()
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.cleo)
    reply = reply_text(await world.cleo.slash(world.channel, "games", player=world.ada))
    assert "Ada's matches" in reply
    match, challenge = await _listed(world, world.cleo, player=world.ada)
    assert "against **Cleo** · **waits for your answer**" in challenge
    assert "against **Ben** · Ada to move" in match
    assert "**Ada** waits for an answer" in "\n".join(await _listed(world, world.ben, player=world.ada))
    stranger = world.guild.add_member(world.env.create_user("Dan"))
    assert reply_text(await world.ada.slash(world.channel, "games", player=stranger)) == "Dan has no matches here."


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


async def test_a_direct_message_lists_nobody_elses_matches(world: World) -> None:
    await world.start_match()
    assert reply_text(await world.cleo.user.slash("games", player=world.ada.user)).startswith(
        "You have no matches here."
    )


async def test_many_matches_are_listed_in_pages(world: World) -> None:
    await world.store_matches(23, host=world.ada, guest=world.ben)
    page = answer(await world.ada.slash(world.channel, "games"))
    assert _numbers(text_of(page).split("\n")[1:-1]) == list(range(23, 13, -1))
    assert "Page 1 of 3" in text_of(page) and _turning(page) == ["Next"]
    await world.restart()
    await world.ada.click(page, label="Next")
    assert "Page 2 of 3" in text_of(page) and _turning(page) == ["Back", "Next"]
    await world.ada.click(page, label="Next")
    assert _numbers(text_of(page).split("\n")[1:-1]) == [3, 2, 1]
    assert "Page 3 of 3" in text_of(page) and _turning(page) == ["Back"]
    await world.ada.click(page, label="Back")
    assert "Page 2 of 3" in text_of(page)


async def test_a_page_that_has_become_empty_shows_the_last_one(world: World) -> None:
    await world.store_matches(11, host=world.ada, guest=world.ben)
    page = answer(await world.ada.slash(world.channel, "games"))
    for number in (1, 2, 3):
        await world.matches.resign(world.actor(world.ada), number)
    await world.ada.click(page, label="Next")
    assert _numbers(text_of(page).split("\n")[1:]) == list(range(11, 3, -1)) and _turning(page) == []


async def test_the_pages_of_another_persons_list_stay_theirs(world: World) -> None:
    await world.store_matches(11, host=world.ada, guest=world.ben)
    page = answer(await world.cleo.slash(world.channel, "games", player=world.ada))
    await world.cleo.click(page, label="Next")
    assert "Ada's matches" in text_of(page) and _numbers(text_of(page).split("\n")[1:-1]) == [1]


async def test_a_challenge_still_waits_for_the_answer_of_a_player_with_a_new_name(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    world.env.backend.edit_member(world.guild.id, world.ben.id, {"nick": "Benjamin"})
    [line] = await _listed(world, world.ben)
    assert "**waits for your answer**" in line


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
