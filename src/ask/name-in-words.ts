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
export function withoutDatabaseName(text: string, { name, slug }: { name: string; slug: string }, schema: Schema): Unnamed | null {
  const names = schema.tables.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]);
  const known = new Set(names.flatMap((each) => [...wordsOf(each)]));
  const wholes = new Set(names.map((each) => [...wordsOf(each)].join(' ')));
  for (const spoken of new Set([name, slug])) {
    const words = spoken.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    if (words.length === 0) continue;
    const stems = [...wordsOf(spoken)];
    const isOwn = stems.length > 1 ? !wholes.has(stems.join(' ')) : !stems.some((word) => known.has(word));
    const suffix = isOwn ? '(?: (?:database|db))?' : ' (?:database|db)';
    const called = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s_-]+');
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
