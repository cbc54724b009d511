"""The running bot as seen from outside: metrics, and notifications to systemd."""
