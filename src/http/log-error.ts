import { pino } from 'pino';
import { Fault } from '../fault.ts';

/** Names and numbers that errors of the engine, the driver and the system carry beside their message. */
const FACTS = ['code', 'severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine', 'syscall', 'status'] as const;
/** Their messages are written by Node or by us, and name what went wrong without the values that it went wrong with. */
const OWN_MESSAGES: ReadonlySet<string> = new Set(['Error', 'TypeError', 'RangeError', 'ReferenceError', 'Fault']);
const CAUSES_MAX = 5;

interface ErrorFacts {
  readonly type: string;
  readonly message?: string;
  readonly at?: readonly string[];
  readonly cause?: ErrorFacts;
  readonly [fact: string]: unknown;
}

/**
 * An error as the log has it: codes, names and where it happened. PostgreSQL quotes values in its messages and details, and
 * parsers quote what they were given, so that the messages of others are written at the levels for debugging alone.
 */
export const errorSerializer = (level: string): ((error: unknown) => unknown) =>
  level === 'debug' || level === 'trace' ? (pino.stdSerializers.err as (error: unknown) => unknown) : (error) => factsOf(error, 0);

function factsOf(error: unknown, depth: number): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error };
  const { cause } = error;
  return {
    type: error.name,
    ...Object.fromEntries(FACTS.flatMap((name) => factOf(name, (error as unknown as Record<string, unknown>)[name]))),
    ...(isOwn(error) ? { message: error.message } : {}),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(cause === undefined || depth >= CAUSES_MAX ? {} : { cause: factsOf(cause, depth + 1) }),
  };
}

const factOf = (name: string, value: unknown): [string, unknown][] =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 128) ? [[name, value]] : [];

/** The driver's errors are plain ones by name; what comes from the server has a severity. */
const isOwn = (error: Error): boolean => error instanceof Fault || (OWN_MESSAGES.has(error.name) && !('severity' in error));
