import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cut, type ModelReply, type ModelServer, plans, refuses, says, silent, startModelServer, status } from '../support/model-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { BEANS, type Reply, startSession, type TestSession, until } from '../support/session.ts';

const KEY = 'sk-provider-0123456789-very-secret';
/** Words that the built-in planner makes nothing of. */
const PUZZLE = 'what would one typically pay around here, all things considered';
const HIGHEST = 'SELECT max(price) AS highest FROM coffee_beans';
const CONTENTS = 'SELECT roaster, price::text, rating FROM coffee_beans ORDER BY id';

let model: ModelServer;
let other: ModelServer;
let service: TestService;
let beans: TestSession;
const logged: string[] = [];

const providers = (more: object[] = []) =>
  JSON.stringify([{ id: 'local', baseUrl: model.url, apiKey: KEY, fast: 'small', best: 'large' }, ...more]);
const start = (settings: Record<string, string> = {}) =>
  startService(
    { SVC_LLM_PROVIDERS: providers(), SVC_LOG_LEVEL: 'trace', ...settings },
    { logTo: { write: (line) => void logged.push(line) } },
  );

beforeAll(async () => {
  [model, other] = await Promise.all([startModelServer(), startModelServer()]);
  service = await start({ SVC_METRICS_PORT: '0' });
});
afterAll(async () => {
  await service.close();
  await Promise.all([model.close(), other.close()]);
});

async function stocked(on: TestService): Promise<TestSession> {
  const session = await startSession(on);
  await session.rows("INSERT INTO coffee_beans (roaster, price, rating) VALUES ('Onyx', 18.5, 5), ('Sey', 22, 4), ('Onyx', 30, 3)");
  return session;
}

beforeEach(async () => {
  beans = await stocked(service);
  model.requests.length = 0;
  other.requests.length = 0;
});

const replies: string[] = [];
/** Every reply is kept, to be searched for secrets at the end. */
async function ask(session: TestSession, goal: string, more: object = {}, options?: Parameters<TestSession['ask']>[2]): Promise<Reply> {
  const reply = await session.ask(goal, more, options);
  replies.push(reply.text, JSON.stringify([...reply.headers]));
  return reply;
}
const errorOf = (reply: Reply) => reply.json().error as { code: string; params: Record<string, unknown> };
const traceOf = (reply: Reply) => reply.json().trace as Record<string, unknown> & { egress?: Record<string, unknown> };
const lastPrompt = () => model.requests.at(-1)?.body.messages.map(({ content }) => content) ?? [];

describe('a change of tables and columns', () => {
  const GOAL = 'we had better note down where each of them was grown';
  const columns = async () => (await beans.rows('SELECT * FROM coffee_beans LIMIT 1')).flatMap((row) => Object.keys(row));

  test('is made of the model’s DDL, previewed and confirmed', async () => {
    model.script(plans({ kind: 'write', sql: 'ALTER TABLE coffee_beans ADD COLUMN origin text', assumptions: ['grown means origin'] }));
    expect((await ask(beans, GOAL)).json()).toMatchObject({
      kind: 'preview',
      diff: { verb: 'alter', changes: [{ change: 'addColumn', table: 'coffee_beans' }] },
      trace: { model: 'local/small', assumptions: ['grown means origin'] },
    });
    expect(await columns()).not.toContain('origin');
    expect((await ask(beans, GOAL, { confirm: true })).json()).toMatchObject({ kind: 'write' });
    expect(await columns()).toContain('origin');
  });

  test('in any other form goes back to it with what is wrong', async () => {
    model.script(
      plans({ kind: 'write', sql: 'ALTER TABLE coffee_beans OWNER TO postgres' }),
      plans({ kind: 'query', sql: 'DROP TABLE coffee_beans' }),
      plans({ kind: 'write', sql: 'ALTER TABLE coffee_beans DROP COLUMN id' }),
    );
    expect(errorOf(await ask(beans, GOAL)).code).toBe('llm_failed');
    const sent = model.requests.map(({ body }) => body.messages.at(-1)?.content ?? '');
    expect(sent[1]).toContain('ChangeOwner in ALTER TABLE is not supported');
    expect(sent[2]).toContain('kind is "query", but the statement changes tables');
    expect(await columns()).toContain('id');
  });
});

