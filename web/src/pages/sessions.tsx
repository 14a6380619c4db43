import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../src/contract/operations.ts';
import { client } from '../client.ts';
import { forgetMe } from '../me.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Listed, useList } from '../parts/listed.tsx';
import { focusHeading, Page } from '../parts/page.tsx';
import { browserIn, SessionCard } from './sessions/session-card.tsx';

type Session = Output<'listSessions'>[number];

export function SessionsPage() {
  const queries = useQueryClient();
  const list = useList(['sessions'], (page, options) => client.listSessions(page, options));
  const [ending, setEnding] = useState<Session | null>(null);
  const [isEndingAll, setEndingAll] = useState(false);
  return (
    <Page
      title="Sessions"
      intro="The browsers that are signed in to your account. Sign out whichever you do not know."
      actions={
        <button type="button" onClick={() => setEndingAll(true)}>
          Sign out everywhere
        </button>
      }
    >
      <Listed list={list} noun="sessions" empty="No browser is signed in: you came with the key of this machine.">
        {(sessions) => (
          <ul className="cards">
            {sessions.map((session) => (
              <SessionCard key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </Listed>
      {ending ? (
        <Confirm
          title={ending.current ? 'Sign out here?' : 'Sign this browser out?'}
          act="Sign out"
          perform={(idempotencyKey) => client.endSession({ id: ending.id }, { idempotencyKey })}
          onClose={() => setEnding(null)}
          onDone={() => {
            setEnding(null);
            announce('Signed out.');
            if (ending.current) forgetMe();
            else void queries.invalidateQueries({ queryKey: ['sessions'] }).then(focusHeading);
          }}
        >
          <p>{ending.current ? 'This is the browser that you use now.' : `${browserIn(ending.agent)} is signed out at once.`}</p>
        </Confirm>
      ) : null}
      {isEndingAll ? (
        <Confirm
          title="Sign out everywhere?"
          act="Sign out everywhere"
          perform={(idempotencyKey) => client.signOutEverywhere({}, { idempotencyKey })}
          onClose={() => setEndingAll(false)}
          onDone={() => {
            setEndingAll(false);
            announce('Signed out everywhere.');
            forgetMe();
          }}
        >
          <p>Every browser is signed out at once, this one too. Keys stay as they are.</p>
        </Confirm>
      ) : null}
    </Page>
  );
}
