import type { Schema } from '../plan/schema.ts';
import { wordsOf } from './fit.ts';

export interface Unnamed {
  readonly text: string;
  /** What was taken out, as it was said. */
  readonly naming: string;
}

/**
 * A request without the words that name its database ("how many loans in the library"), which its tables are not to be
 * asked for again. Null where nothing names it, or the schema has its one word too, so that a table may be meant; a name
 * of several words that no table has as a whole, and what is called a database, can be nothing else.
 */
export function withoutDatabaseName(text: string, database: Named, schema: Schema): Unnamed | null {
  for (const { called, suffix } of callings(database, schema)) {
    const within = new RegExp(
      `(?:^|\\s)(?:in|from|at|of|within|inside|for|to|into|on) (?:(?:the|my|our) )?${called}${suffix}(?=[\\s?.!,:]|$),?`,
      'iu',
    );
    const before = new RegExp(`^(?:(?:the|my|our) )?${called}${suffix}:`, 'iu');
    for (const pattern of [within, before]) {
      const found = pattern.exec(text);
      if (!found) continue;
      const rest = `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`.trim();
      if (/[\p{L}\p{N}]/u.test(rest)) return { text: rest, naming: found[0].replace(/[,:]$/, '').trim() };
    }
  }
  return null;
}

/** A request without its database's name: "clear everything in the library" → "clear everything", "empty the library" → "empty the database". */
export function withoutName(text: string, database: Named, schema: Schema): string[] {
  const unnamed = withoutDatabaseName(text, database, schema);
  let said = text;
  for (const { called, suffix } of callings(database, schema))
    said = said.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${called}${suffix}(?=[\\s?.!,:]|$)`, 'iu'), 'database');
  return unnamed === null ? [said] : [said, unnamed.text];
}

interface Named {
  readonly name: string;
  readonly slug: string;
}

/** Patterns of what a database is called by, where no table or column can be meant. */
function callings({ name, slug }: Named, schema: Schema): { called: string; suffix: string }[] {
  const names = schema.tables.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]);
  const known = new Set(names.flatMap((each) => [...wordsOf(each)]));
  const wholes = new Set(names.map((each) => [...wordsOf(each)].join(' ')));
  return [...new Set([name, slug])].flatMap((spoken) => {
    const words = spoken.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    if (words.length === 0) return [];
    const stems = [...wordsOf(spoken)];
    const isOwn = stems.length > 1 ? !wholes.has(stems.join(' ')) : !stems.some((word) => known.has(word));
    const called = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s_-]+');
    return [{ called, suffix: isOwn ? '(?: (?:database|db))?' : ' (?:database|db)' }];
  });
}
