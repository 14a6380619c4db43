import type { OperationName } from './operations.ts';

/** Stand for what the service makes up; the reference page puts the reader's own in their place. */
export const EXAMPLE = {
  db: 'db_coffee_beans_k3v9x2aq',
  otherDb: 'db_plants_m7c4t5rd',
  token: 'anon_Xq3…',
  confirmToken: 'b1f0c6d2…',
  /** Of a question. */
  trace: '01a1f0c2-7d4e-7b3a-9c55-2f6f0f6d1c11',
  /** Of a write. */
  written: '01a1f0c2-8a10-7e21-8d0b-5b3b1f8e7a42',
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

const summary = {
  dbId: EXAMPLE.db,
  slug: 'coffee_beans',
  name: 'coffee-beans',
  engine: 'postgres',
  origin: 'hosted',
  role: 'owner',
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
  listModels: [
    {
      name: 'builtin',
      summary: 'Without a provider',
      reply: {
        presets: [{ id: 'auto', available: true, description: 'The built-in planner.' }],
        providers: [],
        privacy: ['none'],
        engines: ['postgres'],
        schemaPresets: [],
      },
    },
  ],
  adoptAnonymous: [
    {
      name: 'adopt',
      summary: 'Take an anonymous session over',
      request: { token: EXAMPLE.token },
      reply: { adopted: true, databases: [EXAMPLE.db], savedPrompt: null },
    },
  ],
};
