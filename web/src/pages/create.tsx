import { useMutation } from '@tanstack/react-query';
import { type SetStateAction, useState } from 'react';
import { Link } from 'wouter';
import { LIMITS } from '../../../src/contract/limits.ts';
import type { Output } from '../../../src/contract/operations.ts';
import { client } from '../client.ts';
import { useKept } from '../kept.ts';
import { useMe } from '../me.ts';
import { announce } from '../parts/announce.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { takeFocus } from '../parts/take-focus.ts';
import { visible } from '../parts/value-text.ts';
import { Failure } from './ask/failure.tsx';
import { type Draft, draftOf } from './create/draft.ts';
import { Proposal } from './create/proposal.tsx';

interface Proposed {
  readonly goal: string;
  readonly draft: Draft;
}

/** A brief in plain English becomes tables, which are looked at and changed before they are made. What is not made yet is kept. */
export default function CreatePage() {
  const account = useMe().data?.account.id ?? '';
  const [brief, setBrief] = useKept(`${account}.brief`, '');
  const [proposed, setProposed] = useKept<Proposed | null>(`${account}.proposal`, null);
  const [made, setMade] = useState<Output<'createDatabase'> | null>(null);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async (goal: string) => {
      const reply = await client.ask({ goal, forceCreate: true, dryRun: true });
      if (!('design' in reply)) throw new TypeError('The service proposed no tables.');
      return { goal, draft: draftOf(reply) };
    },
    onSuccess: (proposal) => {
      setProposed(proposal);
      setMade(null);
      announce(`${proposal.draft.tables.length} tables are proposed. Nothing is made yet.`);
    },
  });
  const propose = (goal: string) => {
    if (isPending || goal.trim() === '') return;
    setBrief(goal);
    mutate(goal.trim());
  };
  const change = (next: SetStateAction<Draft>) =>
    setProposed((now) => (now === null ? null : { ...now, draft: typeof next === 'function' ? next(now.draft) : next }));
  return (
    <Page
      title="Create"
      intro="Say what to keep, and what to know of each. You see the tables that come of it, and change them, before anything is made."
    >
      <form
        className="create"
        onSubmit={(event) => {
          event.preventDefault();
          propose(brief);
        }}
      >
        <Field
          label="What is it for?"
          hint="“A library: books with title and author; members with name; members borrow books.” CREATE TABLE is understood too."
        >
          {(props) => (
            <textarea
              {...props}
              rows={3}
              required
              maxLength={LIMITS.goalMaxLength}
              value={brief}
              onChange={({ target }) => setBrief(target.value)}
            />
          )}
        </Field>
        {error ? (
          <Failure error={error} asked={{ goal: variables ?? '' }} onAsk={({ goal }) => propose(goal)} onRetry={() => propose(brief)} />
        ) : null}
        <div className="buttons">
          <button type="submit" className={proposed === null ? 'primary' : ''} aria-disabled={isPending}>
            {isPending ? 'Reading it…' : proposed === null ? 'Propose tables' : 'Propose anew'}
          </button>
        </div>
      </form>
      {made === null ? null : (
        <p ref={takeFocus} tabIndex={-1} className="note good">
          <bdi>{visible(made.slug)}</bdi> is made. <Link href={`/look?db=${encodeURIComponent(made.dbId)}`}>Look at its tables</Link>, or{' '}
          <Link href={`/ask?db=${encodeURIComponent(made.dbId)}`}>ask it</Link>.
        </p>
      )}
      {proposed === null ? null : (
        <Proposal
          goal={proposed.goal}
          draft={proposed.draft}
          onChange={change}
          onMade={(database) => {
            setMade(database);
            setProposed(null);
            setBrief('');
          }}
        />
      )}
    </Page>
  );
}
