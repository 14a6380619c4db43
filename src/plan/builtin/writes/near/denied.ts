import type { Expr } from '../../../plan.ts';
import { lexiconOf } from '../../linking/lexicon.ts';
import { peopleIn } from '../../linking/people.ts';
import type { Link } from '../change/spans.ts';
import type { Found } from '../write-reader.ts';
import { words } from '../write-words.ts';
import { deedAt } from './deeds.ts';
import type { Told } from './told.ts';

/** What is not so of the rows meant: "that havent sold", "that nobody has", "that we already found", "which were never collected". */
export function deniedAt(told: Told, at: number, stop: number): Found<Link> | null {
  const { reader } = told;
  if (!RELATIVE.has(reader.lower(at))) return null;
  const start = reader.skip(at + 1, words('we you they i are were is was have has been already still yet'));
  const nobody = /^(?:nobody|noone)$/.test(reader.lower(start)) || (reader.lower(start) === 'no' && reader.lower(start + 1) === 'one');
  if (nobody) return unassigned(told, start, stop);
  const denied = DENIALS.test(told.english[start]?.lower ?? '');
  const from = reader.skip(denied ? start + 1 : start, words('been yet already'));
  const deed = from < stop ? deedAt(told, from) : null;
  const condition = deed === null || deed.end > stop ? null : conditionOf(told, deed, denied);
  if (deed === null || condition === null) return null;
  return { what: { condition }, next: reader.lower(deed.end) === 'yet' ? deed.end + 1 : deed.end };
}

/** The rows of which a deed holds, or does not. */
function conditionOf({ table }: Told, { flag, state, day }: NonNullable<ReturnType<typeof deedAt>>, denied: boolean): Expr | null {
  const ref = (column: string): Expr => ({ kind: 'column', table: table.name, column });
  if ([flag, state, day].filter((one) => one !== null).length !== 1) return null;
  if (flag !== null) return { kind: 'compare', op: '=', left: ref(flag.name), right: { kind: 'literal', value: !denied, type: 'boolean' } };
  if (state !== null) return denied ? null : { kind: 'compare', op: '=', left: ref(state.column.name), right: state.value };
  const empty: Expr = { kind: 'isNull', arg: ref(day?.name ?? '') };
  return denied ? empty : { kind: 'not', arg: empty };
}

/** "that nobody has": the one key to people that may be empty. */
function unassigned({ reader, table }: Told, at: number, stop: number): Found<Link> | null {
  const after = reader.lower(at) === 'no' ? at + 2 : at + 1;
  if (!/^(?:has|took|takes|is|does|owns)$/.test(reader.lower(after))) return null;
  const next = /^(?:on|taken|got|doing)$/.test(reader.lower(after + 1)) ? after + 2 : after + 1;
  const people = new Set(peopleIn(lexiconOf(reader.question.schema)).map((entry) => entry.table.name));
  const keys = table.foreignKeys.flatMap(({ columns: [name], table: to }) =>
    people.has(to) ? table.columns.filter((column) => column.name === name && column.nullable) : [],
  );
  const [one, ...more] = keys;
  if (one === undefined || more.length > 0 || next > stop) return null;
  return { what: { condition: { kind: 'isNull', arg: { kind: 'column', table: table.name, column: one.name } } }, next };
}

const RELATIVE = words('that which who');
const DENIALS = /^(?:not|never|\w{2,5}nt)$/;
