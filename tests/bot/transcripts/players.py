"""People in a simulated Discord, who use what they see: the newest message with a button, the menu with an option."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage

from tests.bot.world import ask_to_play

if TYPE_CHECKING:
    from tests.bot.transcripts.evening import Evening

_Json = Mapping[str, Any]

_BUTTON, _MENU = 2, 3


@dataclass
class Player:
    """A member of the server."""

    evening: "Evening"
    actor: MemberActor
    channel: ChannelHandle
    _window: InteractionResult | None = field(default=None, init=False)

    @property
    def name(self) -> str:
        """What the person is called."""
        return self.actor.name

    def beside(self, channel: ChannelHandle) -> "Player":
        """The same person in another channel."""
        return Player(self.evening, self.actor, channel)

    async def types(self, command: str, **options: Any) -> None:
        """Type a slash command in the channel; people are named by themselves."""
        self.evening.a_minute()
        filled = {name: _actor(one) for name, one in options.items()}
        self._note(await self.actor.slash(self.channel, command, **filled))

    async def tells_bot(self, command: str, **options: Any) -> None:
        """Type a slash command in a direct message."""
        self.evening.a_minute()
        self._note(await self.actor.user.slash(command, **options))

    async def begins(self, command: str, option: str, text: str, **filled: Any) -> None:
        """Begin to type an option, which shows what the bot suggests."""
        self.evening.a_minute()
        await self.actor.autocomplete(self.channel, command, option, text, **filled)

    async def moves(self, *moves: str, match: int | None = None) -> None:
        """Type moves, one after the other."""
        for move in moves:
            await self.types("move", move=move, **({} if match is None else {"match": str(match)}))

    async def presses(self, *labels: str) -> None:
        """Press a button under the newest message that has it; then the next."""
        for label in labels:
            self.evening.a_minute()
            message, item = self._find(_BUTTON, label, _labels)
            self._note(await self._acting(message).click(message, custom_id=item["custom_id"]))

    async def chooses(self, *values: str) -> None:
        """Choose a value, or what is labelled so, from the newest menu that has it; then the next."""
        for value in values:
            self.evening.a_minute()
            message, item = self._find(_MENU, value, _values)
            chosen = _values(item)[value]
            self._note(await self._acting(message).select(message, [chosen], custom_id=item["custom_id"]))

    async def fills(self, **values: Any) -> None:
        """Fill in the window that has opened, and send it."""
        self.evening.a_minute()
        assert self._window is not None, "no window is open"
        filled = {
            name: [*map(_actor, cast(list[Any], value))] if isinstance(value, list) else value
            for name, value in values.items()
        }
        self._note(await self.actor.submit_modal(self._window, filled))

    async def asks_to_play(self, game: str, *people: "Player", **chosen: Any) -> None:
        """Fill in the window of `/play`, and what is asked after it."""
        self.evening.a_minute()
        self.evening.a_minute()
        asked = [one.actor for one in people]
        self._note(await ask_to_play(self.actor, self.channel, game=game, people=asked, **chosen))

    async def uses(self, menu: str, on: "Player | None" = None) -> None:
        """Use a command of the menu that Discord opens on a person, or on the newest public message."""
        self.evening.a_minute()
        target = self.evening.world.board() if on is None else on.actor
        self._note(await self.actor.context_menu(self.channel, menu, target))

    def _note(self, result: InteractionResult) -> None:
        if result.modal is not None:
            self._window = result

    def _acting(self, message: ResponseMessage) -> Any:
        is_direct = message.channel_id in self.evening.world.env.backend.dm_channels.values()
        return self.actor.user if is_direct else self.actor

    def _find(
        self, kind: int, wanted: str, offers: Callable[[_Json], Mapping[str, str]]
    ) -> tuple[ResponseMessage, dict[str, Any]]:
        for message in self._seen():
            for part in self.evening.chat.parts(message.components):
                if part["type"] == kind and not part.get("disabled") and wanted in offers(part):
                    return ResponseMessage(self.evening.world.env, message), dict(part)
        parts = (part for message in self._seen() for part in self.evening.chat.parts(message.components))
        there = {one for part in parts if part["type"] == kind and not part.get("disabled") for one in offers(part)}
        raise LookupError(f"{self.name} does not see “{wanted}”, only {sorted(there)}")

    def _seen(self) -> Iterator[Message]:
        """The messages that the person sees, the one that changed last first."""
        backend = self.evening.world.env.backend
        for number in self.evening.chat.latest():
            found = [there[number] for there in backend.messages.values() if number in there]
            for message in found:
                owners = [user for user, direct in backend.dm_channels.items() if direct == message.channel_id]
                metadata = message.interaction_metadata or {}
                is_own = not message.is_ephemeral or int(metadata["user"]["id"]) == self.actor.id
                if is_own and owners in ([], [self.actor.id]):
                    yield message


def _actor(value: Any) -> Any:
    """A person as SimCord has them; any other value is returned as it is."""
    return value.actor if isinstance(value, Player) else value


def _labels(button: _Json) -> Mapping[str, str]:
    """What a button is called."""
    return {str(button.get("label")): str(button.get("custom_id"))}


def _values(menu: _Json) -> Mapping[str, str]:
    """The values of a menu, by themselves and by their labels."""
    options: Sequence[Any] = menu["options"]
    return {option["label"]: option["value"] for option in options} | {one["value"]: one["value"] for one in options}
