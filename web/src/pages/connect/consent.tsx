import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SvcError } from '../../../../src/client/index.ts';
import type { ConsentRequest } from '../../../../src/contract/agent-hosts.ts';
import { LIMITS } from '../../../../src/contract/limits.ts';
import { client } from '../../client.ts';
import { nameOf, useMe } from '../../me.ts';
import { announce } from '../../parts/announce.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Field } from '../../parts/field.tsx';
import { type Confirm, WhoConfirms } from '../../parts/who-confirms.tsx';
import { bridge, type Connected, wayBack } from './bridge.ts';
import { Databases } from './databases.tsx';
import { goBack, tellRefused } from './go-back.ts';

type Access = 'read' | 'write';

const WORD = '[A-Za-z0-9][A-Za-z0-9.\\-]*';

interface ConsentProps {
  readonly request: string;
  readonly onDone: (connected: Connected | 'refused') => void;
}

export function Consent({ request, onDone }: ConsentProps) {
  const asked = useQuery({
    queryKey: ['connect', request],
    queryFn: ({ signal }) => bridge.lookUp(request, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (asked.error) return <Failure error={asked.error} />;
  if (asked.data === undefined)
    return (
      <p role="status" className="loading">
        Loading…
      </p>
    );
  return <ConsentForm request={request} asked={asked.data} onDone={onDone} />;
}

function ConsentForm({ request, asked, onDone }: ConsentProps & { readonly asked: ConsentRequest }) {
  const { data: me } = useMe();
  const [access, setAccess] = useState<Access>(asked.writes ? 'write' : 'read');
  const [confirm, setConfirm] = useState<Confirm>('agent');
  const [databases, setDatabases] = useState<readonly string[] | null>(null);
  const name = asked.client_name ?? 'An agent without a name';
  const back = wayBack(asked.redirect_uri);
  const allow = useMutation({
    mutationFn: async (names: { mcp_host: string; device_id: string }) => {
      const { client_id, redirect_uri, state } = asked;
      const chosen = databases === null ? {} : { databases: [...databases] };
      const { code } = await client.mcpCallback({ client_id, redirect_uri, state, ...names, access, confirm, ...chosen });
      return await bridge.finish(request, code);
    },
    onSuccess: ({ code, redirect_to: redirectTo }) => {
      announce(`${name} is connected.`);
      goBack(redirectTo);
      onDone({ name, code, redirectTo });
    },
  });
  const refuse = useMutation({
    mutationFn: () => bridge.refuse(request),
    onSuccess: ({ redirect_to: redirectTo }) => {
      tellRefused(redirectTo);
      onDone('refused');
    },
  });
  const isPending = allow.isPending || refuse.isPending;
  const failure = allow.error ?? refuse.error;
  const nothingChosen = databases !== null && databases.length === 0;
  return (
    <form
      className="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        const said = new FormData(event.currentTarget);
        if (!isPending && !nothingChosen) allow.mutate({ mcp_host: String(said.get('host')), device_id: String(said.get('device')) });
      }}
    >
      <p>
        <strong>{name}</strong> asks to use your databases. That name is its own claim: allow it only if you have just begun this in that
        program.
      </p>
      <Facts
        facts={[
          ['Name', asked.client_site === null ? `${name} (as it says)` : `${name} (as ${asked.client_site} says)`],
          ['It goes back to', WAYS[back.kind](back.host)],
          ['Account', me ? nameOf(me) : undefined],
        ]}
      />
      <Databases chosen={databases} onChange={setDatabases} />
      {asked.writes ? (
        <Choice
          legend="What may it do?"
          name="access"
          value={access}
          options={[
            { value: 'read', label: 'Read' },
            { value: 'write', label: 'Read and write' },
          ]}
          onChange={setAccess}
        />
      ) : (
        <p>It reads, and changes nothing.</p>
      )}
      {access === 'write' ? <WhoConfirms value={confirm} onChange={setConfirm} /> : null}
      <div className="pair">
        <Field label="Agent host" hint="As your list of keys shows it.">
          {(props) => (
            <input
              {...props}
              name="host"
              defaultValue={slugOf(name)}
              required
              pattern={WORD}
              maxLength={LIMITS.keyHostMaxLength}
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Device" hint="Letters, digits, dots and hyphens.">
          {(props) => (
            <input
              {...props}
              name="device"
              defaultValue={deviceOf(back)}
              required
              pattern={WORD}
              maxLength={LIMITS.keyDeviceMaxLength}
              spellCheck={false}
            />
          )}
        </Field>
      </div>
      {nothingChosen ? <p className="small">Choose a database, or all of them.</p> : null}
      {failure ? <Failure error={failure} /> : null}
      <div className="buttons">
        <button type="button" onClick={() => (isPending ? undefined : refuse.mutate())} aria-disabled={isPending}>
          {refuse.isPending ? 'Refusing…' : 'Refuse'}
        </button>
        <button type="submit" className="primary" aria-disabled={isPending || nothingChosen}>
          {allow.isPending ? 'Allowing…' : 'Allow'}
        </button>
      </div>
    </form>
  );
}

/** The API’s failures as everywhere; the OAuth server’s in its own words. */
function Failure({ error }: { readonly error: Error }) {
  if (error instanceof SvcError) return <ErrorNote error={error} />;
  return (
    <div role="alert" className="note bad">
      <p>
        <strong>{error.message}</strong>
      </p>
    </div>
  );
}

const WAYS = {
  machine: (host: string) => `a program on this machine (${host})`,
  app: (host: string) => `an app on this machine (${host})`,
  site: (host: string) => host,
} as const;

/** As a key's text can hold it. */
function slugOf(text: string, most: number = LIMITS.keyHostMaxLength): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, most)
    .replace(/-+$/, '');
  return slug === '' ? 'agent' : slug;
}

function deviceOf({ kind, host }: ReturnType<typeof wayBack>): string {
  if (kind === 'site') return slugOf(host, LIMITS.keyDeviceMaxLength);
  return ['mac', 'win', 'linux'].find((one) => navigator.userAgent.toLowerCase().includes(one))?.replace(/^win$/, 'windows') ?? 'device';
}
