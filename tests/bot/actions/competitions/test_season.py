"""A whole season of 24 people: some drop out, some are away, and the bot crashes and is down on the last day."""

import random
from collections import Counter
from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.actions.competitions import entries
from bot.actions.people import go_on_vacation
from bot.hosting.rebuilding import rebuild_places
from bot.model.competitions.competition import CompetitionStage, WithdrawalCause
from bot.model.match import State
from bot.store import competitions as competition_store
from bot.store.engine.schema.competitions import entrants, fixtures
from bot.store.engine.schema.matches import matches
from tests.bot.actions.competitions.club import Club, crowd
from tests.bot.tables import Hall, here


class Crash(Exception):
    """The process ends at this point."""


def crash_from_now_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that now and then ends just after doing something, before it is committed."""
    chance = random.Random(7)

    def failing(store: ModuleType, name: str) -> None:
        done = getattr(store, name)

        async def fail(*args: Any, **options: Any) -> Any:
            result = await done(*args, **options)
            if chance.random() < 0.05:
                raise Crash
            return result

        monkeypatch.setattr(store, name, fail)

    for store, *names in (
        (competition_store, "save"),
        (competition_store, "save_entrants"),
        (competition_store, "note_matches"),
    ):
        for name in names:
            failing(store, name)


@pytest.mark.logs_errors
async def test_a_season_of_two_dozen_people_ends_whatever_happens(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    club, people = Club(hall), crowd(24)
    league = await club.league(people, days=60)
    crash_from_now_on(monkeypatch)
    hall.clock.at = league.begins_at
    leaving, silent, away = people[0:3], people[3:6], people[6:10]
    for day in range(0, 58, 3):
        with suppress(Crash):
            await club.tend()
        if day == 15:
            for person in leaving:
                with suppress(Crash):
                    await entries.leave(club.hall.matches, here(person), league.id)
        if day == 30:
            for person in away:
                await go_on_vacation(hall.matches, person, 12)
        for number in await club.running(league):
            match = await hall.matches.load(number)
            assert match.to_move is not None
            if match.to_move not in silent and match.away_until(match.to_move.id) is None:
                move = "end" if club.chance.random() < 0.04 else club.chance.choice(("on", "back"))
                await hall.matches.play(here(match.to_move), number, move)
        hall.clock.go_on(days=3)
    running = len(await club.running(league))
    hall.clock.go_on(days=9)  # nobody is there on the last day and for a week after it
    for _ in range(8):
        with suppress(Crash):
            await club.tend()
    assert running and len(await club.running(league)) == running, "the hours that were missed are added"
    hall.clock.go_on(days=1)
    for _ in range(8):
        with suppress(Crash):
            await club.tend()

    standings = await club.standings(league.id)
    assert standings.competition.stage is CompetitionStage.OVER and len(standings.divisions) == 6
    causes = Counter(one.withdrawal.cause for one in standings.entrants if one.withdrawal is not None)
    assert causes[WithdrawalCause.LEFT] >= 1 and causes[WithdrawalCause.TIME] >= len(silent)
    for table in standings.divisions:
        assert table.is_complete
        assert [row.place for row in table.rows] == list(range(1, len(table.rows) + 1))
        assert sum(row.points for row in table.rows) * 2 == sum(row.played for row in table.rows)
        assert {row.entrant.place for row in table.rows} == {row.place for row in table.rows}
    async with hall.database.read() as connection:
        states = Counter((await connection.scalars(select(matches.c.state))).all())
        pairs = select(fixtures.c.match_id).group_by(fixtures.c.match_id).having(func.count() > 1)
        assert not [one for one in await connection.scalars(pairs) if one is not None]
    assert states[State.RUNNING] == states[State.OPEN] == 0

    reply_text: list[str] = []
    assert await rebuild_places(hall.url, reply_text.append, only_look=True)
    async with hall.database.write() as connection:
        await connection.execute(entrants.update().where(entrants.c.place == 1).values(place=4))
    assert not await rebuild_places(hall.url, reply_text.append, only_look=False)
    assert await rebuild_places(hall.url, reply_text.append, only_look=True)
    assert "6 places differ" in " ".join(reply_text)