describe('a question that the built-in planner declines', () => {
  test('is answered by the model’s plan; the trace says who made it and what was sent', async () => {
    model.script(plans({ kind: 'query', sql: HIGHEST, assumptions: ['"pay" read as price'] }));
    const reply = await ask(beans, PUZZLE, {}, { key: null });
    expect(reply.json()).toMatchObject({ status: 'ok', kind: 'query', data: [{ highest: 30 }] });
    const trace = traceOf(reply);
    expect(trace).toMatchObject({
      model: 'local/small',
      confidence: null,
      assumptions: ['"pay" read as price'],
      egress: {
        provider: 'local',
        model: 'small',
        categories: ['request', 'schema'],
        columns: [],
        rows: 0,
        repairs: 0,
        attempts: [{ provider: 'local', model: 'small', outcome: 'ok', promptTokens: 321, completionTokens: 21 }],
      },
    });
    expect(trace.egress?.bytes).toBe(Buffer.byteLength(model.requests[0]?.text ?? ''));
    expect(trace.sql).not.toBe(HIGHEST);
    expect(model.requests[0]).toMatchObject({ path: '/v1/chat/completions', authorization: `Bearer ${KEY}`, body: { model: 'small' } });
  });

  test('is not sent when the built-in planner is sure', async () => {
    const reply = await ask(beans, 'How many coffee beans are there?');
    expect(traceOf(reply)).toMatchObject({ model: 'builtin' });
    expect(traceOf(reply)).not.toHaveProperty('egress');
    expect(model.requests).toEqual([]);
  });

  test('tells each step to a stream', async () => {
    model.script(plans({ kind: 'query', sql: HIGHEST }));
    const reply = await ask(beans, PUZZLE, {}, { headers: { accept: 'text/event-stream' } });
    expect(reply.text.match(/^event: (\w+)/gm)).toEqual(
      ['selected_db', 'planning', 'plan', 'validated', 'executing', 'rows', 'answer', 'done'].map((type) => `event: ${type}`),
    );
    expect(reply.text).toContain('"model":"local/small"');
  });
});

