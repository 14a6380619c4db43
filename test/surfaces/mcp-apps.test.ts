import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { AxeResults } from 'axe-core';
import type { Frame, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startBrowser } from '../support/chromium.ts';
import { newOwnedService, type OwnedService } from '../support/keys.ts';
import { until } from '../support/session.ts';

const HANGS_MS = 120_000;
const HOSTILE = '<img src=x onerror="alert(1)">';
const URI = 'ui://svc/answer.html';
const MIME_TYPE = 'text/html;profile=mcp-app';
const SHOWS_APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [MIME_TYPE] } } };

interface Listed {
  readonly tools: { name: string; _meta?: unknown }[];
  readonly resources: string[];
}

let owned: OwnedService;
let key: string;
beforeAll(async () => {
  owned = await newOwnedService();
  ({ key } = await owned.mint({ type: 'sk_mcp', host: 'some-host', device: 'laptop' }));
});
afterAll(() => owned?.home.close());

const address = () => new URL(`${owned.service.url}/mcp`);
const bearer = () => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });

async function newClient(capabilities: object): Promise<NewClient> {
  const client = new NewClient({ name: 'a host', version: '1' }, { versionNegotiation: { mode: 'auto' }, capabilities });
  await client.connect(new NewHttp(address(), bearer()));
  return client;
}

const LISTED = {
  'a host of 2026-07-28': async (capabilities: object): Promise<Listed> => {
    const client = await newClient(capabilities);
    const listed = { tools: (await client.listTools()).tools, resources: (await client.listResources()).resources.map(({ uri }) => uri) };
    await client.close();
    return listed;
  },
  'an older host': async (capabilities: object): Promise<Listed> => {
    const client = new OldClient({ name: 'a host', version: '1' }, { capabilities });
    await client.connect(new OldHttp(address(), bearer()) as Parameters<OldClient['connect']>[0]);
    const listed = { tools: (await client.listTools()).tools, resources: (await client.listResources()).resources.map(({ uri }) => uri) };
    await client.close();
    return listed;
  },
};

