#!/bin/sh
# Finds a mistake with a buffer that a tool of the host does not tell by call and line, a false alarm, and a wrong table in the guide.
. tests/lib.sh

source=tests/mpi/buffers.c
page=docs/guide/debugging.md
program=$scratch/program
# No error ends these runs, so that one tells of all mistakes.
export ASAN_OPTIONS=halt_on_error=0 MSAN_OPTIONS=halt_on_error=0 TSAN_OPTIONS=halt_on_error=0
cube="--board host --timeout 60"

# tool NAME PROGRAM WORDS: runs the program under a tool, and leaves what was printed in $all.
tool() {
    case $1 in
    valgrind) run env CUBERUN='-n 2' valgrind -q "$2" ${3:+$3} ;;
    *) run tools/mpiexec -n 2 --cube "$cube" "$2" ${3:+$3} ;;
    esac
}

# there TOOL: whether the host has it.
there() {
    case $1 in
    address) has gcc -fsanitize=address ;;
    valgrind) command -v valgrind >/dev/null && [ -f /usr/include/valgrind/memcheck.h ] ;;
    memory) has clang -fsanitize=memory && [ -f build/native/memory/libmpi.a ] ;;
    thread) has gcc -fsanitize=thread ;;
    esac
}
has() {
    echo 'int main(void) { return 0; }' >"$scratch/empty.c"
    "$@" "$scratch/empty.c" -o "$scratch/empty" 2>/dev/null && "$scratch/empty"
}

# ---- The table: each mistake is a function, which reports name as the caller

sed -n 's/^NOINLINE void \(.*\)(void) {$/\1/p' $source | grep -v call_all >"$scratch/deeds"
tools='address valgrind memory thread'
missing=
for tool in $tools; do
    there "$tool" || {
        echo "# $tool: not on this host, so its column is not compared"
        missing="$missing $tool"
        continue
    }
    case $tool in
    address) flags='-fsanitize=address -fsanitize-recover=address' ;;
    valgrind) flags= ;;
    memory) flags='--cc=clang -fsanitize=memory -fsanitize-recover=memory' ;;
    thread) flags=-fsanitize=thread ;;
    esac
    # shellcheck disable=SC2086 # words
    succeeds "it compiles for $tool" tools/mpicc --host -Wall -Wextra -Werror -Wno-mpi -pthread $flags $source -o "$program.$tool"
    tool "$tool" "$program.$tool"
    is "$tool: no false alarm" "$status $all" '0 '
    tool "$tool" "$program.$tool" wrong
    while read -r deed; do
        ! printf '%s\n' "$all" | grep -q "[ ]${deed}[ ].*buffers\.c:" || echo "$deed $tool"
    done <"$scratch/deeds" >>"$scratch/told"
    printf '%s\n' "$all" | grep '^graycube: .*buffers\.c' >"$scratch/$tool.lines"
done
# The names of the functions are the words of the table.
while read -r deed; do
    line="| \`$deed\` |"
    for tool in $tools; do
        case $missing in *$tool*) cell='[a-z-]*' ;; *) cell=- ;; esac
        ! grep -qx "$deed $tool" "$scratch/told" || cell=told
        line="$line $cell |"
    done
    grep -Eqx "\| [^|]* $(printf '%s' "$line" | sed 's/|/\\|/g')" $page
    ok $? "the guide's row is true: $line"
done <"$scratch/deeds"

# ---- The words of a report

for tool in address valgrind; do
    case $missing in *$tool*) continue ;; esac
    lines=$(cat "$scratch/$tool.lines")
    like "$tool: a send" "$lines" '^graycube: (rank|node) 0: MPI_Send: byte 40 of the buffer to be read is not valid memory, called from send_beyond \(buffers\.c:[0-9]+\), main '
    like '    a receive' "$lines" ' 1: MPI_Recv: byte 40 of the buffer to be written is not valid memory, called from receive_beyond '
    like '    elements with gaps, of which the last is outside' "$lines" ': MPI_Sendrecv: byte 40 of the buffer to be read is not valid memory, called from column_beyond '
    like '    a pending receive' "$lines" ": byte 0 of a pending receive's buffer is no longer valid memory \(freed before the operation was completed\), called from free_while_receiving "
    like "    another process's operation" "$lines" ": byte 0 of a window's memory is no longer valid memory .*, called from free_while_exposed "
done
for tool in valgrind memory; do
    case $missing in *$tool*) continue ;; esac
    like "$tool: uninitialised values" "$(cat "$scratch/$tool.lines")" \
        ': MPI_Sendrecv: byte 36 of the buffer to be read is uninitialised, called from send_uninitialised \(buffers\.c:'
done

# ---- Each kind of call

case $missing in *address*) ;; *)
    cd "$scratch" || exit 1
    here=$OLDPWD
    run "$here/tools/mpiexec" -n 2 --cube "$cube" "$program.address" calls
    is 'no call has a false alarm' "$status $all" '0 '
    run "$here/tools/mpiexec" -n 2 --cube "$cube" "$program.address" calls wrong
    cd "$here" || exit 1
    is 'each call tells of its buffer' "$(printf '%s\n' "$all" | sed -n 's/^graycube: rank 0: \([a-zA-Z_]*\): byte .*, called from call_.*/\1/p' | uniq | tr '\n' ' ')" \
        "MPI_Isend MPI_Send_init MPI_Start MPI_Buffer_attach MPI_Bsend MPI_Mrecv MPI_Sendrecv_replace MPI_Recv MPI_Isend_c \
MPI_Psend_init MPI_Pready MPI_Bcast MPI_Ibcast MPI_Gather MPI_Scatterv MPI_Allgatherv MPI_Alltoall MPI_Alltoallw \
MPI_Allreduce MPI_Reduce MPI_Reduce_scatter MPI_Scan MPI_Reduce_local MPI_Neighbor_allgather MPI_Win_create \
MPI_Win_attach MPI_Put MPI_Get MPI_Accumulate MPI_Fetch_and_op MPI_Compare_and_swap MPI_Pack MPI_Unpack \
MPI_Pack_external MPI_File_write_at MPI_File_read_at cube_send cube_recv cube_link_send cube_link_recv \
cube_links_exchange cube_bcast cube_allgather "
    unset ASAN_OPTIONS
    tool address "$program.address" wrong
    is 'the first error ends the run, with one report' "$status $(printf '%s\n' "$all" | grep -c '^graycube: .* byte ')" '134 1'
    ;;
esac
finish
