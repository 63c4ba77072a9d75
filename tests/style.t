#!/bin/sh
# Format and common mistakes, in every source file.
. tests/lib.sh

run tools/check-style
ok "$status" "tools/check-style finds nothing" || printf '%s\n' "$output" "$errors" | diagnose
finish
