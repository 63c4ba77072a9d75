#!/bin/sh
# Finds an option of other launchers that mpiexec takes otherwise, and a build system that does not find it or mpicc.
. tests/lib.sh

root=$PWD
tools=$root/tools
libc=${LIBC:-picolibc}
unset CC CFLAGS CPPFLAGS LDFLAGS CUBE_CC CUBERUN MAKEFLAGS MAKELEVEL MFLAGS
PATH=$tools:$PATH
export PATH LIBC="$libc"

TMPDIR=$scratch # for what --show leaves
export TMPDIR
cd "$scratch" || exit
cat >tell.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
    int rank, size, status = 0;
    char line[32] = "", *name = argc > 1 ? getenv(argv[1]) : NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0 && fgets(line, sizeof line, stdin))
        line[strcspn(line, "\n")] = 0;
    if (rank == size - 1)
        status = argc > 2 ? atoi(argv[2]) : 0;
    if (rank == 0)
        printf("%d ranks, %s, '%s'\n", size, name ? name : "nothing", line);
    MPI_Finalize();
    return status;
}
END
succeeds "an MPI program compiles" mpicc -Wall -Wextra -Werror tell.c -o tell

# ---- Command lines

run mpiexec ./tell
is "one rank" "$status $output" "0 1 ranks, nothing, ''"
run mpiexec -n 3 --timeout 60 -env NAME 'two words' ./tell NAME
is "three, and a variable" "$status $output" "0 3 ranks, two words, ''"
NAME=ours run mpirun -np5 -x NAME ./tell NAME
is "five, by mpirun, and a variable of ours" "$status $output" "0 5 ranks, ours, ''"
run mpiexec -n 2 -x NAME=of-its-own ./tell NAME
is "a variable of its own" "$output" "2 ranks, of-its-own, ''"
echo 'to rank 0' | mpiexec -n 4 ./tell >heard
is "rank 0 reads the input" "$(cat heard)" "4 ranks, nothing, 'to rank 0'"
run mpiexec -n 3 ./tell NAME 7
is "the status is the program's" "$status" 7
run mpiexec -n 2 --cube '--exact --ts 100' --cube --tag ./tell
is "options of cuberun" "$status $output" "0 [0] 2 ranks, nothing, ''"
CUBERUN=--tag run mpiexec -n 2 ./tell
is "    also from the environment" "$status $output" "0 [0] 2 ranks, nothing, ''"
run mpiexec -l -n 2 ./tell
is "    and by others' names" "$status $output" "0 [0] 2 ranks, nothing, ''"
mkdir folder
run mpiexec -wdir folder ../tell
is "a folder to run in" "$status $output" "0 1 ranks, nothing, ''"
run mpiexec -n 2 -host a,b --map-by core --oversubscribe --mca btl self -hostfile hosts ./tell
is "where ranks are to be is ignored" "$status $output" "0 2 ranks, nothing, ''"
is "    with a word each" "$(echo "$errors" | grep -c 'ignored (there is one cube)$')" 5
run mpiexec --show -n 3 ./tell
like "few ranks have large heaps" "$output" ' -smp 4 .* ranks=3 heap=268435456'
run mpiexec --show -n 40 --cube '--parts 1' ./tell
like "    which become smaller where there are more" "$output" ' -smp 64 .* ranks=40 heap=16777216'

# refused DESCRIPTION MESSAGE words...: a usage error.
refused() {
    description=$1
    message=$2
    shift 2
    run mpiexec "$@"
    is "refused: $description" "$status $errors" "64 $message"
}
refused "no program" "mpiexec: no program given (mpiexec -n 8 PROGRAM [arguments])" -n 3
refused "no number" "mpiexec: -n: invalid value 'many' (expected: 1 to 4096 ranks)" -n many ./tell
refused "two programs" \
    "mpiexec: several programs in one job (:) are not supported" \
    -n 1 ./tell : -n 1 ./tell
refused "what it has not heard of" \
    "mpiexec: unknown option '--tag-outptu' (did you mean --tag-output? see mpiexec --help; options of cuberun go to --cube)" \
    --tag-outptu ./tell

# ---- Build systems

cp -r "$root/tests/toolchain/mpi" project
succeeds "a Makefile builds a program by mpicc, and runs it by mpirun" make -C project run
like "    on the cube" "$output" '^the ranks of 5 add up to 10$'

echo 'char MPI_Init(); int main(void) { return MPI_Init(); }' >conftest.c
succeeds "a configure script finds MPI in its compiler" mpicc conftest.c -o conftest
succeeds "    or as a library" cubecc conftest.c -o conftest -lmpi
run cubecc conftest.c -o conftest
ok "$([ "$status" -ne 0 ]; echo $?)" "    and only there"

# found DESCRIPTION [cmake options]: find_package(MPI) finds ours, and ctest runs a program by it.
found() {
    description=$1
    shift
    rm -rf made
    succeeds "CMake finds MPI $description" cmake -S "$root/tests/toolchain/mpi" -B made "$@"
    succeeds "    builds a program with it" cmake --build made
    run ctest --test-dir made -V
    like "    and ctest runs it on the cube" "$output" '1: the ranks of 6 add up to 15$'
}
if command -v cmake >/dev/null; then
    found "by the toolchain file" -DCMAKE_TOOLCHAIN_FILE="$tools/graycube.cmake" -DLIBC="$libc"
    found "by its compiler" -DCMAKE_C_COMPILER=mpicc
else
    ok 0 "cmake # SKIP there is no cmake: 'make setup' installs it"
fi
finish
