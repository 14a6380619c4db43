import type { Question } from '../../planner.ts';
import { kindOf, subjectOf } from './topic.ts';

/** The subject and the category that words name together: "the price of sourdough", "Ana's job", "the flour supplier". */
export function subjectAndKind(said: string, question: Question): { subject: string; kind: string } | null {
  const words = said.trim().replace(/^(?:the|our|my|your|their) /i, '');
  const [, before, after] = /^(.+?) of (.+)$/i.exec(words) ?? [];
  const [, whose, what] = /^(.+?)['’]s? (.+)$/i.exec(words) ?? [];
  const parts = words.split(' ');
  const compounds = parts.slice(1).map((_, at) => [parts.slice(0, at + 1).join(' '), parts.slice(at + 1).join(' ')] as const);
  for (const [about = '', named = ''] of [[after, before], [whose, what], ...compounds]) {
    const [subject, kind] = [subjectOf(about, question), kindOf(named, question)];
    if (subject !== null && kind !== null) return { subject, kind };
  }
  return null;
}

/** The category of who does what a verb says: "supplies" is said of a supplier. */
export function kindOfDoer(verb: string, { values }: Question): string | null {
  const root = verb.toLowerCase().replace(/(?:es|ed|s|d|e)$/, '');
  const kinds = [...(values.of('facts', 'kind') ?? []), ...(values.of('past_facts', 'kind') ?? [])];
  return kinds.find((kind) => /(?:er|or)$/i.test(kind) && kind.toLowerCase().slice(0, -2) === root) ?? null;
}
