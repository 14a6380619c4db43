import type { ChatMessage, ChatTurn } from '../contract/chat.ts';
import { encodeJson } from '../lib/encode-json.ts';
import { readJson } from '../lib/read-json.ts';
import { Verbatim } from '../lib/verbatim.ts';
import type { Store } from './control-plane.ts';

export interface ChatMessages {
  /** Both messages of a turn, in a transaction of the caller's. */
  append(transaction: Store, ownerId: string, turn: ChatTurn): Promise<void>;
  /** The newest first; `before` is the id of a message that is newer than all of them. */
  list(ownerId: string, dbId: string, page: { limit: number; before: string | null }): Promise<ChatMessage[]>;
}

export function chatMessagesIn(store: Store): ChatMessages {
  return {
    async append(transaction, ownerId, { user, assistant }) {
      await transaction
        .insertInto('chat_message')
        .values(
          [user, assistant].map((message) => ({
            id: message.id,
            owner_id: ownerId,
            db_id: message.dbId,
            message: encodeJson(message),
          })),
        )
        .execute();
    },
    async list(ownerId, dbId, { limit, before }) {
      let query = store
        .selectFrom('chat_message')
        .select('message')
        .where('owner_id', '=', ownerId)
        .where('db_id', '=', dbId)
        .orderBy('id', 'desc')
        .limit(limit);
      if (before !== null) query = query.where('id', '<', before);
      return (await query.execute()).map(({ message }) => readJson(message, (literal) => new Verbatim(literal)) as ChatMessage);
    },
  };
}
