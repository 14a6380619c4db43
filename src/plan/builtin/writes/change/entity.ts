import type { Expr } from '../../../plan.ts';
import { labelColumn } from '../write-names.ts';
import type { Found } from '../write-reader.ts';
import { nameWords } from '../write-tokens.ts';
import type { RawValue } from '../write-values.ts';
import { ARTICLES, words } from '../write-words.ts';
import { alike } from './alike.ts';
import type { Draft } from './draft.ts';
import { numbered } from './own-links.ts';
import { storedPart } from './stored-part.ts';

/** "of Yirgacheffe", "delete Ada", "the bean Sumatra" */
export function entity(draft: Draft, at: number): number | null {
  const { reader } = draft;
  const of = OF.has(reader.lower(at));
  const first = at === draft.verbAt + 1;
  const direct = first && (draft.verb === 'mark' || draft.verb === 'delete' || draft.verb === 'update');
  // "of X" names a row; "in X" only when X is stored: it may as well be a place that nothing here knows.
  const found =
    of || direct || draft.ownTable(reader.skip(at, ARTICLES))
      ? entityAt(draft, of ? at + 1 : at, PLACE.has(reader.lower(at)) || (first && draft.verb === 'update'))
      : null;
  if (!found) return null;
  // Either of two places are both of them; either of two rows is a choice.
  const { what, next } = alike(draft, found, FILTER.has(reader.lower(at)) ? AND_OR : AND);
  draft.conditions.push(what);
  return next;
}

/** "the bean named Yirgacheffe", "order 5", "Yirgacheffe": one row by its name or key. */
export function entityAt(draft: Draft, at: number, stored = false): Found<Expr> | null {
  const { reader, table } = draft;
  const from = reader.skip(at, ARTICLES);
  const own = draft.ownTable(from);
  const named = nounNamed(draft, own?.next ?? from, own === null);
  const start = named ?? own?.next ?? from;
  // "floor of room 204": the number that is on its door, and no key.
  const coded = own === null || named !== null ? null : numbered(reader, table, start, reader.tokens.length);
  if (coded?.what.condition !== undefined) return { what: coded.what.condition, next: coded.next };
  const full = reader.valueAt(start, table);
  if (!full) return null;
  const value = unowned(draft, storedPart(draft, start, full));
  const part =
    named === null && reader.question.values.find(value.what.text).length === 0 ? reader.partOfName(table, value.what.text) : null;
  if (part !== null && own !== null) {
    reader.assume(`"${value.what.text}" read as ${part.stored}`);
    const whole = reader.equals({ text: part.stored, quoted: true }, table, part.column);
    return whole && { what: whole, next: value.next };
  }
  const telling = value.what.quoted || /^[\p{Lu}\p{N}#]/u.test(value.what.text) || reader.columnsHolding(table, value.what.text).length > 0;
  if (!telling || (own === null && named === null && /^#?\d/.test(value.what.text) && !value.what.quoted)) return null;
  const holding = reader.columnsHolding(table, value.what.text);
  if (stored && holding.length === 0 && named === null && own === null) return null;
  const column = named !== null && holding.length === 0 ? labelColumn(table) : reader.entityColumn(table, value.what);
  const condition = column && reader.equals(value.what, table, column);
  if (!condition) return null;
  if (named === null && !table.primaryKey.includes(column.name)) reader.assume(`"${value.what.text}" read as ${column.name}`);
  return { what: condition, next: value.next };
}

/** "Brian Coyle's booking": what is stored is Brian Coyle. */
function unowned({ reader, table }: Draft, value: Found<RawValue>): Found<RawValue> {
  const text = value.what.text.replace(/['’]s?$/, '');
  const owned = !value.what.quoted && text !== value.what.text && reader.columnsHolding(table, value.what.text).length === 0;
  return owned && reader.columnsHolding(table, text).length > 0 ? { what: { text, quoted: false }, next: value.next } : value;
}

/** The token after "named", with nothing but the table's own words before it. */
function nounNamed(draft: Draft, at: number, nouns: boolean): number | null {
  const { reader } = draft;
  const known = new Set(nameWords(draft.table.name));
  for (let i = at; i < at + (nouns ? 4 : 1); i++) {
    if (/^(?:named|called|titled|entitled)$/.test(reader.lower(i))) return i + 1;
    if (!reader.tokens[i]?.words.every((word) => known.has(word))) return null;
  }
  return null;
}

const OF = words('of for from by on in at');
const FILTER = words('in at on by from');
const AND = words('and');
const AND_OR = words('and or');
const PLACE = words('in at on by');
