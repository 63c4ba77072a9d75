#!/bin/sh
# Format and common mistakes, in every source file; and that the checks find what they should.
. tests/lib.sh

run tools/check-style
ok "$status" "tools/check-style finds nothing" || printf '%s\n' "$output" "$errors" | diagnose

# A tree with nothing in it but what the checks need, and one good file.
tree=$scratch/tree
mkdir -p "$tree/tools" "$tree/tests" "$tree/.ci" "$tree/net"
cp tools/check-style "$tree/tools"
cp .clang-format .clang-tidy "$tree"
cp tests/lib.sh "$tree/tests"
printf 'int answer(void);\nint answer(void) {\n    return 42;\n}\n' >"$tree/net/good.c"
succeeds "nothing is found in a good tree" "$tree/tools/check-style"

# planted FAULT FILE TEXT PATTERN: with this file in the tree, the checks complain.
planted() {
    printf '%b' "$3" >"$tree/$2"
    run "$tree/tools/check-style"
    is "$1: found" "$status" 1
    like "$1: named" "$output$errors" "$4"
    rm "$tree/$2"
}

planted "a badly formatted file" net/bad.c \
    'int  bad(void);\n' 'clang-format'
planted "an if that guards nothing" net/bad.c \
    'int bad(int x);\nint bad(int x) {\n    if (x > 1);\n        x = 2;\n    return x;\n}\n' 'bugprone'
planted "an index out of bounds" net/bad.c \
    'int bad(void);\nint bad(void) {\n    int x[2] = {0, 0};\n    return x[2];\n}\n' 'arrayIndexOutOfBounds'
# shellcheck disable=SC2016
planted "an unquoted word in a shell script" tools/bad \
    '#!/bin/sh\nrm $1\n' 'SC2086'
planted "a syntax error in Python" tools/bad \
    '#!/usr/bin/python3\nif:\n' 'SyntaxError'
finish
