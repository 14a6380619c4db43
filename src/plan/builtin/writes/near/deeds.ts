import type { Column } from '../../../schema.ts';
import { deedsSaidAt, statesSaidAt } from '../../english/everyday-words.ts';
import { snakeCase } from '../../english/inflect.ts';
import { tokenize } from '../../english/tokens.ts';
import { DATED } from '../change/become.ts';
import type { Setting } from '../change/place.ts';
import { isVerb, participlesOf } from '../change/verb.ts';
import { nameWords } from '../write-tokens.ts';
import { POLITE, words } from '../write-words.ts';
import type { Told } from './told.ts';

/** What was done to rows, as their table keeps it: on a day, as a yes or no, as a state. */
export interface Deed {
  readonly end: number;
  readonly day: Column | null;
  readonly flag: Column | null;
  readonly state: Setting | null;
  /** Other words of what keeps it, which the sentence has as well: "deposit" of deposit_paid. */
  readonly beside: readonly string[];
}

/** The deed told from a token on: "paid", "got fixed", "brought back" of `returned_on`, "said yes" of accepted. */
export function deedAt(told: Told, at: number): Deed | null {
  const { reader, english } = told;
  const word = english[at]?.lower ?? '';
  if (reader.tokens[at]?.kind !== 'word' || word.length < 3) return null;
  const particle = reader.lower(at + 1);
  const before = reader.tokens[at - 1];
  // "…, cancel it": an order
  const ordered = (before === undefined || before.kind === 'mark' || POLITE.has(before.lower)) && reader.lower(at + 1) !== '';
  // "didn't turn up"
  const denied =
    /^(?:did|does|do)(?:n['’]?t| not)$/.test(reader.lower(at - 1)) ||
    (reader.lower(at - 1) === 'not' && /^d(?:id|oes|o)$/.test(reader.lower(at - 2)));
  const own = ordered || denied || isVerb(word) || /ed$/.test(word) ? participlesOf(word) : [];
  const ways = [
    ...(own.length > 0 && PARTICLES.has(particle) ? [{ end: at + 2, names: own.map((form) => `${form} ${particle}`) }] : []),
    { end: at + 1, names: [...own, ...(own.length === 0 ? [word] : [])] },
    ...[...deedsSaidAt({ tokens: english }, at), ...statesSaidAt({ tokens: english }, at)]
      .filter(({ end }) => own.length > 0 || end > at + 1)
      .map(({ end, meant }) => ({ end, names: meant })),
  ].sort((a, b) => b.end - a.end);
  for (const { end, names } of ways) {
    const deed = keptAs(told, new Set(names), end);
    if (deed !== null) return deed;
  }
  return null;
}

function keptAs(told: Told, names: ReadonlySet<string>, end: number): Deed | null {
  const day = only(told, names, ({ type, nullable, name }) => DATED.has(type) && nullable && !ISAHEAD.test(snakeCase(name)));
  const flag = only(told, names, ({ type }) => type === 'boolean');
  const state = stateIn(told, names);
  if (day === undefined || flag === undefined || state === undefined) return null;
  if (day === null && flag === null && state === null) return null;
  const beside = [day, flag].flatMap((column) => (column === null ? [] : besideIn(column, names)));
  return { end, day, flag, state, beside };
}

/** The one column that is called so; undefined where several are. */
function only(told: Told, names: ReadonlySet<string>, of: (column: Column) => boolean): Column | null | undefined {
  const said = new Set(told.reader.tokens.flatMap((token) => token.words));
  const fitting = told.table.columns.filter((column) => {
    if (!of(column)) return false;
    const all = ownWords(column);
    const called = statesSaidAt({ tokens: tokenize(all.join(' ')) }, 0).some(
      ({ end, meant }) => end === all.length && meant.some((one) => names.has(one)),
    );
    return (
      called || names.has(all.join(' ')) || (all.some((word) => names.has(word)) && besideIn(column, names).every((word) => said.has(word)))
    );
  });
  const exact = fitting.filter((column) => names.has(ownWords(column).join(' ')));
  // "fee_paid_on" where nothing else is paid: what else its name has need not be said.
  const loose = told.table.columns.filter(
    (column) => of(column) && DATED.has(column.type) && ownWords(column).some((word) => names.has(word)),
  );
  const [one, ...more] = exact.length > 0 ? exact : fitting.length > 0 ? fitting : loose;
  return more.length > 0 ? undefined : (one ?? null);
}

const ownWords = ({ name }: Column): readonly string[] => nameWords(name).filter((word) => !SMALL.has(word));
const besideIn = (column: Column, names: ReadonlySet<string>): readonly string[] => {
  const all = ownWords(column);
  return names.has(all.join(' ')) ? [] : all.filter((word) => !names.has(word));
};

/** A state that is stored so; undefined where several are. */
function stateIn({ reader, table }: Told, names: ReadonlySet<string>): Setting | null | undefined {
  const found = [...names].flatMap((name): Setting[] =>
    reader
      .columnsHolding(table, name.replaceAll('_', ' '))
      .filter((column) => STATE.test(snakeCase(column.name)))
      .flatMap((column): Setting[] => {
        const stored = reader.stored(table, column, name);
        if (column.type === 'text') return [{ column, value: { kind: 'literal', value: stored, type: 'text' } }];
        return column.type === 'integer' && /^\d+$/.test(stored)
          ? [{ column, value: { kind: 'literal', value: Number(stored), type: 'integer' } }]
          : [];
      }),
  );
  const distinct = found.filter((one, at) => found.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at);
  return distinct.length > 1 ? undefined : (distinct[0] ?? null);
}

const PARTICLES = words('up off out in back down away over');
const SMALL = words('is was has been on at date dt ts time day');
export const STATE = /(?:^|_)(?:status|state|stage|stat)(?:_code)?$/;
/** A day that lies ahead is none on which something was done. */
export const ISAHEAD =
  /(?:^|_)(?:next|due|until|till|expected|planned|plan|by|valid|est|estimated|target|deadline|start|from|renewal)(?:_|$)/;
