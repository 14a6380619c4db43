import { EXAMPLES } from './command-examples.ts';
import { COMMANDS } from './commands.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { GLOBAL_OPTIONS, OPTION_ROWS } from './options.ts';
import { VARIABLES } from './settings.ts';

/** The manual page of `svc(1)`, in roff (man(7)), from the tree of commands. */
export const manPage = (version: string): string =>
  [
    `.TH SVC 1 "" "svc ${plain(version)}" "User Commands"`,
    '.SH NAME',
    'svc \\- the database that people and agents talk to',
    '.SH SYNOPSIS',
    '.B svc',
    '\\fIcommand\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]',
    '.SH DESCRIPTION',
    plain('Plain English or SQL in; an answer, the rows and the exact SQL out. `svc help <command>` says the same of one command.'),
    '.SH COMMANDS',
    ...COMMANDS.flatMap(({ path, arguments: names, options, meanings, summary }) => [
      `.SS ${plain(`svc ${[...path, ...Object.keys(names)].join(' ')}`)}`,
      plain(summary),
      ...Object.entries(names).flatMap(([name, meaning]) => item(name, meaning)),
      ...options.flatMap((name) => item(OPTION_ROWS[name].flags, meanings[name] ?? OPTION_ROWS[name].summary)),
      '.PP',
      '.nf',
      ...(EXAMPLES[path.join(' ')] ?? []).map(plain),
      '.fi',
    ]),
    '.SH OPTIONS OF EVERY COMMAND',
    ...Object.values(GLOBAL_OPTIONS).flatMap(({ flags, summary }) => item(flags, summary)),
    '.SH EXIT STATUS',
    ...Object.values(EXIT_CODES).flatMap(({ code, meaning }) => item(String(code), meaning)),
    '.SH ENVIRONMENT',
    ...Object.entries(VARIABLES).flatMap(([name, meaning]) => item(name, meaning)),
    '.SH FILES',
    ...item('~/.config/svc/state.json', 'The active database and the anonymous session of each service.'),
    ...item('~/.config/svc/credentials.json', 'Keys of this device, where no keychain takes them; for its owner alone.'),
    '',
  ].join('\n');

const item = (term: string, text: string): string[] => ['.TP', `.B ${plain(term)}`, plain(text)];

/** Backslashes, hyphens and a dot at the start of a line mean something to roff. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
