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

# deed NAME STATUS [PATTERN]: what the last of four nodes does.
deed() {
    run tools/cuberun --host -n 4 --timeout 60 "$deeds" "$1"
    is "deed: $1" "$status" "$2" || printf '%s\n' "$output" "$errors" | diagnose
    [ $# -lt 3 ] || like '    what is said' "$output" "$3"
}
line=$(grep -n 'int \*)8' "$deeds.c" | cut -d: -f1)
deed null 139 '^graycube: node 3: wrote to an unmapped address \(at or near a null pointer\), address 0x8$'
like '    and where' "$output" "^graycube:   (at|inlined in) write_null \(deeds\.c:$line\)$"
deed divide 136 '^graycube: node 3: integer division by zero'
deed overflow 139 '^graycube: node 3: stack overflow'
deed trap 132 '^graycube: node 3: executed an undefined instruction$'
deed abort 134 '^graycube: node 3: aborted$'
deed kill 137 '^graycube: node 3: ended by signal 9'
deed status 75 '^graycube: node 3 has ended with status 3$'
deed _exit 75 '^graycube: node 3 has ended with status 4$'
for limit in 1 4 16; do # a busy host may need longer to begin
    run tools/cuberun --host -n 4 --timeout $limit "$deeds" loop
    case $output in *'node 3 computes in '*) break ;; esac
done
line=$(grep -n ' sleep(100)' "$deeds.c" | cut -d: -f1)
is 'a timeout' "$status $errors" "124 cuberun: ended after $limit seconds (--timeout)"
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
    while nodes=$(ps -o pid= --ppid $parent) && [ -z "$nodes" ]; do :; done
    kill -$signal $parent
    wait $parent
    ended=$?
    # shellcheck disable=SC2086 # a number each
    while ps -o pid= -p $nodes >"$scratch/left" && grep -v Z "$scratch/left" >/dev/null; do :; done
    is "nothing is left after SIG$signal" "$((ended > 128))" 1
    exec 3>&-
done

# ---- Sanitizers

succeeds 'it compiles with sanitizers' tools/cubecc --host -g -fsanitize=address,undefined "$deeds.c" -o "$deeds"
run tools/cuberun --host -n 4 "$deeds"
is 'which find nothing in it, and in the library' "$status $(echo "$output" | wc -l)" '0 4'
deed heap 134 "AddressSanitizer: heap-buffer-overflow|runtime error: store to address"
like '    and where' "$output" "deeds\.c:$(grep -n 'a byte too many' "$deeds.c" | cut -d: -f1)"
deed range 134 "deeds\.c:$(grep -n 'more than there is' "$deeds.c" | cut -d: -f1):[0-9]+: runtime error: signed integer overflow"
deed leak 134 'LeakSanitizer: detected memory leaks'

# ---- What is refused, each in a line

for words in --exact '--dir .' '--dead 0:0' --gdb; do
    # shellcheck disable=SC2086
    run tools/cuberun --host -n 2 $words "$deeds"
    is "${words%% *} is refused in a line" "$status $(echo "$errors" | grep -c "^cuberun: ${words%% *}: cannot be combined with --board host")" '64 1'
done
run env CUBERUN='-n 2 --tag' "$deeds"
like 'so are options without cuberun' "$status $errors" '^64 cube: CUBERUN=.*: unsupported options .*-n NODES, --board host; run cuberun'
run tools/cuberun --host -n 2 /bin/true
like 'and programs that cubecc has not made' "$status $errors" '^71 cuberun: /bin/true: program of this host without the cube'

# Such a program has our rights, and so needs our word: its own contents never choose where it runs.
cp "$deeds" "$deeds.elf"
refusal='^71 cuberun: .*deeds(.elf)?: program of this host, which would run with your rights .permit it with cuberun --board host'
for command in "tools/cuberun $deeds" "tools/cuberun -n 2 --show $deeds" "tools/cuberun --map auto -n 2 $deeds.elf" \
    "tools/mpiexec -n 2 $deeds" "env CUBERUN=--tag tools/cuberun $deeds.elf"; do
    run $command
    like "it needs --host: ${command%% /*}" "$status $errors" "$refusal"
    is '    nothing of it has run' "$output" ''
done
for command in "tools/mpiexec -n 2 --cube --host" "env CUBERUN=--host tools/cuberun -n 2" 'env CUBERUN=--host tools/mpiexec -n 2' \
    "env CUBERUN='-n 2 --host'" "env CUBERUN='-n 2 --board host'"; do
    run sh -c "$command $deeds"
    is "which $command says" "$status $(echo "$output" | grep -c 'from the last one')" '0 2'
done
run tools/cuberun --host -n 2 "$scratch/machine"
like '--host is not for programs of the cube' "$status $errors" '^71 cuberun: .*machine.elf: not a program of this host '

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
