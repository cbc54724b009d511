"""Small faults of a Python file: what a tired programmer mistypes and a reviewer overlooks."""

import ast
import copy
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Final

_TURNED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_MOVED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_SILENT: Final = {"logger", "_logger", "log", "_log", "logging", "telemetry", "dataclass"}
"""What only writes to the log, measures, or guards what no code does."""

_GUARDING: Final = ("frozen", "kw_only", "slots", "strict")
"""The arguments that only guard what no code does, such as `strict` of `zip`."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of the text of a file; `start` and `end` are offsets in it, `line` counts from 1."""

    kind: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def in_text(self, text: str) -> str:
        """The text of the file with the fault."""
        return text[: self.start] + self.new + text[self.end :]

    def __str__(self) -> str:
        return f"{self.kind}: {_on_one_line(self.old)} -> {_on_one_line(self.new) or 'nothing'}"


def faults_of(text: str) -> list[Fault]:
    """All small faults that this file could have, in the order of their kinds and lines."""
    tree = ast.parse(text)
    place = _places(text)
    found = [
        Fault(kind, node.lineno, *place(node), ast.get_source_segment(text, node) or "", new)
        for parent in ast.walk(tree)
        for node, kind, new in _of_children(parent)
        if isinstance(node, ast.expr | ast.stmt)
    ]
    return sorted(set(found), key=lambda fault: (fault.kind, fault.start, fault.new))


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _places(text: str) -> Callable[[ast.expr | ast.stmt], tuple[int, int]]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    lines = text.splitlines()

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    def place(node: ast.expr | ast.stmt) -> tuple[int, int]:
        return offset(node.lineno, node.col_offset), offset(node.end_lineno or 0, node.end_col_offset or 0)

    return place


def _of_children(parent: ast.AST) -> Generator[tuple[ast.AST, str, str]]:
    """The faulty texts of what stands in this node: each with the node it replaces and its kind."""
    for node in ast.iter_child_nodes(parent):
        match node:
            case ast.Constant(value=True) if isinstance(parent, ast.keyword) and parent.arg in _GUARDING:
                pass
            case ast.Compare():
                yield from _of_comparison(node)
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                yield node, "condition", _condition(node)
            case ast.Constant(value=bool()) if isinstance(parent, ast.keyword | ast.arguments | ast.Call | ast.Return):
                yield node, "condition", str(not node.value)
            case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
                yield from _of_number(node)
            case ast.Call() if not _is_silent(node):
                yield from _of_call(node)
            case ast.Expr(value=ast.Call() | ast.Await()) if not _is_silent(node.value):
                yield node, "statement", "pass"
            case ast.Raise() | ast.Break() | ast.Continue() | ast.AugAssign():
                yield node, "statement", "pass"
            case ast.Return() if isinstance(parent, ast.If):
                yield node, "statement", "pass"
            case _:
                pass


def _of_comparison(node: ast.Compare) -> Generator[tuple[ast.AST, str, str]]:
    for kind, others in (("comparison", _TURNED), ("boundary", _MOVED)):
        for index, operator in enumerate(node.ops):
            if type(operator) in others:
                changed = copy.deepcopy(node)
                changed.ops[index] = others[type(operator)]()
                yield node, kind, f"({ast.unparse(changed)})"


def _condition(node: ast.BoolOp | ast.UnaryOp) -> str:
    if isinstance(node, ast.UnaryOp):
        return f"({ast.unparse(node.operand)})"
    changed = copy.deepcopy(node)
    changed.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    return f"({ast.unparse(changed)})"


def _of_number(node: ast.Constant) -> Generator[tuple[ast.AST, str, str]]:
    if isinstance(node.value, float):
        yield node, "boundary", str(node.value * 2 or 1.0)
    elif isinstance(node.value, int):
        yield node, "boundary", str(node.value + 1)
        if node.value > 0:
            yield node, "boundary", str(node.value - 1)


def _of_call(node: ast.Call) -> Generator[tuple[ast.AST, str, str]]:
    """Each argument that has a name may be lost, and the last of several that have none."""
    for index, keyword in enumerate(node.keywords):
        if keyword.arg is not None:
            changed = copy.deepcopy(node)
            del changed.keywords[index]
            yield node, "argument", ast.unparse(changed)
    if len(node.args) > 1 and not isinstance(node.args[-1], ast.Starred):
        changed = copy.deepcopy(node)
        changed.args.pop()
        yield node, "argument", ast.unparse(changed)


def _is_silent(node: ast.expr) -> bool:
    """Whether no test need notice that a call was lost or changed."""
    call = node.value if isinstance(node, ast.Await) else node
    name = call.func if isinstance(call, ast.Call) else call
    while isinstance(name, ast.Attribute):
        name = name.value
    return isinstance(name, ast.Name) and name.id in _SILENT
