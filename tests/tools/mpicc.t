#!/bin/sh
# Finds a function of MPI that is declared and missing, a program that is linked with more than it
# calls, and an unsupported function that mpicc does not refuse by name.
# shellcheck disable=SC2034 # rows expands variables
. tests/lib.sh

mpicc=$PWD/tools/mpicc
cuberun=$PWD/tools/cuberun
root=$PWD
cross=${CROSS_COMPILE:-aarch64-linux-gnu-}
case ${LIBC:-picolibc} in
newlib) built=$root/build/newlib ;;
*) built=$root/build ;;
esac

cd "$scratch" || exit
c_program program "$mpicc" -Wall -Wextra -Werror -std=c11 -pedantic <<'SOURCE'
#include <mpi.h>
#include <stdio.h>

int main(void) {
    MPI_Datatype column;
    MPI_Aint lower, extent;
    int size, dims[2] = {0, 0};
    MPI_Type_vector(3, 1, 4, MPI_DOUBLE, &column);
    MPI_Type_size(column, &size);
    MPI_Type_get_extent(column, &lower, &extent);
    MPI_Type_free(&column);
    MPI_Dims_create(12, 2, dims);
    printf("%d %d %d %d\n", size, (int)extent, dims[0], dims[1]);
    return MPI_Type_size(column, &size);
}
SOURCE
printf 'int main(void) {\n    return 0;\n}\n' >none.c
succeeds "a program without MPI" "$mpicc" none.c -o none
rows '' <<'END'
# It does what the standard says, and an error ends it, with what was wrong.
3 "$cuberun" --timeout 20 program.elf => ^24 72 4 3$
    => ^MPI_Type_size: the datatype is MPI_DATATYPE_NULL \(invalid datatype argument\), called from main \(program\.c:14\)$
# What the calls of a program do not need is not in it.
0 "${cross}nm" none.elf => ! MPI_
0 "${cross}nm" program.elf => T PMPI_Type_vector$ => ! T PMPI_(Type_create_struct|Group_union)$
END

