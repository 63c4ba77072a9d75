# shellcheck shell=bash
# Completes, in bash, the options of graycube's commands and the names of its tools, from what --help prints.
_graycube() {
    local tool=() words
    if [ "${1##*/}" = graycube ]; then
        [ "$COMP_CWORD" -eq 1 ] || tool=("${COMP_WORDS[1]}")
    fi
    if [ "${1##*/}" = graycube ] && [ "$COMP_CWORD" -eq 1 ]; then
        words=$("$1" --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p')
    else
        words=$("$1" "${tool[@]}" --help 2>/dev/null | grep -oE -e '(^|[[ ,|])--?[a-z][a-z-]*' | tr -d '[ ,|' | sort -u)
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$2")
}
complete -o default -F _graycube cubecc cubec++ cuberun graycube
