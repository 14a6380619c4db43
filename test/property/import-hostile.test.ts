import { expect, test } from 'vitest';
import { tabularFormat } from '../../src/packs/formats.ts';
import { pickName } from '../../src/packs/names.ts';
import { readNote } from '../../src/packs/notes/read-note.ts';
import { readJsonSheets } from '../../src/packs/read/json.ts';
import { readGitLog } from '../../src/packs/repo/git-log.ts';
import { looksSecret, secretsIn } from '../../src/packs/secrets.ts';
import type { TableState } from '../../src/packs/state.ts';
import { relationChecks } from '../../src/packs/tabular/relations.ts';

/** Texts on which a search that is tried again at each character takes minutes to days: a hang is ended by the time of the test. */
const LENGTH = 200_000;
const times = (text: string): string => text.repeat(Math.ceil(LENGTH / text.length));

const log = (line: string): string => `commit ${'a'.repeat(40)}\nAuthor: Ana <ana@example.com>\n${line}\n`;

test.each([
  ['an author of spaces', `Author: ${times(' ')}x`],
  ['an author of brackets', `Author: ${times('<')}`],
  ['a rename of tabs', `R100\t${times('\t')}\u2028x`],
  ['a date of digits', `Date: ${times('1')}`],
  ['counts of digits', times('1')],
  ['one word', times('x')],
])('a log with %s is refused by its line', (_, line) => {
  expect(() => readGitLog(log(line), 'log.txt')).toThrowError(
    expect.objectContaining({ code: 'source_unreadable', params: expect.objectContaining({ file: 'log.txt', row: 3 }) }),
  );
});

test.each([
  ['an author of spaces', `Author: ${' '.repeat(60_000)}x`],
  ['an author of brackets', `Author: ${'<'.repeat(60_000)}`],
  ['a rename of tabs', `R100\t${'\t'.repeat(60_000)}`],
])('%s in the longest line that is read', (_, line) => {
  expect(() => readGitLog(log(`${line}\n`.repeat(4)), 'log.txt')).toThrow();
});

test('an author is what stands before the address', () => {
  const { sheets } = readGitLog(`commit ${'a'.repeat(40)}\r\nAuthor:  Ana < of > Lima  <ana@example.com> \r\n`, 'log.txt');
  expect([...(sheets[0]?.rows ?? [])][0]).toEqual([expect.anything(), 'Ana < of > Lima', 'ana@example.com']);
});

test.each([
  '[',
  '![',
  '[[',
  '[[a',
  '[[a|',
  '[a](b',
  '[](',
  '[a](b ',
  '**a',
  '__',
  '*_',
  '`',
  '#a ',
  'word ',
  'word. ',
  '😀',
  '<a ',
  '| ',
  '- ',
  '* ',
  '- a\n',
  '> a\n',
  '- a\n\n',
  ' ',
  '    ',
  '```\n',
  '\n---',
  '[a]: ',
  '\t',
])('a note of %j alone is read to its end', (piece) => {
  const found = readNote(times(piece), 'note');
  for (const one of found) if (one.kind === 'fact') expect([...one.content].length).toBeLessThanOrEqual(10_000);
});

test.each(['- ', '> ', '1) ', '>', '* > '])('a note of %j inside each other is refused', (piece) => {
  expect(() => readNote(`A note\n${times(piece)}x`, 'note')).toThrowError(
    expect.objectContaining({ code: 'source_unreadable', params: expect.objectContaining({ file: 'note', row: 2 }) }),
  );
});

