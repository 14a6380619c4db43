import type { Expr } from '../../../plan.ts';
import { afterBracket, columnAt, labelColumn } from '../write-names.ts';
import { Declined, type Found } from '../write-reader.ts';
import type { RawValue } from '../write-values.ts';
import { words } from '../write-words.ts';
import { asKept } from './by-amount.ts';
import type { Draft } from './draft.ts';
import { entityAt } from './entity.ts';
import { flagAt } from './flag.ts';
import { happenedNow } from './happened-now.ts';

/** "to 20", "as 'x'", "by 10%" for the column named before. */
export function change(draft: Draft, at: number): number | null {
  const { reader } = draft;
  const word = reader.lower(at);
  if (word === 'by' && draft.pending && (draft.verb === 'increase' || draft.verb === 'decrease')) return shift(draft, at + 1);
  if (draft.verb === 'mark' && word === 'as') return mark(draft, at + 1);
  if (!draft.pending || !BECOMES.has(word)) return null;
  const value = reader.valueAt(reader.skip(at + 1, BE), null);
  if (!value) return null;
  draft.set(draft.pending, value.what);
  draft.pending = null;
  return value.next;
}

/** "the price …", "set the price to 20", "a total of 5" after "with". */
export function assignment(draft: Draft, at: number): number | null {
  const { reader } = draft;
  if (draft.mode !== 'set' || draft.verb === 'mark') return null;
  const of = /^(?:values?|columns?|fields?)$/.test(reader.lower(at)) ? reader.skip(at + 1, VALUE_OF) : at;
  const from = reader.skip(of, COLUMN_WORDS);
  const mention = draft.column(from);
  // "the team results" are the table, although there is a column `team`.
  if (!mention || (draft.ownTable(from)?.next ?? 0) > mention.next) return null;
  const next = reader.skip(afterBracket(reader, mention.next, mention.what), AFTER_COLUMN);
  const says = BECOMES.has(reader.lower(next)) || (draft.loose && IS.has(reader.lower(next)));
  const value = says ? reader.valueAt(reader.skip(next + 1, BE), null) : draft.loose ? bareValue(draft, next, mention.whole) : null;
  if (!mention.whole) reader.assume(`"${reader.tokens[from]?.text}" read as the column ${mention.what.name}`);
  if (value) {
    draft.set(mention.what, value.what);
    return value.next;
  }
  if (draft.pending) return null;
  draft.pending = mention.what;
  return next;
}

/** "with 7 matches played, 2 draws", "and 16-2 record": a number, then its column. */
export function counted(draft: Draft, at: number): number | null {
  const { reader, table } = draft;
  if (draft.mode !== 'set' || draft.pending || !(draft.loose || draft.sets.size > 0) || draft.verb === 'mark') return null;
  const token = reader.tokens[at];
  if (!token || token.kind === 'quoted' || !/^[+-]?\d/.test(token.text)) return null;
  // "5 home wins" are not 5 wins; "7 matches played" are 7 played.
  const noun =
    (token.text === '1' ? /^[a-z]{3,}$/ : /^[a-z]{3,}s$/).test(reader.tokens[at + 1]?.text ?? '') && HAPPENED.test(reader.lower(at + 2));
  const mention = columnAt(reader.tokens, at + 1, table, false) ?? (noun ? columnAt(reader.tokens, at + 2, table, false) : null);
  if (!mention || !CLOSED.test(reader.lower(mention.next))) return null;
  draft.set(mention.what, { text: token.text, quoted: false });
  return mention.next;
}

/** "rename Ada to Grace" */
export function rename(draft: Draft, at: number): number {
  const { reader } = draft;
  const entity = entityAt(draft, at);
  const label = labelColumn(draft.table);
  const value = entity && reader.lower(entity.next) === 'to' ? reader.valueAt(entity.next + 1, null) : null;
  if (!entity || !value || !label) throw new Declined(`Say which row of ${draft.table.name} is renamed, and to what.`);
  draft.conditions.push(entity.what);
  draft.set(label, value.what);
  return value.next;
}

