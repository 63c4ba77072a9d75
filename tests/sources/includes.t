#!/bin/sh
# Finds an include or a need that tools/includes.txt does not allow, and a tools/check-includes that overlooks one.
. tests/lib.sh

succeeds "the tree is as its table says" tools/check-includes
first=$(cat boot/* board/*.[ch] board/virt/*.[ch] board/pl011/* board/semihosting/*.[ch] kernel/*.[chS] net/*.[ch] \
    net/system/* collectives/schedule/*.[ch] collectives/cube/* collectives/run/*.[ch] | wc -l)
ok $((first > 13000)) "the first reading (docs/explain/tour.md) has at most 13,000 lines: $first"
folders=$(git ls-files 2>/dev/null | sed -n 's|^\([a-z][^/]*\)/.*|\1|p' | sort -u | wc -l)
ok $((folders > 15)) "the tree has at most 15 folders: $folders"

# A tree of two folders of which the upper one may use the lower one, and a kernel.
tree=$scratch/tree
mkdir -p "$tree/tools" "$tree/include" "$tree/lower" "$tree/upper" "$tree/kernel"
cp -r tools/check-includes tools/running "$tree/tools"
cp VERSION Makefile "$tree"
cat >"$tree/tools/includes.txt" <<'END_OF_TABLE'
include:  # for programs
kernel:  # the kernel
lower: include  # used by others
upper: lower include  # uses it
tools: anything
END_OF_TABLE
echo 'void lower(void);' >"$tree/lower/lower.h"
echo 'void all(void);' >"$tree/include/all.h"
printf '#include "lower/lower.h"\nvoid lower(void) {}\n' >"$tree/lower/lower.c"
printf '#include <all.h>\n#include "lower/lower.h"\nvoid all(void) {\n    lower();\n}\n' >"$tree/upper/upper.c"
echo 'int kernel;' >"$tree/kernel/kernel.c"

# compile: makes the objects of all sources.
compile() (
    cd "$tree" || return
    for source in lower/*.c upper/*.c kernel/*.c; do
        case $source in
        kernel/*) object=build/kernel/$source.o ;;
        *) object=build/cube/$source.o ;;
        esac
        mkdir -p "${object%/*}" && "${CROSS_COMPILE:-aarch64-linux-gnu-}gcc" -I. -Iinclude -c "$source" -o "$object" || return
    done
)
check=$tree/tools/check-includes
export CUBE_OUT=build

run "$check"
like "without objects it says so" "$status $errors" '^1 .*build/cube: no objects .run make first'
compile
succeeds "a good tree is good" "$check"
touch -d '1 hour' "$tree/lower/lower.c"
run "$check"
like "an object that is older than its source is told" "$status $errors" \
    '^1 .*build/cube: the object of lower/lower.c is older than its source'
touch -d '1 hour ago' "$tree/lower/lower.c"

printf 'void above(void);\nvoid deep(void);\nvoid deep(void) {\n    above();\n}\n' >"$tree/lower/deep.c"
printf 'void deep(void);\nvoid above(void);\nvoid above(void) {\n    deep();\n}\nvoid far(void) {}\n' >"$tree/upper/above.c"
echo 'void far(void);' >"$tree/lower/far.h"
compile
run "$check"
is "a bad one is bad" "$status" 1
like "    a need that the table does not allow, without an include" "$output" \
    '^lower/deep.c: needs above of upper/above.c, which lower may not'
like "    a circle of sources" "$output" \
    '^a circle: lower/deep.c needs above of upper/above.c, upper/above.c needs deep of lower/deep.c$'
like "    a header in the wrong folder" "$output" '^lower/far.h: declares far, which upper/above.c defines$'

printf 'except %s  # a reason\n' 'lower/deep.c needs upper/above.c' 'lower/far.h declares upper/above.c' \
    'upper/upper.c needs upper/above.c' >>"$tree/tools/includes.txt"
run "$check"
is "an exception with a reason is allowed, and must be used" "$output" \
    'tools/includes.txt: unused exception: upper/upper.c needs upper/above.c'
finish
