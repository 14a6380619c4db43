import { z } from 'zod';
import { code } from './errors.ts';
import { LIMITS } from './limits.ts';

/** How somebody signed in: a link that was mailed, a link that the machine's owner made, or an account elsewhere. */
export const SIGN_IN_METHODS = ['email', 'link', 'github', 'google'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** Where people have accounts that they may sign in with. */
export const OAUTH_PROVIDER_NAMES = ['github', 'google'] as const;
export type OAuthProviderName = (typeof OAUTH_PROVIDER_NAMES)[number];

/** ASCII alone, so that no address looks like another; in lower case from here on. */
export const Email = z
  .string(code('invalid_email'))
  .trim()
  .toLowerCase()
  .max(LIMITS.emailMaxLength, code('invalid_email'))
  .pipe(z.email(code('invalid_email')))
  .describe('An e-mail address; capital letters do not count.');

const LinkToken = z.string(code('sign_in_expired')).max(LIMITS.signInTokenMaxLength, code('sign_in_expired'));

export const Account = z.object({
  id: z.uuid(),
  kind: z.enum(['local', 'person']).describe('`local`: the owner of the machine that the service runs on.'),
  email: z.string().nullable().describe('An address that was shown to be theirs; null for the owner until there is one.'),
});
export type Account = z.infer<typeof Account>;

export const SignInMethodsReply = z.object({
  email: z.boolean().describe('Whether a link can be sent. On a loopback address without a mail server it is written to the log.'),
  oauth: z.array(z.enum(OAUTH_PROVIDER_NAMES)).describe('The providers that are configured.'),
});

export const RequestSignInRequest = z.object({ email: Email });
export const RequestSignInReply = z.object({
  sent: z.literal(true).describe('The same whether or not anybody has signed in with the address before.'),
  expiresInSeconds: z.number().int(),
});

export const VerifySignInRequest = z.object({
  token: LinkToken.describe('What follows `#token=` in the link.'),
});

export const LookUpSignInReply = z.object({
  email: z.string().nullable().describe('The address that the link signs in; null for the owner of the machine without one.'),
});

const Provider = z.enum(OAUTH_PROVIDER_NAMES);
const Answered = z.string(code('sign_in_lost')).max(LIMITS.oauthAnswerMaxLength, code('sign_in_lost'));

export const StartOAuthRequest = z.object({ provider: Provider });
export const StartOAuthReply = z.object({ url: z.string().describe('Where the browser goes on, with the cookie of this reply.') });
export const FinishOAuthRequest = z.object({
  provider: Provider,
  code: Answered.describe('As the provider gave it to the page that it led back to.'),
  state: Answered,
});

export const WebSession = z.object({
  id: z.uuid(),
  method: z.enum(SIGN_IN_METHODS),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe('To within an hour.'),
  expiresAt: z.iso.datetime().describe('Each use moves it to 30 days from then.'),
  agent: z.string().nullable().describe('The browser, as it named itself when it signed in.'),
  address: z.string().nullable().describe('Where it signed in from.'),
  current: z.boolean().describe('Whether this request came with it.'),
});
export type WebSession = z.infer<typeof WebSession>;

export const SignedInReply = z.object({ account: Account, sessionId: z.uuid() });

export const WhoAmIReply = z.object({
  kind: z.enum(['anonymous', 'session', 'account_key', 'agent_key']),
  access: z.enum(['read', 'write']),
  account: Account.nullable().describe('Null for an anonymous session.'),
  sessionId: z.uuid().nullable().describe('Of a session that a cookie opened.'),
  keyId: z.uuid().nullable().describe('Of a key.'),
});

export const SignOutReply = z.object({ signedOut: z.literal(true) });
export const EndSessionReply = z.object({ id: z.uuid(), ended: z.literal(true) });
export const SignOutEverywhereReply = z.object({ ended: z.number().int().describe('How many sessions there were.') });

export const SignInLinkReply = z.object({
  url: z.string().describe('Opens a session of your account, once, in whichever browser opens it.'),
  expiresAt: z.iso.datetime(),
});
