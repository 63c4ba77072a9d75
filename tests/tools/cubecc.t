#!/bin/sh
# Finds a difference of cubecc from a cross compiler in compiling, linking or refusing.
. tests/lib.sh

cubecc=$PWD/tools/cubecc
cuberun=$PWD/tools/cuberun
cross=${CROSS_COMPILE:-aarch64-linux-gnu-}
root=$PWD
libc=${LIBC:-picolibc}

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
is "the program runs, and prints doubles" "$status $output $errors" \
    '0 two words 40 1.414 1e-09 63 42 program.elf errors too'

printf '#include <string.h>\n#define FALLTHROUGH 7\n#include <stdlib.h>\nint main(void) { return FALLTHROUGH; }\n' >own.c
succeeds "a program has words of its own, like FALLTHROUGH" "$cubecc" -Wall -Werror -c own.c -o own.o
"${cross}ar" rcs libraries/libown.a own.o
rm own.o
succeeds "main may be in a library" "$cubecc" -L libraries -lown -o own.elf
run "$cuberun" --timeout 20 own.elf
is "    which is found" "$status" 7

# What is there only to fail, as configure scripts look for it: a function whose header they do not include.
refused=$(sed -n 's/^REFUSED(\([a-z]*\),.*/\1/p' "$root"/libc/refused/*.c | sort)
is "configure scripts take what is refused for missing" "$(for name in $refused; do
    printf '#include <limits.h>\n#ifdef __stub_%s\nyes\n#endif\n' "$name" | "$cubecc" -E -P -xc - | grep -c yes
done | sort | uniq -c | tr -s ' ')" " $(echo "$refused" | wc -l) 1"

# ---- OpenMP, by teams of one thread

succeeds "-fopenmp compiles OpenMP" "$cubecc" --cc=gcc -Wall -Werror -fopenmp "$root/tests/tools/openmp.c" -o openmp.elf
run "$cuberun" --timeout 20 openmp.elf
is "    each construct does what it says" "$status $output" '0 loops 4950 99 4950 4950 4950 1013 46
sections 11111 single 7 level 1 threads 3 private 1 nested 300
tasks 610 45 55 vector 126
locks 0 2 memory 1 time 1 processors 1'
run "$cubecc" --cc=clang -fopenmp -c "$root/tests/tools/openmp.c"
is "    clang has none" "$status $errors" '64 cubecc: -fopenmp: requires gcc (--cc=gcc; OpenMP has one thread)'

# ---- A program that runs like any other

succeeds "-o program makes a program" "$cubecc" -I headers -DNAME='"two words"' main.c answer.S \
    -L libraries -lpart -lm -o program
run ./program 'a  word' '*'
is "    that the shell runs, with its words as they are" "$status $output $errors" \
    '0 two words 40 2.449 3e-09 63 42 program errors too'
run env CUBERUN='-n 2 --tag' ./program
is "    with options from CUBERUN" "$status $(echo "$output" | grep -c '^\[[01]\] two words')" '0 2'
run "$cuberun" -n 2 --timeout 20 ./program
is "    that cuberun takes by its name" "$status $(echo "$output" | grep -c '^two words')" '0 2'
mkdir elsewhere
ln -s ../program elsewhere/link
mv elsewhere 'else where'
run './else where/link'
is "    and through a link" "$status" 0
succeeds "its ELF file is beside it, for objdump" "${cross}objdump" -d program.elf
run ./program
is "    and runs without symbols, too" "$status" 0
run "$cubecc" -I headers part.c answer.S -c
is "an object is none" "$status $(head -c 4 part.o | tr -d '\177')" '0 ELF'
"$cubecc" -I headers -DNAME='"x"' main.c part.c answer.S -lm
run ./a.out
is "without -o it is a.out" "$status $(ls a.out*)" '0 a.out
a.out.elf'
"$cubecc" --elf -I headers -DNAME='"x"' main.c part.c answer.S -lm -o three
is "--elf makes the ELF file alone" "$(ls three*) $(head -c 4 three | tr -d '\177')" 'three ELF'
succeeds "-o /dev/null" "$cubecc" -I headers -DNAME='"x"' main.c part.c answer.S -lm -o /dev/null
ok "$([ -c /dev/null ] && echo 0)" "    stays what it is"
run "$cubecc" -I headers -fsyntax-only -o four part.c
is "what does not link leaves nothing" "$status $(ls four* 2>/dev/null)" '0 '
rm a.out.elf
run ./a.out
like "a script without its program says so" "$status $errors" '^71 cuberun: .*/a.out: a.out.elf is missing'

# binfmt WORDS: in place of the kernel's folder there is one of ours.
mkdir binfmt
: >binfmt/register
BINFMT_MISC=$PWD/binfmt
export BINFMT_MISC
succeeds "binfmt --register" "$root/tools/binfmt" --register
is "    tells the kernel who starts *.elf" "$(cat binfmt/register)" ":graycube:E::elf::$root/tools/cuberun:"
run "$root/tools/binfmt" --unregister
is "    --unregister, of nothing" "$status $errors" '1 binfmt: not registered'
: >binfmt/graycube
succeeds "    --unregister" "$root/tools/binfmt" --unregister
is "    tells it, too" "$(cat binfmt/graycube)" -1
run "$root/tools/binfmt"
like "    anything else is refused" "$status $errors" '^64 binfmt: unknown option .*expected: --register or --unregister'

# ---- How it compiles


"${cross}objdump" -f -p program.elf >headers.txt
like "a static program at a fixed address" "$(cat headers.txt)" 'EXEC_P'
unlike "    without an interpreter" "$(cat headers.txt)" 'INTERP|DYNAMIC'
unlike "nothing in it is writable and executable" "$(cat headers.txt)" 'rwx'

succeeds "the linker writes a map" "$cubecc" -I headers -DNAME='"x"' main.c part.c answer.S -lm \
    -o map.elf -Wl,-Map=map.txt
case $libc in
picolibc)
    picolibc=${PICOLIBC:-/usr/lib/picolibc/aarch64-linux-gnu}
    folder=$picolibc/lib/release ;;
