#!/bin/sh
# cubecc: compiles as cc does, for the cube and nothing else.
. tests/lib.sh

cubecc=$PWD/tools/cubecc
cuberun=$PWD/tools/cuberun
cross=${CROSS_COMPILE:-aarch64-linux-gnu-}

cd "$scratch" || exit
mkdir headers libraries
cat >main.c <<'END'
#include "part.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#error "this is no Linux"
#endif

int answer(void);

int main(int argc, char **argv) {
    char *copy = malloc(64);
    strcpy(copy, NAME);
    printf("%s %d %.3f %g %ld %d %s\n", copy, part(20), sqrt(2.0 * argc), 1e-9 * argc,
           strtol("77", NULL, 8), answer(), argv[0]);
    fprintf(stderr, "errors too\n");
    return 0;
}
END
echo 'int part(int x);' >headers/part.h
printf '#include "part.h"\nint part(int x) {\n    return 2 * x;\n}\n' >part.c
cat >answer.S <<'END'
        .global answer
answer: mov     w0, #42
        ret
END

succeeds "-c makes an object" "$cubecc" -c -O1 -I headers part.c -o part.o
"${cross}ar" rcs libraries/libpart.a part.o
succeeds "several files, assembly, -D, -I, -L, -l" \
    "$cubecc" -g -Wall -Wextra -Werror -I headers -DNAME='"two words"' main.c answer.S \
    -L libraries -lpart -lm -o program.elf
run "$cuberun" --timeout 20 program.elf
is "the program runs, and prints doubles" "$status $output" \
    '0 two words 40 1.414 1e-09 63 42 program.elf
errors too'

run "$cubecc" --show -c part.c 'odd name.c'
is "--show runs nothing" "$status $(ls -- *.o)" '0 part.o'
like "    and prints a line that a shell can run" "$output" "gcc .* -c part.c 'odd name.c'"

"${cross}objdump" -f -p program.elf >headers.txt
like "a static program at a fixed address" "$(cat headers.txt)" 'EXEC_P'
unlike "    without an interpreter" "$(cat headers.txt)" 'INTERP|DYNAMIC'
unlike "nothing in it is writable and executable" "$(cat headers.txt)" 'rwx'

succeeds "the linker writes a map" "$cubecc" -I headers -DNAME='"x"' main.c part.c answer.S \
    -o map.elf -Wl,-Map=map.txt
libraries=$(sed -n 's|^LOAD .*/\(.*\.a\)$|\1|p' map.txt | sort -u)
is "linked in: the cube, picolibc, libgcc" "$(echo "$libraries" | tr '\n' ',')" \
    'libc.a,libcube.a,libgcc.a,'
is "    and its libc is picolibc's fast one" \
    "$(grep -c '^LOAD .*/picolibc/.*/release/libc.a$' map.txt)" 1

run "$cubecc"
like "no file: refused" "$status $errors" '^64 cubecc: no input file'
printf '#include <pthread.h>\n' >linux.c
run "$cubecc" -c linux.c
is "a header of Linux is not found" "$status" 1
printf 'int main(void) {\n    return missing();\n}\n' >broken.c
run "$cubecc" -w broken.c -o broken.elf
is "a missing function is the linker's error" "$status" 1
mkdir empty
run env CUBE_BUILD="$PWD/empty" "$cubecc" part.c -o x.elf
like "without the library it says what to do" "$status $errors" "^1 .*not built: run 'make'"
run env PICOLIBC=/nowhere "$cubecc" -c part.c
like "without picolibc too" "$status $errors" "^1 .*no picolibc in /nowhere: 'make setup'"
run env CROSS_COMPILE=nothing- "$cubecc" -c part.c
like "without the compiler too" "$status $errors" "^1 .*no nothing-gcc: 'make setup'"
run "$cubecc" --help
like "--help shows how to call it" "$status $output" '^0 Usage: cubecc'
finish
