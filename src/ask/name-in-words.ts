import type { Schema } from '../plan/schema.ts';
import { wordsOf } from './fit.ts';

export interface Unnamed {
  readonly text: string;
  /** What was taken out, as it was said. */
  readonly naming: string;
}

/**
 * A request without the words that name its database ("how many loans in the library"), which its tables are not to be
 * asked for again. Null where nothing names it, or the schema has the word too, so that it may be meant.
 */
export function withoutDatabaseName(text: string, { name, slug }: { name: string; slug: string }, schema: Schema): Unnamed | null {
  const known = new Set(
    schema.tables.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]).flatMap((each) => [...wordsOf(each)]),
  );
  for (const spoken of new Set([name, slug])) {
    const words = spoken.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    if (words.length === 0 || [...wordsOf(spoken)].some((word) => known.has(word))) continue;
    const called = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s_-]+');
    const within = new RegExp(
      `(?:^|\\s)(?:in|from|at|of|within|inside|for|to|into|on) (?:(?:the|my|our) )?${called}(?: (?:database|db))?(?=[\\s?.!,:]|$),?`,
      'iu',
    );
    const before = new RegExp(`^(?:(?:the|my|our) )?${called}(?: (?:database|db))?:`, 'iu');
    for (const pattern of [within, before]) {
      const found = pattern.exec(text);
      if (!found) continue;
      const rest = `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`.trim();
      if (/[\p{L}\p{N}]/u.test(rest)) return { text: rest, naming: found[0].replace(/[,:]$/, '').trim() };
    }
  }
  return null;
}
