import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { drawChart } from '../../src/cli/output/chart.ts';
import { safeCell, safeJson, safeText } from '../../src/cli/output/safe-text.ts';
import { drawTable, fitWidths, tableOf } from '../../src/cli/output/table.ts';
import { COMMAND_OF, inCommands, OWN_WORDS } from '../../src/cli/own-words.ts';
import { readCsv } from '../../src/cli/read/csv.ts';
import { fitValues } from '../../src/cli/read/fit-values.ts';
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts';
import { OPERATION_ROWS, type OperationName } from '../../src/contract/operations.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';

describe('values of CSV', () => {
  const column = (name: string, type: string, hasDefault = false) => ({
    name,
    type,
    nullable: true,
    hasDefault,
    generated: false,
    comment: null,
  });
  const table = {
    name: 'coffee_beans',
    schema: 'public',
    kind: 'table' as const,
    comment: null,
    rowEstimate: 0,
    columns: [column('id', 'bigint', true), column('lot_code', 'text'), column('price', 'numeric')],
    primaryKey: ['id'],
    uniques: [],
    foreignKeys: [],
  };

  test('are numbers and booleans where the whole column is, and text where the table keeps text', () => {
    const rows = [
      { id: '', lotCode: '12', price: '18.50', zip: '007', open: 'true', digits: '1234567890123456789' },
      { id: '7', lotCode: '13', price: '', zip: '12', open: 'FALSE', digits: '1' },
    ];
    expect(fitValues(rows, 'coffeeBeans', [table])).toEqual([
      { lotCode: '12', price: new Verbatim('18.50'), zip: '007', open: true, digits: new Verbatim('1234567890123456789') },
      { id: 7, lotCode: '13', price: null, zip: '12', open: false, digits: 1 },
    ]);
  });

  test('are told apart by the mark that the header has most of, past a byte order mark', async () => {
    expect(await readCsv('\ufeffname;"price, net"\nOnyx;"1;5"\n\n', 'x')).toEqual([{ name: 'Onyx', 'price, net': '1;5' }]);
    expect(await readCsv('a\tb\r\n1\t2\r\n', 'x')).toEqual([{ a: '1', b: '2' }]);
  });
});

describe('tables', () => {
  test('the widest columns give way first, down to what can be read', () => {
    expect(fitWidths([4, 30, 50], 100)).toEqual([4, 30, 50]);
    expect(fitWidths([4, 30, 50], 44)).toEqual([4, 20, 20]);
    expect(fitWidths([30, 30], 15)).toBeNull();
  });

  test('numbers do not give way, since what is left of one is another number', () => {
    expect(fitWidths([20, 50], 44, [true, false])).toEqual([20, 24]);
    const rows = [{ n: 9_007_199_254_740_991, note: 'a long note that has to give way to the number beside it' }];
    const { text, isCut } = tableOf(['n', 'note'], rows, 40);
    expect(text).toMatch(/│ 9007199254740991 │ a long .*… │/);
    expect(isCut).toBe(true);
    expect(tableOf(['n', 'note'], rows, 100).isCut).toBe(false);
  });

  test('the head is set off, the rows are not set off from each other', () => {
    const lines = drawTable(['a'], [{ a: 'x' }, { a: 'y' }], 40).split('\n');
    expect(lines.map((line) => line[0])).toEqual(['┌', '│', '├', '│', '│', '└']);
  });

  test('wide characters, emoji and text from right to left keep the frame straight on 40 columns', () => {
    const rows = ['日本語の焙煎所', '☕️ emoji 👩‍👩‍👧', 'קפה טוב', 'a\u001b[31mred'].map((name) => ({ name, n: 1 }));
    const lines = drawTable(['name', 'n'], rows, 40).split('\n');
    expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1);
    expect(lines.join('')).not.toContain('\u001b');
  });

  test('columns that cannot fit become lines', () => {
    const row = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`column_${index}`, 'a long value']));
    expect(drawTable(Object.keys(row), [row], 40)).toMatch(/─── 1 ─+\n {2}column_0 {2}a long value\n/);
  });
});

