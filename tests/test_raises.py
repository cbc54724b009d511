"""What a docstring says that a function raises is raised there, or in what it calls."""

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
SOURCES: Final = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(file.read_text("utf-8"))
    for folder in ("bot", "rules")
    for file in sorted((ROOT / folder).rglob("*.py"))
}

Place = tuple[str, str]
"""A module, and a name in it; the name of a method follows that of its class and a dot."""


class Code(NamedTuple):
    """A function, class or constant, and the names that its module gives to what it imports."""

    node: ast.stmt
    imported: dict[str, Place]


def imports_of(tree: ast.Module) -> dict[str, Place]:
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def names_of(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


def all_code() -> Iterator[tuple[Place, Code]]:
    for module, tree in SOURCES.items():
        imported = imports_of(tree)
        for node in tree.body:
            for name in names_of(node):
                yield (module, name), Code(node, imported)
                for inner in node.body if isinstance(node, ast.ClassDef) else ():
                    for method in names_of(inner):
                        yield (module, f"{name}.{method}"), Code(inner, imported)


CODE: Final = dict(all_code())
BASES: Final = {
    name: {ast.unparse(base) for base in code.node.bases}
    for (_module, name), code in CODE.items()
    if isinstance(code.node, ast.ClassDef)
}


def is_error(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return (isinstance(kind, type) and issubclass(kind, Exception)) or any(map(is_error, BASES.get(name, ())))


ERRORS: Final = set(filter(is_error, BASES))
METHODS: Final[dict[str, list[Place]]] = {}
for _place in CODE:
    METHODS.setdefault(_place[1].rpartition(".")[2], []).append(_place)


def meant(place: Place, node: ast.AST) -> list[Place]:
    """What a name or an attribute may be; of an attribute of a value, any method that is called so."""
    module, imported = place[0], CODE[place].imported
    match node:
        case ast.Name(id=name):
            return [imported.get(name, (module, name))]
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in imported:
            return [(".".join(imported[name]), attribute), (imported[name][0], f"{name}.{attribute}")]
        case ast.Attribute(attr=attribute):
            return [method for method in METHODS.get(attribute, ()) if "." in method[1]]
        case _:
            return []


def reachable() -> dict[Place, set[str]]:
    """The names of the errors that each function uses, directly or by what it uses."""
    users: dict[Place, set[Place]] = {}
    for place, code in CODE.items():
        for used in {one for node in ast.walk(code.node) for one in meant(place, node)} & CODE.keys():
            users.setdefault(used, set()).add(place)
    named = set[str]().union(*NAMED.values())
    reached = {place: {place[1]} & named for place in CODE}
    waiting = {place for place, errors in reached.items() if errors}
    while waiting:
        passed_on = [
            (place, user) for place in waiting for user in users.get(place, ()) if reached[place] - reached[user]
        ]
        for place, user in passed_on:
            reached[user] |= reached[place]
        waiting = {user for _place, user in passed_on}
    return reached


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """What is in a function, but not in the functions in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from own_nodes(child)


def raised_in(node: ast.AST) -> set[str]:
    """The names of the errors that a function raises itself."""
    raised = (inner.exc for inner in own_nodes(node) if isinstance(inner, ast.Raise))
    called = (error.func if isinstance(error, ast.Call) else error for error in raised)
    return {ast.unparse(error).rpartition(".")[2] for error in called if error is not None}


def is_abstract(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function has nothing but its docstring."""
    return all(isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant) for inner in node.body)


def named_errors() -> dict[Place, set[str]]:
    """The errors of our own that the docstrings of functions name after `Raises`."""
    named: dict[Place, set[str]] = {}
    for place, code in CODE.items():
        if isinstance(code.node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_abstract(code.node):
            for sentence in re.findall(r"\bRaises? (.+?)\.(?:\s|$)", ast.get_docstring(code.node) or "", re.DOTALL):
                named.setdefault(place, set()).update(ERRORS.intersection(re.findall(r"\w+", sentence)))
    return {place: errors for place, errors in named.items() if errors}


NAMED: Final = named_errors()


def test_a_docstring_names_only_errors_that_are_raised_there_or_below() -> None:
    reached = reachable()
    assert {place: errors - reached[place] for place, errors in NAMED.items() if errors - reached[place]} == {}


def test_a_docstring_that_names_errors_leaves_out_none_of_the_function_itself() -> None:
    raised = {place: raised_in(CODE[place].node) & ERRORS - errors for place, errors in NAMED.items()}
    assert {place: errors for place, errors in raised.items() if errors} == {}
