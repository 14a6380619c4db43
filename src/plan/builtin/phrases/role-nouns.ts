import type { Query } from '../../plan.ts';
import { stem } from '../english/stem.ts';
import { FUNCTION_WORDS } from '../english/words.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { found, type Ground, once, type Read, tablesAt, word } from './ground.ts';
import { columnIn, createScope, select } from './query.ts';
import { shownOf } from './shown.ts';
import type { Things } from './things.ts';

/** What rows of one table are to those of another, by the name of a key: the "guest" of `guest_id`. */
export interface Role {
  /** Whose key it is. */
  readonly of: string;
  readonly column: string;
  /** What the key leads to, and its column there. */
  readonly table: string;
  readonly key: string;
  readonly noun: string;
}

/** Every key that is called otherwise than the table it leads to. */
export function rolesOf({ lexicon }: Ground): readonly Role[] {
  const known = built.get(lexicon);
  if (known !== undefined) return known;
  const roles = rolesIn(lexicon);
  built.set(lexicon, roles);
  return roles;
}

const built = new WeakMap<Lexicon, readonly Role[]>();

const rolesIn = ({ tables, byName }: Lexicon): readonly Role[] =>
  tables.flatMap(({ table: own, columns }) =>
    own.foreignKeys.flatMap((key) => {
      const [column, ...more] = key.columns;
      const [to] = key.references;
      const words = columns.find((one) => one.column.name === column)?.words.filter((one) => one !== 'id') ?? [];
      const [noun, ...others] = words;
      if (column === undefined || to === undefined || noun === undefined || more.length + others.length > 0) return [];
      // A key may lead to a table that is not to be seen.
      const target = byName.get(key.table);
      return target === undefined || target.words.includes(noun) || own.name === key.table
        ? []
        : [{ of: own.name, column, table: key.table, key: to, noun }];
    }),
  );

/** "guests" of people who appear as such: a word that is no table's, and the name of one key alone. */
export const rolesAt = once((ground: Ground, at: number): Read<Role>[] => {
  const said = word(ground, at);
  if (said.length < 4 || FUNCTION_WORDS.has(said) || tablesAt(ground, at).length > 0) return [];
  const [only, ...more] = rolesOf(ground).filter(({ noun }) => noun === stem(said));
  return only === undefined || more.length > 0 ? [] : [found(only, at + 1, 0.1)];
});

/** The rows that stand in a role anywhere. */
export const roleHeadsAt = (ground: Ground, at: number): Read<Things>[] =>
  rolesAt(ground, at).map(({ value: { of, table }, end, cost }) =>
    found({ table, filters: [{ kind: 'related', things: { table: of, filters: [] }, not: false, role: true }] }, end, cost, [
      `'${word(ground, at)}' read as ${table.replaceAll('_', ' ')} with ${of.replaceAll('_', ' ')}.`,
    ]),
  );

/** "hosts" of a `host_id`, "produced" of a `producer_id`. */
export function roleOfVerb(ground: Ground, verb: string, of: string): Role | null {
  const bare = verb.replace(/(?:ies|es|s|ed|ing)$/, '');
  if (bare.length < 3) return null;
  const said = rolesOf(ground).filter((role) => role.of === of && /^(?:e?r|or|e|ist|ant|ent)?$/.test(rest(role.noun, bare)));
  const [only, ...more] = said;
  return only === undefined || more.length > 0 ? null : only;
}

const rest = (noun: string, verb: string): string => (noun.startsWith(verb) ? noun.slice(verb.length) : '?');

/** What stands in a role to some things, each once unless there is one thing. */
export function inRoleOf(ground: Ground, things: Things, { of, table, column, key }: Role, once = true): Query {
  const scope = createScope(ground, things.table);
  const as = of === table ? `${table}_above` : `${table}_${column}`;
  const shown = shownOf(ground, table, createScope(ground, table));
  const plain = select(scope, things, { columns: [] });
  return {
    ...plain,
    ...(once ? { distinct: true } : {}),
    joins: [
      ...(plain.joins ?? []),
      {
        type: 'inner',
        source: { kind: 'table', table, as },
        on: { kind: 'compare', op: '=', left: columnIn(as, key), right: columnIn(scope.as, column) },
      },
    ],
    columns: shown.map(({ as: name }) => ({ expr: columnIn(as, name), as: name })),
  };
}
