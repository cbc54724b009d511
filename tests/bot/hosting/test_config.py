"""Settings: their sources, one line for each fault, and secrets that stay secret."""

import logging
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.hosting import config
from bot.hosting.config import DEFAULT_DATABASE, Address, Page, SettingError, Settings
from bot.model.shards import Shards

TOKEN = "first.second.third"
SECRET = "hush-hush"


def _load(tmp_path: Path, file: str = "", **environment: str) -> Settings:
    (tmp_path / ".env").write_text(file, encoding="utf-8")
    return Settings.load(environment, tmp_path / ".env")


def _complaint(tmp_path: Path, file: str = "", **environment: str) -> str:
    with pytest.raises(SettingError) as caught:
        _load(tmp_path, file, **environment)
    complaint = str(caught.value)
    assert "\n" not in complaint and complaint.endswith((".", ")"))
    return complaint


def test_everything_but_the_token_has_a_default(tmp_path: Path) -> None:
    settings = _load(tmp_path, DISCORD_TOKEN=TOKEN)
    assert settings == Settings(token=TOKEN, database_url=DEFAULT_DATABASE, log_level=logging.INFO)


def test_settings_are_read_from_the_file(tmp_path: Path) -> None:
    file = f"# mine\nDISCORD_TOKEN='{TOKEN}'\nDATABASE_URL=sqlite:///other.db\nexport LOG_LEVEL=debug\n"
    settings = _load(tmp_path, file)
    assert settings == Settings(token=TOKEN, database_url="sqlite+aiosqlite:///other.db", log_level=logging.DEBUG)


def test_no_file_is_needed(tmp_path: Path) -> None:
    assert Settings.load({"DISCORD_TOKEN": TOKEN}, tmp_path / "nowhere" / ".env").token == TOKEN


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    settings = _load(tmp_path, f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=ERROR\n", LOG_LEVEL="warning")
    assert settings.token == TOKEN and settings.log_level == logging.WARNING


def test_the_example_file_lacks_the_token_alone() -> None:
    example = Path(__file__).parents[3] / ".env.example"
    with pytest.raises(SettingError, match="DISCORD_TOKEN is missing"):
        Settings.load({}, example)
    settings = Settings.load({"DISCORD_TOKEN": TOKEN}, example)
    assert settings == Settings(token=TOKEN, database_url=DEFAULT_DATABASE, log_level=logging.INFO)
    names = [
        line.strip("#").partition("=")[0] for line in example.read_text(encoding="utf-8").splitlines() if "=" in line
    ]
    assert len(names) == len(set(names)) + 1, "one has two examples"


@pytest.mark.parametrize("token", ["", " ", "\t"])
def test_a_missing_token_is_named(tmp_path: Path, token: str) -> None:
    assert _complaint(tmp_path, DISCORD_TOKEN=token).startswith("DISCORD_TOKEN is missing")
    assert _complaint(tmp_path, f"DISCORD_TOKEN={token}\nOTHER\n").startswith("DISCORD_TOKEN is missing")


@pytest.mark.parametrize("token", [SECRET, f"{SECRET}.two", f"a.{SECRET}.c.d", f"a. {SECRET} .c"])
def test_a_malformed_token_is_named_and_not_shown(tmp_path: Path, token: str) -> None:
    complaint = _complaint(tmp_path, DISCORD_TOKEN=token)
    assert complaint.startswith("DISCORD_TOKEN is malformed") and SECRET not in complaint


def test_space_around_a_token_does_not_matter(tmp_path: Path) -> None:
    assert _load(tmp_path, DISCORD_TOKEN=f" {TOKEN}\n").token == TOKEN


@pytest.mark.parametrize(
    "url",
    [
        SECRET,
        f"mysql://me:{SECRET}@host/name",
        f"postgresql://me:{SECRET}@host:port/name",
        f"://{SECRET}",
        f"me:{SECRET}@host",
    ],
)
def test_a_malformed_database_address_is_named_and_not_shown(tmp_path: Path, url: str) -> None:
    complaint = _complaint(tmp_path, DISCORD_TOKEN=TOKEN, DATABASE_URL=url)
    assert complaint.startswith("DATABASE_URL is malformed") and SECRET not in complaint.replace("hush-hush://", "")


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        ("", DEFAULT_DATABASE),
        ("sqlite:///a.db", "sqlite+aiosqlite:///a.db"),
        (" sqlite+aiosqlite:////var/a.db ", "sqlite+aiosqlite:////var/a.db"),
        ("postgres://me:p%40ss@host/name", "postgresql+asyncpg://me:p%40ss@host/name"),
    ],
)
def test_addresses_of_databases_are_understood_in_their_usual_forms(tmp_path: Path, url: str, meant: str) -> None:
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN, DATABASE_URL=url).database_url == meant


