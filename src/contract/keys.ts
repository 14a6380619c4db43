import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { storableText } from './text.ts';

export const KEY_TYPES = ['sk_live', 'pk_live', 'sk_mcp'] as const;
export const KeyType = z.enum(KEY_TYPES);
export type KeyType = z.infer<typeof KeyType>;

/** What stands in a key's text between underscores, so that a scanner can tell where it ends. */
export const named = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]*$/, 'Takes letters, digits, dots and hyphens, and begins with a letter or digit.');

const Origin = z
  .string()
  .max(LIMITS.originMaxLength)
  .refine(isOrigin, 'Takes an origin as browsers send it: https://app.example.com, without a path or a final slash.');

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text;
}

/** Who confirms what an agent's key previews. What only adds rows (`insert`, `remember`) waits for nobody. */
export const Confirms = z.enum(['agent', 'owner']);

export const KeyRecord = z.object({
  id: z.uuid(),
  type: KeyType,
  last4: z.string(),
  name: z.string().optional(),
  dbId: z.string().optional().describe('Of a publishable key: the database that it reads.'),
  origins: z.array(z.string()).optional().describe('Of a publishable key: the origins whose pages may send it.'),
  mcpHost: z.string().optional(),
  deviceId: z.string().optional(),
  databases: z.array(z.string()).optional().describe('Of an agent’s key that reaches some databases of the account alone: their ids.'),
  access: z.enum(['read', 'write']),
  confirm: Confirms.optional().describe('Of an agent’s key.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('To within some seconds; null for a key that was never used.'),
  revokedAt: z.iso.datetime().nullable(),
});
export type KeyRecord = z.infer<typeof KeyRecord>;

/** What each type takes besides `type` and `name`: a field of another type is refused, since it would have no effect. */
const FIELDS_OF: Readonly<Record<KeyType, { readonly needs: readonly string[]; readonly takes: readonly string[] }>> = {
  sk_live: { needs: [], takes: ['access'] },
  pk_live: { needs: ['dbId'], takes: ['dbId', 'origins'] },
  sk_mcp: { needs: ['host', 'device'], takes: ['host', 'device', 'access', 'confirm'] },
};

export const MintKeyRequest = z
  .object({
    type: KeyType.describe(
      '`sk_live`: for your servers. `pk_live`: for pages, reads one database. `sk_mcp`: for one agent host on one device.',
    ),
    name: storableText().max(LIMITS.keyNameMaxLength).optional().describe('For people, in lists.'),
    access: z.enum(['read', 'write']).optional().describe('`write` when absent; a publishable key only reads.'),
    host: named(LIMITS.keyHostMaxLength).optional().describe('Of `sk_mcp`: the agent host, such as `claude-desktop`.'),
    device: named(LIMITS.keyDeviceMaxLength).optional().describe('Of `sk_mcp`: the device.'),
    confirm: Confirms.optional().describe(
      'Of `sk_mcp`: who confirms what it previews. `agent` (when absent): it does itself, or you by its link. `owner`: you alone. `insert` and `remember` only add, and wait for nobody.',
    ),
    dbId: storableText().max(LIMITS.databaseIdMaxLength).optional().describe('Of `pk_live`: the database.'),
    origins: z
      .array(Origin)
      .max(LIMITS.keyOriginsMax)
      .optional()
      .describe('Of `pk_live`: the origins whose pages may send it. Without any it works outside of browsers alone.'),
  })
  .superRefine((body, context) => {
    const { needs, takes } = FIELDS_OF[body.type];
    for (const field of needs)
      if (body[field as keyof typeof body] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: `A key of the type ${body.type} needs it.` });
    for (const field of ['access', 'confirm', 'host', 'device', 'dbId', 'origins'] as const)
      if (body[field] !== undefined && !takes.includes(field))
        context.addIssue({ code: 'custom', path: [field], message: `A key of the type ${body.type} takes no ${field}.` });
  });
export type MintKeyRequest = z.infer<typeof MintKeyRequest>;

export const MintKeyReply = KeyRecord.extend({
  key: z.string().optional().describe('The key itself: shown in this reply alone, and nowhere stored.'),
  replayed: z
    .literal(true)
    .optional()
    .describe('There when an earlier request with the same `Idempotency-Key` made the key, and showed it.'),
});

export const RevokeKeyReply = z.object({
  id: z.uuid(),
  revoked: z.literal(true),
  revokedAt: z.iso.datetime(),
  alreadyRevoked: z.boolean(),
});

export const KeyStatusReply = z.object({ revoked: z.boolean(), revokedAt: z.iso.datetime().nullable() });
