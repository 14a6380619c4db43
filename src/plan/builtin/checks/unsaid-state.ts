import type { Query } from '../../plan.ts';
import type { ValueIndex } from '../../planner.ts';
import { stem } from '../english/stem.ts';
import { tokenize } from '../english/tokens.ts';
import type { Lexicon } from '../linking/lexicon.ts';
import { tells } from '../linking/moment-columns.ts';
import { selectsIn, sourcesOf, usedIn } from './checked.ts';

/** "jobs done but not paid": a word that the state of such rows is stored as, and that the plan does not test; null where there is none. */
export function unsaidState(plan: Query, text: string, values: ValueIndex, lexicon: Lexicon): string | null {
  const tables = new Set([...selectsIn(plan)].flatMap((select) => [...sourcesOf(select).values()]));
  const used = usedIn(plan, lexicon);
  const tokens = tokenize(text);
  const tested = JSON.stringify(plan).toLowerCase();
  const isStoredOf = (word: string): boolean =>
    VERBS.has(word) && values.find(word).some(({ table, stored }) => tables.has(table) && stored.toLowerCase() === word);
  const [first] = tokens;
  // "print subscribers": those of the print edition, or all of them on paper.
  if (first?.kind === 'word' && !tested.includes(`"${first.lower}"`) && isStoredOf(first.lower))
    return `It is unclear what "${first.lower}" says.`;
  // "players at the moment" are those who are active, whatever that column is called.
  const isNow = / (?:right now|currently|at the moment|at present|these days) /.test(` ${tokens.map(({ lower }) => lower).join(' ')} `);
  const active = values
    .find('active')
    .find(({ table, column }) => tables.has(table) && !tested.includes(`"column":"${column.toLowerCase()}"`));
  if (isNow && active !== undefined && !tested.includes('"isnull"')) return 'It is unclear which of them are there now.';
  for (const [at, { kind, lower }] of tokens.entries()) {
    // What we have done is all that there is.
    if (US.has(tokens[at - 1]?.lower ?? '')) continue;
    if (kind !== 'word' || !STATE.test(lower) || [...used].some((own) => own === stem(lower) || tells(lower, own))) continue;
    const stored = values.find(lower).some(({ table, column, stored: value }) => {
      const own = lexicon.byName.get(table)?.columns.find((one) => one.column.name === column);
      return (
        tables.has(table) && value.toLowerCase() === lower && own?.words.some((word) => word === 'status' || word === 'state') === true
      );
    });
    if (stored && !tested.includes(lower)) return `It is unclear what "${lower}" says.`;
  }
  return null;
}

/** With these somebody asks to be shown something, and they may be stored as the kind of a thing. */
const VERBS = new Set(['print', 'display', 'show', 'list', 'present', 'find', 'return', 'report', 'name', 'count', 'select']);

const US = new Set(['we', 'i', 'they', 'you']);

/** Participles, by which a state is said of a thing. */
const STATE = /^(?:[a-z]{3,}ed|done|paid|sent|sold|lost|won|open|gone|left)$/;
