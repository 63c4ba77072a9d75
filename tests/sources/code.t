#!/bin/sh
# Finds a missing barrier, acquire or release in the machine's code: an x86 host, on which emulators run, forgives it.
. tests/lib.sh

objdump=$(command -v aarch64-none-elf-objdump || command -v aarch64-linux-gnu-objdump)

# code FUNCTION: its instructions, one a line, mnemonic first.
code() {
    "$objdump" -d --no-show-raw-insn --disassemble="$1" "$out/libcube.a" |
        sed -n 's/^ *[0-9a-f]*:[[:space:]]*//p'
}

# orders FUNCTION WHAT MNEMONICS: the function has these instructions, in this order.
orders() {
    truth=0
    code "$1" >"$scratch/code"
    tr '\n' ';' <"$scratch/code" | grep -Eq "$3" || truth=1
    ok $truth "$1: $2" || diagnose <"$scratch/code"
}

acquire='lda(r|pr)[[:space:]]'
release='stlr[[:space:]][^;]*;((add|str[bh]?)[[:space:]][^;]*;)*' # a store of the node's own may follow
fence='dmb[[:space:]]*ish;'

orders cube_link_send 'release of the tail, fence, look at asleep' "$release$fence.*ldr.*cbn?z"
orders link_end 'release of the tail, fence, look at asleep' "$release$fence.*ldr.*cbn?z"
orders hop_put 'release of the tail, fence, look at asleep' "$release$fence.*ldr.*cbn?z"
orders cube_send 'release of the tail, fence, look at asleep' "$release$fence.*ldr.*cbn?z"
orders route_relay 'acquire of the tail, release of the next, fence, look at asleep' \
    "$acquire.*$release$fence.*ldr.*(cbn?z|ccmp)"
orders link_release 'release of the head, fence, look at asleep' "$release$fence.*ldr.*cb"
orders cube_link_recv 'acquire of the tail before the slot is read' "$acquire.*ldp"
orders cube_recv 'acquire of the tail before the slot is read' "$acquire.*ldp"
orders link_look 'acquire of the tail before the slot is read' "$acquire.*ldr"
orders route_forward 'acquire of the tail' "$acquire"

# A header in a neighbour's window is copied as two pairs of words, each once; what says how to is
# of net/foreign.h, and but for the shortest paths of both channels, and of active messages, only
# net/ring.h asks for it.
pair='ldp[[:space:]]x[0-9]+, x[0-9]+, \[x[0-9]+'
orders link_look 'the header is copied after the tail' "$acquire.*$pair\];.*$pair, #-?16\];"
is 'who reads headers in place' \
    "$(grep -rlE 'foreign_(pair|words|clock|piece)' net collectives | sort | tr '\n' ' ')" \
    'net/fast_path.h net/foreign.h net/messages/active.h net/messages/hop.h net/ring.h '
is 'who says what lies in a window is a slot' \
    "$(grep -rlE '\(const struct foreign_slot \*\)' net collectives | sort | tr '\n' ' ')" \
    'net/foreign.h net/ring.c '
orders ring_room 'acquire of the head' "$acquire"

"$objdump" -d --no-show-raw-insn "$out/libcube.a" |
    grep -E '[[:space:]](ldx|ldax|stx|stlx|cas|swp|ld(add|clr|set|eor))[a-z]*[[:space:]]' >"$scratch/atomic"
is 'no word is read, modified and written at once' "$(wc -l <"$scratch/atomic")" 0 ||
    diagnose <"$scratch/atomic"

# A detour takes a process that is in a function of the C library for one that is not in a call of
# ours, unless x30 says that the function returns to ours (net/detour/detour.c). So what net calls there
# calls nothing and leaves x30 alone, but for what tells why a program ends. The allocator is in the
# library, unless a program has its own (net/allocate.h).
nm=${objdump%objdump}nm
find "$out/cube/net" -name '*.o' ! -path '*/record/*' ! -path '*/detour/*' ! -name finish.c.o -exec "$nm" -u {} + | sed -n 's/^ *U //p' | sort -u >"$scratch/called"
"$nm" --defined-only "$out/libcube.a" 2>/dev/null | sed -n 's/^[0-9a-f]* . //p' | sort -u |
    comm -13 - "$scratch/called" |
    grep -Evx 'vsnprintf|__assert_func|library_text_(start|end)' >"$scratch/functions"
while read -r function; do
    "$objdump" -d --no-show-raw-insn --disassemble="$function" "$out/programs/aspc.elf" |
        sed -n 's/^ *[0-9a-f]*:[[:space:]]*//p' >"$scratch/code"
    truth=0
    grep -q . "$scratch/code" || truth=1
    ! grep -E "^(bl|blr|br)[[:space:]]|x30|^b[.a-z]*[[:space:]].*<" "$scratch/code" |
        grep -qv "<${function}[+>]" || truth=1
    ok $truth "$function calls nothing" || diagnose <"$scratch/code"
done <"$scratch/functions"
# Where nothing is dead and nothing may fail, no packet costs an instruction for it: outside of net/faults only
# these functions look, at the start, before a node sleeps, and when a call fails (net/fault_hooks.h).
is 'who looks whether anything may fail' "$("$objdump" -dr "$out/libcube.a" |
    awk -v faults="$(cd net/faults && echo *.c)" '
        BEGIN { for (i = split(faults, name, " "); i > 0; i--) inside[name[i] ".o"] = 1 }
        /file format/ { sub(":.*", ""); skip = $0 in inside }
        /^[0-9a-f]+ </ { function_ = substr($2, 2, length($2) - 3) }
        !skip && /R_AARCH64.*fault_hooks/ { print function_ }' | sort -u | tr '\n' ' ')" \
    'detour_faults detours_allow find hollow_error link_message_error other_count told wait_described wait_for_dead wait_sleep '
is 'who calls the allocator in net' "$(grep -rlE '\<(malloc|calloc|realloc|free)\(' net)" net/allocate.h
finish
