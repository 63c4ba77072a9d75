#!/bin/sh
# Finds a missing part of the C++ language or library, with both compilers.
. tests/lib.sh

root=$PWD
unset CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CUBE_CC CUBERUN MAKEFLAGS MAKELEVEL MFLAGS
# shellcheck disable=SC2317 # succeeds and run call it
compile() {
    "$root/tools/cubecc" --libc="${LIBC:-picolibc}" -Wall -Wextra -Werror "$@"
}
boot_on() {
    nodes=$1
    shift
    run "$root/tools/cuberun" --timeout 60 -n "$nodes" "$@"
}
sources=$root/tests/c++
cd "$scratch" || exit

language='a global object begins
4 corners
3 corners, a triangle
a Square by its type
0 shapes are left
folded: 6.5
a local static object begins
the same object: 1
thread_local: 42
a thread-local object begins
a thread-local object is used
aligned: 1
an object on the stack begins
an object on the stack ends
caught 7
no memory
a thread-local object ends
a local static object ends
a global object ends'
for compiler in gcc clang; do
    succeeds "$compiler compiles the language" compile --cc=$compiler -std=c++17 "$sources/language.cpp" \
        -o $compiler.elf
    boot_on 1 $compiler.elf
    is "    the program does what it says" "$status $output" "0 $language"
done

library='apple fig pear 
10 480 9
15 1 1
text -1 42
0.667    ff 7.5six
12/64
1791095845 (-1,0) 5 1
7 1 1
out of range
1.234.567
one 2.5'
# Without optimization it takes half as long, and nothing that the library asks for is optimized away.
succeeds "it compiles the library" compile -O0 "$sources/library.cpp" -o library.elf
mkdir folder
boot_on 1 --dir folder library.elf file.txt
is "    containers, streams and files do what they say" "$status $output" "0 $library"
is "    the file is the host's" "$(cat folder/file.txt)" "one
2.5"

system='clocks 1111
positions two 7 x 12
errors system11111111 1 1 rmdir: Directory not empty
dates 1
long double 0.1 -1.5e+300 100000 1e+06 inf (0.5,-2)
0.100000000000000000000000000000000005 0.333333333333333333333333333333333317
1.1897314954e+4932 6.4751751194e-4966 1.0000000000e+01 0.0000000000e+00
0.2 0.3 10000000000000000000000.0 100.0 0.0
+_____2.5 +2.5__ __+2.5 0x1.5555555555555555555555555555p-2 0X0.0000000000000000000000000001P-16382 1. 1.E-07
read 11'
# newlib prints the hexadecimal digits of a double, and reads one.
hexadecimal='0x1[.]5*p-2 0X0.*P.* 1[.] '
[ "${LIBC:-picolibc}" = picolibc ] || system=$(echo "$system" | sed "/^read/d; s/$hexadecimal//")
succeeds "it compiles what the library has of its own system" compile -O0 "$sources/system.cpp" -o system.elf
mkdir empty
boot_on 1 --dir empty system.elf
[ "${LIBC:-picolibc}" = picolibc ] || output=$(echo "$output" | sed "/^read/d; s/$hexadecimal//")
is "    clocks, positions, errors, dates and long doubles are those of ours" "$status $output" "0 $system"

# Types and numbers that the C++ library was compiled with, beside those of the C library that it has here. What
# differs, and why that is no harm: clocks have functions of ours, as errors have an error_category; there is one
# locale, whatever its number; of a struct tm only the first nine members are looked at; and the rest are sizes and
# units that programs alone use.
shared_by() {
    "$@" -std=c++17 -c "$sources/boundary.cpp" -o boundary.o && nm -C boundary.o | sed 's/.* void //' | sort
}
shared_by aarch64-linux-gnu-g++ >linux
for compiler in gcc clang; do
    shared_by "$root/tools/cubec++" --libc="${LIBC:-picolibc}" --cc=$compiler >cube
    is "$compiler: the C++ library and the C library agree on types and numbers ($(wc -l <linux))" \
        "$(diff linux cube | sed -n 's/^[<>].*, \(.*\)>()$/\1/p' | sort -u | tr '\n' ' ')" \
        'alignment_of_tm size_of_tm value_of_BUFSIZ value_of_CLOCKS_PER_SEC value_of_CLOCK_MONOTONIC value_of_CLOCK_REALTIME value_of_LC_ALL value_of_MB_LEN_MAX '
done

