#!/bin/sh
# Finds a mistake in an MPI program that the strict mode does not tell, of eight kinds, and a correct program that it calls wrong.
. tests/lib.sh

# Processes of the host tell the same and start faster. What they do not share is tested on the machine, in the other mpi_*.t.
succeeds 'the programs compile' tools/mpicc --host -Wno-mpi -Wall -Wextra -Werror tests/mpi/mistakes/*.c -o "$scratch/mistakes"
# Prints the first line, or of a deadlock what rank 1 waits for.
# shellcheck disable=SC2317 # rows calls it
program() {
    code=0
    option=${2---strict}
    tools/mpiexec -n 2 --timeout 60 --cube '--board host' ${option:+"$option"} "$scratch/mistakes" "$1" >"$scratch/told" 2>&1 || code=$?
    case $code in
    75) grep ' rank 1 waits in ' "$scratch/told" ;;
    *) head -n 1 "$scratch/told" ;;
    esac
    return $code
}
rows program <<'END'
0 right => ^right$
0 right --strict=sync => ^right$
16 call_twice => ^MPI_Init: MPI has been initialized before, called from .*calls\.c:
16 call_collective_order => has called MPI_(Bcast|Barrier)\(.*\), and this process MPI_(Bcast|Barrier)\(
75 call_collective_missing => rank 1 waits in MPI_Finalize
16 call_collective_other => has called MPI_All(reduce|gather)\(.* and this process MPI_All(reduce|gather)\(
16 call_operators => has called MPI_Allreduce\(2 of MPI_INT, MPI_(MAX|SUM)\), and this process
16 call_roots => has called MPI_Bcast\(root [01], 2 of MPI_INT\), and this process MPI_Bcast\(root [01],
7 call_start_active => ^MPI_Start: the request is still active
7 call_start_complete => ^MPI_Start: the request is not persistent
1 call_unattached => ^MPI_Bsend: the attached buffer of 0 bytes is full
6 argument_rank => ^MPI_Send: dest 2 is out of range
4 argument_tag => ^MPI_Sendrecv: the tag is -1
2 argument_count => ^MPI_Bcast: the count of block 0 is -1
5 argument_comm => ^MPI_Barrier: the communicator is MPI_COMM_NULL
1 argument_buffer => ^MPI_Bcast: the buffer of 4 bytes is a null pointer
8 argument_root => ^MPI_Reduce: root 2 is out of range
10 argument_operator => ^MPI_Allreduce: the operator does not support this datatype
1 argument_aliased => ^MPI_Allreduce: the send and receive buffers overlap
13 argument_color => ^MPI_Comm_split: color is -5
5 argument_freed_comm => ^MPI_Bcast: invalid or freed communicator
75 matching_tag => rank 1 waits in MPI_Recv\(source 0, tag 1, .* but rank 0 sent 4 bytes with tag 2
75 matching_receives => rank 1 waits in MPI_Recv\(source 0, tag 0, .*messages\.c:
75 matching_synchronous => rank 1 waits in MPI_Ssend\(dest 0
81 matching_missing => rank 1: 1 message was never received: the first is from rank 0
75 matching_comm => rank 1 waits in MPI_Recv\(.* but rank 0 sent 4 bytes with tag 0 on MPI_COMM_WORLD
75 matching_self => rank 1 waits in MPI_Recv\(source 1
75 matching_probe => rank 1 waits in MPI_Probe\(source 0, tag 3
75 matching_wait => rank 1 waits in MPI_Wait\(MPI_Irecv, source 0
50 epoch_none => ^MPI_Put: no epoch is open for rank [01] of the window .call MPI_Win_fence, MPI_Win_start or MPI_Win_lock first
48 epoch_range => ^MPI_Put: the operation is outside the 32 bytes that rank [01] exposes .target memory is not part of the window., called from .*windows\.c:
50 epoch_unlocked => ^MPI_Win_unlock: rank [01] of the window is not locked
50 epoch_locked_twice => ^MPI_Win_lock: rank [01] of the window is already locked
50 epoch_open_at_free => ^MPI_Win_free: the window is in use .call MPI_Win_unlock first
50 epoch_unfenced => ^MPI_Win_free: the window is in use .call MPI_Win_fence first
75 epoch_held => rank 1 waits in MPI_Win_lock\(window halo, rank 0\), called from .*windows\.c:
50 epoch_flush => ^MPI_Win_flush: rank [01] of the window is not locked
75 epoch_complete => rank 1 waits in MPI_Win_start
6 epoch_target => ^MPI_Put: target 2 is out of range
3 type_message => ^MPI_Sendrecv: datatypes differ
15 type_short => ^MPI_Sendrecv: the message of rank [01] with tag 0 has 16 bytes, and the receive of rank [01] takes 12
3 type_uncommitted => ^MPI_Bcast: the datatype is not committed
3 type_freed => ^MPI_Bcast: the datatype is invalid or freed
3 type_null => ^MPI_Bcast: the datatype is MPI_DATATYPE_NULL
3 type_broadcast => has called MPI_Bcast\(root 0, 1 of MPI_(FLOAT|INT)\), and this process
3 type_gather => ^MPI_Gather: the types of the send and receive buffers differ
2 type_gather_count => has called MPI_Gather\(root 0, [12] of MPI_INT\), and this process
3 type_scatter => ^MPI_Scatter: 
2 type_alltoallv => in MPI_Alltoallv rank 1 of MPI_COMM_WORLD sent 4 bytes, but this process expected 8
3 type_put => ^MPI_Put: the types at the origin and the target differ
3 type_accumulate => ^MPI_Accumulate: the datatypes must consist of one predefined type
13 type_index => ^MPI_Type_create_subarray: dimension 0 has 4 elements
81 resource_request => rank [01]: 1 request is left, the newest of MPI_Irecv
81 resource_persistent => rank [01]: 1 request is left, the newest of MPI_Recv_init
81 resource_comm => rank [01]: 1 communicator is left
81 resource_window => rank [01]: 1 window is left, the newest is halo: call MPI_Win_free, called from
81 resource_type => rank [01]: 1 datatype is left
3 resource_freed_twice => ^MPI_Type_free: the datatype is invalid or freed
80 resource_unended => rank [01] ended without MPI_Finalize
1 race_send => ^MPI_Wait: the buffer of 16 bytes was written before this call completed it .*messages\.c:
19 race_long_send => ^MPI_Waitall: the buffer of 32768 bytes was written before this call completed it
1 race_receive => ^MPI_Wait: the buffer of 16 bytes was written before this call completed it
1 race_received => ^MPI_Wait: the buffer of 16 bytes was written before this call completed it
1 race_gaps => ^MPI_Wait: the buffer of 16 bytes was written before this call completed it
1 race_overlap => ^MPI_Irecv: rank [01]: the buffer of 16 bytes overlaps that of the active request MPI_Irecv
47 race_puts => conflict in one epoch: rank [01] began a put and rank [01] a put on the same bytes of rank [01].s window, from byte 4 on \(conflicting accesses to a window\)
47 race_put_get => conflict in one epoch: rank [01] began a (put|get) and rank [01] a (put|get) on the same bytes
47 race_operators => conflict in one epoch: rank [01] began a accumulate and rank [01] a accumulate
47 race_origin => ^MPI_Win_fence: rank [01] wrote to the buffer of 8 bytes of an operation on rank [01]
47 race_result => conflict in one epoch: rank [01] has begun two operations that use the same bytes of its memory
75 ordering_exchange --strict=sync => rank 1 waits in MPI_Send\(dest 0
75 ordering_tags --strict=sync => rank 1 waits in MPI_Recv\(source 0, tag 1, .* but rank 0 sent 4 bytes with tag 0
75 ordering_wait --strict=sync => rank 1 waits in MPI_Wait\(MPI_Isend, dest 0
75 ordering_persistent --strict=sync => rank 1 waits in MPI_Wait\(MPI_Send_init, dest 0
75 ordering_self --strict=sync => rank 1 waits in MPI_Send\(dest 1
75 ordering_barrier --strict=sync => rank 1 waits in MPI_Barrier\(.* but rank 0 sent 4 bytes
75 ordering_ready --strict=sync => rank 1 waits in MPI_Barrier\(.* but rank 0 sent 4 bytes
75 ordering_reduce --strict=sync => rank 1 waits in MPI_Allreduce\(.* but rank 0 sent 4 bytes
0 ordering_exchange => ^silent$
0 race_puts '' => ^silent$
END
is 'each mistake is in the table' "$(cat tests/mpi/mistakes/*.c | grep -c '^    if (is("')" $((count - 5))
finish
