#!/bin/sh
# cuberun: its usage, and what it refuses.
. tests/lib.sh

cuberun=$PWD/tools/cuberun
probe=$PWD/$out/tests/boot/probe.elf

run "$cuberun" -n8 --show --timeout 1 "$probe"
like "-n8 is -n 8" "$status $output" '^0 .*-smp 8'
rm -f "$(echo "$errors" | sed -n 's/.*the initrd is //p')"
run "$cuberun" --help
is "--help succeeds" "$status" 0
like "and shows how to call it" "$output" '^Usage: cuberun -n NODES'

# usage MESSAGE WORDS...: refused with status 64 and this message on standard error.
usage() {
    message=$1
    shift
    run "$cuberun" "$@"
    is "cuberun $(echo "$*" | sed "s|$scratch/||g") is refused" "$status" 64
    like "    and says why" "$errors" "$message"
}
usage 'no program given'
usage 'no option --tag=yes' --tag=yes "$probe"
usage '-n needs a value' -n
usage '--stats needs a value, and --time is an option' --stats --time prog
usage "whole number, not 'x'" -n x "$probe"
for nodes in 0 3 6 8192; do
    usage "nodes, not $nodes" -n $nodes "$probe"
done
usage "single, multi or kvm, not 'both'" --accel both "$probe"
usage '--exact counts instructions on one host thread' --exact --accel multi "$probe"
usage "a power of two, no more than the 4 nodes, not 3" -n 4 --parts 3 "$probe"
usage "a power of two, no more than the 2 nodes, not 4" -n 2 --parts 4 "$probe"
usage '--parts takes a number from 1 to 16, not 17' -n 32 --parts 17 "$probe"
usage '--exact without clocks .* goes with one part, not 2' -n 2 --parts 2 --exact --clock off "$probe"
usage '--exact without clocks .* goes with one part, not 2' -n 2 --parts 2 --exact --ti 0 "$probe"
usage '--parts 2 are too few: 1024 nodes need 4 emulators at least' -n 1024 --parts 2 "$probe"
usage '--gdb connects .* does not go with --parts 2' -n 2 --parts 2 --gdb "$probe"
usage '--accel is about .* does not go with --parts 2' -n 2 --parts 2 --accel single "$probe"
usage "--with-ft takes ulfm or cube, not 'always'" -n 4 --with-ft always "$probe"
usage "not '4@5': there are ranks 0 to 3" -n 4 --with-ft ulfm --fail-rank 4@5 "$probe"
usage "takes random:SEED:COUNT, not 'random:1'" -n 4 --with-ft ulfm --fail-rank random:1 "$probe"
usage 'of 4 ranks at most 3 may die' -n 4 --with-ft ulfm --fail-rank random:1:4 "$probe"
usage "whole number, not '-1'" --ts -1 "$probe"
usage "whole number, not '1.5'" --tw 1.5 "$probe"
usage '--th takes a number up to 4294967295, not 4294967296' --th 4294967296 "$probe"
for words in '' '--exact --ti 0' '--exact --profile'; do
    # shellcheck disable=SC2086 # words
    usage '--limit requires --exact with clocks' $words --limit 5 "$probe"
done
usage '--limit takes a number from 1 ' --exact --limit 0 "$probe"
usage '--ti needs --exact' --ti 1 "$probe"
usage '--tw needs clocks' --exact --clock off --tw 1 "$probe"
usage '--ports needs clocks' --clock off --ports one "$probe"
usage '--profile needs clocks' --exact --clock off --profile "$probe"
usage '--record needs clocks' --clock off --record "$scratch/packets" "$probe"
usage "one or all, not 'two'" --ports two "$probe"
usage "on or off, not 'yes'" --clock yes "$probe"
usage "size like 64K, 16M or 1G, not '16Q'" --heap 16Q "$probe"
usage "size like 64K, 16M or 1G, not '0'" --memory 0 "$probe"

# Numbers of any length, and those that the machine, the kernel or the host cannot have.
digits=$(printf '%05000d' 0 | tr 0 9)
for option in -n --timeout --spins --ts --th --tw; do
    usage "(nodes|$option takes a number .*), not 9{48}[.]{3}$" $option "$digits" "$probe"
done
for option in --heap --stack --memory; do
    usage "$option takes a size .* not '9{48}[.]{3}'" $option "$digits" "$probe"
done
usage "--ti takes a number up to 4294967295, not 9{48}" --exact --ti "$digits" "$probe"
usage '--timeout takes a number up to 2147483647, not 99999999999' --timeout 99999999999 "$probe"
usage '--spins takes a number from 1 to 4294967295, not 0' --spins 0 "$probe"
usage "--heap takes a size .* not '65G': from 4K to 64G" --heap 65G "$probe"
usage "--heap takes a size .* not '4095': from 4K to 64G" --heap 4095 "$probe"
usage "--stack takes a size .* not '2G': from 4K to 1G" --stack 2G "$probe"
usage "--memory takes a size .* not '1001G': from 1M to 1000G" --memory 1001G "$probe"
usage '--heap: a machine with [0-9]+ MiB of memory cannot be: .*--memory' -n 512 --heap 64G "$probe"
# shellcheck disable=SC3045 # dash has ulimit -v: a host with four gigabytes
(ulimit -v 4194304 && ! "$cuberun" --memory 8G "$probe" 2>"$scratch/short")
like "--memory that the host lacks is refused" "$(cat "$scratch/short")" \
    '^cuberun: --memory: a machine with 8192 MiB of memory is more than this host can give'
