/** Why nothing could be talked to, as the socket or TLS tells it: errno, OpenSSL's codes and Node's own texts. */
export const SOCKET_REASONS: readonly (readonly [RegExp, 'db_unreachable' | 'db_misconfigured', string])[] = [
  [
    /^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/,
    'db_misconfigured',
    'The server’s certificate is not one that this machine trusts for its name.',
  ],
  [
    /^(ERR_SSL_|ERR_TLS_|EPROTO)|establishing an SSL connection|secure TLS connection/,
    'db_unreachable',
    'What answers there speaks no TLS.',
  ],
  [/timeout expired|^ETIMEDOUT$/, 'db_unreachable', 'Nothing answered in time.'],
  [/^ECONNREFUSED$/, 'db_unreachable', 'Nothing listens at this host and port.'],
];

/** Of a host with many addresses, so many are tried. */
export const ADDRESSES_MAX = 3;
export const CONNECT_MS = 5_000;

/** Whether nothing answers at this address, so that another one of the same host may. */
export const isNobodyThere = (error: unknown): boolean =>
  /^(ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/.test(String((error as { code?: unknown }).code)) ||
  /timeout expired/.test(String((error as { message?: unknown }).message));
