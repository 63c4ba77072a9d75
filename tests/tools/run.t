#!/bin/sh
# make test itself: which tests it chooses and what it builds for them, the JUnit file, how it tells what time
# is left; and the examples for CI systems.
. tests/lib.sh

root=$PWD

# ---- A tree of its own, with four tests

tree=$scratch/tree
mkdir -p "$tree/tests/sources" "$tree/tools"
cp Makefile "$tree"
cp tests/run tests/near tests/again tests/keep-errors tests/junit.py "$tree/tests"
cp -r tools/running tools/cubecc tools/stages "$tree/tools"
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
for name in tests/unit/net/test_one.c tests/unit/net/test_other.c $needed; do
    mkdir -p "${name%/*}"
    echo 'int main(void);' >"$name"
done

# The make that runs this test hands its options down by the environment: not to these.
unset CC CUBE_CC CUBE_OUT LIBC MAKEFLAGS MAKELEVEL MFLAGS TESTS JUNIT

run make test TESTS=passes
like "a word chooses what has it in its name" "$status $output" '^(0 )?tests/sources/passes.t \.+ ok$'
like "    and nothing else" "$output" '^Files=1, Tests=1,'
unlike "    for which nothing is built" "$output" '^  (CC|LD)'
run make test TESTS='passes sources/left' V=1
like "several words choose several" "$status $output" '^Files=2, Tests=1,'
run make -n test TESTS=test_one
like "a test for the host is built" "$output" '^gcc .* -o build/asan/tests/unit/net/test_one.t$'
like "    with each sanitizer" "$output" '^clang .* -o build/tsan/tests/unit/net/test_one.t$'
unlike "    and no other is" "$output" 'test_other.c'
unlike "    nor is what scripts need" "$output" 'tools/cubecc|build/fast'

# ---- Verdicts

# again SCRIPT: runs that script as if it were a test of build/asan, and counts its runs.
again() {
    mkdir -p build/asan
    printf '#!/bin/sh\necho >>runs\necho "1..1"\n%s\n' "$1" >build/asan/counted.t
    chmod +x build/asan/counted.t
    run tests/again build/asan/counted.t
}
again 'echo ok 1'
again 'echo ok 1'
is "a test that has passed is not run again, and tells the same" "$(wc -l <runs) $status $output" '1 0 # as in an earlier run, of which this is the verdict
1..1
ok 1'
CUBE_SEED=7 run tests/again build/asan/counted.t
is "    but with other variables" "$(wc -l <runs)" 2
again 'echo not ok 1; exit 1'
again 'echo not ok 1; exit 1'
is "    or if it has changed; and one that has failed always is" "$(wc -l <runs) $status $output" '4 1 1..1
not ok 1'
# script LINE: the same of a script that reads a folder.
script() {
    printf '#!/bin/sh\n# Reads: read\necho >>runs\n%s\n' "$1" >tests/sources/counted.t
    chmod +x tests/sources/counted.t
    tests/again tests/sources/counted.t >/dev/null
    tests/again tests/sources/counted.t >/dev/null
    wc -l <runs
}
mkdir read
rm runs
echo first >read/file
is "nor is a script that says what it reads" "$(script 'echo 1..1') $(tests/again tests/sources/counted.t)" '1 # as in an earlier run, of which this is the verdict
1..1'
echo second >read/file
is "    until that has changed" "$(script 'echo 1..1')" 2
is "    but one that is left out always is" "$(script 'echo 1..0 \# SKIP')" 4
rm -r build runs read tests/sources/counted.t

run make test TESTS='passes fials'
is "a word that is in no name is an error" "$status" 2
like "    which names it, and what is near" "$errors" "no test has 'fials' in its path; near it are: fails"
unlike "    and nothing runs" "$output" 'passes.t'
run make -n test TESTS=sources/passes
unlike "make -n runs no test" "$output" '^Files='

# ---- JUnit's file

run make test TESTS=sources JUNIT=results.xml
is "what fails, fails" "$status" 2
like "    and is told by prove" "$output" '^Result: FAIL$'
like "what a test complains about is still shown" "$errors" '^what it complains about$'
cat >"$scratch/read.py" <<'END'
import xml.etree.ElementTree as ElementTree
root = ElementTree.parse("results.xml").getroot()
print(root.tag, *(f"{key} {root.get(key)}" for key in ("tests", "failures", "errors", "skipped")))
for suite in sorted(root, key=lambda suite: suite.get("name")):
    print(suite.get("name"), *(f"{key} {suite.get(key)}" for key in ("tests", "failures", "errors", "skipped")))
    for case in suite.iter("testcase"):
        print("", case.get("name"), *(f"{child.tag} {child.get('message')!r} {child.text!r}" for child in case))
