import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { useMe } from '../../me.ts';
import { announce } from '../../parts/announce.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Facts } from '../../parts/facts.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { visible } from '../../parts/value-text.ts';
import { dropBegun } from './begun.ts';
import { DropFiles, sizeOf } from './drop-files.tsx';
import { FoundTables } from './found-tables.tsx';
import { isRead, stateOf } from './phases.ts';
import { sendFiles } from './send-files.ts';
import { useGoingOn } from './use-going-on.ts';

type Import = Output<'getImport'>;

interface ImportRunProps {
  readonly id: string;
  /** It stops once its rows are read, and is led on from here: for what was found to be looked at. */
  readonly isLookedAt: boolean;
  /** Those that are sent; none after a reload, which are then chosen once more. */
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onAnother: () => void;
}

const LOOK_EVERY_MS = 700;

/** Which file and row, and why, where the failure says it. */
function whereAndWhy({ params }: NonNullable<Import['error']>): string {
  const { file, row, reason } = (params ?? {}) as { file?: unknown; row?: unknown; reason?: unknown };
  const where = [file, row === undefined ? undefined : `row ${String(row)}`].filter((one) => one !== undefined).join(', ');
  return [where, reason].filter((said) => said !== undefined && said !== '').join(': ');
}

/** An import at work: what was sent, found, written and counted, and what was supposed of the files. */
export function ImportRun({ id, isLookedAt, files, onFiles, onAnother }: ImportRunProps) {
  const queries = useQueryClient();
  const account = useMe().data?.account.id ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => client.getImport({ id }, { signal }),
    refetchInterval: ({ state }) =>
      state.status === 'error' || state.data?.phase === 'complete' || state.data?.error ? false : LOOK_EVERY_MS,
  });
  const [sent, setSent] = useState(0);
  const sending = useMutation({ mutationFn: (some: readonly File[]) => sendFiles(id, some, setSent) });
  const isBegun = useRef(false);
  const { mutate: send } = sending;
  useEffect(() => {
    if (isBegun.current || files.length === 0) return;
    isBegun.current = true;
    send(files);
  }, [files, send]);
  const retry = useMutation({
    mutationFn: () => client.retryImport({ id }, { idempotencyKey: freshKey() }),
    onSuccess: () => void refetch(),
  });
  const phase = data?.phase;
  const [isToBeWritten, setToBeWritten] = useState(false);
  const waits = isLookedAt && data !== undefined && isRead(data) && !isToBeWritten;
  const { failure, again } = useGoingOn(data, isLookedAt && !waits && !sending.isPending && !sending.error, refetch);
  useEffect(() => {
    if (phase !== 'complete') return;
    announce('The import is done.');
    dropBegun(account, id);
    void queries.invalidateQueries({ queryKey: ['databases'] });
  }, [phase, queries, account, id]);
  if (data === undefined)
    return error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <p className="loading">Loading the import…</p>;
  const { progress, assumptions, dbId, tables } = data;
  const failed = data.error && { ...data.error, ...pageWords(data.error.code, data.error) };
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const isSending = sending.isPending;
  return (
    <section className="card turn" aria-label="Import" aria-busy={phase !== 'complete' && !waits}>
      <p className="answer">{stateOf(data, waits)}</p>
      {isSending ? (
        <p className="small">
          Sent {sizeOf(sent)} of {sizeOf(total)}. Leave this page open until all are sent.
        </p>
      ) : null}
      {sending.error ? <ErrorNote error={sending.error} onRetry={() => send(files)} /> : null}
      {data.phase === 'inspecting' && files.length === 0 && !data.error ? (
        <>
          <p>Its files may not all be here. Choose the same ones, and they are sent on from where it stopped.</p>
          <DropFiles files={files} onFiles={onFiles} />
        </>
      ) : null}
      <Facts
        facts={(
          [
            ['Files and sheets', progress.items],
            ['Found', progress.records],
            ['Written', progress.written === null ? null : `${progress.written} of ${progress.plannedWrites ?? '?'}`],
            ['Counted afterwards', progress.verified],
            ['Left out as secrets', progress.skipped],
            ['Database', dbId],
          ] as const
        ).map(([name, value]) => [name, value === null ? undefined : String(value)] as const)}
      />
      {waits ? <FoundTables id={id} tables={tables} onWrite={() => setToBeWritten(true)} /> : null}
      {failure ? <ErrorNote error={failure} onRetry={again} /> : null}
      {assumptions.length > 0 ? (
        <>
          <h2>What was supposed</h2>
          <ul className="supposed" aria-label="What was supposed of the files">
            {assumptions.map((text) => (
              <li key={text}>
                <bdi>{visible(text)}</bdi>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {failed ? (
        <div role="alert" className="note bad">
          <p>
            <strong>
              <bdi>{visible(failed.message)}</bdi>
            </strong>{' '}
            <bdi>{visible(failed.action)}</bdi>
          </p>
          <p>
            <bdi>{visible(whereAndWhy(failed))}</bdi>
          </p>
          {failed.retryable ? (
            <button type="button" aria-disabled={retry.isPending} onClick={() => (retry.isPending ? undefined : retry.mutate())}>
              Try this step again
            </button>
          ) : null}
        </div>
      ) : null}
      {retry.error ? <ErrorNote error={retry.error} /> : null}
      <div className="buttons">
        <button type="button" aria-disabled={isSending} onClick={() => (isSending ? undefined : onAnother())}>
          Import something else
        </button>
        {phase === 'complete' && dbId !== null ? (
          <Link className="button" href={`/look?db=${encodeURIComponent(dbId)}`}>
            Look at the tables
          </Link>
        ) : null}
      </div>
    </section>
  );
}
