import { z } from 'zod';
import { code } from './errors.ts';
import { KeyRecord, named } from './keys.ts';
import { LIMITS } from './limits.ts';

/** The device authorization grant (RFC 8628), with its names. */
const Scope = z.enum(['read', 'write']);
const ClientId = z.literal('svc').optional().describe('There is one client, so that nothing hangs on it.');

export const BeginDeviceRequest = z.object({
  client_id: ClientId,
  scope: Scope.default('write').describe('What the key may do.'),
  device: named(LIMITS.keyDeviceMaxLength).default('unknown-device').describe('What the device is called, for who approves it.'),
});

/** RFC 8628, 3.2. */
export const BeginDeviceReply = z.object({
  device_code: z.string().describe('What the device asks for its key with. It shows it to nobody.'),
  user_code: z.string().describe('What its user types, or compares: eight letters, `XXXX-XXXX`.'),
  verification_uri: z.string().describe('Where it is typed.'),
  verification_uri_complete: z.string().describe('The same with the code in its fragment.'),
  expires_in: z.number().int().describe('Seconds.'),
  interval: z.number().int().describe('Seconds between two questions for the key.'),
});

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** RFC 8628, 3.4. */
export const RedeemDeviceRequest = z.object({
  grant_type: z.literal(DEVICE_GRANT, code('unsupported_grant_type')),
  device_code: z.string(code('invalid_grant')).max(LIMITS.deviceCodeMaxLength, code('invalid_grant')),
  client_id: ClientId,
});

/** RFC 6749, 5.1. */
export const RedeemDeviceReply = z.object({
  access_token: z.string().describe('The key: shown in this reply alone, and nowhere stored. It does not expire; it can be revoked.'),
  token_type: z.literal('Bearer'),
  scope: Scope,
  key: KeyRecord,
});

const UserCode = z
  .string(code('user_code_unknown'))
  .max(LIMITS.deviceCodeMaxLength, code('user_code_unknown'))
  .describe('As it was typed: capital letters and the hyphen do not count.');

export const LookUpDeviceRequest = z.object({ userCode: UserCode });

export const WaitingDevice = z.object({
  userCode: z.string(),
  device: z.string().describe('As it names itself.'),
  access: Scope,
  address: z.string().nullable().describe('Where it asks from.'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type WaitingDevice = z.infer<typeof WaitingDevice>;

export const DecideDeviceRequest = z.object({
  userCode: UserCode,
  decision: z.enum(['approve', 'refuse']).describe('`approve`: it gets a key of your account.'),
});
export const DecideDeviceReply = z.object({ device: z.string(), decision: z.enum(['approve', 'refuse']) });
