import type { MintGrantRequest } from '../contract/grants.ts';
import type { Engine, GrantedTable } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { Schema, Table } from '../plan/schema.ts';

type Asked = Pick<MintGrantRequest, 'scope' | 'rows' | 'mask'>;

/**
 * What a grant shows, of the schema as it is now. A grantee is not shown how many rows there are where some are hidden, nor
 * which sequences count them. @throws Fault scope_unknown_table with `params.allowed`, invalid_body
 */
export function grantedTables(
  { scope, rows = {}, mask = {} }: Asked,
  schema: Schema,
  engine: Pick<Engine, 'refuseCondition'>,
): GrantedTable[] {
  const names = [...new Set(scope)];
  requireKnown(
    'scope',
    names,
    schema.tables.map(({ name }) => name),
  );
  requireKnown('rows', Object.keys(rows), names);
  requireKnown('mask', Object.keys(mask), names);
  const shown = names.flatMap((name) => schema.tables.filter((table) => table.name === name));
  const viewNames = viewNamesOf(shown);
  return shown.map((table) => {
    const where = rows[table.name] ?? null;
    const refused = where === null ? null : engine.refuseCondition(where, table);
    if (refused !== null) throw invalid(`rows.${table.name}`, `${refused}.`);
    const hidden = hiddenOf(table, mask[table.name] ?? []);
    return {
      table: {
        name: viewNames.get(table.name) ?? table.name,
        kind: table.kind,
        comment: table.comment,
        columns: table.columns
          .filter(({ name }) => !hidden.has(name))
          .map(({ sequence: _sequence, identity: _identity, ...column }) => ({ ...column, hasDefault: false, generated: false })),
        primaryKey: table.primaryKey,
        uniques: table.uniques,
        foreignKeys: table.foreignKeys.flatMap(({ onUpdate: _, ...key }) => {
          const to = viewNames.get(key.table);
          return to === undefined ? [] : [{ ...key, table: to, onDelete: 'no action' as const }];
        }),
        rowEstimate: where === null ? table.rowEstimate : -1,
      },
      source: table.place ?? { schema: 'public', name: table.name },
      where,
      hides: hidden.size > 0,
    };
  });
}

function requireKnown(field: string, names: readonly string[], allowed: readonly string[]): void {
  const unknown = names.filter((name) => !allowed.includes(name));
  if (unknown.length > 0) throw new Fault('scope_unknown_table', { params: { field, unknown, allowed } });
}

function hiddenOf({ name, columns }: Table, mask: readonly string[]): ReadonlySet<string> {
  const known = columns.map((column) => column.name);
  const unknown = mask.find((column) => !known.includes(column));
  if (unknown !== undefined) throw invalid(`mask.${name}`, `${name} has no column ${unknown}; it has ${known.join(', ')}.`);
  if (known.every((column) => mask.includes(column)))
    throw invalid(`mask.${name}`, 'It hides every column; leave the table out of the grant.');
  return new Set(mask);
}

/** Of tables that are called alike one keeps the name; all stand in one schema. */
function viewNamesOf(tables: readonly Table[]): ReadonlyMap<string, string> {
  const taken = new Set(tables.filter(({ name }) => !name.includes('.')).map(({ name }) => name));
  return new Map(
    tables.map(({ name, place }) => {
      if (!place || !name.includes('.')) return [name, name];
      let free = `${place.schema}_${place.name}`;
      for (let number = 2; taken.has(free); number++) free = `${place.schema}_${place.name}_${number}`;
      taken.add(free);
      return [name, free];
    }),
  );
}

const invalid = (path: string, message: string): Fault => new Fault('invalid_body', { params: { issues: [{ path, message }] } });
