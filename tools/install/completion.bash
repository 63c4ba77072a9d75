# shellcheck shell=bash
# Completes, in bash, the options of graycube's commands and the names of its tools, from what --help prints; and the
# algorithms, operations and labs that a tool takes. Where there is none of these bash completes files.
_graycube() {
    local tool=() words= last=${COMP_WORDS[COMP_CWORD - 1]}
    [ "${1##*/}" != graycube ] || [ "$COMP_CWORD" -eq 1 ] || tool=("${COMP_WORDS[1]}")
    if [ "${1##*/}" = graycube ] && [ "$COMP_CWORD" -eq 1 ]; then
        words=$("$1" --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p')
    elif [[ $2 = -* ]]; then
        words=$("$1" "${tool[@]}" --help 2>/dev/null | grep -oE -e '(^|[[ ,|])--?[a-z][a-z-]*' | tr -d '[ ,|' | sort -u)
    elif [[ $last != -* ]]; then
        case ${tool[0]} in
        check | draw | page | reroute) words=$("$1" check --list | sed 's/ .*//') ;;
        find) words=$("$1" check --list | awk '{ print $2 }' | sort -u) ;;
        grade) words=$("$1" grade --list | sed 's/ .*//') ;;
        lab) [ "$COMP_CWORD" -eq 2 ] && words=new || words=$("$1" grade --list | sed 's/ .*//') ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$2")
}
complete -o default -F _graycube cubecc cubec++ cuberun graycube
