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


async def test_before_anything_is_typed_the_first_legal_moves_are_suggested_in_words(world: World) -> None:
    await world.start_match()
    position = (await world.match()).position
    suggested = await _moves(world, world.ada, "")
    assert list(suggested) == list(position.legal_moves()[:_MOST])
    assert suggested["a1<a2"] == "a1<a2 · furls 2 discs from a1 to a2"


async def test_moves_that_begin_with_what_is_typed_come_before_those_that_contain_it(world: World) -> None:
    await world.start_match()
    legal = (await world.match()).position.legal_moves()
    suggested = list(await _moves(world, world.ada, "B4"))
    starting = [move for move in legal if move.startswith("b4")]
    containing = [move for move in legal if "b4" in move and move not in starting]
    assert suggested == starting + containing and len(containing) > 3
    assert list(await _moves(world, world.ada, " b4 < C ")) == [move for move in legal if move.startswith("b4<c")]


async def test_a_suggestion_can_be_played_as_it_stands(world: World) -> None:
    await world.start_match()
    [move] = await _moves(world, world.ada, "a4<c4")
    await world.types(world.ada, move)
    assert (await world.match()).history.tokens == (move,)


async def test_words_are_understood_in_suggestions_too(world: World) -> None:
    await world.start_match()
    assert await _moves(world, world.ada, "furl a4 to c4") == {"a4<c4": "a4<c4 · furls 3 discs from a4 to c4"}


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


async def test_only_the_player_whose_turn_it_is_gets_suggestions(world: World) -> None:
    await world.start_match()
    waits = {"#1": "It isn't your turn in Furl #1: the match waits for Ada"}
    assert await _moves(world, world.ben, "") == await _moves(world, world.ben, "", match="1") == waits
    assert await _moves(world, world.cleo, "") == {} and await _moves(world, world.cleo, "", match="1") == {}
    await world.play("a4<c4")
    assert len(await _moves(world, world.ben, "")) == _MOST
    assert list(await _moves(world, world.ada, "b4")) == ["b4 #1"], "what was typed is not lost"
    await world.matches.resign(world.actor(world.ada), 1)
    assert await _moves(world, world.ben, "") == {} and await _moves(world, world.ben, "", match="1") == {}


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


async def test_another_server_has_no_suggestions_for_a_match_and_a_direct_message_has(world: World) -> None:
    await world.start_match()
    elsewhere = world.env.create_guild("Elsewhere")
    ada, channel = elsewhere.add_member(world.ada.user), elsewhere.create_text_channel("other games")
    assert await ada.autocomplete(channel, "move", "move", "a4", match="1") == []
    assert await ada.autocomplete(channel, "move", "match", "") == []
    assert len(await world.ada.user.autocomplete("move", "move", "a4<")) == 7
    [choice] = await world.ada.user.autocomplete("move", "match", "")
    assert choice == {"name": "#1 Furl against Ben, your turn", "value": "1"}


@pytest.mark.parametrize("options", [{"command": "move"}, {"command": "board"}, {"command": "match", "do": "resign"}])
async def test_matches_are_suggested_with_those_first_that_wait_for_the_person(
    world: World, options: dict[str, str]
) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben)
    await world.store_matches(1, host=world.cleo, guest=world.ada)
    await world.store_matches(1, host=world.ben, guest=world.cleo)
    assert await _matches(world, world.ada, "", **options) == {
        "1": "#1 Furl against Ben, your turn",
        "2": "#2 Furl against Cleo",
    }
    assert list(await _matches(world, world.ada, "CLEO", **options)) == ["2"]
    assert list(await _matches(world, world.ada, " #1", **options)) == ["1"]
    assert await _matches(world, world.ada, "Dan", **options) == {}


async def test_at_most_25_matches_are_suggested(world: World) -> None:
    await world.store_matches(30, host=world.ada, guest=world.ben)
    assert len(await _matches(world, world.ada, "")) == _MOST
    assert list(await _matches(world, world.ada, "#30")) == ["30"]


async def test_a_player_without_matches_gets_no_suggestions(world: World) -> None:
    assert await _matches(world, world.cleo, "") == {} and await _moves(world, world.cleo, "") == {}


async def test_a_suggestion_that_comes_too_late_is_no_error(world: World, caplog: pytest.LogCaptureFixture) -> None:
    await world.start_match()
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, message="Unknown interaction")
    assert await _moves(world, world.ada, "a4") == {}
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_verify_suggests_only_matches_with_dice_that_are_over(world: World) -> None:
    await world.store_matches(1, host=world.ada, guest=world.ben)
    for opponent in (world.ben, world.cleo):
        await world.ada.slash(world.channel, "play", game="furbowl", opponent=opponent)
        await opponent.click(world.board(), label="Accept")
    for number in (1, 2):
        await world.matches.resign(world.actor(world.ada), number)
    assert list(await _matches(world, world.ada, "", "match", do="verify")) == ["2"]


async def test_a_number_names_the_match_of_that_number_before_all_others(world: World) -> None:
    await world.store_matches(30, host=world.ada, guest=world.ben)
    for typed in ("1", "#1"):
        suggested = await _matches(world, world.ada, typed)
        assert next(iter(suggested)) == "1" and "10" in suggested


async def test_moves_are_suggested_in_the_words_of_the_language_from_their_first_letters(world: World) -> None:
    await world.ada.slash(world.channel, "settings", language="de")
    await world.ada.slash(world.channel, "play", game="furbowl", opponent=world.ben, side="first")
    await world.ben.click(world.board(), label="Accept")
    legal = [move for move in (await world.match()).position.legal_moves() if move.startswith("fox-")]
    suggested = await _moves(world, world.ada, "Fuch")
    assert len(suggested) == min(len(legal), 25) and set(suggested) <= set(legal)
    assert all(label.startswith("Fuchs-") for label in suggested.values())
