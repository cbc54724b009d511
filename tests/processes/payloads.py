"""Discord's JSON: users, servers, channels and messages as it sends them, and reading the messages it receives."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from aiohttp import web

APPLICATION, BOT = 900_000_000_000_000_001, 900_000_000_000_000_002
EVERYTHING = str((1 << 50) - 1)
A_DATE = "2026-01-01T00:00:00+00:00"
_PICTURE = "900000000000000003"


class Message:
    """A public message as it is now; `buttons` maps the labels of its buttons to their custom ids."""

    def __init__(self, number: int, channel_id: int, components: list[Any], content: str) -> None:
        self.id = number
        self.channel_id = channel_id
        self.components = components
        self.content = content
        self.as_posted = components
        self.nonce = ""
        self.is_edited = False

    @property
    def components(self) -> list[Any]:
        return self._components

    @components.setter
    def components(self, components: list[Any]) -> None:
        self._components = components
        self.buttons = {
            part["label"]: part["custom_id"] for part in walk(components) if part.get("custom_id") and part.get("label")
        }


def server(server_id: int, channel_id: int) -> dict[str, Any]:
    everyone = {
        "id": str(server_id), "name": "@everyone", "permissions": EVERYTHING, "position": 0, "color": 0,
        "hoist": False, "managed": False, "mentionable": False, "flags": 0,
    }  # fmt: skip
    member: dict[str, Any] = {
        "user": user(BOT, "Furlong", is_bot=True),
        "roles": [],
        "joined_at": A_DATE,
        "flags": 0,
    }
    return {
        "id": str(server_id), "name": f"Server {server_id}", "owner_id": "1", "roles": [everyone], "emojis": [],
        "features": [], "channels": [channel(channel_id, server_id)], "threads": [],
        "members": [{**member, "deaf": False, "mute": False}], "member_count": 3, "unavailable": False,
        "stickers": [], "presences": [], "voice_states": [], "stage_instances": [], "large": False,
        "joined_at": A_DATE, "verification_level": 0, "default_message_notifications": 0, "mfa_level": 0,
        "explicit_content_filter": 0, "premium_tier": 0, "nsfw_level": 0, "preferred_locale": "en-US",
        "system_channel_flags": 0, "guild_scheduled_events": [], "soundboard_sounds": [],
    }  # fmt: skip


def shown(message: Message) -> dict[str, Any]:
    return {
        "id": str(message.id), "channel_id": str(message.channel_id), "type": 0, "flags": 1 << 15,
        "author": user(BOT, "Furlong", is_bot=True), "content": message.content, "timestamp": A_DATE,
        "edited_timestamp": A_DATE if message.is_edited else None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": False, "components": list(map(_resolved, message.components)),
    }  # fmt: skip


def user(number: int, name: str, *, is_bot: bool = False) -> dict[str, Any]:
    return {
        "id": str(number), "username": name, "discriminator": "0", "global_name": name, "avatar": None, "bot": is_bot,
        "public_flags": 0,
    }  # fmt: skip


def interaction(number: str, kind: int, data: Mapping[str, Any]) -> dict[str, Any]:
    """What every interaction has, wherever it comes from."""
    return {
        "id": number, "application_id": str(APPLICATION), "type": kind, "token": number, "version": 1, "data": data,
        "locale": "en-US", "entitlements": [], "authorizing_integration_owners": {}, "attachment_size_limit": 26_214_400,
    }  # fmt: skip


def channel(number: int, server_id: int) -> dict[str, Any]:
    return {
        "id": str(number), "guild_id": str(server_id), "type": 0, "name": "games", "position": 0, "nsfw": False,
        "permission_overwrites": [], "topic": None, "parent_id": None, "last_message_id": None, "flags": 0,
        "rate_limit_per_user": 0, "permissions": EVERYTHING,
    }  # fmt: skip


def as_json(data: Any, status: int = 200) -> web.Response:
    """A JSON answer with Discord's content type, which names no charset."""
    return web.Response(body=json.dumps(data).encode(), status=status, content_type="application/json")


async def body_of(request: web.Request) -> dict[str, Any]:
    if not request.content_type.startswith("multipart/"):
        return await request.json()
    async for part in await request.multipart():
        if getattr(part, "name", None) == "payload_json":
            return json.loads(await part.text())  # type: ignore[union-attr]
    return {}


def walk(components: Any) -> Iterator[Mapping[str, Any]]:
    """All components of a message, at any depth."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        if component.get("accessory"):
            yield component["accessory"]


def texts(components: Any) -> Iterator[str]:
    return (component["content"] for component in walk(components) if component.get("content"))


def shown_files(components: Any) -> Iterator[str]:
    """The names of the files that the galleries of a message show."""
    items = (item for component in walk(components) for item in component.get("items") or ())
    return (item["media"]["url"].removeprefix("attachment://") for item in items)


def _resolved(component: Mapping[str, Any]) -> Mapping[str, Any]:
    """A component as Discord returns it: with a number, and with the addresses of attachments."""
    found: dict[str, Any] = {"id": 1, **component}
    if "items" in found:
        address = "https://discord.com/board.png"
        media = {"url": address, "proxy_url": address, "attachment_id": _PICTURE}
        found["items"] = [{**item, "media": media} for item in found["items"]]
    if "components" in found:
        found["components"] = list(map(_resolved, found["components"]))
    return found