test('so is a list that nests by its lines', () => {
  const lines = Array.from({ length: 450 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n');
  expect(() => readNote(lines, 'note')).toThrowError(expect.objectContaining({ code: 'source_unreadable' }));
});

test('links are said as before', () => {
  const [fact, topic] = readNote(
    'See [[Lima|the capital]], ![map](https://a.example/m.png "A map") and [docs](https://b.example).',
    'note',
  );
  expect(fact).toMatchObject({ content: 'See Lima, map (https://a.example/m.png) and docs (https://b.example).' });
  expect(topic).toMatchObject({ kind: 'entity', name: 'Lima' });
});

test('a long paragraph is cut, and nothing of it is lost', () => {
  const text = times('One sentence of many. ').trim();
  const said = readNote(text, 'note').map((one) => (one.kind === 'fact' ? one.content : ''));
  expect(said.length).toBeGreaterThan(LENGTH / 10_000);
  expect(said.join(' ')).toBe(text);
});

test('a head of empty lines is told apart, and a name of a megabyte becomes one', () => {
  expect(tabularFormat('data', Buffer.from(`{}${times('\n')}`))).toBe('json');
  expect(tabularFormat('data', Buffer.from('{"a":1}  \r\n\n {"a":2}'))).toBe('ndjson');
  expect(pickName(times('x'), { instead: 'data', taken: new Set() }).name).toBe('x'.repeat(63));
});

test('JSON whose one wide row makes all others as wide is refused', () => {
  const wide = Object.fromEntries(Array.from({ length: 1_600 }, (_, index) => [`c${index}`, 1]));
  const text = `[${JSON.stringify(wide)}${',{}'.repeat(50_000)}]`;
  expect(() => readJsonSheets(text, 'a.json', 'a')).toThrowError(expect.objectContaining({ code: 'source_unreadable' }));
});

test.each(['eyJ-', 'eyJaaaaaaaaaa-', '.eyJa', 'pwd:', 'pwd : ', 'a.', 'a+b://', 'a://b:', '-----BEGIN ', 'access_'])(
  'sixteen megabytes of %j are looked through for secrets',
  (piece) => {
    expect([...secretsIn(piece.repeat(16_000_000 / piece.length))].length).toBeLessThanOrEqual(1);
  },
);

test.each([
  ['a token', `token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N`, true],
  ['a token behind a dash', `-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N`, true],
  ['a token inside a word', `xeyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N`, false],
  ['two parts of a token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0`, false],
  ['an address with a password', 'at postgres://ana:s3cret@db.example:5432/shop', true],
  ['an address without one', 'at https://example.com:8080/a@b', false],
  ['a password that looks made up', 'password: hunter22', true],
  ['prose on a password', 'password: forgotten again', false],
  ['a password behind other words', 'DB_PASSWORD=hunter22', true],
  ['a switch', 'show_password=false', false],
  ['a password inside of a word', 'compassword: hunter22', false],
  ['a password in JSON that is a cell of CSV', '"{""password"":""hunter22""}"', true],
  ['a password behind a line break that JSON has written', JSON.stringify({ env: 'A=1\npassword=hunter22' }), true],
  ['a key behind such a line break', JSON.stringify({ env: 'A=1\nAKIAIOSFODNN7EXAMPLE' }), true],
  ['a bearer of a request', 'Authorization: Bearer 9f8a7sd6f87as6df87a6sdf', true],
  ['a bearer of news', 'Bearer of news that everybody was waiting for', false],
])('of secrets: %s', (_, text, isSecret) => {
  expect(looksSecret(text)).toBe(isSecret);
});

test('relations of many wide tables are found, and each of them once', () => {
  const column = (name: string) => ({ name, kinds: 0, values: 1, textAt: null, textAfter: 0, type: 'bigint' as const });
  const tables = Array.from({ length: 64 }, (_, table) => ({
    ...({ from: 'a.csv', no: 0, bytes: 1, delimiter: ',', begins: 0, rowsBefore: 1, at: 1, rows: 1, seen: 1, skipped: 0 } as const),
    ...({ hasWide: false, isScanned: true, isDecoded: false, key: ['id'] } as const),
    name: `things_${table}`,
    // Its key is looked for among all of them.
    columns: [...Array.from({ length: 1_598 }, (_, at) => column(`c_${at}`)), column(`things_${(table + 1) % 64}_id`), column('id')],
  })) as unknown as TableState[];
  expect(relationChecks(tables)).toEqual(
    tables.map((_, table) => ({ kind: 'relation', table, column: `things_${(table + 1) % 64}_id`, to: (table + 1) % 64, key: 'id' })),
  );
});
