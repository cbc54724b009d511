"""Tests of what a host does to a database."""
