import type { Run } from '../commands.ts';

export const whoami: Run = async (context, _given, { json }) => {
  const { output, apiUrl, settings } = context;
  const { db = null, token } = context.remembered();
  const credential = settings.apiKey === null ? (token === undefined ? 'none' : 'anonymous') : 'key';
  if (json) output.json({ apiUrl, credential, db });
  else {
    output.line(`service     ${apiUrl}`);
    output.line(`credential  ${WORDS[credential]}`);
    output.line(`database    ${db ?? 'none is active'}`);
  }
  return 'ok';
};

const WORDS = {
  none: 'none yet; the first call begins an anonymous session',
  anonymous: 'an anonymous session',
  key: 'SVC_API_KEY',
} as const;