describe('repairs', () => {
  test('an unknown table goes back with what exists, and the second statement is answered', async () => {
    model.script(plans({ kind: 'query', sql: 'SELECT price FROM cofee_bean' }), plans({ kind: 'query', sql: HIGHEST }));
    const reply = await ask(beans, PUZZLE);
    expect(reply.json()).toMatchObject({ data: [{ highest: 30 }] });
    expect(traceOf(reply).egress).toMatchObject({ repairs: 1, attempts: [{ outcome: 'ok' }, { outcome: 'ok' }] });
    const repair = lastPrompt().at(-1) ?? '';
    expect(repair).toContain('cofee_bean does not exist. Nearest: coffee_beans.');
    expect(model.requests).toHaveLength(2);
  });

  test('after two of them the request is declined with the reason', async () => {
    model.script(plans({ kind: 'query', sql: 'SELECT flavour FROM coffee_beans' }));
    const error = errorOf(await ask(beans, PUZZLE));
    expect(error).toMatchObject({
      code: 'llm_failed',
      params: { reason: expect.stringMatching(/flavour does not exist.*roaster, price, rating/), egress: { repairs: 2 } },
    });
    expect(model.requests).toHaveLength(3);
  });

  test.each([
    ['two statements', "SELECT 1; DELETE FROM coffee_beans WHERE roaster = 'Onyx'"],
    ['a definition', 'DROP TABLE coffee_beans'],
    ['a function of the server', "SELECT pg_read_file('/etc/passwd')"],
    ['another schema', 'SELECT usename FROM pg_catalog.pg_user'],
    ['text that is no SQL', 'rm -rf /'],
  ])('%s never runs', async (_what, sql) => {
    model.script(plans({ kind: 'query', sql }));
    expect(errorOf(await ask(beans, PUZZLE)).code).toBe('llm_failed');
    expect(model.requests).toHaveLength(3);
    expect(await beans.rows(CONTENTS)).toHaveLength(3);
  });

  test('a statement that contradicts itself goes back', async () => {
    model.script(
      plans({ kind: 'query', sql: "SELECT price FROM coffee_beans WHERE roaster = 'Onyx' AND roaster = 'Sey'" }),
      plans({ kind: 'query', sql: HIGHEST }),
    );
    expect((await ask(beans, PUZZLE)).json()).toMatchObject({ data: [{ highest: 30 }], trace: { egress: { repairs: 1 } } });
  });

  test('a statement that reads no table is said to be the model’s own word', async () => {
    model.script(plans({ kind: 'query', sql: 'SELECT max(n) AS highest FROM (VALUES (41), (42)) AS v (n)' }));
    const reply = await ask(beans, PUZZLE);
    const own = 'no table is read: what it says is the model’s own word, not the database’s';
    expect(reply.json()).toMatchObject({ data: [{ highest: 42 }], trace: { assumptions: [own] } });
    model.script(plans({ kind: 'query', sql: 'SELECT max(price) AS highest FROM (SELECT price FROM coffee_beans) AS v' }));
    expect((await ask(beans, `${PUZZLE} now`)).json()).toMatchObject({ data: [{ highest: 30 }], trace: { assumptions: [] } });
  });

  test('a statement that does not do what its kind says goes back', async () => {
    model.script(plans({ kind: 'query', sql: "DELETE FROM coffee_beans WHERE roaster = 'Onyx'" }));
    expect(errorOf(await ask(beans, PUZZLE)).params.reason).toContain('the statement changes rows');
    expect(await beans.rows(CONTENTS)).toHaveLength(3);
  });
});

describe('other kinds of reply', () => {
  test('clarify gives both readings, each to be sent again', async () => {
    const alternatives = [
      { label: 'Average', goal: 'what is the average price of the coffee beans?' },
      { label: 'Highest', goal: 'what is the highest price of the coffee beans?' },
    ];
    model.script(plans({ kind: 'clarify', alternatives }));
    const error = errorOf(await ask(beans, PUZZLE));
    expect(error).toMatchObject({ code: 'clarify_required', params: { options: alternatives, egress: { provider: 'local' } } });
    for (const { goal } of alternatives) expect((await ask(beans, goal)).status).toBe(200);
  });

  test('cannot is declined with the model’s reason', async () => {
    model.script(plans({ kind: 'cannot', assumptions: ['There is nothing about the weather here.'] }));
    expect(errorOf(await ask(beans, PUZZLE))).toMatchObject({
      code: 'llm_failed',
      params: { reason: 'There is nothing about the weather here.', tables: ['coffee_beans'] },
    });
  });

  test('create is asked back, and the option makes a new database', async () => {
    model.script(plans({ kind: 'create' }));
    const options = errorOf(await ask(beans, 'somewhere for teas')).params.options as { goal: string; dropPin?: true }[];
    expect(options).toEqual([{ label: 'Create a new database', goal: expect.any(String), dropPin: true }]);
    model.script(says('{"title":"teas","tables":[{"name":"teas","columns":[{"name":"origin","type":"text"}]}]}'));
    const made = await beans.post('/v1/ask', { goal: options[0]?.goal });
    expect(made.json()).toMatchObject({ kind: 'create' });
  });
});

