import type { Table } from '../../../schema.ts';
import type { Mention } from '../write-names.ts';
import type { WriteReader } from '../write-reader.ts';
import type { WriteToken } from '../write-tokens.ts';

/** The first table named, or the only one there is; null when the sentence names none of several. */
export function changedTable(reader: WriteReader): Table | null {
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
  return tables.length === 1 ? (tables[0] ?? null) : null;
}

const NAME_WORDS_MAX = 6;

/** The tables where a name in the sentence is stored, to be tried when it names no table. */
export function tablesHolding(reader: WriteReader): Table[] {
  const { tokens, question } = reader;
  const holding = new Set<string>();
  const look = (text: string): void => {
    for (const hit of question.values.find(text)) holding.add(hit.table);
  };
  tokens.forEach((first, at) => {
    look(ownerNamed(first) ?? first.text);
    for (const last of tokens.slice(at + 1, at + NAME_WORDS_MAX)) look(question.text.slice(first.start, last.end));
  });
  return question.schema.tables.filter((table) => table.kind === 'table' && holding.has(table.name));
}

/** "Ada's" → Ada. */
export const ownerNamed = (token: WriteToken | undefined): string | null =>
  token?.kind === 'word' ? (/^(.+)['’]s$/.exec(token.text)?.[1] ?? null) : null;
