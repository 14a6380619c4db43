import { expect, test } from 'vitest';
import { sayCondition } from '../../src/ask/say-condition.ts';
import type { Expr } from '../../src/plan/plan.ts';

const col = (column: string): Expr => ({ kind: 'column', table: 't', column });
const text = (value: string): Expr => ({ kind: 'literal', value, type: 'text' });
const num = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });
const date = (value: string): Expr => ({ kind: 'literal', value, type: 'date' });
const at = (value: string): Expr => ({ kind: 'literal', value, type: 'timestamp' });
const compare = (column: string, op: '=' | '<>' | '<' | '<=' | '>' | '>=', right: Expr): Expr => ({
  kind: 'compare',
  op,
  left: col(column),
  right,
});
const like = (column: string, pattern: string): Expr => ({ kind: 'match', op: 'ilike', left: col(column), right: text(pattern) });
const flag = (column: string, value: boolean): Expr => compare(column, '=', { kind: 'literal', value, type: 'boolean' });

test.each<[string, Expr]>([
  ['have a price over 100', compare('price', '>', num(100))],
  ['have a unit price of at least 5', compare('unit_price', '>=', num(5))],
  ['have a stock of at most 0', compare('stock', '<=', num(0))],
  ['have an age under 18', compare('age', '<', num(18))],
  ['have the roaster "Onyx"', compare('roaster', '=', text('Onyx'))],
  ['have a status other than "open"', compare('status', '<>', text('open'))],
  ['are due on or after 9 November 2026', compare('due_date', '>=', date('2026-11-09'))],
  ['are due before 1 January 2027', compare('due_at', '<', at('2027-01-01T00:00:00Z'))],
  [
    'are due from 9 November 2026 to 15 November 2026',
    { kind: 'between', arg: col('due'), low: date('2026-11-09'), high: date('2026-11-15') },
  ],
  ['are due at or before 9 November 2026, 14:30', compare('due', '<=', at('2026-11-09 14:30:00'))],
  ['have a due over "2026-11-09T14:30:00+02:00"', compare('due', '>', at('2026-11-09T14:30:00+02:00'))],
  ['have a due date other than 9 November 2026', compare('due_date', '<>', date('2026-11-09'))],
  ['are not done', flag('done', false)],
  ['are electric', flag('is_electric', true)],
  ['have no pets', flag('has_pets', false)],
  ['have newsletter set to yes', flag('newsletter', true)],
  ['have a hire date on 9 November 2026', compare('hire_date', '=', date('2026-11-09'))],
  ['have a hire date after 9 November 2026', compare('hire_date', '>', date('2026-11-09'))],
  ['have a price between 5 and 9', { kind: 'between', arg: col('price'), low: num(5), high: num(9) }],
  ['have the status "open" or "late"', { kind: 'in', arg: col('status'), list: [text('open'), text('late')] }],
  ['have a title containing "soup"', like('title', '%soup%')],
  ['have a title starting with "soup"', like('title', 'soup%')],
  ['have notes ending with "soup"', like('notes', '%soup')],
  ['have no email', { kind: 'isNull', arg: col('email') }],
  ['have an email', { kind: 'not', arg: { kind: 'isNull', arg: col('email') } }],
])('%s', (said, condition) => expect(sayCondition(condition)?.many).toBe(said));

test('of one row', () => {
  expect(sayCondition(compare('price', '>', num(100)))?.one).toBe('has a price over 100');
  expect(sayCondition(compare('due', '=', date('2026-11-09')))?.one).toBe('is due on 9 November 2026');
});

test.each<[string, Expr]>([
  ['two columns', { kind: 'compare', op: '=', left: col('a'), right: col('b') }],
  ['a call', compare('due', '<', { kind: 'call', fn: 'today', args: [] })],
  ['a pattern with holes', like('title', 's_u%p')],
  ['either of two', { kind: 'or', args: [compare('a', '=', num(1)), compare('b', '=', num(1))] }],
  ['nothing', compare('a', '=', { kind: 'literal', value: null, type: 'text' })],
])('%s has no such words', (_what, condition) => expect(sayCondition(condition)).toBeNull());
