"""Compiles the templates of the page when it is imported, for all playgrounds that are forked afterwards."""

from bot.web import pages

pages.prepare()
