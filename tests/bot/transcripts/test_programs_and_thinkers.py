"""Evenings with a bot that is set up otherwise: engines of members, and reviews of matches by a thinker of few words."""

from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.actions.engines import note_ready, register
from bot.chat import client
from bot.model.people import Actor, Person
from bot.model.reviews import Decision
from bot.opponents.thinkers import NoAnswer
from bot.store.engine.schema.matches import records
from rules.core import Seat
from rules.record import Step
from tests.bot.rounds import begin_rounds
from tests.bot.tables import all_games
from tests.bot.thinking import AtOnce
from tests.bot.transcripts.conftest import PACE
from tests.bot.transcripts.evening import Evening
from tests.bot.transcripts.players import Player
from tests.bot.world import url_of

_MOVES = ("b4<a3", "f5<f3", "c1<b1", "e1<g1", "c6<c3", "g3<g4", "a2<b3")


@pytest.fixture
def simcord_bot(fresh_file: Path, _chance: None, _standing_shares: None) -> client.Furlong:
    """A bot whose page serves the interface for programs."""
    options = client.Options(url_of(fresh_file), pace=PACE, games=all_games(), thinkers=AtOnce(), has_programs=True)
    return client.Furlong(replace(options, page="https://furlong.example"))


class _Telling(AtOnce):
    """A thinker for whom every third move gave everything away, and every move after `falls` a forced win."""

    def __init__(self, falls: int = 99) -> None:
        super().__init__()
        self._falls = falls

    async def review(self, step: Step, ply: int, asker: Hashable = None) -> Decision:
        mover, reply = step.mover or Seat(0), step.after.legal_moves()[0]
        best = next(move for move in step.before.legal_moves() if move != step.move)
        if ply >= self._falls:
            chances = (1.0, 0.0) if mover == 0 else (0.0, 1.0)
            return Decision(ply, mover, chances, step.move, best, 0.0, reply, could_win=True, now_loses=True)
        chances = (0.61, 0.39) if mover == 0 else (0.39, 0.61)
        return Decision(ply, mover, chances, step.move, best, 0.61 if ply % 3 else 0.34, reply)


class _Silent(AtOnce):
    async def review(self, step: Step, ply: int, asker: Hashable = None) -> Decision:
        raise NoAnswer("nobody is there")


async def test_reviews(evening: Evening) -> None:
    """Reviews: refused while a match runs, without an answer, made, posted, of forced wins, and of what is damaged."""
    ada, ben, cleo = evening.people()
    world = evening.world
    await ada.types("play", game="furl", opponent=ben, side="first")
    await ben.presses("Accept")
    await evening.play_on(2, ada, ben)
    await evening.resigns(ben)
    await cleo.presses("Review")
    evening.act("Nobody answers, and then somebody does")
    with world.env.time_context():
        await world.store_matches(1, host=world.ada, guest=world.ben, moves=_MOVES)
        await world.deliver(2)
    await evening.resigns(ben)
    await world.restart(_Silent())
    await cleo.presses("Review")
    await world.restart(_Telling())
    await cleo.presses("Review", "Moment 2", "The answer to it", "The better move", "The whole match", "Post here")
    await ada.types("replay", match="2")
    await ada.presses("Review")
    evening.act("Forced")
    with world.env.time_context():
        await world.store_matches(1, host=world.ada, guest=world.ben, moves=_MOVES)
        await world.deliver(3)
    await evening.resigns(ben)
    await world.restart(_Telling(falls=1))
    await ada.types("replay", match="3")
    await ada.presses("Review", "Moment 1")
    evening.act("Damaged, and of a game that cannot be judged")
    with world.env.time_context():
        await world.store_matches(1, host=world.ada, guest=world.ben, moves=_MOVES)
        await world.deliver(4)
    await evening.resigns(ben)
    async with world.bot.services.context.database.write() as connection:
        await connection.execute(records.update().where(records.c.match_id == 4).values(tokens="nonsense"))
    await evening.restarts()
    await cleo.presses("Review")
    with world.env.time_context():
        await begin_rounds(world, "on", "on", "on", "on", "end")
    await ada.presses("Review")


async def test_engines(evening: Evening) -> None:
    """Engines: none, away, connected, chosen by command and in the window, playing, without draws, and not served."""
    _ada, ben, cleo = evening.people()
    boss, server = evening.member("Boss", manages=True), evening.world.guild.id

    async def connects(engine: Person) -> None:
        with evening.world.env.time_context():
            await note_ready(evening.world.bot.services.context, engine)

    async def registered(who: Player, name: str, *games: str, ready: bool = True) -> Person:
        owner, context = Person(who.actor.id, who.name), evening.world.bot.services.context
        made, _secret = await register(context, owner, server, name, games)
        if ready:
            await connects(made.person)
        return made.person

    await ben.types("play", game="furl", engine="Bolt")
    bolt, nut = await registered(cleo, "Bolt", "furl"), await registered(boss, "Nut", "playwin", ready=False)
    for text, filled in (("", {}), ("b", {}), ("", {"game": "playwin"})):
        await ben.begins("play", "engine", text, **filled)
    for engine in (str(nut.id), "Nut", "nobody"):
        await ben.types("play", game="furl", engine=engine)
    await connects(bolt)
    await ben.types("play", game="furl", engine="bolt (Engine)")
    await connects(bolt)
    await ben.types("play")
    await connects(bolt)
    await ben.fills(game=["furl"], who=[str(bolt.id)], days=["no limit"], more=["more"])
    await ben.presses("More choices")
    await connects(bolt)
    await ben.fills(host_seat=["first"], vote_minutes=["usual"])
    for number in (1, 2):
        await evening.world.matches.join(Actor(bolt, None), number)
        await evening.world.deliver(number)
    await evening.restarts()
    await ben.types("move", move="a4<c4", match="2")
    await ben.types("match", match="1", do="draw")
    await ben.presses("Offer a draw")
    await boss.types("leaderboard")
    await boss.presses("Engines")
    evening.act("Its owner leaves")
    evening.world.env.backend.remove_member(server, cleo.actor.id)
    await evening.passes(days=1)
    await connects(bolt)
    await ben.types("play", game="furl", engine=str(bolt.id))
    await ben.types("match", match="2", do="call off")
    await ben.presses("Call off")
    evening.act("Not served any more")
    object.__setattr__(evening.world.bot.services, "has_programs", False)
    await boss.types("leaderboard")
    await ben.types("play", game="furl", engine=str(nut.id))
    await ben.begins("play", "engine", "")
    await boss.types("privacy")
    await boss.presses("Engines", "Manage", "Remove")