run "$cuberun" --timeout "$(printf '%05000d' 7)" --spins 0007 --show "$probe"
like "zeros before a number mean nothing" "$status $output" '^0 .*spins=7[^0-9]'
rm -f "$(echo "$errors" | sed -n 's/.*the initrd is //p')"
usage "--timeout takes a whole number, not 'two.nlines'" --timeout 'two
lines' "$probe"
usage 'no option --odd.udcff' "$(printf -- '--odd\377')" "$probe"
is "    on one line" "$(echo "$errors" | wc -l)" 1

# What a machine may do is said by our options alone.
for word in out tag stats clock=on heap=1M stack=1M spins=1 profile=on record=on explain ts=1 \
    nonsense -- direct "direct=" '"direct=1K"' 'direct="1K" out' 'routed=1K out' ''; do
    usage "--kernel-option takes direct=BYTES, routed=BYTES or tick=MICROSECONDS, not '$word'" \
        --kernel-option "$word" "$probe"
done

run "$cuberun" "$scratch/nowhere.elf"
is "a missing program is a bad image" "$status" 71
like "    and is named" "$errors" 'cannot read the program .*nowhere.elf: No such file'
run "$cuberun" "$scratch"
is "so is a folder" "$status" 71
mkfifo "$scratch/pipe"
run timeout 20 "$cuberun" "$scratch/pipe"
like "so is a pipe: nobody may be at its other end" "$status $errors" '^71 .*not a regular file'
cp "$probe" "$scratch/TRAILER!!!"
run "$cuberun" "$scratch/TRAILER!!!"
like "so is a name that would end the archive" "$status $errors" '^71 .*its name ends an archive'

for words in --help "--show $probe"; do
    # shellcheck disable=SC2086
    TMPDIR=$scratch "$cuberun" $words 2>"$scratch/errors" >/dev/full
    is "$words to a full disk fails" "$? $(grep -v 'initrd is' "$scratch/errors")" \
        '74 cuberun: cannot write the output: No space left on device'
done
run env TMPDIR="$scratch" "$cuberun" --show --kernel-option direct=1K --memory 1001G "$probe"
is "what is refused leaves no initrd behind" "$(find "$scratch" -name '*.cpio' -newer "$probe" | wc -l)" 1
rm -f "$scratch"/*.cpio

mkdir "$scratch/empty"
run env CUBE_BUILD="$scratch/empty" "$cuberun" "$probe"
like "without a kernel it says what to do" "$status $errors" "^70 .*no kernel at .*run 'make'"
mkdir "$scratch/empty/kernel.img" "$scratch/empty/qemu-system-aarch64" "$scratch/gone"
run env CUBE_BUILD="$scratch/empty" "$cuberun" "$probe"
like "    with a folder in its place too" "$status $errors" "^70 .*no kernel at .*run 'make'"
mkdir "$scratch/spoilt"
seq 1000 >"$scratch/spoilt/kernel.img"
run env CUBE_BUILD="$scratch/spoilt" "$cuberun" --timeout 20 "$probe"
like "    with another file in its place too" "$status $errors" "^70 .*no kernel at .*run 'make'"
run sh -c 'cd "$1" && rmdir "$1" && CUBE_BUILD=build "$2" "$3"' - "$scratch/gone" "$cuberun" "$probe"
like "    in a folder that is gone too" "$status $errors" "^70 .*no kernel at .*run 'make'"
run env CUBE_BUILD= "$cuberun" --timeout 20 "$probe" status 3
is "an empty CUBE_BUILD is none" "$status" 3
run env PATH="$scratch/empty" /usr/bin/python3 -IS "$cuberun" "$probe"
like "without an emulator too" "$status $errors" "^70 .*no qemu-system-aarch64: 'make setup'"

# ---- Statuses of helpers are no statuses of ours.

# stand_in NAME SCRIPT: something else in the place of a program.
stand_in() {
    mkdir -p "$scratch/stand-in"
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/stand-in/$1"
    chmod +x "$scratch/stand-in/$1"
}
for ends in 1 3 64 127; do
    stand_in qemu-system-aarch64 "[ \$1 != --version ] || exec echo QEMU emulator version 10.0.2; exit $ends"
    run env PATH="$scratch/stand-in:$PATH" "$cuberun" --timeout 20 "$probe"
    like "an emulator that ends with $ends" "$status $errors" "^70 cuberun: the emulator has ended with status $ends before"
done
for old in 'QEMU emulator version 7.1.9 (Debian)' 'QEMU emulator version 6.10.0'; do
    stand_in qemu-system-aarch64 "[ \$1 != --version ] || exec echo '$old'; sleep 100"
    run env PATH="$scratch/stand-in:$PATH" "$cuberun" --timeout 20 "$probe"
    like "an emulator that is too old" "$status $errors" '^70 cuberun: .*QEMU [67][.]10?[.].*: too old .expected: QEMU 7.2 or later;'
done
run sh -c "ulimit -n 11; exec $cuberun --timeout 20 $probe"
like "too few descriptors" "$status $errors" '^70 cuberun: the host refuses: .*Too many open files .ulimit -n'
mkdir "$scratch/no-lcc"
ln -s "$PWD/$out/kernel.img" "$scratch/no-lcc"
run env CUBE_BUILD="$scratch/no-lcc" "$cuberun" -n 4 --map bit-reverse "$probe"
like "--map without lcc" "$status $errors" "^64 cuberun: --map: cannot run .*/lcc: .*'make lcc' makes it"
finish
