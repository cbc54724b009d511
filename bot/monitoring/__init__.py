"""The bot seen from outside while it runs: its log for machines, its metrics, and what it tells systemd."""
