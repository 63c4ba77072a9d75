#!/bin/sh
# Finds a byte of cuberun's input that is lost, comes to a node other than 0, or is read too early.
. tests/lib.sh

# input CUBERUN'S OPTIONS WAY: runs the program that reads its input that way.
input() {
    # shellcheck disable=SC2086
    timeout 30 tools/cuberun --timeout 20 $1 "$out/tests/boot/input.elf" "$2"
}

head -c 3000 build/kernel.img >"$scratch/bytes"
printf '\000\004\020\026\377\020' >>"$scratch/bytes" # those that mean something on the line too
expected=$(/usr/bin/python3 -c '
import functools, sys
data = open(sys.argv[1], "rb").read()
print(len(data), "bytes, sum %d, end" % functools.reduce(lambda s, c: (s * 31 + c) % 1000003, data, 0))
' "$scratch/bytes")
of_node_0() {
    sed -n 's/^node 0: //p'
}
for options in '-n 1' '-n 2 --exact'; do
    is "every byte of a file arrives, and the end ($options)" \
        "$(input "$options" sum <"$scratch/bytes" | of_node_0)" "$expected
end again"
done
for options in '-n 1' '-n 2 --exact' '-n 2 --accel multi'; do
    is "every byte of a pipe, and the end ($options)" \
        "$(tail -c +1 "$scratch/bytes" | input "$options" sum | of_node_0)" "$expected
end again"
done
is "at the other nodes there is no input" \
    "$(input '-n 2' sum <"$scratch/bytes" | sed -n 's/^node 1: //p')" '0 bytes, sum 0, end
end again'
nothing='node 0: 0 bytes, sum 0, end
node 0: end again'
is "the input from where it stands" \
    "$({ dd bs=1 count=3006 of=/dev/null 2>/dev/null && input '' sum; } <"$scratch/bytes")" "$nothing"
is "no input at all" "$(input '' sum </dev/null)" "$nothing"
is "a closed input" "$(input '' sum <&- 2>&1)" "$nothing"
is "the input, with --stats" \
    "$(echo x | input "--stats $scratch/stats" sum | sed -n 1p)" 'node 0: 2 bytes, sum 3730, end'
is "scanf, then read" "$(printf 'abc 12 2.5\nxyz\n' | input '' scan)" '3: abc 12 2.500
read: 4'
is "a program that ends in the middle of it" \
    "$(yes | input "--stats $scratch/stats" scan 2>&1)" '1: y 0 0.000
read: 2'
is "a prompt stands at the start of its own line" "$(echo 'the user' | input '-n 2' prompt | sort)" \
    'name? good day, the user
node 0
node 1'

# The second answer comes when the second question has been seen.
mkfifo "$scratch/answers" "$scratch/questions"
input '-n 4' pass <"$scratch/answers" >"$scratch/questions" &
exec 3>"$scratch/answers" 4<"$scratch/questions"
seen=
for answer in one two; do
    seen="$seen
$(dd bs=1 count=8 <&4 2>/dev/null)"
    echo $answer >&3
    for _ in 1 2 3 4; do
        IFS= read -r text <&4
        seen=$seen"
$text"
    done
done
exec 3>&- 4<&-
wait $!
is "nobody is in a deadlock who waits for node 0 to read, and messages pass it meanwhile" $? 0
is "a prompt is seen before its answer is there" "$(
    echo "$seen" | grep -c '^line 0? ') $(
    echo "$seen" | grep -c '^line 1? ') $(
    echo "$seen" | grep -c 'node [0-3] has one$') $(
    echo "$seen" | grep -c 'node [0-3] has two$')" '1 1 4 4' || echo "$seen" | diagnose
finish
