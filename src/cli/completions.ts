import { COMMANDS } from './commands.ts';
import { HOST_IDS, HOSTS } from './hosts/hosts.ts';
import { GLOBAL_OPTIONS, OPTION_ROWS } from './options.ts';
import { Stop } from './stop.ts';

interface Place {
  /** Words after `svc`. */
  readonly path: string;
  readonly words: readonly { readonly name: string; readonly summary: string }[];
  readonly flags: readonly { readonly names: readonly string[]; readonly summary: string; readonly takesValue: boolean }[];
}

/**
 * What completes `svc` in a shell, made from the tree of commands: it knows all of them and starts nothing.
 * @throws Stop usage for a shell that is not known
 */
export function completionFor(shell: string): string {
  const write = COMPLETIONS[shell];
  if (write) return write();
  throw new Stop(
    'usage',
    `${JSON.stringify(shell)} is no shell that is known here.`,
    `Give one of ${Object.keys(COMPLETIONS).join(', ')}.`,
  );
}

const COMPLETIONS: Readonly<Record<string, () => string>> = { bash, zsh, fish };

const AGENT_HOSTS: Place['words'] = HOST_IDS.map((id) => ({ name: id, summary: HOSTS[id].name }));

/** Commands whose argument is one of a few words. */
const ARGUMENTS: Readonly<Record<string, Place['words']>> = {
  'mcp install': AGENT_HOSTS,
  'mcp uninstall': AGENT_HOSTS,
  completion: Object.keys(COMPLETIONS).map((name) => ({ name, summary: 'a shell' })),
};

/** Every point of the tree where a word can follow. */
function places(): Place[] {
  const paths = new Set(COMMANDS.flatMap(({ path }) => path.map((_, index) => path.slice(0, index).join(' ')).concat(path.join(' '))));
  return [...paths].map((path) => {
    const depth = path === '' ? 0 : path.split(' ').length;
    const below = COMMANDS.filter((row) => row.path.length > depth && row.path.slice(0, depth).join(' ') === path);
    const names = [...new Set(below.map((row) => row.path[depth] ?? ''))];
    const row = COMMANDS.find((one) => one.path.join(' ') === path);
    const options = [...(row?.options ?? []).map((name) => OPTION_ROWS[name]), ...Object.values(GLOBAL_OPTIONS)];
    return {
      path,
      words: [
        ...names.map((name) => ({
          name,
          summary: below.find((one) => one.path.length === depth + 1 && one.path[depth] === name)?.summary ?? '',
        })),
        ...(ARGUMENTS[path] ?? []),
      ],
      flags: options.map(({ flags, summary }) => ({
        names: flags.split(/[ ,]+/).filter((word) => word.startsWith('-')),
        summary,
        takesValue: flags.includes('<'),
      })),
    };
  });
}

/** Flags before a word are left out to find where one is in the tree: `svc --json db li`. */
function bash(): string {
  const cases = places().map(({ path, words, flags }) => {
    const offered = [...words.map(({ name }) => name), ...flags.flatMap(({ names }) => names.filter((name) => name.startsWith('--')))];
    return `    '${path}') words='${offered.join(' ')}' ;;`;
  });
  return `# svc completion for bash: eval "$(svc completion bash)"
_svc() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) continue ;; esac
    case "\${path:+$path }$word" in
      ${paths().map(quoted).join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _svc svc
`;
}

/** Words and options apart: zsh offers what it takes for an option only after a hyphen. */
function zsh(): string {
  const described = (offered: readonly { readonly name: string; readonly summary: string }[]): string =>
    offered.map(({ name, summary }) => quoted(`${name}:${summary.replaceAll(':', '\\:')}`)).join(' ');
  const cases = places().map(({ path, words, flags }) => {
    const options = flags.flatMap(({ names, summary }) => names.filter((name) => name.startsWith('--')).map((name) => ({ name, summary })));
    return `    ${quoted(path)}) offered=(${described(words)}) options=(${described(options)}) ;;`;
  });
  return `#compdef svc
# svc completion for zsh: eval "$(svc completion zsh)", or as the file _svc in a folder of $fpath
_svc() {
  local path_now='' word
  local -a offered options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$word" in -*) continue ;; esac
    case "\${path_now:+$path_now }$word" in
      ${paths()
        .map((path) => `(${path.replaceAll(' ', '\\ ')})`)
        .join('|')}) path_now="\${path_now:+$path_now }$word" ;;
    esac
  done
  case "$path_now" in
${cases.join('\n')}
  esac
  local -i found=1
  (( \${#offered} )) && _describe 'command' offered && found=0
  _describe -o 'option' options && found=0
  (( found )) && _files
}
if [ "$funcstack[1]" = _svc ]; then _svc "$@"; else compdef _svc svc; fi
`;
}

/** Each offer hangs on where one is in the tree: a word of a question that is also a command's does not count. */
function fish(): string {
  const lines = places().flatMap(({ path, words, flags }) => {
    const here = quoted(`__svc_at '${path}'`);
    return [
      ...words.map(({ name, summary }) => `complete -c svc -n ${here} -f -a ${name} -d ${quoted(summary)}`),
      ...flags.map(
        ({ names, summary, takesValue }) =>
          `complete -c svc -n ${here} ${names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ')}${takesValue ? ' -r' : ''} -d ${quoted(summary)}`,
      ),
    ];
  });
  return `# svc completion for fish: svc completion fish | source
function __svc_at
  set -l here ''
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    set -l next (string trim -- "$here $word")
    contains -- $next ${paths().map(quoted).join(' ')}; and set here $next
  end
  test "$here" = "$argv[1]"
end
${lines.join('\n')}
`;
}

const paths = (): string[] =>
  places()
    .map(({ path }) => path)
    .filter((path) => path !== '');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
