#!/bin/sh
# Finds a printed byte that is lost or doubled, a torn line, and output that cannot be written
# without an error.
. tests/lib.sh

cuberun=$PWD/tools/cuberun
program=$PWD/$out/tests/boot/print.elf

# print NODES WAY BYTES COUNT [OPTIONS]: runs the program that prints in that way.
print() {
    nodes=$1
    way=$2
    bytes=$3
    lines=$4
    shift 4
    "$cuberun" -n "$nodes" --timeout 60 "$@" "$program" "$way" "$bytes" "$lines"
}

# ---- Bytes

head -c 40000 build/kernel.img | gzip -9n >"$scratch/all"
/usr/bin/python3 -c 'import os; os.write(1, bytes(range(256)) * 2 + b"\r\x1e\r" + b"x" * 5256)' \
    >>"$scratch/all"
# shellcheck disable=SC2086
for options in '1' '2 --exact' '4 --accel multi'; do
    set -- $options
    nodes=$1
    shift
    print "$nodes" copy 0 0 "$@" <"$scratch/all" >"$scratch/copy"
    is "every byte that one of $options nodes prints, and no other" \
        "$(cmp "$scratch/all" "$scratch/copy" 2>&1)" ''
done

# ---- Lines

# whole BYTES: of the lines read, how many are of one letter and so long, and how many are not.
whole() {
    awk -v bytes="$1" '
        { good += length($0) == bytes && gsub(substr($0, 1, 1), "") == bytes }
        END { print good + 0, NR - good }'
}
for options in '' '--accel multi'; do
    # shellcheck disable=SC2086
    is "lines of 2048 bytes from 8 nodes are not torn $options" \
        "$(print 8 lines 2048 6 $options | whole 2048)" '48 0'
done
print 8 lines 5000 3 >"$scratch/long"
is "longer ones: what a line has is one node's" "$(grep -cvE '^(a*|b*|c*|d*|e*|f*|g*|h*)$' "$scratch/long")" 0
rows print <<'END'
# No end is added to the last line, and another node's begins on a new one, with its tag; so does the kernel's report.
0 1 unended 0 0 | od -An -c => = n o d e 0
0 4 unended 0 0 | sort => = node 0|node 1|node 2|node 3
0 4 unended 0 0 | wc -c => = 27
0 2 unended 0 0 --tag | sort => = [0] node 0|[1] node 1
134 2 abort 0 0 => ^in the middle of a line$ => ^graycube: node [01]: aborted$
END

# ---- Output that takes no more

# Both are ended after some seconds, in which a busy host may not have begun them: then they get more.
mkfifo "$scratch/unread"
exec 3<>"$scratch/unread"
# print_unread SECONDS: prints for ever where nobody reads, with what cuberun says of it to a file.
print_unread() {
    "$cuberun" --timeout "$1" "$program" for-ever 1 0 2>"$scratch/late" >&3
}
# begin_line SECONDS: prints the beginning of a line to a file.
begin_line() {
    "$cuberun" --timeout "$1" "$program" begin 0 0 2>/dev/null >"$scratch/begun"
}
print_unread 1 &
late=$!
begin_line 4 &
begun=$!

# The whole of it, through a pipe that is mostly full and whose writers do not wait.
cat >"$scratch/slow.py" <<'END'
import os, subprocess, sys
output, pipe = os.pipe()
os.set_blocking(pipe, False)
with subprocess.Popen(sys.argv[1:], stdout=pipe, stdin=subprocess.DEVNULL) as child:
    os.close(pipe)
    data = b""
    while piece := os.read(output, 500):
        data += piece
print(child.returncode, len(data), len({*data.splitlines()}))
END
is "a slow reader gets all of it" "$(/usr/bin/python3 "$scratch/slow.py" "$cuberun" --timeout 60 \
    "$program" lines 999 200)" '0 200000 1'

