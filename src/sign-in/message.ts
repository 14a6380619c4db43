import { LIMITS } from '../contract/limits.ts';
import type { Mail } from './mail.ts';

/** What an address is sent to sign in with: plain text, and the same as HTML that loads nothing. */
export function signInMessage({ to, url }: { readonly to: string; readonly url: string }): Mail {
  const minutes = LIMITS.signInLinkSeconds / 60;
  const { host } = new URL(url);
  const said = [
    `Somebody, you we hope, wants to sign in to svc at ${host} with this address.`,
    `The link works once, for ${minutes} minutes. If it was not you, do nothing: without it nobody gets in.`,
  ] as const;
  return {
    to,
    subject: `Sign in to svc at ${host}`,
    text: `${said[0]}\n\n${url}\n\n${said[1]}\n`,
    html: `<!doctype html><html lang="en"><body><p>${escaped(said[0])}</p><p><a href="${escaped(url)}">Sign in</a></p><p>${escaped(said[1])}</p></body></html>`,
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
