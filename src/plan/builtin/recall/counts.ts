import type { Expr } from '../../plan.ts';
import type { Question } from '../../planner.ts';
import { stem } from '../english/stem.ts';
import { wordTable } from '../english/word-table.ts';
import { wordsOf } from './alike.ts';
import { answer, column, counted, equals, notesOf, selected, where, within } from './build.ts';
import type { Form, Reading } from './form.ts';
import { present } from './present.ts';
import { theRows } from './rows.ts';
import { kindOf, split, subjectOf } from './topic.ts';

const VERBS =
  'postpon|delay|push|put off|reschedul|mov|reloc|slip|bring forward|brought forward|rais|increas|lower|cut|reduc|doubl|renam|chang|switch|updat|replac|shift|adjust';
const CHANGED = `((?:${VERBS})(?:e|ed|es|d|n|t)?)(?: (?:back|forward|up|down|house|homes?|jobs?|again))?`;
const PEOPLE = '(?:people|persons|members|colleagues|of (?:us|them|you|our people)|(?:team|crew|family|staff|group) members)';

/** How often something became different, and how many there are of whom or of what. */
export const COUNTS: readonly Form[] = [
  {
    says: `how (?:often|many times) (?:has|have|had|was|were|did|is) (.+?) (?:been |get |got )?${CHANGED}(| .+)`,
    read: ([about, verb, tail], question) => changes(about, verb, tail, question),
  },
  {
    says: 'how many ([\\p{L} -]+?) (?:has|have) (.+?) (?:ever )?(?:had|been|done|owned|held|used|tried|read|worn|driven)(?: so far| in total)?',
    read: ([kind, about], question) => everOf(kind, about, question),
  },
  { says: `how many ${PEOPLE} (.+)`, read: ([what], question) => whoAre(what, question) },
];

/** What categories of facts a verb says a change of. */
const KINDS = wordTable<readonly string[]>({
  postpon: ['date', 'deadline', 'schedule', 'time', 'launch', 'release', 'start', 'plan', 'due'],
  mov: ['home', 'address', 'location', 'residence', 'city', 'place', 'date', 'deadline', 'time', 'launch'],
  rais: ['price', 'budget', 'fee', 'rent', 'salary', 'cost', 'rate', 'order', 'dose', 'limit', 'target'],
  renam: ['name', 'title'],
});
const SAME_CHANGE = wordTable<string>({
  delay: 'postpon',
  push: 'postpon',
  'put off': 'postpon',
  reschedul: 'postpon',
  slip: 'postpon',
  shift: 'postpon',
  'bring forward': 'postpon',
  'brought forward': 'postpon',
  reloc: 'mov',
  increas: 'rais',
  lower: 'rais',
  cut: 'rais',
  reduc: 'rais',
  doubl: 'rais',
});

/** "How many times has the release been postponed?": how many facts on it were superseded, of the category that the verb is said of. */
async function changes(about = '', verb = '', tail = '', question: Question): Promise<Reading | null> {
  const said = about.replace(/^(?:the|our|my) /i, '');
  const subject = subjectOf(said.replace(/^.+ of (?:the )?/i, ''), question) ?? onlyWith(said, question);
  const { words, period } = split(tail, question, { edges: true });
  if (subject === null || words !== '' || question.rows === undefined) return null;
  const past = await question.rows({
    ...where(selected('past_facts', ['kind']), [equals('past_facts', 'subject', subject)]),
    limit: ROWS_MAX,
  });
  const known = [...new Set(past.map(([kind]) => String(kind)))];
  const root = new RegExp(`^(?:${VERBS})`, 'i').exec(verb)?.[0].toLowerCase() ?? '';
  const fitting = KINDS[SAME_CHANGE[root] ?? root];
  const kinds =
    fitting === undefined
      ? known
      : known.filter((kind) =>
          kind
            .toLowerCase()
            .split(/[\s_-]+/)
            .some((word) => fitting.includes(stem(word))),
        );
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return null;
  const conditions = [
    equals('past_facts', 'subject', subject),
    equals('past_facts', 'kind', kind),
    ...within('past_facts', 'valid_to', period, question.schema),
  ];
  return answer(where({ ...selected('past_facts', []), columns: [{ expr: counted(), as: 'count' }] }, conditions), [
    `counted the superseded facts of category "${kind}" whose subject is "${subject}"`,
    ...notesOf(period),
  ]);
}

/** "The regatta" of the summer regatta, where no other subject has the word. */
function onlyWith(said: string, { values }: Question): string | null {
  const words = wordsOf(said);
  const subjects = [...new Set([...(values.of('facts', 'subject') ?? []), ...(values.of('past_facts', 'subject') ?? [])])];
  const found = subjects.filter((subject) => words.length > 0 && words.every((word) => wordsOf(subject).includes(word)));
  return found.length === 1 ? (found[0] ?? null) : null;
}

const ROWS_MAX = 400;

/** "How many jobs has Ana had?": all that was believed of her of a category. */
function everOf(named = '', about = '', question: Question): Reading | null {
  const [kind, subject] = [kindOf(named, question), subjectOf(about, question)];
  if (kind === null || subject === null) return null;
  const table = 'fact_history';
  const plan = where({ ...selected(table, []), columns: [{ expr: counted(), as: 'count' }] }, [
    equals(table, 'subject', subject),
    equals(table, 'kind', kind),
  ]);
  return answer(plan, [`counted the facts of category "${kind}" whose subject is "${subject}", with those that were superseded`]);
}

/** "How many of us are vegan?": of how many there is a fact that would tell who. */
async function whoAre(what = '', question: Question): Promise<Reading | null> {
  const rows = await present(`who ${what}`, question);
  if (rows === null || rows.length === 0 || rows.some(({ subject }) => subject === null)) return null;
  const subjects: Expr = counted(column('facts', 'subject'), true);
  return answer(where({ ...selected('facts', []), columns: [{ expr: subjects, as: 'count' }] }, [theRows('facts', rows)]), [
    `counted whom facts with the words "${what}" are about`,
  ]);
}
