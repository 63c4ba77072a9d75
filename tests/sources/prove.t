#!/bin/sh
# Finds a proof by Frama-C that fails, of the quickest ones, or that would go through without the check that it is about.
. tests/lib.sh

if ! command -v frama-c >/dev/null; then
    echo "1..0 # SKIP there is no frama-c: 'make setup-prove' installs it"
    exit
fi

run tests/prove/prove copies
is 'structures are copied out of any file without a run-time error' "$output" 'copies: proved'
run tests/prove/prove look
is 'what is let pass of a ring lies inside, whatever its header says' "$output" 'look: proved'

# without DESCRIPTION FILE SED NAME
without() {
    run tests/prove/prove --mutant "$2" "$3" "$4"
    is "without $1: status 1" "$status" 1
    like '    and an alarm' "$output" "^$4: [1-9][0-9]* alarms$"
}

without "the bound of a file's length" kernel/parsers/elf_image.c 's/bytes < sizeof \*header ? bytes : //' copies
without "the end of a ring" net/ring.h 's/ && slots <= to_end//' look
finish
