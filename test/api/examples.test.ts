import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE, EXAMPLES } from '../../src/contract/examples.ts';
import { OPERATION_ROWS, type OperationName } from '../../src/contract/operations.ts';
import { type ConnectProviderServer, startConnectProviders } from '../support/connect-providers.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { addAccount } from '../support/grants.ts';
import { type OAuthServer, startOAuthServer } from '../support/oauth-server.ts';
import { type Home, newHome } from '../support/owned.ts';
import { send, TEST_SECRET, type TestService } from '../support/service.ts';

type Real = Readonly<Record<string, unknown>>;
type Learnt = Partial<Record<keyof typeof EXAMPLE, unknown>>;

/** In an order in which each has what it is about, with what the reply gives to the ones after it. */
const ORDER: readonly [OperationName, string, ((reply: Real) => Learnt | Promise<Learnt>)?][] = [
  ['ask', 'create', ({ dbId }) => ({ db: dbId })],
  ['insert', 'rows'],
  ['run', 'read'],
  ['run', 'write', ({ trace }) => ({ written: (trace as Real).id })],
  ['undo', 'undo'],
  ['transaction', 'both'],
  ['ask', 'design'],
  ['ask', 'question', ({ trace }) => ({ trace: (trace as Real).id })],
  ['ask', 'change', ({ confirmToken }) => ({ confirmToken })],
  ['ask', 'confirm'],
  ['ask', 'alter'],
  ['createDatabase', 'plants', ({ dbId }) => ({ otherDb: dbId })],
  ['connectDatabase', 'connect', ({ dbId }) => ({ connectedDb: dbId })],
  ['reconnectDatabase', 'password'],
  ['connectProviders', 'providers'],
  ['startConnectOAuth', 'neon', ({ url }) => atProvider(String(url))],
  ['finishConnectOAuth', 'neon', ({ pick, databases }) => ({ pick, choice: (databases as { id: string }[])[0]?.id })],
  ['pickDatabase', 'pick'],
  ['checkDatabase', 'check'],
  ['listDatabases', 'databases'],
  ['getDatabase', 'database'],
  ['updateDatabase', 'rename'],
  ['describeDatabase', 'schema'],
  ['putGlossary', 'fancy'],
  ['getGlossary', 'glossary'],
  ['postChatMessage', 'message'],
  ['listChatMessages', 'messages'],
  ['getTrace', 'receipt'],
  ['replayTrace', 'replay'],
  ['createImport', 'text', ({ id }) => ({ importId: id })],
  ['createImport', 'parts', ({ id }) => ({ partsImportId: id })],
  ['addToImport', 'part'],
  ['getImport', 'progress'],
  ['advanceImport', 'inspect'],
  ['retryImport', 'again'],
  ['advanceImport', 'read'],
  ['correctImport', 'key'],
  ['deleteImport', 'forget'],
  ['listModels', 'builtin'],
  ['deleteDatabase', 'delete'],
  ['createDatabase', 'memory', ({ dbId }) => ({ memoryDb: dbId })],
  ['remember', 'fact'],
  ['remember', 'several'],
  [
    'mintKey',
    'program',
    ({ id, key }) => ({ keyId: id, key, keyHash: createHmac('sha256', TEST_SECRET).update(String(key)).digest('hex') }),
  ],
  ['setByollm', 'provider'],
  ['byollmStatus', 'stored'],
  ['clearByollm', 'clear'],
  ['listKeys', 'keys'],
  ['revokeKey', 'revoke'],
  ['usage', 'week'],
  ['listAudit', 'log'],
  ['keyStatus', 'status'],
  ['mintKey', 'agent', ({ key }) => ({ agentKey: key })],
  ['adoptAnonymous', 'adopt'],
  ['listTraces', 'receipts'],
  ['signInMethods', 'methods'],
  ['whoAmI', 'owner'],
  ['makeSignInLink', 'link', ({ url }) => ({ linkToken: String(url).split('#token=')[1] })],
  ['requestSignIn', 'email'],
  ['beginDevice', 'device', ({ device_code: deviceCode, user_code: userCode }) => ({ deviceCode, userCode })],
  ['lookUpDevice', 'waiting'],
  ['decideDevice', 'approve'],
  ['redeemDevice', 'key'],
  ['mcpCallback', 'consent', ({ code }) => ({ agentCode: code })],
  ['startOAuth', 'github', ({ url }) => atProvider(String(url))],
  ['finishOAuth', 'github'],
  ['lookUpSignIn', 'whose'],
  ['verifySignIn', 'link', ({ sessionId }) => ({ sessionId })],
  ['listSessions', 'browsers'],
  ['endSession', 'end'],
  ['signOutEverywhere', 'everywhere'],
  ['signOut', 'out'],
  ['mintKey', 'page'],
  ['requestGrant', 'request', ({ id }) => ({ approvalId: id })],
  ['listApprovals', 'waiting'],
  ['getApproval', 'approval'],
  ['decideApproval', 'refuse'],
  ['mintGrant', 'mint', ({ id }) => ({ grantId: id })],
  ['listGrants', 'grants'],
  ['grantUsage', 'usage'],
  ['revokeGrant', 'revoke'],
];

