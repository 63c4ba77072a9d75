#!/bin/sh
# Finds a wrong service for a process's C library: arithmetic, heap, signals, pipes, time, arguments,
# environment.
. tests/lib.sh

boot=$out/tests/boot
boot arithmetic 8 --heap 1M

boot system 4
boot posix 2
boot pipes 2
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
# Nobody writes to a pipe but the process itself.
75 "$boot/pipes.elf" wait => node 0 waits in poll.*called from main
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
0 -n 4 "$boot/detour.elf" 1 idle
END

# Hours pass at once where nobody has anything to do in them, in the same way in every run.
for options in '1 --clock on' '8 --clock on' '8 --clock off'; do
    # shellcheck disable=SC2086
    run tools/cuberun --timeout 20 --exact -n $options "$boot/sleep.elf" 3600
    passes "under --exact sleeping for hours takes no time of the host: $options"
    # shellcheck disable=SC2086
    is '    to the same nanosecond again' "$(tools/cuberun --timeout 20 --exact -n $options "$boot/sleep.elf" 3600)" "$output"
done

# ---- Arguments and variables: any bytes, and many

seq 1 1500 >"$scratch/many"
# shellcheck disable=SC2034 # rows expands them
long=$(printf '%0100000d' 7) text='two words, "quoted" and '\''so'\''
on two lines'
rows 'tools/cuberun --timeout 20' <<'END'
0 "$boot/probe.elf" arguments 'say "hello"' '' "$(printf 'a\tb\nc')" '"' '\" \x' "it's" -n --tag
    => = <say "hello">|<>|<a	b|c>|<">|<\" \x>|<it's>|<-n>|<--tag>|8 words, 41 bytes, and no more
0 -n 2 -x A=1 "$boot/probe.elf" arguments $(cat "$scratch/many") => = 1500 words, 6393 bytes, and no more|1500 words, 6393 bytes, and no more
0 --stack 4K "$boot/probe.elf" arguments "$long" "$long" => ^2 words, 200002 bytes, and no more$
# No standard stream is a terminal here, and in one all are.
0 "$boot/posix.elf" terminals => = 000
# Variables are those of -x, as they are, or ours by their names.
0 -n 4 -x A=1 -x "TEXT=$text" -x EMPTY= "$boot/environment.elf" A TEXT EMPTY B
    => = 3 variables|A: <1>|TEXT: <two words, "quoted" and 'so'|on two lines>|EMPTY: <>|B: <none>
0 --stack 4K -x "LONG=$long" "$boot/environment.elf" LONG | tr -d '\n' | wc -c => = 100019
END
rows '' <<'END'
0 python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' tools/cuberun --timeout 20 "$boot/posix.elf" terminals => ^111
0 OURS=passed tools/cuberun --timeout 20 -x OURS "$boot/environment.elf" OURS HOME => = 1 variables|OURS: <passed>|HOME: <none>
END
finish
