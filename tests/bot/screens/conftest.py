"""The fixture of tables, for all tests beside this."""

from tests.bot.screens.tables import hall_of_table

__all__ = ["hall_of_table"]
