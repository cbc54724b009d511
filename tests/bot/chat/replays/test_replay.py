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
from bot.texts import matches as match_texts
from bot.texts import replays
from rules import GAMES
from rules.core import CHANCE, Move
from rules.dice import commitment
from rules.record import replay
from tests.bot.screen import button_id, files_of, menus_of, text_of
from tests.bot.tables import run
from tests.bot.world import World, answer, reply_text

MOVES = tuple(map(Move, ("b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3")))
LAST = len(MOVES)
TERMS = Terms(days=3, is_rated=True)
RECORD = Record(("Eva", "Finn"), History.of(GAMES["furl"], 2, MOVES), began_at=datetime(2030, 1, 1, tzinfo=UTC))


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
    assert "🎲" in texts[0] and "What chance was sealed with is shown at the end." in texts[1]
