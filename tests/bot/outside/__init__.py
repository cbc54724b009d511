"""Tests of the log for machines and of metrics."""
