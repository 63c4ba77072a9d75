#!/bin/sh
# Finds what Fortran lacks here: its library, mpif.h and the modules, and reports with its lines.
. tests/lib.sh

root=$PWD
unset CUBERUN FFLAGS
if ! [ -f "$out/libgfortran.a" ]; then
    echo '1..0 # SKIP there is no Fortran compiler (make setup-fortran installs it)'
    exit
fi
sources=$root/tests/fortran
made=$root/$out/fortran
compile() {
    "$root/tools/mpifort" --libc="${LIBC:-picolibc}" "$@"
}
cd "$scratch" || exit
mkdir folder bin

is "libgfortran.a requires nothing that the cube lacks" "$(tr -d ' \n' <"$made/missing")" ''

# MPI: each program checks what it gets, and says what is wrong.
for program in header.f old.f90 modern.f90; do
    name=${program%.*}
    succeeds "it compiles $program" compile -w "$sources/$program" -o "$name.elf"
    run "$root/tools/mpiexec" -n 4 --strict --timeout 60 --cube '--dir folder' "$name.elf"
    is "    it is right on 4 ranks" "$status $(printf "%s\n" "$output" | sort -u)$errors" "0  $name: right"
done

sed 's/use mpi$/use mpi_f08/; s/^integer parent, others, /type(MPI_Comm) :: parent, others\ninteger /' \
    "$sources/spawn.f90" >spawn08.f90
for program in "$sources/spawn.f90" spawn08.f90; do
    succeeds "it compiles ${program##*/}" compile -Wall -Wextra -Werror "$program" -o spawn.elf
    run "$root/tools/mpiexec" -n 2 --spawnable 5 --strict --timeout 60 spawn.elf
    is "    the processes that it spawns get their arguments" "$status$errors
$(printf "%s\n" "$output" | sort)" '0
0 0 none
0 0 none
0 1 third
0 2 second
1 2 fourth'
done

# The run-time library.
succeeds "it compiles run.f90" compile -fcheck=all -Wall -Wextra -Werror "$sources/run.f90" -o run.elf
run "$root/tools/cuberun" --timeout 60 -n 1 --dir folder run.elf files
is "files are written and read in each form" "$status $output" '0 x   42   2.500  7 1.5 list
 end T
 1 2 3 2.5 F
 9.0  8  7  5
 3 by name scratch T'
is "    scratch files are gone" "$(echo folder/*)" \
    'folder/direct folder/names folder/shared folder/stream folder/text'
printf '1 2.5\n3 4\n' >input
run sh -c "'$root/tools/cuberun' --timeout 60 -n 1 run.elf input <input"
is "standard input" "$status $output" '0    1  2.50
   3  4.00'
# shellcheck disable=SC2317 # rows calls it
ran() {
    "$root/tools/cuberun" --timeout 60 -n 1 --exact run.elf "$@"
}
rows ran <<'END'
0 clock => T T T T T
7 stop => STOP 7
1 words => ERROR STOP in words => called from MAIN__ \(run.f90:[0-9]+\), main
2 beyond 5 => At line 8 of file .*/run.f90 => above upper bound of 4 => node 0: called from __work_MOD_beyond \(run.f90:8\), MAIN__
2 twice => already allocated variable 'grown'
2 convert => Bad integer for item 1 in list input
139 fault => wrote to an unmapped address => at __work_MOD_fault \(run.f90:15\) => called from MAIN__ \(run.f90:[0-9]+\)
END

# Reports of MPI name the lines of the program, and not the functions between.
cat >waits.f90 <<'END'
use mpi
call MPI_Init(i)
call MPI_Recv(j, 1, MPI_INTEGER, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, i)
end
END
succeeds "it compiles a program that waits for itself" compile -c waits.f90
compile waits.o -o waits
is "    it is linked without what only sessions and ports need" \
    "$("${CROSS_COMPILE:-aarch64-linux-gnu-}nm" waits.elf | grep -c running_sessions)" 0
run "$root/tools/mpiexec" -n 1 --timeout 60 ./waits
like "    the report has the line" "$status $all" 'waits in MPI_Recv\(source 0, tag 7.*called from main \(waits.f90:3\)'
run "$root/tools/mpicc" waits.o -o waits.elf
like "    mpicc does not link it, and says who does" "$status $errors" \
    '^(1 .*|cubecc: )waits.o: is Fortran \(link with mpifort\)$'
run compile waits.o -Wl,--undefined=nowhere,--defsym=here=nowhere -o waits.elf
unlike "    where mpifort does not link it, that is not said" "$all" 'is Fortran'

# The cube's own functions.
succeeds "it compiles the ring of programs/" "$root/tools/cubecc" --libc="${LIBC:-picolibc}" "$root/programs/ring.f90" -o ring.elf
run "$root/tools/cuberun" --timeout 60 -n 8 --exact --profile ring.elf
is "    it goes round" "$status $(printf '%s\n' "$output" | head -n 1)" '0 round 8 nodes came 28'
like "    the profile has its lines" "$all" 'ring.f90:[0-9]+'

for tool in sh readlink grep sed cat; do
    ln -s "$(command -v $tool)" bin
done
run env PATH="$PWD/bin" "$root/tools/mpif90" x.f90
is "without the compiler it says what to install" "$status $errors" \
    '1 mpifort: there is no Fortran compiler (make setup-fortran installs it)'

finish
