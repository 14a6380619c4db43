import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Output } from '../../../../src/contract/operations.ts';
import { client } from '../../client.ts';
import { announce } from '../../parts/announce.tsx';
import { Copyable } from '../../parts/copy.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Facts } from '../../parts/facts.tsx';
import { visible } from '../../parts/value-text.ts';
import { When } from '../../parts/when.tsx';
import { Assumptions } from './assumptions.tsx';
import { readerOf, SentToModel } from './how.tsx';
import { Result } from './result.tsx';
import { Statement } from './statement.tsx';

type Receipt = Output<'getTrace'>;

/** A receipt: what was asked, how it was read, what ran and what came of it. A read can be run again. */
export function ReceiptCard({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const titleId = useId();
  const { data, error, refetch } = useQuery({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => client.getTrace({ id }, { signal }),
    // It never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className="card turn receipt" aria-labelledby={titleId}>
      <div className="card-head">
        <h2 id={titleId}>Receipt</h2>
        <button type="button" onClick={onClose}>
          Close receipt
        </button>
      </div>
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Body receipt={data} /> : error ? null : <p className="loading">Loading the receipt…</p>}
    </section>
  );
}

function Body({ receipt }: { readonly receipt: Receipt }) {
  const { id, createdAt, expiresAt, operation, surface, dbId, asked, plan, sql, params, model, confidence, assumptions, egress } = receipt;
  const { outcome, ms, resultHash } = receipt;
  const read = asked.question ?? plan;
  const said = asked.text ?? (asked.traceId === undefined ? undefined : `of receipt ${asked.traceId}`);
  return (
    <>
      {said === undefined ? null : (
        <p>
          <bdi>{visible(said)}</bdi>
        </p>
      )}
      <p className="answer">
        <bdi>{visible(outcome.answer ?? outcome.message ?? OUTCOMES[outcome.status])}</bdi>
      </p>
      <Assumptions assumptions={assumptions} question="" />
      <Statement sql={sql} params={params} />
      <Facts
        facts={[
          ['Read as', read === null ? undefined : visible(read)],
          ['Read by', model === null ? undefined : readerOf(model)],
          ['Confidence', confidence === null ? undefined : `${Math.round(confidence * 100)} %`],
          ['Operation', `${operation}, by ${surface}`],
          ['Database', visible(dbId)],
          ['At', <When key="at" at={createdAt} />],
          ['Took', `${Math.round(ms)} ms`],
          ['Rows', outcome.rowCount === undefined ? undefined : `${outcome.rowCount}${outcome.truncated ? ', and more' : ''}`],
          ['Kept until', <When key="until" at={expiresAt} />],
          ['Id', <Copyable key="id" text={id} name="the receipt's id" />],
          ['Link', <Copyable key="link" text={location.href} name="a link to this receipt, for browsers of this account" />],
          ['Hash of its rows', resultHash === null ? undefined : <code key="hash">{resultHash.rows}</code>],
        ]}
      />
      <SentToModel egress={egress} />
      {outcome.status === 'ok' && outcome.kind === 'query' ? <Replay id={id} /> : null}
    </>
  );
}

const OUTCOMES = { ok: 'Done.', requires_confirm: 'It waited to be confirmed.', error: 'It failed.' } as const;

function Replay({ id }: { readonly id: string }) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => client.replayTrace({ id }),
    onSuccess: (reply) => announce(sameness(reply)),
  });
  return (
    <>
      <div className="buttons">
        <button type="button" aria-disabled={isPending} onClick={() => (isPending ? undefined : mutate())}>
          {isPending ? 'Running…' : 'Run it again'}
        </button>
      </div>
      {error ? <ErrorNote error={error} /> : null}
      {data ? (
        <>
          <p className={data.same === false ? 'note' : 'note good'}>{sameness(data)}</p>
          {data.data.length > 0 ? <Result result={data} statement={data.trace} db={data.session.db} /> : null}
        </>
      ) : null}
    </>
  );
}

function sameness({ same, sameOrder }: Output<'replayTrace'>): string {
  if (same === null) return 'It ran again. Whether these are the rows of then cannot be told: none were kept to compare.';
  if (!same) return 'Other rows come now.';
  return sameOrder === false ? 'The same rows, in another order.' : 'The same rows as then.';
}
