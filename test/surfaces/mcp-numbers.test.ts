import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveMcpStdio } from '../../mcp/stdio.ts';
import { rpc } from '../support/mcp.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSession, type TestSession } from '../support/session.ts';

let service: TestService;
let beans: TestSession;
beforeAll(async () => {
  service = await startService();
  beans = await startSession(service);
});
afterAll(() => service.close());

const WIDE = '[9007199254740993, 0.12345678901234567891, {"a": 9007199254740993}]';
const SQL = "SELECT $1::bigint + 1 AS n, $2::numeric AS d, $3::jsonb AS j, '12345678901234567890'::numeric AS own";
/** What stands in the text of a result, digit for digit. */
const ROW = '[9007199254740994,0.12345678901234567891,{"a":9007199254740993},12345678901234567890]';

/** `JSON.stringify` could not say such numbers; the mark is replaced by the literal values. */
const withParams = (body: unknown, params: string): string => JSON.stringify(body).replace('"<params>"', params);
const input = () => ({ db: beans.db, sql: SQL, params: '<params>' });

/** The engine spaces its documents. */
const unspaced = (text: string): string => text.replaceAll(/(\\?"): /g, '$1:');

async function post(body: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${beans.token}` },
    body,
  });
  return { status: reply.status, text: unspaced(await reply.text()) };
}

test('bound values of run keep every digit on the way in and out, over HTTP', async () => {
  const { headers, body } = rpc('tools/call', { name: 'run', arguments: input() });
  const { text } = await post(withParams(body, WIDE), headers);
  expect(text).toContain(`"rows":[${ROW}]`);
  expect(text).toContain(`\\n${JSON.stringify(ROW).slice(1, -1)}\\n`);
});

test('and through the protocol’s own server, where its JSON has to be text to keep them', async () => {
  const { headers, body } = rpc('tools/call', { name: 'run', arguments: input() });
  Object.assign(body.params._meta as object, { progressToken: 'p' });
  const { text } = await post(withParams(body, WIDE), headers);
  expect(text).toContain(`\\n${JSON.stringify(ROW).slice(1, -1)}\\n`);
  expect(text).toContain('"rows":[[9007199254740994,"0.12345678901234567891",{"a":"9007199254740993"},"12345678901234567890"]]');
});

test('a column that has to be text for one of its numbers there is text in every row', async () => {
  const sql = 'SELECT * FROM (VALUES (1, 9007199254740993, 1.50), (2, 7, 2.5), (3, NULL, NULL)) AS v (id, wide, price)';
  const { headers, body } = rpc('tools/call', { name: 'run', arguments: { db: beans.db, sql } });
  expect((await post(JSON.stringify(body), headers)).text).toContain('"rows":[[1,9007199254740993,1.50],[2,7,2.5],[3,null,null]]');
  const watched = rpc('tools/call', { name: 'run', arguments: { db: beans.db, sql } });
  Object.assign(watched.body.params._meta as object, { progressToken: 'p' });
  const { text } = await post(JSON.stringify(watched.body), watched.headers);
  expect(text).toContain('"rows":[[1,"9007199254740993",1.5],[2,"7",2.5],[3,null,null]]');
});

test('a number that would arrive as another is refused everywhere else', async () => {
  const { headers, body } = rpc('tools/call', { name: 'run', arguments: { db: beans.db, sql: 'SELECT 1', maxRows: '<params>' } });
  const refused = await post(withParams(body, '9007199254740993'), headers);
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('cannot be carried exactly') });
});

test('over standard input and output', async () => {
  const [input_, output] = [new PassThrough(), new PassThrough()];
  const handle = serveMcpStdio({ baseUrl: service.url, token: beans.token, input: input_, output });
  let said = '';
  output.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const answerTo = async (id: number): Promise<string> => {
    for (;;) {
      const line = said.split('\n').find((each) => each.includes(`"id":${id}`));
      if (line !== undefined) return line;
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  const begin = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  input_.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: begin })}\n`);
  await answerTo(1);
  input_.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'run', arguments: input() } };
  // A character of several bytes may be cut anywhere.
  const bytes = Buffer.from(`${withParams(call, WIDE).replace('AS own', 'AS \u00f6wn')}\n`);
  const cut = bytes.indexOf(0xc3) + 1;
  input_.write(bytes.subarray(0, cut));
  input_.write(bytes.subarray(cut));
  const reply = unspaced(await answerTo(2));
  expect(reply).toContain(`"rows":[${ROW}]`);
  expect(reply).toContain('\u00f6wn');
  for (const [line, code] of [
    ['{"jsonrpc":', -32_700],
    ['[1]', -32_600],
    ['{"a":1}', -32_600],
    ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', -32_600],
  ] as const) {
    said = '';
    input_.write(`${line}\n`);
    while (!said.includes('\n')) await new Promise((done) => setTimeout(done, 10));
    expect(JSON.parse(said)).toMatchObject({ error: { code }, id: null });
  }
  await handle.close();
});
