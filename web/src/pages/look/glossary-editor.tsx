import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { LIMITS } from '../../../../src/contract/limits.ts';
import type { Output } from '../../../../src/contract/operations.ts';
import { client, freshKey } from '../../client.ts';
import { useKept } from '../../kept.ts';
import { useMe } from '../../me.ts';
import { announce } from '../../parts/announce.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field } from '../../parts/field.tsx';
import { takeFocus } from '../../parts/take-focus.ts';

type Glossary = Output<'getGlossary'>;

interface GlossaryEditorProps {
  readonly db: string;
  /** Others read the words, and do not change them. */
  readonly isOwner: boolean;
}

/** What the words of a business mean in a database: read by every planner. */
export function GlossaryEditor({ db, isOwner }: GlossaryEditorProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['glossary', db],
    queryFn: ({ signal }) => client.getGlossary({ id: db }, { signal }),
    // What is being typed is not taken away.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <p role="status" className="loading">
        Loading the glossary…
      </p>
    );
  return <Editor glossary={data} isOwner={isOwner} />;
}

interface Term {
  /** Of the place in the list, while it is edited. */
  readonly id: string;
  readonly term: string;
  readonly means: string;
  readonly sql: string;
}

interface Edited {
  /** What was saved when it was begun: of words that somebody has saved since, it is no longer a change. */
  readonly of: string;
  readonly terms: readonly Term[];
  readonly notes: string;
}

const FIELDS = [
  ['term', 'Words', 'As people say them: active customer', LIMITS.glossaryTermMaxLength],
  ['means', 'Mean', 'In words of the database: customer with status active', LIMITS.glossaryMeansMaxLength],
  ['sql', 'As SQL, if you like', "customers.status = 'active'", LIMITS.glossarySqlMaxLength],
] as const;

function Editor({ glossary, isOwner }: { readonly glossary: Glossary; readonly isOwner: boolean }) {
  const queries = useQueryClient();
  const saved = asSaved(glossary);
  const begun = useMemo((): Edited => {
    const [notes, terms] = JSON.parse(saved) as Saved;
    return { of: saved, notes, terms: terms.map(([term, means, sql]) => ({ id: freshKey(), term, means, sql })) };
  }, [saved]);
  const [kept, setKept] = useKept(`${useMe().data?.account.id}.glossary.${glossary.dbId}`, begun);
  const edited = kept.of === saved ? kept : begun;
  /** Typed here, and saved by somebody else before it was. */
  const isOvertaken = isOwner && ![kept.of, saved].includes(asSaved(kept)) && kept.of !== saved;
  const { terms, notes } = edited;
  const setTerms = (next: (all: readonly Term[]) => readonly Term[]) => setKept({ ...edited, terms: next(terms) });
  const [addedId, setAdded] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      client.putGlossary(
        {
          id: glossary.dbId,
          notes,
          terms: terms.map(({ term, means, sql }) => ({ term, means, ...(sql.trim() === '' ? {} : { sql }) })),
        },
        { idempotencyKey: freshKey() },
      ),
    onSuccess: (reply) => {
      setKept((now) => ({ ...now, of: asSaved(reply) }));
      queries.setQueryData(['glossary', glossary.dbId], reply);
      announce('The glossary is saved.');
    },
  });
  const change = (id: string, more: Partial<Term>) => setTerms((all) => all.map((term) => (term.id === id ? { ...term, ...more } : term)));
  const isSaved = saved === asSaved({ notes, terms });
  return (
    <form
      className="glossary"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending && !isSaved) mutate();
      }}
    >
      <p className="small">What you say here is read with every question: words that are not in the data, and what they stand for.</p>
      {isOvertaken ? (
        <div className="note" role="status">
          <p>This glossary was saved elsewhere after you began to change it. What was saved is below; what you typed is kept.</p>
          <div className="buttons">
            <button type="button" onClick={() => setKept({ ...kept, of: saved })}>
              Go on with what I typed
            </button>
            <button type="button" onClick={() => setKept(begun)}>
              Drop it
            </button>
          </div>
        </div>
      ) : null}
      {terms.length === 0 ? <p className="empty">No words yet.</p> : null}
      <ul className="cards">
        {terms.map((term, index) => (
          <li key={term.id} className="card">
            <fieldset className="pair choice" disabled={!isOwner || isOvertaken}>
              <legend>Entry {index + 1}</legend>
              {FIELDS.map(([name, label, hint, maxLength]) => (
                <Field key={name} label={label} hint={hint}>
                  {(props) => (
                    <input
                      {...props}
                      ref={name === 'term' && term.id === addedId ? takeFocus : undefined}
                      autoComplete="off"
                      required={name !== 'sql'}
                      maxLength={maxLength}
                      value={term[name]}
                      onChange={({ target }) => change(term.id, { [name]: target.value })}
                    />
                  )}
                </Field>
              ))}
            </fieldset>
            {isOwner && !isOvertaken ? (
              <div className="buttons">
                <button
                  type="button"
                  aria-label={`Remove entry ${index + 1}`}
                  onClick={() => setTerms((all) => all.filter(({ id }) => id !== term.id))}
                >
                  Remove
                </button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <Field label="What else to know of the data" hint="Read by models alone.">
        {(props) => (
          <textarea
            {...props}
            rows={3}
            disabled={!isOwner || isOvertaken}
            maxLength={LIMITS.glossaryNotesMaxLength}
            value={notes}
            onChange={({ target }) => setKept({ ...edited, notes: target.value })}
          />
        )}
      </Field>
      {error ? <ErrorNote error={error} /> : null}
      {isOwner && !isOvertaken ? (
        <div className="buttons">
          <span className="small">{isSaved ? 'All is saved.' : 'There are changes that are not saved.'}</span>
          <button
            type="button"
            aria-disabled={terms.length >= LIMITS.glossaryTermsMax}
            onClick={() => {
              if (terms.length >= LIMITS.glossaryTermsMax) return;
              const added = { id: freshKey(), term: '', means: '', sql: '' };
              setAdded(added.id);
              setTerms((all) => [...all, added]);
            }}
          >
            Add an entry
          </button>
          <button type="submit" className="primary" aria-disabled={isPending || isSaved}>
            {isPending ? 'Saving…' : 'Save'}
          </button>
        </div>
      ) : null}
    </form>
  );
}

type Saved = readonly [string, readonly (readonly [string, string, string])[]];

const asSaved = ({
  notes,
  terms,
}: Pick<Glossary, 'notes'> & { readonly terms: readonly { term: string; means: string; sql?: string | undefined }[] }): string =>
  JSON.stringify([notes, terms.map(({ term, means, sql = '' }) => [term, means, sql])] satisfies Saved);
