import { z } from 'zod';

/** What a model answers to a request about a database. */
export interface PlanReply {
  readonly kind: 'query' | 'write' | 'create' | 'clarify' | 'cannot';
  readonly sql: string;
  readonly assumptions: readonly string[];
  readonly alternatives: readonly { readonly label: string; readonly goal: string }[];
}

const sentence = z.string().transform((text) => text.replace(/\s+/g, ' ').trim().slice(0, 300));
const sentences = z
  .union([z.array(sentence), sentence.transform((text) => [text]), z.null()])
  .optional()
  .transform((all) => (all ?? []).filter((text) => text !== '').slice(0, 8));

/** Lenient where it costs nothing: a bare string for a list, an alternative that is only its goal. */
const Reply = z.object({
  kind: z.preprocess(
    (kind) => (typeof kind === 'string' ? kind.toLowerCase() : kind),
    z.enum(['query', 'write', 'create', 'clarify', 'cannot']),
  ),
  sql: z
    .union([z.string(), z.null()])
    .optional()
    .transform((sql) => sql ?? ''),
  assumptions: sentences,
  alternatives: z
    .union([
      z.array(z.union([z.object({ label: sentence, goal: sentence }), sentence.transform((goal) => ({ label: goal, goal }))])),
      z.null(),
    ])
    .optional()
    .transform((all) => (all ?? []).filter(({ goal }) => goal !== '').slice(0, 5)),
});

const text = { type: 'string' } as const;
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The same as JSON Schema, in the strict form that providers enforce. */
export const PLAN_FORMAT = {
  name: 'plan',
  schema: object({
    kind: { type: 'string', enum: ['query', 'write', 'create', 'clarify', 'cannot'] },
    sql: text,
    assumptions: { type: 'array', items: text },
    alternatives: { type: 'array', items: object({ label: text, goal: text }) },
  }),
};

/** Null when the text holds no such reply. */
export function readPlanReply(reply: string): PlanReply | null {
  for (const value of jsonObjects(reply)) {
    const parsed = Reply.safeParse(value);
    if (parsed.success) return parsed.data;
  }
  return null;
}

const CANDIDATES_MAX = 20;

/** JSON objects in a text, wherever they stand: alone, in a code fence, among prose. Outermost and first ones first. */
export function* jsonObjects(reply: string): Generator<unknown> {
  let given = 0;
  for (let at = reply.indexOf('{'); at >= 0 && given < CANDIDATES_MAX; given++) {
    const end = closingBrace(reply, at);
    const value = end < 0 ? undefined : parsed(reply.slice(at, end + 1));
    if (value !== undefined) yield value;
    at = reply.indexOf('{', value === undefined ? at + 1 : end + 1);
  }
}

function closingBrace(reply: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < reply.length; at++) {
    const char = reply[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth += 1;
    else if (char === '}' && --depth === 0) return at;
  }
  return -1;
}

function parsed(candidate: string): unknown {
  try {
    return JSON.parse(candidate);
  } catch {
    return undefined;
  }
}