describe('writes', () => {
  test('an instruction that only the model reads is previewed, then confirmed as previewed', async () => {
    model.script(plans({ kind: 'write', sql: "UPDATE coffee_beans SET rating = 1 WHERE roaster = 'Onyx'" }));
    const goal = 'Onyx has let us down badly and everyone should see it';
    const preview = await ask(beans, goal);
    expect(preview.json()).toMatchObject({
      status: 'requires_confirm',
      diff: { verb: 'update', affectedRows: 2 },
      trace: { model: 'local/small' },
    });
    expect(await beans.rows("SELECT DISTINCT rating FROM coffee_beans WHERE roaster = 'Onyx' ORDER BY 1")).toEqual([
      { rating: 3 },
      { rating: 5 },
    ]);
    model.script(status(500));
    const confirmed = await ask(beans, goal, { confirm: true });
    expect(confirmed.json()).toMatchObject({ status: 'ok', kind: 'write', rowCount: 2, trace: { model: 'local/small', confidence: null } });
    expect(await beans.rows("SELECT DISTINCT rating FROM coffee_beans WHERE roaster = 'Onyx'")).toEqual([{ rating: 1 }]);
  });

  test('words that ask for no write insert nothing without a confirm', async () => {
    model.script(plans({ kind: 'write', sql: "INSERT INTO coffee_beans (roaster, price) VALUES ('Sey', 20)" }));
    const reply = await ask(beans, PUZZLE);
    expect(reply.json()).toMatchObject({ status: 'requires_confirm', diff: { verb: 'insert' } });
    expect(await beans.rows(CONTENTS)).toHaveLength(3);
    expect((await ask(beans, PUZZLE, { confirm: true })).json()).toMatchObject({ status: 'ok', kind: 'write', rowCount: 1 });
    expect(await beans.rows(CONTENTS)).toHaveLength(4);
  });

  test('an insert that the words ask for is made once; a retry gets its reply without the model', async () => {
    model.script(plans({ kind: 'write', sql: "INSERT INTO coffee_beans (roaster, price) VALUES ('Sey', 20)" }));
    const goal = 'add whatever it was that Sey brought along for twenty, you know, the usual thing';
    const key = 'insert-once-0001';
    const first = await ask(beans, goal, {}, { key });
    expect(first.json()).toMatchObject({ status: 'ok', kind: 'write', rowCount: 1 });
    const asked = model.requests.length;
    const again = await ask(beans, goal, {}, { key });
    expect(again.text).toBe(first.text);
    expect(model.requests).toHaveLength(asked);
    expect(await beans.rows(CONTENTS)).toHaveLength(4);
  });

  test('a read-only caller’s model writes nothing', async () => {
    model.script(plans({ kind: 'write', sql: "INSERT INTO coffee_beans (roaster, price) VALUES ('Sey', 20)" }));
    expect(errorOf(await ask(beans, PUZZLE, {}, { key: null })).code).toBe('idempotency_required');
    expect(await beans.rows(CONTENTS)).toHaveLength(3);
  });
});

