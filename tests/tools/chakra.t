#!/bin/sh
# Finds an execution trace of Chakra with other messages, bytes or times than its schedule or program, or with a deadlock.
. tests/lib.sh

traced='/usr/bin/python3 tests/tools/trace.py chakra'
# wanted NAME: what the traces of a schedule have to have, whose steps look the same from all nodes. A packet over several links
# waits for itself. A barrier's messages have no bytes: each has one in the trace.
wanted() {
    tools/draw "$1" -n 16 --json /dev/stdout | /usr/bin/python3 -c '
import json, sys
schedule = json.load(sys.stdin)
packets, words = (schedule["counts"][name] for name in ("packets", "link_words"))
chain = sum(max(len(packet["path"]) - 1 for packet in step["packets"]) for step in schedule["steps"])
print(f"0 calculations of 0, {packets} messages of {100 * words or packets} bytes, {chain} in a chain")'
}
for name in allgather-all-port alltoall-ecube shift-ecube allreduce-halving barrier; do
    succeeds "$name is written" tools/draw "$name" -n 16 --chakra "$scratch/traces/new" --bytes 100
    is "    with its packets, bytes and steps" "$($traced "$scratch/traces/new/$name" 16)" "$(wanted "$name")"
done

cat >"$scratch/two.goal" <<'END'
num_ranks 2
rank 0 {
work: calc 300
l2: send 300b to 1 tag 4 cpu 0 nic 0
l2 requires work
l3:send 5b to 1 tag 4
l3 requires l2
// no bytes
recv 0b from 1
}
rank 1 {
l1: recv 300b from 0 tag 4
l2: recv 5b from 0 tag 4
l2 requires l1
l3: send 0b to 0
l3 requires l2
}
END
succeeds 'a program as GOAL is written' tools/replay "$scratch/two.goal" --chakra "$scratch"
is '    with its messages and calculations' "$($traced "$scratch/two" 2)" '1 calculations of 300, 3 messages of 306 bytes, 2 in a chain'
sed 's/l2 requires l1/l2 irequires l1/' "$scratch/two.goal" >"$scratch/starts.goal"
echo '{"nodes": 2, "ts": 0, "th": 0, "tw": 0}' >"$scratch/run.packets"
rows <<'END'
64 tools/replay "$scratch/starts.goal" --chakra "$scratch" => starts.goal: irequires: not supported by Chakra .expected: requires
64 tools/replay "$scratch/run.packets" --chakra "$scratch" => --chakra: cannot be combined with a recording of packets .*FILE.goal
64 tools/replay "$scratch/two.goal" --chakra "$scratch/two.goal" => --chakra .*two.goal: File exists
64 tools/draw barrier --bytes 8 => --bytes: requires --chakra
64 tools/draw barrier --chakra "$scratch" --bytes 0 => --bytes: invalid value '0'
END
finish
