import { expect } from 'vitest';
import { createSchemaStatements } from '../../src/engines/postgres/ddl.ts';
import { designSchema } from '../../src/plan/builtin/brief/brief.ts';

/** The schema of a brief in one line a table: `name(column:type, …) -> column>table`. Every schema also has to become DDL. */
export function briefLines(brief: string): string[] | 'declined' {
  const result = designSchema(brief);
  if (result.kind === 'declined') return result.kind;
  expect(createSchemaStatements(result.schema).length).toBeGreaterThan(0);
  return result.schema.tables.map(({ name, columns, references }) => {
    const each = columns.map((one) => `${one.name}:${one.type}${one.nullable ? '' : '!'}${one.unique ? ' unique' : ''}`).join(', ');
    return `${name}(${each})${references ? ` -> ${references.map((one) => `${one.column}>${one.table}`).join(' ')}` : ''}`;
  });
}
