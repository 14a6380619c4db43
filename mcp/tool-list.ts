import { z } from 'zod';
import { has, type Reach, WHOLE } from './reach.ts';
import { isToolName, TOOLS, type ToolName } from './tools.ts';

/** A tool as `tools/list` sends it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { type: 'object'; [keyword: string]: unknown };
  readonly annotations: Readonly<Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>>;
}

/** The table of tools as a connection sees it. Replies say what they are by themselves, so that no schema of theirs is sent. */
export function toolsOf(reach: Reach): readonly ListedTool[] {
  const name = `${reach.readOnly} ${reach.db !== null}`;
  const made = lists.get(name) ?? listOf(reach);
  lists.set(name, made);
  return made;
}

/** There are four. */
const lists = new Map<string, readonly ListedTool[]>();

const listOf = (reach: Reach): ListedTool[] =>
  Object.keys(TOOLS)
    .filter(isToolName)
    .filter((name) => has(reach, name))
    .map((name) => listed(name, reach));

function listed(name: ToolName, { db }: Reach): ListedTool {
  const { title, description, input, writes, destructive } = TOOLS[name];
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input, db === null ? [] : ['db']),
    annotations: { readOnlyHint: !writes, destructiveHint: destructive, idempotentHint: !writes, openWorldHint: false },
  };
}

/** Everything, for whoever is narrowed by nothing. */
export const TOOL_LIST = listOf(WHOLE);

/** JSON Schema 2020-12, the protocol's default dialect, so it is not named; nor are bounds that only JSON's own numbers have. */
function objectSchema(schema: z.ZodObject, without: readonly string[]): ListedTool['inputSchema'] {
  const { $schema: _, properties = {}, required = [], ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const kept = Object.entries(properties).filter(([field]) => !without.includes(field));
  const needed = required.filter((field) => !without.includes(field));
  return { ...rest, type: 'object', properties: Object.fromEntries(kept), ...(needed.length > 0 ? { required: needed } : {}) };
}
