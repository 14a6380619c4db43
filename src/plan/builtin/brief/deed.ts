import { dictionary } from '../english/dictionary.ts';
import { singularName } from '../english/inflect.ts';
import { isPersonNoun } from '../english/person-noun.ts';
import { broaderOf } from '../english/related-words.ts';
import { happens, isPerson, lastWord } from './nouns.ts';
import { kindOf } from './outline/kind.ts';
import { OCCASIONS } from './outline/sketch.ts';

/** Whether the rows of a table are each something that happens: lessons, inspections, call-outs, regattas. */
export function isDeed(table: string): boolean {
  if (isPerson(table) || LASTS.test(table)) return false;
  if (happens(table) || isOfDay(table) || OCCASIONS.test(table) || JOINED.test(table) || isJoined(singularName(lastWord(table))))
    return true;
  return ['event', 'contest'].includes(kindOf(singularName(inner(table))));
}

/** Whether its rows are each set down for a day. */
export const isOfDay = (table: string): boolean => OF_DAY.test(table);

const OF_DAY =
  /(?:^|_)(?:appointments|lessons|sessions|visits|shifts|trips|rides|walks|hikes|runs|flights|tours|rehearsals|meetings|matches|inspections|repairs|treatments|surveys|checks|jobs|deliveries|sightings|readings|measurements|feedings|harvests|shoots|outings|sailings|dives|firings|tastings|donations|interviews|exams|tests|workouts|callouts|call_outs|incidents|games|races|events|performances|concerts|gigs|screenings|auditions|bouts|fights|gradings)$/;

/** Whether what happens ends in a finding: an exam, an inspection, a match. */
export const isTested = (table: string): boolean => isJudged(table) || isContest(table);

export const isContest = (table: string): boolean => {
  const noun = singularName(lastWord(table));
  return noun === 'match' || ['contest', 'competition'].some((word) => broaderOf(noun).has(word));
};

const isJudged = (table: string): boolean => {
  const noun = singularName(lastWord(table));
  if (!isDeed(table) || isContest(table)) return false;
  return /^(?:exam|test|check|interview)$/.test(noun) || EXAMINING.some((word) => broaderOf(noun).has(word));
};

/** Who does it, where the language has a word for those: "interview" → "interviewer", "inspection" → "inspector". */
export function doerOf(table: string): string | null {
  const noun = singularName(lastWord(table));
  const forms = [`${noun}er`, noun.replace(/ion$/, 'or'), noun.replace(/ation$/, 'er'), noun.replace(/ing$/, 'er')];
  return forms.find((form) => form !== noun && isPersonNoun(form)) ?? null;
}

/** A word that no dictionary has, by the known one that it ends with: "checkrides" are rides. */
function inner(table: string): string {
  const last = lastWord(table);
  const noun = singularName(last);
  if (broaderOf(noun).size > 0) return last;
  for (let at = 2; noun.length - at >= INNER_MIN; at += 1) if (broaderOf(noun.slice(at)).size > 0) return noun.slice(at);
  return last;
}

const INNER_MIN = 4;
const EXAMINING = ['examination', 'investigation', 'appraisal', 'assessment', 'interrogation'];
/** "callouts": a verb and its particle in one word that no dictionary has. */
const isJoined = (noun: string): boolean => {
  const [, verb = ''] = /^([a-z]{3,})(?:out|up|in|off)$/.exec(noun) ?? [];
  const words = dictionary();
  return verb !== '' && words?.entry(noun, 'noun') === null && words.entry(verb, 'verb') !== null;
};

/** "call-outs", "fill-ups". */
const JOINED = /_(?:outs|ups|ins|offs)$/;
/** Nouns for doings that as rows are things. */
const LASTS =
  /(?:^|_)(?:passes|storages|hobbies|skills|interests|issues|series|songs|photos|pictures|bays|sets|orders_lists|choices|options|lines|instruments)$/;
