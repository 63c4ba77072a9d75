#!/bin/sh
# Finds a wrong service for newlib: tests of the C library, with the programs that make has built
# for newlib. (With LIBC=newlib all tests run with it, and this one does not.)
. tests/lib.sh

export LIBC=newlib CUBE_OUT=build/newlib
for test in sources/code machine/library machine/files machine/input; do
    succeeds "$test" "tests/$test.t"
done
finish
