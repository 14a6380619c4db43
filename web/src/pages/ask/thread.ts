import { useEffect, useRef, useState } from 'react';
import type { AskReply } from '../../../../src/client/index.ts';
import { client, freshKey } from '../../client.ts';
import type { Asked } from './asked.ts';
import { keepTurns, readTurns } from './kept.ts';
import type { Outcome } from './outcome.ts';
import type { Turn } from './thread-turn.ts';

interface Thread {
  /** Newest first. */
  readonly turns: readonly Turn[];
  readonly isWorking: boolean;
  /** Resolves with the reply, or null where none came: the turn has the error then. With the id of a turn it is asked once more. */
  ask(asked: Asked, id?: string): Promise<AskReply | null>;
  decide(id: string, outcome: Outcome): void;
  cancel(): void;
}

/** The questions of a thread that this tab asked, one at a time. @param key what they are kept under */
export function useThread(key: string): Thread {
  const [held, setHeld] = useState(() => ({ key, turns: readTurns(key) }));
  const [isWorking, setWorking] = useState(false);
  const running = useRef<AbortController | null>(null);
  const current = held.key === key ? held : { key, turns: readTurns(key) };
  if (current !== held) setHeld(current);
  // What another thread still works on ends with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each thread
  useEffect(() => () => running.current?.abort(), [key]);
  useEffect(() => keepTurns(held.key, held.turns), [held]);
  const change = (next: (turns: readonly Turn[]) => readonly Turn[]) =>
    setHeld((now) => (now.key === key ? { key, turns: next(now.turns) } : now));
  return {
    turns: current.turns,
    isWorking,
    async ask(asked, id = freshKey()) {
      if (running.current) return null;
      const control = new AbortController();
      running.current = control;
      setWorking(true);
      let turn: Turn = { id, asked, steps: [], reply: null, error: null, outcome: {} };
      const put = (more: Partial<Turn>) => {
        turn = { ...turn, ...more };
        change((all) => all.map((one) => (one.id === id ? turn : one)));
      };
      change((all) => [turn, ...all.filter((one) => one.id !== id)]);
      try {
        const stream = client.ask.stream(asked, { signal: control.signal, idempotencyKey: id });
        for await (const step of stream) put({ steps: [...turn.steps, step] });
        const reply = await stream.reply();
        put({ reply });
        return reply;
      } catch (error) {
        put({ error });
        return null;
      } finally {
        running.current = null;
        setWorking(false);
      }
    },
    decide: (id, outcome) => change((all) => all.map((one) => (one.id === id ? { ...one, outcome: { ...one.outcome, ...outcome } } : one))),
    cancel: () => running.current?.abort(),
  };
}
