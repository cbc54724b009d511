"""Custom ids: a press survives the round trip, and ids that are not ours do no harm."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st
from simcord.results import ResponseMessage

import bot
from bot.chat import features
from bot.chat.core.answers import Answer, Say
from bot.chat.core.dispatcher import by_action, on_press
from bot.chat.core.press import MENU, act_of, button, id_of, menu
from bot.chat.core.request import NO_ACT, Request
from bot.records import rulebooks
from bot.screens import registry
from bot.screens.core import Act
from rules import GAMES
from tests.bot.screen import text_of
from tests.bot.world import World, answer, reply_text

_DETAILS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\n"), max_size=60)
_ACTS = st.builds(
    Act,
    name=st.sampled_from(sorted(features.press_handlers())),
    match_id=st.integers(0, 2**31),
    revision=st.integers(0, 99_999),
    detail=_DETAILS,
)
_SOURCE = Path(bot.__file__).parent
_CONFUSING = st.sampled_from((":", "::", "1:2", "furlong:move:1:0:", "a/b", "…", " ", "furlong-menu:"))


@given(_ACTS)
def test_a_button_says_after_any_time_what_it_was_made_to_say(act: Act) -> None:
    assert act_of(button("Label", act).custom_id or "") == act


@given(_ACTS, st.lists(_CONFUSING, max_size=4).map("".join))
def test_separators_within_a_detail_confuse_nothing(act: Act, detail: str) -> None:
    confusing = Act(act.name, act.match_id, act.revision, detail)
    assert act_of(button("Label", confusing).custom_id or "") == confusing


@given(_ACTS)
def test_a_menu_is_never_taken_for_a_button(act: Act) -> None:
    menu_id = menu("Choose", act, []).custom_id
    assert act_of(menu_id, MENU) == act
    assert act_of(menu_id) == act_of(id_of(act), MENU) == NO_ACT


def test_the_longest_custom_ids_of_an_action_fit() -> None:
    for action in features.press_handlers():
        assert len(menu("", Act(action, 2**31 - 1, 99_999, f"9/{'x' * 40}"), []).custom_id) <= 100, action


def _acts_made(file: Path) -> Iterator[ast.Call]:
    """The places in the source where an `Act` is made, by its class or by the `act` of what it carries."""
    source = file.read_text(encoding="utf-8")
    if f"{Act.__name__}(" not in source and ".act(" not in source:  # parsing all sources takes a second
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == ("act" if isinstance(node.func, ast.Attribute) else Act.__name__):
                yield node


def _named(file: Path, name: str) -> object:
    """The constant of a module by which an act is named; the empty name of an act for any other variable."""
    module = import_module(".".join(file.relative_to(_SOURCE.parent).with_suffix("").parts))
    return getattr(module, name, NO_ACT.name)


def test_every_action_that_is_written_out_has_a_handler_and_every_handler_outside_screens_can_be_reached() -> None:
    made = set[object]()
    for file in _SOURCE.rglob("*.py"):
        if file.name == "press.py" or {"rehearsal", "web"} & {
            *file.parts
        }:  # they read what was made, or answer their own
            continue
        for call in _acts_made(file):
            made |= {action.value for action in call.args[:1] if isinstance(action, ast.Constant)}
            made |= {_named(file, action.id) for action in call.args[:1] if isinstance(action, ast.Name)}
    handled = set(features.press_handlers())
    assert made - {NO_ACT.name} <= handled and handled - made <= set(registry.handlers())


def test_two_handlers_for_one_action_are_refused() -> None:
    @on_press("wave")
    async def one(_request: Request) -> Answer:
        return Say("one")

    @on_press("wave", in_place=True)
    async def another(_request: Request) -> Answer:
        return Say("another")

    assert by_action([one]) == {"wave": one}
    with pytest.raises(ValueError, match="wave"):
        by_action([one, another])


@dataclass
class Forger:
    """Ada, who presses buttons that none of her messages has; `note` is a private message to her."""

    world: World
    note: ResponseMessage

    async def presses(self, custom_id: str, *values: str) -> str:
        """The answer to her, empty for none; in any case nothing has changed for others."""
        changes = len(self.world.sent("PATCH", "/webhooks/"))
        async with self.world.nothing_changes():
            [result] = await self.world.at_once(self.world.forged(self.world.ada, self.note, custom_id, *values))
        is_changed = len(self.world.sent("PATCH", "/webhooks/")) > changes
        shown = list(result.followups)
        if result.response is not None and (is_changed or result.response.id != self.note.id):
            shown.append(result.response)
        assert all(message.ephemeral for message in shown), "an answer was public"
        return "\n".join(map(text_of, shown))


@pytest_asyncio.fixture
async def forger(world: World) -> Forger:
    """Ada in match 1, against Ben, which has just begun."""
    await world.start_match()
    return Forger(world, answer(await world.ada.slash(world.channel, "help")))


async def test_custom_ids_that_are_not_ours_are_survived(forger: Forger) -> None:
    for custom_id in (
        "furlong:",
        "furlong:move",
        "furlong:move:1",
        "furlong:move:x:y:",
        "furlong:move:-1:0:",
        "furlong:move:1:0:\n",
        "FURLONG:move:1:0:",
        "something:else",
        "🦊",
    ):
        assert await forger.presses(custom_id) == "", custom_id
    assert "furls 3 discs" in await forger.world.types(forger.world.ada, "a4<c4"), "and everything goes on"


async def test_a_button_of_an_action_that_does_not_exist_is_answered(forger: Forger) -> None:
    assert await forger.presses("furlong:nonsense:1:0:")
    assert await forger.presses("furlong-menu:nonsense:1:0:", "a")


async def test_a_component_of_another_kind_than_its_custom_id_says_is_refused(forger: Forger) -> None:
    for custom_id, values in {
        "furlong-menu:pick:1:0:0/": (),
        "furlong:pick:1:0:0/": ("a4",),
        "furlong:play:1:0:a4<c4": ("a4<c4",),
    }.items():
        assert await forger.presses(custom_id, *values) == _STALE


_OLD = "This is from before Furlong was restored from a backup"
_STALE = "This button is from another version of Furlong. `/games` and `/board` show the current ones."
_OF_NO_MATCH = (
    "begin",
    "begin_more",
    "begin_on",
    "commands",
    "help",
    "follow",
    "lobby",
    "told",
    "unfollow",
    "friend",
    "play_character",
    "play_window",
    "games",
    "my_games",
    "rules",
    "leaderboard",
    "profile",
    "server",
    "own",
    "block_",
    "vacation_",
    "privacy_",
    "forget_",
    "challenge",
    "meet",
    "league_",
    "season",
    "ladder",
    "managed",
    "manage_",
    "take_out",
    "learn",
    "puzzle",
    "open_board",
    "sign_out",
    "token",
    "webhook",
    "engine",
)
_ACTIONS = sorted(action for action in features.press_handlers() if not action.startswith(_OF_NO_MATCH))


async def test_matches_that_do_not_exist_are_refused_whatever_is_wanted(forger: Forger) -> None:
    world, handlers = forger.world, features.press_handlers()
    async with world.nothing_changes():
        for number in ("0", "9" * 40):
            for actions in (_ACTIONS[start : start + 8] for start in range(0, len(_ACTIONS), 8)):
                deeds = [
                    world.forged(world.ada, forger.note, f"furlong-menu:{action}:{number}:0:", "a4")
                    if handlers[action].takes_value
                    else world.forged(world.ada, forger.note, f"furlong:{action}:{number}:0:")
                    for action in actions
                ]
                for action, result in zip(actions, await world.at_once(*deeds), strict=True):
                    reply = text_of(result.followups[0]) if result.followups else reply_text(result)
                    assert reply.startswith(f"There's no match #{number[:10]}"), (action, reply)


async def test_handlers_that_need_a_value_refuse_a_button(forger: Forger) -> None:
    taking = [action for action, handler in features.press_handlers().items() if handler.takes_value]
    assert {"pick", "replay_jump", "plan_save", "own"} <= {*taking}
    for action in taking:
        assert await forger.presses(f"furlong:{action}:1:0:") == _STALE


async def test_no_modal_opens_another(forger: Forger) -> None:
    world = forger.world
    window = await world.ada.click(answer(await world.ada.slash(world.channel, "plan")), label="Edit")
    vars(window)["_interaction"].modal["custom_id"] = "furlong-window:plan_edit:1:0:"
    assert reply_text(await world.ada.submit_modal(window, {"text": "a4<c4"})) == _STALE


async def test_moves_that_were_not_played_yet_are_refused_as_of_a_backup_that_was_restored(forger: Forger) -> None:
    world = forger.world
    [first] = await world.at_once(world.forged(world.ada, forger.note, "furlong:play:1:1:a4<c4"))
    assert _OLD in reply_text(first) and (await world.match()).ply == 0
    await world.bot.delivery.deliver_due()  # the board, whose revision was skipped; from now on nothing changes
    for ply in ("1", "9" * 40):
        assert _OLD in await forger.presses(f"furlong:move:1:{ply}:")
        assert _OLD in await forger.presses(f"furlong:pick_at:1:{ply}:a4")
        assert _OLD in await forger.presses(f"furlong:play:1:{ply}:a4<c4")
        assert _OLD in await forger.presses(f"furlong-menu:pick:1:{ply}:0/", "a4")


async def test_choices_that_nobody_offered_are_refused(forger: Forger) -> None:
    for chosen in ("zzz", "a4<", "e5", " ", "a4<c4x"):
        assert "out of date" in await forger.presses("furlong-menu:pick:1:0:0/", chosen)
        assert "out of date" in await forger.presses(f"furlong:pick_at:1:0:{chosen}")
        assert "Nothing was played." in await forger.presses(f"furlong:play:1:0:{chosen}")


async def test_a_list_of_another_person_shows_what_their_list_shows(forger: Forger) -> None:
    world = forger.world
    asked = reply_text(await world.ada.slash(world.channel, "games", player=world.ben))
    assert await forger.presses(f"furlong:games:0:0:{world.ben.id}/0") == asked and "match #1" in asked
    elsewhere = world.env.create_guild("Elsewhere")
    ada, channel = elsewhere.add_member(world.ada.user), elsewhere.create_text_channel("other games")
    note = answer(await ada.slash(channel, "help"))
    [result] = await world.at_once(world.forged(ada, note, f"furlong:games:0:0:{world.ben.id}/0"))
    assert reply_text(result).endswith(_STALE), "other servers tell nothing of him, not even his name"


async def test_pages_past_the_end_are_the_last_one(forger: Forger) -> None:
    await forger.world.store_matches(11, host=forger.world.ada, guest=forger.world.ben)
    pages = len(rulebooks.pages_of(GAMES["furl"]))
    for number in ("99", "9" * 9):
        assert "Page 2 of 2" in await forger.presses(f"furlong:games:0:0:{forger.world.ada.id}/{number}")
        for action in ("rules", "rules_page"):
            assert f"Page {pages} of {pages}" in await forger.presses(f"furlong:{action}:0:0:furl/{number}")


async def test_rules_of_a_game_that_does_not_exist_are_refused(forger: Forger) -> None:
    for action in ("rules", "rules_page"):
        for detail in ("nonsense/0", "/0", "", "FURL/0"):
            told = await forger.presses(f"furlong:{action}:0:0:{detail}")
            assert ("There's no game called" if detail.strip("/0") else "Choose a game.") in told


async def test_pages_that_are_no_numbers_are_the_first_one(forger: Forger) -> None:
    await forger.world.store_matches(11, host=forger.world.ada, guest=forger.world.ben)
    for list_of in (f"games:0:0:{forger.world.ada.id}", "rules:0:0:furl", "rules_page:0:0:furl"):
        for page in ("/-1", "/x", "/", "", "/1/2", "/٣"):
            assert "Page 1 of " in await forger.presses(f"furlong:{list_of}{page}")


async def test_lists_of_nobody_are_refused(forger: Forger) -> None:
    for person in ("-5", "", "x", "1", "99999999999999999999"):
        assert await forger.presses(f"furlong:games:0:0:{person}/0") == _STALE