describe('privacy', () => {
  const STORED = "SELECT price FROM coffee_beans WHERE roaster = 'onyx' ORDER BY price";

  test('under `none` no stored value leaves, and the plan is still spelled as stored', async () => {
    model.script(plans({ kind: 'query', sql: STORED }));
    const reply = await ask(beans, 'so what does the onyx stuff go for, roughly speaking');
    expect(reply.json()).toMatchObject({ data: [{ price: 18.5 }, { price: 30 }] });
    expect(traceOf(reply).assumptions).toContain('"onyx" read as the stored "Onyx"');
    for (const { text } of model.requests) for (const value of ['Onyx', 'Sey', '18.5']) expect(text).not.toContain(value);
    expect(traceOf(reply).egress).toMatchObject({ columns: [], rows: 0 });
  });

  test('the deployment allows, the database and the request narrow', async () => {
    const open = await start({ SVC_MODEL_PRIVACY: 'samples' });
    try {
      model.script(plans({ kind: 'query', sql: HIGHEST }));
      // The same words again would be answered by the plan that is known by then.
      const ways = ['roughly speaking', 'more or less', 'by and large', 'on the whole'];
      const asked = async (session: TestSession, more: object = {}) => {
        model.requests.length = 0;
        const reply = await ask(session, `so what does the onyx stuff go for, ${ways.shift()}`, more);
        const told = ['Onyx', 'Sey'].filter((value) => model.requests.some(({ text }) => text.includes(value)));
        return { told, columns: traceOf(reply).egress?.columns };
      };
      const session = await stocked(open);
      expect(await asked(session)).toEqual({ told: ['Onyx', 'Sey'], columns: ['coffee_beans.roaster'] });
      expect(await asked(session, { privacy: 'hits' })).toEqual({ told: ['Onyx'], columns: ['coffee_beans.roaster'] });
      expect(await asked(session, { privacy: 'none' })).toEqual({ told: [], columns: [] });
      const made = await session.post('/v1/databases', { goal: BEANS, privacy: 'none' });
      const closed: TestSession = {
        ...session,
        ask: (goal, more = {}) => session.post('/v1/ask', { db: made.json().dbId, goal, ...more }),
      };
      await session.post('/v1/insert', { db: made.json().dbId, table: 'coffee_beans', rows: [{ roaster: 'Onyx' }, { roaster: 'Sey' }] });
      expect(await asked(closed, { privacy: 'samples' })).toEqual({ told: [], columns: [] });
    } finally {
      await open.close();
    }
  });

  test('requests of this database that were answered before are told where samples are, with their SQL', async () => {
    const open = await start({ SVC_MODEL_PRIVACY: 'samples' });
    try {
      const session = await stocked(open);
      const stranger = await stocked(open);
      await ask(session, 'How many coffee beans have a price above 20?');
      model.script(plans({ kind: 'query', sql: HIGHEST }));
      const told = async (who: TestSession, more: object = {}) => {
        model.requests.length = 0;
        await ask(who, PUZZLE.replace('all', `${Object.keys(more).length} beans, all`), more);
        return lastPrompt().some((text) => text.includes('how many coffee beans have a price above 20 => SELECT count(*)'));
      };
      expect([await told(session), await told(stranger), await told(session, { privacy: 'hits' })]).toEqual([true, false, false]);
    } finally {
      await open.close();
    }
  });
});

