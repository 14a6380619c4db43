import type { FoundTable } from '../contract/packs.ts';
import type { ImportState } from './state.ts';
import { typesThatFit, waysToRead } from './tabular/forms.ts';
import { isItsOwnKey } from './tabular/relations.ts';

/** Tables as they were found in the source: what their columns are, and what seems to tell rows apart and to point elsewhere. */
export const foundTables = ({ tables, checks }: ImportState): FoundTable[] =>
  tables.map(({ name, from, rows, key, columns }, index) => ({
    name,
    from,
    rows,
    key: key?.[0] ?? null,
    columns: columns.map((column) => {
      const relation = checks.find(
        (check) => check.kind === 'relation' && check.table === index && check.column === column.name && !isItsOwnKey(check, tables),
      );
      return {
        name: column.name,
        type: column.type,
        fits: typesThatFit(column.kinds),
        ways: waysToRead(column.kinds).map(({ type, form }) => ({ type, written: form })),
        written: column.form ?? null,
        isFull: column.values === rows,
        pointsAt: (relation?.kind === 'relation' ? tables[relation.to]?.name : undefined) ?? null,
      };
    }),
  }));
