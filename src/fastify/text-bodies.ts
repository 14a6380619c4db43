import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';

/** Bodies stay text until whoever they are for reads them, so that a malformed one is refused in that one's words. */
export function readBodiesAsText(app: FastifyInstance, refusalOfOther: () => Error): void {
  app.removeAllContentTypeParsers();
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => {
      // Read as text, what is no UTF-8 would become other characters without a word (RFC 8259, 8.1).
      if (isUtf8(body as Buffer)) done(null, body.toString('utf8'));
      else done(refusalOfOther());
    });
}