describe.each(Object.entries(LISTED))('%s', (_name, listed) => {
  test('that shows apps is told of the answer’s view, and no other is', async () => {
    const shown = await listed(SHOWS_APPS);
    const linked = shown.tools.filter(({ _meta }) => _meta !== undefined);
    expect(linked.map(({ name, _meta }) => [name, _meta])).toEqual(['ask', 'run'].map((name) => [name, { ui: { resourceUri: URI } }]));
    expect(shown.resources).toContain(URI);
    for (const capabilities of [{}, { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/plain'] } } }]) {
      const plain = await listed(capabilities);
      expect(plain.tools.filter(({ _meta }) => _meta !== undefined)).toEqual([]);
      expect(plain.resources).not.toContain(URI);
    }
  });
});

/** A host, as the extension has it: the view in a sandbox under the strictest policy, results told by messages, calls passed on. */
const HOST = `
const frame = document.querySelector('iframe');
window.sizes = [];
addEventListener('message', async ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  const answer = (more) => frame.contentWindow.postMessage({ jsonrpc: '2.0', id: data.id, ...more }, '*');
  if (data.method === 'ui/initialize')
    answer({ result: { protocolVersion: data.params.protocolVersion, hostInfo: { name: 'host', version: '1' }, hostCapabilities: { serverTools: {}, openLinks: {} }, hostContext: { theme: 'dark' } } });
  else if (data.method === 'ui/notifications/initialized') window.tell = (params) => frame.contentWindow.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params }, '*');
  else if (data.method === 'ui/notifications/size-changed') window.sizes.push(data.params.height);
  else if (data.method === 'ui/open-link') { window.opened = data.params.url; answer({ result: {} }); }
  else if (data.method === 'tools/call') answer({ result: await window.callTool(data.params) });
});`;
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

describe.skipIf(!hasChromium)('the view in a host’s frame', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let page: Page;
  let view: FrameLocator;
  let client: NewClient;
  const problems: string[] = [];

  beforeAll(async () => {
    client = await newClient(SHOWS_APPS);
    const [content] = (await client.readResource({ uri: URI })).contents as { mimeType: string; text: string }[];
    expect(content?.mimeType).toBe(MIME_TYPE);
    expect(content?.text.length).toBeLessThan(20_000);
    browser = await startBrowser({ width: 800, height: 700 });
    page = await browser.context.newPage();
    page.setDefaultTimeout(HANGS_MS);
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('dialog', (dialog) => {
      problems.push(`A script of the data ran: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.exposeFunction('callTool', (params: Parameters<NewClient['callTool']>[0]) => client.callTool(params));
    await page.setContent(
      '<!doctype html><title>host</title><iframe sandbox="allow-scripts" title="answer" width="760" height="600"></iframe>',
    );
    await page.addScriptTag({ content: HOST });
    const text = String(content?.text).replace('<head>', `<head><meta http-equiv="content-security-policy" content="${POLICY}">`);
    await page.evaluate(`document.querySelector('iframe').srcdoc = ${JSON.stringify(text)}`);
    await page.waitForFunction('window.tell');
    view = page.frameLocator('iframe');
  }, 2 * HANGS_MS);
  afterAll(async () => {
    await browser?.end();
    await client?.close();
  });

  const tell = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: { db: owned.owner.db, ...input } });
    await page.evaluate(`tell(${JSON.stringify(result)})`);
  };

  test('shows an answer in words, as a picture and as a table, with all digits, and text as text', async () => {
    await tell('run', {
      sql: "SELECT * FROM (VALUES ($1::text, 9007199254740993::bigint), ('b', 2::bigint)) AS t(name, amount) ORDER BY 2 DESC",
      params: [HOSTILE],
    });
    await view.getByRole('img', { name: 'Bars: amount by name, 2 values' }).waitFor();
    await view.getByRole('cell', { name: '9007199254740993' }).waitFor();
    await view.getByRole('cell', { name: HOSTILE }).waitFor();
    expect(await view.locator('img').count()).toBe(0);
    await tell('run', {
      sql: "SELECT day::date, n::int FROM (VALUES ('2026-11-02', 2), ('2026-11-01', 1), ('2026-11-03', 5)) AS t(day, n)",
    });
    await view.getByRole('img', { name: 'Line: n by day, 3 values' }).waitFor();
    await tell('ask', { goal: 'How many coffee beans are there?' });
    await view.getByText('2 coffee beans.').waitFor();
    await page.waitForFunction('sizes.length > 0 && sizes.at(-1) > 20');
    const frame = page.frames()[1] as Frame;
    await frame.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const { violations } = (await frame.evaluate('axe.run()')) as AxeResults;
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  test('a write is shown before and after, and made by the button, once', async () => {
    await tell('ask', { goal: 'set the price of the coffee beans to 20 where the roaster is Onyx' });
    await view.locator('del', { hasText: '18.5' }).waitFor();
    await view.locator('ins', { hasText: '20' }).waitFor();
    expect(await owned.owner.rows("SELECT price FROM coffee_beans WHERE roaster = 'Onyx'")).toEqual([{ price: 18.5 }]);
    await view.getByRole('button', { name: 'Confirm' }).click();
    await view.getByText('Updated 1 row in coffee_beans.').waitFor();
    expect(await view.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
    expect(await owned.owner.rows("SELECT price::int FROM coffee_beans WHERE roaster = 'Onyx'")).toEqual([{ price: 20 }]);
  });

  test('where the owner alone confirms, it leads to their page; what fails is said', async () => {
    const asker = await owned.mint({ type: 'sk_mcp', host: 'other-host', device: 'laptop', confirm: 'owner' });
    const own = key;
    key = asker.key;
    const strict = await newClient(SHOWS_APPS);
    key = own;
    const result = await strict.callTool({
      name: 'ask',
      arguments: { db: owned.owner.db, goal: 'delete the coffee beans with roaster Sey' },
    });
    await strict.close();
    await page.evaluate(`tell(${JSON.stringify(result)})`);
    await view.getByRole('button', { name: 'Open the page to approve' }).click();
    await until(async () => /\/approvals#/.test(String(await page.evaluate('window.opened'))));
    expect(await view.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
    await tell('run', { sql: 'SELECT nothing FROM nowhere' });
    await view.getByRole('alert').waitFor();
    expect(problems).toEqual([]);
  });
});
