import { z } from 'zod';
import { COLUMN_TYPES, CreateSchema } from '../../contract/create-schema.ts';
import type { SentCategory } from '../../contract/egress.ts';
import { Fault } from '../../fault.ts';
import type { Brief, Designer } from '../planner.ts';
import type { Message } from './chat.ts';
import { createFence } from './fence.ts';
import { type ModelPlannerOptions, REPAIRS_MAX, withDeadline } from './planner.ts';
import { jsonObjects } from './reply.ts';

interface Options extends Omit<ModelPlannerOptions, 'parse' | 'parseChange'> {
  /** What the engine says against a schema, before anything is made. @throws Fault compile_failed */
  readonly check: (schema: CreateSchema) => unknown;
}

/** The designer that asks models: brief → schema, checked by the plan's own types and by the engine's rules for new tables. */
export function createModelDesigner({ name, targets, route, check, timeoutMs }: Options): Designer {
  return {
    name,
    async design(brief, caller, egress) {
      if (!egress) return { kind: 'declined', reason: 'Nothing of this request may be told to a model.' };
      const category: SentCategory = 'request';
      egress.categories.add(category);
      return await withDeadline(caller, timeoutMs, async (signal): Promise<Brief> => {
        const fence = createFence();
        const messages: Message[] = [
          { role: 'system', content: SYSTEM },
          { role: 'user', content: `Brief: ${brief}` },
        ];
        let order = targets;
        for (let repairs = 0; ; repairs++) {
          const { reply, text, target } = await route(order, { messages, format: DESIGN_FORMAT }, readDesign, { signal, egress });
          if (reply.tables.length === 0) return { kind: 'declined', reason: reply.assumptions[0] ?? 'The goal names nothing to keep.' };
          const made = schemaOf(reply, check);
          if (!('wrong' in made))
            return { kind: 'schema', schema: made, assumptions: reply.assumptions, model: `${target.provider.id}/${target.model}` };
          if (repairs === REPAIRS_MAX) return { kind: 'declined', reason: `No design of the model holds together: ${made.wrong}` };
          egress.repairs += 1;
          messages.push(
            { role: 'assistant', content: text },
            {
              role: 'user',
              content: `This design cannot be used:\n${fence.around('problem', made.wrong)}\nSend the whole JSON object again, corrected.`,
            },
          );
          order = [target, ...targets.filter((other) => other !== target)];
        }
      });
    },
  };
}

const SYSTEM = `You design the tables of a new database from one brief. Reply with one JSON object and nothing else.
title: two to four words for the database, lower case with dashes.
tables: names in lower_snake_case, plural. Every table gets an integer primary key "id" by itself: never list it.
columns: lower_snake_case; type is one of ${COLUMN_TYPES.join(', ')}; nullable false only for what every row must have; unique true only for what identifies a row. Money is decimal, moments are timestamp.
references: for each column that holds another table's id: an integer column of this table, also listed in columns, such as customer_id. Many-to-many relations get a table of their own.
allowed: for a text column that takes one of a few fixed words, those words; else [].
comment: what a name alone does not tell, such as a unit; else "".
Keep to what the brief asks for and what it needs to work. assumptions: short sentences on what you had to assume.
When the brief names nothing to keep, tables is [] and assumptions says what to add.`;

const comment = z
  .union([z.string(), z.null()])
  .optional()
  .transform((text) => text?.trim().slice(0, 500) || undefined);

const strings = z
  .union([z.array(z.string()), z.null()])
  .optional()
  .transform((all) => all ?? []);

const Design = z.object({
  title: z.string().optional(),
  tables: z.array(
    z.object({
      name: z.string(),
      comment,
      columns: z.array(
        z.object({
          name: z.string(),
          type: z.string(),
          nullable: z.boolean().optional(),
          unique: z.boolean().optional(),
          allowed: strings,
          comment,
        }),
      ),
      references: z
        .union([z.array(z.object({ column: z.string(), table: z.string() })), z.null()])
        .optional()
        .transform((all) => all ?? []),
    }),
  ),
  assumptions: z.array(z.string().transform((text) => text.slice(0, 300))).default([]),
});
type Design = z.infer<typeof Design>;

function readDesign(text: string): Design | null {
  for (const value of jsonObjects(text)) {
    const parsed = Design.safeParse(value);
    if (parsed.success) return parsed.data;
  }
  return null;
}

function schemaOf({ title, tables }: Design, check: Options['check']): CreateSchema | { wrong: string } {
  const parsed = CreateSchema.safeParse({
    title: title?.trim() || tables[0]?.name,
    tables: tables.map(({ references, comment: about, ...table }) => ({
      name: table.name,
      ...(about ? { comment: about } : {}),
      columns: table.columns
        .filter(({ name }) => name !== 'id')
        .map(({ name, type, nullable, unique, allowed, comment: note }) => ({
          name,
          type,
          nullable: nullable ?? true,
          ...(unique ? { unique } : {}),
          ...(type === 'text' && allowed.length > 0 ? { check: { kind: 'oneOf', values: allowed } } : {}),
          ...(note ? { comment: note } : {}),
        })),
      ...(references.length > 0 ? { references } : {}),
    })),
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { wrong: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not a schema'}` };
  }
  try {
    check(parsed.data);
    return parsed.data;
  } catch (problem) {
    if (problem instanceof Fault && problem.code === 'compile_failed') return { wrong: String(problem.params?.reason ?? problem.message) };
    throw problem;
  }
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const list = (items: object) => ({ type: 'array', items });
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const DESIGN_FORMAT = {
  name: 'design',
  schema: object({
    title: text,
    tables: list(
      object({
        name: text,
        comment: text,
        columns: list(
          object({
            name: text,
            type: { type: 'string', enum: [...COLUMN_TYPES] },
            nullable: flag,
            unique: flag,
            allowed: list(text),
            comment: text,
          }),
        ),
        references: list(object({ column: text, table: text })),
      }),
    ),
    assumptions: list(text),
  }),
};
