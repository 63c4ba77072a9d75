#!/bin/sh
# cuberun: what a program sees, its statuses, and that it leaves nothing behind.
. tests/lib.sh

cuberun=$PWD/tools/cuberun
probe=$PWD/$out/tests/boot/probe.elf

# ---- What a program sees, and what its end is to us

run "$cuberun" -n 2 --timeout 20 "$probe" arguments one 'two words' '' -n --tag
is "arguments arrive as they are" "$(echo "$output" | tr '\n' ' ')" '<one> <two words> <> <-n> <--tag> '
run "$cuberun" -n 4 --timeout 20 "$probe" status 37
is "the first status that is not 0 is ours" "$status" 37
cd "${probe%/*}" || exit
run "$cuberun" --timeout 20 probe.elf status 5
is "from another directory, with a relative path" "$status" 5
cd "$OLDPWD" || exit
run "$cuberun" --timeout 20 --heap 1M "$probe" allocate 2000000
is "--heap is a limit" "$status $output" '0 refused'
run "$cuberun" --timeout 20 --heap 4M "$probe" allocate 2000000
is "and room" "$status $output" '0 given'
rest=$(printf 'unread\n' | { "$cuberun" --timeout 20 "$probe" && cat; })
is "input is left to others" "$rest" 'unread'

# ---- The meters

run "$cuberun" -n 8 --timeout 20 --stats "$scratch/stats.json" "$probe" clock
is "--stats leaves the console as it was" "$status $(echo "$output" | grep -c '^node [0-7] at [0-9]*$')" '0 8'
is "    and adds no line to it" "$(echo "$output" | wc -l)" 8
run /usr/bin/python3 -c '
import json, sys
stats = json.load(open(sys.argv[1]))
print(stats["nodes"], stats["status"], stats["arguments"])
print([record["node"] for record in stats["records"]])
print({link["packets"] for record in stats["records"] for link in record["links"]})
' "$scratch/stats.json"
is "the file holds a record of each node; a barrier is one packet on each link" "$output" \
    "8 0 ['clock']
[0, 1, 2, 3, 4, 5, 6, 7]
{1}"

# ---- By hand, and under the debugger

run "$cuberun" -n 2 --show "$probe" arguments 'by hand'
command=$output
initrd=$(echo "$errors" | sed -n 's/.*the initrd is //p')
run timeout 20 sh -c "$command"
is "the command that --show prints does the same" "$status $output" '0 <by hand>'
rm -f "$initrd"

mkdir "$scratch/without-gdb"
ln -s "$(command -v qemu-system-aarch64)" "$scratch/without-gdb"
run env PATH="$scratch/without-gdb" "$cuberun" --gdb --timeout 1 "$probe" arguments ran
is "--gdb without gdb stops before the first instruction" "$status $output" '124 '
like "    and says what installs gdb" "$errors" "there is no gdb-multiarch: 'make setup' installs it"
like "    and how to connect by hand" "$errors" \
    'the machine waits for: gdb-multiarch .*/tools/gdb/cube.py .*cube connect [0-9]+ .*kernel.elf'

# ---- Every way to end early

# machines: how many emulators of ours are running: those with our mark in their command line.
machines() {
    found=0
    for words in /proc/[0-9]*/cmdline; do
        if { tr '\0' '\n' <"$words" | grep -q "spin mark-$$"; } 2>/dev/null; then
            found=$((found + 1))
        fi
    done
    echo $found
}

mkfifo "$scratch/console"
mkdir "$scratch/temporary"

# tests/tools/signals.t has the signals that cuberun can answer.
TMPDIR=$scratch/temporary "$cuberun" --timeout 60 "$probe" spin "mark-$$" >"$scratch/console" &
child=$!
exec 3<"$scratch/console"
read -r line <&3
is "before SIGKILL the machine runs" "$line $(machines)" 'spinning 1'
kill -KILL $child
status=0
wait $child 2>/dev/null || status=$?
is "SIGKILL ends cuberun" "$status" 137
# Nobody is left to wait for the machine; its console ends when it does.
succeeds "    and the machine soon" timeout 20 sh -c 'cat <&3'
is "    so that nothing runs on" "$(machines)" 0
exec 3<&-
is "no temporary file is left" "$(ls "$scratch/temporary")" ''

run "$cuberun" --timeout 1 "$probe" spin "mark-$$"
is "--timeout ends what would never end" "$status" 124
like "    saying so" "$errors" 'ended after 1 seconds'
is "    and nothing runs on" "$(machines)" 0
finish
