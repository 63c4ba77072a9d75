#!/bin/sh
# Finds a difference between nodes that are processes of the host and the machine: counts, ends,
# reports, sanitizers, rights; and runs tests of the machine again on them.
. tests/lib.sh

cat >"$scratch/deeds.c" <<'END'
#include <cube.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int numbers[4];
static volatile int zero;
static char *volatile lost;
static void write_null(void) {
    *(volatile int *)8 = 1;
}
static int overflow(int depth) {
    volatile char room[1000] = {(char)depth};
    return depth < 0 ? 0 : overflow(depth + 1) + room[0];
}
static void do_deed(const char *deed) {
    if (strcmp(deed, "null") == 0)
        write_null();
    if (strcmp(deed, "divide") == 0)
        numbers[0] /= zero;
    if (strcmp(deed, "overflow") == 0)
        overflow(0);
    if (strcmp(deed, "trap") == 0)
        __builtin_trap();
    if (strcmp(deed, "abort") == 0)
        abort();
    if (strcmp(deed, "kill") == 0)
        kill(getpid(), 9);
    if (strcmp(deed, "heap") == 0) {
        lost = malloc(10);
        lost[10] = 1; /* a byte too many */
    }
    if (strcmp(deed, "leak") == 0) {
        lost = malloc(10);
        lost = 0;
    }
    if (strcmp(deed, "range") == 0)
        numbers[zero] += cube_nodes() + 2147483647; /* more than there is */
    if (strcmp(deed, "status") == 0)
        exit(3);
    if (strcmp(deed, "_exit") == 0)
        _exit(4);
    if (strcmp(deed, "loop") == 0)
        for (;;)
            sleep(100);
}
int main(int argc, char *argv[]) {
    int sum = 0, node = cube_node(), next = (node + 1) % cube_nodes();
    if (node == 0 && scanf("%d", &sum) == 1)
        printf("read %d, NAME is %s\n", sum, getenv("NAME") ? getenv("NAME") : "unset");
    numbers[1] = node;
    if (argc > 1 && node == cube_nodes() - 1)
        do_deed(argv[1]);
    cube_send(next, &node, sizeof node);
    cube_recv((node + cube_nodes() - 1) % cube_nodes(), &sum, sizeof sum);
    cube_barrier();
    printf("node %d of %d: %d from the last one\n", numbers[1], cube_nodes(), sum);
    return 0;
}
END
deeds=$scratch/deeds
succeeds 'a program compiles for the host' tools/cubecc --host "$deeds.c" -o "$deeds"
run env CUBERUN='-n 4' "$deeds"
is 'and runs by itself' "$status $(echo "$output" | sort)" '0 node 0 of 4: 3 from the last one
node 1 of 4: 0 from the last one
node 2 of 4: 1 from the last one
node 3 of 4: 2 from the last one'

# ---- The same counts as on the machine

tools/cubecc "$deeds.c" -o "$scratch/machine"
for program in machine deeds; do
    # shellcheck disable=SC2046 # no word or one
    run tools/cuberun $([ $program = machine ] || echo --host) -n 8 --links --time --ts 100 --th 10 --tw 1 "$scratch/$program"
    echo "$output" | sort >"$scratch/$program.links"
done
is 'steps, packets, bytes and declared times are those of the machine' \
    "$(diff "$scratch/machine.links" "$deeds.links") $(grep -c 'parallel time: [1-9]' "$deeds.links")" ' 1'

# ---- Ends

rows "tools/cuberun --host -n 4 --timeout 60 $deeds" <<'END'
139 null => ^graycube: node 3: wrote to an unmapped address \(at or near a null pointer\), address 0x8$ => ^graycube:   (at|inlined in) write_null \(deeds\.c:11\)$
136 divide => ^graycube: node 3: integer division by zero
139 overflow => ^graycube: node 3: stack overflow
132 trap => ^graycube: node 3: executed an undefined instruction$
134 abort => ^graycube: node 3: aborted$
137 kill => ^graycube: node 3: ended by signal 9
75 status => ^graycube: node 3 has ended with status 3$
75 _exit => ^graycube: node 3 has ended with status 4$
END
for limit in 1 4 16; do # a busy host may need longer to begin
    run tools/cuberun --host -n 4 --timeout $limit "$deeds" loop
    case $output in *'node 3 computes in '*) break ;; esac
done
is 'a timeout' "$status $errors" "124 cuberun: ended after $limit second$([ "$limit" = 1 ] || echo s) (--timeout)"
like '    and where nodes are: one that computes,' "$output" \
    "^graycube: node 3 computes in (loop \(deeds\.c:|do_deed \(deeds\.c:|main \(deeds\.c:)"
like '    and one that waits' "$output" '^graycube: node 0 waits in recv for node 3 \(2 links away\), called from main \(deeds\.c:[0-9]+\)$'

# What nodes had done until a run was ended early: by a timeout, a fault, a deadlock. Before the first two some may not
# even have begun.
for deed in loop status; do
    run tools/cuberun --host -n 4 --timeout 1 --links --ts 100 --stats "$scratch/early.stats" "$deeds" $deed
    like "early, $deed: the links until then" "$output" '^links: [0-5] of [0-8] used, [0-6] packets, [0-9]+ bytes$'
    like '    and where nodes were' "$(tr -d '\n' <"$scratch/early.stats")" '"early": \[ *\{ *"node": 0, *"where": "[a-z]'
