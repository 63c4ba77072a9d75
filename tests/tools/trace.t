#!/bin/sh
# Finds a trace with another form than documented, with impossible arrows or slices, or that other
# viewers refuse.
. tests/lib.sh

ask() {
    /usr/bin/python3 tests/tools/trace.py "$@"
}

# carry_out GOAL TS TH TW: the time that the program of a GOAL file takes at these costs, and how often packets wait.
carry_out() {
    tools/replay "$1" --clock "ts=$2,th=$3,tw=$4" | sed -n 's/\([0-9]*\) waits.* operation ends at \([0-9]*\)/\2 \1/p'
}

# ---- A total exchange, then a message over three links; or, with an argument, node 6 waits for ever

c_program run <<'END'
#include <cube.h>

int main(int arguments, char **argument) {
    char send[8 * 4] = {0}, recv[8 * 4];
    int node = cube_node();
    cube_work(100 * (uint64_t)(node + 1));
    const struct cube_choice exchange = {.algorithm = "alltoall-exchange"};
    int error = cube_alltoall_by(&exchange, send, recv, 4);
    if (arguments > 1)
        return *argument && node == 6 ? cube_link_recv(0, recv, 8) : error;
    if (error == 0 && node == 0)
        error = cube_send(7, send, 8);
    if (error == 0 && node == 7)
        error = cube_recv(0, recv, 8);
    return error != 0 || cube_barrier() != 0;
}
END

# trace SUFFIX OPTIONS: a trace of that run.
trace() {
    suffix=$1
    shift
    succeeds "a trace as $suffix${1:+, $*}" tools/cuberun -n 8 --timeout 60 "$@" --time \
        --trace "$scratch/run.$suffix" "$scratch/run.elf"
}
for options in '--ts 100 --th 10 --tw 1' '--exact --ts 100 --th 10 --tw 1' '--exact' ''; do
    # shellcheck disable=SC2086 # as many words as there are options
    trace json $options
    is "    has its form, a track for each node and link, and an arrow for each packet" \
        "$(ask nested "$scratch/run.json")" "form: None
tracks: 8 nodes, 24 links; flows: 49 49"
    is "    which begins and ends within a slice, and not before it begins" "$(ask arrows "$scratch/run.json")" "form: None
0 of 98 back: 0"
done
line() {
    grep -n "$1" "$scratch/$2" | cut -d: -f1
}
exchange="cube_alltoall_by run.c:$(line alltoall_by run.c)"
barrier="cube_barrier run.c:$(line cube_barrier run.c)"
is "    and names calls, with the lines that make them" "$(ask named "$scratch/run.json" | sed -n '2,3p;9p')" \
    "0: $exchange; cube_send(to node 7, 8 B) run.c:$(line cube_send run.c); $barrier
1: $exchange; $barrier
7: $exchange; cube_recv(from node 0, 8 B) run.c:$(line cube_recv run.c); $barrier"
is "no packet is on a link at the end" "$(ask counted "$scratch/run.json" | sed 's/ [0-9]* / N /')" \
    "form: None
links in use: N 0"

trace json --dead-link 1:1 --ts 100
like "    says what packets of 0 bytes are for" "$(cat "$scratch/run.json")" '"bytes":0,.*"meaning":"it carries nothing'
like "    names the dead links" "$(cat "$scratch/run.json")" '"links \(dead: 1:1\)"'

trace csv --ts 100 --th 10 --tw 1
is "    has all packets: three steps of an exchange, a message, a barrier" "$(ask packets "$scratch/run.csv")" \
    "49 packets, 51 links, True"
trace goal --ts 100 --th 10 --tw 1
is "    takes the parallel time, when it is carried out" "$(carry_out "$scratch/run.goal" 100 10 1)" \
    "$(printf '%s\n' "$output" | sed -n 's/^parallel time: //p') 0"
is "    and where links are free, that of the node with most work" \
    "$(carry_out "$scratch/run.goal" 0 0 0)" "800 0"
succeeds "    becomes traces of Chakra" tools/replay "$scratch/run.goal" --chakra "$scratch"
is "    with its work, and its messages and bytes as in the table" "$(ask chakra "$scratch/run" 8 | sed 's/, [0-9]* in a chain$//')" \
    "$(awk '/: calc/ { count++; time += $3 } END { printf "%d calculations of %d, ", count, time }' "$scratch/run.goal")$(
        awk -F, 'NR > 1 { sum += $(NF - 4) ? $(NF - 4) : 1 } END { print NR - 1 " messages of " sum " bytes" }' "$scratch/run.csv")"

