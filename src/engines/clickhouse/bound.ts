import { withoutEmptyFraction } from '../../lib/exact-number.ts';
import type { Statement } from '../engine.ts';

/** The statement with each number as the type of its `{p1:Type}` takes it: 2.0 is 2 to all but texts and decimals. */
export function boundBy(statement: Statement): Statement {
  const { sql, params } = statement;
  if (params.every((value) => withoutEmptyFraction(value) === value)) return statement;
  const keeping = new Set(
    [...sql.matchAll(PARAMETER)].flatMap(([, number, type = '']) => (KEEPS_ZEROS.test(type) ? [Number(number)] : [])),
  );
  return { sql, params: params.map((value, index) => (keeping.has(index + 1) ? value : withoutEmptyFraction(value))) };
}

const PARAMETER = /\{\s*p(\d{1,4})\s*:\s*([^}]*)/g;
const KEEPS_ZEROS = /String|Decimal/i;
