import { EXAMPLES } from './command-examples.ts';
import { COMMANDS } from './commands.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { GLOBAL_OPTIONS, OPTION_ROWS } from './options.ts';
import { VARIABLES } from './settings.ts';

/** The end of the help of `svc` itself. */
export function closingHelp(): string {
  const width = Math.max(...Object.keys(VARIABLES).map((name) => name.length));
  return `
Exit codes:
${Object.values(EXIT_CODES)
  .map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`)
  .join('\n')}

Environment:
${Object.entries(VARIABLES)
  .map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
  .join('\n')}

Try:
  svc serve
  svc new "track coffee beans with roaster, price and rating"
  svc insert coffee_beans beans.csv
  svc ask "How many coffee beans have a price above 15?"`;
}

/** The tree of commands for programs. */
export function commandTree(): object {
  return {
    name: 'svc',
    options: Object.values(GLOBAL_OPTIONS),
    commands: COMMANDS.map(({ path, arguments: names, options, summary, operations, meanings }) => ({
      command: path.join(' '),
      summary,
      arguments: Object.entries(names).map(([name, meaning]) => ({ name, summary: meaning })),
      options: options.map((option) => ({ ...OPTION_ROWS[option], summary: meanings[option] ?? OPTION_ROWS[option].summary })),
      examples: EXAMPLES[path.join(' ')] ?? [],
      operations,
    })),
    exitCodes: Object.entries(EXIT_CODES).map(([name, row]) => ({ name, ...row })),
    environment: Object.entries(VARIABLES).map(([name, meaning]) => ({ name, summary: meaning })),
  };
}
