import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../src/contract/errors.ts';
import { OPERATION_ROWS, type OperationName } from '../../src/contract/operations.ts';
import { type ConnectProviderServer, startConnectProviders } from '../support/connect-providers.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { addAccount } from '../support/grants.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { type OAuthServer, startOAuthServer } from '../support/oauth-server.ts';
import { newHome } from '../support/owned.ts';
import { send, startService, TEST_SECRET, type TestService } from '../support/service.ts';
import { BEANS, type Reply, sessionOf, startSession, type TestSession } from '../support/session.ts';
import { newBrowser, ownersBrowser, tokenOf } from '../support/signed-in.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { name: string; in: string; required: boolean }[];
  readonly requestBody?: object;
  readonly responses: Record<string, unknown>;
}
/** An alias, since the validator takes an index signature. */
type Document = {
  readonly openapi: string;
  readonly servers: readonly { url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
};

let service: TestService;
let session: TestSession;
let owned: OwnedService;
let elsewhere: OAuthServer;
let customer: Customer;
let providers: ConnectProviderServer;
let document: Document;
beforeAll(async () => {
  service = await startService();
  session = await startSession(service);
  elsewhere = await startOAuthServer();
  customer = await newCustomer();
  providers = await startConnectProviders(customer);
  const settings = { SVC_ALLOW_PRIVATE_CONNECTIONS: 'true', ...elsewhere.settings, ...providers.settings };
  owned = await newOwnedService(settings, { oauthProviders: elsewhere.providers, connectProviders: providers.providers });
  document = (await send(service, 'GET', '/openapi.json')).json() as unknown as Document;
});
afterAll(async () => {
  await Promise.all([service?.close(), owned?.home.close(), elsewhere?.close()]);
  await providers?.close();
  await customer?.close();
});

const built = Object.entries(OPERATION_ROWS);
const RECONNECT = OPERATION_ROWS.reconnectDatabase;

const atProvider = (path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
  send(owned.service, 'POST', `/v1/db/connect/oauth${path}`, { body, token: owned.owner.token, headers, key: randomUUID() });

async function databasesOf(): Promise<Reply> {
  const begun = await atProvider('', { provider: 'neon' });
  const cookie = String(begun.headers.getSetCookie()[0]?.split(';')[0]);
  const { code, state } = await providers.agree(String(begun.json().url));
  return await atProvider('/finish', { provider: 'neon', code, state }, { origin: owned.service.url, cookie });
}

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect([valid, validator.version]).toEqual([true, '3.1']);
    expect(document.servers).toEqual([{ url: service.url }]);
  });

  test('is valid OpenAPI 3.0 for the page at /docs, with the same operations', async () => {
    const older = (await send(service, 'GET', '/docs/openapi.json')).json() as unknown as Document;
    const validator = new Validator();
    const { errors } = await validator.validate(structuredClone(older));
    expect([errors, validator.version]).toEqual([undefined, '3.0']);
    const operations = ({ paths }: Document) => Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods)]);
    expect(operations(older)).toEqual(operations(document));
  });

  test.each(built)('has %s with its path, body, parameters and replies', (name, row) => {
    const operation = document.paths[row.path.replace(/:(\w+)/g, '{$1}')]?.[row.method.toLowerCase()];
    expect(operation).toMatchObject({ operationId: name, summary: row.summary });
    expect(operation?.tags).toHaveLength(1);
    const [success, ...others] = Object.keys(operation?.responses ?? {});
    expect([success, others.at(-1)]).toEqual([String(row.status ?? 200), 'default']);
    expect(others.slice(0, -1).every((status) => /^[45]\d\d$/.test(status))).toBe(true);
    expect(operation?.requestBody !== undefined).toBe(row.body !== undefined);
    const named = (place: string) => (operation?.parameters ?? []).filter((one) => one.in === place).map((one) => one.name);
    expect(named('path')).toEqual([...row.path.matchAll(/:(\w+)/g)].map(([, param]) => param));
    expect(named('query')).toEqual(Object.keys(row.query?.shape ?? {}));
    expect(named('header')).toEqual(row.mutates === false ? [] : ['Idempotency-Key']);
  });

  test('has nothing that is not built', () => {
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId));
    expect(ids.sort()).toEqual(built.map(([name]) => name).sort());
  });

  test('names every error code', () => {
    const text = JSON.stringify(document);
    for (const code of Object.keys(ERRORS)) expect(text).toContain(`"${code}"`);
  });
});

