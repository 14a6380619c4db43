import { z } from 'zod';
import { COLUMN_TYPES, NewColumn, NewTable } from '../contract/create-schema.ts';

const name = z.string().min(1).max(128);
const step = <Do extends string, Shape extends z.ZodRawShape>(what: Do, shape: Shape) =>
  z.strictObject({ do: z.literal(what), table: name, ...shape });

/** One change of a schema. Names that are there are the schema's own; new ones are lower_snake_case. */
const ChangeStep = z.discriminatedUnion('do', [
  /** With `references`, the column holds the key of rows of that table, and has its type. */
  step('addColumn', { column: NewColumn, references: name.optional() }),
  step('dropColumn', { column: name }),
  step('renameColumn', { column: name, to: name }),
  step('changeType', { column: name, type: z.enum(COLUMN_TYPES) }),
  step('setNullable', { column: name, nullable: z.boolean() }),
  step('setUnique', { column: name }),
  /** A column that is there comes to hold keys of rows of `to`. */
  step('addReference', { column: name, to: name }),
  /** `definition.name` is `table`; its references may name tables that are there. */
  step('addTable', { definition: NewTable }),
  step('dropTable', {}),
  step('renameTable', { to: name }),
]);
export type ChangeStep = z.infer<typeof ChangeStep>;
export type StepOf<Do extends ChangeStep['do']> = Extract<ChangeStep, { do: Do }>;

/**
 * Changes of a schema, made in their order and all or none. The only thing that DDL on behalf of an ask is compiled from,
 * as plans are for statements about rows.
 */
export const SchemaChange = z.strictObject({ kind: z.literal('alter'), steps: z.array(ChangeStep).min(1).max(20) });
export type SchemaChange = z.infer<typeof SchemaChange>;
