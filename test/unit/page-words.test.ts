import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts';
import { pageWords, reasonInWords, withoutCalls } from '../../web/src/parts/page-words.ts';

/** What means nothing to who looks at a page: calls, headers, fields of requests and replies. */
const FOR_PROGRAMS = /\b(?:GET|POST|PUT|PATCH|DELETE) \/|\/v1\b|header|Idempotency-Key|Bearer|params|`(?!svc )[^`]*`/i;
const commands = COMMANDS.map(({ path }) => path.join(' '));

const said = (code: string, body: Readonly<Record<string, unknown>> = {}): string => {
  const row = ERRORS[code as ErrorCode];
  const words = { ...row, ...pageWords(code, { ...row, ...body }) };
  return `${words.message} ${words.action}`;
};

describe('what a page says of a failure', () => {
  test.each(Object.keys(ERRORS))('%s: nothing in it is for programs', (code) => {
    for (const body of [{}, { options: [{}], known: ['plants'], retryAfterSeconds: 7, setting: 'SVC_SECRET', approvalUrl: 'http://x' }]) {
      const text = said(code, body).replaceAll(/`(svc [^`]*)`/g, (_, command: string) => {
        const words = `${command.slice('svc '.length)} `;
        expect(
          commands.some((name) => words.startsWith(`${name} `)),
          command,
        ).toBe(true);
        return command;
      });
      expect(text).not.toMatch(FOR_PROGRAMS);
    }
  });

  test('facts of the failure are in it', () => {
    expect(said('rate_limited', { retryAfterSeconds: 42, instead: 'Use the newest link that was sent.' })).toContain(
      'Try again in 42 seconds. Use the newest link that was sent.',
    );
    expect(said('schema_mismatch', { known: ['plants', 'species'] })).toContain('such as plants, species.');
    const known = [{ table: 'staff', columns: ['name', 'region'] }];
    expect(said('not_understood', { known })).toContain('names that are there: staff (name, region).');
    const many = ['desks', 'rooms', 'floors', 'keys'].map((table) => ({ table, columns: ['id', 'a', 'b', 'c', 'd', 'e', 'f'] }));
    expect(said('not_understood', { known: many })).toMatch(/: desks \(id, a, b, c, d, e, …\); rooms \(.*\); floors \([^;]*\)\./);
    expect(said('secret_unconfigured', { setting: 'SVC_SECRET' })).toContain('Whoever runs the service has to set SVC_SECRET.');
  });

  test('calls in the reason are what a person does in their place', () => {
    expect(withoutCalls('This is SQL, and POST /v1/ask takes plain English: send it to POST /v1/run, in `sql`.')).toBe(
      'This is SQL, and the page Ask takes plain English: send it to the command `svc run`.',
    );
    expect(withoutCalls('The engine has no such database any more. DELETE /v1/databases/:id removes what is left of it.')).toBe(
      'The engine has no such database any more. Delete on the page Databases removes what is left of it.',
    );
    expect(withoutCalls('GET /v1/traces/:id has it.')).toBe('the API has it.');
  });

  test('a reason that is a word for programs is not said to people', () => {
    expect(reasonInWords('ambiguous_goal')).toBe('');
    expect(reasonInWords(undefined)).toBe('');
    expect(reasonInWords('The column is gone.')).toBe('The column is gone.');
    expect(said('confirm_expired', { reason: 'data_changed' })).toMatch(
      /^The rows have changed since this was shown; nothing was written\./,
    );
  });

  test('what a database is made of is said once, with its example', () => {
    const told = 'No database was made from this goal: Say what there is to keep. For example: "track bikes with brand".';
    expect(pageWords('infer_failed', { message: told })?.action).toBe('');
    expect(said('infer_failed', { message: 'No database was made from this goal: it is none.' })).toMatch(/Name the things to keep/);
  });

  test('SQL that cannot run is the words of who wrote it, not a fault of the page', () => {
    expect(said('sql_rejected').trim()).toBe('This SQL cannot run here.');
  });

  test('a code that nobody has heard of is said as the service says it', () => {
    expect(pageWords('teapot', { message: 'The pot is a teapot.', action: 'Use another pot.' })).toBeNull();
  });
});
