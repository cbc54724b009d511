"""Tests of the bot, with a folder for each layer; tests of the whole process are here, with what the others share."""
