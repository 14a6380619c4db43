import type { FastifyInstance } from 'fastify';
import { preferredType } from './accept.ts';
import type { SendPage } from './pages.ts';

const ABOUT = {
  service: 'svc',
  description: 'The database that people and agents talk to: plain English or SQL in; an answer, the rows and the exact SQL out.',
  docs: '/docs',
  openapi: '/openapi.json',
  mcp: '/mcp',
  start: { method: 'POST', path: '/v1/ask', body: { goal: 'track coffee beans with roaster, price and rating' } },
} as const;

/** `GET /`: what this is, as JSON to programs; to browsers the app. */
export function registerRoot(app: FastifyInstance, sendPage: SendPage): void {
  app.get('/', async (request, reply) =>
    preferredType(request, ['application/json', 'text/html']) === 'application/json' ? ABOUT : sendPage(reply, 200),
  );
}
