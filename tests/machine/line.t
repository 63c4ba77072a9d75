#!/bin/sh
# Finds an error of machines with only a serial line to cuberun, for console, records, files and
# status, as on a host's own processors (--accel kvm), which have no semihosting. Here an emulator
# does without.
. tests/lib.sh

c_program folder <<'END_OF_SOURCE'
#include <cube.h>
#include <stdio.h>
#include <string.h>
/* Each node writes a file, longer than a frame, and reads it; and none reaches what lies outside. */
int main(void) {
    char name[8], written[3000], found[sizeof written + 1];
    snprintf(name, sizeof name, "%d", cube_node());
    memset(written, 1 + cube_node(), sizeof written);
    FILE *file = fopen(name, "w");
    if (!file || fwrite(written, 1, sizeof written, file) != sizeof written || fclose(file) != 0)
        return 1;
    file = fopen(name, "r");
    if (!file || fread(found, 1, sizeof found, file) != sizeof written || memcmp(found, written, sizeof written) != 0)
        return 2;
    return fopen("outside/secret", "r") || fopen("../secret", "r") || fopen("/etc/passwd", "r") ? 3 : 0;
}
END_OF_SOURCE
echo secret >"$scratch/secret"

for board in virt raspi3b; do
    TEST_CUBERUN="--line --board $board"
    export CUBERUN="$TEST_CUBERUN"
    cube 4 hello
    is "    a line from each node of $board" "$(printf '%s\n' "$output" | grep -c '^hello from node . of 4$')" 4
    boot node 4
    run tools/cuberun -n 4 --stats "$scratch/stats.json" --links --timeout 60 "$out/programs/alltoall.elf" -r 1
    like "records of $board" "$status $(tr -d ' \n' <"$scratch/stats.json")" '^0 .*"program_bytes":[1-9]'
    mkdir "$scratch/$board"
    ln -s "$scratch" "$scratch/$board/outside"
    run tools/cuberun -n 4 --dir "$scratch/$board" --timeout 60 "$scratch/folder.elf"
    is "a folder on $board, and nothing outside" "$status $(cd "$scratch/$board" && wc -c 0 1 2 3 | tail -n 1)" '0 12000 total'
    run tools/cuberun -n 4 --timeout 30 "$out/tests/fail/deadlock.elf" recv_in_a_ring
    is "a deadlock on $board" "$status" 75
    like '    is told by its line' "$output" 'node 3 waits in .* for node .*deadlock\.c:[0-9]+'
    run tools/cuberun -n 4 --timeout 30 "$out/tests/fail/fault.elf" read_null
    like "a fault on $board" "$status $output" '^139 graycube: node .: read an unmapped address'
done
boot traffic 4 --kernel-option routed=256 --accel multi

# ---- The console: bytes of all values, both ways, and no more input than is asked for

c_program echo <<'END_OF_SOURCE'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int left = argc > 1 ? atoi(argv[1]) : -1;
    for (int c; left-- != 0 && (c = getchar()) != EOF;)
        putchar(c);
    return 7;
}
END_OF_SOURCE
head -c 3000 build/kernel.img >"$scratch/bytes"
status=0
# shellcheck disable=SC2002 # a pipe, for a file would come with the program
cat "$scratch/bytes" | tools/cuberun --timeout 60 "$scratch/echo.elf" >"$scratch/back" || status=$?
is 'every byte of the input comes back, and the status' "$status $(cmp "$scratch/bytes" "$scratch/back" 2>&1)" '7 '
(echo first && echo second) | (tools/cuberun --timeout 60 "$scratch/echo.elf" 0 >"$scratch/back" && :
    cat >"$scratch/left")
is 'what a program does not read is left to others' "$(cat "$scratch/left")" "$(echo first && echo second)"

# ---- Files: of sizes around those of frames, with 40 bytes before what is written and 16 before what is read

c_program copies <<'END_OF_SOURCE'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
static char data[(1 << 20) + 1];
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s.copy", argv[i]);
        int from = open(argv[i], O_RDONLY), to = open(name, O_WRONLY | O_CREAT, 0600);
        size_t bytes = 0;
        for (ssize_t got; (got = read(from, data + bytes, sizeof data - bytes)) > 0;)
            bytes += (size_t)got;
        if (write(to, data, bytes) != (ssize_t)bytes || close(from) != 0 || close(to) != 0)
            return 1;
    }
    return 0;
}
END_OF_SOURCE
mkdir "$scratch/files"
sizes='0 1 971 972 973 1007 1008 1009 1991 1992 1993 1048576'
for size in $sizes; do
    seq 200000 | head -c "$size" >"$scratch/files/$size"
done
# shellcheck disable=SC2086 # a word for each
run env CUBERUN=--line tools/cuberun --dir "$scratch/files" --timeout 60 "$scratch/copies.elf" $sizes
is 'files of many sizes are read and written whole' \
    "$status $(cd "$scratch/files" && for size in $sizes; do cmp "$size" "$size.copy" 2>&1; done)" '0 '

# ---- The end

run tools/cuberun -n 2 --timeout 3 "$out/tests/boot/idle.elf"
like 'a run that is too long' "$status $errors" '^124 cuberun: ended after 3 seconds'
like '    tells where its nodes are' "$errors" 'cuberun: nodes? [01].* in '

# ---- Options

refuses '--exact: cannot be combined with a serial line' -n 4 --exact
refuses '--show: cannot be combined with --serial' -n 4 --show
CUBERUN='--serial -'
refuses '--serial -: cannot be combined with --parts 2' -n 2 --parts 2
refuses '--accel kvm: cannot be combined with --board raspi3b' -n 4 --board raspi3b --accel kvm
[ "$(uname -m)" = aarch64 ] || refuses "--accel kvm: requires a host with Arm processors" --board virt --accel kvm
finish
