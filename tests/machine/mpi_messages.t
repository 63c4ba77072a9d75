#!/bin/sh
# Finds a wrong message or a call at a wrong time of which MPI does not say what it should.
. tests/lib.sh

tools/mpicc -O2 tests/mpi/reports.c -o "$scratch/reports"

# wrong PROGRAM STATUS PATTERN [OPTIONS]
wrong() {
    # shellcheck disable=SC2086 # there may be several options, or none
    run tools/mpiexec -n 4 --timeout 60 ${4:-} "$scratch/reports" "$1"
    is "wrong: $1${4:+ ($4)}" "$status" "$2" || echo "$errors" | diagnose
    like "    what is said" "$all" "$3"
}
wrong receive 75 'rank 3 waits in MPI_Recv\(source 0, tag 7, comm MPI_COMM_WORLD, count 1\), called from (receive_from_next \(reports\.c:16\), )?main \(reports\.c:30\)$'
wrong wait 75 'rank 2 waits in MPI_Wait\(MPI_Irecv, source MPI_ANY_SOURCE, tag MPI_ANY_TAG, comm MPI_COMM_WORLD, count 1\), called from wait_for_any \(reports\.c:20\), main \(reports\.c:32\)$'
wrong synchronous 75 'rank 1 waits in MPI_Ssend\(dest 2, tag 3, comm MPI_COMM_WORLD, count 1, but rank 0 has sent 4 bytes with tag 3 on MPI_COMM_WORLD\), called from main \(reports\.c:34\)$'
wrong abort 42 'MPI_Abort: rank 1 ends the program with 42, called from main \(reports\.c:36\)$'
wrong short 15 'MPI_Recv: the message of rank 1 with tag 9 has 16 bytes, and the receive of rank 0 takes 4: .*comm MPI_COMM_WORLD.*, called from main \(reports\.c:42\)$'
wrong message 0 'rank 2: 1 message was never received: the first is of rank 1 with tag 5, 8 bytes long, comm MPI_COMM_WORLD'
wrong message 1 'rank 2: 1 message was never received' --strict
wrong request 0 'rank 3: 1 request is left, the newest of MPI_Irecv\(source 0, tag 6, comm MPI_COMM_WORLD, count 4\): .*, called from main \(reports\.c:68\)$'
wrong request 1 'rank 3: 1 request is left' --strict
wrong communicator 0 'rank 1: 1 communicator is left, the newest is comm pairs: '
like "    and its messages" "$all" 'rank 1: 1 message .* of rank 0 with tag 5, 8 bytes long, comm pairs'
wrong communicator 1 'rank 1: 1 communicator is left' --strict
wrong overlap 0 '2 requests are left, the newest of MPI_Irecv'
wrong overlap 1 'MPI_Irecv: rank .: the buffer of 4 bytes overlaps that of the active request MPI_Irecv\(source 0, tag 6, comm MPI_COMM_SELF, count 4\)' --strict
wrong types 0 '^'
wrong types 3 'the types of the message of rank . with tag 1, 8 bytes long, are not those of the receive of rank . with count 2, comm MPI_COMM_WORLD' '--strict'
wrong detach 75 'rank 0 waits in MPI_Buffer_detach, called from main \(reports\.c:66\)$'

# ---- At wrong times, and with what was freed

tools/mpicc -O2 -Wall -Wextra -Werror tests/mpi/when.c -o "$scratch/when"
# when WHAT STATUS PATTERN [OPTION]: the same of tests/mpi/when.c.
when() {
    # shellcheck disable=SC2086 # there may be no option
    run tools/mpiexec -n 3 --timeout 60 ${4:-} "$scratch/when" "$1"
    is "when: $1${4:+ ($4)}" "$status" "$2" || echo "$errors" | diagnose
    like "    what is said" "$all" "$3"
}
when before 5 'MPI_Send: MPI_Init has not been called .*, called from main \(when\.c:'
when 'ended before' 16 'MPI_Finalize: MPI_Init has not been called, called from main'
when twice 16 'MPI_Init: MPI has been initialized before, called from main'
when after 5 'MPI_Barrier: MPI_Finalize has been called .*, called from main'
when again 16 'MPI_Init: MPI_Finalize has been called, and MPI cannot be initialized again'
when unended 0 '^MPI: rank 2 has ended without MPI_Finalize$'
when unended 80 '^MPI: rank 2 has ended without MPI_Finalize$' --strict
when 'one unended' 75 '^MPI: rank 1 has ended without MPI_Finalize$'
when communicator 5 'MPI_Bcast: the communicator was freed, or is no handle'
when type 3 'MPI_Bcast: the datatype is no handle, or was freed'
when operator 10 'MPI_Allreduce: the operator was freed, or is no handle'
when meaning 10 'MPI_Allreduce: the operator has no meaning for this datatype'
when tag 75 'rank 0 waits in MPI_Recv\(source 2, tag 8, comm MPI_COMM_WORLD, count 1, but rank 2 has sent 8 bytes with tag 7 on MPI_COMM_WORLD, and 2 more\), called from main'
finish
