# TAP for tests written in sh. Tests run from the root of the tree: `. tests/lib.sh`, then checks,
# then `finish`. Each check prints one TAP line, and on failure what it saw.
# shellcheck shell=sh

# The folder of programs built with the C library that is tested, from make.
out=${CUBE_OUT:-build}

# Ignores options of the user's environment. TEST_CUBERUN has options for all programs of a test.
unset CUBERUN
[ -z "${TEST_CUBERUN:-}" ] || export CUBERUN="$TEST_CUBERUN"

# takes OPTIONS: whether the engine that is tested takes these options of cuberun. Processes of the host
# (CUBE_ENGINE=host, tests/machine/processes.t) count no instructions, and have no emulator and no dead links; they reach all files. Nor does
# anything interrupt a node that computes, to carry out what others ask of it.
takes() {
    case ${CUBE_ENGINE:-machine}$* in
    host*--exact* | host*--accel* | host*--dead-* | host*--dir* | host*interrupts*) return 1 ;;
    esac
}

# A run that ends so has refused its words: two that do are the same whatever is wrong with the machine.
# shellcheck disable=SC2034 # tests look at it
STATUS_USAGE=64

count=0
failures=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Prints standard input as TAP diagnostics.
diagnose() {
    sed 's/^/# /'
}

# ok TRUTH DESCRIPTION: one TAP line; TRUTH is 0 for success, as $? is.
ok() {
    count=$((count + 1))
    if [ "$1" -eq 0 ]; then
        printf '%s\n' "ok $count - $2"
    else
        failures=$((failures + 1))
        printf '%s\n' "not ok $count - $2"
    fi
    return "$1"
}

# slack: what limits of instruction counts are multiplied by. They were set by what gcc 12 makes; other
# compilers may need so much more.
slack() {
    case ${CUBE_CC:-gcc} in
    gcc) version=$("${CROSS_COMPILE:-aarch64-linux-gnu-}gcc" -dumpversion) ;;
    *) version=${CUBE_CC##*-} ;;
    esac
    case ${CUBE_CC:-gcc},${version%%.*} in
    *gcc*,12) echo 1 ;;
    *gcc*) echo 1.06 ;;
    *) echo 1.25 ;;
    esac
}

# run COMMAND...: leaves its exit status in $status, what it printed in $output (standard output)
# and $errors (standard error), and in $all, the output first. Input is empty. It is called thousands of times.
run() {
    status=0
    "$@" </dev/null >"$scratch/output" 2>"$scratch/errors" || status=$?
    output=
    errors=
    [ ! -s "$scratch/output" ] || output=$(cat "$scratch/output")
    [ ! -s "$scratch/errors" ] || errors=$(cat "$scratch/errors")
    # shellcheck disable=SC2034 # tests look at it
    all=$output${output:+
}$errors
}

# succeeds DESCRIPTION COMMAND...: the command exits with 0.
succeeds() {
    description=$1
    shift
    run "$@"
    ok "$status" "$description" || {
        echo "status $status from: $*"
        cat "$scratch/output" "$scratch/errors"
    } | diagnose
}

# is DESCRIPTION GOT WANTED: both words are the same.
is() {
    truth=0
    [ "$2" = "$3" ] || truth=1
    ok $truth "$1" || printf 'got:    %s\nwanted: %s\n' "$2" "$3" | diagnose
    return $truth
}

# has_line TEXT PATTERN: whether a line of the text matches the extended regular expression.
has_line() {
    grep -Eq -e "$2" <<END
$1
END
}

# like DESCRIPTION TEXT PATTERN: a line of the text matches the extended regular expression.
like() {
    truth=0
    has_line "$2" "$3" || truth=1
    ok $truth "$1" || printf 'nothing matches /%s/ in:\n%s\n' "$3" "$2" | diagnose
    return $truth
}

# unlike DESCRIPTION TEXT PATTERN: no line of the text matches.
unlike() {
    truth=0
    has_line "$2" "$3" && truth=1
    ok $truth "$1" || printf 'a line matches /%s/ in:\n%s\n' "$3" "$2" | diagnose
    return $truth
}

# Whether programs are built with the usual compiler and C library.
has_usual_tools() {
    [ "$out" = build ] && [ "${CUBE_CC:-gcc}" = gcc ] &&
        [ "${CROSS_COMPILE:-aarch64-linux-gnu-}" = aarch64-linux-gnu- ]
}

# Whether they are of the versions, and run on the emulator, of which are the counts that are written down.
has_usual_versions() {
    tools/graycube --version | grep -q ' 12\.[0-9.]*, picolibc 1\.8, QEMU 7\.2\.'
}

