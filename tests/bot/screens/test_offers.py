"""Offers: in each state, what each person may ask for and is told, and what it changes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.actions import people, playing
from bot.actions import privacy as privacy_actions
from bot.actions.offers import MOST_GIVEN_DAYS, give_day
from bot.model.challenges import MOST_INVITATIONS
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.match import Match
from bot.model.votes import CHANNEL as EVERYBODY
from players.characters import MOLE
from tests.bot.screens.tables import DAYS, Row, States, compare, row
from tests.bot.store.rounds import CIRCLE
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, FURL, here

DRAW, TAKEBACK, REMATCH = "draw, draw_yes", "takeback, takeback_yes", "rematch"
PAUSE, HANDOVER, ANSWERS = "pause, pause_for 5, resume", "handover, handover_to badger", "offer_yes, offer_no"
ALL = f"{DRAW}, {TAKEBACK}, time, time_yes, {PAUSE}, {HANDOVER}, seat 2, {REMATCH}, offer_yes 99, offer_no 99"
ALSO = "Ada Ben Cleo Eva"


async def alone(on: States) -> Match:
    return await on.after(await on.proposed(FURL, opponents=seated(MOLE, 1)), "Ada a4<c4")


async def by_vote(on: States) -> Match:
    terms = Terms(3, vote_minutes=60)
    match = await on.proposed(FURL, BEN, host_seat=1, terms=terms, channels=(EVERYBODY,))
    return await on.hall.matches.join(here(BEN), match.id)


async def blocked(on: States, *done: str) -> Match:
    match = await on.match(*done)
    await people.block(on.hall.matches, BEN, ADA)
    return match


async def invited_often(on: States) -> Match:
    last = await on.match("Ada end")
    for _ in range(MOST_INVITATIONS):
        await on.match("Ada end", "Ada rematch")
    return last


async def forgotten(on: States) -> Match:
    match = await on.match("Ada end", "Ben rematch")
    await privacy_actions.forget(on.hall.matches, ADA)
    return await on.hall.matches.load(match.id)


async def with_days(on: States) -> Match:
    match = await on.match("Ada time", terms=Terms(5))
    for _ in range(MOST_GIVEN_DAYS - 1):
        async with on.hall.matches.change(match.id, here(BEN)) as change:
            give_day(change)
    return await on.hall.matches.load(match.id)


async def left(on: States, *done: str, seats: int = 3) -> Match:
    match = await on.match("Ada on", seats=seats)
    async with on.hall.matches.change(match.id, on.actor("Cleo")) as change:
        playing.resign(change, on.actor("Cleo").person)
    return await on.after(await on.hall.matches.load(match.id), *done)


async def gone(on: States, *done: str) -> Match:
    match = await on.match(seats=3)
    return await on.after(await on.hall.matches.resign(on.actor("Cleo"), match.id), *done)


def circling() -> Iterator[str]:
    return (f"{('Ada', 'Ben')[ply % 2]} {move}" for ply, move in enumerate(CIRCLE * 2))


TWO = [
    row("after two moves", lambda on: on.match(moves=("on", "on")), ALL),
    row("after no move", lambda on: on.match(), TAKEBACK, "Ada"),
    row("a challenge", lambda on: on.hall.challenge(terms=DAYS), ALL, "Ada Ben"),
    row("Ada has offered a draw", lambda on: on.match("Ada draw_yes", moves=("on",)), f"{DRAW}, {TAKEBACK}, {ANSWERS}"),
    row("Ben declined a draw", lambda on: on.match("Ada draw_yes", "Ben offer_no"), f"{DRAW}, {ANSWERS}", "Ada Ben"),
    row("and moved", lambda on: on.match("Ada draw_yes", "Ben offer_no", "Ben on", moves=("on",)), "draw_yes", "Ada"),
    row("and Ada moved", lambda on: on.match("Ada draw_yes", "Ben offer_no", "Ada on"), "draw_yes", "Ada"),
    row("Ada has moved after her offer", lambda on: on.match("Ada draw_yes", "Ada on"), ANSWERS, "Ben"),
    row(
        "then Ben has moved", lambda on: on.match("Ada draw_yes", "Ada on", "Ben on"), f"draw_yes, {ANSWERS}", "Ada Ben"
    ),
    row("a position came twice", lambda on: on.match(moves=CIRCLE), "draw", "Ada"),
    row("a position came for the third time", lambda on: on.match(moves=CIRCLE * 2), DRAW, "Ada Ben"),
    row(
        "a claim after a refusal",
        lambda on: on.match("Ada draw_yes", "Ben offer_no", "Ben hop", moves=(*CIRCLE, "hop")),
        "draw_yes",
        "Ada",
    ),
    row(
        "a takeback",
        lambda on: on.match("Ada takeback_yes", moves=("hop", "on", "back", "on")),
        f"{TAKEBACK}, {ANSWERS}",
    ),
    row("a move was taken back", lambda on: on.match("Ada takeback_yes", "Ben offer_yes", moves=("on",) * 3), TAKEBACK),
    row(
        "a takeback has overtaken a draw",
        lambda on: on.match("Ben draw_yes", "Ada takeback_yes", "Ben offer_yes", moves=("on", "on")),
        "draw_yes",
        "Ada Ben",
    ),
    row("takebacks at once", lambda on: on.match(moves=("on", "hop"), terms=Terms(3, grants_takebacks=True)), TAKEBACK),
    row(
        "one was granted",
        lambda on: on.match("Ben takeback_yes", "Ben on", moves=("on", "on"), terms=Terms(3, grants_takebacks=True)),
        TAKEBACK,
        "Ada Ben",
    ),
    row("a roll", lambda on: on.match(game=STICKS, moves=("roll",)), TAKEBACK, "Ada Ben"),
    row(
        "several steps in a turn",
        lambda on: on.match(
            "Ada draw_yes", "Ben offer_no", "Ada takeback_yes", "Ada time", "Ada more", game=STICKS, moves=("more",)
        ),
        "draw_yes, takeback_yes, time",
        "Ada",
    ),
    row("Ada asked for time", lambda on: on.match("Ada time"), f"time, time_yes, pause_for 5, {ANSWERS}"),
    row("Ben refused more time", lambda on: on.match("Ada time", "Ben offer_no"), "time, time_yes", "Ada Ben"),
    row("nearly as many days as can be", with_days, f"time, time_yes, {ANSWERS}", "Ada Ben"),
    row("no limit", lambda on: on.match(moves=("on",), terms=Terms()), "time, pause", "Ada Ben"),
    row("one sitting", lambda on: on.match(moves=("on",), terms=Terms(bank=900, increment=15)), "time, pause", "Ada"),
    row("Ada asked for a pause", lambda on: on.match("Ada pause_for 7", moves=("on", "on")), f"{PAUSE}, {ANSWERS}"),
    row("a pause", lambda on: on.match("Ada time", "Ada pause_for 7", "Ben offer_yes"), f"{PAUSE}, time, draw"),
    row(
        "a pause with a bank",
        lambda on: on.match("Ada pause_for 30", "Ben offer_yes", terms=Terms(bank=9_000_000)),
        "resume",
        "Ben",
    ),
    row(
        "Ada would hand over",
        lambda on: on.match("Ada handover_to badger", moves=("on", "on"), terms=Terms(3, is_rated=True)),
        f"{HANDOVER}, {ANSWERS}",
    ),
    row("a character plays on", lambda on: on.match("Ada handover_to badger", "Ben offer_yes"), "handover, draw_yes"),
    row("Ada plays alone", alone, ALL, "Ada Cleo"),
    row("the channel plays by vote", by_vote, ALL, "Ada Ben"),
    row("Ben has blocked Ada", blocked, "draw_yes, pause_for 7", "Ada Ben"),
]
MANY = [
    row("three, a draw", lambda on: on.match("Ada draw_yes", "Ben offer_yes", seats=3), f"draw, {ANSWERS}", ALSO),
    row(
        "three, a takeback",
        lambda on: on.match("Ada takeback_yes", "Ben offer_yes", seats=3, moves=("on",) * 3),
        f"takeback, {ANSWERS}",
    ),
    row("three, more time", lambda on: on.match("Ada time", seats=3), f"time, time_yes, {ANSWERS}"),
    row(
        "four, many moves", lambda on: on.match("Ada takeback_yes", seats=4, moves=("hop",) * 4), "takeback", "Ada Ben"
    ),
    row("four, two have gone", lambda on: left(on, "Ben on", "Ada draw_yes", seats=4), f"draw, {ANSWERS}"),
    row("three, for the third time", lambda on: gone(on, *circling()), "draw, draw_yes", "Ada Cleo"),
    row("three, a seat is free", left, f"seat 2, {ANSWERS}", ALSO),
    row("three, Eva asks for it", lambda on: left(on, "Eva seat 2"), f"seat 2, draw_yes, {ANSWERS}", ALSO),
]
OVER = [
    row("Ada has resigned", lambda on: on.match("Ada resign_yes", moves=("on",)), ALL),
    row("Ada has won", lambda on: on.match("Ada draw_yes", "Ada end"), f"draw, {ANSWERS}", "Ben"),
    row("a rematch", lambda on: on.match("Ada end", "Ada rematch"), f"rematch, {ANSWERS}"),
    row("a rematch with dice", lambda on: on.match("Ben resign_yes", "Ada rematch", game=STICKS), ANSWERS, "Ben"),
    row("Ben declined a rematch", lambda on: on.match("Ada end", "Ada rematch", "Ben offer_no"), "rematch", "Ada Ben"),
    row("there is a rematch", lambda on: on.match("Ada end", "Ada rematch", "Ben offer_yes"), f"rematch, {ANSWERS}"),
    row(
        "three would like a rematch",
        lambda on: on.match("Ada end", "Ada rematch", "Cleo offer_yes", seats=3),
        f"rematch, {ANSWERS}",
        ALSO,
    ),
    row("Ben has blocked Ada after the end", lambda on: blocked(on, "Ada end"), "rematch", "Ada Ben"),
    row("Ada has invited Ben too often", invited_often, "rematch", "Ada Ben"),
    row("Ada was forgotten", forgotten, f"rematch, {ANSWERS}", "Ben"),
]


@pytest.mark.parametrize("asked", [*TWO, *MANY, *OVER])
async def test_offers(asked: Row, hall_of_table: Any, request: pytest.FixtureRequest) -> None:
    await compare(asked, Path(__file__).with_name("offers.txt"), hall_of_table, request)
