import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { SvcError } from '../../../src/client/index.ts';
import type { Output } from '../../../src/contract/operations.ts';
import { client, freshKey, reader } from '../client.ts';
import { useMe } from '../me.ts';
import { announce } from '../parts/announce.tsx';
import { DatabaseSelect } from '../parts/database-select.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Page } from '../parts/page.tsx';
import { History } from './sql/history.tsx';
import { Ran } from './sql/ran.tsx';
import { SqlEditor } from './sql/sql-editor.tsx';
import { paramsOf, Values, valuesIn } from './sql/values.tsx';
import { Writes } from './sql/writes.tsx';
import { keepDraft, readDraft, remember, remembered } from './sql/written-before.ts';

/** A longer statement is not put into the address. */
const ADDRESS_MAX_LETTERS = 2_000;
const MAX_ROWS = 1_000;

export interface Statement {
  readonly db: string;
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly isExplained: boolean;
}

/** Runs one statement of SQL. It is sent to read; one that writes is refused so, and then previewed, or run when that is said. */
export default function SqlPage() {
  const address = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const account = useMe().data?.account.id ?? '';
  const db = address.get('db') ?? '';
  const [sql, setSql] = useState(() => address.get('sql') ?? readDraft(account));
  const [chosen, setChosen] = useState<{ readonly sql: string } | null>(null);
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [history, setHistory] = useState(() => remembered(account));
  const schema = useQuery({
    queryKey: ['schema', db],
    queryFn: ({ signal }) => client.describeDatabase({ id: db }, { signal }),
    enabled: db !== '',
  });
  const run = useMutation({
    mutationFn: ({ isExplained, sql: text, params, ...rest }: Statement): Promise<Output<'run'>> =>
      reader.run(
        { ...rest, sql: isExplained ? `EXPLAIN ${text}` : text, params: [...params], maxRows: MAX_ROWS },
        { idempotencyKey: freshKey() },
      ),
    onSuccess: ({ rowCount }) => announce(rowCount === 1 ? 'One row.' : `${rowCount} rows.`),
  });
  const values = valuesIn(sql);
  const change = useCallback(
    (text: string) => {
      setSql(text);
      keepDraft(account, text);
    },
    [account],
  );
  const onDatabase = useCallback(
    (dbId: string) =>
      navigate(`/sql?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), db: dbId })}`, { replace: true }),
    [navigate],
  );
  const start = (isExplained: boolean, written = sql) => {
    const text = written.trim().replace(/;\s*$/, '');
    if (run.isPending || text === '' || db === '') return;
    run.mutate({ db, sql: text, params: paramsOf(valuesIn(written), texts), isExplained });
    setHistory(remember(account, text));
    navigate(`/sql?${new URLSearchParams({ db, ...(text.length > ADDRESS_MAX_LETTERS ? {} : { sql: text }) })}`, { replace: true });
  };
  // The editor keeps the first one that it is given.
  const latest = useRef(start);
  latest.current = start;
  const onRun = useCallback((written: string) => latest.current(false, written), []);
  const writes = run.error instanceof SvcError && run.error.code === 'forbidden' && run.variables !== undefined;
  return (
    <Page title="SQL" intro="One statement at a time. What reads runs at once; what writes is shown before it is done.">
      <div className="filter">
        <DatabaseSelect withGranted value={db} onChange={onDatabase} />
      </div>
      <div className="sql-page">
        <SqlEditor initial={sql} chosen={chosen} schema={schema.data} onChange={change} onRun={onRun} />
        <Values names={values} texts={texts} onChange={setTexts} />
        <div className="buttons">
          <span className="small">Ctrl-Enter runs it, Ctrl-Space completes.</span>
          <button type="button" aria-disabled={run.isPending} onClick={() => start(true)}>
            Explain
          </button>
          <button type="button" className="primary" aria-disabled={run.isPending} onClick={() => start(false)}>
            {run.isPending ? 'Running…' : 'Run'}
          </button>
        </div>
        {writes ? <Writes key={run.submittedAt} statement={run.variables} /> : run.error ? <ErrorNote error={run.error} /> : null}
        {run.data && run.variables ? <Ran key={run.submittedAt} reply={run.data} statement={run.variables} /> : null}
        <History statements={history} onChoose={(text) => setChosen({ sql: text })} />
      </div>
    </Page>
  );
}
