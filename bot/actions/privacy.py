"""What people can ask for that are in the store: to see all of it, and to be forgotten."""

from bot.actions.exporting import ExportFile, export
from bot.actions.forgetting import Farewell, Forgetting, Outlook

__all__ = ("ExportFile", "Farewell", "Forgetting", "Outlook", "export")
