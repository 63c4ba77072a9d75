#!/bin/sh
# What programs ask of their C library most, again with newlib: these tests as a whole, with the
# programs that make has built for it. (With LIBC=newlib all tests run with it, and this one does not.)
. tests/lib.sh

export LIBC=newlib CUBE_OUT=build/newlib
for test in tools/cubecc sources/code machine/heap machine/library machine/files machine/input machine/lines; do
    succeeds "$test" "tests/$test.t"
done
finish
