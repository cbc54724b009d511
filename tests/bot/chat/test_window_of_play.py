"""The window of `/play`: five questions, one for whom, and what is asked after it only where it is needed."""

from collections.abc import Sequence

from simcord.results import InteractionResult

from bot.model.clock import Terms
from bot.model.match import State
from tests.bot.screen import buttons_of, text_of
from tests.bot.world import World, answer, ask_to_play, reply_text


async def _sent(world: World, who: str, days: str = "usual", more: Sequence[str] = ()) -> InteractionResult:
    window = await world.ada.slash(world.channel, "play")
    assert window.modal is not None
    offered = [one["value"] for one in window.modal["components"][3]["component"]["options"]]
    rated = {"is_rated": ["usual"]} if "usual" in offered else {}
    return await world.ada.submit_modal(
        window, {"game": ["furl"], "who": [who], "days": [days], **rated, "more": [*more]}
    )


async def test_it_asks_five_questions_of_which_one_is_whom(world: World) -> None:
    window = (await world.ada.slash(world.channel, "play")).modal
    assert window is not None
    parts = {one["component"]["custom_id"]: one["component"] for one in window["components"]}
    assert [*parts] == ["game", "who", "days", "is_rated", "more"]
    assert len(parts["days"]["options"]) == 11 and len(parts["more"]["options"]) == 1
    values = [one["value"] for one in parts["who"]["options"]]
    assert {"mole", "anyone", "people"} <= {*values}


async def test_from_it_to_the_first_board_it_is_one_choice_and_one_press(world: World) -> None:
    await _sent(world, "mole")
    assert (await world.match()).state is State.RUNNING


async def test_people_are_chosen_after_it_and_asked_at_once(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben, terms=Terms(3, is_rated=True))
    asked = answer(await _sent(world, "people"))
    async with world.nothing_changes():
        assert buttons_of(asked) == ["More choices"] and "Who do you want to challenge to **Furl**" in text_of(asked)
    told = await world.ada.select(asked, [world.ben])
    assert "Ben" in reply_text(told) and [one.name for one in (await world.match(2)).invited] == ["Ben"]


async def test_whether_their_first_rated_match_counts_is_asked_before_it_is_stored(world: World) -> None:
    for label, counts in (("Casual", False), ("Rated", True)):
        async with world.nothing_changes():
            asked = answer(await _sent(world, "anyone"))
        assert "It'd be your first that does" in text_of(asked) and buttons_of(asked) == ["Rated", "Casual"]
        await world.ada.click(asked, label=label)
        assert (await world.match(2 if counts else 1)).terms.is_rated is counts
    assert "Furl" in reply_text(await _sent(world, "anyone")), "whoever is in a match that counts isn't asked again"
    assert (await world.match(3)).terms.is_rated


async def test_nobody_is_asked_whether_a_match_counts_that_cannot(world: World) -> None:
    await _sent(world, "anyone", days="no limit")
    assert not (await world.match()).terms.is_rated


async def test_more_choices_of_somebody_new_may_still_make_the_match_casual(world: World) -> None:
    await ask_to_play(world.ada, world.channel, game="furl", also=["hints"])
    match = await world.match()
    assert match.terms.has_hints and not match.terms.is_rated
