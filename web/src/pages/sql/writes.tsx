import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Preview } from '../ask/preview.tsx';
import { ResultTable } from '../ask/result-table.tsx';
import { useWrite } from '../ask/use-write.ts';
import { Written } from '../ask/written.tsx';
import type { Statement } from './statement.ts';

interface WritesProps {
  readonly statement: Statement;
  /** What it is kept under. */
  readonly name: string;
}

/** A statement that writes: previewed as every write, or, where it is no write that can be previewed, run when that is confirmed. */
export function Writes({ statement: { db, sql, params }, name }: WritesProps) {
  const { asked, preview, outcome, ran, isPending, error, ask, decide, done } = useWrite(name);
  const [isConfirming, setConfirming] = useState(false);
  const run = useMutation({
    mutationFn: (idempotencyKey: string) => client.run({ db, sql, params: [...params] }, { idempotencyKey }),
    onSuccess: (reply) => {
      done(reply);
      announce(saidOf(reply.rowCount));
    },
  });
  if (ran)
    return (
      <section className="card turn" aria-label="Result">
        <Written
          answer={saidOf(ran.rowCount)}
          trace={ran.trace}
          db={db}
          undone={outcome.undone}
          onUndone={(undone) => decide({ undone })}
        />
        {ran.data.length > 0 ? <ResultTable result={ran} label="Rows that were written" /> : null}
      </section>
    );
  if (preview && asked)
    return (
      <section className="card turn" aria-label="Result">
        <Preview preview={preview} asked={asked} outcome={outcome} onAsk={ask} onDecide={decide} />
      </section>
    );
  return (
    <div className="note">
      <p>This statement writes, or may: nothing was run.</p>
      {error ? <ErrorNote error={error} /> : null}
      <div className="buttons">
        <button
          type="button"
          className="primary"
          aria-disabled={isPending}
          onClick={() => ask({ db, goal: 'A statement of SQL', sql, params: [...params] })}
        >
          {isPending ? 'Working…' : 'Show what would change'}
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
