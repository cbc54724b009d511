"""The cost of a season with two hundred people and with eight: its first day, its upkeep, its table and its end."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import render
from bot.actions.competitions import entries
from bot.actions.competitions import standings as competition_standings
from bot.model.clock import Terms
from bot.model.competitions.competition import Competition, Format, Regulations, Venue
from bot.model.people import FIRST_ON_DISCORD, Actor, Person
from bot.store.engine.database import Database
from rules import GAMES
from tests.bench.measure import Measurement, median_seconds, median_seconds_of, seconds_of
from tests.bot.matches import Matches, tend_competitions

SERVER, CHANNEL = 1, 2
FEW, MANY = 8, 200
RUNS = 15


@dataclass
class Season:
    """A season of Furl in divisions of eight."""

    matches: Matches
    competition: Competition
    now: datetime

    @classmethod
    async def opened(cls, database: Database, count: int) -> "Season":
        """A season that this many people have joined."""
        season = cls(Matches(database, now=lambda: season.now), None, datetime(2030, 1, 1, tzinfo=UTC))  # type: ignore[arg-type]
        regulations = Regulations(Format.LEAGUE, (GAMES["furl"],), 8, False, Terms(3, is_rated=True, most_vacation=7))
        begins_at = season.now + timedelta(days=1)
        venue = Venue(SERVER, CHANNEL, CHANNEL, wants_threads=False)
        people = [Person(number, f"Person {number}") for number in range(FIRST_ON_DISCORD, FIRST_ON_DISCORD + count)]
        ends_at = begins_at + timedelta(days=30)
        proposed = Competition("Furl league", venue, regulations, begins_at, ends_at, people[0], season.now)
        season.competition = await entries.propose(season.matches, None, proposed)
        for person in people:
            await entries.join(season.matches, Actor(person, SERVER), season.competition.id)
        return season

    async def tend(self, at: datetime) -> float:
        """Do what is due at this time; returns the seconds that it took."""
        self.now = at
        return await seconds_of(tend_competitions(self.matches))

    async def look(self) -> None:
        """Read what `/season` reads."""
        assert (await competition_standings.division(self.matches, None, self.competition.id, 1)).division is not None


def rows() -> list[Measurement]:
    """The rows of this part of the report."""
    return [*asyncio.run(_rows()), _picture()]


async def _rows() -> list[Measurement]:
    found: list[Measurement] = []
    for count in (FEW, MANY):
        with TemporaryDirectory() as folder:
            database = await Database.open(f"sqlite:///{Path(folder) / 'furlong.db'}")
            season = await Season.opened(database, count)
            note = f"{count} people"
            matches = count * 7 / 2
            begun = await season.tend(season.competition.begins_at)
            found.append(Measurement("season: a match of the first day", begun * 1e3 / matches, "ms", note))
            found.append(
                Measurement("season: a table", 1e3 * await median_seconds_of(season.look, runs=RUNS), "ms", note)
            )
            again = [await season.tend(season.now + timedelta(minutes=1)) for _ in range(RUNS)]
            found.append(Measurement("season: a round of the clock", 1e3 * median(again), "ms", note))
            ended = await season.tend(season.competition.ends_at)
            found.append(Measurement("season: the end of a match on the last day", ended * 1e3 / matches, "ms", note))
            found.append(Measurement("season: closing it", ended, "s", note))
            await database.close()
    return found


def _picture() -> Measurement:
    lines = [render.ResultLine(str(place), f"Person {place}", ("7/7", "3½"), 0) for place in range(1, 9)]
    shown = render.ResultTable("Furl league · season 1 · division 1", ("Played", "Points"), lines)
    return Measurement("picture: a table of eight", 1e3 * median_seconds(lambda: render.table(shown), runs=RUNS), "ms")
