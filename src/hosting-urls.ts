import { isPostgresUrl, SSL_MODES_FORM } from './postgres-url.ts';

/** PostgreSQL servers that hosted databases are spread over, beside the one of the control plane. */
export interface HostingUrls {
  /** Under names that stay: databases are found by them. */
  readonly servers: readonly { readonly name: string; readonly url: string }[];
  /** Whether new databases are also made on the control plane's own server. */
  readonly takesMain: boolean;
}

export const HOSTING_URLS_FORM = `takes names and URLs of PostgreSQL servers: main,east=postgres://user:password@host:5432/svc,west=postgres://… \`main\` is the server of DATABASE_URL; ${SSL_MODES_FORM}.`;

/** Null where it cannot be read. */
export function readHostingUrls(text: string): HostingUrls | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const servers: { name: string; url: string }[] = [];
  for (const part of parts) {
    if (part === 'main') continue;
    const { name, url } = /^(?<name>[a-z][a-z0-9-]{0,30})=(?<url>postgres(?:ql)?:\/\/\S+)$/.exec(part)?.groups ?? {};
    if (name === undefined || url === undefined || name === 'main' || !isPostgresUrl(url)) return null;
    if (servers.some((server) => server.name === name)) return null;
    servers.push({ name, url });
  }
  return servers.length === 0 ? null : { servers, takesMain: parts.includes('main') };
}
