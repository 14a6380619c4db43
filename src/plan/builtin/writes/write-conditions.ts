import type { CompareOp, Expr } from '../../plan.ts';
import type { Column, Table } from '../../schema.ts';
import type { Moment } from '../english/dates/moment.ts';
import { momentOf } from '../english/dates/moments.ts';
import type { Period } from '../english/dates/periods.ts';
import type { Found, WriteReader } from './write-reader.ts';
import { literalFor, type RawValue } from './write-values.ts';

type Comparison = CompareOp;
type Operator = Comparison | 'null' | 'some' | 'between' | 'contains' | 'starts' | 'ends';

/** The operator and value that follow a column: "is above 20", "equal to 'x'", "is empty", "between 1 and 5". Null when there is none. */
export function conditionAfter(reader: WriteReader, at: number, table: Table, column: Column): Found<Expr> | null {
  const start = reader.skip(at, new Set(['column', 'field', 'value']));
  const { what: op, next } = operatorAt(reader, start);
  const left: Expr = { kind: 'column', table: table.name, column: column.name };
  if (op === 'null') return { what: { kind: 'isNull', arg: left }, next };
  if (op === 'some') return { what: { kind: 'not', arg: { kind: 'isNull', arg: left } }, next };
  const value = reader.valueAt(reader.skip(next, new Set(['the', 'a', 'an', 'value'])), table);
  if (!value) return null;
  const bare = next === at && !value.what.quoted && !/^[\p{Lu}\p{N}#$€£+-]/u.test(value.what.text);
  if (bare && !reader.columnsHolding(table, value.what.text).includes(column)) return null;
  if (op === 'between') return between(reader, value, column, left);
  const what = compare(reader, op, value.what, table, column);
  return what && { what, next: value.next };
}

/** A period of questions as a condition on a date column: "in the last 7 days", "between March and May 2021". */
export function periodCondition({ op, from, to }: Period, table: Table, column: Column): Expr | null {
  const left: Expr = { kind: 'column', table: table.name, column: column.name };
  if (op !== 'between') return against(from, column, left, op);
  const [low, high] = [against(from, column, left, '>='), to === undefined ? null : against(to, column, left, '<=')];
  return low === null || high === null ? null : { kind: 'and', args: [low, high] };
}

function compare(reader: WriteReader, op: Operator, raw: RawValue, table: Table, column: Column): Expr | null {
  const left: Expr = { kind: 'column', table: table.name, column: column.name };
  if (op === '=') return (isMoment(column) && inSpan(reader, raw, column, left, op)) || reader.equals(raw, table, column);
  if (op === '<>') {
    const same = reader.equals(raw, table, column);
    return same?.kind === 'compare' ? { ...same, op: '<>' } : null;
  }
  if (op === 'contains' || op === 'starts' || op === 'ends') {
    if (column.type !== 'text') return null;
    const text = raw.text.replaceAll(/[\\%_]/g, '\\$&');
    const value = `${op === 'starts' ? '' : '%'}${text}${op === 'ends' ? '' : '%'}`;
    return { kind: 'match', op: 'ilike', left, right: { kind: 'literal', value, type: 'text' } };
  }
  if (op === 'null' || op === 'some' || op === 'between') return null;
  if (isMoment(column)) return inSpan(reader, raw, column, left, op);
  const right = literalFor(
    raw,
    { ...column, type: column.type === 'integer' && raw.text.includes('.') ? 'decimal' : column.type },
    reader.question.now,
  );
  // "above 20" on a column of text would compare letters.
  return right && right.value !== null && ['integer', 'decimal', 'float', 'time'].includes(column.type)
    ? { kind: 'compare', op, left, right }
    : null;
}

/** Comparison with a date as it is written. */
function inSpan(reader: WriteReader, raw: RawValue, column: Column, left: Expr, op: Comparison): Expr | null {
  const moment = momentOf(raw.text, reader.question.now);
  if (moment === null) return null;
  if (moment.assumption !== null) reader.assume(moment.assumption);
  return against(moment, column, left, op);
}

/** Comparison with a stretch of days: "after 2020" is from 2021 on, "in March 2020" is the whole month. */
function against({ since, until }: Moment, column: Column, left: Expr, op: Comparison): Expr | null {
  const type = column.type === 'date' ? 'date' : 'timestamp';
  const bound = (day: string): Expr => {
    const value = type === 'date' ? day.slice(0, 10) : day.length > 10 ? day.padEnd(19, ':00') : `${day} 00:00:00`;
    return { kind: 'literal', value, type };
  };
  const side = (each: Comparison, day: string): Expr => ({ kind: 'compare', op: each, left, right: bound(day) });
  // One instant.
  if (since === until) return side(op, since);
  switch (op) {
    case '<':
      return side('<', since);
    case '<=':
      return side('<', until);
    case '>':
      return side('>=', until);
    case '>=':
      return side('>=', since);
    case '=':
      return { kind: 'and', args: [side('>=', since), side('<', until)] };
    case '<>':
      return null;
  }
}

function between(reader: WriteReader, low: Found<RawValue>, column: Column, left: Expr): Found<Expr> | null {
  if (reader.lower(low.next) !== 'and') return null;
  const high = reader.valueAt(low.next + 1, null);
  const [from, to] = [literalFor(low.what, column, reader.question.now), high && literalFor(high.what, column, reader.question.now)];
  if (!high || !from || !to || column.type === 'text' || column.type === 'timestamp') return null;
  return { what: { kind: 'between', arg: left, low: from, high: to }, next: high.next };
}

function operatorAt(reader: WriteReader, at: number): Found<Operator> {
  const start = reader.skip(at, new Set(['is', 'are', 'was', 'were', 'has', 'have']));
  for (const [phrase, op] of OPERATORS) {
    const parts = phrase.split(' ');
    if (parts.every((part, i) => reader.lower(start + i) === part)) return { what: op, next: start + parts.length };
  }
  return { what: '=', next: start };
}

const OPERATORS: readonly (readonly [string, Operator])[] = [
  ['not null', 'some'],
  ['not empty', 'some'],
  ['not missing', 'some'],
  ['null', 'null'],
  ['empty', 'null'],
  ['missing', 'null'],
  ['blank', 'null'],
  ['not equal to', '<>'],
  ['not', '<>'],
  ['!=', '<>'],
  ['<>', '<>'],
  ['greater than or equal to', '>='],
  ['less than or equal to', '<='],
  ['greater than', '>'],
  ['more than', '>'],
  ['higher than', '>'],
  ['larger than', '>'],
  ['later than', '>'],
  ['above', '>'],
  ['over', '>'],
  ['>', '>'],
  ['less than', '<'],
  ['lower than', '<'],
  ['fewer than', '<'],
  ['smaller than', '<'],
  ['earlier than', '<'],
  ['below', '<'],
  ['under', '<'],
  ['<', '<'],
  ['at least', '>='],
  ['at most', '<='],
  ['before', '<'],
  ['after', '>'],
  ['since', '>='],
  ['between', 'between'],
  ['contains', 'contains'],
  ['containing', 'contains'],
  ['starts with', 'starts'],
  ['starting with', 'starts'],
  ['ends with', 'ends'],
  ['ending with', 'ends'],
  ['equal to', '='],
  ['equals to', '='],
  ['equals', '='],
  ['equal', '='],
  ['=', '='],
  [':', '='],
  ['of', '='],
  ['as', '='],
  ['named', '='],
  ['called', '='],
];

const isMoment = (column: Column): boolean => column.type === 'date' || column.type === 'timestamp';
