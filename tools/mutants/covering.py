"""Which tests run which line: measured once, and again only for tests that have changed."""

import ast
import hashlib
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, zip_longest
from pathlib import Path
from time import process_time
from typing import Any, Final

import coverage
import pytest

PRODUCT: Final = ("bot", "players", "render", "rules", "studio")
_FOLDER: Final = "FURLONG_COVERAGE"  # the environment variable with the folder that a measured test run writes to
_COMPARING: Final = {
    "bot/": "tests/bot/model/test_limits.py",
    "bot/store/engine/schema/": "tests/bot/store/test_migrations.py",
}
"""The tests that compare what the modules of a folder define with what was agreed or stored."""

_IN_BROWSER_OR_SOCKETS: Final = ("-m", "not browser", "--ignore=tests/browser", "--ignore=tests/wire")


class Measuring:
    """The plugin of a measured test run: the tests that run a line, and the seconds of processor time of each test."""

    def __init__(self, folder: Path, worker: str) -> None:
        """Begin to measure; each worker of pytest-xdist writes a file of its own."""
        self._coverage = coverage.Coverage(
            data_file=str(folder / "coverage"),
            data_suffix=worker,
            config_file=False,
            source=list(PRODUCT),
            concurrency=["thread", "greenlet"],
            messages=False,
        )
        self._coverage.set_option("run:relative_files", value=True)
        self._coverage.set_option("run:disable_warnings", ["no-data-collected", "module-not-measured"])
        self._coverage.start()
        self._file = folder / f"seconds.{worker}.json"
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails without any fault, which would seem to notice every one."""
        if report.failed:
            self._failed.add(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Attribute to the test what runs from its first fixture to its last."""
        self._coverage.switch_context(item.nodeid)
        began = process_time()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = process_time() - began
            self._coverage.switch_context("")

    def pytest_unconfigure(self) -> None:
        """Save what was measured."""
        self._coverage.stop()
        self._coverage.save()
        passed = {test: seconds for test, seconds in self._seconds.items() if test not in self._failed}
        self._file.write_text(json.dumps(passed))


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begin before anything of the product is imported, in each process of a measured test run."""
    if folder := os.environ.get(_FOLDER):
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        early_config.pluginmanager.register(Measuring(Path(folder), worker), "measuring")


@dataclass(frozen=True)
class Covering:
    """The tests of each line of the product in the folder `root`, as measured into the folder `kept`."""

    root: Path
    kept: Path
    seconds: dict[str, float] = field(default_factory=dict[str, float])

    @classmethod
    def of(cls, root: Path, kept: Path, tests: Sequence[str]) -> "Covering":
        """Measure what has not been measured yet: all of `tests` after a change of the product, else those changed."""
        kept.mkdir(parents=True, exist_ok=True)
        product = _digest(chain.from_iterable((root / part).rglob("*.py") for part in PRODUCT))
        state = kept / "state.json"
        known: dict[str, Any] = json.loads(state.read_text()) if state.exists() else {}
        if known.get("product") != product:
            (kept / "coverage").unlink(missing_ok=True)
            known = {}
        seconds: dict[str, float] = known.get("seconds", {})
        measured: dict[str, str] = known.get("files", {})
        files = {
            str(file.relative_to(root)): _digest([file])
            for test in tests
            for file in ([root / test] if (root / test).is_file() else sorted((root / test).rglob("test_*.py")))
        }
        if stale := [file for file, digest in files.items() if measured.get(file) != digest]:
            others = {test: taken for test, taken in seconds.items() if test.partition("::")[0] not in stale}
            seconds = others | _measured(root, kept, stale)
            state.write_text(json.dumps({"product": product, "files": measured | files, "seconds": seconds}))
        return cls(root, kept, seconds)

    def tests_of(self, file: str, line: int) -> list[str]:
        """The tests that notice best what is wrong with this line first: those of its subject, then some of each file."""
        found = self._running(file, line) or self._running_names(file, line)
        comparing = tuple(tests for folder, tests in _COMPARING.items() if file.startswith(folder))
        is_inside = _is_in_function(self._trees[file], line)
        first = [] if is_inside else [test for test in self.seconds if test.startswith(comparing)]
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in sorted(found & self.seconds.keys(), key=lambda test: self.seconds[test]):
            by_file[test.partition("::")[0]].append(test)
        stem = Path(file).stem.rstrip("s")
        near = [test for tests in by_file if stem in Path(tests).stem for test in by_file[tests]]
        turns = chain.from_iterable(zip_longest(*(by_file[tests] for tests in sorted(by_file))))
        return list(dict.fromkeys(test for test in (*first, *near, *turns) if test is not None))

    def _running(self, file: str, line: int) -> set[str]:
        return {test for test in self._contexts(file).get(line, ()) if test}

    def _running_names(self, file: str, line: int) -> set[str]:
        """The tests of a line that runs during import: those that run a line with a name that it defines."""
        names = _defined(self._trees[file], line)
        found = {
            test
            for other, tree in self._trees.items()
            for node in ast.walk(tree)
            if (isinstance(node, ast.Name) and node.id in names)
            or (isinstance(node, ast.Attribute) and node.attr in names)
            for test in self._running(other, node.lineno)
        }
        return found or {test for tests in self._contexts(file).values() for test in tests if test}

    def _contexts(self, file: str) -> dict[int, list[str]]:
        if file not in self._cache:
            self._cache[file] = self._data.contexts_by_lineno(file)
        return self._cache[file]

    @cached_property
    def _cache(self) -> dict[str, dict[int, list[str]]]:
        return {}

    @cached_property
    def _data(self) -> coverage.CoverageData:
        data = coverage.CoverageData(str(self.kept / "coverage"))
        data.read()
        return data

    @cached_property
    def _trees(self) -> dict[str, ast.Module]:
        files = chain.from_iterable((self.root / part).rglob("*.py") for part in PRODUCT)
        return {str(file.relative_to(self.root)): ast.parse(file.read_text()) for file in files}


def _defined(tree: ast.Module, line: int) -> set[str]:
    """The names that the statement on this line defines: the innermost that has a name."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            match node:
                case ast.Assign():
                    names = {target.id for target in node.targets if isinstance(target, ast.Name)} or names
                case ast.AnnAssign(target=ast.Name(id=name)):
                    names = {name}
                case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                    names = {node.name}
                case _:
                    pass
    return names


def _is_in_function(tree: ast.Module, line: int) -> bool:
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return any(one.body[0].lineno <= line <= (one.end_lineno or 0) for one in functions)


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _measured(root: Path, kept: Path, files: Sequence[str]) -> dict[str, float]:
    """Run the tests of these files, add what they run to what is known, and return the seconds that each takes."""
    workers = ("-n", "auto" if len(files) > 1 else "0", "--dist", "worksteal")
    command = (sys.executable, "-m", "pytest", "-q", "-p", "tools.mutants.covering", *workers, *_IN_BROWSER_OR_SOCKETS)
    subprocess.run([*command, *files], cwd=root, env=os.environ | {_FOLDER: str(kept)}, check=False)
    combined = coverage.Coverage(data_file=str(kept / "coverage"), config_file=False, messages=False)
    combined.load()
    combined.combine([str(part) for part in kept.glob("coverage.*")])
    combined.save()
    found: dict[str, float] = {}
    for part in kept.glob("seconds.*.json"):
        found |= json.loads(part.read_text())
        part.unlink()
    return found
