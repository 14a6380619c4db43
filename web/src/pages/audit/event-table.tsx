import type { AuditEvent } from '../../../../src/contract/audit.ts';
import { When } from '../../parts/when.tsx';

interface EventTableProps {
  readonly events: readonly AuditEvent[];
  readonly onSubject: (subject: string) => void;
}

const ACTORS = { session: 'signed in', account_key: 'by a key', agent_key: 'by an agent' } as const;

export function EventTable({ events, onSubject }: EventTableProps) {
  return (
    // A wide table is scrolled by itself, with the keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable (axe: scrollable-region-focusable)
    <section className="scroll" aria-label="Events" tabIndex={0}>
      <table className="wide">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">About</th>
            <th scope="col">By whom</th>
            <th scope="col">From</th>
            <th scope="col">Details</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td className="nowrap">
                <When at={event.at} />
              </td>
              <td className="nowrap">{event.action}</td>
              <td>
                <button type="button" className="link" onClick={() => onSubject(event.subject)} title="Show only what happened to it">
                  {event.subject}
                </button>
              </td>
              <td>
                {ACTORS[event.actor] ?? event.actor}
                {event.keyId === null ? null : <code>{event.keyId}</code>}
              </td>
              <td>
                {event.surface}
                {event.address === null ? null : ` from ${event.address}`}
              </td>
              <td>{detailsOf(event.details)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const detailsOf = (details: AuditEvent['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
