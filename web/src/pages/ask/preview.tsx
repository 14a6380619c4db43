import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskReply } from '../../../../src/client/index.ts';
import { client, freshKey } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { DiffTable } from '../../parts/diff-table.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { takeFocus } from '../../parts/take-focus.ts';
import { When } from '../../parts/when.tsx';
import type { Asked } from './asked.ts';
import { How } from './how.tsx';
import type { Outcome } from './outcome.ts';
import { Written } from './written.tsx';

interface PreviewProps {
  readonly preview: Extract<AskReply, { kind: 'preview' }>;
  readonly asked: Asked;
  readonly outcome: Outcome;
  readonly onAsk: (asked: Asked) => void;
  readonly onDecide: (outcome: Outcome) => void;
}

/** A write that waits to be confirmed: what it would change, and afterwards what it did. */
export function Preview({ preview, asked, outcome, onAsk, onDecide }: PreviewProps) {
  const { diff, confirmToken, expiresAt, session, trace } = preview;
  const { cancelled, written, undone } = outcome;
  const [idempotencyKey] = useState(freshKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.ask({ db: session.db, confirm: true, confirmToken }, { idempotencyKey }),
    onSuccess: (reply) => {
      onDecide({ written: reply });
      announce('answer' in reply ? reply.answer : reply.diff.summary);
    },
  });
  // After a reload the focus is left where it is.
  const isDecided = cancelled !== undefined || written !== undefined;
  const [wasDecided] = useState(isDecided);
  const cancel = () => {
    if (isPending) return;
    // What failed may have been written all the same, as when the reply was lost on its way.
    const said = error ? 'Left as it is. Ask for the rows to see whether the write was made.' : 'Cancelled. Nothing was written.';
    onDecide({ cancelled: said });
    announce(said);
  };
  return (
    <>
      <DiffTable diff={diff} label="Rows before and after" isDecided={isDecided} />
      {isDecided ? (
        <div ref={wasDecided ? undefined : takeFocus} tabIndex={-1}>
          {cancelled === undefined ? null : <p className="answer">{cancelled}</p>}
          {written?.kind === 'write' ? (
            <Written
              answer={written.answer}
              trace={written.trace}
              db={session.db}
              undone={undone}
              onUndone={(said) => onDecide({ undone: said })}
            />
          ) : null}
        </div>
      ) : null}
      {/* What was shown may be too old to be confirmed: the same write is asked for once more. */}
      {error ? <ErrorNote error={error} onRetry={() => onAsk(asked)} /> : null}
      {isDecided ? null : (
        <div className="buttons">
          <span className="small">
            Can be confirmed until <When at={expiresAt} />
          </span>
          <button type="button" aria-disabled={isPending} onClick={cancel}>
            Cancel
          </button>
          <button type="button" className="primary" aria-disabled={isPending} onClick={() => (isPending ? undefined : mutate())}>
            {isPending ? 'Writing…' : 'Confirm'}
          </button>
        </div>
      )}
      <How
        trace={written?.trace ?? trace}
        {...(isDecided ? {} : { goal: asked.goal, onAskInstead: (goal: string) => onAsk({ ...asked, goal }) })}
      />
    </>
  );
}
