import type { CallToolResult } from '@modelcontextprotocol/server';
import type { CallOptions } from '../src/client/index.ts';
import type { Leave, Leaving } from '../src/lib/leaving.ts';
import { changesOf } from './changes.ts';
import { EXECUTORS } from './execute.ts';
import type { Execution } from './execution.ts';
import { argumentsResult, faultResult } from './faults.ts';
import type { Kept } from './kept.ts';
import type { Identity } from './port.ts';
import type { Reach } from './reach.ts';
import type { Structured } from './structured.ts';
import { errorText, resultText } from './text.ts';
import { TOOLS, type ToolName } from './tools.ts';

/** One `tools/call`, whatever carried it. */
export interface ToolCall {
  readonly name: ToolName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly requestId: string | number;
  readonly identity: Identity;
  /** What tells one connection's requests from another's of the same caller. */
  readonly connection: string;
  readonly kept: Kept;
  /** Fires when the host cancels the call or leaves. */
  readonly leaving: Leave | AbortSignal;
  readonly onEvent?: CallOptions['onEvent'];
  /** Of an ask whose `sql` is the reading of the client's model. */
  readonly readBy?: Execution['readBy'];
  /** Where the service is, for the message that says it does not answer. */
  readonly address?: string | undefined;
}

/** Arguments → operation → result. Whatever fails is a tool error, which the model reads and can act on. */
export async function callTool({
  name,
  input,
  requestId,
  identity,
  connection,
  kept: { retries, shown, changes },
  leaving,
  onEvent,
  readBy,
  address,
}: ToolCall): Promise<CallToolResult> {
  const { key, operations, reach } = identity;
  const given = withDatabase(name, input, reach);
  const parsed = TOOLS[name].input.safeParse(given);
  if (!parsed.success) return failed(argumentsResult(parsed.error, given, argumentsOf(name, reach)));
  try {
    return await retries.run({ scope: `${key} ${connection}`, requestId, tool: name, input }, async (keyOf) => {
      const options: CallOptions & { leaving: Leaving } = {
        leaving,
        get signal() {
          return leaving instanceof AbortSignal ? leaving : leaving.signal;
        },
        ...(onEvent ? { onEvent } : {}),
        get idempotencyKey() {
          return keyOf();
        },
      };
      const result = await execute(name, parsed.data, { operations, options, reach, ...(readBy ? { readBy } : {}) });
      if (result.kind === 'preview') shown.note(key, result);
      const preview = name === 'confirm' ? shown.of(key, String(input.token)) : null;
      changes.tell(key, changesOf({ tool: name, result, preview }));
      return succeeded(result);
    });
  } catch (error) {
    return failed(faultResult(error, { tool: name, input, reach, address }));
  }
}

/** A connection to one database names it by its address: an argument of that name is one too many. */
function withDatabase(name: ToolName, input: ToolCall['input'], { db }: Reach): unknown {
  if (db === null || !('db' in TOOLS[name].input.shape)) return input;
  return 'db' in input ? { ...input, [`db (it is ${db} here: leave it out)`]: input.db } : { ...input, db };
}

const argumentsOf = (name: ToolName, { db }: Reach): string[] =>
  Object.keys(TOOLS[name].input.shape).filter((field) => db === null || field !== 'db');

/** The parsed input is that tool's own, which the compiler cannot follow through the name. */
const execute = (name: ToolName, input: unknown, execution: Execution): Promise<Structured> =>
  (EXECUTORS[name] as (input: unknown, execution: Execution) => Promise<Structured>)(input, execution);

/** What was not done, as a tool's result. */
export const failed = (result: Structured): CallToolResult => ({
  content: [{ type: 'text', text: errorText(result) }],
  structuredContent: result,
  isError: true,
});

const succeeded = (result: Structured): CallToolResult => ({
  content: [{ type: 'text', text: resultText(result) }],
  structuredContent: result,
});
