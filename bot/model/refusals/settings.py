"""Refusals about settings of people and servers."""

from collections.abc import Sequence

from bot.model.refusals import ChannelRefusal, Refusal, TextRefusal


class NotTextChannel(ChannelRefusal):
    """<#{channel_id}> isn't a text channel of this server. Choose one that is."""


class NeedsTag(ChannelRefusal):
    """Every post in <#{channel_id}> needs a tag, and Furlong has none there. Give it **Manage Channels** there, so that it adds its own (20 tags fit), or turn off **Require people to select tags when posting** in the forum's settings."""


class NotDays(TextRefusal):
    """The text is not a number of days from `least` to `most`.

    Nor is it "no limit", if that is allowed (`may_be_none`), or a bank such as "7 days + 12 hours" (`may_be_bank`).
    """

    least: int
    most: int
    may_be_none: bool = False
    may_be_bank: bool = False


class NotQuietHours(TextRefusal):
    """{text:q} doesn't work as quiet hours. Type when they start and end, such as `22-7` or `22:00-07:30`, or `off` for none."""


class UnknownZone(TextRefusal):
    """There is no such time zone; `similar` are similar names."""

    similar: Sequence[str]


class AmbiguousZone(TextRefusal):
    """The text names several time zones."""

    zones: Sequence[str]


class TellsOnServers(Refusal):
    """You choose this for each server: use `/settings tell:` in a channel of the server you mean. Nothing has changed."""


class UnknownSetting(TextRefusal):
    """The setting has no such choice; `choices` are all of them, if no suggestions name them."""

    choices: Sequence[str] = ()
