import type { Insert } from '../../../plan.ts';
import type { Outcome, Question } from '../../../planner.ts';
import { Declined, WriteReader } from '../write-reader.ts';
import { planOf } from './insert.ts';
import { Row } from './row.ts';
import { readStatement } from './statement.ts';

/** "On 2 January 1944, the Ada was sunk.": what happened on a day or in a year, told and not asked. */
export const tellsFact = (text: string): boolean => TOLD.test(text) && !ASKS.test(text);

/**
 * A row told as a fact. Only when one table alone takes the whole sentence: a value for every column, a place for every
 * word, and a name that is not stored yet; with less it may as well be about a row that is there.
 */
export function readFact(question: Question): Outcome {
  const plans = question.schema.tables.filter((table) => table.kind === 'table').flatMap((table) => factFor(question, table.name));
  const [plan] = plans;
  if (!plan || plans.length > 1) {
    const reason = 'This tells something and does not say what to do; begin with "add", "update" or "delete".';
    return { kind: 'declined', reason, unclear: [] };
  }
  return plan;
}

function factFor(question: Question, name: string): Outcome[] {
  const reader = new WriteReader(question);
  const table = question.schema.tables.find((each) => each.name === name);
  if (!table) return [];
  const row = new Row(reader, table);
  try {
    readStatement(row, 0, reader.tokens.length);
    if (!row.isComplete() || row.subject === null || reader.leftover.length > 0) return [];
    if (reader.columnsHolding(table, row.subject).length > 0) return [];
    reader.assume(`this told of a row, which is added to ${name}`);
    const plan: Insert = planOf(table, [row]);
    return [{ kind: 'plan', plan, confidence: reader.confidence(), assumptions: reader.assumptions }];
  } catch (problem) {
    if (problem instanceof Declined) return [];
    throw problem;
  }
}

const TOLD = /^(?:on|in) (?:[a-z]+ )?\d[^?]*, [^?]*\b(?:was|were)\b[^?]*$/i;
const ASKS =
  /\b(?:how|what|which|who|whose|whom|when|where|why|show|list|find|get|count|give|tell|display|compare|average|total number|many|much)\b/i;
