import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Importing, importingAs } from '../support/imports.ts';
import { codeOf, newOwnedService, type OwnedService } from '../support/keys.ts';

let owned: OwnedService;
let it: Importing;

beforeAll(async () => {
  owned = await newOwnedService();
  it = importingAs(owned.service, owned.owner.token);
});
afterAll(async () => {
  await owned?.home.close();
});

describe('notes', () => {
  const NOTE = `---
title: Billing
tags: [service, money]
owner: Ana
---
The billing service runs on two machines. #infra

## Decisions
- Invoices go out on **Mondays**, see [[Invoices]].
- Refunds need a word of Ben
  - but not below 10 euros

user: Can we change the day?
assistant: Ask Ana first.

The key is ghp_${'a1B2'.repeat(9)}.
`;

  test('become facts about their headings, episodes and entities, in an agent memory that can be asked', async () => {
    const record = await it.whole(
      {
        files: [
          { name: 'wiki/billing.md', text: NOTE },
          { name: 'wiki/team.txt', text: 'Ben joined in May.' },
        ],
      },
      { packId: 'notes' },
    );
    expect(record.error).toBeNull();
    expect(record.progress).toEqual({ phase: 'complete', items: 2, records: 10, skipped: 1, plannedWrites: 9, written: 9, verified: 9 });
    const db = record.dbId ?? '';
    expect(await it.rows(db, 'SELECT subject, content, tags FROM facts ORDER BY content')).toEqual([
      { subject: 'team', content: 'Ben joined in May.', tags: [] },
      { subject: 'Decisions', content: 'Invoices go out on Mondays, see Invoices.', tags: ['service', 'money'] },
      { subject: 'Decisions', content: 'Refunds need a word of Ben', tags: ['service', 'money'] },
      { subject: 'Billing', content: 'The billing service runs on two machines. #infra', tags: ['service', 'money', 'infra'] },
      { subject: 'Decisions', content: 'but not below 10 euros', tags: ['service', 'money'] },
    ]);
    expect(await it.rows(db, 'SELECT role, content FROM episodes ORDER BY content')).toEqual([
      { role: 'assistant', content: 'Ask Ana first.' },
      { role: 'user', content: 'Can we change the day?' },
    ]);
    expect(await it.rows(db, "SELECT canonical_name, kind, properties ->> 'owner' AS owner FROM entities ORDER BY canonical_name")).toEqual(
      [
        { canonical_name: 'Billing', kind: 'note', owner: 'Ana' },
        { canonical_name: 'Invoices', kind: 'topic', owner: null },
      ],
    );
    const again = await it.whole({ files: [{ name: 'wiki/billing.md', text: NOTE }] }, { packId: 'notes', db });
    expect(again).toMatchObject({ phase: 'complete', dbId: db });
    expect(await it.rows(db, 'SELECT count(*) AS n FROM facts')).toEqual([{ n: 5 }]);
  });

  test('in an archive are refused, and it is said what to do', async () => {
    const base64 = Buffer.from('PK\u0003\u0004aaaa', 'latin1').toString('base64');
    const record = await it.whole({ files: [{ name: 'wiki.zip', base64 }] }, { packId: 'notes' });
    expect(record.error).toMatchObject({ code: 'source_unreadable', params: { reason: expect.stringContaining('unpack it') } });
  });

  test('go into an agent memory alone', async () => {
    expect(codeOf(await it.create({ packId: 'notes', source: 'x', db: owned.owner.db }))).toBe('wrong_preset');
  });
});

