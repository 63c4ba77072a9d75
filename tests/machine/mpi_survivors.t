#!/bin/sh
# Finds a missing or wrong report to survivors of a rank's death (docs/guide/faults.md): revocations
# and deaths in calls that fail at once, acknowledgements, and calls that make communicators.
. tests/lib.sh

for row in 'told:6:all heard' 'make:9:all made' 'acks:5:all acknowledged'; do
    program=${row%%:*}
    wanted=${row##*:}
    succeeds "$program.c compiles" tools/mpicc -Wall -Wextra -Werror "tests/mpi/failures/$program.c" -o "$scratch/$program"
    ranks=${row#*:}
    for options in '--accel single' --exact '--parts 2'; do
        run tools/mpiexec -n "${ranks%%:*}" --timeout 60 --with-ft ulfm --cube "$options" "$scratch/$program"
        is "$wanted ($options)" "$status $(echo "$output" | grep -v died)" "0 $wanted" || echo "$errors" | diagnose
    done
done
finish
