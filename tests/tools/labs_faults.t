#!/bin/sh
# Finds a wrong answer to the labs on a race and on failing links, of a kind that students make, that has a right one's points.
# With CUBE_THOROUGH=1 all kinds are graded. The skeletons, in labs.t, have a race, and stay on one path.
. tests/lib.sh

if [ "$out" != build ]; then
    echo '1..0 # SKIP labs are graded with the usual C library'
    exit
fi

# answer LAB FILE: grades what is read as this file of an answer.
answer() {
    rm -rf "$scratch/answer"
    mkdir "$scratch/answer"
    cat >"$scratch/answer/$2"
    tools/grade --seed 6 "$1" "$scratch/answer"
}

# farm KIND, talk KIND: an answer to lab 9, and to lab 10.
farm() {
    { echo "#define KIND $1" && cat tests/tools/farm.c; } | answer 9 farm.c
}
talk() {
    { echo "#define KIND $1" && cat tests/tools/talk.c; } | answer 10 talk.c
}

rows farm <<'END'
0 RIGHT => ^points: 10 of 10
# An adversary: it has no race where it is explored, and cannot show then that it serves whoever is first.
1 EXPLORED => ^points: 7 of 10 => ^ +farm 3 on 3 ranks: 1 orders;
END

rows talk <<'END'
0 RIGHT => ^points: 10 of 10
1 TWO => ^points: 7 of 10 => on 8 nodes, if link 0 - 1 at [0-9]+, .* fails, 45 of 64 questions are late: at most 12$
# An adversary: it tells its number once, and the first node answers itself.
1 TOLD => ^points: 0 of 10 => packets between neighbours on 8 nodes: at least 384$
END
[ -z "${CUBE_THOROUGH:-}" ] || {
    rows farm <<'END'
0 REDUCES => ^points: 10 of 10
1 ASSIGNED => ^points: 7 of 10 => ^ +no order in which one of two workers does 3 of 4 tasks$
1 ARRIVALS => ^points: 0 of 10 => does not print task
END
    rows talk <<'END'
1 DOUBLE => ^points: 8 of 10 => ^ +457 packets between neighbours on 8 nodes: at most 420$
END
}
finish
