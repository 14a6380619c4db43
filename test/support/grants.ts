import { createHmac, randomUUID } from 'node:crypto';
import { newKeyText } from '../../src/accounts/key-text.ts';
import { newId } from '../../src/lib/id.ts';
import { accountsIn } from '../../src/store/accounts.ts';
import { openStore } from '../../src/store/control-plane.ts';
import { asRole } from './hosted.ts';
import { newOwnedService, type OwnedService } from './keys.ts';
import { send, TEST_SECRET, type TestService } from './service.ts';
import { databaseUrl, openAdmin, type Reply, sessionOf, type TestSession } from './session.ts';

/** An owner's database of customers, orders and salaries, and another account that may be granted some of it. */
export interface Sharing {
  readonly owned: OwnedService;
  readonly service: TestService;
  readonly db: string;
  /** Signed in, as only who owns this machine's service can be. */
  readonly owner: TestSession;
  readonly grantee: TestSession & { readonly accountId: string };
  /** An account that was granted nothing. */
  readonly stranger: TestSession & { readonly accountId: string };
  mint(body: object, at?: { url: string }): Promise<Reply>;
  /** A grant that must be made, to the grantee. */
  grant(body: object): Promise<string>;
  revoke(id: string, at?: { url: string }): Promise<Reply>;
  usage(id: string): Promise<{ queries: number; rows: number }>;
  /** What is on the engine, past the service. */
  asOwner(sql: string): Promise<void>;
  /** What the control plane does when the account signs in with the address. */
  signIn(email: string, accountId: string): Promise<void>;
}

const SQL = `
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, email text NOT NULL, region text NOT NULL);
CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customers, total numeric NOT NULL, region text NOT NULL);
CREATE TABLE salaries (id int PRIMARY KEY, name text, amount int);
CREATE VIEW pay AS SELECT name, amount FROM salaries;
INSERT INTO customers VALUES (1, 'Ada', 'ada@example.com', 'EU'), (2, 'Bob', 'bob@example.com', 'US'), (3, 'Cy', 'cy@example.com', 'EU');
INSERT INTO orders VALUES (1, 1, 10, 'EU'), (2, 1, 20, 'EU'), (3, 2, 500, 'US'), (4, 3, 30, 'EU');
INSERT INTO salaries VALUES (1, 'Ada', 100), (2, 'Grace', 900);`;

export async function newSharing(
  settings: Record<string, string> = {},
  options: Parameters<typeof newOwnedService>[1] = {},
): Promise<Sharing> {
  const owned = await newOwnedService(settings, options);
  const { service, owner } = owned;
  const made = await send(service, 'POST', '/v1/databases', {
    body: { goal: 'track coffee beans with roaster, price and rating', name: 'sales' },
    token: owner.token,
    key: randomUUID(),
  });
  const db = String(made.json().dbId);
  const asOwner = (sql: string) => asRole(db, 'owner', async (client) => void (await client.query(sql)));
  await asOwner(SQL);
  const person = async () => {
    const account = await addAccount(owned.home.control);
    return { ...sessionOf(service, account.key, db), accountId: account.id };
  };
  const [grantee, stranger] = [await person(), await person()];
  const post = (method: string, path: string, body: object | undefined, at: { url: string } = service) =>
    send(at, method, path, { ...(body ? { body } : {}), token: owner.token, key: randomUUID() });
  const mint = (body: object, at?: { url: string }) =>
    post('POST', '/v1/grants', { dbId: db, granteeAccountId: grantee.accountId, ...body }, at);
  return {
    owned,
    service,
    db,
    owner: sessionOf(service, owner.token, db),
    grantee,
    stranger,
    mint,
    async grant(body) {
      const reply = await mint(body);
      if (reply.status !== 201) throw new Error(`No grant: ${reply.text}`);
      return String(reply.json().id);
    },
    revoke: (id, at) => post('DELETE', `/v1/grants/${id}`, undefined, at),
    async usage(id) {
      const reply = await send(service, 'GET', `/v1/grants/${id}/usage`, { token: owner.token });
      const { queries, rows } = reply.json() as { queries: number; rows: number };
      return { queries, rows };
    },
    asOwner,
    async signIn(email, accountId) {
      const { hostname: host, port, username: user, password } = new URL(databaseUrl({}));
      const endpoint = {
        host,
        port: Number(port || 5432),
        database: owned.home.control,
        user: decodeURIComponent(user),
        password: decodeURIComponent(password),
      };
      const store = await openStore(
        () => endpoint,
        () => undefined,
      );
      try {
        await store.insertInto('account_email').values({ email, account_id: accountId }).execute();
        await store.transaction().execute((transaction) => accountsIn(store).ensurePerson(transaction, email, null));
      } finally {
        await store.destroy();
      }
    },
  };
}

/** An account beside the owner's, with a key of its own. */
export async function addAccount(control: string): Promise<{ id: string; key: string }> {
  const [id, key] = [newId(), newKeyText('sk_live_')];
  const hash = createHmac('sha256', TEST_SECRET).update(key).digest('hex');
  const admin = await openAdmin(control);
  try {
    await admin.query("INSERT INTO svc_control.account (id, kind) VALUES ($1, 'person')", [id]);
    await admin.query(
      "INSERT INTO svc_control.account_key (id, account_id, hash, type, last4, access) VALUES ($1, $2, $3, 'sk_live', $4, 'write')",
      [newId(), id, hash, key.slice(-4)],
    );
  } finally {
    await admin.end();
  }
  return { id, key };
}
