#!/bin/sh
# Finds a run that ends early without reporting its results so far, and the places of its nodes.
. tests/lib.sh

# All nodes send their neighbour on dimension 0 eight bytes, and receive as many. Then node 1 ends, and node 0 does what
# the argument says, for which node 2 and 3 wait.
c_program early tools/cubecc -O1 <<'END_OF_PROGRAM'
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void wait_for_ever(void) {
    char bytes[8];
    cube_link_recv(1, bytes, sizeof bytes);
}

int main(int argc, char *argv[]) {
    char bytes[8] = {0};
    const char *what = argc > 1 ? argv[1] : "";
    cube_link_send(0, bytes, sizeof bytes);
    cube_link_recv(0, bytes, sizeof bytes);
    if (cube_node() == 1)
        return 0;
    if (cube_node() == 0 && strcmp(what, "fault") == 0)
        *(volatile int *)8 = 1;
    if (cube_node() == 0 && strcmp(what, "abort") == 0) {
        usleep(200000); /* by when node 1 has ended: nothing tells node 0 of that */
        abort();
    }
    if (cube_node() == 0 && strcmp(what, "spin") == 0) {
        puts("spins");
        fflush(stdout);
        for (;;)
            __asm__ volatile("");
    }
    wait_for_ever();
}
END_OF_PROGRAM
stats=$scratch/stats.json

# early OPTIONS...: a run of four nodes with all that tells of it.
early() {
    run tools/cuberun -n 4 --timeout 20 --stats "$stats" --links --time --profile --record "$scratch/packets.json" \
        --page "$scratch/run.html" --trace "$scratch/trace.json" "$@"
}

# is_told STATUS NODES: the run has ended with this status, and N nodes have not come to their end.
is_told() {
    is "    its status" "$status" "$1"
    like "    --links: what had gone over the links" "$output" '^links: ([34]) of 8 used, \1 packets, (24|32) bytes$'
    like "    and that it ended early" "$output" "^ended early: at $2 nodes, "
    like "    --time: unknown, and until then" "$output" \
        "^parallel time: unknown, for $2 nodes have not come to their end; until then [1-9][0-9]*\$"
    like "    --profile: the clocks" "$output" '^ +3 +[1-9][0-9]* +[0-9]'
    is "    --record: the packets" "$(grep -c '"operation": "link"' "$scratch/packets.json")" 4
    is "    --stats: who has not come to its end" "$(python3 -c 'import json, sys
sys.path.insert(0, "tools")
from running.json_schema import schema, wrong
stats = json.load(open(sys.argv[1]))
print(wrong(stats, schema("stats")), stats["status"], [left["node"] for left in stats["early"]], len(stats["records"]))' \
        "$stats")" "None $1 [0, 2, 3] 4"
    is "    --trace: the packets, and where the nodes were" "$(grep -q '"name":"link"' "$scratch/trace.json" && echo link) $(
        grep -c '"name":"ended early: ' "$scratch/trace.json")" "link $2"
    like "    --page: where the nodes were" "$(cat "$scratch/run.html")" '"early":\[\{"node":0,'
}

early --exact "$scratch/early.elf"
like "a deadlock" "$output" '^graycube: deadlock'
is_told 75 3
is "    where the nodes were" "$(sed -n 's/.*"where": "\(.*\)"/\1/p' "$stats" | sort | uniq -c | sed 's/^ *//')" \
    "1 waits in link recv for node 0 (dimension 1), called from wait_for_ever (early.c:9), main (early.c:31)
1 waits in link recv for node 1 (dimension 1), called from wait_for_ever (early.c:9), main (early.c:31)
1 waits in link recv for node 2 (dimension 1), called from wait_for_ever (early.c:9), main (early.c:31)"
mv "$stats" "$scratch/first.json"
early --exact "$scratch/early.elf"
succeeds "    the same in every run" cmp "$stats" "$scratch/first.json"

early --exact "$scratch/early.elf" fault
like "a fault" "$output" '^graycube: node 0: wrote to an unmapped address'
is_told 139 3
like "    and where it was" "$(cat "$stats")" '"where": "has ended the run, in main .early.c:20.'
for limit in 1 4 16; do # a busy host may need longer to begin
    early --exact --timeout $limit "$scratch/early.elf" spin
    ! has_line "$output" '^links: [34] of 8 used' || break
