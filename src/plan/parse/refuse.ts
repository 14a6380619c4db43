import { Fault } from '../../fault.ts';
import { nearest } from '../scope.ts';

/** Refuses what the plan cannot say. `construct` names it in words: "TABLESAMPLE". */
export const unsupported = (construct: string, reason = `${construct} is not supported`): Fault =>
  new Fault('llm_failed', { params: { reason, construct } });

const KNOWN_MAX = 50;

/** A table or column that does not exist, with what does. */
export function unknownName(what: { table?: string; column?: string }, name: string, known: readonly string[]): Fault {
  return new Fault('schema_mismatch', { params: { ...what, known: known.slice(0, KNOWN_MAX), nearest: nearest(name, known) } });
}

export const ambiguous = (name: string, choices: readonly string[]): Fault =>
  unsupported('an ambiguous name', `"${name}" is ambiguous: it may be ${choices.join(' or ')}; write which`);
