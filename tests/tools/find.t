#!/bin/sh
# Finds a search for schedules that counts, asks, proves or refuses wrongly as a whole (tests/tools/finding.t has its parts).
# Where there is no solver, what it has found before is proved.
. tests/lib.sh

find="tools/graycube find"
found=tools/finding/found
networks=tools/finding/networks

# ---- Without a solver

# tells DESCRIPTION STATUS MESSAGE WORDS...: the tool ends so, and prints this.
tells() {
    description=$1 wanted=$2 message=$3
    shift 3
    # shellcheck disable=SC2086
    run $find "$@"
    is "$description" "$status" "$wanted"
    like "    which is told" "$output$errors" "$message"
}
tells "what counting rules out needs no solver" 1 '^2 steps are impossible: by counting, none goes below 3$' \
    allgather --steps 2 --solver none
tells "    and leaves no other proof" 1 'there is no proof of that in DRAT$' allgather --steps 2 --proof "$scratch/none"
tells "    with one port" 1 '^14 steps are impossible: by counting, none goes below 15$' \
    allgather --nodes 16 --ports one --steps 14 --solver none
tells "    on a mesh" 1 '^4 steps are impossible: by counting, none goes below 5$' mesh-alltoall --mesh 6 --steps 4 --solver none
tells "    round a dead link" 1 'none goes below 4$' allgather --dead-link 0:1 --steps 3 --solver none
tells "    on a network of a file" 1 '^1 step is impossible: by counting, none goes below 2$' \
    allgather --network $networks/dgx1.links --steps 1 --solver none
tells "    in rounds" 1 '^3 steps are impossible in 6 rounds: by counting$' \
    allgather --network $networks/dgx1.links --steps 3 --rounds 6 --packets 6 --solver none
tells "for all else a solver is missing, which is told" 64 'there is no solver none: --solver names one' allgather --solver none
printf '#!/bin/sh\ncat >/dev/null\necho s SATISFIABLE\necho v 1 -2 3 0\n' >"$scratch/liar"
chmod +x "$scratch/liar"
tells "a solution that is none is refused" 70 'has printed a solution that is none$' allgather --solver "$scratch/liar"
tells "    and a program that is no solver" 70 'true has ended with status 0, and printed no line' allgather --solver true

refused() {
    message=$1
    shift
    tells "find refuses $*" 64 "$message" "$@"
}
refused 'no operation given'
refused '--prove needs a file' --prove
refused '--json /nowhere/found: No such file' allgather --json /nowhere/found --solver none
refused 'the sides of a mesh are even or 1$' mesh-reduce --mesh 2x3
refused '--mesh is for operations whose names begin with mesh-' allgather --mesh 4
refused 'there is no operation "barrier" that brings blocks' barrier
refused "takes one or all, not 'two'" allgather --ports two
refused 'no translation keeps the order' scan --ordered --symmetry even
refused 'these translations change what bcast wants' bcast --symmetry translations
refused 'on a network of a file aspc means nothing' aspc --network $networks/dgx1.links
refused 'cannot read none.links: No such file' allgather --network none.links
network() {
    # shellcheck disable=SC2059
    printf "$1" >"$scratch/own.links"
    refused "$2" allgather --network "$scratch/own.links"
}
network '0 1\n1 0\n0 x\n' "line 3: a link is FROM TO .* not '0 x'"
network '0 - 1\n1 1\n' 'line 2: a link joins two of the nodes'
network '0 - 1\n2 3\n' 'no way joins node 0 and node 2'
network '0 1\n1 2\n' 'no way joins node 0 and node 1 both ways'
network '0 - 9\n' 'has 2 links between 2 nodes'
network '# nothing\n' 'has 0 links between 0 nodes'

# ---- What is stored

