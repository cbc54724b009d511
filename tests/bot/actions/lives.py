"""A person with a row in every table, for tests of the data stored about people."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

import pytest
from sqlalchemy import Column, insert

from bot.actions import analysis, follows, playing, pushing, puzzles, sessions, settings, standing_in, tokens
from bot.actions import engines as engine_actions
from bot.actions import people as people_actions
from bot.actions.competitions import entries
from bot.model.challenges import Proposal
from bot.model.clock import Terms
from bot.model.competitions.competition import Competition, Format, Regulations, Venue
from bot.model.competitions.ladder import LadderStep
from bot.model.competitions.pairing import all_play_all
from bot.model.match import Match
from bot.model.moderation import Intervention, InterventionKind, MatchSubject
from bot.model.people import Person
from bot.model.place import PlayerBoard
from bot.model.sessions import Subscription
from bot.model.settings import Preferences, QuietHours, Reach
from bot.model.tokens import Scope
from bot.store import competitions as competition_store
from bot.store import match_changes, moderation
from bot.store.engine.schema import METADATA
from bot.store.engine.schema.matches import voters, votes
from bot.store.engine.schema.people import people
from rules.core import Move, Seat
from tests.bot.store.rounds import ROUNDS
from tests.bot.tables import BEN, CHANNEL, CLEO, DAN, SERVER, Hall, dump, here

FAY: Final = Person(920_000_000_000_000_009, "Fay Marigold-Öztürk")
RATED: Final = Terms(3, is_rated=True)


def referring() -> Sequence[Column[Any]]:
    """Every column of the database that refers to people."""
    return [
        column
        for table in METADATA.sorted_tables
        for column in table.columns
        if any(key.column is people.c.id for key in column.foreign_keys)
    ]


async def traces(hall: Hall, person: Person) -> set[str]:
    """The columns that contain the id of a person or a part of their name, as `table.column`."""
    found: set[str] = set()
    for table, rows in (await dump(hall.database)).items():
        columns = [str(column) for column in METADATA.tables[table].columns]
        for row in rows:
            found |= {column for column, cell in zip(columns, row, strict=True) if _tells(cell, person)}
    return found


def _tells(cell: object, person: Person) -> bool:
    return any(part in str(cell) for part in (str(person.id), *person.name.split()))


async def full_life(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> dict[str, Match]:
    """Fay, who plays, has played, waits, plans, offers and has settings; her matches by their situation."""
    night = QuietHours(22 * 60, 7 * 60 + 30)
    session, _match_id = await sessions.begin(hall.matches, await sessions.link(hall.matches, here(FAY), CHANNEL))
    browser = Subscription("https://push.example.com/of-fay", "her key", "her secret")
    await pushing.subscribe(hall.matches, FAY, session, browser)
    await settings.prefer(hall.matches, FAY, lambda _liked: Preferences(Reach.DIRECT, "Asia/Tokyo", night))
    await settings.prefer(hall.matches, BEN, lambda _liked: Preferences(Reach.BOTH, "UTC+2", night))
    for person in (FAY, BEN):
        await people_actions.go_on_vacation(hall.matches, person, 2)
    await settings.look_out(hall.matches, FAY, SERVER, ["rounds"])
    await follows.follow_person(hall.matches, here(FAY), BEN)
    await follows.follow_person(hall.matches, here(BEN), FAY)
    await people_actions.block(hall.matches, FAY, DAN)
    await people_actions.block(hall.matches, DAN, FAY)
    await engine_actions.register(hall.matches, FAY, SERVER, "Bolt", ["furl"])
    await tokens.make(hall.matches, FAY, "Her engine", Scope.PLAY, timedelta(days=30))
    await _season(hall)
    lives = {
        "won": await hall.matches.resign(here(BEN), (await rounds(hall, FAY, BEN)).id),
        "lost": await _lost(hall),
        "running": await _running(hall),
        "for three": await _for_three(hall),
        "left": await _left(hall),
        "challenge": await hall.challenge(BEN, host=FAY),
        "asked": await hall.challenge(FAY, host=BEN),
        "declined": await hall.matches.decline(here(FAY), (await hall.challenge(FAY, host=BEN)).id),
        "own table": await hall.open_challenge(host=FAY),
        "table": await _table(hall),
    }
    await _try(hall, lives["running"])
    async with hall.database.write() as connection:  # as if it were a direct match
        await match_changes.keep_board(
            connection, lives["running"].id, PlayerBoard(FAY.id, CHANNEL, 1, None, says_start=False)
        )
        # as if channels played these
        vote = {"match_id": lives["running"].id, "person_id": FAY.id}
        await connection.execute(insert(voters).values(**vote, seat=0, is_out=False))
        await connection.execute(insert(votes).values(**vote, ply=0, choice="on", chosen_at=hall.clock()))
    return lives


async def _try(hall: Hall, match: Match) -> None:
    """Have Fay try a move on an analysis board, complete a lesson, and solve the puzzle of the day."""
    puzzle = (await puzzles.today(hall.matches, here(FAY))).puzzle
    await puzzles.answer(hall.matches, here(FAY), puzzle, puzzle.best)
    await people_actions.finish_lesson(hall.matches, FAY, "furl", 2)
    await analysis.change(hall.matches, match, FAY, 0, lambda tried: tried.played(Move("on")))


async def rounds(hall: Hall, *players: Person, moves: Sequence[str] = ()) -> Match:
    """A rated match of Rounds."""
    return await hall.running(*players, game=ROUNDS, moves=moves, terms=RATED)


async def _lost(hall: Hall) -> Match:
    """Have Fay resign, and then offer a rematch."""
    match = await rounds(hall, FAY, BEN, moves=("on", "hop"))
    await hall.matches.resign(here(FAY), match.id)
    return await hall.matches.offer_rematch(here(FAY), match.id)


async def _running(hall: Hall) -> Match:
    """A match with Fay to move: Ben took a move back, which she allowed, and has a plan; she has offered a draw."""
    match = await rounds(hall, BEN, FAY, moves=("on", "on", "back"))
    offer = (await hall.matches.ask_takeback(here(BEN), match.id)).open_offers[0]
    await hall.matches.accept_offer(here(FAY), match.id, offer.id)
    await hall.matches.play(here(BEN), match.id, "hop")
    await hall.matches.plan(here(BEN), match.id, "after on: back")
    await analysis.write(hall.matches, here(FAY), match.id, "Ben likes to hop.")
    return await hall.matches.offer_draw(here(FAY), match.id)


async def _for_three(hall: Hall) -> Match:
    """A match with Cleo to move, who has offered a draw: Fay has agreed, Ben has not answered. Fay has a plan."""
    match = await rounds(hall, FAY, BEN, CLEO, moves=("on", "on"))
    await hall.matches.plan(here(FAY), match.id, "after back: hop")
    offer = (await hall.matches.offer_draw(here(CLEO), match.id)).open_offers[0]
    return await hall.matches.accept_offer(here(FAY), match.id, offer.id)


async def _left(hall: Hall) -> Match:
    """A match of three that Fay has left, and in which Dan would like to take her seat."""
    match = await rounds(hall, FAY, BEN, CLEO)
    async with hall.matches.change(match.id, here(FAY)) as change:
        playing.resign(change, FAY)
    async with hall.matches.change(match.id, here(DAN)) as change:
        standing_in.replace_in(change, Seat(0), DAN)
    return change.match


async def _table(hall: Hall) -> Match:
    """Ben's open challenge, which Fay has joined and which waits for a third player."""
    table = await hall.matches.propose(here(BEN), SERVER, Proposal(ROUNDS, CHANNEL, seats=3))
    return await hall.matches.join(here(FAY), table.id)


async def _season(hall: Hall) -> None:
    """A league that Fay has opened and joined; she is to meet Ben twice."""
    begins_at = hall.clock.at + timedelta(days=1)
    terms = Terms(3, is_rated=True)
    regulations = Regulations(Format.LEAGUE, (ROUNDS,), 4, both_sides=True, terms=terms)
    venue = Venue(SERVER, CHANNEL, CHANNEL, wants_threads=False)
    ends_at = begins_at + timedelta(days=30)
    proposed = Competition("Rounds league", venue, regulations, begins_at, ends_at, FAY, hall.clock.at)
    league = await entries.propose(hall.matches, None, proposed)
    await entries.join(hall.matches, here(FAY), league.id)
    async with hall.database.write() as connection:
        both = all_play_all((FAY.id, BEN.id), both_sides=True)
        await competition_store.add_fixtures(connection, league.id, both)
        await competition_store.add_step(connection, league.id, LadderStep(FAY.id, hall.clock(), is_there=True))
        for by, concerned in ((FAY, BEN), (BEN, FAY)):
            intervention = Intervention(
                SERVER, CHANNEL, by, InterventionKind.REMOVE, hall.clock(), MatchSubject(1, "furl"), person=concerned
            )
            await moderation.add(connection, intervention)
