import type { PostgresParser } from '../../guard/postgres-parser.ts';
import { withoutEmptyFraction } from '../../lib/exact-number.ts';

/** A caller's statement with the values of its $1..$n, as texts that the engine reads. */
export interface BoundSql {
  readonly sql: string;
  readonly values: readonly (string | null)[];
  /** The same, where numbers such as 2.0 are whole ones; null when none is. */
  readonly wholeValues: readonly (string | null)[] | null;
}

/** @param bound gives a value as it is bound */
export function boundSql(sql: string, params: readonly unknown[], bound: (value: unknown) => string | null): BoundSql {
  const whole = params.map(withoutEmptyFraction);
  const isSame = whole.every((value, index) => value === params[index]);
  return { sql, values: params.map(bound), wholeValues: isSame ? null : whole.map(bound) };
}

/** The statement with its bound values written out as the untyped literals that they are to the engine; null where it cannot be cut into tokens. */
export function withValues(parser: PostgresParser, sql: string, values: readonly (string | null)[]): string | null {
  const tokens = parser.scan(sql);
  if (tokens === null) return null;
  const bytes = Buffer.from(sql);
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text, tokenName } of tokens) {
    if (tokenName !== 'PARAM') continue;
    parts.push(bytes.subarray(from, start).toString(), literal(values[Number(text.slice(1)) - 1] ?? null));
    from = end;
  }
  return parts.join('') + bytes.subarray(from).toString();
}

const literal = (value: string | null): string =>
  value === null ? 'NULL' : ` ${value.includes('\\') ? 'E' : ''}'${value.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
