import type { Run } from '../commands.ts';

export const whoami: Run = async (context, _given, { json }) => {
  const { output, apiUrl, settings } = context;
  const { db = null, token } = context.remembered();
  // A service that does not answer, or is not ours, says nothing about who we are to it.
  const owner = await context.owner().catch(() => null);
  const credential = settings.apiKey !== null ? 'key' : owner ? 'owner' : token === undefined ? 'none' : 'anonymous';
  if (json) output.json({ apiUrl, credential, db });
  else {
    output.line(`service     ${apiUrl}`);
    output.line(`credential  ${owner ? `the service’s owner, by ${owner.keyFile}` : WORDS[credential]}`);
    output.line(`database    ${db ?? 'none is active'}`);
  }
  return 'ok';
};

const WORDS = {
  none: 'none yet; the first call begins an anonymous session',
  anonymous: 'an anonymous session',
  key: 'SVC_API_KEY',
  owner: 'the service’s owner',
} as const;
