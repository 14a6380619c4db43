import { z } from 'zod';
import { Confirms, KeyRecord } from './keys.ts';
import { LIMITS } from './limits.ts';
import { storableText } from './text.ts';

/**
 * What the parts of a deployment that stand before the API ask of it, and nobody else: the OAuth server for agent hosts and,
 * where it runs as a process of its own, the agents' endpoint. Each is a POST with a service token; none is in the reference.
 */
export interface ServiceOperationRow {
  readonly path: string;
  readonly body: z.ZodObject;
  readonly response: z.ZodType;
}

const operation = <const Row extends ServiceOperationRow>(row: Row): Row => row;

const Text = storableText().min(1).max(LIMITS.oauthFieldMaxLength);
/** Of whoever called the part that asks. */
const Address = z.string().max(64);
const Token = z.string().max(LIMITS.agentTokenMaxLength);

/** A client of the OAuth server, as RFC 7591 names its fields. All are public: none has a secret. */
export const AgentClient = z.object({
  client_id: Text,
  client_name: storableText().max(LIMITS.clientNameMaxLength).nullable(),
  client_uri: Text.nullable(),
  redirect_uris: z.array(Text).min(1).max(LIMITS.redirectUrisMax),
});
export type AgentClient = z.infer<typeof AgentClient>;

/** What a request for authorization was, until its code is exchanged. */
export const HeldRequest = z.object({
  client_id: Text,
  redirect_uri: Text,
  state: Text,
  code_challenge: Text,
  resource: Text,
});
export type HeldRequest = z.infer<typeof HeldRequest>;

/** RFC 6749, 5.1. */
export const AgentTokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  refresh_token: z.string(),
  scope: z.string(),
});
export type AgentTokens = z.infer<typeof AgentTokens>;

/** Why a token gives nothing: `reused` revoked what it once gave. */
const Refused = z.enum(['unknown', 'expired', 'revoked', 'reused', 'mismatch', 'full']);

const Redeemed = AgentTokens.extend({
  client_id: z.string(),
  redirect_uri: z.string(),
  state: z.string(),
  key: KeyRecord,
});

/** The key that a host's access token stands for. */
const TokenKey = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  access: z.enum(['read', 'write']),
  confirm: Confirms,
  expiresAt: z.iso.datetime(),
});

/** What somebody did to the databases of an account, or to one that it may read. */
export const DatabaseNews = z.object({
  account: z.uuid(),
  /** The database whose tables changed; null where other databases are there, or under other names. */
  db: z.string().nullable(),
  /** Those that changed; null where that is not known. */
  tables: z.array(z.string()).nullable(),
  /** Seconds since 1970, exact enough to tell one from the next. */
  at: z.number(),
});
export type DatabaseNews = z.infer<typeof DatabaseNews>;

