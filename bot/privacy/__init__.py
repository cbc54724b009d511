"""What people can ask for that are in the store: to see all of it, and to be forgotten."""

from bot.privacy.exporting import ExportFile, export
from bot.privacy.forgetting import Farewell, Forgetting, Outlook

__all__ = ("ExportFile", "Farewell", "Forgetting", "Outlook", "export")