# ---- MPI, on six of eight nodes: calls that come again, and one that two ranks wait for

c_program calls tools/mpicc <<'END'
#include <mpi.h>

int main(int argc, char *argv[]) {
    double in[128] = {0}, out[128];
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 2; k++)
        MPI_Allreduce(in, out, 128, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int k = 0; k < 2 && rank == 0; k++)
        MPI_Send(in, 16, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    for (int k = 0; k < 2 && rank == 1; k++)
        MPI_Recv(in, 16, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return MPI_Finalize();
}
END
for suffix in json goal; do
    succeeds "a trace of six ranks as $suffix" tools/mpiexec -n 6 --timeout 60 \
        --cube "--exact --ts 1000 --th 10 --tw 1 --time --trace $scratch/calls.$suffix" "$scratch/calls.elf"
done
sum="MPI_Allreduce(128 of MPI_DOUBLE, MPI_SUM, comm MPI_COMM_WORLD) calls.c:$(line Allreduce calls.c)"
send="MPI_Send(to node 1, 128 B) calls.c:$(line MPI_Send calls.c)"
finalize="MPI_Finalize calls.c:$(line Finalize calls.c)"
is "    has their calls with arguments, each once" "$(ask named "$scratch/calls.json" | sed -n '2p;5p')" \
    "0: MPI_Init calls.c:$(line MPI_Init calls.c); $sum; $sum; $send; $send; $finalize
3: MPI_Init calls.c:$(line MPI_Init calls.c); $sum; $sum; $finalize"
like "    a track for each rank" "$(ask nested "$scratch/calls.json")" '^tracks: 6 nodes, '
is "    arrows within slices" "$(ask arrows "$scratch/calls.json" | sed 's/ of [0-9]* / /')" "form: None
0 back: 0"
is "    and for LogGOPSim six ranks, which take the parallel time" \
    "$(sed -n 1p "$scratch/calls.goal") $(carry_out "$scratch/calls.goal" 1000 10 1)" \
    "num_ranks 6 $(printf '%s\n' "$output" | sed -n 's/^parallel time: //p') 0"
is "    with their calls as comments" "$(grep -c "// ${sum% *}" "$scratch/calls.goal")" 6

is "what a node passes on has come to it before" "$(/usr/bin/python3 -B -c '
import sys
sys.path.insert(0, "tools")
from page.record import packets_of
events = [{"node": node, "kind": kind, "port": port, "stamp": stamp, "time": stamp, "from": come, "operation": "o", "step": 1, "bytes": 8}
          for node, kind, port, stamp, come in ((3, "sent", 1, 4, 0), (1, "passed", 0, 5, 1), (2, "sent", 0, 10, 0),
                                                (3, "passed", 1, 11, 0), (1, "passed", 0, 12, 1), (3, "sent", 1, 50, 0))]
for packet in packets_of(events, {"ts": 1, "th": 0, "tw": 0}):
    print(packet.origin, packet.path, packet.stamp)')" "3 [1, 0] 5
2 [0, 1, 0] 12
3 [1] 50"

# ---- A node does not come to its end: what all had done until then

for suffix in json goal csv; do
    run tools/cuberun -n 8 --timeout 60 --ts 100 --trace "$scratch/ended.$suffix" "$scratch/run.elf" unended
    is "a run that ends badly leaves its trace as $suffix, and its status" "$status $errors" '75 '
done
is "    of what all nodes have sent: three steps" "$(ask packets "$scratch/ended.csv")" "24 packets, 24 links, True"
like "    which can be carried out" "$(carry_out "$scratch/ended.goal" 100 0 0)" ' 0$'

# ---- A viewer

trace json --exact --ts 100 --th 10 --tw 1
seen=$(ask view "$scratch/run.json")
case $seen in
skipped*) ok 0 "a viewer opens it # SKIP ${seen#skipped: }" ;;
*)
    like "a viewer opens it: a track of the 32 and more" "$seen" 'node 0 .*\(1/[34][0-9]\)$'
    like "    without a fault" "$seen" '^\[\]$'
    ;;
esac

# ---- What cannot be traced

run tools/cuberun -n 2 --trace "$scratch/run.txt" "$scratch/run.elf"
is "another form is refused" "$status" 64
like "    by its name" "$errors" 'unknown form .expected: a name that ends in .html'
run tools/cuberun -n 2 --clock off --trace "$scratch/run.json" "$scratch/run.elf"
is "without clocks there is nothing to trace by" "$status" 64

finish
