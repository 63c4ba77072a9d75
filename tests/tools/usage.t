#!/bin/sh
# Finds invalid words, files and hosts that cuberun accepts, or refuses without naming the error.
. tests/lib.sh

cuberun=$PWD/tools/cuberun
probe=$PWD/$out/tests/boot/probe.elf

mkdir "$scratch/shown"
export TMPDIR="$scratch/shown" # for what --show leaves
# shellcheck disable=SC2317 # rows calls it
with_probe() {
    "$cuberun" "$@" "$probe"
}
# shellcheck disable=SC2034 # rows expands it
digits=$(printf '%05000d' 0 | tr 0 9)
rows "$cuberun" <<'END'
0 -n8 --show --timeout 1 "$probe" => -smp 8
0 --timeout "$(printf '%05000d' 7)" --spins 0007 --show "$probe" => spins=7[^0-9]
0 --help => ^Usage: cuberun -n NODES
64 => no program given
64 -n => -n: requires an argument
64 --stats --time prog => --stats: requires an argument
END
rows "${cuberun%/*}/mpiexec" <<'END'
64 --timout 3 prog => '--timout' .did you mean --timeout[?]
64 --exact prog => '--exact' .use --cube '--exact'
64 -n 3 --fail-rank random:3 "$probe" => 'random:3' .expected: random:SEED:COUNT
END
rows with_probe <<'END'
64 --tag=yes => '--tag=yes' .did you mean --tag[?]
64 --tiem => '--tiem' .did you mean --time[?]
64 -n x => -n: invalid value 'x'
64 -n 3 => invalid value '3' .expected: 1, 2, 4
64 -n 16384 => invalid value '16384'
64 --accel both => 'both' .expected: single, multi or kvm
64 --exact --accel multi => --exact: cannot be combined with --accel multi
64 -n 4 --parts 3 => --parts: invalid value '3' .expected: a power of two, at most 4
64 -n 64 --parts 33 => --parts: invalid value '33' .expected: a whole number, 1 to 32
64 -n 2 --parts 2 --exact --clock off => --parts 2: cannot be combined with --exact without clocks
64 -n 1024 --parts 2 => --parts 2: too few emulators for 1024 nodes .expected: at least 4
64 -n 2 --parts 2 --gdb => --gdb: cannot be combined with --parts 2
64 -n 4 --with-ft always => 'always' .expected: ulfm or cube
64 -n 4 --with-ft ulfm --fail rank:4@5 => --fail: invalid value '4@5' .expected: rank 0 to 3
64 -n 4 --with-ft ulfm --fail rank:3@5,rank:3@6 => --fail: a rank fails twice .expected: each rank once
64 -n 4 --with-ft ulfm --fail random:1:0:0:4 => too many ranks .expected: at most 3
64 -n 4 --fail random:1 => 'random:1' .expected: random:SEED:LINKS
64 --clock ts=-1 => --clock ts: invalid value '-1'
64 --clock tw=1.5 => --clock tw: invalid value '1\.5'
64 --th 4294967296 => --clock th: invalid value '4294967296' .expected: a whole number, 0 to 4294967295
64 --limit 5 => --limit: requires --exact
64 --exact --clock ti=0 --limit 5 => --limit: requires --exact
64 --clock ti=1 => --clock ti: requires --exact
64 --exact --clock off,tw=1 => --clock tw: cannot be combined with --clock off
64 --clock off --trace "$scratch/run.packets" => --trace packets: cannot be combined with --clock off
64 --clock yes => 'yes' .expected: on or off
64 --memory heap=16Q => --memory heap: invalid value '16Q' .expected: a size
64 --memory heap=65G => --memory heap: .*from 4K to 64G
64 --memory stack=2G => --memory stack: .*from 4K to 1G
64 --memory 1001G => --memory: .*from 1M to 1000G
64 -n 512 --memory heap=64G => --memory heap: too much memory: .*--memory
# Numbers of any length, and words that would be two lines.
64 -n "$digits" => invalid value '9{48}[.]{3}'
64 --timeout 99999999999 => '99999999999' .expected: a whole number, 0 to 2147483647
64 --kernel-option spins=0 => --kernel-option spins: invalid value '0'
64 --timeout "$(printf 'two\nlines')" => 'two.nlines'
64 "$(printf -- '--odd\377')" => --odd.udcff
# What a machine may do is said by our options alone.
64 --kernel-option out => 'out' .expected: direct=BYTES
64 --kernel-option clock=on => 'clock=on'
64 --kernel-option '"direct=1K"' => direct=1K
END
# shellcheck disable=SC3045 # dash has ulimit -v: a host with four gigabytes
(ulimit -v 4194304 && ! "$cuberun" --memory 8G "$probe" 2>"$scratch/short")
like "--memory that the host lacks is refused" "$(cat "$scratch/short")" \
    '^cuberun: --memory: not enough memory on this host for 8192 MiB'
