#!/bin/sh
# Finds a source that is badly formatted or has a common mistake, and a check of tools/check-style that finds nothing.
. tests/lib.sh

run tools/check-style
ok "$status" "tools/check-style finds nothing" || printf '%s\n' "$output" "$errors" | diagnose

if printf '%s\n' "$errors" | grep -q 'not checked'; then
    ok 0 "# SKIP what it finds: $errors"
    finish
fi

# `make analyze` takes minutes: of what it looks at, the file with the longest paths.
succeeds "the analyzer finds nothing in the executor" \
    env -u MAKEFLAGS -u MAKELEVEL make analyze QUICK=1

# A tree with nothing in it but what the checks need, and one good file.
tree=$scratch/tree
mkdir -p "$tree/tools" "$tree/tests" "$tree/.ci" "$tree/net"
cp tools/check-style "$tree/tools"
cp .clang-format .clang-tidy "$tree"
cp tests/lib.sh "$tree/tests"
printf 'int answer(void);\n' >"$tree/net/good.h"
printf '#include "good.h"\n\nint answer(void) {\n    return 42;\n}\n' >"$tree/net/good.c"
succeeds "nothing is found in a good tree" "$tree/tools/check-style"
printf 'static inline int idle(int x) {\n    if (x > 1);\n    return x;\n}\n' >>"$tree/net/good.h"
run "$tree/tools/check-style" net/good.c
like "a mistake in its header is found" "$status $output" '^1 .*net/good.h:3:.*bugprone'
printf 'int answer(void);\n' >"$tree/net/good.h"

printf 'int  ugly(void);\n' >"$tree/net/ugly.c"
printf 'int idle(int x);\nint idle(int x) {\n    if (x > 1);\n    return x;\n}\n' >"$tree/net/idle.c"
printf 'int far(void);\nint far(void) {\n    int x[2] = {0, 0};\n    return x[2];\n}\n' >"$tree/net/far.c"
# shellcheck disable=SC2016
printf '#!/bin/sh\nrm $1\n' >"$tree/tools/unquoted"
printf '#!/usr/bin/python3\nif:\n' >"$tree/tools/broken"
run "$tree/tools/check-style"
is "something is found in a bad one" "$status" 1
found=$output$errors
like "a badly formatted file" "$found" 'net/ugly.c:1:.*clang-format'
like "an if that guards nothing" "$found" 'net/idle.c:3:.*bugprone'
like "an index out of bounds" "$found" 'net/far.c:4:.*array-bounds'
like "an unquoted word in a shell script" "$found" 'SC2086'
like "a syntax error in Python" "$found" 'SyntaxError'
succeeds "nothing in its good file alone" "$tree/tools/check-style" net/good.c
printf 'int never(int x);\nint never(int x) {\n    int y;\n    return x > 1 ? x : y;\n}\n' >"$tree/net/never.c"
run "$tree/tools/check-style" --analyze net/never.c
like "a path on which a value is missing, by the analyzer" "$status $output" 'net/never.c:4:.*clang-analyzer'
like "    and by cppcheck" "$errors" 'net/never.c:4:.*uninitvar'
finish
