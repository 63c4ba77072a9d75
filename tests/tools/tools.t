#!/bin/sh
# Finds a tool that does not work from elsewhere or through a link, has no --help or --version, or ends with a traceback
# whatever it is given.
. tests/lib.sh

root=$PWD
version=$(cat VERSION)
tools="$(find tools -maxdepth 1 -type f -perm -u+x | sort) tools/bench/bench.py tools/finding/find tools/page/catalogue
    tools/install/deb tools/install/dist tools/install/install tools/install/manual tools/install/place tests/soak/soak.py tests/fuzz/tools.py"

mkdir "$scratch/links" "$scratch/elsewhere"
for tool in $tools; do
    ln -s "$root/$tool" "$scratch/links"
done
cd "$scratch/elsewhere" || exit

for tool in $tools; do
    name=${tool##*/}
    run ../links/"$name" --help
    is "$name --help, from elsewhere and through a link" "$status $errors" '0 '
    like "    says how to call it" "$output" '^[A-Z]'
    run ../links/"$name" --version
    like "$name tells the version" "$status $output$errors" '^(0 |)[a-z.+-]+ (\(graycube\) |)'"$version( for MPI 5.0)?\$"
    case $name in cubecc | cubec++ | mpi*c* | mpif*) continue ;; esac # their options are the compiler's
    run ../links/"$name" --nonsense
    is "$name refuses an option that it does not know" "$status $(echo "$errors" | wc -l)" '64 1'
    like "    by its name" "$errors" '^[a-z.-]+: .*--nonsense'
done

cat >fails.py <<END_OF_SOURCE
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "$root/tools")
from running.failure import Failure
from running.tool import run
def main(words):
    print("printed before")
    raise Failure(3, "and then it failed")
run("tool", "", main)
END_OF_SOURCE
run /usr/bin/python3 -I fails.py
is "what a tool has printed before it fails is not lost" "$status $output $errors" '3 printed before tool: and then it failed'

printf '#include <cube.h>\nint main(void) {\n    return 40 + cube_nodes();\n}\n' >status.c
printf '%030000d' 0 | tr 0 '[' >deep
printf '%070000d' 0 >long
printf '\377' >bytes
printf '{"nodes": 8, "th": 1, "tw": 1}\n\n{"node": 1, "port": 1000000000, "bytes": 8, "time": 0}' >port
echo '{"nodes": 7, "th": 1, "tw": 1}' >seven
: >empty
rows '' <<'END'
# From elsewhere cubecc compiles, cuberun runs and records, replay replays to the file named, and draw draws.
0 ../links/cubecc status.c -o status.elf
42 ../links/cuberun -n 2 --timeout 20 status.elf
0 ../links/cuberun -n 2 --exact --timeout 20 --record packets "$root/$out/programs/hello.elf"
0 ../links/replay packets --json replayed
0 cat replayed => "packets": 0
64 ../links/replay packets packets => ^replay: unexpected argument 'packets' .see replay --help.$
64 "$root/tools/reroute" aspc --dead 0 => reroute: no dead link of live nodes given
64 ../links/replay packets --json / => ^replay: --json /: Is a directory$
0 ../links/draw bcast-binomial
# A full disk is told, and that there is no output; a reader that has gone is nothing to talk about.
74 sh -c "$root/tools/replay --help >/dev/full" => ^replay: .*: No space left on device$
74 sh -c "$root/tools/replay --help >&-" => ^replay: standard output: closed$
0 sh -c "{ $root/tools/replay --help; echo \$? >&2; } | true" => ! Traceback|Error
# Recordings that are none, each refused on one line.
64 "$root/tools/replay" empty => ^replay: empty: not a valid recording .empty.$ => ! ^[^r]
64 "$root/tools/replay" seven => line 1: nodes has to be a power of two, not 7.$ => ! ^[^r]
64 "$root/tools/replay" deep => line 1: not an object => ! ^[^r]
64 "$root/tools/replay" long => line 1: it has 65536 bytes or more, or a zero byte. => ! ^[^r]
64 "$root/tools/replay" bytes => line 1: not an object => ! ^[^r]
64 "$root/tools/replay" port => line 3: port has to be a whole number from 0 to 2.$ => ! ^[^r]
END

# ---- Anything at all

cd "$root" || exit
run tests/fuzz/tools.py --seed 1 --runs 60
like "60 inputs to the tools are refused well, or taken" "$status $output" '^0 60 inputs .* [345][0-9] refused$' ||
    echo "$errors" | diagnose
finish
