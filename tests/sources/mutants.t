#!/bin/sh
# Finds a mutant that cannot be made or whose tests are gone, and a `make mutants` that takes one that survives for caught.
. tests/lib.sh

run tests/mutants/mutants --check
is "each mistake can be made, and its tests are there" "$status" 0 || echo "$output$errors" | diagnose
like "    of many" "$output" '^[1-9][0-9]+ mutants: all can be made$'

tree=$scratch/tree
mkdir -p "$tree/tests/mutants" "$tree/tools" "$tree/build"
cp tests/mutants/mutants "$tree/tests/mutants"
cp -r tools/running "$tree/tools"
cp VERSION "$tree"
echo 2 >"$tree/two"
echo 3 >"$tree/three"
cat >"$tree/Makefile" <<'END'
build/two: two
	cp two build/two
END
cat >"$tree/tests/two.t" <<'END'
#!/bin/sh
[ "$(cat build/two)" = 2 ]
END
chmod +x "$tree/tests/two.t"

# mutant NAME FILE FROM TO: a mistake in a line of a file, which tests/two.t has to notice.
mutant() {
    printf 'A number is another.\ntests: tests/two.t\nneeds: build/two\n--- a/%s\n+++ b/%s\n@@ -1 +1 @@\n-%s\n+%s\n' \
        "$2" "$2" "$3" "$4" >"$tree/tests/mutants/$1.diff"
}
# mutants [NAME]: makes them; their verdicts, without the seconds.
mutants() {
    run "$tree/tests/mutants/mutants" "$@"
    output=$(printf '%s\n' "$output" | sed 's/ ([0-9]* s)//')
}
mutant other two 2 5
mutants
is "a mistake that its test notices is caught" "$status $output" '0 other: caught
1 mutants: all caught'
mutant third three 3 4
mutants third
is "one that it does not notice has survived" "$status $output" \
    '1 third: survived: tests/two.t passes: A number is another.
1 mutants: 0 caught'
mutant gone two 7 8
mutants
like "one that cannot be made is told" "$status $output" '^1 gone: does not apply: A number is another[.]$'
is "    and the others are made" "$status $(printf '%s\n' "$output" | tail -n 1)" '1 3 mutants: 1 caught'
mutants --check
is "    without making any, too" "$status $output" '1 gone: does not apply
3 mutants: not all can be made'
rm "$tree/tests/mutants/gone.diff"
echo 6 >"$tree/two"
mutant other two 6 2
mutants other
like "a test that fails without any mistake is told" "$status $output" '^1 tests/two.t fails without a mutant'
like "    and notices nothing" "$output" '^other: not tried: tests/two.t fails without it'
rm "$tree/tests/two.t"
mutants --check third
is "a test that there is not is told" "$status $output" '1 third: there is no tests/two.t
1 mutants: not all can be made'
is "the tree is as it was" "$(cat "$tree/two" "$tree/three" | tr '\n' ' ') $(find "$tree/build" -name two)" '6 3  '
mutants nothing
is "a name that there is not is refused" "$status $errors" \
    "64 mutants: there is no mutant 'nothing': tests/mutants/ has them all"
finish
