import { OPERATIONS, type OperationName } from '../../src/contract/operations.ts';
import { codesOf } from '../../src/contract/reference.ts';

/**
 * Holds the error codes that services of a test file answer with against the reference, which lists what each operation may
 * answer. `log-watch-each.ts` asks after each file.
 */
const listedBy = new Map<string, ReadonlySet<string>>();
const unlisted = new Set<string>();

/** The operations whose lists are meant to be whole. */
const WHOLE: readonly OperationName[] = ['ask', 'run', 'insert'];

for (const name of WHOLE) {
  const { method, path } = OPERATIONS[name];
  listedBy.set(`${method} ${path}`, new Set(codesOf(name, OPERATIONS[name])));
}

/** A reply as it is sent. */
export function noteReply(method: string, route: string | undefined, payload: unknown): void {
  if (typeof payload !== 'string') return;
  const code = /^\{"error":\{"code":"(\w+)"/.exec(payload)?.[1];
  const listed = listedBy.get(`${method} ${route}`);
  if (code !== undefined && listed && !listed.has(code)) unlisted.add(`${method} ${route}: ${code}`);
}

/** Codes that were answered and are in no list. */
export const unlistedCodes = (): string[] => [...unlisted];

export const forgetCodes = (): void => unlisted.clear();
