import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';

/** Bodies stay text until whoever they are for reads them, so that a malformed one is refused in that one's words. */
export function readBodiesAsText(app: FastifyInstance, refusalOfOther: () => Error): void {
  app.removeAllContentTypeParsers();
  for (const type of ['application/json', '*'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => {
      // Read as text, what is no UTF-8 would become other characters without a word (RFC 8259, 8.1).
      if (isUtf8(body as Buffer)) done(null, textOf(body as Buffer));
      else done(refusalOfOther());
    });
}

/** Editors and shells of Windows begin a file with a byte order mark, which a reader of JSON may pass over (RFC 8259, 8.1). */
const textOf = (body: Buffer): string => body.toString('utf8', body.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0);
const MARK = Buffer.from('\ufeff');