/** As the browser goes there, and is led back. */
async function atProvider(url: string): Promise<Learnt> {
  const back = new URL(String((await fetch(url, { redirect: 'manual' })).headers.get('location')));
  return { oauthCode: back.searchParams.get('code'), oauthState: back.searchParams.get('state') };
}

let home: Home;
let elsewhere: OAuthServer;
let provider: ConnectProviderServer;
let cookie = '';
let service: TestService;
let shop: Customer;
let owner: string;
const real: Record<string, string> = {};
beforeAll(async () => {
  home = await newHome();
  elsewhere = await startOAuthServer();
  shop = await newCustomer('CREATE TABLE orders (id bigint PRIMARY KEY, placed date, total numeric)');
  await shop.sql(`GRANT SELECT ON orders TO ${shop.reader}`);
  provider = await startConnectProviders(shop);
  const settings = { SVC_ALLOW_PRIVATE_CONNECTIONS: 'true', ...elsewhere.settings, ...provider.settings };
  service = await home.start(settings, { oauthProviders: elsewhere.providers, connectProviders: provider.providers });
  real.connectionUrl = shop.url({ user: shop.owner });
  real.otherAccount = (await addAccount(home.control)).id;
  owner = (await readFile(join(home.dataDir, 'owner.key'), 'utf8')).trim();
});
afterAll(async () => {
  await home?.close();
  await shop?.close();
  await elsewhere?.close();
  await provider?.close();
});

/** What the examples make up, by what this service gave in its place. */
const filled = (text: string): string =>
  Object.entries(EXAMPLE).reduce((said, [name, made]) => said.replaceAll(made, real[name] ?? made), text);

function tokenOf(name: OperationName): string | undefined {
  if (name === 'requestGrant' || name === 'getApproval') return real.agentKey;
  const { access } = OPERATION_ROWS[name];
  return access === 'account' || access === 'member' || access === 'session' || name === 'whoAmI' ? owner : real.token;
}

test.each(ORDER)('%s: the example "%s" is taken, and its reply has the shape of the real one', async (name, example, learn) => {
  const row = OPERATION_ROWS[name];
  const found = EXAMPLES[name].find((one) => one.name === example);
  if (!found) throw new Error(`${name} has no example ${example}.`);
  const { parameters = {}, request, reply } = found;
  expect(row.response.parse(reply)).toEqual(reply);
  const query = new URLSearchParams(Object.entries(parameters).filter(([one]) => !row.path.includes(`:${one}`)));
  const path = row.path.replace(/:(\w+)/g, (_, one: string) => String(parameters[one]));
  const sent = await send(service, row.method, filled(query.size > 0 ? `${path}?${query}` : path), {
    ...(request === undefined ? {} : { body: JSON.parse(filled(JSON.stringify(request))) as unknown }),
    token: tokenOf(name) ?? null,
    ...(row.mutates === false ? {} : { key: randomUUID() }),
    ...(name === 'finishOAuth' || name === 'finishConnectOAuth' ? { headers: { cookie, origin: service.url } } : {}),
  });
  if (name === 'startOAuth' || name === 'startConnectOAuth') cookie = String(sent.headers.getSetCookie()[0]?.split(';')[0]);
  expect(sent.status, sent.text).toBe(row.status ?? 200);
  real.token ??= sent.headers.get('x-svc-anonymous-token') ?? '';
  const body = row.status === 204 ? null : sent.json();
  expect(row.response.parse(body)).toEqual(body);
  expect(shapeOf(reply)).toEqual(shapeOf(body));
  Object.assign(real, await learn?.(body ?? {}));
});

test('every example of every operation is among them', () => {
  const all = Object.entries(EXAMPLES).flatMap(([name, examples]) => examples.map((example) => `${name} ${example.name}`));
  expect(ORDER.map(([name, example]) => `${name} ${example}`).sort()).toEqual(all.sort());
});

/** Fields and their types; of a list, the different shapes that are in it. */
function shapeOf(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))].sort();
  if (typeof value !== 'object') return typeof value;
  const fields = Object.entries(value).map(([name, one]) => [name, shapeOf(one)] as const);
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}
