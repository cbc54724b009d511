"""Tokens for programs, as `/privacy` lists and revokes them."""

from datetime import timedelta

from bot.actions import tokens
from bot.model.tokens import Scope
from tests.bot.screen import text_of
from tests.bot.world import World, answer


async def test_the_programs_of_a_person_are_listed_and_revoked(world: World) -> None:
    context = world.bot.services.context
    person = world.actor(world.ada).person
    for name in ("Engine", "Notes"):
        await tokens.make(context, person, name, Scope.READ, timedelta(days=30))
    card = answer(await world.ada.slash(world.channel, "privacy"))
    assert "Programs with a token of yours: **Notes**: Read your matches, until <t:" in text_of(card)
    await world.ada.click(card, label="Revoke all tokens")
    assert await tokens.of_person(context, person.id) == []