describe('real replies are what the contract says, no field more and none less', () => {
  const DELETE = 'delete the coffee beans with roaster Onyx';
  const traceId = async () => ((await session.run('SELECT 1 AS one')).json().trace as { id: string }).id;
  const newGrant = async () => {
    const { id } = await addAccount(owned.home.control);
    return await owned.owner.post('/v1/grants', { dbId: owned.owner.db, granteeAccountId: id, scope: ['coffee_beans'] });
  };

  const asked = async () => {
    const { key } = await owned.mint({ type: 'sk_mcp', host: 'h', device: 'd' });
    const { id: granteeAccountId } = await addAccount(owned.home.control);
    const agent = sessionOf(owned.service, key, owned.owner.db);
    return { agent, reply: await agent.post('/v1/approvals', { dbId: owned.owner.db, granteeAccountId, scope: ['coffee_beans'] }) };
  };
  const device = async () => (await owned.owner.post('/v1/auth/device', { device: 'laptop' })).json();

  const newImport = (source: unknown = { name: 'a.csv', text: 'a\n1\n' }) =>
    owned.owner.post('/v1/packs/imports', { packId: 'tabular', source, auto: false });

  const calls: Record<string, [OperationName, () => Promise<Reply>]> = {
    'a create by ask': ['ask', () => session.post('/v1/ask', { goal: BEANS })],
    'an insert by ask': ['ask', () => session.ask('add a coffee bean with roaster Onyx and price 12 and rating 4')],
    'a query by ask': ['ask', () => session.ask('How many coffee beans are there?')],
    'a preview': ['ask', () => session.ask(DELETE)],
    'a confirmed write': [
      'ask',
      async () => {
        await session.ask(DELETE);
        return session.ask(DELETE, { confirm: true });
      },
    ],
    'a read by SQL': ['run', () => session.run('SELECT * FROM coffee_beans')],
    'a write by SQL': ['run', () => session.run("INSERT INTO coffee_beans (roaster) VALUES ('Sey') RETURNING *")],
    'a fact that is remembered': [
      'remember',
      async () => {
        const made = await session.post('/v1/databases', { goal: 'what my agent knows', preset: 'agent_memory_v1' });
        return await session.post('/v1/memory/remember', { db: made.json().dbId, content: 'Ana likes tea.', ttl: '7d' });
      },
    ],
    'an insert that makes a table': [
      'insert',
      () => session.post('/v1/insert', { db: session.db, table: 'visits', rows: { at: '2026-02-28' } }),
    ],
    'an insert that makes none': [
      'insert',
      () => session.post('/v1/insert', { db: session.db, table: 'visits', rows: { at: '2026-03-01' } }),
    ],
    'something remembered': [
      'remember',
      async () => {
        const made = await session.post('/v1/databases', { goal: 'what my agent knows', preset: 'agent_memory_v1' });
        return session.post('/v1/memory/remember', { db: made.json().dbId, content: 'Ana prefers window seats.', endUserId: 'user-17' });
      },
    ],
    'a write that is undone': [
      'undo',
      async () => {
        const { id } = (await session.run("INSERT INTO coffee_beans (roaster) VALUES ('Tim')")).json().trace as { id: string };
        return session.post('/v1/undo', { db: session.db, traceId: id });
      },
    ],
    'several statements in one transaction': [
      'transaction',
      () =>
        session.post('/v1/transaction', {
          db: session.db,
          statements: [
            { sql: 'INSERT INTO coffee_beans (roaster) VALUES ($1)', params: ['Tim'] },
            { sql: 'SELECT roaster FROM coffee_beans' },
          ],
        }),
    ],
    'a created database': ['createDatabase', () => session.post('/v1/databases', { goal: BEANS })],
    'the databases': ['listDatabases', () => session.get('/v1/databases')],
    'a database': ['getDatabase', () => session.get(`/v1/databases/${session.db}`)],
    'a renamed database': [
      'updateDatabase',
      () => send(service, 'PATCH', `/v1/databases/${session.db}`, { token: session.token, key: randomUUID(), body: { name: 'Beans' } }),
    ],
    'a connected database': ['connectDatabase', () => owned.owner.post('/v1/db/connect', { connectionUrl: customer.url() })],
    'a connection with another URL': [
      'reconnectDatabase',
      async () => {
        const { dbId } = (await owned.owner.post('/v1/db/connect', { connectionUrl: customer.url() })).json();
        return send(owned.service, RECONNECT.method, RECONNECT.path.replace(':id', String(dbId)), {
          body: { connectionUrl: customer.url() },
          token: owned.owner.token,
          key: randomUUID(),
        });
      },
    ],
    'the providers of databases': ['connectProviders', () => owned.owner.get('/v1/db/connect/oauth')],
    'a choice of databases that is begun': ['startConnectOAuth', () => atProvider('', { provider: 'neon' })],
    'the databases to choose from': ['finishConnectOAuth', databasesOf],
    'a database that is chosen': [
      'pickDatabase',
      async () => {
        const { pick, databases } = (await databasesOf()).json() as { pick: string; databases: { id: string }[] };
        return atProvider('/pick', { pick, database: databases[0]?.id });
      },
    ],
    'a database looked at': ['checkDatabase', () => session.post(`/v1/databases/${session.db}/check`, undefined)],
    'a schema': ['describeDatabase', () => session.get(`/v1/databases/${session.db}/schema`)],
    'a turn of a chat': [
      'postChatMessage',
      () => session.post('/v1/chat/messages', { goal: 'How many coffee beans are there?', dbId: session.db }),
    ],
    'the turns of a chat': ['listChatMessages', () => session.get(`/v1/chat/messages?dbId=${session.db}`)],
    'an empty glossary': ['getGlossary', () => session.get(`/v1/databases/${session.db}/glossary`)],
    'a glossary': [
      'putGlossary',
      () =>
        send(service, 'PUT', `/v1/databases/${session.db}/glossary`, {
          body: { terms: [{ term: 'big', means: 'large' }] },
          token: session.token,
          key: randomUUID(),
        }),
    ],
    'the receipts': ['listTraces', () => owned.owner.get('/v1/traces')],
    'a receipt': ['getTrace', async () => session.get(`/v1/traces/${await traceId()}`)],
    'a replay': ['replayTrace', async () => session.post(`/v1/traces/${await traceId()}/replay`, undefined)],
    'an import': ['createImport', () => newImport()],
    'a part of one': [
      'addToImport',
      async () => {
        const { id } = (await newImport({ files: [{ name: 'a.csv', bytes: 6 }] })).json();
        return await owned.owner.post(`/v1/packs/imports/${String(id)}/source`, { file: 'a.csv', at: 0, base64: 'YQoxCg==' });
      },
    ],
    'how an import goes on': ['getImport', async () => owned.owner.get(`/v1/packs/imports/${String((await newImport()).json().id)}`)],
    'an import that goes on': [
      'advanceImport',
      async () => owned.owner.post(`/v1/packs/imports/${String((await newImport()).json().id)}/advance`, undefined),
    ],
    'an import that is corrected': [
      'correctImport',
      async () => {
        const { id } = (await newImport({ name: 'a.csv', text: 'a,b\n1,x\n' })).json();
        for (let phase = 0; phase < 3; phase++) await owned.owner.post(`/v1/packs/imports/${String(id)}/advance`, undefined);
        return send(owned.service, 'PATCH', `/v1/packs/imports/${String(id)}`, {
          body: { tables: [{ name: 'a', columns: [{ name: 'a', type: 'text' }] }] },
          token: owned.owner.token,
          key: randomUUID(),
        });
      },
    ],
    'an import that is tried again': [
      'retryImport',
      async () => owned.owner.post(`/v1/packs/imports/${String((await newImport()).json().id)}/retry`, undefined),
    ],
    'an import that is forgotten': [
      'deleteImport',
      async () =>
        send(owned.service, 'DELETE', `/v1/packs/imports/${String((await newImport()).json().id)}`, {
          token: owned.owner.token,
          key: randomUUID(),
        }),
    ],
    'the models': ['listModels', () => session.get('/v1/models')],
    'a key': ['mintKey', () => owned.owner.post('/v1/keys', { type: 'pk_live', dbId: owned.owner.db, origins: ['https://a.example'] })],
    'the keys': ['listKeys', () => owned.owner.get('/v1/keys')],
    'a revoked key': ['revokeKey', async () => owned.revoke((await owned.mint({ type: 'sk_live', name: 'gone' })).id)],
    'the status of a key': [
      'keyStatus',
      async () => {
        const { key } = await owned.mint({ type: 'sk_mcp', host: 'h', device: 'd' });
        return owned.owner.get(`/v1/keys/${createHmac('sha256', TEST_SECRET).update(key).digest('hex')}/status`);
      },
    ],
    'a stored provider key': [
      'setByollm',
      () => owned.owner.post('/v1/keys/byollm', { provider: 'openai', model: 'gpt-6', key: 'sk-made-up' }),
    ],
    'the status of a provider key': ['byollmStatus', () => owned.owner.get('/v1/keys/byollm')],
    'a forgotten provider key': [
      'clearByollm',
      () => send(owned.service, 'DELETE', '/v1/keys/byollm', { token: owned.owner.token, key: randomUUID() }),
    ],
    'a grant that an agent asks for': ['requestGrant', async () => (await asked()).reply],
    'what agents ask for': ['listApprovals', () => owned.owner.get('/v1/approvals')],
    'a write that waits': [
      'getApproval',
      async () => {
        const agent = sessionOf(
          owned.service,
          (await owned.mint({ type: 'sk_mcp', host: 'h', device: 'd', confirm: 'owner' })).key,
          owned.owner.db,
        );
        const shown = (await agent.ask(DELETE)).json() as { approval: { id: string } };
        return await agent.get(`/v1/approvals/${shown.approval.id}`);
      },
    ],
    'a decision': [
      'decideApproval',
      async () => owned.owner.post(`/v1/approvals/${String((await asked()).reply.json().id)}/decide`, { decision: 'refuse' }),
    ],
    'a grant': ['mintGrant', newGrant],
    'the grants': ['listGrants', () => owned.owner.get('/v1/grants')],
    'the usage of a grant': ['grantUsage', async () => owned.owner.get(`/v1/grants/${String((await newGrant()).json().id)}/usage`)],
    'a revoked grant': [
      'revokeGrant',
      async () =>
        send(owned.service, 'DELETE', `/v1/grants/${String((await newGrant()).json().id)}`, {
          token: owned.owner.token,
          key: randomUUID(),
        }),
    ],
    'the usage': ['usage', () => owned.owner.get('/v1/usage')],
    'the audit log': ['listAudit', () => owned.owner.get('/v1/audit')],
    'an adopted session': [
      'adoptAnonymous',
      async () => {
        const home = await newHome();
        try {
          const owned = await home.start();
          const { token } = await startSession(owned);
          const owner = (await readFile(join(home.dataDir, 'owner.key'), 'utf8')).trim();
          return await send(owned, 'POST', '/v1/anon/adopt', { body: { token }, token: owner, key: randomUUID() });
        } finally {
          await home.close();
        }
      },
    ],
    'the ways to sign in': ['signInMethods', () => session.get('/v1/auth/methods')],
    'a link that is asked for': ['requestSignIn', () => session.post('/v1/auth/email', { email: 'ada@example.com' })],
    'a link for the owner': ['makeSignInLink', () => owned.owner.post('/v1/auth/link', undefined)],
    'whom a link signs in': [
      'lookUpSignIn',
      async () => {
        const link = String((await owned.owner.post('/v1/auth/link', undefined)).json().url);
        return newBrowser(owned.service).send('POST', '/v1/auth/email/look-up', { body: { token: tokenOf(link) } });
      },
    ],
    'a sign-in': [
      'verifySignIn',
      async () => {
        const link = String((await owned.owner.post('/v1/auth/link', undefined)).json().url);
        return newBrowser(owned.service).send('POST', '/v1/auth/email/verify', { body: { token: tokenOf(link) } });
      },
    ],
    'a sign-in at a provider that is begun': [
      'startOAuth',
      () => newBrowser(owned.service).send('POST', '/v1/auth/oauth/start', { body: { provider: 'github' } }),
    ],
    'a sign-in at a provider': [
      'finishOAuth',
      async () => {
        const browser = newBrowser(owned.service);
        const begun = await browser.send('POST', '/v1/auth/oauth/start', { body: { provider: 'google' } });
        const back = new URL(String((await fetch(String(begun.json().url), { redirect: 'manual' })).headers.get('location')));
        const body = { provider: 'google', ...Object.fromEntries(back.searchParams) };
        return browser.send('POST', '/v1/auth/oauth/finish', { body });
      },
    ],
    'codes of a device': ['beginDevice', () => session.post('/v1/auth/device', { device: 'laptop' })],
    'a device that waits': [
      'lookUpDevice',
      async () => owned.owner.post('/v1/auth/device/look-up', { userCode: (await device()).user_code }),
    ],
    'a device approved': [
      'decideDevice',
      async () => owned.owner.post('/v1/auth/device/decide', { userCode: (await device()).user_code, decision: 'approve' }),
    ],
    'the key of a device': [
      'redeemDevice',
      async () => {
        const { user_code: userCode, device_code } = await device();
        await owned.owner.post('/v1/auth/device/decide', { userCode, decision: 'approve' });
        const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
        return send(owned.service, 'POST', '/v1/auth/device/token', { body: { grant_type, device_code } });
      },
    ],
    'an agent host let in': [
      'mcpCallback',
      () => {
        const asked = { client_id: 'a-client', redirect_uri: 'http://127.0.0.1:1/callback', state: 'a-state' };
        return owned.owner.post('/v1/oauth/mcp-callback', { ...asked, mcp_host: 'a-host', device_id: 'laptop' });
      },
    ],
    'who a browser is': ['whoAmI', async () => (await ownersBrowser(owned.service, owned.owner.token)).send('GET', '/v1/auth/session')],
    'who somebody anonymous is': ['whoAmI', () => session.get('/v1/auth/session')],
    'the browsers': ['listSessions', () => owned.owner.get('/v1/auth/sessions')],
    'a browser signed out': [
      'endSession',
      async () => {
        const browser = await ownersBrowser(owned.service, owned.owner.token);
        const { sessionId } = (await browser.send('GET', '/v1/auth/session')).json();
        return browser.send('DELETE', `/v1/auth/sessions/${sessionId}`);
      },
    ],
    'a sign-out': ['signOut', async () => (await ownersBrowser(owned.service, owned.owner.token)).send('POST', '/v1/auth/sign-out')],
    'a sign-out everywhere': ['signOutEverywhere', () => owned.owner.post('/v1/auth/sign-out-everywhere', undefined)],
    'a fact remembered': [
      'remember',
      async () => {
        const { dbId } = (await session.post('/v1/databases', { goal: 'remember things', preset: 'agent_memory_v1' })).json();
        return session.post('/v1/memory/remember', { db: dbId, content: 'Ana prefers window seats.', tags: ['travel'], ttl: '7d' });
      },
    ],
    'a deleted database': [
      'deleteDatabase',
      async () => {
        const { dbId } = (await session.post('/v1/databases', { goal: BEANS })).json();
        return send(service, 'DELETE', `/v1/databases/${dbId}`, { token: session.token, key: randomUUID() });
      },
    ],
  };

  test.each(Object.entries(calls))('%s', async (_, [name, call]) => {
    const reply = await call();
    const row = OPERATION_ROWS[name];
    expect(reply.status, reply.text).toBe(row.status ?? 200);
    if (row.status === 204) {
      expect(reply.text).toBe('');
      return;
    }
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body: unknown = JSON.parse(reply.text);
    expect(row.response.parse(body)).toEqual(body);
  });

  test('every built operation is among them', () => {
    const called = new Set(Object.values(calls).map(([name]) => name));
    expect([...called].sort()).toEqual(built.map(([name]) => name).sort());
  });
});
