"""The command line: `python -m bot run` or `furlong run`. `bot.commands` has all commands."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the process's exit code: the result of `bot.commands.run`, or 130 after Ctrl-C."""
    try:
        from bot import commands  # noqa: PLC0415 - Ctrl-C prints no traceback even while the modules are loading

        return commands.run(arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
