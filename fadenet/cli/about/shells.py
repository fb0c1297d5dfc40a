"""The scripts by which a shell completes the words of `fadenet`: they ask `fadenet __complete`."""

from __future__ import annotations

from typing import Final

BASH: Final = r"""# Completions of fadenet for bash: source <(fadenet completion bash)
_fadenet() {
    local current=${COMP_WORDS[COMP_CWORD]} answer
    [[ $current == = ]] && current=
    COMPREPLY=()
    compopt +o default 2>/dev/null
    while IFS= read -r answer; do
        if [[ $answer == :files ]]; then
            compopt -o default -o filenames 2>/dev/null
            while IFS= read -r answer; do COMPREPLY+=("$answer"); done < <(compgen -f -- "$current")
        else
            answer=${answer%%$'\t'*}
            [[ $COMP_WORDBREAKS == *=* && $answer == --*=* ]] && answer=${answer#*=}
            COMPREPLY+=("$answer")
        fi
    done < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _fadenet fadenet
"""

ZSH: Final = r"""#compdef fadenet
# Completions of fadenet for zsh: source <(fadenet completion zsh), or save this as _fadenet in $fpath
_fadenet() {
    local answer files=0
    local -a values
    for answer in "${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        if [[ $answer == :files ]]; then
            files=1
        elif [[ $answer == *$'\t'* ]]; then
            values+=("${${answer%%$'\t'*}//:/\\:}:${answer#*$'\t'}")
        elif [[ -n $answer ]]; then
            values+=("${answer//:/\\:}")
        fi
    done
    (( $#values )) && _describe -V fadenet values
    (( files )) && _files
}
if [[ ${funcstack[1]} == _fadenet ]]; then
    _fadenet "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
    compdef _fadenet fadenet
fi
"""

FISH: Final = r"""# Completions of fadenet for fish: fadenet completion fish | source
function __fadenet_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    test (count $current) -eq 0; and set current ''
    for answer in ($words[1] __complete $words[2..-1] $current 2>/dev/null)
        if test "$answer" = :files
            __fish_complete_path $current
        else
            echo $answer
        end
    end
end
complete -c fadenet -f -a '(__fadenet_complete)'
"""

SCRIPTS: Final = {"bash": BASH, "zsh": ZSH, "fish": FISH}
