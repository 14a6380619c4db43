import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../src/contract/operations.ts';
import { client } from '../client.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Listed, useList } from '../parts/listed.tsx';
import { focusHeading, Page } from '../parts/page.tsx';
import { ConnectDatabase } from './connections/connect-database.tsx';
import { DatabaseCard } from './connections/database-card.tsx';
import { RenameDatabase } from './connections/rename-database.tsx';

type Database = Output<'listDatabases'>[number];

export function ConnectionsPage() {
  const queries = useQueryClient();
  const list = useList(['databases'], (page, options) => client.listDatabases(page, options));
  const [renaming, setRenaming] = useState<Database | null>(null);
  const [connecting, setConnecting] = useState(false);
  const [deleting, setDeleting] = useState<Database | null>(null);
  const changed = () => queries.invalidateQueries({ queryKey: ['databases'] });
  return (
    <Page
      title="Databases"
      intro="All that you can ask: what the service keeps for you, what you connected, and what others let you read."
      actions={
        <button type="button" className="primary" onClick={() => setConnecting(true)}>
          Connect a database
        </button>
      }
    >
      <Listed
        list={list}
        noun="databases"
        empty={
          <>
            No databases yet. Make one from a terminal: <code>svc new "track coffee beans with roaster, price and rating"</code>
          </>
        }
      >
        {(databases) => (
          <ul className="cards">
            {databases.map((database) => (
              <DatabaseCard
                key={database.dbId}
                database={database}
                onRename={() => setRenaming(database)}
                onDelete={() => setDeleting(database)}
              />
            ))}
          </ul>
        )}
      </Listed>
      {connecting ? (
        <ConnectDatabase
          onConnected={(name) => {
            announce(`Connected: ${name}.`);
            void changed();
          }}
          onClose={() => setConnecting(false)}
        />
      ) : null}
      {renaming ? (
        <RenameDatabase
          database={renaming}
          onClose={() => setRenaming(null)}
          onRenamed={(name) => {
            setRenaming(null);
            announce(`Renamed to ${name}.`);
            void changed();
          }}
        />
      ) : null}
      {deleting ? (
        <Confirm
          title={`Delete ${deleting.name}?`}
          act="Delete database"
          typed={CAN_BE_TYPED.test(deleting.name) ? deleting.name : deleting.slug}
          perform={(idempotencyKey) => client.deleteDatabase({ id: deleting.dbId }, { idempotencyKey })}
          onClose={() => setDeleting(null)}
          onDone={() => {
            setDeleting(null);
            announce(`Deleted: ${deleting.name}.`);
            void changed().then(focusHeading);
          }}
        >
          <p>
            {deleting.origin === 'hosted'
              ? 'The database and every row in it are gone for good. Nothing brings them back.'
              : 'The service forgets this database; the database itself stays as it is.'}
          </p>
        </Confirm>
      ) : null}
    </Page>
  );
}

/** By everybody, on any keyboard: another name is stood for by its slug. */
const CAN_BE_TYPED = /^[a-z0-9]+(?:[ ._-][a-z0-9]+)*$/i;
