"""Plans with conditions as people make them: typed, shown, extended, edited in a modal, cleared."""

from typing import Any

from simcord.actors import MemberActor
from simcord.enums import InteractionType
from simcord.results import InteractionResult, ResponseMessage

from bot.chat.core.press import id_of
from bot.model.plans.grammar import outline
from bot.model.plans.parsing import LONGEST_TEXT, MOST_LINES
from bot.screens.core import Act
from tests.bot.screen import button_id, text_of
from tests.bot.world import UserAction, World, answer, reply_text


async def _plans(world: World, who: MemberActor, **options: str) -> ResponseMessage:
    """Have a person plan; returns the private answer."""
    return answer(await who.slash(world.channel, "plan", **options))


async def _lines(world: World, who: MemberActor) -> list[str]:
    """The outline of a player's stored plan."""
    return outline((await world.match()).plan_of(who.id).tree)


def _window_text(shown: InteractionResult) -> str:
    assert shown.modal is not None
    box: dict[str, Any] = shown.modal["components"][0]["component"]
    return box.get("value", "")


async def test_a_window_that_was_open_while_the_match_ended_is_answered(world: World) -> None:
    await world.start_match()
    shown = await _plans(world, world.ben, moves="after a1<a2: g1<g2")
    window = await world.ben.click(shown, label="Edit")
    await world.ada.click(answer(await world.ada.slash(world.channel, "match", do="resign")), label="Resign")
    async with world.nothing_changes():
        assert "Match #1 is over." in reply_text(await world.ben.submit_modal(window, {"text": "g1<g2"}))
        assert "Match #1 is over." in reply_text(await world.ben.click(shown, label="Edit"))
        assert "Match #1 is over." in reply_text(await world.ben.click(shown, label="Clear"))


async def test_one_line_too_many_is_refused(world: World) -> None:
    await world.start_match()
    moves = (await world.match()).position.legal_moves()
    lines = [f"after {move}: e5<e4" for move in moves[:MOST_LINES]]
    shown = await _plans(world, world.ben, moves=";".join(lines))
    assert lines[-1] in text_of(shown) and len(await _lines(world, world.ben)) == MOST_LINES
    async with world.nothing_changes():
        refused = text_of(await _plans(world, world.ben, add="anything else: g1<g2"))
    assert refused.startswith(
        f"A plan holds at most {MOST_LINES} lines, and this one has {MOST_LINES + 1}. Nothing was "
    )


async def test_the_longest_plan_fits_into_the_message_and_the_window(world: World) -> None:
    await world.start_match()
    legal = (await world.match()).position.legal_moves()
    lines = [f"after {move}: g1<g2, furl {'the ' * 14}disc from e5 to e4" for move in legal[:MOST_LINES]]
    text = "\n".join(lines)
    assert LONGEST_TEXT - 100 < len(text) <= LONGEST_TEXT
    shown = await _plans(world, world.ben, moves=text)
    assert text in text_of(shown)
    assert _window_text(await world.ben.click(shown, label="Edit")) == text
    async with world.nothing_changes():
        longer = await _plans(world, world.ben, moves=text.replace("disc", "of the disc"))
    assert f"That's too long: a plan has {LONGEST_TEXT} letters" in text_of(longer)


async def test_another_persons_buttons_and_window_lead_to_ones_own_plan_only(world: World) -> None:
    await world.start_match()
    shown = await _plans(world, world.ben, moves="after a1<a2: g1<g2")
    async with world.nothing_changes():
        [cleared] = await world.at_once(world.forged(world.cleo, shown, button_id(shown, "Clear")))
        assert "You're watching this match" in reply_text(cleared)
        [edited] = await world.at_once(world.forged(world.cleo, shown, button_id(shown, "Edit")))
        assert "You're watching this match" in reply_text(edited)
        [window] = await world.at_once(world.forged(world.ada, shown, id_of(Act("plan_edit", 1))))
        assert _window_text(window) == "", "Ada sees nothing of Ben's plan"
        await world.at_once(world.forged(world.ada, shown, id_of(Act("plan_clear", 1))))
    assert await _lines(world, world.ben) == ["after a1<a2: g1<g2"]


def _window(world: World, who: MemberActor, custom_id: str, *components: dict[str, Any]) -> UserAction:
    """Submit a modal as a person, whether or not it was ever shown."""
    data = {"custom_id": custom_id, "components": list(components)}
    return UserAction(who, world.channel.id, InteractionType.MODAL_SUBMIT, data)


async def test_windows_that_nobody_has_shown_are_answered_or_left_alone(world: World) -> None:
    await world.start_match()
    shown = await _plans(world, world.ben, moves="after a1<a2: g1<g2")
    box = {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "text", "value": "g1<g2"}}
    async with world.nothing_changes():
        for custom_id, reply in (
            ("furlong-window:nonsense:1:0:", "This button is from another version of Furlong."),
            (f"furlong-window:plan_save:{'9' * 40}:0:", "There's no match #99999"),
            ("furlong-window:plan_clear", None),
            ("furlong:plan_save:1:0:", None),
            ("another", None),
        ):
            [result] = await world.at_once(_window(world, world.ben, custom_id, box))
            notes = [*result.followups, *([result.response] if result.response else [])]
            assert [text_of(note)[:20] for note in notes] == ([reply[:20]] if reply else []), custom_id
        [pressed] = await world.at_once(world.forged(world.ben, shown, id_of(Act("plan_save", 1))))
        assert [text_of(note)[:20] for note in pressed.followups] == ["This button is from "]


async def test_a_window_that_discord_does_not_take_is_survived(world: World) -> None:
    await world.start_match()
    shown = await _plans(world, world.ben, moves="after a1<a2: g1<g2")
    for _ in range(2):  # the modal, and the answer to it
        world.env.inject_error(
            "POST", "/interactions/*/callback", status=404, code=10062, message="Unknown interaction"
        )
    async with world.nothing_changes():
        await world.ben.click(shown, label="Edit")
    assert _window_text(await world.ben.click(shown, label="Edit")) == "after a1<a2: g1<g2"
