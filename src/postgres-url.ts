/** A URL of a PostgreSQL server, as a setting has it. Its parts are never shown: a mistyped URL can hold a piece of the password anywhere. */
export function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text) || /\s/.test(text)) return false;
  const { protocol, searchParams } = new URL(text);
  return /^postgres(ql)?:$/.test(protocol) && searchParams.getAll('sslmode').every((mode) => SSL_MODES.has(mode));
}

const SSL_MODES: ReadonlySet<string> = new Set(['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']);

export const SSL_MODES_FORM = `\`sslmode\`, where it is given, is one of ${[...SSL_MODES].join(', ')}`;
