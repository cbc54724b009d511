"""The new ratings under a finished match, or why they are unchanged."""

import pytest
from simcord.actors import MemberActor

from bot.model.ratings import MOST_ALIKE
from tests.bot.actions.results import DRAWN, past
from tests.bot.screen import text_of
from tests.bot.world import World, answer, ask_to_play

pytestmark = pytest.mark.usefixtures("every_result_counts")


async def plays(world: World, *, rated: str = "rated") -> None:
    """Have Ada challenge Ben, who accepts and resigns."""
    await ask_to_play(world.ada, world.channel, game="furl", people=[world.ben], also=["first", rated])
    await world.ben.click(world.board(), label="Accept")
    await gives_up(world, world.ben)


async def gives_up(world: World, who: MemberActor) -> None:
    question = answer(await who.slash(world.channel, "match", do="resign"))
    await who.click(question, label="Resign")


async def test_ratings_lose_the_question_mark_with_the_fifth_match(world: World) -> None:
    players = (world.actor(world.ada).person, world.actor(world.ben).person)
    await past(world.matches.database, world.guild.id, *[(players, DRAWN)] * 3, game="furl")
    await plays(world)
    assert "Ratings: **Ada** 1559 (+59, provisional); **Ben** 1441 (−59, provisional)" in text_of(world.board())
    await plays(world)
    assert "Ratings: **Ada** 1604 (+45), **Ben** 1396 (−45)" in text_of(world.board())


async def test_a_match_that_is_one_too_many_says_why_ratings_stay(world: World) -> None:
    for _ in range(MOST_ALIKE):
        await plays(world)
        assert "Ratings: " in text_of(world.board())
    await plays(world)
    shown = text_of(world.board())
    assert (
        "Ratings: " not in shown
        and "The ratings stay as they are: with the same opponents only so many matches count" in shown
    )


async def test_names_are_shown_as_they_are_beside_ratings(world: World) -> None:
    world.env.backend.edit_member(world.guild.id, world.ada.id, {"nick": "**Ada** <@1>"})
    await plays(world)
    assert "1566 (+66, provisional)" in text_of(world.board())
    assert "****Ada" not in text_of(world.board()) and "<@1>" not in text_of(world.board())
