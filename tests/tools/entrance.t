#!/bin/sh
# Finds an archive of the sources that differs from host to host, a citation of another version, a container whose base
# changes, and a completion that offers options where there are files, algorithms or operations.
. tests/lib.sh

# ---- The archive and the citation

if [ -e .git ]; then
    succeeds "the sources are archived" tools/install/dist "$scratch/one"
    # shellcheck disable=SC2016 # what sh expands
    succeeds "    on another host" env TZ=Asia/Tokyo LC_ALL=C.UTF-8 GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=tar.umask GIT_CONFIG_VALUE_0=user \
        sh -c 'umask 077 && exec tools/install/dist "$1"' - "$scratch/two"
    name=graycube-$(cat VERSION).tar.gz
    succeeds "    as the same bytes" cmp "$scratch/one/$name" "$scratch/two/$name"
    run sh -c "cd '$scratch/one' && sha256sum -c '$name.sha256'"
    is "    with a checksum" "$status $output" "0 $name: OK"
    is "    in a folder of its own" "$(tar tzf "$scratch/one/$name" | sed 's,/.*,,' | sort -u)" "${name%.tar.gz}"
fi
is "the citation is of this version" \
    "$(sed -n 's/^version: //p; s/^date-released: //p' CITATION.cff | tr '\n' ' ')" \
    "$(sed -n 's/^## \([0-9.]*\) (\(.*\))$/\1 \2 /p' CHANGELOG.md | head -n 1)"

# ---- The container

is "each stage is from the base of one day, or from one before it" \
    "$(sed -n 's/^FROM //p' docs/ci/Containerfile | grep -vxE 'docker\.io/library/debian:[a-z]+-20[0-9]{6} AS base|base')" ''
# A value of the devcontainer's file.
value() {
    /usr/bin/python3 -c 'import json, sys
value = json.load(open(".devcontainer/devcontainer.json"))
for name in sys.argv[1:]: value = value[name]
print(value)' "$@"
}
succeeds "the editor's container is built by the same file" cmp docs/ci/Containerfile ".devcontainer/$(value build dockerfile)"
like "    from a stage of it" "$(cat docs/ci/Containerfile)" "^FROM .* AS $(value build target)\$"
like "    in the folder where that has its tools" "$(cat docs/ci/Containerfile)" "^ENV PATH=$(value workspaceFolder)/tools:"
# shellcheck disable=SC2016,SC2046 # what sh expands; as many words as there are
succeeds "    and makes what make knows" sh -c '[ "$1" = make ] && shift && for target; do grep -qE "^.PHONY:.* $target( |$)" Makefile tests/tests.mk || exit; done' \
    - $(value postCreateCommand)

# ---- Completion

PATH=$PWD/tools:$PATH
# words WORD...: what bash offers for the last word of a command line, in one line.
words() {
    bash -c '. "$1" && shift && COMP_WORDS=("$@") && COMP_CWORD=$(($# - 1)) && _graycube "$1" "${!#}" && echo ${COMPREPLY[*]}' \
        - tools/install/completion.bash "$@"
}
rows words <<'END'
0 graycube gra => ^grade$
0 graycube check bcast-esbt => ^bcast-esbt bcast-esbt-all-port bcast-esbt-copies$
0 graycube draw -n 8 asp => ^aspc aspc-permutations aspc-one-port aspc-copies$
0 graycube find allg => ^allgather$
0 graycube grade --form gradescope 3 => ^3$
0 graycube lab '' => ^new$
0 graycube check aspc --apa => ^--apart$
0 cuberun --exa => ^--exact$
# Files: nothing is offered, and bash looks for them.
0 cuberun -n 8 '' => ^$
0 cuberun -n 8 hel => ^$
0 graycube check my => ^$
0 graycube draw aspc --svg '' => ^$
END

# ---- Colours

# shellcheck disable=SC2317 # rows calls it
on_terminal() {
    script -qec "env $* tools/cuberun --tiem" /dev/null | cat -v
}
rows on_terminal <<'END'
0 TERM=xterm => ^\^\[\[1;31mcuberun:\^\[\[0m unknown option
0 TERM=xterm NO_COLOR=1 => ^cuberun: unknown option
0 TERM=dumb => ^cuberun: unknown option
END
run tools/cuberun --tiem
like "without a terminal there are none" "$errors" '^cuberun: unknown option'

if command -v zsh >/dev/null; then
    succeeds "zsh reads its file" zsh -n tools/install/completion.zsh
fi
finish
