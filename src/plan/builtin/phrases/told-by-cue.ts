import type { Query } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import type { Token } from '../english/tokens.ts';
import type { ColumnEntry } from '../linking/entries.ts';
import { DATED, NUMERIC } from '../linking/expressions.ts';
import { rootOf } from '../linking/lexicon.ts';
import { tells } from '../linking/moment-columns.ts';
import type { Form } from './form.ts';
import { entry, found, type Ground, type Read, tablesAt, word } from './ground.ts';
import { namingOf } from './name-parts.ts';
import { columnIn, createScope, select } from './query.ts';
import type { Things } from './things.ts';
import { valueFilter, valuesAt } from './values.ts';

/** What some words ask of one thing: a column whose name has one of some others. */
interface Cue {
  readonly said: ReadonlySet<string>;
  readonly of: readonly string[];
  readonly type: 'number' | 'text' | 'day';
}

const cue = (said: string, of: string, type: Cue['type']): Cue => ({ said: new Set(said.split(' ')), of: of.split(' '), type });

const PRICE = cue(
  'cost costs price priced charge charged charging sell sells sold pay paid expensive cheap much',
  'price cost fee rate amount charge',
  'number',
);

const CUES: readonly Cue[] = [
  PRICE,
  cue('earn earns earning make makes paid', 'salary wage pay income earnings hourly rate', 'number'),
  cue('weigh weighs heavy weight', 'weight kg lb', 'number'),
  cue('hold holds fit fits', 'capacity seat', 'number'),
  cue('left remaining stock shelf shelves hand', 'stock inventory quantity hand', 'number'),
  cue('tall high height', 'height', 'number'),
  cue('long length', 'length duration minute distance', 'number'),
  cue('big large size', 'size area hectare acre capacity', 'number'),
  cue('coming along going status stand stands progress progressing state getting', 'status state stage', 'text'),
  cue('ask contact speak talk', 'contact', 'text'),
  cue('why', 'reason cause why', 'text'),
];

/** Words that ask for nothing by themselves. */
const LIGHT = new Set(
  `what whats how hows who do does did is are was were has have had we us our i my me you one the a an of for at in on to with it its
  that there be get got still now many much currently right today please tell so far yet`.split(/\s+/),
);

/** "how much does tom earn", "hows job J-12 coming along", "who do i ask for at greenline": one column of one thing, by words that all ask for it. */
export const toldByCue: Form = (ground, from) => {
  if (from > 0 && !['what', 'who'].includes(word(ground, from - 1))) return [];
  return ground.tokens.flatMap((_token, at) =>
    thingsAt(ground, at).flatMap((who) => {
      const before = ground.tokens.slice(0, who.start);
      const after = ground.tokens.slice(who.end);
      return askedOf(ground, who.value, before, after).map(({ column, note }) => {
        const make = (): Query => {
          const scope = createScope(ground, who.value.table);
          return select(scope, who.value, { columns: [{ expr: columnIn(scope.as, column), as: column }] });
        };
        return found(make, ground.tokens.length, who.cost + 0.05, [...who.notes, note]);
      });
    }),
  );
};

/** A thing that its name or number tells, with the noun of its table before it. */
function thingsAt(ground: Ground, at: number): (Read<Things> & { start: number })[] {
  return valuesAt(ground, at).flatMap(({ value, end, cost, notes }) => {
    const places = value.places.filter(
      ({ table, column }) => namingOf(entry(ground, table)).includes(column) || isCode(ground, table, column),
    );
    const [table, ...more] = [...new Set(places.map((place) => place.table))];
    if (table === undefined || more.length > 0) return [];
    const filter = valueFilter(ground, table, { ...value, places }, false, 'own');
    if (filter === null) return [];
    const noun = tablesAt(ground, at - 1).some((one) => one.value === table && one.end === at);
    return [{ ...found<Things>({ table, filters: [filter] }, end, cost, notes), start: noun ? at - 1 : at }];
  });
}

