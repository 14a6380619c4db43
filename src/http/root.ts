import type { FastifyInstance } from 'fastify';
import { preferredType } from './accept.ts';

const ABOUT = {
  service: 'svc',
  description: 'The database that people and agents talk to: plain English or SQL in; an answer, the rows and the exact SQL out.',
  docs: '/docs',
  openapi: '/openapi.json',
  mcp: '/mcp',
  start: { method: 'POST', path: '/v1/ask', body: { goal: 'track coffee beans with roaster, price and rating' } },
} as const;

/** `GET /`: what this is, as JSON to programs and as a page to browsers. */
export function registerRoot(app: FastifyInstance): void {
  app.get('/', async (request, reply) => {
    if (preferredType(request, ['application/json', 'text/html']) === 'application/json') return ABOUT;
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
      .send(PAGE);
  });
}

const PAGE = `<!doctype html>
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
<p>${ABOUT.description}</p>
<p><a href="${ABOUT.docs}">The reference</a>, where each call can be tried, and the same as <a href="${ABOUT.openapi}">OpenAPI</a>. Agents connect to <code>${ABOUT.mcp}</code>.</p>
<p>A first call, from a terminal:</p>
<pre>svc new "${ABOUT.start.body.goal}"
svc ask "How many coffee beans are there?"</pre>
</body>
</html>
`;
