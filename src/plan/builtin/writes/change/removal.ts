import { words } from '../write-words.ts';
import { linkedRows } from './linked-rows.ts';
import { ARTICLES, type Change, type Form, lastOf, type Place, rowsAt } from './place.ts';
import { textOf } from './spans.ts';

/** "delete all Uber transactions under $10" */
export const remove: Form = (place) => {
  const { reader, table, at, end } = place;
  const off = /^(?:take|cross|strike)$/.test(reader.lower(at)) ? lastOf(reader, at + 2, end, words('off from')) : null;
  if (off !== null) return offList(place, off);
  // "take order 9 out, that was a mistake"
  const out = /^(?:take|throw|cross|strike)$/.test(reader.lower(at)) ? lastOf(reader, at + 2, end, words('out')) : null;
  if (out !== null) {
    const why = reader.tokens[out + 1]?.text === ',' ? (textOf(reader, out + 2, end) ?? '') : '';
    const rows = out + 1 === end || (REASON.test(why) && !/\d/.test(why)) ? rowsAt(place, at + 1, out) : null;
    return rows?.identified ? { table, rows, set: null, assumptions: why === '' ? [] : [`"${why}" read as the reason`] } : null;
  }
  const from = DELETE.has(reader.lower(at))
    ? at + 1
    : reader.lower(at) === 'get' && reader.lower(at + 1) === 'rid' && reader.lower(at + 2) === 'of'
      ? at + 3
      : null;
  if (from === null) return null;
  const rows = rowsAt(place, from, end);
  if (rows !== null && rows.conditions.length > 0) return { table, rows, set: null, assumptions: [] };
  // "delete complaint 19, it was a joke": why says nothing of which.
  const comma = reader.tokens.findIndex(({ text }, at) => at > from && at < end && text === ',');
  const why = comma < 0 ? '' : (textOf(reader, comma + 1, end) ?? '');
  const one = REASON.test(why) && !/\d/.test(why) ? rowsAt(place, from, comma) : null;
  if (!one?.identified) return null;
  return { table, rows: one, set: null, assumptions: [`"${why}" read as the reason`] };
};

/** "take Ada and Bo off the donor list": the rows of that table. */
function offList(place: Place, off: number): Change | null {
  const { reader, table, at, end } = place;
  const from = reader.skip(off + 1, ARTICLES);
  // "off the list of volunteers"
  const mention = reader.tableAt(
    /^(?:list|register)$/.test(reader.lower(from)) && reader.lower(from + 1) === 'of' ? reader.skip(from + 2, ARTICLES) : from,
  );
  if (mention?.what !== table || reader.skip(mention.next, words('list table register books')) !== end) return null;
  const rows = linkedRows(reader, table, at + 1, off);
  return rows?.identified ? { table, rows: { ...rows, named: true }, set: null, assumptions: [] } : null;
}

const DELETE = words('delete remove erase scrap bin discard');
/** How it is told why a row goes: "it was a joke", "entered twice". */
const REASON =
  /^(?:it|it's|its|he|she|they|we|that|this|was|were|no longer|not|because|since|entered|added|made|typed|by|wrong|duplicate|already|a|an)\b(?!.*\b(?:and|but|except|also|then|delete|remove)\b)/i;
