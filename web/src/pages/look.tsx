import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { client } from '../client.ts';
import { DatabaseSelect, useDatabases } from '../parts/database-select.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Page } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { visible } from '../parts/value-text.ts';
import { Diagram } from './look/diagram.tsx';
import { GlossaryEditor } from './look/glossary-editor.tsx';
import { TableList } from './look/table-list.tsx';
import { TableView } from './look/table-view.tsx';

const VIEWS = [
  ['tables', 'Tables'],
  ['diagram', 'Diagram'],
  ['glossary', 'Glossary'],
] as const;
type View = (typeof VIEWS)[number][0];

/** What is in a database: its tables, how they hang together, their rows, and what the words of the business mean in it. */
export default function LookPage() {
  const address = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const databases = useDatabases();
  const [db, table] = [address.get('db') ?? '', address.get('table')];
  const view: View = VIEWS.find(([one]) => one === address.get('view'))?.[0] ?? 'tables';
  const setView = (next: View) =>
    navigate(`/look?${new URLSearchParams({ db, ...(table === null ? {} : { table }), ...(next === 'tables' ? {} : { view: next }) })}`, {
      replace: true,
    });
  const onDatabase = useCallback(
    (dbId: string) => {
      const shown = new URLSearchParams(location.search).get('view');
      navigate(`/look?${new URLSearchParams({ db: dbId, ...(shown === null ? {} : { view: shown }) })}`, { replace: true });
    },
    [navigate],
  );
  const open = (name: string) => navigate(`/look?${new URLSearchParams({ db, table: name })}`);
  const schema = useQuery({
    queryKey: ['schema', db],
    queryFn: ({ signal }) => client.describeDatabase({ id: db }, { signal }),
    enabled: db !== '',
  });
  const database = databases.data?.find(({ dbId }) => dbId === db);
  const shown = schema.data?.tables.find(({ name }) => name === table);
  return (
    <Page title="Look" intro="The tables of a database and how they hang together, their rows, and what your words mean in it.">
      <div className="filter">
        {databases.data?.length === 0 ? (
          <p className="small">There is no database yet. Ask for one: “track plants with name and species”.</p>
        ) : (
          <DatabaseSelect withGranted value={db} onChange={onDatabase} />
        )}
      </div>
      <Tabs label="Views of the database" tabs={VIEWS} value={view} onChange={setView}>
        {schema.error ? <ErrorNote error={schema.error} onRetry={() => void schema.refetch()} /> : null}
        {schema.isLoading ? (
          <p role="status" className="loading">
            Loading tables…
          </p>
        ) : null}
        {schema.data && view === 'tables' ? (
          <>
            <TableList tables={schema.data.tables} value={table} onChange={open} />
            {table !== null && shown === undefined ? <p className="empty">There is no table {visible(table)} here.</p> : null}
            {shown === undefined ? null : (
              <TableView
                key={`${db} ${shown.name}`}
                db={db}
                engine={schema.data.engine}
                table={shown}
                isWritable={database?.role === 'owner' && database.access === 'write' && shown.kind === 'table'}
              />
            )}
          </>
        ) : null}
        {schema.data && view === 'diagram' ? <Diagram tables={schema.data.tables} onOpen={open} /> : null}
        {view === 'glossary' && db !== '' ? <GlossaryEditor key={db} db={db} isOwner={database?.role !== 'grantee'} /> : null}
      </Tabs>
    </Page>
  );
}
