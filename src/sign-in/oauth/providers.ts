import type { OAuthProviderName } from '../../contract/sign-in.ts';

/** Where a provider is, and how it says who somebody is. */
export interface OAuthProvider {
  /** As people know it. */
  readonly title: string;
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
  readonly scope: string;
  /** `api`: asked with the access token. Else the ID token says it (OpenID Connect Core 1.0, 2). */
  readonly tells: { readonly by: 'api'; readonly api: string } | { readonly by: 'id token' };
  /** What else it is sent to begin with. */
  readonly parameters: Readonly<Record<string, string>>;
}

export type OAuthProviders = Readonly<Record<OAuthProviderName, OAuthProvider>>;

export const OAUTH_PROVIDERS: OAuthProviders = {
  github: {
    title: 'GitHub',
    issuer: 'https://github.com',
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    scope: 'read:user user:email',
    tells: { by: 'api', api: 'https://api.github.com' },
    parameters: {},
  },
  google: {
    title: 'Google',
    issuer: 'https://accounts.google.com',
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    scope: 'openid email',
    tells: { by: 'id token' },
    parameters: { prompt: 'select_account' },
  },
};

/** This service as a provider knows it. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export type OAuthClients = Readonly<Partial<Record<OAuthProviderName, OAuthClient>>>;