done
like "a timeout" "$errors" "^cuberun: ended after $limit seconds? "
is_told 124 3

# Each of these takes alone from the nodes what it tells.
rows 'tools/cuberun -n 4 --timeout 20 --ts 10' <<'END'
75 --links "$scratch/early.elf" => ^links: 4 of 8 used, 4 packets, 32 bytes$
75 --profile "$scratch/early.elf" => ^ node 1 works until 0$
0 --record "$scratch/alone" "$scratch/early.elf"; cat "$scratch/alone" => "operation": "link"
0 --page "$scratch/alone" "$scratch/early.elf"; cat "$scratch/alone" => "waits":."count":4,
END

mkfifo "$scratch/console"
tools/cuberun -n 4 --timeout 60 --stats "$stats" --time "$scratch/early.elf" spin >"$scratch/console" 2>"$scratch/errors" &
exec 3<"$scratch/console"
read -r line <&3
kill -INT $!
cat <&3 >"$scratch/output"
status=0
wait $! || status=$?
is "Ctrl-C" "$line $status $(grep -c unknown "$scratch/output")" 'spins 130 1'
is "    the meters are written" "$(grep -c '"packets": 1' "$stats")" 4

early --parts 2 --exact "$scratch/early.elf"
is "a deadlock in two parts" "$status" 75
like "    what had gone over the links" "$output" '^links: 4 of 8 used, 4 packets, 32 bytes$'

# A program can write anything where its records are, and its file can say anything of where that is.
cat >"$scratch/forged.py" <<'END'
import resource
import sys
from contextlib import nullcontext

sys.path.insert(0, "tools")
from running import early

resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

early.MOST_ENTRIES = 100
AT = {"node": 1 << 20, "physical": 2 << 20, "journal": 3 << 20, "entries": 4 << 20}
MEMBER = 2 * len(early.NAMES) + len(early.SIZES)


class Node:
    def kind(self):
        return ("computes",)


class Memory:
    """Each byte of the node, the journal, the entries and the map has this value, but for what is given."""
    def __init__(self, size, dimension, count):
        members = {"dimension": (0, 4), "order": (0, 12), "places": (12, 12), "count": (0, 8), "room": (8, 8),
                   "entries": (16, 8), "to": (0, 0), "kind": (0, 0), "peer": (4, 0)}
        pairs = [member for name in early.MEMBERS for member in members.get(name, (0, 1))]
        self.map = early.MAP.pack(*[AT.get(name, 0) for name in early.NAMES], *[size] * len(early.SIZES), *pairs)
        self.node = dimension.to_bytes(4, "little")
        self.journal = b"".join(value.to_bytes(8, "little") for value in (count, count, AT["entries"]))
        self.most = self.reads = 0

    def look_at(self, number):
        pass

    def memory_of_process(self):
        return nullcontext()

    def read(self, address, size):
        self.most, self.reads = max(self.most, size), self.reads + 1
        known = {0x1000: self.map, AT["node"]: self.node, AT["journal"]: self.journal,
                 AT["physical"]: bytes([0]) * 12 + bytes([0]) * 12}.get(address, b"")
        return (known + bytes(min(size, 1 << 20)))[:size]


for size, dimension, count in ((64, 1, 1 << 40), (64, 1 << 31, 10), (64, 0, 10), ((1 << 32) - 1, 1, 10),
                               (64, 1, 10)):
    memory, gathered = Memory(size, dimension, count), early.Early({"event"}, 2)
    gathered.look(memory, {0: Node()}, 0x1000, lambda node: "")
    print(memory.most <= early.MOST_BYTES, memory.reads < 300, len(gathered.records), gathered.missing)
END
is "sizes that are forged are not believed" "$(python3 -B "$scratch/forged.py" 2>&1)" "True True 0 [0]
True True 0 []
True True 0 []
True True 0 []
True True 10 []"

tools/cubecc -s "$scratch/early.c" -o "$scratch/stripped.elf"
early "$scratch/stripped.elf"
like "a program without symbols: it is said that nothing was read" "$status $errors" \
    '^75 cuberun: records of 3 nodes were not read .the program has no symbols.$'
finish
