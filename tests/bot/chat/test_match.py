"""The command `/match`: the options behind More, and going straight to one of them."""

import pytest
from simcord.actors import MemberActor

from bot.chat.core import arguments
from tests.bot.screen import MORE_FOR_ALL, MORE_FOR_PLAYERS
from tests.bot.world import World, reply_text

_AFTERWARDS = ["Rematch", "Review", "Verify"]


async def _suggested(world: World, who: MemberActor, typed: str = "", **filled: str) -> list[str]:
    return [choice["name"] for choice in await who.autocomplete(world.channel, "match", "do", typed, **filled)]


async def _begun(world: World, days: str) -> None:
    """A running match against Ben with this time for a move."""
    await world.ada.slash(world.channel, "play", game="furl", opponent=world.ben, days=days)
    await world.ben.click(world.board(), label="Accept")


async def test_only_what_can_be_done_now_is_suggested(world: World) -> None:
    await world.start_match()
    assert await _suggested(world, world.ada, match="1") == MORE_FOR_PLAYERS
    assert await _suggested(world, world.ada) == [*MORE_FOR_PLAYERS, *_AFTERWARDS], (
        "the latest that is over may be meant"
    )
    assert await _suggested(world, world.ada, "re", match="1") == ["Replay", "More time", "Resign"]
    assert await _suggested(world, world.cleo, match="1") == [*MORE_FOR_ALL, "Follow"]
    await world.start_match()
    assert await _suggested(world, world.ada) == [*MORE_FOR_PLAYERS, *_AFTERWARDS], "with several, too"
    await world.matches.resign(world.actor(world.ada), 1)
    assert await _suggested(world, world.ada, match="1") == [*MORE_FOR_ALL, "Note", "Rematch", "Review"]
    for unknown in ("9", "nonsense"):
        assert await _suggested(world, world.ada, match=unknown) == []


async def test_a_match_that_is_not_among_the_first_is_suggested_by_its_number(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        await _begun(world, days="2")
    monkeypatch.setattr(arguments, "_MOST_LOADED", 1)
    for typed in ("1", "2", "#3"):
        found = await world.ada.autocomplete(world.channel, "match", "match", typed, do="resign")
        assert [choice["value"] for choice in found] == [typed.removeprefix("#")]
    found = await world.ada.autocomplete(world.channel, "match", "match", "", do="resign")
    assert len(found) == 1, "no more are loaded"


async def test_a_person_without_matches_is_offered_the_actions_after_a_match(world: World) -> None:
    assert await _suggested(world, world.cleo) == _AFTERWARDS
    await world.start_match()
    await world.matches.resign(world.actor(world.ada), 1)
    matches = await world.ada.autocomplete(world.channel, "match", "match", "", do="nonsense")
    assert [choice["value"] for choice in matches] == ["1"]


async def test_an_impossible_option_is_refused(world: World) -> None:
    await world.start_match()
    async with world.nothing_changes():
        reply = reply_text(await world.ada.slash(world.channel, "match", do="win"))
        assert reply.startswith("“win” isn't one of the choices. They're Log, Replay, Rules, Try moves, ")
        assert reply.endswith(", Resign, Rematch, Review, Verify and Chance.")
        assert "didn't agree on them" in reply_text(await world.ada.slash(world.channel, "match", do="hint"))
        assert "You're watching" in reply_text(await world.cleo.slash(world.channel, "match", match="1", do="draw"))
        assert "no finished match" in reply_text(await world.ada.slash(world.channel, "match", do="rematch"))
