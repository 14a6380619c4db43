import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/contract/examples.ts';
import { OPERATION_ROWS, type OperationName } from '../../src/contract/operations.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';
import { type MailServer, startMailServer } from '../support/mail.ts';
import { send } from '../support/service.ts';
import { openAdmin, startSession } from '../support/session.ts';
import { signedIn } from '../support/signed-in.ts';

/** Every kind of caller. */
const KINDS = [
  'nobody',
  'anonymous',
  'owner',
  'read key',
  'write key',
  'device key',
  'page key',
  'agent key',
  'revoked key',
  'made-up key',
  'ended session',
  'browser',
  'other browser',
  'grantee',
  'signed-out browser',
  'expired browser',
] as const;
type Kind = (typeof KINDS)[number];

/** Who is signed in: the owner by their file, and three people by the cookies of their browsers. */
const SIGNED_IN: readonly Kind[] = ['owner', 'browser', 'other browser', 'grantee'];
const READERS: readonly Kind[] = ['anonymous', ...SIGNED_IN, 'read key', 'write key', 'device key', 'agent key'];
const EVERYBODY: readonly Kind[] = ['nobody', ...READERS];
const WRITERS: readonly Kind[] = ['anonymous', ...SIGNED_IN, 'write key', 'device key', 'agent key'];
/** Who belongs to an account, and may write. */
const MEMBERS: readonly Kind[] = [...SIGNED_IN, 'write key', 'device key', 'agent key'];
const NEW_WRITERS: readonly Kind[] = ['nobody', ...WRITERS];

/** Who may call what: written here once more, so that a new operation, or a changed row, has to be thought about. */
const OPEN_TO: Readonly<Record<OperationName, readonly Kind[]>> = {
  ask: [...EVERYBODY, 'page key'],
  run: [...EVERYBODY, 'page key'],
  transaction: WRITERS,
  insert: WRITERS,
  remember: WRITERS,
  undo: NEW_WRITERS,
  createDatabase: NEW_WRITERS,
  connectDatabase: SIGNED_IN,
  checkDatabase: READERS,
  listDatabases: EVERYBODY,
  getDatabase: READERS,
  updateDatabase: WRITERS,
  describeDatabase: READERS,
  getGlossary: EVERYBODY,
  putGlossary: NEW_WRITERS,
  deleteDatabase: WRITERS.filter((kind) => kind !== 'agent key'),
  postChatMessage: NEW_WRITERS,
  listChatMessages: EVERYBODY,
  listTraces: [...SIGNED_IN, 'read key', 'write key', 'device key'],
  getTrace: EVERYBODY,
  replayTrace: EVERYBODY,
  createImport: NEW_WRITERS,
  addToImport: WRITERS,
  getImport: KINDS,
  correctImport: MEMBERS,
  advanceImport: MEMBERS,
  retryImport: MEMBERS,
  deleteImport: MEMBERS,
  listModels: KINDS,
  mintKey: [...SIGNED_IN, 'device key'],
  listKeys: [...SIGNED_IN, 'read key', 'write key', 'device key'],
  revokeKey: [...SIGNED_IN, 'write key', 'device key'],
  keyStatus: SIGNED_IN,
  setByollm: SIGNED_IN,
  byollmStatus: SIGNED_IN,
  clearByollm: SIGNED_IN,
  listApprovals: SIGNED_IN,
  requestGrant: MEMBERS,
  getApproval: READERS,
  decideApproval: SIGNED_IN,
  mintGrant: SIGNED_IN,
  listGrants: SIGNED_IN,
  grantUsage: SIGNED_IN,
  revokeGrant: SIGNED_IN,
  usage: [...SIGNED_IN, 'read key', 'write key', 'device key'],
  listAudit: [...SIGNED_IN, 'read key', 'write key', 'device key'],
  adoptAnonymous: [...SIGNED_IN, 'write key', 'device key'],
  signInMethods: KINDS,
  requestSignIn: KINDS,
  verifySignIn: KINDS,
  lookUpSignIn: KINDS,
  connectProviders: SIGNED_IN,
  startConnectOAuth: SIGNED_IN,
  finishConnectOAuth: SIGNED_IN,
  pickDatabase: SIGNED_IN,
  reconnectDatabase: SIGNED_IN,
  startOAuth: KINDS,
  finishOAuth: KINDS,
  makeSignInLink: ['owner'],
  beginDevice: KINDS,
  redeemDevice: KINDS,
  lookUpDevice: SIGNED_IN,
  decideDevice: SIGNED_IN,
  mcpCallback: SIGNED_IN,
  whoAmI: READERS,
  listSessions: SIGNED_IN,
  endSession: SIGNED_IN,
  signOut: KINDS,
  signOutEverywhere: SIGNED_IN,
};

