import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Importing, importingAs } from '../support/imports.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { workbook } from '../support/workbook.ts';

/** In every source here; in no reply of an import, and in no line of the log. */
const CANARY = `canary${randomUUID().replaceAll('-', '')}`;
/** Longer than a key may be for the engine, whose message says how much so. */
const LONG = `${CANARY}${randomBytes(8_000).toString('hex')}`;

const lines: string[] = [];
let owned: OwnedService;
let it: Importing;

beforeAll(async () => {
  owned = await newOwnedService({ SVC_LOG_LEVEL: 'info' }, { logTo: { write: (line) => void lines.push(line) } });
  it = importingAs(owned.service, owned.owner.token);
});
afterAll(async () => {
  await owned?.home.close();
});

const base64 = (content: Buffer) => ({ base64: content.toString('base64') });
const SOURCES: readonly [what: string, name: string, content: object, packId?: string][] = [
  ['a table', 'a.csv', { text: `id,name\n1,${CANARY}\n` }],
  ['a row of another length', 'a.csv', { text: `a,b\n1,2\n${CANARY},${CANARY},${CANARY}\n` }],
  ['a quote that is not closed', 'a.csv', { text: `a,b\n1,"${CANARY}\n` }],
  ['two encodings', 'a.csv', base64(Buffer.concat([Buffer.from(`a\nÅ${CANARY}\n`), Buffer.from('Jos\xe9\n', 'latin1')]))],
  ['a secret', 'a.csv', { text: `a,b\n1,password=${CANARY}1\n2,x\n` }],
  ['a text among numbers', 'a.csv', { text: `n\n${'1\n'.repeat(30)}${CANARY}\n` }],
  ['a key that is too long', 'a.csv', { text: `code,n\n${LONG},1\n` }],
  ['JSON that ends too early', 'a.json', { text: `[{"a":"${CANARY}"` }],
  ['a value beside lists', 'a.json', { text: `{"note":"${CANARY}","rows":[{"a":"${CANARY}"}]}` }],
  ['a line that is no JSON', 'a.ndjson', { text: `{"a":1}\n{"${CANARY}\n` }],
  ['a workbook', 'a.xlsx', base64(workbook('a', [['a'], [CANARY]]))],
  ['a workbook that is none', 'a.xlsx', { text: CANARY }],
  ['notes', 'a.md', { text: `# Title\n\n${CANARY} runs.\n\nuser: ${CANARY}\n\npassword=${CANARY}1\n` }, 'notes'],
  ['a log that is none', 'a.txt', { text: `commit ${'a'.repeat(40)}\n${CANARY}\n` }, 'repo'],
  ['an issue without a title', 'a.json', { text: `[{"number":1,"body":"${CANARY}"}]` }, 'repo'],
];

test.each(SOURCES)('%s: nothing of it is told', async (_what, name, content, packId = 'tabular') => {
  const before = lines.length;
  const record = await it.whole({ files: [{ name, ...content }] }, { packId });
  expect(JSON.stringify(record)).not.toContain(CANARY);
  // Its requests, at the least.
  expect(lines.length).toBeGreaterThan(before);
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
});

test('nor of a URL that does not answer as it should', async () => {
  const record = await it.whole({ url: `https://localhost/${CANARY}?key=${CANARY}`, name: 'a.csv' });
  expect(record.error).toMatchObject({ code: 'source_unreadable' });
  expect(JSON.stringify(record)).not.toContain(CANARY);
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
});
