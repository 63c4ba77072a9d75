#compdef cubecc cubec++ cuberun mpicc mpicxx mpic++ mpifort mpif77 mpif90 mpiexec mpirun graycube
# Completes, in zsh, as completion.bash does in bash. What --help prints of other commands zsh reads by itself.
[[ $service = graycube ]] || { _gnu_generic; return }
local -a found
if (( CURRENT == 2 )); then
    found=(${(f)"$($words[1] --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p')"})
elif [[ $words[CURRENT] = -* ]]; then
    found=(${(fu)"$($words[1] $words[2] --help | grep -oE -e '(^|[[ ,|])--?[a-z][a-z-]*' | tr -d '[ ,|')"})
elif [[ $words[CURRENT-1] != -* ]]; then
    case $words[2] in
    check|draw|page|reroute) found=(${(f)"$($words[1] check --list | sed 's/ .*//')"}) ;;
    find) found=(${(fu)"$($words[1] check --list | awk '{ print $2 }')"}) ;;
    grade|lab) found=(${(f)"$($words[1] grade --list | sed 's/ .*//')"}) ;;
    esac
fi
compadd -a found || _files
