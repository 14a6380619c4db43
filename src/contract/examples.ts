import type { OperationName } from './operations.ts';

/** Stand for what the service makes up; the reference page puts the reader's own in their place. */
export const EXAMPLE = {
  db: 'db_coffee_beans_k3v9x2aq',
  otherDb: 'db_plants_m7c4t5rd',
  memoryDb: 'db_agent_memory_w2f6h8kp',
  token: 'anon_Xq3…',
  confirmToken: 'b1f0c6d2…',
  key: 'sk_live_7mQ2…',
  agentKey: 'sk_mcp_claude-desktop_laptop_k2Rt…',
  keyId: '01a1f0c4-3333-7000-8000-000000000003',
  grantId: '01a1f0c4-5555-7000-8000-000000000005',
  account: '01a1f0c0-1111-7000-8000-000000000001',
  otherAccount: '01a1f0c0-2222-7000-8000-000000000002',
  keyHash: '3f0c1f0e5a0b6d7c8e9f00112233445566778899aabbccddeeff001122334455',
  /** Of a question. */
  trace: '01a1f0c2-7d4e-7b3a-9c55-2f6f0f6d1c11',
  /** Of a write. */
  written: '01a1f0c2-8a10-7e21-8d0b-5b3b1f8e7a42',
  connectionUrl: 'postgres://reader:p%40ssword@db.example.com:5432/shop?sslmode=require',
  connectedDb: 'db_shop_m2q7c4xa',
  linkToken: 'q8Zt3…',
  pick: 'pk2Vd…',
  choice: 'WyJxdWlldC1zdW4tMSIsInNob3AiXQ…',
  oauthCode: 'c7Lw1…',
  oauthState: 'Ks92d…',
  agentCode: 'q1w5J…',
  deviceCode: 'hV5nR…',
  userCode: 'WDJB-MJHT',
  sessionId: '01a1f0c6-7777-7000-8000-000000000007',
  approvalId: '01a1f0c9-9999-7000-8000-000000000009',
  importId: 'imp_k3v9x2aqw2f6h8kpm7c4t5rdQ8Zt3Lw1',
  partsImportId: 'imp_m7c4t5rdk3v9x2aqw2f6h8kpLw1Q8Zt3',
} as const;

