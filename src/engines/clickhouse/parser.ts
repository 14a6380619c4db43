import { Fault } from '../../fault.ts';
import type { ClickHouseParser, Token } from '../../guard/clickhouse-parser.ts';
import type { Leaving } from '../../lib/leaving.ts';
import type { ClickHouseDriver } from './driver.ts';

const TOKENS_MAX = 100_000;

/** The engine's own parser, by functions that run nothing of what they are given. */
export function parserOf(driver: ClickHouseDriver, signal: Leaving | undefined): ClickHouseParser {
  const run = { readonly: true, signal, maxRows: TOKENS_MAX };
  return {
    async tokens(sql) {
      const [found] = (await driver.query({ sql: 'SELECT tokenizeQuery({p1:String})', params: [sql] }, run)).rows;
      return tokensIn(found?.[0], Buffer.byteLength(sql));
    },
    async tree(sql) {
      // A syntax error is told here, with its place; several statements too.
      await driver.query({ sql: 'SELECT ignore(formatQuerySingleLine({p1:String}))', params: [sql] }, run);
      const { rows } = await driver.query({ sql: `EXPLAIN AST ${sql}`, params: [] }, run);
      return rows.map(([line]) => String(line));
    },
  };
}

/** One behind the other, as the server of a customer may not tell them: each is cut out of the statement. @throws Fault db_misconfigured */
function tokensIn(found: unknown, bytes: number): readonly Token[] {
  if (!Array.isArray(found)) throw notTokens();
  let from = 0;
  return found.map((each: unknown) => {
    const { type, begin, end } = Object(each) as Record<keyof Token, unknown>;
    const token = { type: String(type), begin: Number(begin), end: Number(end) };
    if (!(token.begin >= from && token.end >= token.begin && token.end <= bytes)) throw notTokens();
    from = token.end;
    return token;
  });
}

const notTokens = (): Fault =>
  new Fault('db_misconfigured', { params: { reason: 'The server does not tell the parts of a statement as ClickHouse does.' } });
