import type { Query } from '../../plan.ts';
import { NUMERIC } from '../expressions.ts';
import { moneyOf } from './columns.ts';
import type { Form } from './form.ts';
import { after, columnsAt, entry, found, type Ground, past, type Read, word } from './ground.ts';
import { named, namedAt } from './named.ts';
import { ARTICLES } from './noun-phrase.ts';
import { columnIn, createScope, select } from './query.ts';
import type { Things } from './things.ts';

/** "how much does Tom earn", "what does hamlet cost", "how big is Long Acre", "how much is hamlet": the column that the verb or adjective tells of. */
export const worthOf: Form = (ground, at) => {
  const many = after(ground, at, ['how many', 'how much']);
  const stocked =
    many === null
      ? []
      : namedAt(ground, many).flatMap((who) => {
          const end = after(ground, who.end, LEFT);
          return end === null ? [] : oneColumn(ground, who, ['stock', 'inventory', 'quantity', 'hand'], end);
        });
  if (stocked.length > 0) return stocked;
  const held = many === null ? [] : heldBy(ground, many);
  if (held.length > 0) return held;
  const charged = after(
    ground,
    at,
    ['how much', 'what'].flatMap((ask) => [`${ask} do we charge for`, `${ask} do we ask for`, `${ask} do we sell`]),
  );
  if (charged !== null)
    return namedAt(ground, past(ground, charged, ARTICLES)).flatMap((who) => {
      const end = word(ground, charged - 1) === 'sell' ? after(ground, who.end, ['for']) : who.end;
      return end === null ? [] : oneColumn(ground, who, PRICE, end);
    });
  const does = after(ground, at, ['how much does', 'how much do', 'how much did', 'what does', 'what do', 'what did', 'how many does']);
  if (does !== null)
    return namedAt(ground, does).flatMap((who) => {
      const names = TOLD_BY_VERB.get(word(ground, who.end));
      const end = after(ground, who.end + 1, ['per month', 'a month', 'per year', 'a year', 'an hour', 'per hour']) ?? who.end + 1;
      return names === undefined ? [] : oneColumn(ground, who, names, end);
    });
  const how =
    word(ground, at) === 'how' && ['is', 'are', 'was'].includes(word(ground, at + 2))
      ? TOLD_BY_ADJECTIVE.get(word(ground, at + 1))
      : undefined;
  return how === undefined ? [] : namedAt(ground, past(ground, at + 3, ARTICLES)).flatMap((who) => oneColumn(ground, who, how, who.end));
};

/** "seats does the heron have", "taps has the red lion got": a number that a row has of its own. */
function heldBy(ground: Ground, at: number): Read<() => Query>[] {
  return [at + 1, at + 2].flatMap((end) => {
    const aux = after(ground, end, ['does', 'do', 'did', 'has']);
    return aux === null
      ? []
      : namedAt(ground, aux).flatMap((who) => {
          const has = word(ground, end) === 'has' ? ['got', 'had'] : ['have', 'hold', 'take', 'offer'];
          const to = after(ground, who.end, has) ?? (word(ground, end) === 'has' ? who.end : null);
          const { table } = who.value;
          return columnsAt(ground, at, [table]).flatMap(({ value: { columns }, end: said, cost }) => {
            const own = entry(ground, table).columns.find(({ column }) => column.name === columns[0]);
            const isNumber = own !== undefined && NUMERIC.has(own.column.type) && !own.reference && columns.length === 1;
            return to === null || said !== end || !isNumber || cost > 0.15
              ? []
              : [found((): Query => named(ground, who.value, table, columns), to, who.cost + cost, who.notes)];
          });
        });
  });
}

function oneColumn(ground: Ground, who: Read<Things>, names: readonly string[], end: number): Read<() => Query>[] {
  const { table } = who.value;
  const columns = entry(ground, table).columns.filter(
    ({ column, words, reference }) => NUMERIC.has(column.type) && !reference && words.some((own) => names.includes(own)),
  );
  const [first, ...more] = columns;
  const name = more.length === 0 ? first?.column.name : names === PRICE ? moneyOf(ground, table)?.name : undefined;
  if (name === undefined) return [];
  const make = (): Query => {
    const scope = createScope(ground, table);
    return select(scope, who.value, { columns: [{ expr: columnIn(scope.as, name), as: name }] });
  };
  return [found(make, end, who.cost + 0.05, [...who.notes, `The number is ${table}.${name}.`])];
}

const LEFT =
  'are in stock, is in stock, in stock, do we have in stock, do we have left, do we have, are left, is left, have we got, are there in stock'.split(
    ', ',
  );

const PRICE = ['price', 'cost', 'fee', 'rate', 'amount'];

const PAY = ['salary', 'wage', 'pay', 'income', 'earnings', 'hourly', 'rate'];

const TOLD_BY_VERB: ReadonlyMap<string, readonly string[]> = new Map([
  ['cost', PRICE],
  ['charge', PRICE],
  ['earn', PAY],
  ['make', PAY],
  ['weigh', ['weight', 'kg', 'lb']],
  ['hold', ['capacity', 'seat']],
]);

const TOLD_BY_ADJECTIVE: ReadonlyMap<string, readonly string[]> = new Map([
  ['much', PRICE],
  ['expensive', PRICE],
  ['heavy', ['weight', 'kg', 'lb']],
  ['tall', ['height']],
  ['long', ['length', 'duration', 'minute', 'distance']],
  ['big', ['size', 'area', 'hectare', 'acre', 'capacity']],
  ['large', ['size', 'area', 'hectare', 'acre', 'capacity']],
]);