describe('failures', () => {
  test.each<[string, ModelReply, string]>([
    ['a failing provider', status(500), 'the provider failed'],
    ['a provider that repeats the key', status(401, {}, `Incorrect API key provided: ${KEY}`), 'the provider refused the key'],
    ['a cut connection', cut, 'the provider cannot be reached'],
    ['words alone', says('Sorry, no idea.'), 'the reply could not be read'],
    ['a refusal', refuses, 'the model refused'],
    ['a rate limit', status(429, { 'retry-after': '0' }), 'the provider limits requests'],
  ])('%s is llm_failed with the reason, and what was sent', async (_what, reply, reason) => {
    const alone = await start();
    try {
      const session = await stocked(alone);
      model.requests.length = 0;
      model.script(reply);
      const error = errorOf(await ask(session, PUZZLE));
      expect(error).toMatchObject({
        code: 'llm_failed',
        params: { reason: expect.stringContaining(reason), egress: { provider: 'local' } },
      });
      expect((error.params.egress as { bytes: number }).bytes).toBe(
        model.requests.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
      );
    } finally {
      await alone.close();
    }
  });

  test('no answer within the deadline is llm_failed, and the socket is left', async () => {
    const hasty = await start({ SVC_MODEL_TIMEOUT_MS: '150' });
    try {
      const session = await stocked(hasty);
      model.requests.length = 0;
      model.script(silent);
      expect(errorOf(await ask(session, PUZZLE)).params.reason).toBe('No model answered in time.');
      await until(() => model.requests[0]?.left === true);
    } finally {
      await hasty.close();
    }
  });

  test('a caller who leaves ends the request to the provider', async () => {
    model.script(silent);
    const leaving = new AbortController();
    const asked = fetch(`${service.url}/v1/ask`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${beans.token}` },
      body: JSON.stringify({ db: beans.db, goal: PUZZLE }),
    }).catch(() => null);
    await until(() => model.requests.length === 1);
    leaving.abort();
    await asked;
    await until(() => model.requests[0]?.left === true);
    expect(model.requests).toHaveLength(1);
  });

  test('the next provider answers for one that fails', async () => {
    const both = await start({ SVC_LLM_PROVIDERS: providers([{ id: 'backup', baseUrl: other.url, fast: 'spare' }]) });
    try {
      const session = await stocked(both);
      model.script(status(503));
      other.script(plans({ kind: 'query', sql: HIGHEST }));
      const trace = traceOf(await ask(session, PUZZLE));
      expect(trace).toMatchObject({
        model: 'backup/spare',
        egress: {
          provider: 'backup',
          attempts: [
            { provider: 'local', outcome: 'server_error' },
            { provider: 'backup', outcome: 'ok' },
          ],
        },
      });
      expect(other.requests[0]?.authorization).not.toContain(KEY);
      for (const each of [model, other]) each.script(status(429, { 'retry-after': '20' }));
      const limited = await ask(session, `${PUZZLE} again`);
      expect([errorOf(limited).code, limited.headers.get('retry-after')]).toEqual(['llm_failed', '20']);
    } finally {
      await both.close();
    }
  });
});

describe('presets', () => {
  test('`fast` and `auto` ask the built-in planner first; `best` needs a key of one’s own or a paid plan', async () => {
    model.script(plans({ kind: 'query', sql: HIGHEST }));
    for (const [preset, question, puzzle] of [
      ['auto', 'How many coffee beans are there?', PUZZLE],
      ['fast', 'What is the highest price?', `${PUZZLE}, fast`],
    ] as const) {
      expect(traceOf(await ask(beans, question, { model: preset })).model).toBe('builtin');
      expect(traceOf(await ask(beans, puzzle, { model: preset })).model).toBe('local/small');
      expect(traceOf(await ask(beans, puzzle, { model: preset })).model).toBe('cache');
    }
    expect(errorOf(await ask(beans, PUZZLE, { model: 'best' })).code).toBe('model_unavailable');
    expect(errorOf(await ask(beans, PUZZLE, { model: 'local/large' })).code).toBe('model_unavailable');
    expect(traceOf(await ask(beans, PUZZLE, { model: 'local/small' })).model).toBe('local/small');
    const unknown = errorOf(await ask(beans, PUZZLE, { model: 'local/huge' }));
    expect(unknown).toMatchObject({ code: 'invalid_model', params: { allowed: ['auto', 'fast', 'best', 'local/small'] } });
    expect((await beans.get('/v1/models')).json()).toMatchObject({
      presets: [
        { id: 'auto', available: true },
        { id: 'fast', available: true },
        { id: 'best', available: false },
      ],
      providers: [{ id: 'local', models: ['small'] }],
      privacy: ['none'],
    });
  });

  test('where `best` is open it asks the best model first, `auto` asks it last, and the built-in planner stands in', async () => {
    const paid = await start({ SVC_MODEL_BEST_FOR_ALL: 'true' });
    try {
      const session = await stocked(paid);
      const models = () => model.requests.splice(0).map(({ body }) => body.model);
      models();
      model.script(plans({ kind: 'query', sql: HIGHEST }));
      expect(traceOf(await ask(session, 'How many coffee beans are there?', { model: 'best' })).model).toBe('local/large');
      expect(models()).toEqual(['large']);
      model.script(plans({ kind: 'cannot' }), plans({ kind: 'query', sql: HIGHEST }));
      expect(traceOf(await ask(session, PUZZLE)).model).toBe('local/large');
      expect(models()).toEqual(['small', 'large']);
      model.script(refuses);
      const stood = traceOf(await ask(session, 'How many coffee beans are there?', { model: 'best' }));
      expect(stood).toMatchObject({ model: 'builtin', egress: { attempts: [{ outcome: 'refused' }] } });
    } finally {
      await paid.close();
    }
  });

  test('a provider key in the header needs somebody who is signed in', async () => {
    const headers = { 'x-svc-byollm-key': `openai:gpt-6:${KEY}` };
    expect(errorOf(await ask(beans, PUZZLE, {}, { headers })).code).toBe('byollm_requires_session');
    expect(errorOf(await ask(beans, PUZZLE, {}, { headers: { 'x-svc-byollm-key': KEY } })).code).toBe('invalid_byollm_key');
    expect(model.requests).toEqual([]);
  });
});

describe('creating', () => {
  const DESIGN = {
    title: 'Shelf-Life',
    tables: [
      {
        name: 'shelves',
        comment: 'Places',
        columns: [{ name: 'label', type: 'text', nullable: false, unique: true, allowed: [], comment: '' }],
        references: [],
      },
      {
        name: 'jars',
        comment: '',
        columns: [
          { name: 'shelf_id', type: 'integer', nullable: false, unique: false, allowed: [], comment: '' },
          { name: 'state', type: 'text', nullable: true, unique: false, allowed: ['full', 'empty'], comment: '' },
        ],
        references: [{ column: 'shelf_id', table: 'shelves' }],
      },
    ],
    assumptions: ['A jar stands on one shelf'],
  };
  const VAGUE = 'create a database for the pantry, whatever makes sense';

  test('a brief that the built-in reading declines is designed by the model', async () => {
    model.script(says(JSON.stringify({ ...DESIGN, tables: [] })), says(JSON.stringify(DESIGN)));
    const vague = await beans.post('/v1/ask', { goal: VAGUE });
    expect(errorOf(vague)).toMatchObject({ code: 'infer_failed', params: { egress: { provider: 'local' } } });
    const made = await beans.post('/v1/ask', { goal: VAGUE });
    expect(made.json()).toMatchObject({
      kind: 'create',
      slug: 'shelf_life',
      trace: { model: 'local/small', assumptions: ['A jar stands on one shelf'], egress: { categories: ['request'], provider: 'local' } },
    });
    const on = { ...beans, db: String(made.json().dbId) };
    const run = (sql: string) => beans.post('/v1/run', { db: on.db, sql });
    expect((await run("INSERT INTO shelves (label) VALUES ('top')")).status).toBe(200);
    expect((await run("INSERT INTO jars (shelf_id, state) VALUES (1, 'cracked')")).status).toBe(409);
  });

  test('a design that does not hold together goes back once', async () => {
    const broken = { ...DESIGN, tables: DESIGN.tables.slice(1) };
    model.script(says(JSON.stringify(broken)), says(JSON.stringify(DESIGN)));
    const made = await beans.post('/v1/databases', { goal: VAGUE });
    expect(made.status).toBe(201);
    expect(made.json()).toMatchObject({ egress: { repairs: 1 } });
    expect(lastPrompt().at(-1)).toContain('points at shelves, which is not there');
  });
});

describe('secrets', () => {
  test('no log line, reply or error of this file holds the provider’s key', () => {
    expect(logged.length).toBeGreaterThan(50);
    expect(replies.length).toBeGreaterThan(50);
    expect(logged.filter((line) => line.includes(KEY))).toEqual([]);
    expect(replies.filter((text) => text.includes(KEY))).toEqual([]);
  });

  test('the figures count exchanges by provider and model, and hold neither the key nor a word of them', async () => {
    const text = await (await fetch(String(service.metricsUrl))).text();
    expect(text).toMatch(/^gen_ai_client_operation_duration_count\{.*gen_ai_provider_name="local",gen_ai_request_model="small"\} [1-9]/m);
    expect(text).toMatch(/^svc_ask_duration_count\{svc_ask_planner="model",svc_ask_outcome="query"\} [1-9]/m);
    for (const untold of [KEY, PUZZLE, 'Onyx', 'coffee', beans.db]) expect(text).not.toContain(untold);
  });
});
