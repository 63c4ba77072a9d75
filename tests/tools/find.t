#!/bin/sh
# Finds a search for schedules that counts, asks, proves or refuses wrongly as a whole
# (tests/tools/finding.t has its parts). Without a solver, stored results are proved.
. tests/lib.sh

find="tools/graycube find"
found=tools/finding/found
# shellcheck disable=SC2034 # rows expands it
networks=tools/finding/networks

# ---- Without a solver

printf '#!/bin/sh\ncat >/dev/null\necho s SATISFIABLE\necho v 1 -2 3 0\n' >"$scratch/liar"
chmod +x "$scratch/liar"
printf '%s - %s latency 100\n' 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 >"$scratch/long.links"
rows "$find" <<'END'
# What counting rules out: with one port, on a mesh, round a dead link, on a network of a file, in rounds.
1 allgather --steps 2 --solver none => ^2 steps are impossible: .* 3$
1 allgather --steps 2 --proof "$scratch/none" => no proof
1 allgather --nodes 16 --ports one --steps 14 --solver none => ^14 steps are impossible: .* 15$
1 mesh-alltoall --mesh 6 --steps 4 --solver none => ^4 steps are impossible: .* 5$
1 allgather --dead-link 0:1 --steps 3 --solver none => impossible: .* 4$
1 allgather --network $networks/dgx1.links --steps 1 --solver none => ^1 step is impossible: .* 2$
1 allgather --network $networks/two-boxes.links --steps 4 --rounds 8 --packets 9 --solver none => ^4 steps are impossible in 8 rounds: by counting
64 allreduce --network $networks/dragonfly.links => ^find: allreduce: cannot be combined with switches of multicast
64 allgather --network $networks/two-islands.links --steps 3 --rounds 4 --solver none => ^find: --rounds: cannot be combined with links of a latency above 1
64 bcast --network "$scratch/long.links" --solver none => ^find: network: requires 1100 steps .expected: at most 1000
64 allgather --network $networks/fat-tree.links --symmetry even => --symmetry: cannot be combined with a network with switches
1 allgather --network $networks/dgx1.links --steps 3 --rounds 6 --packets 6 --solver none => ^3 steps are impossible in 6 rounds
# A solver that is missing, that lies, and that is none.
64 allgather --nodes 1 => ^find: network: one node has no links
64 scan --nodes 4 --dead 1,2,3 --ports one => ^find: network: one node has no links
64 allgather --solver none => solver none: not installed
70 allgather --solver "$scratch/liar" => solution
70 allgather --solver true => true: .*status 0
64 => operation
64 --prove => --prove
64 allgather --json /nowhere/found --solver none => /nowhere/found
64 bcast --root 8 => bcast is not possible on 8 nodes
64 mesh-reduce --mesh 2x3 => even
64 allgather --mesh 4 => --mesh
64 barrier => "barrier"
64 allgather --ports two => 'two'
64 scan --ordered --symmetry even => order
64 bcast --symmetry translations => bcast
64 allgather --symmetry '' => ''
64 allgather --packets 2 => allgather
64 allgather --root 1 => ^find: --root: cannot be combined with allgather .which does not
64 bcast --shift 2 => ^find: --shift: cannot be combined with bcast .which does not
64 bcast --network $networks/dgx1.links --target 2 => ^find: --target: cannot be combined with bcast$
64 alltoall --nodes 128 => link
64 aspc --network $networks/dgx1.links => aspc
64 allgather --network none.links => none.links
END
# shellcheck disable=SC2317 # rows calls it
network() {
    # shellcheck disable=SC2059
    printf "$1" >"$scratch/own.links"
    $find allgather --network "$scratch/own.links"
}
rows network <<'END'
64 '0 1\n1 0\n0 x\n' => line 3: invalid value '0 x' .expected: FROM TO
64 '0 - 1\n1 1\n' => line 2: invalid value '1 1' .expected: two of the nodes
64 '0 - 1\n2 3\n' => nodes 0 and 2 are not connected
64 '0 1\n1 2\n' => nodes 0 and 1 are not connected in both directions
64 '0 - 9\n' => unsupported network of 2 links between 2 nodes
64 '0 - 2\n1 - 2\nswitch 1\n' => unsupported network of 4 links between 2 nodes and 1 switch .* switches after them
64 'switch 0\n0 - 1\n' => unsupported network
64 'switch 2 copies\n' => line 1: invalid value 'switch 2 copies' .expected: .* switch NUMBER
64 '1..0 - 2\n' => line 1: invalid value '1..0 - 2'
64 '0..1..2 - 3\n' => line 1: invalid value '0..1..2 - 3' .expected: FROM TO
64 '0..511,0..511 - 1\n' => line 1: invalid value
64 '0..511 - 512\n' => line 1: invalid value
64 'switch 24..423\n0..23 - 24..63\n24..63 - 64..103\n64..103 - 104..143\n104..143 - 144..423\n' => more than 2048 paths begin at switch 24
64 'switch 508..511\n0..507 - 508..511\n' => more than 65536 paths between nodes
64 '0 - 1 latency 0\n' => line 1: latency: invalid value '0' .expected: 1 to 100 steps.$
64 '0 - 1 latency 101\n' => line 1: latency: invalid value '101'
64 '0 - 1 latency\n' => line 1: invalid value '0 - 1 latency' .expected: FROM TO or FROM - TO, then .CAPACITY. .latency STEPS.
64 '0 - 1 2 latency 2\n1 0 latency 3\n' => line 2: latency: invalid value '3' .expected: 2, as before for the link from 1 to 0.$
64 '# nothing\n' => unsupported network of 0 links between 0 nodes
END

