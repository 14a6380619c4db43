import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openApi } from '../contract/openapi.ts';

const ASSETS = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/** `/openapi.json`, and the reference page at `/docs`: Swagger UI, served from here and talking to this origin alone. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  app.get('/openapi.json', async (request, reply) =>
    reply.header('access-control-allow-origin', '*').send(openApi(`${request.protocol}://${request.host}`)),
  );
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
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Fills in a fresh idempotency key where the reader left it out, so that trying a write works at once. */
const START = `SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true, defaultModelsExpandDepth: -1,
  persistAuthorization: true,
  requestInterceptor: (request) => {
    if (request.method && request.method !== 'GET' && !request.headers['Idempotency-Key']) request.headers['Idempotency-Key'] = crypto.randomUUID();
    return request;
  },
});
`;
