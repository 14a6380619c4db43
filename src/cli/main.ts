#!/usr/bin/env node
import type { CommandRow } from './commands.ts';
import type { Context } from './context.ts';
import { createContext } from './create-context.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { sayFailure } from './failure.ts';
import { commandTree } from './help.ts';
import { tellInterrupted } from './interrupted.ts';
import type { Flags } from './options.ts';
import { createOutput } from './output/output.ts';
import { stopSpinning } from './output/spinner.ts';
import { helpOf, runProgram, versionOf } from './program.ts';
import { checksDaily, readSettings } from './settings.ts';
import { openState } from './state.ts';

let isJson = false;
let context: Context | null = null;

async function runCommand(row: CommandRow, given: readonly (string | undefined)[], flags: Flags): Promise<number> {
  isJson = flags.json === true;
  const settings = readSettings();
  const output = createOutput({ isColourful: settings.isColourful, isForScript: isJson || flags.csv === true });
  context = createContext({
    settings: { ...settings, apiUrl: flags.apiUrl ?? settings.apiUrl },
    state: openState(settings.stateFile, (text) => output.note(`svc: ${text}`)),
    output,
    help: {
      of: helpOf,
      tree: commandTree,
      version: versionOf,
      man: async () => (await import('./man-page.ts')).manPage(versionOf()),
      completion: async (shell) => (await import('./completions.ts')).completionFor(shell),
    },
  });
  const run = await row.load();
  const exit = await run(context, given, flags);
  if (flags.updateCheck !== false && !isJson && checksDaily(settings)) (await import('./newer.ts')).tellNewer(context);
  return EXIT_CODES[exit].code;
}

// Nothing is left half done here: the state is replaced in one step, and the service notices a caller who has left.
process.on('SIGINT', () => {
  stopSpinning();
  // After the terminal's own ^C.
  if (process.stderr.isTTY) process.stderr.write('\n');
  if (tellInterrupted()) return;
  process.exit(EXIT_CODES.interrupted.code);
});
// Whoever read the output has seen enough: `svc run … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT_CODES.ok.code : EXIT_CODES.failed.code),
);

try {
  process.exitCode = await runProgram(process.argv.slice(2), runCommand);
} catch (error) {
  process.exitCode = sayFailure(error, { context, isJson });
}
