import { STOCK } from '../measure-columns.ts';
import { nameWords } from '../write-tokens.ts';
import { words } from '../write-words.ts';
import type { Row } from './row.ts';
import { oneOf } from './worth.ts';

/** "costs us 6.50", "sells for 14 dollars": what is paid for a thing, and what it is sold at. */
export function dealt(row: Row, from: number): number | null {
  const { reader } = row;
  const at = reader.skip(from, words('we they i it'));
  const bought = BOUGHT.has(reader.lower(at)) && US.has(reader.lower(at + 1));
  const what = SOLD.has(reader.lower(at)) ? reader.skip(at + 1, THEM) : at + 1;
  const sold = SOLD.has(reader.lower(at)) && FOR.has(reader.lower(what));
  const next = reader.skip(what + 1, FOR);
  const text = /^[$€£]?(\d[\d,]*(?:\.\d+)?)$/.exec(reader.tokens[next]?.text ?? '')?.[1];
  if (text === undefined || bought === sold) return null;
  const column = oneOf(row, ({ name, type }) => {
    const own = nameWords(name);
    return (
      NUMERIC.has(type) &&
      (bought ? own.some((word) => COSTS.has(word)) : own.some((word) => PRICES.has(word)) && !own.some((word) => COSTS.has(word)))
    );
  });
  if (column === null) return null;
  row.put(column, { text: text.replaceAll(',', ''), quoted: false }, at);
  // "a portion" of cost_per_portion
  if (/^(?:a|an|per|each)$/.test(reader.lower(next + 1)) && nameWords(column.name).includes(reader.lower(next + 2))) return next + 3;
  return CURRENCIES.has(reader.lower(next + 1)) ? next + 2 : next + 1;
}

/** "insured for 900", "valued at 250 euros": the number that is called after what was done. */
export function amounted(row: Row, at: number): number | null {
  const { reader } = row;
  const [word] = reader.tokens[at]?.words ?? [];
  const text = /^[$€£]?(\d[\d,]*(?:\.\d+)?)$/.exec(reader.tokens[at + 2]?.text ?? '')?.[1];
  if (word === undefined || !/^[a-z]{4,}ed$/.test(word) || !FOR.has(reader.lower(at + 1)) || text === undefined) return null;
  const names = new Set([word, word.slice(0, -1), word.slice(0, -2)]);
  const column = oneOf(row, ({ name, type }) => NUMERIC.has(type) && nameWords(name).some((own) => names.has(own)));
  if (column === null) return null;
  row.put(column, { text: text.replaceAll(',', ''), quoted: false }, at);
  return CURRENCIES.has(reader.lower(at + 3)) ? at + 4 : at + 3;
}

/** "12 on the shelf", "40 in stock" */
export function onShelf(row: Row, at: number): number | null {
  const { reader } = row;
  const text = /^\d[\d,]*$/.exec(reader.tokens[at]?.text ?? '')?.[0];
  const place = reader.skip(at + 2, words('the our'));
  if (text === undefined || !/^(?:in|on)$/.test(reader.lower(at + 1)) || !SHELVES.has(reader.lower(place))) return null;
  const column = oneOf(row, ({ name, type }) => type === 'integer' && STOCK.test(name) && !LIMIT.test(name));
  if (column === null) return null;
  row.put(column, { text, quoted: false }, at);
  return place + 1;
}

/** "gets 10 percent off", "with a 5% discount": what is taken off a price. */
export function discounted(row: Row, at: number): number | null {
  const { reader } = row;
  const from = reader.skip(at, LEADS);
  const number = /^(\d+(?:\.\d+)?)(%?)$/.exec(reader.tokens[from]?.text ?? '');
  const off = number?.[2] === '%' ? from + 1 : /^(?:percent|%)$/.test(reader.lower(from + 1)) ? from + 2 : null;
  if (number?.[1] === undefined || off === null || !OFF.has(reader.lower(off))) return null;
  const column = oneOf(row, ({ name, type }) => NUMERIC.has(type) && nameWords(name).some((word) => OFF.has(word)));
  if (column === null) return null;
  row.put(column, { text: number[1], quoted: false }, at);
  return off + 1;
}

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const BOUGHT = words('cost costs costing');
const US = words('us me');
const SOLD = words('sell sells selling sold retails retailing goes');
const FOR = words('for at');
const THEM = words('it them these those');
const COSTS = words('cost purchase buy buying wholesale');
const PRICES = words('price sell selling retail sale');
const CURRENCIES = words('dollars dollar euros euro eur usd pounds pound gbp bucks each');
const SHELVES = words('stock shelf shelves hand store storage warehouse');
const LIMIT = /(?:^|_)(?:min|max|minimum|maximum|reorder|target|least)(?:_|$)/;
const LEADS = words('gets get has with a an');
const OFF = words('off discount reduction rebate');
