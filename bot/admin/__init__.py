"""Looking after a database, also while the bot works with it: `check` what is stored, and `back_up` an SQLite file.

Nothing here changes the database or needs a token; `looking` opens it so that nothing can.
"""

from bot.admin.backup import back_up
from bot.admin.checking import Tally, check

__all__ = ("Tally", "back_up", "check")
