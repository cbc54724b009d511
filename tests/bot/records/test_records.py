"""Record files: a match written to text comes back unchanged, whatever its players are called."""

import gc
import random
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.hosting.checking import check
from bot.model.challenges import Proposal
from bot.model.characters import seated
from bot.model.clock import Terms
from bot.model.fairness import Fairness, check_rolls
from bot.model.history import Cause, History
from bot.model.result import Ending
from bot.records.parsing import LARGEST, MOST_MOVES, parse, read
from bot.records.record import Record, RecordResult, record_of
from bot.records.writing import NAMES, file_name, write
from players.characters import OTTER
from rules import GAMES
from rules.core import CHANCE, Move, Seat
from rules.record import follow, replay, retirement
from tests.bot.store.small_games import STICKS
from tests.bot.tables import ADA, BEN, CHANNEL, CLEO, FIRST, FURL, SERVER, Hall, all_games, here
from tests.rules.playouts import TABLES

FARLANDER = GAMES["farlander"]
NEW_YEAR = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)
NOON = datetime(2030, 1, 31, 12, 0, tzinfo=UTC)
DOCUMENT = Path(__file__).parents[3] / "docs" / "records.md"
FAIRNESS = replace(Fairness.seal(), start_message_id=2**64 - 1)

names = st.text(max_size=100)
instants = st.none() | st.integers(0, 4 * 10**9).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))


@cache
def playout(key: str, seats: int, seed: int) -> tuple[Move, ...]:
    """The moves of a random game in which seats sometimes leave, where that is possible."""
    chosen = random.Random(f"{key} {seats} {seed}")
    position = GAMES[key].start(seats)
    moves: list[Move] = []
    while position.turn is not None and len(moves) < 150 + 50 * seed:
        move = chosen.choice(position.legal_moves())
        leaver = Seat(chosen.randrange(seats))
        if seed % 2 and chosen.random() < 0.01 and position.turn is not CHANCE and retirement(leaver) not in moves:
            move = retirement(leaver) if position.retire(leaver) is not None else move
        moves.append(move)
        position = follow(position, move)
    return tuple(moves)


def result_of(record: Record, ended_at: datetime | None, reason: str) -> RecordResult:
    """The result by the moves of a record; a resignation if they do not end the game."""
    outcome = replay(record.game, record.seats, record.history.tokens).outcome()
    if outcome is not None:
        return RecordResult(Ending.RULES, ended_at, places=outcome.places, points=outcome.points, reason=reason)
    places = (*(1 for _ in range(record.seats - 1)), record.seats)
    return RecordResult(Ending.RESIGNED, ended_at, by=Seat(record.seats - 1), places=places, reason=reason)


@st.composite
def records(draw: st.DrawFn) -> Record:
    key, seats = draw(st.sampled_from(TABLES))
    record = Record(
        players=tuple(draw(names) for _ in range(seats)),
        history=History.of(GAMES[key], seats, playout(key, seats, draw(st.integers(0, 5)))),
        id=draw(st.none() | st.uuids()),
        proposed_at=draw(instants),
        began_at=draw(instants),
        terms=draw(st.builds(Terms, st.none() | st.integers(1, 14), st.booleans(), st.booleans())),
        characters=draw(st.just(()) | st.tuples(*[st.sampled_from(("", "otter"))] * (seats - 1), st.just("lynx"))),
    )
    over = result_of(record, draw(instants), draw(st.text(max_size=200)))
    if over.ending is not Ending.RULES and draw(st.booleans()):
        return record
    return replace(record, result=over, fairness=draw(st.sampled_from((None, FAIRNESS))))


FINISHED = Record(
    players=("Ada", "Ben"),
    history=History.of(FURL, 2, (Move(move) for move in ("c5<c1", "g4<g1"))),
    result=RecordResult(Ending.RESIGNED, NOON, Seat(1), (1, 2)),
)


@given(records())
def test_a_written_record_is_read_back_unchanged(record: Record) -> None:
    written = write(record)
    assert parse(written) == record
    assert read(written.encode()) == record


@given(records())
def test_small_liberties_of_editors_do_not_matter(record: Record) -> None:
    edited = "\ufeff\n" + "".join(f"  {line} \t\r\n\r\n" for line in write(record).split("\n"))
    assert parse(edited) == record


@given(st.lists(names, min_size=2, max_size=2))
def test_no_name_can_add_or_change_a_line(players: list[str]) -> None:
    lines = write(replace(FINISHED, players=tuple(players))).split("\n")
    plain = write(FINISHED).split("\n")
    assert len(lines) == len(plain)
    assert [line for line in lines if not line.startswith("seat ")] == [
        line for line in plain if not line.startswith("seat ")
    ]
    assert all(line.isprintable() for line in lines)