done
like '    which waits there' "$(tr -d '\n' <"$scratch/early.stats")" '"where": "waits in recv, called from main \(deeds'
like '    where all wait, exactly' "$output" '^links: 5 of 8 used, 6 packets, 16 bytes$' # with what came to a node that had ended
is 'input is at node 0, and -x adds to the environment' \
    "$(echo 42 | tools/cuberun --host -n 2 -x NAME=value "$deeds" | grep read)" 'read 42, NAME is value'

# However the parent ends, no node is left.
mkfifo "$scratch/output.pipe"
for signal in KILL TERM; do
    env --default-signal "$deeds" loop <"$scratch/output.pipe" >/dev/null 2>&1 &
    parent=$!
    exec 3>"$scratch/output.pipe"
    until nodes=$(ps -o pid= --ppid $parent) || ! kill -0 $parent; do :; done
    kill -$signal $parent
    wait $parent
    ended=$?
    # shellcheck disable=SC2086 # a number each
    while ps -o pid= -p $nodes >"$scratch/left" && grep -v Z "$scratch/left" >/dev/null; do :; done
    is "nothing is left of processes after SIG$signal" "$((ended > 128)) ${nodes:+some}" '1 some'
    exec 3>&-
done

# ---- Sanitizers

succeeds 'it compiles with sanitizers' tools/cubecc --host -g -fsanitize=address,undefined "$deeds.c" -o "$deeds"
rows "tools/cuberun --host -n 4 --timeout 60 $deeds" <<'END'
# They find nothing in it, and in the library; and then what is wrong, and where.
0 => ! Sanitizer|runtime error
134 heap => AddressSanitizer: heap-buffer-overflow|runtime error: store to address => deeds\.c:32
134 range => deeds\.c:39:[0-9]+: runtime error: signed integer overflow
134 leak => LeakSanitizer: detected memory leaks
END

# ---- What is refused

# Such a program has our rights, and so needs our word: its own contents never choose where it runs.
cp "$deeds" "$deeds.elf"
rows '' <<'END'
64 tools/cuberun --host -n 2 --exact "$deeds" => ^cuberun: --exact: cannot be combined with --board host
64 tools/cuberun --host -n 2 --dir . "$deeds" => ^cuberun: --dir: cannot be combined with --board host
64 tools/cuberun --host -n 2 --dead 0:0 "$deeds" => ^cuberun: --dead: cannot be combined with --board host
64 tools/cuberun --host -n 2 --gdb "$deeds" => ^cuberun: --gdb: cannot be combined with --board host
64 env CUBERUN='-n 2 --tag' "$deeds" => ^cube: CUBERUN=.*: unsupported options .*-n NODES, --board host; run cuberun
71 tools/cuberun --host -n 2 /bin/true => ^cuberun: /bin/true: compiled for this host, not for the cube
71 tools/cuberun --host -n 2 "$scratch/machine" => ^cuberun: .*machine.elf: not a program of this host 
# Nothing of it runs without that word.
71 tools/cuberun "$deeds" => ^cuberun: .*deeds: program of this host, which would run with your rights .permit it with cuberun --board host => ! from the last one
71 tools/cuberun -n 2 --show "$deeds" => ^cuberun: .*deeds: program of this host, which would run with your rights => ! from the last one
71 tools/cuberun --map auto -n 2 "$deeds.elf" => ^cuberun: .*deeds.elf: program of this host, which would run with your rights => ! from the last one
71 tools/mpiexec -n 2 "$deeds" => ^cuberun: .*deeds: program of this host, which would run with your rights => ! from the last one
71 env CUBERUN=--tag tools/cuberun "$deeds.elf" => ^cuberun: .*deeds.elf: program of this host, which would run with your rights => ! from the last one
0 tools/mpiexec -n 2 --cube --host "$deeds" => ^node 1 of 2: 0 from the last one
0 env CUBERUN=--host tools/cuberun -n 2 "$deeds" => ^node 1 of 2: 0 from the last one
0 env CUBERUN=--host tools/mpiexec -n 2 "$deeds" => ^node 1 of 2: 0 from the last one
0 env CUBERUN='-n 2 --host' "$deeds" => ^node 1 of 2: 0 from the last one
0 env CUBERUN='-n 2 --board host' "$deeds" => ^node 1 of 2: 0 from the last one
END

# ---- Tests of the machine. Where they ask for more memory than there is, there is a limit.

export CUBE_ENGINE=host CUBE_OUT=build/native TEST_CUBERUN=--host
# shellcheck disable=SC3045 # dash has ulimit -v
ulimit -v 1000000
again="${AGAIN-fail mpi_corners mpi_files mpi_failures collectives ranks}"
for test in $again; do
    echo "$test"
done | xargs -P 2 -I {} sh -c "tests/machine/{}.t >'$scratch/{}.tap' 2>&1 && echo {}" >"$scratch/passed"
for test in $again; do
    grep -qx "$test" "$scratch/passed"
    ok $? "tests/machine/$test.t" || grep -v '^ok' "$scratch/$test.tap" | diagnose
done
finish
