"""The migrations, in order. A released one never changes, so each describes the tables that it needs itself."""
