import { describe, expect, test } from 'vitest';
import type { Memory } from '../../src/engines/engine.ts';
import { statementOf as statementOfAll } from '../../src/engines/postgres/remember-statements.ts';
import { signedScope } from '../../src/engines/postgres/row-scope.ts';
import { readTtl } from '../../src/memory/ttl.ts';

test.each([
  ['1m', 60],
  ['30m', 1_800],
  ['24h', 86_400],
  ['7d', 604_800],
  [' 7d ', 604_800],
  ['3650d', 315_360_000],
])('the time %s is %i seconds', (text, seconds) => expect(readTtl(text)).toBe(seconds));

test.each(['', '7', 'd', '0d', '00d', '07d', '-1d', '1.5h', '7 d', '7D', '7w', '7d7h', '1e3m', '99999d', '999999999999m', '٧d', 'NaNm'])(
  '%j is no time',
  (text) => expect(readTtl(text)).toBeNull(),
);

describe('statements', () => {
  const about = {
    id: '01a1f0c7-7777-7000-8000-000000000007',
    scope: { agentId: "a'); DROP TABLE facts; --", endUserId: null, threadId: '' },
    source: 'http',
  };
  const statementOf = (...memories: Memory[]) => statementOfAll(memories);
  const fact = {
    ...about,
    kind: 'fact',
    content: "x'); --",
    subject: null,
    category: null,
    tags: ["t'"],
    ttlSeconds: null,
    recalledFrom: null,
  } as const satisfies Memory;

  test('hold nothing of the caller: the text depends on the kind, and on whether a fact supersedes others', () => {
    const others: Memory[] = [
      { ...fact, content: 'y', scope: { agentId: null, endUserId: 'u', threadId: null }, ttlSeconds: 60 },
      { ...fact, subject: "s'" },
      { ...fact, category: "c'" },
    ];
    for (const other of others) expect(statementOf(other).sql).toBe(statementOf(fact).sql);
    const superseding = { ...fact, subject: "s'", category: "c'" };
    expect(statementOf(superseding).sql).toContain('past_facts');
    expect(statementOf({ ...superseding, content: 'z' }).sql).toBe(statementOf(superseding).sql);
    for (const { sql } of [...others, superseding].map((one) => statementOf(one))) expect(sql).not.toMatch(/DROP|x'|s'|c'|t'/);
    expect(statementOf(fact).params).toEqual([about.id, about.scope.agentId, null, '', 'http', "x'); --", null, null, ["t'"], null]);
  });

  test('of several rows hold as little of them: they are one document', () => {
    const [two, three] = [statementOf(fact, fact), statementOf(fact, fact, { ...fact, content: 'z' })];
    expect(three.sql).toBe(two.sql);
    expect(two.sql).not.toMatch(/DROP|x'|t'/);
    expect(JSON.parse(String(three.params[0]))).toMatchObject([{ place: 0, content: "x'); --" }, { place: 1 }, { place: 2, content: 'z' }]);
  });

  test('of an episode and an entity bind every value', () => {
    expect(statementOf({ ...about, kind: 'episode', content: 'hi', role: 'user', ttlSeconds: 60, recalledFrom: null }).params).toHaveLength(
      8,
    );
    const entity = statementOf({ ...about, kind: 'entity', name: 'Acme', category: 'company', properties: '{"a":1}' });
    expect(entity.sql).toContain('ON CONFLICT');
    expect(entity.params).toEqual([about.id, about.scope.agentId, null, '', 'http', 'Acme', 'company', '{"a":1}']);
  });
});

describe('a signed scope', () => {
  test('is of harmless characters alone, whatever the names are', () => {
    const scope = signedScope({ agentId: "'; RESET ALL; --", endUserId: 'ñ☃', threadId: null }, 'key');
    expect(scope).toMatch(/^[\da-f]{64}[\da-f]+,[\da-f]+,-$/);
  });

  test('differs with the key and with each part, where it stands and whether it is empty', () => {
    const none = { agentId: null, endUserId: null, threadId: null };
    const all = [
      signedScope(none, 'k'),
      signedScope(none, 'l'),
      signedScope({ ...none, agentId: 'x' }, 'k'),
      signedScope({ ...none, endUserId: 'x' }, 'k'),
      signedScope({ ...none, threadId: 'x' }, 'k'),
      signedScope({ ...none, threadId: '' }, 'k'),
    ];
    expect(new Set(all.map((one) => one.slice(0, 64))).size).toBe(all.length);
  });
});
