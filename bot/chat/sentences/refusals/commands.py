"""Commands and buttons that do not work where they are used."""

from bot.chat.sentences.refusals.sentence import sentence
from bot.model.refusals.commands import HiddenForum, MissingPermissions, OnlyInServers, UnknownButton, WrongChannel
from rules.wording import listed


@sentence.register
def _(_error: OnlyInServers) -> str:
    return (
        "Matches begin in a server's channel, where the others are: use `/play` there. "
        "Here you can look at your matches with `/games` and `/board`, and play on with `/move`."
    )


@sentence.register
def _(error: WrongChannel) -> str:
    return f"On this server matches begin in <#{error.channel_id}> and its threads: use `/play` there."


@sentence.register
def _(error: HiddenForum) -> str:
    return (
        f"On this server matches begin in <#{error.channel_id}>, a forum that you cannot see. Somebody who manages this "
        "server can let you in."
    )


@sentence.register
def _(error: MissingPermissions) -> str:
    needed = listed([f"**{permission}**" for permission in error.names])
    return (
        f"Furlong may not do what {error.purpose} needs in <#{error.channel_id}>: it lacks {needed}. Somebody who manages this "
        "server can allow that in the channel's permissions; or use the command in another channel."
    )


@sentence.register
def _(_error: UnknownButton) -> str:
    return "This button is from another version of Furlong. `/games` and `/board` lead to the current ones."
