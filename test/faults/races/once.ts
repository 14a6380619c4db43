import { randomUUID } from 'node:crypto';
import {
  askInternally,
  asOwner,
  type Ground,
  type Kind,
  newKey,
  otherThan,
  type Reply,
  revoke,
  rowsOf,
  send,
  sendToTheEnd,
  together,
} from './ground.ts';

const AT_ONCE = 4;
const INSERT = 'INSERT INTO events (name) VALUES ($1)';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const RESOURCE = 'https://svc.example.com/mcp';

/** What is done once, for one of several who ask for it at once at all services. */
export const ONCE_RACES: readonly Kind[] = [
  {
    name: 'one write, sent again with its key',
    share: 10,
    lanes: 6,
    async open(ground) {
      let turnOfLane = 0;
      return async () => {
        const [name, key] = [randomUUID(), randomUUID()];
        const [path, body] =
          turnOfLane++ % 2 === 0
            ? ['/v1/run', { db: ground.db, sql: INSERT, params: [name] }]
            : ['/v1/insert', { db: ground.db, table: 'events', rows: { name } }];
        const replies = await together(AT_ONCE, (turn) => sendToTheEnd(ground, turn, path, { body, token: ground.owner, key }));
        return [...otherThan(replies, { done: AT_ONCE }), ...otherBytes(replies), ...(await otherRows(ground, name, 1))];
      };
    },
  },
  {
    name: 'one key, of two different writes',
    share: 10,
    lanes: 6,
    async open(ground) {
      return async () => {
        const [one, two, key] = [randomUUID(), randomUUID(), randomUUID()];
        const replies = await together(AT_ONCE, (turn) =>
          sendToTheEnd(ground, turn, '/v1/run', {
            ...{ body: { db: ground.db, sql: INSERT, params: [turn < AT_ONCE / 2 ? one : two] }, token: ground.owner, key },
          }),
        );
        const rows = (await rowsOf(ground, one)) + (await rowsOf(ground, two));
        const half = AT_ONCE / 2;
        return [...otherThan(replies, { done: half, idempotency_conflict: half }), ...(rows === 1 ? [] : [`${rows} rows for one key`])];
      };
    },
  },
  {
    name: 'one change of the control plane, sent again with its key',
    share: 10,
    lanes: 4,
    async open(ground) {
      return async () => {
        const key = randomUUID();
        const body = { type: 'sk_live', name: key };
        const replies = await together(AT_ONCE, (turn) => sendToTheEnd(ground, turn, '/v1/keys', { body, token: ground.owner, key }));
        const ids = new Set(replies.map(({ body: { id } }) => String(id)));
        const texts = replies.filter(({ body }) => body.key !== undefined).length;
        for (const id of ids) await revoke(ground, id);
        return [
          ...otherThan(replies, { done: AT_ONCE }),
          ...(ids.size === 1 && texts === 1 ? [] : [`${ids.size} keys were made, and ${texts} shown, for one request`]),
        ];
      };
    },
  },
  {
    name: 'one preview, confirmed by several',
    share: 10,
    lanes: 6,
    async open(ground) {
      return async () => {
        const name = randomUUID();
        const { confirmToken } = await preview(ground, name, ground.owner);
        const replies = await together(3, (turn) =>
          sendToTheEnd(ground, turn, '/v1/ask', {
            ...{ body: { db: ground.db, confirm: true, confirmToken }, token: ground.owner, key: randomUUID() },
          }),
        );
        const done = replies.filter(({ code }) => code === null).length;
        return [...(done === 1 ? [] : [`${done} of 3 confirms were done`]), ...(await otherRows(ground, name, 1))];
      };
    },
  },
  {
    name: 'one preview, approved and refused',
    share: 5,
    lanes: 4,
    async open(ground) {
      return async () => {
        const name = randomUUID();
        const agent = await newKey(ground, { type: 'sk_mcp', host: 'races', device: 'races', confirm: 'owner' });
        const { approval } = await preview(ground, name, agent.key);
        const path = `/v1/approvals/${approval?.id}/decide`;
        const replies = await together(AT_ONCE, (turn) =>
          sendToTheEnd(ground, turn, path, {
            ...{ body: { decision: turn < 2 ? 'approve' : 'refuse' }, token: ground.owner, key: randomUUID() },
          }),
        );
        const { state } = await asOwner(ground, `/v1/approvals/${approval?.id}`, undefined, 'GET');
        const said = new Set(replies.flatMap(({ code, body }) => (code === null ? [String(body.state)] : [])));
        await revoke(ground, agent.id);
        return [
          ...(said.size === 1 && said.has(String(state))
            ? []
            : [`it is ${state}, and those who decided were told ${[...said].join(', ')}`]),
          ...(await otherRows(ground, name, state === 'approved' ? 1 : 0)),
        ];
      };
    },
  },
  {
    name: 'one write, undone by several',
    share: 5,
    lanes: 4,
    async open(ground) {
      return async () => {
        const name = randomUUID();
        const { trace } = await asOwner(ground, '/v1/run', { db: ground.db, sql: INSERT, params: [name] });
        const body = { db: ground.db, traceId: (trace as { id: string }).id };
        const replies = await together(3, (turn) =>
          sendToTheEnd(ground, turn, '/v1/undo', { body, token: ground.owner, key: randomUUID() }),
        );
        const first = replies.filter(({ body: { alreadyUndone } }) => alreadyUndone === false).length;
        return [
          ...otherThan(replies, { done: 3 }),
          ...(first === 1 ? [] : [`${first} of 3 undid it`]),
          ...(await otherRows(ground, name, 0)),
        ];
      };
    },
  },
  {
    name: 'one row, counted up by several',
    share: 5,
    lanes: 4,
    async open(ground) {
      const name = randomUUID();
      let due = 0;
      await asOwner(ground, '/v1/insert', { db: ground.db, table: 'counters', rows: { name, n: 0 } });
      return async () => {
        const body = { db: ground.db, sql: 'UPDATE counters SET n = n + 1 WHERE name = $1', params: [name] };
        const replies = await together(AT_ONCE, (turn) =>
          sendToTheEnd(ground, turn, '/v1/run', { body, token: ground.owner, key: randomUUID() }),
        );
        due += AT_ONCE;
        const sql = 'SELECT n::int AS n FROM counters WHERE name = $1';
        const { data } = await asOwner(ground, '/v1/run', { db: ground.db, sql, params: [name] });
        const found = (data as { n: number }[])[0]?.n;
        return [...otherThan(replies, { done: AT_ONCE }), ...(found === due ? [] : [`the counter is ${found}, and ${due} was due`])];
      };
    },
  },
  {
    name: 'one sign-in link',
    share: 10,
    // The calls that are forgotten are those of this machine.
    lanes: 1,
    async open(ground) {
      return async () => {
        await ground.forgetCalls();
        const { url } = await asOwner(ground, '/v1/auth/link', undefined);
        const body = { token: String(url).split('#token=')[1] };
        const replies = await together(3, (turn) => send(ground, turn, '/v1/auth/email/verify', { body, ofPage: true }));
        return otherThan(replies, { done: 1, sign_in_expired: 2 });
      };
    },
  },
  {
    name: 'one code of an agent host',
    share: 10,
    lanes: 4,
    async open(ground) {
      return async () => {
        const { replies, id } = await redeem(ground, 3);
        if (id !== null) await revoke(ground, id);
        const made = replies.filter(({ redeemed }) => redeemed !== null).length;
        return made === 1 ? [] : [`${made} keys were made for one code`];
      };
    },
  },
  {
    name: 'one refresh token',
    share: 5,
    lanes: 4,
    async open(ground) {
      return async () => {
        const { replies, id, clientId } = await redeem(ground, 1);
        const refresh_token = String(replies[0]?.redeemed?.refresh_token);
        const body = { refresh_token, client_id: clientId, resource: RESOURCE };
        const given = await together(3, (turn) => askInternally<Refreshed>(ground, turn, '/internal/tokens/refresh', body));
        if (id !== null) await revoke(ground, id);
        const next = new Set(given.map(({ tokens }) => tokens?.refresh_token ?? 'none'));
        return next.size === 1 && !next.has('none') && !next.has(refresh_token) ? [] : [`${next.size} next tokens of one`];
      };
    },
  },
  {
    name: 'one code of a device',
    share: 5,
    lanes: 1,
    async open(ground) {
      return async () => {
        await ground.forgetCalls();
        const codes = await asOwner(ground, '/v1/auth/device', { client_id: 'svc', device: 'races' });
        await asOwner(ground, '/v1/auth/device/decide', { userCode: codes.user_code, decision: 'approve' });
        const body = { grant_type: DEVICE_GRANT, device_code: codes.device_code, client_id: 'svc' };
        const replies = await together(AT_ONCE, (turn) => send(ground, turn, '/v1/auth/device/token', { body }));
        for (const { code, body } of replies) if (code === null) await revoke(ground, (body.key as { id: string }).id);
        return otherThan(replies, { done: 1, invalid_grant: AT_ONCE - 1 });
      };
    },
  },
];

