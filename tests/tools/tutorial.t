#!/bin/sh
# Finds a step of the tutorial at which its reader is stuck: its programs are typed as the page shows them, and the
# commands that the page gives without their output are run. tools/docs runs all others.
. tests/lib.sh

page=$PWD/docs/tutorial.md
lessons=$scratch/lessons
mkdir "$lessons"
awk -v folder="$lessons" '
    /^<!-- .*cat programs\/tutorial\// { name = $0; sub(/.*tutorial\//, "", name); sub(/;.*/, "", name) }
    /^```$/ { name = "" }
    name && shown { print > (folder "/" name) }
    /^```c$/ { shown = 1 }
    /^<!-- end -->$/ { name = ""; shown = 0 }' "$page"
is "the page shows all programs of the tutorial" "$(ls "$lessons")" \
    "$(cd programs/tutorial && ls -- *.[ch])"
for program in "$lessons"/*; do
    name=${program##*/}
    named=$(grep -n "\`$name\`" "$page" | head -n 1 | cut -d : -f 1)
    ok "$((${named:-99999} > $(grep -n "cat programs/tutorial/$name;" "$page" | head -n 1 | cut -d : -f 1)))" "$name is named before it is shown"
    cmp -s "$program" "programs/tutorial/$name"
    ok $? "$name is as it is shown"
    lines=$(wc -l <"$program")
    ok "$((lines > 65))" "    and short enough to be typed: $lines lines"
done

PATH=$PWD/tools:$PATH
grep -o '^    \$ .*' "$page" | sed 's/^    \$ //' >"$scratch/commands"
cd "$lessons" || exit
while read -r command; do
    status=0
    printed=$(CUBERUN='--timeout 60' sh -c "$command" </dev/null 2>&1) || status=$?
    # A compiler that has warned has printed something.
    case $command in
    cubecc* | mpicc*) is "$command" "$status $printed" "0 " ;;
    *) is "$command" "$status" 0 ;;
    esac
done <"$scratch/commands"
like "the page is one for a browser" "$(head -c 100 ring.html)" '^<!DOCTYPE html>'

# What is run without being compiled would not be there.
sed -n 's/^\$ mpiexec .* \([a-z]*\)$/\1/p; s/^\$ cuberun .*[0-9a-z] \([a-z][a-z.]*\)\( [0-9]*\)*\( |.*\)\{0,1\}$/\1/p; s/^\$ speedup .* -- //p' "$page" | sort -u >"$scratch/run"
while read -r program; do
    ok "$([ -x "$program" ]; echo $?)" "$program, which the page runs, was compiled"
done <"$scratch/run"
cd - >/dev/null || exit
finish
