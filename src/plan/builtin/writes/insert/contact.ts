import { needsValue } from '../../../schema.ts';
import { basesOf, verbsOf } from '../../english/irregular.ts';
import { rootOf } from '../../linking/lexicon.ts';
import { parentRow } from '../change/parent-row.ts';
import { textOf } from '../change/spans.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import type { Row } from './row.ts';
import { endOfItem } from './typed.ts';
import { oneOf } from './worth.ts';

/** "555-2323", "mobile 0664 5550001": the one column of such numbers. */
export function phone(row: Row, at: number): number | null {
  const { reader } = row;
  const from = reader.skip(at, CALLED);
  let end = from;
  while (reader.tokens[end]?.kind !== 'quoted' && /^(?:\+?\d[\d-]*|\(\d+\)|\d+\/\d+)$/.test(reader.tokens[end]?.text ?? '')) end++;
  const text = end === from ? null : textOf(reader, from, end);
  if (text === null || text.replaceAll(/\D/g, '').length < DIGITS || !(from > at || /^[+0]|-| /.test(text))) return null;
  const column = oneOf(row, ({ name, type }) => type === 'text' && nameWords(name).some((word) => PHONES.has(word)));
  if (column === null) return null;
  row.put(column, { text, quoted: true }, at);
  return end;
}

/** "dads name is Joey Tran", "mother Ann Lee": the column of whom a child belongs to. */
export function kin(row: Row, at: number): number | null {
  const { reader } = row;
  const said = reader.lower(at).replace(/['’]?s$/, '');
  const contact = said === 'contact';
  if (!contact && (!KIN.has(said) || row.column(at) !== null)) return null;
  const value = reader.valueAt(reader.skip(at + 1, NAMED_IS), row.table);
  const column = oneOf(
    row,
    ({ name, type }) =>
      type === 'text' && !nameWords(name).some((word) => PHONES.has(word) || word === 'email') && (contact ? CONTACT : KEPT_KIN).test(name),
  );
  if (value === null || column === null || /\d/.test(value.what.text)) return null;
  reader.assume(`"${textOf(reader, at, value.next)}" read as ${column.name}`);
  row.put(column, value.what, at);
  return value.next;
}

/** "for Nina Klein": a name that is nowhere yet, in the one column of names that a row needs and that is not its own. */
export function newName(row: Row, at: number): number | null {
  const { reader, table } = row;
  if (reader.lower(at) !== 'for') return null;
  const value = reader.valueAt(at + 1, table);
  const column = oneOf(row, ({ name, type }) => type === 'text' && OTHERS_NAME.test(name));
  if (value === null || value.what.quoted || column === null || !needsValue(column)) return null;
  if (!/^\p{Lu}\S+(?: \p{Lu}\S+)+$/u.test(value.what.text) || /\d/.test(value.what.text)) return null;
  reader.assume(`"${value.what.text}" read as ${column.name}`);
  row.put(column, value.what, at);
  return value.next;
}

/** "rosalind okafor trains him", "Ada did it": who does something with the row, by the key that is called after it. */
export function doer(row: Row, at: number): number | null {
  const { reader, table } = row;
  const end = endOfItem(row, at);
  const verb = reader.lower(end - 2);
  if (!OBJECTS.has(reader.lower(end - 1)) || end - 2 <= at) return null;
  const roots = [...verbsOf(verb), ...basesOf(verb)].map(rootOf).filter((root) => root.length > 2);
  const found = table.foreignKeys.flatMap((key) => {
    const column = table.columns.find(({ name }) => key.columns.length === 1 && name === key.columns[0] && !row.values.has(name));
    const called =
      column !== undefined && (DID.has(verb) || nameWords(column.name).some((word) => roots.some((root) => word.startsWith(root))));
    const parent = called ? parentRow(reader, key, at, end - 2, true) : null;
    return column === undefined || parent?.next !== end - 2 ? [] : [{ column, what: parent.what }];
  });
  const [one, ...more] = found;
  if (one === undefined || more.length > 0) return null;
  row.values.set(one.column.name, one.what.kind === 'key' ? one.what.value : { kind: 'scalarQuery', query: one.what.query });
  reader.assume(`"${textOf(reader, at, end)}" read as ${one.column.name}`);
  return end;
}

const OTHERS_NAME = /^(?:customer|client|buyer|visitor|guest|patient|caller|attendee)_(?:full_)?name$/;
const DIGITS = 7;
const CALLED = words('phone mobile cell cellphone tel telephone number call calls ring on at is');
const PHONES = words('phone mobile cell cellphone tel telephone');
const KIN = words('dad mum mom mother father parent guardian carer daddy mummy mommy');
const KEPT_KIN = /(?:^|_)(?:parent|guardian|carer|mother|father)s?(?:_name|_full_name)?$/;
const CONTACT = /^contact(?:_name|_person)?$/;
const NAMED_IS = words('name person is called : are');
/** "Ada did it": of whoever a row keeps that did it. */
const DID = words('did does handled handles');
const OBJECTS = words('him her them it');
