import { textOf } from '../change/spans.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import { clauseEnd, type Part, range, tokensOf } from './parts.ts';
import type { Told } from './told.ts';
import type { Turn } from './turn.ts';

/** "have a new contact address, lars@solvik.no": the one e-mail address of a row. */
export function mailed({ reader, table }: Told, parts: readonly Part[], at: number): Turn[] {
  const part = parts[at];
  const text = part === undefined ? '' : (reader.tokens[part.from]?.text ?? '');
  if (part === undefined || !/^\S+@\S+\.\S+$/.test(text)) return [];
  const [column, ...more] = table.columns.filter(({ name }) => nameWords(name).some((word) => /^e?mail$/.test(word)));
  if (column === undefined || more.length > 0) return [];
  const beside = reader.tokens.flatMap(({ lower }, i) =>
    i < part.from && (MAILS.has(lower) || nameWords(column.name).includes(lower)) ? [i] : [],
  );
  if (beside.length === 0) return [];
  return [
    {
      set: [{ column, value: { kind: 'literal', value: text, type: 'text' } }],
      spent: [...beside, ...tokensOf(part)],
      open: [],
      ordered: false,
    },
  ];
}

/** "has a new number 0431 55 66", "got a new phone, 0431 55 66": the one phone number of a row. */
export function phoned(told: Told, parts: readonly Part[], at: number): Turn[] {
  const { reader, table } = told;
  const from = parts[at]?.from ?? 0;
  const isDigits = (i: number): boolean => /^[+(]?\d[\d/()-]*$/.test(reader.tokens[i]?.text ?? '');
  let end = from;
  while (isDigits(end)) end++;
  const text = textOf(reader, from, end) ?? '';
  if (text.replaceAll(/\D/g, '').length < DIGITS_MIN || isDigits(from - 1) || end !== clauseEnd(told, from)) return [];
  const [column, ...more] = table.columns.filter(
    ({ name, type }) => type === 'text' && nameWords(name).some((word) => /^(?:phone|telephone|tel|mobile|cell)$/.test(word)),
  );
  let lead = from;
  while (PHONES.has(reader.lower(lead - 1)) || reader.tokens[lead - 1]?.text === ',') lead--;
  if (
    column === undefined ||
    more.length > 0 ||
    !reader.tokens.slice(lead, from).some(({ lower }) => lower === 'number' || lower === 'phone')
  )
    return [];
  const value = { kind: 'literal' as const, value: text, type: 'text' as const };
  return [{ set: [{ column, value }], spent: range(lead, end), open: [], ordered: false }];
}

const DIGITS_MIN = 7;
const PHONES = words('a new another different phone number mobile cell tel is now');
const MAILS = words('email e-mail mail address contact new');
