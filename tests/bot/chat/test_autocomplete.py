"""Suggestions while a person types a move or names a match."""

import pytest
from simcord.actors import MemberActor

from bot.model.refusals import UnstorableText
from bot.texts import errors
from tests.bot.world import World

_MOST = 25


async def _moves(world: World, who: MemberActor, typed: str, **filled: str) -> dict[str, str]:
    """The suggested moves with their labels."""
    return {
        choice["value"]: choice["name"]
        for choice in await who.autocomplete(world.channel, "move", "move", typed, **filled)
    }


async def _matches(world: World, who: MemberActor, typed: str, command: str = "move", **filled: str) -> dict[str, str]:
    suggested = await who.autocomplete(world.channel, command, "match", typed, **filled)
    return {choice["value"]: choice["name"] for choice in suggested}


async def test_where_nothing_legal_fits_the_only_suggestion_says_why(world: World) -> None:
    await world.start_match()
    for typed, rule in {
        "a4<c5": "c5 isn't on a straight line with a4",
        "e1": "e1 holds a black disc",
        "xyzzy": "“xyzzy” isn't a move in Furl",
    }.items():
        [(value, name)] = (await _moves(world, world.ada, typed)).items()
        assert value == typed and name.startswith(rule) and len(name) <= 100


async def test_strange_input_is_answered_like_any_other(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        for typed in (
            "x" * 1000,
            "a4<c4" * 200,
            "🦊" * 100,
            "\n\t",
            "\u200b",
            "“”",
            "٣",
            "ﬀ",
            "İ" * 60,
            "`*_~|",
        ):
            suggested = await _moves(world, world.ada, typed)
            assert 1 <= len(suggested) <= _MOST
            assert all(1 <= len(name) <= 100 and 1 <= len(value) <= 100 for value, name in suggested.items())


async def test_nothing_is_suggested_for_what_cannot_be_stored_and_the_command_tells_why(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        assert await _moves(world, world.ada, "A4\x00") == {}
        assert await world.types(world.ada, "A4\x00") == errors.reply(UnstorableText())


async def test_moves_of_all_matches_that_wait_are_suggested_with_the_match_and_opponent(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben)
    await world.store_matches(1, host=world.ada, guest=world.cleo)
    await world.store_matches(1, host=world.ben, guest=world.ada)
    both = await _moves(world, world.ada, "a4<c4")
    assert both == {
        "a4<c4 #2": "a4<c4 · Furl #2, Cleo · furls 3 discs from a4 to c4",
        "a4<c4 #1": "a4<c4 · Furl #1, Ben · furls 3 discs from a4 to c4",
    }
    first = list(await _moves(world, world.ada, ""))
    assert len(first) == _MOST and 12 <= sum(value.endswith("#1") for value in first) <= 13, "as many from each"
    assert len(await _moves(world, world.ada, "a4< #2")) == 7, "a number behind the move chooses the match"
    assert len(await _moves(world, world.ada, "a4<", match="2")) == 7
    refused = await _moves(world, world.ada, "a4<c5")
    assert refused["a4<c5 #1"].startswith("Furl #1, Ben: c5 isn't on a straight line with a4") and len(refused) == 2
    assert await _moves(world, world.ada, "a4 #3") == {
        "a4 #3": "It isn't your turn in Furl #3: the match waits for Ben"
    }
    for unknown in ("4", "nonsense", "#0"):
        assert await _moves(world, world.ada, "a4", match=unknown) == {}


async def test_at_most_25_matches_are_suggested(world: World) -> None:
    await world.store_matches(30, host=world.ada, guest=world.ben)
    assert len(await _matches(world, world.ada, "")) == _MOST
    assert list(await _matches(world, world.ada, "#30")) == ["30"]


async def test_a_suggestion_that_comes_too_late_is_no_error(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.start_match()
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, message="Unknown interaction")
    assert await _moves(world, world.ada, "a4") == {}
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_moves_are_suggested_in_the_words_of_the_language_from_their_first_letters(world: World) -> None:
    await world.ada.slash(world.channel, "settings", language="de")
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    legal = [move for move in (await world.match()).position.legal_moves() if move.startswith("fox-")]
    suggested = await _moves(world, world.ada, "Fuch")
    assert len(suggested) == min(len(legal), 25) and set(suggested) <= set(legal)
    assert all(label.startswith("Fuchs-") for label in suggested.values())
