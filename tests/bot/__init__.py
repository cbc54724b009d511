"""Tests of the bot, a folder a layer; here are those of the process, and the halls and worlds in which it is played."""
