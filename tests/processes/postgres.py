"""A PostgreSQL server of our own in a temporary folder, which can be restarted while others use it."""

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

_USER = "postgres"


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
        """The id of its first process, which has started all others."""
        return int(Path(self._data, "postmaster.pid").read_text(encoding="ascii").splitlines()[0])

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def restart(self) -> None:
        """Restart, which breaks all connections."""
        self._control("restart", "-m", "fast")

    def close(self) -> None:
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