@pytest.mark.parametrize("level", ["loud", "20", "DEBUG,INFO"])
def test_a_malformed_log_level_is_named_with_what_would_work(tmp_path: Path, level: str) -> None:
    complaint = _complaint(tmp_path, DISCORD_TOKEN=TOKEN, LOG_LEVEL=level)
    assert complaint == "LOG_LEVEL is malformed: it must be one of DEBUG, INFO, WARNING, ERROR."


@pytest.mark.parametrize(("value", "meant"), [("on", True), (" ON ", True), ("off", False), ("", False)])
def test_emojis_are_off_unless_they_are_switched_on(tmp_path: Path, value: str, meant: bool) -> None:
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN, EMOJIS=value).emojis is meant


def test_anything_else_about_emojis_is_refused(tmp_path: Path) -> None:
    assert _complaint(tmp_path, DISCORD_TOKEN=TOKEN, EMOJIS="yes") == "EMOJIS is malformed: it must be on or off."


def test_a_number_says_how_many_processes_think(tmp_path: Path) -> None:
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN, THINKERS=" 3 ").thinkers == 3
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN).thinkers >= 1


@pytest.mark.parametrize("count", ["0", "-1", "65", "many", "²"])
def test_anything_else_about_thinkers_is_refused(tmp_path: Path, count: str) -> None:
    complaint = _complaint(tmp_path, DISCORD_TOKEN=TOKEN, THINKERS=count)
    assert complaint == "THINKERS is malformed: it must be a number from 1 to 64."


def test_a_number_says_how_long_matches_are_searched_for_puzzles_and_0_turns_that_off(tmp_path: Path) -> None:
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN, PUZZLE_SECONDS="0").puzzle_seconds == 0
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN).puzzle_seconds == 600
    complaint = _complaint(tmp_path, DISCORD_TOKEN=TOKEN, PUZZLE_SECONDS="off")
    assert complaint == "PUZZLE_SECONDS is malformed: it must be a number from 0 to 86400."


def test_shards_are_those_that_this_process_holds(tmp_path: Path) -> None:
    settings = _load(tmp_path, DISCORD_TOKEN=TOKEN, SHARDS="0-3/16", DATABASE_URL="postgres://me@host/name")
    assert settings.shards == Shards.of(range(4), 16)
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN).shards is None, "as many as Discord recommends"
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN, SHARDS="0-1/2").shards == Shards.of(range(2), 2)


def test_sqlite_is_for_a_process_that_holds_all_shards(tmp_path: Path) -> None:
    complaint = _complaint(tmp_path, DISCORD_TOKEN=TOKEN, SHARDS="0-3/16")
    assert complaint.startswith("SHARDS is 0-3/16") and "SQLite is for a single process" in complaint


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("SHARDS", ("four", "0-16/16", "3-1/4")),
        ("POOL_SIZE", ("many", "1", "-5", "9999", "٣")),
        ("REST_PROXY", ("proxy:8080", "ftp://proxy", "http://", "http://proxy:port", "http://proxy/api", "http://a b")),
    ],
)
def test_other_settings_that_make_no_sense_are_named(tmp_path: Path, name: str, values: tuple[str, ...]) -> None:
    for value in values:
        assert _complaint(tmp_path, DISCORD_TOKEN=TOKEN, **{name: value}).startswith(f"{name} is malformed: "), value


def test_the_pool_and_the_proxy_are_settings(tmp_path: Path) -> None:
    settings = _load(tmp_path, DISCORD_TOKEN=TOKEN, POOL_SIZE=" 40 ", REST_PROXY="http://10.0.0.5:8080/")
    assert (settings.pool_size, settings.rest_proxy) == (40, "http://10.0.0.5:8080")


