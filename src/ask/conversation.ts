import type { Engine, Target } from '../engines/engine.ts';
import type { ReadersApart } from '../plan/apart/readers.ts';
import { isFragment } from '../plan/builtin/follow-up/fragment.ts';
import { buildValueIndex } from '../plan/builtin/linking/value-index.ts';
import type { FollowUp, Planner } from '../plan/planner.ts';
import type { Threads } from '../store/threads.ts';
import type { Tenancy } from './known-plans.ts';
import type { Schemas } from './schemas.ts';

/** A text that is a part of a question, and what it was read as together with the question before. */
export interface Continued {
  /** What is planned, kept and shown: the whole question, or what there is of it. */
  readonly question: string;
  /** What the built-in planners have to say where they cannot read it; null where `question` is whole. */
  readonly reason: string | null;
  /** For models; null where there is no question before, and nobody may guess. */
  readonly followUp: FollowUp | null;
}

export interface Conversation {
  /** Null for a text that stands alone. */
  read(request: {
    text: string;
    thread: string | null;
    tenancy: Tenancy;
    target: Target;
    engine: Engine;
    signal: AbortSignal;
  }): Promise<Continued | null>;
  /** The database that a part of a question is about when none is named: its thread's. */
  databaseOf(text: string, thread: string | null, ownerId: string): Promise<string | null>;
  /** Notes what the thread was last answered. */
  keep(tenancy: Tenancy, thread: string | null, question: string): Promise<void>;
}

interface Dependencies {
  readonly threads: Threads;
  readonly schemas: Schemas;
  /** Says which of the whole questions can be read. */
  readonly planner: Planner;
  readonly readPart: ReadersApart['part'];
  readonly now: () => Date;
  readonly log: { warn(facts: object, text: string): void };
}

/** Follow-ups: "and in APAC?" is read as the last answered question of its thread with the changed part. */
export function createConversation({ threads, schemas, planner, readPart, now, log }: Dependencies): Conversation {
  // Without a schema more texts look like parts; those that do not need no look at the database.
  const mayBePart = (text: string) => isFragment(text, { schema: NO_SCHEMA, values: NO_VALUES, now: now() });

  return {
    async read({ text, thread, tenancy, target, engine, signal }) {
      if (!mayBePart(text)) return null;
      const { schema, values } = await schemas.withValues(engine, target, signal);
      const known = { schema, values, now: now() };
      const previous = thread === null ? null : await threads.find(tenancy.ownerId, tenancy.dbId, thread);
      const asked = { ...known, signal, askedBy: tenancy.ownerId };
      const part = await readPart({ ...asked, text }, previous);
      if (!part.isPart) return null;
      if (thread === null) return part.standsAlone ? null : { question: text, reason: ALONE, followUp: null };
      if (previous === null) return { question: text, reason: NOTHING_BEFORE, followUp: null };
      const followUp = { previous, fragment: text };
      for (const question of part.whole) {
        const outcome = await planner.plan({ ...asked, text: question });
        if (outcome.kind === 'plan') return { question, reason: null, followUp };
      }
      return { question: `${previous}\n${text}`, reason: `It is unclear what it changes of "${previous}".`, followUp };
    },

    async databaseOf(text, thread, ownerId) {
      return thread !== null && mayBePart(text) ? await threads.lastDatabase(ownerId, thread) : null;
    },

    async keep({ ownerId, dbId }, thread, question) {
      if (thread === null) return;
      // The answer counts more than what a follow-up would need of it.
      await threads.keep(ownerId, dbId, thread, question).catch((error: unknown) => {
        log.warn({ err: error }, 'the question of a thread was not kept');
      });
    },
  };
}

const ALONE = 'It goes on from an earlier question. Send both with the same `threadId`, or ask the whole question.';
const NOTHING_BEFORE =
  'It goes on from an earlier question, and none was answered in this thread of this database. Ask the whole question.';

const NO_SCHEMA = { fingerprint: '', tables: [] };
const NO_VALUES = buildValueIndex([]);
