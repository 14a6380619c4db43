import type { RememberItem, RememberRequest } from '../contract/memory.ts';
import type { Memory } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import { newId } from '../lib/id.ts';
import { FIELD_NAMES, readMemory, takesTtl } from './read-memory.ts';

/** The memories that a request brings, one or several. @throws Fault invalid_body, with every item that is wrong, up to some */
export function readRequest(request: RememberRequest, source: string): readonly Memory[] {
  const { items } = request;
  const memoryOf = (item: RememberItem & Pick<RememberRequest, 'kind'>): Memory => {
    const { agentId = null, endUserId = null, threadId = null } = item;
    return readMemory(item, { id: newId(), scope: { agentId, endUserId, threadId }, source });
  };
  if (items === undefined) return [memoryOf(request)];
  const beside = [...FIELD_NAMES, 'payload' as const].find((name) => request[name] !== undefined && request[name] !== null);
  if (beside !== undefined) throw refused([{ path: beside, message: `With \`items\`, each of them brings its own ${beside}.` }]);
  const issues: Issue[] = [];
  const memories = items.flatMap((item, at) => {
    const { memory, wrong } = readItem(withDefaults(item, request), memoryOf);
    issues.push(...wrong.map(({ path, message }) => ({ path: `items.${at}.${path}`, message })));
    return memory === null ? [] : [memory];
  });
  if (issues.length > 0) throw refused(issues.slice(0, ISSUES_MAX));
  return memories;
}

/** As many as of any other body. */
const ISSUES_MAX = 10;

interface Issue {
  readonly path: string;
  readonly message: string;
}

function readItem<T>(item: T, memoryOf: (item: T) => Memory): { memory: Memory | null; wrong: readonly Issue[] } {
  try {
    return { memory: memoryOf(item), wrong: [] };
  } catch (error) {
    const issues = error instanceof Fault ? error.params?.issues : undefined;
    if (!Array.isArray(issues)) throw error;
    return { memory: null, wrong: issues as Issue[] };
  }
}

/** An entity is remembered for good, whatever the others are. */
function withDefaults(item: RememberItem, { kind: common, ttl, agentId, endUserId, threadId }: RememberRequest) {
  const kind = item.kind ?? common;
  const scope = { agentId, endUserId, threadId };
  const defaults = { ...scope, ...(takesTtl(kind) ? { ttl } : {}) };
  const given = Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined));
  return { ...given, ...item, kind };
}

const refused = (issues: readonly Issue[]): Fault => new Fault('invalid_body', { params: { issues } });
