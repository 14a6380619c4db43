import { Fault } from '../fault.ts';
import { looksLikeAlter } from './builtin/writes/alter/alter.ts';
import { hasSqlMarks, looksLikeDdl, NO_SQL, type ParseChange } from './parse/ddl.ts';
import type { Outcome, Planner, Question } from './planner.ts';

interface Options {
  readonly parse: ParseChange;
  /** What plain English is as a change of tables and columns; null for what is none. */
  readonly asChange: (question: Question) => Promise<Outcome | null>;
  readonly looksLikeWrite: (text: string) => boolean;
  /** Of those, words that may as well be a question. */
  readonly isNews: (text: string) => boolean;
  /** For words that look like a change and are none, and look like no write either. */
  readonly questions: Planner;
}

/**
 * A planner of writes that also reads changes of tables and columns: DDL as it is written, by PostgreSQL's own parser, and
 * plain English by forms that take the whole sentence.
 */
export function withChanges(planner: Planner, { parse, asChange, looksLikeWrite, isNews, questions }: Options): Planner {
  return {
    ...planner,
    async plan(question) {
      const written = looksLikeDdl(question.text) ? readDdl(question, parse) : null;
      if (written !== null) return written;
      const change = await asChange(question);
      if (change !== null) return change;
      const made = await (looksLikeWrite(question.text) ? planner : questions).plan(question);
      return made.kind === 'declined' && isNews(question.text) ? await questions.plan(question) : made;
    },
  };
}

/** Whether a goal may be to change tables and columns, as far as its words alone tell. */
export const looksLikeChange = (text: string): boolean => looksLikeDdl(text) || looksLikeAlter(text);

/** Null for a sentence that begins as SQL does: "create table books (title, author)". */
function readDdl({ text, schema }: Question, parse: ParseChange): Outcome | null {
  try {
    const { change, assumptions } = parse(text, schema);
    return { kind: 'change', change, confidence: 1, assumptions };
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.code !== 'llm_failed') throw problem;
    if (problem.params?.construct === NO_SQL && !hasSqlMarks(text)) return null;
    return { kind: 'declined', reason: `${String(problem.params?.reason ?? 'It could not be read')}.`, unclear: [] };
  }
}
