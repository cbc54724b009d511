"""Tests of texts, without a database or Discord."""
