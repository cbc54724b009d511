"""Plans with conditions as people make them: typed, shown, extended, edited in a modal, cleared."""

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.enums import InteractionType
from simcord.results import InteractionResult, ResponseMessage

from bot.chat.core.press import id_of
from bot.model.plans.grammar import outline
from bot.model.plans.parsing import LONGEST_TEXT, MOST_LINES
from bot.screens.core import Act
from tests.bot.screen import button_id, buttons_of, text_of
from tests.bot.world import UserAction, World, answer, reply_text

_LINES = (
    "after a1<a2: g1<g2, after b1<b2: g3<g4; after a1<a2: g1<g2, after anything else: g4<g3; after anything else: e5<e4"
)
_TREE = """after a1<a2: g1<g2
  after b1<b2: g3<g4
  after anything else: g4<g3
after anything else: e5<e4"""


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


async def test_a_plan_is_shown_as_a_tree_to_its_owner_alone(world: World) -> None:
    await world.start_match()
    public = [text_of(message) for message in world.messages()]
    shown = await _plans(world, world.ben, moves=_LINES)
    assert [text_of(message) for message in world.messages()] == public and (await world.match()).history.tokens == ()
    assert f"```\n{_TREE}\n```" in text_of(shown) and buttons_of(shown) == ["Edit", "Clear"]
    assert text_of(await _plans(world, world.ben)) == text_of(shown)
    assert "Nothing is planned." in text_of(await _plans(world, world.ada))


async def test_a_plan_is_typed_shown_and_edited_in_the_words_of_its_owner(world: World) -> None:
    await world.ben.slash(world.channel, "settings", language="de")
    await world.start_match()
    typed = "nach a1<a2: g1<g2\nnach allem anderen: g4<g3"
    shown = await _plans(world, world.ben, moves=typed)
    assert await _lines(world, world.ben) == ["after a1<a2: g1<g2", "after anything else: g4<g3"]
    assert f"```\n{typed}\n```" in text_of(shown)
    window = await world.ben.click(shown, label="Bearbeiten")
    assert _window_text(window) == typed


@pytest.mark.parametrize(
    ("lines", "is_complete"),
    [
        ("after a1<a2: g1<g2", False),
        ("after a1<a2: g1<g2; after anything else: e5<e4", True),
        ("after a1<a2: g1<g2, after b1<b2: g3<g4; after anything else: e5<e4", False),
        (_LINES, True),
    ],
)
async def test_it_says_that_a_plan_may_be_forgotten_unless_it_answers_everything(
    world: World, lines: str, is_complete: bool
) -> None:
    await world.start_match()
    assert ("the plan is dropped" in text_of(await _plans(world, world.ben, moves=lines))) is not is_complete


async def test_a_text_without_moves_is_refused_and_leaves_the_plan_as_it_is(world: World) -> None:
    await world.start_match()
    await _plans(world, world.ben, moves="g1<g2")
    for text in (", ,", ";;", "``"):
        async with world.nothing_changes():
            assert "There's no move in this text." in text_of(await _plans(world, world.ben, moves=text))


async def test_the_board_says_that_an_answer_was_planned_and_what_is_left_is_shown(world: World) -> None:
    await world.start_match()
    await _plans(world, world.ben, moves=_LINES)
    await world.restart()
    await world.types(world.ada, "a1<a2")
    assert (await world.match()).history.tokens == ("a1<a2", "g1<g2")
    assert "`g1<g2` (planned)" in text_of(world.board()) and world.pinged(world.board()) == [world.ada.id]
    left = text_of(await _plans(world, world.ben))
    assert "```\nafter b1<b2: g3<g4\nafter anything else: g4<g3\n```" in left
    await world.restart()
    await world.types(world.ada, "a3<a4")
    assert (await world.match()).history.tokens[2:] == ("a3<a4", "g4<g3")
    assert "Nothing is planned." in text_of(await _plans(world, world.ben))


