#!/bin/sh
# Finds words, files and hosts that cuberun should refuse, with a message that names what is wrong.
. tests/lib.sh

cuberun=$PWD/tools/cuberun
probe=$PWD/$out/tests/boot/probe.elf

run "$cuberun" -n8 --show --timeout 1 "$probe"
like "-n8 is -n 8" "$status $output" '^0 .*-smp 8'
rm -f "$(echo "$errors" | sed -n 's/.*the initrd is //p')"
run "$cuberun" --help
is "--help succeeds" "$status" 0
like "and shows how to call it" "$output" '^Usage: cuberun -n NODES'

# shellcheck disable=SC2317 # rows calls it
with_probe() {
    "$cuberun" "$@" "$probe"
}
# shellcheck disable=SC2034 # rows expands it
digits=$(printf '%05000d' 0 | tr 0 9)
rows '"$cuberun"' <<'END'
64 => no program given
64 -n => -n
64 --stats --time prog => --stats .*--time
END
rows with_probe <<'END'
64 --tag=yes => --tag=yes
64 --odd => --odd
64 -n x => 'x'
64 -n 3 => nodes, not 3
64 -n 8192 => nodes, not 8192
64 --accel both => 'both'
64 --exact --accel multi => --exact
64 -n 4 --parts 3 => power of two.* 4 nodes, not 3
64 -n 32 --parts 17 => --parts takes a number from 1 to 16, not 17
64 -n 2 --parts 2 --exact --clock off => --exact
64 -n 1024 --parts 2 => --parts 2.* 4 emulators
64 -n 2 --parts 2 --gdb => --gdb .*--parts 2
64 -n 4 --with-ft always => 'always'
64 -n 4 --with-ft ulfm --fail-rank 4@5 => '4@5'
64 -n 4 --with-ft ulfm --fail-rank random:1:4 => at most 3
64 --ts -1 => '-1'
64 --tw 1.5 => '1\.5'
64 --th 4294967296 => up to 4294967295, not 4294967296
64 --limit 5 => --limit requires --exact
64 --exact --ti 0 --limit 5 => --limit requires --exact
64 --exact --limit 0 => --limit
64 --ti 1 => --ti .*--exact
64 --exact --clock off --tw 1 => --tw .*clocks
64 --clock off --record "$scratch/packets" => --record .*clocks
64 --ports two => 'two'
64 --clock yes => 'yes'
64 --heap 16Q => '16Q'
64 --memory 0 => '0'
64 --heap 65G => --heap .*from 4K to 64G
64 --stack 2G => --stack .*from 4K to 1G
64 --memory 1001G => --memory .*from 1M to 1000G
64 -n 512 --heap 64G => --heap: .*--memory
# Numbers of any length, and words that would be two lines.
64 -n "$digits" => not 9{48}[.]{3}$
64 --ts "$digits" => not 9{48}[.]{3}$
64 --stack "$digits" => not '9{48}[.]{3}'
64 --timeout 99999999999 => up to 2147483647, not 99999999999
64 --spins 0 => from 1 to 4294967295, not 0
64 --timeout "$(printf 'two\nlines')" => 'two.nlines'
64 "$(printf -- '--odd\377')" => --odd.udcff
# What a machine may do is said by our options alone.
64 --kernel-option out => 'out'
64 --kernel-option 'direct=1K out' => 'direct=1K out'
64 --kernel-option clock=on => 'clock=on'
64 --kernel-option '"direct=1K"' => direct=1K
64 --kernel-option '' => ''
END
# shellcheck disable=SC3045 # dash has ulimit -v: a host with four gigabytes
(ulimit -v 4194304 && ! "$cuberun" --memory 8G "$probe" 2>"$scratch/short")
like "--memory that the host lacks is refused" "$(cat "$scratch/short")" \
    '^cuberun: --memory: a machine with 8192 MiB of memory is more than this host can give'
run "$cuberun" --timeout "$(printf '%05000d' 7)" --spins 0007 --show "$probe"
like "zeros before a number mean nothing" "$status $output" '^0 .*spins=7[^0-9]'
rm -f "$(echo "$errors" | sed -n 's/.*the initrd is //p')"

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
