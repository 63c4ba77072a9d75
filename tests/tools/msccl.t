#!/bin/sh
# Finds a schedule that MSCCL would run otherwise than it is proved: written wrongly, or read without its deadlock or race.
. tests/lib.sh

for name in $(tools/check --list | awk '$2 ~ /^(allgather|bcast|reduce_scatter|allreduce)$/ { print $1 }'); do
    succeeds "$name is written, and its file proved" tools/draw "$name" -n 8 --msccl "$scratch/$name.xml"
done
succeeds 'what is written and read is an algorithm again' tools/check "$scratch/allreduce-halving.xml" --json "$scratch/again.json"
like '    proved by the checker of all schedules' "$output" '^proved by tools/check'

# ring GPUS PARTS KIND:OWNER:PART...: an all-gather in place round a ring. Each gpu has these steps, for a chunk of the gpu that
# is OWNER behind it.
ring() {
    gpus=$1 parts=$2 gpu=0
    shift 2
    echo "<algo name=\"ring\" nchannels=\"1\" nchunksperloop=\"$((gpus * parts))\" ngpus=\"$gpus\" coll=\"allgather\" inplace=\"1\">"
    while [ "$gpu" -lt "$gpus" ]; do
        echo "<gpu id=\"$gpu\" i_chunks=\"0\" o_chunks=\"$((gpus * parts))\" s_chunks=\"0\">"
        echo "<tb id=\"0\" send=\"$(((gpu + 1) % gpus))\" recv=\"$(((gpu + gpus - 1) % gpus))\" chan=\"0\">"
        s=0
        for step; do
            kind=${step%%:*} part=${step##*:} owner=${step#*:}
            chunk=$(((gpu + gpus - ${owner%:*}) % gpus * parts + part))
            echo "<step s=\"$s\" type=\"$kind\" srcbuf=\"o\" srcoff=\"$chunk\" dstbuf=\"o\" dstoff=\"$chunk\" cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>"
            s=$((s + 1))
        done
        echo '</tb></gpu>'
        gpu=$((gpu + 1))
    done
    echo '</algo>'
}
ring 3 1 s:0:0 rcs:1:0 r:2:0 >"$scratch/ring.xml"
ring 2 2 s:0:0 s:0:1 r:1:0 r:1:1 >"$scratch/two.xml"
ring 2 3 s:0:0 s:0:1 s:0:2 r:1:0 r:1:1 r:1:2 >"$scratch/three.xml"
# shellcheck disable=SC2034 # rows expands it
ring=$scratch/ring.xml
# changed FILE SCRIPT: what the checker says of a file that sed has changed.
# shellcheck disable=SC2317 # rows calls it
changed() {
    sed "$2" "$1" >"$scratch/changed.xml"
    tools/check "$scratch/changed.xml"
}
rows changed <<'END'
0 "$ring" '' => ^proved: no deadlock, no race$ => ^allgather on 3 nodes, all ports: 2 steps, 6 packets, 6 link words$
# Lines 4 to 6 are the steps of gpu 0.
1 "$ring" 's/"s"/"x"/; s/type="r"/type="s"/; s/"x"/"r"/' => wrong schedule: deadlock: the steps in lines 4, 5, 6, 11, 12, 17 wait for each other$
1 "$ring" '4s/srcoff="0"/srcoff="1"/' => line 4: gpu 0: chunk 1 of buffer o is read before it is written$
1 "$ring" '6s/dstoff="1"/dstoff="2"/' => wrong schedule: at the end node 0 has a wrong block 1 in output 1: nothing$
1 "$ring" 's/inplace="1"/inplace="1" outofplace="1"/' => chunk 0 of buffer o is read before it is written
1 "$ring" 's/allgather/allreduce/; s/i_chunks="0"/i_chunks="3"/' => wrong block
0 "$scratch/two.xml" '' => 1 step, 2 packets, 4 link words$
# A channel holds two messages.
1 "$scratch/three.xml" '' => deadlock: the steps in lines 6, 7, 15, 16 wait for each other$
64 "$ring" '4s/cnt="1"/cnt="2"/' => line 11: cnt: invalid value 1 .expected: 2, sent in line 4.$
64 "$ring" '4s/type="s"/type="nop"/' => line 12: type r: no partner at the other end of the channel$
64 "$ring" '5s/"rcs"/"send"/' => line 5: unknown type 'send'$
64 "$ring" '5s/dstoff="2"/dstoff="3"/' => line 5: dstoff: chunk out of range
64 "$ring" '5s/s="1"/s="2"/' => line 5: step: out of order .expected: 1.$
64 "$ring" '4s/deps*[id]*="-1"/depid="0"/' => line 4: depid, deps: no such step
64 "$ring" '3s/send="1"/send="0"/' => line 3: tb: peer or channel out of range
64 "$ring" '3s/recv="2"/recv="-1"/' => line 5: its tb has no peer to receive from$
64 "$ring" '7s/.*/<\/tb><tb id="1" send="1" recv="-1" chan="0"><\/tb><\/gpu>/' => line 7: tb: channel 0 with gpu 1 belongs to another tb$
64 "$ring" '1s/loop="3"/loop="4"/' => line 1: nchunksperloop: invalid value 4
64 "$ring" '1s/allgather/barrier/' => line 1: unknown coll 'barrier'
64 "$ring" '16q' => line 17: not valid XML
64 "$ring" '1s/^/<!DOCTYPE a [<!ENTITY b "c">]>/' => line 1: unexpected DOCTYPE$
# Without a dependency, what one block sends is not there yet, or is overwritten.
1 "$scratch/allreduce-exchange.xml" 's/depid="[1-9]"/depid="-1"/' => race: gpu [0-7]: the steps in lines [0-9]+ and [0-9]+ touch a chunk in no order$
64 "$scratch/allreduce-exchange.xml" 's/hasdep="1"/hasdep="0"/' => line [0-9]+: depid, deps: no such step with hasdep
END
rows '' <<'END'
64 tools/check "$ring" --root 1 => ^check: --root: cannot be combined with allgather$
64 tools/draw scan-exchange --msccl "$scratch/scan.xml" => ^draw: --msccl: invalid value 'scan' .expected: an algorithm of allgather
END
finish
