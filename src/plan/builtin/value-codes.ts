import type { ValueIndex } from '../planner.ts';
import type { Schema } from '../schema.ts';
import { stem } from './stem.ts';

type Hit = ReturnType<ValueIndex['find']>[number];

/** "NEW = open, DLVD = delivered": a code that is stored, and what the comment of its column says that it means. */
const CODE = /([\p{L}\p{N}_-]+)\s*[=:]\s*([\p{L}][\p{L} -]*?)\s*(?=[,;.)/|]|$| and )/gu;

const built = new WeakMap<ValueIndex, WeakMap<Schema, ValueIndex>>();

/** The values with what the comments of their columns call them. */
export function withCodes(values: ValueIndex, schema: Schema): ValueIndex {
  const known = built.get(values)?.get(schema);
  if (known !== undefined) return known;
  const meanings = meaningsIn(values, schema);
  const coded: ValueIndex =
    meanings.size === 0
      ? values
      : {
          entries: values.entries,
          find(value) {
            const own = values.find(value);
            const said = value.trim().toLowerCase();
            // "pubs", of P = pub.
            return own.length > 0 ? own : (meanings.get(said) ?? meanings.get(stem(said)) ?? []);
          },
          of: (table, column) => values.of(table, column),
        };
  const bySchema = built.get(values) ?? new WeakMap<Schema, ValueIndex>();
  bySchema.set(schema, coded);
  built.set(values, bySchema);
  return coded;
}

function meaningsIn(values: ValueIndex, { tables }: Schema): ReadonlyMap<string, readonly Hit[]> {
  const meanings = new Map<string, Hit[]>();
  for (const table of tables)
    for (const column of table.columns) {
      const codes = [...(column.comment ?? '').matchAll(CODE)];
      // "3 = worn, 5 = lost", of numbers that are not kept as values.
      const numbers = column.type === 'integer' ? codes.flatMap(([, code = '']) => (/^\d+$/.test(code) ? [code] : [])) : null;
      const stored = numbers ?? (column.type === 'text' ? values.of(table.name, column.name) : null);
      if (stored === null) continue;
      for (const [, code = '', meaning = ''] of codes) {
        const value = stored.find((one) => one.trim().toLowerCase() === code.toLowerCase());
        if (value === undefined) continue;
        const key = meaning.trim().toLowerCase();
        meanings.set(key, [...(meanings.get(key) ?? []), { table: table.name, column: column.name, stored: value }]);
      }
    }
  return meanings;
}
