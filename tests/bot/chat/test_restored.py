"""A restored backup: whatever names something that was lost acts on nothing else, and says what it is."""

import ast
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast
from unittest.mock import AsyncMock, Mock

import pytest
from simcord.actors import MemberActor

import bot
from bot.chat import client, features
from bot.hosting.databases import back_up
from bot.model.match import SKIPPED, State
from bot.screens.core import Act
from bot.store import departures
from bot.store.engine import copying, restores
from tests.bot.chat.test_forged import told_of_press
from tests.bot.chat.test_league import START
from tests.bot.placing import three_in_order
from tests.bot.screen import buttons_of, text_of
from tests.bot.store.test_restores import pour
from tests.bot.world import World, answer, ask_to_play, reply_text, url_of

_OLD = "This is from before Furlong was restored from a backup"
pytestmark = pytest.mark.usefixtures("settles")


class Backups:
    """Copies of the database of a world."""

    def __init__(self, world: World, folder: Path) -> None:
        self._world = world
        self._copy = folder / "copy.db"

    def make(self) -> None:
        back_up(url_of(self._world.database), self._copy)

    async def restore(self, put: Callable[[Path, Path], object] = shutil.copyfile) -> None:
        """Start the bot anew on the copy, which `put` has put in the place of its database."""
        world = self._world
        await world.bot.close()
        for end in ("-wal", "-shm"):
            world.database.with_name(f"{world.database.name}{end}").unlink(missing_ok=True)
        put(self._copy, world.database)
        new = client.Furlong(world.bot.options)
        await world.env.restart_bot(new)
        world.bot = new


@pytest.fixture
def backups(world: World, tmp_path: Path) -> Backups:
    return Backups(world, tmp_path)


async def test_nobody_resigns_in_a_match_that_took_the_place_of_a_lost_one(world: World, backups: Backups) -> None:
    backups.make()
    lost = await world.start_match()
    more = answer(await world.ada.click(lost, label="More"))
    question = answer(await world.ada.click(more, label="Resign"))
    await backups.restore()
    await world.start_match(world.ada, world.cleo)
    [number] = [row[0] for row in (await world.stored())["matches"]]
    assert number > SKIPPED
    async with world.nothing_changes():
        assert _OLD in reply_text(await world.ada.click(question, label="Resign"))
        for label in ("Move", "Text", "More"):
            assert _OLD in reply_text(await world.ben.click(lost, label=label))
    assert (await world.match(number)).state is State.RUNNING


async def test_nobody_is_seated_by_a_lost_challenge(world: World, backups: Backups) -> None:
    backups.make()
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    named = world.board()
    await ask_to_play(world.cleo, world.channel, game="furl")
    open_to_all = world.board()
    await backups.restore()
    for host in (world.cleo, world.ada):
        await ask_to_play(host, world.channel, game="fursaz", also=["rated"])
    async with world.nothing_changes():
        assert _OLD in reply_text(await world.ben.click(named, label="Accept"))
        assert _OLD in reply_text(await world.ben.click(open_to_all, label="Join"))
        assert _OLD in reply_text(await world.ada.click(named, label="Withdraw"))


async def test_nobody_enters_a_season_that_took_the_place_of_a_lost_one(
    world: World, boss: MemberActor, backups: Backups
) -> None:
    backups.make()
    await boss.slash(world.channel, "manage start", **START)
    await world.bot.delivery.deliver_due()
    lost = world.board()
    await backups.restore()
    await boss.slash(world.channel, "manage start", **START)
    await world.bot.delivery.deliver_due()
    async with world.nothing_changes():
        assert _OLD in reply_text(await world.ben.click(lost, label="Join"))


async def test_an_offer_of_a_lost_turn_grants_nothing(world: World, backups: Backups) -> None:
    await world.start_match()
    await world.play("a4<c4")
    backups.make()
    await _asks(world, "draw")
    lost = world.board()
    await backups.restore()
    await _asks(world, "takeback")
    async with world.nothing_changes():
        assert _OLD in reply_text(await world.ben.click(lost, label="Accept"))