# left_at_2 CUBERUN'S WORDS: its status, and what it prints when two lines are read of it.
left_at_2() {
    {
        timeout 30 "$cuberun" "$@" 2>"$scratch/errors"
        echo $? >"$scratch/status"
    } | head -n 2 >"$scratch/output"
    cat "$scratch/status" "$scratch/output" "$scratch/errors"
}
two_lines='141
line 0
line 1'
for options in '' "--stats $scratch/unwritten"; do
    set -- "$program" unended 0 0
    [ -z "$options" ] || set -- --stats "$scratch/unwritten" "$@"
    timeout 30 "$cuberun" "$@" 2>"$scratch/errors" >/dev/full
    is "a full device is a failure${options:+, with --stats}" "$? $(cat "$scratch/errors")" \
        '74 cuberun: standard output: cannot be written (No space left on device)'
    timeout 30 "$cuberun" "$@" 2>"$scratch/errors" >&-
    is "    so is a closed output" "$? $(cat "$scratch/errors")" \
        '74 cuberun: standard output: cannot be written (Bad file descriptor)'
    # shellcheck disable=SC2086
    is "    a reader that goes away ends the machine" \
        "$(left_at_2 $options "$program" for-ever 1 0)" "$two_lines"
done
is "    also one that prints nothing more, and goes on" "$(left_at_2 "$program" for-ever 0 2)" \
    "$two_lines"
is "and nothing is left of its results" "$(ls "$scratch/unwritten" 2>/dev/null)" ''
wait $late
status=$?
grep -q ' main ' "$scratch/late" || {
    print_unread 30
    status=$?
}
is "--timeout ends one that is not read" "$status $(sed -En '1s/(1 second|30 seconds) /so many seconds /p' "$scratch/late")" \
    '124 cuberun: ended after so many seconds (--timeout)'
like "    and tells where it is" "$(cat "$scratch/late")" '^cuberun: node 0 .* main \(print\.c:[0-9]+\)$'
exec 3<&-
wait $begun
status=$?
[ -s "$scratch/begun" ] || {
    begin_line 30
    status=$?
}
is "what a node prints alone does not wait for its line's end" "$status $(cat "$scratch/begun")" '124 begun'
truncate -s 8M "$scratch/large"
# shellcheck disable=SC3045 # dash has ulimit -f
(ulimit -f 10000 && print 1 unended 0 0 2>"$scratch/errors" >>"$scratch/large") # 5,120,000 bytes
is "a file that may not grow" "$? $(cat "$scratch/errors")" \
    '74 cuberun: standard output: cannot be written (File too large)'
is "a program that prints all before its reader goes" \
    "$({ "$cuberun" --timeout 20 "$program" lines 3 2; echo $? >"$scratch/status"; } | head -n 2) $(
        cat "$scratch/status")" 'aaa
aaa 0'

# ---- Standard error

c_program both <<'SOURCE'
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[]) {
    (void)argv;
    for (int k = 0; k < 100; k++) {
        printf("output %d of %d\n", k, cube_node());
        fprintf(stderr, "error %d ", k);
        fflush(stderr);
        fprintf(stderr, "of %d\n", cube_node());
    }
    if (argc > 1)
        abort();
    fprintf(stderr, "unfinished");
    return 0;
}
SOURCE
for options in '1' '4 --exact' '4 --parts 2'; do
    # shellcheck disable=SC2086
    takes "$options" || continue
    # shellcheck disable=SC2086
    run "$cuberun" -n $options --timeout 60 "$scratch/both.elf"
    nodes=${options%% *}
    is "standard output is one thing with $options nodes" \
        "$status $(echo "$output" | grep -cE '^output [0-9]+ of [0-9]$') $(echo "$output" | wc -l)" "0 $((100 * nodes)) $((100 * nodes))"
    is "    and standard error another, line by line" \
        "$(echo "$errors" | grep -cE '^error [0-9]+ of [0-9]$') $(echo "$errors" | grep -c '^unfinished')" "$((100 * nodes)) $nodes"
done
run sh -c "$cuberun --timeout 60 $scratch/both.elf 2>&1"
is "where they are one, what was printed first comes first" \
    "$(echo "$output" | head -n 4)" "$(printf 'output 0 of 0\nerror 0 of 0\noutput 1 of 0\nerror 1 of 0')"
if takes --accel; then # the kernel reports
    run "$cuberun" -n 2 --tag --timeout 60 "$scratch/both.elf" abort
    like "errors have tags, too" "$errors" '^\[[01]\] error 99 of [01]$'
    like "    what the kernel reports is the output" "$output" '^graycube: node [01]: aborted$'
    "$cuberun" --timeout 60 "$scratch/both.elf" >"$scratch/output" 2>/dev/full
    is "errors that cannot be written are lost" "$? $(wc -l <"$scratch/output")" '0 100'
fi
finish
