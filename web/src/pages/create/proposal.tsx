import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { Output } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { forgetKept, useKept } from '../../kept.ts';
import { useMe } from '../../me.ts';
import { announce } from '../../parts/announce.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { visible } from '../../parts/value-text.ts';
import { Diagram } from '../look/diagram.tsx';
import { type Draft, designOf, drawnOf, newTable, withoutTable, withTable } from './draft.ts';
import { TableEditor } from './table-editor.tsx';

interface ProposalProps {
  /** What the tables were read from. */
  readonly goal: string;
  readonly draft: Draft;
  readonly onChange: Dispatch<SetStateAction<Draft>>;
  readonly onMade: (made: Output<'createDatabase'>) => void;
}

const VIEWS = [
  ['tables', 'Tables'],
  ['diagram', 'Diagram'],
] as const;
type View = (typeof VIEWS)[number][0];

const ENGINES = { postgres: 'Postgres', clickhouse: 'ClickHouse' } as const;
const TABLES_MAX = 64;

/** A creation that was asked for, and of which nothing has been heard yet. */
interface Sent {
  readonly written: string;
  readonly key: string;
}

/** Tables that are proposed: changed here, and then made as they are shown. */
export function Proposal({ goal, draft, onChange, onMade }: ProposalProps) {
  const queries = useQueryClient();
  const [view, setView] = useState<View>('tables');
  /** The table that is changed beside the diagram. */
  const [pickedId, setPicked] = useState<string | null>(null);
  const [addedId, setAdded] = useState<string | null>(null);
  const body = { goal, engine: draft.engine, name: draft.title.trim(), design: designOf(draft) };
  // The same tables sent again are the same request, after a reload too: no second database is made of them.
  const written = JSON.stringify(body);
  const name = `${useMe().data?.account.id ?? ''}.creation`;
  const [sent, setSent] = useKept<Sent | null>(name, null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (idempotencyKey: string) => client.createDatabase(body, { idempotencyKey }),
    onSuccess: (made) => {
      forgetKept(name);
      void queries.invalidateQueries({ queryKey: ['databases'] });
      announce(`${made.slug} is made.`);
      onMade(made);
    },
  });
  const make = () => {
    const key = sent?.written === written ? sent.key : freshKey();
    setSent({ written, key });
    mutate(key);
  };
  const { tables } = draft;
  const drawn = useMemo(() => drawnOf(draft), [draft]);
  const picked = tables.find(({ id }) => id === pickedId);
  const show = (next: View) => {
    setAdded(null);
    setView(next);
  };
  const pick = (name: string) => {
    setAdded(null);
    setPicked(tables[drawn.findIndex((one) => one.name === name)]?.id ?? null);
  };
  const addTable = (
    <div className="buttons">
      <button
        type="button"
        aria-disabled={tables.length >= TABLES_MAX}
        onClick={() => {
          if (tables.length >= TABLES_MAX) return;
          const made = newTable();
          onChange((now) => ({ ...now, tables: [...now.tables, made] }));
          setPicked(made.id);
          setAdded(made.id);
        }}
      >
        Add a table
      </button>
    </div>
  );
  return (
    <section className="proposal" aria-label="Proposed tables">
      <p className="note">Nothing is made yet. Change what is not as you mean it.</p>
      {draft.assumptions.length === 0 ? null : (
        <details open>
          <summary>What was supposed of it</summary>
          <ul className="supposed">
            {draft.assumptions.map((text) => (
              <li key={text}>{visible(text)}</li>
            ))}
          </ul>
        </details>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) make();
        }}
      >
        <Field label="Name of the database" hint={`It is made in ${ENGINES[draft.engine]}.`}>
          {(props) => (
            <input
              {...props}
              required
              autoComplete="off"
              maxLength={LIMITS.databaseNameMaxLength}
              value={draft.title}
              onChange={({ target }) => onChange((now) => ({ ...now, title: target.value }))}
            />
          )}
        </Field>
        <Tabs label="Views of the proposal" tabs={VIEWS} value={view} onChange={show}>
          {view === 'diagram' ? (
            <>
              <Diagram tables={drawn} onOpen={pick} />
              {picked === undefined ? (
                <p className="small">Choose a table in the diagram to change it here.</p>
              ) : (
                <TableEditor
                  key={picked.id}
                  table={picked}
                  tables={tables}
                  isNew={picked.id === addedId}
                  onChange={(changed) => onChange((now) => withTable(now, changed))}
                  onRemove={() => onChange((now) => withoutTable(now, picked.id))}
                />
              )}
              {addTable}
            </>
          ) : null}
          {/* Hidden, not gone: what is missing in a field is still said when it is sent. */}
          <div className="cards" hidden={view !== 'tables'}>
            {tables.map((table) => (
              <TableEditor
                key={table.id}
                table={table}
                tables={tables}
                isNew={table.id === addedId}
                onChange={(changed) => onChange((now) => withTable(now, changed))}
                onRemove={() => onChange((now) => withoutTable(now, table.id))}
              />
            ))}
            {addTable}
          </div>
        </Tabs>
        {error ? <ErrorNote error={error} /> : null}
        <div className="buttons">
          <button
            type="submit"
            className="primary"
            aria-disabled={isPending || tables.length === 0}
            // A field that is hidden cannot say what it lacks.
            onClick={() => show('tables')}
          >
            {isPending ? 'Making it…' : 'Make the database'}
          </button>
        </div>
      </form>
    </section>
  );
}