newlib)
    newlib=$root/build/newlib/aarch64-none-elf
    folder=$newlib/lib ;;
esac
compiler=$(dirname "$("${cross}gcc" -print-libgcc-file-name)")
is "linked in: the program, the cube, the C library, libgcc, and no start files" \
    "$(sed -n 's|^LOAD ||p' map.txt | grep '^/' | grep -v '^/tmp/[^/]*\.o$' | sort -u)" \
    "$(printf '%s\n' "$compiler/libgcc.a" "$folder/libc.a" "$folder/libm.a" "$root/$out/libcube.a" | sort)"

# ---- What is refused

run "$cubecc"
like "no file: refused" "$status $errors" '^64 cubecc: no input file'
printf '#include <sys/epoll.h>\n' >linux.c
run "$cubecc" -c linux.c
is "a header of Linux is not found" "$status" 1
printf 'int main(void) {\n    return missing();\n}\n' >broken.c
run "$cubecc" -w broken.c -o broken.elf
is "a missing function is the linker's error" "$status" 1
mkdir empty
run env CUBE_BUILD="$PWD/empty" "$cubecc" --libc="${LIBC:-picolibc}" part.c -o x.elf
like "without the library it says what to do" "$status $errors" "^1 .*not built .run 'make( LIBC=newlib)?'"
run env CUBE_BUILD="$PWD/empty" "$cubecc" --libc=newlib part.c -c
like "without newlib too" "$status $errors" "^1 .*newlib: not built .run 'make LIBC=newlib'"
run "$cubecc" --libc=glibc part.c -c
like "a library that there is not" "$status $errors" "^64 .*LIBC: invalid value 'glibc'"
run "$cubecc" --cc=nothing part.c -c
like "a compiler that there is not" "$status $errors" "^1 .*nothing: compiler not installed"
run env PICOLIBC=/nowhere "$cubecc" --libc=picolibc -c part.c
like "without picolibc too" "$status $errors" "^1 .*picolibc: not found in /nowhere .run 'make setup'"
# without COMPILER MESSAGE: no such cross compiler is installed, and make setup installs Debian's alone.
without() {
    run env PATH="$PWD/bin" CROSS_COMPILE="${1%gcc}" "$cubecc" -c part.c
    like "without $1 too" "$status $errors" "^1 cubecc: $1: not installed $2"
    is "    on one line" "$(echo "$errors" | wc -l)" 1
}
mkdir bin
ln -s "$(command -v readlink)" "$(command -v grep)" bin
without aarch64-linux-gnu-gcc "[(]run 'make setup'[)]$"
without aarch64-none-elf-gcc "[(]expected: Arm's GNU toolchain .* aarch64-linux-gnu-gcc, by 'make setup'[)]$"
without nothing-gcc "[(]named by CROSS_COMPILE; .* aarch64-linux-gnu-gcc, by 'make setup'[)]$"

# refused MESSAGE STATUS WORDS...: with one line, and not with those of the linker.
refused() {
    message=$1
    wanted=$2
    shift 2
    run "$cubecc" "$@" part.c -o refused.elf
    like "$*: refused" "$status $errors" "^$wanted cubecc: $message"
    is "    on one line" "$(echo "$errors" | wc -l) $(ls refused.elf 2>/dev/null)" '1 '
}
refused '-shared: not supported .programs of the cube are static' 64 -shared
refused '-shared: not supported .programs of the cube are static' 64 -fPIC -shared -Wl,-soname,part.so
refused '-shared: not supported .programs of the cube are static' 64 --cc=clang -shared
refused '-Wl,-shared: not supported .programs of the cube are static' 64 -Wl,-shared
for option in -m32 -mabi=ilp32 -mbig-endian; do
    refused "$option: not supported .the cube is little-endian" 64 $option
done
refused '--coverage: not supported' 64 --coverage
for sanitizer in address thread leak undefined,address; do
    refused "-fsanitize=$sanitizer: requires cubecc --host .on the cube: -fsanitize=undefined, .*--heap-check" 64 -fsanitize=$sanitizer
done
for option in -pie -static-pie; do
    succeeds "$option" "$cubecc" -I headers -DNAME='"x"' $option main.c part.c answer.S -lm -o pie.elf
    like "    makes a program at a fixed address all the same" "$("${cross}objdump" -f pie.elf)" 'EXEC_P'
done
run "$cubecc" --help
like "--help shows how to call it" "$status $output" '^0 Usage: cubecc'
finish