# ---- What is stored

# stored FILE STEPS PACKETS WORDS: the checker proves it, with these counts.
stored() {
    succeeds "$1, which was found, is proved" tools/check $found/"$1".json
    is "    with its counts" "$(printf '%s\n' "$output" | awk '$1 ~ /^[0-9]+$/ { print $4, $6, $7 }')" "$2"
}
stored allgather-dead '4 56 56'
stored allreduce-all-port '5 112 112'
stored allreduce-ordered '4 32 128'
stored alltoall-ring '5 54 54'
stored bcast-dead '5 42 42'
for file in "$found"/*.json; do
    like "$file says what found it" "$(cat "$file")" '"source": "graycube find [a-z-]+ '
done
# What no cube runs the tool itself proves. A broadcast on a dragonfly needs switches that copy.
sed 's/"multicast": .*/"multicast": [],/' $found/dragonfly-bcast.json >"$scratch/copied.json"
sed 's/\[1, 4, 1, 3\]/[1, 4, 1, 4]/' $found/two-islands-bcast.json >"$scratch/slower.json"
sed 's/4, 1, 3\]/4, 1, 101]/' $found/two-islands-bcast.json >"$scratch/slowest.json"
rows "$find --prove" <<'END'
0 $found/dgx1-1-2-2.json => 2 steps, 50 packets, 56 link words$
0 $found/star4-bcast.json => 5 steps, 23 packets, 23 link words$
0 $found/two-islands-bcast.json => one port: 5 steps, 7 packets, 7 link words$ => ^step   2:  0>2 0  1>4@5 0$
1 "$scratch/slower.json" => wrong schedule: step 5: node 4 has no block 0 of packet
64 "$scratch/slowest.json" => invalid link .expected: .* a latency up to 100
1 "$scratch/copied.json" => link from node 7 to node 8 carries 2 blocks, and may carry 1
0 $found/debruijn8-allreduce.json => 4 steps, 26 packets, 26 link words$
END

