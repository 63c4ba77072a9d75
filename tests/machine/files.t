#!/bin/sh
# Finds a given file that is read wrongly, and a write that the host cuts without an error.
. tests/lib.sh

cuberun=tools/cuberun

given=$scratch/given
mkdir "$given"
seq 0 999 >"$given/numbers"
: >"$given/empty"
printf '\377' >"$given/one file"
boot files 4 --file "$given/numbers" --file "empty=$given/empty" --file "one file=$given/one file"
like "    and /dev/stdout is the standard output" "$output" "# /dev/stdout is the standard output"
unlike "    and says nothing of --dir, for that it cannot write is no failure" "$output" 'graycube: '
mkfifo "$scratch/pipe"
cat "$given/numbers" >"$scratch/pipe" &
boot files 2 --file "numbers=$scratch/pipe" --file "$given/empty" --file "$given/one file"

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
        like "        with a message" "$output$errors" '^cuberun: .*full: .* .not all output of the program was written.'
    done
}
# limited HOW: files have at most 1 MiB.
# shellcheck disable=SC2317 # full calls it
limited() {
    # shellcheck disable=SC3045 # dash has ulimit -f, in units of 512 bytes
    (ulimit -f 2048 && rm -rf "$scratch/full" && mkdir "$scratch/full" &&
        exec $cuberun --timeout 30 --dir "$scratch/full" "$out/tests/boot/full.elf" "$1" full)
}
# small HOW: on a disk of 64 KiB.
# shellcheck disable=SC2317 # full calls it
small() {
    unshare -rm sh -c "mount -t tmpfs -o size=64k none '$scratch/full' && \
        $cuberun --timeout 30 --dir '$scratch/full' $out/tests/boot/full.elf $1 full"
}
full 'File too large' limited
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
TMPDIR=$scratch # for what --show leaves
export TMPDIR
rows $cuberun <<'END'
0 --show "$out/programs/hello.elf" => -semihosting-config => ! userspace
END

# ---- Wrong use

refuses "'' is not a valid variable name" -x =1
refuses "'A-B' is not a valid variable name" -x A-B=1
refuses '-x NOT_THERE: not set in your environment' -x NOT_THERE
refuses "$scratch/nowhere: cannot be read .No such file" --file "$scratch/nowhere"
refuses 'name of 64 bytes .expected: 1 to 63 bytes' --file "$(printf '%064d' 0)=$given/empty"
for name in .. . .hidden :tt a/b ../up /up "$(printf 'a\tb')"; do
    refuses 'invalid name .*no dot or colon at the beginning' --file "$name=$given/empty"
done
refuses 'the name TRAILER!!! is reserved' --file "TRAILER!!!=$given/empty"
refuses '/dev/zero: not a regular file' --file zeros=/dev/zero
refuses 'two files are called empty' --file "$given/empty" --file "empty=$given/numbers"
finish