/** Of these it is the owner's database that a grantee asks for: it is theirs to read, and refused to other people as one that is not there. */
const READ_BY_GRANTEES: ReadonlySet<OperationName> = new Set([
  'ask',
  'run',
  'listDatabases',
  'getDatabase',
  'describeDatabase',
  'postChatMessage',
  'listChatMessages',
]);

/** What those are told who may not. */
const REFUSALS: Readonly<Record<Kind, string>> = {
  nobody: 'unauthorized',
  anonymous: 'unauthorized',
  owner: 'forbidden',
  'read key': 'forbidden',
  'write key': 'forbidden',
  'device key': 'forbidden',
  'page key': 'account_required',
  'agent key': 'forbidden',
  'revoked key': 'unauthorized',
  'made-up key': 'unauthorized',
  'ended session': 'invalid_token',
  browser: 'forbidden',
  'other browser': 'forbidden',
  grantee: 'forbidden',
  'signed-out browser': 'unauthorized',
  'expired browser': 'unauthorized',
};

/** Connecting has a code of its own for who shows no credential, or one that is no sign-in. */
const CONNECTS: Partial<Record<Kind, string>> = Object.fromEntries(
  (['nobody', 'anonymous', 'read key', 'write key', 'device key', 'agent key'] as const).map((kind) => [kind, 'connect_requires_account']),
);
const refusalOf = (name: OperationName, kind: Kind): string =>
  (OPERATION_ROWS[name].refusal === 'connect_requires_account' ? CONNECTS[kind] : undefined) ?? REFUSALS[kind];

let owned: OwnedService;
let mail: MailServer;
const tokens = new Map<Kind, string | null>();
const cookies = new Map<Kind, string>();

async function signIn(): Promise<void> {
  for (const kind of ['browser', 'other browser', 'grantee'] as const) {
    const granteeEmail = `${randomUUID()}@example.com`;
    cookies.set(kind, (await signedIn(owned.service, mail, granteeEmail)).cookie);
    if (kind !== 'grantee') continue;
    const granted = await owned.owner.post('/v1/grants', { dbId: owned.owner.db, granteeEmail, scope: ['coffee_beans'] });
    if (granted.status !== 201) throw new Error(`No grant: ${granted.text}`);
  }
}

/** Of a device that the example of `mintKey` is for. */
async function keyOfDevice(): Promise<string> {
  const { service } = owned;
  const codes = (await send(service, 'POST', '/v1/auth/device', { body: { client_id: 'svc', device: 'laptop' } })).json();
  const { user_code: userCode, device_code } = codes as { user_code: string; device_code: string };
  const browser = await signedIn(service, mail, `${randomUUID()}@example.com`);
  await browser.send('POST', '/v1/auth/device/decide', { body: { userCode, decision: 'approve' } });
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const given = await send(service, 'POST', '/v1/auth/device/token', { body: { grant_type, device_code, client_id: 'svc' } });
  return String(given.json().access_token);
}