def test_guests_and_web_push_are_off_unless_the_host_wants_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = {"DISCORD_TOKEN": TOKEN, "WEB_URL": "https://boards.example", "WEB_PORT": "8080"}
    usual, chosen = (
        _load(tmp_path, **page, **more).page for more in ({}, {"WEB_GUESTS": "on", "WEB_PUSH": "me@boards.example"})
    )
    assert usual is not None and (usual.has_guests, usual.push_contact) == (False, "")
    assert chosen is not None and (chosen.has_guests, chosen.push_contact) == (True, "me@boards.example")
    for wrong in ("me", "me@", "@boards.example", "me @boards.example", "a@b@c"):
        assert _complaint(tmp_path, **page, WEB_PUSH=wrong).startswith("WEB_PUSH is malformed")
    assert _complaint(tmp_path, **page, WEB_GUESTS="maybe").startswith("WEB_GUESTS is malformed")
    monkeypatch.setattr(config, "missing", Mock(return_value="webpush"))
    assert "install furlong-bot[push]" in _complaint(tmp_path, **page, WEB_PUSH="me@boards.example")


def test_the_page_needs_a_safe_address_and_a_port(tmp_path: Path) -> None:
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN).page is None
    page = _load(tmp_path, DISCORD_TOKEN=TOKEN, WEB_URL="https://boards.example/", WEB_PORT="8080").page
    assert page == Page("https://boards.example", Address("127.0.0.1", 8080))
    for url in ("boards.example", "https://boards.example/furlong", "ftp://boards.example", "http://boards.example"):
        complaint = _complaint(tmp_path, DISCORD_TOKEN=TOKEN, WEB_URL=url, WEB_PORT="8080")
        assert complaint.startswith("WEB_URL is malformed: "), url
    assert _complaint(tmp_path, DISCORD_TOKEN=TOKEN, WEB_URL="https://a.example", WEB_PORT="0").startswith(
        "WEB_PORT is"
    )
    inside = {"WEB_URL": "https://boards.example", "WEB_PORT": "8080", "DISCORD_CLIENT_SECRET": "s3cret"}
    page = _load(tmp_path, DISCORD_TOKEN=TOKEN, **inside).page
    assert page is not None and page.client_secret == "s3cret" and "s3cret" not in repr(page)
    for alone in ({"WEB_URL": "https://boards.example"}, {"WEB_PORT": "8080"}, {"DISCORD_CLIENT_SECRET": "x"}):
        assert _complaint(tmp_path, DISCORD_TOKEN=TOKEN, **alone).startswith("The page needs both WEB_URL")


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("HTTPS://Boards.Example", "https://boards.example"),
        ("https://boards.example:443/", "https://boards.example"),
        ("https://boards.example:8443//", "https://boards.example:8443"),
        ("https://Spiele.Müller.example", "https://spiele.xn--mller-kva.example"),
        ("'https://boards.example'", "https://boards.example"),
        ("http://LOCALHOST:80", "http://localhost"),
        ("https://[2001:DB8::1]:443", "https://[2001:db8::1]"),
    ],
)
def test_the_address_of_the_page_is_the_origin_that_browsers_send(tmp_path: Path, url: str, origin: str) -> None:
    page = _load(tmp_path, DISCORD_TOKEN=TOKEN, WEB_URL=url, WEB_PORT="8080").page
    assert page is not None and page.url == origin


@pytest.mark.parametrize(
    "url",
    [
        "https://boards.example/play/",
        "https://boards.example?x",
        "https://boards.example#x",
        "https://me:secret@boards.example",
        "https://boards..example",
        "https://boards.example:99999",
        "https://boards example",
        "https://bo%61rds.example",
        "https:/boards.example",
        "https://" + "ü" * 70 + ".example",
    ],
)
def test_an_address_that_no_browser_sends_is_refused_in_a_sentence(tmp_path: Path, url: str) -> None:
    complaint = _complaint(tmp_path, DISCORD_TOKEN=TOKEN, WEB_URL=url, WEB_PORT="8080")
    assert complaint.startswith("WEB_URL is malformed: ")


