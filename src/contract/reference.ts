import type { OperationName } from './operations.ts';

/** Groups of the reference, in its order. */
export const TAGS = {
  Ask: 'Plain English or SQL in; an answer, the rows and the exact SQL out. A write can be undone for a day.',
  Databases: 'What there is, and what its words mean.',
  Chat: 'Questions that go on from each other, kept with their answers.',
  Receipts: 'What was asked, how it was read, what ran and what came of it.',
  Service: 'Models, and what an anonymous session left.',
} as const;

export const TAG_OF: Readonly<Record<OperationName, keyof typeof TAGS>> = {
  ask: 'Ask',
  run: 'Ask',
  insert: 'Ask',
  undo: 'Ask',
  createDatabase: 'Databases',
  listDatabases: 'Databases',
  getDatabase: 'Databases',
  updateDatabase: 'Databases',
  describeDatabase: 'Databases',
  getGlossary: 'Databases',
  putGlossary: 'Databases',
  deleteDatabase: 'Databases',
  postChatMessage: 'Chat',
  listChatMessages: 'Chat',
  getTrace: 'Receipts',
  replayTrace: 'Receipts',
  listModels: 'Service',
  adoptAnonymous: 'Service',
};

/** What examples say where they mean something of the reader's own: the reference page puts in what its last replies named. */
export const YOURS = { db: 'db_yours', trace: 'trace_yours', write: 'write_yours' } as const;

const BEANS = 'track coffee beans with roaster, price and rating';

/** Bodies that run one after the other, by what they show. The first is the one that the reference page fills in. */
export const EXAMPLES: Readonly<Partial<Record<OperationName, Readonly<Record<string, object>>>>> = {
  ask: {
    'Make a database': { goal: BEANS },
    'Add a row': { db: YOURS.db, goal: 'add a coffee bean with roaster Onyx and price 18.5 and rating 5' },
    'Ask a question': { db: YOURS.db, goal: 'How many coffee beans have a price above 15?' },
    'Preview a write': { db: YOURS.db, goal: 'delete the coffee beans with roaster Onyx' },
  },
  run: { 'Read with a bound value': { db: YOURS.db, sql: 'SELECT * FROM coffee_beans WHERE price > $1', params: [15] } },
  insert: { 'One row': { db: YOURS.db, table: 'coffee_beans', rows: [{ roaster: 'Onyx', price: 18.5, rating: 5 }] } },
  undo: { 'The last write': { db: YOURS.db, traceId: YOURS.write } },
  createDatabase: { 'From a goal': { goal: BEANS } },
  updateDatabase: { 'Another name': { name: 'My coffee beans' } },
  putGlossary: {
    'One word': { terms: [{ term: 'fancy bean', means: 'coffee bean with price above 15' }], notes: 'Prices are in dollars.' },
  },
  postChatMessage: { 'A question': { dbId: YOURS.db, goal: 'How many coffee beans are there?' } },
  adoptAnonymous: { 'A session': { token: 'anon_…' } },
};

/** Shapes of a reply beside JSON, by `Accept`. */
export const OTHER_REPLIES: Readonly<Partial<Record<OperationName, Readonly<Record<string, string>>>>> = {
  ask: {
    'text/event-stream':
      'event: planning\ndata: {"type":"planning","ms":1.9}\n\nevent: done\ndata: {"type":"done","status":"ok","kind":"query","answer":"1 coffee bean."}\n\n',
    'text/csv': 'roaster,price\r\nOnyx,18.5\r\n',
    'application/x-ndjson': '{"roaster":"Onyx","price":18.5}\n',
  },
  run: { 'text/csv': 'roaster,price\r\nOnyx,18.5\r\n', 'application/x-ndjson': '{"roaster":"Onyx","price":18.5}\n' },
};
