import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '../../../../src/contract/operations.ts';
import { client } from '../../client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { visible } from '../../parts/value-text.ts';
import { When } from '../../parts/when.tsx';
import { receiptHref } from '../ask/receipt-href.ts';

const SHOWN = 5;
const LOOK_AGAIN_MS = 30_000;

type Call = Output<'listTraces'>[number];

interface LastCallsProps {
  readonly keyId: string;
  readonly of: string;
  readonly isOpenAtFirst: boolean;
}

/** What a key asked last, each with its receipt; looked up while it is open, since a browser's calls are counted too. */
export function LastCalls({ isOpenAtFirst, ...which }: LastCallsProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Last calls</summary>
      {isOpen ? <Calls {...which} /> : null}
    </details>
  );
}

function Calls({ keyId, of }: Omit<LastCallsProps, 'isOpenAtFirst'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['traces', keyId],
    queryFn: ({ signal }) => client.listTraces({ keyId, limit: SHOWN }, { signal }),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : LOOK_AGAIN_MS),
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="small">Loading its last calls…</p>;
  if (data.length === 0) return <p className="small">It asked nothing in the last 30 days.</p>;
  return (
    // biome-ignore lint/a11y: what scrolls has to be reached
    <div role="group" className="scroll" aria-label={`Last calls of ${of}`} tabIndex={0}>
      <table className="stacked">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {data.map((call) => (
            <tr key={call.id}>
              <td className="nowrap" data-column="When">
                <When at={call.createdAt} />
              </td>
              <td data-column="What">
                <Link href={receiptHref(call.id)}>
                  <bdi>{visible(saidOf(call))}</bdi>
                </Link>
              </td>
              <td data-column="Outcome">{outcomeOf(call)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const saidOf = ({ operation, text }: Call): string =>
  text === null ? operation : operation === 'ask' || operation === 'run' ? text : `${operation}: ${text}`;

function outcomeOf({ status, code, rowCount, kind }: Call): string {
  if (status === 'error') return `failed: ${code ?? 'unknown'}`;
  if (status === 'requires_confirm') return 'shown, not written';
  const rows = rowCount === undefined ? '' : `, ${rowCount} ${rowCount === 1 ? 'row' : 'rows'}`;
  return `${kind ?? 'done'}${rows}`;
}