threads='locks 01001
once 12 condition 01
futures 7 42 5
thread 1
of one 2 0'
succeeds "it compiles threads" compile -std=c++17 -O0 "$sources/threads.cpp" -o threads.elf
like "    with a sentence for a second one" "$errors" 'pthread_create: a process has only one thread: this always'
boot_on 1 threads.elf
is "    locks are locked, and a thread is refused" "$status $output" "0 $threads"

cat >parts.cpp <<'END'
#include <cube.h>
#include <iostream>
#include <stdexcept>
#include <string>
extern "C" int answer(void);
int main(int count, char **) {
    if (count == 2)
        throw std::runtime_error("thrown by " + std::to_string(cube_node()));
    if (cube_node() == 0)
        std::cout << answer() << " on " << cube_nodes() << " nodes" << std::endl;
}
END
echo 'int answer(void) { const char *new = "C"; return new[0]; }' >part.c
succeeds "C and C++ come together" compile parts.cpp part.c -o together.elf
boot_on 2 together.elf
like "    and run on nodes" "$output" '^67 on 2 nodes$'
boot_on 1 together.elf throw
like "what nobody catches is told" "$errors$output" "what[(][)]: +thrown by 0"
is "    and ends the program by abort" "$status" 134

succeeds "a file of C++ compiles by itself" compile -c parts.cpp -o parts.o
succeeds "    and one of C" compile -c part.c -o part.o
for tool in cubecc mpicc; do
    run env LIBC="${LIBC:-picolibc}" "$root/tools/$tool" parts.o part.o -o linked.elf
    like "    $tool says what does" "$status $errors" 'cubecc: parts.o: is C[+][+] .link with cubec[+][+] or mpicxx.$'
done
printf '#include <mpi.h>\nMPI_Comm all = MPI_COMM_WORLD;\n' >cast.cpp
succeeds "mpi.h's constants are no warnings" "$root/tools/mpicxx" -Wold-style-cast -Werror -c cast.cpp
succeeds "    cubec++ links them" "$root/tools/cubec++" --libc="${LIBC:-picolibc}" parts.o part.o \
    -o linked.elf

# In C++, functions of our headers of C have C's names.
{
    (cd "$root/libc/include" && printf '#include <%s>\n' *.h sys/*.h)
    echo 'void *const all[] = {'
    sed -nE 's/^[a-z][^(]*[ *]([a-z_]+)\(.*/(void *)\1,/p' "$root"/libc/include/*.h "$root"/libc/include/sys/*.h
    echo '}; void *const *declared() { return all; }'
} >declared.cpp
succeeds "headers of C compile as C++ ($(grep -c '^(void' declared.cpp) functions)" compile -c declared.cpp -o declared.o
is "    whose functions have no names of C++" "$(nm declared.o | grep ' U _Z')" ''

echo '#include <fstream>' >oldest.cpp
succeeds "streams compile as C++ of 1998" compile -std=c++98 -pedantic -Wall -Wextra -Werror -c oldest.cpp

echo '#include <filesystem>' >refused.cpp
run compile -c refused.cpp
like "what is not there is refused with what to do" "$status $errors" 'has no <filesystem>: the C library'

# The C++ library as a whole, of whichever release it is. It was compiled for Linux, and all that it asks of
# Linux has to be here, but for what its headers refuse, <filesystem>; for time zones, which read their files by it; and for functions within functions on the heap, which need a compiler's option.
classes=$(echo '#include <vector>' | compile -x c++ -E - | sed -n 's|^# 1 "\(.*\)/vector".*|\1|p')
for header in "$classes"/[a-z]*; do
    case ${header##*/} in
    *.h | filesystem | execution) ;; # <execution> is a library of others (TBB)
    *) [ -d "$header" ] || echo "#include <${header##*/}>" ;;
    esac
done >all.cpp
echo 'int main() { return 0; }' >>all.cpp
succeeds "all of its headers compile ($(grep -c include all.cpp))" compile -std=c++20 -Wno-cpp -c all.cpp -o all.o
mkdir members
for archive in libstdc++ libgcc_eh; do
    (cd members && "${CROSS_COMPILE:-aarch64-linux-gnu-}ar" x "$(aarch64-linux-gnu-gcc -print-file-name=$archive.a)")
done
rm -f members/*fs_*.o members/tzdb.o members/heap-trampoline.o
link=$("$root/tools/cubec++" --libc="${LIBC:-picolibc}" --show all.o members/*.o -o all.elf | sed 's/-Wl,--gc-sections//')
succeeds "all that it asks of the system is there ($(find members -type f | wc -l) files)" sh -c "$link"

finish
