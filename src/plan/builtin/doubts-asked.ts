import type { Select } from '../plan.ts';
import type { Candidate } from './candidates.ts';
import { DATED, NUMERIC } from './expressions.ts';
import type { Lexicon } from './lexicon.ts';
import { peopleIn, SOMEBODY } from './people.ts';
import type { Entity } from './sketch.ts';
import { stem } from './stem.ts';

/** What these doubts look at; `said` is the question in lower case between spaces. */
interface Asked {
  readonly said: string;
  readonly candidate: Candidate;
  readonly select: Select;
  readonly lexicon: Lexicon;
}

/** Why what a plan shows is not what the question word asks for. Null when it is. */
export function doubtOfAsked(asked: Asked): string | null {
  return otherKind(asked) ?? nobody(asked) ?? nameless(asked);
}

/** "how much" is a number, "when" a date, "who" a name. */
function otherKind({ said, select, lexicon }: Asked): string | null {
  const asks = /^ (how much|when|who) /.exec(said)?.[1];
  if (asks === undefined) return null;
  const fits = select.columns.some(({ expr }) => {
    const type =
      expr.kind === 'column'
        ? lexicon.byName.get(expr.table)?.columns.find(({ column }) => column.name === expr.column)?.column.type
        : undefined;
    return type === undefined || (asks === 'who' ? type === 'text' : (asks === 'when' ? DATED : NUMERIC).has(type));
  });
  return fits ? null : `What is shown is no answer to "${asks}".`;
}

/** "people" may be any of several kinds of people. */
function nobody({ candidate: { sketch }, lexicon }: Asked): string | null {
  if (peopleIn(lexicon).length < 2) return null;
  let found: string | undefined;
  JSON.stringify(sketch, (_key, part: unknown) => {
    if (isEntity(part) && part.far !== undefined && SOMEBODY.has(part.words)) found = part.words;
    return part;
  });
  return found === undefined ? null : `It is unclear who "${found}" are.`;
}

const isEntity = (part: unknown): part is Entity => typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'entity';

/** "10 most viewed articles" asks for articles, not for ten numbers of views. */
function nameless({ said, select, lexicon }: Asked): string | null {
  if (select.limit === undefined || select.groupBy !== undefined) return null;
  const ranked = new Set((select.orderBy ?? []).map(({ expr }) => JSON.stringify(expr)));
  const noun = stem(said.trim().split(' ').at(-1) ?? '');
  const thing = lexicon.tables.some(({ words }) => words.at(-1) === noun);
  return thing && select.columns.every(({ expr }) => ranked.has(JSON.stringify(expr))) ? 'What it is that is ranked is not shown.' : null;
}
