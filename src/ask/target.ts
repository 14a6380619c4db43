import type { Caller } from '../caller.ts';
import type { SelectedDb } from '../contract/ask.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import type { Schema } from '../plan/schema.ts';
import { ownDatabase } from '../rights.ts';
import type { DatabaseRecord, Databases } from '../store/databases.ts';

export type Target =
  | { readonly kind: 'create' }
  | { readonly kind: 'database'; readonly database: DatabaseRecord; readonly selected: SelectedDb | null };

interface Options {
  readonly databases: Databases;
  readonly schemaOf: (database: DatabaseRecord) => Promise<Schema>;
  readonly looksLikeCreate: (text: string) => boolean;
}

interface Request {
  readonly text: string;
  readonly pin: string | null;
  readonly forceQuery: boolean;
  readonly caller: Caller;
}

/** Candidates whose tables are compared with the words of the request. */
const COMPARED_MAX = 20;
const CONFIDENCE_FLOOR = 0.7;

/**
 * Which database a request is for: the pinned one, the only one, the one it names, the only one whose tables it names;
 * else a new one. @throws Fault db_not_found, clarify_required, ambiguous_db
 */
export async function chooseTarget(request: Request, { databases, schemaOf, looksLikeCreate }: Options): Promise<Target> {
  const { text, pin, forceQuery, caller } = request;
  if (pin !== null) {
    const database = await ownDatabase(databases, caller, pin);
    if (!forceQuery && looksLikeCreate(text)) throw createOrQuery(text, database);
    return { kind: 'database', database, selected: null };
  }
  if (!forceQuery && looksLikeCreate(text)) return { kind: 'create' };
  const own = await databases.list(caller.ownerId, { limit: LIMITS.listLimitMax, after: null });
  const [only] = own;
  if (!only) return { kind: 'create' };
  if (own.length === 1) return { kind: 'database', database: only, selected: selection(only, 1, 'only_database') };

  const words = wordsOf(text);
  const named = own.filter((database) => covers(words, wordsOf(`${database.name} ${database.slug}`)));
  if (named.length === 1 && named[0]) return { kind: 'database', database: named[0], selected: selection(named[0], 0.9, 'name_match') };
  const fitting = named.length > 1 ? named : own;
  const candidates = fitting.slice(0, COMPARED_MAX);
  const scored = await Promise.all(candidates.map(async (database) => ({ database, score: tableScore(words, await schemaOf(database)) })));
  scored.sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  // The best of some may not be the best of all: beyond what is compared, nothing is picked.
  if (best && fitting.length <= COMPARED_MAX && best.score >= CONFIDENCE_FLOOR && best.score > (second?.score ?? 0)) {
    return { kind: 'database', database: best.database, selected: selection(best.database, best.score, 'recent_table') };
  }
  throw new Fault('ambiguous_db', { fields: { candidate_dbs: scored.map(({ database }) => ({ id: database.id, slug: database.slug })) } });
}

const selection = (database: DatabaseRecord, confidence: number, reason: SelectedDb['reason']): SelectedDb => ({
  id: database.id,
  slug: database.slug,
  confidence,
  reason,
});

function createOrQuery(text: string, database: DatabaseRecord): Fault {
  return new Fault('clarify_required', {
    params: {
      options: [
        { label: `Ask ${database.slug}`, goal: text, forceQuery: true },
        { label: 'Create a new database', goal: text, dropPin: true },
      ],
    },
    fields: { pinned_db: { id: database.id, slug: database.slug } },
  });
}

/** Lower case, without a plural s: enough to compare names with words. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word.length > 2).map((word) => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')));
}

const covers = (words: ReadonlySet<string>, name: ReadonlySet<string>): boolean =>
  name.size > 0 && [...name].every((word) => words.has(word));

/** 0.9 when the request names a whole table, less for a column alone. */
function tableScore(words: ReadonlySet<string>, schema: Schema): number {
  if (schema.tables.some((table) => covers(words, wordsOf(table.name)))) return 0.9;
  return schema.tables.some((table) => table.columns.some((column) => covers(words, wordsOf(column.name)))) ? 0.5 : 0;
}