END
is "the file has every check, and why some fail" "$(python3 "$scratch/read.py")" \
    "testsuites tests 6 failures 1 errors 1 skipped 1
tests/sources/dies.t tests 2 failures 0 errors 1 skipped 0
 1 - begins
 end of the test error '1 checks of no plan, or a status that is not 0' 'out of memory\\n'
tests/sources/fails.t tests 2 failures 1 errors 0 skipped 0
 1 - begins
 2 - 1 < 2 & so on failure '2 - 1 < 2 & so on' 'got:    \"3\"\\nwanted: ?'
tests/sources/left_out.t tests 1 failures 0 errors 0 skipped 1
 all skipped 'there is no browser' None
tests/sources/passes.t tests 1 failures 0 errors 0 skipped 0
 1 - all is well"
run make test TESTS=test_one JUNIT=results.xml
is "a build that fails leaves no file of an earlier run" "$status $(ls results.xml 2>/dev/null)" '2 '

# ---- Tests that hang: one that computes, and one that waits for what it has started

for name in computes waits; do
    printf '#!/bin/sh\necho "ok 1 - begins"\n' >"tests/sources/$name.t"
    chmod +x "tests/sources/$name.t"
done
echo 'while :; do :; done' >>tests/sources/computes.t
echo 'sleep 1000 & (sleep 1000; :); wait' >>tests/sources/waits.t
run timeout -s KILL 100 tests/run --limit 1 --junit results.xml tests/sources/passes.t tests/sources/waits.t tests/sources/computes.t
is "tests that hang are ended, and have failed" "$status" 1
for name in computes waits; do
    like "    which is told by name: $name" "$errors" "^tests/sources/$name.t: still running after 1 s, and ended$"
    like "    and in prove's list" "$output" "^tests/sources/$name.t +\(Wstat: "
done
is "    and in the file" "$(python3 "$scratch/read.py" | grep -c "error .* still running after 1 s")" 2
like "    and the others run" "$output" '^tests/sources/passes.t \.+ ok$'

# ---- The time

run tools/stages '1 echo first' '1 exit 3' '1 echo never'
is "stages: the status of the first command that fails" "$status $output" '3 first'
like "what a command took is kept" "$(cat build/times.json)" '"echo first": 0'
run tools/stages 'echo first'
is "stages without seconds are refused" "$status" 64
cat >"$scratch/terminal.py" <<'END'
import pty
pty.spawn(["tools/stages", "1 echo first", "1 echo second"])
END
terminal=$(python3 "$scratch/terminal.py" | tr '\r\033' '\n>')
like "on a terminal, a line below what commands print is written over" "$terminal" \
    '^>\[K  1 of 2 done, 0:00 so far, perhaps 0:0[01] left$'
is "    and is gone at the end" "$(printf '%s\n' "$terminal" | tail -n 1)" '>[K'
cat >"$scratch/clock.py" <<'END'
import io
import sys
sys.path.insert(0, "tools")
from running import progress
now = 0.0
progress.time.monotonic = lambda: now
progress.LOG_SECONDS = 0.001
work = progress.Progress({"one": 100, "two": 200, "three": 300}, True, 2)
print(work.line())
now = 100.0
work.done("one")
print(work.line())
work.done("nothing known")
now = 200.0
work.done("two")
print(work.line())
now = 1000.0
print(work.line())
work.stream = io.StringIO()
with work:
    while "\n" not in work.stream.getvalue():
        pass
print("log:" + work.stream.getvalue().splitlines()[0])
END
is "an estimate comes from the last run, and more and more from this one" "$(python3 "$scratch/clock.py")" \
    '0 of 3 done, 0:00 so far, about 5:00 left
1 of 3 done, 1:40 so far, about 4:51 left
2 of 3 done, 3:20 so far, about 2:55 left
2 of 3 done, 16:40 so far, longer than expected
log:  2 of 3 done, 16:40 so far, longer than expected'

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
