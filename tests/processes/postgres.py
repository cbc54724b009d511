"""A PostgreSQL server in a temporary folder, which can be restarted while others use it, and a pooler."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

_USER = "postgres"
_POOLER = "/usr/sbin/pgbouncer"
_FEW = 20
"""The connections that the pooler opens to the server: fewer than four processes would."""

_POOLED = """
[databases]
* = host=127.0.0.1 port={server} user=furlong
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {size}
logfile = {folder}/pooler.log
pidfile = {folder}/pooler.pid
"""


class Postgres:
    """The server. If we are root, it runs as the user that Debian's package creates for it."""

    def __init__(self, *, is_durable: bool = False) -> None:
        """Make a new cluster and start it; with `is_durable` it waits for the disk, as in production."""
        self._programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
        self._folder = Path(tempfile.mkdtemp(prefix="furlong-postgres-"))
        if os.getuid() == 0:
            shutil.chown(self._folder, _USER)
        self.port = free_port()
        sync = "on" if is_durable else "off"
        self._options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder} -c fsync={sync} "
            "-c shared_preload_libraries=pg_stat_statements -c max_connections=100"
        )
        self._run(
            "initdb", "-D", self._data, "-U", "furlong", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"
        )
        self._control("start")
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "furlong", "furlong")

    @property
    def url(self) -> str:
        return f"postgresql://furlong@127.0.0.1:{self.port}/furlong"

    @property
    def pid(self) -> int:
        """The id of the server's first process, which has started all others."""
        return int(Path(self._data, "postmaster.pid").read_text(encoding="ascii").splitlines()[0])

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def restart(self) -> None:
        """Restart, which breaks all connections."""
        self._control("restart", "-m", "fast")

    def pooled(self) -> str:
        """Start PgBouncer, which pools by transaction; returns the address of the server through it."""
        port, settings = free_port(), self._folder / "pooler.ini"
        text = _POOLED.format(server=self.port, port=port, size=_FEW, folder=self._folder)
        settings.write_text(text, encoding="utf-8")
        self._run(_POOLER, "--daemon", "--quiet", str(settings))
        return f"postgresql://furlong@127.0.0.1:{port}/furlong"

    def close(self) -> None:
        with suppress(FileNotFoundError, ProcessLookupError):
            os.kill(int((self._folder / "pooler.pid").read_text(encoding="ascii")), signal.SIGINT)
        self._control("stop", "-m", "immediate")
        shutil.rmtree(self._folder)

    def _control(self, *command: str) -> None:
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", self._data, "-l", log, "-w", *command, "-o", self._options)

    def _run(self, program: str, *arguments: str) -> None:
        as_user = ("runuser", "-u", _USER, "--") if os.getuid() == 0 else ()
        command = [*as_user, str(self._programs / program), *arguments]
        subprocess.run(command, check=True, cwd=self._folder, stdout=subprocess.DEVNULL)


def free_port() -> int:
    """A free port of the loopback interface."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
