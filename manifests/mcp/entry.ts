import { mcpServe } from '../../src/cli/commands/mcp-serve.ts';
import { createContext } from '../../src/cli/create-context.ts';
import { createOutput } from '../../src/cli/output/output.ts';
import { readSettings } from '../../src/cli/settings.ts';
import { openState } from '../../src/cli/state.ts';

/** `svc mcp serve` alone, as the bundle for agent hosts starts it: the same credential, the same state, no other command. */
const settings = readSettings();
const output = createOutput({ isColourful: false, isForScript: true });
const context = createContext({
  settings,
  state: openState(settings.stateFile, (text) => output.note(`svc: ${text}`)),
  output,
  help: { of: () => '', tree: () => ({}), version: () => '', man: async () => '', completion: async () => '' },
});
await mcpServe(context, [], {});