describe('a repository', () => {
  const LOG = `commit 1111111111111111111111111111111111111111 (HEAD -> main)
Merge: 2222222 3333333
Author: Ana <ana@example.com>
Date:   Thu Nov 5 10:00:00 2026 +0100

    Merge the fix

commit 2222222222222222222222222222222222222222
Author: Ben <ben@example.com>
Date:   2026-11-04T09:00:00+00:00

    api: a comma was missing

    Found by Ana.

3\t1\tsrc/api.ts
-\t-\tlogo.png
`;

  test('of git log: commits, authors and files that point at each other', async () => {
    const record = await it.whole({ files: [{ name: 'log.txt', text: LOG }] }, { packId: 'repo' });
    expect(record.error).toBeNull();
    expect(
      await it.rows(
        record.dbId ?? '',
        'SELECT a.name, c.subject, c.body, c.is_merge, c.authored_at, f.path, f.added FROM commits c JOIN authors a ON a.id = c.author_id LEFT JOIN commit_files f ON f.commit_hash = c.hash ORDER BY c.hash, f.path',
      ),
    ).toEqual([
      { name: 'Ana', subject: 'Merge the fix', body: null, is_merge: true, authored_at: '2026-11-05T09:00:00Z', path: null, added: null },
      {
        name: 'Ben',
        subject: 'api: a comma was missing',
        body: 'Found by Ana.',
        is_merge: false,
        authored_at: '2026-11-04T09:00:00Z',
        path: 'logo.png',
        added: null,
      },
      {
        name: 'Ben',
        subject: 'api: a comma was missing',
        body: 'Found by Ana.',
        is_merge: false,
        authored_at: '2026-11-04T09:00:00Z',
        path: 'src/api.ts',
        added: 3,
      },
    ]);
    expect(record.assumptions).toContain('commits.author_id points at authors.id: all of its values are there');
    expect(record.assumptions).toContain('commit_files.commit_hash points at commits.hash: all of its values are there');
  });

  test('of git log --oneline: commits, and a word on what it leaves out', async () => {
    const text = 'a1b2c3d (HEAD -> main, tag: v1) api: a comma was missing\n0e91aa7 (docs) say more\n3\t1\tdocs/a.md\n9ffe001 Begin\n';
    const record = await it.whole({ files: [{ name: 'log.txt', text }] }, { packId: 'repo' });
    expect(record.error).toBeNull();
    const sql = 'SELECT c.hash, c.subject, f.path FROM commits c LEFT JOIN commit_files f ON f.commit_hash = c.hash ORDER BY c.hash';
    expect(await it.rows(record.dbId ?? '', sql)).toEqual([
      { hash: '0e91aa7', subject: '(docs) say more', path: 'docs/a.md' },
      { hash: '9ffe001', subject: 'Begin', path: null },
      { hash: 'a1b2c3d', subject: 'api: a comma was missing', path: null },
    ]);
    expect(record.assumptions.join('\n')).toContain('neither who made it nor when');
  });

  test('of issues: issues, labels and comments', async () => {
    const issues = [
      {
        number: 7,
        title: 'It breaks',
        state: 'open',
        user: { login: 'ana' },
        labels: [{ name: 'bug' }, { name: 'api' }],
        created_at: '2026-11-01T00:00:00Z',
        node_id: 'x',
      },
      {
        number: 8,
        title: 'A wish',
        state: 'closed',
        user: { login: 'ben' },
        labels: [],
        created_at: '2026-11-02T00:00:00Z',
        pull_request: {},
      },
    ];
    const record = await it.whole({ files: [{ name: 'issues.json', text: JSON.stringify(issues) }] }, { packId: 'repo' });
    expect(record.error).toBeNull();
    expect(
      await it.rows(
        record.dbId ?? '',
        'SELECT i.number, i.author, l.label FROM issues i JOIN issue_labels l ON l.issue_number = i.number ORDER BY l.label',
      ),
    ).toEqual([
      { number: 7, author: 'ana', label: 'api' },
      { number: 7, author: 'ana', label: 'bug' },
    ]);
    expect(record.assumptions.join('\n')).toContain('left out (node_id)');
  });

  test('of anything else is refused', async () => {
    const record = await it.whole({ files: [{ name: 'notes.txt', text: 'hello' }] }, { packId: 'repo' });
    expect(record.error).toMatchObject({ code: 'source_unreadable' });
  });
});

test('an import of a session goes on by itself when an account adopts the session', async () => {
  const created = await it.create({ packId: 'tabular', source: { name: 'a.csv', text: 'id\n1\n' } }, { token: null });
  const adopted = await it.post('/v1/anon/adopt', { token: created.headers.get('x-svc-anonymous-token') });
  expect(adopted.status, adopted.text).toBe(200);
  const { id } = created.json() as { id: string };
  for (let wait = 0; wait < 400 && (await it.get(id)).phase !== 'complete'; wait++) await new Promise((done) => setTimeout(done, 50));
  expect((await it.get(id)).phase).toBe('complete');
});
