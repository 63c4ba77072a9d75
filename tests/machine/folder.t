#!/bin/sh
# Finds an access of a program outside of its folder (--dir), or to graycube and its results, and a
# refused one inside.
. tests/lib.sh

cuberun=tools/cuberun
reaches=$out/tests/boot/folder.elf

# prepare FOLDER: makes a new one, with links that lead out of it and something to find there.
prepare() {
    mkdir -p "$1/reached" "$1/secret"
    echo secret >"$1/secret/passwd"
    echo given >"$1/reached/given"
    ln -s given "$1/reached/inside"
    ln -s "$1/secret" "$1/reached/outside"
    ln -s .. "$1/reached/up"
    ln -s loop "$1/reached/loop"
}
# What must not change, by names and contents.
outside() {
    (cd "$1" && find . -path ./reached -prune -o -print && cat secret/passwd) | sort
}

prepare "$scratch/1"
before=$(outside "$scratch/1")
boot folder 4 --dir "$scratch/1/reached" --file matrix=README.md
is "outside nothing has changed" "$(outside "$scratch/1")" "$before"
is "in the folder is what was written" "$(find "$scratch/1/reached" -type f | wc -l)" 2
prepare "$scratch/trees"
boot tree 4 --dir "$scratch/trees/reached" --file matrix=README.md
is "    nothing outside has changed" "$(cd "$scratch/trees" && outside .)" "$(cd "$scratch/1" && outside .)"
run $cuberun -n 2 --timeout 30 --dir "$scratch/trees/reached:ro" "$out/tests/boot/tree.elf" read-only
is "    with :ro nothing at all" "$status" 0
run $cuberun -n 2 --timeout 30 --dir "$scratch/1/reached:ro" "$reaches" read-only
is "with :ro it is only read" "$status $(echo "$output" | grep -c '^ok') $(echo "$output" | grep -c '^not')" '0 6 0'
is "    and the host's file system is told" "$(echo "$output" | grep -m 1 '^# space')" \
    "$(stat -f -c '# space %S %b %c %l' "$scratch/1/reached")"
# refused REASON OPTION...: a program that fails because it cannot write is told why, once.
refused() {
    reason=$1
    shift
    run $cuberun -n 2 --timeout 30 "$@" "$out/tests/boot/full.elf" told results
    is "a program that cannot write is told: $reason" "$status $(echo "$output" | sed 's/node [01]/node N/')" \
        "1 graycube: node N could not write the file results: $reason"
}
refused 'the folder that cuberun --dir names can only be read' --dir "$scratch/1/reached:ro"
refused 'cuberun --dir PATH gives programs a folder to write in'

# exact FOLDER: the cycles of all nodes, of a run in which the host is asked many times.
exact() {
    prepare "$1"
    $cuberun -n 4 --timeout 60 --exact --stats "$1/stats" --dir "$1/reached" --file matrix=README.md \
        "$reaches" >"$1/output"
    grep -o '"cycles": *[0-9]*' "$1/stats"
}
is "under --exact the time is the same in every run" "$(exact "$scratch/3")" "$(exact "$scratch/4")"

prepare "$scratch/5"
before=$(outside "$scratch/5")
run $cuberun -n 4 --timeout 60 --dir "$scratch/5/reached" "$out/tests/fail/system_calls.elf" 5 12000
case "$status $errors" in # what was to be written beyond the end of the largest file
74*': File too large') status=0 ;;
esac
is "random system calls do nothing outside, and the folder still works" "$status $(outside "$scratch/5")" "0 $before"

# ---- Many open files

