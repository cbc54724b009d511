"""The files for hosts in `deploy/` and `compose.yaml`, tried with the programs that read them, where these are installed."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.processes.endurance import ALLOCATION

ROOT: Final = Path(__file__).parent.parent
DEPLOY: Final = ROOT / "deploy"
SERVICES: Final = ("furlong", "furlong@")  # of the bot
UNITS: Final = sorted(file for file in DEPLOY.iterdir() if file.suffix in (".service", ".timer"))


def _installed(program: str) -> str:
    """The path of a program; without it the test is skipped."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def _ran(*command: str | Path) -> str:
    tried = subprocess.run(command, capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    return tried.stdout + tried.stderr


def test_systemd_takes_every_unit(tmp_path: Path) -> None:
    program = _installed("systemd-analyze")
    for unit in UNITS:  # what they start is not there on this machine
        text = re.sub(r"(?m)^(ExecStart=)\S+", r"\1/bin/true", unit.read_text("utf-8"))
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    assert _ran(program, "verify", *(tmp_path / unit.name for unit in UNITS)) == ""


def test_every_service_of_the_bot_has_a_limit_of_memory_and_its_failure_is_told() -> None:
    services = [unit for unit in UNITS if unit.suffix == ".service" and "failed" not in unit.name]
    assert len(services) == 4
    for unit in services:
        text = unit.read_text("utf-8")
        assert "OnFailure=furlong-failed@%n.service" in text
        assert ("MemoryMax=" in text) is ("backup" not in unit.name)
    [one, several] = [(DEPLOY / f"{name}.service").read_text("utf-8").splitlines() for name in SERVICES]
    assert {line.split("=")[0] for line in set(several) - set(one) if "=" in line} == {"Description", "EnvironmentFile"}


def test_all_ways_to_host_allocate_memory_as_it_was_measured() -> None:
    wanted = " ".join(f"{name}={value}" for name, value in ALLOCATION.items())
    for name, processes in (("Dockerfile", 1), ("Procfile", 2), *((f"deploy/{kind}.service", 1) for kind in SERVICES)):
        assert (ROOT / name).read_text("utf-8").count(wanted) == processes, name


def test_nginx_takes_its_configuration(tmp_path: Path) -> None:
    nginx, openssl = _installed("nginx"), _installed("openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    making = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=furlong.example")
    _ran(openssl, *making, "-keyout", key, "-out", certificate)
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    text = re.sub(r"/etc/letsencrypt/\S+fullchain\.pem", str(certificate), text)
    text = re.sub(r"/etc/letsencrypt/\S+privkey\.pem", str(key), text)
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{text}}}\n", "utf-8"
    )
    assert "test is successful" in _ran(nginx, "-t", "-p", tmp_path, "-c", whole)


def test_compose_takes_its_file_with_the_settings_of_a_host(tmp_path: Path) -> None:
    program = _installed("docker-compose")
    shutil.copy(ROOT / "compose.yaml", tmp_path)
    (tmp_path / ".env").write_text("DISCORD_TOKEN=a.b.c\nPOSTGRES_PASSWORD=secret\n", encoding="utf-8")
    compose = (program, "--project-directory", tmp_path, "--file", tmp_path / "compose.yaml")
    assert "postgresql+asyncpg://furlong:secret@postgres/furlong" in _ran(*compose, "config")
    assert set(_ran(*compose, "config", "--services").split()) == {"furlong", "furlong-postgres", "postgres"}


def test_containers_have_limits_and_the_database_an_image_by_digest_and_a_password() -> None:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    assert text.count("mem_limit:") == 2 == text.count("logging:"), "of the bot and of the database"
    assert re.search(r"image: docker\.io/library/postgres:\S+@sha256:[0-9a-f]{64}\n", text)
    [script] = re.findall(r"entrypoint: \[sh, -c, '(.+)'\]\n", text)
    script = script.replace("$$", "$").replace("exec docker-entrypoint.sh postgres", "echo started")
    for password, status, says in (("", 78, "Write POSTGRES_PASSWORD"), ("x", 0, "started")):
        known = {"POSTGRES_PASSWORD": password, "PATH": "/bin:/usr/bin"}
        tried = subprocess.run(["sh", "-c", script], env=known, capture_output=True, text=True, check=False)
        assert tried.returncode == status and says in tried.stdout + tried.stderr
