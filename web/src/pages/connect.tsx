import { useState } from 'react';
import { focusHeading, Page } from '../parts/page.tsx';
import type { Connected } from './connect/bridge.ts';
import { Consent } from './connect/consent.tsx';
import { Done } from './connect/done.tsx';

/** An agent host asks to be connected by OAuth: whoever is signed in says whether, and to what. */
export function ConnectPage() {
  const [{ request, error }] = useState(inAddress);
  const [done, setDone] = useState<Connected | 'refused' | null>(null);
  if (done === 'refused')
    return (
      <Page title="Connect an agent" intro="It was refused.">
        <p className="narrow">You can close this page.</p>
      </Page>
    );
  if (done !== null)
    return (
      <Page title="Connect an agent" intro={`${done.name} is connected.`}>
        <Done connected={done} />
      </Page>
    );
  if (request === null)
    return (
      <Page title="Connect an agent">
        <div role="alert" className="note bad">
          <p>
            <strong>{saidOf(error)}</strong> Begin in the agent host: add this service to it, and it opens this page.
          </p>
        </div>
      </Page>
    );
  return (
    <Page title="Connect an agent">
      <Consent
        request={request}
        onDone={(connected) => {
          // The request is used up.
          history.replaceState(null, '', '/connect');
          setDone(connected);
          focusHeading();
        }}
      />
    </Page>
  );
}

function inAddress(): { request: string | null; error: string | null } {
  const said = new URLSearchParams(location.hash.slice(1));
  return { request: said.get('request'), error: said.get('error') };
}

/** Codes of RFC 6749, 4.1.2.1, and RFC 8707, 2, in our own words: anybody can make a link with others. */
const SAID: ReadonlyMap<string, string> = new Map([
  ['invalid_client', 'The agent host is not known here.'],
  ['invalid_target', 'What the agent host asks for is not of this service.'],
  ['unsupported_response_type', 'The agent host asks in a way that this service does not answer.'],
  ['request_not_supported', 'The agent host asks in a way that this service does not answer.'],
  ['temporarily_unavailable', 'The service does not answer at the moment: try again in some seconds.'],
  ['server_error', 'Something went wrong here.'],
]);

function saidOf(error: string | null): string {
  return error === null ? 'No agent asks here.' : (SAID.get(error) ?? 'The request of the agent host is not valid.');
}
