import type { Select } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { broaderOf } from '../english/related-words.ts';
import { stem } from '../english/stem.ts';
import { answer, by, counted, equals, oneOf, selected, where } from './build.ts';
import type { Form, Reading } from './form.ts';
import { kindOf, labelled, storedAs, subjectOf } from './topic.ts';

const ALL = '(?:all |every )*(?:of )?(?:the |our |my |your )?(?:different |known |other )?';
const THING = "([\\p{L}][\\p{L} '-]*?)";
/** What says no more than that they are known. */
const OURS =
  '(?:(?:,? (?:that |which |whom? )?(?:we|you|i|the (?:team|company|clinic|club|firm|group|office)) (?:currently |already |now )?(?:have|know|keep|hold|remember|store|look after|take care of|care for|work with|work for|deal with|serve|treat|support|use|run|own|track|manage|see)(?: (?:of|about))?)?(?: (?:on|in|at) (?:file|record|memory|store|the moment|present|total))?(?: (?:so far|right now|currently|now|there are|we have))?)';
const WE = '(?:we|you|i)';

/** All things or facts of a kind, by what they are, or are labelled as. */
export const LISTS: readonly Form[] = [
  { says: `(?:show|list|give|find|name|display)(?: me| us)? ${ALL}${THING}${OURS}`, read: ([noun], question) => ofSort(noun, question) },
  { says: `(?:who|what|which) (?:are|were|is) ${ALL}${THING}${OURS}`, read: ([noun], question) => ofSort(noun, question) },
  {
    says: `(?:what|which|whose) ${THING} (?:(?:do|did|have) ${WE}|are|is there) (?:have|know|keep|hold|remember|got|there|known|stored|recorded|look after|take care of|care for|work with|deal with|serve|treat|support|use|run|own|track|manage)(?: (?:of|about))?(?: (?:on|in) (?:file|record|memory|store|total))?(?: (?:so far|right now|currently|now))?`,
    read: ([noun], question) => ofSort(noun, question),
  },
  {
    says: `(?:are there|do ${WE} have|have ${WE} got|is there) (?:any|some|all) ${THING}${OURS}`,
    read: ([noun], question) => ofSort(noun, question),
  },
  {
    says: `(?:(?:show|list|give|find)(?: me| us)? )?(?:everything|anything|all|what|whatever|things?)(?: that)?(?: is| are| was| were| has been)?(?: tagged| label+ed| marked| filed| with the (?:tag|label)| under the (?:tag|label))(?: with| as| under)? ["'“]?([\\p{L}\\p{N}_-]+)["'”]?`,
    read: ([label]) => withLabel(label ?? ''),
  },
  {
    says: "(?:(?:show|list|give|find)(?: me| us)? )?(?:everything|anything|all)(?: that(?: is|[\u2019']s| was)?)? ([\\p{L}\\p{N}_-]+)",
    read: ([label], question) => ifLabel(label ?? '', question),
  },
  {
    says: `how many (?:different )?${THING} (?:do|did|have) ${WE} (?:have|know|keep|got|look after|take care of|care for|work with|deal with|serve|treat|support|use|run|own|track|manage)(?: (?:of|about))?(?: (?:on|in) (?:file|record|memory|total))?(?: (?:so far|right now|currently|now))?`,
    read: ([noun], question) => ofSort(noun, question, true),
  },
  {
    says: `how many (?:different )?${THING} (?:are|were) (?:there|known|on file|on record|in memory)`,
    read: ([noun], question) => ofSort(noun, question, true),
  },
];

/** "Everything (that is) urgent", where that is a label. */
async function ifLabel(label: string, question: Question): Promise<Reading | null> {
  const rows = await question.rows?.({ ...where(selected('facts', ['id']), [labelled('facts', label)]), limit: 1 });
  return rows !== undefined && rows.length > 0 ? withLabel(label) : null;
}

/** Things that are of a kind, else facts of a category, else facts with a label; null for any other noun. */
async function ofSort(noun = '', question: Question, isCount = false): Promise<Reading | null> {
  const listed = await allOf(noun, question);
  return listed?.kind === 'plan' && listed.plan.kind === 'select' && isCount ? answer(countOf(listed.plan), listed.assumptions) : listed;
}

const countOf = ({ orderBy: _order, ...plan }: Select): Select => ({ ...plan, columns: [{ expr: counted(), as: 'count' }] });

async function allOf(noun: string, question: Question): Promise<Reading | null> {
  const { values } = question;
  const kinds = values.of('entities', 'kind') ?? [];
  const own = storedAs(noun, kinds, true);
  const category = kindOf(noun, question);
  // "People", where there are clients and vets.
  const narrower =
    own !== null || category !== null ? [] : kinds.filter((kind) => broaderOf(stem(kind.toLowerCase())).has(stem(noun.toLowerCase())));
  const found = own === null ? narrower : [own];
  if (found.length > 0) {
    const plan = where(selected('entities', ['canonical_name', 'kind', 'properties']), [oneOf('entities', 'kind', found)]);
    return answer({ ...plan, orderBy: [by('entities', 'canonical_name', 'asc')] }, [
      `read as the entities of the kind ${found.map((kind) => `"${kind}"`).join(' or ')}`,
    ]);
  }
  if (category !== null) {
    const plan = where(selected('facts', FACT), [equals('facts', 'kind', category)]);
    return answer({ ...plan, orderBy: [by('facts', 'created_at', 'desc')] }, [`read as the facts of category "${category}"`]);
  }
  // "Which car do we own?" asks for what the car is.
  if (subjectOf(noun, question) !== null) return null;
  const labels = [...new Set([noun, stem(noun.toLowerCase())])].filter((label) => /^[\p{L}\p{N}_-]+$/u.test(label));
  for (const label of labels) {
    const found = await ifLabel(label, question);
    if (found !== null) return found;
  }
  return null;
}

const FACT = ['content', 'subject', 'kind', 'tags', 'created_at', 'id'];

function withLabel(label: string): Reading {
  const plan = where(selected('facts', FACT), [labelled('facts', label)]);
  return answer({ ...plan, orderBy: [by('facts', 'created_at', 'desc')] }, [`looked for the tag "${label}"`]);
}
