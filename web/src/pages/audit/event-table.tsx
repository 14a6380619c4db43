import type { AuditEvent } from '../../../../src/contract/audit.ts';
import { When } from '../../parts/when.tsx';

interface EventTableProps {
  readonly events: readonly AuditEvent[];
  readonly onSubject: (subject: string) => void;
}

const COLUMNS = { at: 'When', action: 'What', subject: 'About', actor: 'By whom', from: 'From', details: 'Details' } as const;
const ACTORS = {
  session: 'signed in',
  account_key: 'by a key',
  agent_key: 'by an agent',
  operator: 'by whoever runs the service',
} as const;

export function EventTable({ events, onSubject }: EventTableProps) {
  return (
    // A wide table is scrolled by itself, with the keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable (axe: scrollable-region-focusable)
    <section className="scroll" aria-label="Events" tabIndex={0}>
      <table className="wide">
        <thead>
          <tr>
            {Object.values(COLUMNS).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td data-column={COLUMNS.at} className="nowrap">
                <When at={event.at} />
              </td>
              <td data-column={COLUMNS.action} className="nowrap">
                {event.action}
              </td>
              <td data-column={COLUMNS.subject}>
                <button type="button" className="link" onClick={() => onSubject(event.subject)} title="Show only what happened to it">
                  {event.subject}
                </button>
              </td>
              <td data-column={COLUMNS.actor}>
                <span>
                  {ACTORS[event.actor] ?? event.actor}
                  {event.keyId === null ? null : <code>{event.keyId}</code>}
                </span>
              </td>
              <td data-column={COLUMNS.from}>
                <span>
                  {event.surface}
                  {event.address === null ? null : ` from ${event.address}`}
                </span>
              </td>
              <td data-column={COLUMNS.details}>{detailsOf(event.details)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const detailsOf = (details: AuditEvent['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${saidOf(value)}`)
    .join(', ');

const saidOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.map(saidOf).join(' and ') : JSON.stringify(value);
