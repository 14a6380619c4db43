import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, freshKey } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Preview } from '../ask/preview.tsx';
import { ResultTable } from '../ask/result-table.tsx';
import type { Asked, Outcome } from '../ask/thread.ts';
import { Written } from '../ask/written.tsx';
import type { Statement } from '../sql.tsx';

/** A statement that writes: previewed as every write, or, where it is no write that can be previewed, run when that is confirmed. */
export function Writes({ statement: { db, sql, params } }: { readonly statement: Statement }) {
  const [outcome, setOutcome] = useState<Outcome>({});
  const [isConfirming, setConfirming] = useState(false);
  const [undone, setUndone] = useState<string>();
  const asked: Asked = { db, goal: 'A statement of SQL', sql, params: [...params] };
  const preview = useMutation({
    mutationFn: () => client.ask(asked, { idempotencyKey: freshKey() }),
    onSuccess: (reply) => announce('answer' in reply ? reply.answer : reply.diff.summary),
  });
  const run = useMutation({
    mutationFn: (idempotencyKey: string) => client.run({ db, sql, params: [...params] }, { idempotencyKey }),
    onSuccess: ({ rowCount }) => announce(saidOf(rowCount)),
  });
  if (run.data)
    return (
      <section className="card turn" aria-label="Result">
        <Written answer={saidOf(run.data.rowCount)} trace={run.data.trace} db={db} undone={undone} onUndone={setUndone} />
        {run.data.data.length > 0 ? <ResultTable result={run.data} label="Rows that were written" /> : null}
      </section>
    );
  if (preview.data?.kind === 'preview')
    return (
      <section className="card turn" aria-label="Result">
        <Preview
          preview={preview.data}
          asked={asked}
          outcome={outcome}
          onAsk={() => {
            setOutcome({});
            preview.mutate();
          }}
          onDecide={(decided) => setOutcome((before) => ({ ...before, ...decided }))}
        />
      </section>
    );
  return (
    <div className="note">
      <p>This statement writes, or may: nothing was run.</p>
      {preview.error ? <ErrorNote error={preview.error} /> : null}
      <div className="buttons">
        <button
          type="button"
          className="primary"
          aria-disabled={preview.isPending}
          onClick={() => (preview.isPending ? undefined : preview.mutate())}
        >
          {preview.isPending ? 'Working…' : 'Show what would change'}
        </button>
        <button type="button" onClick={() => setConfirming(true)}>
          Run without a preview
        </button>
      </div>
      {isConfirming ? (
        <Confirm
          title="Run it without a preview?"
          act="Run it"
          perform={(idempotencyKey) => run.mutateAsync(idempotencyKey)}
          onClose={() => setConfirming(false)}
          onDone={() => setConfirming(false)}
        >
          <p>It is done at once. What it wrote can be undone for a day, where the service can say what it was.</p>
        </Confirm>
      ) : null}
    </div>
  );
}

const saidOf = (rows: number): string => (rows === 1 ? 'One row was written.' : `${rows} rows were written.`);
