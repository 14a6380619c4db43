import { z } from 'zod';
import { Diff } from './ask.ts';
import { MintGrantRequest } from './grants.ts';

/** What an agent asks the account's owner for: a write that it was shown, or a grant. */
export const Approval = z.object({
  id: z.uuid(),
  kind: z.enum(['write', 'grant']),
  state: z
    .enum(['waiting', 'approved', 'refused', 'done', 'expired'])
    .describe(
      '`done`: the agent confirmed the write itself. `expired`: its time is over, its agent was cut off, or its preview is no longer held.',
    ),
  dbId: z.string(),
  askedBy: z.object({
    keyId: z.uuid().nullable().describe('Null for a program of the owner of a service on this machine, which has no key.'),
    host: z.string().optional().describe('The agent host that the key was made for.'),
    device: z.string().optional(),
  }),
  goal: z.string().optional().describe('Of a write: what the agent asked for.'),
  diff: Diff.optional().describe('Of a write: what was shown, and what an approval writes.'),
  grant: z.unknown().optional().describe('Of a grant: the request, as `POST /v1/grants` takes it.'),
  outcome: z
    .object({ answer: z.string(), rowCount: z.number().optional(), grantId: z.string().optional() })
    .optional()
    .describe('Of one that was approved.'),
  url: z.string().describe('Where the owner sees it; a path alone where the service does not know its address.'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type Approval = z.infer<typeof Approval>;

export const ListApprovals = z.object({ state: z.literal('waiting').optional().describe('Only those that wait.') });

export const RequestGrant = MintGrantRequest;

export const DecideApprovalRequest = z.object({ decision: z.enum(['approve', 'refuse']) });
