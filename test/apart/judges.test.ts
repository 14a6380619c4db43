import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../src/fault.ts';
import { createJudgesApart, type JudgesApart } from '../../src/guard/apart/judges.ts';
import type { Guard, GuardScope } from '../../src/guard/guard.ts';
import { createPostgresGuard } from '../../src/guard/postgres.ts';
import { createPostgresParser } from '../../src/guard/postgres-parser.ts';
import { createPostgresWeigh, type Weigh } from '../../src/guard/postgres-weight.ts';
import { GUARD_CASES } from '../support/guard-cases.ts';
import { GRANTEE, OWNER } from '../support/guard-scopes.ts';

let guard: Guard;
let weigh: Weigh;
const warnings: string[] = [];
const made: JudgesApart[] = [];
const apart = (options: { deadlineMs?: number; idleMs?: number } = {}): JudgesApart => {
  const judges = createJudgesApart({ guard, weigh, log: { warn: (_, text) => void warnings.push(text) }, ...options });
  made.push(judges);
  return judges;
};
beforeAll(async () => {
  const parser = await createPostgresParser();
  [guard, weigh] = [await createPostgresGuard(parser), createPostgresWeigh(parser)];
});
afterAll(async () => {
  await Promise.all(made.map((judges) => judges.close()));
});

const asking = (party = 'somebody', signal: AbortSignal = new AbortController().signal) => ({ party, signal });
/** So long that it is judged apart, and means what it did. */
const lengthened = (sql: string): string => `${sql}\n${' '.repeat(5_000)}`;
const LONG = `SELECT 1${',id LIKE id'.repeat(2_700)} FROM books`;

describe('long statements, in a thread of their own', () => {
  test('are judged as they are here, with every scope', async () => {
    const { judge } = apart();
    for (const { sql } of Object.values(GUARD_CASES).flat())
      for (const scope of [OWNER, GRANTEE, { relations: null, schema: null }]) {
        const text = lengthened(sql);
        expect([sql, await judge(text, scope, asking())]).toEqual([sql, guard(text, scope)]);
      }
  });

  test('are judged with their bound values', async () => {
    const sql = lengthened('select repeat($1, $2::int)');
    const { judge } = apart();
    const kinds = [];
    for (const length of ['900000000', '9']) kinds.push((await judge(sql, OWNER, { ...asking(), values: () => ['x', length] })).kind);
    expect(kinds).toEqual(['deny', 'allow']);
  });

  test('leave this thread to others, which is not made to read them for their weight either', async () => {
    const { judge } = apart();
    await judge(lengthened('select 1'), OWNER, asking());
    const before = process.cpuUsage();
    let turns = 0;
    let isDone = false;
    const judged = Promise.resolve(judge(LONG, OWNER, asking())).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      turns += 1;
      await new Promise(setImmediate);
    }
    expect(process.cpuUsage(before).user).toBeGreaterThan(0);
    expect(turns).toBeGreaterThan(100);
    const verdict = await judged;
    expect(verdict.kind).toBe('allow');
    const never = { parse: unreachable, scan: unreachable };
    const knowing = createPostgresWeigh(never);
    const other = createJudgesApart({ guard, weigh: knowing, log: { warn: () => undefined } });
    made.push(other);
    const again = await other.judge(LONG, OWNER, asking());
    expect(knowing(again.kind === 'allow' ? again.sql : '')).toEqual(weigh(LONG));
  });

  test('of one owner’s crowd let the next owner’s pass', async () => {
    const { judge } = apart();
    const order: string[] = [];
    const send = (party: string) => Promise.resolve(judge(LONG, OWNER, asking(party))).then(() => void order.push(party));
    const crowd = Array.from({ length: 20 }, () => send('crowd'));
    await Promise.all([...crowd, send('other')]);
    expect(order.indexOf('other')).toBeLessThan(3);
  });

  test('are not judged for who has left', async () => {
    const leaving = new AbortController();
    const { judge } = apart();
    const first = judge(LONG, OWNER, asking());
    const second = Promise.resolve(judge(LONG, OWNER, asking('other', leaving.signal)));
    leaving.abort();
    await expect(second).rejects.toMatchObject({ code: 'query_cancelled' } satisfies Partial<Fault>);
    expect((await first).kind).toBe('allow');
  });

  test('are refused where they take too long, and the next one is judged', async () => {
    const impatient = apart({ deadlineMs: 1 });
    expect(await impatient.judge(LONG, OWNER, asking())).toMatchObject({ kind: 'deny', reason: expect.stringMatching(/too large/) });
    expect(warnings).toContain('the thread that judged a statement has ended');
    const patient = apart();
    expect((await patient.judge(LONG, OWNER, asking())).kind).toBe('allow');
  });

  test('find a thread again after it was ended for want of work', async () => {
    const { judge } = apart({ idleMs: 1 });
    for (let round = 0; round < 3; round += 1) {
      expect((await judge(LONG, OWNER, asking())).kind).toBe('allow');
      await new Promise((done) => setTimeout(done, 20));
    }
  });

  test('keep to their scopes when there are more of these than are kept', async () => {
    const { judge } = apart();
    const scopes: GuardScope[] = Array.from({ length: 40 }, (_, n) => ({ relations: new Set([`t${n}`]), schema: null }));
    for (const [index, scope] of [...scopes, ...scopes].entries()) {
      const own = index % scopes.length;
      expect((await judge(lengthened(`select * from t${own}`), scope, asking())).kind).toBe('allow');
      expect((await judge(lengthened(`select * from t${own + 1}`), scope, asking())).kind).toBe('deny');
    }
  });
});

test('short statements are judged here, at once', () => {
  const verdict = apart().judge('select title from books', OWNER, asking());
  expect(verdict).toEqual(guard('select title from books', OWNER));
});

test('of those in between one is judged in a turn', async () => {
  const { judge } = apart();
  const sql = `select 1${', id like id'.repeat(300)} from books`;
  const verdicts = Array.from({ length: 5 }, (_, n) => judge(`${sql} where ${n} = ${n}`, OWNER, asking()));
  expect(verdicts.map((one) => one instanceof Promise)).toEqual([false, true, true, true, true]);
  expect(new Set((await Promise.all(verdicts)).map(({ kind }) => kind))).toEqual(new Set(['allow']));
});

function unreachable(): never {
  throw new Error('It was read again.');
}
