import { z } from 'zod';
import type { WidgetKind } from '../contract/human-check.ts';
import { Fault } from '../fault.ts';
import type { Log } from '../http/log.ts';

export interface SiteVerifyOptions {
  readonly kind: WidgetKind;
  readonly siteKey: string;
  readonly secret: string;
  /** Of a provider that speaks as these do; theirs when null. */
  readonly url: string | null;
}

const URLS: Readonly<Record<SiteVerifyOptions['kind'], string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) });
const TIMEOUT_MS = 5_000;
const TOKEN_MAX_LENGTH = 4_096;

/** Asks the provider whether the widget's token is good: a form by POST, and JSON back, as Turnstile, hCaptcha and reCAPTCHA have it. */
export function createSiteVerify({ kind, secret, url }: SiteVerifyOptions, log: Pick<Log, 'warn' | 'error'>) {
  /** Why it is not; null when it is. @throws Fault auth_unavailable, unconfigured */
  return async (token: string, address: string): Promise<string | null> => {
    if (token.length > TOKEN_MAX_LENGTH) return 'It is longer than any token of the widget.';
    let verdict: z.infer<typeof Verdict>;
    try {
      const response = await fetch(url ?? URLS[kind], {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip: address }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      verdict = Verdict.parse(await response.json());
    } catch (error) {
      log.warn({ err: error, kind }, 'the provider of human checks does not answer, so nobody passes');
      throw new Fault('auth_unavailable', { params: { reason: 'The human check cannot be verified right now.' }, cause: error });
    }
    if (verdict.success) return null;
    const codes = verdict['error-codes'];
    if (codes.some((code) => code.endsWith('-input-secret') || code === 'sitekey-secret-mismatch')) {
      log.error({ kind, codes }, 'the provider of human checks does not take SVC_HUMAN_CHECK_SECRET, so nobody passes');
      throw new Fault('unconfigured', { params: { reason: 'The provider of human checks does not take the secret of this service.' } });
    }
    return 'The provider does not take it: each token counts once, and for some minutes.';
  };
}
