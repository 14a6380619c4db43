import type { Expr } from '../../../plan.ts';
import type { Column, ForeignKey, Table } from '../../../schema.ts';
import { words } from '../write-words.ts';
import { parentRow } from './parent-row.ts';
import { type Change, type Form, NUMERIC, type Place, stateOf } from './place.ts';
import { oneRow } from './told-rows.ts';

/**
 * "match 9 ended 3 to 1 for the Terns", "match 9 ended 2 all": what each of two sides has, where the row points at both and keeps a
 * number of each (`home_team_id`, `away_team_id`, `home_goals`, `away_goals`). Which of the numbers is whose, the row itself tells.
 */
export const scored: Form = (place) => {
  const { reader, table, at, end } = place;
  const sides = sidesOf(table);
  if (sides === null) return null;
  for (let verb = at + 1; verb < end; verb++) {
    const score = ENDS.has(reader.lower(verb)) ? scoreAt(place, verb + 1) : null;
    const rows = score === null ? null : oneRow(place, at, verb);
    if (score === null || !rows?.identified) continue;
    const [here, there] = sides;
    const over = stateOf(reader, table, ['played', 'finished', 'final', 'over', 'completed']);
    const made = (home: Expr, away: Expr, own: readonly Expr[]): Change => ({
      table,
      rows: { ...rows, conditions: [...rows.conditions, ...own] },
      set: { column: here.column, value: home },
      also: [{ column: there.column, value: away }, ...(over?.column.type === 'text' ? [over] : [])],
      assumptions: [],
    });
    const [most, least] = [whole(score.numbers[0]), whole(score.numbers[1])];
    if (score.next === end) return score.numbers[0] === score.numbers[1] ? made(most, least, []) : null;
    const whose = reader.lower(score.next) === 'for' ? parentRow(reader, here.key, score.next + 1, end) : null;
    if (whose?.next !== end || whose.what.kind !== 'query' || !whose.what.row) return null;
    const { query } = whose.what;
    const is = ({ key }: Side): Expr => ({
      kind: 'inQuery',
      arg: { kind: 'column', table: table.name, column: key.columns[0] ?? '' },
      query,
    });
    const either = (first: Expr, second: Expr): Expr => ({ kind: 'case', whens: [{ when: is(here), value: first }], else: second });
    return made(either(most, least), either(least, most), [{ kind: 'or', args: [is(here), is(there)] }]);
  }
  return null;
};

interface Side {
  readonly key: ForeignKey;
  readonly column: Column;
}

/** The two keys to one table, each with the one number that is called after the same side. */
function sidesOf(table: Table): readonly [Side, Side] | null {
  const sides = table.foreignKeys.flatMap((key) => {
    const side = /^[a-z]+/.exec(key.columns[0] ?? '')?.[0] ?? '';
    const numbers = table.columns.filter(
      ({ name, type }) => NUMERIC.has(type) && name.startsWith(`${side}_`) && SCORE.test(name) && !key.columns.includes(name),
    );
    return numbers.length === 1 && numbers[0] !== undefined ? [{ key, column: numbers[0] }] : [];
  });
  const [one, other] = sides;
  return sides.length === 2 && one !== undefined && other !== undefined && one.key.table === other.key.table ? [one, other] : null;
}

/** "3 to 1", "3-1", "3 : 1", "2 all" */
function scoreAt({ reader }: Place, at: number): { numbers: readonly [number, number]; next: number } | null {
  const joined = /^(\d{1,3})[-–](\d{1,3})$/.exec(reader.lower(at));
  if (joined !== null) return { numbers: [Number(joined[1]), Number(joined[2])], next: at + 1 };
  const first = /^\d{1,3}$/.test(reader.lower(at)) ? Number(reader.lower(at)) : null;
  if (first !== null && reader.lower(at + 1) === 'all') return { numbers: [first, first], next: at + 2 };
  const second = /^(?:to|:|-)$/.test(reader.tokens[at + 1]?.text ?? '') ? reader.lower(at + 2) : '';
  return first === null || !/^\d{1,3}$/.test(second) ? null : { numbers: [first, Number(second)], next: at + 3 };
}

const whole = (value: number): Expr => ({ kind: 'literal', value, type: 'integer' });

const ENDS = words('ended ends finished');
const SCORE = /_(?:goals|points|score|runs|sets|frames|legs|tries)$/;
