"""The page that plays schedules and runs: docs/page.md."""
