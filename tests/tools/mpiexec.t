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

mkdir folder
NAME=ours
export NAME
rows '' <<'END'
0 mpiexec ./tell => ^1 ranks, nothing, ''$
0 mpiexec -n 3 --timeout 60 -env NAME 'two words' ./tell NAME => ^3 ranks, two words, ''$
0 mpirun -np5 -x NAME ./tell NAME => ^5 ranks, ours, ''$
0 mpiexec -n 2 -x NAME=of-its-own ./tell NAME => ^2 ranks, of-its-own, ''$
0 mpiexec -n 2 --with-ft ulfm -x NAME=beside ./tell NAME => ^2 ranks, beside, ''$
0 sh -c "echo 'to rank 0' | mpiexec -n 4 ./tell" => ^4 ranks, nothing, 'to rank 0'$
7 mpiexec -n 3 ./tell NAME 7
0 mpiexec -n 2 --cube '--exact --ts 100' --cube --tag ./tell => ^\[0\] 2 ranks
0 env CUBERUN="--tag -x 'NAME=two words'" mpiexec -n 2 ./tell NAME => ^\[0\] 2 ranks, two words,
0 mpiexec -l -n 2 ./tell => ^\[0\] 2 ranks
64 env MPIEXEC_TIMEOUT=never mpiexec -n 2 ./tell => --timeout: invalid value 'never'
0 mpiexec -wdir folder ../tell => ^1 ranks
0 mpiexec -n 2 -host a,b --map-by core --oversubscribe --mca btl self -hostfile hosts ./tell => ^2 ranks => ignored
# A heap's limit is the node's share of the machine's memory, whatever the parts, and at least 16 MiB.
0 cuberun --show -n 1 ./tell => -m 204[89]M .* heap=1944059904
0 mpiexec --show -n 3 ./tell => -smp 4 -m 204[89]M .* heap=484442112 ranks=3
0 mpiexec --show -n 3 --cube '--parts 2' ./tell => -smp 3 -m 1[0-9]*M .* heap=484442112
0 mpiexec --show -n 40 --cube '--parts 1' ./tell => -smp 64 -m 204[89]M .* heap=28311552 ranks=40
0 cuberun --show -n 512 --parts 1 ./tell => -m 2[0-9]*M .* heap=16777216
0 cuberun --show -n 2 --memory 8G ./tell => -m 8192M .* heap=4192206848
0 cuberun --show -n 2 --memory 20M ./tell => -m 20M .* heap=16777216
0 cuberun --show -n 4 --board raspi3b ./tell => heap=216006656
0 cuberun --show -n 2 --memory heap=32M,stack=64M ./tell => -m 38[89]M .* heap=33554432 stack=67108864
64 mpiexec -n 3 => ^mpiexec: no program
64 mpiexec -n many ./tell => ^mpiexec: .*many
64 mpiexec -n 8193 ./tell => --ranks.*8193
64 mpiexec -n 1 ./tell : -n 1 ./tell => ^mpiexec: .*:
64 mpiexec --foo ./tell => ^mpiexec: .*--foo
END

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
    found "by its compiler" -DCMAKE_C_COMPILER=mpicc
else
    ok 0 "cmake # SKIP there is no cmake: 'make setup' installs it"
fi
finish
