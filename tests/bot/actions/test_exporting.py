"""The export of a person's data: all of it, nothing of others, in any amount."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.actions.privacy import ExportFile, export
from bot.model.match import Match
from bot.model.people import Person
from bot.model.settings import Reach, Sharing, View
from bot.store import people as people_store
from bot.store.engine.schema.columns import personal_columns
from bot.store.engine.schema.matches import matches, offers
from bot.store.engine.schema.people import guests
from rules import GAMES
from tests.bot.actions.lives import FAY, full_life
from tests.bot.actions.results import PastMatch, store
from tests.bot.tables import BEN, CHANNEL, CLEO, ELSEWHERE, SERVER, Hall, here, statements

pytestmark = pytest.mark.usefixtures("every_result_counts")

WHERE = {
    str(column): tuple(personal.export_key.split("."))
    for column, personal in personal_columns().items()
    if personal.export_key and column is not guests.c.person_id  # who is not on Discord
}
"""The parts of the export with the rows found through each column that refers to people."""


async def files_of(hall: Hall, person: Person = FAY) -> list[ExportFile]:
    return [file async for file in export(hall.matches, person.id)]


async def exported_data(hall: Hall, person: Person = FAY) -> dict[str, Any]:
    """The content of the single file about a person."""
    [file] = await files_of(hall, person)
    assert file.name == "furlong-about-you.json" and not file.is_zipped
    return json.loads(file.data)


def of_match(exported: dict[str, Any], match: Match) -> dict[str, Any]:
    return next(one for one in exported["matches"] if one["match"] == match.id)


async def finished(hall: Hall, count: int) -> None:
    """Store that many finished matches of Fay, on two servers."""
    async with hall.database.write() as connection:
        for person in (FAY, BEN):
            await people_store.remember(connection, person)
        for number in range(count):
            ended_at = hall.clock() + timedelta(minutes=number)
            server_id = (SERVER, ELSEWHERE)[number % 2]
            await store(connection, PastMatch((FAY, BEN), (1, 2), ended_at, server_id=server_id))


def unpacked(file: ExportFile) -> dict[str, Any]:
    assert file.is_zipped and file.name.endswith(".zip")
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        [name] = archive.namelist()
        assert name == file.name.replace(".zip", ".json")
        return json.loads(archive.read(name))


# --- all of it ---


async def test_everything_that_is_stored_about_a_person_is_exported(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await full_life(hall, monkeypatch)
    exported = await exported_data(hall)
    assert exported["you"] == {"id": str(FAY.id), "name": FAY.name, "user_name": FAY.user_name}
    for column, (key, *inner) in WHERE.items():
        entries = exported[key] if not inner else [match[inner[0]] for match in exported[key]]
        assert entries and any(entries), column


async def test_a_match_tells_what_everybody_sees_and_what_its_person_did(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    life = await full_life(hall, monkeypatch)
    exported = await exported_data(hall)
    assert [match["match"] for match in exported["matches"]] == sorted(match.id for match in life.values())
    lost = of_match(exported, life["lost"])
    assert lost["people"] == [FAY.name, BEN.name] and lost["your_place"] == 0 and lost["you_ended_it"]
    assert (lost["game"], lost["state"], lost["ending"], lost["places"]) == ("rounds", "finished", "resigned", [2, 1])
    assert (lost["server_id"], lost["channel_id"], lost["message_id"]) == (str(SERVER), str(CHANNEL), None)
    [move] = lost["your_moves"]
    assert move == {"ply": 1, "token": "on", "cause": None, "played_at": "2030-01-01T12:00:00.000Z"}
    assert [offer["kind"] for offer in lost["your_offers"]] == ["rematch"]
    assert {change["pool"] for change in lost["your_rating_changes"]} == {"rounds", "all-round"}
    running = of_match(exported, life["running"])
    assert running["your_clock"]["deadline"] is not None and running["you_are_to_move"]
    assert [offer["kind"] for offer in running["offers_that_you_accepted"]] == ["takeback"]
    assert of_match(exported, life["for three"])["your_plans"] == [{"moves": ["after back: hop"], "stopped_at": None}]
    assert of_match(exported, life["own table"])["the_seat_that_you_chose"] == 0


async def test_settings_vacations_and_ratings_are_exported(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await full_life(hall, monkeypatch)
    exported = await exported_data(hall)
    night = {"quiet_from": "22:00", "quiet_until": "07:30"}
    assert exported["settings"] == {
        "notice": Reach.DIRECT,
        "time_zone": "Asia/Tokyo",
        "view": View.OWN,
        "challengers": "everyone",
        "lobby": "shown",
        "sharing": Sharing.UNNAMED,
        "language": "",
        "discord_language": "",
        "reminders": "once",
        "timeouts": "claimed",
        "confirming": "final",
        "theme": "",
        "news_hour": None,
        **night,
    }
    [vacation] = exported["vacations"]
    assert vacation["began_at"] == "2030-01-01T12:00:00.000Z" and vacation["ended_at"] == "2030-01-03T12:00:00.000Z"
    assert {(row["server_id"], row["pool"]) for row in exported["ratings"]} == {
        (str(SERVER), "rounds"),
        (str(SERVER), "all-round"),
    }


# --- nothing of others ---


async def test_plans_moves_and_settings_of_others_are_not_exported(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    life = await full_life(hall, monkeypatch)
    [file] = await files_of(hall)
    text = file.data.decode()
    assert "after on: back" not in text, "Ben's plan"
    assert "Europe/Lisbon" not in text, "Ben's settings"
    assert str(BEN.id) not in text and str(CLEO.id) not in text
    moves = [move["ply"] for move in of_match(json.loads(text), life["for three"])["your_moves"]]
    assert moves == [1]
    assert len(json.loads(text)["vacations"]) == 1


async def test_dice_that_are_sealed_stay_sealed(hall: Hall) -> None:
    over = await hall.running(FAY, BEN, game=GAMES["furbowl"])
    await hall.matches.resign(here(BEN), over.id)
    await hall.matches.offer_rematch(here(FAY), over.id)
    await hall.running(FAY, BEN, game=GAMES["furbowl"])
    async with hall.database.read() as connection:
        secrets = [
            secret
            for table in (matches, offers)
            for secret in await connection.scalars(select(table.c.secret).where(table.c.secret.is_not(None)))
        ]
    assert len(secrets) == 3, "of two matches, and of the rematch that is offered"
    [file] = await files_of(hall)
    for secret in secrets:
        assert secret.hex() not in file.data.decode() and str(secret) not in file.data.decode()


async def test_the_settings_of_servers_are_not_exported(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await full_life(hall, monkeypatch)
    assert set(await exported_data(hall)) == {
        "about",
        "guest",
        "made_at",
        "you",
        "settings",
        "vacations",
        "ratings",
        "competitions",
        "boards_that_you_tried_on",
        "people_you_have_blocked",
        "tokens",
        "engines",
        "push_subscriptions",
        "games_you_are_told_of",
        "follows",
        "messages_to_you",
        "page_sessions",
        "your_votes",
        "sides_that_you_vote_for",
        "lessons",
        "puzzles",
        "puzzle_days",
        "puzzle_ratings",
        "what_you_did_as_a_manager",
        "what_managers_did_to_you",
        "matches",
    }


# --- any amount ---


async def test_many_matches_are_read_in_batches_and_exported_once(hall: Hall) -> None:
    await finished(hall, 250)
    with statements() as sent:
        exported = await exported_data(hall)
    assert [match["match"] for match in exported["matches"]] == list(range(1, 251))
    assert {match["server_id"] for match in exported["matches"]} == {str(SERVER), str(ELSEWHERE)}
    assert len([statement for statement in sent if statement.startswith("SELECT")]) < 62


async def test_a_file_too_large_for_discord_is_zipped(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await finished(hall, 20)
    monkeypatch.setattr("bot.actions.privacy.LARGEST", 5000)
    [file] = await files_of(hall)
    assert file.name == "furlong-about-you.zip" and len(unpacked(file)["matches"]) == 20


@pytest.mark.parametrize(("spare", "parts"), [(0, [3]), (-1, [2, 1])])
async def test_a_file_is_filled_to_its_last_byte(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, spare: int, parts: list[int]
) -> None:
    """What is counted are the matches; the rest of a file is small."""
    await finished(hall, 3)
    [whole] = await files_of(hall)
    text = whole.data.decode()
    matches = text[text.index('"matches": [') + len('"matches": [') : text.rindex("\n  ]")]
    size = len(matches) - len(",\n    ") * 2 - len("\n    ")
    monkeypatch.setattr("bot.actions.privacy.LARGEST_ZIPPED", size + spare)
    assert [len(json.loads(file.data)["matches"]) for file in await files_of(hall)] == parts


async def test_an_export_that_is_too_large_for_one_file_comes_in_several(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(hall, 120)
    [whole] = await files_of(hall)
    monkeypatch.setattr("bot.actions.privacy.LARGEST", 5000)
    monkeypatch.setattr("bot.actions.privacy.LARGEST_ZIPPED", len(whole.data) // 3)
    files = await files_of(hall)
    assert [file.name for file in files] == [
        "furlong-about-you.zip",
        *(f"furlong-about-you-{part}.zip" for part in range(2, len(files) + 1)),
    ]
    parts = [unpacked(file) for file in files]
    assert len(parts) >= 3 and [part.get("part", 1) for part in parts] == list(range(1, len(parts) + 1))
    assert [match["match"] for part in parts for match in part["matches"]] == list(range(1, 121))
    assert all(part["you"]["name"] == FAY.name for part in parts) and "ratings" not in parts[1]


# --- how it is written ---


async def test_the_file_is_laid_out_for_people_to_read(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await full_life(hall, monkeypatch)
    [file] = await files_of(hall)
    assert file.data.decode() == json.dumps(json.loads(file.data), indent=2, ensure_ascii=False) + "\n"


async def test_a_file_without_matches_is_laid_out_alike(hall: Hall) -> None:
    async with hall.database.write() as connection:
        await people_store.remember(connection, FAY)
    [file] = await files_of(hall)
    assert file.data.decode() == json.dumps(json.loads(file.data), indent=2, ensure_ascii=False) + "\n"
    assert json.loads(file.data)["matches"] == []


async def test_a_name_is_read_back_as_it_was_whatever_is_in_it(hall: Hall) -> None:
    await finished(hall, 1)
    for name in ('"', "\\", "two\n    lines\r\n", "\u2028\u2029\x85\x0b", "Ünïcode 🎲", "]\n  ]\n}"):
        async with hall.database.write() as connection:
            await people_store.remember(connection, Person(FAY.id, name))
        hall.clock.go_on(hours=1)  # a person exports a few times an hour
        exported = await exported_data(hall)
        assert exported["you"]["name"] == name and exported["matches"][0]["people"] == [name, BEN.name]
