import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HUMAN_CHECK_SOURCES, type WidgetKind } from '../contract/human-check.ts';
import { PAGES } from '../contract/pages.ts';
import { createOneATurn } from '../lib/one-a-turn.ts';
import { preferredType } from './accept.ts';
import { createAssets } from './assets.ts';
import { UNNOTICED } from './stalled.ts';

export type SendPage = (reply: FastifyReply, status: 200 | 404) => Promise<FastifyReply>;

/**
 * The app that people open in a browser: one page at every address of `PAGES`, and its scripts and styles under `/assets`.
 * `folder` holds what `npm run build` made; the page is read at each visit, so that a build is seen without a new start.
 *
 * Not `@fastify/static`: the version for Node 20 brings a globbing library along, for what is one route here. This is the
 * library beneath it (`assets.ts`). `widget` is the provider whose human check the pages may show.
 */
export function registerPages(app: FastifyInstance, folder: string, widget: WidgetKind | null): SendPage {
  const pageHeaders = headersWith(widget === null ? [] : HUMAN_CHECK_SOURCES[widget].origins);
  const sendPage: SendPage = async (reply, status) => {
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(nullIfMissing);
    return await reply
      .code(status)
      .headers(page === null ? NOT_BUILT_HEADERS : pageHeaders)
      .send(page?.replaceAll('"./', `"${upFrom(reply.request.url)}`) ?? NOT_BUILT);
  };
  for (const path of PAGES) if (path !== '/') app.get(path, (_request, reply) => sendPage(reply, 200));
  const assetAt = createAssets(join(folder, 'assets'));
  const turn = createOneATurn(LARGE_ASSETS_A_TURN);
  app.get('/assets/*', async (request, reply) => {
    const path = request.url.split('?')[0]?.slice('/assets'.length) ?? '';
    const asset = await assetAt(path);
    if (asset === null) return reply.callNotFound();
    if (request.headers['if-none-match'] === asset.headers.ETag) return await reply.code(304).headers(asset.headers).send();
    // The kernel takes some of it at once, which for hundreds together is a third of a second.
    if (asset.bytes.length > UNNOTICED) await turn();
    return await reply.headers(asset.headers).send(asset.bytes);
  });
  return sendPage;
}

/** So many that who asks for thousands is soon done, and holds up nobody else who opens a page. */
const LARGE_ASSETS_A_TURN = 8;

/** From an address to the top of this service, which need not be the top of its host: a proxy may serve it under a path, and say nothing of it. */
const upFrom = (url: string): string => '../'.repeat(url.replace(/[?#].*$/s, '').split('/').length - 2) || './';

/** Whether a person opens an address that neither a program nor the reference has anything at. */
export const isPageVisit = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !FOR_PROGRAMS.test(request.url) &&
  preferredType(request, ['application/json', 'text/html']) === 'text/html';

const FOR_PROGRAMS = /^\/(?:v1|mcp|oauth|internal|docs|assets|\.well-known|openapi\.json|healthz|readyz)(?=[/?]|$)/;

/** Nothing but what this service serves, and a widget that is set up, runs, shows or is called, nothing inline, and nobody frames the page. */
function headersWith(widget: readonly string[]): Record<string, string> {
  const from = ["'self'", ...widget].join(' ');
  const frames = widget.length > 0 ? ` frame-src ${widget.join(' ')};` : '';
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src ${from}; style-src ${from}; img-src 'self' data:; connect-src ${from};${frames} form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  };
}

const NOT_BUILT_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
} as const;

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>svc</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1rem; color: #1b1f24; background: #fff; }
pre { background: #f3f4f6; padding: 1rem; overflow-x: auto; }
@media (prefers-color-scheme: dark) { body { color: #e6e8eb; background: #14171a; } pre { background: #1f2429; } a { color: #8ab4f8; } }
</style>
</head>
<body>
<h1>svc</h1>
<p>The service runs, but its pages are not built. In the folder of its source, run</p>
<pre>npm run build</pre>
<p>and load this page again. All else works as it is: <a href="/docs">the reference</a>, where each call can be tried, the same as
<a href="/openapi.json">OpenAPI</a>, the command line, and agents at <code>/mcp</code>.</p>
</body>
</html>
`;
