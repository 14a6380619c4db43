import { randomUUID } from 'node:crypto';
import type { MailServer } from './mail.ts';
import { send, type TestService } from './service.ts';
import type { Reply } from './session.ts';

/** A browser with the pages of one service: it keeps cookies and says where its requests come from. */
export interface TestBrowser {
  /** As the `Cookie` header. */
  cookie: string;
  send(
    method: string,
    path: string,
    options?: { body?: unknown; key?: string; headers?: Record<string, string> },
    at?: TestService,
  ): Promise<Reply>;
}

export function newBrowser(service: { readonly url: string }): TestBrowser {
  const jar = new Map<string, string>();
  return {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text) {
      jar.clear();
      for (const pair of text.split('; ')) jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    },
    async send(method, path, { headers = {}, ...options } = {}, at = service as TestService) {
      const reply = await send(at, method, path, {
        ...(method === 'GET' ? {} : { key: randomUUID() }),
        ...options,
        headers: { origin: at.url, ...(jar.size > 0 ? { cookie: cookieAt(this.cookie, at) } : {}), ...headers },
      });
      if (at.url !== service.url) return reply;
      for (const line of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/Max-Age=0/.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      return reply;
    },
  };
}

/** The same cookie as another service of the deployment calls it, which listens on another port here. */
export const cookieAt = (cookie: string, { url }: { readonly url: string }): string =>
  cookie.replace(/(svc_session)_\d+=/, `$1_${new URL(url).port}=`);

export const tokenOf = (link: string): string => link.split('#token=')[1] ?? '';

/** A browser that has signed in by a link to the address. */
export async function signedIn(
  service: TestService,
  mail: MailServer,
  email: string,
): Promise<TestBrowser & { readonly accountId: string }> {
  const browser = newBrowser(service);
  const before = mail.letters.filter(({ to }) => to.includes(email)).length;
  await browser.send('POST', '/v1/auth/email', { body: { email } });
  const { link } = await mail.letterTo(email, before + 1);
  const reply = await browser.send('POST', '/v1/auth/email/verify', { body: { token: tokenOf(link) } });
  if (reply.status !== 200) throw new Error(`Not signed in: ${reply.text}`);
  return Object.assign(browser, { accountId: (reply.json().account as { id: string }).id });
}

/** A browser of the owner of the service, whose credential is given. */
export async function ownersBrowser(service: TestService, owner: string): Promise<TestBrowser> {
  const made = await send(service, 'POST', '/v1/auth/link', { token: owner });
  const browser = newBrowser(service);
  const reply = await browser.send('POST', '/v1/auth/email/verify', { body: { token: tokenOf(String(made.json().url)) } });
  if (reply.status !== 200) throw new Error(`Not signed in: ${reply.text}`);
  return browser;
}