beforeAll(async () => {
  mail = await startMailServer();
  owned = await newOwnedService({
    SVC_SMTP_URL: mail.url,
    SVC_GITHUB_CLIENT_ID: 'id',
    SVC_GITHUB_CLIENT_SECRET: 'secret',
    SVC_NEON_CLIENT_ID: 'id',
    SVC_NEON_CLIENT_SECRET: 'secret',
  });
  const leaving = await signedIn(owned.service, mail, 'gone@example.com');
  cookies.set('signed-out browser', leaving.cookie);
  await leaving.send('POST', '/v1/auth/sign-out');
  await signIn();
  const { service, owner, mint, revoke, home } = owned;
  const ended = await startSession(service);
  const idle = await signedIn(service, mail, 'idle@example.com');
  cookies.set('expired browser', idle.cookie);
  const admin = await openAdmin(home.control);
  try {
    await admin.query("UPDATE svc_control.anonymous_session SET expires_at = now() - interval '1 hour'");
    await admin.query("UPDATE svc_control.web_session SET expires_at = now() - interval '1 hour' WHERE account_id = $1", [idle.accountId]);
  } finally {
    await admin.end();
  }
  const gone = await mint({ type: 'sk_live' });
  await revoke(gone.id);
  const entries: [Kind, string | null][] = [
    ['nobody', null],
    ['owner', owner.token],
    ['read key', (await mint({ type: 'sk_live', access: 'read' })).key],
    ['write key', (await mint({ type: 'sk_live' })).key],
    ['device key', await keyOfDevice()],
    ['page key', (await mint({ type: 'pk_live', dbId: owner.db })).key],
    ['agent key', (await mint({ type: 'sk_mcp', host: 'host', device: 'device' })).key],
    ['revoked key', gone.key],
    // Its last character is another, so that its check does not fit.
    ['made-up key', `${gone.key.slice(0, -1)}${gone.key.endsWith('0') ? '1' : '0'}`],
    ['ended session', ended.token],
    ['anonymous', (await startSession(service)).token],
  ];
  for (const [kind, token] of entries) tokens.set(kind, token);
});
afterAll(async () => {
  await owned?.home.close();
  await mail?.close();
});

/** Refused before anything is sent to it. */
const NOWHERE = { connectionUrl: 'postgres://user:password@127.0.0.1/nowhere' };

/** Who are sent to the owner's own database, whose key, if they had one, would be another's. */
const TO_OWNERS: ReadonlySet<Kind> = new Set(['other browser', 'grantee']);
const DATABASE = /"db_\w+"/g;

/** Of keys the one that a device may make too. */
const exampleOf = (name: OperationName) => EXAMPLES[name].find((one) => ['question', 'agent'].includes(one.name)) ?? EXAMPLES[name][0];
/** A list of one's own receipts is only narrowed by one. */
const isAboutDatabase = (name: OperationName): boolean =>
  name !== 'listTraces' && JSON.stringify([exampleOf(name).parameters, exampleOf(name).request]).search(DATABASE) >= 0;

const aboutOwners = (example: ReturnType<typeof exampleOf>): typeof example =>
  JSON.parse(JSON.stringify(example).replace(DATABASE, JSON.stringify(owned.owner.db)));

/** A request that is well formed and about nothing that is there, so that what comes after admission refuses it or does little. */
function sendTo(name: OperationName, kind: Kind) {
  const row = OPERATION_ROWS[name];
  const example = exampleOf(name);
  const { parameters = {}, request } = TO_OWNERS.has(kind) ? aboutOwners(example) : example;
  const query = new URLSearchParams(Object.entries(parameters).filter(([one]) => !row.path.includes(`:${one}`)));
  const path = row.path.replace(/:(\w+)/g, (_, one: string) => String(parameters[one]));
  return send(owned.service, row.method, query.size > 0 ? `${path}?${query}` : path, {
    ...(request === undefined ? {} : { body: name === 'connectDatabase' ? NOWHERE : request }),
    token: tokens.get(kind) ?? null,
    headers: { origin: owned.service.url, ...(cookies.has(kind) ? { cookie: cookies.get(kind) ?? '' } : {}) },
    ...(row.mutates === false ? {} : { key: randomUUID() }),
  });
}

/** After these, the browsers sign in anew. */
const SIGNS_OUT: ReadonlySet<OperationName> = new Set(['signOut', 'signOutEverywhere']);
const ADMISSION = new Set<string | null>(['unauthorized', 'forbidden', 'account_required', 'auth_required']);

describe.each(Object.keys(OPERATION_ROWS) as OperationName[])('%s', (name) => {
  test.each(KINDS)('%s', async (kind) => {
    const reply = await sendTo(name, kind);
    const isRead = kind !== 'grantee' || !isAboutDatabase(name) || READ_BY_GRANTEES.has(name);
    if (kind === 'other browser' && isAboutDatabase(name)) expect(codeOf(reply), reply.text).toBe('db_not_found');
    else if (OPEN_TO[name].includes(kind) && isRead) {
      expect(reply.status, reply.text).toBeLessThan(500);
      expect(ADMISSION.has(codeOf(reply)), reply.text).toBe(false);
    } else expect(codeOf(reply), reply.text).toBe(refusalOf(name, kind));
    if (SIGNS_OUT.has(name) && SIGNED_IN.includes(kind)) await signIn();
  });
});
