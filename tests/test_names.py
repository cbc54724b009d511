"""Names stay what they are: nothing private is used elsewhere, and a module has one name wherever it is imported."""

import ast
import re
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parent.parent
FILES: Final = [
    file for folder in ("bot", "players", "render", "rules", "studio") for file in sorted((ROOT / folder).rglob("*.py"))
]

PUBLIC: Final = frozenset({"_asdict", "_exit", "_fields", "_make", "_replace"})
"""Names with an underscore that Python documents: those of named tuples, and `os._exit`."""

SUSPECT: Final = re.compile(r"(?<!\bself)(?<!\bcls)\._[a-z]")
"""A text in a module that deserves a closer look."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name not in PUBLIC


def is_own(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def defined(tree: ast.Module) -> set[str]:
    """The names that a module gives to its functions, classes, variables, fields and attributes."""
    names = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()) if is_own(node.value):
                names.add(name)
            case _:
                pass
    return names


def borrowed(source: str) -> list[str]:
    """The private attributes that a module uses without defining them."""
    tree = ast.parse(source)
    own = defined(tree)
    return [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own and not is_own(node.value)
    ]


def test_no_module_uses_a_private_attribute_of_another() -> None:
    found: dict[str, list[str]] = {}
    for file in FILES:
        source = file.read_text(encoding="utf-8")
        if SUSPECT.search(source):
            found[file.relative_to(ROOT).as_posix()] = borrowed(source)
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_private_attribute_of_a_library_is_found() -> None:
    assert borrowed("async def close(inner):\n    await inner._execute(inner._conn.close)\n") != []
    assert borrowed("class Pool:\n    def close(self, other):\n        self._open = other._open\n") == []


def test_a_module_has_one_name_wherever_it_is_imported() -> None:
    names: dict[str, set[str]] = {}
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                for imported in node.names:
                    names.setdefault(f"{node.module}.{imported.name}", set()).add(imported.asname or imported.name)
    modules = {".".join(file.relative_to(ROOT).with_suffix("").parts) for file in FILES}
    assert {module: found for module, found in names.items() if module in modules and len(found) > 1} == {}
