import { randomBytes } from 'node:crypto';
import type { CreateSchema } from '../contract/create-schema.ts';
import type { CreatedSchema } from '../contract/database.ts';
import type { Engine } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Egress } from '../plan/egress.ts';
import type { Designer } from '../plan/planner.ts';
import type { Schema } from '../plan/schema.ts';

/** A brief becomes a schema by the first designer that is sure of it. @throws Fault not_understood with the brief said otherwise, infer_failed */
export async function design(
  designers: readonly Designer[],
  goal: string,
  signal: AbortSignal,
  egress: Egress,
): Promise<{ schema: CreateSchema; assumptions: readonly string[]; model: string }> {
  let reason = 'The goal names nothing to keep.';
  let instead: string | undefined;
  for (const designer of designers) {
    const brief = await designer.design(goal, signal, egress);
    if (brief.kind === 'schema') return { schema: brief.schema, assumptions: brief.assumptions, model: brief.model ?? designer.name };
    reason = brief.reason;
    instead ??= brief.instead;
  }
  if (instead !== undefined) {
    const options = [{ label: 'the things that it names', goal: instead }];
    throw new Fault('not_understood', { params: { reason, unclear: [], options } });
  }
  throw new Fault('infer_failed', { params: { reason: 'ambiguous_goal', detail: reason } });
}

/** What a database is called in addresses: a few words of its title. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, SLUG_MAX)
    .replace(/_+$/, '') || 'data';

const SLUG_MAX = 32;

/** `db_<slug>_<8 base32>`; also the name of the engine's database, so it stays within 63 bytes with a role's suffix. */
export const newDatabaseId = (slug: string): string => `db_${slug}_${base32(randomBytes(5))}`;

/** RFC 4648 base32 in lower case, of five bytes. */
function base32(bytes: Buffer): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let index = 0; index < 8; index++, bits >>= 5n) text = 'abcdefghijklmnopqrstuvwxyz234567'.charAt(Number(bits & 31n)) + text;
  return text;
}

export const createdSchema = (schema: Schema): CreatedSchema => ({
  tables: schema.tables.map((table) => ({
    name: table.name,
    columns: table.columns.map(({ name, nativeType, nullable }) => ({ name, type: nativeType, nullable })),
    foreignKeys: table.foreignKeys.map(({ columns, table: to, references }) => ({
      columns: [...columns],
      table: to,
      references: [...references],
    })),
  })),
});

/** A schema to create as a create reply would show it. */
export const designedSchema = (schema: CreateSchema, typeNames: Engine['typeNames']): CreatedSchema => ({
  tables: [...schema.tables]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((table) => ({
      name: table.name,
      columns: [
        { name: 'id', type: typeNames.integer, nullable: false },
        ...table.columns.map(({ name, type, nullable }) => ({ name, type: typeNames[type], nullable })),
      ],
      foreignKeys: (table.references ?? []).map(({ column, table: to }) => ({ columns: [column], table: to, references: ['id'] })),
    })),
});
