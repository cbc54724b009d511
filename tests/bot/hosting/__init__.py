"""Tests of a host's commands on a database."""
