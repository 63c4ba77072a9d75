#!/bin/sh
# Finds a use of MPI that graycube mpi-missing overlooks or invents, in sources, objects and damaged files.
. tests/lib.sh

missing=$PWD/tools/mpi-missing
mpicc=$PWD/tools/mpicc
root=$PWD
cross=${CROSS_COMPILE:-aarch64-linux-gnu-}

cd "$scratch" || exit
mkdir -p program/parts program/.hidden
cat >program/main.c <<'SOURCE'
#include <mpi.h>
#include <mpi-ext.h>
/* MPI_Comm_accept is nothing here,
 * nor is // MPI_Comm_join */
#define MPI_CHECK(call) (call)
enum own { MPI_OWN, MPI_OTHER = MPI_UNHEARD_OF };
struct MPI_Particle { int x; };
static MPI_Datatype MPI_PARTICLE;
extern int MPI_Own_call(int);
#ifdef MPIX_CUDA
int cuda = MPIX_CUDA;
#endif
int main(void) {
    int MPI_rank = 1'000; // "MPI_Comm_join"
    MPI_CHECK(MPI_Send("MPI_Session_flush_buffer", 0, MPI_PARTICLE, MPI_OWN, MPI_OTHER, MPI_COMM_WORLD));
    PMPI_Comm_join();
    PMPI_Comm_join();
    return MPI_Own_call(MPI_Foreign(MPIX_Comm_revoke(MPI_COMM_WORLD)));
}
SOURCE
echo 'void f() { MPI::Init(); }' >program/parts/old.cc
printf '! call mpi_comm_join\n  call MPI_SEND(a)\n  if (b) call Mpi_Comm_Join(c)\n  call mpi_own_sum\n  call mpi_sum_own\nsubroutine MPI_Own_Sum\n' \
    >program/parts/solver.F90
echo 'MPI_Comm_join' >program/.hidden/more.c
run "$missing" program
is "what sources use that is not there, with the reason and the place" "$status $output" \
    '1 program/main.c:6: MPI_UNHEARD_OF: no header of this MPI has it
program/main.c:16: PMPI_Comm_join: the cube has no sockets
program/main.c:18: MPI_Foreign: no header of this MPI has it
program/parts/old.cc:1: MPI::Init: MPI has had no classes of C++ since 3.0
program/parts/solver.F90:3: mpi_comm_join_: the cube has no sockets
program/parts/solver.F90:5: mpi_sum_own_: no header of this MPI has it
missing: 6 in 3 of 3 files'
run "$missing" "$root/tests/mpi" "$root/tests/unit/mpi"
like "our own programs miss nothing" "$status $output" '^0 missing: 0 in 0 of [0-9]+ files$'

# An object file of the cube names what it misses by the linker's message, one of another machine by itself.
cat >port.c <<'SOURCE'
#include <mpi.h>

int main(void) {
    MPI_Comm_join(0, (MPI_Comm *)0);
    return MPI_Barrier(MPI_COMM_WORLD);
}
SOURCE
"$mpicc" -c port.c -o port.o
"${cross}ar" rc libport.a port.o
printf 'void MPI_Send(void), MPI_Bcast_fast(void), mpi_send_(void), mpi_comm_join_(void);\nvoid f(void) {\n    MPI_Send(), MPI_Bcast_fast(), mpi_send_(), mpi_comm_join_();\n}\n' |
    gcc -x c -c - -o a_rather_long_name.o
echo 'void MPI_Bcast_fast(void) {}' | gcc -x c -c - -o fast.o
ar rc libhost.a fast.o a_rather_long_name.o
run "$missing" port.o libport.a libhost.a
is "what object files and archives need" "$status $output" \
    '1 port.o: MPI_Comm_join: the cube has no sockets
libport.a(port.o): MPI_Comm_join: the cube has no sockets
libhost.a(a_rather_long_name.o): mpi_comm_join_: the cube has no sockets
missing: 2 in 3 of 3 files'

# What is damaged says as much as is whole.
head -c 700 libhost.a >short.a
head -c 300 port.o >short.o
printf '/* "\n' >short.c
printf '!<arch>\nx' >none.a
run "$missing" short.a short.o short.c none.a
is "damaged files" "$status $output$errors" '0 missing: 0 in 0 of 4 files'

mkdir empty
rows "$missing" <<'END'
64 empty => ^mpi-missing: empty: no sources, object files or archives found$
64 main.txt => ^mpi-missing: main.txt: unknown kind of file .expected: a folder, source, object file or archive.$
64 nowhere.c => ^mpi-missing: nowhere.c: no such file$
64 => ^mpi-missing: no folder given
END
finish
