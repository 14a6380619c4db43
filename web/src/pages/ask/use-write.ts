import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskReply, RunReply } from '../../../../src/client/index.ts';
import { client, freshKey } from '../../client.ts';
import { keepInTab, readOfTab } from '../../kept.ts';
import { announce } from '../../parts/announce.tsx';
import type { Asked } from './asked.ts';
import type { Outcome } from './outcome.ts';

/** A write on its way: what would be written, what it would change, what was decided; or what was written without all that. */
interface Write {
  readonly asked?: Asked;
  readonly preview?: Extract<AskReply, { kind: 'preview' }>;
  readonly outcome: Outcome;
  readonly ran?: RunReply;
}

const NOTHING: Write = { outcome: {} };

/** The write of a form: it outlives a reload of its tab, with the way to undo it. @param name what it is kept under */
export function useWrite(name: string) {
  const [write, setWrite] = useState(() => readOfTab<Write>(name) ?? NOTHING);
  const put = (next: Write) => {
    setWrite(next);
    keepInTab(name, next);
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (asked: Asked) => client.ask(asked, { idempotencyKey: freshKey() }),
    onSuccess: (reply, asked) => {
      put({ asked, outcome: {}, ...(reply.kind === 'preview' ? { preview: reply } : {}) });
      announce('answer' in reply ? reply.answer : reply.diff.summary);
    },
  });
  return {
    ...write,
    isPending,
    error,
    ask: (asked: Asked) => (isPending ? undefined : mutate(asked)),
    decide: (decided: Outcome) => put({ ...write, outcome: { ...write.outcome, ...decided } }),
    done: (ran: RunReply) => put({ outcome: {}, ran }),
    reset: () => put(NOTHING),
  };
}