/** A number or code that no two rows share. */
const isCode = (ground: Ground, table: string, column: string): boolean =>
  entry(ground, table).table.uniques.some((key) => key.length === 1 && key[0] === column);

/** The one column that all words of a question ask for. */
function askedOf(ground: Ground, { table }: Things, before: readonly Token[], after: readonly Token[]): { column: string; note: string }[] {
  const rest = [...before, ...after];
  const words = rest.filter(({ kind }) => kind === 'word' || kind === 'number').map(({ lower }) => lower);
  if (rest.some(({ kind }) => kind === 'quoted' || kind === 'owner') || words[0] === undefined || !ASKING.has(words[0])) return [];
  const { columns, table: own } = entry(ground, table);
  const asked = columns.filter(
    (one) => !one.reference && !own.primaryKey.includes(one.column.name) && !namingOf(entry(ground, table)).includes(one.column.name),
  );
  const found = CUES.flatMap((one) => {
    const cued = words.filter((said) => one.said.has(said));
    if (cued.length === 0 || (one === PRICE && !asksPrice(`${saidBy(before)} _ ${saidBy(after)}`))) return [];
    const content = words.filter((said) => !LIGHT.has(said) && !one.said.has(said)).map(stem);
    const told = asked.filter(
      (column) =>
        isOf(column, one) &&
        content.every((said) => column.words.some((own) => own === said || rootOf(own) === rootOf(said) || tells(said, own))),
    );
    const [only, ...more] = one === PRICE ? onSide(told, words) : told;
    if (only === undefined || more.length > 0) return [];
    const { name } = only.column;
    return [{ name, weight: cued.filter((said) => !LIGHT.has(said)).length + content.length }];
  });
  const most = Math.max(0, ...found.map(({ weight }) => weight));
  const [column, ...more] = [...new Set(found.filter(({ weight }) => weight === most).map(({ name }) => name))];
  return column === undefined || more.length > 0 ? [] : [{ column, note: `The answer is ${table}.${column}.` }];
}

const saidBy = (tokens: readonly Token[]): string => tokens.map(({ lower }) => lower).join(' ');

/** Whether a price is asked for, not what was done or how much there is of a thing, which stands as "_". */
const asksPrice = (said: string): boolean =>
  /^(?:whats?|how (?:expensive|cheap)|how much(?! _| of\b))\b/.test(said) &&
  !/\b(?:did|had|has|have)\b/.test(said) &&
  !/\b(?:sells?|sold|pay|paid|charg(?:e|ed|ing))(?! (?:_ )?(?:for|at|of)\b)/.test(said);

/** What is paid for a thing is its cost, and what it is sold for is not. */
function onSide(columns: readonly ColumnEntry[], words: readonly string[]): readonly ColumnEntry[] {
  const has = (all: readonly string[], ...some: readonly string[]) => all.some((one) => some.includes(one));
  if (has(words, 'sell', 'sells', 'sold', 'charge', 'charged', 'charging'))
    return columns.filter((one) => !has(one.words, 'cost', 'purchase'));
  if (!has(words, 'pay', 'paid', 'cost', 'costs')) return columns;
  const bought = columns.filter((one) => has(one.words, 'cost', 'purchase'));
  return bought.length > 0 ? bought : columns.filter((one) => !has(one.words, 'sale'));
}

const ASKING = new Set(['what', 'whats', 'how', 'hows', 'who', 'why']);

const isOf = ({ column, words }: ColumnEntry, { of, type }: Cue): boolean => {
  const fits = type === 'number' ? NUMERIC.has(column.type) : type === 'day' ? DATED.has(column.type) : column.type === 'text';
  return fits && words.some((own) => of.includes(own)) && !(of.includes('stock') && words.some((own) => BOUNDS.has(own)));
};

/** What there should be at least, or at the most, is not what there is. */
const BOUNDS: ReadonlySet<string> = new Set('minimum min maximum max reorder level threshold target wanted'.split(' '));
