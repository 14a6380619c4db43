import { z } from 'zod';
import { Confirms, named } from './keys.ts';
import { LIMITS } from './limits.ts';
import { storableText } from './text.ts';

/** Agent hosts that are connected by OAuth: what the consent page sends and reads. Names are those of the RFCs. */

const Field = storableText().min(1).max(LIMITS.oauthFieldMaxLength);

/** The consent of who is signed in: what the host may do with the key that it gets. */
export const McpCallbackRequest = z.object({
  client_id: Field.describe('The agent host, as the authorization server knows it.'),
  redirect_uri: Field.describe('Where the host is led back to.'),
  state: Field.describe('Of the request for authorization that the code is for.'),
  mcp_host: named(LIMITS.keyHostMaxLength).describe('The agent host, for the list of keys.'),
  device_id: named(LIMITS.keyDeviceMaxLength).describe('The device, for the list of keys.'),
  access: z.enum(['read', 'write']).default('write').describe('What its key may do.'),
  confirm: Confirms.default('agent').describe(
    'Who confirms what it previews: the agent, or you alone. `insert` and `remember` only add, and wait for nobody.',
  ),
  databases: z
    .array(storableText().min(1).max(LIMITS.databaseIdMaxLength))
    .min(1)
    .max(LIMITS.keyDatabasesMax)
    .optional()
    .describe('The databases that its key reaches, by id; all of the account when absent.'),
});

export const McpCallbackReply = z.object({
  code: z.string().describe('Counts once, for the request that it was made for.'),
  expires_in: z.number().int().describe('Seconds.'),
});

/** A request for authorization, as the consent page is shown it. */
export const ConsentRequest = z.object({
  client_id: z.string(),
  client_name: z.string().nullable().describe('As the client calls itself.'),
  /** Of a client that publishes its metadata: where; whoever holds that name is who asks. */
  client_site: z.string().nullable(),
  redirect_uri: z.string(),
  state: z.string(),
  /** Whether it asks for writing too. */
  writes: z.boolean(),
});
export type ConsentRequest = z.infer<typeof ConsentRequest>;

/** Where the page leads after a consent. */
export const ConsentDone = z.object({ redirect_to: z.string(), code: z.string() });
export type ConsentDone = z.infer<typeof ConsentDone>;
