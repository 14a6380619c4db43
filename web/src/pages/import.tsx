import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { LIMITS } from '../../../src/contract/limits.ts';
import type { Output, Sent } from '../../../src/contract/operations.ts';
import { client, freshKey } from '../client.ts';
import { useMe } from '../me.ts';
import { Choice } from '../parts/choice.tsx';
import { DatabaseSelect } from '../parts/database-select.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { addBegun, hrefOf } from './import/begun.ts';
import { DropFiles } from './import/drop-files.tsx';
import { GoingOn } from './import/going-on.tsx';
import { ImportRun } from './import/import-run.tsx';

type Pack = Output<'getImport'>['packId'];

const PACKS = [
  { value: 'tabular', label: 'Tables', hint: 'CSV, TSV, JSON, NDJSON, XLSX or Parquet: a table of each file or sheet' },
  { value: 'notes', label: 'Notes', hint: 'Markdown: what is in them can be remembered' },
  { value: 'repo', label: 'A repository', hint: 'what git log prints, and exports of issues' },
] as const satisfies readonly { value: Pack; label: string; hint: string }[];

/** Makes tables of files: what is dropped here is sent in parts, and the service tells how it goes on. Its id is in the address. */
export default function ImportPage() {
  const address = new URLSearchParams(useSearch());
  const id = address.get('id');
  const [, navigate] = useLocation();
  const account = useMe().data?.account.id ?? '';
  const [files, setFiles] = useState<readonly File[]>([]);
  const [packId, setPack] = useState<Pack>('tabular');
  const [into, setInto] = useState<'new' | 'old'>('new');
  const [name, setName] = useState('');
  const [db, setDb] = useState('');
  const [looks, setLooks] = useState(true);
  const isLookedAt = looks && packId === 'tabular';
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Sent<'createImport'>) => client.createImport(body, { idempotencyKey: freshKey() }),
    onSuccess: ({ id, createdAt }) => {
      addBegun(account, { id, names: files.map((file) => file.name), isLookedAt, at: createdAt });
      navigate(hrefOf({ id, isLookedAt }));
    },
  });
  const start = () => {
    if (isPending || files.length === 0) return;
    const source = { files: files.map((file) => ({ name: file.name, bytes: file.size })) };
    const target = into === 'old' ? { db } : name.trim() === '' ? {} : { name: name.trim() };
    mutate({ packId, source, ...target, ...(isLookedAt ? { auto: false } : {}) });
  };
  return (
    <Page
      title="Import"
      intro="Drop files: their columns, keys and relations are found in them. Correct what is wrong, and see how it goes."
    >
      {id !== null ? (
        <ImportRun
          key={id}
          id={id}
          isLookedAt={address.has('look')}
          files={files}
          onFiles={setFiles}
          onAnother={() => {
            setFiles([]);
            navigate('/import');
          }}
        />
      ) : (
        <>
          <form
            className="import"
            onSubmit={(event) => {
              event.preventDefault();
              start();
            }}
          >
            <DropFiles files={files} onFiles={setFiles} />
            <Choice legend="What they are" name="pack" value={packId} options={PACKS} onChange={setPack} />
            <Choice
              legend="Where to"
              name="into"
              value={into}
              options={[
                { value: 'new', label: 'A new database' },
                { value: 'old', label: 'One of yours' },
              ]}
              onChange={setInto}
            />
            {into === 'old' ? (
              <DatabaseSelect isHosted value={db} onChange={setDb} />
            ) : (
              <Field label="Name" hint="May be left empty.">
                {(props) => (
                  <input
                    {...props}
                    autoComplete="off"
                    maxLength={LIMITS.databaseNameMaxLength}
                    value={name}
                    onChange={({ target }) => setName(target.value)}
                  />
                )}
              </Field>
            )}
            {packId === 'tabular' ? (
              <label className="check">
                <input type="checkbox" checked={looks} onChange={({ target }) => setLooks(target.checked)} />
                <span>Show me types, keys and relations before anything is written</span>
              </label>
            ) : null}
            {error ? <ErrorNote error={error} /> : null}
            <div className="buttons">
              <button type="submit" className="primary" aria-disabled={isPending || files.length === 0}>
                {isPending ? 'Beginning…' : 'Import'}
              </button>
            </div>
          </form>
          <GoingOn account={account} />
        </>
      )}
    </Page>
  );
}
