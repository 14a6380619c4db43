import type { Expr } from '../../plan.ts';
import type { ValueIndex } from '../../planner.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import type { TableEntry } from '../linking/entries.ts';
import { escapeLike, text } from '../linking/expressions.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { columnsAt, found, type Ground, type Read, tablesAt } from './ground.ts';
import { columnIn, compare } from './query.ts';
import type { Stored } from './stored.ts';

/** Words that names hold among others: "globex" of Globex Corporation. */
export function partsAt(ground: Ground, at: number, titled: boolean): Read<Stored>[] {
  const reads: Read<Stored>[] = [];
  for (let end = at + 1; end <= Math.min(ground.tokens.length, at + PART_MAX); end += 1) {
    const part = ground.tokens.slice(at, end);
    if (part.some(({ kind, lower }) => kind !== 'word' || FUNCTION_WORDS.has(lower) || lower.length < 3)) break;
    const said = part.map(({ lower }) => lower).join(' ');
    const named = [
      ...tablesAt(ground, at),
      ...columnsAt(
        ground,
        at,
        ground.lexicon.tables.map(({ table }) => table.name),
      ),
    ];
    if (!titled && named.some((name) => name.end >= end && name.cost < 0.3)) continue;
    // Descriptions hold any words, those of the schema among them.
    const begun = (partsOf(ground.values, ground.lexicon).get(part[0]?.lower ?? '') ?? []).filter(
      ({ described }) => !described || ground.links.unlinked().has(at),
    );
    const held = begun.filter(({ stored }) => ` ${wordsOf(stored).join(' ')} `.includes(` ${said} `));
    const cut = SOMETHING.has(ground.tokens[end]?.lower ?? '') ? cutShort(ground, said) : null;
    if (cut !== null) {
      reads.push({ ...cut, end: end + 1 });
      break;
    }
    // Ann Smith is no Ann Lee Smith, but a description may be said in part.
    const loose =
      held.length === 0 && part.length > 1
        ? begun.filter(({ stored, described }) => described && isWithin(said.split(' '), wordsOf(stored)))
        : [];
    const [one, ...others] = loose;
    if (one !== undefined && others.length === 0) {
      const { table, column, stored } = one;
      const test = (alias: string): Expr => compare('=', columnIn(alias, column), text(stored));
      reads.push(found({ words: said, places: [{ table, column, whole: false, test }] }, end, 0.35, [`'${said}' is read as ${stored}.`]));
      continue;
    }
    // An address repeats the name that it is of.
    const names = held.filter(({ stored }) => !stored.includes('@'));
    const places = names.length > 0 ? names : held;
    if (places.length === 0) continue;
    const columns = new Map(places.map((place) => [`${place.table}.${place.column}`, place]));
    const stored = places.slice(0, 3).map((place) => place.stored);
    const more = places.length > stored.length ? ' and others' : '';
    reads.push(
      found(
        {
          words: said,
          places: [...columns.values()].map(({ table, column }) => ({
            table,
            column,
            whole: false,
            test: (alias) => ({ kind: 'match', op: 'ilike', left: columnIn(alias, column), right: text(`%${escapeLike(said)}%`) }),
          })),
        },
        end,
        0.3,
        [`'${said}' is read as a part of ${stored.join(', ')}${more}.`],
      ),
    );
  }
  return reads.reverse();
}

const PART_MAX = 3;

/** "wain something": who does not know the rest of a name says how it begins. */
const SOMETHING = new Set(['something', 'sth', 'whatever', 'somebody', 'someone']);

function cutShort(ground: Ground, said: string): Read<Stored> | null {
  const begun = [...partsOf(ground.values, ground.lexicon).values()]
    .flat()
    .filter(({ stored }) => ` ${wordsOf(stored).join(' ')}`.includes(` ${said}`) && !stored.includes('@'));
  const columns = new Map(begun.map((place) => [`${place.table}.${place.column}`, place]));
  const stored = [...new Set(begun.map((place) => place.stored))];
  if (stored.length === 0 || stored.length > CUT_MAX) return null;
  const places = [...columns.values()].map(({ table, column }) => ({
    table,
    column,
    whole: false,
    test: (alias: string): Expr => ({
      kind: 'or',
      args: [`${escapeLike(said)}%`, `% ${escapeLike(said)}%`].map((like) => ({
        kind: 'match',
        op: 'ilike',
        left: columnIn(alias, column),
        right: text(like),
      })),
    }),
  }));
  return found({ words: said, places }, 0, 0.3, [`'${said}' is read as the beginning of ${stored.slice(0, 3).join(', ')}.`]);
}

const CUT_MAX = 5;

/** "queen gown" of "Queen's velvet gown": its words in their order, others between them. */
function isWithin(said: readonly string[], stored: readonly string[]): boolean {
  let at = 0;
  for (const one of said) {
    at = stored.indexOf(one, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

interface Part {
  readonly table: string;
  readonly column: string;
  readonly stored: string;
  /** Of what has no name. */
  readonly described: boolean;
}

const built = new WeakMap<ValueIndex, ReadonlyMap<string, readonly Part[]>>();

/** The values of columns that name things, by each of their words. */
function partsOf(values: ValueIndex, lexicon: Lexicon): ReadonlyMap<string, readonly Part[]> {
  const known = built.get(values);
  if (known !== undefined) return known;
  const parts = new Map<string, Part[]>();
  for (const own of lexicon.tables) {
    const { table, columns } = own;
    const naming = namingOf(own);
    for (const { column, words } of columns) {
      if (column.type !== 'text' || !(naming.includes(column.name) || words.some((one) => NAMING.has(one)))) continue;
      for (const stored of values.of(table.name, column.name) ?? [])
        for (const one of new Set(wordsOf(stored))) {
          const part: Part = {
            table: table.name,
            column: column.name,
            stored,
            described: own.label.length === 0 && naming.includes(column.name),
          };
          const same = parts.get(one);
          if (same === undefined) parts.set(one, [part]);
          else same.push(part);
        }
    }
  }
  built.set(values, parts);
  return parts;
}

/** The columns by which rows of a table are called: of what has no name, the description that each has. */
export const namingOf = ({ label, columns }: TableEntry): readonly string[] =>
  label.length > 0
    ? label
    : columns.flatMap(({ column, words }) =>
        column.type === 'text' && !column.nullable && words.join(' ') === 'description' ? [column.name] : [],
      );

/** Whether some stored name has the word. */
export const isNamePart = (values: ValueIndex, lexicon: Lexicon, said: string): boolean => partsOf(values, lexicon).has(said);

const NAMING = new Set('name title company subject payee vendor merchant brand bank email'.split(' '));

const wordsOf = (value: string): string[] => value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
