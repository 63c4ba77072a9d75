#!/bin/sh
# Files that are given to a program, and files that it writes; no other file of the host is reached.
. tests/lib.sh

cuberun=tools/cuberun
writer=$out/tests/boot/output.elf
hello=$out/programs/hello.elf

given=$scratch/given
mkdir "$given"
seq 0 999 >"$given/numbers"
: >"$given/empty"
printf '\377' >"$given/one file"
boot files 4 --file "$given/numbers" --file "empty=$given/empty" --file "one file=$given/one file"
unlike "    and says nothing of --out, for that it cannot write is no failure" "$output" 'graycube: '
mkfifo "$scratch/pipe"
cat "$given/numbers" >"$scratch/pipe" &
boot files 2 --file "numbers=$scratch/pipe" --file "$given/empty" --file "$given/one file"

# ---- Output

mkdir "$scratch/run"
boot output 4 --out "$scratch/run/out"
for node in 0 1 2 3; do
    # The lines are multiples of the node's number; the program's end has written the last one.
    is "node $node's file is whole" "$(awk -v node=$node '
        NR <= 5000 { right += $0 == (NR - 1) * node }
        END { print NR, right, $0 }' "$scratch/run/out/node $node")" '5001 5000 the end'
done
is "a file written again, and more behind it" "$(cat "$scratch/run/out/again-3")" 'first
second'
is "a name is one node's" "$(cat "$scratch/run/out/shared")" "node 0's"
run $cuberun -n 4 --timeout 30 --out "$scratch/run/random" build/tests/fail/system_calls.elf 7 4000
is "random system calls create files" \
    "$status $(find "$scratch/run/random" -type f -size +0 -printf 'some\n' | uniq)" '0 some'
is "nothing has come anywhere else" \
    "$(ls -A "$scratch/run") $(ls -d /tmp/escaped ./*escaped "$scratch"/*escaped 2>/dev/null)" 'out
random '

for nodes in 1 2; do
    run $cuberun -n $nodes --timeout 20 --out "$scratch/new" "$hello"
    is "--out makes the folder, and uses an empty one" "$status $(ls -A "$scratch/new")" '0 '
done
root=$PWD
cd "$scratch" || exit
succeeds "a relative one" "$root/$cuberun" --timeout 20 --out here "$root/$writer"
cd "$root" || exit
is "    has the files" "$(ls "$scratch/here/node 0")" "$scratch/here/node 0"
run $cuberun -n 2 --timeout 20 --out "$scratch/failed" "$out/tests/boot/signals.elf" abort
is "a program that fails: its folder comes all the same" "$status $(ls -d "$scratch/failed")" \
    "134 $scratch/failed"
# shellcheck disable=SC3045 # dash has ulimit -n
(ulimit -n 60 && $cuberun -n 4 --timeout 20 --out "$scratch/few" "$writer" >/dev/null)
is "as many files come out when the host has few descriptors" "$(find "$scratch/few" -type f | wc -l)" 256
run $cuberun --out "$scratch/by-hand" --show "$writer"
folder=$(echo "$errors" | sed -n 's/.* writes come to //p')
initrd=$(echo "$errors" | sed -n 's/.*the initrd is //p')
run timeout 20 sh -c "$output"
is "by hand, the files come to the folder that --show names" \
    "$status $(cat "$folder/shared")" "0 node 0's"
rm -f "$initrd"

run $cuberun -n 2 --timeout 20 "$writer"
is "a run that fails without --out is told of the option, once" \
    "$status $(echo "$output" | grep -c '^graycube: node [01] could not create the file .* --out names$')" '1 1'

# ---- A host that does not take all that a program writes

