import type { Column } from '../../../schema.ts';
import { snakeCase } from '../../english/inflect.ts';
import { stepAt, stepped } from '../change/by-amount.ts';
import { NUMERIC } from '../change/place.ts';
import { measureOf } from '../change/state-links.ts';
import { columnPer, PRICE } from '../measure-columns.ts';
import { words } from '../write-words.ts';
import { type Part, range, tokensOf } from './parts.ts';
import type { Told } from './told.ts';
import type { Turn } from './turn.ts';

/** "5 more seats", "20% off", "up by 5", "50p more an hour": a number that rises or falls by what is said. */
export function steps(told: Told, parts: readonly Part[]): Turn[] {
  const { reader, table } = told;
  return reader.tokens.flatMap((_, at): Turn[] => {
    const step = stepAt(reader, at);
    if (step === null) return [];
    // "50p an hour more"
    const rate = /^(?:a|an|per)$/.test(reader.lower(step.next)) && MORE.has(reader.lower(step.next + 2)) ? step.next + 2 : step.next;
    const more = reader.lower(rate);
    const before = reader.lower(at - 1);
    const verb = reader.tokens.findIndex((token, i) => i < at && (UP.has(token.lower) || DOWN.has(token.lower)));
    const [sign, spent] = MORE.has(more)
      ? [1, [rate]]
      : LESS.has(more)
        ? [-1, [rate]]
        : before === 'by' && verb >= 0
          ? [UP.has(reader.lower(verb)) ? 1 : -1, [at - 1, verb]]
          : before === 'of' && RISE.test(reader.lower(at - 2))
            ? [/cut|drop|reduction/.test(reader.lower(at - 2)) ? -1 : 1, range(RISEN.has(reader.lower(at - 3)) ? at - 3 : at - 2, at)]
            : [0, []];
    if (sign === 0) return [];
    const next = rate > step.next || !(MORE.has(more) || LESS.has(more)) ? step.next : step.next + 1;
    const per = /^(?:a|an|per|each|every)$/.test(reader.lower(next)) ? columnPer(table, reader.lower(next + 1)) : null;
    const named = parts.filter(
      ({ column }) => column !== null && NUMERIC.has(column.type) && !table.primaryKey.includes(column.name) && !isKey(told, column),
    );
    const [one, ...others] = named;
    if (others.length > 0) return [];
    const column = per ?? one?.column ?? (step.money || step.percent ? priceOf(told) : null);
    const value = column === null || column === undefined ? null : stepped(table, column, sign, step);
    if (column === null || column === undefined || value === null) return [];
    const all = [...range(at, step.next), ...spent, ...(per === null ? tokensOf(one) : range(next, next + 2))];
    const knock = reader.lower(0) === 'knock' ? [0] : [];
    return [{ set: [{ column, value }], spent: [...new Set([...all, ...knock])], open: [], ordered: true }];
  });
}

const isKey = ({ table }: Told, { name }: Column): boolean => table.foreignKeys.some(({ columns }) => columns.includes(name));

/** The one price of a row. */
function priceOf({ table }: Told): Column | null {
  const [one, ...more] = table.columns.filter(
    ({ name, type }) => NUMERIC.has(type) && PRICE.test(snakeCase(name)) && !/max|min|bought/.test(name),
  );
  return one === undefined ? measureOf(table) : more.length > 0 ? null : one;
}

/** "a pay rise of 1.50 an hour" */
const RISE = /^(?:rise|raise|increase|bump|cut|drop|reduction)$/;
const RISEN = words('pay wage price rent');
const MORE = words('more extra');
const LESS = words('less fewer off');
const UP = words('up raise raised increase increased bump rise rose extend');
const DOWN = words('down drop dropped lower lowered reduce reduced cut');
