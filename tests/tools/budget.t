#!/bin/sh
# Finds a budget (cuberun --budget, --budget-write) that is written, compared or limited wrongly.
. tests/lib.sh

# Node 0 sends node 1 N packets of 8 bytes as its argument says. A second argument is the status of node 0.
c_program send <<'END_OF_PROGRAM'
#include <cube.h>
#include <stdlib.h>

int main(int argc, char *argv[]) {
    char bytes[8] = {0};
    for (int i = argc > 1 ? atoi(argv[1]) : 1; i > 0; i--) {
        if (cube_node() == 0)
            cube_link_send(0, bytes, sizeof bytes);
        else if (cube_node() == 1)
            cube_link_recv(0, bytes, sizeof bytes);
    }
    return argc > 2 && cube_node() == 0 ? atoi(argv[2]) : 0;
}
END_OF_PROGRAM
budget=$scratch/budget.json

# cost NODES OPTIONS... PROGRAM...: an exact run.
cost() {
    nodes=$1
    shift
    run tools/cuberun -n "$nodes" --exact --timeout 60 "$@"
}

# figure NAME: what the budget has of it.
figure() {
    sed -n "s/^  \"$1\": \\(.*}\\),*\$/\\1/p" "$budget"
}

cost 4 --dead-link 0:0 --budget-write "$budget" "$scratch/send.elf" 3
is "only the links of its detour, in both directions, have what comes for a dead link" "$(figure links)" '{"value": 6, "limit": 0}'
cost 2 --stats "$scratch/stats.json" --budget-write "$budget" "$scratch/send.elf" 3
is "a budget is written" "$status$output$errors" 0
is "    with what went over the links, and limits that let nothing rise" "$(figure packets) $(figure bytes) $(figure links)" \
    '{"value": 3, "limit": 0} {"value": 24, "limit": 0} {"value": 1, "limit": 0}'
