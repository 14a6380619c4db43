import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Output } from '../../../../src/contract/operations.ts';
import { client } from '../../client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { nameOfKey } from '../../parts/name-of-key.ts';
import { visible } from '../../parts/value-text.ts';
import { DayChart } from './day-chart.tsx';

const DAYS = 30;
const COUNT = new Intl.NumberFormat();

/** Calls by day and by key, and how much of what is limited there is. */
export function UsageView({ keys }: { readonly keys: Output<'listKeys'> }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => client.usage({ days: DAYS }, { signal }),
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <p role="status" className="loading">
        Loading the usage…
      </p>
    );
  const { calls, failed, since, byDay, byKey, limits } = data;
  const nameOf = (keyId: string | null): string => {
    const key = keys.find(({ id }) => id === keyId);
    return keyId === null ? 'you, signed in' : key ? visible(nameOfKey(key)) : `the key ${keyId}`;
  };
  return (
    <div className="card usage">
      <p>
        {COUNT.format(calls)} {calls === 1 ? 'call' : 'calls'} in {DAYS} days,{' '}
        {failed === 0 ? 'none of which' : `of which ${COUNT.format(failed)}`} failed.
      </p>
      <DayChart measure="calls" since={since} days={byDay.map(({ day, calls: value }) => ({ day, value }))} />
      {byKey.length === 0 ? null : (
        <table>
          <caption>By whom</caption>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">Calls</th>
              <th scope="col">Failed</th>
            </tr>
          </thead>
          <tbody>
            {byKey.map((one) => (
              <tr key={one.keyId}>
                <td>{nameOf(one.keyId)}</td>
                <td>{COUNT.format(one.calls)}</td>
                <td>{COUNT.format(one.failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="limits">
        <Taken name="Active keys" taken={limits.keys} />
        <Taken name="Grants given" taken={limits.grants} />
        <Taken name="Open imports" taken={limits.imports} />
      </div>
      <p className="small">
        {limits.callsPerMinute === 0
          ? 'Calls are not limited.'
          : `Each key and each browser may make ${COUNT.format(limits.callsPerMinute)} calls a minute.`}
      </p>
    </div>
  );
}

function Taken({ name, taken: { used, max } }: { readonly name: string; readonly taken: { used: number; max: number } }) {
  const id = useId();
  return (
    <div>
      <span id={id}>{name}</span>
      <meter aria-labelledby={id} min={0} max={max} high={max * 0.9} optimum={0} value={used} />
      <span className="small">
        {COUNT.format(used)} of {COUNT.format(max)}
      </span>
    </div>
  );
}
