import { client } from '../../client.ts';
import { Choice } from '../../parts/choice.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { useList } from '../../parts/listed.tsx';

interface DatabasesProps {
  /** Null is all of them, those to come too. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
}

/** Which of the account's own databases. */
export function Databases({ chosen, onChange }: DatabasesProps) {
  return (
    <>
      <Choice
        legend="Which databases?"
        name="databases"
        value={chosen === null ? 'all' : 'some'}
        options={[
          { value: 'all', label: 'All of them', hint: 'Those that you make later too, and it may make some itself.' },
          { value: 'some', label: 'Some of them' },
        ]}
        onChange={(which) => onChange(which === 'all' ? null : [])}
      />
      {chosen === null ? null : <Some chosen={chosen} onChange={onChange} />}
    </>
  );
}

function Some({ chosen, onChange }: { readonly chosen: readonly string[]; readonly onChange: (chosen: readonly string[]) => void }) {
  const { data, error, refetch } = useList(['databases', 'all'], (page, options) =>
    client.listDatabases({ ...page, limit: 1_000 }, options),
  );
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p role="status">Loading the databases…</p>;
  const own = data.filter(({ role }) => role === 'owner');
  return (
    <fieldset className="choice">
      <legend>It reaches</legend>
      {own.length === 0 ? <p className="small">There are no databases yet.</p> : null}
      {own.map(({ dbId, name }) => (
        <label key={dbId}>
          <input
            type="checkbox"
            checked={chosen.includes(dbId)}
            onChange={() => onChange(chosen.includes(dbId) ? chosen.filter((one) => one !== dbId) : [...chosen, dbId])}
          />
          <span>
            {name} ({dbId})
          </span>
        </label>
      ))}
    </fieldset>
  );
}
