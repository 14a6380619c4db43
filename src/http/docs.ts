import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openApi } from '../contract/openapi.ts';
import { YOURS } from '../contract/reference.ts';

const ASSETS = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/** `/openapi.json`, and the reference page at `/docs`: Swagger UI, served from here and talking to this origin alone. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  app.get('/openapi.json', async (request, reply) => reply.send(openApi(`${request.protocol}://${request.host}`)));
  for (const [file, type] of Object.entries(ASSETS)) {
    app.get(`/docs/${file}`, async (_request, reply) =>
      reply
        .header('content-type', type)
        .header('cache-control', 'public, max-age=86400')
        .send(await readFile(join(folder, file))),
    );
  }
  app.get('/docs/start.js', async (_request, reply) => reply.header('content-type', 'text/javascript').send(START));
  app.get('/docs', async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:")
      .send(PAGE),
  );
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>svc API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Makes trying a call work at once: a key that the reader leaves empty is filled in afresh, and the anonymous session that
 * the first call starts is kept for the next, as are the database and the traces that replies name, which examples mean.
 * (`crypto.randomUUID` is missing off loopback without TLS.)
 */
const START = `let token;
const yours = {};
const filled = (text) => Object.entries(yours).reduce((all, [mark, own]) => all.replaceAll(mark, own), text);
const learn = (text) => {
  const found = (pattern) => pattern.exec(text)?.[1];
  const trace = found(/"trace":\\{"id":"([^"]+)"/);
  for (const [mark, own] of [
    ['${YOURS.db}', found(/"(?:db|dbId)":"(db_[^"]+)"/)],
    ['${YOURS.trace}', trace],
    ['${YOURS.write}', text.includes('"undo":{"until"') ? trace : undefined],
  ]) if (own) yours[mark] = own;
};
const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
const withOptionalKeys = (text) => {
  const document = JSON.parse(text);
  for (const path of Object.values(document.paths))
    for (const { parameters = [] } of Object.values(path))
      for (const parameter of parameters)
        if (parameter.name === 'Idempotency-Key') Object.assign(parameter, { required: false, description: parameter.description + ' This page fills in a fresh one.' });
  return JSON.stringify(document);
};
SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true, defaultModelsExpandDepth: -1,
  persistAuthorization: true,
  requestInterceptor: (request) => {
    if (request.loadSpec) return request;
    if (request.method !== 'GET' && !request.headers['Idempotency-Key']) request.headers['Idempotency-Key'] = freshKey();
    request.url = filled(request.url);
    if (typeof request.body === 'string') request.body = filled(request.body);
    if (token && !request.headers.Authorization) request.headers.Authorization = 'Bearer ' + token;
    return request;
  },
  responseInterceptor: (response) => {
    if (response.url.endsWith('/openapi.json')) response.text = withOptionalKeys(response.text);
    else if (response.ok && typeof response.text === 'string') learn(response.text);
    token = response.headers['x-svc-anonymous-token'] ?? token;
    return response;
  },
});
`;
