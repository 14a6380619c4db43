import { useState } from 'react';
import { AUDIT_ACTIONS, type AuditAction } from '../../../src/contract/audit.ts';
import { client } from '../client.ts';
import { Field } from '../parts/field.tsx';
import { Listed, useList } from '../parts/listed.tsx';
import { Page } from '../parts/page.tsx';
import { EventTable } from './audit/event-table.tsx';
import { Export } from './audit/export.tsx';

export function AuditPage() {
  const [action, setAction] = useState<AuditAction | ''>('');
  const [subject, setSubject] = useState('');
  const filter = { ...(action === '' ? {} : { action }), ...(subject === '' ? {} : { subject }) };
  const list = useList(['audit', filter], (page, options) => client.listAudit({ ...page, ...filter, limit: 50 }, options));
  return (
    <Page
      title="Audit log"
      intro="Every change of what this account has and of who may reach it. It is added to, never changed. Writes to rows have receipts instead."
    >
      <search className="filter">
        <Field label="What happened">
          {(props) => (
            <select {...props} value={action} onChange={(event) => setAction(event.target.value as AuditAction | '')}>
              <option value="">anything</option>
              {AUDIT_ACTIONS.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        {subject === '' ? null : (
          <p>
            about <code>{subject}</code>{' '}
            <button type="button" onClick={() => setSubject('')}>
              Show all
            </button>
          </p>
        )}
        <Export filter={filter} />
      </search>
      <Listed list={list} noun="events" empty={action === '' ? 'Nothing has happened yet.' : 'Nothing of this kind has happened.'}>
        {(events) => <EventTable events={events} onSubject={setSubject} />}
      </Listed>
    </Page>
  );
}
