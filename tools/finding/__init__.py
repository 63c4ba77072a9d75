"""The search for schedules: tools/find."""
