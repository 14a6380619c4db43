import { Streamed, sessionOf } from '../../call.ts';
import type { AskReply } from '../../contract/ask.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isScoped } from '../../databases/target.ts';
import { Fault } from '../../fault.ts';
import { leavingWithin } from '../../lib/leaving.ts';
import type { Planned } from '../../plan/chain.ts';
import type { Query } from '../../plan/plan.ts';
import type { ValueIndex } from '../../plan/planner.ts';
import { resultSet } from '../../result-set.ts';
import { answerQuery } from '../answer.ts';
import type { Conversation } from '../conversation.ts';
import type { KnownPlans } from '../known-plans.ts';
import { isEmpty, whyEmpty } from '../why-empty.ts';
import { type Asked, compileGuarded, guarded, selectedField } from './asked.ts';

/** A read: its rows, worded, and the plan kept for the next time. */
export function createQueryBranch({ knownPlans, conversation }: { readonly knownPlans: KnownPlans; readonly conversation: Conversation }) {
  return async (asked: Asked, planned: Planned, plan: Query, values: ValueIndex): Promise<AskReply | Streamed> => {
    const { engine, dbId, target, call, watch } = asked;
    const statement = await compileGuarded(asked, plan, 'read');
    if (call.format !== 'json') {
      const most = asked.input.maxRows ?? LIMITS.streamedRowsMax;
      if (saysWords(asked)) await conversation.keep({ ownerId: call.caller.ownerId, dbId }, asked.thread, asked.question);
      const as = call.format === 'csv' ? 'lines' : 'values';
      const portions = { maxRows: most, signal: call.leaving, as } as const;
      return new Streamed((take) => engine.readPortions(target, statement, portions, take).catch(notAsPlanned), asked.input);
    }
    const maxRows = asked.input.maxRows ?? LIMITS.jsonRowsDefault;
    const withVersion = asked.versions !== null;
    const rows = await engine.read(target, statement, { maxRows, signal: call.signal, withVersion }).catch(notAsPlanned);
    if (rows.schemaVersion !== undefined) asked.versions?.push(rows.schemaVersion);
    watch.step('rows', { rowCount: rows.rows.length, truncated: rows.truncated });
    if (planned.model !== 'cache' && !planned.passing && !isScoped(target) && saysWords(asked) && !isStrangers(asked)) {
      const assumptions = planned.assumptions.filter((each) => !asked.naming.includes(each));
      const known = { schema: asked.schema, values };
      knownPlans.keep({ ownerId: call.caller.ownerId, dbId }, asked.question, known, { ...planned, assumptions });
    }
    if (saysWords(asked)) await conversation.keep({ ownerId: call.caller.ownerId, dbId }, asked.thread, asked.question);
    const reason = isEmpty(plan, rows) ? (planned.none ?? (await reasonOf(asked, plan, values))) : null;
    const found = answerQuery(plan, rows);
    // No rows at all are told by the reason alone.
    const answer = reason === null ? found : rows.rows.length === 0 ? reason : `${found} ${reason}`;
    watch.step('answer', { text: answer });
    return {
      status: 'ok',
      kind: 'query',
      session: sessionOf(call, dbId),
      answer,
      ...(await resultSet(rows, asked.input.numbers)),
      ...selectedField(asked),
      trace: watch.trace({ engine: engine.name, statement, ...planned, question: readAs(asked) }),
    };
  };
}

/** SQL alone is no question that could be asked again, or gone on from. */
const saysWords = ({ input: { goal, ask } }: Asked): boolean => (goal ?? ask) !== undefined;

/** What a public page says that words mean is not what their owner is answered by. */
const isStrangers = ({ input: { sql }, call: { caller } }: Asked): boolean => sql !== undefined && caller.kind === 'publishable_key';
/** Our own statement names what was there when it was planned: sent again, the request is planned anew. */
function notAsPlanned(error: unknown): never {
  if (error instanceof Fault && (GONE.has(error.params?.sqlstate) || GONE.has(error.params?.engineCode)))
    throw new Fault('schema_unavailable', { params: { reason: 'It changed while the request was answered.' }, cause: error.cause });
  throw error;
}

/** PostgreSQL's undefined_table and undefined_column; ClickHouse's UNKNOWN_TABLE, UNKNOWN_IDENTIFIER, NO_SUCH_COLUMN_IN_TABLE and UNKNOWN_DATABASE. */
const GONE: ReadonlySet<unknown> = new Set(['42P01', '42703', 60, 47, 16, 81]);

/** Of a follow-up. */
const readAs = ({ text, question }: Asked): string | null => (question === text ? null : question);

/** A help, not the answer: what it cannot find out in time is left out. */
async function reasonOf(asked: Asked, plan: Query, values: ValueIndex): Promise<string | null> {
  const { engine, target, call } = asked;
  return await leavingWithin(call.leaving, REASON_TIMEOUT_MS, (signal) => {
    const read = async (counts: Query) => await engine.read(target, await guarded(asked, counts, 'read'), { maxRows: 1, signal });
    return whyEmpty({ plan, values, read });
  }).catch(() => null);
}

const REASON_TIMEOUT_MS = 2_000;
