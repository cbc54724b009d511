"""Tests of matches as text."""
