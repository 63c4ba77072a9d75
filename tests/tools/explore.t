#!/bin/sh
# Finds an order of messages that --explore misses, runs twice or tells wrongly, and one that --replay does not repeat.
. tests/lib.sh
. tests/tools/exploring.sh
program=$scratch/explore
tools/mpicc tests/tools/explore.c -o "$program" || exit
cp "$program.elf" "$scratch/{0}.elf"
cp "$program" "$scratch/{0}"

explore() {
    explore_within runs=50 "$@"
}
rows explore <<'END'
75 3 named => order 2 fails: status 75 .deadlock. => rank 0's receive in line 27 .*took rank 1's message, sent in line 31 .*, instead of rank 2's => --replay 0:0r=1 .*/explore named$
0 3 named right => all orders: 1, in 1 run.
1 4 master => order 2 fails: status 0 => it printed '1?23' instead of
0 4 master right => all orders: 6, in 6 runs.
1 3 reduced => order . fails: status 0
0 3 reduced right => all orders: 4, in
0 3 together => all orders: 4, in
3 3 waitany => order . fails: status 3 => rank 0's wait .* found request 598, begun .*, instead of request 599$
0 3 waitany right => all orders: 2, in
3 3 waitsome => fails
3 3 testany => fails
0 3 testany right => all orders: 4, in
3 3 testsome => fails
4 2 iprobe => found nothing, instead of rank 1's message
0 2 iprobe right => all orders: 2, in 2 runs.
134 2 test => found nothing, instead of what it tests done
0 2 test right => all orders: 2, in 2 runs.
75 3 probe => first order fails: status 75 .deadlock. => --replay default .*/explore probe$
0 3 probe right => all orders: 2, in
0 6 pairs => all orders: 4, in
0 3 answered => all orders: 1, in 1 run.
0 3 answered right => all orders: 1, in 1 run.
0 3 begun => all orders: 1, in 1 run.
0 3 within => all orders: 1, in 1 run.
134 5 chain => rank 0's receive .* took rank 2's message
0 5 chain right => all orders: 3, in
END

# The order that a token names; limits; what is refused.
rows replay <<'END'
75 3 0:0r=1 named => graycube: deadlock => MPI_Recv.source 1
0 3 0:0r=2 named => ^1$ => ^2$
75 3 default probe => graycube: deadlock
0 4 0:0r=3,0:1r=1 master => ^312$
64 4 '' master => mpiexec: --replay: invalid value
64 4 0:0r=4 master => mpiexec: --replay: invalid value '0:0r=4'
64 4 4:0r=1 master => mpiexec: --replay: invalid value '4:0r=1' .expected: a token
64 4 0:0r=1,0:0r=2 master => invalid value
64 4 '0:0r=1;' master => invalid value
64 4 0:0x=1 master => invalid value
64 4 -x master => invalid value
END

refused() {
    tools/mpiexec -n 2 "$@" "$program" test
}
rows refused <<'END'
64 --explore --replay default => mpiexec: --explore: cannot be combined with --replay
64 --explore --cube '--parts 2' => mpiexec: --explore: cannot be combined with --parts .--replay TOKEN takes it for one order.
64 --explore --cube '--trace x.html' => --explore: cannot be combined with --trace html
64 --explore --cube '--dead 0:0' => --explore: cannot be combined with --dead
64 --explore --cube '--board host' => --explore: cannot be combined with --board host$
64 --explore=runs=0 => --explore runs: invalid value '0'
64 --explore=loops=3 => --explore: invalid value 'loops=3'
64 --explore= => unknown option '--explore='
134 --explore=runs=2,output=any,seconds=60 => order 2 fails: status 134 .abort.
END
# shellcheck disable=SC2317 # rows calls it
by_socket() {
    /usr/bin/python3 -c '
import socket, subprocess, sys
near, far = socket.socketpair()
near.sendall(b"1\n2\n")
near.close()
sys.exit(subprocess.run(sys.argv[1:], stdin=far, check=False).returncode)' "$@"
}
# shellcheck disable=SC2317 # rows calls it
ends_late() { # the input ends when the program has complained
    /usr/bin/python3 -c '
import os, subprocess, sys
source, end = os.pipe()
with subprocess.Popen(sys.argv[1:], stdin=source, stderr=subprocess.PIPE, text=True) as child:
    line = child.stderr.readline()
    os.close(end)
    sys.stderr.write(line + child.stderr.read())
sys.exit(child.returncode)' "$@"
}
rows '' <<'END'
# Each run reads the input from its beginning to its end.
0 tools/mpiexec -n 3 --explore "$program" input right </dev/null => all orders: 2, in 2 runs.
2 by_socket tools/mpiexec -n 2 --explore "$program" input => first order fails: status 2$
0 ends_late timeout 60 tools/mpiexec -n 3 --explore "$program" input right => ^mpiexec: --explore: waits for the end of standard input => all orders: 2, in 2 runs.
64 yes | tools/mpiexec -n 2 --explore "$program" input => ^mpiexec: --explore: standard input is too large .expected: at most 64 MiB
# A reader that has gone is nothing to talk about.
0 sh -c '{ tools/mpiexec -n 2 --explore "$1" test right; echo "status $?" >&2; } | true' - "$program" => ^status 141$ => ! mpiexec
# A limit ends it; other lines may be allowed; what nobody receives fails under --strict; sends may wait for their receives.
0 tools/mpiexec -n 4 --explore=runs=2 "$program" master right => ^explored 2 orders of about 6, up to the limit .--explore=runs=N,seconds=S.. None fails$
0 tools/mpiexec -n 4 --explore=output=any "$program" master => ^explored all orders: 6
1 tools/mpiexec -n 4 --explore --cube '--stack 1M' -x 'A=b c' "$program" master => mpiexec -n 4 -x 'A=b c' --cube '--stack 1M' --replay 0:
81 tools/mpiexec -n 5 --strict --explore "$program" chain right => --strict --replay default .*/explore chain right$
75 tools/mpiexec -n 5 --strict=sync --explore=runs=50 "$program" chain => --strict=sync --replay .*/explore chain$
1 tools/mpiexec -n 2 --spawnable 2 --explore=runs=9 "$program" spawned => rank 0's receive .* took rank 3's message, sent in line => mpiexec -n 2 --spawnable 2 --replay 0:
0 tools/mpiexec -n 2 --spawnable 2 --explore=runs=9 "$program" spawned right => ^explored all orders: 1, in 1 run.
134 tools/mpiexec -n 2 --explore=runs=9 "$scratch/{0}" test => ^to see it: mpiexec -n 2 --replay .*/{0}' test$
64 env PMI_RANK=0 PMI_SIZE=2 tools/mpiexec -n 2 --explore "$program" test => ^mpiexec: --explore: cannot be combined with several hosts
END
finish
