"""How does it run? The process with its settings, log and signals, its health and metrics, and a host's commands on a database."""
