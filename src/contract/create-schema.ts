import { z } from 'zod';

const name = z.string().min(1).max(128);

export const COLUMN_TYPES = ['integer', 'decimal', 'float', 'text', 'boolean', 'date', 'timestamp', 'time', 'uuid', 'json'] as const;

/** What the values of a new column have to keep; limits are part of what is allowed. A missing value breaks none. */
export const ColumnCheck = z.discriminatedUnion('kind', [
  /** Of integer, decimal and float columns; `above` and `below` are limits that are not reached. */
  z.strictObject({
    kind: z.literal('range'),
    min: z.number().optional(),
    max: z.number().optional(),
    above: z.number().optional(),
    below: z.number().optional(),
  }),
  /** Of text columns. */
  z.strictObject({ kind: z.literal('oneOf'), values: z.array(z.string().min(1).max(200)).min(1).max(50) }),
  /** Of text columns, in characters. */
  z.strictObject({ kind: z.literal('length'), min: z.int().positive().optional(), max: z.int().positive().optional() }),
]);
export type ColumnCheck = z.infer<typeof ColumnCheck>;

/** What a new column holds when an insert leaves it out; `now` is for date, timestamp and time columns. */
export const ColumnDefault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('now') }),
  z.strictObject({ kind: z.literal('value'), value: z.union([z.string().max(500), z.number(), z.boolean()]) }),
]);
export type ColumnDefault = z.infer<typeof ColumnDefault>;

export const NewColumn = z.strictObject({
  name,
  type: z.enum(COLUMN_TYPES),
  nullable: z.boolean(),
  unique: z.boolean().optional(),
  check: ColumnCheck.optional(),
  default: ColumnDefault.optional(),
  comment: z.string().max(500).optional(),
});
export type NewColumn = z.infer<typeof NewColumn>;

/** PostgreSQL's own. A list without a bound is looked at element by element, however many of them are none. */
const COLUMNS_MAX = 1_600;
const KEY_COLUMNS_MAX = 32;

export const NewTable = z.strictObject({
  name,
  comment: z.string().max(500).optional(),
  /** Every table also gets an identity primary key `id`, which is not listed here. */
  columns: z.array(NewColumn).max(COLUMNS_MAX),
  /** Columns that only together are unique, such as the two of a table that links others. */
  uniques: z.array(z.array(name).min(2).max(KEY_COLUMNS_MAX)).max(COLUMNS_MAX).optional(),
  /** `column` is one of the columns above and points at the other table's `id`. */
  references: z
    .array(z.strictObject({ column: name, table: name, onDelete: z.enum(['cascade', 'set null', 'restrict']).optional() }))
    .max(COLUMNS_MAX)
    .optional(),
});
export type NewTable = z.infer<typeof NewTable>;

/** A schema to create: tables in any order, foreign keys by name. */
export const CreateSchema = z.strictObject({
  /** Words for the database's slug, such as `coffee-beans`. */
  title: name,
  tables: z.array(NewTable).min(1).max(64),
});
export type CreateSchema = z.infer<typeof CreateSchema>;
