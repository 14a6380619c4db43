import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/contract/limits.ts';
import type { Fault } from '../../src/fault.ts';
import { readBody, readLongBody } from '../../src/http/input.ts';
import { type ItemDepth, type JsonLimits, type JsonSurvey, surveyJson } from '../../src/lib/json-survey.ts';
import { readExactJson, readWrittenJson } from '../../src/lib/read-json.ts';
import { readJsonInTurns } from '../../src/lib/read-json-in-turns.ts';
import { Verbatim } from '../../src/lib/verbatim.ts';
import { inParts } from '../support/in-parts.ts';

const NO_LIMITS: JsonLimits = { depth: 1e9, keysPerObject: 1e9, keys: 1e9, values: 1e9, itemValues: 1e9, digits: 1e9 };

function survey(text: string, limits: JsonLimits = NO_LIMITS, itemDepth: ItemDepth = 2): JsonSurvey {
  const looking = surveyJson(Buffer.from(text), limits, { pieceLength: 3, itemDepth });
  for (let found = looking.next(); ; found = looking.next()) if (found.done) return found.value;
}

const inTurns = (text: string, read: (text: string) => unknown = JSON.parse) =>
  readJsonInTurns(Buffer.from(text), survey(text), { read, pace: () => null });

describe('what is read in pieces', () => {
  test('is what it is when it is read at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.jsonValue({ maxDepth: 6 }), fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()))),
        fc.boolean(),
        async (value, spaced) => {
          const text = JSON.stringify(value, null, spaced ? 1 : undefined);
          expect(await inTurns(text)).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is refused when it would be refused at once', async () => {
    const objects = fc.dictionary(
      fc.string({ maxLength: 3 }),
      fc.array(fc.oneof(fc.integer(), fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 1 })), { minLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(objects, fc.nat(), fc.constantFrom(...'{}[],:"1\\ '), fc.boolean(), async (value, place, what, isAdded) => {
        const whole = JSON.stringify(value);
        const at = place % whole.length;
        const text = `${whole.slice(0, at)}${what}${whole.slice(isAdded ? at : at + 1)}`;
        const outcome = async (read: () => unknown) => {
          try {
            return { value: await read() };
          } catch (error) {
            return (error as Error).name;
          }
        };
        expect([text, await outcome(() => inTurns(text))]).toEqual([text, await outcome(() => JSON.parse(text))]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('keeps the digits of its numbers, and the last of two fields with one name', async () => {
    const text = '{"rows":[1,2,3,4,5],"other":[[1,2],[3,4],[5,6]],"rows":[12345678901234567890,1.50,1e400,-0,{"__proto__":[1]}]}';
    expect(survey(text).whole?.parts.length).toBe(3);
    expect(await inTurns(text, readExactJson)).toEqual(readExactJson(text));
  });
});

test('a number that a double holds is a number; every other keeps its digits', () => {
  const held = ['0', '-0', '1', '0.1', '1.50', '1e5', '123456789012345', '1.23e-20', '9007199254740992', '0.0', '1e299'];
  const wide = ['12345678901234567890', '0.1234567890123456789', '1e400', '1e-999', '100000000000000000000001', '4.9e-324'];
  expect(held.map((literal) => readExactJson(literal))).toEqual(held.map(Number));
  expect(wide.map((literal) => readExactJson(literal))).toEqual(wide.map((literal) => new Verbatim(literal)));
});

test('a fraction that ends in a zero keeps it, in short texts and in long ones', async () => {
  const kept = ['1.10', '2.0', '-0.0', '0.50', '1234567890.0'];
  const others = ['0', '10', '-0', '1.5', '1e10', '1.10e3', '100.5'];
  expect(kept.map((literal) => readWrittenJson(`[${literal}]`))).toEqual(kept.map((literal) => [new Verbatim(literal)]));
  expect(others.map((literal) => readWrittenJson(`[${literal}]`))).toEqual(others.map((literal) => [Number(literal)]));
  expect(readWrittenJson('["1.10","12:00:00.000Z"]')).toEqual(['1.10', '12:00:00.000Z']);
  const long = (literal: string) => `{"rows":[${Array(60_000).fill('[1.5]').join(',')},[${literal}]]}`;
  for (const literal of [...kept, ...others]) {
    const { rows } = (await readLongBody(inParts(long(literal)), ['rows'])) as { rows: unknown[] };
    expect([literal, rows.at(-1)]).toEqual([literal, readWrittenJson(`[${literal}]`)]);
  }
});

describe('what a text holds is counted before it is parsed', () => {
  test.each<[text: string, limits: Partial<JsonLimits>, excess: keyof JsonLimits]>([
    ['[[[1]]]', { depth: 2 }, 'depth'],
    ['{"a":{"b":{}}}', { depth: 2 }, 'depth'],
    ['{"a":1,"b":2,"c":3}', { keysPerObject: 2 }, 'keysPerObject'],
    ['[{"a":1,"b":2},{"a":1,"b":2}]', { keys: 3 }, 'keys'],
    ['[1,2,3,4]', { values: 3 }, 'values'],
    ['[[],[],[],[]', { values: 3 }, 'values'],
  ])('%s beyond %o', (text, limits, excess) => {
    expect(survey(text, { ...NO_LIMITS, ...limits }).excess).toBe(excess);
    const [[limit, most] = ['', 0]] = Object.entries(limits);
    expect(survey(text, { ...NO_LIMITS, [limit]: most + 1 }).excess).toBe(null);
  });

  test.each<[text: string, limits: Partial<JsonLimits>, excess: keyof JsonLimits, itemDepth: ItemDepth]>([
    ['{"rows":[[1,2],[1,2,3]]}', { itemValues: 2 }, 'itemValues', 2],
    ['{"rows":[{"a":[[],[]]}]}', { itemValues: 4 }, 'itemValues', 2],
    ['{"rows":{"a":1,"b":2,"c":3}}', { itemValues: 2 }, 'itemValues', 2],
    ['{"params":{"arguments":{"rows":[{"a":1,"b":2,"c":3},{}]}}}', { itemValues: 2 }, 'itemValues', 4],
    ['[1,-0.25,3]', { digits: 4 }, 'digits', 2],
  ])('%s beyond %o', (text, limits, excess, itemDepth) => {
    expect(survey(text, { ...NO_LIMITS, ...limits }, itemDepth).excess).toBe(excess);
    const [[limit, most] = ['', 0]] = Object.entries(limits);
    expect(survey(text, { ...NO_LIMITS, [limit]: most + 1 }, itemDepth).excess).toBe(null);
  });

  test('brackets, colons and commas in texts are none', () => {
    const text = JSON.stringify({ a: '[[[[{{{{,,,,::::', 'b"\\[': '\\', c: ['"', '\\"', ',,,'] });
    expect(survey(text, { depth: 2, keysPerObject: 3, keys: 3, values: 5, itemValues: 5, digits: 1 })).toMatchObject({ excess: null });
  });

  test('a long body with more values than are read is refused, one with as many is not', async () => {
    const body = (count: number) => `{"db":"x","rows":[${Array(count).fill('1').join(',')}]}`;
    const refused = await readLongBody(inParts(body(LIMITS.jsonValuesMax)), ['rows']).catch((error: Fault) => error);
    expect(refused).toMatchObject({ code: 'invalid_body', params: { issues: [{ message: expect.stringContaining('values') }] } });
    expect(await readLongBody(inParts(body(LIMITS.jsonValuesMax - 1)), ['rows'])).toMatchObject({ db: 'x' });
  });
});

test('a long body whose row has more values than a row may have is refused, as is a number with more digits than any column holds', async () => {
  const message = async (cell: string) => {
    const refused = await readLongBody(inParts(`{"rows":[{"a":${cell}}]}`), ['rows']).catch((error: Fault) => error);
    return (refused as Fault).params?.issues;
  };
  expect(
    await message(
      `[${Array(LIMITS.jsonItemValuesMax + 1)
        .fill('{}')
        .join(',')}]`,
    ),
  ).toMatchObject([{ message: expect.stringContaining('row') }]);
  expect(await message('1'.repeat(LIMITS.jsonNumberMaxLength + 1))).toMatchObject([{ message: expect.stringContaining('digits') }]);
});

test('long bodies and short ones are read alike, with the same refusals', async () => {
  const rows = (last: string) => `{"db":"x","table":"t","rows":[${Array(20_000).fill('{"a":12345678901234567890}').join(',')}${last}]}`;
  for (const text of [rows(''), rows(',1.50'), rows(',{'), rows(','), `${rows('')} x`, rows('').replace('"x"', '[12345678901234567890]')]) {
    const outcome = async (read: (text: string, exact: string[]) => unknown) => {
      try {
        return { value: await read(text, ['rows']) };
      } catch (error) {
        return { code: (error as Fault).code, params: (error as Fault).params };
      }
    };
    expect(await outcome((whole, exact) => readLongBody(inParts(whole), exact))).toEqual(await outcome(readBody));
  }
});
