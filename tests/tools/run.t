#!/bin/sh
# Finds a `make test` that chooses, builds or tells wrongly, lets a test hang or fail unseen, or has no limit in CI.
. tests/lib.sh

root=$PWD

# ---- A tree of its own, with four tests

tree=$scratch/tree
mkdir -p "$tree/tests/sources" "$tree/tools"
cp Makefile "$tree"
cp tests/run tests/timed "$tree/tests"
sed -i 's/i < 1000000000/i < 100000000/' "$tree/tests/run" # the unit, which nothing here depends on
cp -r tools/running tools/cubecc "$tree/tools"
parts=$(sed -n 's/^include //p' Makefile)
for part in $parts; do
    mkdir -p "$tree/${part%/*}"
    cp "$part" "$tree/$part"
done
cd "$tree" || exit
for name in passes fails dies left_out; do
    printf '#!/bin/sh\n. ../%s\n' "$name" >"tests/sources/$name.t"
    chmod +x "tests/sources/$name.t"
done
cat >tests/sources/passes.t <<'END'
#!/bin/sh
echo '1..1'
echo 'ok 1 - all is well'
END
cat >tests/sources/fails.t <<'END'
#!/bin/sh
printf 'ok 1 - begins\nnot ok 2 - 1 < 2 & so on\n# got:    "3"\n# wanted: \001\n'
echo 'what it complains about' >&2
echo '1..2'
exit 1
END
cat >tests/sources/dies.t <<'END'
#!/bin/sh
echo 'ok 1 - begins'
echo 'out of memory' >&2
exit 3
END
cat >tests/sources/left_out.t <<'END'
#!/bin/sh
echo '1..0 # SKIP there is no browser'
END
# Two tests for the host, and the sources that these need by name.
needed=$(sed -n '/^HOST_SOURCES/,/[^\\]$/p' tests/tests.mk | grep -oE '[a-z]+(/[a-z]+)+\.c')
for name in tests/unit/net/test_one.c tests/unit/net/test_other.c mpi/large/large.py $needed; do
    mkdir -p "${name%/*}"
    echo 'int main(void);' >"$name"
done

# The make that runs this test hands its options down by the environment: not to these.
unset CC CUBE_CC CUBE_OUT LIBC MAKEFLAGS MAKELEVEL MFLAGS TESTS JUNIT

rows make <<'END'
# A word chooses what has it in its name, and nothing else, for which nothing is built; a test for the host is built with
# each sanitizer.
0 test TESTS=passes => ^tests/sources/passes.t \.+ ok$ => ^Files=1, Tests=1, => ! ^  (CC|LD)
0 test TESTS='passes sources/left' V=1 => ^Files=2, Tests=1,
0 -n test TESTS=test_one => ^gcc .* -o build/asan/tests/unit/net/test_one.t$ => ^clang .* -o build/tsan/tests/unit/net/test_one.t$ => ! test_other.c => ! tools/cubecc|build/fast
2 test TESTS='passes fials' => TESTS=fials: no test has this in its path => ! passes.t
0 -n test TESTS=sources/passes => ! ^Files=
END

# ---- What it tells

run make test TESTS=sources
is "what fails, fails" "$status" 2
like "    and is told by prove" "$output" '^Result: FAIL$'
is "    and once more at the end, with what was seen" "$(printf '%s\n' "$output" | sed -n '/processor-seconds/,$p' | sed 1d | tr -d '\001')" \
    'tests/sources/fails.t: not ok 2 - 1 < 2 & so on
tests/sources/fails.t: # got:    "3"
tests/sources/fails.t: # wanted: '
like "what a test complains about is still shown" "$errors" '^what it complains about$'
like "the processor-seconds of all are told" "$output" '^[0-9]+ processor-seconds: [0-9]+ units of [0-9.]+ s '
cat >tests/sources/passes.t <<'END'
#!/bin/sh
echo 1..1; echo ok 1; i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done
END
sed -i 's/^LIMIT=[0-9]*/LIMIT=0/' tests/run
rows '' <<'END'
# They are no limit, but in CI.
0 env -u CI make test TESTS=passes
2 env CI=true make test TESTS=passes => ^tests/run: the tests take too long \(expected 0 units
END
sed -i 's/1800/1/' tests/timed
printf '#!/bin/sh\necho "ok 1 - begins"\nsleep 1000 & (sleep 1000; :); wait\n' >tests/sources/waits.t
chmod +x tests/sources/waits.t
run timeout -s KILL 100 tests/run tests/sources/waits.t tests/sources/left_out.t
is "a test that hangs is ended, and has failed" "$status" 1
like "    which is told by name" "$output" "^tests/sources/waits.t +\(Wstat: "

# ---- JUnit's file

if perl -MTAP::Formatter::JUnit -e 1 2>/dev/null; then
    run make test TESTS=sources/fails JUNIT=results.xml
    like "the file has every check, and which fail" "$status $(cat results.xml)" \
        '<testcase name="2 - 1 &lt; 2 &amp; so on"'
else
    run tests/run --junit results.xml tests/sources/passes.t
    like "a file of JUnit's without the library is refused" "$status $errors" '^64 .*make setup JUNIT'
fi

# ---- Examples for CI systems. perl has a reader of YAML, and Python has none.

cd "$root" || exit
sed -n 's/^    \(make setup [a-z]*\).*/\1/p' README.md >"$scratch/commands"
is "README has two commands" "$(tr '\n' ',' <"$scratch/commands")" 'make setup run,make setup test,'
for example in github gitlab; do
    # shellcheck disable=SC2016 # what is perl's, perl expands
    succeeds "docs/ci/$example.yml is YAML" perl -MCPAN::Meta::YAML -MJSON::PP \
        -e 'print JSON::PP->new->canonical->pretty->encode(CPAN::Meta::YAML->read($ARGV[0])->[0])' "docs/ci/$example.yml"
    printf '%s\n' "$output" | sed -n 's/^ *\("run" : \)\{0,1\}"\(make [^"]*\)",\{0,1\}$/\2/p' >"$scratch/its"
    is "    whose calls of make are README's" "$(cat "$scratch/its")" "$(cat "$scratch/commands")"
    like "    and which hands over JUnit's file" "$output" '"JUNIT" : "build/junit.xml"'
done
finish
