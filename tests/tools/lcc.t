#!/bin/sh
# Finds a figure of Hou et al. (tables 1 and 2, contention, loads) that lcc or hou no longer gives to the digit,
# and phases of a recorded run that lcc does not find.
. tests/lib.sh

tools=build/fast/tools/lcc

# ---- lcc: names, files, sets, and what cannot be read

cat >"$scratch/gray" <<'END'
# The binary number of a Gray code, turned around
110
0 1 1   # blanks or none
001

1 0 1
END
printf 'scatter\n00\n01\n10\n' >"$scratch/scatter"
printf '10\n012\n00\n' >"$scratch/bad" # tests/unit/mapping/test_reader.c has all mistakes of files
rows $tools/lcc <<'END'
# Examples 3 and 4: contention before and after, dimension by dimension; the theorem; the new order.
0 transpose => ^ before 1 2 4 8 8 4 2 1 8$ => ^ after( 1){9}$ => the least that an order of its own has: 1 \(theorem 3\)$ => ^R\(L_8\) = \(0, 4, 2, 6, 1, 5, 3, 7\)
0 --two-a-router transpose => ^ before - 2 4 8 8 8 4 2 8$ => ^ after - 1( 2){6} 2$
0 -n 1 bit-reverse => ^ after( [01])+$
0 -n 16 bit-reverse => ^ after( [01])+$
0 --help => ^ reverse-flip the same bits, each complemented$
0 -n 4 gather => the least .*: 8 \(theorem 4\)$ => between a node and its router, in any order: 16$
0 "$scratch/gray" => ^gray: y = Ax \+ b, a permutation, n = 3$
0 shuffle "$scratch/gray" => ^shuffle: .* n = 3$
0 "$scratch/scatter" => ^scatter: x = Ay \+ b, a scatter, n = 2$
# Example 6; the paper's order is another one of the best.
0 transpose bit-reverse --objective largest => objective largest: 2, sum 20
0 transpose bit-reverse --objective largest-sum => objective largest-sum: 3, sum 20
0 transpose bit-reverse --objective sum => objective sum: 20, sum 20
0 --order transpose => ^0,4,2,6,1,5,3,7$
64 => ^lcc: .*no communication or file given
64 --fast transpose => ^lcc: .*'--fast'
64 -n 17 transpose => ^lcc: -n: .*'17' .expected: 1 to 16
64 --objective best transpose => ^lcc: --objective: .*'best'
64 -n 5 transpose => ^lcc: 'transpose' .*even
64 nothing => ^lcc: 'nothing'
64 -n 4 shuffle "$scratch/gray" => ^lcc: .*dimensions
64 "$scratch/bad" => ^lcc: .*/bad:2:3: .*0 or 1
END

# ---- Output that cannot be written

rows '' <<'END'
74 sh -c "$tools/lcc transpose >/dev/full" => ^lcc: cannot write .*: No space left on device$
74 sh -c "$tools/wormhole 3 bit-reverse 4 >/dev/full" => ^wormhole: cannot write .*: No space left on device$
74 sh -c "$tools/hou tables >/dev/full" => ^hou: cannot write .*: No space left on device$
END

# ---- Tables 1 and 2: what the paper prints, digit by digit

succeeds "tables" $tools/hou tables
like "    names what is not simulated" "$output" '^bit-reverse chiu .* printed, not simulated$'
like "    and what is reconstructed" "$output" '^bit-reverse min .* 8\.02 transfers; reconstructed rule$'
like "    and the ideal speed-up" "$output" '2\^\(n/2 - 1\), is 8:'

# row TABLE TITLE VALUES: the row of that title.
row() {
    is "table $1: $2" "$(printf '%s\n' "$output" | sed -n "/^Table $1/,/^\$/{/^$2  /p;}" |
        cut -c27-66 | xargs | tr ' ' ,)" "$3"
}
row 1 "computation" 35.8,163.5,736.0,3271.7
row 1 "neighbours" 1398.6,1617.5,2493.0,5995.1
row 1 "bit-reverse e-cube" 248.9,467.8,1343.3,4845.4
row 1 "bit-reverse mapping" 178.8,206.2,315.6,753.4
row 1 "bit-reverse chiu" 276.9,577.8,1781.7,6597.0
# Where long messages land: Min is busy for as many transfers as in print, P-cube is not.
row 1 "bit-reverse min" 248.9,467.8,1343.3,4845.4
row 1 "bit-reverse pcube" 331.0,768.8,2519.8,9524.0
row 2 "bit-reverse original" 248.9,467.8,1343.3,4845.4
row 2 "bit-reverse speed-up" 1.39,2.27,4.26,6.43
row 2 "whole original" 1683.3,2248.9,4572.4,14112.2
row 2 "whole mapping" 1613.2,1987.2,3544.7,10020.2
row 2 "whole speed-up" 1.04,1.13,1.29,1.41
printf '%s\n' "$output" | awk -v folder="$scratch" -f tools/lcc/csv.awk
is "tables as CSV" "$(sed -n '1p;$p' "$scratch/lcc-table1.csv" "$scratch/lcc-table2.csv")" \
    'points,2^8,2^10,2^12,2^14,""