mkfifo "$scratch/pipe"
cp "$probe" "$scratch/TRAILER!!!"
rows "timeout 20 $cuberun" <<'END'
# Files that are no programs: nobody may be at the other end of a pipe, and a name may not end the archive.
71 "$scratch/nowhere.elf" => nowhere.elf: cannot be read .No such file
71 "$scratch"
71 "$scratch/pipe" => not a regular file
71 "$scratch/TRAILER!!!" => : reserved name
END

for words in --help "--show $probe"; do
    # shellcheck disable=SC2086
    TMPDIR=$scratch "$cuberun" $words 2>"$scratch/errors" >/dev/full
    is "$words to a full disk fails" "$? $(grep -v 'initrd is' "$scratch/errors")" \
        '74 cuberun: standard output: cannot be written (No space left on device)'
done
find "$scratch/shown" -name '*.cpio' >"$scratch/before"
run "$cuberun" --show --kernel-option direct=1K --memory 1001G "$probe"
is "what is refused leaves no initrd behind" "$(find "$scratch/shown" -name '*.cpio' | diff "$scratch/before" -)" ''

mkdir -p "$scratch/empty" "$scratch/spoilt" "$scratch/folder/kernel.img" "$scratch/no-lcc" "$scratch/gone"
seq 1000 >"$scratch/spoilt/kernel.img"
ln -s "$PWD/$out/kernel.img" "$scratch/no-lcc"
rows '' <<'END'
# Without a kernel it says what to do; with a folder or another file in its place, and in a folder that is gone, too.
70 env CUBE_BUILD="$scratch/empty" "$cuberun" "$probe" => /kernel.img: not built .run 'make'
70 env CUBE_BUILD="$scratch/folder" "$cuberun" "$probe" => /kernel.img: not built .run 'make'
70 env CUBE_BUILD="$scratch/spoilt" "$cuberun" --timeout 20 "$probe" => /kernel.img: not built .run 'make'
70 sh -c 'cd "$1" && rmdir "$1" && CUBE_BUILD=build "$2" "$3"' - "$scratch/gone" "$cuberun" "$probe" => /kernel.img: not built .run 'make'
3 env CUBE_BUILD= "$cuberun" --timeout 20 "$probe" status 3
70 env PATH="$scratch/empty" /usr/bin/python3 -IS "$cuberun" "$probe" => qemu-system-aarch64: not installed .run 'make setup'
70 env CUBE_BUILD="$scratch/no-lcc" "$cuberun" -n 4 --map bit-reverse "$probe" => ^cuberun: .*/lcc: not built .run 'make lcc'
70 sh -c "ulimit -n 11; exec $cuberun --timeout 20 $probe" => ^cuberun: host error: .*Too many open files .ulimit -n
END

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
    like "an emulator that is too old" "$status $errors" '^70 cuberun: .*QEMU [67][.]10?[.].*: too old .expected: QEMU 7.2 or later,'
done
finish
