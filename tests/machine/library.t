#!/bin/sh
# Finds a wrong service for a process's C library: arithmetic, heap, signals, time, arguments,
# environment.
. tests/lib.sh

signals=$out/tests/boot/signals.elf
time=$out/tests/boot/time.elf
sleep=$out/tests/boot/sleep.elf
environment=$out/tests/boot/environment.elf

boot arithmetic 8 --heap 1M

boot system 4
boot posix 2
boot stack 4
run tools/cuberun -n 64 --timeout 60 --memory 1M "$out/tests/boot/stack.elf"
needed=$(echo "$output" | sed -n 's/.*--memory \([0-9]*\)M is enough$/\1/p')
is "64 nodes need as little memory as with small stacks" \
    "$needed" "$(tools/cuberun -n 64 --timeout 60 --memory 1M --stack 64K "$out/tests/boot/stack.elf" |
        sed -n 's/.*--memory \([0-9]*\)M is enough$/\1/p')"

boot threads 2
run tools/cuberun --timeout 20 "$out/tests/boot/threads.elf" exit
is "a thread ends with what it has to do" "$status $output" '0 what was pushed is called
a value is destroyed'
for lock in mutex cond; do
    run tools/cuberun --timeout 20 "$out/tests/boot/threads.elf" $lock
    like "who waits for another thread is in a deadlock: $lock" "$status $output" "node 0 waits in ${lock}_.*called from main"
done

boot signals 4
for end in abort:134 caught:134 assert:134 term:143 kill:137 exit:51 _exit:9 quick:10; do
    run tools/cuberun -n 2 --timeout 20 "$signals" "${end%:*}"
    is "a program's end by ${end%:*}" "$status" "${end#*:}"
    case $end in
    _exit* | quick*) ;; # end without writing what is in buffers
    *) like '    after what it has printed' "$output" '^not a whole line' ;;
    esac
done

# ---- Time

boot time 4
boot time 4 --exact --ts 1000 --th 10 --tw 1
run tools/cuberun -n 4 --timeout 20 "$time" alone
is "who sleeps for a time is in no deadlock" "$status" 0
before=$(date -u +%s)
run tools/cuberun --timeout 20 "$time" date
after=$(date -u +%s)
told=$(date -u -d "$output UTC" +%s)
truth=1
[ $((before - 1)) -le "$told" ] && [ "$told" -le $((after + 1)) ] && truth=0
ok $truth "the date is the host's" || echo "told $told, not $before to $after" | diagnose
run tools/cuberun --exact --timeout 20 "$time" date
is "    and under --exact one for every run" "$status $output" '0 Sat Jan  1 00:00:00 2000'

# Hours pass at once where nobody has anything to do in them, in the same way in every run.
for options in '1 --clock on' '8 --clock on' '8 --clock off'; do
    # shellcheck disable=SC2086
    run tools/cuberun --timeout 20 --exact -n $options "$sleep" 3600
    is "under --exact sleeping for hours takes no time of the host: $options" "$status" 0 ||
        printf '%s\n%s\n' "$output" "$errors" | diagnose
    first=$output
    # shellcheck disable=SC2086
    run tools/cuberun --timeout 20 --exact -n $options "$sleep" 3600
    is '    to the same nanosecond again' "$output" "$first"
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
run tools/cuberun --timeout 20 "$out/tests/boot/posix.elf" terminals
is "no standard stream is a terminal here" "$status $output" '0 000'
run python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' tools/cuberun --timeout 20 \
    "$out/tests/boot/posix.elf" terminals
is "    and in one all are" "$status $(echo "$output" | tr -d '\r')" '0 111'

# ---- The environment

text='two words, "quoted" and '\''so'\''
on two lines'
run tools/cuberun -n 4 --timeout 20 -x A=1 -x "TEXT=$text" -x EMPTY= "$environment" A TEXT EMPTY B
is "-x gives variables, as they are" "$status $output" "0 3 variables
A: <1>
TEXT: <$text>
EMPTY: <>
B: <none>"
run env OURS=passed tools/cuberun --timeout 20 -x OURS "$environment" OURS HOME
is "-x NAME passes ours on, and nothing else is passed" "$output" '1 variables
OURS: <passed>
HOME: <none>'
long=$(printf '%020000d' 7)
run tools/cuberun --timeout 20 --stack 4K -x "LONG=$long" "$environment" LONG
is "a long one, with a small stack" "$(echo "$output" | tr -d '\n' | sha256sum)" \
    "$(printf '1 variablesLONG: <%s>' "$long" | sha256sum)"
finish
