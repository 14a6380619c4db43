import { sessionOf } from '../../call.ts';
import type { AskReply } from '../../contract/ask.ts';
import type { Room } from '../../databases/room.ts';
import type { Once } from '../../once.ts';
import type { Planned } from '../../plan/chain.ts';
import type { Insert } from '../../plan/plan.ts';
import { resultSet } from '../../result-set.ts';
import { answerWrite } from '../answer.ts';
import { type Asked, compileGuarded, selectedField } from './asked.ts';

/** An insert that the words ask for runs at once. */
export function createInsertBranch({ once, room }: { readonly once: Once; readonly room: Room }) {
  return async (asked: Asked, planned: Planned, plan: Insert) => {
    const { engine, schema, dbId, target, call, watch } = asked;
    const statement = await compileGuarded(asked, plan, 'write');
    return await once.hosted(call, {
      engine,
      target,
      as: 'writer',
      work: async (transaction): Promise<AskReply> => {
        await room.forRows(call);
        const { rows, notUndoable } = await engine.apply(transaction, plan, schema, null);
        watch.step('rows', { rowCount: rows.affected });
        return {
          status: 'ok',
          kind: 'write',
          session: sessionOf(call, dbId),
          answer: answerWrite(plan, rows.affected ?? 0),
          ...(await resultSet(rows, asked.input.numbers)),
          ...selectedField(asked),
          trace: watch.trace({ engine: engine.name, statement, ...planned, notUndoable }),
        };
      },
    });
  };
}
