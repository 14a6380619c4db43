import type { Outcome, Question } from '../../../planner.ts';
import type { ChangeStep } from '../../../schema-change.ts';
import { nameWords } from '../write-tokens.ts';
import { ADD_FORMS } from './add.ts';
import { DROP_FORMS } from './drop.ts';
import type { Context, Form, Read } from './form.ts';
import { LINK_FORMS } from './link.ts';
import { TABLE_FORMS } from './new-table.ts';
import { RENAME_FORMS } from './rename.ts';
import { SET_FORMS } from './set.ts';
import { COL, isAsked, tidied, withChoicesBeside } from './text.ts';

/** The order counts: the first that finds its own takes the sentence. */
export const FORMS: readonly Form[] = [...TABLE_FORMS, ...RENAME_FORMS, ...LINK_FORMS, ...DROP_FORMS, ...SET_FORMS, ...ADD_FORMS];

/** Whether the words alone could ask for a change of tables and columns; the names of the schema decide. */
export function looksLikeAlter(goal: string): boolean {
  const { text } = tidied(goal);
  return !ASKS.test(text) && !isAsked(goal) && FORMS.some(({ pattern }) => pattern.test(text));
}

/** Whether it asks for a table to be added to those that are there. */
export const addsTable = (goal: string): boolean =>
  /^add /i.test(tidied(goal).text) && TABLE_FORMS.some(({ pattern }) => pattern.test(tidied(goal).text));

/**
 * A change of tables and columns in plain English, by a closed list of forms, each of which takes the whole sentence. Null
 * for what none of them is sure of: it may be about rows.
 */
export function readAlter(question: Question, asWrite: Context['asWrite']): Outcome | null {
  const { text, quoted } = tidied(question.text);
  if (ASKS.test(text) || isAsked(question.text) || text.includes(';') || namesTable(text, question.schema)) return null;
  const context: Context = { question, quoted, asWrite };
  const withChoices = withChoicesBeside(text);
  const chosen = withChoices === text ? null : readWhole(withChoices, context);
  if (chosen && 'steps' in chosen && chosen.steps.every(hasChoices)) return outcomeOf(chosen);
  const whole = readWhole(text, context);
  if (whole !== null && !('declined' in whole)) return outcomeOf(whole);
  const several = readSeveral(text, context) ?? whole;
  return several === null ? null : outcomeOf(several);
}

const hasChoices = (step: ChangeStep): boolean => step.do === 'addColumn' && step.column.check?.kind === 'oneOf';

function readWhole(text: string, context: Context): Read | null {
  for (const { pattern, read } of FORMS) {
    const parts = pattern.exec(text)?.groups;
    const found = parts === undefined ? null : read(parts, context);
    if (found !== null) return found;
  }
  return null;
}

/** "add an email to customers and drop the fax column": sentences that are each a change, made together. */
function readSeveral(text: string, context: Context): Read | null {
  const parts = text.split(/,? (?:and|then|and then|and also) (?=(?:add|drop|remove|delete|rename|make|call|create|give|link) )/i);
  const reads = parts.length < 2 ? [] : parts.map((part) => readWhole(part, context));
  const changes = reads.flatMap((read) => (read && 'steps' in read ? [read] : []));
  if (changes.length === 0 || changes.length < parts.length) return null;
  return { steps: changes.flatMap(({ steps }) => steps), assumptions: changes.flatMap(({ assumptions }) => assumptions) };
}

/** In a database of fields or properties, "add a property in Rome" is about a row. */
const namesTable = (text: string, { tables }: Question['schema']): boolean => {
  const words = new Set(text.match(new RegExp(`\\b${COL}\\b`, 'gi'))?.flatMap((word) => nameWords(word)) ?? []);
  return words.size > 0 && tables.some(({ name }) => words.has(nameWords(name).at(-1) ?? ''));
};

function outcomeOf(read: Read): Outcome {
  if ('options' in read) return { kind: 'clarify', options: read.options };
  if ('declined' in read) return { kind: 'declined', reason: read.declined, unclear: read.unclear ?? [] };
  const confidence = Math.max(0.8, 0.97 - 0.03 * read.assumptions.length);
  return { kind: 'change', change: { kind: 'alter', steps: [...read.steps] }, confidence, assumptions: read.assumptions };
}

const ASKS =
  /^(?:how|what|which|who|whose|when|where|why|show|list|find|get (?!rid)|count|is|are|do|does|did|has|have|select|display|tell|compare|was|were)\b/i;
