"""Tests of what people see and may do next, whatever shows it."""
