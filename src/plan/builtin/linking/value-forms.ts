import type { ValueIndex } from '../../planner.ts';
import type { Lexicon } from './lexicon.ts';

type Hit = ReturnType<ValueIndex['find']>[number];

/** Stored values of one word, of columns that tell few kinds apart, by the root that their forms share. */
export type ValueForms = ReadonlyMap<string, readonly Hit[]>;

const KINDS_MAX = 30;

const built = new WeakMap<ValueIndex, ValueForms>();

/** "successful" where a status says success, "selling" where a type says sell. */
export function valueFormsOf(index: ValueIndex, { tables }: Lexicon): ValueForms {
  const known = built.get(index);
  if (known !== undefined) return known;
  const forms = new Map<string, Hit[]>();
  for (const { table, columns } of tables) {
    for (const { column } of columns) {
      const values = column.type === 'text' ? index.of(table.name, column.name) : null;
      if (values === null || values.length > KINDS_MAX) continue;
      for (const stored of values) {
        const root = /^\p{L}{3,}$/u.test(stored) ? formRoot(stored.toLowerCase()) : null;
        if (root !== null) forms.set(root, [...(forms.get(root) ?? []), { table: table.name, column: column.name, stored }]);
      }
    }
  }
  built.set(index, forms);
  return forms;
}

/** The same for "success" and "successful", "planned" and "planning", "operating" and "operational"; null for what is too short to tell. */
export function formRoot(word: string): string | null {
  const bare = word.replace(/(?:fully|ful|ally|ly)$/, '').replace(/(?:ational|ations?|ating|ated|ates?|ators?|ions?)$/, '');
  const root = (bare.length >= 3 ? bare : word).replace(/(?:ures?|ing|ed|es|(?<!s)s|e)$/, '').replace(/([^aeiou])\1$/, '$1');
  return root.length < 3 ? null : root;
}
