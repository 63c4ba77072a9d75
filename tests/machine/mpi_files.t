#!/bin/sh
# Finds a file of MPI with wrong contents after random programs, a wrong call without an error, and
# pieces that take a request each.
. tests/lib.sh

program=$scratch/files
succeeds 'the random programs compile' tools/mpicc -O2 -Wall -Wextra tests/mpi/files/*.c -o "$program"
mkdir "$scratch/dir"
folder=$scratch/dir
dir=
! takes --dir || {
    dir="--dir $folder"
    folder=.
}
rows 'timeout 60 tools/mpiexec' <<'END'
0 -n 1 ${dir:+--cube "$dir"} "$program" 1 6 "$folder" => ^seed 1, .* all right$
0 -n 3 ${dir:+--cube "$dir"} "$program" 3 6 "$folder" => ^seed 3, .* all right$
0 -n 8 ${dir:+--cube "$dir"} "$program" 8 6 "$folder" => ^seed 8, .* all right$
0 -n 8 --cube "$dir --exact --ts 100 --th 10 --tw 1" "$program" 21 6 "$folder" => ^seed 21, .* all right$
0 -n 8 --cube "$dir --accel multi --spins 1" "$program" 24 6 "$folder" => ^seed 24, .* all right$
0 -n 6 --cube "$dir --dead-link 3:1" "$program" 25 6 "$folder" => ^seed 25, .* all right$
END
is 'files that are deleted when they are closed are gone' "$(ls "$scratch/dir")" ''

# ---- What is said of wrong programs, of one that is atomic, and of a host that does not take all

succeeds 'the other programs compile' tools/mpicc -O2 -Wall -Wextra tests/mpi/file_reports.c -o "$scratch/reports"
# shellcheck disable=SC2317 # rows calls it
reports() {
    rm -f "$scratch/dir/file"
    tools/mpiexec -n 4 --timeout 60 ${2:+--cube "$2"} "$scratch/reports" "$1"
}
if takes --dir; then
    rows reports <<'END'
42 missing => MPI_File_open: file cannot be opened: No such file or directory \(file does not exist\), called from
45 create => MPI_File_open: file cannot be opened: Read-only file system .cuberun --dir PATH gives
0 left "$dir" => MPI_Finalize: rank [0-3]: 1 file is left, the newest is file: call MPI_File_close
0 atomic "$dir" => ^whole$
END
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