export const SERVICE_OPERATIONS = {
  /** Counts a request that somebody sends to the OAuth server. `retryAfterSeconds` says when its address may send the next; null where it may now. */
  countOAuthRequest: operation({
    path: '/internal/oauth/count',
    body: z.object({ address: Address }),
    response: z.object({ retryAfterSeconds: z.number().int().min(1).nullable() }),
  }),
  /** Keeps a client. Null where its address registered too many. */
  registerClient: operation({
    path: '/internal/clients/register',
    body: AgentClient.omit({ client_id: true }).extend({ address: Address }),
    response: z.object({ client: AgentClient.extend({ issuedAt: z.iso.datetime() }).nullable() }),
  }),
  /** One that was registered or, of an `https` id, the document that it is the address of. `reason` says why there is none. */
  findClient: operation({
    path: '/internal/clients/find',
    body: z.object({ client_id: Text, address: Address }),
    response: z.object({ client: AgentClient.nullable(), reason: z.string().nullable() }),
  }),
  /** Keeps what a code is for, where the code was given for the same client, redirect URI and state. */
  holdRequest: operation({
    path: '/internal/codes/hold',
    body: z.object({ code: Token, request: HeldRequest }),
    response: z.object({ held: z.boolean() }),
  }),
  /** Takes it: of several at once, one gets it. */
  takeRequest: operation({
    path: '/internal/codes/take',
    body: z.object({ code: Token }),
    response: z.object({ request: HeldRequest.nullable() }),
  }),
  /** Takes the code, makes its key where all three are those that it was made for, and gives tokens that stand for the key. */
  redeemCode: operation({
    path: '/internal/codes/redeem',
    body: z.object({ code: Token, client_id: Text, redirect_uri: Text, state: Text, resource: Text, code_challenge: Text }),
    response: z.object({ redeemed: Redeemed.nullable(), refused: Refused.nullable() }),
  }),
  /** Of a code that is shown again, with what the verifier that came along makes: the key that it gave is revoked, unless its host sent its request twice. */
  endReplayed: operation({
    path: '/internal/codes/replayed',
    body: z.object({ code: Token, code_challenge: Text }),
    response: z.object({ revoked: z.boolean() }),
  }),
  refreshTokens: operation({
    path: '/internal/tokens/refresh',
    body: z.object({ refresh_token: Token, client_id: Text, resource: Text.nullable() }),
    response: z.object({ tokens: AgentTokens.nullable(), refused: Refused.nullable() }),
  }),
  /** Of what the client was given: its key is revoked, whichever of its tokens is shown. */
  revokeToken: operation({
    path: '/internal/tokens/revoke',
    body: z.object({ token: Token, client_id: Text }),
    response: z.object({ revoked: z.boolean() }),
  }),
  /** The key that an access token stands for, at the resource that it is for. */
  resolveToken: operation({
    path: '/internal/tokens/resolve',
    body: z.object({ token: Token, resource: Text, address: Address }),
    response: z.object({ key: TokenKey.nullable(), refused: Refused.nullable() }),
  }),
  /** Whose bearer an agent shows, that is no token of the OAuth server; null where it opens nothing to agents. */
  resolveBearer: operation({
    path: '/internal/bearers/resolve',
    body: z.object({ token: Token, address: Address }),
    response: z.object({
      caller: z
        .object({ id: z.string(), accountId: z.string(), keyId: z.string().nullable(), access: z.enum(['read', 'write']) })
        .nullable(),
    }),
  }),
  /** The anonymous session of a program beside an endpoint that listens on loopback alone, by what it calls itself: the same at every time. */
  localHost: operation({
    path: '/internal/hosts/local',
    body: z.object({ name: Text, address: Address }),
    response: z.object({ token: z.string() }),
  }),
  /** Those of the keys that are revoked, or were never there. */
  endedKeys: operation({
    path: '/internal/keys/ended',
    body: z.object({ ids: z.array(z.uuid()).max(LIMITS.keysAskedMax) }),
    response: z.object({ ended: z.array(z.uuid()) }),
  }),
  /** What was heard of these accounts in the last seconds, and how long ago. Whoever asks each second hears of everything, several times. */
  databaseNews: operation({
    path: '/internal/databases/news',
    body: z.object({ accounts: z.array(z.uuid()).max(LIMITS.keysAskedMax) }),
    response: z.object({ heard: z.array(z.object({ news: DatabaseNews, ageMs: z.number() })) }),
  }),
} as const satisfies Record<string, ServiceOperationRow>;

/** The same table where the differences between its rows do not matter. */
export const SERVICE_ROWS: Readonly<Record<ServiceOperationName, ServiceOperationRow>> = SERVICE_OPERATIONS;

export type ServiceOperationName = keyof typeof SERVICE_OPERATIONS;
export type ServiceInput<K extends ServiceOperationName> = z.output<(typeof SERVICE_OPERATIONS)[K]['body']>;
export type ServiceOutput<K extends ServiceOperationName> = z.output<(typeof SERVICE_OPERATIONS)[K]['response']>;

/** All of them, wherever they are answered. Each rejects with `SvcError` alone. */
export type ServiceOperations = { readonly [K in ServiceOperationName]: (input: ServiceInput<K>) => Promise<ServiceOutput<K>> };

/** Whom service tokens are for: these operations, or the API on behalf of the key that is their subject. */
export const SERVICE_AUDIENCE = 'svc-internal';
export const API_AUDIENCE = 'svc-api';
/** Holds a service token whose subject is the address that a request to the API is forwarded for. */
export const FORWARDED_HEADER = 'x-svc-forwarded-for';
export const FORWARDED_AUDIENCE = 'svc-forwarded';
