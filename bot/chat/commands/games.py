"""The list of somebody's matches."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands, ui

from bot.chat.answers import actor_of, answering, change, show
from bot.chat.commands.arguments import page_number, snowflake
from bot.chat.sentences import lists, names
from bot.chat.ui.messages import Post, plain
from bot.chat.ui.press import Press, button, row_of
from bot.model.match import State, Summary
from bot.model.person import Actor, Person

if TYPE_CHECKING:
    from bot.chat.client import Furlong

_PAGE: Final = 10


@app_commands.command(name="games", description="List matches: whose turn it is and where the board is.")
@app_commands.describe(player="Whose matches; yours if you do not say")
async def games(interaction: "discord.Interaction[Furlong]", player: discord.User | None = None) -> None:
    """List the matches of a player that wait or run."""
    async with answering(interaction):
        actor = actor_of(interaction)
        person = actor.person if player is None else Person(player.id, player.display_name)
        await show(interaction, Post(await _page(interaction, actor, person, 0)))


async def turn_page(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Back and Next, under the list."""
    person_id, _, page = press.detail.partition("/")
    actor = actor_of(interaction)
    matches = interaction.client.matches
    person = actor.person if person_id == str(actor.person.id) else await matches.person(snowflake(person_id))
    await change(interaction, Post(await _page(interaction, actor, person, page_number(page))))


async def _page(
    interaction: "discord.Interaction[Furlong]", actor: Actor, person: Person, number: int
) -> ui.LayoutView:
    # In a direct message somebody may look at their own matches on all servers, not at those of others.
    server_id = actor.server_id
    visible = person if server_id is not None else actor.person
    found = await interaction.client.matches.of_person(visible, server_id, State.RUNNING, State.OPEN)
    if not found:
        return plain(lists.no_games(visible, actor.person))
    pages = -(-len(found) // _PAGE)
    number = min(number, pages - 1)
    text = _list(found[number * _PAGE : (number + 1) * _PAGE], visible, actor.person)
    if pages == 1:
        return plain(text)
    back = button("Back", Press("games", detail=f"{visible.id}/{max(number - 1, 0)}"), disabled=number == 0)
    following = button("Next", Press("games", detail=f"{visible.id}/{number + 1}"), disabled=number == pages - 1)
    return plain(f"{text}\n{names.page_of(number, pages)}", row_of(back, following))


def _list(shown: Sequence[Summary], person: Person, asker: Person) -> str:
    lines = "\n".join(f"- {lists.games_line(match, person, asker)}" for match in shown)
    return f"### {lists.games_heading(person, asker)}\n{lines}"