# full ERROR COMMAND...: the command runs boot/full.c in each of its ways.
full() {
    told=$1
    shift
    run "$@" told
    is "a program is told by each call that there is no more room: $told" "$status $(echo "$output" | tr '\n' ' ')" \
        "3 fwrite: $told fflush: $told fsync: $told fclose: $told "
    run "$@" closed
    is "    and by fclose, if it looks at nothing else" "$status" 3
    for how in unclosed careless; do
        run "$@" $how
        is "    if it does not look ($how), the status tells" "$status" 74
        like "        with a message" "$output$errors" '^(cuberun|graycube): the host has not taken all .*full'
    done
}
# limited OPTION HOW: files have at most 1 MiB.
# shellcheck disable=SC2317 # full calls it
limited() {
    # shellcheck disable=SC3045 # dash has ulimit -f, in units of 512 bytes
    (ulimit -f 2048 && rm -rf "$scratch/full" && mkdir "$scratch/full" &&
        exec $cuberun --timeout 30 "$1" "$scratch/full" "$out/tests/boot/full.elf" "$2" full)
}
# small HOW: on a disk of 64 KiB.
# shellcheck disable=SC2317 # full calls it
small() {
    unshare -rm sh -c "mount -t tmpfs -o size=64k none '$scratch/full' && \
        $cuberun --timeout 30 --dir '$scratch/full' $out/tests/boot/full.elf $1 full"
}
full 'File too large' limited --dir
full 'I/O error' limited --out
if unshare -rm mount -t tmpfs none "$scratch/full" 2>/dev/null; then
    full 'No space left on device' small
fi

# ---- Semihosting

calls=$("${CROSS_COMPILE:-aarch64-linux-gnu-}objdump" -d --no-show-raw-insn build/kernel.elf | awk '
    $2 == "hlt" { hlt++ }
    $2 == "mov" && $3 == "w0," { operation = $4 }
    $NF == "<semihosting>" && /\tbl?\t/ { print operation }
    END { print hlt + 0, "hlt" }' | sort -u | tr '\n' ' ')
is "the kernel calls the host to exit, open, read, write and close, and for nothing else" "$calls" \
    '#0x1 #0x2 #0x20 #0x5 #0x6 1 hlt '
run $cuberun --show "$hello"
unlike "    and programs may not call it" "$output" 'userspace'
rm -f "$(echo "$errors" | sed -n 's/.*the initrd is //p')"

# ---- Wrong use

# usage MESSAGE WORDS...: refused with status 64 and this message.
usage() {
    message=$1
    shift
    run $cuberun "$@" "$hello"
    like "cuberun $(echo "$*" | sed "s|$scratch/||g" | cut -c1-60) is refused" "$status $errors" "^64 cuberun: .*$message"
}
usage "'' is no name of a variable" -x =1
usage "'2' is no name of a variable" -x 2=1
usage "'A-B' is no name of a variable" -x A-B=1
usage 'our own environment has no NOT_THERE' -x NOT_THERE
usage 'A is given twice' -x A=1 -x A=2
usage "cannot read $scratch/nowhere: No such file" --file "$scratch/nowhere"
usage "cannot read $scratch: Is a directory" --file "name=$scratch"
usage "cannot read : No such file" --file name=
usage 'a name has 1 to 63 bytes, not 0' --file "=$given/empty"
usage 'a name has 1 to 63 bytes, not 64' --file "$(printf '%064d' 0)=$given/empty"
for name in .. . .hidden :tt a/b ../up /up "$(printf 'a\tb')"; do
    usage 'must not begin with a dot' --file "$name=$given/empty"
done
usage 'the name TRAILER!!! ends an archive' --file "TRAILER!!!=$given/empty"
usage 'cannot read /dev/zero: it is not a regular file' --file zeros=/dev/zero
usage 'there are two files empty' --file "$given/empty" --file "empty=$given/numbers"
usage 'there are files in it' --out "$given"
usage 'Not a directory' --out "$given/empty"
usage 'No such file or directory' --out "$scratch/no/such"
run $cuberun --file "$scratch/nowhere" --out "$scratch/unmade" "$hello"
is "what is refused leaves no folder behind" "$(ls -d "$scratch"/unmade* 2>/dev/null)" ''
finish
