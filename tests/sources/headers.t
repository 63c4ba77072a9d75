#!/bin/sh
# Finds a public header that cannot be combined with one of the C library's, in either order, or takes a word from others.
. tests/lib.sh

libc=${LIBC:-picolibc}
system='assert complex ctype errno fcntl fenv float inttypes limits locale math setjmp signal stdalign stdarg stdatomic
    stdbool stddef stdint stdio stdlib stdnoreturn string strings time unistd wchar wctype sys/stat sys/time
    sys/types'
public="$(echo include/*.h programs/computations/*.h programs/computations/*/*.h)"

# includes NAME...: a program that includes these headers, in this order.
includes() {
    for header; do
        echo "#include <$header>"
    done
}

# MPI's two other headers are parts of mpi.h, which alone includes them.
ours=$(for header in $public; do
    case $header in
    include/mpi_*) ;;
    *) echo "${header#include/}" ;;
    esac
done)
# shellcheck disable=SC2046,SC2086 # words
{
    all=$(printf '%s.h ' $system)
    includes $all $ours >"$scratch/after.c"
    includes $ours $all >"$scratch/before.c"
    for header in $ours; do
        includes $all $header $all $header >"$scratch/$(echo $header | tr / _).c"
    done
}
for order in after before; do
    succeeds "all headers of ours $order all of the C library" \
        tools/cubecc --libc="$libc" -std=c11 -Wall -Wextra -Werror -I. -fsyntax-only "$scratch/$order.c"
done
succeeds 'each of ours amid all of the C library, twice' \
    tools/cubecc --libc="$libc" -std=c11 -Wall -Wextra -Werror -I. -fsyntax-only "$scratch"/*_*.c "$scratch"/cube.h.c \
    "$scratch"/mpi.h.c

# The macros that come with our headers, and not with the C library's. Those named as functions of MPI are second names
# of them (mpi-ext.h).
# shellcheck disable=SC2046,SC2086 # words
includes $(printf '%s.h ' $system) >"$scratch/none.c"
for file in none after; do
    tools/cubecc --libc="$libc" -I. -E -dM "$scratch/$file.c" | sed 's/#define \([A-Za-z0-9_]*\).*/\1/' | sort \
        >"$scratch/$file"
done
is 'each macro of theirs is in capitals, and begins no name of the system' \
    "$(comm -13 "$scratch/none" "$scratch/after" | grep -v '^[A-Z][A-Z0-9_]*$\|^MPI_Comm_')" ''

# grep finds each function of MPI by its name: in mpi/, also as the first words of a row, or in what mpi/large/large.py
# writes; handles.c has a line for each kind of handle.
printf '#include <mpi.h>\n#include <mpi-ext.h>\n' >"$scratch/mpi.c"
tools/cubecc --libc="$libc" -E -P "$scratch/mpi.c" | grep -v __asm__ |
    grep -oE '\<PMPIX?_[A-Za-z0-9_]+\(' | sed 's/^P//; s/($//' | sort -u >"$scratch/declared"
{
    grep -rhoE '^(int|double|MPI_[A-Za-z]+) MPIX?_[A-Za-z0-9_]+\(' mpi build/mpi | sed 's/.* //; s/($//'
    sed -n 's/^CONVERSIONS(\([A-Za-z]*\),.*/MPI_\1_c2f MPI_\1_f2c MPI_\1_toint MPI_\1_fromint/p; s/^COPIES(\([a-z0-9]*\),.*/MPI_Status_\1/p' \
        mpi/fortran/handles.c | tr ' ' '\n'
    cat mpi/*/*.c | sed -e ':join' -e '/^[A-Z_]*(MPI_.*,$/{' -e 'N' -e 's/\n */ /' -e 'b join' -e '}' |
        grep -oE '^[A-Z_]+\((MPI_[A-Z]\w*[a-z]\w*(, |,$|\)|$))+' | tr '(,) ' '\n' | grep '^MPI_' |
        grep -vxE 'MPI_(Aint|Fint|Count)'
    sed -n 's/^#define \(MPI_[a-zA-Z_]*\) *\(\1_c\)$/\2/p' mpi/datatype/*_large.c
} | sort >"$scratch/defined"
is 'each function of MPI is defined by its name, once' "$(diff "$scratch/declared" "$scratch/defined")" ''
finish
