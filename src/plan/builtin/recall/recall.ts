import type { Outcome, Planner, Question } from '../../planner.ts';
import type { Schema } from '../../schema.ts';
import { withoutCourtesies } from '../phrases/openings.ts';
import { withSpeltWords } from '../phrases/spelt-words.ts';
import { ABSENT } from './absent.ts';
import { wordsOf } from './alike.ts';
import { namesSchema } from './asked-words.ts';
import { CONVERSATIONS } from './conversations.ts';
import { COUNTS } from './counts.ts';
import { EARLIER } from './earlier.ts';
import { ENDS } from './ends.ts';
import { ENTITY } from './entity.ts';
import { EXTREMES } from './extremes.ts';
import { FACTS } from './facts.ts';
import type { Form, Reading } from './form.ts';
import { HISTORY } from './history.ts';
import { LATELY } from './lately.ts';
import { LISTS } from './lists.ts';
import { MENTIONS_OF } from './mentions.ts';
import { readOpen } from './open.ts';
import { restated } from './restated.ts';
import { withMeaning } from './search.ts';
import { SPEECH } from './speech.ts';
import { THINGS } from './things.ts';

/**
 * Questions to an agent memory: what is known, what was believed, what was said. Each form takes the whole sentence, and is asked
 * first, since to these a subject is a value, and the rest of the words are none. Everything else is the other planners'; what
 * they decline may still ask for what facts say in those words.
 */
export function withRecall(planner: Planner): Planner {
  return {
    ...planner,
    async plan(question) {
      if (!isMemory(question.schema)) return await planner.plan(question);
      let isLooked = false;
      const { rows } = question;
      const look: Question['rows'] = async (plan) => {
        isLooked = true;
        return (await rows?.(plan)) ?? [];
      };
      const looking: Question = rows === undefined ? question : { ...question, rows: look };
      const outcome = await planOf(looking, planner);
      const spelt = outcome.kind === 'plan' ? null : withSpeltWords({ ...looking, text: withoutCourtesies(question.text) });
      const read = spelt === null ? outcome : await planOf({ ...looking, text: spelt.text }, planner);
      if (read.kind !== 'plan') return outcome;
      // What was looked at may be other rows tomorrow, and the question be read by them.
      const passing = isLooked ? { passing: true as const } : {};
      return { ...read, ...passing, assumptions: [...(spelt?.notes ?? []), ...read.assumptions] };
    },
  };
}

async function planOf(question: Question, planner: Planner): Promise<Outcome> {
  const plain = { ...question, text: restated(plainOf(question.text), question) };
  const read = await readForms(plain);
  if (read !== null) return await withMeaning(read, question);
  const isOfTables = wordsOf(question.text).some((word) => namesSchema(word, question));
  const outcome = isOfTables ? await planner.plan(question) : null;
  if (outcome?.kind === 'plan') return outcome;
  const open = await readOpen(plain);
  return open === null ? (outcome ?? (await declinedBy(planner, question))) : await withMeaning(open, question);
}

/** What says nothing of tables or columns asks for no rows of them: a plan that links its words to stored values alone is none of this question's. */
async function declinedBy(planner: Planner, question: Question): Promise<Outcome> {
  const outcome = await planner.plan(question);
  if (outcome.kind !== 'plan') return outcome;
  return { kind: 'declined', reason: 'Nothing in this memory is known to say so.', unclear: [], options: [] };
}

/** By the tables of the preset, which the owner may have added to. */
const isMemory = (schema: Schema): boolean =>
  Object.entries(NEEDED).every(([name, columns]) => {
    const table = schema.tables.find((one) => one.name === name);
    return table !== undefined && columns.every((column) => table.columns.some((one) => one.name === column));
  });

const NEEDED = {
  facts: ['id', 'content', 'subject', 'kind', 'tags', 'agent_id', 'end_user_id', 'created_at', 'valid_from'],
  past_facts: ['id', 'content', 'subject', 'kind', 'valid_from', 'valid_to', 'superseded_by'],
  fact_history: ['id', 'content', 'subject', 'kind', 'valid_from', 'valid_to'],
  episodes: ['id', 'content', 'role', 'agent_id', 'end_user_id', 'thread_id', 'created_at'],
  entities: ['canonical_name', 'kind', 'properties'],
} as const;

const plainOf = (text: string): string =>
  withoutCourtesies(text)
    .trim()
    .replace(/[?.!\s]+$/, '')
    .replace(/\s+/g, ' ');

const FORMS: readonly { readonly says: RegExp; readonly read: Form['read'] }[] = [
  ...ABSENT,
  ...CONVERSATIONS,
  ...COUNTS,
  ...EXTREMES,
  ...ENDS,
  ...MENTIONS_OF,
  ...SPEECH,
  ...HISTORY,
  ...EARLIER,
  ...LISTS,
  ...FACTS,
  ...THINGS,
  ...ENTITY,
  ...LATELY,
  // What a fact says of it; when facts themselves expire is a column.
  {
    says: '(?:when|until when|on (?:what|which) (?:day|date)) (?:does|do|did|will|is|are) .+ (?:expire|run out|lapse)',
    read: (_: unknown, question: Question) => readOpen(question),
  },
].map(({ says, read }) => ({ says: new RegExp(`^${says}$`, 'iu'), read }));

async function readForms(question: Question): Promise<Reading | null> {
  for (const { says, read } of FORMS) {
    const found = says.exec(question.text);
    const outcome = found === null ? null : await read(found.slice(1), question);
    if (outcome !== null) return outcome;
  }
  return null;
}
