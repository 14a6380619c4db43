import type { CallToolResult } from '@modelcontextprotocol/server';
import type { CallOptions } from '../src/client/index.ts';
import type { Leave, Leaving } from '../src/lib/leaving.ts';
import { EXECUTORS, type Execution, type Structured } from './execute.ts';
import { argumentsText, faultText } from './faults.ts';
import type { Identity } from './port.ts';
import type { Retries } from './retries.ts';
import { resultText } from './text.ts';
import { TOOLS, type ToolName } from './tools.ts';

/** One `tools/call`, whatever carried it. */
export interface ToolCall {
  readonly name: ToolName;
  readonly input: unknown;
  readonly requestId: string | number;
  readonly identity: Identity;
  /** What tells one connection's requests from another's of the same caller. */
  readonly connection: string;
  readonly retries: Retries;
  /** Fires when the host cancels the call or leaves. */
  readonly leaving: Leave | AbortSignal;
  readonly onEvent?: CallOptions['onEvent'];
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
  retries,
  leaving,
  onEvent,
  address,
}: ToolCall): Promise<CallToolResult> {
  const parsed = TOOLS[name].input.safeParse(input);
  if (!parsed.success) return failed(argumentsText(parsed.error, Object.keys(TOOLS[name].input.shape)));
  const { key, operations } = identity;
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
      return succeeded(await execute(name, parsed.data, { operations, options }));
    });
  } catch (error) {
    return failed(faultText(error, address));
  }
}

/** The parsed input is that tool's own, which the compiler cannot follow through the name. */
const execute = (name: ToolName, input: unknown, execution: Execution): Promise<Structured> =>
  (EXECUTORS[name] as (input: unknown, execution: Execution) => Promise<Structured>)(input, execution);

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

function succeeded(result: Structured): CallToolResult {
  const { next } = result;
  const link = { type: 'resource_link' as const, name: 'next rows', mimeType: 'application/json' };
  return {
    content: [{ type: 'text', text: resultText(result) }, ...(typeof next === 'string' ? [{ ...link, uri: next }] : [])],
    structuredContent: result,
  };
}
