"""The only package that an installation has at its top, with the command line.

The packages `bot`, `players`, `render`, `rules` and `studio` are installed inside this one, because other projects install packages of these
names too, and whichever is installed last overwrites the other's files. In a clone they lie beside it.
"""

import sys
from pathlib import Path


def folder() -> Path:
    """The folder with our packages, in an installation or a clone."""
    here = Path(__file__).parent
    return here if (here / "bot").is_dir() else here.parent


def main() -> int:
    """Run the command line with our packages before any other of the same name, and return the process's exit code."""
    sys.path.insert(0, str(folder()))

    from bot.__main__ import main as command_line  # noqa: PLC0415 - before this, it may be another's `bot`

    return command_line()