for name in time instructions; do
    of_stats=$(python3 -c 'import json, sys
stats = json.load(open(sys.argv[1]))
print(stats["time"] if sys.argv[2] == "time" else max(node["cycles"] for node in stats["records"]))' "$scratch/stats.json" $name)
    is "    and $name as --stats has it" "$(figure $name)" "{\"value\": $of_stats, \"limit\": 0}"
done
cost 2 --budget "$budget" "$scratch/send.elf" 3
is "the same run is within it" "$status$errors$output" '0
budget: 0 of 8 figures moved'
rows 'tools/cuberun --timeout 60' <<'END'
# Another run is refused, by its arguments, nodes or options, and if it is not exact.
64 -n 2 --exact --budget "$budget" "$scratch/send.elf" 3 0 => ^cuberun: --budget .*: budget of another run .arguments: 3 in the budget, 3 0 in this run.$
64 -n 4 --exact --budget "$budget" "$scratch/send.elf" 3 => nodes: 2 in the budget, 4 in this run.$
64 -n 2 --exact --tw 1 --budget "$budget" "$scratch/send.elf" 3 => options: none in the budget, --tw=1 in this run.$
64 -n 2 --budget "$budget" "$scratch/send.elf" 3 => ^cuberun: --budget: requires --exact
# A run of nodes that wait for each other in turn ends at its limit of instructions.
78 -n 2 --exact --limit 20000000 "$scratch/send.elf" 2000000000 => ^graycube: instruction limit reached: the programs executed 20000000 instructions 
END

# The budget has been made for fewer packets than are sent; it has a limit of its own for bytes, and none for links. The
# heap that its run had does not make it another run.
sed 's/"packets": {"value": 3/"packets": {"value": 2/; s/"bytes": {"value": 24, "limit": 0}/"bytes": {"value": 20, "limit": 20}/
    s/"options": \[\]/"options": ["--heap=256M"]/
    s/"links": {"value": 1, "limit": 0}/"links": {"value": 0}/
    s/"busiest": {"value": 24/"busiest": {"value": 30/' \
    "$budget" >"$scratch/less.json"
cost 2 --budget "$scratch/less.json" "$scratch/send.elf" 3
is "a figure beyond its limit fails the run" "$status $errors" \
    "79 cuberun: --budget $scratch/less.json: limit exceeded: packets"
is "    which prints what has moved, and no more" "$output" '
budget: 4 of 8 figures moved
figure                        budget           now       moved     limit
packets                            2             3    +50.00 %      +0 %  beyond
bytes                             20            24    +20.00 %     +20 %
links used                         0             1          +1      none
bytes on the busiest              30            24    -20.00 %      +0 %'
sed '/"time"/d' "$scratch/less.json" >"$scratch/kept.json"
cost 2 --budget-write "$scratch/kept.json" "$scratch/send.elf" 3
is "a budget that is written again keeps its limits and which figures it has" "$status $(grep -c value "$scratch/kept.json") $(
    grep -E 'bytes|links' "$scratch/kept.json" | tr -d '\n')" \
    '0 7   "bytes": {"value": 24, "limit": 20},  "links": {"value": 1},'

cp "$scratch/kept.json" "$scratch/before.json"
cost 2 --budget-write "$scratch/kept.json" "$scratch/send.elf" 3 9
is "a run that has failed keeps its status, and is no budget" "$status $errors" \
    '9 cuberun: --budget: not written (the run failed with status 9)'
succeeds "    and the old one stays" cmp "$scratch/kept.json" "$scratch/before.json"

# ---- Files that are no budgets: a sentence that names the file and what is wrong in it

# shellcheck disable=SC2317 # rows calls it
budgeted() {
    printf '%s' "$1" >"$scratch/wrong.json"
    tools/cuberun -n 2 --exact --timeout 60 --budget "$scratch/wrong.json" "$scratch/send.elf" 3
}
# shellcheck disable=SC2034 # rows expands it
rest='"nodes": 2, "arguments": ["3"], "options": []'
rows budgeted <<'END'
64 '[]' => ^cuberun: --budget /.*/wrong.json: not a valid budget file .the file has to be an object.$
64 "{$rest, \"figures\": {\"packets\": {\"value\": 3, \"limit\": -1}}}" => not a valid budget file .figures.packets.limit has to be at least 0, not -1.$
64 "{$rest, \"figures\": {\"packets\": {\"value\": 3, \"limit\": NaN}}}" => not a valid budget file .not JSON: NaN is not a number.$
64 "{$rest, \"figures\": {}}" => no figures .expected: some of instructions, time, packets, bytes, links, busiest, slots, node.$
END
rows 'tools/cuberun -n 2 --exact --timeout 60' <<'END'
64 --budget "$scratch/none.json" "$scratch/send.elf" 3 => ^cuberun: --budget: /.*/none.json: cannot be read .No such file or directory.$
64 --budget-write "$scratch/send.c" "$scratch/send.elf" 3 => ^cuberun: --budget .*/send.c: not a valid budget file
END

# ---- A repository of one's own (docs/ci/own)

for example in action classroom own/github own/gitlab; do
    # shellcheck disable=SC2016 # what is perl's, perl expands
    succeeds "docs/ci/$example.yml is YAML" perl -MCPAN::Meta::YAML -MJSON::PP \
        -e 'print JSON::PP->new->canonical->encode(CPAN::Meta::YAML->read($ARGV[0])->[0])' "docs/ci/$example.yml"
    case $example in own/*) ;; *) continue ;; esac
    its=$output
    sed -n '/^    c/s/^ *//p' docs/guide/measuring.md | sed 's/ && /\n/' | grep -E '^(cmake|ctest) ' >"$scratch/commands"
    is "    with the commands that docs/guide/measuring.md shows" \
        "$(while read -r command; do printf '%s' "$its" | grep -cF -e "$command"; done <"$scratch/commands")" '1
1
1'
done
mkdir -p "$scratch/lines/src"
touch "$scratch/lines/src/ring.c" "$scratch/lines/src/heat.c"
annotate=$PWD/docs/ci/annotate
cat >"$scratch/lines/report" <<'END_OF_REPORT'
src/heat.c:7:5: warning: unused: 100 %
graycube: node 0: read an unmapped address
graycube:   at memcpy (memcpy.c:11)
graycube:   called from main (ring.c:20)
graycube: node 1 waits in send for node 2, called from shift (ring.c:11), main (ring.c:17)
graycube: node 2 waits in send for node 1, called from shift (ring.c:11), main (ring.c:17)
MPI_Finalize: rank 0: 1 message was never received, called from main (heat.c:69)
node 3 prints (ring.c:1)
END_OF_REPORT
run sh -c "cd '$scratch/lines' && exec '$annotate' sh -c 'cat report; exit 75'"
is "what reports and compilers say is pointed at" "$status $(echo "$output" | grep '^::')" '75 ::warning file=src/heat.c,line=7::unused: 100 %25
::error file=src/ring.c,line=20::node 0: read an unmapped address
::error file=src/ring.c,line=11::node 1 waits in send for node 2, called from shift (ring.c:11), main (ring.c:17)
::error file=src/heat.c,line=69::MPI_Finalize: rank 0: 1 message was never received, called from main (heat.c:69)'
run sh -c "cd '$scratch/lines' && exec '$annotate' --gitlab quality.json cat report"
is "    by GitLab, too" "$status $(grep -o '"begin": [0-9]*' "$scratch/lines/quality.json" | tr '\n' ' ')" \
    '0 "begin": 7 "begin": 20 "begin": 11 "begin": 69 '
if has_usual_tools; then
    mkdir "$scratch/own"
    cp docs/ci/own/* "$scratch/own"
    tools=$PWD/tools
    cd "$scratch/own" || exit
    succeeds "the program is built" sh -c "cmake -B build -DCMAKE_TOOLCHAIN_FILE=$tools/graycube.cmake -DNODES=8 &&
        cmake --build build"
    succeeds "    and is within its budget" ctest --test-dir build --output-on-failure --output-junit junit.xml
    like "    which JUnit's file says" "$(cat build/junit.xml)" 'tests="1"'
    sed -i 's/"bytes": {"value": [0-9]*/"bytes": {"value": 1/' ring.json
    run "$tools/../docs/ci/annotate" ctest --test-dir build --output-on-failure --output-junit junit.xml
    like "    which is pointed at" "$status $output" '^::error file=ring.json,line=1::limit exceeded: bytes'
    like "beyond its budget it fails" "$status $(cat build/junit.xml)" 'failures="1"'
    like "    and the report says why" "$(cat build/junit.xml)" 'limit exceeded: bytes'
fi
finish
