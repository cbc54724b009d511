"""Stepping through matches with `/replay` and its buttons: privately, after restarts, whatever happens to the match."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.actions.replays import Studies
from bot.chat.replays.views import stops
from bot.model.clock import Terms
from bot.model.fairness import Fairness
from bot.model.history import History
from bot.model.match import State
from bot.model.people import Away
from bot.model.replays import Replay
from bot.model.result import Ending, Result
from bot.records.parsing import MOST_MOVES
from bot.records.record import Record
from bot.records.writing import write
from bot.texts import boards, replays
from bot.texts import matches as match_texts
from rules import GAMES
from rules.core import CHANCE, Move
from rules.dice import commitment
from rules.record import last_turn, replay
from tests.bot.screen import alt_texts_of, button_id, buttons_of, files_of, menus_of, text_of
from tests.bot.tables import run
from tests.bot.world import World, answer, reply_text

MOVES = tuple(map(Move, ("b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3")))
LAST = len(MOVES)
TERMS = Terms(days=3, is_rated=True)
RECORD = Record(("Eva", "Finn"), History.of(GAMES["furl"], 2, MOVES), began_at=datetime(2030, 1, 1, tzinfo=UTC))
WAYS = ["First", "Back", "Forward", "Last"]
OTHERS = ["Step…", "Animate", "Record"]
AFTERWARDS = [*OTHERS, "Share", "Try moves", "Review"]


def data_of(record: Record) -> bytes:
    """A record as the bytes of its file."""
    return write(record).encode()


def studied(data: bytes) -> Replay:
    """A file as a study."""

    async def read() -> Replay:
        return await Studies().study(data, "")

    return run(read())


async def begin(world: World) -> None:
    """A match of Furl between Ada and Ben after seven moves, with its board in the channel."""
    await world.store_matches(1, host=world.ada, guest=world.ben, moves=MOVES, terms=TERMS)
    await world.deliver(1)


async def over(world: World) -> None:
    """That match, which Ben has resigned."""
    await begin(world)
    await world.ben.click(answer(await world.ben.slash(world.channel, "match", do="resign")), label="Resign")


async def opened(world: World, who: MemberActor | None = None, **options: Any) -> ResponseMessage:
    """Have a person (Ada) use `/replay`; returns the private answer."""
    return answer(await (who or world.ada).slash(world.channel, "replay", **options))


async def press(world: World, shown: ResponseMessage, *labels: str) -> None:
    """Have Ada press one button of a replay after the other."""
    for label in labels:
        await world.ada.click(shown, label=label)


def place(shown: ResponseMessage) -> str:
    """The step that a replay shows, as it says itself."""
    return text_of(shown).split("**Step ")[1].split("**")[0]


# --- what is shown ---


async def test_a_finished_match_is_shown_from_its_start(world: World) -> None:
    await over(world)
    async with world.nothing_changes():
        shown = await opened(world)
    assert text_of(shown) == (
        "### Furl · match #1\n-# **Ada** (White) against **Ben** (Black) · no move yet\n"
        f"**Step 0 of {LAST}** · the start.\nIt's **Ada**'s turn."
    )
    painting = world.painting(shown)
    assert painting.position == GAMES["furl"].start(2) and painting.scene.steps == ()
    assert alt_texts_of(shown)[0].startswith("Furl board, no move played yet. White: Ada, Black: Ben. Ada's turn.\n")
    assert buttons_of(shown) == ["Forward", "Last", *AFTERWARDS]


async def test_a_ply_shows_its_position_with_the_turn_that_led_there_and_says_what_happened(world: World) -> None:
    await over(world)
    shown = await opened(world, step=3)
    match = await world.match()
    assert f"**Step 3 of {LAST}** · {boards.step(match, 3)}" in text_of(shown)
    assert "3 moves" in text_of(shown) and text_of(shown).endswith("\nIt's **Ben**'s turn.")
    painting = world.painting(shown)
    assert painting.position == replay(match.game, 2, MOVES[:3])
    assert painting.scene.steps == last_turn(match.history.steps[:3]) and painting.scene.outcome is None
    assert buttons_of(shown) == [*WAYS, *AFTERWARDS]


async def test_the_last_ply_shows_how_the_match_ended(world: World) -> None:
    await over(world)
    shown = await opened(world, step=MOST_MOVES)
    match = await world.match()
    assert place(shown) == f"{LAST} of {LAST}"
    assert text_of(shown).endswith(f"\n{boards.outcome(match)}") and "**Ben** resigns." in text_of(shown)
    assert world.painting(shown).scene.outcome == match.outcome and "Ada wins." in alt_texts_of(shown)[0]
    assert buttons_of(shown) == ["First", "Back", *AFTERWARDS]


async def test_a_running_match_shows_its_latest_ply_without_an_end(world: World) -> None:
    await begin(world)
    shown = await opened(world, step=LAST)
    assert "It's **Ben**'s turn. Due <t:" in text_of(shown) and world.painting(shown).scene.outcome is None
    assert buttons_of(shown) == ["First", "Back", *OTHERS]


def test_the_current_state_of_a_match_is_not_shown_at_earlier_plies() -> None:
    now = datetime(2030, 1, 2, tzinfo=UTC)
    replay_ = replace(
        studied(data_of(RECORD)),
        result=Result(Ending.RESIGNED, (1, 2)),
        state=State.FINISHED,
        deadline=now,
        away=(Away(7, now, now),),
    )
    then = replay_.at(LAST - 1)
    assert then.state is State.RUNNING and then.result is None
    assert then.deadline is None and then.away == ()
    assert replay_.at(LAST) is replay_


async def test_before_the_first_move_there_is_only_the_start(world: World) -> None:
    await world.start_match()
    shown = await opened(world)
    assert place(shown) == "0 of 0" and buttons_of(shown) == ["Animate", "Record"] and menus_of(shown) == {}


def test_every_ply_of_every_ending_has_words(world_of_endings: list[Replay]) -> None:
    for shown in world_of_endings:
        for ply in range(shown.last + 1):
            then, tokens = shown.at(ply), shown.history.tokens[:ply]
            assert then.last == ply and then.history.position == replay(shown.history.game, shown.history.seats, tokens)
            assert match_texts.alt_text(then) and replays.replay_step(then, shown.last)
        assert replays.replay_status(shown)


@pytest.fixture
def world_of_endings() -> list[Replay]:
    """The same short match, ended in every possible way."""
    running = studied(data_of(RECORD))
    ada, ben = running.players
    results = [Result(ending, (1, 2), by=ben) for ending in Ending] + [Result(Ending.UNPLAYED, by=ada)]
    ended = [
        replace(running, result=result, state=State.FINISHED if result.places else State.CALLED_OFF)
        for result in results
    ]
    return [running, *ended]


# --- stepping ---


async def test_the_buttons_lead_to_the_start_back_forward_and_to_the_end(world: World) -> None:
    await over(world)
    shown = await opened(world)
    seen: list[str] = []
    for label in ("Forward", "Forward", "Last", "Back", "First"):
        await press(world, shown, label)
        seen.append(place(shown).split()[0])
    assert seen == ["1", "2", str(LAST), str(LAST - 1), "0"]


async def test_a_step_changes_the_private_message_in_place_and_nothing_else(world: World) -> None:
    await over(world)
    shown = await opened(world)
    async with world.nothing_changes():
        pressed = await world.ada.click(shown, label="Forward")
    assert not pressed.followups and place(shown) == f"1 of {LAST}"


async def test_the_menu_leads_to_any_ply_and_says_what_happened_there(world: World) -> None:
    await over(world)
    shown = await opened(world)
    [(menu, options)] = menus_of(shown).items()
    assert list(options) == [str(ply) for ply in range(LAST + 1)]
    match = await world.match()
    assert options["2"] == f"Ben {match.history.steps[1].before.describe(match.history.steps[1].move)}"
    await world.ada.select(shown, ["5"], custom_id=menu)
    assert place(shown) == f"5 of {LAST}"


async def test_the_window_leads_to_the_ply_that_is_written_in_it(world: World) -> None:
    await over(world)
    shown = await opened(world, step=2)
    window = await world.ada.click(shown, label="Step…")
    await world.ada.submit_modal(window, {"text": " 6 "})
    assert place(shown) == f"6 of {LAST}"


async def test_an_impossible_ply_is_refused_and_the_replay_stays_where_it_is(world: World) -> None:
    await over(world)
    shown = await opened(world, step=2)
    for text in ("", "-1", "soon", "8", "٣", "1.5", "99999"):
        window = await world.ada.click(shown, label="Step…")
        reply = reply_text(await world.ada.submit_modal(window, {"text": text}))
        assert reply.endswith(f"Write a number from 0, the start, to {LAST}, the end."), text
        assert place(shown) == f"2 of {LAST}", text


@given(st.integers(0, MOST_MOVES), st.data())
def test_a_menu_holds_the_ends_and_its_own_ply_in_order_and_leads_anywhere_in_a_few_choices(
    last: int, data: st.DataObject
) -> None:
    ply, goal = (data.draw(st.integers(0, last)) for _ in range(2))
    choices = 0
    while True:
        offered = stops(ply, last)
        assert offered == sorted(set(offered)) and len(offered) <= 25
        assert {0, ply, last} <= set(offered) <= set(range(last + 1))
        if ply == goal:
            break
        nearest = min(offered, key=lambda stop: abs(stop - goal))
        assert abs(nearest - goal) < abs(ply - goal)
        ply, choices = nearest, choices + 1
    assert choices <= 12


# --- changes of the match meanwhile ---


async def test_its_buttons_work_after_a_restart(world: World) -> None:
    await over(world)
    shown = await opened(world)
    await world.restart()
    await press(world, shown, "Forward")
    await world.restart()
    await press(world, shown, "Forward", "Last", "Back")
    assert place(shown) == f"{LAST - 1} of {LAST}"


async def test_a_replay_of_a_match_that_has_moved_on_has_more_plies(world: World) -> None:
    await begin(world)
    shown = await opened(world, step=LAST)
    at_the_end = button_id(shown, "Forward")
    await world.play("f2<e2", "b2<c2")
    await world.at_once(world.forged(world.ada, shown, at_the_end))
    assert place(shown) == f"{LAST + 1} of {LAST + 2}"
    await press(world, shown, "Last")
    assert place(shown) == f"{LAST + 2} of {LAST + 2}"


async def test_a_match_with_moves_taken_back_continues_from_the_remaining_ones(world: World) -> None:
    await begin(world)
    shown = await opened(world, step=LAST)
    match = await world.matches.ask_takeback(world.actor(world.ben), 1)
    match = await world.matches.accept_offer(world.actor(world.ada), 1, match.offers[0].id)
    assert match.ply == LAST - 2
    await press(world, shown, "Back")
    assert place(shown) == f"{LAST - 3} of {LAST - 2}"


async def test_numbers_that_no_button_of_ours_carries_come_to_nothing_bad(world: World) -> None:
    await over(world)
    shown = await opened(world)
    for detail in ("forward/99999999999999999999", "back/x", "nowhere", "to", "last/7"):
        await world.at_once(world.forged(world.ada, shown, f"furlong:replay_go:1:0:{detail}"))
        assert place(shown).endswith(f" of {LAST}")


# --- which match ---


async def test_without_a_match_it_is_the_one_that_ended_last_and_while_others_run_which_is_asked(world: World) -> None:
    assert "You have no match here to replay." in reply_text(await world.ada.slash(world.channel, "replay"))
    await world.start_match()
    assert "match #1" in text_of(await opened(world))
    await world.start_match()
    await world.ben.click(answer(await world.ben.slash(world.channel, "match", do="resign", match="1")), label="Resign")
    question = answer(await world.ada.slash(world.channel, "replay"))
    assert "Which match do you mean?" in text_of(question)
    assert buttons_of(question) == ["Furl #2, Ben", "Furl #1, Ben"], "those that run first"
    assert "match #1" in reply_text(await world.ada.click(question, label="Furl #1, Ben"))
    assert "match #2" in text_of(await opened(world, match="#2"))
    await world.matches.resign(world.actor(world.ben), 2)
    assert "match #2" in text_of(await opened(world)), "nothing runs any more"


async def test_running_matches_and_those_that_are_over_are_suggested(world: World) -> None:
    await over(world)
    await world.start_match(world.ben, world.ada)
    await world.start_match(world.ben, world.cleo)
    suggested = await world.ben.autocomplete(world.channel, "replay", "match", "")
    assert {choice["value"]: choice["name"] for choice in suggested} == {
        "2": "#2 Furl against Ada, your turn",
        "3": "#3 Furl against Cleo, your turn",
        "1": "#1 Furl against Ada, over",
    }
    typed = await world.ben.autocomplete(world.channel, "replay", "match", "OVER")
    assert [choice["value"] for choice in typed] == ["1"]


async def test_anybody_on_the_server_may_look_by_command_or_button(world: World) -> None:
    await over(world)
    shown = await opened(world, world.cleo, match="1", step=2)
    assert place(shown) == f"2 of {LAST}"
    under = answer(await world.cleo.click(world.board(), label="Replay"))
    assert place(under) == f"0 of {LAST}"


async def test_behind_more_a_running_match_can_be_replayed(world: World) -> None:
    await begin(world)
    more = answer(await world.cleo.click(world.board(), label="More"))
    assert place(answer(await world.cleo.click(more, label="Replay"))) == f"0 of {LAST}"


async def test_matches_of_other_servers_unknown_numbers_and_nonsense_are_refused(world: World) -> None:
    await over(world)
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("games")
    there = elsewhere.add_member(world.ada.user)
    async with world.nothing_changes():
        assert reply_text(await there.slash(channel, "replay", match="1")).startswith(
            "Match #1 is played on another server"
        )
        assert "You have no match here to replay." in reply_text(await there.slash(channel, "replay"))
        for action in ("", "_go", "_window", "_film", "_record", "_post"):
            forged = world.forged(world.ada, await opened(world), f"furlong:replay{action}:0:0:")
            assert "There's no match #0" in reply_text(*await world.at_once(forged))
        for text in ("77", "99999999999", "soon"):
            reply = reply_text(await world.ada.slash(world.channel, "replay", match=text))
            assert reply.startswith("There's no match ") and "`/games` lists yours." in reply


async def test_in_a_direct_message_one_sees_ones_own_matches_alone(world: World) -> None:
    await over(world)
    shown = answer(await world.ada.user.slash("replay"))
    assert "match #1" in text_of(shown) and place(shown) == f"0 of {LAST}"
    await world.ada.user.click(shown, label="Last")
    assert place(shown) == f"{LAST} of {LAST}"
    assert "There's no match #1 that you can see here." in reply_text(await world.cleo.user.slash("replay", match="1"))


async def test_a_challenge_that_has_not_begun_has_nothing_to_replay(world: World) -> None:
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben)
    assert reply_text(await world.ada.slash(world.channel, "replay", match="1")) == (
        "Match #1 hasn't started yet: it waits for **Ben**."
    )
    await world.ben.click(world.board(), label="Decline")
    assert reply_text(await world.ada.slash(world.channel, "replay", match="1")) == (
        "Match #1 was called off before it started, so there's nothing to replay."
    )


# --- dice ---


async def test_while_a_match_runs_nothing_that_a_replay_shows_tells_of_its_dice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = bytes(range(32))
    monkeypatch.setattr("bot.actions.challenges.Fairness.seal", lambda: Fairness(secret, commitment(secret)))
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    match = await world.match()
    assert any(step.before.turn is CHANCE for step in match.history.steps)
    shown = await opened(world, step=1)
    saved = answer(await world.ada.click(shown, label="Record"))
    [address] = files_of(saved)
    record = world.env.backend.cdn.get(address)
    assert record is not None
    texts = [text_of(shown), text_of(saved), str(menus_of(shown)), record.decode()]
    assert all(secret.hex() not in text and "secret" not in text for text in texts)
    assert "🎲" in texts[0] and "Where its dice come from is shown at the end." in texts[1]
