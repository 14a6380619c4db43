/** Hosts of this machine, where a host listens for its code (RFC 8252, 7.3). */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
/**
 * Schemes of agent hosts that have no dot. Others without one are refused: by many of them a browser or a system opens
 * something of its own (`javascript:`, `file:`, `intent:`, `search-ms:`, `shell:`), and no list of those is whole.
 */
const OF_HOSTS: ReadonlySet<string> = new Set([
  ...['vscode:', 'vscode-insiders:', 'vscodium:', 'cursor:', 'windsurf:', 'zed:', 'kiro:', 'trae:', 'antigravity:'],
  ...['claude:', 'codex:', 'goose:', 'opencode:', 'lmstudio:', 'raycast:', 'warp:', 'jetbrains:'],
]);

/** Why a client may not be led back there; null where it may: by TLS, on its own machine, or by the scheme of an app (RFC 8252, 7.1). */
export function redirectFlaw(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  // The scheme of an app may be followed by a path alone (RFC 8252, 7.1); of a site, one slash would be read as two.
  if (url === null || !/^(?:[a-z][a-z\d+.-]*:\/\/|[a-z][a-z\d+-]*\.[a-z\d+.-]*:\/)/i.test(text))
    return 'A redirect URI is an absolute address.';
  if (/[\s\\]/.test(text) || text.includes('#')) return 'A redirect URI has no fragment, no space and no backslash.';
  if (url.username !== '' || url.password !== '') return 'A redirect URI has no user and no password.';
  if (url.protocol === 'http:' && !isLoopback(url)) return 'A redirect URI of another machine begins with https.';
  if (url.protocol === 'https:' || url.protocol === 'http:') return null;
  const isOfApp = url.protocol.includes('.') || OF_HOSTS.has(url.protocol);
  return isOfApp ? null : 'The scheme of an app is the name of a domain backwards, such as com.example.app, unless it is of a known host.';
}

/** Whether a browser that is led there comes to a site, which anybody may have registered, and not to a program of this machine. */
export const isSite = (redirectUri: string): boolean => new URL(redirectUri).protocol === 'https:';

/** The same to the character; on this machine the port may be another one at each start (RFC 8252, 7.3). */
export function isRegistered(registered: readonly string[], given: string): boolean {
  return registered.includes(given) || registered.some((one) => isSameButPort(one, given));
}

function isSameButPort(one: string, other: string): boolean {
  const [registered, given] = [portless(one), portless(other)];
  return registered !== null && registered === given;
}

/** Null for what is not on this machine. */
function portless(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' || !isLoopback(url)) return null;
  const [, rest = ''] = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(\/.*|\?.*|)$/i.exec(text) ?? [text, text];
  return `${url.hostname}${rest}`;
}

const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.has(hostname);

/** The redirect URI with an answer in its query, and whose answer it is (RFC 9207). */
export function answeredAt(redirectUri: string, issuer: string, answer: Readonly<Record<string, string | null>>): string {
  const fields = Object.entries({ ...answer, iss: issuer }).filter(([, value]) => value !== null) as [string, string][];
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(fields)}`;
}