# A solver that comes to no end, and tells by the end of what it writes to $alive that it has ended.
mkfifo "$scratch/alive"
cat >"$scratch/endless" <<'END_OF_SOLVER'
#!/bin/sh
exec 3>"${0%/*}/alive"
echo asked >&3
exec tail -f /dev/null
END_OF_SOLVER
chmod +x "$scratch/endless"
tools/finding/find allgather --solver "$scratch/endless" >/dev/null 2>&1 &
finder=$!
{
    read -r asked
    kill -TERM "$finder"
    left=$(timeout 60 cat && echo ended)
} <"$scratch/alive"
is 'a solver ends with the tool that has asked it' "$asked $left" 'asked ended'
/usr/bin/python3 -c '
for n in range(16):
    print(n, "-", n // 4 * 4 + (n + 1) % 4)
    print(n, "-", (n + 4) % 16)' >"$scratch/torus.links"
# When the time is over: the best schedule so far, which needs no search, or the best bound.
rows "$find" <<'END'
124 allreduce --nodes 32 --packets 28 --steps 11 --seconds 1 --solver "$scratch/endless" => ^11 steps: not known after 1 second$
0 alltoall --network "$scratch/torus.links" --json "$scratch/torus.json" --seconds 1 --solver "$scratch/endless" => ^so far the best schedule has 11 steps .* 8 steps$
124 allreduce --seconds 1 --solver "$scratch/endless" => ^so far no schedule is found, .* 3 steps
0 --prove "$scratch/torus.json" => all ports: 11 steps, 512 packets, 512 link words$
END

# ---- With a solver

if ! command -v cadical >/dev/null; then
    echo "# there is no solver: 'make setup-find' installs it; the searches are left out"
    finish
fi
rows "$find" <<'END'
0 allgather => ^3 steps are found: 56 packets, 56 link words, and none has fewer$ => ^found-allgather-all-3 on 8 nodes: all-port, 3 steps \(bound 3\), 56 packets,$
0 bcast --ports one --packets 3 --root 5 --json "$scratch/bcast.json" => ^5 steps are found: 21 packets, 21 link words => ^proved by tools/check
0 gather --ports one --blocks all --root 3 => ^3 steps are found: 7 packets, 12 link words, and none has fewer$
0 mesh-scan --mesh 6 => ^3 steps are found: 9 packets, 9 link words, and none of 3 steps has fewer$
0 scan --ports one --ordered => ^3 steps are found: 17 packets, 17 link words, and none of 3 steps has fewer$
1 allreduce --nodes 4 --packets 4 --ordered --steps 3 --proof "$scratch/proof" => ^3 steps are impossible: the proof is in .*/proof, of the formula in .*/proof.cnf$
0 allgather --steps 3 --proof "$scratch/none" => ^3 steps are found
0 alltoall --nodes 16 --symmetry translations => ^8 steps are found: 512 packets, 512 link words, and none has fewer$
1 allreduce --packets 8 --symmetry translations --steps 5 => ^5 steps are impossible under this symmetry$
0 allgather --network $networks/dgx1.links --steps 3 --rounds 7 --packets 6 --json "$scratch/dgx1.json" => ^3 steps are found: [0-9]+ packets, 336 link words
0 allgather --network $networks/dgx2.links --steps 1 --rounds 5 --packets 2 => ^1 step is found: 240 packets, 480 link words, and none has fewer$
0 allgather --network $networks/two-boxes.links --steps 2 --rounds 3 --packets 2 => ^2 steps are found: .* 112 link words, and none has fewer$
0 alltoall --network $networks/fat-tree.links --steps 1 --rounds 7 => ^1 step is found: 56 packets, 56 link words, and none has fewer$
0 bcast --ports one --network $networks/two-islands.links => ^5 steps are found: 7 packets, 7 link words, and none has fewer$
0 allgather --network $networks/torus.links => ^4 steps are found: [0-9]* packets, 240 link words, and none has fewer$
0 --prove "$scratch/dgx1.json" => 3 steps of 7 rounds
END
succeeds "what was found is played and drawn" tools/draw "$scratch/bcast.json" --svg "$scratch/bcast.svg" --page "$scratch/bcast.html"
succeeds "what is impossible has a proof" /usr/bin/python3 tests/tools/drat.py "$scratch/proof"
is "    and what is found has none" "$(ls "$scratch"/none* 2>/dev/null)" ''
if has_usual_tools; then
    rows "$find" <<'END'
0 reduce --ports one --ordered --run => ^found-reduce-one-3 one-port 3 3 .* 7 448 448
END
fi
finish