def test_a_name_is_shown_in_a_form_that_reveals_its_characters() -> None:
    written = write(replace(FINISHED, players=("Ada\nplaces: 1 2", " \\Zoë “the 🎲”\u202e")))
    assert "seat 0: Ada\\u{A}places: 1 2\n" in written
    assert "seat 1: \\u{20}\\\\Zoë “the 🎲”\\u{202E}\n" in written


def test_half_a_character_in_a_name_is_replaced_for_no_file_can_hold_it() -> None:
    assert parse(write(replace(FINISHED, players=("A\ud800a", "Ben")))).players == (
        "A\N{REPLACEMENT CHARACTER}a",
        "Ben",
    )


def test_every_turn_has_a_line_that_begins_with_the_number_of_its_first_move() -> None:
    moves = tuple(Move(move) for move in ("more", "roll", "rolled1", "one", "roll", "rolled2"))
    lines = write(Record(("Ada", "Ben"), History.of(STICKS, 2, moves))).splitlines()
    assert lines[-3:] == ["1. more roll rolled1", "4. one", "5. roll rolled2"]


def test_a_seat_that_leaves_has_a_line_of_its_own() -> None:
    moves = playout("farlander", 3, 0)[:20]
    left = retirement(Seat(1))
    history = History.of(FARLANDER, 3, (*moves, left))
    assert f"\n21. {left}\n" in write(Record(("Ada", "Ben", "Cleo"), history))


def test_a_long_turn_goes_on_in_another_line() -> None:
    moves = playout("furbowl", 2, 2)
    lines = write(Record(("Ada", "Ben"), History.of(GAMES["furbowl"], 2, moves))).splitlines()
    assert max(len(line) for line in lines) < 250


def test_a_file_name_has_the_game_the_day_and_part_of_the_id_and_nothing_of_the_players() -> None:
    record = replace(
        FINISHED,
        players=("../../etc", "C:\\nul"),
        id=UUID("0a1b2c3d-0a1b-5c3d-8a1b-0a1b2c3d4e5f"),
        proposed_at=NOON,
        began_at=NOON + timedelta(days=1),
    )
    assert file_name(record) == "furlong-furl-2030-02-01-0a1b2c3d.txt"
    assert file_name(replace(record, began_at=None)) == "furlong-furl-2030-01-31-0a1b2c3d.txt"
    assert file_name(replace(FINISHED, players=record.players)) == "furlong-furl.txt"


@given(records())
def test_a_file_name_is_safe_on_every_system(record: Record) -> None:
    assert re.fullmatch(r"furlong-[a-z0-9-]{1,80}\.txt", file_name(record))


async def test_a_running_match_tells_everything_but_how_chance_rolls(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["roll"])
    assert match.fairness is not None
    record = record_of(match)
    history = History.of(STICKS, 2, match.history.tokens)
    assert record == Record(("Ada", "Ben"), history, record.id, NEW_YEAR, NEW_YEAR, match.terms)
    written = write(record)
    assert match.fairness.secret.hex() not in written and match.fairness.commitment not in written


async def test_a_finished_match_tells_how_it_ended_and_how_to_check_its_dice(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["roll"])
    hall.clock.go_on(days=2, milliseconds=300)
    match = await hall.matches.resign(here(BEN), match.id)
    record = record_of(match)
    assert record.result == RecordResult(Ending.RESIGNED, NEW_YEAR + timedelta(days=2), Seat(1), (1, 2))
    assert record.outcome == match.outcome
    assert record.fairness == match.fairness and match.fairness is not None
    assert check_rolls(record.history.steps, match.fairness.dice).wrong == ()


async def test_a_record_does_not_say_why_an_entry_was_made(hall: Hall) -> None:
    match = await hall.running(game=STICKS, moves=["more", "one"])
    planned = History.of(STICKS, 2, match.history.tokens, [None, Cause.PLANNED])
    record = record_of(replace(match, history=planned))
    assert record == record_of(match) == parse(write(record), all_games())


async def test_a_stored_match_is_restored_from_its_file(hall: Hall) -> None:
    match = await hall.running(ADA, BEN, CLEO, game=STICKS, moves=["more", "one", "one"])
    running = record_of(match)
    assert parse(write(running), all_games()) == running and running.outcome is None
    for player in (CLEO, ADA, BEN, CLEO):
        hall.clock.go_on(hours=5)
        match = (await hall.matches.play(here(player), match.id, "one")).match
    finished = record_of(match)
    assert finished.outcome == match.outcome is not None
    assert parse(write(finished), all_games()) == finished


async def test_a_match_with_banks_is_restored_from_its_file(hall: Hall) -> None:
    record = record_of(await hall.running(terms=Terms(bank=604_800, increment=43_200)))
    assert "bank: 604800 43200" in write(record)
    assert parse(write(record), all_games()) == record


