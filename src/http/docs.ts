import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { EXAMPLE, EXAMPLES } from '../contract/examples.ts';
import { openApi } from '../contract/openapi.ts';
import { createAssets } from './assets.ts';
import { keepEncoded } from './compress.ts';

const ASSETS = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/** Swagger UI: the build takes what is needed of its package. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../node_modules/swagger-ui-dist' : '../../web/reference', import.meta.url),
);

/** `/openapi.json`, and the reference page at `/docs`: Swagger UI, served from here with an older form of the document, and talking to this origin alone. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  for (const [path, version] of DOCUMENTS) {
    const document = documentOf(version);
    app.get(path, async (request, reply) =>
      reply.header('content-type', 'application/json; charset=utf-8').send(document(`${request.protocol}://${request.host}`)),
    );
  }
  const assetAt = createAssets(FOLDER);
  for (const [file, type] of Object.entries(ASSETS)) {
    app.get(`/docs/${file}`, async (_request, reply) => {
      const asset = await assetAt(`/${file}`);
      if (asset === null) return reply.callNotFound();
      return reply.header('content-type', type).header('cache-control', 'public, max-age=86400').send(asset.bytes);
    });
  }
  app.get('/docs/start.js', async (_request, reply) => reply.header('content-type', 'text/javascript').send(START));
  app.get('/docs', async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:")
      .send(PAGE),
  );
}

const DOCUMENTS = [
  ['/openapi.json', '3.1.1'],
  ['/docs/openapi.json', '3.0.4'],
] as const;

/** Of so many addresses of the service the document is kept whole: whoever calls it may give it many, and each takes half a megabyte. */
const ADDRESSES_KEPT = 8;

/** Made once: it takes some milliseconds, and nothing but the address of the service differs. Two hundred at once then share its bytes. */
function documentOf(version: (typeof DOCUMENTS)[number][1]): (serverUrl: string) => Buffer {
  const place = JSON.stringify('<address of the service>');
  const kept = new Map<string, Buffer>();
  let parts: string[] | undefined;
  return (serverUrl) => {
    const known = kept.get(serverUrl);
    if (known) return known;
    parts ??= JSON.stringify(openApi(JSON.parse(place) as string, version)).split(place);
    const made = Buffer.from(parts.join(JSON.stringify(serverUrl)));
    const [oldest] = kept.size < ADDRESSES_KEPT ? [] : kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(serverUrl, keepEncoded(made));
    return made;
  };
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>svc API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const bodyOf = (examples: (typeof EXAMPLES)[keyof typeof EXAMPLES], name: string): unknown =>
  examples.find((example) => example.name === name)?.request;

/** What the examples are about, made with the first of them that needs it. */
const MADE = [
  { path: '/v1/ask', body: bodyOf(EXAMPLES.ask, 'create') },
  { path: '/v1/insert', body: bodyOf(EXAMPLES.insert, 'rows') },
  { path: '/v1/ask', body: bodyOf(EXAMPLES.ask, 'question') },
  { path: '/v1/run', body: bodyOf(EXAMPLES.run, 'write') },
];
const MADE_MEMORY = [{ path: '/v1/databases', body: bodyOf(EXAMPLES.createDatabase, 'memory') }];
const MADE_IMPORTS = [
  { path: '/v1/packs/imports', body: bodyOf(EXAMPLES.createImport, 'text'), as: 'importId' },
  { path: '/v1/packs/imports', body: bodyOf(EXAMPLES.createImport, 'parts'), as: 'partsImportId' },
];

/**
 * Makes trying a call work at once: a key that the reader leaves empty is filled in afresh, the anonymous session that the
 * first call starts is kept for the next, and what the examples name is there, made before the first that needs it.
 * (`crypto.randomUUID` is missing off loopback without TLS.)
 */
const START = `const BASE = new URL('..', document.currentScript.src).href.slice(0, -1);
const EXAMPLE = ${JSON.stringify(EXAMPLE)};
const MADE = ${JSON.stringify(MADE)};
const MADE_MEMORY = ${JSON.stringify(MADE_MEMORY)};
const MADE_IMPORTS = ${JSON.stringify(MADE_IMPORTS)};
const real = {};
let token;
const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
const withOptionalKeys = (text) => {
  const reference = JSON.parse(text);
  // A proxy may serve the API under a path that the service does not know of.
  reference.servers = [{ url: BASE }];
  for (const path of Object.values(reference.paths))
    for (const { parameters = [] } of Object.values(path))
      for (const parameter of parameters)
        if (parameter.name === 'Idempotency-Key') Object.assign(parameter, { required: false, description: parameter.description + ' This page fills in a fresh one.' });
  return JSON.stringify(reference);
};
const filled = (text) => Object.keys(real).reduce((said, name) => said.replaceAll(EXAMPLE[name], real[name]), text);
const learn = (path, reply) => {
  if (reply.kind === 'create') real.db ??= reply.dbId;
  if (path === '/v1/databases' && reply.dbId) real[/^db_agent_memory/.test(reply.dbId) ? 'memoryDb' : 'otherDb'] = reply.dbId;
  if (reply.confirmToken) real.confirmToken = reply.confirmToken;
  if (reply.trace && reply.kind === 'query') real.trace = reply.trace.id;
  if (reply.trace && reply.trace.undo && reply.trace.undo.until) real.written = reply.trace.id;
};
const make = async (authorization, all) => {
  for (const { path, body, as } of all) {
    const bearer = authorization ?? (token && 'Bearer ' + token);
    const response = await fetch(BASE + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': freshKey(), ...(bearer && { Authorization: bearer }) },
      body: filled(JSON.stringify(body)),
    });
    token = response.headers.get('x-svc-anonymous-token') ?? token;
    const reply = await response.json();
    learn(path, reply);
    if (as && reply.id) real[as] = reply.id;
  }
};
let making, makingMemory, makingImports;
const needs = (text) => [EXAMPLE.db, EXAMPLE.trace, EXAMPLE.written].some((name) => text.includes(name));
SwaggerUIBundle({
  url: BASE + '/docs/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true, defaultModelsExpandDepth: -1,
  persistAuthorization: true,
  requestInterceptor: async (request) => {
    if (request.loadSpec) return request;
    const said = request.url + (request.body ?? '');
    if (!real.db && needs(said)) await (making ??= make(request.headers.Authorization, MADE));
    if (!real.memoryDb && said.includes(EXAMPLE.memoryDb)) await (makingMemory ??= make(request.headers.Authorization, MADE_MEMORY));
    if (MADE_IMPORTS.some(({ as }) => said.includes(EXAMPLE[as]))) await (makingImports ??= make(request.headers.Authorization, MADE_IMPORTS));
    request.url = filled(request.url);
    if (typeof request.body === 'string') request.body = filled(request.body);
    if (request.method !== 'GET' && !request.headers['Idempotency-Key']) request.headers['Idempotency-Key'] = freshKey();
    if (token && !request.headers.Authorization) request.headers.Authorization = 'Bearer ' + token;
    return request;
  },
  responseInterceptor: (response) => {
    if (response.url.endsWith('/openapi.json')) response.text = withOptionalKeys(response.text);
    else if (response.body && typeof response.body === 'object') learn(response.url.slice(BASE.length).replace(/[?#].*/, ''), response.body);
    token = response.headers['x-svc-anonymous-token'] ?? token;
    return response;
  },
});
`;
