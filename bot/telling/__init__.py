"""Telling people on Discord what has happened: boards, notices, threads, and the list of what runs."""
