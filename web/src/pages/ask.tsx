import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { LIMITS } from '../../../src/contract/limits.ts';
import { freshKey } from '../client.ts';
import { useMe } from '../me.ts';
import { announce } from '../parts/announce.tsx';
import { DatabaseSelect, useDatabases } from '../parts/database-select.tsx';
import { Field } from '../parts/field.tsx';
import { isTyping } from '../parts/is-typing.ts';
import { Page } from '../parts/page.tsx';
import type { Asked } from './ask/asked.ts';
import { AskedBefore } from './ask/before.tsx';
import { useDraft } from './ask/draft.ts';
import { ReceiptCard } from './ask/receipt.tsx';
import { useThread } from './ask/thread.ts';
import { TurnView } from './ask/turn.tsx';

/** As many rows as the table is given; a file has more. */
const MAX_ROWS = 1_000;

/** Asks a database in plain English. The database, the thread, what was asked last and the receipt that is looked at are in the address. */
export function AskPage() {
  const address = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const databases = useDatabases();
  const account = useMe().data?.account.id ?? '';
  const box = useRef<HTMLTextAreaElement>(null);
  /** The thread that was begun here: nobody asked anything in it elsewhere. */
  const begun = useRef('');
  const list = useRef<HTMLDivElement>(null);
  const [db, thread, answer] = [address.get('db') ?? '', address.get('thread') ?? '', address.get('answer')];
  const { turns, isWorking, ask, decide, cancel } = useThread(`${account}.${thread}`);
  const [goal, setGoal] = useDraft(account, thread, turns.length > 0, address.get('goal'));
  const [isEarly, setEarly] = useState(false);

  const put = useCallback(
    (changes: Readonly<Record<string, string | null>>) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(changes))
        if (value === null) next.delete(name);
        else next.set(name, value);
      navigate(`/ask?${next}`, { replace: true });
    },
    [navigate],
  );
  const onDatabase = useCallback((dbId: string) => put({ db: dbId }), [put]);
  useEffect(() => {
    if (thread !== '') return;
    begun.current = freshKey();
    put({ thread: begun.current });
  }, [thread, put]);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === '/' && !isTyping(event)) {
        event.preventDefault();
        box.current?.focus();
      }
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) cancel();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [cancel]);

  const send = async (asked: Asked, id?: string) => {
    if (isWorking) return;
    put({ goal: asked.goal, answer: null });
    box.current?.focus();
    const reply = await ask(asked, id);
    if (reply === null) return;
    // What was typed meanwhile, and what could not be sent, stays.
    setGoal((typed) => (typed.trim() === asked.goal ? '' : typed));
    announce('answer' in reply ? reply.answer : reply.diff.summary);
    if (reply.kind !== 'create' || !('dbId' in reply)) return;
    void queries.invalidateQueries({ queryKey: ['databases'] });
    put({ db: reply.dbId });
  };
  const isReady = databases.data !== undefined && (db !== '' || databases.data.length === 0);
  const submit = () => {
    const text = goal.trim();
    if (text === '') return;
    if (!isReady) return setEarly(true);
    // To an agent memory a thread is a part of what it remembers, not a conversation: with one, it would hide the rest.
    const isMemory = databases.data?.find(({ dbId }) => dbId === db)?.preset === 'agent_memory_v1';
    void send({ goal: text, maxRows: MAX_ROWS, ...(db === '' ? {} : { db }), ...(isMemory || thread === '' ? {} : { threadId: thread }) });
  };

  // Sent before the databases were there, it goes as soon as they are.
  useEffect(() => {
    if (!isEarly || !isReady) return;
    setEarly(false);
    submit();
  });

  const turnsShown = () => [...(list.current?.querySelectorAll<HTMLElement>('.turn') ?? [])];
  const onTurnKey = (event: KeyboardEvent<HTMLElement>) => {
    // What is inside of it has arrows of its own.
    if (event.target !== event.currentTarget || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const shown = turnsShown();
    const next = shown.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1);
    (next < 0 ? box.current : shown[next])?.focus();
  };
  const onBoxKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart } = event.currentTarget;
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
    if (event.key === 'ArrowDown' && selectionStart === value.length && turns.length > 0) {
      event.preventDefault();
      turnsShown()[0]?.focus();
    }
  };

  return (
    <Page
      title="Ask"
      intro="Ask a question, or say what to change, in plain English. Changes and deletions are shown before they are made; what was written can be undone."
      actions={
        turns.length > 0 ? (
          <button
            type="button"
            onClick={() => {
              begun.current = freshKey();
              put({ thread: begun.current, goal: null, answer: null });
              box.current?.focus();
            }}
          >
            New thread
          </button>
        ) : undefined
      }
    >
      <form
        className="ask"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label="Question or instruction" hint="Enter asks, Escape cancels, / comes back here, the arrows go through the answers.">
          {(props) => (
            <textarea
              {...props}
              ref={box}
              rows={2}
              maxLength={LIMITS.goalMaxLength}
              value={goal}
              onChange={(event) => setGoal(event.target.value)}
              onKeyDown={onBoxKey}
            />
          )}
        </Field>
        <div className="ask-with">
          {databases.isPending ? (
            <p role="status" className="loading">
              Loading databases…
            </p>
          ) : databases.data?.length === 0 ? (
            <p className="small">There is no database yet. Say what to keep, and one is made: “track plants with name and species”.</p>
          ) : (
            <DatabaseSelect withGranted value={db} onChange={onDatabase} />
          )}
          {isWorking ? (
            <button type="button" onClick={cancel}>
              Cancel
            </button>
          ) : (
            <button type="submit" className="primary">
              Ask
            </button>
          )}
        </div>
      </form>
      {answer === null ? null : <ReceiptCard key={answer} id={answer} onClose={() => put({ answer: null })} />}
      {turns.length === 0 && begun.current !== thread ? <AskedBefore thread={thread} /> : null}
      <div ref={list} className="cards">
        {turns.map((turn) => (
          <TurnView
            key={turn.id}
            turn={turn}
            onAsk={(asked, id) => {
              // What is asked instead takes the place of what was typed for it.
              if (asked.goal !== turn.asked.goal) setGoal((typed) => (typed.trim() === turn.asked.goal ? '' : typed));
              void send(asked, id);
            }}
            onDecide={decide}
            onKeyDown={onTurnKey}
          />
        ))}
      </div>
    </Page>
  );
}
