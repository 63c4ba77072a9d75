#!/bin/sh
# Finds a wrong service for a process's C library: arithmetic, heap, signals, time, arguments,
# environment.
. tests/lib.sh

boot=$out/tests/boot
boot arithmetic 8 --heap 1M

boot system 4
boot posix 2
boot stack 4
# needed OPTIONS...: how much memory the kernel asks for.
needed() {
    tools/cuberun -n 64 --timeout 60 --memory 1M "$@" "$boot/stack.elf" | sed -n 's/.*(use --memory \([0-9]*\)M)$/\1/p'
}
like "64 nodes need as little memory as with small stacks" "$(needed) $(needed --stack 64K)" '^([0-9]+) \1$'

boot threads 2
boot signals 4
rows 'tools/cuberun --timeout 20' <<'END'
# A thread ends with what it has to do, and who waits for another thread is in a deadlock.
0 "$boot/threads.elf" exit => ^what was pushed is called$ => ^a value is destroyed$
75 "$boot/threads.elf" mutex => node 0 waits in mutex_.*called from main
75 "$boot/threads.elf" cond => node 0 waits in cond_.*called from main
# A program's ends, all but _exit and quick_exit after what it has printed.
134 -n 2 "$boot/signals.elf" abort => ^not a whole line
134 -n 2 "$boot/signals.elf" caught => ^not a whole line
134 -n 2 "$boot/signals.elf" assert => ^not a whole line
143 -n 2 "$boot/signals.elf" term => ^not a whole line
137 -n 2 "$boot/signals.elf" kill => ^not a whole line
51 -n 2 "$boot/signals.elf" exit => ^not a whole line
9 -n 2 "$boot/signals.elf" _exit
10 -n 2 "$boot/signals.elf" quick
END

# ---- Time

boot time 4
boot time 4 --exact --ts 1000 --th 10 --tw 1
before=$(date -u +%s)
run tools/cuberun --timeout 20 "$boot/time.elf" date
after=$(date -u +%s)
told=$(date -u -d "$output UTC" +%s)
ok "$((told < before - 1 || told > after + 1))" "the date is the host's: $told, not $before to $after"
rows 'tools/cuberun --timeout 20' <<'END'
# Under --exact it is one for every run. Who sleeps for a time is in no deadlock.
0 --exact "$boot/time.elf" date => ^Sat Jan  1 00:00:00 2000$
0 -n 4 "$boot/time.elf" alone
END

# Hours pass at once where nobody has anything to do in them, in the same way in every run.
for options in '1 --clock on' '8 --clock on' '8 --clock off'; do
    # shellcheck disable=SC2086
    run tools/cuberun --timeout 20 --exact -n $options "$boot/sleep.elf" 3600
    passes "under --exact sleeping for hours takes no time of the host: $options"
    # shellcheck disable=SC2086
    is '    to the same nanosecond again' "$(tools/cuberun --timeout 20 --exact -n $options "$boot/sleep.elf" 3600)" "$output"
done

# ---- Arguments: any bytes, and many

cat >"$scratch/words.c" <<'END'
#include <stdio.h>
#include <string.h>
int main(int count, char **word) {
    size_t bytes = 0;
    for (int i = 1; i < count; i++)
        bytes += strlen(word[i]) + 1;
    if (count < 10)
        for (int i = 1; i < count; i++)
            printf("<%.20s>\n", word[i]);
    printf("%d words, %lu bytes, and %s\n", count - 1, (unsigned long)bytes, word[count] ? "more" : "no more");
    return fclose(stdout) == 0 && fclose(stdin) == 0 ? 0 : 1; /* as programs do that look whether all is written */
}
END
tools/cubecc "$scratch/words.c" -o "$scratch/words.elf"
run tools/cuberun --timeout 20 "$scratch/words.elf" 'say "hello"' '' "$(printf 'a\tb\nc')" '"' '\" \x' "it's"
is "arguments are any bytes" "$status $output" '0 <say "hello">
<>
<'"$(printf 'a\tb\nc')"'>
<">
<\" \x>
<it'"'"'s>
6 words, 32 bytes, and no more'
seq 1 1500 >"$scratch/many"
# shellcheck disable=SC2046 # many words
run tools/cuberun -n 2 --timeout 20 -x A=1 "$scratch/words.elf" $(cat "$scratch/many")
is "    there may be many" "$status $(echo "$output" | sort -u)" '0 1500 words, 6393 bytes, and no more'
long=$(printf '%0100000d' 7)
run tools/cuberun --timeout 20 --stack 4K "$scratch/words.elf" "$long" "$long"
is "    and long ones, with a small stack" "$status $(echo "$output" | tail -n 1)" '0 2 words, 200002 bytes, and no more'
run tools/cuberun --timeout 20 "$boot/posix.elf" terminals
is "no standard stream is a terminal here" "$status $output" '0 000'
run python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' tools/cuberun --timeout 20 \
    "$boot/posix.elf" terminals
is "    and in one all are" "$status $(echo "$output" | tr -d '\r')" '0 111'

# ---- The environment

text='two words, "quoted" and '\''so'\''
on two lines'
run tools/cuberun -n 4 --timeout 20 -x A=1 -x "TEXT=$text" -x EMPTY= "$boot/environment.elf" A TEXT EMPTY B
is "-x gives variables, as they are" "$status $output" "0 3 variables
A: <1>
TEXT: <$text>
EMPTY: <>
B: <none>"
run env OURS=passed tools/cuberun --timeout 20 -x OURS "$boot/environment.elf" OURS HOME
is "-x NAME passes ours on, and nothing else is passed" "$output" '1 variables
OURS: <passed>
HOME: <none>'
long=$(printf '%020000d' 7)
run tools/cuberun --timeout 20 --stack 4K -x "LONG=$long" "$boot/environment.elf" LONG
is "a long one, with a small stack" "$(echo "$output" | tr -d '\n' | sha256sum)" \
    "$(printf '1 variablesLONG: <%s>' "$long" | sha256sum)"
finish
