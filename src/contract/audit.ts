import { z } from 'zod';
import { storableText } from './text.ts';

/** What is written down of an account: changes of what it has and of who may reach it. Writes to rows have receipts. */
export const AUDIT_ACTIONS = [
  'database.create',
  'database.connect',
  'database.reconnect',
  'database.update',
  'database.delete',
  'glossary.put',
  'key.mint',
  'key.revoke',
  'grant.mint',
  'grant.revoke',
  'approval.approve',
  'approval.refuse',
  'device.approve',
  'device.refuse',
  'session.adopt',
  'session.begin',
  'session.end',
  'byollm.set',
  'byollm.clear',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AuditEvent = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTIONS),
  actor: z
    .enum(['session', 'account_key', 'agent_key', 'operator'])
    .describe('How whoever did it was known; `operator` is whoever runs the service.'),
  keyId: z.string().nullable().describe('The key that it was done with; null for somebody who was signed in.'),
  subject: z
    .string()
    .describe(
      'The id of what it was done to: a database, a key, a grant, an approval, a request of a device, a session or, of an adoption and of signing out everywhere, the account.',
    ),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string(),
  address: z.string().nullable().describe('Where the request came from.'),
  surface: z.string().describe('`http`, `cli` or `mcp`.'),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

/** Which events are listed; those of all kinds and things when nothing is said. */
export const AuditFilter = z.object({
  action: z.enum(AUDIT_ACTIONS).optional().describe('Only events of this kind.'),
  subject: storableText().max(64).optional().describe('Only events about the thing with this id.'),
});
export type AuditFilter = z.infer<typeof AuditFilter>;
