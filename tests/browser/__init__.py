"""The playground, played in headless Chromium as a person would."""