interface Preview {
  readonly confirmToken?: string;
  readonly approval?: { readonly id: string };
}

async function preview(ground: Ground, name: string, token: string): Promise<Preview> {
  const body = { db: ground.db, goal: `write ${name} down`, sql: INSERT, params: [name] };
  const reply = await sendToTheEnd(ground, 0, '/v1/ask', { body, token, key: randomUUID() });
  if (reply.body.confirmToken === undefined) throw new Error(`No preview: ${reply.text}`);
  return reply.body;
}

interface Redeemed {
  readonly redeemed: { readonly refresh_token: string; readonly key: { readonly id: string } } | null;
}
interface Refreshed {
  readonly tokens: { readonly refresh_token: string } | null;
}

/** A code that the owner gave, redeemed so many times at once. */
async function redeem(ground: Ground, times: number): Promise<{ replies: Redeemed[]; id: string | null; clientId: string }> {
  const bound = { client_id: randomUUID(), redirect_uri: 'http://127.0.0.1:1/callback', state: randomUUID() };
  const { code } = await asOwner(ground, '/v1/oauth/mcp-callback', { ...bound, mcp_host: 'races', device_id: 'races' });
  const body = { ...bound, code, resource: RESOURCE, code_challenge: 'of-its-verifier' };
  const replies = await together(times, (turn) => askInternally<Redeemed>(ground, turn, '/internal/codes/redeem', body));
  return { replies, id: replies.find(({ redeemed }) => redeemed)?.redeemed?.key.id ?? null, clientId: bound.client_id };
}

const otherBytes = (replies: readonly Reply[]): readonly string[] => {
  const texts = new Set(replies.filter(({ code }) => code === null).map(({ text }) => text));
  return texts.size <= 1 ? [] : [`${texts.size} different replies of one write`];
};

async function otherRows(ground: Ground, name: string, due: number): Promise<readonly string[]> {
  const found = await rowsOf(ground, name);
  return found === due ? [] : [`${found} rows where ${due} was due`];
}