@pytest.mark.parametrize("moves", [[], ["more", "one", "one"]])
async def test_a_match_that_ended_by_the_clock_is_restored_from_its_file(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, moves: list[str]
) -> None:
    terms = Terms(days=2, pauses_weekends=True, is_rated=True)
    proposal = Proposal(STICKS, CHANNEL, opponents=(BEN,), host_seat=FIRST, terms=terms)
    match = await hall.matches.propose(here(ADA), SERVER, proposal)
    match = await hall.matches.join(here(BEN), match.id)
    for move in moves:
        assert match.to_move is not None
        match = (await hall.matches.play(here(match.to_move), match.id, move)).match
    hall.clock.go_on(days=9)
    assert await hall.matches.time_out(match.id)
    record = record_of(await hall.matches.load(match.id))
    ended_at = NEW_YEAR + timedelta(days=9)
    if moves:
        assert record.result == RecordResult(Ending.TIME, ended_at, Seat(0), (2, 1))
    else:
        assert record.result == RecordResult(Ending.UNPLAYED, ended_at, Seat(0)) and record.outcome is None
    assert record.terms == terms and record.fairness is not None
    assert parse(write(record), all_games()) == record
    assert (await check(hall.url, print, all_games())).wrong == 0


async def test_the_id_of_a_match_is_the_same_in_all_its_records_and_its_own(hall: Hall) -> None:
    match, other = await hall.running(), await hall.running()
    before = record_of(match).id
    assert before is not None and before != record_of(other).id
    hall.clock.go_on(days=1)
    assert record_of(await hall.matches.resign(here(ADA), match.id)).id == before


async def test_nothing_in_a_record_is_an_id_of_discord(hall: Hall) -> None:
    match = await hall.running(game=STICKS)
    written = write(record_of(await hall.matches.resign(here(ADA), match.id)))
    for number in (ADA.id, BEN.id, SERVER, CHANNEL):
        assert str(number) not in written


async def test_a_challenge_has_no_record_yet(hall: Hall) -> None:
    with pytest.raises(ValueError, match="has not begun"):
        record_of(await hall.challenge())


def test_the_document_shows_a_complete_record() -> None:
    (example,) = re.findall(
        r"^```text\n(Furlong record.*?)^```$", DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    record = parse(example)
    assert write(record) == example
    assert record.outcome is not None and record.fairness is not None
    assert check_rolls(record.history.steps, record.fairness.dice).wrong == ()


def test_the_document_explains_every_header_every_ending_and_every_limit() -> None:
    document = DOCUMENT.read_text("utf-8")
    rows = re.findall(r"^\| `([a-z ]+)` \|", document, re.MULTILINE)
    assert set(rows) == {*NAMES, "seat n", "character n", *Ending}
    assert f"{LARGEST:,} bytes" in document and f"{MOST_MOVES:,} moves" in document


async def test_a_record_names_the_characters_that_have_played(hall: Hall) -> None:
    match = await hall.challenge(*seated(OTTER, 1))
    record = record_of(match)
    assert "seat 1: Otter\ncharacter 1: otter\n" in write(record) and parse(write(record)) == record


@cache
def _long(game: str, plies: int) -> History:
    """A match at random that goes on."""
    chance, position, moves = random.Random(7), GAMES[game].start(2), list[Move]()
    while len(moves) < plies:
        going_on = [move for move in position.legal_moves() if position.play(move).turn is not None]
        moves.append(chance.choice(going_on))
        position = position.play(moves[-1])
    return History.of(GAMES[game], 2, moves)


def test_a_long_record_that_was_read_has_hardly_an_object_for_each_of_its_moves() -> None:
    """Every full collection looks at all of them, and nothing else happens meanwhile."""
    data = write(Record(("Ada", "Ben"), _long("furbowl", 1_000))).encode()
    gc.collect()
    before = len(gc.get_objects())
    record = read(data)
    gc.collect()
    assert record.history.ply == 1_000 and len(gc.get_objects()) - before < 2_000


@pytest.mark.parametrize("ply", [0, 1, 63, 64, 65, 200, 299])
def test_the_steps_of_a_record_that_was_read_are_those_that_were_played(ply: int) -> None:
    played = _long("furbowl", 300)
    then = read(write(Record(("Ada", "Ben"), played)).encode()).history.upto(ply)
    before, after = played.steps[:ply], played.steps[ply:]
    assert tuple(then.steps) == before and tuple(then.steps[-3:]) == before[-3:]
    assert then == played.upto(ply) and then.position == played.upto(ply).position
    assert then.last_turn == played.upto(ply).last_turn and then.and_then(after).position == played.position
    with pytest.raises(IndexError):
        then.steps[ply]
