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
    sed -n "s/^node 0: //; T; s/^$expected\$/all/; p"
}
rows '' <<'END'
# Every byte of a file or a pipe arrives at node 0, and the end, from where the input stands; at other nodes there is none.
0 input '-n 1' sum <"$scratch/bytes" | of_node_0 => = all|end again
0 input '-n 2 --exact' sum <"$scratch/bytes" | of_node_0 => = all|end again
0 tail -c +1 "$scratch/bytes" | input '-n 1' sum | of_node_0 => = all|end again
0 tail -c +1 "$scratch/bytes" | input '-n 2 --exact' sum | of_node_0 => = all|end again
0 tail -c +1 "$scratch/bytes" | input '-n 2 --accel multi' sum | of_node_0 => = all|end again
0 input '-n 2' sum <"$scratch/bytes" | grep '^node 1' => = node 1: 0 bytes, sum 0, end|node 1: end again
0 { dd bs=1 count=3006 of=/dev/null 2>&1 && input '' sum; } <"$scratch/bytes" | of_node_0 => = 0 bytes, sum 0, end|end again
# No input at all, or a closed one.
0 input '' sum => = node 0: 0 bytes, sum 0, end|node 0: end again
0 input '' sum <&- => = node 0: 0 bytes, sum 0, end|node 0: end again
0 echo x | input "--stats $scratch/stats" sum => ^node 0: 2 bytes, sum 3730, end$
# scanf, then read; a program that ends in the middle of its input; a prompt at the start of its own line.
0 printf 'abc 12 2.5\nxyz\n' | input '' scan => = 3: abc 12 2.500|read: 4 xyz
0 yes | input "--stats $scratch/stats" scan => = 1: y 0 0.000|read: 2 y
0 echo 'the user' | input '-n 2' prompt | sort => = name? good day, the user|node 0|node 1
END

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
