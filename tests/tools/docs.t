#!/bin/sh
# Finds a page that differs from its command's output, a page of trust that names no test, a text with another
# largest cube, and a tools/docs that does not notice or does not write it.
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

most=$((1 << $(sed -n 's/^#define CUBE_MAX_DIMENSION \([0-9]*\)u.*/\1/p' include/cube_abi.h)))
is "all texts have the same largest number of nodes" \
    "$(grep -rohE '\b[01] to [0-9,]{4,5}\b' README.md docs tools | tr -d , | sort -u | tr '\n' ' ')" \
    "0 to $((most - 1)) 1 to $most "

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
docs=$scratch/tree/tools/docs
rows "$docs" <<'END'
1 --check => ^\+\| a \|$
END
cmp -s "$scratch/before" "$scratch/tree/README.md"
ok $? "    and is left as it is"
succeeds "without --check it is written" "$docs"
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
succeeds "then nothing differs" "$docs" --check

# page TEXT WORDS...: the tool on a page with this text.
# shellcheck disable=SC2317 # rows calls it
page() {
    printf '%b' "$1" >"$scratch/tree/docs/page.md"
    shift
    "$docs" "$@"
}
rows page <<'END'
# A number may be near, and what takes long is left out. A command that fails and a picture that is not there are failures.
0 '<!-- $ echo 1020 4 apples -->\n1000 4 apples\n<!-- end -->\n' --check --near 5
1 '<!-- $ echo 1020 4 apples -->\n1000 3 apples\n<!-- end -->\n' --check --near 5
1 '<!-- $ echo 1020 4 apples -->\n900 4 apples\n<!-- end -->\n' --check --near 5
1 '<!-- $ echo 1020 4 apples -->\n1000 4 pears\n<!-- end -->\n' --check --near 5
0 '<!-- long $ echo 1 -->\n2\n<!-- end -->\n' --check
1 '<!-- long $ echo 1 -->\n2\n<!-- end -->\n' --check --long
1 '<!-- $ false -->\n<!-- end -->\n' => ^docs: 'false' ends with status 1
1 "<!-- picture \$ echo '<svg/>' -->\n![A picture.](drawn.svg)\n" --check => ^\+<svg/>$
0 "<!-- picture \$ echo '<svg/>' -->\n![A picture.](drawn.svg)\n"
64 '' --chek
END
is "a picture is drawn beside the text that shows it" "$(cat "$scratch/tree/docs/drawn.svg")" "<svg/>"
finish
