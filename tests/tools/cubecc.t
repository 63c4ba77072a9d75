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
rows "$cubecc" <<'END'
64 --cc=clang -fopenmp -c "$root/tests/tools/openmp.c" => ^cubecc: -fopenmp: requires gcc [(]--cc=gcc; OpenMP has one thread[)]$
END

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

printf '#include <sys/epoll.h>\n' >linux.c
printf 'int main(void) {\n    return missing();\n}\n' >broken.c
mkdir empty bin
ln -s "$(command -v readlink)" "$(command -v grep)" bin
rows '' <<'END'
64 "$cubecc" => ^cubecc: no input file
0 "$cubecc" --help => ^Usage: cubecc
1 "$cubecc" -c linux.c => sys/epoll.h
1 "$cubecc" -w broken.c -o broken.elf => undefined reference to .missing
1 env CUBE_BUILD="$PWD/empty" "$cubecc" --libc="${LIBC:-picolibc}" part.c -o x.elf => not built .run 'make( LIBC=newlib)?'
1 env CUBE_BUILD="$PWD/empty" "$cubecc" --libc=newlib part.c -c => newlib: not built .run 'make LIBC=newlib'
64 "$cubecc" --libc=glibc part.c -c => LIBC: invalid value 'glibc'
1 "$cubecc" --cc=nothing part.c -c => nothing: compiler not installed
1 env PICOLIBC=/nowhere "$cubecc" --libc=picolibc -c part.c => picolibc: not found in /nowhere .run 'make setup'
# Without a cross compiler: make setup installs Debian's alone.
1 env PATH="$PWD/bin" CROSS_COMPILE=aarch64-linux-gnu- "$cubecc" -c part.c => ^cubecc: aarch64-linux-gnu-gcc: not installed [(]run 'make setup'[)]$
1 env PATH="$PWD/bin" CROSS_COMPILE=aarch64-none-elf- "$cubecc" -c part.c => ^cubecc: aarch64-none-elf-gcc: .*[(]expected: Arm's GNU toolchain .* by 'make setup'[)]$
1 env PATH="$PWD/bin" CROSS_COMPILE=nothing- "$cubecc" -c part.c => ^cubecc: nothing-gcc: .*[(]named by CROSS_COMPILE; .* by 'make setup'[)]$
END
# Refused in one line, which is not the linker's.
# shellcheck disable=SC2317 # rows calls it
refused() {
    status=0
    "$cubecc" "$@" part.c -o refused.elf || status=$?
    [ ! -e refused.elf ] && return $status
}
rows refused <<'END'
64 -shared => ^cubecc: -shared: not supported .programs of the cube are static => ! ^[^c]
64 -fPIC -shared -Wl,-soname,part.so => ^cubecc: -shared: not supported => ! ^[^c]
64 --cc=clang -shared => ^cubecc: -shared: not supported => ! ^[^c]
64 -Wl,-shared => ^cubecc: -Wl,-shared: not supported => ! ^[^c]
64 -m32 => ^cubecc: -m32: not supported .the cube is little-endian => ! ^[^c]
64 -mabi=ilp32 => ^cubecc: -mabi=ilp32: not supported => ! ^[^c]
64 -mbig-endian => ^cubecc: -mbig-endian: not supported => ! ^[^c]
64 --coverage => ^cubecc: --coverage: not supported => ! ^[^c]
64 -fsanitize=undefined,address => -fsanitize=undefined,address: requires cubecc --host .on the cube: -fsanitize=undefined, .*--heap-check
64 -fsanitize=thread => ^cubecc: -fsanitize=thread: requires cubecc --host
END
for option in -pie -static-pie; do
    succeeds "$option" "$cubecc" -I headers -DNAME='"x"' $option main.c part.c answer.S -lm -o pie.elf
    like "    makes a program at a fixed address all the same" "$("${cross}objdump" -f pie.elf)" 'EXEC_P'
done
finish