whole speed-up,1.04,1.13,1.29,1.41,""'
is "    each row has all columns" "$(cat "$scratch"/lcc-table?.csv | grep -Evc '^[^,]+(,[0-9.^]+){4},"[^"]*"$')" 0

# ---- A figure, at a thirtieth of its length

succeeds "figures transpose" $tools/hou figure transpose "$scratch/curves.csv" 3000
is "    columns" "$(head -1 "$scratch/curves.csv")" \
    "curve,load,accepted,accepted_interval,latency,latency_interval,queue,sustained"
is "    each row has all of them" "$(awk -F, 'NF != 8' "$scratch/curves.csv")" ""
is "    a curve for each router and mapping" \
    "$(cut -d, -f1 "$scratch/curves.csv" | uniq | tr '\n' ' ')" "curve e-cube M-S M-G P-cube Min adaptive "

# sustained CURVE FROM TO: the highest load that is printed as sustained.
sustained() {
    load=$(printf '%s\n' "$output" | sed '1,/^highest load/d' | awk -v curve="$1" '$1 == curve { print $2 }')
    ok "$(awk -v load="$load" -v from="$2" -v to="$3" 'BEGIN { print !(load >= from && load < to) }')" \
        "    $1 sustains $load: from $2 to $3"
}
sustained e-cube 0.08 0.125
sustained M-S 0.85 1
sustained M-G 0.25 0.45
like "    loads that are too high are said to be that" "$output" '^e-cube .* not sustained$'
unlike "    none of them a deadlock" "$output" deadlock
like "    why Min stays low (section 2.3)" "$output" '^Under Min 8 pairs have no path but through'
like "    and how fast it was simulated" "$output" '^simulated: [0-9.]+ million cycles of a router a second$'

# ---- Phases of a recorded run

# A gather, a scatter, a message alone, shuffles whose nodes are some ahead of others, one more alone.
python3 - >"$scratch/run" <<'END'
import json
shuffle = [(node, (node << 1 | node >> 2) & 7) for node in range(8)]
sends = ([(node, 5) for node in range(8)] + [(3, node) for node in range(8)] + [(1, 6)] +
         [pair for pair in shuffle for _ in range(2)] + [(0, 7)])
print(json.dumps({"nodes": 8, "th": 1, "tw": 1}))
for time, (node, to) in enumerate(sends):
    if node != to:
        print(json.dumps({"node": node, "to": to, "bytes": 10, "time": time}))
    print(json.dumps({"node": node, "port": 1, "bytes": 1000, "time": time, "operation": "link"}))
END
succeeds "phases of a recording" tools/graycube lcc --from "$scratch/run"
is "    are found among messages that are none" "$(echo "$output" | head -4)" "\
28 messages with bytes, 26 of them in 4 linear-complement phases, 3 of them different:
phase-1: 2 times, 12 messages, 120 bytes
phase-2: 1 time, 7 messages, 70 bytes
phase-3: 1 time, 7 messages, 70 bytes"
like "    one has a name" "$output" '^phase-1 \(shuffle\): y = Ax \+ b, a permutation, n = 3$'
like "    one is a gather" "$output" '^phase-[23]: y = Ax \+ b, a gather, n = 3$'
like "    one is a scatter" "$output" '^phase-[23]: x = Ay \+ b, a scatter, n = 3$'
is "    their order is as of files" "$(tools/graycube lcc --from "$scratch/run" --order --objective sum)" \
    "$(printf '000\n000\n000\n101\n' >"$scratch/g" && printf 'scatter\n000\n000\n000\n110\n' >"$scratch/s" &&
        $tools/lcc --order --objective sum -n 3 shuffle "$scratch/g" "$scratch/s")"
echo '{"nodes": 8, "th": 1, "tw": 1}' >"$scratch/none"
run tools/graycube lcc --from "$scratch/none"
is "a recording without any" "$status $errors" "64 lcc: $scratch/none: no phase of its 0 messages is y = Ax + b (nothing to map)"

finish
