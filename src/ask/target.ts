import type { Caller } from '../caller.ts';
import type { SelectedDb } from '../contract/ask.ts';
import { LIMITS } from '../contract/limits.ts';
import { Fault } from '../fault.ts';
import type { GrantAccess, Granted } from '../grants/access.ts';
import { beginsRecall } from '../plan/builtin/recall/begins-recall.ts';
import type { Schema } from '../plan/schema.ts';
import { databaseOfCaller, type Readable, reaches, readableDatabase } from '../rights.ts';
import type { DatabaseRecord, Databases } from '../store/databases.ts';
import type { BriefQuestions } from './brief-as-question.ts';
import { confidenceOf, covers, type Fit, fitOf, fitsBetter, wordsOf } from './fit.ts';

export type Target =
  | { readonly kind: 'create' }
  | { readonly kind: 'database'; readonly database: DatabaseRecord; readonly grant: Granted | null; readonly selected: SelectedDb | null };

interface Options {
  readonly databases: Databases;
  readonly grants: GrantAccess;
  readonly schemaOf: (database: DatabaseRecord) => Promise<Schema>;
  readonly looksLikeCreate: (text: string) => boolean;
  /** Whether the words ask for rows that are there to be changed or deleted. */
  readonly changesRows: (text: string) => boolean;
  /** What the brief asks when it is put to the database. */
  readonly asQuestions: (brief: string, readable: Readable) => Promise<BriefQuestions>;
  /** Whether it may be to change the tables of a database that is there. */
  readonly looksLikeChange: (text: string) => boolean;
  /** Whether it adds a table, and so goes to the tables that are there, where there are any. */
  readonly addsTable: (text: string) => boolean;
}

interface Request {
  readonly text: string;
  readonly pin: string | null;
  readonly forceQuery: boolean;
  readonly forceCreate: boolean;
  readonly caller: Caller;
}

/** Candidates whose tables are compared with the words of the request. */
const COMPARED_MAX = 200;
const AT_ONCE = 8;

/**
 * Which database a request is for: the pinned one, the only one, the one it names, the only one whose tables
 * or columns it names; a new one for a brief, and for a caller without any. @throws Fault db_not_found, clarify_required, ambiguous_db, infer_failed
 */
export async function chooseTarget(request: Request, options: Options): Promise<Target> {
  const { databases, schemaOf, looksLikeCreate, looksLikeChange, addsTable, changesRows, asQuestions } = options;
  const { text, pin, forceQuery, forceCreate, caller } = request;
  if (forceCreate) return { kind: 'create' };
  if (pin !== null) {
    const readable = await readableDatabase(options, caller, pin);
    const { database, grant } = readable;
    // Who can make no database is always asking the one there is.
    const mayCreate = !forceQuery && databaseOfCaller(caller) === null && !looksLikeChange(text);
    const isRecall = database.preset !== null && beginsRecall(text);
    if (mayCreate && !isRecall && looksLikeCreate(text)) throw createOrQuery(text, database, await asQuestions(text, readable));
    return { kind: 'database', database, grant, selected: null };
  }
  const creates = !forceQuery && looksLikeCreate(text);
  if (creates && !addsTable(text)) return { kind: 'create' };
  const all = await databases.list(caller.ownerId, { limit: LIMITS.listLimitMax, after: null });
  const own = all.filter(({ id }) => reaches(caller, id));
  const [only] = own;
  if (!only && !creates && changesRows(text)) throw new Fault('infer_failed', { params: { reason: 'no_database', detail: NO_DATABASE } });
  if (!only) return { kind: 'create' };
  if (own.length === 1) return { kind: 'database', database: only, grant: null, selected: selection(only, 1, 'only_database') };

  const words = wordsOf(text);
  const named = own.filter((database) => covers(words, wordsOf(database.name)) || covers(words, wordsOf(database.slug)));
  if (named.length === 1 && named[0])
    return { kind: 'database', database: named[0], grant: null, selected: selection(named[0], 0.9, 'name_match') };
  const fitting = named.length > 1 ? named : own;
  const compared = await fitsOf(words, mostRecent(fitting).slice(0, COMPARED_MAX), schemaOf);
  const some = compared.filter(({ fit }) => fit.words.size > 0);
  const best = some.find((one) => some.every((other) => other === one || fitsBetter(one.fit, other.fit)));
  // The best of some may not be the best of all: beyond what is compared, nothing is picked.
  if (best && fitting.length <= COMPARED_MAX)
    return {
      kind: 'database',
      database: best.database,
      grant: null,
      selected: selection(best.database, confidenceOf(best.fit), 'recent_table'),
    };
  const candidates = (some.length > 0 ? some : compared).map(({ database }) => ({ id: database.id, slug: database.slug }));
  const reason = `There are ${fitting.length} databases; the words of a request are compared with the tables of ${COMPARED_MAX} at most.`;
  throw new Fault('ambiguous_db', {
    ...(fitting.length > COMPARED_MAX ? { params: { reason } } : {}),
    fields: { candidate_dbs: candidates },
  });
}

interface Compared {
  readonly database: DatabaseRecord;
  readonly fit: Fit;
}

/** A few at a time, since each may have to open a session. A database that cannot be looked at fits nothing. */
async function fitsOf(
  words: ReadonlySet<string>,
  databases: readonly DatabaseRecord[],
  schemaOf: Options['schemaOf'],
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (let at = 0; at < databases.length; at += AT_ONCE) {
    const some = databases.slice(at, at + AT_ONCE).map(async (database): Promise<Compared> => {
      const schema = await schemaOf(database).catch(() => null);
      return { database, fit: schema ? fitOf(words, schema) : { words: new Map() } };
    });
    compared.push(...(await Promise.all(some)));
  }
  return compared;
}

/** Those that were used last come first, then the newest. */
const mostRecent = (databases: readonly DatabaseRecord[]): DatabaseRecord[] =>
  [...databases].sort((a, b) => Number(b.last_queried_at ?? b.created_at) - Number(a.last_queried_at ?? a.created_at));

const selection = (database: DatabaseRecord, confidence: number, reason: SelectedDb['reason']): SelectedDb => ({
  id: database.id,
  slug: database.slug,
  confidence,
  reason,
});

const NO_DATABASE = 'There is no database yet, so there is nothing to change or delete.';

/** Only what can be followed is offered: nobody is sent on to ask a database what it has no words for. */
function createOrQuery(text: string, { id, slug }: DatabaseRecord, { whole, parts }: BriefQuestions): Fault {
  const create = { label: 'Create a new database', goal: text, dropPin: true };
  const query = (question: string, goal: string) => ({ label: `Ask ${slug} for "${question}"`, goal, forceQuery: true });
  const queries = whole === null ? parts.map((part) => query(part, part)) : [query(whole, text)];
  const reason = `This reads as a brief for a new database, and ${slug} has nothing that it could ask for.`;
  return new Fault('clarify_required', {
    params: queries.length === 0 ? { reason, options: [create] } : { options: [...queries, create] },
    fields: { pinned_db: { id, slug } },
  });
}
