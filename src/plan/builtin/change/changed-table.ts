import type { Table } from '../../schema.ts';
import type { Mention } from '../write-names.ts';
import { Declined, type WriteReader } from '../write-reader.ts';
import type { WriteToken } from '../write-tokens.ts';

/** The first table named; else the only one where a name in the sentence is stored; else the only one there is. */
export function changedTable(reader: WriteReader, verbAt: number): Table {
  const { tokens, question } = reader;
  const tables = question.schema.tables.filter((table) => table.kind === 'table');
  const mentions: Mention<Table>[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const mention = reader.tableAt(i);
    if (!mention) continue;
    mentions.push(mention);
    i = mention.next - 1;
  }
  const whole = mentions.filter((mention) => mention.whole);
  const first = (whole.length ? whole : mentions)[0];
  if (first) return first.what;
  if (tables.length === 1 && tables[0]) return tables[0];
  const holding = new Set<string>();
  for (let i = verbAt + 1; i < tokens.length; i++) {
    const text = ownerNamed(tokens[i]) ?? reader.valueAt(i, null)?.what.text;
    if (text !== undefined) for (const hit of question.values.find(text)) holding.add(hit.table);
  }
  const only = holding.size === 1 ? tables.find((table) => holding.has(table.name)) : undefined;
  if (only) return only;
  throw new Declined(`Say which table this is about: ${reader.tableNames()}.`);
}

/** "Ada's" → Ada. */
export const ownerNamed = (token: WriteToken | undefined): string | null =>
  token?.kind === 'word' ? (/^(.+)['’]s$/.exec(token.text)?.[1] ?? null) : null;
