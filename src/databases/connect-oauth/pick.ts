import { z } from 'zod';
import type { KeyHash } from '../../accounts/key-hash.ts';
import type { Handler } from '../../call.ts';
import { CONNECT_PROVIDERS } from '../../contract/connect.ts';
import { Fault } from '../../fault.ts';
import type { Once } from '../../once.ts';
import type { OneTimeTokens } from '../../store/one-time-tokens.ts';
import { type ConnectByUrl, withSecret } from '../connect.ts';
import { apiOf, told } from './api.ts';
import { PICK, pickContext, pickOf } from './finish.ts';
import type { ConnectProvider, NewLogin } from './providers.ts';
import { type Configured, configured } from './start.ts';

interface Dependencies extends Configured {
  readonly tokens: OneTimeTokens;
  readonly hash: KeyHash;
  readonly once: Once;
  readonly connectByUrl: ConnectByUrl;
}

/** Connects one that was listed, by a URL that the provider gives; several may be chosen while the time lasts. */
export function createPickDatabase({ tokens, hash, once, connectByUrl, ...settings }: Dependencies): Handler<'pickDatabase'> {
  return async ({ pick, database, name, access }, call) => {
    const { ownerId } = call.caller;
    return await once.control(withSecret(call, hash), 201, async () => {
      const found = await tokens.look(hash.all(pickOf(pick, ownerId)), PICK);
      if (found === null) throw new Fault('pick_expired');
      const by = Provider.parse(found.provider);
      const { provider, seal } = configured(settings, by);
      const opened = seal.open(String(found.sealed), pickContext(ownerId));
      if (opened === null) throw new Fault('pick_expired');
      const { token, databases } = Kept.parse(JSON.parse(opened));
      if (!databases.includes(database))
        throw new Fault('invalid_request', { params: { reason: 'It is none of the databases that were listed.' } });
      const { url: text, login } = await told(provider, () => provider.urlOf(apiOf(provider, token), database, access));
      try {
        if (login) await told(provider, () => login.make());
        return await connectByUrl({ text, name, access, seal, by }, call);
      } catch (error) {
        throw login ? await withoutLogin(login, provider, error) : error;
      }
    });
  };
}

/** Of a login that nothing came of nothing is left; where that fails too, the failure names it. */
async function withoutLogin(login: NewLogin, { title }: ConnectProvider, error: unknown): Promise<unknown> {
  try {
    await login.drop();
    return error;
  } catch {
    const { code, params, fields } = error instanceof Fault ? error : new Fault('internal_error');
    const left = `At ${title} the login ${login.name} may be left, with a password that nobody has: DROP OWNED BY ${login.name}; DROP ROLE ${login.name}.`;
    const reason = [params?.reason, left].filter((one) => typeof one === 'string').join(' ');
    return new Fault(code, { params: { ...params, reason, login: login.name }, ...(fields ? { fields } : {}), cause: error });
  }
}

const Provider = z.enum(CONNECT_PROVIDERS);
const Kept = z.object({ token: z.string(), databases: z.array(z.string()) });
