#!/bin/sh
# Finds a difference between several hosts (processes of this one under mpiexec) and one emulator:
# output, meters, reports, or an end that is not common to all.
. tests/lib.sh

if ! launch=$(tests/launcher); then
    echo "1..0 # SKIP there is no MPI library of the host that has a launcher: 'make setup-bridge' installs it"
    exit
fi

# on HOSTS [cuberun's words]: what `run` does. Of an end that is not 0 the launcher prints a banner, perhaps
# before the last lines of a program.
# shellcheck disable=SC2086 # the launcher is several words
on() {
    hosts=$1
    shift
    run timeout -k 10 120 $launch -n "$hosts" tools/cuberun --timeout 100 "$@"
    output=$(printf '%s\n' "$output" | sed '/^=====*$/,/^=====*$/d; /^-----*$/,/^-----*$/d')
}

# ---- The same as in one emulator

# same DESCRIPTION HOSTS [cuberun's words]: a run prints the same, in some order, and ends with the same status. On
# several hosts what programs print on standard error is output, too.
same() {
    description="$1, $2 hosts"
    hosts=$2
    shift 2
    on "$hosts" "$@"
    printf '%s\n' "status $status" "$output" | sed '/^$/d' | sort >"$scratch/several"
    run tools/cuberun --parts 1 --timeout 100 "$@"
    printf '%s\n' "status $status" "$output" "$errors" | sed '/^$/d; /^cuberun: /d' | sort >"$scratch/one"
    is "$description" "$(grep -x "status $STATUS_USAGE" "$scratch/one"; cmp "$scratch/several" "$scratch/one")" '' ||
        { diff "$scratch/several" "$scratch/one" && cat "$scratch/errors"; } | diagnose
}
same 'a deadlock' 4 -n 8 "$out/tests/fail/deadlock.elf" recv_in_a_ring
same 'meters, links, the parallel time and where it went' 2 -n 8 --ts 100 --tw 1 --links --time --profile \
    "$out/tests/boot/traffic.elf"
same 'a fault of the last node' 2 -n 8 "$out/tests/fail/fault.elf" read_null
on 2 -n 8 --dead random:7:3:0 --map bit-reverse --kernel-option routed=256 --kernel-option direct=256 "$out/tests/soak/soak.elf" 4 10 500
like 'collectives over dead links, 2 hosts' "$status $output" '^0 seed 4: 10 rounds'
on 2 -n 8 "$out/tests/boot/print.elf" turns 0 100
is 'what nodes of two hosts print one after the other comes in that order' "$output" "$(seq 0 99 | sed 's/^/line /')"
on 2 -n 8 "$out/tests/fail/fault.elf" call_abort all
is 'of nodes that abort at once one reports' "$status $(echo "$output" | grep -c ': aborted$')" '134 1'

for limit in 1 3 9 27; do # until it has begun, on a host that is busy
    on 2 -n 8 --timeout $limit "$out/tests/boot/idle.elf"
    case $(echo "$errors" | grep -c 'idle\.c') in [2-9]*) break ;; esac
done
is 'at a timeout' "$status" 124
like '    it says where the nodes are' "$errors" '^cuberun: nodes? 0.* in .*\(idle\.c:[0-9]+\)'
like '    on each host' "$errors" '^cuberun: nodes? 4.* in .*\(idle\.c:[0-9]+\)'

# ---- What is refused

# shellcheck disable=SC2086
run timeout 60 $launch -n 3 tools/cuberun -n 8 "$out/programs/hello.elf"
like 'three hosts' "$errors" "^cuberun: number of hosts: invalid value '3'"
# shellcheck disable=SC2086
run timeout 60 $launch -n 1 tools/cuberun -n 4 "$out/programs/hello.elf" : \
    -n 1 tools/cuberun -n 4 "$out/tests/boot/print.elf" lines 1 1
is 'hosts with different programs: one line' "$status $(echo "$errors" | grep -c '^cuberun: host .* (process 1 of 2) runs another')" '69 1'
on 2 -n 8 --exact "$out/programs/hello.elf"
like 'several hosts under --exact' "$errors" '^cuberun: --exact: cannot be combined with 2 hosts '
unlike '    which names no option that nobody gave' "$errors" 'parts 1'
on 2 -n 1 "$out/programs/hello.elf"
like 'fewer nodes than hosts' "$errors" '^cuberun: -n 1: too few nodes for 2 hosts '

# ---- A host that goes away: one line that names it, and nothing is left

# Prints the processes, of those that are not yet over, that have this run's mark.
marked() {
    grep -lsz "^MARK=$scratch\$" /proc/[0-9]*/environ | while IFS=/ read -r _ _ process _; do
        grep -Eqs '^State:.[^ZX]' "/proc/$process/status" && echo "$process"
    done
}

# victim NAME RANK: prints the process of that name which has that number of the launcher's.
victim() {
    for process in $(marked); do
        grep -qszE "^(PMI|OMPI_COMM_WORLD)_RANK=$2\$" "/proc/$process/environ" &&
            [ "$(cat "/proc/$process/comm")" = "$1" ] && echo "$process"
    done
}
for killed in 'bridge 0' 'python3 1'; do # cuberun, by the name that the host has for it
    lost=${killed#* }
    rm -f "$scratch/running"
    mkfifo "$scratch/running"
    # shellcheck disable=SC2086
    MARK=$scratch timeout -k 10 100 $launch -n 2 tools/cuberun -n 8 "$out/tests/boot/idle.elf" \
        </dev/null >"$scratch/running" 2>"$scratch/errors" &
    launched=$!
    {
        read -r line # it runs
        kill -KILL "$(victim "${killed% *}" "$lost")"
        status=0
        wait $launched || status=$?
    } <"$scratch/running"
    if [ "${killed% *}" != bridge ]; then
        status=69 # or what the launcher makes of it
        sort -u "$scratch/errors" -o "$scratch/errors" # the others may see it in the same moment
    fi
    is "host $lost goes away, by ${killed% *}: one line says so" "$line $status $(grep -c '^cuberun' "$scratch/errors")" "running 69 1"
    like '    and names it' "$(cat "$scratch/errors")" "^cuberun: host .* \(process $lost of 2\) was lost$"
    for _ in $(seq 1000); do # what is ended takes a moment
        [ -z "$(marked)" ] && break
    done
    is '    and nothing is left' "$(marked)" ''
done
finish
