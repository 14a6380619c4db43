import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../../../src/contract/operations.ts';
import { client } from '../../client.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';
import { DayChart } from '../agents/day-chart.tsx';

interface UsageProps {
  readonly grant: Output<'listGrants'>[number];
  readonly onClose: () => void;
}

const COUNT = new Intl.NumberFormat();

export function Usage({ grant, onClose }: UsageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['grants', 'usage', grant.id],
    queryFn: ({ signal }) => client.grantUsage({ id: grant.id }, { signal }),
  });
  return (
    <Dialog title={`Usage of ${grant.dbId}`} onClose={onClose}>
      {error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Counts usage={data} /> : error ? null : <p role="status">Loading…</p>}
      <div className="buttons">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** The latest day comes first; a month is drawn at least, so that one day is not a line of one point. */
function firstDay(byDay: Output<'grantUsage'>['byDay']): string {
  const month = new Date(Date.now() - 29 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  const earliest = byDay.at(-1)?.day ?? month;
  return earliest < month ? earliest : month;
}

function Counts({ usage: { queries, rows, since, byDay } }: { readonly usage: Output<'grantUsage'> }) {
  return (
    <>
      <Facts
        facts={[
          ['Questions', COUNT.format(queries)],
          ['Rows', COUNT.format(rows)],
          ['Since', <When key="since" at={since} />],
        ]}
      />
      {byDay.length === 0 ? (
        <p className="empty">It was not used yet.</p>
      ) : (
        <>
          <DayChart measure="questions" since={firstDay(byDay)} days={byDay.map((each) => ({ day: each.day, value: each.queries }))} />
          <table>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                <th scope="col">Questions</th>
                <th scope="col">Rows</th>
              </tr>
            </thead>
            <tbody>
              {byDay.map((each) => (
                <tr key={each.day}>
                  <td className="nowrap">{each.day}</td>
                  <td>{COUNT.format(each.queries)}</td>
                  <td>{COUNT.format(each.rows)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}