c_program opens <<'END'
#include <errno.h>
#include <fcntl.h>
#include <cube.h>
int main(void) {
    while (open("given", O_RDONLY) >= 0)
        ;
    cube_barrier();
    if (cube_node() == 1)
        return errno == ENFILE ? *(volatile int *)8 : 1;
    cube_link_recv(0, &errno, 1);
}
END
mkdir "$scratch/results"
for parts in 1 2; do # which together have these descriptors
    rm -f "$scratch"/results/*
    run sh -c "ulimit -n 120 && exec $cuberun -n 2 --parts $parts --timeout 30 --dir $scratch/1/reached --exact \
        --stats $scratch/results/s --page $scratch/results/p --trace $scratch/results/t.json $scratch/opens.elf"
    like "of few descriptors some stay for reports, in $parts parts" "$output" 'at main [(]opens[.]c:9[)]$'
    is "    and for results" "$status $errors $(find "$scratch/results" -type f -size +0 | wc -l)" '139  3'
done

# ---- Names

c_program name <<'END'
#include <stdio.h>
int main(int arguments, char *argument[]) {
    FILE *file = fopen(argument[arguments - 1], "r");
    int c = file ? fgetc(file) : '-';
    printf("%c\n", c);
}
END
# reads WANTED FROM FOLDER NAME: started in a folder, the program finds the file, or does not.
root=$PWD
reads() {
    cd "$2" || exit
    run "$root/$cuberun" --timeout 20 --dir "$3" "$scratch/name.elf" "$4"
    cd "$root" || exit
    is "from $2, --dir $3: $4" "$status $output" "0 $1"
}
mkdir "$scratch/1/reached/part"
echo part >"$scratch/1/reached/part/given"
reads g / "$scratch/1/reached" given
reads p / "$scratch/1/reached" part/given
reads p "$scratch/1/reached/part" .. given
reads g "$scratch/1/reached/part" .. ../given
reads - "$scratch/1/reached/part" . ../given
reads p "$scratch/1/reached/part" "$scratch/1" "$scratch/1/reached/part/given"
reads - "$scratch/1/reached/part" . "$scratch/1/reached/given"
reads s "$scratch/1" . secret/passwd

# ---- Wrong use

refuses '--dir /no/such: No such file or directory' --dir /no/such
refuses '--dir README.md: Not a directory' --dir README.md
refuses "unknown option '--out'" --out "$scratch/more"

# ---- What a program must not change

# Names by which a result could be found changed: in the folder, or by way of it, or of another name.
reached=$scratch/1/reached
mkdir "$scratch/1/elsewhere" "$reached/mounted"
echo old >"$scratch/1/second"
ln "$scratch/1/second" "$reached/second"
ln -s reached/part "$scratch/1/into"
ln -s ../elsewhere "$reached/leads"
for result in "--stats $reached/result" "--trace html:$reached/../reached/part/result" "--trace packets:$scratch/1/into/result" \
    "--trace $reached/leads/result.json" "--stats $scratch/1/second" "--stats $reached/given"; do
    # shellcheck disable=SC2086 # an option and its value
    refuses "$result: .*the program could change it" $result --dir "$reached"
done
run $cuberun --dir "$reached" --stats /dev/fd/9 "$reaches" 9>"$reached/inherited"
like "a result that is open already is refused, too" "$status $errors" '^64 .*so the program could change it'
is "    and no file was made or changed" \
    "$(find "$scratch/1" -name 'result*') $(cat "$scratch/1/second" "$reached/given" | tr '\n' ' ')" ' old given '
run $cuberun --timeout 20 --dir "$reached" --stats "$reached/../result" "$scratch/name.elf" given
is "beside the folder one can be" "$status $output" '0 g'
run $cuberun --timeout 20 --dir "$reached:ro" --stats "$reached/result" "$scratch/name.elf" given
is "    or in it if it is only read" "$status $output" '0 g'

ln -s "$PWD/tools" "$scratch/tools"
for folder in . .. / tools tools/running build "$out/programs" "$scratch/tools"; do
    refuses "--dir $folder: the program could change graycube itself" --dir "$folder"
done
cp build/kernel.img build/kernel.elf "$scratch/1/elsewhere"
run env CUBE_BUILD="$reached/leads" $cuberun --dir "$reached" "$reaches"
like "    nor the build, wherever it is" "$status $errors" "^64 .*graycube itself.* in $reached/leads "
run $cuberun --timeout 20 --dir tools:ro "$scratch/name.elf" cuberun
is "the tools can be read" "$status $output" '0 #'

# mounted FROM TO RESULT: runs cuberun where a folder, or a file, is mounted in two places.
mounted() {
    # shellcheck disable=SC2016
    run unshare --map-root-user --mount sh -c 'mount --bind "$1" "$2" && shift 2 && exec "$@"' mounted "$1" "$2" \
        $cuberun --dir "$reached" --stats "$3" "$reaches"
    like "mounted in two places it is refused" "$status $errors" '^64 .*so the program could change it'
}
if unshare --map-root-user --mount true 2>/dev/null; then
    mounted "$reached/part" "$scratch/1/elsewhere" "$scratch/1/elsewhere/result"
    mounted "$scratch/1/elsewhere" "$reached/mounted" "$scratch/1/elsewhere/result"
    touch "$scratch/1/alone"
    mounted "$scratch/1/alone" "$reached/second" "$scratch/1/alone"
    mounted "$reached/given" "$scratch/1/alone" "$scratch/1/alone"
    run unshare --map-root-user --mount \
        sh -c "mount --bind tools '$reached/mounted' && $cuberun --dir '$reached' $reaches"
    like "    so are the tools" "$status $errors" '^64 .*: the program could change graycube itself'
fi

run $cuberun --show --dir "$scratch" "$reaches"
like "a machine that is started by hand has no folder" "$status $errors" '^0 .*cuberun: --dir: left out of the command'
rm -f "$(echo "$errors" | sed -n 's/.*the initrd is //p')"
finish
