import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { SvcError } from '../../../src/client/index.ts';
import type { Output } from '../../../src/contract/operations.ts';
import { client, freshKey, reader } from '../client.ts';
import { forgetKept } from '../kept.ts';
import { useMe } from '../me.ts';
import { announce } from '../parts/announce.tsx';
import { DatabaseSelect } from '../parts/database-select.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Page } from '../parts/page.tsx';
import { History } from './sql/history.tsx';
import { Ran } from './sql/ran.tsx';
import { keepRan, type RanBefore, readRan, remember, remembered } from './sql/run-before.ts';
import { SqlEditor } from './sql/sql-editor.tsx';
import type { Statement } from './sql/statement.ts';
import { useTyped } from './sql/typed.ts';
import { paramsOf, Values, valuesIn } from './sql/values.tsx';
import { Writes } from './sql/writes.tsx';

/** A longer statement is not put into the address. */
const ADDRESS_MAX_LETTERS = 2_000;
const MAX_ROWS = 1_000;

/** Runs one statement of SQL. It is sent to read; one that writes is refused so, and then previewed, or run when that is said. */
export default function SqlPage() {
  const address = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const account = useMe().data?.account.id ?? '';
  const db = address.get('db') ?? '';
  const linked = address.get('sql');
  const [{ sql, texts }, setTyped] = useTyped(account, linked);
  const [chosen, setChosen] = useState<{ readonly sql: string } | null>(null);
  const [ran, setRan] = useState(() => {
    const before = readRan(account);
    return before?.statement.db === db && before.statement.sql === linked ? before : null;
  });
  const writeName = `${account}.write`;
  const showRan = (next: RanBefore | null) => {
    setRan(next);
    keepRan(account, next);
  };
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
    onMutate: () => {
      showRan(null);
      forgetKept(writeName);
    },
    onSuccess: (reply, statement) => {
      showRan({ id: freshKey(), statement, reply });
      announce(reply.rowCount === 1 ? 'One row.' : `${reply.rowCount} rows.`);
    },
    onError: (error, statement) => {
      if (isOfWrite(error)) showRan({ id: freshKey(), statement, reply: null });
    },
  });
  const values = valuesIn(sql);
  const change = useCallback((text: string) => setTyped((before) => ({ ...before, sql: text })), [setTyped]);
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
    const link = text.length > ADDRESS_MAX_LETTERS ? null : text;
    setTyped((before) => ({ ...before, linked: link }));
    navigate(`/sql?${new URLSearchParams({ db, ...(link === null ? {} : { sql: link }) })}`, { replace: true });
  };
  // The editor keeps the first one that it is given.
  const latest = useRef(start);
  latest.current = start;
  const onRun = useCallback((written: string) => latest.current(false, written), []);
  return (
    <Page title="SQL" intro="One statement at a time. What reads runs at once; what writes is shown before it is done.">
      <div className="filter">
        <DatabaseSelect withGranted value={db} onChange={onDatabase} />
      </div>
      <div className="sql-page">
        <SqlEditor initial={sql} chosen={chosen} schema={schema.data} onChange={change} onRun={onRun} />
        <Values names={values} texts={texts} onChange={(next) => setTyped((before) => ({ ...before, texts: next }))} />
        <div className="buttons">
          <span className="small">Ctrl-Enter runs it, Ctrl-Space completes.</span>
          <button type="button" aria-disabled={run.isPending} onClick={() => start(true)}>
            Explain
          </button>
          <button type="button" className="primary" aria-disabled={run.isPending} onClick={() => start(false)}>
            {run.isPending ? 'Running…' : 'Run'}
          </button>
        </div>
        {run.error && !isOfWrite(run.error) ? <ErrorNote error={run.error} /> : null}
        {ran === null ? null : ran.reply === null ? (
          <Writes key={ran.id} statement={ran.statement} name={writeName} />
        ) : (
          <Ran key={ran.id} reply={ran.reply} statement={ran.statement} />
        )}
        <History statements={history} onChoose={(text) => setChosen({ sql: text })} />
      </div>
    </Page>
  );
}

/** What is sent to read is refused so where it writes. */
const isOfWrite = (error: Error): boolean => error instanceof SvcError && error.code === 'forbidden';
