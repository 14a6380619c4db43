import type { Schema } from '../plan/schema.ts';
import { entries, isRecord, type Json, namesOf, unwrap } from './postgres-json.ts';
import { ALLOWED_TYPES, isRefusedSystemType } from './postgres-names.ts';

/** Why a type may not be named, or null when it may. `body` is the content of a TypeName node. */
export const refusedType = (body: Json, schema: Schema | null): string | null => {
  const names = namesOf(body.names);
  const [first, second] = names ?? [];
  if (names === null || first === undefined || names.length > 2) return 'A type has a name of unknown shape';
  if (!areConstants(body.typmods)) return `The type ${names.join('.')} takes plain numbers only`;

  const known =
    second === undefined
      ? ALLOWED_TYPES.has(first) || isTypeOfColumn(schema, first)
      : first === 'pg_catalog'
        ? ALLOWED_TYPES.has(second)
        : first === 'public' && isTypeOfColumn(schema, second);
  return known ? null : `The type ${names.join('.')} is not accepted here`;
};

const areConstants = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every((item) => {
      const wrapped = unwrap(item);
      return (
        wrapped?.type === 'A_Const' &&
        isRecord(wrapped.body) &&
        entries(wrapped.body).every(([key]) => key === 'ival' || key === 'location')
      );
    }));

/** An enum or domain of the database itself. A table's row type shows the table's columns, so it does not count. */
const isTypeOfColumn = (schema: Schema | null, name: string): boolean =>
  schema !== null &&
  !isRefusedSystemType(name) &&
  !schema.tables.some((table) => table.name === name) &&
  schema.tables.some((table) => table.columns.some((column) => bareType(column.nativeType) === name));

/** `public."Mood"[]` and `mood(3)` are about the type `Mood` and `mood`. */
const bareType = (nativeType: string): string =>
  nativeType
    .replace(/(\[\d*\])+$/, '')
    .replace(/\([\d, ]*\)$/, '')
    .replace(/^public\./, '')
    .replace(/^"(.*)"$/, '$1');
