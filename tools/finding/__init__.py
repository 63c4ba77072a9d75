"""The search for schedules: tools/finding/find."""
