import { type KeyboardEvent, useId } from 'react';
import { visible } from '../../parts/value-text.ts';
import { Answer } from './answer.tsx';
import type { Asked } from './asked.ts';
import { Failure } from './failure.tsx';
import type { Outcome } from './outcome.ts';
import { Steps } from './steps.tsx';
import type { Turn } from './thread-turn.ts';

interface TurnViewProps {
  readonly turn: Turn;
  readonly onAsk: (asked: Asked, id?: string) => void;
  readonly onDecide: (id: string, outcome: Outcome) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A question and what came of it. */
export function TurnView({ turn: { id, asked, steps, reply, error, outcome }, onAsk, onDecide, onKeyDown }: TurnViewProps) {
  const titleId = useId();
  const isOpen = reply === null && error === null;
  return (
    <article className="card turn" tabIndex={-1} aria-labelledby={titleId} aria-busy={isOpen} onKeyDown={onKeyDown}>
      <h2 id={titleId}>
        <bdi>{visible(asked.goal)}</bdi>
      </h2>
      {isOpen ? <Steps steps={steps} /> : null}
      {reply === null ? null : (
        <Answer
          reply={reply}
          asked={asked}
          outcome={outcome}
          onAsk={(other) => onAsk(other)}
          onDecide={(decided) => onDecide(id, decided)}
        />
      )}
      {error === null ? null : <Failure error={error} asked={asked} onAsk={onAsk} onRetry={() => onAsk(asked, id)} />}
    </article>
  );
}
