#!/bin/sh
# Finds a compiler (clang, Arm's toolchain) or a build system (configure, CMake) of others that cubecc does not serve.
. tests/lib.sh

root=$PWD
cubecc=$root/tools/cubecc
cuberun=$root/tools/cuberun
libc=${LIBC:-picolibc}
unset CC CFLAGS CPPFLAGS LDFLAGS CUBE_CC MAKEFLAGS MAKELEVEL MFLAGS

cd "$scratch" || exit
cat >program.c <<'END'
#include <cube.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

static _Thread_local int number = 40;

int main(void) {
    float_t half = 0.5f;
    double_t sum = sqrt(cube_nodes() * 2.0) + half + (INT_MAX > 0) + (DBL_DIG == 15);
    printf("%.2f %d %lld\n", sum, number + 2, LLONG_MAX);
    return 0;
}
END
answer='4.50 42 9223372036854775807
4.50 42 9223372036854775807'

# runs DESCRIPTION PROGRAM: on two nodes it prints the answer.
runs() {
    run "$cuberun" -n 2 --timeout 20 "$2"
    is "$1" "$status $output" "0 $answer" || echo "$errors" | diagnose
}

# ---- Compilers

# compiles NAME PATTERN [options]: cubecc with these options runs a compiler whose command matches.
compiles() {
    name=$1
    pattern=$2
    shift 2
    run "$cubecc" --show "$@" program.c
    like "$name: it is what runs" "$output" "^$pattern "
    succeeds "    it compiles and links" "$cubecc" -Wall -Wextra -Werror "$@" program.c -lm -o "$name.elf"
    runs "    the program runs" "$name.elf"
}
compiles gcc '[^ ]*gcc'
compiles clang clang --cc=clang
printf '#include <stdatomic.h>\natomic_size_t count;\n' >atomic.c
succeeds "clang's atomics over newlib's" "$cubecc" --cc=clang --libc=newlib -fsyntax-only atomic.c

# An Arm GNU toolchain: Debian's tools by its names.
prefix=$(cd "$root" && printf '%s' "${CROSS_COMPILE:-aarch64-linux-gnu-}")
mkdir bin
for tool in gcc ld as ar ranlib nm objdump objcopy; do
    ln -s "$(command -v "$prefix$tool")" "bin/aarch64-none-elf-$tool"
done
usual=$PATH
PATH=$scratch/bin:$PATH
(
    unset CROSS_COMPILE
    "$cubecc" --show -c program.c >shown
    "$cubecc" program.c -lm -o arm.elf
    # In a tree of its own, for make keeps in build which tools it has taken.
    mkdir tree && find "$root" -mindepth 1 -maxdepth 1 ! -name build -exec ln -s -t tree {} +
    make -C tree --no-print-directory -s V=1 -n "$out/libcube.a" >made
)
like "aarch64-none-elf-gcc is preferred where it is installed" "$(cat shown)" '^aarch64-none-elf-gcc '
runs "    its program runs" arm.elf
like "    and make takes it too" "$(cat made)" '^aarch64-none-elf-ar '
PATH=$usual

# ---- What configure scripts and build systems ask a compiler

is "-dumpmachine" "$("$cubecc" -dumpmachine)" aarch64-none-elf
is "-print-multiarch" "$("$cubecc" -print-multiarch)" ''
succeeds "-print-prog-name=ar is a program" "$("$cubecc" -print-prog-name=ar)" --version
succeeds "-print-prog-name=ld is one" "$("$cubecc" -print-prog-name=ld)" --version
echo '-c program.c -o "from a file.o"' >options
build=$scratch
[ "${LIBC:-picolibc}" = picolibc ] || build=$root/build # which has newlib's headers
succeeds "@file: options from a file" env CUBE_BUILD="$build" "$cubecc" --libc="${LIBC:-picolibc}" @options
is "    are followed, so that it need not link" "$(ls ./*.o)" './from a file.o'
succeeds "-MM" "$cubecc" -MM program.c
is "    is a rule for make" "$output" "program.o: program.c $root/include/cube.h"
succeeds "-r joins objects, without a library" "$cubecc" -r 'from a file.o' -o joined.o

# ---- autoconf

sh "$root/tests/toolchain/configure" --host=aarch64-none-elf CC="$cubecc" >configured 2>&1
status=$?
is "configure --host=aarch64-none-elf CC=cubecc" "$status $(cat configured)" "0 compiler works: yes
executable suffix: 
cross compiling: no
host: aarch64-none-elf
stdio.h: yes
cube.h: yes
sys/epoll.h: no
nanosleep: yes
cube_barrier: yes
epoll_create: no
sqrt in -lm: yes
size of long: 8"

# ---- CMake

if command -v cmake >/dev/null; then
    ln -s "$root/tools/graycube.cmake" link.cmake
    succeeds "cmake takes the toolchain file, also through a link" cmake -S "$root/tests/toolchain" \
        -B made-by-cmake -DCMAKE_TOOLCHAIN_FILE="$PWD/link.cmake" -DLIBC="$libc" -DNODES=4
    succeeds "    and builds a program, its library and its assembly" cmake --build made-by-cmake
    is "    which is a script, and runs" "$(CUBERUN='-n 2' made-by-cmake/sum)" 'sum of 2 nodes: 1'
    succeeds "    which ctest runs on the cube" ctest --test-dir made-by-cmake --output-on-failure
    like "        on as many nodes as said" "$(ctest --test-dir made-by-cmake -V)" 'sum of 4 nodes: 6'
else
    ok 0 "cmake # SKIP there is no cmake: 'make setup' installs it"
fi
finish
