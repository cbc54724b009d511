"""Settings, from the environment or from a file named `.env` where the bot starts, and the extras they need."""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self

from dotenv import dotenv_values
from yarl import URL

from bot.model.errors import DatabaseUnusable
from bot.model.shards import Shards
from bot.model.texts import number_in
from bot.opponents.thinkers import SEARCHING_SECONDS, usual_count
from bot.store.engine.engines import SQLITE_DRIVER, USUAL_POOL_SIZE, driver_url

DEFAULT_DATABASE: Final = "sqlite+aiosqlite:///furlong.db"
_MOST_THINKERS: Final = 64  # a larger number is a typing error
_A_DAY: Final = 86_400  # seconds
_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
_LARGEST_PORT: Final = 65_535  # of TCP
_MAIL: Final = re.compile(r"[^@\s]{1,64}@[^@\s]{1,190}")
_HOST: Final = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|[0-9a-f:.]+")
_LARGEST_POOL: Final = 1000  # a larger number is a typing error


class SettingError(Exception):
    """A setting is missing or malformed; `str(error)` is one line that names it and says what would work."""


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Page:
    """The page in the browser: its public address, and the address it listens on."""

    url: str
    address: Address

    push_contact: str = ""
    """The host's mail address for push services, which send notices to browsers; empty if none are sent."""

    has_guests: bool = False
    """Whether anybody may play there as a guest, without Discord."""

    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """The networks of trusted proxies further out than the one in front of the bot, such as those of a CDN."""

    client_secret: str = field(default="", repr=False)
    """The client secret, needed to ask Discord who has opened the page inside it; empty if it is not used there."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The host's settings. `token` and `database_url` may contain secrets and are kept out of the representation."""

    token: str = field(repr=False)
    database_url: str = field(repr=False)
    log_level: int

    emojis: bool = False
    """Whether the symbols of sides appear as emojis of the application."""

    thinkers: int = field(default_factory=usual_count)
    """The maximum number of processes that compute moves."""

    puzzle_seconds: int = SEARCHING_SECONDS
    """The seconds of processor time a day for searching finished matches for puzzles; 0 turns the search off."""

    metrics: Address | None = None
    """The address that serves metrics; None to serve none."""

    backups: Path | None = None
    """The folder whose newest file is the latest backup, for the metrics; None if they say nothing about it."""

    logs_json: bool = False
    """Whether the log is written as JSON, for machines."""

    shards: Shards | None = None
    """The shards that this process holds; None for all, as many as Discord recommends."""

    pool_size: int = USUAL_POOL_SIZE
    """The maximum number of connections to PostgreSQL."""

    rest_proxy: str = ""
    """The address of a proxy that enforces Discord's rate limits for all processes; empty if there is none."""

    page: Page | None = None
    """The page in the browser; None if there is none."""

    @classmethod
    def load(cls, environment: Mapping[str, str], file: Path) -> Self:
        """The settings from the environment and from `file`, which the environment overrides. Raises SettingError."""
        values = _values(environment, file)
        database_url = _database_url(values.get("DATABASE_URL", DEFAULT_DATABASE))
        count = values.get("THINKERS", "")
        host, port = values.get("METRICS_HOST", "127.0.0.1"), values.get("METRICS_PORT", "")
        return cls(
            token=_token(values.get("DISCORD_TOKEN", "")),
            database_url=database_url,
            log_level=logging.getLevelNamesMapping()[_one_of("LOG_LEVEL", values.get("LOG_LEVEL", "INFO"), _LEVELS)],
            emojis=_one_of("EMOJIS", values.get("EMOJIS", "off"), ("on", "off")) == "on",
            thinkers=_number("THINKERS", count, 1, _MOST_THINKERS) if count else usual_count(),
            puzzle_seconds=_number("PUZZLE_SECONDS", values.get("PUZZLE_SECONDS", str(SEARCHING_SECONDS)), 0, _A_DAY),
            metrics=Address(host, _number("METRICS_PORT", port, 1, _LARGEST_PORT)) if port else None,
            backups=Path(folder) if (folder := values.get("BACKUPS", "")) else None,
            logs_json=_one_of("LOG_FORMAT", values.get("LOG_FORMAT", "text"), ("text", "json")) == "json",
            shards=_shards(values.get("SHARDS", ""), database_url),
            pool_size=_number("POOL_SIZE", values.get("POOL_SIZE", str(USUAL_POOL_SIZE)), 2, _LARGEST_POOL),
            rest_proxy=_address("REST_PROXY", values.get("REST_PROXY", ""), "http://10.0.0.5:8080"),
            page=_page(values),
        )

    @staticmethod
    def database(environment: Mapping[str, str], file: Path) -> str:
        """Only the address of the database, for commands that need no token. Raises SettingError."""
        return _database_url(_values(environment, file).get("DATABASE_URL", DEFAULT_DATABASE))

    @staticmethod
    def held_shards(environment: Mapping[str, str], file: Path) -> Shards | None:
        """Only the shards, for a check of their health. Raises SettingError."""
        return _shards(_values(environment, file).get("SHARDS", ""), Settings.database(environment, file))


