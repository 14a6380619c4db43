import { SvcError } from '../../client/index.ts';
import type { Run } from '../commands.ts';

export const whoami: Run = async (context, _given, { json }) => {
  const { output, apiUrl, settings } = context;
  const { db = null, token } = context.remembered();
  // A service that cannot prove itself says nothing about who we are to it; one that is away, not yet.
  let isAway = false;
  const owner = await context.owner().catch((error: unknown) => {
    isAway = error instanceof SvcError && error.code === 'network_error';
    return null;
  });
  const credential = settings.apiKey !== null ? 'key' : owner ? 'owner' : token === undefined ? 'none' : 'anonymous';
  if (json) output.json({ apiUrl, credential, db });
  else {
    output.line(`service     ${apiUrl}${isAway ? ' (does not answer)' : ''}`);
    if (owner) output.line(`credential  the service’s owner, by ${owner.keyFile}`);
    else output.line(`credential  ${isAway && credential !== 'key' ? AWAY : WORDS[credential]}`);
    output.line(`database    ${db ?? 'none is active'}`);
  }
  return 'ok';
};

const AWAY = 'known when it answers: the owner where the service is your own, else an anonymous session';

const WORDS = {
  none: 'none yet; the first call begins an anonymous session',
  anonymous: 'an anonymous session',
  key: 'SVC_API_KEY',
  owner: 'the service’s owner',
} as const;