# stored FILE STEPS PACKETS WORDS: the checker proves it, with these counts.
stored() {
    succeeds "$1, which was found, is proved" tools/check $found/"$1".json
    is "    with its counts" "$(printf '%s\n' "$output" | awk '$1 ~ /^[0-9]+$/ { print $4, $6, $7 }')" "$2"
}
stored allgather-dead '4 56 56'
stored allreduce-all-port '5 112 112'
stored allreduce-ordered '4 32 128'
stored allreduce-ring '4 32 32'
stored alltoall-ring '5 54 54'
stored bcast-dead '5 42 42'
stored scan-pipelined '4 45 45'
for file in "$found"/*.json; do
    like "$file says what found it" "$(cat "$file")" '"source": "graycube find [a-z-]+ '
done

# proved FILE COUNTS: the tool itself proves what no cube runs.
proved() {
    tells "$1, which was found, is proved" 0 "nodes, (one port|all ports): $2\$" --prove $found/"$1".json
}
proved dgx1-1-2-2 '2 steps, 50 packets, 56 link words'
proved dgx1-2-3-3 '3 steps, 81 packets, 112 link words'
proved dgx1-6-3-7 '3 steps of 7 rounds, 96 packets, 336 link words'
proved star4-bcast '5 steps, 23 packets, 23 link words'
proved debruijn8-allreduce '4 steps, 26 packets, 26 link words'

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
tells "    and when the time is over, which the making of a formula counts in" 124 '^11 steps: not known after 1 second$' \
    allreduce --nodes 32 --packets 28 --seconds 1 --solver "$scratch/endless" --steps 11

/usr/bin/python3 -c '
for n in range(16):
    print(n, "-", n // 4 * 4 + (n + 1) % 4)
    print(n, "-", (n + 4) % 16)' >"$scratch/torus.links"
tells "    and the best schedule so far, which needs no search" 0 '^so far the best schedule has 11 steps .* none has fewer than 8 steps$' \
    alltoall --network "$scratch/torus.links" --seconds 1 --solver "$scratch/endless" --json "$scratch/torus.json"
tells "    is proved" 0 'all ports: 11 steps, 512 packets, 512 link words$' --prove "$scratch/torus.json"
tells "    or the best bound, where there is no simple schedule" 124 '^so far no schedule is found, and none has fewer than 3 steps' \
    allreduce --seconds 1 --solver "$scratch/endless"

# ---- With a solver

if ! command -v cadical >/dev/null; then
    echo "# there is no solver: 'make setup-find' installs it; the searches are left out"
    finish
fi

tells "an all-gather is found" 0 '^3 steps are found: 56 packets, 56 link words, and none has fewer$' allgather
like "    and drawn" "$output" '^found-allgather-all-3 on 8 nodes: all-port, 3 steps \(bound 3\), 56 packets,$'
tells "a pipelined broadcast with one port" 0 '^5 steps are found: 21 packets, 21 link words, and none has fewer$' \
    bcast --ports one --packets 3 --root 5 --json "$scratch/bcast.json"
like "    which the checker has proved" "$output" '^proved by tools/check: links, ports, blocks, order$'
succeeds "    and which is played and drawn" tools/draw "$scratch/bcast.json" --svg "$scratch/bcast.svg" --page "$scratch/bcast.html"
tells "large packets, which are put together" 0 '^3 steps are found: 7 packets, 12 link words, and none has fewer$' \
    gather --ports one --blocks all --root 3
tells "a scan that keeps the order" 0 '^3 steps are found: 17 packets, 17 link words, and none of 3 steps has fewer$' \
    scan --ports one --ordered
tells "what it takes to combine" 1 '^3 steps are impossible: the proof is in .*/proof, of the formula in .*/proof.cnf$' \
    allreduce --nodes 4 --packets 4 --ordered --steps 3 --proof "$scratch/proof"
succeeds "    of which there is a proof" /usr/bin/python3 tests/tools/drat.py "$scratch/proof"
tells "what is found" 0 '^3 steps are found' allgather --steps 3 --proof "$scratch/none"
is "    leaves no proof" "$(ls "$scratch"/none* 2>/dev/null)" ''
tells "under a symmetry" 0 '^8 steps are found: 512 packets, 512 link words, and none has fewer$' \
    alltoall --nodes 16 --symmetry translations
tells "    what is impossible is told as that" 1 '^5 steps are impossible under this symmetry$' \
    allreduce --packets 8 --symmetry translations --steps 5
tells "what takes too long is not known" 124 '^8 steps: not known after 1 second' alltoall --nodes 16 --steps 8 --seconds 1
tells "SCCL's schedules for DGX-1 are found" 0 '^3 steps are found: [0-9]+ packets, 336 link words, and none has fewer$' \
    allgather --network $networks/dgx1.links --steps 3 --rounds 7 --packets 6 --json "$scratch/dgx1.json"
tells "    and proved from their file" 0 '3 steps of 7 rounds' --prove "$scratch/dgx1.json"
if has_usual_tools; then
    tells "what is found runs" 0 '^found-reduce-one-3 +one-port +3 +3 .* 7 +448 +448 ' reduce --ports one --ordered --run
fi

finish
