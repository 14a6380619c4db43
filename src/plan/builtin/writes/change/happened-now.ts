import type { Expr } from '../../../plan.ts';
import type { Column, Table } from '../../../schema.ts';
import { snakeCase } from '../../english/inflect.ts';
import type { WriteReader } from '../write-reader.ts';

/** "paid" where it is kept as the moment at which that happened: `paid_at`. */
export function happenedNow(reader: WriteReader, table: Table, states: readonly string[]): { column: Column; value: Expr } | null {
  const dated = table.columns.filter(
    ({ name, type }) =>
      (type === 'date' || type === 'timestamp') &&
      states.some((state) => [`${state}_at`, `${state}_on`, `${state}_ts`, `${state}_date`, `date_${state}`].includes(snakeCase(name))),
  );
  const [column, ...more] = dated;
  if (column === undefined || more.length > 0) return null;
  const now = reader.question.now.toISOString();
  const value: Expr =
    column.type === 'date'
      ? { kind: 'literal', value: now.slice(0, 10), type: 'date' }
      : { kind: 'literal', value: now.slice(0, 19).replace('T', ' '), type: 'timestamp' };
  return { column, value };
}
