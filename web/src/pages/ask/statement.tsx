import { valueText, visible } from '../../parts/value-text.ts';

interface StatementProps {
  readonly sql: string | null;
  /** Null where they are too large to be kept. */
  readonly params: readonly unknown[] | null;
}

/** The SQL that ran, with its values. */
export function Statement({ sql, params }: StatementProps) {
  if (sql === null) return null;
  return (
    <>
      <pre>
        <bdi>{visible(sql)}</bdi>
      </pre>
      {params === null ? <p className="small">Its values were too large to be kept.</p> : null}
      {params !== null && params.length > 0 ? (
        <ul className="values" aria-label="Values of the SQL">
          {params.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a value is named by its place
            <li key={index}>
              <code>${index + 1}</code> <bdi>{valueText(value)}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