describe('charts', () => {
  test('bars are as long as their numbers; negative ones are hatched; nothing is drawn for nothing', () => {
    const rows = [
      { city: 'Oslo', total: 10 },
      { city: 'Bergen', total: 5 },
      { city: 'Bodø', total: -10 },
      { city: 'Voss', total: null },
    ];
    const lines = drawChart(['city', 'total'], rows, 40)?.split('\n') ?? [];
    const length = (index: number, mark: string) => lines[index]?.split(mark).length ?? 0;
    expect(length(1, '█') - 1).toBe(2 * (length(2, '█') - 1) + (/[▏▎▍▌▋▊▉]/.test(lines[2] ?? '') ? 1 : 0));
    expect(length(3, '░')).toBe(length(1, '█'));
    expect(lines[4]).toMatch(/^Voss\s*$/);
  });

  test('rows that are no grouped numbers are not drawn', () => {
    expect(drawChart(['city'], [{ city: 'Oslo' }], 40)).toBeNull();
    expect(drawChart(['total'], [{ total: 3 }], 40)).toBeNull();
    expect(drawChart(['city', 'total'], [], 40)).toBeNull();
  });
});

test('control characters of stored text reach no terminal', () => {
  const text = 'a\u001b[2Jb\u009b1mc\u202ed\r\n\te';
  expect(safeText(text)).toBe('a\\u001b[2Jb\\u009b1mc\\u202ed\n\te');
  expect(safeCell(text)).toBe('a\\u001b[2Jb\\u009b1mc\\u202ed⏎ e');
  expect(JSON.parse(safeJson(JSON.stringify(text)))).toBe(text);
});

describe('what to do after a failure', () => {
  /** Of fields and headers that svc always sends, or never. */
  const NEVER_MET: ReadonlySet<string> = new Set<ErrorCode>([
    'dbId_required',
    'idempotency_required',
    'unsupported_grant_type',
    'session_not_found',
    'byollm_requires_session',
  ]);
  const HTTP =
    /\b(?:GET|POST|PUT|PATCH|DELETE) \/|header|Idempotency-Key|Bearer|`(?:params|db|goal|ask|sql|confirm|preset|engine|source)\b/i;
  const commands = COMMANDS.map(({ path }) => path.join(' '));
  const situation = { apiUrl: 'http://127.0.0.1:8787', httpStatus: 400, hasToken: true, hasKey: false, hasDevice: false };

  test.each((Object.keys(ERRORS) as ErrorCode[]).filter((code) => !NEVER_MET.has(code)))('%s: said in commands and flags', (code) => {
    const said = OWN_WORDS[code]?.({ ...situation, options: undefined }).action ?? inCommands(ERRORS[code].action);
    expect(said).not.toMatch(HTTP);
    for (const [, words = ''] of said.matchAll(/`svc ([a-z -]+)/g))
      expect(
        commands.some((name) => `${words.trim()} `.startsWith(`${name} `)),
        `svc ${words}`,
      ).toBe(true);
  });

  const create = { label: 'Create a new database', goal: 'track books and loans', dropPin: true };
  test.each([
    ['to be made or asked', [{ goal: create.goal, forceQuery: true }, create], /^Say --force-query/],
    [
      'of several things',
      [{ goal: 'books', forceQuery: true }, { goal: 'loans', forceQuery: true }, create],
      /^Ask for one of these alone/,
    ],
    ['that has no words for it', [create], /^`svc new` makes a new database/],
    ['to be cleared', [{ goal: 'delete every row of books' }], /^Ask for one of the options/],
    ['of a newer service', 'else', /^Ask for one of the options/],
  ])('what is asked back of a database %s says what goes on from there', (_, options, action) => {
    expect(OWN_WORDS.clarify_required?.({ ...situation, options }).action).toMatch(action);
  });

  test('calls are named by the commands that make them', () => {
    const commandOf = (call: string) => {
      const [name] = (Object.keys(OPERATION_ROWS) as OperationName[]).filter(
        (one) => `${OPERATION_ROWS[one].method} ${OPERATION_ROWS[one].path}` === call,
      );
      return COMMANDS.filter(({ operations }) => name !== undefined && operations.includes(name)).map(
        ({ path }) => `svc ${path.join(' ')}`,
      );
    };
    for (const [call, command] of Object.entries(COMMAND_OF))
      expect([call, commandOf(call)]).toEqual([call, expect.arrayContaining([command])]);
    expect(inCommands('This is SQL: send it to POST /v1/run, in `sql`. DELETE /v1/databases/:id and DELETE /v1/none.')).toBe(
      'This is SQL: send it to `svc run`. `svc db delete` and DELETE /v1/none.',
    );
  });
});
