import type { Expr, Query, Select } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { askedWords, saying } from './asked-words.ts';
import { column, selected, where } from './build.ts';
import type { Reading } from './form.ts';
import { speakerOf } from './speech.ts';
import { found, type Topic } from './topic.ts';

/**
 * When, why or how something happened, by facts that say so and by messages, of which the one whose deed it is may have sent one without a name in it: "I broke
 * my oar." A fact has the time since which it is believed, a message that at which it was said.
 */
export function happened(asked: string, topic: Topic, question: Question): Reading {
  const facts = withMoment(selected('fact_history', ['content', 'id']), 'valid_from');
  const episodes = withMoment(selected('episodes', ['content', 'id']), 'created_at');
  const said = [found('episodes', topic), ...ownWords(asked, question)];
  const both: Query = {
    kind: 'set',
    op: 'union',
    all: true,
    left: where(facts, [found('fact_history', topic)]),
    right: where(episodes, [said.length === 1 && said[0] ? said[0] : { kind: 'or', args: said }]),
  };
  const names = ['content', 'at', 'id'];
  const plan: Select = {
    kind: 'select',
    columns: names.map((name) => ({ expr: column('told', name), as: name })),
    from: { kind: 'derived', query: both, as: 'told' },
    orderBy: [{ expr: column('told', 'at'), direction: 'asc', nulls: 'last' }],
  };
  // With another name in it, the question would have other words as well.
  const assumptions = [topic.note, 'looked in facts and in messages, with when it was said'];
  return { kind: 'plan', plan, confidence: null, assumptions, passing: true };
}

function withMoment(select: Select, name: string): Select {
  const table = select.from?.kind === 'table' ? select.from.as : '';
  const [content, ...rest] = select.columns;
  return content === undefined ? select : { ...select, columns: [content, { expr: column(table, name), as: 'at' }, ...rest] };
}

/** The messages of an end user whom the sentence begins with, that have the rest of its words. */
function ownWords(asked: string, question: Question): Expr[] {
  const said = asked.replace(/^(?:did|was|were) /i, '').split(' ');
  for (const count of [3, 2, 1]) {
    const speaker = speakerOf(said.slice(0, count).join(' '), question);
    const rest = askedWords(said.slice(count).join(' '), question);
    if (speaker === null || speaker.conditions.length === 0 || rest === null || rest.length < REST_MIN) continue;
    return [{ kind: 'and', args: [...speaker.conditions, saying('episodes', rest.join(' '))] }];
  }
  return [];
}

/** One word of a message is in too many. */
const REST_MIN = 2;
