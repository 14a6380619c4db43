import { parentPort } from 'node:worker_threads';
import type { GuardScope } from '../guard.ts';
import { createPostgresGuard } from '../postgres.ts';
import { createPostgresParser } from '../postgres-parser.ts';
import { createPostgresWeigh } from '../postgres-weight.ts';
import type { Said, Told, ToldScope } from './messages.ts';

/** What runs in the thread: it judges one statement after the other, as it is told. */
const scopes = new Map<number, GuardScope>();
const parser = await createPostgresParser();
const guard = await createPostgresGuard(parser);
const weigh = createPostgresWeigh(parser);
const say = (said: Said): void => parentPort?.postMessage(said);
parentPort?.on('message', (told: Told) => {
  if (told.kind === 'scope') scopes.set(told.id, scopeOf(told.scope));
  else if (told.kind === 'forget') scopes.delete(told.id);
  else {
    const { sql, values } = told;
    const scope = scopes.get(told.scope);
    if (!scope) throw new Error('The thread was not told of the scope.');
    const verdict = guard(sql, scope, values === null ? undefined : () => values);
    say({ kind: 'judged', verdict, weight: verdict.kind === 'allow' ? weigh(verdict.sql) : null });
  }
});
say({ kind: 'ready' });

function scopeOf({ relations, ...rest }: ToldScope): GuardScope {
  return { relations: relations === null ? null : new Set(relations), ...rest };
}
