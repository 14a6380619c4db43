import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '../../../src/contract/limits.ts';
import {
  asOwner,
  type Ground,
  type Kind,
  newAddress,
  newKey,
  newSession,
  otherThan,
  revoke,
  type Session,
  send,
  sendToTheEnd,
  together,
} from './ground.ts';

const CALLS_MAX = 6;
const SESSIONS_MAX = 3;
const DATABASES_MAX = 1;
const STATEMENTS_MAX = 2;

/** Small ones, so that a race meets them. */
export const RACE_LIMITS = {
  SVC_TRUST_PROXY: '1',
  SVC_HUMAN_CHECK: 'off',
  SVC_ANON_RATE_LIMIT: String(CALLS_MAX),
  SVC_KEY_RATE_LIMIT: String(CALLS_MAX),
  SVC_ANON_SESSIONS_PER_HOUR: String(SESSIONS_MAX),
  SVC_ANON_DATABASES: String(DATABASES_MAX),
  SVC_ANON_BUDGET: '1000000',
} as const;

/** More at once, over all services, than a limit lets in: exactly so many are let in. */
export const LIMIT_RACES: readonly Kind[] = [
  {
    name: 'calls of an address',
    share: 10,
    lanes: 4,
    async open(ground) {
      const { token } = await newSession(ground);
      return async () => {
        const from = newAddress();
        const replies = await together(CALLS_MAX + 3, (turn) => send(ground, turn, '/v1/databases', { method: 'GET', token, from }));
        return otherThan(replies, { done: CALLS_MAX, rate_limited: 3 });
      };
    },
  },
  {
    name: 'new sessions of an address',
    share: 10,
    lanes: 4,
    async open(ground) {
      return async () => {
        const from = newAddress();
        const replies = await together(CALLS_MAX, (turn) => send(ground, turn, '/v1/databases', { method: 'GET', from }));
        return otherThan(replies, { done: SESSIONS_MAX, rate_limited: CALLS_MAX - SESSIONS_MAX });
      };
    },
  },
  {
    name: 'calls of a key',
    share: 10,
    lanes: 4,
    async open(ground) {
      return async () => {
        const { id, key } = await newKey(ground, { type: 'sk_live', name: 'races' });
        const replies = await together(CALLS_MAX + 3, (turn) => send(ground, turn, '/v1/databases', { method: 'GET', token: key }));
        await revoke(ground, id);
        return otherThan(replies, { done: CALLS_MAX, rate_limited: 3 });
      };
    },
  },
  {
    name: 'budget of a session',
    share: 10,
    lanes: 4,
    async open(ground) {
      const session = await newSession(ground);
      const db = String((await create(ground, session, 0)).body.dbId);
      return async () => {
        await ground.control.query('UPDATE svc_control.anonymous_session SET remaining = 2 WHERE id = $1', [session.id]);
        const read = { db, sql: 'SELECT 1 AS one' };
        const replies = await together(5, (turn) =>
          sendToTheEnd(ground, turn, '/v1/run', { body: read, token: session.token, from: newAddress() }),
        );
        return otherThan(replies, { done: 2, auth_required: 3 });
      };
    },
  },
  {
    name: 'databases of a session',
    share: 2,
    lanes: 2,
    async open(ground) {
      return async () => {
        const session = await newSession(ground);
        const replies = await together(3, (turn) => create(ground, session, turn));
        for (const { code, body } of replies)
          if (code === null)
            await sendToTheEnd(ground, 0, `/v1/databases/${String(body.dbId)}`, {
              ...{ method: 'DELETE', token: session.token, key: randomUUID(), from: newAddress() },
            });
        return otherThan(replies, { done: DATABASES_MAX, quota_exceeded: 3 - DATABASES_MAX });
      };
    },
  },
  {
    name: 'open imports of a session',
    share: 10,
    lanes: 4,
    async open(ground) {
      return async () => {
        const { token } = await newSession(ground);
        // A file that is announced, and never sent.
        const body = { packId: 'tabular', source: { files: [{ name: 'never.csv', bytes: 10 }] } };
        const replies = await together(LIMITS.importsOpenAnonymousMax + 3, (turn) =>
          sendToTheEnd(ground, turn, '/v1/packs/imports', { body, token, key: randomUUID(), from: newAddress() }),
        );
        return otherThan(replies, { done: LIMITS.importsOpenAnonymousMax, imports_exceeded: 3 });
      };
    },
  },
  {
    name: 'statements of a session at work',
    share: 1,
    lanes: 1,
    async open(ground) {
      const session = await newSession(ground);
      const db = String((await create(ground, session, 0)).body.dbId);
      await ground.control.query(
        'INSERT INTO svc_control.tenant_rule (owner_id, statements_max, changed_at) VALUES ($1, $2, clock_timestamp())',
        [session.id, STATEMENTS_MAX],
      );
      // Services read rules at least this often.
      await delay(LIMITS.revocationMaxMs * 2);
      const body = { db, sql: TIMED };
      return async () => {
        const replies = await together(6, (turn) =>
          sendToTheEnd(ground, turn, '/v1/run', { body, token: session.token, from: newAddress() }),
        );
        const most = mostAtOnce(replies.flatMap(({ body: { data } }) => (data as Timed[] | undefined) ?? []));
        const tooMany = most > STATEMENTS_MAX ? [`${most} statements were at work, of which ${STATEMENTS_MAX} may be`] : [];
        return [...otherThan(replies, { done: 6 }), ...tooMany];
      };
    },
  },
  {
    name: 'keys of an account',
    share: 10,
    // They share the account, and leave it full.
    lanes: 1,
    async open(ground) {
      const active = (await listOfKeys(ground)).filter(({ revokedAt }) => revokedAt === null).length;
      await together(LIMITS.keysMax - 1 - active, () => newKey(ground, { type: 'sk_live', name: 'races' }));
      return async () => {
        const body = { type: 'sk_live', name: 'the last one' };
        const replies = await together(4, (turn) =>
          sendToTheEnd(ground, turn, '/v1/keys', { body, token: ground.owner, key: randomUUID() }),
        );
        for (const { code, body } of replies) if (code === null) await revoke(ground, String(body.id));
        return otherThan(replies, { done: 1, key_limit_reached: 3 });
      };
    },
  },
];

/** What says when it was at work, by the server's clock, and takes some dozens of milliseconds for it. */
const TIMED = `WITH first AS MATERIALIZED (SELECT clock_timestamp() AS began),
  work AS MATERIALIZED (SELECT count(*) AS n FROM first, generate_series(1, 300000) a WHERE a % 7 = 3)
  SELECT began::text, n, clock_timestamp()::text AS ended FROM first, work`;

interface Timed {
  readonly began: string;
  readonly ended: string;
}

/** The most of them whose times overlap. */
function mostAtOnce(all: readonly Timed[]): number {
  const at = all.map(({ began }) => all.filter((other) => other.began <= began && began < other.ended).length);
  return Math.max(0, ...at);
}

const create = (ground: Ground, { token }: Session, turn: number) =>
  sendToTheEnd(ground, turn, '/v1/databases', {
    ...{ body: { goal: 'track cats with name' }, token, key: randomUUID(), from: newAddress() },
  });

const listOfKeys = async (ground: Ground): Promise<{ revokedAt: string | null }[]> =>
  (await asOwner(ground, '/v1/keys?limit=1000', undefined, 'GET')) as unknown as { revokedAt: string | null }[];