# c_program NAME [COMMAND...]: compiles the source that is its input to $scratch/NAME.elf, by cubecc or by COMMAND.
c_program() {
    source=$scratch/$1.c
    shift
    [ $# -gt 0 ] || set -- tools/cubecc
    cat >"$source"
    "$@" "$source" -o "${source%.c}.elf" || exit
}

# boot PROGRAM NODES [cuberun options]: runs tests/boot/PROGRAM.c, which prints TAP, and
# passes when it exits with 0, all its checks passed, and there were as many as its plan says.
boot() {
    program=$1
    nodes=$2
    shift 2
    takes "$*" || return 0
    run tools/cuberun -n "$nodes" --timeout 60 "$@" "$out/tests/boot/$program.elf"
    summary=$(printf '%s\n' "$output" | awk '
        /^1\.\.[0-9]+/ { planned = substr($1, 4) }
        /^ok/          { passed++ }
        /^not ok/      { failed++ }
        END { print (planned > 0 && passed == planned && !failed) ? "pass" : "fail" }')
    is "$program on $nodes nodes${1:+ ($*)}" "$status $summary" "0 pass" ||
        printf '%s\n%s\n' "$output" "$errors" | diagnose
}

# rows COMMAND: runs COMMAND with the words of each line of the input, a line of the shell: STATUS WORDS => PATTERN...
# More patterns may follow on indented lines. The run has to end with STATUS, and for each PATTERN to print a line that
# matches it, where a space matches any number of them; for "! PATTERN" it prints none, and for "= LINES" nothing but these
# lines, with | between them. 2 is a program's usage error, which one node alone tells. Lines that begin with # are
# comments; those with options that the engine does not take are left out.
rows() {
    row=
    more=1
    while [ "$more" ]; do
        IFS= read -r line || more=
        case $line in
        ' '*) row="$row ${line#"${line%%[! ]*}"}" ;;
        *)
            case $row in '' | '#'*) ;; *) row_holds "$1" ;; esac
            row=$line
            ;;
        esac
    done
}

# loosen PATTERN: leaves in $loose the pattern in which a space matches any number of them. No process does it, for rows
# are thousands.
loosen() {
    tight=$1
    loose=
    while [ "$tight" != "${tight#* }" ]; do
        loose="$loose${tight%%" "*} +"
        tight=${tight#* }
    done
    loose=$loose$tight
}

# row_holds COMMAND: runs it with the words of $row, and looks at its status and patterns.
row_holds() {
    takes "$1 $row" || return 0
    words=${row%% => *}
    patterns=${row#"$words"}
    wanted=${words%% *}
    run eval "$1${words#"$wanted"}"
    truth=0
    [ "$status" = "$wanted" ] || truth=1
    while [ "$patterns" ]; do
        patterns=${patterns# => }
        pattern=${patterns%% => *}
        patterns=${patterns#"$pattern"}
        case $pattern in
        '= '*) [ "$(printf '%s\n' "$all" | sed 's/^ *//; s/  */ /g; /^$/d' | paste -sd '|')" = "${pattern#= }" ] || truth=1 ;;
        '! '*)
            loosen "${pattern#! }"
            ! has_line "$all" "$loose" || truth=1
            ;;
        *)
            loosen "$pattern"
            has_line "$all" "$loose" || truth=1
            [ "$wanted" != 2 ] || [ "$(printf '%s\n' "$all" | grep -Ec -e "$loose")" -eq 1 ] || truth=1
            ;;
        esac
    done
    ok $truth "$row" || printf 'status %s\n%s\n' "$status" "$all" | diagnose
}

# passes DESCRIPTION: the last run ended with 0.
passes() {
    ok "$status" "$1" || printf 'status %s\n%s\n%s\n' "$status" "$output" "$errors" | diagnose
}

# cube NODES PROGRAM [words]: runs a demonstration, which verifies itself: its status is the verdict.
cube() {
    nodes=$1
    program=$2
    shift 2
    run tools/cuberun -n "$nodes" --timeout 60 "$out/programs/$program.elf" "$@"
    passes "$program on $nodes nodes${1:+, $*}"
}

# refuses MESSAGE OPTIONS...: cuberun takes these for no program on 8 nodes, and says why.
refuses() {
    message=$1
    shift
    run tools/cuberun -n 8 "$@" "$out/programs/hello.elf"
    like "$* is refused" "$status $errors" "^64 cuberun: .*$message"
}

# Prints the plan; the test's exit status is that of its checks.
finish() {
    echo "1..$count"
    [ $failures -eq 0 ]
    exit
}
