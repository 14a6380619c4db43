import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Guard } from '../../src/guard/guard.ts';
import { createPostgresGuard } from '../../src/guard/postgres.ts';

interface CorpusCase {
  readonly id: string;
  readonly engine: string;
  readonly role: string;
  readonly sql?: string;
  readonly sql_parts?: readonly (readonly [string, number])[];
  readonly expect: 'allow' | 'reject';
  readonly class?: 'read' | 'write';
  readonly code?: string | readonly string[];
  readonly layer?: 'parse' | 'runtime';
}

const path = join(process.env.SVC_CORPUS_DIR ?? '', 'attacks/run_guard.jsonl');
const present = process.env.SVC_CORPUS_DIR !== undefined && existsSync(path);
if (!present) console.info('The corpus of attacks is skipped: set SVC_CORPUS_DIR to the directory that holds attacks/run_guard.jsonl.');

const cases = present
  ? readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CorpusCase)
      .filter((one) => one.engine === 'postgres')
  : [];

let guard: Guard;
beforeAll(async () => {
  guard = await createPostgresGuard();
});

test.skipIf(!present)('the corpus is read', () => expect(cases.length).toBeGreaterThan(100));

test.skipIf(!present).each(cases.map((one) => [one.id, one] as const))('%s', async (_id, one) => {
  // Lets a parser that a monster broke be replaced before the next case.
  await new Promise((resolve) => setImmediate(resolve));
  const sql = one.sql ?? (one.sql_parts ?? []).map(([text, times]) => text.repeat(times)).join('');
  const verdict = guard(sql, SCOPES[one.role === 'grantee' ? 'grantee' : 'own']);
  const found = verdict.kind === 'deny' ? 'sql_rejected' : verdict.class;
  if (one.expect === 'allow') expect(found).toBe(one.class);
  else if (one.layer === 'parse') expect(acceptable(one.code ?? [])).toContain(found);
});

const SCOPES = {
  own: { relations: null, schema: null },
  grantee: { relations: new Set(['articles']), schema: null },
} as const;

/** A read-only caller's write is forbidden; the guard's part is to call it a write. */
const acceptable = (code: string | readonly string[]): string[] =>
  [code].flat().map((one) => (one === 'forbidden' ? 'write' : one === 'sql_too_long' ? 'sql_rejected' : one));
