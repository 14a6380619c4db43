import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Trace } from '../../../../src/client/index.ts';
import { client, freshKey } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { takeFocus } from '../../parts/take-focus.ts';
import { visible } from '../../parts/value-text.ts';
import { When } from '../../parts/when.tsx';

interface WrittenProps {
  readonly answer: string;
  readonly trace: Trace;
  readonly db: string;
  /** What its undo said, once it was undone. */
  readonly undone: string | undefined;
  readonly onUndone: (said: string) => void;
}

/** What a write did, and the way to take it back while there is one. */
export function Written({ answer, trace: { id, undo }, db, undone, onUndone }: WrittenProps) {
  const [idempotencyKey] = useState(freshKey);
  const [wasUndone] = useState(undone !== undefined);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.undo({ db, traceId: id }, { idempotencyKey }),
    onSuccess: ({ answer: said }) => {
      onUndone(said);
      announce(said);
    },
  });
  return (
    <>
      <p className="answer">
        <bdi>{visible(answer)}</bdi>
      </p>
      {undone !== undefined ? (
        <p ref={wasUndone ? undefined : takeFocus} tabIndex={-1} className="note good">
          <bdi>{visible(undone)}</bdi>
        </p>
      ) : undo?.until === undefined ? (
        <p className="small">{undo?.reason === undefined ? 'This cannot be undone.' : `This cannot be undone: ${visible(undo.reason)}`}</p>
      ) : (
        <div className="buttons">
          <span className="small">
            Until <When at={undo.until} />
          </span>
          <button type="button" aria-disabled={isPending} onClick={() => (isPending ? undefined : mutate())}>
            {isPending ? 'Undoing…' : 'Undo'}
          </button>
        </div>
      )}
      {error ? <ErrorNote error={error} /> : null}
    </>
  );
}
