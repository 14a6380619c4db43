import type { Column } from '../../../schema.ts';
import { snakeCase } from '../../english/inflect.ts';
import type { Found } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import type { Draft } from './draft.ts';

/** A yes-or-no column that goes by the words at `at`: "paid" for `is_paid`, "in stock". */
export function flagAt(draft: Draft, at: number): Found<Column> | null {
  const tokens = draft.reader.tokens;
  for (let count = 3; count > 0; count--) {
    const some = tokens.slice(at, at + count);
    const column = some.every((token) => token.kind === 'word') ? flag(draft, some.flatMap((token) => token.words).join('_')) : null;
    if (column) return { what: column, next: at + some.length };
  }
  return null;
}

function flag(draft: Draft, name: string): Column | null {
  const flags = draft.table.columns.filter(
    (column) => column.type === 'boolean' && nameWords(snakeCase(column.name).replace(/^(?:is|was|has|been)_/, '')).join('_') === name,
  );
  return flags.length === 1 ? (flags[0] ?? null) : null;
}
