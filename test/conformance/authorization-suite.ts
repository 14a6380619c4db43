import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { createService } from '../../src/service.ts';
import { freePort } from '../support/free-port.ts';
import { hostOf, register } from '../support/oauth-host.ts';
import { node, SUITE } from './suite.ts';

/** The suite's `authorization` mode against the OAuth server, whose owner consents to what the suite asks for. True where all of it passes. */
export async function authorizationPasses(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-oauth-suite-'));
  const [port, callbackPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const settings = { SVC_DATA_DIR: dataDir, SVC_PUBLIC_URL: url, SVC_LOG_LEVEL: 'error', SVC_LOCAL_MODELS: 'off' };
  const service = await createService(readConfig({ ...settings, SVC_SECRET: 'mcp-suite-mcp-suite-mcp-suite-mcp-suite' }));
  try {
    await service.app.listen({ host: '127.0.0.1', port });
    const redirectUri = `http://127.0.0.1:${callbackPort}/callback`;
    const registered = await register({ url }, { redirect_uris: [redirectUri], client_name: 'The conformance suite' });
    const clientId = String(registered.json().client_id);
    const owner = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim();
    const options = ['--url', url, '--client-id', clientId, '--resource', `${url}/mcp`, '--port', String(callbackPort)];
    const suite = spawn(process.execPath, [...node(), SUITE, 'authorization', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    let isConsented = false;
    suite.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part;
      const asked = /^(http\S+\/oauth\/authorize\?\S+)$/m.exec(said)?.[1];
      if (asked === undefined || isConsented) return;
      isConsented = true;
      consent(url, asked, owner).catch((error: unknown) => process.stderr.write(`No consent: ${String(error)}\n`));
    });
    const [code] = (await once(suite, 'exit')) as [number | null];
    const summary = said.slice(Math.max(0, said.indexOf('=== SUMMARY')));
    process.stdout.write(`\nAuthorization server: ${code === 0 ? 'met' : 'NOT met'}\n${summary}`);
    return code === 0;
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** As the owner in a browser: opens the address, consents and is led back to the suite. */
async function consent(url: string, asked: string, owner: string): Promise<void> {
  const fields = Object.fromEntries(new URL(asked).searchParams);
  const host = hostOf({ url }, String(fields.client_id), String(fields.redirect_uri));
  const back = await host.consent(owner, { authorize: fields });
  await fetch(back);
}
