#!/bin/sh
# Finds a core file (--core) in which gdb does not find each node's own state. Nodes without a process: postmortem.t.
. tests/lib.sh

# Each node has a number and a list of its own. Node 1 ends if the argument says so, or does what that says, and the
# others wait for it.
cat >"$scratch/core.c" <<'END_OF_PROGRAM'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct list {
    struct list *next;
    int value;
} *list;
static int number;
static char large[3 << 20];

static void wait_for_ever(int rank) {
    int local = 100 + rank, got;
    MPI_Recv(&got, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    number = got + local;
}

static double spin(double sum) {
    for (;;)
        __asm__ volatile("" : "+w"(sum));
    return sum;
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    number = 10 * rank;
    list = malloc(sizeof *list);
    *list = (struct list){list, 1000 + rank};
    large[sizeof large - 1] = (char)rank;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && strcmp(argv[1], "fault") == 0)
        *(volatile int *)8 = number;
    if (rank == 1 && strcmp(argv[1], "abort") == 0)
        abort();
    if (rank == 1 && strcmp(argv[1], "spin") == 0)
        number = (int)spin(2.5);
    if (strcmp(argv[1], "exit") == 0)
        exit(3);
    wait_for_ever(rank);
    MPI_Finalize();
}
END_OF_PROGRAM
tools/mpicc -Og "$scratch/core.c" -o "$scratch/program" || exit 1
core=$scratch/run.core

# dump WHAT OPTIONS...: a run of four nodes that leaves a core.
dump() {
    what=$1
    shift
    rm -f "$core"*
    run tools/cuberun -n 4 --timeout 30 "$@" --core "$core" "$scratch/program.elf" "$what"
}

# asks COMMANDS...: what gdb answers with all nodes before it.
asks() {
    for command in "$@"; do
        set -- "$@" -ex "$command"
        shift
    done
    timeout 60 gdb-multiarch -nx -batch -x "$core.gdb" "$@" </dev/null 2>&1
}

# has_nodes: each node has its own memory. A node that is in the library may have a local variable of the same name.
has_nodes() {
    is "    each node has its own variables, lists, and memory of any size" "$(
        asks "thread apply all -q -ascending print 'core.c'::number" | sed -n 's/^\$.* = //p' | xargs) $(
        asks "thread apply all -q -ascending print 'core.c'::list->next->next->value" | sed -n 's/^\$.* = //p' | xargs) $(
        asks "thread apply all -q -ascending print (int)'core.c'::large[sizeof 'core.c'::large - 1]" | sed -n 's/^\$.* = //p' | xargs)" \
        "0 10 20 30 1000 1001 1002 1003 0 1 2 3"
}

dump deadlock --exact
is "a deadlock: its status stays" "$status" 75
like "    what has all nodes is said" "$errors" '^cuberun: the nodes. state is in .*run.core.0 to .*run.core.3: all .* gdb-multiarch -x .*core.gdb$'
like "    threads have the names of their nodes" "$(asks)" '^  3\.1  .*"node 2" +system_wait '
is "    where each waits" "$(asks 'thread apply all -q -ascending bt' |
    sed -n 's/.* in \(wait_for_ever (rank=\).*entry=\([0-9])\) at .*core.c:14$/\1\2/p' | xargs)" 'wait_for_ever (rank=0) wait_for_ever (rank=1) wait_for_ever (rank=2) wait_for_ever (rank=3)'
is "    and who has called that" "$(asks 'thread apply all -q bt' | grep -c ' in main .*core.c:41')" 4
has_nodes
is "    only its owner may read them" "$(stat -c %a "$core.0" "$core.gdb" | xargs)" "600 600"

dump fault --exact
is "a fault" "$status" 139
is "    FILE itself is the node that faulted, and gdb shows the line" "$(
    gdb-multiarch -nx -batch "$scratch/program.elf" "$core" -ex 'info threads' -ex 'print rank' </dev/null 2>&1 |
        grep -E -o 'signal SIGSEGV|LWP 2 .*main .*core.c:34|^[$]1 = 1' | sed 's/LWP .*core.c/LWP core.c/; s/.*= 1/rank 1/' | xargs -d '\n')" \
    'signal SIGSEGV LWP core.c:34 rank 1'
has_nodes
like "    other tools read it" "$(readelf -h -n "$core.2" 2>&1)" 'CORE \(Core file\)|NT_PRSTATUS'

for limit in 2 8 32; do # a busy host may need longer to begin
    dump spin --timeout $limit
    case $errors in *'node 1 computes in spin '*) break ;; esac
done
is "a timeout" "$status" 124
like "    what a node computes, with numbers in registers" "$(asks 'thread 2.1' 'print sum')" '^[$]1 = 2.5$'
has_nodes

dump deadlock --parts 2 --exact
is "two parts" "$status" 75
has_nodes

ln -sf "$scratch/other" "$core.0"
: >"$scratch/other"
run tools/cuberun -n 4 --timeout 30 --core "$core" "$scratch/program.elf" fault
is "a link in the place of a file is not followed" "$status $(stat -c %s "$scratch/other") $(test -h "$core.0" || echo file)" \
    "139 0 file"

# pages TABLE2 TABLE3 DATA: what is found in a memory of four pages, of which the last may be any.
pages() {
    PYTHONPATH=tools /usr/bin/python3 -Bc 'import sys
from running.core import OF_PROCESS, PAGE, TABLE, USED, VALID, pages_of
memory, tables = bytearray(4 * PAGE), [0, *(PAGE * int(word) for word in sys.argv[1:3])]
for place, to, kind in zip(tables, [*tables[1:], PAGE * int(sys.argv[3])], (TABLE, TABLE, OF_PROCESS | USED)):
    memory[place:place + 8] = (to | kind | VALID).to_bytes(8, "little")
print(list(pages_of(memory, 0, 0)))' "$@"
}
is "the last page of memory is a page, or a table" "$(pages 1 2 3) $(pages 2 3 1)" "[(0, 12288)] [(0, 4096)]"

dump exit
is "a program that ends, with whatever status, leaves none" "$status $(find "$scratch" -name 'run.core*')" "3 "

refuses 'cannot be written' --core "$scratch/none/core"
refuses 'cannot be written' --core "$scratch"
refuses 'the program could change it' --dir "$scratch" --core "$core"
refuses '--core: cannot be combined with --gdb' --gdb --core "$core"
finish
