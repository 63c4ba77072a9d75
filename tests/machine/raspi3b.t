#!/bin/sh
# Finds an error on the other board, a Raspberry Pi 3 Model B: its cores start by a spin table, ring
# mailboxes, and have no atomic instructions of Armv8.1.
. tests/lib.sh

TEST_CUBERUN='--board raspi3b'
export CUBERUN="$TEST_CUBERUN"

# ---- The machine from inside

for nodes in 1 4; do
    cube "$nodes" hello
    is "    a line from each node" "$(printf '%s\n' "$output" | grep -c "^hello from node . of $nodes\$")" "$nodes"
done
boot node 4
boot node 2 --accel multi
boot time 4 --exact
boot stack 4
boot traffic 4 --kernel-option routed=256 --kernel-option tick=10 --accel multi
boot forwarding 4 --kernel-option routed=256 --kernel-option tick=0

# ---- What the board's devices are set to, for the firmware may have left them otherwise

c_program loop <<'END'
int main(void) { for (;;) __asm__ volatile(""); }
END
run timeout 60 python3 -c '
import subprocess, sys
sys.path.insert(0, "tests/fail")
from machine import Monitor, emulator
program, path = sys.argv[1:]
command = [*emulator(program, nodes=1, options=["--board", "raspi3b"]), "-qmp", f"unix:{path},server=on,wait=off"]
with subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as machine:
    monitor = None
    while not monitor:
        try:
            monitor = Monitor(path)
        except OSError:
            assert machine.poll() is None
    seen = 0
    while not seen:
        seen = int(monitor.execute("human-monitor-command", **{"command-line": "xp /1xw 0x3f200004"}).split()[1], 16)
    machine.terminate()
print(f"{seen >> 12 & 0o77:o}")
' "$scratch/loop.elf" "$scratch/monitor"
is 'the PL011 has the pins 14 and 15' "$status $output" '0 44'

# ---- Programs, each of which verifies itself

cube 2 pingpong -r 20
cube 4 collectives
run tools/cuberun -n 4 --exact --time --timeout 60 "$out/programs/aspc.elf"
first=$output
run tools/cuberun -n 4 --exact --time --timeout 60 "$out/programs/aspc.elf"
is '--exact counts the same in every run' "$output" "$first"
like '    as many instructions as there were on the clocks' "$output" '^parallel time: [1-9]'
succeeds 'random messages of MPI compile' tools/mpicc -O2 tests/mpi/random/*.c -o "$scratch/random"

# ---- Input, date, status

c_program date <<'END_OF_SOURCE'
#include <stdio.h>
#include <time.h>
int main(void) {
    char line[80] = "";
    if (fgets(line, sizeof line, stdin))
        printf("%lld %s", (long long)time(NULL), line);
    return 3;
}
END_OF_SOURCE
before=$(date +%s)
run sh -c "echo typed | tools/cuberun --timeout 30 $scratch/date.elf"
like 'a program reads what is typed, and its status is that of the run' "$status $output" '^3 [0-9]* typed$'
ok "$((${output%% *} < before || ${output%% *} > $(date +%s)))" '    and it is the date of the host'

# ---- What goes wrong

c_program atomic <<'END_OF_SOURCE'
#include <stdatomic.h>
#include <stdio.h>
static atomic_int count;
int main(void) {
    atomic_fetch_add(&count, 1);
    printf("%d\n", count);
}
END_OF_SOURCE
tools/cubecc -mcpu=cortex-a53 "$scratch/atomic.c" -o "$scratch/a53.elf" || exit
rows '' <<'END'
75 tools/cuberun --timeout 30 -n 4 "$out/tests/fail/deadlock.elf" recv_in_a_ring => node 3 waits in .* for node
139 tools/cuberun --timeout 30 -n 4 --core "$scratch/core" "$out/tests/fail/fault.elf" read_null => read_null \(fault\.c:[0-9]+\)
0 test -s "$scratch/core.0"
132 tools/cuberun --timeout 30 "$scratch/atomic.elf" => ^graycube: node 0: executed an atomic instruction of Armv8.1, .*cubecc -mcpu=cortex-a53
0 tools/cuberun --timeout 30 "$scratch/a53.elf" => ^1$
# A node that computes forwards, by its timer; a host thread for each core; random messages on 3 ranks.
0 tools/cuberun --timeout 30 -n 4 --kernel-option tick=20 "$out/tests/boot/detour.elf" 100 both => ! ^not ok
0 tools/cuberun --timeout 60 -n 4 --accel multi "$out/programs/alltoall.elf" -r 1
0 timeout 60 tools/mpiexec -n 3 "$scratch/random" 3 40 => ^seed 3, .* all right$
END

# What all programs are linked with needs none of them.
atomics='[[:space:]](ld|st)(add|clr|set|eor|smax|smin|umax|umin)[alb]*h?[[:space:]]|[[:space:]](cas|swp)p?[alb]*h?[[:space:]]|[[:space:]]ldapr'
for file in "$scratch/atomic.elf" "$out"/lib*.a; do
    "${CROSS_COMPILE:-aarch64-linux-gnu-}objdump" -d --no-show-raw-insn "$file" >"$scratch/instructions"
    case $file in
    *.elf) like 'such an instruction is found where it is' "$(cat "$scratch/instructions")" "$atomics" ;;
    *) is "    and none in ${file##*/}" "$(grep -cE "$atomics" "$scratch/instructions")" 0 ;;
    esac
done

# ---- Options

rows tools/cuberun <<'END'
64 -n 8 "$out/programs/hello.elf" => ^cuberun: -n 8: too many nodes for a Raspberry Pi 3 Model B .expected: at most 4
64 -n 4 --memory 2G "$out/programs/hello.elf" => ^cuberun: --memory: cannot be combined with --board raspi3b
64 -n 4 --parts 2 "$out/programs/hello.elf" => ^cuberun: --board: cannot be combined with --parts 2
64 --board vax "$out/programs/hello.elf" => ^cuberun: --board: invalid value 'vax' .expected: virt, raspi3b or host
END
finish
