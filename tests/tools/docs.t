#!/bin/sh
# Finds a page that differs from its command's output, a page of trust that names no test, and a
# tools/docs that does not notice or does not write it.
. tests/lib.sh

if has_usual_tools && has_usual_versions; then
    # make soak looks at the long commands too.
    succeeds "what pages show of programs is what these print, to 5 % of each number (else run 'make docs')" \
        tools/docs --check --near 5
elif has_usual_tools; then
    succeeds "figures that can be counted are near those of gcc 12, picolibc 1.8 and QEMU 7.2, and small numbers the same" \
        tools/docs --check --near 50
fi

# Tables of docs/explain/trust.md say what holds, and by which test: the rows below a head with the word test.
awk -F'|' '!/^\|/ { last = 0 } /^\|.*\| test/ { last = NF - 1 } last && !/^\|---/ && !/\| test/ { print $last }' \
    docs/explain/trust.md >"$scratch/tests"
grep -o 'tests/[a-z_/]*[.][a-z]*' "$scratch/tests" | sort -u |
    while read -r file; do [ -f "$file" ] || echo "$file"; done >"$scratch/missing"
is "each test that docs/explain/trust.md names is there" "$(cat "$scratch/missing")" ''
is "    and each of its rows has one" "$([ -s "$scratch/tests" ] && grep -vc '[a-z]' "$scratch/tests")" 0

# ---- The tool, on a tree of its own

mkdir -p "$scratch/tree/tools" "$scratch/tree/docs"
cp tools/docs "$scratch/tree/tools/docs"
cat >"$scratch/tree/README.md" <<'END_OF_FILE'
Before.
<!-- $ seq 6 | sed 's/$/ line/' -->
```
1 line
2 old

...

6 line
```
<!-- end -->
Between. <!-- $ nothing -->
END_OF_FILE
printf '<!-- $ printf "| a |\\n" -->\n| b |\n<!-- end -->\n' >"$scratch/tree/docs/table.md"
cp "$scratch/tree/README.md" "$scratch/before"
run "$scratch/tree/tools/docs" --check
is "what differs is a failure" "$status" 1
like "    is told" "$output" '^\+\| a \|$'
cmp -s "$scratch/before" "$scratch/tree/README.md"
ok $? "    and is left as it is"
succeeds "without --check it is written" "$scratch/tree/tools/docs"
cat >"$scratch/wanted" <<'END_OF_FILE'
Before.
<!-- $ seq 6 | sed 's/$/ line/' -->
```
1 line
2 line
3 line
...
5 line
6 line
```
<!-- end -->
Between. <!-- $ nothing -->
END_OF_FILE
is "    with as many lines as there were before and after those left out" \
    "$(cat "$scratch/tree/README.md")" "$(cat "$scratch/wanted")"
is "    and where nothing is left out, all" "$(sed -n 2p "$scratch/tree/docs/table.md")" '| a |'
succeeds "then nothing differs" "$scratch/tree/tools/docs" --check
printf '<!-- $ echo 1020 4 apples -->\n1000 4 apples\n<!-- end -->\n' >"$scratch/tree/docs/near.md"
succeeds "a number may be near" "$scratch/tree/tools/docs" --check --near 5
for other in '1000 3 apples' '900 4 apples' '1000 4 pears'; do
    sed -i "2s/.*/$other/" "$scratch/tree/docs/near.md"
    run "$scratch/tree/tools/docs" --check --near 5
    is "    but not $other" "$status" 1
done
rm "$scratch/tree/docs/near.md"
printf '<!-- long $ echo 1 -->\n2\n<!-- end -->\n' >"$scratch/tree/docs/long.md"
succeeds "what takes long is left out" "$scratch/tree/tools/docs" --check
run "$scratch/tree/tools/docs" --check --long
is "    but for --long" "$status" 1
rm "$scratch/tree/docs/long.md"

printf '<!-- $ false -->\n<!-- end -->\n' >"$scratch/tree/docs/wrong.md"
run "$scratch/tree/tools/docs"
is "a command that fails is a failure" "$status" 1
like "    and is named" "$errors" "^docs: 'false' ends with status 1"

cat >"$scratch/tree/docs/wrong.md" <<'END_OF_FILE'
<!-- picture $ echo '<svg/>' -->
![A picture.](drawn.svg)
END_OF_FILE
run "$scratch/tree/tools/docs" --check
is "a picture that is not there is a failure" "$status" 1
like "    and is told" "$output" '^\+<svg/>$'
succeeds "without --check it is drawn" "$scratch/tree/tools/docs"
is "    beside the text that shows it" "$(cat "$scratch/tree/docs/drawn.svg")" "<svg/>"
run tools/docs --chek
is "so is a mistyped option" "$status" 64
finish
