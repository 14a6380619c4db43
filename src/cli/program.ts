import { Command, CommanderError, Option } from 'commander';
import { packageFacts } from '../version.ts';
import { EXAMPLES } from './command-examples.ts';
import { COMMANDS, type CommandRow } from './commands.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { closingHelp } from './help.ts';
import { type Flags, GLOBAL_OPTIONS, OPTION_ROWS } from './options.ts';
import { Stop } from './stop.ts';

/** Runs one command with its flags; gives the exit code. */
type Runner = (row: CommandRow, given: readonly (string | undefined)[], flags: Flags) => Promise<number>;

/** Reads the command line by the tree of commands. Gives the exit code; what `runner` throws passes through. */
export async function runProgram(argv: readonly string[], runner: Runner): Promise<number> {
  let exitCode: number = EXIT_CODES.ok.code;
  const program = buildProgram(async (row, given, flags) => {
    exitCode = await runner(row, given, flags);
  });
  if (argv.length === 0) {
    program.outputHelp();
    return exitCode;
  }
  try {
    await program.parseAsync(/^(?:-f|--file)(?:=|$)/.test(argv[0] ?? '') ? ['run', ...argv] : [...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT_CODES.ok.code : EXIT_CODES.usage.code;
  }
}

/** The help of the command with these words. @throws Stop usage when there is none */
export function helpOf(words: readonly string[]): string {
  let found: Command = buildProgram(async () => undefined);
  for (const word of words) {
    const next = found.commands.find((one) => one.name() === word);
    if (!next) throw new Stop('usage', `There is no command ${JSON.stringify(words.join(' '))}.`, '`svc help` lists them.');
    found = next;
  }
  return `${found.helpInformation()}${words.length === 0 ? `${closingHelp()}\n` : examplesOf(words)}`;
}

/** Below the help of a command; empty for a group of them. */
function examplesOf(words: readonly string[]): string {
  const lines = EXAMPLES[words.join(' ')] ?? [];
  return lines.length === 0 ? '' : `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

export const versionOf = (): string => packageFacts().version;

type Action = (row: CommandRow, given: readonly (string | undefined)[], flags: Flags) => Promise<void>;

function buildProgram(action: Action): Command {
  const program = configured(new Command('svc'))
    .description('The database that people and agents talk to: plain English or SQL in; an answer, the rows and the exact SQL out.')
    .version(versionOf(), '-V, --version', 'show the version')
    .addHelpText('after', closingHelp());
  for (const { flags, summary } of Object.values(GLOBAL_OPTIONS)) program.option(flags, summary);
  for (const row of COMMANDS) addCommand(program, row, action);
  return program;
}

function addCommand(program: Command, row: CommandRow, action: Action): void {
  const group = row.path.slice(0, -1).reduce((parent, word) => childOf(parent, word), program);
  const command = childOf(group, row.path.at(-1) ?? '').description(row.summary);
  for (const [name, meaning] of Object.entries(row.arguments)) command.argument(name, meaning);
  for (const name of row.options) {
    const { flags, summary, repeats } = OPTION_ROWS[name];
    const option = new Option(flags, row.meanings[name] ?? summary);
    command.addOption(repeats ? option.argParser((text: string, before: readonly string[] = []) => [...before, text]) : option);
  }
  command.addHelpText('after', examplesOf(row.path).trimEnd());
  command.action(async (...received: unknown[]) => {
    // After the arguments come the options and the command itself.
    const words = received.slice(0, -2) as (string | string[] | undefined)[];
    const given = row.apart ? words.flat() : words.map((one) => (Array.isArray(one) ? one.join(' ') || undefined : one));
    await action(row, given, command.optsWithGlobals() as Flags);
  });
}

function childOf(parent: Command, name: string): Command {
  const known = parent.commands.find((one) => one.name() === name);
  if (known) return known;
  const child = configured(new Command(name), parent);
  parent.addCommand(child);
  return child;
}

export const GROUPS: Readonly<Record<string, string>> = {
  clickhouse: 'The embedded ClickHouse.',
  admin: 'For whoever runs a service, on its machine: its data as a whole.',
  db: 'List, create, connect, check, rename and delete databases.',
  grants: 'Let other accounts read tables of yours.',
  keys: 'Create, list and revoke keys.',
  byollm: 'Your own key of a model provider.',
  mcp: 'Agent hosts.',
};

const configured = (command: Command, parent: Command | null = null): Command =>
  command
    .description(GROUPS[command.name()] ?? '')
    .exitOverride()
    .helpCommand(false)
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError(`\`${wordsOf(command, parent)} --help\` says more.`)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'svc: ')) });

/** As it is typed, from `svc` on. A command knows its parent once it is added. */
const wordsOf = (command: Command, parent: Command | null): string =>
  parent === null ? command.name() : `${wordsOf(parent, parent.parent)} ${command.name()}`;
