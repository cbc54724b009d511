"""What a server and a person can settle."""

from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.settings import (
    NoServerHere,
    NotDays,
    NotManager,
    NotManagerOfLeagues,
    NotQuietHours,
    NotTextChannel,
    TellsOnServers,
    UnknownSetting,
    UnknownZone,
)
from rules.wording import listed, plural, quotation


@sentence.register
def _(_error: NoServerHere) -> str:
    return "Use `/server` in a channel of the server that you mean. `/settings me` works here too."


@sentence.register
def _(_error: NotManager) -> str:
    return (
        "Only people with the permission **Manage Server** can change the settings of a server or act on matches of others, and you do not have it. "
        "`/settings me` is for everybody."
    )


@sentence.register
def _(_error: TellsOnServers) -> str:
    return (
        "Every server has its own players: use `/settings me tell:` in a channel of the server on which you want to be told. "
        "Nothing has changed."
    )


@sentence.register
def _(_error: NotManagerOfLeagues) -> str:
    return (
        "Only people with the permission **Manage Server** can open and look after leagues, and you do not have it. "
        "`/league join` and `/league table` are for everybody."
    )


@sentence.register
def _(error: NotTextChannel) -> str:
    return f"<#{error.channel_id}> is not a text channel of this server. Choose one that is."


@sentence.register
def _(error: NotDays) -> str:
    without = ", or `no limit`" if error.may_be_none else ""
    return (
        f"{quotation(error.text)} does not work here. Write a number of days from {error.least} to "
        f"{error.most}, such as `{min(3, error.most)}` or `{plural(error.most, 'day')}`{without}."
    )


@sentence.register
def _(error: NotQuietHours) -> str:
    return (
        f"{quotation(error.text)} does not work as quiet hours. Write when they begin and when they end, such as "
        "`22-7` or `22:00-07:30`, or `off` for none."
    )


@sentence.register
def _(error: UnknownZone) -> str:
    similar = listed([f"`{zone}`" for zone in error.similar], "or") or "`Europe/Berlin` or `America/New_York`"
    return (
        f"There is no time zone called {quotation(error.text)}. Write a region and a large city that has the "
        f"same time as you, such as {similar}: the command suggests them while you type."
    )


@sentence.register
def _(error: UnknownSetting) -> str:
    return f"{quotation(error.text)} is not one of the choices. Choose one that is suggested."
