import type { ServerResponse } from 'node:http';
import { onceClosed } from '../src/fastify/closed.ts';
import type { Leave } from '../src/lib/leaving.ts';

/** Requests that outlive their answer's beginning: since 2026-07-28 a stream belongs to no session, so it is ended by whose it is. */
export interface Streams {
  /** Until its connection is closed, `endOf` ends it as if its host had left. */
  hold(callerKey: string, leaving: Leave, connection: ServerResponse): void;
  endOf(callerKey: string): void;
}

export function createStreams(): Streams {
  const open = new Map<string, Set<Leave>>();
  return {
    hold(callerKey, leaving, connection) {
      const own = open.get(callerKey) ?? new Set();
      open.set(callerKey, own.add(leaving));
      onceClosed(connection, () => {
        own.delete(leaving);
        if (own.size === 0 && open.get(callerKey) === own) open.delete(callerKey);
      });
    },
    endOf(callerKey) {
      for (const leaving of [...(open.get(callerKey) ?? [])]) leaving.abort();
    },
  };
}