function shift(draft: Draft, at: number): number | null {
  const { reader, pending } = draft;
  const token = reader.tokens[at];
  const amount = /^[$€£]?(\d+(?:\.\d+)?)(%?)$/.exec(token?.kind === 'number' ? token.text.replaceAll(',', '') : '');
  if (!pending || !amount?.[1] || !['integer', 'decimal', 'float'].includes(pending.type)) return null;
  const percent = amount[2] === '%' || /^(?:percent|%)$/.test(reader.lower(at + 1));
  const sign = draft.verb === 'increase' ? 1 : -1;
  if (percent && pending.type === 'integer')
    throw new Declined(`${pending.name} holds whole numbers; a percentage of them may not be one.`);
  const by = reader.question.text.includes(pending.name) ? Number(amount[1]) : asKept(pending, Number(amount[1]));
  const value = percent ? Number((1 + (sign * Number(amount[1])) / 100).toFixed(10)) : by;
  const right: Expr = { kind: 'literal', value, type: Number.isInteger(value) ? 'integer' : 'decimal' };
  draft.put(pending, { kind: 'arithmetic', op: percent ? '*' : sign === 1 ? '+' : '-', left: draft.ref(pending), right });
  draft.pending = null;
  return percent && amount[2] !== '%' ? at + 2 : at + 1;
}

/** "as shipped": a yes-or-no column of that name, or the one column where that is stored. */
function mark(draft: Draft, at: number): number | null {
  const { reader } = draft;
  const denied = reader.lower(at) === 'not';
  const flag = flagAt(draft, denied ? at + 1 : at);
  if (flag) {
    draft.put(flag.what, { kind: 'literal', value: !denied, type: 'boolean' });
    draft.mode = 'where';
    return flag.next;
  }
  const value = reader.valueAt(denied ? at + 1 : at, draft.table);
  if (!value) return null;
  const holding = reader.columnsHolding(draft.table, value.what.text);
  const now = holding.length === 0 && !denied ? happenedNow(reader, draft.table, [value.what.text.toLowerCase()]) : null;
  if (now !== null) {
    reader.assume(`"as ${value.what.text}" read as ${now.column.name}`);
    draft.put(now.column, now.value);
    draft.mode = 'where';
    return value.next;
  }
  const states = draft.table.columns.filter((column) => column.type === 'text' && /(^|_)(status|state|stage)$/.test(column.name));
  const column = holding.length === 1 ? holding[0] : holding.length === 0 && states.length === 1 ? states[0] : undefined;
  if (!column || denied) throw new Declined(`Say which column of ${draft.table.name} becomes "${value.what.text}".`, [value.what.text]);
  reader.assume(`"as ${value.what.text}" read as ${column.name}`);
  draft.put(column, { kind: 'literal', value: reader.stored(draft.table, column, value.what.text), type: 'text' });
  draft.mode = 'where';
  return value.next;
}

/** "price 20", "status 'sold'", "status sold": a value right after its column. */
function bareValue({ reader, table }: Draft, at: number, whole: boolean): Found<RawValue> | null {
  const value = reader.valueAt(at, table);
  if (!value || value.what.quoted || /^[\p{Lu}\p{N}$€£+-]/u.test(value.what.text)) return value;
  return whole && value.next === at + 1 && CLOSED.test(reader.lower(value.next)) ? value : null;
}

const HAPPENED = /ed$|^(?:won|lost|drawn|sold|left|made|taken|given|run|against)$/;
const CLOSED = /^(?:|[,.;]|and|for|where|in|when)$/;
const BECOMES = words('to as = becomes become');
const BE = words('be is are was were been');
const IS = words('is are of : was');
const COLUMN_WORDS = words('the column columns field a an its their');
const AFTER_COLUMN = words('column field value values');
const VALUE_OF = words('of for in the column field');
