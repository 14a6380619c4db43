import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../src/contract/operations.ts';
import { client } from '../client.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Listed, useList } from '../parts/listed.tsx';
import { nameOfKey } from '../parts/name-of-key.ts';
import { focusHeading, Page } from '../parts/page.tsx';
import { KeyCard } from './keys/key-card.tsx';
import { MintedKey } from './keys/minted-key.tsx';
import { NewKey } from './keys/new-key.tsx';
import { ProviderKey } from './keys/provider-key.tsx';

type Key = Output<'listKeys'>[number];

export function KeysPage() {
  const queries = useQueryClient();
  const list = useList(['keys'], (page, options) => client.listKeys(page, options));
  const [isMinting, setMinting] = useState(false);
  const [minted, setMinted] = useState<Output<'mintKey'> | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const changed = () => queries.invalidateQueries({ queryKey: ['keys'] });
  return (
    <Page
      title="Keys"
      intro="A key lets a program, a page or an agent in. Its text is shown once, when it is made. Revoked, it ends at once, with all that runs by it."
      actions={
        <button type="button" className="primary" onClick={() => setMinting(true)}>
          New key
        </button>
      }
    >
      {minted ? <MintedKey key={minted.id} minted={minted} onDone={() => setMinted(null)} /> : null}
      <Listed list={list} noun="keys" empty="No keys yet. Make one for the first program that is to ask.">
        {(keys) => <KeyLists keys={keys} onRevoke={setRevoking} />}
      </Listed>
      <ProviderKey />
      {isMinting ? (
        <NewKey
          onClose={() => setMinting(false)}
          onMinted={(reply) => {
            setMinting(false);
            setMinted(reply);
            void changed();
          }}
        />
      ) : null}
      {revoking ? (
        <Confirm
          title="Revoke this key?"
          act="Revoke key"
          perform={(idempotencyKey) => client.revokeKey({ id: revoking.id }, { idempotencyKey })}
          onClose={() => setRevoking(null)}
          onDone={() => {
            setRevoking(null);
            announce(`Revoked: ${nameOfKey(revoking)}.`);
            void changed().then(focusHeading);
          }}
        >
          <p>
            <strong>{nameOfKey(revoking)}</strong> ends at once and for good, with all that runs by it. Whatever uses it is refused from
            then on.
          </p>
        </Confirm>
      ) : null}
    </Page>
  );
}

function KeyLists({ keys, onRevoke }: { readonly keys: readonly Key[]; readonly onRevoke: (key: Key) => void }) {
  const active = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <>
      {active.length > 0 ? (
        <ul className="cards">
          {active.map((key) => (
            <KeyCard key={key.id} record={key} title={nameOfKey(key)} onRevoke={() => onRevoke(key)} />
          ))}
        </ul>
      ) : (
        <p className="empty">No key is active.</p>
      )}
      {revoked.length > 0 ? (
        <details>
          <summary>Revoked keys ({revoked.length})</summary>
          <ul className="cards">
            {revoked.map((key) => (
              <KeyCard key={key.id} record={key} title={nameOfKey(key)} />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