async def test_a_lost_offer_grants_nothing_even_if_nobody_noticed_the_restore(
    world: World, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    _unnoticed(monkeypatch)
    await world.start_match()
    backups.make()
    await world.play("a4<c4")
    await world.play(str((await world.match(1)).position.legal_moves()[0]))
    await _asks(world, "draw")
    lost = world.board()
    await backups.restore()
    await _asks(world, "draw")
    assert _OLD in reply_text(await world.ben.click(lost, label="Accept"))
    match = await world.match(1)
    assert match.state is State.RUNNING and match.revision > SKIPPED


async def test_a_board_ahead_of_its_match_shows_a_restore_that_no_start_saw(
    world: World, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    _unnoticed(monkeypatch)
    await world.start_match()
    backups.make()
    await world.play("a4<c4")
    await world.play(str((await world.match(1)).position.legal_moves()[0]))
    lost = world.board()
    await backups.restore()
    assert _OLD in reply_text(await world.ada.click(lost, label="Move"))
    assert (await world.match(1)).revision > SKIPPED
    await world.bot.delivery.deliver_due()
    await world.play("b4<c4")
    await world.play(str((await world.match(1)).position.legal_moves()[0]))
    async with world.nothing_changes():
        assert _OLD in reply_text(await world.ada.click(lost, label="Move"))


async def test_a_question_about_a_lost_turn_ends_nothing(world: World, backups: Backups) -> None:
    await world.start_match()
    backups.make()
    await world.play("a4<c4")
    more = answer(await world.ada.click(world.board(), label="More"))
    question = answer(await world.ada.click(more, label="Resign"))
    await backups.restore()
    async with world.nothing_changes():
        assert _OLD in reply_text(await world.ada.click(question, label="Resign"))


async def test_a_managers_question_about_a_lost_turn_takes_nobody_out(
    world: World, boss: MemberActor, backups: Backups
) -> None:
    await world.start_match()
    backups.make()
    await world.play("a4<c4")
    question = answer(await boss.slash(world.channel, "manage remove", match="1", player=world.ben))
    await backups.restore()
    async with world.nothing_changes():
        assert _OLD in reply_text(await boss.click(question, label="Take out"))


async def test_nobody_joins_a_rated_match_by_a_lost_question_about_a_casual_one(world: World, backups: Backups) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", also=["rated"])
    await world.ben.click(world.board(), label="Join")
    backups.make()
    await world.cleo.click(world.board(), label="Join")
    filling = answer(await world.ada.click(world.board(), label="Fill with characters"))
    await world.ada.select(filling, ["furlong:fill_with:1:0:mole"])
    lost = world.board()
    assert not (await world.match(1)).terms.is_rated
    await backups.restore()
    assert (await world.match(1)).terms.is_rated
    async with world.nothing_changes():
        assert _OLD in reply_text(await world.cleo.click(lost, label="Accept"))


@pytest.mark.usefixtures("known_map")
async def test_a_picker_of_moves_ahead_from_a_lost_turn_plans_nothing(world: World, backups: Backups) -> None:
    first, second, _third = await three_in_order(world)
    picker = await world.opens_picker(second)
    backups.make()
    await world.types(first, "a1")
    await backups.restore()
    async with world.nothing_changes():
        await world.chooses(second, picker, "c1")


async def test_what_is_shown_again_after_a_restore_can_be_answered(world: World, backups: Backups) -> None:
    await ask_to_play(world.ada, world.channel, game="farlander", also=["rated"])
    await world.ben.click(world.board(), label="Join")
    await world.start_match()
    await world.start_match(world.ada, world.cleo)
    backups.make()
    await backups.restore()
    await world.bot.delivery.deliver_due()
    table = next(message for message in world.messages() if "Leave" in buttons_of(message))
    await world.ben.click(table, label="Leave")
    assert world.ben.id not in {person.id for person in (await world.match(1)).people}
    for act in ("draw", "takeback"):
        which = answer(await world.ada.slash(world.channel, "match", do=act))
        assert _OLD not in reply_text(await world.ada.click(which, label=buttons_of(which)[0])), act


_SHOWING: Final = {
    *(
        "board",
        "open_board",
        "dice",
        "log_page",
        "replay",
        "replay_film",
        "replay_record",
        "replay_jump",
        "replay_share",
    ),
    *("review", "review_page", "review_post", "note", "note_edit", "note_save", "plan", "try_show", "fill"),
    *("plan_edit", "plan_save", "plan_clear", "plan_sure"),  # which ask by turn before a first move is played
    "move",  # of a command, which opens the board as it is
    "handler.name",  # of an address, which is looked at
}
"""Acts about a match that change nothing in it: what is shown, asked, or written for oneself alone."""


def test_every_button_that_changes_a_match_carries_its_turn() -> None:
    without = set[str]()
    for path in Path(bot.__path__[0]).rglob("*.py"):
        for call in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)):
            name, *about = [ast.unparse(one) for one in call.args] or [""]
            has_turn = len(about) > 1 or any(one.startswith("*") for one in about) or "revision" in ast.unparse(call)
            if ast.unparse(call.func) == "Act" and about and not has_turn:
                without.add(ast.literal_eval(name) if name[0] in "'\"" else name)
    assert without == _SHOWING


async def _asks(world: World, what: str) -> None:
    """Let Ada offer or ask for something."""
    question = answer(await world.ada.slash(world.channel, "match", do=what))
    label = next(label for label in buttons_of(question) if label != "Never mind")
    await world.ada.click(question, label=label)


