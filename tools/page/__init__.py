"""The page that plays schedules and runs: docs/guide/measuring.md."""