# What a program with the 20 calls that programs make most often gets of libmpi.a: all its bytes in
# memory, of code, constants and variables. Texts count as they were before the linker made one of those
# that are equal, for linkers differ in whose that is.
cat >twenty.c <<'SOURCE'
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size, data[2] = {0}, all[8];
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Send(data, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    MPI_Recv(data, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &size);
    MPI_Isend(data, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(all, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[0], &status);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Bcast(data, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Reduce(data, all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Allreduce(data, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Gather(data, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatter(all, 1, MPI_INT, data, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(data, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &half);
    MPI_Comm_free(&half);
    return MPI_Finalize();
}
SOURCE
succeeds "a program of 20 calls" "$mpicc" twenty.c -Wl,-Map=twenty.map -o twenty
bytes=$(
    python3 - <<'PROGRAM'
import re

output, bytes, last = None, 0, None
memory_map = open("twenty.map").read().split("Linker script and memory map", 1)[1]
for line in re.sub(r"\n( \S+)\n +0x", r"\n\1 0x", memory_map).split("\n"):
    output = line.split()[0] if line[:1] == "." else output
    part = re.match(r" \S+ +0x\w+ +(0x\w+) \S*libmpi\.a\(", line)
    before = re.match(r" +(0x\w+) \(size before relaxing\)", line)
    if before and last is not None:
        bytes += int(before.group(1), 16) - last
    last = int(part.group(1), 16) if part and output in (".text", ".rodata", ".data", ".bss") else None
    bytes += last or 0
print(bytes)
PROGRAM
)
echo "# $bytes bytes of libmpi.a"
# Some 4 KiB of it take in that processes die, which a program that never asks may be told, too; 3 KiB are for --explore, 100 bytes
# say that a program does not spawn.
# 16 KiB are the numbers of all nodes, in memory that all processes share.
ok "$([ "$bytes" -gt 0 ] && [ "$bytes" -le $((111 << 10)) ]; echo $?)" "    gets at most 111 KiB of the library"

# A profiler's function takes the place of ours, and calls it by its other name.
c_program profiled "$mpicc" program.c <<'SOURCE'
#include <mpi.h>
#include <stdio.h>

int MPI_Type_size(MPI_Datatype type, int *size) {
    puts("profiled");
    return type == MPI_DATATYPE_NULL ? MPI_SUCCESS : PMPI_Type_size(type, size);
}
SOURCE
rows '' <<'END'
0 "$cuberun" --timeout 20 profiled.elf => = profiled|24 72 4 3|profiled
END

# What clang finds in calls before a program runs (include/mpi_checked.h), by line; what may be right is not told.
cat >typed.c <<'SOURCE'
#include <mpi.h>
#include <string.h>
int main(int argc, char **argv) {
    double d[3]; int a[4], m[3][3], *p = a; float f; char c[8]; struct { int x, y; } s[2]; MPI_Datatype t = MPI_INT;
    MPI_Init(&argc, &argv);
    MPI_Send(d, 3, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(a, 4, MPI_INT, 0, 0, MPI_COMM_NULL);
    MPI_Send(a, 5, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(&a[1], 4, MPI_INT32_T, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&p, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&f, d, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Gather(a, 1, MPI_INT, d, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Send(m, 9, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(m[0], 9, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(c, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(s, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(d, 3, t, 0, 0, MPI_COMM_WORLD);
    MPI_Send(d, 24, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, d, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(MPI_BOTTOM, 3, MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Send(m, 9, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
    return (int)strlen(0);
}
SOURCE
if command -v clang >/dev/null; then
    run "$mpicc" -c typed.c -o typed.o
    is "calls with wrong types, counts and communicators are told" "$status $errors" "0 \
typed.c:6: warning: the buffer is of type double, and the datatype of type int [-Wmpi]
typed.c:7: warning: the communicator is MPI_COMM_NULL [-Wmpi]
typed.c:8: warning: the count exceeds the array [-Wmpi]
typed.c:9: warning: the count exceeds the array [-Wmpi]
typed.c:10: warning: the buffer is of type int *, and the datatype of type int [-Wmpi]
typed.c:11: warning: the buffer is of type float, and the datatype of type double [-Wmpi]
typed.c:12: warning: the buffer is of type double, and the datatype of type int [-Wmpi]
typed.c:21: warning: the buffer is of type int, and the datatype of type float [-Wmpi]"
    rows "$mpicc" <<'END'
0 -Wno-mpi -c typed.c -o typed.o => ^$
# Nothing is told of programs without mistakes.
0 -fsyntax-only -I"$root" $(grep -rlE '[<"]mpi.h[>"]' "$root"/programs "$root"/tests/mpi/corners --include=*.c) => ^$
END
fi

cat >refused.c <<'SOURCE'
#include <mpi.h>

int main(void) {
    MPI_Comm_join(0, (MPI_Comm *)0);
    PMPI_Session_attach_buffer_c(MPI_SESSION_NULL, (void *)0, 0);
    return 0;
}
SOURCE
succeeds "what uses calls that are not there compiles" "$mpicc" -Wall -Wextra -Werror -c refused.c
printf 'char MPI_Comm_join();\nint main(void) {\n    return MPI_Comm_join();\n}\n' >check.c
rows "$mpicc" <<'END'
# They do not link: that for sockets is refused by name, the profilers' names and large counts, too. A
# configure script finds that a call is missing.
1 refused.o -o refused => MPI_Comm_join_is_refused__the_cube_has_no_sockets => PMPI_Session_attach_buffer_c_is_refused__the_cube_has_no_buffers_of_sessions
1 check.c -o check
END

# A program with the address of every function that is declared and not refused, and of its twin.
{
    printf '#include <mpi.h>\nvoid *volatile functions[] = {\n'
    echo '#include <mpi.h>' | "$mpicc" -E - | tr '\n;' ' \n' | grep -v -e refused -e typedef |
        sed -n 's/.* \(P*MPI_[A-Z][a-z_A-Z0-9]*\)(.*/(void *)\1,/p'
    printf '};\nint main(int argc, char *argv[]) {\n    (void)argv;\n'
    printf '    return functions[argc] == 0;\n}\n'
} >every.c
functions=$(sed -n 's/^\([0-9]*\) functions of MPI 5.0.*/\1/p' "$root/docs/guide/mpi.md")
is "$functions functions and their twins are declared" "$(grep -c '^(void' every.c)" $((2 * functions))
like "    as many as README says" "$(cat "$root/README.md")" "$functions functions of MPI 5.0"
succeeds "    and all of them are there" "$mpicc" every.c -o every

prefix="$root/tools/cubecc -I$root/include"
rows '' <<'END'
0 "$mpicc" -show | grep -qxF "$prefix -L$built -lmpi -Wl,--gc-sections"
0 "$mpicc" -show -O3 -c program.c | grep -qxF "$prefix -O3 -c program.c"
1 "$mpicc" -showme:compile
64 "$mpicc" => ^mpicc: no input file .see mpicc --help.$
1 env CUBE_BUILD="$scratch/none" "$mpicc" program.c -o program => not built .run 'make
END
finish
