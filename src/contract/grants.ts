import { z } from 'zod';
import { code } from './errors.ts';
import { LIMITS } from './limits.ts';
import { Email } from './sign-in.ts';
import { storableText } from './text.ts';

/** A table as `GET /v1/databases/:id/schema` names it: its own name, or `schema.table` where another table has that name too. */
const TableName = storableText().min(1).max(LIMITS.tableNameMaxLength);

export const MintGrantRequest = z
  .object({
    dbId: storableText().max(LIMITS.databaseIdMaxLength).describe('One of your own hosted databases.'),
    granteeAccountId: z.uuid(code('invalid_grantee')).optional().describe('Who may read; an account other than yours.'),
    granteeEmail: Email.optional().describe(
      'The same by e-mail address: whoever has it, or signs in with it some day. The reply is the same, so that it tells nobody who has an account.',
    ),
    scope: z
      .array(TableName)
      .min(1)
      .max(LIMITS.grantScopeMax)
      .describe('The tables and views that may be read, with the columns that they have now. Nothing that is added later comes with them.'),
    priceModel: storableText()
      .max(LIMITS.priceModelMaxLength)
      .optional()
      .describe('A note of yours on the price; shown with the grant, never read.'),
    rows: z
      .record(TableName, storableText().min(1).max(LIMITS.grantConditionMaxLength))
      .optional()
      .describe(
        "By table, which rows may be read: a condition in SQL over its own columns, such as `region = 'EU'`: comparisons and what else cannot fail, whatever a row holds.",
      ),
    mask: z
      .record(TableName, z.array(storableText().min(1).max(LIMITS.tableNameMaxLength)).min(1).max(LIMITS.grantMaskMax))
      .optional()
      .describe('By table, columns that are hidden: for the grantee they are not there.'),
  })
  .refine(
    ({ granteeAccountId, granteeEmail }) => (granteeAccountId === undefined) !== (granteeEmail === undefined),
    'Send `granteeAccountId` or `granteeEmail`.',
  );
export type MintGrantRequest = z.infer<typeof MintGrantRequest>;

export const GrantRecord = z.object({
  id: z.uuid(),
  role: z.enum(['owner', 'grantee']).describe('Yours to revoke, or given to you.'),
  dbId: z.string(),
  ownerAccountId: z.uuid(),
  granteeAccountId: z.uuid().optional().describe('Absent where the grant was given to an address.'),
  granteeEmail: z.string().optional(),
  scope: z.array(z.string()),
  priceModel: z.string().optional(),
  rows: z.record(z.string(), z.string()).optional().describe('Shown to the owner alone.'),
  mask: z.record(z.string(), z.array(z.string())).optional().describe('Shown to the owner alone.'),
  lost: z
    .array(
      z.object({ table: z.string(), column: z.string().optional().describe('Absent where it is the whole table.'), reason: z.string() }),
    )
    .optional()
    .describe('What changes of the schema took out of the grant since; it does not come back.'),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
});
export type GrantRecord = z.infer<typeof GrantRecord>;

export const GrantUsage = z.object({
  queries: z.number().int().describe('Requests that got a result, each once however often it was retried with its `Idempotency-Key`.'),
  rows: z.number().int().describe('Rows that were sent.'),
  since: z.iso.datetime(),
  byDay: z.array(z.object({ day: z.iso.date(), queries: z.number().int(), rows: z.number().int() })).describe('In UTC, the latest first.'),
});
export type GrantUsage = z.infer<typeof GrantUsage>;

export const RevokeGrantReply = z.object({
  id: z.uuid(),
  revoked: z.literal(true),
  revokedAt: z.iso.datetime(),
  alreadyRevoked: z.boolean(),
});