def _values(environment: Mapping[str, str], file: Path) -> Mapping[str, str]:
    """All settings that are not blank, without the spaces and the quotes around them, which Docker passes on."""
    try:
        from_file = {key: value for key, value in dotenv_values(file).items() if value is not None}
    except (UnicodeDecodeError, OSError) as error:
        raise SettingError(f"{file} cannot be read ({error}): save it as plain UTF-8 text.") from None
    values = {key: _unquoted(value.strip()) for key, value in {**from_file, **environment}.items()}
    return {key: value for key, value in values.items() if value}


def _unquoted(value: str) -> str:
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1].strip() if is_quoted else value


def _one_of(name: str, value: str, words: Sequence[str]) -> str:
    """The word among `words` that a setting names, ignoring case."""
    for word in words:
        if word.lower() == value.lower():
            return word
    either = " or ".join(words) if len(words) == 2 else f"one of {', '.join(words)}"
    raise SettingError(f"{name} is malformed: it must be {either}.")


def _number(name: str, value: str, smallest: int, largest: int) -> int:
    number = number_in(value, largest)
    if number is None or number < smallest:
        raise SettingError(f"{name} is malformed: it must be a number from {smallest} to {largest}.")
    return number


def _token(token: str) -> str:
    if not token:
        raise SettingError(
            "DISCORD_TOKEN is missing: put the bot's token there, in the environment or in .env (see .env.example)."
        )
    if token.count(".") != 2 or any(character.isspace() for character in token):
        raise SettingError("DISCORD_TOKEN is malformed: a bot's token has three parts joined by dots, without spaces.")
    return token


def _database_url(value: str) -> str:
    try:
        return driver_url(value)
    except DatabaseUnusable as error:
        raise SettingError(f"DATABASE_URL is malformed: {error}.") from None


def _shards(value: str, database_url: str) -> Shards | None:
    if not value:
        return None
    try:
        shards = Shards.parse(value)
    except ValueError as error:
        raise SettingError(f"SHARDS is malformed: {error}.") from None
    if not shards.is_everything and database_url.startswith(SQLITE_DRIVER):
        raise SettingError(
            f"SHARDS is {shards}, which leaves the other shards to other processes, but SQLite is for a single process: "
            "leave SHARDS out, or use PostgreSQL (DATABASE_URL)."
        )
    return shards


def _address(name: str, value: str, example: str) -> str:
    """The origin that an address names, as browsers write it: in small letters, without the usual port, IDNs encoded."""
    if not value:
        return ""
    try:
        url = URL(value)
    except ValueError:
        url = URL()
    is_whole = url.scheme in ("http", "https") and bool(_HOST.fullmatch(url.raw_host or "")) and url.port != 0
    has_more = url.raw_path.strip("/") or url.query_string or url.fragment or url.user or url.password
    if not is_whole or has_more or not value.isprintable():
        raise SettingError(f"{name} is malformed: it must be an address such as {example}, without a path.")
    return str(url.origin())


def _page(values: Mapping[str, str]) -> Page | None:
    """The settings of the page; it needs both an address and a port."""
    url, port = _address("WEB_URL", values.get("WEB_URL", ""), "https://furlong.example"), values.get("WEB_PORT", "")
    secret = values.get("DISCORD_CLIENT_SECRET", "")
    if not url and not port and not secret:
        return None
    if not url or not port:
        raise SettingError(
            "The page needs both WEB_URL, the address that people visit, and WEB_PORT, where it listens; so does "
            "DISCORD_CLIENT_SECRET, which opens it inside Discord."
        )
    if not url.startswith("https://") and URL(url).host not in ("localhost", "127.0.0.1"):
        raise SettingError("WEB_URL is malformed: it must begin with https://, because the address signs people in.")
    address = Address(values.get("WEB_HOST", "127.0.0.1"), _number("WEB_PORT", port, 1, _LARGEST_PORT))
    has_guests = _one_of("WEB_GUESTS", values.get("WEB_GUESTS", "off"), ("on", "off")) == "on"
    return Page(url, address, _push_contact(values), has_guests, _networks(values.get("WEB_PROXIES", "")), secret)


def _networks(value: str) -> tuple[IPv4Network | IPv6Network, ...]:
    try:
        return tuple(ip_network(part.strip()) for part in value.split(",") if part.strip())
    except ValueError as error:
        raise SettingError(
            f"WEB_PROXIES is malformed ({error}): it must be addresses or networks, such as 10.0.0.7, 192.0.2.0/24."
        ) from None


def _push_contact(values: Mapping[str, str]) -> str:
    contact = values.get("WEB_PUSH", "")
    if contact and not _MAIL.fullmatch(contact):
        raise SettingError("WEB_PUSH is malformed: it must be your mail address, such as host@furlong.example.")
    if contact and missing("push"):
        raise SettingError("WEB_PUSH needs the extra “push”: install furlong-bot[push], or leave WEB_PUSH out.")
    return contact


EXTRAS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "metrics": ("prometheus_client",),
        "playground": ("simcord",),
        "programs": ("cryptography", "icalendar", "msgspec"),
        "push": ("webpush",),
    }
)
"""The modules that make up each extra that may be missing, looked for here and nowhere else."""


def missing(extra: str) -> str:
    """The first module of an extra that is not installed; empty if all are."""
    return next((name for name in EXTRAS[extra] if find_spec(name) is None), "")
