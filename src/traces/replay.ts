import type { Schemas } from '../ask/schemas.ts';
import { type Call, type Handler, sessionOf } from '../call.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Output } from '../contract/operations.ts';
import type { Receipt } from '../contract/traces.ts';
import { targetOf } from '../databases/target.ts';
import type { Engine, EngineOf, Target } from '../engines/engine.ts';
import { Fault } from '../fault.ts';
import type { GrantAccess } from '../grants/access.ts';
import { resultSet } from '../result-set.ts';
import { engineFor, reaches, readableDatabase } from '../rights.ts';
import { judge } from '../run/judge.ts';
import type { Databases } from '../store/databases.ts';
import { startTrace } from '../trace.ts';
import { hashOf } from './hash.ts';
import type { Receipts } from './keep.ts';

interface Dependencies {
  readonly receipts: Receipts;
  readonly databases: Databases;
  readonly grants: GrantAccess;
  readonly engine: EngineOf;
  readonly schemas: Schemas;
  readonly spend: (call: Call, prompt: string) => Promise<void>;
}

/** Runs a receipt's read again, through the guard and as the reader, and compares what comes with what came. */
export function createReplayTrace({ receipts, databases, grants, engine: engineOf, schemas, spend }: Dependencies): Handler<'replayTrace'> {
  return async ({ id }, call) => {
    const receipt = await receipts.find(id, call.caller.ownerId);
    if (!receipt || !reaches(call.caller, receipt.dbId)) throw new Fault('trace_not_found');
    const readable = await readableDatabase({ databases, grants }, call.caller, receipt.dbId);
    const engine = engineFor(engineOf(readable.database), readable, grants);
    const work = (within: Call) => replay(receipt, within, targetOf(readable.database, receipt.asked.scope), engine);
    return readable.grant ? await grants.use(readable.grant, call, work) : await work(call);
  };

  async function replay(receipt: Receipt, call: Call, target: Target, engine: Engine): Promise<Output<'replayTrace'>> {
    const { sql, params } = readOf(receipt);
    const verdict = await judge({ sql, params, engine, schemas, target, call });
    if (verdict.kind === 'deny') throw unavailable(`Its statement is not accepted any more: ${verdict.reason}.`);
    if (verdict.class !== 'read') throw unavailable('It is of a write.');
    await spend(call, sql);
    databases.touch(receipt.dbId);
    const watch = startTrace(call);
    watch.step('executing');
    const statement = { sql: verdict.sql, params };
    const rows = await engine.read(target, await engine.bound(target, statement, call.leaving), {
      maxRows: receipt.maxRows ?? LIMITS.jsonRowsDefault,
      signal: call.leaving,
    });
    watch.step('rows');
    const result = await resultSet(rows);
    const [before, now] = [receipt.resultHash, await hashOf(result)];
    return {
      status: 'ok',
      kind: 'query',
      replayOf: receipt.id,
      same: before ? before.rows === now.rows : null,
      sameOrder: before ? before.order === now.order : null,
      session: sessionOf(call, receipt.dbId),
      ...result,
      trace: watch.trace({ engine: engine.name, statement, model: 'raw' }),
    };
  }
}

/** @throws Fault replay_unavailable, with the reason */
function readOf({ sql, params, outcome, operation }: Receipt): { sql: string; params: readonly unknown[] } {
  if (operation === 'insert' || operation === 'remember' || outcome.kind === 'write')
    throw unavailable('It is of a write, and a replay never writes.');
  if (operation === 'undo') throw unavailable('It is of an undo, and a replay never writes.');
  if (outcome.kind === 'preview') throw unavailable('It is of the preview of a write, and a replay never writes.');
  if (outcome.kind === 'create') throw unavailable('It is of a database that was made.');
  if (sql === null) throw unavailable('No statement came of that request.');
  if (params === null) throw unavailable('The values of its statement were too large to keep.');
  return { sql, params };
}

const unavailable = (reason: string): Fault => new Fault('replay_unavailable', { params: { reason } });
