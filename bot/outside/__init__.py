"""What do we send to addresses that others named? Notices to browsers and webhooks; and what the process tells of itself."""
