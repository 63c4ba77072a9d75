#!/bin/sh
# Finds a wrong message, or a call at a wrong time, that MPI reports wrongly.
. tests/lib.sh

tools/mpicc -Wno-mpi -O2 tests/mpi/reports.c -o "$scratch/reports"

# program WORD OPTIONS...: runs one of the wrong programs.
# shellcheck disable=SC2317 # rows calls it
program() {
    word=$1
    shift
    tools/mpiexec -n 4 --timeout 60 "$@" "$scratch/reports" "$word"
}
rows program <<'END'
75 receive => rank 3 waits in MPI_Recv\(source 0, tag 7, comm MPI_COMM_WORLD, count 1\), called from (receive_from_next \(reports\.c:[0-9]+\), )?main \(reports\.c:[0-9]+\)$
75 wait => rank 2 waits in MPI_Wait\(MPI_Irecv, source MPI_ANY_SOURCE, tag MPI_ANY_TAG, comm MPI_COMM_WORLD, count 1\), called from wait_for_any \(reports\.c:[0-9]+\), main \(reports\.c:[0-9]+\)$
75 synchronous => rank 1 waits in MPI_Ssend\(dest 2, tag 3, comm MPI_COMM_WORLD, count 1, but rank 0 sent 4 bytes with tag 3 on MPI_COMM_WORLD\), called from main \(reports\.c:[0-9]+\)$
42 abort => MPI_Abort: rank 1 ends the program with 42, called from main \(reports\.c:[0-9]+\)$
15 short => MPI_Recv: the message of rank 1 with tag 9 has 16 bytes, and the receive of rank 0 takes 4: .*comm MPI_COMM_WORLD.*, called from main \(reports\.c:[0-9]+\)$
0 message => rank 2: 1 message was never received: the first is from rank 1 with tag 5, 8 bytes long, comm MPI_COMM_WORLD
81 message --strict => rank 2: 1 message was never received
0 request => rank 3: 1 request is left, the newest of MPI_Irecv\(source 0, tag 6, comm MPI_COMM_WORLD, count 4\): .*, called from main \(reports\.c:[0-9]+\)$
81 request --strict => rank 3: 1 request is left
0 communicator => rank 1: 1 communicator is left, the newest is comm pairs: => rank 1: 1 message .* from rank 0 with tag 5, 8 bytes long, comm pairs
81 communicator --strict => rank 1: 1 communicator is left
0 request -n 64 => ^MPI_Finalize: 60 more ranks have something left$
0 overlap => 2 requests are left, the newest of MPI_Irecv
1 overlap --strict => MPI_Irecv: rank .: the buffer of 4 bytes overlaps that of the active request MPI_Irecv\(source 0, tag 6, comm MPI_COMM_SELF, count 4\)
0 types
3 types --strict => datatypes differ: the message of rank . with tag 1 .8 bytes. and the receive of rank . with count 2, comm MPI_COMM_WORLD
# A call without arguments has empty brackets, one that waits for its own request no other name in them, and a long name is whole.
75 detach => rank 0 waits in MPI_Buffer_detach\(\), called from main \(reports\.c:[0-9]+\)$
75 agree => rank 0 waits in MPIX_Comm_agree\(comm MPI_COMM_WORLD\), called from main \(reports\.c:[0-9]+\)$
75 shrink => rank 0 waits in MPIX_Comm_shrink\(comm MPI_COMM_WORLD\), called from main \(reports\.c:[0-9]+\)$
75 iagree => rank 0 waits in MPI_Wait\(MPIX_Comm_iagree, comm MPI_COMM_WORLD\), called from main \(reports\.c:[0-9]+\)$
75 replace => rank 0 waits in MPI_Sendrecv_replace\(source 1, tag 8, comm MPI_COMM_WORLD, count 1\), called from main \(reports\.c:[0-9]+\)$
# At wrong times, and with what was freed:
5 before => MPI_Send: MPI_Init has not been called .*, called from main \(reports\.c:
16 'ended before' => MPI_Finalize: MPI_Init has not been called, called from main
5 after => MPI_Barrier: MPI_Finalize has been called .*, called from main
16 again => MPI_Init: MPI_Finalize has been called, and MPI cannot be initialized again
0 unended => ^MPI: rank 2 ended without MPI_Finalize$
80 unended --strict => ^MPI: rank 2 ended without MPI_Finalize$
75 'one unended' => ^MPI: rank 1 ended without MPI_Finalize$ => rank 0 waits in MPI_Finalize\(\), called from main \(reports\.c:[0-9]+\)$
10 operator => MPI_Allreduce: invalid or freed operator
22 window => MPI_Win_fence: .*invalid assertion argument.*, called from (abort_by_window \(reports\.c:[0-9]+\), )?main \(reports\.c:[0-9]+\)$
75 tag => rank 0 waits in MPI_Recv\(source 2, tag 8, comm MPI_COMM_WORLD, count 1, but rank 2 sent 8 bytes with tag 7 on MPI_COMM_WORLD, and 2 more\), called from main
END
finish
