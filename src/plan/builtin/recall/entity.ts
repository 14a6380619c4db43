import type { Select } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { answer, by, column, equals, selected, where } from './build.ts';
import { ofSeveral } from './facts.ts';
import type { Form, Reading } from './form.ts';
import { searched } from './search.ts';
import { found, storedAs, subjectOf, type Topic, topicOf } from './topic.ts';

const ABOUT = "(?:(?:who or what|what or who|who|what)(?:['’]s| is| are| was)(?: exactly)?|do (?:we|you|i) know)";
const TELL = '(?:tell|remind|show)(?: me| us)?';

/** Somebody or something that is known by name: what it is, with all that is known about it. */
export const ENTITY: readonly Form[] = [
  { says: `${ABOUT} (.+)`, read: ([name], question) => entity(name, question) },
  {
    says: `(?:${TELL} |(?:do|can) (?:you|we|i) (?:know|remember|tell)(?: me| us)? )?(?:who|what) (.+?) (?:is|are|was)`,
    read: ([name], question) => entity(name, question),
  },
  {
    says: `(?:${TELL}|what can you (?:say|tell)(?: me| us)?)(?: something| more| all)? about (.+)`,
    read: ([name], question) => entity(name, question),
  },
  { says: '(?:describe|introduce|characteri[sz]e)(?: (?:me|us) to)? (.+)', read: ([name], question) => entity(name, question) },
  {
    says: `(?:give|show)(?: me| us)?(?: an?| the)? (?:profile|summary|overview|description|portrait)(?: of| for| about| on) (.+)`,
    read: ([name], question) => entity(name, question),
  },
];

/** Of what is no entity, but whom facts are about, these alone. Null for any other words. */
function entity(said = '', question: Question): Reading | null {
  const name = storedAs(said, question.values.of('entities', 'canonical_name'));
  const topic = topicOf(said, question) ?? named(name ?? subjectOf(said, question));
  if (topic === null) return ofSeveral(said, null, question);
  if (name !== null) return answer(withFacts(name, topic), [`read as the entity "${name}", with the facts about it`]);
  if (topic.subject === null) return null;
  const select = selected('facts', ['content', 'subject', 'kind', 'created_at', 'id']);
  return searched({ table: 'facts', topic, asked: topic.words, select, conditions: [], notes: [topic.note] });
}

/** A name that may be any text, as "Grain & Sons". */
const named = (name: string | null): Topic | null =>
  name === null ? null : { words: name, subject: name, kind: null, note: `looked for facts about "${name}"` };

function withFacts(name: string, topic: Topic): Select {
  const shown = selected('entities', ['canonical_name', 'kind', 'properties']);
  return {
    ...where(
      {
        ...shown,
        columns: [
          ...shown.columns,
          { expr: column('facts', 'content'), as: 'content' },
          { expr: column('facts', 'created_at'), as: 'created_at' },
        ],
        joins: [
          {
            type: 'left',
            source: { kind: 'table', table: 'facts', as: 'facts' },
            on: found('facts', { ...topic, subject: topic.subject ?? name }),
          },
        ],
      },
      [equals('entities', 'canonical_name', name)],
    ),
    orderBy: [by('facts', 'created_at', 'desc')],
  };
}
