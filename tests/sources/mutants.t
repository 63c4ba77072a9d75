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
    printf 'tests/two.t: A number is another.\nneeds: build/two\nin: %s\n-%s\n+%s\n' "$2" "$3" "$4" >"$tree/tests/mutants/$1.diff"
}
mutants=$tree/tests/mutants/mutants
mutant other two 2 5
mutant third three 3 4
mutant gone two 7 8
rows "$mutants" <<'END'
# A mistake that its test notices is caught, one that it does not notice has survived, and one that cannot be made is told,
# and the others are made.
0 other => ^other: caught => ^1 mutants: all caught$
1 third => ^third: survived: tests/two.t passes \([0-9]+ s\): A number is another.$ => ^1 mutants: 0 caught$
1 => ^gone: does not apply \([0-9]+ s\): A number is another[.]$ => ^3 mutants: 1 caught$
1 --check => ^gone: does not apply$ => ^3 mutants: not all can be made$
64 nothing => ^mutants: there is no mutant 'nothing': tests/mutants/ has them all$
END
rm "$tree/tests/mutants/gone.diff"
echo 6 >"$tree/two"
mutant other two 6 2
rows "$mutants" <<'END'
# A test that fails without any mistake notices nothing.
1 other => ^tests/two.t fails without a mutant => ^other: not tried: tests/two.t fails without it
END
rm "$tree/tests/two.t"
rows "$mutants" <<'END'
1 --check third => ^third: there is no tests/two.t$ => ^1 mutants: not all can be made$
END
is "the tree is as it was" "$(cat "$tree/two" "$tree/three" | tr '\n' ' ') $(find "$tree/build" -name two)" '6 3  '
finish
