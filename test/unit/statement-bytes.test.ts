import { serialize } from 'pg-protocol';
import { expect, test } from 'vitest';
import { statementBytes, type Wire } from '../../src/engines/postgres/statement-bytes.ts';

const wire = (some: Partial<Wire>): Wire => ({ sql: 'SELECT 1', values: [], portal: '', fetch: 0, describe: false, ...some });

/** What the driver's own library writes, but that the formats, all of which are text, are not spelled out. */
function expected({ sql, values, portal, fetch, describe }: Wire): Buffer {
  const bind = serialize.bind({ portal, values: [...values] });
  const formats = portal.length + 1 + 1 + 5;
  const body = Buffer.concat([
    bind.subarray(5, formats),
    Buffer.from([0, 0]),
    bind.subarray(formats + 2 + values.length * 2, bind.length - 4),
    Buffer.from([0, 0]),
  ]);
  const head = Buffer.from([0x42, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([
    serialize.parse({ text: sql }),
    head,
    body,
    ...(describe ? [serialize.describe({ type: 'P', name: portal })] : []),
    serialize.execute({ portal, rows: fetch }),
  ]);
}

test.each<[string, Partial<Wire>]>([
  ['no values', {}],
  ['values, NULL and empty text among them', { sql: 'SELECT $1, $2, $3', values: ['1', null, ''], describe: true, fetch: 101 }],
  ['text beyond ASCII', { sql: "SELECT 'ß', '🫘', $1", values: ['漢字 🫘 \u00e9'], describe: true }],
  ['a portal', { portal: 'rows', fetch: 1_000, describe: true }],
  ['as many values as may be', { values: Array.from({ length: 65_535 }, (_, index) => String(index)) }],
  ['a long statement and a long value', { sql: `SELECT '${'ü'.repeat(60_000)}'`, values: ['é'.repeat(1_000_000)], describe: true }],
])('%s are written as the library writes them', (_what, some) => {
  expect(statementBytes(wire(some)).equals(expected(wire(some)))).toBe(true);
});
