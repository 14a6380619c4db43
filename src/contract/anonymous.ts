import { z } from 'zod';
import { code } from './errors.ts';

export const AdoptRequest = z.object({
  token: z.string(code('invalid_token')).max(256, code('invalid_token')).describe('The token of the anonymous session.'),
});

export const AdoptReply = z.object({
  adopted: z.literal(true),
  databases: z.array(z.string()).describe('Ids of the databases that are now the account’s.'),
  savedPrompt: z.string().nullable().describe('The request that met the session’s empty budget, if one did.'),
});
