"""Finished matches without a database: random moves, with the rolls of sealed dice."""

import random
from datetime import UTC, datetime

import render
from bot.actions.replays import Studio
from bot.model.fairness import Fairness
from bot.model.history import History
from bot.model.match import Match, State
from bot.model.people import Person
from bot.model.place import Place
from bot.model.replays import Replay
from bot.model.result import Ending, Result
from bot.screens.sharing import replay_file
from rules import GAMES
from rules.core import CHANCE, Move, Seat
from rules.dice import commitment
from rules.record import settle

PEOPLE = tuple(
    Person((number + 1) << 40, name) for number, name in enumerate(("Ada <&>", "Ben", "Cleo", "Dan's </script>"))
)
PLACE = Place(server_id=77 << 40, channel_id=78 << 40, message_id=79 << 40)
START_MESSAGE = 1_450_000_000_000_000_001
WHEN = datetime(2030, 1, 1, tzinfo=UTC)


def finished(key: str, most: int = 5_000, seed: int = 1) -> Match:
    """A match with the most players that the game allows; after `most` entries the last one resigns."""
    game, lots = GAMES[key], random.Random(seed)
    seats = max(game.seats)
    secret = lots.randbytes(32)
    fairness = Fairness(secret, commitment(secret), START_MESSAGE) if game.has_chance else None
    position, moves, rolled = game.start(seats), list[Move](), 0
    while position.turn is not None and len(moves) < most:
        if position.turn is CHANCE:
            assert fairness is not None
            for step in settle(position, fairness.dice, rolled=rolled):
                moves.append(step.move)
                position, rolled = step.after, rolled + 1
            continue
        moves.append(lots.choice(position.legal_moves()))
        position = position.play(moves[-1])
    outcome, people = position.outcome(), PEOPLE[:seats]
    lost = Result(Ending.RESIGNED, (*(1 for _ in people[1:]), seats), by=people[-1])
    return Match(
        id=7,
        place=PLACE,
        state=State.FINISHED,
        host=people[0],
        host_seat=Seat(0),
        is_open_challenge=False,
        invited=(),
        players=people,
        history=History.of(game, seats, tuple(moves)),
        created_at=WHEN,
        changed_at=WHEN,
        started_at=WHEN,
        ended_at=WHEN,
        result=lost if outcome is None else Result(Ending.RULES, outcome.places, outcome.points),
        fairness=fairness,
    )


async def sheet_of(match: Match) -> render.Sheet:
    """The pictures of a match."""

    async def unheard(_progress: object) -> None:
        """Wait for nobody."""

    return await Studio().sheet(Replay.of(match), 1, unheard)


async def file_of(match: Match) -> str:
    """The file of a match as text."""
    return (await replay_file(match, await sheet_of(match))).data.decode()