def test_quotes_around_a_value_in_the_environment_do_not_matter(tmp_path: Path) -> None:
    """Docker's `--env-file` passes them on."""
    for quoted in (f'"{TOKEN}"', f"'{TOKEN}'", f' " {TOKEN} " '):
        assert _load(tmp_path, DISCORD_TOKEN=quoted, LOG_LEVEL='""').token == TOKEN
    assert _load(tmp_path, f'DISCORD_TOKEN="{TOKEN}"').token == TOKEN


def test_trusted_proxies_are_addresses_and_networks(tmp_path: Path) -> None:
    page = {"DISCORD_TOKEN": TOKEN, "WEB_URL": "https://boards.example", "WEB_PORT": "8080"}
    found = _load(tmp_path, **page, WEB_PROXIES="10.0.0.7, 192.0.2.0/24,2001:db8::/32,").page
    assert found is not None and [str(network) for network in found.proxies] == [
        "10.0.0.7/32", "192.0.2.0/24", "2001:db8::/32"
    ]  # fmt: skip
    for wrong in ("cloudflare", "192.0.2.1/24", "10.0.0.0/40", "10.0.0.1-10.0.0.9"):
        assert _complaint(tmp_path, **page, WEB_PROXIES=wrong).startswith("WEB_PROXIES is malformed ("), wrong


def test_secrets_are_never_in_the_representation(tmp_path: Path) -> None:
    settings = _load(tmp_path, DISCORD_TOKEN=f"a.{SECRET}.c", DATABASE_URL=f"postgres://me:{SECRET}@host/name")
    assert SECRET in settings.token and SECRET in settings.database_url
    assert SECRET not in repr(settings) and SECRET not in str(settings) and SECRET not in f"{[settings]}"


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n", encoding="utf-8-sig")
    assert Settings.load({}, tmp_path / ".env").token == TOKEN


def test_a_file_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n", encoding="utf-16")
    with pytest.raises(SettingError, match=r"\.env"):
        Settings.load({}, tmp_path / ".env")


def test_the_database_is_known_without_a_token(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DATABASE_URL=sqlite:///other.db\nLOG_LEVEL=loud\n", encoding="utf-8")
    assert Settings.database({}, tmp_path / ".env") == "sqlite+aiosqlite:///other.db"
    assert Settings.database({"DATABASE_URL": "sqlite:///third.db"}, tmp_path / ".env").endswith("third.db")
    assert Settings.database({}, tmp_path / "nowhere") == DEFAULT_DATABASE
    with pytest.raises(SettingError, match="DATABASE_URL is malformed"):
        Settings.database({"DATABASE_URL": SECRET}, tmp_path / ".env")


def test_metrics_are_on_this_machine_alone_unless_the_host_says_otherwise(tmp_path: Path) -> None:
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN, METRICS_HOST="::").metrics is None
    assert _load(tmp_path, DISCORD_TOKEN=TOKEN, METRICS_PORT=" 9464 ").metrics == Address("127.0.0.1", 9464)
    for blank in ("", "  "):
        assert _load(tmp_path, DISCORD_TOKEN=TOKEN, METRICS_PORT="1", METRICS_HOST=blank).metrics == Address(
            "127.0.0.1", 1
        ), "a blank address would be all of them"
    everywhere = _load(tmp_path, DISCORD_TOKEN=TOKEN, METRICS_PORT="1", METRICS_HOST=" 0.0.0.0 ").metrics
    assert everywhere == Address("0.0.0.0", 1)
    for port in ("0", "65536", "-1", "http", "9" * 5000, "²"):
        complaint = _complaint(tmp_path, DISCORD_TOKEN=TOKEN, METRICS_PORT=port)
        assert complaint == "METRICS_PORT is malformed: it must be a number from 1 to 65535."


def test_the_log_is_for_people_unless_the_host_says_otherwise(tmp_path: Path) -> None:
    for value, meant in (("", False), ("text", False), (" JSON ", True)):
        assert _load(tmp_path, DISCORD_TOKEN=TOKEN, LOG_FORMAT=value).logs_json is meant
    complaint = _complaint(tmp_path, DISCORD_TOKEN=TOKEN, LOG_FORMAT="xml")
    assert complaint == "LOG_FORMAT is malformed: it must be text or json."