export interface Example {
  readonly name: string;
  readonly summary: string;
  /** Fields of path and query. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly request?: unknown;
  readonly reply: unknown;
}

const at = '2026-11-22T14:08:39.211Z';
const accountId = '01a1f0c7-8888-7000-8000-000000000008';
const session = { db: EXAMPLE.db, anonymous_token: EXAMPLE.token };

const trace = (sql: string | null, more: object = {}) => ({
  id: EXAMPLE.trace,
  engine: 'postgres',
  sql,
  params: [] as unknown[],
  ms: 5.2,
  model: 'builtin',
  confidence: 1,
  assumptions: [],
  cache: { plan: 'miss' },
  steps: [{ type: 'executing', ms: 4.9 }],
  ...more,
});
const raw = { model: 'raw', confidence: null };
const counts = { items: null, records: null, written: null, plannedWrites: null, verified: null, skipped: null };
const importAt = (phase: string, more: object = {}) => ({
  id: EXAMPLE.importId,
  packId: 'tabular',
  phase,
  dbId: null,
  progress: { phase, ...counts, ...more },
  assumptions: [] as string[],
  tables: [] as object[],
  error: null,
  createdAt: at,
  updatedAt: at,
});
const importAsRead = {
  ...importAt('saving', { items: 1, records: 2, skipped: 0, plannedWrites: 2 }),
  tables: [
    {
      name: 'roasters',
      from: 'roasters.csv',
      rows: 2,
      key: null,
      columns: ['name', 'city'].map((name) => ({
        ...{ name, type: 'text', fits: ['text'], ways: [{ type: 'text', written: null }], written: null },
        ...{ isFull: true, pointsAt: null },
      })),
    },
  ],
};
const undo = { undo: { until: '2026-11-23T14:08:39.211Z' } };

const column = (name: string, type: string, nullable = true) => ({ name, type, nullable });
const table = (name: string, columns: ReturnType<typeof column>[]) => ({ tables: [{ name, columns, foreignKeys: [] }] });
const beanColumns = [column('id', 'bigint', false), column('roaster', 'text'), column('price', 'numeric'), column('rating', 'numeric')];
const beans = table('coffee_beans', beanColumns);

const counted = 'SELECT count(*) AS count\nFROM public.coffee_beans\nWHERE price > $1';
const count = {
  data: [{ count: 1 }],
  columns: [{ name: 'count', type: 'bigint' }],
  rowCount: 1,
  truncated: false,
};

const grant = {
  id: EXAMPLE.grantId,
  role: 'owner',
  dbId: EXAMPLE.db,
  ownerAccountId: EXAMPLE.account,
  granteeAccountId: EXAMPLE.otherAccount,
  scope: ['coffee_beans'],
  rows: { coffee_beans: 'rating >= 4' },
  mask: { coffee_beans: ['price'] },
  createdAt: at,
  revokedAt: null,
};

const wantedGrant = { dbId: EXAMPLE.db, granteeAccountId: EXAMPLE.otherAccount, scope: ['coffee_beans'] };
const approval = {
  id: EXAMPLE.approvalId,
  kind: 'grant',
  state: 'waiting',
  dbId: EXAMPLE.db,
  askedBy: { keyId: EXAMPLE.keyId, host: 'claude-desktop', device: 'laptop' },
  grant: wantedGrant,
  url: `http://127.0.0.1:8787/approvals#${EXAMPLE.approvalId}`,
  createdAt: at,
  expiresAt: at,
  decidedAt: null,
};

const summary = {
  dbId: EXAMPLE.db,
  slug: 'coffee_beans',
  name: 'coffee-beans',
  engine: 'postgres',
  origin: 'hosted',
  role: 'owner',
  access: 'write',
  preset: null,
  pkLive: null,
  createdAt: at,
  lastQueriedAt: at,
};

const glossary = {
  terms: [{ term: 'fancy', means: 'price above 15', sql: 'coffee_beans.price > 15' }],
  notes: 'Prices are in dollars.',
};

const said = {
  id: '01a1f0c3-1111-7000-8000-000000000001',
  dbId: EXAMPLE.db,
  createdAt: at,
  role: 'user',
  goal: 'How many coffee beans are there?',
};
const answered = {
  id: '01a1f0c3-2222-7000-8000-000000000002',
  dbId: EXAMPLE.db,
  createdAt: at,
  role: 'assistant',
  result: {
    kind: 'ok',
    sql: 'SELECT count(*) AS count\nFROM public.coffee_beans',
    rows: [{ count: 2 }],
    rowCount: 1,
    truncated: false,
    answer: '2 coffee beans.',
  },
  traceId: EXAMPLE.trace,
};

const keyOfProgram = {
  id: EXAMPLE.keyId,
  type: 'sk_live',
  last4: '9fTa',
  name: 'nightly report',
  access: 'read',
  createdAt: at,
  lastUsedAt: null,
  revokedAt: null,
};

/** A request and its reply, for every operation: all of them sent one after the other to a real service by `test/api/examples.test.ts`. */
export const EXAMPLES: Readonly<Record<OperationName, readonly [Example, ...Example[]]>> = {
  ask: [
    {
      name: 'create',
      summary: 'Make a database',
      request: { goal: 'track coffee beans with roaster, price and rating' },
      reply: {
        status: 'ok',
        kind: 'create',
        session,
        dbId: EXAMPLE.db,
        slug: 'coffee_beans',
        engine: 'postgres',
        pkLive: null,
        answer: 'Created coffee_beans with the table coffee_beans.',
        schema: beans,
        assumptions: [],
        trace: trace(null),
      },
    },
    {
      name: 'design',
      summary: 'See the tables of a new database before they are made',
      request: { goal: 'track shelves with label', forceCreate: true, dryRun: true },
      reply: {
        status: 'requires_confirm',
        kind: 'create',
        session: { anonymous_token: EXAMPLE.token },
        requires_confirm: true,
        engine: 'postgres',
        answer: 'Would create shelves with the table shelves. Nothing is made yet; send the same without dryRun.',
        schema: table('shelves', [column('id', 'bigint', false), column('label', 'text')]),
        design: { title: 'shelves', tables: [{ name: 'shelves', columns: [{ name: 'label', type: 'text', nullable: true }] }] },
        assumptions: [],
        trace: trace(null),
      },
    },
    {
      name: 'question',
      summary: 'Ask a question',
      request: { db: EXAMPLE.db, goal: 'How many coffee beans have a price above 15?' },
      reply: {
        status: 'ok',
        kind: 'query',
        session,
        answer: '1 coffee bean.',
        ...count,
        trace: trace(counted, { params: [15] }),
      },
    },
    {
      name: 'change',
      summary: 'Preview a change',
      request: { db: EXAMPLE.db, goal: 'set the price to 15 where roaster is Sey' },
      reply: {
        status: 'requires_confirm',
        kind: 'preview',
        session,
        requires_confirm: true,
        confirmToken: EXAMPLE.confirmToken,
        expiresAt: at,
        diff: {
          verb: 'update',
          table: 'coffee_beans',
          affectedRows: 1,
          cascades: [],
          sets: ['price'],
          sample: [{ before: { id: 2, roaster: 'Sey', price: 14, rating: 4 }, after: { id: 2, roaster: 'Sey', price: 15, rating: 4 } }],
          summary: '1 row of coffee_beans would be updated.',
        },
        trace: trace('UPDATE public.coffee_beans\nSET price = $1\nWHERE roaster = $2', { params: [15, 'Sey'] }),
      },
    },
    {
      name: 'confirm',
      summary: 'Confirm the previewed change',
      request: { db: EXAMPLE.db, confirm: true, confirmToken: EXAMPLE.confirmToken },
      reply: {
        status: 'ok',
        kind: 'write',
        session,
        answer: 'Updated 1 coffee bean.',
        data: [{ id: 2, roaster: 'Sey', price: 15, rating: 4 }],
        columns: beanColumns.map(({ name, type }) => ({ name, type })),
        rowCount: 1,
        truncated: false,
        trace: trace('UPDATE public.coffee_beans\nSET price = $1\nWHERE roaster = $2', { params: [15, 'Sey'], ...undo }),
      },
    },
    {
      name: 'alter',
      summary: 'Preview a change of tables and columns',
      request: { db: EXAMPLE.db, goal: 'add a harvest date to coffee beans' },
      reply: {
        status: 'requires_confirm',
        kind: 'preview',
        session,
        requires_confirm: true,
        confirmToken: EXAMPLE.confirmToken,
        expiresAt: at,
        diff: {
          verb: 'alter',
          table: 'coffee_beans',
          affectedRows: 0,
          cascades: [],
          sample: [],
          changes: [
            {
              change: 'addColumn',
              table: 'coffee_beans',
              before: [],
              after: [{ name: 'harvest_date', type: 'date', nullable: true }],
            },
          ],
          summary: 'This would add the column harvest_date (date) to coffee_beans. Nothing has been changed yet.',
        },
        trace: trace('ALTER TABLE public.coffee_beans ADD COLUMN harvest_date date', {
          assumptions: ['coffee_beans.harvest_date is a date'],
        }),
      },
    },
  ],
  run: [
    {
      name: 'read',
      summary: 'Read rows',
      request: {
        db: EXAMPLE.db,
        sql: 'SELECT roaster, price FROM coffee_beans WHERE price > $1 ORDER BY price',
        params: [10],
      },
      reply: {
        status: 'ok',
        kind: 'query',
        session,
        data: [
          { roaster: 'Sey', price: 14 },
          { roaster: 'Onyx', price: 18.5 },
        ],
        columns: [
          { name: 'roaster', type: 'text' },
          { name: 'price', type: 'numeric' },
        ],
        rowCount: 2,
        truncated: false,
        trace: trace('SELECT roaster, price FROM coffee_beans WHERE price > $1 ORDER BY price', { params: [10], ...raw }),
      },
    },
    {
      name: 'write',
      summary: 'Write rows',
      request: {
        db: EXAMPLE.db,
        sql: 'UPDATE coffee_beans SET rating = 3 WHERE roaster = $1 RETURNING id, rating',
        params: ['Sey'],
      },
      reply: {
        status: 'ok',
        kind: 'write',
        session,
        data: [{ id: 2, rating: 3 }],
        columns: [
          { name: 'id', type: 'bigint' },
          { name: 'rating', type: 'numeric' },
        ],
        rowCount: 1,
        truncated: false,
        trace: trace('UPDATE coffee_beans SET rating = 3 WHERE roaster = $1 RETURNING id, rating', {
          ...raw,
          ...undo,
          id: EXAMPLE.written,
          params: ['Sey'],
        }),
      },
    },
  ],
  transaction: [
    {
      name: 'both',
      summary: 'Two writes and a look, all or nothing',
      request: {
        db: EXAMPLE.db,
        statements: [
          { sql: 'UPDATE coffee_beans SET price = price + 1 WHERE roaster = $1', params: ['Sey'] },
          { sql: 'UPDATE coffee_beans SET rating = 4 WHERE roaster = $1', params: ['Sey'] },
          { sql: "SELECT price, rating FROM coffee_beans WHERE roaster = 'Sey'" },
        ],
      },
      reply: {
        status: 'ok',
        kind: 'write',
        session,
        results: [
          { kind: 'write', data: [], columns: [], rowCount: 1, truncated: false },
          { kind: 'write', data: [], columns: [], rowCount: 1, truncated: false },
          {
            kind: 'query',
            data: [{ price: 15, rating: 4 }],
            columns: [
              { name: 'price', type: 'numeric' },
              { name: 'rating', type: 'numeric' },
            ],
            rowCount: 1,
            truncated: false,
          },
        ],
        rowCount: 2,
        trace: trace('UPDATE coffee_beans SET price = price + 1 …;\nUPDATE coffee_beans SET rating = 4 …;\nSELECT …', {
          ...raw,
          ...undo,
          id: EXAMPLE.written,
          params: [['Sey'], ['Sey'], []],
        }),
      },
    },
  ],
  insert: [
    {
      name: 'rows',
      summary: 'Insert two rows',
      request: {
        db: EXAMPLE.db,
        table: 'coffee_beans',
        rows: [
          { roaster: 'Onyx', price: 18.5, rating: 5 },
          { roaster: 'Sey', price: 14, rating: 4 },
        ],
      },
      reply: {
        status: 'ok',
        session,
        table: 'coffee_beans',
        inserted: 2,
        created: { columns: [], widened: [] },
        trace: trace('INSERT INTO public."coffee_beans" ("roaster", "price", "rating")\nSELECT …', { ...raw, ...undo }),
      },
    },
  ],
  remember: [
    {
      name: 'fact',
      summary: 'Remember a fact for a week',
      request: {
        db: EXAMPLE.memoryDb,
        content: 'Ana prefers window seats.',
        subject: 'Ana',
        type: 'preference',
        tags: ['travel'],
        endUserId: 'user-17',
        ttl: '7d',
      },
      reply: {
        status: 'ok',
        session: { ...session, db: EXAMPLE.memoryDb },
        id: '01a1f0c7-7777-7000-8000-000000000007',
        kind: 'fact',
        materialised_at: at,
        expires_at: '2026-11-29T14:08:39.211Z',
        deduplicated: false,
        trace: trace('WITH given (…) AS (…)\nINSERT INTO public.facts …', {
          params: ['Ana prefers window seats.', 'Ana', 'preference', ['travel'], null, 604800],
          ...raw,
          undo: { reason: 'What is remembered is not undone.' },
        }),
      },
    },
    {
      name: 'several',
      summary: 'Remember several at once',
      request: {
        db: EXAMPLE.memoryDb,
        threadId: 'trip',
        items: [
          { kind: 'episode', role: 'user', content: 'I fly to Lisbon on Friday.' },
          { content: 'Ana flies to Lisbon on Friday.', subject: 'Ana', type: 'trip', ttl: '7d' },
        ],
      },
      reply: {
        status: 'ok',
        session: { ...session, db: EXAMPLE.memoryDb },
        items: [
          { id: '01a1f0c7-7777-7000-8000-000000000008', kind: 'episode', materialised_at: at, deduplicated: false },
          {
            id: '01a1f0c7-7777-7000-8000-000000000009',
            kind: 'fact',
            materialised_at: at,
            expires_at: '2026-11-29T14:08:39.211Z',
            deduplicated: false,
          },
        ],
        trace: trace('INSERT INTO public.episodes …;\nWITH given AS (…) INSERT INTO public.facts …', {
          ...raw,
          undo: { reason: 'What is remembered is not undone.' },
        }),
      },
    },
  ],
  undo: [
    {
      name: 'undo',
      summary: 'Undo a write',
      request: { db: EXAMPLE.db, traceId: EXAMPLE.written },
      reply: {
        status: 'ok',
        kind: 'undo',
        session,
        undone: EXAMPLE.written,
        verb: 'update',
        alreadyUndone: false,
        answer: 'Undone: 1 row of coffee_beans as before.',
        tables: [{ table: 'coffee_beans', deleted: 0, updated: 1, inserted: 0 }],
        trace: trace('WITH updated_0 AS (UPDATE public.coffee_beans …) SELECT …', raw),
      },
    },
  ],
  createDatabase: [
    {
      name: 'plants',
      summary: 'Make a database from a sentence',
      request: { goal: 'track plants with name, species and watering days' },
      reply: {
        dbId: EXAMPLE.otherDb,
        slug: 'plants',
        engine: 'postgres',
        pkLive: null,
        schema: table('plants', [
          column('id', 'bigint', false),
          column('name', 'text'),
          column('species', 'text'),
          column('watering_days', 'bigint'),
        ]),
        assumptions: [],
      },
    },
    {
      name: 'memory',
      summary: 'Make an agent memory',
      request: { goal: 'what my agent knows', preset: 'agent_memory_v1' },
      reply: {
        dbId: EXAMPLE.memoryDb,
        slug: 'agent_memory',
        engine: 'postgres',
        pkLive: null,
        schema: table('facts', [column('id', 'uuid', false), column('content', 'text', false)]),
        assumptions: [],
      },
    },
  ],
  connectDatabase: [
    {
      name: 'connect',
      summary: 'A Postgres database that is there already',
      request: { connectionUrl: EXAMPLE.connectionUrl, name: 'shop' },
      reply: {
        dbId: EXAMPLE.connectedDb,
        slug: 'shop',
        engine: 'postgres',
        pkLive: null,
        access: 'read',
        schemaPreview: 'orders(id bigint*, placed date, total numeric)',
        warnings: [
          {
            code: 'credential_can_write',
            message:
              'This credential could write to 1 table. The service reads alone, whatever it could; a login that can do nothing else is safer.',
            sql: "CREATE ROLE svc_reader LOGIN PASSWORD '<a new password>';\nGRANT CONNECT ON DATABASE shop TO svc_reader;",
          },
          {
            code: 'certificate_not_checked',
            message: 'The session is encrypted, but the server’s certificate is not one that this machine trusts.',
          },
        ],
      },
    },
  ],
  connectProviders: [{ name: 'providers', summary: 'Where a database can be chosen', reply: { providers: ['neon'] } }],
  startConnectOAuth: [
    {
      name: 'neon',
      summary: 'At Neon',
      request: { provider: 'neon' },
      reply: { url: 'https://oauth2.neon.tech/oauth2/auth?response_type=code&client_id=…' },
    },
  ],
  finishConnectOAuth: [
    {
      name: 'neon',
      summary: 'Back from Neon',
      request: { provider: 'neon', code: EXAMPLE.oauthCode, state: EXAMPLE.oauthState },
      reply: { pick: EXAMPLE.pick, expiresAt: at, leaves: null, databases: [{ id: EXAMPLE.choice, name: 'shop / main' }] },
    },
  ],
  pickDatabase: [
    {
      name: 'pick',
      summary: 'One of those that were listed',
      request: { pick: EXAMPLE.pick, database: EXAMPLE.choice, name: 'from neon' },
      reply: {
        dbId: EXAMPLE.connectedDb,
        slug: 'from_neon',
        engine: 'postgres',
        pkLive: null,
        access: 'read',
        schemaPreview: 'orders(id bigint*, placed date, total numeric)',
        warnings: [
          {
            code: 'certificate_not_checked',
            message: 'The session is encrypted, but the server’s certificate is not one that this machine trusts.',
          },
        ],
      },
    },
  ],
  reconnectDatabase: [
    {
      name: 'password',
      summary: 'After its password was changed',
      parameters: { id: EXAMPLE.connectedDb },
      request: { connectionUrl: EXAMPLE.connectionUrl },
      reply: {
        dbId: EXAMPLE.connectedDb,
        engine: 'postgres',
        access: 'read',
        schemaPreview: 'orders(id bigint*, placed date, total numeric)',
        warnings: [
          {
            code: 'credential_can_write',
            message:
              'This credential could write to 1 table. The service reads alone, whatever it could; a login that can do nothing else is safer.',
            sql: "CREATE ROLE svc_reader LOGIN PASSWORD '<a new password>';\nGRANT CONNECT ON DATABASE shop TO svc_reader;",
          },
          {
            code: 'certificate_not_checked',
            message: 'The session is encrypted, but the server’s certificate is not one that this machine trusts.',
          },
        ],
      },
    },
  ],
  checkDatabase: [
    {
      name: 'check',
      summary: 'Whether it can be read now',
      parameters: { id: EXAMPLE.db },
      reply: {
        dbId: EXAMPLE.db,
        engine: 'postgres',
        access: 'write',
        schemaPreview: 'coffee_beans(id int*, roaster text, price numeric, rating numeric)',
        warnings: [],
      },
    },
  ],
  listDatabases: [{ name: 'databases', summary: 'All of them', reply: [{ ...summary, lastQueriedAt: null }, summary] }],
  getDatabase: [{ name: 'database', summary: 'One of them', parameters: { id: EXAMPLE.db }, reply: { ...summary, privacy: null } }],
  updateDatabase: [
    {
      name: 'rename',
      summary: 'Rename it, and tell models none of its values',
      parameters: { id: EXAMPLE.db },
      request: { name: 'Coffee', privacy: 'none' },
      reply: { ...summary, name: 'Coffee', privacy: 'none' },
    },
  ],
  describeDatabase: [
    {
      name: 'schema',
      summary: 'Its schema',
      parameters: { id: EXAMPLE.db },
      reply: {
        dbId: EXAMPLE.db,
        engine: 'postgres',
        fingerprint: '99493c98ac69f3ebb23283d45d7dde4683dd4da364c1a1d39e582ea0b9ae5628',
        tables: [
          {
            name: 'coffee_beans',
            schema: 'public',
            kind: 'table',
            comment: null,
            rowEstimate: -1,
            columns: beanColumns.map((one) => ({ ...one, hasDefault: one.name === 'id', generated: false, comment: null })),
            primaryKey: ['id'],
            uniques: [],
            foreignKeys: [],
          },
        ],
      },
    },
  ],
  getGlossary: [{ name: 'glossary', summary: 'Its glossary', parameters: { id: EXAMPLE.db }, reply: { dbId: EXAMPLE.db, ...glossary } }],
  putGlossary: [
    {
      name: 'fancy',
      summary: 'Say what "fancy" means',
      parameters: { id: EXAMPLE.db },
      request: glossary,
      reply: { dbId: EXAMPLE.db, ...glossary },
    },
  ],
  deleteDatabase: [
    {
      name: 'delete',
      summary: 'Delete it',
      parameters: { id: EXAMPLE.otherDb },
      reply: { dbId: EXAMPLE.otherDb, deleted: true },
    },
  ],
  postChatMessage: [
    {
      name: 'message',
      summary: 'Ask in a chat',
      request: { dbId: EXAMPLE.db, goal: said.goal },
      reply: { user: said, assistant: answered },
    },
  ],
  listChatMessages: [{ name: 'messages', summary: 'The messages', parameters: { dbId: EXAMPLE.db }, reply: [answered, said] }],
  listTraces: [
    {
      name: 'receipts',
      summary: 'The newest one about a database',
      parameters: { dbId: EXAMPLE.db, limit: '1' },
      reply: [
        {
          id: EXAMPLE.trace,
          createdAt: at,
          operation: 'ask',
          surface: 'http',
          keyId: null,
          dbId: EXAMPLE.db,
          text: 'How many coffee beans have a price above 15?',
          status: 'ok',
          kind: 'query',
          rowCount: 1,
          ms: 5.2,
        },
      ],
    },
  ],
  getTrace: [
    {
      name: 'receipt',
      summary: 'Of a question',
      parameters: { id: EXAMPLE.trace },
      reply: {
        id: EXAMPLE.trace,
        createdAt: at,
        expiresAt: '2026-12-22T14:08:39.211Z',
        operation: 'ask',
        surface: 'http',
        keyId: null,
        dbId: EXAMPLE.db,
        engine: 'postgres',
        asked: { text: 'How many coffee beans have a price above 15?' },
        plan: 'Reads coffee_beans, filtered; gives count.',
        sql: counted,
        params: [15],
        model: 'builtin',
        confidence: 1,
        assumptions: [],
        steps: [{ type: 'executing', ms: 4.9 }],
        ms: 5.2,
        outcome: { status: 'ok', kind: 'query', answer: '1 coffee bean.', rowCount: 1, truncated: false },
        resultHash: {
          rows: 'a4c69a4da9fc31141ca5fb4e49c845e09e07207380024dc1cb1a31d88f48cc53',
          order: 'a4c69a4da9fc31141ca5fb4e49c845e09e07207380024dc1cb1a31d88f48cc53',
        },
      },
    },
  ],
  replayTrace: [
    {
      name: 'replay',
      summary: 'Of a question',
      parameters: { id: EXAMPLE.trace },
      reply: {
        status: 'ok',
        kind: 'query',
        replayOf: EXAMPLE.trace,
        same: true,
        sameOrder: true,
        session,
        ...count,
        trace: trace(counted, { params: [15], ...raw }),
      },
    },
  ],
  createImport: [
    {
      name: 'text',
      summary: 'Import a CSV file',
      request: { packId: 'tabular', source: { name: 'roasters.csv', text: 'name,city\nOnyx,Rogers\nSey,Brooklyn\n' }, auto: false },
      reply: importAt('inspecting'),
    },
    {
      name: 'parts',
      summary: 'Announce a long file, which is sent in parts',
      request: { packId: 'tabular', source: { files: [{ name: 'orders.csv', bytes: 20 }] } },
      reply: { ...importAt('inspecting'), id: EXAMPLE.partsImportId },
    },
  ],
  addToImport: [
    {
      name: 'part',
      summary: 'Send its first part',
      parameters: { id: EXAMPLE.partsImportId },
      request: { file: 'orders.csv', at: 0, base64: 'aWQsdG90YWwKMSwxOC41' },
      reply: { file: 'orders.csv', received: 15, bytes: 20 },
    },
  ],
  getImport: [{ name: 'progress', summary: 'How far it is', parameters: { id: EXAMPLE.importId }, reply: importAt('inspecting') }],
  correctImport: [
    {
      name: 'key',
      summary: 'A column that is no number, and rows that are counted',
      parameters: { id: EXAMPLE.importId },
      request: { tables: [{ name: 'roasters', key: null, columns: [{ name: 'city', type: 'text' }] }] },
      reply: importAsRead,
    },
  ],
  advanceImport: [
    {
      name: 'inspect',
      summary: 'Go on to the end of the phase',
      parameters: { id: EXAMPLE.importId },
      reply: importAt('classifying', { items: 1 }),
    },
    {
      name: 'read',
      summary: 'Go on until all rows are read, and none is written',
      parameters: { id: EXAMPLE.importId },
      reply: importAsRead,
    },
  ],
  retryImport: [
    {
      name: 'again',
      summary: 'Try again where it failed',
      parameters: { id: EXAMPLE.importId },
      reply: importAt('extracting', { items: 1 }),
    },
  ],
  deleteImport: [{ name: 'forget', summary: 'Forget it', parameters: { id: EXAMPLE.importId }, reply: null }],
  listModels: [
    {
      name: 'builtin',
      summary: 'Without a provider',
      reply: {
        presets: [{ id: 'auto', available: true, description: 'The built-in planner.' }],
        providers: [],
        privacy: ['none'],
        engines: ['postgres'],
        schemaPresets: [{ id: 'agent_memory_v1', engine: 'postgres', enabled: true, description: 'Memory of an agent.' }],
      },
    },
  ],
  mintKey: [
    {
      name: 'program',
      summary: 'A key for a program that only reads',
      request: { type: 'sk_live', name: 'nightly report', access: 'read' },
      reply: { ...keyOfProgram, key: EXAMPLE.key },
    },
    {
      name: 'page',
      summary: 'A key for a page that shows one database',
      request: { type: 'pk_live', dbId: EXAMPLE.db, origins: ['https://shop.example.com'] },
      reply: {
        id: '01a1f0c4-4444-7000-8000-000000000004',
        type: 'pk_live',
        last4: 'b7Qs',
        dbId: EXAMPLE.db,
        origins: ['https://shop.example.com'],
        access: 'read',
        createdAt: at,
        lastUsedAt: null,
        revokedAt: null,
        key: 'pk_live_a8Xc…',
      },
    },
    {
      name: 'agent',
      summary: 'A key for an agent host on one device',
      request: { type: 'sk_mcp', host: 'claude-desktop', device: 'laptop' },
      reply: {
        id: '01a1f0c4-5555-7000-8000-000000000005',
        type: 'sk_mcp',
        last4: 'Zk01',
        mcpHost: 'claude-desktop',
        deviceId: 'laptop',
        access: 'write',
        confirm: 'agent',
        createdAt: at,
        lastUsedAt: null,
        revokedAt: null,
        key: EXAMPLE.agentKey,
      },
    },
  ],
  listKeys: [{ name: 'keys', summary: 'All of them', reply: [keyOfProgram] }],
  revokeKey: [
    {
      name: 'revoke',
      summary: 'Revoke one',
      parameters: { id: EXAMPLE.keyId },
      reply: { id: EXAMPLE.keyId, revoked: true, revokedAt: at, alreadyRevoked: false },
    },
  ],
  keyStatus: [
    {
      name: 'status',
      summary: 'Of a revoked key',
      parameters: { hash: EXAMPLE.keyHash },
      reply: { revoked: true, revokedAt: at },
    },
  ],
  setByollm: [
    {
      name: 'provider',
      summary: 'A key of a provider',
      request: { provider: 'openrouter', model: 'qwen/qwen3-coder', key: 'sk-or-made-up-1234' },
      reply: { configured: true, provider: 'openrouter', model: 'qwen/qwen3-coder', last4: '1234' },
    },
  ],
  byollmStatus: [
    {
      name: 'stored',
      summary: 'The stored one',
      reply: { configured: true, provider: 'openrouter', model: 'qwen/qwen3-coder', last4: '1234' },
    },
  ],
  clearByollm: [{ name: 'clear', summary: 'Forget it', reply: { cleared: true } }],
  usage: [
    {
      name: 'week',
      summary: 'Of a week without calls',
      parameters: { days: '7' },
      reply: {
        since: '2026-11-16',
        calls: 0,
        failed: 0,
        byDay: [],
        byKey: [],
        limits: { keys: { used: 1, max: 100 }, grants: { used: 0, max: 1_000 }, imports: { used: 0, max: 50 }, callsPerMinute: 120 },
      },
    },
  ],
  listAudit: [
    {
      name: 'log',
      summary: 'The newest event',
      parameters: { limit: '1' },
      reply: [
        {
          id: '01a1f0c5-6666-7000-8000-000000000006',
          at,
          action: 'key.revoke',
          actor: 'session',
          keyId: null,
          subject: EXAMPLE.keyId,
          details: {},
          requestId: EXAMPLE.written,
          address: '127.0.0.1',
          surface: 'http',
        },
      ],
    },
  ],
  listApprovals: [{ name: 'waiting', summary: 'What waits', parameters: { state: 'waiting' }, reply: [approval] }],
  requestGrant: [
    {
      name: 'request',
      summary: 'A grant that an agent asks for',
      request: wantedGrant,
      reply: { ...approval, askedBy: { keyId: EXAMPLE.keyId } },
    },
  ],
  getApproval: [{ name: 'approval', summary: 'What came of it', parameters: { id: EXAMPLE.approvalId }, reply: approval }],
  decideApproval: [
    {
      name: 'refuse',
      summary: 'Refuse it',
      parameters: { id: EXAMPLE.approvalId },
      request: { decision: 'refuse' },
      reply: { ...approval, state: 'refused', decidedAt: at },
    },
  ],
  mintGrant: [
    {
      name: 'mint',
      summary: 'Two columns of the good beans, without their price',
      request: {
        dbId: EXAMPLE.db,
        granteeAccountId: EXAMPLE.otherAccount,
        scope: ['coffee_beans'],
        rows: { coffee_beans: 'rating >= 4' },
        mask: { coffee_beans: ['price'] },
      },
      reply: grant,
    },
  ],
  listGrants: [{ name: 'grants', summary: 'A grant that was given', reply: [grant] }],
  grantUsage: [
    {
      name: 'usage',
      summary: 'Of a grant that nobody has used yet',
      parameters: { id: EXAMPLE.grantId },
      reply: {
        queries: 0,
        rows: 0,
        since: at,
        byDay: [],
      },
    },
  ],
  revokeGrant: [
    {
      name: 'revoke',
      summary: 'Revoke one',
      parameters: { id: EXAMPLE.grantId },
      reply: { id: EXAMPLE.grantId, revoked: true, revokedAt: at, alreadyRevoked: false },
    },
  ],
  signInMethods: [{ name: 'methods', summary: 'With everything set up', reply: { email: true, oauth: ['github', 'google'] } }],
  requestSignIn: [
    {
      name: 'email',
      summary: 'Ask for a link',
      request: { email: 'ada@example.com' },
      reply: { sent: true, expiresInSeconds: 900 },
    },
  ],
  verifySignIn: [
    {
      name: 'link',
      summary: 'Use the link',
      request: { token: EXAMPLE.linkToken },
      reply: { account: { id: accountId, kind: 'local', email: null }, sessionId: EXAMPLE.sessionId },
    },
  ],
  lookUpSignIn: [
    {
      name: 'whose',
      summary: 'Whom a link would sign in',
      request: { token: EXAMPLE.linkToken },
      reply: { email: null },
    },
  ],
  startOAuth: [
    {
      name: 'github',
      summary: 'With GitHub',
      request: { provider: 'github' },
      reply: { url: 'https://github.com/login/oauth/authorize?response_type=code&client_id=…' },
    },
  ],
  finishOAuth: [
    {
      name: 'github',
      summary: 'Back from GitHub',
      request: { provider: 'github', code: EXAMPLE.oauthCode, state: EXAMPLE.oauthState },
      reply: { account: { id: accountId, kind: 'person', email: 'ada@example.com' }, sessionId: EXAMPLE.sessionId },
    },
  ],
  makeSignInLink: [
    {
      name: 'link',
      summary: 'For a browser of the owner’s',
      reply: { url: `http://127.0.0.1:8787/sign-in#token=${EXAMPLE.linkToken}`, expiresAt: at },
    },
  ],
  beginDevice: [
    {
      name: 'device',
      summary: 'A command line that signs in',
      request: { client_id: 'svc', device: 'laptop' },
      reply: {
        device_code: EXAMPLE.deviceCode,
        user_code: EXAMPLE.userCode,
        verification_uri: 'http://127.0.0.1:8787/device',
        verification_uri_complete: `http://127.0.0.1:8787/device#code=${EXAMPLE.userCode}`,
        expires_in: 900,
        interval: 5,
      },
    },
  ],
  lookUpDevice: [
    {
      name: 'waiting',
      summary: 'A device that waits',
      request: { userCode: EXAMPLE.userCode },
      reply: { userCode: EXAMPLE.userCode, device: 'laptop', access: 'write', address: '127.0.0.1', createdAt: at, expiresAt: at },
    },
  ],
  mcpCallback: [
    {
      name: 'consent',
      summary: 'An agent host on a laptop, which reads alone',
      request: {
        client_id: '8c1f6f0e-52c4-4cf9-9d0c-6f7f0a9a2b11',
        redirect_uri: 'http://127.0.0.1:33418/callback',
        state: 'Zt2nq4WcR8y0bQkM',
        mcp_host: 'claude-code',
        device_id: 'laptop',
        access: 'read',
      },
      reply: { code: EXAMPLE.agentCode, expires_in: 60 },
    },
  ],
  decideDevice: [
    {
      name: 'approve',
      summary: 'Approve it',
      request: { userCode: EXAMPLE.userCode, decision: 'approve' },
      reply: { device: 'laptop', decision: 'approve' },
    },
  ],
  redeemDevice: [
    {
      name: 'key',
      summary: 'The key of an approved device',
      request: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: EXAMPLE.deviceCode, client_id: 'svc' },
      reply: {
        access_token: EXAMPLE.key,
        token_type: 'Bearer',
        scope: 'write',
        key: {
          id: EXAMPLE.keyId,
          type: 'sk_live',
          last4: '8f3K',
          name: 'svc on laptop',
          deviceId: 'laptop',
          access: 'write',
          createdAt: at,
          lastUsedAt: null,
          revokedAt: null,
        },
      },
    },
  ],
  whoAmI: [
    {
      name: 'owner',
      summary: 'The owner, by their file',
      reply: {
        kind: 'session',
        access: 'write',
        account: { id: accountId, kind: 'local', email: null },
        sessionId: null,
        keyId: null,
      },
    },
  ],
  listSessions: [
    {
      name: 'browsers',
      summary: 'One browser',
      reply: [
        {
          id: EXAMPLE.sessionId,
          method: 'link',
          createdAt: at,
          lastUsedAt: at,
          expiresAt: at,
          agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          address: '127.0.0.1',
          current: false,
        },
      ],
    },
  ],
  endSession: [
    {
      name: 'end',
      summary: 'Sign one out',
      parameters: { id: EXAMPLE.sessionId },
      reply: { id: EXAMPLE.sessionId, ended: true },
    },
  ],
  signOut: [{ name: 'out', summary: 'This browser', reply: { signedOut: true } }],
  signOutEverywhere: [{ name: 'everywhere', summary: 'All browsers', reply: { ended: 1 } }],
  adoptAnonymous: [
    {
      name: 'adopt',
      summary: 'Take an anonymous session over',
      request: { token: EXAMPLE.token },
      reply: { adopted: true, databases: [EXAMPLE.db], savedPrompt: null },
    },
  ],
};