async def test_a_plan_whose_condition_did_not_happen_is_dropped_without_a_word(world: World) -> None:
    await world.start_match()
    await _plans(world, world.ben, moves="after a1<a2: g1<g2")
    await world.types(world.ada, "b1<b2")
    assert (await world.match()).history.tokens == ("b1<b2",) and world.pinged(world.board()) == [world.ben.id]
    assert "plan" not in text_of(world.board()).casefold()
    assert "Nothing is planned." in text_of(await _plans(world, world.ben))


async def test_a_plan_that_stops_says_why_and_can_be_mended_in_its_window(world: World) -> None:
    await world.start_match()
    await _plans(world, world.ben, moves="after anything else: d4<d5, g1<g2, after a1<a2: g3<g4")
    await world.types(world.ada, "b1<b2")
    assert "Your plan couldn't go on: `/plan` says why." in text_of(world.board())
    stopped = await _plans(world, world.ben)
    assert "Your plan stopped at `d4<d5`. d4 is empty" in text_of(stopped)
    assert "again for the rest: \n```\ng1<g2\nafter a1<a2: g3<g4\n```" in text_of(stopped)
    window = await world.ben.click(stopped, label="Edit")
    assert _window_text(window) == "d4<d5, g1<g2\nafter a1<a2: g3<g4"
    await world.ben.submit_modal(window, {"text": "e5<e4, g1<g2\nafter a1<a2: g3<g4"})
    assert (await world.match()).history.tokens == ("b1<b2", "e5<e4")
    assert "Played at once: `e5<e4`" in text_of(stopped) and world.pinged(world.board()) == [world.ada.id]


async def test_a_line_is_added_without_typing_the_others_again(world: World) -> None:
    await world.start_match()
    await _plans(world, world.ben, moves="after a1<a2: g1<g2, after b1<b2: g3<g4")
    await _plans(world, world.ben, add="after a1<a2: g1<g2, after anything else: g4<g3")
    shown = await _plans(world, world.ben, add="anything else: e5<e4")
    assert _TREE in text_of(shown)
    again = await _plans(world, world.ben, moves="g1<g2", add="after a1<a2: e5<e4")
    assert "```\ng1<g2\nafter a1<a2: e5<e4\n```" in text_of(again), "`moves` begins anew"


async def test_the_window_holds_the_plan_as_text_and_what_is_sent_takes_its_place(world: World) -> None:
    await world.start_match()
    shown = await _plans(world, world.ben, moves=_LINES)
    window = await world.ben.click(shown, label="Edit")
    assert _window_text(window) == _TREE
    await world.ben.submit_modal(window, {"text": _TREE.replace("e5<e4", "e4<e5")})
    assert _TREE.replace("e5<e4", "e4<e5") in text_of(shown)
    assert (await _lines(world, world.ben))[-1] == "after anything else: e4<e5"


async def test_a_window_works_whatever_restarts_between(world: World) -> None:
    await world.start_match()
    shown = await _plans(world, world.ben, moves="after a1<a2: g1<g2")
    await world.restart()
    window = await world.ben.click(shown, label="Edit")
    await world.restart()
    await world.ben.submit_modal(window, {"text": "after a1<a2: g3<g4"})
    assert await _lines(world, world.ben) == ["after a1<a2: g3<g4"] and "a1<a2: g3<g4" in text_of(shown)


async def test_a_plan_can_be_made_and_forgotten_in_the_window_alone(world: World) -> None:
    await world.start_match()
    more = answer(await world.ben.click(world.board(), label="More"))
    shown = answer(await world.ben.click(more, label="Plan"))
    assert buttons_of(shown) == ["Edit"]
    window = await world.ben.click(shown, label="Edit")
    assert _window_text(window) == ""
    await world.ben.submit_modal(window, {"text": "g1<g2\ng3<g4"})
    assert await _lines(world, world.ben) == ["g1<g2, g3<g4"] and buttons_of(shown) == ["Edit", "Clear"]
    window = await world.ben.click(shown, label="Edit")
    assert _window_text(window) == "g1<g2, g3<g4"
    await world.ben.submit_modal(window, {"text": "  "})
    assert await _lines(world, world.ben) == [] and "Nothing is planned." in text_of(shown)


