#!/bin/sh
# Finds a cuberun that changes arguments or input, or leaves a machine or a file behind when it is killed.
. tests/lib.sh

cuberun=$PWD/tools/cuberun
probe=$PWD/$out/tests/boot/probe.elf

# ---- What a program sees

run "$cuberun" -n 2 --timeout 20 "$probe" arguments one 'two words' '' -n --tag
is "arguments arrive as they are" "$(echo "$output" | tr '\n' ' ')" '<one> <two words> <> <-n> <--tag> '
rest=$(printf 'unread\n' | { "$cuberun" --timeout 20 "$probe" && cat; })
is "input is left to others" "$rest" 'unread'

# ---- By hand, and under the debugger

run "$cuberun" -n 2 --show "$probe" arguments 'by hand'
command=$output
initrd=$(echo "$errors" | sed -n 's/.*the initrd is //p')
run timeout 20 sh -c "$command"
is "the command that --show prints does the same" "$status $output" '0 <by hand>'
rm -f "$initrd"

mkdir "$scratch/environment"
printf '#!/bin/sh\necho "<%sGLIBC_TUNABLES>"\n' \$ >"$scratch/environment/qemu-system-aarch64"
chmod +x "$scratch/environment/qemu-system-aarch64"
rows "env PATH=$scratch/environment:$PATH" <<'END'
# The emulator's heap is of huge pages, unless somebody has said something else.
70 "$cuberun" "$probe" => ^<glibc.malloc.hugetlb=1>$
70 GLIBC_TUNABLES=own "$cuberun" "$probe" => ^<own>$
END

mkdir "$scratch/without-gdb"
ln -s "$(command -v qemu-system-aarch64)" "$scratch/without-gdb"
rows "env PATH=$scratch/without-gdb" <<'END'
# Without gdb the machine stops before the first instruction, and it says what installs gdb and how to connect by hand.
124 "$cuberun" --gdb --timeout 1 "$probe" arguments ran => ! <ran> => gdb-multiarch: not installed .run 'make setup' => the machine waits for: gdb-multiarch .*/tools/gdb/cube.py .*cube connect [0-9]+ .*kernel.elf
END

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
