import type { Expr } from '../../../plan.ts';
import { conditionAfter } from '../write-conditions.ts';
import { columnAt } from '../write-names.ts';
import { ARTICLES, words } from '../write-words.ts';
import { alike } from './alike.ts';
import { ownerNamed } from './changed-table.ts';
import type { Draft } from './draft.ts';
import { flagAt } from './flag.ts';
import { storedPart } from './stored-part.ts';

/** "with no email", "without an email" */
export function missing(draft: Draft, at: number): number | null {
  const { reader } = draft;
  const word = reader.lower(at);
  const from = word === 'without' ? at + 1 : word === 'with' && reader.lower(at + 1) === 'no' ? at + 2 : null;
  const mention = from === null ? null : draft.column(reader.skip(from, ARTICLES));
  if (!mention) return null;
  draft.conditions.push({ kind: 'isNull', arg: draft.ref(mention.what) });
  return mention.next;
}

/** "Ada's city", "Ada's orders": the row, or the rows that point at it. */
export function possessive(draft: Draft, at: number): number | null {
  const { reader, table } = draft;
  const text = ownerNamed(reader.tokens[at]);
  if (text === null) return null;
  const raw = { text, quoted: false };
  const own = reader.columnsHolding(table, text);
  const column = own.length > 0 ? reader.entityColumn(table, raw) : reader.parentNamed(text, table);
  const condition = column && reader.equals(raw, table, column);
  // "Remove Ada's email" is no reason to remove Ada.
  if (!condition || (own.length > 0 && !draft.isUpdate())) return null;
  draft.conditions.push(condition);
  return at + 1;
}

/** "the 2026 Jamboree" for a table with a year. */
export function yearOfTable(draft: Draft, at: number): number | null {
  const { reader } = draft;
  if (!/^\d{4}$/.test(reader.lower(at))) return null;
  const column = draft.table.columns.find((each) => each.name === 'year');
  const mention = draft.ownTable(at + 1);
  const condition = column && mention ? reader.equals({ text: reader.lower(at), quoted: false }, draft.table, column) : null;
  if (!condition || !mention) return null;
  draft.conditions.push(condition);
  return mention.next;
}

/** "price above 20" after "where"; "for the year 2015", "in the 'M-1' class", "for the 2010-11 season" anywhere. */
export function condition(draft: Draft, at: number): number | null {
  const { reader } = draft;
  const intro = INTRO.has(reader.lower(at));
  if (!intro && draft.mode !== 'where') return null;
  if (intro && reader.lower(at) === 'with' && draft.isUpdate() && draft.mode === 'set' && draft.sets.size === 0) return null;
  const from = reader.skip(reader.skip(intro ? at + 1 : at, ARTICLES), COLUMN_WORDS);
  const mention = draft.column(from);
  if (mention) {
    const found = conditionAfter(reader, mention.next, draft.table, mention.what);
    if (!found) return null;
    if (!mention.whole) reader.assume(`"${reader.tokens[from]?.text}" read as the column ${mention.what.name}`);
    const { what, next } = alike(draft, found, OR);
    draft.conditions.push(what);
    if (intro) draft.mode = 'where';
    return next;
  }
  const value = reader.valueAt(from, draft.table);
  const after = value && columnAt(reader.tokens, value.next, draft.table, false);
  if (!value || !after || !CLOSED.test(reader.lower(after.next))) return null;
  const stored = reader.columnsHolding(draft.table, value.what.text).includes(after.what);
  const number = reader.tokens[from]?.kind === 'number' && after.what.type !== 'text';
  if (!value.what.quoted && !(intro && (stored || number))) return null;
  const condition = reader.equals(value.what, draft.table, after.what);
  if (!condition) return null;
  draft.conditions.push(condition);
  return after.next;
}

/** "of customer Ada" when the table points at customers. */
export function parent(draft: Draft, at: number): number | null {
  const { reader } = draft;
  if (!OF.has(reader.lower(at))) return null;
  const parent = reader.parentAt(at + 1, draft.table);
  if (parent) {
    const condition = reader.equals(parent.what.raw, draft.table, parent.what.column);
    if (!condition) return null;
    draft.conditions.push(condition);
    return parent.next;
  }
  const value = reader.valueAt(at + 1, draft.table);
  if (!value || reader.columnsHolding(draft.table, value.what.text).length > 0) return null;
  const column = reader.parentNamed(value.what.text, draft.table);
  const condition = column && reader.equals(value.what, draft.table, column);
  if (!condition) return null;
  reader.assume(`"${value.what.text}" read as ${column.name}`);
  draft.conditions.push(condition);
  return value.next;
}

/** "cancelled orders", "orders that are cancelled", "that are not paid" */
export function state(draft: Draft, at: number): number | null {
  const { reader } = draft;
  const from = reader.skip(at, BE);
  const denied = reader.lower(from) === 'not';
  const start = denied ? from + 1 : from;
  const flag = flagAt(draft, start);
  if (flag && (draft.mode === 'where' || draft.ownTable(flag.next))) {
    const right: Expr = { kind: 'literal', value: !denied, type: 'boolean' };
    draft.conditions.push({ kind: 'compare', op: '=', left: draft.ref(flag.what), right });
    return flag.next;
  }
  const value = reader.valueAt(start, draft.table);
  if (!value || (draft.mode !== 'where' && !draft.ownTable(value.next) && !isStoredBeforeTable(draft, start))) return null;
  const part = storedPart(draft, start, value);
  const holding = reader.columnsHolding(draft.table, part.what.text);
  const column = holding.length === 1 ? holding[0] : undefined;
  const same = column && reader.equals(part.what, draft.table, column);
  if (same?.kind !== 'compare') return null;
  reader.assume(`"${part.what.text}" read as ${column?.name}`);
  const found = denied ? { what: { ...same, op: '<>' as const }, next: part.next } : alike(draft, { what: same, next: part.next }, OR);
  draft.conditions.push(found.what);
  return found.next;
}

function isStoredBeforeTable(draft: Draft, at: number): boolean {
  const full = draft.reader.valueAt(at, draft.table);
  return full !== null && draft.ownTable(storedPart(draft, at, full).next) !== null;
}

const INTRO = words('for in with on at of during by from');
const OR = words('or');
const OF = words('of for from by on in at');
const BE = words('be is are was were been');
const COLUMN_WORDS = words('the column columns field a an its their');
const CLOSED = /^(?:|[,.;)]|and|or|to|where|is|was|has|have|are|were)$/;
