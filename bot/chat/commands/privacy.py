"""What is stored about somebody: all of it as a file, and forgetting them after a question."""

# discord.py's decorators leave the kind of group that a command may belong to unknown; ours belong to the one here.
# pyright: reportUnknownMemberType=false, reportUntypedFunctionDecorator=false

import io
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.actions.exporting import export
from bot.actions.forgetting import Forgetting
from bot.chat.answers import actor_of, answering, change_to_text, say, show
from bot.chat.commands.arguments import snowflake
from bot.chat.sentences import privacy as privacy_sentences
from bot.chat.ui.messages import Post, plain
from bot.chat.ui.press import Press, button, row_of
from bot.model.person import Person
from bot.model.refusals import AskedOfAnother

if TYPE_CHECKING:
    from bot.chat.client import Furlong

privacy: Final = app_commands.Group(name="privacy", description="What Furlong stores about you.")


@privacy.command(name="export", description="Everything that Furlong stores about you, as a file for you alone.")
async def export_command(interaction: "discord.Interaction[Furlong]") -> None:
    """Send somebody all that is stored about them."""
    async with answering(interaction):
        await _send(interaction)


async def export_pressed(interaction: "discord.Interaction[Furlong]", _press: Press, _values: tuple[str, ...]) -> None:
    """Export, under the question whether somebody wants to be forgotten."""
    await _send(interaction)


async def _send(interaction: "discord.Interaction[Furlong]") -> None:
    matches, part = interaction.client.matches, 0
    async for found in export(matches.database, actor_of(interaction).person.id, matches.now()):
        part += 1
        await interaction.followup.send(
            privacy_sentences.export_sent(part, is_zipped=found.is_zipped),
            file=discord.File(io.BytesIO(found.data), found.name),
            ephemeral=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    if part == 0:
        await say(interaction, privacy_sentences.nothing_stored())


@privacy.command(name="delete", description="Have Furlong forget you. You are asked again before anything happens.")
async def delete_command(interaction: "discord.Interaction[Furlong]") -> None:
    """Ask whether somebody really wants to be forgotten."""
    async with answering(interaction):
        await _ask(interaction, actor_of(interaction).person)


async def _ask(interaction: "discord.Interaction[Furlong]", person: Person) -> None:
    found = await Forgetting(interaction.client.matches).outlook(person)
    if not found.is_known:
        await say(interaction, privacy_sentences.nothing_stored())
        return
    question = privacy_sentences.forget_question(person, found.playing, found.waiting, found.finished)
    buttons = row_of(
        button("Forget me", Press("forget_yes", detail=str(person.id)), discord.ButtonStyle.danger),
        button("Keep everything", Press("forget_no", detail=str(person.id))),
        button("Export first", Press("privacy_export")),
    )
    await show(interaction, Post(plain(question, buttons)))


async def confirm(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Forget me, after the question."""
    client = interaction.client
    farewell = await Forgetting(client.matches).forget(_asked(interaction, press))
    await change_to_text(interaction, privacy_sentences.forgotten())
    for match_id in farewell.to_show:
        await client.delivery.deliver(match_id)


async def keep(interaction: "discord.Interaction[Furlong]", press: Press, _values: tuple[str, ...]) -> None:
    """Keep everything, after the question."""
    _asked(interaction, press)
    await change_to_text(interaction, privacy_sentences.not_forgotten())


def _asked(interaction: "discord.Interaction[Furlong]", press: Press) -> Person:
    """Whoever pressed, if it was they who were asked. Raises `AskedOfAnother`."""
    person = actor_of(interaction).person
    if snowflake(press.detail) != person.id:
        raise AskedOfAnother
    return person
