#!/bin/sh
# Finds that ThreadSanitizer, under which unit tests run, would not see a race in the rings: it reports one where their
# release is weakened, on any host, for it checks the order that the code asks for.
. tests/lib.sh

# The cube on the host has its own system.
sources=$(find net tests/host/abort.c tests/host/absent.c tests/host/host.c tests/host/threads.c tests/race/stream.c -name '*.c' \
    ! -path 'net/system/*' ! -path 'net/record/*' ! -path 'net/detour/*' ! -path net/finish.c)

# build NAME FLAGS...
build() {
    name=$1
    shift
    # shellcheck disable=SC2086 # the sources are many words
    succeeds "the $name rings compile" clang -std=c11 -O1 -g -D_GNU_SOURCE -DCUBE_HOST -pthread \
        -fsanitize=thread "$@" -I. -Iinclude $sources -o "$scratch/$name"
}

build weakened -DRING_RELEASE=memory_order_relaxed
run timeout 60 "$scratch/weakened"
is 'with relaxed stores ThreadSanitizer fails the program' "$status" 66
like '    and calls it a data race' "$errors" 'WARNING: ThreadSanitizer: data race'
like '    in the slots of a ring' "$errors" 'fast_send|fast_take|copy_|link_put|link_message_take|memcpy'
finish
