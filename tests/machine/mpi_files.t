#!/bin/sh
# Finds a file of MPI with wrong contents after random programs, a wrong call without an error, and
# pieces that take a request each.
. tests/lib.sh

program=$scratch/files
succeeds 'the random programs compile' tools/mpicc -O2 -Wall -Wextra tests/mpi/files/*.c -o "$program"
mkdir "$scratch/dir"
# random RANKS SEED [OPTIONS]
random() {
    takes "${3:-}" || return 0
    run timeout 60 tools/mpiexec -n "$1" ${dir:+--cube "$dir ${3:-}"} "$program" "$2" 6 "$folder"
    like "random files $2 on $1 ranks ${3:-}" "$status $output" "^0 seed $2, .* all right\$" ||
        echo "$errors" | diagnose
}
folder=$scratch/dir
dir=
! takes --dir || {
    dir="--dir $folder"
    folder=.
}
for ranks in 1 3 8; do
    random $ranks $ranks
done
random 8 21 '--exact --ts 100 --th 10 --tw 1'
random 8 24 '--accel multi --spins 1'
random 6 25 '--dead-link 3:1'
is 'files that are deleted when they are closed are gone' "$(ls "$scratch/dir")" ''

# ---- What is said of wrong programs, of one that is atomic, and of a host that does not take all

succeeds 'the other programs compile' tools/mpicc -O2 -Wall -Wextra tests/mpi/file_reports.c -o "$scratch/reports"
# wrong PROGRAM STATUS PATTERN [OPTIONS]: what a program ends with, and what is said.
wrong() {
    takes "${4:-}" || return 0
    rm -f "$scratch/dir/file"
    run tools/mpiexec -n 4 --timeout 60 ${4:+--cube "$4"} "$scratch/reports" "$1"
    is "$1${4:+ (in a folder)}" "$status" "$2" || echo "$errors" | diagnose
    like "    what is said" "$output$errors" "$3"
}
if takes --dir; then
    wrong missing 42 'MPI_File_open: file cannot be opened: No such file or directory \(file does not exist\), called from'
    wrong create 45 'MPI_File_open: file cannot be opened: Read-only file system .cuberun --dir PATH gives'
    wrong left 0 'MPI_Finalize: rank [0-3]: 1 file is left, the newest is file: call MPI_File_close' "$dir"
    wrong atomic 0 '^whole$' "$dir"
    # shellcheck disable=SC3045 # dash has ulimit -f, in units of 512 bytes
    run sh -c "ulimit -f 2048; tools/mpiexec -n 4 --timeout 60 --cube '$dir' '$scratch/reports' fill"
    is 'a file that may not grow is a quota, and the run has not gone well' "$status $output" '74 quota'
    if unshare -rm mount -t tmpfs none "$scratch/dir" 2>/dev/null; then
        run unshare -rm sh -c "mount -t tmpfs -o size=1m none '$scratch/dir' && \
            tools/mpiexec -n 4 --timeout 60 --cube '$dir' '$scratch/reports' fill"
        is 'so is a disk that is full no space' "$status $output" '74 no space'
    fi
fi

# A thousand pieces in one call take less than a quarter of the time of a thousand calls.
if takes --exact; then
    run tools/mpiexec -n 4 --timeout 60 --cube "--exact $dir" "$scratch/reports" measure
    is 'many pieces are few requests, of one process and of all' "$status $(echo "$output" | awk '
        { print ($1 < 250) + ($2 < 250) }')" '0 2' || echo "$output" | diagnose
fi
finish