async def test_a_board_of_a_lost_turn_plays_nothing_and_leads_to_the_present_one(
    world: World, backups: Backups
) -> None:
    await world.start_match()
    backups.make()
    await world.play("a4<c4")
    lost = world.board()
    await backups.restore()
    await world.bot.delivery.deliver_due()
    await world.play("b4<c4")
    async with world.nothing_changes():
        assert _OLD in reply_text(await world.ben.click(lost, label="Move"))
        assert "b4<c4" in text_of(world.board())


@pytest.mark.parametrize("copies", [True, False])
async def test_a_start_sees_that_the_file_was_put_back(
    world: World, backups: Backups, tmp_path: Path, copies: bool
) -> None:
    """Whether the copy was made by the command or, while the bot was stopped, by hand."""
    by_hand = tmp_path / "by hand.db"
    backups.make()
    await world.restart()
    await world.bot.close()
    shutil.copyfile(world.database, by_hand)
    await world.restart()
    await world.start_match()
    await backups.restore(shutil.copyfile if copies else lambda _, there: shutil.copyfile(by_hand, there))
    await world.start_match()
    assert [row[0] > SKIPPED for row in (await world.stored())["matches"]] == [True]


async def test_a_restart_without_a_backup_skips_nothing(world: World) -> None:
    await world.start_match()
    board = world.board()
    await world.restart()
    await world.start_match(world.ada, world.cleo)
    assert [row[0] for row in (await world.stored())["matches"]] == [1, 2]
    await world.ada.click(board, label="Move")


async def test_no_handler_takes_a_lost_match_for_another_or_says_that_it_never_was(world: World) -> None:
    await world.start_match()
    async with world.bot.services.context.database.write() as connection:
        await restores.begin_anew(connection)
    await world.start_match(world.ada, world.cleo)
    told: dict[str, str] = {}
    for action in features.press_handlers():
        told[action] = await told_of_press(world, world.actor(world.ada), Act(action, 2), ("x",))
    assert not [action for action, text in told.items() if "There's no match" in text]
    assert {"join", "move", "vote", "ballot", "plan", "offer_yes", "try"} <= {
        action for action, text in told.items() if _OLD in text
    }


