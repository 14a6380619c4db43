import { visible } from '../../parts/value-text.ts';

interface HistoryProps {
  readonly statements: readonly string[];
  readonly onChoose: (sql: string) => void;
}

/** Statements that were run in this browser, to be taken up again. */
export function History({ statements, onChoose }: HistoryProps) {
  if (statements.length === 0) return null;
  return (
    <details>
      <summary>{statements.length === 1 ? 'One statement before' : `${statements.length} statements before`}</summary>
      <ul className="history" aria-label="Statements before">
        {statements.map((sql) => (
          <li key={sql}>
            <button type="button" className="link" onClick={() => onChoose(sql)}>
              <bdi>{visible(sql.slice(0, 300))}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
