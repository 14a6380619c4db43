import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { Output, Sent } from '../../../../src/contract/operations.ts';
import { client } from '../../client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';

/** The tables that are chosen, each with how it is narrowed. */
export type Scope = Readonly<Record<string, { readonly condition: string; readonly hidden: readonly string[] }>>;

interface ScopeFieldsProps {
  readonly dbId: string;
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

/** Which tables may be read, and of each which rows and columns. */
export function ScopeFields({ dbId, scope, onChange }: ScopeFieldsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['schema', dbId],
    queryFn: ({ signal }) => client.describeDatabase({ id: dbId }, { signal }),
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p role="status">Loading the tables…</p>;
  const without = (name: string): Scope => Object.fromEntries(Object.entries(scope).filter(([table]) => table !== name));
  return (
    <fieldset className="choice">
      <legend>Which tables?</legend>
      {data.tables.length === 0 ? <p className="small">This database has no tables yet.</p> : null}
      {data.tables.map((table) => {
        const chosen = scope[table.name];
        return (
          <div key={table.name}>
            <label>
              <input
                type="checkbox"
                checked={chosen !== undefined}
                onChange={() => onChange(chosen ? without(table.name) : { ...scope, [table.name]: { condition: '', hidden: [] } })}
              />
              <span>{table.name}</span>
            </label>
            {chosen ? (
              <Narrowing table={table} chosen={chosen} onChange={(narrowed) => onChange({ ...scope, [table.name]: narrowed })} />
            ) : null}
          </div>
        );
      })}
    </fieldset>
  );
}

interface NarrowingProps {
  readonly table: Output<'describeDatabase'>['tables'][number];
  readonly chosen: Scope[string];
  readonly onChange: (chosen: Scope[string]) => void;
}

function Narrowing({ table, chosen, onChange }: NarrowingProps) {
  const { condition, hidden } = chosen;
  return (
    <details className="inset">
      <summary>Narrow {table.name}</summary>
      <Field label="Only rows where" hint="A condition in SQL over its own columns, such as region = 'EU'. Empty: every row.">
        {(props) => (
          <input
            {...props}
            value={condition}
            maxLength={LIMITS.grantConditionMaxLength}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange({ condition: event.target.value, hidden })}
          />
        )}
      </Field>
      <fieldset className="choice">
        <legend>Hide columns</legend>
        {table.columns.map(({ name }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={hidden.includes(name)}
              onChange={() =>
                onChange({ condition, hidden: hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name] })
              }
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** As the API takes it: what is not narrowed is left out. */
export function scopeIn(scope: Scope): Pick<Sent<'mintGrant'>, 'scope' | 'rows' | 'mask'> {
  const tables = Object.entries(scope);
  const rows = tables.filter(([, { condition }]) => condition.trim() !== '').map(([table, { condition }]) => [table, condition.trim()]);
  const mask = tables.filter(([, { hidden }]) => hidden.length > 0).map(([table, { hidden }]) => [table, [...hidden]]);
  return {
    scope: tables.map(([table]) => table),
    ...(rows.length > 0 ? { rows: Object.fromEntries(rows) } : {}),
    ...(mask.length > 0 ? { mask: Object.fromEntries(mask) } : {}),
  };
}
