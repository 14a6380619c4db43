import { useMutation } from '@tanstack/react-query';
import type { Output } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Facts } from '../../parts/facts.tsx';
import { nameOfAgent } from '../../parts/name-of-key.ts';
import { visible } from '../../parts/value-text.ts';
import { When } from '../../parts/when.tsx';
import { LastCalls } from './last-calls.tsx';

interface AgentCardProps {
  readonly agent: Output<'listKeys'>[number];
  /** Whether its last calls are shown before anybody asks. */
  readonly isOpen: boolean;
  readonly onCutOff: () => void;
}

/** A connected host: what it may, what it did last, and the one button that ends it. */
export function AgentCard({ agent, isOpen, onCutOff }: AgentCardProps) {
  const { id, name, access, confirm, databases, createdAt, lastUsedAt } = agent;
  const title = visible(nameOfAgent(agent));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.revokeKey({ id }, { idempotencyKey: freshKey() }),
    onSuccess: onCutOff,
  });
  return (
    <li className="card">
      <div className="card-head">
        <h3>{title}</h3>
        <span className="tag">{access === 'read' ? 'reads' : 'reads and writes'}</span>
        <button
          type="button"
          className="danger"
          aria-disabled={isPending}
          aria-label={`Cut off ${title}`}
          onClick={() => (isPending ? undefined : mutate())}
        >
          {isPending ? 'Cutting off…' : 'Cut off'}
        </button>
      </div>
      {error ? <ErrorNote error={error} /> : null}
      <Facts
        facts={[
          ['Key', name === undefined ? undefined : visible(name)],
          ['Confirms', access === 'read' ? undefined : confirm === 'owner' ? 'you alone' : 'itself, or you by its link'],
          ['Databases', databases?.join(', ') ?? 'all'],
          ['Connected', <When key="made" at={createdAt} />],
          ['Last used', <When key="used" at={lastUsedAt} />],
        ]}
      />
      <LastCalls keyId={id} of={title} isOpenAtFirst={isOpen} />
    </li>
  );
}
