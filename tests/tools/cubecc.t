#!/bin/sh
# Finds a difference of cubecc from a cross compiler in compiling, linking or refusing.
# shellcheck disable=SC2034 # rows expands variables
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

"$cubecc" -c -O1 -I headers part.c -o part.o && "${cross}ar" rcs libraries/libpart.a part.o || exit
printf '#include <string.h>\n#define FALLTHROUGH 7\n#include <stdlib.h>\nint main(void) { return FALLTHROUGH; }\n' >own.c
rows '' <<'END'
# Several files, assembly, -D, -I, -L, -l; the program prints doubles.
0 "$cubecc" -g -Wall -Wextra -Werror -I headers -DNAME='"two words"' main.c answer.S -L libraries -lpart -lm -o program.elf
0 "$cuberun" --timeout 20 program.elf => = two words 40 1.414 1e-09 63 42 program.elf|errors too
# A program has words of its own, like FALLTHROUGH, and main may be in a library.
0 "$cubecc" -Wall -Werror -c own.c -o own.o && "${cross}ar" rcs libraries/libown.a own.o && rm own.o
7 "$cubecc" -L libraries -lown -o own.elf && "$cuberun" --timeout 20 own.elf
END

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
mkdir 'else where'
ln -s ../program 'else where/link'
rows '' <<'END'
# The shell runs it, with its words as they are, options from CUBERUN, and through a link; cuberun takes it by its name.
0 ./program 'a  word' '*' => = two words 40 2.449 3e-09 63 42 program|errors too
0 CUBERUN='-n 2 --tag' ./program => ^\[0\] two words => ^\[1\] two words
0 "$cuberun" -n 2 --timeout 20 ./program | grep -c '^two words' => ^2$
0 './else where/link'
# Its ELF file is beside it; without symbols it runs as well.
0 "${cross}objdump" -d program.elf
0 ./program
0 mkdir copied && cp program copied && copied/program => ^two words
# An object is none. Without -o it is a.out, and --elf makes the ELF file alone; what does not link leaves nothing.
0 "$cubecc" -I headers part.c answer.S -c && head -c 4 part.o | tr -d '\177' => = ELF
0 "$cubecc" -I headers -DNAME='"x"' main.c part.c answer.S -lm && ./a.out >none && ls a.out* => = a.out|a.out.elf|errors too
0 "$cubecc" --elf -I headers -DNAME='"x"' main.c part.c answer.S -lm -o three && ls three* => = three
0 head -c 4 three | tr -d '\177' => = ELF
0 "$cubecc" -I headers -DNAME='"x"' main.c part.c answer.S -lm -o /dev/null && [ -c /dev/null ]
0 "$cubecc" -I headers -fsyntax-only -o four part.c && ! ls four* 2>none => ^$
71 rm a.out.elf && ./a.out => ^cuberun: .*/a.out: a.out.elf is missing
# ---- How it compiles: statically, for a fixed address, and nothing is writable and executable.
0 "${cross}objdump" -f -p program.elf => EXEC_P => ! INTERP|DYNAMIC => ! rwx
0 "$cubecc" -I headers -DNAME='"x"' main.c part.c answer.S -lm -o map.elf -Wl,-Map=map.txt
# -pie makes such a program all the same.
0 "$cubecc" -I headers -DNAME='"x"' -pie main.c part.c answer.S -lm -o pie.elf && "${cross}objdump" -f pie.elf => EXEC_P
0 "$cubecc" -I headers -DNAME='"x"' -static-pie main.c part.c answer.S -lm -o pie.elf && "${cross}objdump" -f pie.elf => EXEC_P
END
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
finish