async def test_a_message_from_the_future_shows_a_restore_that_no_start_saw(
    world: World, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    _unnoticed(monkeypatch)
    backups.make()
    lost = await world.start_match()
    await backups.restore()
    assert _OLD in reply_text(await world.ada.click(lost, label="Move"))
    await world.start_match(world.ada, world.cleo)
    async with world.nothing_changes():
        assert _OLD in reply_text(await world.ada.click(lost, label="Move"))


def _unnoticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no start see that a backup was put back, as if it was the disk of the whole machine."""
    monkeypatch.setattr("bot.store.engine.database.settle", AsyncMock())


@pytest.mark.usefixtures("any_first_revision")
async def test_nothing_seen_of_a_lost_match_acts_on_another_that_got_its_number(
    world: World, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    _unnoticed(monkeypatch)
    backups.make()
    lost = await world.start_match()
    more = answer(await world.ada.click(lost, label="More"))
    question = answer(await world.ada.click(more, label="Resign"))
    await backups.restore()
    await world.start_match(world.ada, world.cleo)
    assert [row[0] for row in (await world.stored())["matches"]] == [1]
    assert _OLD in reply_text(await world.ada.click(question, label="Resign"))
    assert (await world.match(1)).state is State.RUNNING
    again = await world.start_match(world.ada, world.ben)
    assert [row[0] > SKIPPED for row in (await world.stored())["matches"]] == [False, True]
    async with world.nothing_changes():  # it is known by now
        for message in (question, lost):
            assert _OLD in reply_text(await world.ada.click(message, label=buttons_of(message)[0]))
    await world.ada.click(again, label="More")


@pytest.mark.usefixtures("any_first_revision")
async def test_nobody_accepts_another_challenge_than_the_lost_one_whose_number_it_got(
    world: World, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    _unnoticed(monkeypatch)
    backups.make()
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    lost = world.board()
    await backups.restore()
    await world.ada.slash(world.channel, "play", game="fursaz", opponent=world.ben)
    assert _OLD in reply_text(await world.ben.click(lost, label="Accept"))
    assert (await world.match(1)).state is State.OPEN
    assert _OLD in reply_text(await world.ada.click(lost, label="Withdraw"))
    await world.bot.delivery.deliver_due()
    await world.ben.click(world.board(), label="Accept")
    assert (await world.match(1)).state is State.RUNNING


@pytest.mark.usefixtures("any_first_revision")
@pytest.mark.parametrize("is_noticed", [False, True])
async def test_an_answer_about_lost_challenges_closes_no_others_that_were_posted_since(
    world: World, boss: MemberActor, backups: Backups, monkeypatch: pytest.MonkeyPatch, *, is_noticed: bool
) -> None:
    if not is_noticed:
        _unnoticed(monkeypatch)
    backups.make()
    await world.ada.slash(world.channel, "play", game="furl")
    question = answer(await boss.slash(world.channel, "manage close"))
    await backups.restore()
    await world.ben.slash(world.channel, "play", game="fursaz")
    assert _OLD in reply_text(await boss.click(question, label="Close"))
    [number] = [row[0] for row in (await world.stored())["matches"]]
    assert (await world.match(number)).state is State.OPEN


async def test_a_running_bot_sees_within_a_minute_that_a_backup_was_poured_into_its_open_file(
    world: World, tmp_path: Path
) -> None:
    kept, copy = await world.start_match(), tmp_path / "copy.db"
    pour(world.database, copy)
    world.bot.dispatch("clock_jump")  # which has it look at once
    await world.env.settle()
    await world.play("a4<c4")
    pour(copy, world.database)
    world.bot.dispatch("clock_jump")
    await world.env.settle()
    await world.bot.delivery.deliver_due()
    assert (await world.match(1)).revision > SKIPPED and world.board().id != kept.id
    await world.play("b4<c4")
    assert "b4<c4" in text_of(world.board())


async def test_a_season_from_the_future_shows_a_restore_that_no_start_saw(
    world: World, boss: MemberActor, backups: Backups, monkeypatch: pytest.MonkeyPatch
) -> None:
    _unnoticed(monkeypatch)
    backups.make()
    await boss.slash(world.channel, "manage start", **START)
    await world.bot.delivery.deliver_due()
    lost = world.board()
    await backups.restore()
    assert _OLD in reply_text(await world.ben.click(lost, label="Join"))
    await boss.slash(world.channel, "manage start", **START)
    async with world.nothing_changes():
        assert _OLD in reply_text(await world.ben.click(lost, label="Join"))


@pytest.mark.parametrize("comes", ["before", "after"])
async def test_nothing_seen_of_a_lost_season_acts_on_another_that_was_opened_since(
    world: World, boss: MemberActor, backups: Backups, monkeypatch: pytest.MonkeyPatch, comes: str
) -> None:
    _unnoticed(monkeypatch)
    monkeypatch.setattr(copying, "LARGEST_GAP", 2_000)
    draws = {"before": (300, 20, 30), "after": (300, 700, 30)}[comes]
    monkeypatch.setattr(copying.secrets, "randbelow", Mock(side_effect=draws))
    backups.make()
    await boss.slash(world.channel, "manage start", **START)
    await world.bot.delivery.deliver_due()
    lost = world.board()
    question = answer(await boss.slash(world.channel, "manage cancel", season="301"))
    await backups.restore()
    await boss.slash(world.channel, "manage start", **START)
    others = [row[0] for row in (await world.stored())["competitions"]]
    told = {"before": _OLD, "after": "no league, event or ladder “301”"}[comes]
    assert told in reply_text(await world.ben.click(lost, label="Join"))
    for message, who, label in ((lost, world.ben, "Join"), (question, boss, "Call it off")):
        async with world.nothing_changes():
            assert told in reply_text(await who.click(message, label=label)), "and it is found out once"
    stored = await world.stored()
    assert [row[0] for row in stored["competitions"]] == others and not stored["entrants"]


async def test_a_button_of_a_season_that_was_deleted_signs_nobody_out(world: World, boss: MemberActor) -> None:
    await boss.slash(world.channel, "manage start", **START)
    await world.bot.delivery.deliver_due()
    deleted = world.board()
    async with world.bot.services.context.database.write() as connection:
        await departures.remove_some(connection, world.guild.id, 100)
    async with world.nothing_changes():
        assert "no league, event or ladder" in reply_text(await world.ben.click(deleted, label="Join"))


@pytest.mark.sweep
@pytest.mark.usefixtures("any_first_revision")
async def test_no_press_below_what_showed_another_match_of_that_number_changes_anything(world: World) -> None:
    await world.start_match()
    await _asks(world, "draw")
    board, tables = world.board(), ("matches", "participants", "moves", "offers", "voters", "votes")
    kept, own = await world.stored(), (await world.match(1)).revision
    for action in features.press_handlers():
        for who in (world.ada, world.ben):
            for revision in (own - 4 * SKIPPED, own + 4 * SKIPPED):
                act = Act(action, 1, revision, "1")
                await told_of_press(world, world.actor(who), act, ("b4<c4",), message=cast(Any, board))
                stored = await world.stored()
                assert [stored[name] for name in tables] == [kept[name] for name in tables], act