async def test_a_plan_refused_in_the_modal_is_returned_and_changes_nothing(world: World) -> None:
    await world.start_match()
    shown = await _plans(world, world.ben, moves="after a1<a2: g1<g2")
    for text, reason in (
        ("after a1<a2: g1<g2\nafter b1<b2: d4<d5", "Line 2: “d4<d5” can't be planned. d4 is empty"),
        ("after a1<a2", "Line 1 doesn't say what you answer to “a1<a2”"),
        ("x" * LONGEST_TEXT, f"“{'x' * 40}” can't be planned."),
    ):
        window = await world.ben.click(shown, label="Edit")
        async with world.nothing_changes():
            [refusal] = (await world.ben.submit_modal(window, {"text": text})).followups
        reply = text_of(refusal)
        assert (
            refusal.ephemeral
            and reply.startswith(reason)
            and "Your plan is as it was before." in reply
            and text in reply
        )
        assert "Nothing was planned." not in reply, "there is a plan, and it stays"
        assert "after a1<a2: g1<g2" in text_of(shown), "the plan is still there to be edited"


async def test_a_window_that_was_open_while_the_match_ended_is_answered(world: World) -> None:
    await world.start_match()
    shown = await _plans(world, world.ben, moves="after a1<a2: g1<g2")
    window = await world.ben.click(shown, label="Edit")
    await world.ada.click(answer(await world.ada.slash(world.channel, "match", do="resign")), label="Resign")
    async with world.nothing_changes():
        assert "Match #1 is over." in reply_text(await world.ben.submit_modal(window, {"text": "g1<g2"}))
        assert "Match #1 is over." in reply_text(await world.ben.click(shown, label="Edit"))
        assert "Match #1 is over." in reply_text(await world.ben.click(shown, label="Clear"))


_NONSENSE = [
    ("asdf", "“asdf” can't be planned. “asdf” isn't a move in Furl."),
    ("after a1<a2: g1<g2; after b1<b2: boo", "Line 2: “boo” can't be planned."),
    ("after", "Line 1 doesn't say what you answer to “”"),
    (";;: after : else", "Line 1"),
    ("after a1<a2: g1<g2; g3<g4", "Line 2: It has no condition."),
    ("after a1<z9: g1<g2", "There's no cell z9"),
    ("after a1<a2: a3<a4", "“a3<a4” can't be planned."),
    ("after a1<a2: g1<g2, else: g3<g4", "Line 1 makes no sense at “else”: put a colon"),
]


async def test_nonsense_is_answered_with_the_reason_and_changes_nothing(world: World) -> None:
    await world.start_match()
    await _plans(world, world.ben, moves="after a1<a2: g1<g2")
    async with world.nothing_changes():
        for moves, reason in _NONSENSE:
            assert reason in text_of(await _plans(world, world.ben, moves=moves)), moves


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
    assert f"That's too long: a plan has {LONGEST_TEXT} characters" in text_of(longer)


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


async def test_plans_of_both_sides_answer_each_other_in_one_message(world: World) -> None:
    await world.start_match()
    before = len(world.messages())
    await _plans(world, world.ben, moves="after a1<a2: g1<g2, after a3<a4: g3<g4")
    reply = text_of(await _plans(world, world.ada, moves="a1<a2; after g1<g2: a3<a4, after g3<g4: b1<b2"))
    assert (await world.match()).history.tokens == ("a1<a2", "g1<g2", "a3<a4", "g3<g4", "b1<b2")
    assert "Played at once: `a1<a2` `a3<a4` `b1<b2`\nNothing is planned." in reply
    assert len(world.messages()) == before + 1 and text_of(world.board()).count("(planned)") == 5
