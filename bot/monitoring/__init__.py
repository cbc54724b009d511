"""The running bot as seen from outside: the log for machines, metrics, and messages to systemd."""
