"""The steps, in order. A released step never changes, so each has its own description of the tables that it needs."""
